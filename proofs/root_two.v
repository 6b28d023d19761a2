(** * The constant below is the root of 2

   For c = g^6 and t = g^4 the exponent of half_probability.v is at most g^2 + 4/3, and
   (2y - a)/sqrt a = sqrt 2 g.  With about a^3 / pi columns the ratio of Theorem H* is at least
   sqrt 2 g (1 - 3/(2 g^6)), at m points with ln m <= g^2 + 36 ln g + 8. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages logarithm logarithm_values exponential
  half_counts half_probability theorem_h_star rademacher.
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
  rb <= al ^+ 3 + 2%:R^-1 ->
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
  apply: (@le_trans _ _ ((1 - 2%:R / al ^+ 2) * (al + (al ^+ 3 + 2%:R^-1) + 1))).
    by apply: ler_wpmul2l v0 _ _ _; rewrite ler_add2r ler_add2l.
  apply: (@le_trans _ _ (al ^+ 3 - 2%:R^-1)); last by rewrite ler_sub.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = (al - 2%:R) + (2%:R / al + 3%:R / al ^+ 2)); last first.
    by field; rewrite gt_eqF.
  by rewrite addr_ge0 ?subr_ge0 // addr_ge0 ?divr_ge0 ?ler0n ?(ltW q0) ?(ltW al0).
apply: le_trans (ler_pmul u0 v0 u_ge v_ge).
rewrite -subr_ge0 [X in 0 <= X](_ : _ = 2%:R / al ^+ 4); last by field; rewrite gt_eqF.
by rewrite divr_ge0 ?ler0n ?exprn_ge0 ?(ltW al0).
Qed.

Lemma eight_nine n : (8 <= n)%N -> 8%:R * n.+1%:R <= 9%:R * n%:R :> F.
Proof. by move=> n8; rewrite -!natrM ler_nat; lia. Qed.

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

Lemma root_succ_le (al : F) n : 2%:R <= al -> al ^+ 2 = n%:R ->
  Num.sqrt (n ^ 3).+1%:R <= al ^+ 3 + 2%:R^-1.
Proof.
move=> al2 alE; have al1 : 1 <= al ^+ 3 by rewrite exprn_ege1 // (le_trans _ al2) // ler1n.
have z0 : 0 <= al ^+ 3 + 2%:R^-1 by rewrite addr_ge0 ?(le_trans ler01 al1) ?invr_ge0 ?ler0n.
rewrite -[X in _ <= X](ger0_norm z0) -sqrtr_sqr; apply: ler_wsqrtr.
rewrite mulrSr natrX -alE -subr_ge0 [X in 0 <= X](_ : _ = (al ^+ 3 - 1) + 4%:R^-1); last by field.
by rewrite addr_ge0 ?subr_ge0 ?invr_ge0 ?ler0n.
Qed.

(** The sizes for g >= 2. *)
Section Sizes.
Variable g : nat.
Hypothesis g2 : (1 < g)%N.
Let c := (g ^ 6)%N.
Let t := (g ^ 4)%N.
Let a := c.*2.
Let h := (a * a)%N.
Let y := (c + t)%N.
Let K := half_number h a y.
Let C := 'C(h.*2, a).
Let N := ((a ^ 3 * C) %/ K).+1.
Let b := (a ^ 3).+1.
Let x : F := g%:R.

Let x2 : 2%:R <= x. Proof. by rewrite ler_nat. Qed.
Let x0 : 0 < x. Proof. by apply: lt_le_trans x2; rewrite ltr0n. Qed.
Let t0 : (0 < t)%N. Proof. by rewrite expn_gt0 (ltnW g2). Qed.
Let tc : (t < c)%N. Proof. by rewrite ltn_exp2l. Qed.
Let a0 : (0 < a)%N. Proof. by rewrite double_gt0 (leq_ltn_trans _ tc). Qed.
Let a8 : (8 <= a)%N.
Proof. by have : (2 ^ 6 <= c)%N by [rewrite leq_exp2r]; rewrite /a; move: c => c'; lia. Qed.
Let ah : (a <= h)%N. Proof. by rewrite leq_pmulr. Qed.
Let ya : (y <= a)%N. Proof. by rewrite /y /a -addnn leq_add2l ltnW. Qed.
Let K0 : (0 < K)%N. Proof. exact: half_number_gt0. Qed.
Let KC : (K <= C)%N. Proof. exact: half_number_le. Qed.
Let KF : 0 < K%:R :> F. Proof. by rewrite ltr0n. Qed.
Let CF : 0 < C%:R :> F. Proof. by rewrite ltr0n (leq_trans K0). Qed.
Let aF : 0 < a%:R :> F. Proof. by rewrite ltr0n. Qed.
Let beta : F := N%:R * (K%:R / C%:R).

