(** * Definitions for Theorem V

   How often a neuron is active, and the part of a network with some of its neurons. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Neurons.
Variables (F : realFieldType) (E J : finType).

(** Pr[<w, x> > b] under uniform inputs x. *)
Definition activity (nr : neuron F E) : F :=
  avg (fun x : cube E => (0 < preact nr (pt F x))%R%:R).

(** The network of the neurons in S. *)
Definition part (net : network F E J) (S : {set J}) : network F E [finType of {j | j \in S}] :=
  fun j => net (val j).

End Neurons.
Arguments part {F E J} net S.
