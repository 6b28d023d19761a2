(** * Statements about Theorem 5 with a support that the learner does not know (§1)

   What ERM over networks that are sparse on the sample cannot do; the theorems are those of
   docs/proofs-theorem_5.md.  The target is 0, and the labels are 0.

   - E: a finite type with n = #|E| elements, so that cube E is {-1, 1}^n.
   - D: a distribution on the cube; w: a sample of m points, drawn independently from it.
   - erm w: a network of s neurons that the rule returns on the sample w.
   - in_class x 0 (W ^+ 2) B net: net has the scale (W, B), and no neuron is active at the x_t.
   - clip c y: the number y clipped to [-c, c].
   - net_loss D g h: the loss E 1/2 (g(x) - h(x))^2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions definitions_learning definitions_erm clipped_erm
  unclipped_erm.
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
    least 1/3 the network, clipped to [-kM, kM] with M = W sqrt n + B, has a loss above eps. *)
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