Let beta_ge : a%:R ^+ 3 <= beta.
Proof.
rewrite /beta mulrA ler_pdivl_mulr // -natrX -!natrM ler_nat; apply: ltnW; exact: ltn_ceil.
Qed.

Let beta_le : beta <= b%:R.
Proof.
rewrite /beta mulrA ler_pdivr_mulr // -!natrM ler_nat /N /b !mulSn.
exact: leq_add KC (leq_trunc_div _ _).
Qed.

(** t^2/(c - t) <= g^2 + 4/3. *)
Let exponent_le : t%:R ^+ 2 / (c - t)%:R <= x ^+ 2 + 4%:R / 3%:R.
Proof.
have d0 : 0 < (c - t)%:R :> F by rewrite ltr0n subn_gt0.
rewrite ler_pdivr_mulr // natrB ?(ltnW tc) // !natrX -/x.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = x ^+ 4 * (x - 2%:R) * (x + 2%:R) / 3%:R); last by field.
have x1 := ltW x0; rewrite divr_ge0 ?ler0n // !mulr_ge0 ?exprn_ge0 ?subr_ge0 //.
by rewrite addr_ge0 ?ler0n.
Qed.

(** The number of the points is at most 576 g^36 exp(g^2 + 4/3). *)
Let points_le : (h.*2 * N)%:R
  <= 2%:R ^+ 6 * 3%:R ^+ 2 * x ^+ 36 * exp (t%:R ^+ 2 / (c - t)%:R).
Proof.
set e := exp _; have e0 : 0 < e := exp_gt0 expP _.
have NK : N%:R * K%:R <= 2%:R * a%:R ^+ 3 * C%:R :> F.
  rewrite -natrX -!natrM ler_nat -mulnA mul2n -addnn /N mulSn.
  have aC : (C <= a ^ 3 * C)%N by rewrite leq_pmull // expn_gt0 a0.
  exact: leq_add (leq_trans KC aC) (leq_trunc_div _ _).
have CK := admissible_ge expP t0 tc (erefl a) (erefl h).
have N_le : N%:R <= 4%:R * a%:R ^+ 3 * a.+1%:R * e.
  rewrite -(ler_pmul2r KF); apply: le_trans NK _.
  rewrite [X in _ <= X](_ : _ = 2%:R * a%:R ^+ 3 * (K%:R * (2%:R * a.+1%:R * e))); last by ring.
  by apply: ler_wpmul2l CK; rewrite mulr_ge0 ?exprn_ge0 ?ler0n.
have a9 := eight_nine a8.
have aE : a%:R = 2%:R * x ^+ 6 :> F by rewrite /a -mul2n natrM natrX.
have hE : h.*2%:R = 2%:R * a%:R ^+ 2 :> F by rewrite -mul2n natrM /h natrM -expr2.
rewrite natrM hE; apply: le_trans (ler_wpmul2l _ N_le) _; first by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
rewrite [X in X <= _](_ : _ = a%:R ^+ 5 * e * (8%:R * a.+1%:R)); last by ring.
apply: le_trans (ler_wpmul2l _ a9) _; first by rewrite mulr_ge0 ?exprn_ge0 ?ler0n ?(ltW e0).
apply: le_of_eq; rewrite aE; clear; move: x e => u v; ring.
Qed.

Lemma ln_points_le : ln (h.*2 * N)%:R <= x ^+ 2 + 36%:R * ln x + 8%:R.
Proof.
have e0 := exp_gt0 expP (t%:R ^+ 2 / (c - t)%:R); have x36 : 0 < x ^+ 36 by rewrite exprn_gt0.
have p2 : 0 < 2%:R :> F by rewrite ltr0n.
have p3 : 0 < 3%:R :> F by rewrite ltr0n.
have m0 : 0 < (h.*2 * N)%:R :> F by rewrite ltr0n muln_gt0 double_gt0 muln_gt0 a0.
apply: le_trans (ln_mono log m0 points_le) _; case: (log) => lnM _.
rewrite lnM ?mulr_gt0 ?exprn_gt0 // lnM ?mulr_gt0 ?exprn_gt0 // lnM ?exprn_gt0 // !(lnX log) //.
have l3 : 0 <= 8%:R * ln 2%:R - 5%:R * ln 3%:R.
  rewrite subr_ge0 -!(lnX log) //; apply: (ln_mono log); first by rewrite exprn_gt0.
  by rewrite -!natrX ler_nat.
