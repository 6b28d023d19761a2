(** * The constant below is the root of 2

   For real g >= 2, c = ceil(g^6) and t = floor(g^4) the exponent of half_probability.v is at most
   g^2 + 4/3, and (2y - a)/sqrt a is about sqrt 2 g.  With a^3 / pi columns or more the ratio of
   Theorem H* is at least sqrt 2 g (1 - 3/(2 g^4)), at every m with ln m >= g^2 + 36 ln g + 7.3. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages logarithm logarithm_values exponential
  half_counts half_probability theorem_h_star rademacher padding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Growth.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall u, 0 < u -> exp (ln u) = u.

Lemma ln_exp_le u : ln (exp u) <= u.
Proof.
have e : exp (ln (exp u) - u) = 1 by rewrite (expD expP) lnK ?(exp_gt0 expP) // (expN expP).
by have := exp_ge expP (ln (exp u) - u); rewrite e ger_addl subr_le0.
Qed.

(** The factors that tend to 1. *)
Lemma three_factors (al s rb r : F) : 2%:R <= al -> al ^+ 2 <= s -> al ^+ 3 <= r -> 0 <= rb ->
  rb <= r + 2%:R^-1 ->
  1 - 3%:R / al ^+ 2 <= (1 - s^-1) * ((r - 2%:R^-1) / (al + rb + 1)).
Proof.
move=> al2 als ral rb0 rble; have al0 : 0 < al by apply: lt_le_trans al2; rewrite ltr0n.
have q0 : 0 < al ^+ 2 by rewrite exprn_gt0.
have four : 4%:R <= al ^+ 2.
  by rewrite (natrM F 2 2) expr2 ler_pmul ?ler0n.
have M0 : 0 < al + rb + 1 by rewrite ltr_paddl ?ltr01 ?addr_ge0 // ltW.
have u0 : 0 <= 1 - (al ^+ 2)^-1 by rewrite subr_ge0 invf_le1 // (le_trans _ four) // ler1n.
have v0 : 0 <= 1 - 2%:R / al ^+ 2.
  by rewrite subr_ge0 ler_pdivr_mulr // mul1r (le_trans _ four) // ler_nat.
have u_ge : 1 - (al ^+ 2)^-1 <= 1 - s^-1.
  by rewrite ler_sub // lef_pinv ?posrE // (lt_le_trans q0).
have v_ge : 1 - 2%:R / al ^+ 2 <= (r - 2%:R^-1) / (al + rb + 1).
  rewrite ler_pdivl_mulr //.
  apply: (@le_trans _ _ ((1 - 2%:R / al ^+ 2) * (al + (r + 2%:R^-1) + 1))).
    by apply: ler_wpmul2l v0 _ _ _; rewrite ler_add2r ler_add2l.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = (al - 2%:R) + (2%:R / al + 3%:R / al ^+ 2)
    + 2%:R / al ^+ 2 * (r - al ^+ 3)); last by field; rewrite gt_eqF.
  apply: addr_ge0; last by rewrite mulr_ge0 ?divr_ge0 ?subr_ge0 ?ler0n ?(ltW q0).
  by rewrite addr_ge0 ?subr_ge0 // addr_ge0 ?divr_ge0 ?ler0n ?(ltW q0) ?(ltW al0).
apply: le_trans (ler_pmul u0 v0 u_ge v_ge).
rewrite -subr_ge0 [X in 0 <= X](_ : _ = 2%:R / al ^+ 4); last by field; rewrite gt_eqF.
by rewrite divr_ge0 ?ler0n ?exprn_ge0 ?(ltW al0).
Qed.

(** Roots. *)
Lemma two_le_root n : (8 <= n)%N -> 2%:R <= Num.sqrt n%:R :> F.
Proof.
move=> n8; have -> : 2%:R = Num.sqrt 4%:R :> F.
  by rewrite (natrM F 2 2) -expr2 sqrtr_sqr normr_nat.
by apply: ler_wsqrtr; rewrite ler_nat (leq_trans _ n8).
Qed.

Lemma root_double_ge n : n%:R <= Num.sqrt (n * n).*2.+1%:R :> F.
Proof.
have e : n%:R = Num.sqrt (n * n)%:R :> F by rewrite natrM -expr2 sqrtr_sqr normr_nat.
by rewrite [X in X <= _]e; apply: ler_wsqrtr; rewrite ler_nat -addnn -addSn leq_addl.
Qed.

Lemma root_cube_le (al u : F) n : 0 <= al -> al ^+ 2 = n%:R -> n%:R ^+ 3 <= u ->
  al ^+ 3 <= Num.sqrt u.
Proof.
move=> al0 alE le; have e : al ^+ 3 = Num.sqrt (n%:R ^+ 3).
  by rewrite -alE -exprM mulnC exprM sqrtr_sqr ger0_norm ?exprn_ge0.
by rewrite e; apply: ler_wsqrtr.
Qed.

