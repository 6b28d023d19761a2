(** * Theorem 17 as printed is false, for every constant

   The targets are 0 and -W sigma(x) on the line, as in Lemma 18, with n = s = k = R = 1 and
   B = 0.  At eps = 1 the logarithm of the printed number is 0, and the number does not depend
   on W.  At eps = 1/2 the logarithm is ln 2, and ln(1/delta) lacks the factor W^2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning averages cube logarithm lemma_18.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Line.
Variable F : realFieldType.
Variables (m : nat) (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m).
Hypothesis p_distribution : distribution p.

(** k copies of the neuron of a target. *)
Definition copies_net (k : nat) (lam : F) (t : bool)
    : network F [ord 1] [ord k] := fun=> target_net lam t ord0.
Arguments copies_net : clear implicits.

Lemma copies_net_eval (k : nat) (lam : F) t (x : F) : 0 <= lam ->
  eval (copies_net k lam t) (fun=> x) = target (k%:R * lam) t x.
Proof.
move=> l0; have := target_net_eval t x l0; rewrite /eval big_ord1 => e.
rewrite (eq_bigr (fun=> target lam t x)) => [|j _]; last by rewrite -e.
rewrite sumr_const card_ord -[_ *+ k]mulr_natl /target; case: t {e}; last by rewrite mulr0.
by rewrite mulrN mulrA.
Qed.

Lemma copies_net_class (k : nat) (lam : F) t :
  in_class (@line F) k (lam ^+ 2) 0 (copies_net k lam t).
Proof.
split; first by move=> i; apply: leq_trans (max_card _) _; rewrite card_ord.
by have [_ [sW sB]] := @target_net_class F lam t bool (sign F); split=> i j; [apply: sW|apply: sB].
Qed.

Lemma sample_ext (h h' : F -> F) (w : {ffun 'I_m -> bool}) : h =1 h' -> sample h w = sample h' w.
Proof. by move=> e; apply/ffunP => i; rewrite !ffunE e. Qed.

