(** * The exponential function of Coq's real numbers

   cosh t <= exp(t^2/2), since exp(-t^2/2) cosh t has the derivative
   exp(-t^2/2) (sinh t - t cosh t), which is at most 0 for t > 0. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Hyperbolic.
Local Open Scope R_scope.

Lemma sinh_ge0 t : 0 <= t -> 0 <= sinh t.
Proof.
case=> [t0|<-]; last by rewrite sinh_0; lra.
have H : exp (- t) < exp t by apply: exp_increasing; lra.
by rewrite /sinh; lra.
Qed.

(** sinh t <= t cosh t. *)
Lemma sinh_le t : 0 < t -> sinh t <= t * cosh t.
Proof.
move=> t0.
have df u : 0 <= u <= t ->
    derivable_pt_lim (id * cosh - sinh)%F u ((1 * cosh u + u * sinh u) - cosh u).
  move=> _; apply: derivable_pt_lim_minus; last exact: derivable_pt_lim_sinh.
  apply: (derivable_pt_lim_mult id cosh); first exact: derivable_pt_lim_id.
  exact: derivable_pt_lim_cosh.
have [c [E [c0 _]]] := MVT_cor2 _ _ _ _ t0 df.
have s0 := sinh_ge0 (Rlt_le _ _ c0).
have : 0 <= (1 * cosh c + c * sinh c - cosh c) * (t - 0).
  apply: Rmult_le_pos; last lra.
  have := Rmult_le_pos _ _ (Rlt_le _ _ c0) s0; lra.
rewrite -E /minus_fct /mult_fct /id sinh_0; lra.
Qed.

(** cosh t <= exp(t^2/2), since exp(-t^2/2) cosh t decreases for t > 0. *)
Lemma real_cosh_le_pos t : 0 < t -> cosh t * exp (- (t * t / 2)) <= 1.
Proof.
move=> t0; pose e u := exp (- (u * u / 2)).
have de u : derivable_pt_lim e u (e u * (- u)).
  apply: (derivable_pt_lim_comp (fun u => - (u * u / 2)) exp); last exact: derivable_pt_lim_exp.
  have -> : - u = - (/ 2 * (1 * u + u * 1)) by field.
  apply: (derivable_pt_lim_opp (fun u => u * u / 2)).
  have := derivable_pt_lim_scal (id * id)%F (/ 2) u _
    (derivable_pt_lim_mult id id u 1 1 (derivable_pt_lim_id u) (derivable_pt_lim_id u)).
  congr derivable_pt_lim.
  by apply: functional_extensionality => w; rewrite /mult_real_fct /mult_fct /id; field.
have df u : 0 <= u <= t ->
    derivable_pt_lim (cosh * e)%F u (sinh u * e u + cosh u * (e u * (- u))).
  by move=> _; apply: derivable_pt_lim_mult => //; exact: derivable_pt_lim_cosh.
have [c [E [c0 _]]] := MVT_cor2 _ _ _ _ t0 df.
have sc := sinh_le c0; have e0 : 0 < e c := exp_pos _.
have : 0 <= (c * cosh c - sinh c) * e c * (t - 0).
  by apply: Rmult_le_pos; [apply: Rmult_le_pos; lra | lra].
have E0 : (cosh * e)%F 0 = 1.
  by rewrite /mult_fct /e cosh_0 (_ : - (0 * 0 / 2) = 0) ?exp_0; [ring | field].
move: E; rewrite E0 /mult_fct /e; lra.
Qed.

Lemma real_cosh_le t : cosh t <= exp (t * t / 2).
Proof.
have pos u : 0 < u -> cosh u <= exp (u * u / 2).
  move=> u0; have := real_cosh_le_pos u0; rewrite exp_Ropp => H.
  have e0 := exp_pos (u * u / 2); apply: (Rmult_le_reg_r (/ exp (u * u / 2))).
    exact: Rinv_0_lt_compat.
  by rewrite Rinv_r; lra.
have [t0|[->|t0]] := Rtotal_order t 0; last exact: pos.
  have -> : cosh t = cosh (- t) by rewrite /cosh Ropp_involutive; lra.
  have -> : t * t / 2 = (- t) * (- t) / 2 by field.
  by apply: pos; lra.
have -> : 0 * 0 / 2 = 0 by field.
by rewrite cosh_0 exp_0; lra.
Qed.

End Hyperbolic.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** It is an exponential in the sense of definitions.v, and the inverse of ln. *)
Lemma exp_is_exponential : @is_exponential [realFieldType of R] (fun t : R => exp t).
Proof.
split=> [t u|t|t]; first exact: exp_plus.
  by apply/RleP; exact: exp_ineq1_le.
have half : (2%:R : R)^-1 = Rinv 2 by rewrite -RinvE // pnatr_eq0.
by apply/RleP; rewrite expr2 half; exact: real_cosh_le.
Qed.

Lemma exp_of_ln (a : R) : 0 < a -> exp (ln a) = a.
Proof. by move=> /RltP a0; exact: exp_ln. Qed.
