(** * The largest of finitely many sums of signs

   For vectors v_t and y_i of norm at most 1 and a set A let X be the largest
   |sum_A zeta_i <v_t, y_i>|, over the t with |<v_t, y_i>| <= delta on A.  Its mean is at
   most sqrt|A|, and it is concentrated since one sign changes it by at most 2 delta. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube bounded_differences.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CauchySchwarz.
Variable F : realFieldType.

Lemma cauchy_schwarz (E : finType) (a b : E -> F) :
  (\sum_e a e * b e) ^+ 2 <= (\sum_e a e ^+ 2) * (\sum_e b e ^+ 2).
Proof.
set p := \sum_e a e * b e; set A := \sum_e a e ^+ 2; set B := \sum_e b e ^+ 2.
have key (u : F) : 0 <= A - 2%:R * u * p + u ^+ 2 * B.
  rewrite (_ : _ + _ = \sum_e (a e - u * b e) ^+ 2).
    by apply: sumr_ge0 => e _; apply: sqr_ge0.
  rewrite !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => e _; ring.
have B0 : 0 <= B by apply: sumr_ge0 => e _; apply: sqr_ge0.
move: B0; rewrite le_eqVlt => /orP[/eqP B0|B0].
  suff -> : p = 0 by rewrite expr0n -B0 mulr0.
  apply: big1 => e _; have /eqP := esym B0.
  rewrite psumr_eq0 => [/allP /(_ e)|? _]; last exact: sqr_ge0.
  by rewrite mem_index_enum /= sqrf_eq0 => /(_ isT) /eqP ->; rewrite mulr0.
have := key (p / B); rewrite (_ : _ + _ = (A * B - p ^+ 2) / B); last first.
  by field; rewrite gt_eqF.
by rewrite pmulr_lge0 ?invr_gt0 // subr_ge0.
Qed.

Lemma dot_sq_le (E : finType) (a b : E -> F) : dot a b ^+ 2 <= normsq a * normsq b.
Proof.
apply: le_trans (cauchy_schwarz a b) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by congr (_ * _); apply: eq_bigr => e _; rewrite expr2.
Qed.

End CauchySchwarz.

Section BigMax.
Variables (F : realFieldType) (T : finType) (P : pred T).
Implicit Types (a b : T -> F).

Lemma bigmax_ge0 a : 0 <= \big[Num.max/0]_(t | P t) a t.
Proof. by elim/big_rec: _ => // t u _ u0; rewrite le_maxr u0 orbT. Qed.

Lemma bigmax_ge a t : P t -> a t <= \big[Num.max/0]_(t | P t) a t.
Proof.
move=> Pt; have := mem_index_enum t; elim: (index_enum T) => [//|u r IH].
rewrite inE big_cons => /orP[/eqP <-|/IH H]; first by rewrite Pt le_maxr lexx.
by case: (P u) => //; rewrite le_maxr H orbT.
Qed.

Lemma bigmax_le a c : 0 <= c -> (forall t, P t -> a t <= c) ->
  \big[Num.max/0]_(t | P t) a t <= c.
Proof.
move=> c0 ac; elim/big_rec: _ => // t u Pt uc.
by rewrite le_maxl uc ac.
Qed.

End BigMax.

Section SignSums.
Variables (F : realFieldType) (I E T : finType) (y : I -> E -> F) (v : T -> E -> F).
Hypotheses (y1 : forall i, normsq (y i) <= 1) (v1 : forall t, normsq (v t) <= 1).
Variables (A : {set I}) (delta : F).

(** The vectors whose inner products on A are small, and the largest sum. *)
Definition small_on : pred T := fun t => [forall i in A, `|dot (v t) (y i)| <= delta].
Definition largest (z : cube I) : F :=
  \big[Num.max/0]_(t | small_on t) `|\sum_(i in A) sign F (z i) * dot (v t) (y i)|.

Lemma sign_sum_le (z : cube I) t : small_on t ->
  `|\sum_(i in A) sign F (z i) * dot (v t) (y i)| <= largest z.
Proof. exact: (@bigmax_ge F T small_on). Qed.

Lemma avg_sign_pair (i j : I) : avg (fun z : cube I => sign F (z i) * sign F (z j)) = (i == j)%:R.
Proof.
rewrite -(inj_eq (@set1_inj I)) -avg_chi; apply: avg_ext => z.
by rewrite /chi !big_set1.
Qed.

(** The mean square of a sum of signs. *)
Lemma avg_sign_sum_sq (a : I -> F) :
  avg (fun z : cube I => (\sum_(i in A) sign F (z i) * a i) ^+ 2) = \sum_(i in A) a i ^+ 2.
Proof.
rewrite (@avg_ext _ _ _ (fun z : cube I => \sum_(i in A) \sum_(j in A)
  (a i * a j) * (sign F (z i) * sign F (z j)))).
  rewrite avg_sum; apply: eq_bigr => i iA; rewrite avg_sum (bigD1 i) //=.
  rewrite avgZ avg_sign_pair eqxx mulr1 -expr2 big1 ?addr0 // => j /andP[_ ji].
  by rewrite avgZ avg_sign_pair eq_sym (negbTE ji) mulr0.
move=> z; rewrite expr2 mulr_suml; apply: eq_bigr => i _.
by rewrite mulr_sumr; apply: eq_bigr => j _; ring.
Qed.

Lemma largest_sq_le (z : cube I) :
  largest z ^+ 2 <= \sum_e (\sum_(i in A) sign F (z i) * y i e) ^+ 2.
Proof.
set S : F := \sum_e _; have S0 : 0 <= S by apply: sumr_ge0 => e _; apply: sqr_ge0.
have sq t : (\sum_(i in A) sign F (z i) * dot (v t) (y i)) ^+ 2 <= S.
  rewrite (_ : \sum_(i in A) _ = dot (v t) (fun e => \sum_(i in A) sign F (z i) * y i e)).
    apply: le_trans (dot_sq_le _ _) _; rewrite -[X in _ <= X]mul1r.
    apply: (@le_trans _ _ (1 * normsq (fun e => \sum_(i in A) sign F (z i) * y i e))).
      by apply: ler_wpmul2r => //; apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
    by rewrite !mul1r /S; apply: ler_sum => e _; apply: lexx.
  rewrite /dot; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => e _; rewrite mulr_sumr.
  by apply: eq_bigr => i _; ring.
rewrite /largest; elim/big_rec: _ => [|t u _ uS]; first by rewrite expr0n.
by rewrite maxEle; case: ifP => _ //; rewrite real_normK ?num_real.
Qed.

(** E X <= sqrt|A|, in a form without the root. *)
Lemma avg_largest_le (c : F) : 0 < c -> avg largest <= #|A|%:R / (2%:R * c) + c / 2%:R.
Proof.
move=> c0; apply: (@le_trans _ _ (avg (fun z : cube I =>
  (2%:R * c)^-1 * (\sum_e (\sum_(i in A) sign F (z i) * y i e) ^+ 2) + c / 2%:R))).
  apply: ler_avg => z.
  apply: (@le_trans _ _ ((2%:R * c)^-1 * largest z ^+ 2 + c / 2%:R)).
    rewrite -subr_ge0 (_ : _ - _ = (largest z - c) ^+ 2 / (2%:R * c)).
      by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n ?ltW.
    by field; rewrite gt_eqF.
  rewrite ler_add2r ler_pmul2l ?invr_gt0 ?mulr_gt0 ?ltr0n //; exact: largest_sq_le.
rewrite avgD (avg_const _ (card_cube I)) ler_add2r avgZ mulrC.
rewrite ler_pmul2r ?invr_gt0 ?mulr_gt0 ?ltr0n // avg_sum.
rewrite (eq_bigr (fun e => \sum_(i in A) y i e ^+ 2)) => [|e _]; last exact: avg_sign_sum_sq.
rewrite exchange_big -sum1_card natr_sum; apply: ler_sum => i _.
by apply: le_trans (y1 i); apply: ler_sum => e _; rewrite expr2.
Qed.

(** One sign changes X by at most 2 delta, and only if it belongs to A. *)
Lemma largest_flip_le (z : cube I) i : 0 <= delta ->
  largest z <= largest (flip z i) + (if i \in A then 2%:R * delta else 0).
Proof.
move=> d0; have c0 : 0 <= (if i \in A then 2%:R * delta else 0).
  by case: ifP => // _; rewrite mulr_ge0 ?ler0n.
apply: bigmax_le => [|t st]; first by rewrite addr_ge0 ?bigmax_ge0.
apply: le_trans (ler_add (sign_sum_le (flip z i) st) (lexx _)).
rewrite -ler_subl_addl; apply: le_trans (ler_sub_dist _ _) _; rewrite -sumrB.
case: ifP => iA; last first.
  rewrite big1 ?normr0 // => j jA; rewrite ffunE; case: eqP => [ji|_]; last by rewrite subrr.
  by rewrite -ji jA in iA.
rewrite (bigD1 i) //= big1 => [|j /andP[_ /negbTE ji]]; last by rewrite ffunE ji subrr.
rewrite addr0 ffunE eqxx sign_neg.
rewrite (_ : _ - _ = 2%:R * (sign F (z i) * dot (v t) (y i))); last by ring.
rewrite normrM ger0_norm ?ler0n // ler_pmul2l ?ltr0n // normrM sign_norm mul1r.
by move/forall_inP: st => /(_ i iA).
Qed.

Variable exp : F -> F.
Hypothesis expP : is_exponential exp.

(** E exp(lambda (X - E X)) <= exp(lambda^2 delta^2 |A| / 2). *)
Lemma largest_concentrated (lambda : F) : 0 <= delta ->
  avg (fun z => exp (lambda * (largest z - avg largest)))
  <= exp (lambda ^+ 2 * delta ^+ 2 * #|A|%:R / 2%:R).
Proof.
move=> d0; pose c i := if i \in A then 2%:R * delta else 0.
have diff i z : `|lambda * largest z - lambda * largest (flip z i)| <= `|lambda| * c i.
  rewrite -mulrBr normrM ler_wpmul2l ?normr_ge0 // ler_norml ler_subl_addl.
  rewrite largest_flip_le // andbT ler_oppl opprB ler_subl_addl.
  by rewrite -{2}(flipK i z) largest_flip_le.
have := bounded_differences expP diff; rewrite avgZ.
rewrite (@avg_ext _ _ _ (fun z => exp (lambda * (largest z - avg largest)))); last first.
  by move=> z; rewrite mulrBr.
move/le_trans; apply; rewrite le_eqVlt; apply/orP; left; apply/eqP; congr exp.
under eq_bigr => i _ do rewrite exprMn real_normK ?num_real //.
rewrite -mulr_sumr (eq_bigr (fun i => if i \in A then (2%:R * delta) ^+ 2 else 0)).
  by rewrite -big_mkcond /= sumr_const -[_ *+ #|A|]mulr_natr; field.
by move=> i _; rewrite /c; case: ifP => //; rewrite expr0n.
Qed.

End SignSums.
