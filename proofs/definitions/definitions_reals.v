(** * Definitions at Coq's real numbers

   What headline.v needs besides the other definitions. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Coq's real numbers, as an ordered field with square roots; and their natural logarithm. *)
Definition real : rcfType := [rcfType of Rdefinitions.R].
Definition ln (t : real) : real := Rpower.ln t.
