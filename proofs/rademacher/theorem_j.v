(** * Theorem J: the constant

   With y_i and v_j as in folding.v, a network has the correlation
   M / m sum_j +- G(V_j), and E |G(V_j)| <= K sqrt r_j by gains.v, where r_j is the mean
   number of samples that activate neuron j.  The sum of the r_j is at most k m, so the sum of
   their roots is at most sqrt (s k m).  With the best q
   K = sqrt (8 ln 8m) + sqrt (2 ln 4/3) + 1.  For m > 82^2 this is at most 3.6 sqrt (ln 2m), and
   for m <= 82^2 the K = sqrt (3/2 sqrt m) of contraction.v is; so that the constant 3.6
   serves for all m. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube logarithm exponential cauchy_schwarz
  gibbs decomposition graded_code gains folding rademacher contraction logarithm_values.
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


(** ** The constant 3.6 *)

Lemma factor_ge0 m : 0 <= factor m.
Proof. by rewrite addr_ge0 ?ler01 // addr_ge0 ?sqrtr_ge0. Qed.

(** |G| <= r, and E |G| <= 3/2 sqrt m. *)
Lemma gain_le_dense : avg (fun z => `|gain y V z|)
  <= Num.sqrt (3%:R / 2%:R * Num.sqrt #|I|%:R) * Num.sqrt (avg (fun z => #|positive y V z|%:R)).
Proof.
set r := avg (fun z => #|positive y V z|%:R); set g := avg _.
have g0 : 0 <= g by apply: avg_ge0 => z; apply: normr_ge0.
have gr : g <= r.
  apply: ler_avg => z; rewrite -sum1_card natr_sum big_mkcond /=.
  apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _; rewrite normrM sign_norm mul1r inE.
  rewrite /relu; case: ltP => [pos|_]; last by rewrite normr0.
  by rewrite gtr0_norm // dot_le1.
have gm : g <= 3%:R / 2%:R * Num.sqrt #|I|%:R by apply: three_halves.
rewrite -sqrtrM; last exact: le_trans gm.
rewrite -[X in X <= _](ger0_norm g0) -sqrtr_sqr; apply: ler_wsqrtr.
by rewrite expr2; apply: ler_pmul.
Qed.

Lemma sqrt_le_mul (a b c : F) : 0 <= c -> a <= c ^+ 2 * b -> Num.sqrt a <= c * Num.sqrt b.
Proof.
move=> c0 le; apply: le_trans (ler_wsqrtr le) _.
by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm.
Qed.

(** At most 82^2 samples: with u = sqrt m, 3/2 u - 12.96 ln 2m is at most its tangents' values at
    1 and at 82. *)
Lemma dense_le_small m : (0 < m)%N -> (m <= 82 ^ 2)%N ->
  Num.sqrt (3%:R / 2%:R * Num.sqrt m%:R) <= 18%:R / 5%:R * Num.sqrt (ln (2%:R * m%:R)).
Proof.
move=> m1 m82; apply: sqrt_le_mul; first by rewrite divr_ge0 ?ler0n.
set u := Num.sqrt m%:R; have uu : u ^+ 2 = m%:R by rewrite sqr_sqrtr ?ler0n.
have u1 : 1 <= u by rewrite -[1]sqrtr1; apply: ler_wsqrtr; rewrite ler1n.
have u82 : u <= 82%:R.
  by rewrite -(ler_sqr (ltW (lt_le_trans ltr01 u1)) (ler0n _ _)) uu -natrX ler_nat.
have u0 : 0 < u := lt_le_trans ltr01 u1; have [lnM _] := log.
rewrite -uu; case: (lerP u (432%:R / 25%:R)) => [small|/ltW large].
  have lnu : 2%:R^-1 + 2%:R * (1 - u^-1) <= ln (2%:R * u ^+ 2).
    rewrite lnM ?ltr0n ?exprn_gt0 // (lnX log) //.
    by apply: ler_add (ln2_ge log) _; rewrite ler_pmul2l ?ltr0n //; apply: ln_ge.
  apply: (@le_trans _ _ ((18%:R / 5%:R) ^+ 2 * (2%:R^-1 + 2%:R * (1 - u^-1)))); last first.
    by apply: ler_wpmul2l lnu; apply: sqr_ge0.
  rewrite -subr_ge0 (_ : _ - _ = 249%:R / 50%:R
    + (u - 1) * (3%:R / 2%:R * (432%:R / 25%:R - u)) / u); last by field; rewrite lt0r_neq0.
  apply: addr_ge0; first by rewrite divr_ge0 ?ler0n.
  apply: divr_ge0 (ltW u0); apply: mulr_ge0; first by rewrite subr_ge0.
  by apply: mulr_ge0; rewrite ?divr_ge0 ?ler0n // subr_ge0.
have lnu : 96%:R / 7%:R * (263%:R / 380%:R) + 2%:R * (1 - 82%:R / u) <= ln (2%:R * u ^+ 2).
  have -> : 2%:R * u ^+ 2 = 2%:R * 82%:R ^+ 2 * (u / 82%:R) ^+ 2 by field.
  have p82 : 0 < 82%:R :> F by rewrite ltr0n.
  have p2 : 0 < 2%:R * 82%:R ^+ 2 :> F by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
  have pu : 0 < u / 82%:R by rewrite divr_gt0.
  rewrite (lnM _ _ p2 (exprn_gt0 2 pu)) (lnX log 2 pu).
  apply: ler_add (ln_82_ge log) _; rewrite ler_pmul2l ?ltr0n //.
  by apply: le_trans (ln_ge log pu); rewrite invf_div.
apply: (@le_trans _ _ ((18%:R / 5%:R) ^+ 2
    * (96%:R / 7%:R * (263%:R / 380%:R) + 2%:R * (1 - 82%:R / u)))); last first.
  by apply: ler_wpmul2l lnu; apply: sqr_ge0.
have c0 : 0 <= (18%:R / 5%:R) ^+ 2 * (96%:R / 7%:R * (263%:R / 380%:R)) - 123%:R :> F.
  rewrite (_ : _ - _ = 3%:R * 284%:R / (25%:R * 7%:R * 380%:R)); last by field.
  by apply: divr_ge0; rewrite !mulr_ge0 ?ler0n.
move: (96%:R / 7%:R * _) c0 => x0 c0.
rewrite -subr_ge0 (_ : _ - _ = (18%:R / 5%:R) ^+ 2 * x0 - 123%:R
  + (82%:R - u) * (3%:R / 2%:R * (u - 432%:R / 25%:R)) / u); last by field; rewrite lt0r_neq0.
apply: addr_ge0 c0 _.
apply: divr_ge0 (ltW u0); apply: mulr_ge0; first by rewrite subr_ge0.
by apply: mulr_ge0; rewrite ?divr_ge0 ?ler0n // subr_ge0.
Qed.

(** sqrt (2 ln 4/3) <= 0.76. *)
Lemma factor_second_le : Num.sqrt (2%:R * ln (4%:R / 3%:R)) <= 19%:R / 25%:R.
Proof.
have h0 : 0 <= 19%:R / 25%:R :> F by rewrite divr_ge0 ?ler0n.
rewrite -[X in _ <= X](ger0_norm h0) -sqrtr_sqr; apply: ler_wsqrtr.
apply: (@le_trans _ _ (2%:R * (32%:R / 111%:R))).
  by rewrite ler_pmul2l ?ltr0n // (ln43_le_value log).
rewrite -subr_ge0 (_ : _ - _ = 71%:R / (111%:R * 25%:R * 25%:R)); last by field.
by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
Qed.

(** sqrt (8 ln 8m) <= 3.6 Y - 1.76 if Y = sqrt (ln 2m) is at least 3.08. *)
Lemma factor_first_le m (Y : F) : (0 < m)%N -> Y ^+ 2 = ln (2%:R * m%:R) -> 77%:R / 25%:R <= Y ->
  Num.sqrt (8%:R * ln (8%:R * m%:R)) <= 18%:R / 5%:R * Y - 44%:R / 25%:R.
Proof.
move=> m1 YX Y77; have [lnM _] := log.
have l8 : ln (8%:R * m%:R) = 2%:R * ln 2%:R + ln (2%:R * m%:R).
  by rewrite -(ln4 log) -lnM ?mulr_gt0 ?ltr0n //; congr ln; ring.
have l2 : 0 <= 256%:R / 369%:R - ln 2%:R by rewrite subr_ge0 (ln2_le_value log).
have Z0 : 0 <= 18%:R / 5%:R * Y - 44%:R / 25%:R.
  rewrite (_ : _ - _ = 18%:R / 5%:R * (Y - 77%:R / 25%:R) + 1166%:R / 125%:R); last by field.
  by rewrite addr_ge0 ?divr_ge0 ?ler0n // mulr_ge0 ?divr_ge0 ?ler0n // subr_ge0.
rewrite -[X in _ <= X](ger0_norm Z0) -sqrtr_sqr; apply: ler_wsqrtr.
rewrite l8 -YX -subr_ge0.
have c0 : 0 <= (18%:R / 5%:R * (77%:R / 25%:R) - 44%:R / 25%:R) ^+ 2
    - 8%:R * (77%:R / 25%:R) ^+ 2 - 16%:R * (256%:R / 369%:R) :> F.
  rewrite (_ : _ - _ = 4%:R * 53%:R * 547%:R / (125%:R * 125%:R * 369%:R)); last by field.
  by apply: divr_ge0; rewrite !mulr_ge0 ?ler0n.
have c1 : 0 <= 2%:R * (18%:R / 5%:R) * (18%:R / 5%:R * (77%:R / 25%:R) - 44%:R / 25%:R)
    - 16%:R * (77%:R / 25%:R) :> F.
  rewrite (_ : _ - _ = 8%:R * 1397%:R / (25%:R * 25%:R)); last by field.
  by apply: divr_ge0; rewrite mulr_ge0 ?ler0n.
have c2 : 0 <= (18%:R / 5%:R) ^+ 2 - 8%:R :> F.
  by rewrite (_ : _ - _ = 124%:R / 25%:R) ?divr_ge0 ?ler0n //; field.
have d0 : 0 <= Y - 77%:R / 25%:R by rewrite subr_ge0.
move: (18%:R / 5%:R) (44%:R / 25%:R) (77%:R / 25%:R) (256%:R / 369%:R) c0 c1 c2 d0 l2.
move=> a b y0 l c0 c1 c2 d0 l2.
have -> (u : F) : (a * Y - b) ^+ 2 - 8%:R * (2%:R * u + Y ^+ 2)
    = (a ^+ 2 - 8%:R) * (Y - y0) ^+ 2 + (2%:R * a * (a * y0 - b) - 16%:R * y0) * (Y - y0)
      + ((a * y0 - b) ^+ 2 - 8%:R * y0 ^+ 2 - 16%:R * l) + 16%:R * (l - u) by ring.
apply: addr_ge0; last by rewrite mulr_ge0 ?ler0n.
by apply: addr_ge0 c0; apply: addr_ge0; apply: mulr_ge0; rewrite ?sqr_ge0.
Qed.

(** More samples. *)
Lemma factor_le_large m : (82 ^ 2 < m)%N ->
  factor m <= 18%:R / 5%:R * Num.sqrt (ln (2%:R * m%:R)).
Proof.
move=> m82; have m0' : (0 < m)%N by apply: leq_trans m82.
have [lnM _] := log; set X := ln (2%:R * m%:R); set Y := Num.sqrt X.
have X_ge : 96%:R / 7%:R * (263%:R / 380%:R) <= X.
  apply: le_trans (ln_82_ge log) _; apply: (ln_mono log).
    by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
  by rewrite -natrX ler_pmul2l ?ltr0n // ler_nat ltnW.
have X77 : (77%:R / 25%:R) ^+ 2 <= X.
  apply: le_trans X_ge; rewrite -subr_ge0.
  rewrite (_ : _ - _ = 20%:R * 443%:R / (7%:R * 380%:R * 25%:R * 25%:R)); last by field.
  by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
have X0 : 0 <= X by apply: le_trans X77; apply: sqr_ge0.
have YX : Y ^+ 2 = X by rewrite sqr_sqrtr.
have Y77 : 77%:R / 25%:R <= Y.
  have h0 : 0 <= 77%:R / 25%:R :> F by rewrite divr_ge0 ?ler0n.
  by rewrite -(ger0_norm h0) -sqrtr_sqr; apply: ler_wsqrtr.
rewrite /factor (_ : 18%:R / 5%:R * Y
  = 18%:R / 5%:R * Y - 44%:R / 25%:R + 19%:R / 25%:R + 1); last by field.
by rewrite ler_add2r; apply: ler_add factor_second_le; apply: factor_first_le.
Qed.

Lemma gain_le_const : avg (fun z => `|gain y V z|)
  <= 18%:R / 5%:R * Num.sqrt (ln (2%:R * #|I|%:R))
     * Num.sqrt (avg (fun z => #|positive y V z|%:R)).
Proof.
have [small|large] := leqP #|I| (82 ^ 2).
  apply: le_trans gain_le_dense _; rewrite ler_wpmul2r ?sqrtr_ge0 //; exact: dense_le_small.
apply: le_trans gain_le_best _; rewrite ler_wpmul2r ?sqrtr_ge0 //; exact: factor_le_large.
Qed.

End Best.

(** ** The reduction of networks to single vectors *)

Section Reduction.
Variables (F : rcfType) (I E J : finType) (x : I -> E -> F) (k W B R K D : F).
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
  avg (fun z => `|gain y V z|) <= K * Num.sqrt (avg (fun z => #|positive y V z|%:R)) + D.

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

Lemma mean_neuron_gain_le j :
  avg (fun z => `|gain y (v j) z|) <= K * Num.sqrt (mean_activity j) + D.
Proof.
have y1 i : normsq (y i) <= 1 by apply: folded_point_le.
have v1 z : normsq (v j z) <= 1 by case: (sc z) => sW sB; apply: folded_neuron_le.
apply: le_trans (gain_bound y1 v1) _; rewrite ler_add2r; apply: ler_wpmul2l K0 _ _ _.
apply: ler_wsqrtr; apply: ler_avg => z; rewrite ler_nat; apply: subset_leq_card.
apply/subsetP => i; rewrite !inE => pos; case: (sc z) => sW sB.
have dotE := folded_dot W0 B0 R0 M0 (sW j j) (sB j j) (xR i).
have : 0 < `|outw (h z j)| * preact (h z j) (x i) by rewrite dotE mulr_gt0.
by rewrite !ltNge; apply: contra => p0; rewrite mulr_ge0_le0.
Qed.

Lemma mean_correlation_le : mean_correlation x h
  <= K * M * Num.sqrt (s%:R * k / m%:R) + M * (s%:R * D / m%:R).
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
have -> : K * M * (Num.sqrt (s%:R * (k * m%:R)) / m%:R) + M * (s%:R * D / m%:R)
    = m%:R^-1 * (K * M * Num.sqrt (s%:R * (k * m%:R)) + \sum_(j : J) M * D).
  by rewrite sumc [RHS]mulrDr; congr (_ + _); rewrite [RHS]mulrC -!mulrA //; apply: mulrCA.
rewrite avgZ avg_sum ler_wpmul2l ?invr_ge0 ?ler0n //.
apply: (@le_trans _ _ (\sum_j (K * M * Num.sqrt (mean_activity j) + M * D))).
  apply: ler_sum => j _; rewrite avgZ [K * M]mulrC -mulrA -mulrDr.
  by apply: ler_wpmul2l; [exact: ltW | exact: mean_neuron_gain_le].
rewrite big_split /= ler_add2r -mulr_sumr; apply: ler_wpmul2l sum_sqrt_mean_activity.
by rewrite mulr_ge0 ?(ltW M0).
Qed.

End Positive.

(** A bound for one vector is a bound for networks. *)
Lemma reduction_plus : mean_correlation x h
  <= K * (W * R + B) * Num.sqrt (s%:R * k / m%:R) + (W * R + B) * (s%:R * D / m%:R).
Proof.
have : 0 <= M by rewrite addr_ge0 ?mulr_ge0.
case/zero_or_pos => M0; last exact: mean_correlation_le.
rewrite -/M -M0 mulr0 !mul0r addr0; apply: le_of_eq.
rewrite /mean_correlation /correlation /avg big1 ?mul0r // => z _.
rewrite big1 ?mul0r // => i _; rewrite /eval big1 ?mulr0 // => j _.
case: (sc z) => sW sB; apply/eqP; rewrite -normr_le0 [X in _ <= X]M0.
exact: neuron_le.
Qed.

End Reduction.

(** The case without a second term. *)
Lemma reduction (F : rcfType) (I E J : finType) (x : I -> E -> F) (k W B R K : F)
    (h : {ffun I -> bool} -> network F E J) :
  0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (forall z, scale (h z) (W ^+ 2) B) -> (0 < #|I|)%N ->
  avg (fun z => (\sum_i #|active (h z) (x i)|)%:R) <= k * #|I|%:R -> 0 <= K ->
  (forall (y : I -> [finType of E + unit] -> F) (V : cube I -> [finType of E + unit] -> F),
    (forall i, normsq (y i) <= 1) -> (forall z, normsq (V z) <= 1) ->
    avg (fun z => `|gain y V z|) <= K * Num.sqrt (avg (fun z => #|positive y V z|%:R))) ->
  mean_correlation x h <= K * (W * R + B) * Num.sqrt (#|J|%:R * k / #|I|%:R).
Proof.
move=> W0 B0 R0 xR sc m0 sparse K0 bound.
have := reduction_plus (D := 0) W0 B0 R0 xR sc m0 sparse K0; rewrite mulr0 mul0r mulr0 addr0.
by apply=> y V y1 V1; rewrite addr0; apply: bound.
Qed.

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

Lemma theorem_J_mean_const : mean_correlation x h
  <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (#|J|%:R * k / #|I|%:R) * Num.sqrt (ln (2%:R * #|I|%:R)).
Proof.
rewrite mulrAC [X in X * _]mulrAC; apply: (reduction W0 B0 R0 xR sc m0 sparse) => [|y V y1 V1].
  by rewrite mulr_ge0 ?divr_ge0 ?ler0n ?sqrtr_ge0.
exact: (gain_le_const expP log lnK y1 V1 m0).
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
Variable C : network F [ord n] [ord s] -> Prop.
Hypothesis sub : forall net, C net -> mean_sparse_class x k (W ^+ 2) B net.
Hypothesis rad : is_rademacher_of x C r.
Implicit Types h : {ffun 'I_m -> bool} -> network F [ord n] [ord s].

Lemma mean_activity_le h : (forall z, C (h z)) ->
  avg (fun z => (\sum_i #|active (h z) (x i)|)%:R) <= k%:R * #|'I_m|%:R :> F.
Proof.
move=> hC; rewrite card_ord -natrM.
rewrite -[X in _ <= X](avg_const _ (card_cube [ord m])).
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

Lemma complexity_le_const :
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof.
apply: rademacher_of_le rad => h hC.
have := @theorem_J_mean_const F exp ln expP log lnK _ _ _ x k%:R W B R h W0 B0 R0 xR.
rewrite !card_ord; apply=> //; first by move=> z; case: (sub (hC z)).
by have := mean_activity_le hC; rewrite card_ord.
Qed.

End Complexity.
