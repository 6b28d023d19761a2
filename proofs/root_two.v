(** * The constant below is the root of 2

   For c = g^6 and t = g^4 the exponent of half_probability.v is at most g^2 + 4/3, and
   (2y - a)/sqrt a = sqrt 2 g.  With about a^3 / pi columns the ratio of Theorem H* is at least
   sqrt 2 g (1 - 3/(2 g^6)), at m points with ln m <= g^2 + 36 ln g + 8. *)
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
Let N0 := ((a ^ 3 * C) %/ K).+1.
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
Let points_le : (h.*2 * N0)%:R
  <= 2%:R ^+ 6 * 3%:R ^+ 2 * x ^+ 36 * exp (t%:R ^+ 2 / (c - t)%:R).
Proof.
set e := exp _; have e0 : 0 < e := exp_gt0 expP _.
have NK : N0%:R * K%:R <= 2%:R * a%:R ^+ 3 * C%:R :> F.
  rewrite -natrX -!natrM ler_nat -mulnA mul2n -addnn /N0 mulSn.
  have aC : (C <= a ^ 3 * C)%N by rewrite leq_pmull // expn_gt0 a0.
  exact: leq_add (leq_trans KC aC) (leq_trunc_div _ _).
have CK := admissible_ge expP t0 tc (erefl a) (erefl h).
have N_le : N0%:R <= 4%:R * a%:R ^+ 3 * a.+1%:R * e.
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

Lemma ln_points_le : ln (h.*2 * N0)%:R <= x ^+ 2 + 36%:R * ln x + 8%:R.
Proof.
have e0 := exp_gt0 expP (t%:R ^+ 2 / (c - t)%:R); have x36 : 0 < x ^+ 36 by rewrite exprn_gt0.
have p2 : 0 < 2%:R :> F by rewrite ltr0n.
have p3 : 0 < 3%:R :> F by rewrite ltr0n.
have m0 : 0 < (h.*2 * N0)%:R :> F by rewrite ltr0n muln_gt0 double_gt0 muln_gt0 a0.
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

(** The ratio is at least sqrt 2 g (1 - 3/(2 g^6)), for N >= a^3 / pi columns and b = ceil(N pi). *)
Section Ratio.
Variables (N b : nat).
Hypotheses (N_ge : (a ^ 3 * C <= N * K)%N) (b_ge : (N * K <= b * C)%N) (b_le : (b * C <= N * K +
  C)%N).
Let beta : F := N%:R * (K%:R / C%:R).

Let beta_ge : a%:R ^+ 3 <= beta.
Proof. by rewrite /beta mulrA ler_pdivl_mulr // -natrX -!natrM ler_nat. Qed.

Let beta_le : beta <= b%:R.
Proof. by rewrite /beta mulrA ler_pdivr_mulr // -!natrM ler_nat. Qed.

Let beta_succ : b%:R <= beta + 1.
Proof.
by rewrite /beta mulrA -(ler_pmul2r CF) mulrDl mul1r divfK ?gt_eqF // -!natrM -natrD ler_nat.
Qed.

Let aC0 : (0 < a ^ 3 * C)%N. Proof. by rewrite muln_gt0 expn_gt0 a0 (leq_trans K0). Qed.

Lemma columns_gt0 : (0 < N)%N.
Proof. by case: N N_ge => // ; rewrite mul0n leqNgt aC0. Qed.

Lemma cut_gt0 : (0 < b)%N.
Proof. by case: b b_ge => // ; rewrite mul0n => /(leq_trans N_ge); rewrite leqNgt aC0. Qed.

Lemma halves_ratio_root_two :
  Num.sqrt 2%:R * x * (1 - 3%:R / (2%:R * x ^+ 6)) <= halves_ratio F h N a y b.
Proof.
have ya2 : (a <= y.*2)%N by rewrite /y /a leq_double leq_addr.
have a1 : 1 <= a%:R ^+ 3 :> F by rewrite -natrX ler1n expn_gt0 a0.
have be1 := le_trans a1 beta_ge.
have := halves_ratio_ge a0 ah ya columns_gt0 cut_gt0 ya2 be1 beta_le.
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
exact: (root_succ_le be1 beta_succ).
Qed.

