(** * Definitions about learning under any distribution

   A distribution on a finite set of points, such as the cube: classes of functions there, and
   their Rademacher complexity, as Lemma 18 and Theorem 17 of the paper have it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions definitions_learning.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** t clipped to [-C, C]. *)
Definition clip (F : realFieldType) (C t : F) : F := Num.max (- C) (Num.min C t).

Section Domain.
Variables (F : realFieldType) (X : finType).

(** The values at the points x of the networks of H_{n,s,k}^{W,B} that are k-sparse there. *)
Definition networks_on (n s k : nat) (x : X -> 'I_n -> F) (W B : F) (h : X -> F) : Prop :=
  exists2 net : network F [ord n] [ord s], in_class x k (W ^+ 2) B net
  & forall i, h i = eval net (x i).

(** §5: the empirical Rademacher complexity E_zeta sup_h 1/m sum_i zeta_i h(w_i) of a class H of
    functions at the sample w, and its mean over samples of m draws (Lemma 18). *)
Definition is_complexity (H : (X -> F) -> Prop) (m : nat) (w : {ffun 'I_m -> X}) (r : F) : Prop :=
  exists2 best : {ffun 'I_m -> bool} -> F,
    forall zeta : {ffun 'I_m -> bool},
      is_sup (fun y => exists2 h, H h & y = avg (fun i => sign F (zeta i) * h (w i))) (best zeta)
    & r = avg best.
Definition is_mean_complexity (D : X -> F) (H : (X -> F) -> Prop) (m : nat) (r : F) : Prop :=
  exists2 R : {ffun 'I_m -> X} -> F, forall w, is_complexity H w (R w) & r = mean (product D) R.

(** The losses 1/2 (h - h_0)^2 of the h of H, and the mean over samples of m draws of the supremum
    over a class G of the mean minus the mean over the sample. *)
Definition losses (H : (X -> F) -> Prop) (h0 g : X -> F) : Prop :=
  exists2 h, H h & forall x, g x = (h x - h0 x) ^+ 2 / 2%:R.
Definition is_mean_deviation (D : X -> F) (G : (X -> F) -> Prop) (m : nat) (z : F) : Prop :=
  exists2 Z : {ffun 'I_m -> X} -> F,
    forall w : {ffun 'I_m -> X},
      is_sup (fun y => exists2 g, G g & y = mean D g - avg (fun i => g (w i))) (Z w)
    & z = mean (product D) Z.

(** A learner that minimises the training loss over H: it returns a function of H without training
    error, where the labels are those of a function of H. *)
Definition is_erm (H : (X -> F) -> Prop) (m : nat) (A : finite_learner F X m) : Prop :=
  forall (h : X -> F) (w : {ffun 'I_m -> X}), H h ->
  H (A (with_labels h w)) /\ forall i, A (with_labels h w) (w i) = h (w i).

(** The same where sparsity is asked on the support of the distribution D alone. *)
Definition networks_on_support (n s k : nat) (x : X -> 'I_n -> F) (W B : F) (D h : X -> F) : Prop :=
  exists2 net : network F [ord n] [ord s],
    in_class (fun i : {i : X | D i != 0} => x (sval i)) k (W ^+ 2) B net
  & forall i, h i = eval net (x i).

(** A learner that returns a clipped network of scale (W, B), sparse or not, without training error,
    if there is one; it does not know the support. *)
Definition is_clipped_erm (n s : nat) (x : X -> 'I_n -> F) (W B C : F) (m : nat)
    (A : finite_learner F X m) : Prop :=
  forall (net : network F [ord n] [ord s]) (h : X -> F) (w : {ffun 'I_m -> X}),
  scale net (W ^+ 2) B -> (forall j, clip C (eval net (x (w j))) = h (w j)) ->
  exists2 net' : network F [ord n] [ord s], scale net' (W ^+ 2) B
  & (forall i, A (with_labels h w) i = clip C (eval net' (x i)))
    /\ forall j, A (with_labels h w) (w j) = h (w j).

End Domain.
Arguments networks_on {F X n} s k x W B h.
Arguments networks_on_support {F X n} s k x W B D h.
Arguments is_clipped_erm {F X n} s x W B C {m} A.

(** The points e_1 and -e_1. *)
Definition axis (F : realFieldType) (n : nat) (b : bool) : 'I_n.+1 -> F :=
  fun e => if e == ord0 then sign F b else 0.

(** The points x and -x. *)
Definition opposite (F : realFieldType) (n : nat) (x : 'I_n -> F) (b : bool) : 'I_n -> F :=
  fun e => sign F b * x e.
