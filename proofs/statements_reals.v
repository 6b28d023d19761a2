(** * Statements at Coq's real numbers

   The theorems about complete fields, logarithms and exponential functions for the real numbers
   of Coq's library.  They rest on the axioms of these reals and of mathcomp-analysis; the file
   results/proofs.json names them.

   The sentences above the theorems say what differs from the other statement files, whose
   glossaries serve here too.

   - Rdefinitions.R: Coq's real numbers; R alone is the radius of the sample, as elsewhere.
   - [realFieldType of Rdefinitions.R]: the field that they are; @f of it is the definition f
     for this field, with its other arguments.
   - Rpower.ln t%R: their natural logarithm; %R says that t is read as elsewhere. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import definitions definitions_learning reals exponential_reals
  hoeffding_reals statements_cube statements_learner statements_samples statements_complexity
  statements_conjecture_20 statements_theorem_k.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Lemma 6, the low-degree learner *)

(** The level-1 inequality with the natural logarithm.
    proves: lemma-6 level-one *)
Theorem lemma_6_level_one_real (E : finType) (g : cube E -> bool) :
  let p : Rdefinitions.R := avg (bit [realFieldType of Rdefinitions.R] g) in 0 < p ->
  \sum_i hat (bit [realFieldType of Rdefinitions.R] g) [set i] ^+ 2
  <= 2%:R * p ^+ 2 * Rpower.ln p^-1%R.
Proof.
exact: (@lemma_6_level_one [realFieldType of Rdefinitions.R] _ _ E g exp_is_exponential exp_of_ln).
Qed.

(** Lemma 6 with the constant 1/sqrt 2 and the natural logarithm.
    proves: lemma-6 sharp *)