(** The networks. *)
Lemma networks_root_two :
  let rho := Num.sqrt 2%:R * x * (1 - 3%:R / (2%:R * x ^+ 6)) in let m := (h.*2 * N)%N in
  exists (n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation p net].
Proof.
move=> rho m; have [] := theorem_H_star_exact F a0 ah ya columns_gt0 cut_gt0.
have := halves_ratio_root_two; rewrite -/rho; move: (halves_ratio F h N a y b) => ratio le1.
move=> [_ m0 k0 ks] [p [W [B [R [net [[W0 B0 R0 pR] cls le _]]]]]].
exists (h.*2 + N)%N, (2 * 'C(h.*2, a))%N, (a * half_sum h a y (fun=> 1%N) %/ h)%N, p, W, B, R, net.
split=> //; apply: le_trans le; apply: ler_wpmul2r; first exact: sqrtr_ge0.
by apply: ler_wpmul2r le1; rewrite addr_ge0 ?mulr_ge0 ?ltW.
Qed.

End Ratio.

(** At the least number of columns. *)
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
move=> rho; have C0 : (0 < C)%N := leq_trans K0 KC.
have [||| n [s [k [p [W [B [R [net [sizes WBR cls le]]]]]]]]] := @networks_root_two N0 (a ^ 3).+1.
- by apply: ltnW; apply: ltn_ceil.
- by rewrite /N0 !mulSn; apply: leq_add KC (leq_trunc_div _ _).
- by rewrite mulSn addnC leq_add2r; apply: ltnW; apply: ltn_ceil.
exists (h.*2 * N0)%N, n, s, k, p, W, B, R, net; split=> //; first exact: ln_points_le.
by split=> // r rad; apply: le_trans le (rademacher_ge cls rad).
Qed.

(** At every m from there on: the sample is filled up with fewer than 2h copies of a point. *)
Lemma root_two_filled (m : nat) : (0 < m)%N -> x ^+ 2 + 36%:R * ln x + 8%:R <= ln m%:R ->
  exists (n s k : nat) (p : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ (0 < k)%N /\ (k < s)%N,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (p i) <= R ^+ 2],
      forall zeta, in_class p k (W ^+ 2) B (net zeta)
    & Num.sqrt 2%:R * (x - 1) * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation p net].
Proof.
move=> m0 lnm; have mF : 0 < m%:R :> F by rewrite ltr0n.
have h0 : (0 < h.*2)%N by rewrite double_gt0 muln_gt0 a0.
have C0 : (0 < C)%N := leq_trans K0 KC.
have least : (h.*2 * N0 <= m)%N.
  have p0 : 0 < (h.*2 * N0)%:R :> F by rewrite ltr0n muln_gt0 h0.
  rewrite -(ler_nat F) -[X in X <= _](lnK p0) -[X in _ <= X](lnK mF); apply: (exp_mono expP).
  exact: le_trans ln_points_le lnm.
pose N := (m %/ h.*2)%N; pose b := ((N * K).-1 %/ C).+1.
have N0N : (N0 <= N)%N by rewrite leq_divRL // mulnC.
have NK : (0 < N * K)%N by rewrite muln_gt0 K0 (leq_trans _ N0N).
have N_ge : (a ^ 3 * C <= N * K)%N.
  apply: leq_trans (leq_mul N0N (leqnn K)); apply: ltnW; exact: ltn_ceil.
have b_ge : (N * K <= b * C)%N by rewrite -[X in (X <= _)%N](prednK NK); apply: ltn_ceil.
have b_le : (b * C <= N * K + C)%N.
  rewrite mulSn addnC leq_add2r; apply: leq_trans (leq_trunc_div _ _) (leq_pred _).