Lemma half_loss_ext (q : F) (g h h' : F -> F) : h =1 h' -> half_loss q g h = half_loss q g h'.
Proof. by move=> e; apply: eq_bigr => b _; rewrite e. Qed.

Lemma fails_on_line (k : nat) (W eps delta q : F) : 0 <= W -> 0 <= q -> q <= 1 ->
  delta < (1 - q) ^+ m / 2%:R -> eps < q * (k%:R * W) ^+ 2 / 8%:R ->
  learner_fails_on_line p A k k W 0 eps delta q.
Proof.
move=> W0 q0 q1 dq eq; have [t Ht] := randomised_fails A p_distribution (k%:R * W) q0 q1.
exists (copies_net k W t); first exact: copies_net_class.
have hE : (fun x : F => eval (copies_net k W t) (fun=> x)) =1 target (k%:R * W) t.
  by move=> x; apply: copies_net_eval.
cbv zeta; apply: lt_le_trans dq _; apply: le_trans Ht _; apply: ler_sum => o _.
apply: ler_wpmul2l; first by case: p_distribution.
apply: prob_mono => // w Hw; rewrite (sample_ext _ hE) (half_loss_ext _ _ hE) half_lossE.
apply: lt_le_trans eq _; rewrite ler_pdivl_mulr ?ltr0n //; apply: le_trans Hw.
by apply: le_of_eq; field.
Qed.

End Line.

Section Sizes.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis log : is_logarithm ln.

(** At eps = 1 the printed number does not depend on W. *)
Lemma size_at_one (c W delta : F) :
  theorem_17_size ln c 1 1 1 W 1 0 1 delta = c * ln delta^-1.
Proof. by rewrite /theorem_17_size addr0 !mulr1 divr1 (ln1 log) mulr0 add0r expr1n divr1. Qed.

Lemma size_at_half (c W delta : F) :
  theorem_17_size ln c 1 1 1 W 1 0 2%:R^-1 delta
  = 4%:R * c * (W ^+ 2 * ln 2%:R + ln delta^-1).
Proof.
rewrite /theorem_17_size !addr0 !mulr1 mul1r invrK -exprVn invrK.
by move: (ln _) (ln _) => a b; ring.
Qed.

Lemma fails_at_one_randomised (c delta : F) (M : nat) : 0 <= delta -> delta < 2%:R^-1 ->
  theorem_17_size ln c 1 1 1 1 1 0 1 delta <= M%:R ->
  exists W q : F, [/\ 0 < W, 0 < q, q < 1, theorem_17_size ln c 1 1 1 W 1 0 1 delta <= M%:R
    & forall (m : nat) (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m),
      distribution p -> (m <= M)%N -> learner_fails_on_line p A 1 1 W 0 1 delta q].
Proof.
move=> d0 d2; rewrite size_at_one => cM; have two : 0 <= 2%:R :> F by rewrite ler0n.
have d1 : 2%:R * delta < 1 by rewrite mulrC -ltr_pdivl_mulr ?ltr0n // div1r.
have [q [W [q0 q1 W0 dq el]]] := choose_instance M two (mulr_ge0 two d0) d1.
exists W, q; split=> // [|m Coins p A pd mM]; first by rewrite size_at_one.
apply: fails_on_line; rewrite ?(ltW W0) ?(ltW q0) ?(ltW q1) //.
  rewrite ltr_pdivl_mulr ?ltr0n // mulrC; apply: lt_le_trans dq _.
  by apply: ler_wiexpn2l => //; rewrite ?subr_ge0 ?ger_addl ?oppr_le0 ltW.
rewrite mul1r (_ : q * W ^+ 2 / 8%:R = q * W ^+ 2 / 4%:R / 2%:R); last by field.
by rewrite ltr_pdivl_mulr ?ltr0n // mul1r.
Qed.

(** With WR + B = 1 and s = k the logarithm is 0 at eps = k. *)
Lemma size_at_k (c delta : F) (k : nat) : (0 < k)%N ->
  theorem_17_scaled_size ln c 1 k k 1 1 0 k%:R delta = c * ln delta^-1 / k%:R ^+ 2.
Proof.
move=> k0; have kn : k%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
by rewrite /theorem_17_scaled_size !addr0 !mulr1 divff // (ln1 log) mulr0 add0r expr1n mulr1.
Qed.

End Sizes.

Section Archimedean.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis log : is_logarithm ln.
Hypothesis above : forall t : F, exists M : nat, t <= M%:R.

Lemma no_constant_17 :
  ~ exists c : F, forall W eps delta : F, 0 < W -> 0 < eps -> 0 < delta -> delta < 1 ->
      learnable_on_line (theorem_17_size ln c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof.
case=> c H; pose delta : F := 4%:R^-1.
have d0 : 0 < delta by rewrite invr_gt0 ltr0n.
have d2 : delta < 2%:R^-1 by rewrite ltf_pinv ?posrE ?ltr0n // ltr_nat.
have d1 : delta < 1 by rewrite invf_lt1 ?ltr0n // ltr1n.
have [M HM] := above (Num.max 0 (c * ln delta^-1) + 1).
have cM : theorem_17_size ln c 1 1 1 1 1 0 1 delta <= M%:R.
  rewrite size_at_one //; apply: le_trans HM; apply: ler_paddr; first exact: ler01.
  by rewrite le_maxr lexx orbT.
have [W [q [W0 q0 q1 _ fails]]] := fails_at_one_randomised log (ltW d0) d2 cM.
have [m [Coins [p [A [pd mle ok]]]]] := H W 1 delta W0 ltr01 d0 d1.
apply: (ok q (ltW q0) (ltW q1)); apply: fails => //.
by rewrite -(ler_nat F); apply: le_trans mle _; rewrite size_at_one.
Qed.

(** ln(1 - q) >= -2q for q <= 1/2. *)
Lemma ln_sub_ge (q : F) : 0 < q -> q <= 2%:R^-1 -> - (2%:R * q) <= ln (1 - q).
Proof.
move=> q0 q2; have q1 : 0 < 1 - q.
  by rewrite subr_gt0; apply: le_lt_trans q2 _; rewrite invf_lt1 ?ltr0n // ltr1n.
apply: le_trans (ln_ge log q1); rewrite -subr_ge0.
rewrite (_ : _ - _ = q * (1 - 2%:R * q) / (1 - q)); last by field; rewrite gt_eqF.
rewrite divr_ge0 ?(ltW q1) // mulr_ge0 ?(ltW q0) // subr_ge0.
by rewrite -ler_pdivl_mull ?ltr0n // mulr1.
Qed.

(** With q = 1/(16 C) no point of a sample is drawn with a probability above 2 delta, for
    delta = 2^(-82 C) and up to 648 C^2 ln 2 + 1 points. *)
Lemma unseen_often (C m : nat) (q : F) : (5 <= C)%N -> q = (16%:R * C%:R)^-1 ->
  m%:R <= 648%:R * C%:R ^+ 2 * ln 2%:R + 1 -> 2%:R^-1 ^+ (82 * C) < (1 - q) ^+ m / 2%:R.
Proof.
move=> C5 qE mle; have {}C5 : 5%:R <= C%:R :> F by rewrite ler_nat.
have cF : 0 < C%:R :> F by apply: lt_le_trans C5; rewrite ltr0n.
have c16 : 0 < 16%:R * C%:R :> F by rewrite mulr_gt0 // ltr0n.
have q0 : 0 < q by rewrite qE invr_gt0.
have cn : C%:R != 0 :> F by rewrite gt_eqF.
have qC : q * C%:R = 16%:R^-1 by rewrite qE; field.
have q80 : q <= 80%:R^-1.
  rewrite qE lef_pinv ?posrE // ?ltr0n // (_ : 80%:R = 16%:R * 5%:R); last by rewrite -natrM.
  by rewrite ler_wpmul2l ?ler0n.
have q2 : q <= 2%:R^-1 by apply: le_trans q80 _; rewrite lef_pinv ?posrE ?ltr0n // ler_nat.
have q1 : 0 < 1 - q.
  by rewrite subr_gt0; apply: le_lt_trans q2 _; rewrite invf_lt1 ?ltr0n // ltr1n.
have l2 := ln2_ge log; have l20 : 0 < ln 2%:R := ln2_gt0 log; case: (log) => lnM _.
have p0 : 0 < (1 - q) ^+ m / 2%:R by rewrite divr_gt0 ?exprn_gt0 ?ltr0n.
rewrite ltNge; apply/negP => le; have := ln_mono log p0 le; apply/negP; rewrite -ltNge.
rewrite lnM ?exprn_gt0 ?invr_gt0 ?ltr0n // !(lnX log) ?invr_gt0 ?ltr0n // !(lnV log) ?ltr0n //.
rewrite natrM; apply: (@lt_le_trans _ _ (m%:R * (- (2%:R * q)) - ln 2%:R)); last first.
  by rewrite ler_add2r; apply: ler_wpmul2l; rewrite ?ler0n // ln_sub_ge.
have mq : m%:R * (2%:R * q) <= 81%:R * C%:R * ln 2%:R + 40%:R^-1.
  apply: (@le_trans _ _ ((648%:R * C%:R ^+ 2 * ln 2%:R + 1) * (2%:R * q))).
    by apply: ler_wpmul2r; rewrite ?mulr_ge0 ?ler0n // ltW.
  rewrite (_ : _ * _ = 1296%:R * C%:R * ln 2%:R * (q * C%:R) + 2%:R * q); last by ring.
  rewrite qC; apply: ler_add; first by apply: le_of_eq; field.
  by rewrite (_ : 40%:R^-1 = 2%:R * 80%:R^-1) ?ler_pmul2l ?ltr0n //; field.
have e (c L r : F) : - r - L - 82%:R * c * - L = (81%:R * c * L + 40%:R^-1 - r)
    + (c - 5%:R) * L + (4%:R * (L - 2%:R^-1) + 79%:R / 40%:R) by field.
rewrite -subr_gt0 [m%:R * _]mulrN e.
apply: ltr_paddl; first by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 ?(ltW l20).
by apply: ltr_paddl; rewrite ?mulr_ge0 ?ler0n ?subr_ge0 ?divr_gt0 ?ltr0n.
Qed.

(** The same where the logarithm is at least ln 2. *)
Lemma no_constant_17_positive :
  ~ exists c : F, forall W eps delta : F, 0 < W -> 0 < eps -> 2%:R * eps <= 1 -> 0 < delta ->
      delta < 1 ->
      learnable_on_line (theorem_17_size ln c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof.
case=> c H; have [D0 cD0] := above c; pose D := D0.+1; pose C := (5 * D ^ 2)%N.
have cD : c <= D%:R by apply: le_trans cD0 _; rewrite ler_nat leqnSn.
have D1 : (0 < D)%N by [].
have C0 : (0 < C)%N by rewrite muln_gt0 expn_gt0.
have cC : c <= C%:R.
  apply: le_trans cD _; rewrite ler_nat /C -[X in (X <= _)%N]mul1n; apply: leq_mul => //.
  by rewrite -{1}[D]expn1; apply: leq_pexp2l.
pose W : F := (20 * D)%:R; have W0 : 0 < W by rewrite ltr0n muln_gt0.
have W2 : W ^+ 2 = 80%:R * C%:R by rewrite /W -natrX -natrM; rewrite /C expnMn mulnA.
have C5 : (5 <= C)%N by rewrite /C leq_pmulr ?expn_gt0.
clearbody W C; pose q : F := (16%:R * C%:R)^-1.
have cF : 0 < C%:R :> F by rewrite ltr0n.
have cn : C%:R != 0 :> F by rewrite gt_eqF.
have q0 : 0 < q by rewrite invr_gt0 mulr_gt0 ?ltr0n.
have qC : q * C%:R = 16%:R^-1 by rewrite /q; field.
pose delta : F := 2%:R^-1 ^+ (82 * C).
have e0 : 0 < 2%:R^-1 :> F by rewrite invr_gt0 ltr0n.
have d0 : 0 < delta by rewrite exprn_gt0.
have half1 : 2%:R^-1 < 1 :> F by rewrite invf_lt1 ?ltr0n // ltr1n.
have d1 : delta < 1 by rewrite exprn_ilt1 ?(ltW e0) // -lt0n muln_gt0.
have l20 : 0 < ln 2%:R := ln2_gt0 log.
have L : ln delta^-1 = 82%:R * C%:R * ln 2%:R.
  by rewrite /delta -exprVn invrK (lnX log) ?ltr0n // natrM.
have e1 : 2%:R * 2%:R^-1 <= 1 :> F by rewrite mulfV ?pnatr_eq0.
have [m [Coins [p [A [pd mle ok]]]]] := H W 2%:R^-1 delta W0 e0 e1 d0 d1.
have mle' : m%:R <= 648%:R * C%:R ^+ 2 * ln 2%:R + 1.
  apply: le_trans mle _; rewrite ler_add2r le_maxl; apply/andP; split.
    by rewrite !mulr_ge0 ?exprn_ge0 ?ler0n // ltW.
  rewrite size_at_half W2 L.
  rewrite [80%:R * C%:R * _ + _](_ : _ = 162%:R * C%:R * ln 2%:R); last by ring.
  rewrite [X in _ <= X](_ : _ = 4%:R * C%:R * (162%:R * C%:R * ln 2%:R)); last by ring.
  apply: ler_wpmul2r; first by rewrite !mulr_ge0 ?ler0n // ltW.
  by apply: ler_wpmul2l; rewrite ?ler0n.
have q1 : q <= 1 by rewrite invf_le1 ?mulr_gt0 ?ltr0n // -natrM ler1n muln_gt0.
apply: (ok q (ltW q0) q1); apply: fails_on_line => //; rewrite ?(ltW W0) ?(ltW q0) //; last first.
  by rewrite mul1r W2 mulrCA qC -subr_gt0 (_ : _ - _ = 8%:R^-1) ?invr_gt0 ?ltr0n //; field.
exact: unseen_often mle'.
Qed.

(** For WR + B = 1, and so with any power of WR + B in front: a factor k^2 is missing too. *)
Lemma no_constant_17_scaled :
  ~ exists c : F, forall (k : nat) (eps delta : F), (0 < k)%N -> 0 < eps -> 0 < delta ->
      delta < 1 ->
      learnable_on_line (theorem_17_scaled_size ln c 1 k k 1 1 0 eps delta) k k 1 0 eps delta.
Proof.
case=> c H; have [M cM] := above c; pose k := (17 + 5 * M)%N.
have k0 : (0 < k)%N by [].
have kF : 0 < k%:R :> F by rewrite ltr0n.
have k1 : 1 <= k%:R :> F by rewrite ler1n.
have k5 : M%:R * 5%:R <= k%:R :> F by rewrite -natrM ler_nat mulnC /k leq_addl.
have k16 : 16%:R < k%:R :> F by rewrite ltr_nat.
clearbody k; pose delta : F := 2%:R^-1 ^+ 5.
have half1 : 2%:R^-1 < 1 :> F by rewrite invf_lt1 ?ltr0n // ltr1n.
have half0 : 0 < 2%:R^-1 :> F by rewrite invr_gt0 ltr0n.
have d0 : 0 < delta by rewrite exprn_gt0.
have d1 : delta < 1 by rewrite exprn_ilt1 // ltW.
have l20 := ln2_gt0 log.
have l21 : ln 2%:R <= 1.
  case: (log) => _ /(_ 2%:R) le; apply: le_trans (le _) _; first by rewrite ltr0n.
  by rewrite ler_subl_addr -(natrD F 1 1).
have L : ln delta^-1 = 5%:R * ln 2%:R by rewrite /delta -exprVn invrK (lnX log) ?ltr0n.
have [m [Coins [p [A [pd mle ok]]]]] := H k k%:R delta k0 kF d0 d1.
have m2 : (m <= 2)%N.
  rewrite -(ler_nat F); apply: le_trans mle _; rewrite size_at_k // L.
  rewrite -[2%:R]/(1 + 1) ler_add2r le_maxl ler01 /= ler_pdivr_mulr ?exprn_gt0 // mul1r.
  apply: (@le_trans _ _ (M%:R * 5%:R)); last first.
    by apply: le_trans k5 _; rewrite expr2 ler_pmulr.
  apply: (@le_trans _ _ (M%:R * (5%:R * ln 2%:R))).
    by apply: ler_wpmul2r cM; rewrite mulr_ge0 ?ler0n // ltW.
  by apply: ler_wpmul2l; rewrite ?ler0n // ger_pmulr ?ltr0n.
apply: (ok 2%:R^-1 (ltW half0) (ltW half1)).
apply: (fails_on_line A pd ler01 (ltW half0) (ltW half1)).
- have -> : 1 - 2%:R^-1 = 2%:R^-1 :> F by field.
  apply: (@lt_le_trans _ _ (2%:R^-1 ^+ 2 / 2%:R)); last first.
    by apply: ler_wpmul2r; rewrite ?(ltW half0) //; apply: ler_wiexpn2l; rewrite ?ltW.
  by rewrite -subr_gt0 /delta (_ : _ - _ = 3%:R / 32%:R) ?divr_gt0 ?ltr0n //; field.
rewrite mulr1 -subr_gt0 (_ : _ - _ = k%:R * (k%:R - 16%:R) / 16%:R); last by field.
by rewrite divr_gt0 ?ltr0n // mulr_gt0 // subr_gt0.
Qed.

End Archimedean.
