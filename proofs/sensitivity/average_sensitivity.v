(** * Theorem A: average sensitivity without the dimension

   Flipping the i-th bit changes the pre-activation of neuron j by 2 w_ji, and
   the value of h only through the neurons that are active before or after.
   Cauchy-Schwarz over these neurons, and a sum over i, give the theorem. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cauchy_schwarz cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AverageSensitivity.
Variable F : realFieldType.

Lemma relu_lip (a b : F) :
  `|relu a - relu b| <= `|a - b| * ((0 < a) || (0 < b))%:R.
Proof.
rewrite /relu; case: (ltP 0 a) => a0; case: (ltP 0 b) => b0 /=;
  rewrite ?mulr1 ?mulr0 ?subrr ?normr0 //.
- rewrite subr0 !gtr0_norm ?ler_addl ?oppr_ge0 //.
  by rewrite subr_gt0; apply: le_lt_trans b0 a0.
rewrite sub0r normrN distrC !gtr0_norm ?ler_addl ?oppr_ge0 //.
by rewrite subr_gt0; apply: le_lt_trans a0 b0.
Qed.

Section Net.
Variables (E J : finType) (net : network F E J).
Local Notation h := (fn net).
Local Notation R x := (active net (pt F x)).

Lemma preact_flip (nr : neuron F E) x i :
  preact nr (pt F x) - preact nr (pt F (flip x i)) = 2%:R * inw nr i * pt F x i.
Proof.
rewrite /preact /dot (bigD1 i) //=.
rewrite [in X in _ - X](bigD1 i) //= pt_flip eqxx.
rewrite [in X in _ - X](eq_bigr (fun e => inw nr e * pt F x e)); last first.
  by move=> e /negbTE ei; rewrite pt_flip ei.
set S := \sum_(e | e != i) _.
by move: S (inw nr i) (pt F x i) (bias nr) => S a b c; ring.
Qed.

(** a_i(x) = sum over the active neurons of |u_j w_ji| *)
Definition sens (A : {set J}) (i : E) : F :=
  \sum_(j in A) `|outw (net j) * inw (net j) i|.

Lemma sens_ge0 A i : 0 <= sens A i.
Proof. by apply: sumr_ge0 => j _; apply: normr_ge0. Qed.

Lemma fn_flip_union x i :
  `|h x - h (flip x i)| <= 2%:R * sens (R x :|: R (flip x i)) i.
Proof.
rewrite /fn /eval -sumrB; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite /sens mulr_sumr [X in _ <= X]big_mkcond /=; apply: ler_sum => j _.
rewrite -mulrBr normrM.
have := relu_lip (preact (net j) (pt F x)) (preact (net j) (pt F (flip x i))).
rewrite preact_flip !inE !normrM sign_norm mulr1 (ger0_norm (ler0n _ _)).
move=> H; have := ler_wpmul2l (normr_ge0 (outw (net j))) H.
by case: (_ || _); rewrite ?mulr1 ?mulr0 // mulrCA.
Qed.

Lemma sens_union (A B : {set J}) i : sens (A :|: B) i <= sens A i + sens B i.
Proof.
rewrite /sens !(big_mkcond (fun j => j \in _)) /= -big_split /=.
apply: ler_sum => j _; rewrite inE.
by case: (j \in A); case: (j \in B); rewrite /= ?addr0 ?add0r // ler_addl normr_ge0.
Qed.

Lemma sens_sq (A : {set J}) i :
  sens A i ^+ 2 <= #|A|%:R * \sum_(j in A) outw (net j) ^+ 2 * inw (net j) i ^+ 2.
Proof.
apply: le_trans (cauchy _ _) _; apply: le_of_eq.
by congr (_ * _); apply: eq_bigr => j _; rewrite real_normK ?num_real // exprMn.
Qed.

(** It is enough that each neuron has its own bound u_j^2 ||w_j||^2 <= W^2. *)
Variable Wsq : F.
Hypothesis sc : forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= Wsq.

Lemma sum_scale (A : {set J}) :
  \sum_i \sum_(j in A) outw (net j) ^+ 2 * inw (net j) i ^+ 2 <= #|A|%:R * Wsq.
Proof.
rewrite exchange_big /= mulr_natl -sumr_const; apply: ler_sum => j _.
rewrite -mulr_sumr; apply: le_trans (sc j).
by apply: le_of_eq; congr (_ * _);
   apply: eq_bigr => e _; rewrite expr2.
Qed.

Lemma sum_sens_sq (A : {set J}) :
  \sum_i sens A i ^+ 2 <= Wsq * #|A|%:R ^+ 2.
Proof.
apply: (@le_trans _ _ (\sum_i (#|A|%:R *
  \sum_(j in A) outw (net j) ^+ 2 * inw (net j) i ^+ 2))).
  by apply: ler_sum => i _; apply: sens_sq.
rewrite -mulr_sumr mulrC expr2 mulrA; apply: ler_wpmul2r; first exact: ler0n.
by rewrite [Wsq * _]mulrC; apply: sum_scale.
Qed.

(** Theorem A. *)
Lemma AS_le_mean : AS h <= 4%:R * Wsq * avg (fun x => #|R x|%:R ^+ 2).
Proof.
rewrite AS_sum; apply: (@le_trans _ _ (\sum_i (2%:R * avg (fun x => sens (R x) i ^+ 2)
   + 2%:R * avg (fun x => sens (R (flip x i)) i ^+ 2)))).
  apply: ler_sum => i _; rewrite -!avgZ -avgD; apply: ler_avg => x.
  have H := le_trans (fn_flip_union x i)
     (ler_wpmul2l (ler0n _ 2) (sens_union (R x) (R (flip x i)) i)).
  have H2 : (h x - h (flip x i)) ^+ 2
      <= (2%:R * (sens (R x) i + sens (R (flip x i)) i)) ^+ 2.
    rewrite -[X in X <= _]real_normK ?num_real //.
    by rewrite ler_sqr ?nnegrE ?normr_ge0 //
      mulr_ge0 ?ler0n // addr_ge0 ?sens_ge0.
  rewrite ler_pdivr_mulr ?ltr0n //; apply: le_trans H2 _.
  rewrite -subr_ge0 (_ : _ - _ =
    4%:R * (sens (R x) i - sens (R (flip x i)) i) ^+ 2); last by ring.
  by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
under eq_bigr => i _ do
  rewrite (avg_bij (fun x => sens (R x) i ^+ 2) (flip_bij i)) -mulrDl.
rewrite -mulr_sumr -avg_sum -natrD -mulrA -[X in _ <= _ * X]avgZ.
apply: ler_wpmul2l; first exact: ler0n.
by apply: ler_avg => x; apply: sum_sens_sq.
Qed.

Lemma AS_le k : 0 <= Wsq -> sparse_on (@pt F E) k net -> AS h <= 4%:R * k%:R ^+ 2 * Wsq.
Proof.
move=> W0 ks; apply: le_trans AS_le_mean _.
rewrite [X in _ <= X]mulrAC; apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n.
rewrite -(avg_const (_ ^+ 2) (card_cube E)); apply: ler_avg => x.
by rewrite ler_sqr ?nnegrE ?ler0n // ler_nat.
Qed.

(** Theorem A with min(2k, s): Cauchy-Schwarz over the neurons that are active at x or at y
    together, where y is x with a flipped bit; these are at most 2k, and at most s. *)
Lemma AS_le_min k : 0 <= Wsq -> sparse_on (@pt F E) k net ->
  AS h <= (minn (2 * k) #|J|)%:R ^+ 2 * Wsq.
Proof.
move=> W0 ks; set m := minn _ _.
pose S (A : {set J}) i := \sum_(j in A) outw (net j) ^+ 2 * inw (net j) i ^+ 2.
have S0 A i : 0 <= S A i by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?sqr_ge0.
have cU x i : (#|R x :|: R (flip x i)| <= m)%N.
  rewrite /m leq_min max_card andbT mul2n -addnn.
  by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add.
rewrite AS_sum; apply: (@le_trans _ _ (m%:R * \sum_i avg (fun x => S (R x :|: R (flip x i)) i))).
  rewrite mulr_sumr; apply: ler_sum => i _; rewrite -avgZ; apply: ler_avg => x.
  have H2 : (h x - h (flip x i)) ^+ 2
      <= (2%:R * sens (R x :|: R (flip x i)) i) ^+ 2.
    rewrite -[X in X <= _]real_normK ?num_real //.
    by rewrite ler_sqr ?nnegrE ?normr_ge0 ?mulr_ge0 ?sens_ge0 ?ler0n //
      fn_flip_union.
  rewrite ler_pdivr_mulr ?ltr0n //; apply: le_trans H2 _.
  rewrite exprMn -natrX mulrC; apply: ler_wpmul2r; first exact: ler0n.
  apply: le_trans (sens_sq _ _) _; apply: ler_wpmul2r; first exact: S0.
  by rewrite ler_nat.
rewrite expr2 -mulrA; apply: ler_wpmul2l; first exact: ler0n.
rewrite -avg_sum.
rewrite {1}/m; case: (leqP (2 * k) #|J|) => [k_s|s_k].
- apply: (@le_trans _ _ (\sum_i (avg (fun x => S (R x) i)
                                + avg (fun x => S (R (flip x i)) i)))).
    rewrite avg_sum; apply: ler_sum => i _; rewrite -avgD; apply: ler_avg => x.
    rewrite /S !(big_mkcond (fun j => j \in _)) /= -big_split /=.
    apply: ler_sum => j _; rewrite inE.
    case: (j \in R x); case: (j \in _); rewrite /= ?addr0 ?add0r //.
    by rewrite ler_addl mulr_ge0 ?sqr_ge0.
  under eq_bigr => i _ do
    rewrite (avg_bij (fun x => S (R x) i) (flip_bij i)).
  rewrite big_split /= -avg_sum natrM -mulrA mulr_natl mulr2n.
  suff B : avg (fun x => \sum_i S (R x) i) <= k%:R * Wsq by apply: ler_add.
  rewrite -(avg_const (_ * Wsq) (card_cube E)); apply: ler_avg => x.
  apply: le_trans (sum_scale _) _; apply: ler_wpmul2r => //.
  by rewrite ler_nat.
- rewrite -(avg_const (_ * Wsq) (card_cube E)); apply: ler_avg => x.
  apply: (@le_trans _ _ (\sum_i S setT i)).
    apply: ler_sum => i _; rewrite /S !(big_mkcond (fun j => j \in _)) /=.
    apply: ler_sum => j _; rewrite !inE.
    by case: (_ || _) => //; rewrite mulr_ge0 ?sqr_ge0.
  by apply: le_trans (sum_scale _) _; rewrite cardsT.
Qed.

End Net.
End AverageSensitivity.

