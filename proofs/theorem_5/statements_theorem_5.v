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

   - X: a finite set of points, at x i; D: a distribution on X; loss_under D g h: E 1/2 (g - h)^2.
   - rule: takes a list S of labelled points and a list U of points to a network; symmetric rule:
     their order does not matter; fits x k W B rule: if a network of scale (W, B) that is k-sparse
     on S and U has the labels of S, then what the rule returns is such a network.
   - transductive x rule m S i: the learner's prediction at the point i from the t labelled points
     S: the mean, over the sets V of m - 1 of them, of what the rule returns at i if V and i are the
     points without labels.
   - averaged x rule m S: the mean of these predictions from the first 2m - 1, ..., 3m - 2 points.
   - front w, prefix w t: all points of w but the last one, and the first t of w.
   - N.*2.+1: 2N + 1. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From Sparseact Require Import definitions definitions_logarithm definitions_learning
  definitions_erm clipped_erm greedy_cover random_split split_mean
  split_levels in_probability unknown_support unknown_support_confidence.
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

(** ** Steps of the learner *)

(** Lemma 4: if 2m <= N and a class of functions on N points has a cover, up to t, of size
    N_t <= delta 2^(L + 1), all but a share delta of the sets U of m points are good.  For a good U
    every function of the class that is the target outside U is more than 2t from it at at most L
    of the points.  With L = floor(log_2(N_t / delta)) this is Lemma 4. *)
Theorem few_large_errors_of_a_class (F : realFieldType) (N m L : nat) (delta t : F)
    (H : ('I_N -> F) -> Prop) (target : 'I_N -> F) (cover : seq {ffun 'I_N -> F}) :
  (2 * m <= N)%N -> (size cover)%:R <= delta * (2 ^ L.+1)%:R ->
  (forall h, H h -> exists2 g, g \in cover & forall i, `|g i - h i| <= t) ->
  exists2 good : {set {set 'I_N}},
    (1 - delta) * 'C(N, m)%:R <= #|good|%:R
    & forall U, U \in good -> #|U| = m /\
      forall h, H h -> (forall i, i \notin U -> h i = target i) ->
        (#|[set i | (2%:R * t < `|h i - target i|)%R]| <= L)%N.
Proof. exact: few_large. Qed.

(** Levels: let a > 0, C >= 0 and J be the number of the j with 2^j a < C.  If |f| <= C, then f^2
    is at most a^2 + 3 sum_(j < J) (2^j a)^2 1{|f| > 2^j a}, and sum_(j < J) (2^j a)^2 <= 4/3 C^2,
    which is 16/3 k^2 M^2 for C = 2kM. *)
Theorem levels_of_a_square (F : realFieldType) (a C f : F) (J : nat) :
  0 < a -> 0 <= C -> (forall j, (j < J)%N = (2%:R ^+ j * a < C)%R) -> `|f| <= C ->
  f ^+ 2 <= a ^+ 2 + 3%:R * (\sum_(j < J) (2%:R ^+ j * a) ^+ 2 * (2%:R ^+ j * a < `|f|)%R%:R) /\
  \sum_(j < J) (2%:R ^+ j * a) ^+ 2 <= 4%:R / 3%:R * C ^+ 2.
Proof.
move=> a0 C0 levels fC; split; last exact: sum_levels_le.
by apply: square_le_levels (ltW a0) (le_trans fC _); rewrite leNgt -levels ltnn.
Qed.

(** From the split to the distribution, with probability 1 - delta.  D is a distribution on a finite
    set, and w are N + 1 points, independent from it.  For each t a predictor f t sees t points, in
    any order, and predicts at one more.  Its error 1/2 (f - h)^2 is at most b on the support of D,
    and, if lo <= t <= N, on average over the point that is left out at most e for all t + 1 points
    of the support.  Then the mean of the error at w_t from w_0, ..., w_(t-1) is at most e, and over
    lo <= t <= N two means of exponentials are at most 1, backwards and forwards.  So with a
    probability of at least 1 - delta the sum of the losses L_D(f t) is at most
    ((exp 1 - 1) (N + 1 - lo) e + 2b ln(1/delta)) / (1 - exp(-1)). *)
