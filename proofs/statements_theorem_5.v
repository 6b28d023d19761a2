(** * Statements about Theorem 5 with a support that the learner does not know (§1)

   What ERM over networks that are sparse on the sample cannot do, and steps of the proof that
   another learner can; the theorems and lemmas are those of docs/proofs-theorem_5.md.

   For ERM, where the target is 0:

   - E: a finite type with n = #|E| elements, so that cube E is {-1, 1}^n.
   - D: a distribution on the cube; w: a sample of m points, drawn independently from it.
   - erm w: a network of s neurons that the rule returns on the sample w.
   - in_class x 0 (W ^+ 2) B net: net has the scale (W, B), and no neuron is active at the x_t.
   - clip c y: the number y clipped to [-c, c].
   - net_loss D g h: the loss E 1/2 (g(x) - h(x))^2.

   For the learner:

   - separated A: any two vectors of the family A differ by at least 2 at some index.
   - gaps c: the pairs v, w < c with w >= v + 2.
   - shatters A o: A shatters o, a set of indices with such a pair for each.
   - N.*2.+1: 2N + 1. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From Sparseact Require Import definitions definitions_learning definitions_erm clipped_erm
  unclipped_erm shattering greedy_cover random_split split_mean.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Theorem P.  Let n >= 8 be a power of two, k >= 1, l = floor(k sqrt n / 2), s = gl with
    1 <= g <= n/2, W > 0, B >= 2W and 0 < eps <= k^2 n W^2 / 256.  For every
    m < s k n^(3/2) W^2 / (256 eps) there are a distribution and a rule with these properties.
    On every sample from the distribution the rule returns a network of scale (W, B) that is
    inactive on the sample, and so is sparse there and has no error.  With a probability of at
    least 1/3 the network, clipped to [-kM, kM] with M = W sqrt n + B, has a loss above eps.
    proves: theorem-5 clipped-erm-lower *)