Lemma root_succ_le (be : F) n : 1 <= be -> n%:R <= be + 1 ->
  Num.sqrt n%:R <= Num.sqrt be + 2%:R^-1.
Proof.
move=> be1 nb; have r1 : 1 <= Num.sqrt be by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr.
have rr : Num.sqrt be ^+ 2 = be by rewrite sqr_sqrtr // (le_trans ler01).
have z0 : 0 <= Num.sqrt be + 2%:R^-1 by rewrite addr_ge0 ?sqrtr_ge0 ?invr_ge0 ?ler0n.
rewrite -[X in _ <= X](ger0_norm z0) -sqrtr_sqr; apply: ler_wsqrtr; apply: le_trans nb _.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = (Num.sqrt be - 1) + 4%:R^-1); last first.
  by move: (Num.sqrt be) rr => r <-; field.
by rewrite addr_ge0 ?subr_ge0 ?invr_ge0 ?ler0n.
Qed.

(** The factors of the ratio, up to sqrt 2 x: t/sqrt c, 1 - 3/a, and the share of the points that are
    no copies. *)
Lemma growth_factors (x t u a share : F) : 2%:R <= x -> x ^+ 4 - 1 <= t -> 0 < u ->
  u ^+ 2 <= x ^+ 6 + 1 -> 2%:R * x ^+ 6 <= a -> 1 - (a ^+ 3)^-1 <= share ->
  x * (1 - 3%:R / (2%:R * x ^+ 4)) <= share * (t / u * (1 - 3%:R / a)).
Proof.
move=> x2 tx u0 ux ax sh; have x0 : 0 < x by apply: lt_le_trans x2; rewrite ltr0n.
have pow n : 0 < x ^+ n := exprn_gt0 n x0.
have x4 : 1 <= x ^+ 4 by rewrite exprn_ege1 // (le_trans _ x2) // ler1n.
pose r := (x ^+ 6)^-1; have r0 : 0 < r by rewrite invr_gt0.
have r64 : r <= 64%:R^-1.
  rewrite lef_pinv ?posrE ?ltr0n // (_ : 64%:R = 2%:R ^+ 6); last by rewrite -natrX.
  by apply: ler_expn2r x2; rewrite nnegrE ?ler0n ?ltW.
have small n : (0 < n)%N -> (n <= 8)%N -> 0 <= 1 - n%:R * r / 2%:R.
  move=> n0 n8; rewrite subr_ge0 ler_pdivr_mulr ?ltr0n // mul1r.
  apply: le_trans (ler_wpmul2l (ler0n _ _) r64) _; rewrite ler_pdivr_mulr ?ltr0n //.
  by rewrite -natrM ler_nat; lia.
have a0 : 0 < a by apply: lt_le_trans ax; rewrite mulr_gt0 ?ltr0n.
have aV : a^-1 <= r / 2%:R.
  by rewrite -invfM mulrC lef_pinv ?posrE ?mulr_gt0 ?ltr0n.
have a_ge : 1 - 3%:R * r / 2%:R <= 1 - 3%:R / a.
  by rewrite ler_add2l ler_opp2 -mulrA; apply: ler_wpmul2l aV; rewrite ler0n.
have sh_ge : 1 - r ^+ 3 / 8%:R <= share.
  apply: le_trans sh; rewrite ler_add2l ler_opp2 -exprVn.
  apply: (@le_trans _ _ ((r / 2%:R) ^+ 3)); last by apply: le_of_eq; field.
  by apply: ler_expn2r aV; rewrite nnegrE ?divr_ge0 ?(ltW r0) ?invr_ge0 ?ler0n ?(ltW a0).
have r3 : r ^+ 3 <= 1 by rewrite exprn_ile1 ?(ltW r0) // (le_trans r64) // invf_le1 ?ler1n ?ltr0n.
have sh0 : 0 <= 1 - r ^+ 3 / 8%:R.
  by rewrite subr_ge0 ler_pdivr_mulr ?ltr0n // mul1r (le_trans r3) // ler1n.
have uV : (1 - r / 2%:R) / x ^+ 3 <= u^-1.
  rewrite -[u^-1]mul1r ler_pdivl_mulr // mulrAC ler_pdivr_mulr // mul1r.
  have xu : u <= x ^+ 3 * (1 + r / 2%:R).
    have z0 : 0 <= x ^+ 3 * (1 + r / 2%:R).
      by rewrite mulr_ge0 ?(ltW (pow _)) // addr_ge0 ?ler01 ?divr_ge0 ?ler0n ?(ltW r0).
    rewrite -ler_sqr ?nnegrE ?(ltW u0) //; apply: le_trans ux _.
    rewrite -subr_ge0 [X in 0 <= X](_ : _ = r / 4%:R); first by rewrite divr_ge0 ?ler0n ?ltW.
    by rewrite /r; field; rewrite gt_eqF.
  have s1 := small 1%N isT isT; rewrite mul1r in s1.
  apply: le_trans (ler_wpmul2l s1 xu) _; rewrite mulrCA; apply: ler_pimulr (ltW (pow _)) _.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = r ^+ 2 / 4%:R); last by field.
  by rewrite divr_ge0 ?sqr_ge0 ?ler0n.
