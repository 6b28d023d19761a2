(** * Statements at Coq's real numbers

   The theorems about complete fields, logarithms and exponential functions for the real numbers
   of Coq's library.  They rest on the axioms of these reals and of mathcomp-analysis; the file
   results/proofs.json names them.

   The sentences above the theorems say what differs from the other statement files, whose
   glossaries hold here too.

   - real, ln: Coq's real numbers as a field, and their natural logarithm (definitions_reals.v).
   The main theorems at the reals are in headline.v. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import definitions definitions_learning definitions_distributions
  definitions_reals reals exponential_reals hoeffding_reals one_point learner_confidence
  lemma_18_corrected theorem_17_false by_heart statements_cube statements_learner
  statements_samples statements_complexity statements_conjecture_20 statements_theorem_k.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Lemma 6, the low-degree learner *)

(** The level-1 inequality with the natural logarithm.
    proves: lemma-6 level-one *)
Theorem lemma_6_level_one_real (E : finType) (g : cube E -> bool) :
  let p : real := avg (bit real g) in 0 < p ->
  \sum_i hat (bit real g) [set i] ^+ 2 <= 2%:R * p ^+ 2 * ln p^-1.
Proof.
exact: (@lemma_6_level_one real _ _ E g exp_is_exponential exp_of_ln).
Qed.

(** Lemma 6 with the constant 1/sqrt 2 and the natural logarithm.
    proves: lemma-6 sharp *)