have [n [s [k [p [W [B [R [net [[m'0 k0 ks] [W0 B0 R0 pR] cls le]]]]]]]]] :=
  networks_root_two N_ge b_ge b_le.
have m'm : (h.*2 * N <= m)%N by rewrite mulnC leq_trunc_div.
have [p' [net' [pR' cls' mean]]] :=
  pad_sample m'0 m'm (sqr_ge0 W) (ltW B0) pR cls.
exists n, s, k, p', W, B, R, net'; split=> //; rewrite mean.
have m'F : 0 < (h.*2 * N)%:R :> F by rewrite ltr0n.
have x1 : 1 <= x by apply: le_trans x2; rewrite ler1n.
have x60 : 0 < 2%:R * x ^+ 6 := mulr_gt0 (ltr0Sn F 1) (exprn_gt0 6 x0).
have aE : a%:R = 2%:R * x ^+ 6 :> F by rewrite /a -mul2n natrM natrX.
pose share : F := (h.*2 * N)%:R / m%:R.
have share0 : 0 < share by rewrite divr_gt0.
have share1 : share <= 1 by rewrite ler_pdivr_mulr // mul1r ler_nat.
have share_ge : 1 - (2%:R * x ^+ 6)^-1 <= share.
  rewrite ler_subl_addr -aE -(ler_pmul2r mF) mulrDl mul1r divfK ?gt_eqF //.
  rewrite -(ler_pmul2l aF) mulrDr mulrA mulfV ?gt_eqF // mul1r -!natrM -natrD ler_nat.
  have aN : (a * h.*2 <= m)%N.
    apply: leq_trans least; rewrite mulnC leq_mul2l; apply/orP; right.
    rewrite /N0; apply: leq_trans (leqnSn _); rewrite leq_divRL //.
    apply: (@leq_trans (a * C)); first by rewrite leq_mul2l KC orbT.
    by rewrite leq_mul2r -{1}[a]expn1 leq_pexp2l ?orbT.
  have rest : (m < h.*2 * N + h.*2)%N by rewrite mulnC addnC -mulSn ltn_ceil.
  apply: (@leq_trans (a * (h.*2 * N + h.*2))); first by rewrite leq_mul2l ltnW ?orbT.
  by rewrite mulnDr leq_add2l.
pose M := W * R + B; have M0 : 0 < M by rewrite ltr_paddl ?mulr_ge0 ?ltW.
pose rho := Num.sqrt 2%:R * x * (1 - 3%:R / (2%:R * x ^+ 6)).
have rho0 : 0 <= rho.
  rewrite !mulr_ge0 ?sqrtr_ge0 ?(ltW x0) // subr_ge0 ler_pdivr_mulr // mul1r.
  apply: (@le_trans _ _ (2%:R * 2%:R)); first by rewrite -natrM ler_nat.
  apply: ler_wpmul2l; rewrite ?ler0n //; apply: le_trans x2 _.
  by rewrite exprS; apply: ler_pemulr (ltW x0) (exprn_ege1 _ x1).
have rootE : Num.sqrt (s%:R * k%:R / (h.*2 * N)%:R)
    = Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt share^-1 :> F.
  rewrite -sqrtrM ?divr_ge0 ?mulr_ge0 ?ler0n //; congr Num.sqrt.
  rewrite /share; move: (m%:R : F) mF ((h.*2 * N)%:R : F) m'F => u u0 v v0.
  by field; rewrite !gt_eqF.
rewrite rootE -/M -/rho in le.
have rs1 : 1 <= Num.sqrt share^-1 by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // invf_ge1.
set z := Num.sqrt (s%:R * k%:R / m%:R) in le *; have z0 : 0 <= z := sqrtr_ge0 _.
apply: (@le_trans _ _ (share * (rho * M * z))); last first.
  apply: le_trans (ler_wpmul2l (ltW share0) _) (ler_wpmul2l (ltW share0) le).
  by rewrite mulrA; apply: ler_pemulr rs1; exact: mulr_ge0 (mulr_ge0 rho0 (ltW M0)) z0.
rewrite -[X in X <= _]mulrA -[rho * M * z]mulrA [X in _ <= X]mulrA.
apply: ler_wpmul2r; first exact: mulr_ge0 (ltW M0) z0.
apply: le_trans (ler_wpmul2r rho0 share_ge).
rewrite /rho -[Num.sqrt _ * x * _]mulrA mulrCA; apply: ler_wpmul2l; first exact: sqrtr_ge0.
rewrite -subr_ge0 (_ : _ - _ = (x ^+ 5 - 2%:R) / x ^+ 5 + 3%:R / (4%:R * x ^+ 11)); last first.
  by field; rewrite gt_eqF.
rewrite addr_ge0 ?divr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n ?(ltW x0) // subr_ge0.
by apply: le_trans x2 _; rewrite exprS; apply: ler_pemulr (ltW x0) (exprn_ege1 _ x1).
Qed.

End Sizes.
End Growth.