have s1 := small 1%N isT isT; rewrite mul1r in s1; have s3 := small 3%N isT isT.
have tu : (x ^+ 4 - 1) * ((1 - r / 2%:R) / x ^+ 3) <= t / u.
  by apply: ler_pmul => //; rewrite ?subr_ge0 // divr_ge0 // ltW.
have tu0 : 0 <= (x ^+ 4 - 1) * ((1 - r / 2%:R) / x ^+ 3).
  by rewrite mulr_ge0 ?subr_ge0 // divr_ge0 // ltW.
apply: le_trans (ler_pmul sh0 (mulr_ge0 tu0 s3) sh_ge (ler_pmul tu0 s3 tu a_ge)).
pose p := (x ^+ 4)^-1; have p0 : 0 < p by rewrite invr_gt0.
have rp : r <= p / 4%:R.
  rewrite /p -invfM lef_pinv ?posrE ?mulr_gt0 ?ltr0n // (exprD x 2 4) mulrC.
  apply: ler_wpmul2r; first exact: ltW.
  rewrite (_ : 4%:R = 2%:R ^+ 2); last by rewrite -natrX.
  by apply: ler_expn2r x2; rewrite nnegrE ?ler0n ?ltW.
have p1 : p <= 1 by rewrite invf_le1.
have e : (x ^+ 4 - 1) * ((1 - r / 2%:R) / x ^+ 3) = x * (1 - p) * (1 - r / 2%:R).
  by rewrite /p /r; field; rewrite gt_eqF.
rewrite e (_ : 3%:R / (2%:R * x ^+ 4) = 3%:R / 2%:R * p); last first.
  by rewrite /p; field; rewrite gt_eqF.
rewrite [X in _ <= X](_ : _ = x * ((1 - p)
  * ((1 - r ^+ 3 / 8%:R) * ((1 - r / 2%:R) * (1 - 3%:R * r / 2%:R))))); last by ring.
apply: ler_wpmul2l; first exact: ltW.
have two : 1 - 2%:R * r <= (1 - r ^+ 3 / 8%:R) * ((1 - r / 2%:R) * (1 - 3%:R * r / 2%:R)).
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = r ^+ 2 * (3%:R / 4%:R - r / 8%:R)
    + r ^+ 4 * (4%:R^-1 - 3%:R * r / 32%:R)); last by field.
  have r1 : r <= 1 by apply: le_trans r64 _; rewrite invf_le1 ?ler1n ?ltr0n.
  apply: addr_ge0; apply: mulr_ge0; rewrite ?exprn_ge0 ?(ltW r0) // subr_ge0.
    by rewrite ler_pdivr_mulr ?ltr0n // (le_trans r1) // mulrAC ler_pdivl_mulr ?ltr0n //
      mul1r -natrM ler_nat.
  rewrite ler_pdivr_mulr ?ltr0n // mulrC -ler_pdivl_mulr ?ltr0n // (le_trans r1) //.
  by rewrite mulrAC -invfM mulrC ler_pdivl_mulr ?mulr_gt0 ?ltr0n // mul1r -natrM ler_nat.
apply: le_trans (ler_wpmul2l _ two); last by rewrite subr_ge0.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = 2%:R * (p / 4%:R - r) + 2%:R * (p * r)); last by field.
by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?subr_ge0 ?(ltW p0) ?(ltW r0).
Qed.

(** The sizes for x >= 2: c is x^6 rounded up, and t is x^4 rounded down. *)
Section Sizes.
Variables (x : F) (c t : nat).
Hypotheses (x2 : 2%:R <= x) (c_ge : x ^+ 6 <= c%:R) (c_le : c%:R <= x ^+ 6 + 1).
Hypotheses (t_le : t%:R <= x ^+ 4) (t_ge : x ^+ 4 - 1 <= t%:R).
Let a := c.*2.
Let h := (a * a)%N.
Let y := (c + t)%N.
Let K := half_number h a y.
Let C := 'C(h.*2, a).
Let N0 := ((a ^ 3 * C) %/ K).+1.

