(** * Theorem K: the constant of Conjecture 20 is sqrt 2 (§5)

   The ratio of Conjecture 20 is the complexity divided by (WR + B) sqrt(sk/m).  It is at most
   sqrt(2 ln(s/k)) + 22 sqrt(ln(10 + ln m)), and so at most sqrt(2 ln m) to first order, for
   networks that are k-sparse on the sample, and for those that are so on average over it.
   By Theorem H* (theorem_H_star_growth) no smaller constant than sqrt 2 will do.

   - m points x_i of norm at most R, s neurons, 1 <= k <= s <= k m.
   - is_rademacher s k x W B r: r is the complexity of the networks of scale (W, B) that are
     k-sparse on the sample x; is_rademacher_of x C r: that of the networks of the class C.
   - mean_sparse_class x k (W ^+ 2) B net: sparsity asked on average over the x_i.
   - mean_correlation x h: the mean over the signs zeta of (1/m) sum_i zeta_i h_zeta(x_i).
   - is_logarithm, is_exponential: the properties that are asked of ln and exp. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions averages rademacher theorem_k.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Theorem K: at most (sqrt(2 ln(s/k)) + 25 (ln 2m)^(1/4)) (WR + B) sqrt(sk/m), for every m >= 1,
    for the networks that are k-sparse on average over the sample.
    proves: conj-20 theorem-k *)
Theorem theorem_K_average (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 25%:R * Num.sqrt (Num.sqrt (ln (2%:R * m%:R))))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR k0 ks skm.
exact: (complexity_le_fourth_root expP log lnK m0 W0 B0 R0 xR k0 ks skm).
Qed.

(** And for those that are k-sparse on the sample.
    proves: conj-20 theorem-k *)
Theorem theorem_K (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 25%:R * Num.sqrt (Num.sqrt (ln (2%:R * m%:R))))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR k0 ks skm.
apply: (complexity_le_fourth_root expP log lnK m0 W0 B0 R0 xR k0 ks skm).
exact: in_class_mean_sparse.
Qed.

(** With sqrt(ln ln m) in place of the fourth root of ln 2m: at most
    (sqrt(2 ln(s/k)) + 22 sqrt(ln(10 + ln m))) (WR + B) sqrt(sk/m), for every m >= 1, for the
    networks that are k-sparse on average over the sample. *)
Theorem theorem_K_double_logarithm_average (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 22%:R * Num.sqrt (ln (10%:R + ln m%:R)))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR k0 ks skm.
exact: (complexity_le_K expP log lnK m0 W0 B0 R0 xR k0 ks skm).
Qed.

(** And for those that are k-sparse on the sample. *)
Theorem theorem_K_double_logarithm (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 22%:R * Num.sqrt (ln (10%:R + ln m%:R)))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR k0 ks skm.
apply: (complexity_le_K expP log lnK m0 W0 B0 R0 xR k0 ks skm); exact: in_class_mean_sparse.
Qed.

(** The same for any networks h_zeta, one for each vector zeta of signs, of which k neurons are
    active on average over the sample and the signs together. *)
Theorem theorem_K_selections (F : rcfType) (exp ln : F -> F) (I E J : finType) (x : I -> E -> F)
    (k : nat) (W B R : F) (h : {ffun I -> bool} -> network F E J) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < #|I|)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (forall zeta, scale (h zeta) (W ^+ 2) B) ->
  (0 < k)%N -> (k <= #|J|)%N -> (#|J| <= k * #|I|)%N ->
  avg (fun zeta => (\sum_i #|active (h zeta) (x i)|)%:R) <= k%:R * #|I|%:R :> F ->
  let m : F := #|I|%:R in let s : F := #|J|%:R in
  mean_correlation x h
  <= (Num.sqrt (2%:R * ln (s / k%:R)) + 22%:R * Num.sqrt (ln (10%:R + ln m)))
     * (W * R + B) * Num.sqrt (s * k%:R / m).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR sc k0 ks skm sp.
exact: (theorem_K_mean expP log lnK W0 B0 R0 xR sc m0 k0 ks skm sp).
Qed.