Theorem clipped_erm_needs_more (F : rcfType) (E : finType) (d k g l m : nat) (W B eps : F) :
  let n := #|E| in let s := (g * l)%N in let M := W * Num.sqrt n%:R + B in
  (1 < d)%N -> n = (2 ^ d.+1)%N -> (0 < k)%N -> (0 < g <= 2 ^ d)%N ->
  (4 * l ^ 2 <= k ^ 2 * n < 4 * l.+1 ^ 2)%N ->
  0 < W -> 2%:R * W <= B -> 0 < eps -> eps <= k%:R ^+ 2 * n%:R * W ^+ 2 / 256%:R ->
  m%:R < s%:R * k%:R * n%:R * Num.sqrt n%:R * W ^+ 2 / (256%:R * eps) ->
  exists (D : cube E -> F) (erm : {ffun 'I_m -> cube E} -> network F E [ord s]),
  [/\ distribution D,
      forall w : {ffun 'I_m -> cube E}, (forall t, D (w t) != 0) ->
        in_class (fun t => pt F (w t)) 0 (W ^+ 2) B (erm w) /\ forall t, fn (erm w) (w t) = 0
    & 3%:R^-1 <= probability (product D) (fun w =>
        eps < net_loss D (fun x => clip (k%:R * M) (fn (erm w) x)) (fun=> 0))].
Proof. exact: clipped_erm_fails. Qed.

(** Without clipping.  Let n >= 1, W >= 0, 0 <= B <= W sqrt n, M = W sqrt n + B, eps > 0 and
    0 < delta < 1.  If m < (s^2 M^2 / (2 eps) - 1) ln(1/delta), there are a distribution and such a
    rule whose loss is above eps with a probability above delta. *)
Theorem erm_needs_more (F : rcfType) (ln : F -> F) (E : finType) (s m : nat) (W B eps delta : F) :
  let n := #|E| in let M := W * Num.sqrt n%:R + B in
  is_logarithm ln -> (0 < n)%N -> 0 <= W -> 0 <= B -> B <= W * Num.sqrt n%:R ->
  0 < eps -> 0 < delta -> delta < 1 ->
  m%:R < (s%:R ^+ 2 * M ^+ 2 / (2%:R * eps) - 1) * ln delta^-1 ->
  exists (D : cube E -> F) (erm : {ffun 'I_m -> cube E} -> network F E [ord s]),
  [/\ distribution D,
      forall w : {ffun 'I_m -> cube E}, (forall t, D (w t) != 0) ->
        in_class (fun t => pt F (w t)) 0 (W ^+ 2) B (erm w) /\ forall t, fn (erm w) (w t) = 0
    & delta < probability (product D) (fun w => eps < net_loss D (fn (erm w)) (fun=> 0))].
Proof. exact: unclipped_erm_fails. Qed.

(** ** Steps of the learner *)

(** Lemma 2, with max(2, NE) in place of 2NE: a separated family of at least max(2, NE)^r vectors
    of {0, ..., c - 1}^N shatters at least 2^r objects; E = C(c - 1, 2) is the number of pairs. *)
Theorem separated_families_shatter (N c r : nat) (A : {set {ffun 'I_N -> 'I_c}}) :
  #|gaps c| = 'C(c.-1, 2) /\
  (separated A -> (maxn 2 (N * #|gaps c|) ^ r <= #|A|)%N ->
   (2 ^ r <= #|[set o | shatters A o]|)%N).
Proof. by split; [exact: card_gaps | exact: many_shattered]. Qed.

(** Lemma 2 as it is in docs, for c >= 3 and N >= 1: a family of at least (2NE)^r vectors. *)
Theorem separated_families_shatter_printed (N c r : nat) (A : {set {ffun 'I_N -> 'I_c}}) :
  (0 < N)%N -> (2 < c)%N -> separated A -> ((2 * N * 'C(c.-1, 2)) ^ r <= #|A|)%N ->
  (2 ^ r <= #|[set o | shatters A o]|)%N.
Proof.
move=> N0 c2 sep le; apply: many_shattered => //; apply: leq_trans le.
have E0 : (0 < 'C(c.-1, 2))%N by rewrite bin_gt0 -ltnS prednK // (ltn_trans _ c2).
have NE : (0 < N * 'C(c.-1, 2))%N by rewrite muln_gt0 N0.
have le2 : (maxn 2 (N * #|gaps c|) <= 2 * N * 'C(c.-1, 2))%N.
  by rewrite card_gaps -mulnA geq_max leq_pmulr // leq_pmull.
by case: r => [|r]; rewrite ?expn0 // leq_exp2r.
Qed.

(** Lemma 1: N points with |x_i| <= R have a cover of (2 (2N + 1)^T)^s vectors for the networks of
    s neurons that are in the class and k-sparse on the points: each is within t of one of them at
    every point.  T is any number with (2kM/t)^2 < T + 1, where M = WR + B > 0. *)
Theorem sparse_networks_have_a_cover (F : rcfType) (E : finType) (N s k T : nat)
    (x : 'I_N -> E -> F) (W B R t : F) :
  let M := W * R + B in
  0 <= W -> 0 <= B -> 0 <= R -> 0 < M -> (0 < k)%N -> 0 < t ->
  (forall i, normsq (x i) <= R ^+ 2) -> (2%:R * k%:R * M / t) ^+ 2 < T.+1%:R ->
  exists cover : seq {ffun 'I_N -> F},
    size cover = ((2 * N.*2.+1 ^ T) ^ s)%N /\
    forall net : network F E [ord s], in_class x k (W ^+ 2) B net ->
      exists2 g, g \in cover & forall i, `|g i - eval net (x i)| <= t.
Proof. exact: sparse_cover. Qed.

(** Lemma 4, with the cover of Lemma 1: if 2m <= N and (2 (2N + 1)^T)^s <= delta 2^(L + 1), all but
    a share delta of the sets U of m points are good.  For a good U every network of the class
    that is k-sparse on the N points, and equal to the target outside U, is more than 2t from the
    target at at most L of the points. *)
Theorem few_large_errors (F : rcfType) (E : finType) (N s k T m L : nat)
    (x : 'I_N -> E -> F) (target : 'I_N -> F) (W B R t delta : F) :
  let M := W * R + B in
  0 <= W -> 0 <= B -> 0 <= R -> 0 < M -> (0 < k)%N -> 0 < t ->
  (forall i, normsq (x i) <= R ^+ 2) -> (2%:R * k%:R * M / t) ^+ 2 < T.+1%:R ->
  (2 * m <= N)%N -> ((2 * N.*2.+1 ^ T) ^ s)%N%:R <= delta * (2 ^ L.+1)%:R ->
  exists2 good : {set {set 'I_N}},
    (1 - delta) * 'C(N, m)%:R <= #|good|%:R
    & forall U, U \in good -> #|U| = m /\
      forall net : network F E [ord s], in_class x k (W ^+ 2) B net ->
        (forall i, i \notin U -> eval net (x i) = target i) ->
        (#|[set i | (2%:R * t < `|eval net (x i) - target i|)%R]| <= L)%N.
Proof.
move=> M W0 B0 R0 M0 k0 t0 xR large mN few.
have [cover [size covers]] := sparse_cover s W0 B0 R0 M0 k0 t0 xR large.
pose H (h : 'I_N -> F) :=
  exists2 net : network F E [ord s], in_class x k (W ^+ 2) B net & h =1 fun i => eval net (x i).
have coversH h : H h -> exists2 g, g \in cover & forall i, `|g i - h i| <= t.
  by case=> net /covers[g gc near] eq; exists g => // i; rewrite eq.
rewrite -size in few; have [good many all] := few_large target mN few coversH.
exists good => // U /all[Um few']; split=> // net cls off.
by apply: (few' (fun i => eval net (x i))) => //; exists net.
Qed.

(** From the split to the distribution, in the mean.  D is a distribution on a finite set, x_1, ...,
    x_n are independent from it, z is the index of the test point, and 1 <= m <= n.  For each set U
    of m indices a rule returns a function h U x, and the order of the points does not matter to it.
    If the mean loss on a random U is at most e for all points of the support, the predictor that
    averages h U x (x_z) over the sets U with z has a mean loss of at most e at x_z. *)
Theorem split_to_distribution (F : realFieldType) (T : finType) (D : T -> F) (n m : nat) (z : 'I_n)
    (h : {set 'I_n} -> {ffun 'I_n -> T} -> T -> F) (target : T -> F) (e : F) :
  let with_z := [set U : {set 'I_n} | (#|U| == m) && (z \in U)] in
  distribution D -> (0 < m)%N -> (m <= n)%N ->
  (forall (s : {perm 'I_n}) U (x : {ffun 'I_n -> T}) t,
     h U [ffun i => x (s i)] t = h [set s i | i in U] x t) ->
  (forall x : {ffun 'I_n -> T}, (forall i, D (x i) != 0) ->
     \sum_(U : {set 'I_n} | #|U| == m) \sum_(i in U) (h U x (x i) - target (x i)) ^+ 2 / 2%:R
     <= m%:R * e * 'C(n, m)%:R) ->
  mean (product D) (fun x =>
    ((\sum_(U in with_z) h U x (x z)) / #|with_z|%:R - target (x z)) ^+ 2 / 2%:R) <= e.
Proof. by move=> with_z Dd m0 mn order small; exact: predictor_error order small. Qed.
