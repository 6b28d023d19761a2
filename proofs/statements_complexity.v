(** * Statements about the Rademacher complexity (§5)

   Its existence, Theorem 19 and display (15), and the upper bound of Theorem J of
   docs/proofs-conjecture_20.md.

   The sample is x_1, ..., x_m in n dimensions, ||x_i|| <= R.

   - [ord n]: [n] as a finite type; s is the number of neurons, k that of the active ones.
   - normsq v: ||v||^2; scale net (W ^+ 2) B: the bounds of Definition 2 on weights and biases.
   - in_class x k (W ^+ 2) B net: net is one of H_{n,s,k}^{W,B}, its sparsity asked at the x_i.
   - mean_sparse_class x k (W ^+ 2) B net: sparsity asked on average over the x_i.
   - is_rademacher s k x W B r: r is the Rademacher complexity of H_{n,s,k}^{W,B} at the sample;
     is_rademacher_of x C r: that of the class C.
   - mean_correlation x h: the mean over zeta of 1/m sum_i zeta_i h_zeta(x_i).
   - complete F: F has all least upper bounds; "exists! r": there is exactly one r.
   - is_logarithm, is_exponential: the properties that are asked of ln and exp. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube rademacher displays folding one_point
  theorem_j theorem_19_repaired.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The complexity *)

