(** * Definitions for Theorem 5 with an unknown support

   To be compared with docs/proofs-theorem_5.md by eye. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions definitions_learning.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The number y clipped to [-c, c]. *)
Definition clip (F : realFieldType) (c y : F) : F := Num.max (- c) (Num.min c y).
