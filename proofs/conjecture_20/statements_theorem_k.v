(** * Theorem K: the constant of Conjecture 20 is sqrt 2 (§5)

   The ratio of Conjecture 20 is the complexity divided by (WR + B) sqrt(sk/m).  It is at most
   sqrt(2 ln(s/k)) + 22 sqrt(ln(10 + ln m)), and so at most sqrt(2 ln m) to first order, for
   networks that are k-sparse on the sample, and for those that are so on average over it.
   By Theorem H* (theorem_H_star_root_two) no smaller constant than sqrt 2 will do.

   - m points x_i of norm at most R, s neurons, 1 <= k <= s <= k m.
   - is_rademacher s k x W B r: r is the complexity of the networks of scale (W, B) that are
     k-sparse on the sample x; is_rademacher_of x C r: that of the networks of the class C.
   - mean_sparse_class x k (W ^+ 2) B net: sparsity asked on average over the x_i.
   - log_field: a field with a logarithm, such as the reals (definitions_logarithm.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions definitions_logarithm averages rademacher theorem_k.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Theorem K: let C be a class of networks of scale (W, B) that are k-sparse on average over the
    sample.  For every m >= 1 its complexity is at most (sqrt(2 ln(s/k)) + 25 (ln 2m)^(1/4)) (WR + B)
    sqrt(sk/m), and at most (sqrt(2 ln(s/k)) + 22 sqrt(ln(10 + ln m))) (WR + B) sqrt(sk/m).
    proves: conj-20 theorem-k *)
Theorem theorem_K (F : log_field) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F)
    (C : network F [ord n] [ord s] -> Prop) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  (forall net, C net -> mean_sparse_class x k (W ^+ 2) B net) -> is_rademacher_of x C r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 25%:R * Num.sqrt (Num.sqrt (ln (2%:R * m%:R))))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) /\
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 22%:R * Num.sqrt (ln (10%:R + ln m%:R)))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> m0 W0 B0 R0 xR k0 ks skm sub rad.
by split; [apply: (complexity_le_fourth_root (expP F) (log F) (@lnK F) m0 W0 B0 R0 xR k0 ks skm sub rad)
  | apply: (complexity_le_K (expP F) (log F) (@lnK F) m0 W0 B0 R0 xR k0 ks skm sub rad)].
Qed.