(** A field with least upper bounds decides for every proposition whether it is false, which
    Coq without axioms does not.  So the theorems about complete fields are about none, unless
    one takes axioms, as Coq's reals do; statements_reals.v has them for these. *)
Theorem complete_fields (F : realFieldType) : complete F -> forall P : Prop, ~ P \/ ~ ~ P.
Proof. exact: complete_decides. Qed.

(** The Rademacher complexity exists, and is unique, over a complete field. *)
Theorem complexity_exists (F : rcfType) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R : F) :
  complete F -> (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  exists! r, is_rademacher s k x W B r.
Proof.
move=> comp m0 B0 xR; have [r Hr] := rademacher_exists s k W comp m0 B0 xR.
by exists r; split=> // r' Hr'; apply: rademacher_of_unique Hr Hr'.
Qed.

(** The same for the networks that are k-sparse on average over the sample. *)
Theorem complexity_of_mean_sparse_exists (F : rcfType) (m n s k : nat) (x : 'I_m -> 'I_n -> F)
    (W B R : F) :
  complete F -> (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  exists! r, is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r.
Proof.
move=> comp m0 B0 xR; have [r Hr] := mean_sparse_exists s k W comp m0 B0 xR.
by exists r; split=> // r' Hr'; apply: rademacher_of_unique Hr Hr'.
Qed.

(** The complexity is at most k(WR + B), and so (16) holds for km <= s. *)
Theorem conjecture_20_few_points (F : rcfType) (m n s k : nat) (x : 'I_m -> 'I_n -> F)
    (W B R r : F) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= k%:R * (W * R + B) /\
  ((k * m <= s)%N -> r <= (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)).
Proof. exact: trivial_and_few. Qed.

(** At one point x of norm R it is k(WR + B), for k <= s. *)
Theorem complexity_of_one_point (F : rcfType) (n s k : nat) (x : 'I_1 -> 'I_n -> F)
    (W B R : F) :
  0 <= W -> 0 <= B -> 0 <= R -> (k <= s)%N -> normsq (x ord0) = R ^+ 2 ->
  is_rademacher s k x W B (k%:R * (W * R + B)).
Proof. exact: one_point. Qed.

(** For k = s the right side of (16) is attained there.
    proves: sec5-dense attained *)
Theorem complexity_of_one_point_dense (F : rcfType) (n s : nat) (x : 'I_1 -> 'I_n -> F)
    (W B R : F) :
  0 <= W -> 0 <= B -> 0 <= R -> normsq (x ord0) = R ^+ 2 ->
  is_rademacher s s x W B (s%:R * (W * R + B)) /\
  s%:R * (W * R + B) = (W * R + B) * Num.sqrt (s%:R * s%:R / 1%:R).
Proof. exact: one_point_dense. Qed.

(** ** Theorem 19 and display (15) *)

(** Displays (1), where k = 1, and (15) fail with every constant in front, at every
    number m of points and every k, although W, B, R > 0 and the argument of the
    logarithm is above 1.  The field must be complete, which none is without axioms
    (complete_fields); display_15_no_real_constant is about Coq's reals.
    refutes: theorem-19 printed; theorem-19 any-constant; eq-15 printed; eq-15 any-constant *)
Theorem display_15_no_constant (F : rcfType) (ln : F -> F) (m k : nat) :
  complete F -> is_logarithm ln -> (0 < m)%N -> (0 < k)%N ->
  ~ exists C : F, forall (n s : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
    (0 < n)%N -> (k <= s)%N -> 0 < W -> 0 < B -> 0 < R ->
    (forall i, normsq (x i) <= R ^+ 2) -> 1 < k%:R * m%:R * (R + B) ->
    is_rademacher s k x W B r ->
    r <= C * (W * R + B)
         * Num.sqrt (s%:R * n%:R * k%:R * ln (k%:R * m%:R * (R + B)) / m%:R).
Proof. by move=> comp [_ log]; apply: display_no_constant. Qed.

(** Theorem 19 with ln(2m) in place of ln(m(R + B)) and the constant 3.6, for n >= 1. *)
Theorem theorem_19_closed (F : rcfType) (exp ln : F -> F) (m n s : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> (0 < n)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s 1 x W B r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * n%:R * ln (2%:R * m%:R) / m%:R).
Proof. exact: closed_form_one. Qed.

(** Display (15) with ln(2m) in place of ln(km(R + B)) and the constant 3.6, for n >= 1. *)
Theorem display_15_closed (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> (0 < n)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * n%:R * k%:R * ln (2%:R * m%:R) / m%:R).
Proof. exact: closed_form. Qed.

(** Theorem 19 as printed, display (1), with the constant 3.6, where R + B >= 2.
    proves: theorem-19 where-large *)
Theorem theorem_19_where_large (F : rcfType) (exp ln : F -> F) (m n s : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> (0 < n)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s 1 x W B r -> 2%:R <= R + B ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * n%:R * ln (m%:R * (R + B)) / m%:R).
Proof. exact: printed_form_one. Qed.

(** Display (15) as printed, with the constant 3.6, where k(R + B) >= 2; Theorem 19 is k = 1.
    proves: theorem-19 where-large; eq-15 where-large *)
Theorem display_15_where_large (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> (0 < n)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r -> 2%:R <= k%:R * (R + B) ->
  r <= 18%:R / 5%:R * (W * R + B)
       * Num.sqrt (s%:R * n%:R * k%:R * ln (k%:R * m%:R * (R + B)) / m%:R).
Proof. exact: printed_form. Qed.

(** ** Theorem J *)

(** Theorem J: the complexity of the networks of scale (W, B) that are k-sparse on average over
    the sample is at most (sqrt(8 ln 8m) + sqrt(2 ln 4/3) + 1) (WR + B) sqrt(sk/m).
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_average (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (8%:R * ln (8%:R * m%:R)) + Num.sqrt (2%:R * ln (4%:R / 3%:R)) + 1)
     * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
by move=> expP log lnK m0 W0 B0 R0 xR; apply: (complexity_le expP log lnK m0 W0 B0 R0 xR).
Qed.

(** And so is that of the networks that are k-sparse on the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (8%:R * ln (8%:R * m%:R)) + Num.sqrt (2%:R * ln (4%:R / 3%:R)) + 1)
     * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR.
apply: (complexity_le expP log lnK m0 W0 B0 R0 xR); exact: in_class_mean_sparse.
Qed.

(** At most 3.6 (WR + B) sqrt(sk/m) sqrt(ln 2m), for every m >= 1, on average over the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_constant_average (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof.
by move=> expP log lnK m0 W0 B0 R0 xR; apply: (complexity_le_const expP log lnK m0 W0 B0 R0 xR).
Qed.

(** And on the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_constant (F : rcfType) (exp ln : F -> F) (m n s k : nat)
    (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR.
apply: (complexity_le_const expP log lnK m0 W0 B0 R0 xR); exact: in_class_mean_sparse.
Qed.

(** Theorem J for any networks h_zeta, one for each vector zeta of signs, of which k neurons are
    active on average over the sample and the signs together; k need not be a whole number. *)
Theorem theorem_J_selections (F : rcfType) (exp ln : F -> F) (I E J : finType) (x : I -> E -> F)
    (k W B R : F) (h : {ffun I -> bool} -> network F E J) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < #|I|)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (forall zeta, scale (h zeta) (W ^+ 2) B) ->
  avg (fun zeta => (\sum_i #|active (h zeta) (x i)|)%:R) <= k * #|I|%:R ->
  let m : F := #|I|%:R in let s : F := #|J|%:R in
  mean_correlation x h
  <= (Num.sqrt (8%:R * ln (8%:R * m)) + Num.sqrt (2%:R * ln (4%:R / 3%:R)) + 1)
     * (W * R + B) * Num.sqrt (s * k / m) /\
  mean_correlation x h
  <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s * k / m) * Num.sqrt (ln (2%:R * m)).
Proof.
move=> expP log lnK m0 W0 B0 R0 xR sc sp; split.
  exact: (theorem_J_mean expP log lnK W0 B0 R0 xR sc m0 sp).
exact: (theorem_J_mean_const expP log lnK W0 B0 R0 xR sc m0 sp).
Qed.
