(** * Theorem K: the constant is sqrt 2

   With U = 10 + ln m, D = 9 ln U, kappa = ln(s/k) + D, alpha = sqrt (D / kappa) and so many
   levels that (1 + alpha)^(L - 1) >= m, theorem_k_gain.v and the reduction of networks to
   vectors give the ratio sqrt (2 ln(s/k)) + 22 sqrt (ln (10 + ln m)). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube logarithm exponential cauchy_schwarz
  gains rademacher theorem_j tails theorem_k_gain.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Parameters.
Variables (F : rcfType) (exp ln : F -> F) (m s k : nat).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (m0 : (0 < m)%N) (k0 : (0 < k)%N) (ks : (k <= s)%N) (skm : (s <= k * m)%N).

Definition outer : F := 10%:R + ln m%:R.
Definition room : F := 9%:R * ln outer.
Definition ratio_log : F := ln (s%:R / k%:R).
Definition rate : F := ratio_log + room.
Definition slack : F := Num.sqrt (room / rate).
Local Notation U := outer.
Local Notation D := room.
Local Notation Lam := ratio_log.

Lemma m_gt0 : 0 < m%:R :> F. Proof. by rewrite ltr0n. Qed.
Lemma k_gt0 : 0 < k%:R :> F. Proof. by rewrite ltr0n. Qed.
Lemma s_gt0 : 0 < s%:R :> F. Proof. by rewrite ltr0n (leq_trans k0). Qed.

Lemma outer_ge : 10%:R <= U.
Proof. by rewrite ler_addl -(ln1 log) (ln_mono log) ?ltr01 // ler1n. Qed.
Lemma outer_gt0 : 0 < U. Proof. by apply: lt_le_trans outer_ge; rewrite ltr0n. Qed.

Lemma ln_outer_ge : 3%:R / 2%:R <= ln U.
Proof.
apply: (@le_trans _ _ (ln (2%:R ^+ 3))).
  by rewrite (lnX log) ?ltr0n // ler_pmul2l ?ltr0n // (ln2_ge log).
apply: (ln_mono log); first by rewrite exprn_gt0 ?ltr0n.
by apply: le_trans outer_ge; rewrite -natrX ler_nat.
Qed.

Lemma room_ge : 10%:R <= D.
Proof.
apply: le_trans (_ : 9%:R * (3%:R / 2%:R) <= _); last by rewrite ler_pmul2l ?ltr0n // ln_outer_ge.
by rewrite mulrA ler_pdivl_mulr ?ltr0n // -!natrM ler_nat.
Qed.
Lemma room_gt0 : 0 < D. Proof. by apply: lt_le_trans room_ge; rewrite ltr0n. Qed.

Lemma ratio_log_ge0 : 0 <= Lam.
Proof.
rewrite -(ln1 log) (ln_mono log) ?ltr01 // ler_pdivl_mulr ?k_gt0 //.
by rewrite mul1r ler_nat.
Qed.
Lemma ratio_log_le : Lam <= U - 10%:R.
Proof.
rewrite /U [10%:R + _]addrC addrK; apply: (ln_mono log); first by rewrite divr_gt0 ?s_gt0 ?k_gt0.
by rewrite ler_pdivr_mulr ?k_gt0 // -natrM ler_nat mulnC.
Qed.

Lemma rate_ge_room : D <= rate. Proof. by rewrite ler_addr ratio_log_ge0. Qed.
Lemma rate_gt0 : 0 < rate. Proof. exact: lt_le_trans room_gt0 rate_ge_room. Qed.
Lemma rate_ge1 : 1 <= rate.
Proof. by apply: le_trans rate_ge_room; apply: le_trans room_ge; rewrite ler1n. Qed.

Lemma rate_le : rate <= 10%:R * U.
Proof.
case: (log) => _ /(_ _ outer_gt0) h; have h9 := ler_wpmul2l (ler0n F 9) h.
apply: le_trans (ler_add ratio_log_le h9) _.
by rewrite -subr_ge0 (_ : _ - _ = 19%:R) ?ler0n //; ring.
Qed.

Lemma slack_sq : slack ^+ 2 = D / rate.
Proof. by rewrite sqr_sqrtr // divr_ge0 ?(ltW room_gt0) ?(ltW rate_gt0). Qed.
Lemma slack_gt0 : 0 < slack. Proof. by rewrite sqrtr_gt0 divr_gt0 ?room_gt0 ?rate_gt0. Qed.
Lemma slack_le1 : slack <= 1.
Proof.
rewrite -(@ler_sqr F) ?nnegrE ?ler01 ?(ltW slack_gt0) // slack_sq expr1n.
by rewrite ler_pdivr_mulr ?rate_gt0 // mul1r rate_ge_room.
Qed.
Lemma rate_slack : rate * slack ^+ 2 = D.
Proof. by rewrite slack_sq mulrCA mulfV ?mulr1 // lt0r_neq0 ?rate_gt0. Qed.

Lemma slack_ge : 10%:R / U <= slack.
Proof.
have U0 := outer_gt0; have q0 : 0 <= 10%:R / U by rewrite divr_ge0 ?ler0n ?ltW.
have q1 : 10%:R / U <= 1 by rewrite ler_pdivr_mulr // mul1r outer_ge.
rewrite -(@ler_sqr F) ?nnegrE ?(ltW slack_gt0) // slack_sq.
apply: (@le_trans _ _ (10%:R / U)); first by rewrite expr2 ler_pimulr.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr ?rate_gt0 //.
have u0 : 0 <= U - 10%:R by rewrite subr_ge0 outer_ge.
have d0 : 0 <= D - 10%:R by rewrite subr_ge0 room_ge.
have h : 0 <= U - 10%:R - Lam by rewrite subr_ge0 ratio_log_le.
rewrite -subr_ge0.
rewrite (_ : _ - _ = (U - 10%:R) * (D - 10%:R) + 10%:R * (U - 10%:R - Lam)).
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n.
by rewrite /rate; ring.
Qed.

(** The number of levels, less one. *)
Lemma levels_exist : exists n, m%:R <= (1 + slack) ^+ n
  /\ n%:R + 2%:R <= U ^+ 2 / 5%:R.
Proof.
have a0 := slack_gt0; have b0 : 0 < 1 + slack by rewrite addr_gt0 ?ltr01.
have U0 := outer_gt0; have U10 := outer_ge; have mF := m_gt0.
have lnm : ln m%:R = U - 10%:R by rewrite /U [10%:R + _]addrC addrK.
have Um : U <= 10%:R * m%:R.
  case: (log) => _ /(_ _ mF); rewrite lnm => h; have m1 : 1 <= m%:R :> F by rewrite ler1n.
  rewrite -subr_ge0 in h; rewrite -subr_ge0 in m1; rewrite -subr_ge0.
  rewrite (_ : _ - _ = (m%:R - 1 - (U - 10%:R)) + 9%:R * (m%:R - 1)); last by ring.
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n.
have ex : exists n, m%:R <= (1 + slack) ^+ n.
  exists (m * m)%N; apply: le_trans (bernoulli _ (ltW a0)).
  apply: ler_paddl; first exact: ler01.
  rewrite natrM -mulrA ler_pmulr //; apply: le_trans (ler_wpmul2l (ltW mF) slack_ge).
  by rewrite mulrA ler_pdivl_mulr // mul1r mulrC.
case: (ex_minnP ex) => n big least; exists n; split=> //.
have top : 3%:R + (U - 10%:R) * U / 5%:R <= U ^+ 2 / 5%:R.
  rewrite -subr_ge0 (_ : _ - _ = 2%:R * (U - 10%:R) + 17%:R); last by field.
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n // subr_ge0.
apply: le_trans top; have u0 : 0 <= (U - 10%:R) * U / 5%:R.
  by rewrite divr_ge0 ?ler0n // mulr_ge0 ?(ltW U0) // subr_ge0.
case: n big least => [|n] big least.
  by rewrite add0r; apply: ler_paddr => //; rewrite ler_nat.
rewrite mulrSr -addrA [1 + _](_ : _ = 3%:R); last by ring.
rewrite addrC ler_add2l ler_pdivl_mulr ?ltr0n //.
have small : (1 + slack) ^+ n < m%:R.
  by rewrite ltNge; apply/negP => /least; rewrite ltnn.
have := ln_mono log (exprn_gt0 n b0) (ltW small); rewrite (lnX log) // lnm => h.
have lna : 5%:R / U <= ln (1 + slack).
  apply: le_trans (ln_ge log b0); apply: (@le_trans _ _ (slack / 2%:R)).
    rewrite ler_pdivl_mulr ?ltr0n // mulrAC -natrM; exact: slack_ge.
  rewrite -subr_ge0 (_ : _ - _ = slack * (1 - slack) / (2%:R * (1 + slack))).
    by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?(ltW a0) ?(ltW b0) ?subr_ge0 ?slack_le1.
  by field; rewrite lt0r_neq0.
have := le_trans (ler_wpmul2l (ler0n _ n) lna) h.
by rewrite mulrA ler_pdivr_mulr.
Qed.

(** exp (1 - D) <= 4 U^(-9). *)
Lemma exp1_le : exp 1 <= 4%:R.
Proof.
have h : exp (2%:R^-1) <= 2%:R.
  have e0 := exp_gt0 expP (2%:R^-1); have := exp_ge expP (- 2%:R^-1).
  rewrite (_ : 1 - 2%:R^-1 = 2%:R^-1); last by field.
  move=> le; rewrite -(ler_pmul2r (x := 2%:R^-1)) ?invr_gt0 ?ltr0n // mulfV ?pnatr_eq0 //.
  by apply: le_trans (ler_wpmul2l (ltW e0) le) _; rewrite (expN expP).
have -> : exp 1 = exp (2%:R^-1) * exp (2%:R^-1) by rewrite -(expD expP); congr exp; field.
rewrite (_ : 4%:R = 2%:R * 2%:R); last by rewrite -natrM.
by apply: ler_pmul; rewrite ?(ltW (exp_gt0 expP _)).
Qed.

Lemma exp_room : exp (1 - D) <= 4%:R / U ^+ 9.
Proof.
have U9 : 0 < U ^+ 9 by rewrite exprn_gt0 ?outer_gt0.
have e : exp D = U ^+ 9 by rewrite /D (exp_natl expP) lnK ?outer_gt0.
rewrite (expD expP) ler_pdivl_mulr // -mulrA -e mulrC [exp (- D) * _]mulrC (expN expP) mul1r.
exact: exp1_le.
Qed.

Lemma exp_rate : exp (1 - rate) = k%:R / s%:R * exp (1 - D).
Proof.
have q0 : 0 < s%:R / k%:R :> F by rewrite divr_gt0 ?s_gt0 ?k_gt0.
rewrite /rate opprD addrA addrAC [1 - D - _]addrC (expD expP); congr (_ * _).
apply: (mulfI (lt0r_neq0 q0)); rewrite -{1}(lnK q0) (expN expP).
by field; rewrite !lt0r_neq0 ?s_gt0 ?k_gt0.
Qed.

(** ** The two terms *)

Section Levels.
Variable n : nat.
Hypotheses (large : m%:R <= (1 + slack) ^+ n) (few : n%:R + 2%:R <= U ^+ 2 / 5%:R).
Let L : F := n.+1%:R.
Let eps := exp (1 - D).
Let R2 := Num.sqrt (2%:R * rate).
Let S : F := R2 * (1 + slack) ^+ 2.

Lemma L_ge0 : 0 <= L. Proof. exact: ler0n. Qed.
Lemma L1_le : L + 1 <= U ^+ 2 / 5%:R.
Proof. by rewrite /L mulrSr -addrA. Qed.
Lemma L_le : L <= U ^+ 2 / 5%:R.
Proof. by apply: le_trans L1_le; rewrite ler_addl ler01. Qed.
Lemma eps_ge0 : 0 <= eps. Proof. by rewrite ltW // (exp_gt0 expP). Qed.

Lemma power_ge (j : nat) (c : nat) : (c <= 10 ^ j)%N -> c%:R / U ^+ j <= 1.
Proof.
move=> le; rewrite ler_pdivr_mulr ?exprn_gt0 ?outer_gt0 // mul1r.
apply: (@le_trans _ _ (10%:R ^+ j)); first by rewrite -natrX ler_nat.
by rewrite ler_expn2r ?nnegrE ?ler0n ?(ltW outer_gt0) // outer_ge.
Qed.

Lemma many_small : 100%:R * rate * (L + 1) ^+ 2 * eps <= 1.
Proof.
have U0 := outer_gt0; have r0 := ltW rate_gt0.
have L0 : 0 <= L + 1 by rewrite addr_ge0 ?L_ge0 ?ler01.
apply: (@le_trans _ _ (100%:R * (10%:R * U) * (U ^+ 2 / 5%:R) ^+ 2 * (4%:R / U ^+ 9))).
  apply: ler_pmul; rewrite ?eps_ge0 ?exp_room ?mulr_ge0 ?ler0n ?sqr_ge0 //.
  apply: ler_pmul; rewrite ?mulr_ge0 ?ler0n ?sqr_ge0 //.
    by rewrite ler_pmul2l ?ltr0n // rate_le.
  by rewrite ler_sqr ?nnegrE ?L1_le // (le_trans L0 L1_le).
apply: le_trans (_ : 160%:R / U ^+ 4 <= _); last exact: power_ge.
by apply: le_of_eq; field; rewrite lt0r_neq0.
Qed.

Lemma few_small : 128%:R * rate * L ^+ 3 * eps <= 1.
Proof.
have U0 := outer_gt0; have r0 := ltW rate_gt0; have L0 := L_ge0.
apply: (@le_trans _ _ (128%:R * (10%:R * U) * (U ^+ 2 / 5%:R) ^+ 3 * (4%:R / U ^+ 9))).
  apply: ler_pmul; rewrite ?eps_ge0 ?exp_room ?mulr_ge0 ?ler0n ?exprn_ge0 //.
  apply: ler_pmul; rewrite ?mulr_ge0 ?ler0n ?exprn_ge0 //.
    by rewrite ler_pmul2l ?ltr0n // rate_le.
  by rewrite ler_expn2r ?nnegrE ?L_le // (le_trans L0 L_le).
apply: le_trans (_ : 41%:R / U ^+ 2 <= _); last exact: power_ge.
rewrite -subr_ge0 (_ : _ - _ = (5%:R / 125%:R) / U ^+ 2); last by field; rewrite lt0r_neq0.
by rewrite !divr_ge0 ?ler0n ?sqr_ge0.
Qed.

Lemma eps_small : eps <= 4%:R^-1.
Proof.
apply: le_trans exp_room _; rewrite -(ler_pmul2l (x := 4%:R)) ?ltr0n // mulfV ?pnatr_eq0 //.
by rewrite mulrA -natrM; apply: power_ge.
Qed.

Lemma p0_le : 4%:R * exp (1 - rate) <= 1.
Proof.
have le : exp (1 - rate) <= eps.
  by apply: exp_mono expP _ _ _; rewrite ler_add2l ler_opp2 rate_ge_room.
by rewrite mulrC -ler_pdivl_mulr ?ltr0n // mul1r (le_trans le eps_small).
Qed.

Lemma R2_ge1 : 1 <= R2.
Proof.
rewrite -[1]sqrtr1; apply: ler_wsqrtr; apply: le_trans rate_ge1 _.
by rewrite ler_pemull ?ler1n // ltW ?rate_gt0.
Qed.
Lemma R2_ge0 : 0 <= R2. Proof. exact: sqrtr_ge0. Qed.

Lemma square_le4 : (1 + slack) ^+ 2 <= 4%:R.
Proof.
have a0 := ltW slack_gt0; rewrite (_ : 4%:R = 2%:R ^+ 2); last by rewrite -natrX.
by rewrite ler_sqr ?nnegrE ?ler0n ?addr_ge0 ?ler01 // [2%:R]mulrSr ler_add2l slack_le1.
Qed.

Lemma S_le4 : S <= 4%:R * R2.
Proof. by rewrite /S [4%:R * _]mulrC ler_wpmul2l ?R2_ge0 ?square_le4. Qed.
Lemma S_ge0 : 0 <= S. Proof. by rewrite /S mulr_ge0 ?R2_ge0 ?sqr_ge0. Qed.

(** sqrt (2 kappa) (1 + alpha)^2 <= sqrt (2 ln(s/k)) + 4 sqrt (2 D). *)
Lemma S_le : S <= Num.sqrt (2%:R * Lam) + 4%:R * Num.sqrt (2%:R * D).
Proof.
have a0 := ltW slack_gt0; have l2 : 0 <= 2%:R * Lam by rewrite mulr_ge0 ?ler0n ?ratio_log_ge0.
have d2 : 0 <= 2%:R * D by rewrite mulr_ge0 ?ler0n ?(ltW room_gt0).
have aR : R2 * slack = Num.sqrt (2%:R * D).
  rewrite -rate_slack mulrA sqrtrM ?sqrtr_sqr ?ger0_norm //.
  by rewrite mulr_ge0 ?ler0n ?(ltW rate_gt0).
have le : R2 <= Num.sqrt (2%:R * Lam) + Num.sqrt (2%:R * D).
  by rewrite /R2 /rate mulrDr; apply: sqrt_add_le.
rewrite (_ : S = R2 + (2%:R + slack) * (R2 * slack)); last by rewrite /S; ring.
rewrite aR; have s0 := sqrtr_ge0 (2%:R * D).
have := ler_wpmul2r s0 slack_le1; rewrite -subr_ge0 => h; rewrite -subr_ge0 in le.
rewrite -subr_ge0; apply: le_trans (addr_ge0 le h) _; apply: le_of_eq; ring.
Qed.

Lemma first_le : (S + 1) * (1 + (L + 1) * Num.sqrt (2%:R * eps))
  <= Num.sqrt (2%:R * Lam) + 4%:R * Num.sqrt (2%:R * D) + 2%:R.
Proof.
have L0 : 0 <= L + 1 by rewrite addr_ge0 ?L_ge0 ?ler01.
have S5 : S + 1 <= 5%:R * R2.
  by rewrite [5%:R]mulrSr mulrDl mul1r; apply: ler_add; [apply: S_le4 | apply: R2_ge1].
have q0 : 0 <= (L + 1) * Num.sqrt (2%:R * eps) by rewrite mulr_ge0 ?sqrtr_ge0.
have one : (S + 1) * ((L + 1) * Num.sqrt (2%:R * eps)) <= 1.
  apply: le_trans (ler_wpmul2r q0 S5) _.
  have z0 : 0 <= 5%:R * R2 * ((L + 1) * Num.sqrt (2%:R * eps)).
    exact: mulr_ge0 (mulr_ge0 (ler0n _ 5) R2_ge0) q0.
  rewrite -(@ler_sqr F) ?nnegrE ?ler01 // expr1n !exprMn.
  rewrite !sqr_sqrtr ?mulr_ge0 ?ler0n ?eps_ge0 ?(ltW rate_gt0) //.
  by apply: le_trans many_small; apply: le_of_eq; ring.
rewrite mulrDr mulr1.
rewrite [X in _ <= X](_ : _ = Num.sqrt (2%:R * Lam) + 4%:R * Num.sqrt (2%:R * D) + 1 + 1).
  by apply: ler_add one; rewrite ler_add2r S_le.
by ring.
Qed.

Lemma second_le : (L * (S * Num.sqrt (4%:R * L * m%:R * exp (1 - rate)))
    + m%:R * (1 + slack) ^- n * (1 + slack + 4%:R * exp (1 - rate)))
  * Num.sqrt (s%:R / (k%:R * m%:R)) <= 4%:R :> F.
Proof.
have mF := m_gt0; have kF := k_gt0; have sF := s_gt0.
have km0 : 0 < k%:R * m%:R :> F by rewrite mulr_gt0.
have a0 := ltW slack_gt0; have b0 : 0 < (1 + slack) ^+ n.
  by rewrite exprn_gt0 ?addr_gt0 ?ltr01 ?slack_gt0.
have q0 : 0 <= s%:R / (k%:R * m%:R) :> F by rewrite divr_ge0 ?ltW.
have q1 : Num.sqrt (s%:R / (k%:R * m%:R)) <= 1 :> F.
  by rewrite -[X in _ <= X]sqrtr1; apply: ler_wsqrtr;
    rewrite ler_pdivr_mulr // mul1r -natrM ler_nat.
have p00 : 0 <= exp (1 - rate) by rewrite ltW // (exp_gt0 expP).
rewrite mulrDl; apply: (@le_trans _ _ (1 + 3%:R * 1)); last by apply: le_of_eq; ring.
apply: ler_add.
  rewrite -[L * _ * _]mulrA -[S * _ * _]mulrA -sqrtrM ?mulr_ge0 ?ler0n ?L_ge0 //.
  apply: (@le_trans _ _ (L * (4%:R * R2 * Num.sqrt (4%:R * L * eps)))).
    rewrite ler_wpmul2l ?L_ge0 //.
    apply: ler_pmul; [exact: S_ge0 | exact: sqrtr_ge0 | exact: S_le4 |].
    apply: ler_wsqrtr; apply: le_of_eq; rewrite exp_rate -/eps.
    by field; rewrite !lt0r_neq0.
  have z0 : 0 <= L * (4%:R * R2 * Num.sqrt (4%:R * L * eps)).
    exact: mulr_ge0 L_ge0 (mulr_ge0 (mulr_ge0 (ler0n _ 4) R2_ge0) (sqrtr_ge0 _)).
  rewrite -(@ler_sqr F) ?nnegrE ?ler01 // expr1n !exprMn.
  rewrite !sqr_sqrtr ?mulr_ge0 ?ler0n ?eps_ge0 ?L_ge0 ?(ltW rate_gt0) //.
  by apply: le_trans few_small; apply: le_of_eq; ring.
have r0 : 0 <= 1 + slack + 4%:R * exp (1 - rate).
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n // addr_ge0 ?ler01.
have m1 : m%:R * (1 + slack) ^- n <= 1 by rewrite ler_pdivr_mulr // mul1r.
have m2 : 0 <= m%:R * (1 + slack) ^- n by rewrite mulr_ge0 ?ler0n ?invr_ge0 ?ltW.
apply: ler_pmul; [exact: mulr_ge0 m2 r0 | exact: sqrtr_ge0 | | exact: q1].
apply: le_trans (ler_wpmul2r r0 m1) _; rewrite mul1r (_ : 3%:R = 1 + 1 + 1); last by ring.
by apply: ler_add p0_le; rewrite ler_add2l slack_le1.
Qed.

End Levels.

(** sqrt (2 ln(s/k)) + 4 sqrt (2 D) + 6 <= sqrt (2 ln(s/k)) + 22 sqrt (ln U). *)
Lemma sum_le : Num.sqrt (2%:R * Lam) + 4%:R * Num.sqrt (2%:R * D) + 2%:R + 4%:R
  <= Num.sqrt (2%:R * Lam) + 22%:R * Num.sqrt (ln U).
Proof.
have l0 : 0 <= ln U by apply: le_trans ln_outer_ge; rewrite divr_ge0 ?ler0n.
have a : 4%:R * Num.sqrt (2%:R * D) <= 17%:R * Num.sqrt (ln U).
  rewrite -(@ler_sqr F) ?nnegrE ?mulr_ge0 ?ler0n ?sqrtr_ge0 // !exprMn !sqr_sqrtr //.
    rewrite /D !mulrA ler_wpmul2r // -!natrX -!natrM ler_nat //.
  by rewrite mulr_ge0 ?ler0n ?(ltW room_gt0).
have b : 6%:R / 5%:R <= Num.sqrt (ln U).
  have h0 : 0 <= 6%:R / 5%:R :> F by rewrite divr_ge0 ?ler0n.
  rewrite -(@ler_sqr F) ?nnegrE ?sqrtr_ge0 // sqr_sqrtr //; apply: le_trans ln_outer_ge.
  by rewrite -subr_ge0 (_ : _ - _ = 3%:R / 50%:R) ?divr_ge0 ?ler0n //; field.
rewrite -subr_ge0 in a; rewrite -subr_ge0 in b; rewrite -subr_ge0.
apply: le_trans (addr_ge0 a (mulr_ge0 (ler0n _ 5) b)) _; apply: le_of_eq.
by field.
Qed.

End Parameters.

(** ** Theorem K *)

Section TheoremK.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.

(** The factor for m samples, s neurons and the sparsity k. *)
Definition factor_K (m s k : nat) : F := Num.sqrt (2%:R * ln (s%:R / k%:R))
  + 22%:R * Num.sqrt (ln (10%:R + ln m%:R)).

Section Selections.
Variables (I E J : finType) (x : I -> E -> F) (k : nat) (W B R : F).
Variable h : {ffun I -> bool} -> network F E J.
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Hypothesis sc : forall z, scale (h z) (W ^+ 2) B.
Hypotheses (m0 : (0 < #|I|)%N) (k0 : (0 < k)%N) (ks : (k <= #|J|)%N) (skm : (#|J| <= k * #|I|)%N).
Hypothesis sparse : avg (fun z => (\sum_i #|active (h z) (x i)|)%:R) <= k%:R * #|I|%:R :> F.

Lemma theorem_K_mean : mean_correlation x h
  <= factor_K #|I| #|J| k * (W * R + B) * Num.sqrt (#|J|%:R * k%:R / #|I|%:R).
Proof.
set m := #|I|; set s := #|J|.
have [n [large few]] := levels_exist log m0 k0 ks skm.
have rate1 := rate_ge1 log m0 k0 ks; have a0 := slack_gt0 log m0 k0 ks.
have small : exp (1 - rate ln m s k * slack ln m s k ^+ 2) <= 4%:R^-1.
  by rewrite (rate_slack log m0 k0 ks) (eps_small expP log lnK m0).
have M0 : 0 <= W * R + B by rewrite addr_ge0 ?mulr_ge0.
have mF : 0 < m%:R :> F by rewrite ltr0n.
have kF : 0 < k%:R :> F by rewrite ltr0n.
have sF : 0 < s%:R :> F by rewrite ltr0n (leq_trans k0).
have bound y V y1 V1 := @gain_le_levels F exp ln I [finType of E + unit] y V _ _ n.+1 expP log lnK
  y1 V1 rate1 a0 (ltn0Sn n) small.
rewrite (rate_slack log m0 k0 ks) in bound.
move: bound; set K := (_ + 1) * _; set D := n.+1%:R * _ + _ => bound.
have K0 : 0 <= K.
  have e0 : 0 <= exp (1 - room ln m) by rewrite ltW // (exp_gt0 expP).
  by apply: mulr_ge0; rewrite addr_ge0 ?ler01 // mulr_ge0 ?sqrtr_ge0 ?sqr_ge0 //;
    rewrite addr_ge0 ?ler0n ?ler01.
apply: le_trans (reduction_plus W0 B0 R0 xR sc m0 sparse K0 bound) _.
have root : s%:R * D / m%:R
    = D * Num.sqrt (s%:R / (k%:R * m%:R)) * Num.sqrt (s%:R * k%:R / m%:R).
  rewrite -[RHS]mulrA -sqrtrM ?divr_ge0 ?mulr_ge0 ?ler0n //.
  rewrite (_ : s%:R / (k%:R * m%:R) * _ = (s%:R / m%:R) ^+ 2); last by field; rewrite !lt0r_neq0.
  by rewrite sqrtr_sqr ger0_norm ?divr_ge0 ?ler0n // mulrA [D * _]mulrC.
rewrite -/s -/m root; set q := Num.sqrt (s%:R / _); set Q := Num.sqrt (s%:R * _ / _).
have -> : K * (W * R + B) * Q + (W * R + B) * (D * q * Q) = (K + D * q) * (W * R + B) * Q.
  by move: K D q Q {bound K0 root} => a b c d; ring.
apply: ler_wpmul2r; first exact: sqrtr_ge0.
apply: ler_wpmul2r => //.
apply: le_trans _ (sum_le s k log m0).
apply: ler_add; first exact: (first_le expP log lnK m0 k0 ks skm few).
exact: (second_le expP log lnK m0 k0 ks skm large few).
Qed.

End Selections.

(** ** The complexity of classes of networks that are k-sparse on average over the sample *)

Section Complexity.
Variables (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F).
Hypotheses (m0 : (0 < m)%N) (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Hypotheses (k0 : (0 < k)%N) (ks : (k <= s)%N) (skm : (s <= k * m)%N).
Variable C : network F [ord n] [ord s] -> Prop.
Hypothesis sub : forall net, C net -> mean_sparse_class x k (W ^+ 2) B net.
Hypothesis rad : is_rademacher_of x C r.

Lemma complexity_le_K : r <= factor_K m s k * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
apply: rademacher_of_le rad => h hC.
have := @theorem_K_mean _ _ _ x k W B R h W0 B0 R0 xR.
rewrite !card_ord; apply=> //; first by move=> z; case: (sub (hC z)).
by have := mean_activity_le sub hC; rewrite card_ord.
Qed.

(** With the fourth root of ln 2m, for every m: where it is at most 6, Theorem J is enough. *)
Lemma complexity_le_fourth_root :
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 25%:R * Num.sqrt (Num.sqrt (ln (2%:R * m%:R))))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
set t := Num.sqrt (Num.sqrt _); have mF : 0 < m%:R :> F by rewrite ltr0n.
have m1 : 1 <= 2%:R * m%:R :> F by rewrite -natrM ler1n muln_gt0.
have x0 : 0 <= ln (2%:R * m%:R) by rewrite -(ln1 log) (ln_mono log) ?ltr01.
have tE : Num.sqrt (ln (2%:R * m%:R)) = t ^+ 2 by rewrite sqr_sqrtr ?sqrtr_ge0.
have t0 : 0 <= t := sqrtr_ge0 _.
have M0 : 0 <= W * R + B by rewrite addr_ge0 ?mulr_ge0.
case: (lerP t 6%:R) => [small|/ltW big].
  apply: le_trans (complexity_le_const expP log lnK m0 W0 B0 R0 xR sub rad) _.
  rewrite mulrAC; apply: ler_wpmul2r; first exact: sqrtr_ge0.
  rewrite mulrAC; apply: ler_wpmul2r => //; rewrite tE; apply: ler_paddl; first exact: sqrtr_ge0.
  rewrite -subr_ge0 (_ : _ - _ = 18%:R / 5%:R * t * (6%:R - t) + 17%:R / 5%:R * t); last by field.
  apply: addr_ge0; last by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
  by rewrite mulr_ge0 ?subr_ge0 // mulr_ge0 ?divr_ge0 ?ler0n.
apply: le_trans complexity_le_K _; apply: ler_wpmul2r; first exact: sqrtr_ge0.
apply: ler_wpmul2r => //.
rewrite ler_add2l; apply: (@le_trans _ _ (22%:R * t)); last by rewrite ler_wpmul2r // ler_nat.
rewrite ler_pmul2l ?ltr0n // -[X in _ <= X]ger0_norm // -sqrtr_sqr; apply: ler_wsqrtr.
have t1 : 0 < t by apply: lt_le_trans big; rewrite ltr0n.
have tt : ln (2%:R * m%:R) = t ^+ 4 by rewrite (exprM t 2 2) -tE sqr_sqrtr.
have lnm : ln m%:R <= t ^+ 4.
  by rewrite -tt (ln_mono log) // ler_pemull ?ler1n // ltW.
have lnm0 : 0 <= ln m%:R by rewrite -(ln1 log) (ln_mono log) ?ltr01 // ler1n.
have ten : 10%:R <= t ^+ 4.
  apply: le_trans (_ : 6%:R ^+ 4 <= _); first by rewrite -natrX ler_nat.
  by rewrite ler_expn2r ?nnegrE ?ler0n.
apply: (@le_trans _ _ (ln (2%:R * t ^+ 4))).
  apply: (ln_mono log); first by rewrite ltr_paddr ?ltr0n.
  by rewrite mulrDl mul1r; apply: ler_add.
have [lnM lnle] := log; rewrite lnM ?exprn_gt0 ?ltr0n // (lnX log) //.
have h := lnle _ t1; have h2 : ln 2%:R <= 1.
  by apply: le_trans (lnle _ (ltr0n F 2)) _; rewrite [2%:R]mulrSr addrK.
apply: le_trans (ler_add h2 (ler_wpmul2l (ler0n F 4) h)) _.
rewrite -subr_ge0 (_ : _ - _ = (t - 6%:R) * (t + 2%:R) + 15%:R); last by ring.
by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 ?addr_ge0 ?ler0n.
Qed.

End Complexity.
End TheoremK.