Let x0 : 0 < x. Proof. by apply: lt_le_trans x2; rewrite ltr0n. Qed.
Let power j : (2 ^ j)%N%:R <= x ^+ j.
Proof. by rewrite natrX; apply: ler_expn2r x2; rewrite nnegrE ?ler0n ?ltW. Qed.
Let t0 : (0 < t)%N.
Proof.
rewrite -(ltr0n F); apply: lt_le_trans t_ge; rewrite subr_gt0; apply: lt_le_trans (power 4).
by rewrite ltr1n.
Qed.
Let tc : (t < c)%N.
Proof.
rewrite -(ltr_nat F); apply: le_lt_trans t_le _; apply: lt_le_trans c_ge.
by apply: ltr_eexpn2l => //; apply: lt_le_trans x2; rewrite ltr1n.
Qed.
Let c64 : (64 <= c)%N. Proof. by rewrite -(ler_nat F); apply: le_trans (power 6) c_ge. Qed.
Let a0 : (0 < a)%N. Proof. by rewrite double_gt0 (leq_ltn_trans _ tc). Qed.
Let a8 : (8 <= a)%N. Proof. by rewrite /a; move: c64; move: (c) => c'; lia. Qed.
Let ah : (a <= h)%N. Proof. by rewrite leq_pmulr. Qed.
Let ya : (y <= a)%N. Proof. by rewrite /y /a -addnn leq_add2l ltnW. Qed.
Let K0 : (0 < K)%N. Proof. exact: half_number_gt0. Qed.
Let KC : (K <= C)%N. Proof. exact: half_number_le. Qed.
Let KF : 0 < K%:R :> F. Proof. by rewrite ltr0n. Qed.
Let CF : 0 < C%:R :> F. Proof. by rewrite ltr0n (leq_trans K0). Qed.
Let aF : 0 < a%:R :> F. Proof. by rewrite ltr0n. Qed.
Let aE : a%:R = 2%:R * c%:R :> F. Proof. by rewrite /a -mul2n natrM. Qed.

(** t^2/(c - t) <= x^2 + 4/3. *)
Let exponent_le : t%:R ^+ 2 / (c - t)%:R <= x ^+ 2 + 4%:R / 3%:R.
Proof.
have d0 : 0 < (c - t)%:R :> F by rewrite ltr0n subn_gt0.
have e0 : 0 <= x ^+ 2 + 4%:R / 3%:R by rewrite addr_ge0 ?sqr_ge0 ?divr_ge0 ?ler0n.
have tt : t%:R ^+ 2 <= (x ^+ 4) ^+ 2 :> F.
  by apply: ler_expn2r t_le; rewrite nnegrE ?ler0n ?exprn_ge0 ?ltW.
rewrite ler_pdivr_mulr //; apply: le_trans tt _.
apply: (@le_trans _ _ ((x ^+ 2 + 4%:R / 3%:R) * (x ^+ 6 - x ^+ 4))).
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = x ^+ 4 * (x - 2%:R) * (x + 2%:R) / 3%:R); last by field.
  apply: divr_ge0 (ler0n _ _); apply: mulr_ge0; last by rewrite addr_ge0 ?ler0n // ltW.
  by apply: mulr_ge0 (exprn_ge0 4 (ltW x0)) _; rewrite subr_ge0.
by apply: ler_wpmul2l e0 _ _ _; rewrite natrB ?(ltnW tc) // ler_sub.
Qed.

(** The number of the points is at most 5 a^6 exp(x^2 + 4/3). *)
Let points_le : (h.*2 * N0)%:R <= 5%:R * a%:R ^+ 6 * exp (t%:R ^+ 2 / (c - t)%:R).
Proof.
set e := exp _; have e1 : 1 <= e.
  apply: le_trans (exp_ge expP _); rewrite ler_addl divr_ge0 ?sqr_ge0 ?ler0n //.
have NK : N0%:R * K%:R <= a%:R ^+ 3 * C%:R + K%:R :> F.
  by rewrite -natrX -!natrM -natrD ler_nat /N0 mulSn addnC leq_add2r leq_trunc_div.
have CK : C%:R <= K%:R * (2%:R * a.+1%:R * e) := admissible_ge expP t0 tc (erefl a) (erefl h).
have N_le : N0%:R <= a%:R ^+ 3 * (2%:R * a.+1%:R * e) + 1.
  rewrite -(ler_pmul2r KF) mulrDl mul1r; apply: le_trans NK _; rewrite ler_add2r.
  rewrite -[X in _ <= X]mulrA [X in _ <= _ * X]mulrC; apply: ler_wpmul2l CK.
  by rewrite exprn_ge0 ?ler0n.
have hE : h.*2%:R = 2%:R * a%:R ^+ 2 :> F by rewrite -mul2n natrM /h natrM -expr2.
rewrite natrM hE; apply: le_trans (ler_wpmul2l _ N_le) _; first by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
have u8 : 8%:R <= a%:R :> F by rewrite ler_nat.
rewrite -[a.+1]addn1 natrD; move: (a%:R : F) u8 => u u8.
have u0 : 0 < u by apply: lt_le_trans u8; rewrite ltr0n.
have u3 : 1 <= u ^+ 3 * e.
  by rewrite mulr_ege1 // exprn_ege1 // (le_trans _ u8) // ler1n.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = u ^+ 5 * e * (u - 8%:R)
  + 2%:R * u ^+ 2 * (2%:R * (u ^+ 3 * e) - 1)); last by ring.
