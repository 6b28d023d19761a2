(** * Definitions at Coq's real numbers

   What headline.v needs besides definitions.v and definitions_learning.v. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Coq's real numbers, as an ordered field with square roots; and their natural logarithm. *)
Definition real : rcfType := [rcfType of Rdefinitions.R].
Definition ln (t : real) : real := Rpower.ln t.

(** The functions on the cube {-1, 1}^n that are networks of H_{n,s,k}^{W,B}: s neurons, at most
    k of them active at every point, ||u||_oo max ||w_j|| <= W and ||u||_oo max |b_j| <= B. *)
Definition sparse_functions (n s k : nat) (W B : real) (h : cube [ord n] -> real) : Prop :=
  exists2 net : network real [ord n] [ord s], in_class (@pt real [ord n]) k (W ^+ 2) B net
  & h = fn net.
Arguments sparse_functions n s k W B h : clear implicits.
