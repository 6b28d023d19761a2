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

(** ** The learner of Theorem M *)

(** The first t of N points, and the first N of N + 1. *)
Definition front (A : Type) (N : nat) (S : {ffun 'I_N.+1 -> A}) : {ffun 'I_N -> A} :=
  [ffun j => S (widen_ord (leqnSn N) j)].
Definition prefix (A : Type) (N : nat) (S : {ffun 'I_N -> A}) (t : 'I_N.+1) : {ffun 'I_t -> A} :=
  [ffun j => S (widen_ord (leq_ord t) j)].

Section Transductive.
Variables (F : realFieldType) (X : finType) (n s k : nat) (x : X -> 'I_n -> F) (W B : F).

(** A rule takes a list S of labelled points and a list U of points to a network. *)
Definition erm_rule := seq (X * F) -> seq X -> network F [ord n] [ord s].

(** It depends on the two multisets only. *)
Definition symmetric (rule : erm_rule) : Prop := forall S S' U U',
  perm_eq S S' -> perm_eq U U' -> rule S U = rule S' U'.

(** If the labels of S are those of a network of the class that is k-sparse on S and U, it returns
    such a network, without error on S. *)
Definition fits (rule : erm_rule) : Prop := forall (S U : seq X) (net : network F [ord n] [ord s]),
  let on_both := fun i : {i : X | i \in S ++ U} => x (sval i) in
  in_class on_both k (W ^+ 2) B net ->
  let out := rule [seq (i, eval net (x i)) | i <- S] U in
  in_class on_both k (W ^+ 2) B out /\ forall i, i \in S -> eval out (x i) = eval net (x i).

(** From t labelled points the learner predicts at the point i the mean, over the sets V of m - 1 of
    them, of what the rule returns if V and i are the points without labels. *)
Definition transductive (rule : erm_rule) (m t : nat) : finite_learner F X t := fun S i =>
  (\sum_(V : {set 'I_t} | #|V| == m.-1)
     eval (rule [seq S j | j <- enum (~: V)] (i :: [seq (S j).1 | j <- enum V])) (x i))
  / 'C(t, m.-1)%:R.

(** The mean of these predictions from the first 2m - 1, ..., N points, for N = 3m - 2. *)
Definition averaged (rule : erm_rule) (m N : nat) : finite_learner F X N := fun S i =>
  (\sum_(t : 'I_N.+1 | ((2 * m).-1 <= t)%N) transductive rule m (prefix S t) i) / m%:R.

End Transductive.
