(** * Fields with a logarithm

   One structure for all theorems with a logarithm, an exponential or a least upper bound.  Coq's
   real numbers are one (reals of reals.v), so each such theorem T holds there: it is T reals. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** An ordered field with least upper bounds, its exponential function and its logarithm, Hoeffding's
    inequality for two points, and a natural number above each element.  Over the reals all but the
    field itself are theorems. *)
Structure log_field := LogField {
  log_rcf :> rcfType;
  exp : log_rcf -> log_rcf;
  ln : log_rcf -> log_rcf;
  expP : is_exponential exp;
  log : is_logarithm ln;
  lnK : forall a, 0 < a -> exp (ln a) = a;
  hoeffding8 : hoeffding_with exp 8%:R;
  complete_log : complete log_rcf;
  above : forall a : log_rcf, exists M : nat, a <= M%:R }.
