(** * Statements about the Rademacher complexity (§5)

   Its existence, Theorem 19 and display (15), and the upper bound of Theorem J of
   docs/proofs-conjecture_20-repaired.md.

   The sample is x_1, ..., x_m in n dimensions, ||x_i|| <= R.

   - [ord n]: [n] as a finite type; s is the number of neurons, k that of the active ones.
   - normsq v: ||v||^2; scale net (W ^+ 2) B: the bounds of Definition 2 on weights and biases.
   - in_class x k (W ^+ 2) B net: net is one of H_{n,s,k}^{W,B}, its sparsity asked at the x_i.
   - mean_sparse_class x k (W ^+ 2) B net: sparsity asked on average over the x_i.
   - is_rademacher s k x W B r: r is the Rademacher complexity of H_{n,s,k}^{W,B} at the sample;
     is_rademacher_of x C r: that of the class C.
   - "exists! r": there is exactly one r.
   - log_field: a field with a logarithm, such as the reals (definitions_logarithm.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_logarithm averages cube rademacher displays
  folding one_point theorem_j.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The complexity *)

(** The Rademacher complexity exists, and is unique; and so is that of the networks that are k-sparse
    on average over the sample. *)
Theorem complexity_exists (F : log_field) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R : F) :
  (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  (exists! r, is_rademacher s k x W B r) /\
  exists! r, is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r.
Proof.
move=> m0 B0 xR; split.
  have [r Hr] := rademacher_exists s k W (@complete_log F) m0 B0 xR.
  by exists r; split=> // r' Hr'; apply: rademacher_of_unique Hr Hr'.
have [r Hr] := mean_sparse_exists s k W (@complete_log F) m0 B0 xR.
by exists r; split=> // r' Hr'; apply: rademacher_of_unique Hr Hr'.
Qed.

(** ** Theorem 19 and display (15) *)

(** Displays (1), where k = 1, and (15) fail with every constant in front, at every
    number m of points and every k, although W, B, R > 0 and the argument of the
    logarithm is above 1.
    refutes: theorem-19 printed; theorem-19 any-constant; eq-15 printed; eq-15 any-constant *)
Theorem display_15_no_constant (F : log_field) (m k : nat) :
  (0 < m)%N -> (0 < k)%N ->
  ~ exists C : F, forall (n s : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
    (0 < n)%N -> (k <= s)%N -> 0 < W -> 0 < B -> 0 < R ->
    (forall i, normsq (x i) <= R ^+ 2) -> 1 < k%:R * m%:R * (R + B) ->
    is_rademacher s k x W B r ->
    r <= C * (W * R + B)
         * Num.sqrt (s%:R * n%:R * k%:R * ln (k%:R * m%:R * (R + B)) / m%:R).
Proof. by case: (log F) => _ log; apply: (display_no_constant (@complete_log F)). Qed.

(** ** Theorem J *)

(** Theorem J: let C be a class of networks of scale (W, B) that are k-sparse on average over the
    sample, such as those that are k-sparse on it.  Its complexity is at most
    (sqrt(8 ln 8m) + sqrt(2 ln 4/3) + 1) (WR + B) sqrt(sk/m), and at most
    3.6 (WR + B) sqrt(sk/m) sqrt(ln 2m).
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J (F : log_field) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F)
    (C : network F [ord n] [ord s] -> Prop) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (forall net, C net -> mean_sparse_class x k (W ^+ 2) B net) -> is_rademacher_of x C r ->
  r <= (Num.sqrt (8%:R * ln (8%:R * m%:R)) + Num.sqrt (2%:R * ln (4%:R / 3%:R)) + 1)
     * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) /\
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof.
move=> m0 W0 B0 R0 xR sub rad.
by split; [apply: (complexity_le (expP F) (log F) (@lnK F) m0 W0 B0 R0 xR sub rad)
  | apply: (complexity_le_const (expP F) (log F) (@lnK F) m0 W0 B0 R0 xR sub rad)].
Qed.