Theorem lemma_6_halfspace_real (E : finType) (w : E -> Rdefinitions.R) (b : Rdefinitions.R) :
  let g := bit [realFieldType of Rdefinitions.R]
    (@halfspace [realFieldType of Rdefinitions.R] E w b) in
  let p : Rdefinitions.R := avg g in 0 < p ->
  AS g <= p * Num.sqrt (#|E|%:R * Rpower.ln p^-1%R / 2%:R).
Proof.
exact: (@lemma_6_halfspace [rcfType of Rdefinitions.R] _ _ E w b
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Lemma 7: m >= N C^2 (1 + sqrt(2 ln(1/delta)))^2 / eps samples are enough for averages.
    proves: lemma-7 averages *)
Theorem lemma_7_averages_real (n d m : nat) (f : cube [ord n] -> Rdefinitions.R)
    (C eps delta : Rdefinitions.R) :
  (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eps -> 0 < delta <= 1 ->
  @tail [realFieldType of Rdefinitions.R] _ f d <= eps ->
  (monomials [ord n] d)%:R * C ^+ 2
    * (1 + Num.sqrt (2%:R * Rpower.ln delta^-1%R)) ^+ 2 / eps <= m%:R ->
  1 - delta <= @uniform_probability [realFieldType of Rdefinitions.R] _ m (fun w =>
    @uniform_loss [realFieldType of Rdefinitions.R] _ (low_degree d (labelled f w)) f <= eps).
Proof.
move=> m0 fC e0 d01 te.
apply: (@lemma_7_averages [rcfType of Rdefinitions.R] _ _ _ f d m C eps eps delta
  exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding) => //.
by rewrite mulr_natl mulr2n ler_add2r.
Qed.

(** Lemma 7 as printed, with the constant 14, for delta <= 1/2.
    proves: lemma-7 constant *)
Theorem lemma_7_real (n d m : nat) (f : cube [ord n] -> Rdefinitions.R)
    (C eps delta : Rdefinitions.R) :
  (0 < n)%N -> (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  @tail [realFieldType of Rdefinitions.R] _ f d <= eps ->
  14%:R * (n ^ d)%N%:R * C ^+ 2 * Rpower.ln delta^-1%R / eps <= m%:R ->
  1 - delta <= @uniform_probability [realFieldType of Rdefinitions.R] _ m (fun w =>
    @uniform_loss [realFieldType of Rdefinitions.R] _ (low_degree d (labelled f w)) f <= eps).
Proof.
move=> n0 m0 fC e0 d2 te mle.
apply: (@lemma_7_fourteen [rcfType of Rdefinitions.R] _ _ [ord n] f d m C eps delta
  exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding) => //; by rewrite card_ord.
Qed.

(** Theorem 8 at Theorem C's degree: PAC learning by averages.
    proves: theorem-8 learns *)
Theorem theorem_8_averages_real (n s k d m : nat) (W B eps delta : Rdefinitions.R) :
  0 <= W -> 0 <= B -> (0 < m)%N -> 0 < eps -> 0 < delta <= 1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  (monomials [ord n] d)%:R * k%:R ^+ 2 * (W * Num.sqrt n%:R + B) ^+ 2
    * (1 + Num.sqrt (2%:R * Rpower.ln delta^-1%R)) ^+ 2 / eps <= m%:R ->
  pac_learns (fun h => exists2 net : network [realFieldType of Rdefinitions.R] [ord n] [ord s],
      in_class (@pt [realFieldType of Rdefinitions.R] [ord n]) k (W ^+ 2) B net & h = fn net)
    (@low_degree [realFieldType of Rdefinitions.R] [ord n] d m) eps delta.
Proof.
move=> W0 B0 m0 e0 d01 le mle.
apply: (@theorem_8_averages [rcfType of Rdefinitions.R] _ _ [ord n] [ord s] k W B eps delta
  d m exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding) => //; by rewrite card_ord.
Qed.

(** Theorem 8 as printed, at Theorem C's degree, with the constant 14, for delta <= 1/2.
    proves: theorem-8 learns *)
Theorem theorem_8_real (n s k d m : nat) (W B eps delta : Rdefinitions.R) :
  0 <= W -> 0 <= B -> (0 < n)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  14%:R * (n ^ d)%N%:R * k%:R ^+ 2 * (W * Num.sqrt n%:R + B) ^+ 2 * Rpower.ln delta^-1%R / eps
    <= m%:R ->
  pac_learns (fun h => exists2 net : network [realFieldType of Rdefinitions.R] [ord n] [ord s],
      in_class (@pt [realFieldType of Rdefinitions.R] [ord n]) k (W ^+ 2) B net & h = fn net)
    (@low_degree [realFieldType of Rdefinitions.R] [ord n] d m) eps delta.
Proof.
move=> W0 B0 n0 m0 e0 d2 le mle.
apply: (@theorem_8_fourteen [rcfType of Rdefinitions.R] _ _ [ord n] [ord s] k W B eps delta
  d m exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding) => //; by rewrite card_ord.
Qed.

(** Noisy labels |y| <= Y: the excess of averages over every polynomial of degree d.
    proves: intro-agnostic averages *)
Theorem noisy_averages_real (n d m : nat) (Omega : finType) (p : Omega -> Rdefinitions.R)
    (x : Omega -> cube [ord n]) (y : Omega -> Rdefinitions.R) (Y delta : Rdefinitions.R) :
  @distribution [realFieldType of Rdefinitions.R] _ p ->
  @uniform_points [realFieldType of Rdefinitions.R] _ _ p x -> (0 < m)%N -> 0 <= Y ->
  (forall o, `|y o| <= Y) -> 0 < delta <= 1 -> forall a : {set 'I_n} -> Rdefinitions.R,
  1 - delta <= @probability [realFieldType of Rdefinitions.R] _
    (@product [realFieldType of Rdefinitions.R] _ _ p) (fun w : {ffun 'I_m -> Omega} =>
    @risk [realFieldType of Rdefinitions.R] _ _ p x y (low_degree d (draws x y w))
    <= @risk [realFieldType of Rdefinitions.R] _ _ p x y
      (@polynomial [realFieldType of Rdefinitions.R] [ord n] d a)
       + (monomials [ord n] d)%:R * Y ^+ 2 / (2%:R * m%:R)
         * (1 + Num.sqrt (2%:R * Rpower.ln delta^-1%R)) ^+ 2).
Proof.
exact: (@noisy_averages [rcfType of Rdefinitions.R] _ _ _ _ p x y d m Y delta
  exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding).
Qed.

(** ** Theorem 17 *)

(** Theorem 17 is false for every real constant.
    refutes: theorem-17 printed *)
Theorem theorem_17_no_real_constant :
  ~ exists c : Rdefinitions.R, forall W eps delta : Rdefinitions.R, 0 < W -> 0 < eps -> 0 < delta ->
    delta < 1 ->
      @learnable_on_line [realFieldType of Rdefinitions.R]
        (@theorem_17_size [realFieldType of Rdefinitions.R] Rpower.ln c 1 1 1 W 1 0 eps delta)
        1 1 W 0 eps delta.
Proof. exact: (@theorem_17_no_constant [archiFieldType of Rdefinitions.R] _ ln_is_logarithm). Qed.

(** And where its logarithm is positive.
    refutes: theorem-17 confidence *)
Theorem theorem_17_no_real_constant_positive :
  ~ exists c : Rdefinitions.R, forall W eps delta : Rdefinitions.R, 0 < W -> 0 < eps ->
    2%:R * eps <= 1 -> 0 < delta ->
      delta < 1 ->
      @learnable_on_line [realFieldType of Rdefinitions.R]
        (@theorem_17_size [realFieldType of Rdefinitions.R] Rpower.ln c 1 1 1 W 1 0 eps delta)
        1 1 W 0 eps delta.
Proof. exact: (@theorem_17_no_constant_positive
  [archiFieldType of Rdefinitions.R] _ ln_is_logarithm). Qed.

(** And with ln(1/delta) multiplied by (WR + B)^2.
    refutes: theorem-17 scaled *)
Theorem theorem_17_no_real_constant_scaled :
  ~ exists c : Rdefinitions.R, forall (k : nat) (eps delta : Rdefinitions.R), (0 < k)%N ->
    0 < eps -> 0 < delta ->
      delta < 1 ->
      @learnable_on_line [realFieldType of Rdefinitions.R]
        (@theorem_17_scaled_size [realFieldType of Rdefinitions.R] Rpower.ln c 1 k k 1 1 0 eps delta)
        k k 1 0 eps delta.
Proof. exact: (@theorem_17_no_constant_scaled
  [archiFieldType of Rdefinitions.R] _ ln_is_logarithm). Qed.

(** ** The Rademacher complexity *)

(** The complexity exists, and is unique. *)
Theorem complexity_exists_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R : Rdefinitions.R) :
  (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  exists! r, is_rademacher s k x W B r.
Proof. exact: (@complexity_exists [rcfType of Rdefinitions.R] m n s k x W B R R_complete). Qed.

(** Displays (1) and (15) fail for every real constant, with the natural logarithm.
    refutes: theorem-19 printed; theorem-19 any-constant; eq-15 printed; eq-15 any-constant *)
Theorem display_15_no_real_constant (m k : nat) : (0 < m)%N -> (0 < k)%N ->
  ~ exists C : Rdefinitions.R, forall (n s : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R),
    (0 < n)%N -> (k <= s)%N -> 0 < W -> 0 < B -> 0 < R ->
    (forall i, normsq (x i) <= R ^+ 2) ->
    1 < k%:R * m%:R * (R + B) ->
    is_rademacher s k x W B r ->
    r <= C * (W * R + B)
         * Num.sqrt (s%:R * n%:R * k%:R * Rpower.ln (k%:R * m%:R * (R + B))%R / m%:R).
Proof. exact: (@display_15_no_constant
  [rcfType of Rdefinitions.R] _ m k R_complete ln_is_logarithm). Qed.

(** Display (15) with ln(2m) in place of ln(km(R + B)) and the constant 3.6; Theorem 19 is k = 1. *)
Theorem display_15_closed_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> (0 < n)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= 18%:R / 5%:R * (W * R + B)
       * Num.sqrt (s%:R * n%:R * k%:R * Rpower.ln (2%:R * m%:R)%R / m%:R).
Proof.
exact: (@display_15_closed [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Display (15) as printed, with the constant 3.6, where k(R + B) >= 2; Theorem 19 is k = 1.
    proves: theorem-19 where-large; eq-15 where-large *)
Theorem display_15_where_large_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> (0 < n)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  2%:R <= k%:R * (R + B) ->
  r <= 18%:R / 5%:R * (W * R + B)
       * Num.sqrt (s%:R * n%:R * k%:R * Rpower.ln (k%:R * m%:R * (R + B))%R / m%:R).
Proof.
exact: (@display_15_where_large [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Theorem J, on average over the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_average_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  @is_rademacher_of [realFieldType of Rdefinitions.R] m n s x
    (@mean_sparse_class [realFieldType of Rdefinitions.R] m n s x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (8%:R * Rpower.ln (8%:R * m%:R)%R)
        + Num.sqrt (2%:R * Rpower.ln (4%:R / 3%:R)%R) + 1)
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_J_average [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Theorem J, on the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (8%:R * Rpower.ln (8%:R * m%:R)%R)
        + Num.sqrt (2%:R * Rpower.ln (4%:R / 3%:R)%R) + 1)
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_J [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** The constant 3.6 before the root of ln 2m, on average over the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_constant_average_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  @is_rademacher_of [realFieldType of Rdefinitions.R] m n s x
    (@mean_sparse_class [realFieldType of Rdefinitions.R] m n s x k (W ^+ 2) B) r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
       * Num.sqrt (Rpower.ln (2%:R * m%:R)%R).
Proof.
exact: (@theorem_J_constant_average [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** And on the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_constant_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
       * Num.sqrt (Rpower.ln (2%:R * m%:R)%R).
Proof.
exact: (@theorem_J_constant [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** ** Theorem K *)

(** Theorem K, on average over the sample.
    proves: conj-20 theorem-k *)
Theorem theorem_K_average_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  @is_rademacher_of [realFieldType of Rdefinitions.R] m n s x
    (@mean_sparse_class [realFieldType of Rdefinitions.R] m n s x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (2%:R * Rpower.ln (s%:R / k%:R)%R)
        + 25%:R * Num.sqrt (Num.sqrt (Rpower.ln (2%:R * m%:R)%R)))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K_average [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Theorem K, on the sample.
    proves: conj-20 theorem-k *)
Theorem theorem_K_real (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (2%:R * Rpower.ln (s%:R / k%:R)%R)
        + 25%:R * Num.sqrt (Num.sqrt (Rpower.ln (2%:R * m%:R)%R)))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** With sqrt(ln(10 + ln m)) in place of the fourth root, on average over the sample. *)
Theorem theorem_K_double_logarithm_average_real (m n s k : nat)
    (x : 'I_m -> 'I_n -> Rdefinitions.R) (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  @is_rademacher_of [realFieldType of Rdefinitions.R] m n s x
    (@mean_sparse_class [realFieldType of Rdefinitions.R] m n s x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (2%:R * Rpower.ln (s%:R / k%:R)%R)
        + 22%:R * Num.sqrt (Rpower.ln (10%:R + Rpower.ln m%:R%R)%R))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K_double_logarithm_average [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** And on the sample. *)
Theorem theorem_K_double_logarithm_real (m n s k : nat)
    (x : 'I_m -> 'I_n -> Rdefinitions.R) (W B R r : Rdefinitions.R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (2%:R * Rpower.ln (s%:R / k%:R)%R)
        + 22%:R * Num.sqrt (Rpower.ln (10%:R + Rpower.ln m%:R%R)%R))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K_double_logarithm [rcfType of Rdefinitions.R] _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** ** Conjecture 20 *)

(** Conjecture 20 fails for every real constant.
    refutes: conj-20 printed; conj-20 root-two; conj-20 universal *)
Theorem conjecture_20_no_real_constant :
  ~ exists C : Rdefinitions.R, forall (m n s k : nat) (x : 'I_m -> 'I_n -> Rdefinitions.R)
    (W B R r : Rdefinitions.R),
    (0 < m)%N -> (0 < k)%N -> (k < s)%N -> 0 < W -> 0 < B -> 0 < R ->
    (forall i, normsq (x i) <= R ^+ 2) ->
    is_rademacher s k x W B r ->
    r <= C * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof. exact: (@conjecture_20_no_constant [rcfType of Rdefinitions.R] R_complete). Qed.
