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

(** ** Families of vectors with the entries 0, ..., c - 1 (Lemma 2) *)

Section Shattering.
Variables N c : nat.

(** Any two members differ by at least 2 at some index. *)
Definition separated (A : {set {ffun 'I_N -> 'I_c}}) : Prop := forall f g,
  f \in A -> g \in A -> f != g -> exists i, (f i + 2 <= g i)%N \/ (g i + 2 <= f i)%N.

(** The pairs v, w with w >= v + 2. *)
Definition gaps : {set 'I_c * 'I_c} := [set e : 'I_c * 'I_c | (e.1 + 2 <= e.2)%N].

(** A set I of indices with such a pair for each: the index i is in I if o i is a pair.  A shatters
    it if every choice b of one element from each pair is what some member of A is on I. *)
Definition shatters (A : {set {ffun 'I_N -> 'I_c}})
    (o : {ffun 'I_N -> option ('I_c * 'I_c)}) : bool :=
  [forall i, if o i is Some e then e \in gaps else true]
  && [forall b : {ffun 'I_N -> bool}, [exists f, (f \in A)
       && [forall i, if o i is Some e then f i == (if b i then e.2 else e.1) else true]]].

End Shattering.