Theorem lemma_6_halfspace_real (E : finType) (w : E -> real) (b : real) :
  let g := bit real (halfspace w b) in
  let p : real := avg g in 0 < p ->
  AS g <= p * Num.sqrt (#|E|%:R * ln p^-1 / 2%:R).
Proof.
exact: (@lemma_6_halfspace real _ _ E w b
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Lemma 7: m >= N C^2 (1 + sqrt(2 ln(1/delta)))^2 / eps samples are enough for averages.
    proves: lemma-7 averages *)
Theorem lemma_7_averages_real (n d m : nat) (f : cube [ord n] -> real) (C eps delta : real) :
  (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eps -> 0 < delta <= 1 ->
  tail f d <= eps ->
  (monomials [ord n] d)%:R * C ^+ 2
    * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2 / eps <= m%:R ->
  1 - delta <= uniform_probability real (fun w : {ffun 'I_m -> cube [ord n]} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> m0 fC e0 d01 te.
apply: (@lemma_7_averages real _ _ _ f d m C eps eps delta
  exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding) => //.
by rewrite mulr_natl mulr2n ler_add2r.
Qed.

(** Lemma 7 as printed, with the constant 14, for delta <= 1/2.
    proves: lemma-7 constant *)
Theorem lemma_7_real (n d m : nat) (f : cube [ord n] -> real) (C eps delta : real) :
  (0 < n)%N -> (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  tail f d <= eps ->
  14%:R * (n ^ d)%N%:R * C ^+ 2 * ln delta^-1 / eps <= m%:R ->
  1 - delta <= uniform_probability real (fun w : {ffun 'I_m -> cube [ord n]} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> n0 m0 fC e0 d2 te mle.
apply: (@lemma_7_fourteen real _ _ [ord n] f d m C eps delta
  exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding) => //; by rewrite card_ord.
Qed.

(** Theorem 8 at Theorem C's degree: PAC learning by averages.
    proves: theorem-8 learns *)
Theorem theorem_8_averages_real (n s k d m : nat) (W B eps delta : real) :
  0 <= W -> 0 <= B -> (0 < m)%N -> 0 < eps -> 0 < delta <= 1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  (monomials [ord n] d)%:R * k%:R ^+ 2 * (W * Num.sqrt n%:R + B) ^+ 2
    * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2 / eps <= m%:R ->
  pac_learns (fun h => exists2 net : network real [ord n] [ord s],
      in_class (@pt real [ord n]) k (W ^+ 2) B net & h = fn net)
    (@low_degree real [ord n] d m) eps delta.
Proof.
move=> W0 B0 m0 e0 d01 le mle.
apply: (@theorem_8_averages real _ _ [ord n] [ord s] k W B eps delta
  d m exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding) => //; by rewrite card_ord.
Qed.

(** Noisy labels |y| <= Y: the excess of averages over every polynomial of degree d.
    proves: intro-agnostic averages *)
Theorem noisy_averages_real (n d m : nat) (Omega : finType) (p : Omega -> real)
    (x : Omega -> cube [ord n]) (y : Omega -> real) (Y delta : real) :
  distribution p -> uniform_points p x -> (0 < m)%N -> 0 <= Y ->
  (forall o, `|y o| <= Y) -> 0 < delta <= 1 -> forall a : {set 'I_n} -> real,
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w))
    <= risk p x y (polynomial d a)
       + (monomials [ord n] d)%:R * Y ^+ 2 / (2%:R * m%:R)
         * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2).
Proof.
exact: (@noisy_averages real _ _ _ _ p x y d m Y delta
  exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding).
Qed.

(** ** Theorem 17 *)

(** Theorem 17 is false for every real constant.
    refutes: theorem-17 printed *)
Theorem theorem_17_no_real_constant :
  ~ exists c : real, forall W eps delta : real, 0 < W -> 0 < eps -> 0 < delta -> delta < 1 ->
      learnable_on_line (theorem_17_size ln c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof. exact: (@theorem_17_no_constant [archiFieldType of Rdefinitions.R] _ ln_is_logarithm). Qed.

(** And with ln(1/delta) multiplied by (WR + B)^2.
    refutes: theorem-17 scaled *)
Theorem theorem_17_no_real_constant_scaled :
  ~ exists c : real, forall (k : nat) (eps delta : real), (0 < k)%N -> 0 < eps -> 0 < delta ->
      delta < 1 ->
      learnable_on_line (theorem_17_scaled_size ln c 1 k k 1 1 0 eps delta) k k 1 0 eps delta.
Proof. exact: (@theorem_17_no_constant_scaled [archiFieldType of Rdefinitions.R] _
  ln_is_logarithm). Qed.

(** ** The Rademacher complexity *)

(** The complexity exists, and is unique. *)
Theorem complexity_exists_real (m n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R : real) :
  (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  exists! r, is_rademacher s k x W B r.
Proof. exact: (@complexity_exists real m n s k x W B R R_complete). Qed.

(** Displays (1) and (15) fail for every real constant, with the natural logarithm.
    refutes: theorem-19 printed; theorem-19 any-constant; eq-15 printed; eq-15 any-constant *)
Theorem display_15_no_real_constant (m k : nat) : (0 < m)%N -> (0 < k)%N ->
  ~ exists C : real, forall (n s : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real),
    (0 < n)%N -> (k <= s)%N -> 0 < W -> 0 < B -> 0 < R ->
    (forall i, normsq (x i) <= R ^+ 2) ->
    1 < k%:R * m%:R * (R + B) ->
    is_rademacher s k x W B r ->
    r <= C * (W * R + B)
         * Num.sqrt (s%:R * n%:R * k%:R * ln (k%:R * m%:R * (R + B)) / m%:R).
Proof. exact: (@display_15_no_constant real _ m k R_complete ln_is_logarithm). Qed.

(** Display (15) as printed, with the constant 3.6, where k(R + B) >= 2; Theorem 19 is k = 1.
    proves: theorem-19 where-large; eq-15 where-large *)
Theorem display_15_where_large_real (m n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> (0 < n)%N -> 0 <= W -> 0 <= B -> 0 <= R ->
  (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  2%:R <= k%:R * (R + B) ->
  r <= 18%:R / 5%:R * (W * R + B)
       * Num.sqrt (s%:R * n%:R * k%:R * ln (k%:R * m%:R * (R + B)) / m%:R).
Proof.
exact: (@display_15_where_large real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Theorem J, on average over the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_average_real (m n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (8%:R * ln (8%:R * m%:R)) + Num.sqrt (2%:R * ln (4%:R / 3%:R)) + 1)
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_J_average real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Theorem J, on the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_real (m n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (8%:R * ln (8%:R * m%:R)) + Num.sqrt (2%:R * ln (4%:R / 3%:R)) + 1)
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_J real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** The constant 3.6 before the root of ln 2m, on average over the sample.
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem theorem_J_constant_average_real (m n s k : nat) (x : 'I_m -> 'I_n -> real)
    (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
       * Num.sqrt (ln (2%:R * m%:R)).
Proof.
exact: (@theorem_J_constant_average real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** ** Theorem K *)

(** Theorem K, on average over the sample.
    proves: conj-20 theorem-k *)
Theorem theorem_K_average_real (m n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 25%:R * Num.sqrt (Num.sqrt (ln (2%:R * m%:R))))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K_average real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** Theorem K, on the sample.
    proves: conj-20 theorem-k *)
Theorem theorem_K_real (m n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 25%:R * Num.sqrt (Num.sqrt (ln (2%:R * m%:R))))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** With sqrt(ln(10 + ln m)) in place of the fourth root, on average over the sample. *)
Theorem theorem_K_double_logarithm_average_real (m n s k : nat)
    (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 22%:R * Num.sqrt (ln (10%:R + ln m%:R)))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K_double_logarithm_average real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** And on the sample. *)
Theorem theorem_K_double_logarithm_real (m n s k : nat)
    (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  (0 < k)%N -> (k <= s)%N -> (s <= k * m)%N ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt (2%:R * ln (s%:R / k%:R)) + 22%:R * Num.sqrt (ln (10%:R + ln m%:R)))
       * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
exact: (@theorem_K_double_logarithm real _ _ m n s k x W B R r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** ** Lemma 18 *)

(** For functions of at most 1 in absolute value Lemma 18 holds as printed, with c = 4, on a finite
    domain such as the cube.
    proves: lemma-18 unit *)
Theorem lemma_18_unit (X : finType) (m : nat) (H : (X -> real) -> Prop) (C eps delta : real)
    (A : finite_learner real X m) :
  (0 < m)%N -> 0 <= C <= 1 -> (forall h, H h -> forall x, `|h x| <= C) -> 0 < delta <= 1 ->
  is_erm H A ->
  (forall D, distribution D -> exists2 r, is_mean_complexity D H m r
     & 4%:R * (C * r + Num.sqrt (ln delta^-1 / m%:R)) <= eps) ->
  learns_any (fun _ => H) A eps delta.
Proof.
move=> m0 /andP[C0 C1] HC d01 erm le D h Dd Hh; have [r rad ler] := le D Dd.
apply: (erm_learns Dd m0 HC Hh exp_is_exponential ln_is_logarithm exp_of_ln exp_hoeffding R_complete
  d01 (fun w => erm h w Hh) rad).
apply: le_trans ler; rewrite mulrDr -mulrA ler_add2l.
have L0 : 0 <= ln delta^-1 / m%:R :> real.
  by apply: divr_ge0 (ler0n _ _); apply: (@ln_inv_ge0 real ln ln_is_logarithm).
have C2 : C ^+ 2 <= 1 by apply: exprn_ile1.
apply: le_trans (ler_pimull (sqrtr_ge0 _) C2) _.
have four : 4%:R = Num.sqrt (4%:R ^+ 2) :> real by rewrite sqrtr_sqr normr_nat.
rewrite four -sqrtrM ?sqr_ge0 //; apply: ler_wsqrtr; rewrite -mulrA; apply: ler_wpmul2r => //.
by rewrite -natrX ler_nat.
Qed.

(** ** Dense networks *)

(** On a domain X of N points x of norm at most R, C^2 (N ln 2 + ln(1/delta)) / (2 eps) samples with
    C = s (WR + B) are enough for the dense networks, whatever the distribution: the learner returns
    the labels that it has seen.
    proves: intro-dense-lower by-heart *)
Theorem dense_networks_by_heart (X : finType) (n s m : nat) (x : X -> 'I_n -> real)
    (W B R eps delta : real) :
  0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) -> 0 < eps -> 0 < delta ->
  (s%:R * (W * R + B)) ^+ 2 * (#|X|%:R * ln 2%:R + ln delta^-1) / (2%:R * eps) <= m%:R ->
  learns_any (fun _ h => exists2 net : network real [ord n] [ord s],
      in_class x s (W ^+ 2) B net & forall i, h i = eval net (x i))
    (by_heart real X m) eps delta.
Proof.
move=> W0 B0 R0 xR e0 d0 mle D h Dd [net cls hE].
have C0 : 0 <= s%:R * (W * R + B) by rewrite mulr_ge0 ?addr_ge0 ?mulr_ge0 ?ler0n.
apply: (learns_by_heart exp_is_exponential ln_is_logarithm exp_of_ln C0 e0 d0 mle) => // i.
by rewrite hE; apply: (value_le W0 B0 R0 xR).
Qed.

(** So no c makes c s^2 / eps^2 samples necessary for the dense networks H_{n,s,s}^{W,B} on the
    cube: for all n, W, B, delta there is an eps at which fewer are enough, for every s.
    refutes: intro-dense-lower printed *)
Theorem dense_networks_need_fewer (n : nat) (c W B delta : real) :
  0 < c -> 0 <= W -> 0 <= B -> 0 < delta <= 1 ->
  exists2 eps : real, 0 < eps & forall s : nat, (0 < s)%N ->
  exists2 m : nat, m%:R < c * s%:R ^+ 2 / eps ^+ 2
  & learns_any (fun _ => sparse_functions n s s W B) (by_heart real [finType of cube [ord n]] m)
      eps delta.
Proof.
exact: (dense_by_heart exp_is_exponential ln_is_logarithm exp_of_ln
  (@archimedean_above [archiFieldType of Rdefinitions.R])).
Qed.
