(** * Statements about statistical queries (§4, Theorem 14; §1, Theorem 3)

   How many queries a learner of all parities needs, and a learner of the networks that compute
   them on the quadratic lift.

   E is the set of coordinates, J the set of neurons; n = #|E|, s = #|J|; tau is the tolerance, q
   the number of queries.

   - valid_oracle tau S O: O answers each query about chi_S(x) within tau.
   - outcome A O q: the hypothesis of the learner A after q queries to O.
   - classification_error F g S, parity_loss g S: Pr[g <> chi_S], and 1/2 E (g - l)^2 for labels
     l in {0, 1}.
   - L_m = most_near m: 1, 3 or 6, by m.
   - lift F y, corrected_parity_net F S: the quadratic lift, and the parity network on it.
   - theorem_3_sizes m E J Wsq B: n >= m^2, s > m/2, W^2 >= 20 m^3, B >= 4 m^2.
   - sq_learns J k Wsq B D tau q A success: A succeeds with q queries for every network of the
     class on the support of the law D; within_third D, within_loss D eps: what success is.
   - net_outcome, net_error, net_loss, net_oracle: as above, for networks and the law D.
   - uniform_law F E: the uniform distribution on the cube. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions definitions_learning averages
  cube fourier quadratic_lift parities statistical_queries near_parities parity_learners
  theorem_3_i theorem_q.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Theorem 14 *)

(** Theorem 14, explicit: a learner that is within the classification error 1/3 of every parity,
    with every oracle of tolerance tau, by q queries, has q N >= 2^m - L_m, where N is
    ceil(tau^-2) - 1, or any other number with N + 1 >= tau^-2.
    proves: theorem-14 explicit *)
