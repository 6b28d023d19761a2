(** * Statements about product distributions

   Theorems A, C and D where the coordinates are independent and x_i = -1 has the probability
   q_i.

   F is an ordered field, E the set of coordinates, J the set of neurons; n = #|E|, s = #|J|.

   - expect q f: the mean of f on the cube under the law in which x_i = -1 with probability q_i.
   - coordinate_variance q f i: the variance of f over the coordinate i alone, at a point.
   - biased_tail q f d: the weight of f on the sets |T| > d, in the orthonormal basis of that law.
   - biased_NS q rho f: a coordinate keeps its value with probability rho, or is drawn anew.
   - fn net, active net (pt F x): the function of net on the cube, its active neurons at x.
   - in_class (@pt F E) k Wsq B net: net is one of H_{n,s,k}^{W,B} on the cube, where Wsq is W^2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube product_distributions biased_fourier.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Theorem A for product distributions, with the same constant: the sum of the
    mean variances over single coordinates is at most 4 W^2 times the mean square of the
    number of active neurons.
    proves: theorem-product sensitivity *)
Theorem theorem_product (F : realFieldType) (E J : finType) (q : E -> F)
    (net : network F E J) (W : F) :
  (forall i, 0 <= q i <= 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) ->
  \sum_i expect q (coordinate_variance q (fn net) i)
  <= 4%:R * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof. by move=> q01 sc; apply: product_le_mean. Qed.

(** It is attained at every rational q = a/(a + b), on one bit, by a neurons sigma(x + 1)
    and b neurons -sigma(-x + 1), where W = 1.
    proves: theorem-product attained *)
Theorem theorem_product_attained (F : realFieldType) (a b : nat) :
  (0 < a)%N -> (0 < b)%N ->
  let net : network F [ord 1] [finType of 'I_a + 'I_b] := fun j =>
    if j is inl _ then Neuron 1 (fun=> 1) (-1) else Neuron (-1) (fun=> -1) (-1) in
  let q : 'I_1 -> F := fun=> a%:R / (a%:R + b%:R) in
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) = 1) /\
  \sum_i expect q (coordinate_variance q (fn net) i)
  = 4%:R * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof. exact: two_kinds_attain. Qed.

(** The form with min(2k, s) holds under product distributions too.
    proves: theorem-product sparse *)
Theorem theorem_product_min (F : realFieldType) (E J : finType) (q : E -> F)
    (net : network F E J) (k : nat) (W B : F) :
  (forall i, 0 <= q i <= 1) -> in_class (@pt F E) k (W ^+ 2) B net ->
  \sum_i expect q (coordinate_variance q (fn net) i) <= (minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2.
Proof.
move=> q01 [sp [sW _]]; apply: product_le_min (sqr_ge0 W) => // j; exact: sW.
Qed.

(** The form with the mean of the number of active neurons: at most 4 c min(2k, s) W^2 times it,
    where c is the largest of all q_i and 1 - q_i, or larger.
    proves: theorem-product mean *)
Theorem theorem_product_first_moment (F : realFieldType) (E J : finType) (q : E -> F)
    (net : network F E J) (k : nat) (W B c : F) :
  (forall i, 0 <= q i <= 1) -> in_class (@pt F E) k (W ^+ 2) B net ->
  0 <= c -> (forall i, q i <= c /\ 1 - q i <= c) ->
  \sum_i expect q (coordinate_variance q (fn net) i)
  <= 4%:R * c * (minn (2 * k) #|J|)%:R * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R).
Proof. by move=> q01 [sp [sW _]] c0 qc; apply: product_le_first_moment => // j; apply: sW. Qed.

(** So the constant 2 of the uniform distribution will not do for 1/2 < q < 1.
    refutes: theorem-product mean-uniform *)
Theorem theorem_product_first_moment_uniform (F : realFieldType) (t : F) : 1 / 2%:R < t < 1 ->
  let net : network F [ord 1] [ord 1] := fun=> Neuron 1 (fun=> 1) (-1) in
  let q : 'I_1 -> F := fun=> t in
  2%:R * (minn (2 * 1) 1)%:R * 1 ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R)
  < \sum_i expect q (coordinate_variance q (fn net) i).
Proof. exact: one_neuron_exceeds. Qed.

(** Theorem C for product distributions.
    proves: theorem-product tail *)
Theorem theorem_product_tail (F : rcfType) (E J : finType) (q : E -> F)
    (net : network F E J) (W : F) (d : nat) :
  (forall i, 0 < q i < 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) ->
  biased_tail q (fn net) d
  <= 4%:R * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R ^+ 2) / d.+1%:R.
Proof.
move=> q01 sc; apply: (biased_tail_le q01); apply: product_le_mean sc => i.
by case/andP: (q01 i) => q0 q1; rewrite !ltW.
Qed.

(** Theorem D for product distributions.
    proves: theorem-product noise *)
Theorem theorem_product_noise (F : rcfType) (E J : finType) (q : E -> F)
    (net : network F E J) (W rho : F) :
  (forall i, 0 < q i < 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) -> 0 <= rho < 1 ->
  biased_NS q rho (fn net)
  <= 2%:R * (1 - rho) * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof. exact: biased_NS_fn_le. Qed.