have e0 : 0 <= e := le_trans ler01 e1.
apply: addr_ge0; apply: mulr_ge0.
- by rewrite mulr_ge0 // exprn_ge0 // ltW.
- by rewrite subr_ge0.
- by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
rewrite subr_ge0; apply: le_trans (u3) _; apply: ler_pemull; last by rewrite ler1n.
exact: le_trans ler01 u3.
Qed.

Lemma ln_points_le : ln (h.*2 * N0)%:R <= x ^+ 2 + 36%:R * ln x + 73%:R / 10%:R.
Proof.
have e0 := exp_gt0 expP (t%:R ^+ 2 / (c - t)%:R).
have m0 : 0 < (h.*2 * N0)%:R :> F by rewrite ltr0n muln_gt0 double_gt0 muln_gt0 a0.
have [p2 p5 p65] : [/\ 0 < 2%:R :> F, 0 < 5%:R :> F & 0 < 65%:R / 64%:R :> F].
  by rewrite !divr_gt0 ?ltr0n.
have x6 : 0 < x ^+ 6 := exprn_gt0 6 x0.
have a_le : a%:R <= 2%:R * (65%:R / 64%:R) * x ^+ 6.
  rewrite aE -mulrA; apply: ler_wpmul2l; rewrite ?ler0n //; apply: le_trans c_le _.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = (x ^+ 6 - 64%:R) / 64%:R); last by field.
  by rewrite divr_ge0 ?ler0n // subr_ge0; exact: (power 6).
apply: le_trans (ln_mono log m0 points_le) _; case: (log) => lnM ln_le.
rewrite lnM ?mulr_gt0 ?exprn_gt0 // lnM ?exprn_gt0 // (lnX log) //.
have la : ln a%:R <= ln 2%:R + ln (65%:R / 64%:R) + 6%:R * ln x.
  apply: le_trans (ln_mono log aF a_le) _.
  by rewrite (lnM _ _ (mulr_gt0 p2 p65) x6) (lnM _ _ p2 p65) (lnX log).
have l5 : 3%:R * ln 5%:R <= 7%:R * ln 2%:R.
  by rewrite -!(lnX log) //; apply: (ln_mono log); rewrite ?exprn_gt0 // -!natrX ler_nat.
have l65 : ln (65%:R / 64%:R) <= 64%:R^-1.
  by apply: le_trans (ln_le _ p65) _; apply: le_of_eq; field.
have l2 : ln 2%:R <= 7%:R / 10%:R.
  apply: le_trans (ln2_le_value log) _; rewrite -subr_ge0 [X in 0 <= X](_ : _ = 23%:R / 3690%:R);
    last by field.
  by rewrite divr_ge0 ?ler0n.
