(** * Theorem J: the constant

   With y_i and v_j as in folding.v, a network has the correlation
   M / m sum_j +- G(V_j), and E |G(V_j)| <= K sqrt r_j by gains.v, where r_j is the mean
   number of samples that activate neuron j.  The sum of the r_j is at most k m, so the sum of
   their roots is at most sqrt (s k m).  With the best q
   K = sqrt (8 ln 8m) + sqrt (2 ln 4/3) + 1.  For m >= 75 this is at most 4 sqrt (ln 2m), and
   for m <= 74 the trivial K = sqrt m is; so Theorem I holds with 4 in place of 13. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube logarithm exponential cauchy_schwarz
  gibbs decomposition graded_code gains folding rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma bernoulli (F : realFieldType) (d : F) n : 0 <= d -> 1 + n%:R * d <= (1 + d) ^+ n.
Proof.
move=> d0; have d1 : 0 <= 1 + d by rewrite addr_ge0 ?ler01.
elim: n => [|n IH]; first by rewrite mul0r addr0 expr0.
rewrite exprS; apply: le_trans (ler_wpmul2l d1 IH).
rewrite [n.+1%:R]mulrSr -subr_ge0 (_ : _ - _ = n%:R * d ^+ 2); last by ring.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

Section Best.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.

Lemma exp_Nln a : 0 < a -> exp (- ln a) = a^-1.
Proof.
move=> a0; apply: (mulfI (lt0r_neq0 a0)); rewrite mulfV ?lt0r_neq0 //.
by rewrite -{1}(lnK a0) (expN expP).
Qed.

(** The factor of Theorem J for m samples. *)
Definition factor (m : nat) : F :=
  Num.sqrt (8%:R * ln (8%:R * m%:R)) + Num.sqrt (2%:R * ln (4%:R / 3%:R)) + 1.

Section Choice.
Variable m : nat.
Hypothesis m0 : (0 < m)%N.
Let c1 := ln (8%:R * m%:R).
Let c0 := ln (4%:R / 3%:R).
Let A := Num.sqrt (8%:R * c1).
Let B := Num.sqrt (2%:R * c0).
Let q := Num.sqrt (A / (A + B)).

Lemma m8_gt0 : 0 < 8%:R * m%:R :> F. Proof. by rewrite mulr_gt0 ?ltr0n. Qed.
Lemma q43_gt0 : 0 < 4%:R / 3%:R :> F. Proof. by rewrite divr_gt0 ?ltr0n. Qed.

Lemma c0_ge : 4%:R^-1 <= c0.
Proof.
apply: le_trans (ln_ge log q43_gt0).
by apply: le_of_eq; field.
Qed.

Lemma c0_gt0 : 0 < c0.
Proof. by apply: lt_le_trans c0_ge; rewrite invr_gt0 ltr0n. Qed.

Lemma c0_le_c1 : c0 <= c1.
Proof.
apply: (ln_mono log q43_gt0); rewrite ler_pdivr_mulr ?ltr0n // -!natrM ler_nat; lia.
Qed.

Lemma c1_gt0 : 0 < c1. Proof. exact: lt_le_trans c0_gt0 c0_le_c1. Qed.

Lemma A_sq : A ^+ 2 = 8%:R * c1.
Proof. by rewrite sqr_sqrtr // mulr_ge0 ?ler0n // ltW // c1_gt0. Qed.
Lemma B_sq : B ^+ 2 = 2%:R * c0.
Proof. by rewrite sqr_sqrtr // mulr_ge0 ?ler0n // ltW // c0_gt0. Qed.

Lemma A_gt0 : 0 < A. Proof. by rewrite sqrtr_gt0 mulr_gt0 ?ltr0n ?c1_gt0. Qed.
Lemma B_gt0 : 0 < B. Proof. by rewrite sqrtr_gt0 mulr_gt0 ?ltr0n ?c0_gt0. Qed.
Lemma AB_gt0 : 0 < A + B. Proof. by rewrite addr_gt0 ?A_gt0 ?B_gt0. Qed.

Lemma B_le_A : B <= A.
Proof.
apply: ler_wsqrtr; apply: ler_pmul; rewrite ?ler0n ?ler_nat ?c0_le_c1 //.
exact: ltW c0_gt0.
Qed.

Lemma q_sq : q ^+ 2 = A / (A + B).
Proof. by rewrite sqr_sqrtr // ltW // divr_gt0 ?A_gt0 ?AB_gt0. Qed.

Lemma q_gt0' : 0 < q. Proof. by rewrite sqrtr_gt0 divr_gt0 ?A_gt0 ?AB_gt0. Qed.

Lemma q_ge_half : 2%:R^-1 <= q.
Proof.
have h0 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
rewrite -(@ler_sqr F) ?nnegrE ?(ltW q_gt0') // q_sq ler_pdivl_mulr ?AB_gt0 //.
rewrite -subr_ge0 (_ : _ - _ = (2%:R * A + (A - B)) / 4%:R); last by field.
by rewrite divr_ge0 ?ler0n // addr_ge0 ?subr_ge0 ?B_le_A // mulr_ge0 ?ler0n ?(ltW A_gt0).
Qed.

Lemma q_lt_1 : q < 1.
Proof.
rewrite -(@ltr_sqr F) ?nnegrE ?ler01 ?(ltW q_gt0') // q_sq expr1n.
by rewrite ltr_pdivr_mulr ?AB_gt0 // mul1r ltr_addl B_gt0.
Qed.

(** The minimum of A^2 / t + B^2 / (1 - t) over 0 < t < 1 is (A + B)^2. *)
Lemma best : Num.sqrt (2%:R * (4%:R * c1 / q ^+ 2 + c0 / (1 - q ^+ 2))) = A + B.
Proof.
have a0 := lt0r_neq0 A_gt0; have b0 := lt0r_neq0 B_gt0; have ab0 := lt0r_neq0 AB_gt0.
rewrite -[RHS](ger0_norm (ltW AB_gt0)) -sqrtr_sqr; congr Num.sqrt.
have -> : 1 - q ^+ 2 = B / (A + B) by rewrite q_sq; field.
have -> : c1 = A ^+ 2 / 8%:R by rewrite A_sq; field.
have -> : c0 = B ^+ 2 / 2%:R by rewrite B_sq; field.
by rewrite q_sq; field; rewrite a0 b0 ab0.
Qed.

Lemma best_kraft : exp (- c0) + 2%:R * m%:R * exp (- c1) <= 1.
Proof.
rewrite !exp_Nln ?m8_gt0 ?q43_gt0 //; apply: le_of_eq; field.
by rewrite pnatr_eq0 -lt0n.
Qed.

(** Some power of q is small. *)
Lemma best_small : exists l, q ^+ l <= (2%:R * m%:R)^-1.
Proof.
have mF : 0 < m%:R :> F by rewrite ltr0n.
have q0 := q_gt0'; pose d := q^-1 - 1.
have A8 : A <= 8%:R * m%:R.
  have c1_le : c1 <= 8%:R * m%:R.
    case: (log) => _ /(_ _ m8_gt0) H; apply: le_trans H _.
    by rewrite ger_addl oppr_le0 ler01.
  rewrite -(@ler_sqr F) ?nnegrE ?(ltW m8_gt0) ?(ltW A_gt0) // A_sq.
  apply: le_trans (ler_wpmul2l (ler0n _ 8) c1_le) _.
  by rewrite expr2 ler_pmul2r ?m8_gt0 // -natrM ler_nat leq_pmulr.
have B2 : 2%:R^-1 <= B.
  have h0 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
  rewrite -(@ler_sqr F) ?nnegrE ?(ltW B_gt0) // B_sq.
  have := c0_ge; rewrite -(@ler_pmul2l _ 2%:R) ?ltr0n //; apply: le_trans.
  by rewrite -subr_ge0 (_ : _ - _ = 4%:R^-1) ?invr_ge0 ?ler0n //; field.
have d_ge : (64%:R * m%:R)^-1 <= d.
  apply: (@le_trans _ _ ((1 - q ^+ 2) / 2%:R)).
    have -> : 1 - q ^+ 2 = B / (A + B) by rewrite q_sq; field; rewrite lt0r_neq0 ?AB_gt0.
    rewrite -mulrA -invfM ler_pdivl_mulr ?mulr_gt0 ?AB_gt0 ?ltr0n //.
    rewrite mulrC ler_pdivr_mulr ?mulr_gt0 ?ltr0n //.
    apply: (@le_trans _ _ (2%:R^-1 * (64%:R * m%:R))); last first.
      by rewrite ler_pmul2r ?mulr_gt0 ?ltr0n.
    rewrite -subr_ge0 (_ : _ - _ = 4%:R * (8%:R * m%:R - A) + 2%:R * (A - B)); last by field.
    by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?subr_ge0 ?B_le_A.
  rewrite /d -subr_ge0 (_ : _ - _ / _ = (1 - q) ^+ 2 * (2%:R + q) / (2%:R * q)); last first.
    by field; rewrite lt0r_neq0.
  have q1 := ltW q0; apply: divr_ge0; last by rewrite mulr_ge0 ?ler0n.
  by apply: mulr_ge0; rewrite ?sqr_ge0 // addr_ge0 ?ler0n.
have d0 : 0 <= d by apply: le_trans d_ge; rewrite invr_ge0 mulr_ge0 ?ler0n.
exists (128 * m * m)%N.
rewrite -[q]invrK exprVn lef_pinv ?posrE ?exprn_gt0 ?invr_gt0 ?mulr_gt0 ?ltr0n //.
have -> : q^-1 = 1 + d by rewrite /d addrC subrK.
apply: le_trans (bernoulli _ d0); apply: (@le_trans _ _ ((128 * m * m)%:R * d)); last first.
  by rewrite ler_addr ler01.
apply: le_trans (ler_wpmul2l (ler0n _ _) d_ge).
rewrite !natrM; apply: le_of_eq; field.
by rewrite lt0r_neq0.
Qed.

End Choice.

Variables (I E : finType) (y : I -> E -> F) (V : cube I -> E -> F).
Hypotheses (y1 : forall i, normsq (y i) <= 1) (V1 : forall z, normsq (V z) <= 1).
Hypothesis m0 : (0 < #|I|)%N.

(** E |G(V)| <= K sqrt (E r(V)). *)
Lemma gain_le_best : avg (fun z => `|gain y V z|)
  <= factor #|I| * Num.sqrt (avg (fun z => #|positive y V z|%:R)).
Proof.
have := gain_le expP log lnK y1 V1 m0 (q_ge_half m0) (q_lt_1 m0) (ltW c0_gt0) (c1_gt0 m0)
  (best_kraft m0) (best_small m0).
by rewrite best.
Qed.


(** ** The constant 4 *)

Lemma factor_ge0 m : 0 <= factor m.
Proof. by rewrite addr_ge0 ?ler01 // addr_ge0 ?sqrtr_ge0. Qed.

(** |G| <= r and r <= m. *)
Lemma gain_le_trivial : avg (fun z => `|gain y V z|)
  <= Num.sqrt #|I|%:R * Num.sqrt (avg (fun z => #|positive y V z|%:R)).
Proof.
set r := avg (fun z => #|positive y V z|%:R).
have r0 : 0 <= r by apply: avg_ge0 => z; rewrite ler0n.
have rm : r <= #|I|%:R.
  rewrite -[#|I|%:R](avg_const _ (card_cube I)); apply: ler_avg => z.
  by rewrite ler_nat max_card.
apply: (@le_trans _ _ r); last first.
  by rewrite -{1}[r]sqr_sqrtr // expr2 ler_wpmul2r ?sqrtr_ge0 // ler_wsqrtr.
apply: ler_avg => z; rewrite -sum1_card natr_sum big_mkcond /=.
apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _; rewrite normrM sign_norm mul1r inE.
rewrite /relu; case: ltP => [pos|_]; last by rewrite normr0.
by rewrite gtr0_norm // dot_le1.
Qed.

(** ln 2 >= 2/3: cosh (ln 2 / 2)^2 = 9/8 and ln 9/8 >= 1/9. *)
Lemma ln2_ge23 : 2%:R / 3%:R <= ln 2%:R.
Proof.
have two : 0 < 2%:R :> F by rewrite ltr0n.
pose t := ln 2%:R / 2%:R.
have e2 : exp t * exp t = 2%:R.
  by rewrite -(expD expP) -[RHS](lnK two); congr exp; rewrite /t; field.
have e1 : exp t * exp (- t) = 1 by apply: (expN expP).
have e0 : 0 < exp t by apply: (exp_gt0 expP).
have eN : exp (- t) = exp t / 2%:R.
  by apply: (mulfI (lt0r_neq0 e0)); rewrite e1 mulrA e2 mulfV ?lt0r_neq0.
have := cosh_le expP t; rewrite eN => le.
have c0 : 0 <= (exp t + exp t / 2%:R) / 2%:R.
  by have e1' := ltW e0; rewrite divr_ge0 ?ler0n // addr_ge0 ?divr_ge0 ?ler0n.
have : ((exp t + exp t / 2%:R) / 2%:R) ^+ 2 <= exp (t ^+ 2 / 2%:R) ^+ 2.
  by rewrite ler_sqr ?nnegrE // ltW // (exp_gt0 expP).
have -> : ((exp t + exp t / 2%:R) / 2%:R) ^+ 2 = 9%:R / 8%:R.
  rewrite (_ : _ ^+ 2 = 9%:R / 16%:R * (exp t * exp t)); last by field.
  by rewrite e2; field.
rewrite -(exp_natl expP) (_ : 2%:R * _ = t ^+ 2); last by field.
have p98 : 0 < 9%:R / 8%:R :> F by rewrite divr_gt0 ?ltr0n.
move=> le2; have eE := expN expP (t ^+ 2); have eN2 := exp_ge expP (- t ^+ 2).
have p0 : 0 < exp (- t ^+ 2) by apply: (exp_gt0 expP).
have sq : 3%:R^-1 ^+ 2 <= t ^+ 2.
  have H : 9%:R / 8%:R * exp (- t ^+ 2) <= 1 by rewrite -[X in _ <= X]eE ler_pmul2r.
  have H1 : exp (- t ^+ 2) <= 8%:R / 9%:R.
    rewrite -(ler_pmul2l p98); apply: le_trans H _.
    by apply: le_of_eq; field.
  rewrite -subr_ge0; have := le_trans eN2 H1; rewrite -subr_ge0 => /le_trans; apply.
  by apply: le_of_eq; field.
have t0 : 0 < t by rewrite divr_gt0 ?(ln2_gt0 log).
have third : 3%:R^-1 <= t.
  by rewrite -(@ler_sqr F) ?nnegrE ?invr_ge0 ?ler0n ?(ltW t0).
rewrite (_ : ln 2%:R = t * 2%:R); last by rewrite /t divfK // lt0r_neq0.
by rewrite mulrC ler_pmul2r.
Qed.

Lemma ln_pow2 j a : 2%:R ^+ j <= a -> j%:R * ln 2%:R <= ln a.
Proof.
by move=> le; rewrite -(ln_pow log); apply: (ln_mono log) le; rewrite exprn_gt0 ?ltr0n.
Qed.

(** 2^19 <= 3^12. *)
Lemma ln3_ge : 19%:R / 12%:R * ln 2%:R <= ln 3%:R.
Proof.
have three : 0 < 3%:R :> F by rewrite ltr0n.
have lnX n : ln (3%:R ^+ n) = n%:R * ln 3%:R.
  elim: n => [|n IH]; first by rewrite expr0 mul0r (ln1 log).
  by case: (log) => lnM _; rewrite exprS lnM ?exprn_gt0 // IH [n.+1%:R]mulrS mulrDl mul1r.
have le : 2%:R ^+ 19 <= 3%:R ^+ 12 :> F.
  rewrite -!natrX ler_nat; by vm_compute.
rewrite mulrAC ler_pdivr_mulr ?ltr0n // [X in _ <= X]mulrC -lnX; exact: ln_pow2.
Qed.

Lemma sqrt_le_mul (a b c : F) : 0 <= c -> a <= c ^+ 2 * b -> Num.sqrt a <= c * Num.sqrt b.
Proof.
move=> c0 le; apply: le_trans (ler_wsqrtr le) _.
by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm.
Qed.

(** Few samples. *)
Lemma sqrt_le_small m : (0 < m)%N -> (m <= 74)%N ->
  Num.sqrt m%:R <= 4%:R * Num.sqrt (ln (2%:R * m%:R)).
Proof.
move=> m1 m74; apply: sqrt_le_mul; first exact: ler0n.
have pow j n : (2 ^ j <= 2 * m)%N -> (m <= n)%N -> (3 * n <= 32 * j)%N ->
    m%:R <= 4%:R ^+ 2 * ln (2%:R * m%:R) :> F.
  move=> jm mn nj; apply: (@le_trans _ _ n%:R); first by rewrite ler_nat.
  have le : j%:R * ln 2%:R <= ln (2%:R * m%:R).
    by apply: ln_pow2; rewrite -natrX -natrM ler_nat.
  apply: (@le_trans _ _ (4%:R ^+ 2 * (j%:R * (2%:R / 3%:R)))); last first.
    apply: ler_wpmul2l; first exact: sqr_ge0.
    by apply: le_trans le; rewrite ler_wpmul2l ?ler0n ?ln2_ge23.
  rewrite (_ : _ * _ = (32 * j)%:R / 3%:R); last by rewrite natrM; field.
  by rewrite ler_pdivl_mulr ?ltr0n // -natrM ler_nat mulnC.
have [m10|m10] := leqP m 10; first by apply: (pow 1%N 10%N) => //; lia.
have [m42|m42] := leqP m 42; first by apply: (pow 4%N 42%N) => //; lia.
have [m64|m64] := leqP m 64; first by apply: (pow 6%N 64%N) => //; lia.
apply: (pow 7%N 74%N) => //; lia.
Qed.

(** Many samples. *)
Lemma factor_le_large m : (75 <= m)%N -> factor m <= 4%:R * Num.sqrt (ln (2%:R * m%:R)).
Proof.
move=> m75; have m1 : (0 < m)%N by lia.
have [lnM _] := log; have l2 := ln2_ge23; have l3 := ln3_ge.
have p n : 0 < n.+1%:R :> F by rewrite ltr0n.
set X := ln (2%:R * m%:R).
have X_ge : 43%:R / 6%:R * ln 2%:R <= X.
  apply: (@le_trans _ _ (ln (2%:R ^+ 4 * 3%:R ^+ 2))); last first.
    apply: (ln_mono log); first by rewrite mulr_gt0 ?exprn_gt0.
    rewrite -!natrX -!natrM ler_nat; lia.
  have -> : ln (2%:R ^+ 4 * 3%:R ^+ 2) = 4%:R * ln 2%:R + 2%:R * ln 3%:R.
    by rewrite lnM ?exprn_gt0 // (ln_pow log) expr2 lnM //; congr (_ + _); ring.
  rewrite -subr_ge0 (_ : _ - _ = 2%:R * (ln 3%:R - 19%:R / 12%:R * ln 2%:R)); last by field.
  by rewrite mulr_ge0 ?ler0n // subr_ge0.
have X9 : 43%:R / 9%:R <= X.
  apply: le_trans X_ge; rewrite (_ : 43%:R / 9%:R = 43%:R / 6%:R * (2%:R / 3%:R)); last by field.
  by rewrite ler_wpmul2l // divr_ge0 ?ler0n.
have X0 : 0 <= X by apply: le_trans X9; rewrite divr_ge0 ?ler0n.
have l43 : ln (4%:R / 3%:R) = 2%:R * ln 2%:R - ln 3%:R.
  by rewrite lnM ?invr_gt0 // (lnV log) // (ln4 log).
have l8 : ln (8%:R * m%:R) = 2%:R * ln 2%:R + X.
  by rewrite -(ln4 log) /X -lnM ?mulr_gt0 ?ltr0n //; congr ln; ring.
have -> : 4%:R * Num.sqrt X = 16%:R / 5%:R * Num.sqrt X + 41%:R / 120%:R * Num.sqrt X
    + 11%:R / 24%:R * Num.sqrt X by field.
rewrite /factor; apply: ler_add; first apply: ler_add.
- apply: sqrt_le_mul; first by rewrite divr_ge0 ?ler0n.
  rewrite l8 -subr_ge0.
  rewrite (_ : _ - _ = 96%:R / 43%:R * (X - 43%:R / 6%:R * ln 2%:R) + 8%:R / 1075%:R * X);
    last by field.
  by apply: addr_ge0; apply: mulr_ge0; rewrite ?subr_ge0 ?divr_ge0 ?ler0n.
- apply: sqrt_le_mul; first by rewrite divr_ge0 ?ler0n.
  rewrite l43 -subr_ge0.
  rewrite (_ : _ - _ = 2%:R * (ln 3%:R - 19%:R / 12%:R * ln 2%:R)
    + (5%:R / 43%:R * (X - 43%:R / 6%:R * ln 2%:R) + ((120%:R * 120%:R)^-1 + 2580%:R^-1) * X));
    last by field.
  have c0 : 0 <= (120%:R * 120%:R)^-1 + 2580%:R^-1 :> F.
    by rewrite addr_ge0 ?invr_ge0 ?mulr_ge0 ?ler0n.
  by apply: addr_ge0; [|apply: addr_ge0]; apply: mulr_ge0; rewrite ?subr_ge0 ?divr_ge0 ?ler0n.
- rewrite -[X in X <= _]sqrtr1; apply: sqrt_le_mul; first by rewrite divr_ge0 ?ler0n.
  apply: (@le_trans _ _ ((11%:R / 24%:R) ^+ 2 * (43%:R / 9%:R))); last first.
    by rewrite ler_wpmul2l ?sqr_ge0.
  by rewrite -subr_ge0 (_ : _ - _ = 19%:R / (72%:R * 72%:R)) ?divr_ge0 ?mulr_ge0 ?ler0n //; field.
Qed.

Lemma gain_le_4 : avg (fun z => `|gain y V z|)
  <= 4%:R * Num.sqrt (ln (2%:R * #|I|%:R)) * Num.sqrt (avg (fun z => #|positive y V z|%:R)).
Proof.
have [small|large] := leqP #|I| 74.
  apply: le_trans gain_le_trivial _; rewrite ler_wpmul2r ?sqrtr_ge0 //; exact: sqrt_le_small.
apply: le_trans gain_le_best _; rewrite ler_wpmul2r ?sqrtr_ge0 //; exact: factor_le_large.
Qed.

End Best.

(** ** The reduction of networks to single vectors *)

Section Reduction.
Variables (F : rcfType) (I E J : finType) (x : I -> E -> F) (k W B R K : F).
Variable h : {ffun I -> bool} -> network F E J.
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Hypothesis sc : forall z, scale (h z) (W ^+ 2) B.
Let m := #|I|.
Let s := #|J|.
Hypothesis m0 : (0 < m)%N.
(** Sparsity is needed only on average over the sample, the signs and the neurons. *)
Hypothesis sparse : avg (fun z => (\sum_i #|active (h z) (x i)|)%:R) <= k * m%:R.
Let M := W * R + B.
Hypothesis K0 : 0 <= K.
Hypothesis gain_bound : forall (y : I -> [finType of E + unit] -> F)
    (V : cube I -> [finType of E + unit] -> F),
  (forall i, normsq (y i) <= 1) -> (forall z, normsq (V z) <= 1) ->
  avg (fun z => `|gain y V z|) <= K * Num.sqrt (avg (fun z => #|positive y V z|%:R)).

Let y i := folded_point W B R (x i).
Let v j z := folded_neuron W B R (h z j).

(** The mean number of samples that activate a neuron. *)
Definition mean_activity (j : J) : F := avg (fun z => #|[set i | j \in active (h z) (x i)]|%:R).

Lemma mean_activity_ge0 j : 0 <= mean_activity j.
Proof. by apply: avg_ge0 => z; apply: ler0n. Qed.

Lemma sum_mean_activity : \sum_j mean_activity j <= k * m%:R.
Proof.
apply: le_trans sparse; rewrite -avg_sum; apply: ler_avg => z; rewrite -natr_sum ler_nat.
under eq_bigr => j _ do rewrite -sum1_card big_mkcond.
rewrite exchange_big; apply: leq_sum => i _; rewrite -sum1_card [X in (_ <= X)%N]big_mkcond.
by apply: leq_sum => j _; rewrite inE.
Qed.

Lemma sum_sqrt_mean_activity :
  \sum_j Num.sqrt (mean_activity j) <= Num.sqrt (s%:R * (k * m%:R)).
Proof.
have n0 : 0 <= \sum_j Num.sqrt (mean_activity j) by apply: sumr_ge0 => j _; apply: sqrtr_ge0.
rewrite -[X in X <= _](ger0_norm n0) -sqrtr_sqr; apply: ler_wsqrtr.
have := cauchy_schwarz (fun=> 1) (fun j : J => Num.sqrt (mean_activity j)).
rewrite (eq_bigr (fun j => Num.sqrt (mean_activity j))) => [|j _]; last exact: mul1r.
move/le_trans; apply; rewrite expr1n sumr_const.
apply: ler_wpmul2l; first exact: ler0n.
rewrite (eq_bigr mean_activity) => [|j _]; last by rewrite sqr_sqrtr ?mean_activity_ge0.
exact: sum_mean_activity.
Qed.

Section Positive.
Hypothesis M0 : 0 < M.

(** One neuron. *)
Lemma neuron_gain (z : {ffun I -> bool}) (j : J) :
  `|\sum_i sign F (z i) * (outw (h z j) * relu (preact (h z j) (x i)))|
  = M * `|gain y (v j) z|.
Proof.
set nr := h z j; case: (sc z) => sW sB.
have dotE i := folded_dot W0 B0 R0 M0 (sW j j) (sB j j) (xR i).
have -> : \sum_i sign F (z i) * (outw nr * relu (preact nr (x i)))
    = outw nr * \sum_i sign F (z i) * relu (preact nr (x i)).
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrCA.
rewrite -[M in RHS](gtr0_norm M0) normrM -[`|outw nr|]normr_id -!normrM /gain !mulr_sumr.
congr `|_|; apply: eq_bigr => i _; rewrite mulrCA [RHS]mulrCA; congr (_ * _).
by rewrite /relu !maxr_pmulr ?normr_ge0 ?(ltW M0) // !mulr0 -/nr dotE.
Qed.

Lemma mean_neuron_gain_le j : avg (fun z => `|gain y (v j) z|) <= K * Num.sqrt (mean_activity j).
Proof.
have y1 i : normsq (y i) <= 1 by apply: folded_point_le.
have v1 z : normsq (v j z) <= 1 by case: (sc z) => sW sB; apply: folded_neuron_le.
apply: le_trans (gain_bound y1 v1) _; apply: ler_wpmul2l K0 _ _ _.
apply: ler_wsqrtr; apply: ler_avg => z; rewrite ler_nat; apply: subset_leq_card.
apply/subsetP => i; rewrite !inE => pos; case: (sc z) => sW sB.
have dotE := folded_dot W0 B0 R0 M0 (sW j j) (sB j j) (xR i).
have : 0 < `|outw (h z j)| * preact (h z j) (x i) by rewrite dotE mulr_gt0.
by rewrite !ltNge; apply: contra => p0; rewrite mulr_ge0_le0.
Qed.

Lemma mean_correlation_le : mean_correlation x h <= K * M * Num.sqrt (s%:R * k / m%:R).
Proof.
have mF : 0 < m%:R :> F by rewrite ltr0n.
have root : Num.sqrt (s%:R * k / m%:R) = Num.sqrt (s%:R * (k * m%:R)) / m%:R.
  have km0 : 0 <= k * m%:R by apply: le_trans sparse; apply: avg_ge0 => z; apply: ler0n.
  rewrite (_ : s%:R * k / m%:R = s%:R * (k * m%:R) * m%:R^-1 ^+ 2); last first.
    by field; rewrite lt0r_neq0.
  rewrite (sqrtrM _ (mulr_ge0 (ler0n _ s) km0)).
  by rewrite sqrtr_sqr ger0_norm // invr_ge0 ler0n.
rewrite root; apply: (@le_trans _ _
  (avg (fun z => m%:R^-1 * (\sum_j M * `|gain y (v j) z|)))).
  apply: ler_avg => z; rewrite /correlation /avg -/m mulrC ler_wpmul2l ?invr_ge0 ?ler0n //.
  rewrite /eval (eq_bigr (fun i => \sum_j
    sign F (z i) * (outw (h z j) * relu (preact (h z j) (x i))))); last first.
    by move=> i _; rewrite mulr_sumr.
  rewrite exchange_big; apply: le_trans (ler_norm _) _; apply: le_trans (ler_norm_sum _ _ _) _.
  by apply: ler_sum => j _; rewrite neuron_gain.
rewrite avgZ avg_sum [X in _ <= X]mulrA [X in _ <= X]mulrC ler_wpmul2l ?invr_ge0 ?ler0n //.
apply: le_trans (ler_wpmul2l _ sum_sqrt_mean_activity); last first.
  by rewrite mulr_ge0 ?(ltW M0).
rewrite mulr_sumr; apply: ler_sum => j _; rewrite avgZ [K * M]mulrC -mulrA.
by apply: ler_wpmul2l; [exact: ltW | exact: mean_neuron_gain_le].
Qed.

End Positive.

(** A bound for one vector is a bound for networks. *)
Lemma reduction : mean_correlation x h <= K * (W * R + B) * Num.sqrt (s%:R * k / m%:R).
Proof.
have : 0 <= M by rewrite addr_ge0 ?mulr_ge0.
rewrite le_eqVlt => /orP[/eqP M0|M0]; last exact: mean_correlation_le.
rewrite -/M -M0 mulr0 mul0r; apply: le_of_eq.
rewrite /mean_correlation /correlation /avg big1 ?mul0r // => z _.
rewrite big1 ?mul0r // => i _; rewrite /eval big1 ?mulr0 // => j _.
case: (sc z) => sW sB; apply/eqP; rewrite -normr_le0 [X in _ <= X]M0.
exact: neuron_le.
Qed.

End Reduction.

(** ** Theorem J *)

Section TheoremJ.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Variables (I E J : finType) (x : I -> E -> F) (k W B R : F).
Variable h : {ffun I -> bool} -> network F E J.
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Hypothesis sc : forall z, scale (h z) (W ^+ 2) B.
Hypothesis m0 : (0 < #|I|)%N.
Hypothesis sparse : avg (fun z => (\sum_i #|active (h z) (x i)|)%:R) <= k * #|I|%:R.

Lemma theorem_J_mean : mean_correlation x h
  <= factor ln #|I| * (W * R + B) * Num.sqrt (#|J|%:R * k / #|I|%:R).
Proof.
apply: (reduction W0 B0 R0 xR sc m0 sparse) => [|y V y1 V1]; first exact: factor_ge0.
exact: (gain_le_best expP log lnK y1 V1 m0).
Qed.

Lemma theorem_J_mean_4 : mean_correlation x h
  <= 4%:R * (W * R + B) * Num.sqrt (#|J|%:R * k / #|I|%:R) * Num.sqrt (ln (2%:R * #|I|%:R)).
Proof.
rewrite mulrAC [X in X * _]mulrAC; apply: (reduction W0 B0 R0 xR sc m0 sparse) => [|y V y1 V1].
  by rewrite mulr_ge0 ?ler0n ?sqrtr_ge0.
exact: (gain_le_4 expP log lnK y1 V1 m0).
Qed.

End TheoremJ.

(** ** The complexity of classes of networks that are k-sparse on average over the sample *)

Section Complexity.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Variables (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F).
Hypotheses (m0 : (0 < m)%N) (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Variable C : network F [finType of 'I_n] [finType of 'I_s] -> Prop.
Hypothesis sub : forall net, C net -> mean_sparse_class x k (W ^+ 2) B net.
Hypothesis rad : is_rademacher_of x C r.
Implicit Types h : {ffun 'I_m -> bool} -> network F [finType of 'I_n] [finType of 'I_s].

Lemma mean_activity_le h : (forall z, C (h z)) ->
  avg (fun z => (\sum_i #|active (h z) (x i)|)%:R) <= k%:R * #|'I_m|%:R :> F.
Proof.
move=> hC; rewrite card_ord -natrM.
rewrite -[X in _ <= X](avg_const _ (card_cube [finType of 'I_m])).
by apply: ler_avg => z; rewrite ler_nat; case: (sub (hC z)).
Qed.

Lemma complexity_le :
  r <= factor ln m * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
apply: rademacher_of_le rad => h hC.
have := @theorem_J_mean F exp ln expP log lnK _ _ _ x k%:R W B R h W0 B0 R0 xR.
rewrite !card_ord; apply=> //; first by move=> z; case: (sub (hC z)).
by have := mean_activity_le hC; rewrite card_ord.
Qed.

Lemma complexity_le_4 :
  r <= 4%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof.
apply: rademacher_of_le rad => h hC.
have := @theorem_J_mean_4 F exp ln expP log lnK _ _ _ x k%:R W B R h W0 B0 R0 xR.
rewrite !card_ord; apply=> //; first by move=> z; case: (sub (hC z)).
by have := mean_activity_le hC; rewrite card_ord.
Qed.

End Complexity.

(** The constant of Theorem I in place of 4. *)
Lemma four_le_13 (F : rcfType) (W B R a b : F) : 0 <= W -> 0 <= B -> 0 <= R ->
  4%:R * (W * R + B) * Num.sqrt a * Num.sqrt b <= 13%:R * (W * R + B) * Num.sqrt a * Num.sqrt b.
Proof.
move=> W0 B0 R0; rewrite !ler_wpmul2r ?sqrtr_ge0 ?addr_ge0 ?mulr_ge0 //.
by rewrite ler_nat.
Qed.