Theorem theorem_14_explicit (F : realFieldType) (E : finType) (tau : F) (q N : nat)
    (A : sq_learner F E (cube E -> bool)) :
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R ->
  (forall S O, valid_oracle tau S O -> classification_error F (outcome A O q) S <= 3%:R^-1) ->
  (2 ^ #|E| - most_near #|E| <= q * N)%N.
Proof.
move=> t0 N1 finds; rewrite leq_subLR addnC.
exact: (queries_ge (near := fun S g => classification_error F g S <= 3%:R^-1) t0
  (@near_most F E) finds N1).
Qed.

(** Theorem 14 with a constant: such a learner asks more than 2^m tau^2 / 4 queries, for
    m >= 1.  (At m = 0 there is only one parity, and no query is needed.)
    proves: theorem-14 printed *)
Theorem theorem_14_printed (F : realFieldType) (E : finType) (tau : F) (q : nat)
    (A : sq_learner F E (cube E -> bool)) :
  (0 < #|E|)%N -> 0 < tau ->
  (forall S O, valid_oracle tau S O -> classification_error F (outcome A O q) S <= 3%:R^-1) ->
  4%:R^-1 * 2%:R ^+ #|E| * tau ^+ 2 < q%:R.
Proof. exact: error_queries_gt_quarter. Qed.

(** Squared loss with labels 0 and 1, below 1/8: q N >= 2^m - floor(1/(1 - 8 eps)).
    proves: theorem-14 squared *)
Theorem theorem_14_squared (F : realFieldType) (E : finType) (tau eps : F) (q N L : nat)
    (A : sq_learner F E (cube E -> F)) :
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R -> eps < 8%:R^-1 -> (1 - 8%:R * eps)^-1 < L.+1%:R ->
  (forall S O, valid_oracle tau S O -> parity_loss (outcome A O q) S <= eps) ->
  (2 ^ #|E| - L <= q * N)%N.
Proof.
move=> t0 N1 e8 L1 finds; rewrite leq_subLR addnC.
exact: (queries_ge (near := fun S g => parity_loss g S <= eps) t0
  (fun g => near_parity_loss g e8 L1) finds N1).
Qed.

(** For this loss and the error 1/3 there is no lower bound: the constant 1/2 has the loss
    1/8 against all parities, whatever the oracle, and without a query.
    refutes: theorem-14 own-loss *)
Theorem theorem_14_own_loss (F : realFieldType) (E : finType) :
  exists A : sq_learner F E (cube E -> F), forall tau S O, valid_oracle tau S O ->
    parity_loss (outcome A O 0) S <= 3%:R^-1.
Proof.
have b0 (a : seq F) : bounded ((fun _ _ => 0) : query F E) by move=> x b; rewrite normr0 ler01.
exists (SqLearner (fun=> fun=> 2%:R^-1) b0) => tau S O _.
by rewrite constant_loss lef_pinv ?posrE ?ltr0n // ler_nat.
Qed.

(** ** Theorem 3, first part *)

(** The scale of the corrected sums: W^2 <= 20 m^3 and B <= 4 m^2, that is W <= sqrt 20 n^(3/4)
    and B <= 4 n for n = m^2; and they have at most floor(m/2) + 1 neurons.
    proves: theorem-3a scale *)
Theorem lifted_parity_scale (F : realFieldType) (I : finType) (S : {set I}) :
  (0 < #|I|)%N ->
  scale (corrected_parity_net F S) (20%:R * #|I|%:R ^+ 3) (4%:R * #|I|%:R ^+ 2) /\
  (#|range (congruent S) (#|S|)| <= #|I|./2.+1)%N.
Proof. by move=> I0; split; [exact: corrected_scale | exact: range_size]. Qed.

(** Every parity of m bits is, on the lift, a network with m^2 coordinates, floor(m/2) + 1
    neurons, at most one active neuron on the lift, W^2 = 20 m^3 and B = 4 m^2.
    proves: theorem-3a reduction *)
Theorem parities_in_the_class (F : realFieldType) (m : nat) (S : {set 'I_m}) : (0 < m)%N ->
  exists2 net : network F [finType of 'I_m * 'I_m] [ord m./2.+1],
    in_class (@lift F _) 1 (20%:R * m%:R ^+ 3) (4%:R * m%:R ^+ 2) net
    & forall y, eval net (lift F y) = (1 + chi F S y) / 2%:R.
Proof. exact: corrected_parity_padded. Qed.

(** With constants, for m >= 3, and c the cube root of 2: for the classification error 1/3 and for
    the loss 1/12 it is tau <= c^-m or q > 5/8 c^m, where c^m is 2^(m/3).
    proves: theorem-3a printed *)
Theorem theorem_3_i_constants (F : realFieldType) (m : nat) (E J : finType) (Wsq B : F) :
  theorem_3_sizes m E J Wsq B -> (3 <= m)%N -> exists2 D : cube E -> F, distribution D &
  forall (c tau : F) (q : nat), 0 < c -> c ^+ 3 = 2%:R -> 0 < tau ->
  (exists A, sq_learns J 1 Wsq B D tau q A (within_third D)) \/
  (exists A, sq_learns J 1 Wsq B D tau q A (within_loss D 12%:R^-1)) ->
  tau <= c ^- m \/ 5%:R / 8%:R * c ^+ m < q%:R.
Proof. exact: tolerance_or_queries_sizes. Qed.

(** Theorem 3, first part, with the sizes as in the paper: n = m^2, m >= 3, s = floor(m/2) + 1,
    W = sqrt 20 n^(3/4) and B = 4 n.  If a learner is within the classification error 1/3, or the
    loss 1/12, for every distribution over the hypercube, every network of H_{n,s,1}^{W,B} on its
    support (for the classification error, with the values 0 and 1) and every oracle of tolerance
    tau, by q queries, then tau <= 2^(-sqrt n/3) or q > 5/8 2^(sqrt n/3); c is the cube root of 2.
    proves: theorem-3a printed *)
Theorem theorem_3_i (F : realFieldType) (m : nat) (c tau : F) (q : nat) :
  (3 <= m)%N -> 0 < c -> c ^+ 3 = 2%:R -> 0 < tau ->
  let learns H A success := forall D, distribution D ->
    @sq_learns F [ord m ^ 2] [ord m./2.+1] 1
      (20%:R * m%:R ^+ 3) (4%:R * m%:R ^+ 2) D tau q H A (success D) in
  (exists A, learns _ A (@within_third F _)) \/
  (exists A, learns _ A (fun D => within_loss D 12%:R^-1)) ->
  tau <= c ^- m \/ 5%:R / 8%:R * c ^+ m < q%:R.
Proof. exact: tolerance_or_queries_printed. Qed.

(** ** Theorem Q *)

(** Theorem Q: if a learner ends with a loss of at most eps for each network of H_{n,s,k}^{W,B}
    under the uniform distribution, with every oracle of tolerance tau, by q queries, then
    q N >= C(n, p) - floor(D/(D - p)) for D = 2 k^2 W^2 / eps and each p < D with s >= k 2^p and
    B >= W |p - 2| / sqrt p; N is ceil(tau^-2) - 1.
    proves: theorem-q queries *)
Theorem theorem_Q (F : rcfType) (E J : finType) (k p : nat) (W B tau eps : F) (q N L : nat)
    (A : net_learner F E (cube E -> F)) :
  (0 < p)%N -> (k * 2 ^ p <= #|J|)%N -> 0 <= W -> W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B ->
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R -> 0 < eps ->
  let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D -> D / (D - p%:R) < L.+1%:R ->
  sq_learns J k (W ^+ 2) B (uniform_law F E) tau q A (within_loss (uniform_law F E) eps) ->
  ('C(#|E|, p) - L <= q * N)%N.
Proof. by move=> p0 sJ W0 bias; exact: sparse_queries_ge. Qed.
