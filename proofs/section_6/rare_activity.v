(** * Theorem S: sparsity that holds with high probability over the inputs

   Let delta < 1 and B >= W sqrt(2 ln(1/delta)).  A neuron whose weight vector has the norm W
   and whose bias is B is active at a share of at most delta of the cube, whatever its
   direction (Hoeffding).  So s copies of it may point at the sum z of the signed points of a
   sample, or away from it, with the opposite output weight.  The sum of the two correlations
   is at least that of the linear function of w, but for the bias. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube cauchy_schwarz logarithm exponential
  khinchine rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Hoeffding's inequality for linear functions on the cube *)

Section Hoeffding.
Variables (F : rcfType) (exp : F -> F) (E : finType) (w : E -> F).
Hypothesis expP : is_exponential exp.

Lemma exp_sum (J : finType) (a : J -> F) : exp (\sum_j a j) = \prod_j exp (a j).
Proof.
elim/big_ind2: _ => //; first exact: exp0.
by move=> x1 x2 y1 y2 <- <-; apply: expD.
Qed.

Lemma exp_le a b : a <= b -> exp a <= exp b.
Proof.
move=> ab; rewrite -[b](subrK a) (expD expP) ler_pemull ?(ltW (exp_gt0 expP _)) //.
by apply: le_trans (exp_ge expP _); rewrite ler_addl subr_ge0.
Qed.

(** The exponential moment. *)
Lemma moment_le (t : F) : avg (fun x : cube E => exp (t * dot w (pt F x)))
  <= exp (t ^+ 2 * normsq w / 2%:R).
Proof.
have -> : avg (fun x : cube E => exp (t * dot w (pt F x)))
    = avg (fun x : {ffun E -> bool} => \prod_e exp (t * w e * sign F (x e))).
  by apply: avg_ext => x; rewrite -exp_sum /dot mulr_sumr;
    congr exp; apply: eq_bigr => e _; rewrite mulrA.
rewrite (avg_prod (fun e b => exp (t * w e * sign F b))).
rewrite /normsq /dot mulr_sumr mulr_suml exp_sum.
apply: ler_prod => e _; apply/andP; split.
  by apply: avg_ge0 => b; apply: ltW; apply: exp_gt0.
rewrite /avg big_bool card_bool /sign mulr1 mulrN1; apply: le_trans (cosh_le expP _) _.
by apply: le_of_eq; congr (exp (_ / _)); ring.
Qed.

(** The share of the points with <w, x> > b, for |w| <= W, 0 <= b and b^2 >= 2 W^2 L. *)
Lemma linear_tail_le (W b L : F) : normsq w <= W ^+ 2 -> 0 <= b -> 0 <= L ->
  2%:R * W ^+ 2 * L <= b ^+ 2 ->
  avg (fun x : cube E => (b < dot w (pt F x))%R%:R) <= exp (- L).
Proof.
move=> wW b0 L0 bL; have [W0|Wn] := eqVneq W 0.
  have w0 e : w e = 0.
    have le0 := wW; rewrite W0 expr0n /= in le0.
    have : normsq w == 0 by rewrite eq_le le0 normsq_pos.
    rewrite psumr_eq0 => [|? _]; last by rewrite -expr2 sqr_ge0.
    by move/allP/(_ e); rewrite mem_index_enum -expr2 sqrf_eq0 => /(_ isT)/eqP.
  rewrite (@avg_ext _ _ _ (fun=> 0)) => [|x]; last first.
    by rewrite /dot big1 ?ltNge ?b0 // => e _; rewrite w0 mul0r.
  by rewrite (avg_const _ (card_cube E)); apply: ltW; apply: exp_gt0.
have W2 : 0 < W ^+ 2 by rewrite lt_neqAle sqr_ge0 andbT eq_sym sqrf_eq0.
pose t := b / W ^+ 2; have t0 : 0 <= t by rewrite divr_ge0 // ltW.
apply: (@le_trans _ _ (exp (- (t * b)) * avg (fun x : cube E => exp (t * dot w (pt F x))))).
  rewrite -avgZ; apply: ler_avg => x; rewrite -(expD expP); case: ltP => [lt|_]; last first.
    exact: ltW (exp_gt0 expP _).
  rewrite -[true%:R](exp0 expP); apply: exp_le; rewrite addrC subr_ge0.
  by apply: ler_wpmul2l => //; apply: ltW.
apply: le_trans (ler_wpmul2l (ltW (exp_gt0 expP _)) (moment_le t)) _.
rewrite -(expD expP); apply: exp_le; rewrite ler_oppr opprD opprK.
apply: (@le_trans _ _ (t * b - t ^+ 2 * W ^+ 2 / 2%:R)); last first.
  by rewrite ler_add2l ler_opp2 ler_pmul2r ?invr_gt0 ?ltr0n // ler_wpmul2l ?sqr_ge0.
have e : t * b - t ^+ 2 * W ^+ 2 / 2%:R - L = (b ^+ 2 - 2%:R * W ^+ 2 * L) / (2%:R * W ^+ 2).
  by rewrite /t; field; rewrite Wn.
rewrite -subr_ge0 e; apply: divr_ge0; first by rewrite subr_ge0.
by rewrite mulr_ge0 ?ler0n // ltW.
Qed.

(** The same with b >= W sqrt(2 ln(1/delta)). *)
Lemma share_beyond_le (ln : F -> F) (W b delta : F) : is_logarithm ln ->
  (forall a, 0 < a -> exp (ln a) = a) -> 0 <= W -> normsq w <= W ^+ 2 -> 0 < delta ->
  delta < 1 -> W * Num.sqrt (2%:R * ln delta^-1) <= b ->
  avg (fun x : cube E => (b < dot w (pt F x))%R%:R) <= delta.
Proof.
move=> log lnK W0 wW d0 d1 bB; have L0 : 0 <= ln delta^-1.
  rewrite (lnV log d0) oppr_ge0; case: log => _ /(_ _ d0) le; apply: le_trans le _.
  by rewrite subr_le0 ltW.
have r0 : 0 <= W * Num.sqrt (2%:R * ln delta^-1) by rewrite mulr_ge0 ?sqrtr_ge0.
have b0 := le_trans r0 bB; have := @linear_tail_le W b (ln delta^-1) wW b0 L0.
have -> : exp (- ln delta^-1) = delta by rewrite (lnV log d0) opprK lnK.
apply; move: (ln delta^-1) L0 r0 bB => l l0 r0 bB.
have le : (W * Num.sqrt (2%:R * l)) ^+ 2 <= b ^+ 2 by rewrite ler_sqr ?nnegrE.
apply: le_trans le; rewrite exprMn sqr_sqrtr ?mulr_ge0 ?ler0n //; apply: le_of_eq.
by rewrite -mulrA mulrCA.
Qed.

End Hoeffding.

(** relu(a - b) - relu(- a - b) is an odd function of a, and at least a - b. *)
Lemma relu_odd_ge (F : realFieldType) (a b : F) (z : bool) : 0 <= b ->
  sign F z * a - b <= sign F z * (relu (a - b) - relu (- a - b)).
Proof.
move=> b0; suff H (c : F) : c - b <= relu (c - b) - relu (- c - b).
  case: z; rewrite /sign ?mul1r // !mulN1r opprB; have := H (- a); by rewrite opprK.
have r0 : 0 <= relu (c - b) by rewrite /relu le_maxr lexx.
have r1 : c - b <= relu (c - b) by rewrite /relu le_maxr lexx orbT.
rewrite {2}/relu; case: (leP 0 (- c - b)) => [le|_]; last by rewrite subr0.
apply: (@le_trans _ _ (0 - (- c - b))); last by rewrite ler_add2r.
have e : 0 - (- c - b) - (c - b) = b + b by ring.
by rewrite -subr_ge0 e addr_ge0.
Qed.

(** ** The networks *)

Section Networks.
Variables (F : rcfType) (exp ln : F -> F) (m n s : nat) (p : 'I_m -> cube [ord n]).
Variables (W B delta : F) (Q : {set 'I_m}).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (m0 : (0 < m)%N) (W0 : 0 <= W) (d0 : 0 < delta) (d1 : delta < 1).
Let L := ln delta^-1.
Let b := W * Num.sqrt (2%:R * L).
Hypothesis bB : b <= B.
Let x i : [ord n] -> F := pt F (p i).
Implicit Types (zeta : cube [ord m]) (c : bool).

(** The points of Q, with zero in the place of the others, and their signed sum. *)
Definition kept (i : 'I_m) : [ord n] -> F := fun e => if i \in Q then x i e else 0.
Definition total zeta := signed_sum kept zeta.
Definition aimed zeta : [ord n] -> F := fun e => W / norm (total zeta) * total zeta e.
Definition both zeta c : network F [ord n] [ord s] :=
  fun=> Neuron (sign F c) (fun e => sign F c * aimed zeta e) b.
Definition part zeta c : F := \sum_(i in Q) sign F (zeta i) * eval (both zeta c) (x i).
Definition restrict zeta : cube [ord m] := [ffun i => (i \in Q) && zeta i].
Definition better zeta : network F [ord n] [ord s] :=
  both (restrict zeta) (part (restrict zeta) false <= part (restrict zeta) true).

Lemma L_ge0 : 0 <= L.
Proof.
rewrite /L (lnV log d0) oppr_ge0; case: log => _ /(_ _ d0) le; apply: le_trans le _.
by rewrite subr_le0 ltW.
Qed.

Lemma b_ge0 : 0 <= b. Proof. by rewrite mulr_ge0 ?sqrtr_ge0. Qed.

Lemma b_sq : b ^+ 2 = 2%:R * W ^+ 2 * L.
Proof. by rewrite exprMn sqr_sqrtr ?mulr_ge0 ?ler0n ?L_ge0 //; ring. Qed.

Lemma normsq_aimed zeta : normsq (aimed zeta) <= W ^+ 2.
Proof.
rewrite (_ : normsq _ = (W / norm (total zeta)) ^+ 2 * norm (total zeta) ^+ 2); last first.
  by rewrite norm_sq /normsq /dot mulr_sumr; apply: eq_bigr => e _; rewrite /aimed; ring.
have [->|z0] := eqVneq (norm (total zeta)) 0; first by rewrite expr0n mulr0 sqr_ge0.
by rewrite -exprMn divfK.
Qed.

Lemma dot_aimed zeta : dot (aimed zeta) (total zeta) = W * norm (total zeta).
Proof.
rewrite (_ : dot _ _ = W / norm (total zeta) * norm (total zeta) ^+ 2); last first.
  by rewrite norm_sq /normsq /dot mulr_sumr; apply: eq_bigr => e _; rewrite /aimed; ring.
have [->|z0] := eqVneq (norm (total zeta)) 0; first by rewrite expr0n !mulr0.
by field.
Qed.

Lemma scale_both zeta c : scale (both zeta c) (W ^+ 2) B.
Proof.
split=> i j /=; last by rewrite sign_norm mul1r ger0_norm ?b_ge0.
rewrite expr2 sign_sq mul1r; apply: le_trans (normsq_aimed zeta); apply: le_of_eq.
by apply: eq_bigr => e _; rewrite mulrACA sign_sq mul1r.
Qed.

(** Seldom is any neuron active. *)
Lemma rare_both zeta c :
  avg (fun v : cube [ord n] => (active (both zeta c) (pt F v) != set0)%:R) <= delta.
Proof.
pose w e := sign F c * aimed zeta e.
have wW : normsq w <= W ^+ 2.
  apply: le_trans (normsq_aimed zeta); apply: le_of_eq.
  by apply: eq_bigr => e _; rewrite mulrACA sign_sq mul1r.
have := linear_tail_le expP wW b_ge0 L_ge0; rewrite b_sq lexx => /(_ isT).
have -> : exp (- L) = delta by rewrite /L (lnV log d0) opprK lnK.
apply: le_trans; apply: ler_avg => v; case: (boolP (_ != set0)) => [/set0Pn[j]|_];
  last exact: ler0n.
by rewrite inE /preact /= subr_gt0 => ->.
Qed.

Lemma eval_both zeta i : eval (both zeta true) (x i) + eval (both zeta false) (x i)
  = s%:R * (relu (dot (aimed zeta) (x i) - b) - relu (- dot (aimed zeta) (x i) - b)).
Proof.
have e c : eval (both zeta c) (x i)
    = s%:R * (sign F c * relu (sign F c * dot (aimed zeta) (x i) - b)).
  rewrite /eval /both /= sumc card_ord /preact /=; congr (_ * (_ * relu (_ - _))).
  by rewrite /dot mulr_sumr; apply: eq_bigr => e _; rewrite mulrA.
by rewrite !e /sign !mul1r !mulN1r mulrBr mulrN.
Qed.

Lemma dot_total zeta (w : [ord n] -> F) :
  dot w (total zeta) = \sum_(i in Q) sign F (zeta i) * dot w (x i).
Proof.
rewrite /dot /total /signed_sum; under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big [RHS]big_mkcond; apply: eq_bigr => i _; rewrite /kept.
case: ifP => _; last by rewrite big1 // => e _; rewrite !mulr0.
by rewrite mulr_sumr; apply: eq_bigr => e _; rewrite mulrCA.
Qed.

Lemma parts_ge zeta : s%:R * (W * norm (total zeta) - #|Q|%:R * b)
  <= part zeta true + part zeta false.
Proof.
rewrite /part -big_split -dot_aimed dot_total /=.
rewrite (_ : _ - _ = \sum_(i in Q) (sign F (zeta i) * dot (aimed zeta) (x i) - b)); last first.
  by rewrite sumrB sumr_const mulr_natl.
rewrite mulr_sumr; apply: ler_sum => i _; rewrite -mulrDr eval_both mulrCA.
by apply: ler_wpmul2l; rewrite ?ler0n ?relu_odd_ge ?b_ge0.
Qed.

Lemma norm_restrict zeta : norm (total (restrict zeta)) = norm (total zeta).
Proof.
congr Num.sqrt; apply: eq_bigr => e _.
suff -> : total (restrict zeta) e = total zeta e by [].
apply: eq_bigr => i _; rewrite /kept ffunE.
by case: (i \in Q) => //=; rewrite !mulr0.
Qed.

(** Signs outside Q are not looked at. *)
Lemma restrict_flip zeta i : i \notin Q -> restrict (flip zeta i) = restrict zeta.
Proof.
move=> iQ; apply/ffunP => j; rewrite !ffunE; case: eqP => [->|//].
by rewrite (negbTE iQ).
Qed.

Lemma mean_outside i : i \notin Q ->
  avg (fun zeta : cube [ord m] => sign F (zeta i) * eval (better zeta) (x i)) = 0.
Proof.
move=> iQ; set a := avg _; have : a = - a.
  rewrite {1}/a -(avg_flip _ i) -mulN1r -avgZ; apply: avg_ext => zeta.
  by rewrite mulN1r /better restrict_flip // ffunE eqxx sign_neg mulNr.
by move/eqP; rewrite -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
Qed.

(** The mean correlation is that on Q. *)
Lemma mean_inside : mean_correlation x better
  = m%:R^-1 * avg (fun zeta => part (restrict zeta)
      (part (restrict zeta) false <= part (restrict zeta) true)).
Proof.
transitivity (avg (fun zeta : cube [ord m] =>
  m%:R^-1 * \sum_i sign F (zeta i) * eval (better zeta) (x i))).
  by apply: avg_ext => zeta; rewrite /correlation /avg card_ord mulrC.
rewrite avgZ avg_sum (bigID (mem Q)) /= [X in _ + X]big1 ?addr0 => [|i]; last exact: mean_outside.
rewrite -avg_sum; congr (_ * _); apply: avg_ext => zeta; apply: eq_bigr => i iQ.
by rewrite ffunE iQ.
Qed.

Lemma part_better zeta :
  s%:R / 2%:R * (W * norm (total zeta) - #|Q|%:R * b)
  <= part zeta (part zeta false <= part zeta true).
Proof.
have le := parts_ge zeta; rewrite mulrAC ler_pdivr_mulr ?ltr0n //; apply: le_trans le _.
rewrite mulrC mulr2n mulrDl !mul1r; case: (leP (part zeta false)) => [h|/ltW h].
  by rewrite ler_add2l.
by rewrite ler_add2r.
Qed.

Hypothesis few : 16%:R * #|Q|%:R * L <= n%:R.

Lemma mean_norm_ge : Num.sqrt (#|Q|%:R * n%:R / 2%:R) <= avg (fun zeta => norm (total zeta)).
Proof.
have e : #|Q|%:R * n%:R = \sum_i normsq (kept i) :> F.
  rewrite mulr_natl -sumr_const [LHS]big_mkcond /=; apply: eq_bigr => i _.
  rewrite /normsq /dot /kept; case: ifP => _; last by rewrite big1 // => e _; rewrite mul0r.
  rewrite (eq_bigr (fun=> 1)) => [|e _]; last by rewrite /x /pt sign_sq.
  by rewrite sumr_const card_ord.
by rewrite e; apply: norm_mean_ge.
Qed.

Lemma bias_le : #|Q|%:R * b <= W / 2%:R * Num.sqrt (#|Q|%:R * n%:R / 2%:R).
Proof.
have q0 : 0 <= #|Q|%:R :> F by apply: ler0n.
rewrite mulrCA -mulrA; apply: ler_wpmul2l => //.
have h0 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
have qn0 : 0 <= #|Q|%:R * n%:R / 2%:R :> F by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
have l0 : 0 <= 2%:R * L by rewrite mulr_ge0 ?ler0n ?L_ge0.
rewrite -ler_sqr ?nnegrE ?mulr_ge0 ?sqrtr_ge0 // !exprMn !sqr_sqrtr //.
have h := ler_wpmul2l q0 few; rewrite -subr_ge0 in h; rewrite -subr_ge0.
move: (#|Q|%:R : F) (n%:R : F) h => u v h.
rewrite (_ : _ - _ = (u * v - u * (16%:R * u * L)) / 8%:R); last by field.
by rewrite divr_ge0 ?ler0n.
Qed.

Lemma mean_correlation_ge :
  s%:R * W * Num.sqrt (#|Q|%:R * n%:R / 2%:R) / (4%:R * m%:R) <= mean_correlation x better.
Proof.
set u := Num.sqrt _; have mF : 0 < m%:R :> F by rewrite ltr0n.
rewrite mean_inside; apply: (@le_trans _ _ (m%:R^-1
    * avg (fun zeta => s%:R / 2%:R * (W * norm (total zeta) - #|Q|%:R * b)))); last first.
  rewrite ler_pmul2l ?invr_gt0 //; apply: ler_avg => zeta.
  by apply: le_trans (part_better _); rewrite norm_restrict.
rewrite avgZ avgB avgZ (avg_const _ (card_cube _)).
have h : W / 2%:R * u <= W * avg (fun zeta => norm (total zeta)) - #|Q|%:R * b.
  have h1 := ler_wpmul2l W0 mean_norm_ge; have h2 := bias_le.
  rewrite -/u in h1 h2; rewrite -subr_ge0 in h1; rewrite -subr_ge0 in h2; rewrite -subr_ge0.
  by apply: le_trans (addr_ge0 h1 h2) _; apply: le_of_eq; field.
have c0 : 0 <= m%:R^-1 * (s%:R / 2%:R) :> F by rewrite mulr_ge0 ?divr_ge0 ?invr_ge0 ?ler0n.
rewrite mulrA; apply: le_trans (ler_wpmul2l c0 h); apply: le_of_eq.
by field; rewrite lt0r_neq0.
Qed.

End Networks.

(** ** The complexity *)

Section Complexity.
Variables (F : rcfType) (exp ln : F -> F) (m n s : nat) (p : 'I_m -> cube [ord n]).
Variables (W B delta r : F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (m0 : (0 < m)%N) (W0 : 0 <= W) (d0 : 0 < delta) (d1 : delta < 1).
Hypothesis bB : W * Num.sqrt (2%:R * ln delta^-1) <= B.

Lemma rare_complexity_ge q : (q <= m)%N -> 16%:R * q%:R * ln delta^-1 <= n%:R ->
  is_rademacher_of (fun i => pt F (p i)) (fun net : network F [ord n] [ord s] =>
    avg (fun v : cube [ord n] => (active net (pt F v) != set0)%:R) <= delta
    /\ scale net (W ^+ 2) B) r ->
  s%:R * W * Num.sqrt (q%:R * n%:R / 2%:R) / (4%:R * m%:R) <= r.
Proof.
move=> qm few rad; pose Q : {set 'I_m} := [set i : 'I_m | (i < q)%N].
have cQ : #|Q| = q.
  rewrite -sum1_card (eq_bigl (fun i : 'I_m => (i < q)%N)) => [|i]; last by rewrite inE.
  by rewrite (big_ord_narrow qm) sum_nat_const card_ord muln1.
rewrite -cQ in few *.
apply: le_trans (mean_correlation_ge s p log m0 W0 d0 d1 few) _.
apply: rademacher_of_ge rad => zeta; split; last by apply: scale_both.
by apply: (rare_both _ _ _ expP log lnK).
Qed.

Lemma rare_complexity_ge_all : 16%:R * m%:R * ln delta^-1 <= n%:R ->
  is_rademacher_of (fun i => pt F (p i)) (fun net : network F [ord n] [ord s] =>
    avg (fun v : cube [ord n] => (active net (pt F v) != set0)%:R) <= delta
    /\ scale net (W ^+ 2) B) r ->
  s%:R * W * Num.sqrt n%:R / (4%:R * Num.sqrt (2%:R * m%:R)) <= r.
Proof.
move=> few rad; apply: le_trans (rare_complexity_ge (leqnn m) few rad); apply: le_of_eq.
have mF : 0 < m%:R :> F by rewrite ltr0n.
have r0 : Num.sqrt (2%:R * m%:R) != 0 :> F by rewrite gt_eqF // sqrtr_gt0 mulr_gt0 ?ltr0n.
have e : Num.sqrt (m%:R * n%:R / 2%:R) * Num.sqrt (2%:R * m%:R) = m%:R * Num.sqrt n%:R :> F.
  rewrite -sqrtrM ?divr_ge0 ?mulr_ge0 ?ler0n //.
  rewrite (_ : _ * _ = m%:R ^+ 2 * n%:R); last by field.
  by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm ?ler0n.
apply: (mulIf (lt0r_neq0 mF)); apply: (mulIf r0).
move: (Num.sqrt (2%:R * _)) (Num.sqrt (_ / _)) (Num.sqrt n%:R) r0 e => u v w u0 e.
rewrite (_ : _ / (4%:R * u) * _ * u = s%:R * W / 4%:R * (m%:R * w)); last by field.
by rewrite -e; field; rewrite gt_eqF.
Qed.

End Complexity.