have le := le_trans (ln_exp_le _) exponent_le.
move: (ln 2%:R) (ln 5%:R) (ln x) (ln a%:R) (ln (_ / _)) (ln (exp _)) l2 l5 l65 la le.
move=> u v w la l le' H2 H5 H65 Ha He; rewrite -subr_ge0.
rewrite [X in 0 <= X](_ : _ = (7%:R * u - 3%:R * v) / 3%:R + 25%:R / 3%:R * (7%:R / 10%:R - u)
  + 6%:R * (64%:R^-1 - l) + 6%:R * (u + l + 6%:R * w - la) + (x ^+ 2 + 4%:R / 3%:R - le')
  + (73%:R / 10%:R - 4%:R / 3%:R - 6%:R / 64%:R - 25%:R / 3%:R * (7%:R / 10%:R)));
  last by field.
apply: addr_ge0; last first.
  by rewrite [X in 0 <= X](_ : _ = 19%:R / 480%:R) ?divr_ge0 ?ler0n //; field.
apply: addr_ge0; last by rewrite subr_ge0.
do 2![apply: addr_ge0; last by apply: mulr_ge0 (ler0n _ _) _; rewrite subr_ge0].
apply: addr_ge0; first by apply: divr_ge0 (ler0n _ _); rewrite subr_ge0.
by apply: mulr_ge0; [rewrite divr_ge0 ?ler0n | rewrite subr_ge0].
Qed.

(** With all columns that fit, N = floor(m/2h) >= a^3 / pi of them, with b = ceil(N pi), and fewer than
    2h points that are copies of one.  The share of the others is near 1. *)
Let share (m : nat) : F := (h.*2 * (m %/ h.*2))%:R / m%:R.

Lemma sizes_attained (m : nat) : (0 < m)%N -> (h.*2 * N0 <= m)%N ->
  exists (n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ (0 < k)%N /\ (k < s)%N,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & Num.sqrt 2%:R * (share m * (t%:R / Num.sqrt c%:R * (1 - 3%:R / a%:R))) * (W * R + B)
        * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net].
Proof.
move=> m0 least; have mF : 0 < m%:R :> F by rewrite ltr0n.
have h0 : (0 < h.*2)%N by rewrite double_gt0 muln_gt0 a0.
have C0 : (0 < C)%N := leq_trans K0 KC.
pose N := (m %/ h.*2)%N; pose b := ((N * K).-1 %/ C).+1.
have N0N : (N0 <= N)%N by rewrite leq_divRL // mulnC.
have NK : (0 < N * K)%N by rewrite muln_gt0 K0 (leq_trans _ N0N).
have N_ge : (a ^ 3 * C <= N * K)%N.
  by apply: leq_trans (leq_mul N0N (leqnn K)); apply: ltnW; exact: ltn_ceil.
have b_ge : (N * K <= b * C)%N by rewrite -[X in (X <= _)%N](prednK NK); apply: ltn_ceil.
have b_le : (b * C <= N * K + C)%N.
  by rewrite mulSn addnC leq_add2r; apply: leq_trans (leq_trunc_div _ _) (leq_pred _).
pose beta : F := N%:R * (K%:R / C%:R).
have be_ge : a%:R ^+ 3 <= beta by rewrite /beta mulrA ler_pdivl_mulr // -natrX -!natrM ler_nat.
have be_le : beta <= b%:R by rewrite /beta mulrA ler_pdivr_mulr // -!natrM ler_nat.
have be_succ : b%:R <= beta + 1.
  by rewrite /beta mulrA -(ler_pmul2r CF) mulrDl mul1r divfK ?gt_eqF // -!natrM -natrD ler_nat.
have a1 : 1 <= a%:R ^+ 3 :> F by rewrite -natrX ler1n expn_gt0 a0.
have be1 := le_trans a1 be_ge.
have ya2 : (a <= y.*2)%N by rewrite /y /a leq_double leq_addr.
have columns : (0 < N)%N := leq_trans (ltn0Sn _) N0N.
have b0 : (0 < b)%N by [].
pose al : F := Num.sqrt a%:R; have al0 : 0 < al by rewrite sqrtr_gt0.
have alE : al ^+ 2 = a%:R by rewrite sqr_sqrtr ?ler0n.
have ratio : 2%:R * t%:R / al * (1 - 3%:R / a%:R) <= halves_ratio F h N a y b.
  apply: le_trans (halves_ratio_ge a0 ah ya columns b0 ya2 be1 be_le); rewrite -/beta -/al.
  rewrite (_ : y.*2 - a = t.*2)%N; last by rewrite /y /a doubleD addKn.
  rewrite -[t.*2]mul2n natrM; have near1 := central_root F h.
  move: (1 - 'C(_, _)%:R / _) near1 => eta near1.
  have regroup (e T l A D : F) : e * T / l * A / D = T / l * (e * (A / D)) by ring.
  rewrite regroup.
  apply: ler_wpmul2l; first by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?(ltW al0).
  have be0 : 0 <= (Num.sqrt beta - 2%:R^-1) / (al + Num.sqrt b%:R + 1).
    apply: divr_ge0; last by rewrite !addr_ge0 ?sqrtr_ge0 ?ler01.
    rewrite subr_ge0; apply: (@le_trans _ _ 1); first by rewrite invf_le1 ?ltr0n ?ler1n.
    by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr.
  apply: le_trans (ler_wpmul2r be0 near1); rewrite -alE.
  apply: three_factors => //; first exact: two_le_root a8.
  - by rewrite alE; apply: root_double_ge.
  - exact: (root_cube_le (ltW al0) alE be_ge).
  - exact: sqrtr_ge0.
  exact: (root_succ_le be1 be_succ).
have [[_ m'0 k0 ks] [q [W [B [R [net [[W0 B0 R0 qR] cls le _]]]]]]] :=
  theorem_H_star_exact F a0 ah ya columns b0.
have m'm : (h.*2 * N <= m)%N by rewrite mulnC leq_trunc_div.
have [p [net' [pR cls' mean]]] := pad_sample m'0 m'm (sqr_ge0 W) (ltW B0) qR cls.
exists (h.*2 + N)%N, (2 * 'C(h.*2, a))%N, (a * half_sum h a y (fun=> 1%N) %/ h)%N, p, W, B, R, net'.
split=> //; rewrite mean; set s := (2 * _)%N; set k := (_ %/ h)%N; rewrite -/s -/k in le.
have m'F : 0 < (h.*2 * N)%:R :> F by rewrite ltr0n.
rewrite /share -/N; set sh : F := _ / m%:R.
have share0 : 0 < sh by rewrite divr_gt0.
have share1 : sh <= 1 by rewrite ler_pdivr_mulr // mul1r ler_nat.
set M := W * R + B in le *; have M0 : 0 < M by rewrite ltr_paddl ?mulr_ge0 ?ltW.
have rootE : Num.sqrt (s%:R * k%:R / (h.*2 * N)%:R)
    = Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt sh^-1 :> F.
  rewrite -sqrtrM ?divr_ge0 ?mulr_ge0 ?ler0n //; congr Num.sqrt.
  rewrite /sh; move: (m%:R : F) mF ((h.*2 * N)%:R : F) m'F => u u0 v v0.
  by field; rewrite !gt_eqF.
have rs1 : 1 <= Num.sqrt sh^-1 by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // invf_ge1.
set z := Num.sqrt (s%:R * k%:R / m%:R); have z0 : 0 <= z := sqrtr_ge0 _.
apply: le_trans (ler_wpmul2l (ltW share0) le).
pose root_c : F := Num.sqrt c%:R; have cF : 0 < c%:R :> F by rewrite ltr0n (leq_trans _ c64).
have rc0 : 0 < root_c by rewrite sqrtr_gt0.
have tE : 2%:R * t%:R / al = Num.sqrt 2%:R * (t%:R / root_c).
  have r2 : Num.sqrt 2%:R ^+ 2 = 2%:R :> F by rewrite sqr_sqrtr ?ler0n.
  have s0 : Num.sqrt 2%:R != 0 :> F by rewrite gt_eqF // sqrtr_gt0 ltr0n.
  rewrite /al aE sqrtrM ?ler0n // -/root_c -{1}r2; move: (Num.sqrt _) s0 => r r0.
  by field; rewrite r0 gt_eqF.
rewrite tE -mulrA in ratio; rewrite rootE.
apply: (@le_trans _ _ (sh * (halves_ratio F h N a y b) * M * z)).
  apply: ler_wpmul2r z0 _ _ _; apply: ler_wpmul2r; first exact: ltW.
  rewrite mulrCA; exact: ler_wpmul2l (ltW share0) _ _ ratio.
have q0 : 0 <= halves_ratio F h N a y b.
  apply: le_trans ratio; rewrite mulr_ge0 ?sqrtr_ge0 // mulr_ge0 ?divr_ge0 ?ler0n ?(ltW rc0) //.
  rewrite subr_ge0 ler_pdivr_mulr // mul1r ler_nat; exact: leq_trans a8.
move: (halves_ratio F h N a y b) q0 => q0 q00; rewrite -2!mulrA -[q0 * M * _]mulrA.
apply: ler_wpmul2l; first exact: ltW.
apply: ler_wpmul2l q00 _ _ _; rewrite mulrA; apply: (ler_pemulr _ rs1).
exact: mulr_ge0 (ltW M0) z0.
Qed.

(** At the least such m. *)
Lemma least_sample : let m := (h.*2 * N0)%N in
  exists (n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & Num.sqrt 2%:R * (t%:R / Num.sqrt c%:R * (1 - 3%:R / a%:R)) * (W * R + B)
        * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net].
Proof.
move=> m; have h0 : (0 < h.*2)%N by rewrite double_gt0 muln_gt0 a0.
have m0 : (0 < m)%N by rewrite muln_gt0 h0.
have [n [s [k [p [W [B [R [net [[k0 ks] WBR cls le]]]]]]]]] := sizes_attained m0 (leqnn m).
exists n, s, k, p, W, B, R, net; split=> //.
by move: le; rewrite /share mulKn // divff ?mul1r // pnatr_eq0 -lt0n.
Qed.

(** At every m from there on. *)
Lemma every_sample (m : nat) : (0 < m)%N -> x ^+ 2 + 36%:R * ln x + 73%:R / 10%:R <= ln m%:R ->
  exists (n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ (0 < k)%N /\ (k < s)%N,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & Num.sqrt 2%:R * (x * (1 - 3%:R / (2%:R * x ^+ 4))) * (W * R + B)
        * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net].
Proof.
move=> m0 lnm; have mF : 0 < m%:R :> F by rewrite ltr0n.
have h0 : (0 < h.*2)%N by rewrite double_gt0 muln_gt0 a0.
have least : (h.*2 * N0 <= m)%N.
  have p0 : 0 < (h.*2 * N0)%:R :> F by rewrite ltr0n muln_gt0 h0.
  rewrite -(ler_nat F) -[X in X <= _](lnK p0) -[X in _ <= X](lnK mF); apply: (exp_mono expP).
  exact: le_trans ln_points_le lnm.
have [n [s [k [p [W [B [R [net [ks [W0 B0 R0 pR] cls le]]]]]]]]] := sizes_attained m0 least.
exists n, s, k, p, W, B, R, net; split=> //; apply: le_trans le.
apply: ler_wpmul2r; first exact: sqrtr_ge0.
apply: ler_wpmul2r; first by rewrite addr_ge0 ?mulr_ge0 ?ltW.
apply: ler_wpmul2l; first exact: sqrtr_ge0.
have cF : 0 < c%:R :> F by rewrite ltr0n (leq_trans _ c64).
apply: growth_factors => //; first by rewrite sqrtr_gt0.
- by rewrite sqr_sqrtr ?ler0n.
- by rewrite aE; apply: ler_wpmul2l c_ge; rewrite ler0n.
rewrite /share ler_subl_addr -(ler_pmul2r mF) mulrDl mul1r divfK ?gt_eqF //.
have a3 : 0 < a%:R ^+ 3 :> F by rewrite exprn_gt0.
rewrite -(ler_pmul2l a3) mulrDr mulrA mulfV ?gt_eqF // mul1r -!natrX -!natrM -natrD ler_nat.
have aN : (a ^ 3 * h.*2 <= m)%N.
  apply: leq_trans least; rewrite mulnC leq_mul2l; apply/orP; right.
  by apply: leq_trans (leqnSn _); rewrite leq_divRL // leq_mul2l KC orbT.
have rest : (m < h.*2 * (m %/ h.*2) + h.*2)%N by rewrite mulnC addnC -mulSn ltn_ceil.
apply: (@leq_trans (a ^ 3 * (h.*2 * (m %/ h.*2) + h.*2))); first by rewrite leq_mul2l ltnW ?orbT.
by rewrite mulnDr leq_add2l.
Qed.

End Sizes.

(** For whole x. *)
Lemma whole_root_two (g : nat) : (1 < g)%N ->
  let rho : F := Num.sqrt 2%:R * g%:R * (1 - 3%:R / (2%:R * g%:R ^+ 6)) in
  exists (m n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      ln m%:R <= g%:R ^+ 2 + 36%:R * ln g%:R + 8%:R,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net].
Proof.
move=> g2 rho; have x2 : 2%:R <= g%:R :> F by rewrite ler_nat.
have x0 : 0 < g%:R :> F by apply: lt_le_trans x2; rewrite ltr0n.
have c_ge : g%:R ^+ 6 <= (g ^ 6)%N%:R :> F by rewrite natrX.
have c_le : (g ^ 6)%N%:R <= g%:R ^+ 6 + 1 :> F by rewrite natrX ler_addl ler01.
have t_le : (g ^ 4)%N%:R <= g%:R ^+ 4 :> F by rewrite natrX.
have t_ge : g%:R ^+ 4 - 1 <= (g ^ 4)%N%:R :> F by rewrite natrX ger_addl oppr_le0 ler01.
have := ln_points_le x2 c_ge c_le t_le t_ge; have := least_sample x2 c_ge c_le t_le t_ge.
move: (_ * _.+1)%N => m [n [s [k [p [W [B [R [net [sizes WBR cls le]]]]]]]]] lnm.
exists m, n, s, k, p, W, B, R, net; split=> //.
  by apply: le_trans lnm _; rewrite ler_add2l ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
move: le; rewrite -[Num.sqrt (g ^ 6)%N%:R](_ : g%:R ^+ 3 = _); last first.
  by rewrite natrX (_ : 6 = 3 * 2)%N // exprM sqrtr_sqr ger0_norm ?exprn_ge0 ?ltW.
have e4 : g%:R ^+ 4 / g%:R ^+ 3 = g%:R :> F by rewrite exprS mulfK // expf_neq0 // gt_eqF.
by rewrite -mul2n natrM !natrX e4 mulrA.
Qed.

(** For every real x >= 2, over a field with a natural number above each element. *)
Hypothesis above : forall t : F, exists M : nat, t <= M%:R.

Lemma rounded (u : F) : 0 <= u -> exists c : nat, u <= c%:R /\ c%:R <= u + 1.
Proof.
move=> u0; case: (ex_minnP (above u)) => c uc least; exists c; split=> //.
case: c uc least => [|c] uc least; first by rewrite addr_ge0 ?ler01.
rewrite mulrSr ler_add2r leNgt; apply/negP => lt.
by have := least c (ltW lt); rewrite ltnn.
Qed.

Lemma root_two_attained (x : F) (m : nat) : 2%:R <= x -> (0 < m)%N ->
  x ^+ 2 + 36%:R * ln x + 73%:R / 10%:R <= ln m%:R ->
  exists (n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ (0 < k)%N /\ (k < s)%N,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & Num.sqrt 2%:R * (x * (1 - 3%:R / (2%:R * x ^+ 4))) * (W * R + B)
        * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net].
Proof.
move=> x2; have x0 : 0 < x by apply: lt_le_trans x2; rewrite ltr0n.
have x4 : 1 <= x ^+ 4 by rewrite exprn_ege1 // (le_trans _ x2) // ler1n.
have [|c [c_ge c_le]] := @rounded (x ^+ 6); first by rewrite exprn_ge0 ?ltW.
have [|t [t_ge t_le]] := @rounded (x ^+ 4 - 1); first by rewrite subr_ge0.
by rewrite subrK in t_le; apply: (every_sample x2 c_ge c_le t_le t_ge).
Qed.

End Growth.
