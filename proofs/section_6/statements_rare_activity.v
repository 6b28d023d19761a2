(** * Statements about sparsity with high probability over the inputs (§6)

   The paper asks what remains if a network is sparse only with high probability over its
   inputs.  For the Rademacher complexity nothing does, up to about n points (Theorem S).

   The sample is p_1, ..., p_m in the cube {-1, 1}^n, of norm R = sqrt n.

   - [ord n]: [n] as a finite type; s is the number of neurons.
   - pt F v: the point v of the cube as a vector; avg f: the mean of f over the cube.
   - active net x: the set of the neurons that are active at x; scale net (W ^+ 2) B: the
     bounds of Definition 2 on weights and biases.
   - is_rademacher_of x C r: r is the Rademacher complexity of the class C at the sample x.
   - signed_sum y zeta: the vector sum_i zeta_i y_i; norm v: the Euclidean norm.
   - log_field: a field with a logarithm, such as the reals (definitions_logarithm.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_logarithm averages khinchine rademacher
  rare_activity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Theorem S, first part: let 0 < delta < 1, B >= W sqrt(2 ln(1/delta)) and
    m <= n/(16 ln(1/delta)).  At every sample of m points of the cube the complexity of the
    networks of scale (W, B) of which, at a share of at least 1 - delta of the cube, no neuron is
    active, is at least s W R / (4 sqrt(2m)), where R = sqrt n.
    proves: sec6-average-case dense *)
Theorem theorem_S (F : log_field) (m n s : nat) (p : 'I_m -> cube [ord n])
    (W B delta r : F) :
  (0 < m)%N -> 0 <= W -> 0 < delta -> delta < 1 ->
  W * Num.sqrt (2%:R * ln delta^-1) <= B -> 16%:R * m%:R * ln delta^-1 <= n%:R ->
  is_rademacher_of (fun i => pt F (p i)) (fun net : network F [ord n] [ord s] =>
    avg (fun v : cube [ord n] => (active net (pt F v) != set0)%:R) <= delta
    /\ scale net (W ^+ 2) B) r ->
  s%:R * W * Num.sqrt n%:R / (4%:R * Num.sqrt (2%:R * m%:R)) <= r.
Proof.
move=> m0 W0 d0 d1 bB few rad.
exact: (rare_complexity_ge_all (expP F) (log F) (@lnK F) m0 W0 d0 d1 bB few rad).
Qed.

(** Theorem S, second part: for any m, if q <= m and q <= n/(16 ln(1/delta)), the complexity is at
    least s W R sqrt(q/2) / (4m). *)
Theorem theorem_S_more_points (F : log_field) (m n s q : nat)
    (p : 'I_m -> cube [ord n]) (W B delta r : F) :
  (0 < m)%N -> 0 <= W -> 0 < delta -> delta < 1 ->
  W * Num.sqrt (2%:R * ln delta^-1) <= B ->
  (q <= m)%N -> 16%:R * q%:R * ln delta^-1 <= n%:R ->
  is_rademacher_of (fun i => pt F (p i)) (fun net : network F [ord n] [ord s] =>
    avg (fun v : cube [ord n] => (active net (pt F v) != set0)%:R) <= delta
    /\ scale net (W ^+ 2) B) r ->
  s%:R * W * Num.sqrt (q%:R * n%:R / 2%:R) / (4%:R * m%:R) <= r.
Proof.
move=> m0 W0 d0 d1 bB qm few rad.
exact: (rare_complexity_ge (expP F) (log F) (@lnK F) m0 W0 d0 d1 bB qm few rad).
Qed.

(** The networks that show it are rarely active: for |w| <= W and b >= W sqrt(2 ln(1/delta)) the
    share of the points of the cube with <w, x> > b is at most delta.
    proves: sec6-average-case rare *)
Theorem theorem_S_rare (F : log_field) (E : finType) (w : E -> F)
    (W b delta : F) :
  0 <= W -> normsq w <= W ^+ 2 -> 0 < delta -> delta < 1 ->
  W * Num.sqrt (2%:R * ln delta^-1) <= b ->
  avg (fun x : cube E => (b < dot w (pt F x))%R%:R) <= delta.
Proof.
move=> W0 wW d0 d1 bB; exact: (share_beyond_le (expP F) (log F) (@lnK F) W0 wW d0 d1 bB).
Qed.

