(** * Coq's real numbers

   R has least upper bounds, and ln t <= t - 1, so that the theorems about
   fields with a logarithm are theorems about R.  What uses R, in this folder and in headline.v, rests
   on the axioms of Coq's reals and of mathcomp-analysis, and nothing else does. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import definitions definitions_logarithm exponential_reals hoeffding_reals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma R_complete : complete [realFieldType of R].
Proof.
move=> P exP [M HM].
have bP : bound P by exists M => y /HM /RleP.
have [r [r1 r2]] := completeness P bP exP.
exists r; split => [y /r1 /RleP //|r' Hr'].
by apply/RleP/r2 => y /Hr' /RleP.
Qed.

Lemma ln_le (t : R) : 0 < t -> (Rpower.ln t : R) <= t - 1.
Proof.
move=> /RltP t0; apply/RleP.
have := exp_ineq1_le (Rpower.ln t); rewrite exp_ln //.
rewrite -[(t - 1)%R]/(Rminus t 1) => H.
by apply: (Rplus_le_reg_l 1); rewrite Rplus_minus.
Qed.

(** The natural logarithm is a logarithm in the sense of definitions.v. *)
Lemma ln_is_logarithm : @is_logarithm [realFieldType of R] (fun t : R => Rpower.ln t).
Proof.
split; last exact: ln_le.
by move=> x y /RltP x0 /RltP y0; exact: ln_mult.
Qed.

Lemma R_above (t : R) : exists M : nat, t <= M%:R.
Proof.
exists (Num.bound `|t|); apply: le_trans (ler_norm t) _; apply: ltW.
by apply: archi_boundP; apply: normr_ge0.
Qed.

(** Coq's real numbers as a field with a logarithm. *)
Definition reals : log_field :=
  LogField exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding R_complete R_above.
