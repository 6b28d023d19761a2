(** * What every learner needs for a small delta

   On the points x and -x of norm R, for B <= WR, k copies of a neuron along x have the value
   k (WR + B) at x and 0 at -x.  With a mass q a little above 8 eps/C^2 at x, C = k (WR + B), a
   learner fails on 0 or on minus this network with a probability of at least (1 - q)^m/2, which is above
   delta if m < (C^2/(8 eps) - 1) ln(1/(2 delta)). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning definitions_distributions averages
  cube exponential logarithm product_spaces one_point lemma_18 lemma_18_networks.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Opposite.
Variables (F : rcfType) (n s k : nat) (x0 : 'I_n -> F) (W B R : F).
Hypotheses (ks : (k <= s)%N) (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R) (BW : B <= W * R).
Hypothesis xR : normsq x0 = R ^+ 2.
Local Notation H := (networks_on s k (opposite x0) W B).
Local Notation C := (k%:R * (W * R + B)).

Definition copies_along (u : F) : network F [ord n] [ord s] := fun j =>
  if (j < k)%N then Neuron u (fun e => W / R * x0 e) (- B) else Neuron 0 (fun=> 0) 0.

Lemma copies_along_values (u : F) : u ^+ 2 <= 1 -> H (fun b => u * (C * b%:R)).
Proof.
move=> u1; have uN : `|u| <= 1 by rewrite -(@ler_sqr F) ?nnegrE // real_normK ?num_real ?expr1n.
exists (copies_along u).
  split=> [i|].
    rewrite -[X in (_ <= X)%N](card_below ks); apply: subset_leq_card; apply/subsetP => j.
    by rewrite !inE /copies_along; case: ltnP => // _; rewrite preact_none ltxx.
  have n0 : normsq ((fun=> 0) : 'I_n -> F) = 0.
    by rewrite /normsq /dot big1 // => e _; rewrite mul0r.
  have nW := @normsq_one_point F n (fun=> x0) W R xR.
  have nn : 0 <= normsq (fun e => W / R * x0 e).
    by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
  split=> i j; rewrite /copies_along; case: ltnP => _ /=; case: ltnP => _ /=;
    rewrite ?expr0n ?mul0r ?n0 ?mulr0 ?normr0 ?mul0r ?mulr0 ?sqr_ge0 //.
    by apply: le_trans nW; rewrite ler_pimull.
  by rewrite normrN (ger0_norm B0) ler_pimull.
move=> b; rewrite /eval.
rewrite (eq_bigr (fun j : 'I_s => if (j < k)%N then u * ((W * R + B) * b%:R) else 0)); last first.
  move=> j _; rewrite /copies_along; case: ltnP => _ /=; last by rewrite mul0r.
  rewrite /preact /= opprK (_ : dot _ _ = sign F b * (W * R)); last first.
    rewrite -(@dot_one_point F n (fun=> x0) W R xR) /dot mulr_sumr; apply: eq_bigr => e _.
    by rewrite /opposite mulrCA.
  congr (_ * _); case: b; rewrite /sign /relu ?mul1r ?mulr1 ?mulN1r ?mulr0.
    by rewrite (max_idPr _) // addr_ge0 ?mulr_ge0.
  by rewrite (max_idPl _) // addrC subr_le0.
rewrite -big_mkcond -(big_ord_widen s (fun=> u * ((W * R + B) * b%:R)) ks).
by rewrite sumr_const card_ord -[_ *+ k]mulr_natl; ring.
Qed.

Variables (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Variables (m : nat) (eps delta : F).
Hypotheses (e0 : 0 < eps) (d0 : 0 < delta) (d2 : delta < 2%:R^-1).
Hypothesis few : m%:R < (C ^+ 2 / (8%:R * eps) - 1) * ln (2%:R * delta)^-1.

Lemma every_learner_fails (Coins : finType) (p : Coins -> F)
    (A : Coins -> finite_learner F [finType of bool] m) : distribution p ->
  exists D h, [/\ distribution D, H h & delta < \sum_o p o * probability (product D)
    (fun w : {ffun 'I_m -> bool} => eps < loss_under D (A o (with_labels h w)) h)].
Proof.
move=> pd; have := few; set L := ln _; set Q := C ^+ 2 / (8%:R * eps) => lt_m.
have dd : 0 < 2%:R * delta by rewrite mulr_gt0 ?ltr0n.
have L0 : 0 < L.
  have d21 : 2%:R * delta < 1 by rewrite mulrC -ltr_pdivl_mulr ?ltr0n // div1r.
  rewrite /L (lnV log) // oppr_gt0; case: log => _ /(_ _ dd) le; apply: le_lt_trans le _.
  by rewrite subr_lt0.
have {}lt_m : m%:R / L < Q - 1 by rewrite ltr_pdivr_mulr.
have m0 : 0 <= m%:R / L by rewrite divr_ge0 ?ler0n ?ltW.
pose v := (m%:R / L + (Q - 1)) / 2%:R.
have v_lo : m%:R / L < v by rewrite /v midf_lt.
have v_hi : v < Q - 1 by rewrite /v midf_lt.
have v0 : 0 < v := le_lt_trans m0 v_lo.
pose q := (v + 1)^-1; have v1 : 0 < v + 1 by rewrite addr_gt0 ?ltr01.
have q0 : 0 < q by rewrite invr_gt0.
have q1 : q <= 1 by rewrite invf_le1 // ler_addr ltW.
have qE : 1 - q = v * q by rewrite /q; field; rewrite gt_eqF.
have big : eps < q * C ^+ 2 / 8%:R.
  have : v + 1 < Q by rewrite -ltr_subr_addr.
  rewrite /Q ltr_pdivl_mulr ?mulr_gt0 ?ltr0n // => lt.
  have e8 : 0 < (v + 1) * 8%:R by rewrite mulr_gt0 ?ltr0n.
  rewrite (_ : q * C ^+ 2 / 8%:R = C ^+ 2 / ((v + 1) * 8%:R)); last first.
    by rewrite /q; field; rewrite gt_eqF.
  by rewrite ltr_pdivl_mulr // (_ : eps * _ = (v + 1) * (8%:R * eps)) //; ring.
have often : delta < (1 - q) ^+ m / 2%:R.
  rewrite ltr_pdivl_mulr ?ltr0n // mulrC -[X in X < _](lnK dd).
  have -> : ln (2%:R * delta) = - L by rewrite /L (lnV log) ?opprK.
  apply: (@lt_le_trans _ _ (exp (m%:R * - v^-1))).
    rewrite mulrN -subr_gt0.
    have lt : m%:R * v^-1 < L by rewrite ltr_pdivr_mulr // mulrC -ltr_pdivr_mulr.
    have -> : exp (- L) = exp (- (m%:R * v^-1)) * exp (- (L - m%:R * v^-1)).
      by rewrite -(expD expP); congr exp; ring.
    rewrite -{1}[exp (- (m%:R * _))]mulr1 -mulrBr mulr_gt0 ?(exp_gt0 expP) // subr_gt0.
    set t := L - _; have t0 : 0 < t by rewrite subr_gt0.
    have e1 : 1 < exp t by apply: lt_le_trans (exp_ge expP _); rewrite ltr_addl.
    by rewrite -(ltr_pmul2l (lt_trans ltr01 e1)) (expN expP) mulr1.
  rewrite (exp_natl expP); apply: ler_expn2r.
  - by rewrite nnegrE ltW // (exp_gt0 expP).
  - by rewrite nnegrE subr_ge0.
  have ev := exp_gt0 expP v^-1; rewrite -(ler_pmul2l ev) (expN expP).
  have z0 : 0 <= 1 - q by rewrite subr_ge0.
  apply: le_trans (ler_wpmul2r z0 (exp_ge expP _)); apply: le_of_eq.
  by rewrite qE /q; field; rewrite !gt_eqF.
have targets u : u = 0 \/ u = -1 -> H (fun b => u * (C * b%:R)).
  by case=> ->; apply: copies_along_values; rewrite ?sqrrN ?expr1n ?expr0n ?ler01.
have [h Hh le] := two_targets_fail A targets pd (ltW q0) q1.
exists (mass q), h; split=> //.
  split=> [b|]; first exact: mass_ge0 (ltW q0) q1.
  by rewrite big_bool /mass /= addrCA subrr addr0.
apply: lt_le_trans often _; apply: le_trans le _; apply: ler_sum => o _.
apply: ler_wpmul2l; first by case: pd.
by apply: prob_mono; rewrite ?(ltW q0) // => w; apply: lt_le_trans.
Qed.

End Opposite.