have l2 : 0 <= 256%:R / 369%:R - ln 2%:R by rewrite subr_ge0 (ln2_le_value log).
have le := le_trans (ln_exp_le _) exponent_le.
apply: le_trans (ler_add (lexx _) le) _; rewrite -subr_ge0.
move: (ln 2%:R) (ln 3%:R) (ln x) l2 l3 => u v w l2 l3.
rewrite [X in 0 <= X](_ : _ = 46%:R / 5%:R * (256%:R / 369%:R - u)
  + 2%:R / 5%:R * (8%:R * u - 5%:R * v) + 524%:R / 1845%:R); last by field.
by apply: addr_ge0; [apply: addr_ge0; [apply: mulr_ge0 l2 | apply: mulr_ge0 l3] |];
  rewrite divr_ge0 ?ler0n.
Qed.

(** The ratio is at least sqrt 2 g (1 - 3/(2 g^6)). *)
Lemma halves_ratio_root_two :
  Num.sqrt 2%:R * x * (1 - 3%:R / (2%:R * x ^+ 6)) <= halves_ratio F h N a y b.
Proof.
have ya2 : (a <= y.*2)%N by rewrite /y /a leq_double leq_addr.
have b0 : (0 < b)%N by [].
have a1 : 1 <= a%:R ^+ 3 :> F by rewrite -natrX ler1n expn_gt0 a0.
have := halves_ratio_ge a0 ah ya (isT : (0 < N)%N) b0 ya2 (le_trans a1 beta_ge) beta_le.
apply: le_trans; rewrite -/beta; set al := Num.sqrt a%:R.
have al0 : 0 < al by rewrite sqrtr_gt0.
have alE : al ^+ 2 = a%:R by rewrite sqr_sqrtr ?ler0n.
have al2 : 2%:R <= al := two_le_root a8.
have aE : a%:R = 2%:R * x ^+ 6 :> F by rewrite /a -mul2n natrM natrX.
have yE : (y.*2 - a)%:R / al = Num.sqrt 2%:R * x.
  rewrite (_ : y.*2 - a = t.*2)%N; last by rewrite /y /a doubleD addKn.
  have r2 : Num.sqrt 2%:R ^+ 2 = 2%:R :> F by rewrite sqr_sqrtr ?ler0n.
  have alx : al = Num.sqrt 2%:R * x ^+ 3.
    rewrite /al aE sqrtrM ?ler0n // (_ : x ^+ 6 = (x ^+ 3) ^+ 2); last by rewrite -exprM.
    by rewrite sqrtr_sqr ger0_norm // exprn_ge0 // ltW.
  have s0 : Num.sqrt 2%:R != 0 :> F by rewrite gt_eqF // sqrtr_gt0 ltr0n.
  rewrite -mul2n natrM natrX -/x -{1}r2 alx; move: (Num.sqrt _) s0 => r r0.
  by field; rewrite r0 gt_eqF.
rewrite [X in _ <= X](_ : _ = (y.*2 - a)%:R / al
  * ((1 - (Num.sqrt h.*2.+1%:R)^-1)
     * ((Num.sqrt beta - 2%:R^-1) / (al + Num.sqrt b%:R + 1)))); last by ring.
rewrite yE.
have lead : 0 <= Num.sqrt 2%:R * x by rewrite mulr_ge0 ?sqrtr_ge0 ?(ltW x0).
apply: (ler_wpmul2l lead).
rewrite -aE -alE; apply: three_factors => //.
- by rewrite alE; apply: root_double_ge.
- exact: (root_cube_le (ltW al0) alE beta_ge).
- exact: sqrtr_ge0.
exact: (root_succ_le al2 alE).
Qed.

(** The networks. *)
Lemma root_two_attained :
  let rho := Num.sqrt 2%:R * x * (1 - 3%:R / (2%:R * x ^+ 6)) in
  exists (m n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      ln m%:R <= x ^+ 2 + 36%:R * ln x + 8%:R,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net /\
      forall r, is_rademacher s k p W B r ->
        rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof.
move=> rho; have le1 := halves_ratio_root_two; rewrite -/rho in le1; have lnm := ln_points_le.
have [] := theorem_H_star_exact F a0 ah ya (isT : (0 < N)%N) (isT : (0 < b)%N).
move: (halves_ratio F h N a y b) le1 => ratio le1.
move: (h.*2 * N)%N (h.*2 + N)%N (2 * 'C(h.*2, a))%N (a * _ %/ h)%N lnm => m n s k lnm.
move=> [_ m0 k0 ks] [p [W [B [R [net [[W0 B0 R0 pR] cls le _]]]]]].
exists m, n, s, k, p, W, B, R, net.
have le2 : rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net.
  apply: le_trans le; apply: ler_wpmul2r; first exact: sqrtr_ge0.
  by apply: ler_wpmul2r le1; rewrite addr_ge0 ?mulr_ge0 ?ltW.
by split=> //; split=> // r rad; apply: le_trans le2 (rademacher_ge cls rad).
Qed.

End Sizes.
End Growth.