Theorem predictors_in_probability (F : log_field) (X : finType) (D : X -> F)
    (N lo : nat) (f : forall t : nat, {ffun 'I_t -> X} -> X -> F) (h : X -> F) (b e delta : F) :
  let seen (t : 'I_N.+1) w := (f t (prefix (front w) t) (w t) - h (w t)) ^+ 2 / 2%:R in
  distribution D ->
  0 < b -> 0 < delta -> (lo <= N.+1)%N ->
  (forall t (p : {perm 'I_t}) (v : {ffun 'I_t -> X}) y, f t [ffun j => v (p j)] y = f t v y) ->
  (forall t (v : {ffun 'I_t -> X}) y, (forall j, D (v j) != 0) -> D y != 0 ->
    (f t v y - h y) ^+ 2 / 2%:R <= b) ->
  (forall (t : 'I_N.+1) (v : {ffun 'I_t.+1 -> X}), (lo <= t)%N -> (forall j, D (v j) != 0) ->
    \sum_l (f t [ffun j => v (lift l j)] (v l) - h (v l)) ^+ 2 / 2%:R <= t.+1%:R * e) ->
  [/\ forall t : 'I_N.+1, (lo <= t)%N -> mean (product D) (seen t) <= e,
      mean (product D) (fun w => exp ((\sum_(t : 'I_N.+1 | (lo <= t)%N) seen t w) / b
        - (exp 1 - 1) * ((N.+1 - lo)%:R * e / b))) <= 1,
      mean (product D) (fun w => exp ((1 - exp (- 1))
          * (\sum_(t : 'I_N.+1 | (lo <= t)%N) loss_under D (f t (prefix (front w) t)) h) / b
        - (\sum_(t : 'I_N.+1 | (lo <= t)%N) seen t w) / b)) <= 1
    & 1 - delta <= probability (product D) (fun w : {ffun 'I_N -> X} =>
        (1 - exp (- 1)) * (\sum_(t : 'I_N.+1 | (lo <= t)%N) loss_under D (f t (prefix w t)) h)
        <= (exp 1 - 1) * ((N.+1 - lo)%:R * e) + 2%:R * b * ln delta^-1)].
Proof.
move=> seen Dd b0 d0 loN order bounded one_of; split.
- by move=> t; apply: (mean_prediction Dd order one_of).
- exact: (backwards_predictions (expP F) Dd b0 loN order bounded one_of).
- exact: (forwards_predictions N lo (expP F) Dd b0 bounded).
- exact: (predictors_loss (expP F) (@lnK F) Dd b0 d0 loN order bounded one_of).
Qed.

(** Theorem M with probability 1 - delta, for the same cover: with N = 3m - 2 labelled points,
    2(N + 1) + 1 <= 2^K and m <= 4^J the loss is at most exp(1) e + 4 k^2 M^2 ln(1/delta) /
    ((1 - 1/exp(1)) m), where e = k^2 M^2 (24 s K J + 2s + 3) / m; the second constant is below
    6.4. *)
Theorem learner_for_an_unknown_support_in_probability (F : log_field) (X : finType)
    (n s k m N K J : nat) (x : X -> 'I_n -> F) (W B R delta : F) (rule : erm_rule F X n s) :
  let M := W * R + B in
  0 < delta ->
  0 <= W -> 0 <= B -> 0 <= R -> 0 < M -> (0 < k)%N -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < m)%N -> (N.+2 = 3 * m)%N -> (N.+1.*2.+1 <= 2 ^ K)%N -> (m <= 4 ^ J)%N ->
  symmetric rule -> fits k x W B rule ->
  forall (D : X -> F) (net : network F [ord n] [ord s]), distribution D ->
  in_class (fun i : {i : X | D i != 0} => x (sval i)) k (W ^+ 2) B net ->
  let h i := eval net (x i) in
  let e := (k%:R * M) ^+ 2 * (24 * s * K * J + 2 * s + 3)%:R / m%:R in
  1 - delta <= probability (product D) (fun w : {ffun 'I_N -> X} =>
    loss_under D (averaged x rule m (with_labels h w)) h
    <= exp 1 * e + 4%:R * (k%:R * M) ^+ 2 * ln delta^-1 / ((1 - exp (- 1)) * m%:R)).
Proof. by move=> M *; apply: (averaged_loss (expP F) (@lnK F)). Qed.
