(** * Hoeffding's inequality for two points, at Coq's real numbers

   (1 - q) e^(-qc) + q e^((1-q)c) <= e^(c^2/8) for 0 <= q <= 1.  With D(c) = 1 - q + q e^c the
   function q e^c / D(c) - c/4 falls, since its derivative is r (1 - r) - 1/4 with
   r = q e^c / D(c); so exp(-c^2/8 - qc) D(c) falls for c > 0, and it is 1 at 0. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Calculus.
Local Open Scope R_scope.
Variable q : R.
Hypothesis q01 : 0 <= q <= 1.

Let P := (mult_real_fct (-1 / 8) (id * id) + mult_real_fct (- q) id)%F.
Let D := (fct_cte (1 - q) + mult_real_fct q exp)%F.

Lemma P_derivative c : derivable_pt_lim P c (-1 / 8 * (1 * c + c * 1) + - q * 1).
Proof.
apply: derivable_pt_lim_plus; apply: derivable_pt_lim_scal; last exact: derivable_pt_lim_id.
by apply: (derivable_pt_lim_mult id id); apply: derivable_pt_lim_id.
Qed.

Lemma D_derivative c : derivable_pt_lim D c (0 + q * exp c).
Proof.
apply: derivable_pt_lim_plus; first exact: derivable_pt_lim_const.
by apply: derivable_pt_lim_scal; apply: derivable_pt_lim_exp.
Qed.

Lemma D_gt0 c : 0 < D c.
Proof.
rewrite /D /plus_fct /fct_cte /mult_real_fct; have e0 := exp_pos c.
have [q0|q1] := Rle_lt_dec q (1 / 2); first by have := Rmult_le_pos q (exp c); lra.
by have := Rmult_lt_0_compat q (exp c); lra.
Qed.

Lemma ratio_falls t : 0 < t -> q * exp t / D t <= q + t / 4.
Proof.
move=> t0; pose K := (mult_real_fct q exp / D - mult_real_fct (1 / 4) id)%F.
have dK c : 0 <= c <= t -> derivable_pt_lim K c
    ((q * exp c * D c - (0 + q * exp c) * (q * exp c)) / Rsqr (D c) - 1 / 4 * 1).
  move=> _; apply: derivable_pt_lim_minus; last first.
    by apply: derivable_pt_lim_scal; apply: derivable_pt_lim_id.
  apply: (derivable_pt_lim_div (mult_real_fct q exp) D); last by have := D_gt0 c; lra.
    by apply: derivable_pt_lim_scal; apply: derivable_pt_lim_exp.
  exact: D_derivative.
have [c [E [c0 ct]]] := MVT_cor2 _ _ _ _ t0 dK.
have K0 : K 0 = q.
  rewrite /K /minus_fct /div_fct /D /plus_fct /fct_cte /mult_real_fct /id exp_0; field; lra.
have Kt : K t = q * exp t / D t - t / 4 by rewrite /K /minus_fct /div_fct /mult_real_fct /id; lra.
have slope : (q * exp c * D c - (0 + q * exp c) * (q * exp c)) / Rsqr (D c) <= 1 / 4.
  have d0 := D_gt0 c; have d2 : 0 < Rsqr (D c) by apply: Rsqr_pos_lt; lra.
  apply: (Rmult_le_reg_r (Rsqr (D c))) => //.
  rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r; last lra.
  have : 0 <= Rsqr (D c - 2 * (q * exp c)) by apply: Rle_0_sqr.
  rewrite /Rsqr; nra.
have : K t - K 0 <= 0.
  rewrite E; set s := _ / _ in slope *.
  have : 0 <= (1 / 4 - s) * (t - 0) by apply: Rmult_le_pos; lra.
  lra.
lra.
Qed.

Lemma two_point_pos t : 0 < t -> exp (- (t * t / 8 + q * t)) * D t <= 1.
Proof.
move=> t0; pose H := (comp exp P * D)%F.
have dH c : 0 <= c <= t -> derivable_pt_lim H c
    ((exp (P c) * (-1 / 8 * (1 * c + c * 1) + - q * 1)) * D c + comp exp P c * (0 + q * exp c)).
  move=> _; apply: derivable_pt_lim_mult; last exact: D_derivative.
  apply: derivable_pt_lim_comp; first exact: P_derivative.
  exact: derivable_pt_lim_exp.
have [c [E [c0 ct]]] := MVT_cor2 _ _ _ _ t0 dH.
have H0 : H 0 = 1.
  rewrite /H /mult_fct /comp /P /D /plus_fct /mult_fct /fct_cte /mult_real_fct /id.
  rewrite (_ : -1 / 8 * (0 * 0) + - q * 0 = 0) ?exp_0; lra.
have Ht : H t = exp (- (t * t / 8 + q * t)) * D t.
  rewrite /H /mult_fct /comp; congr (exp _ * _).
  rewrite /P /plus_fct /mult_real_fct /mult_fct /id; field.
rewrite -Ht; have : H t - H 0 <= 0; last lra.
have d0 := D_gt0 c; have r := ratio_falls c0.
have qD : q * exp c <= (q + c / 4) * D c.
  have := Rmult_le_compat_r (D c) _ _ (Rlt_le _ _ d0) r.
  by rewrite /Rdiv Rmult_assoc Rinv_l ?Rmult_1_r //; lra.
have e0 := exp_pos (P c).
rewrite E /comp.
have -> : (exp (P c) * (-1 / 8 * (1 * c + c * 1) + - q * 1) * D c
    + exp (P c) * (0 + q * exp c)) * (t - 0)
   = - (exp (P c) * (((q + c / 4) * D c - q * exp c) * t)) by field.
have : 0 <= exp (P c) * (((q + c / 4) * D c - q * exp c) * t).
  by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
lra.
Qed.

Lemma two_point_half t : 0 < t ->
  (1 - q) * exp (- (q * t)) + q * exp ((1 - q) * t) <= exp (t * t / 8).
Proof.
move=> t0; have := two_point_pos t0.
rewrite Ropp_plus_distr exp_plus /D /plus_fct /fct_cte /mult_real_fct => le.
have -> : exp ((1 - q) * t) = exp (- (q * t)) * exp t by rewrite -exp_plus; congr exp; ring.
have e0 := exp_pos (t * t / 8); have e1 := exp_Ropp (t * t / 8).
apply: (Rmult_le_reg_l (exp (- (t * t / 8)))); first exact: exp_pos.
rewrite {2}e1 Rinv_l; lra.
Qed.

End Calculus.

Section TwoPoint.
Local Open Scope R_scope.

Lemma two_point_real (q t : R) : 0 <= q <= 1 ->
  (1 - q) * exp (- (q * t)) + q * exp ((1 - q) * t) <= exp (t * t / 8).
Proof.
move=> q01; have [t0|[->|t0]] := Rtotal_order t 0; last exact: two_point_half.
  have := @two_point_half (1 - q) _ (- t); rewrite (_ : 1 - (1 - q) = q); last ring.
  have -> : - ((1 - q) * - t) = (1 - q) * t by ring.
  have -> : q * - t = - (q * t) by ring.
  have -> : - t * - t / 8 = t * t / 8 by field.
  move=> H; have : 0 <= 1 - q <= 1 by lra.
  move=> /H; lra.
rewrite !Rmult_0_r Ropp_0 /Rdiv Rmult_0_l exp_0; lra.
Qed.

End TwoPoint.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The exponential function has Hoeffding's inequality with c^2 / 8. *)
Lemma exp_hoeffding : @hoeffding_with [realFieldType of R] (fun t : R => exp t) 8%:R.
Proof.
have e8 : (8%:R : R)^-1 = Rinv 8.
  rewrite -RinvE ?pnatr_eq0 //; congr Rinv; rewrite -INRE INR_IZR_INZ //.
move=> q c /andP[/RleP q0 /RleP q1]; apply/RleP.
have := @two_point_real q c (conj q0 q1).
by rewrite expr2 e8.
Qed.
