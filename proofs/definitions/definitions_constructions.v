(** * Definitions of constructions

   The networks that the paper builds, and those of docs/, to be compared by eye. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Patterns.
Variables (F : realFieldType) (E : finType) (p : nat).

(** v lists p of the n variables. *)
Variable v : 'I_p -> E.

Definition pattern := {ffun 'I_p -> bool}.

(** The pattern that the p variables show at x. *)
Definition shown (x : cube E) : pattern := [ffun q => x (v q)].

(** The weight vector alpha on the p variables, and 0 on the others. *)
Definition pattern_weight (alpha : pattern) : E -> F :=
  fun e => if [pick q | v q == e] is Some q then sign F (alpha q) else 0.

(** k copies of the 2^p neurons with w = alpha, bias b and output weight g(alpha).
    §4, proof of Theorem 13: k = 1, b = p - 1, and g the junta's values. *)
Definition pattern_net (k : nat) (b : F) (g : pattern -> F)
    : network F E [finType of 'I_k * pattern] :=
  fun j => Neuron (g j.2) (pattern_weight j.2) b.
Arguments pattern_net : clear implicits.
Definition junta_net (f : pattern -> F) := pattern_net 1 (p%:R - 1) f.

(** Theorem B of docs/proofs.md: b = p - 2 + delta and u = prod_i alpha_i. *)
Definition extremal_net (k : nat) (delta : F) :=
  pattern_net k (p%:R - 2%:R + delta) (fun alpha => \prod_q sign F (alpha q)).

End Patterns.
Arguments pattern_net {F E p} v k b g.
Arguments junta_net {F E p} v f.
Arguments extremal_net {F E p} v k delta.

Section Lift.
Variables (F : realFieldType) (I : finType).

(** §4: x(y)_ij is y_i if i = j, and y_i y_j otherwise. *)
Definition lift (y : cube I) : [finType of I * I] -> F :=
  fun e => if e.1 == e.2 then pt F y e.1 else pt F y e.1 * pt F y e.2.

(** §4: the weights and the bias with 1/2 - (<v, y> - c)^2 = <w, x(y)> - b. *)
Definition lift_weight (v : I -> F) (c : F) : [finType of I * I] -> F :=
  fun e => if e.1 == e.2 then 2%:R * c * v e.1 else - (v e.1 * v e.2).
Definition lift_bias (v : I -> F) (c : F) : F := normsq v + c ^+ 2 - 2%:R^-1.

(** §4: sum_a 2 lambda(a) sigma(1/2 - (<v, y> + kappa - a)^2) on the lift, where
    a runs over the values of an indexed family of integers. *)
Definition lift_net (v : I -> F) (kappa : F) (J : finType) (a : J -> int) (lambda : J -> F)
    : network F [finType of I * I] J :=
  fun j => Neuron (2%:R * lambda j)
    (lift_weight v ((a j)%:~R - kappa)) (lift_bias v ((a j)%:~R - kappa)).

(** §4, parities: v is the indicator of S. *)
Definition indicator (S : {set I}) : I -> F := fun i => (i \in S)%:R.

(** sum_{i in S} y_i, and the number of the i in S with y_i = -1. *)
Definition sum_in (S : {set I}) (y : cube I) : int :=
  \sum_(i in S) (if y i then 1 else -1).
Definition minus_in (S : {set I}) (y : cube I) : nat := #|[set i in S | ~~ y i]|.

(** The integers a with |a| <= M and P(a), and their inclusion in the integers. *)
Definition range (P : pred int) (M : nat) : finType :=
  [finType of {t : 'I_(M.*2.+1) | P ((val t)%:Z - M%:Z)}].
Definition range_val (P : pred int) (M : nat) (t : range P M) : int :=
  (val (val t))%:Z - M%:Z.

(** §4: the sum as printed, over the even a in {-m, ..., m}. *)
Definition even_int : pred int := fun a => ~~ odd `|a|.
Definition printed_parity_net (S : {set I}) :=
  lift_net (indicator S) 0 (@range_val even_int #|I|) (fun=> 1).

(** Corrected: over the a with a = |S| mod 4 and |a| <= |S|. *)
Definition congruent (S : {set I}) : pred int := fun a => (a == #|S|%:Z %[mod 4])%Z.
Definition corrected_parity_net (S : {set I}) :=
  lift_net (indicator S) 0 (@range_val (congruent S) #|S|) (fun=> 1).

End Lift.
Arguments printed_parity_net F {I} S.
Arguments corrected_parity_net F {I} S.

(** The lift as a point of the hypercube of the coordinates E, where phi puts the n = |I|^2
    coordinates of the lift; a coordinate that is not used is 1.  And its law, if y is uniform. *)
Section LiftPoint.
Variables (F : realFieldType) (I E : finType) (phi : I * I -> E).

Definition lift_point (y : cube I) : cube E :=
  [ffun e => if [pick p | phi p == e] is Some p
             then (if p.1 == p.2 then y p.1 else y p.1 == y p.2) else true].
Definition lift_law (x : cube E) : F := avg (fun y => (lift_point y == x)%:R).

End LiftPoint.

Section Rounding.
Variables (F : realFieldType) (p q m l : nat).

(** §4, Definition 15: f_w(y) = (<w, y> mod q) mod p.
    Differs: w and y are vectors of naturals below q; <w, y> is taken before
    the reduction mod q, which changes nothing. *)
Definition inner (w y : 'I_m -> 'I_q) : nat := (\sum_i w i * y i)%N.
Definition rounding (t : nat) : nat := ((t %% q) %% p)%N.

(** §4: z(y) in {1,-1}^r is the binary representation, with r = m l, where
    l bits are enough for the naturals below q; the bit 1 is the sign +1. *)
Definition bits (y : 'I_m -> 'I_q) : cube [finType of 'I_m * 'I_l] :=
  [ffun e : 'I_m * 'I_l => odd (y e.1 %/ 2 ^ e.2)].

(** §4, corrected: <v, z(y)> + kappa = <w, y>. *)
Definition bit_weight (w : 'I_m -> 'I_q) : [finType of 'I_m * 'I_l] -> F :=
  fun e => (w e.1 * 2 ^ e.2)%:R / 2%:R.
Definition bit_shift (w : 'I_m -> 'I_q) : F := \sum_e bit_weight w e.

(** §4: F_w, with a neuron for every a in [q^2 m] = {1, ..., q^2 m}. *)
Definition rounding_net (w : 'I_m -> 'I_q) :=
  lift_net (bit_weight w) (bit_shift w)
    (fun j : 'I_(q ^ 2 * m) => (j.+1)%:Z) (fun j => (rounding j.+1)%:R).

End Rounding.
Arguments bits {q m} l y.
Arguments bit_weight F {q m} l w.
Arguments bit_shift F {q m} l w.
Arguments rounding_net F p {q m} l w.

Section AppendixA.
Variables (F : realFieldType) (X Y : finType).

(** Appendix A: F(x, y) = sum_alpha sigma(<w_alpha, y> + Gamma (<x, alpha> - b)),
    with b = #|X| address bits x and q = #|Y| bits y. *)
Definition appendix_net (Gamma : F) (w : cube X -> Y -> F)
    : network F [finType of X + Y] [finType of cube X] :=
  fun alpha => Neuron 1
    (fun e => match e with inl i => Gamma * sign F (alpha i) | inr i => w alpha i end)
    (Gamma * #|X|%:R).

(** The two parts of a point. *)
Definition address (z : cube [finType of X + Y]) : cube X := [ffun i => z (inl i)].
Definition data (z : cube [finType of X + Y]) : cube Y := [ffun i => z (inr i)].

(** The norm ||w||_1. *)
Definition norm1 (E : finType) (w : E -> F) : F := \sum_e `|w e|.

End AppendixA.

(** ** Points *)

(** The rows of Sylvester's matrix of order 2^d, as points of the cube {-1, 1}^(2^d): the entry
    at the row i and the column e is (-1)^(number of common binary digits 1 of i and e). *)
Definition digit (i q : nat) : bool := odd (i %/ 2 ^ q).
Definition sylvester (d : nat) (i : 'I_(2 ^ d)) : cube [ord 2 ^ d] :=
  [ffun e : 'I_(2 ^ d) => ~~ odd (\sum_(q < d) digit i q * digit e q)%N].
Definition sylvester_point (F : realFieldType) (d : nat) (i : 'I_(2 ^ d)) : 'I_(2 ^ d) -> F :=
  pt F (sylvester i).
