(** * The main theorems, over Coq's real numbers

   Each sentence is followed by what Coq is given.  real is the field of Coq's real numbers and ln
   the natural logarithm; [ord n] is [n]; k%:R is the natural number k as a real number.

   - sparse_functions n s k W B h: h is, on the cube {-1, 1}^n, a network of H_{n,s,k}^{W,B}.
   - AS h, NS rho h, tail h d: average and noise sensitivity, the Fourier weight above degree d.
   - pac_learns H A eps delta: the learner A learns the class H under the uniform distribution;
     low_degree d m: the low-degree algorithm of degree d with m samples.
   - is_rademacher s k x W B r: r is the empirical Rademacher complexity of H_{n,s,k}^{W,B} at the
     sample x, its sparsity asked on the sample.
   - networks_on s k x W B h: h is, on the points x, a network of H_{n,s,k}^{W,B};
     is_mean_complexity D H m r: r is the mean of the complexity of the class H over m draws from D.
   - learns_any H A eps delta: A learns H under every distribution; is_erm H A: A returns functions
     of H without training error; is_clipped_erm: clipped networks.
   - finite_learner, loss_under, learnable_on_line, theorem_17_size: definitions_learning.v; so are
     the statistical queries. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions definitions_constructions definitions_learning
  definitions_distributions definitions_reals headline_proofs.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Sensitivity (§3) *)

(** Theorem A, instead of Lemma 9: the average sensitivity is at most 4 k^2 W^2, whatever n, s and
    B are; and some network attains this for every n >= 2, s >= 4k and W, B >= 0.
    proves: lemma-9 sharp *)
Theorem average_sensitivity_bound (n s k : nat) (W B : real) :
  (forall h, sparse_functions n s k W B h -> AS h <= 4%:R * k%:R ^+ 2 * W ^+ 2) /\
  ((2 <= n)%N -> (4 * k <= s)%N -> 0 <= W -> 0 <= B ->
   exists2 h, sparse_functions n s k W B h & AS h = 4%:R * k%:R ^+ 2 * W ^+ 2).
Proof. exact: average_sensitivity_at_reals. Qed.

(** Lemma 9, with a constant, for ns >= 2.
    proves: lemma-9 corrected *)
Theorem lemma_9_with_constant (n s k : nat) (W B : real) (h : cube [ord n] -> real) :
  0 <= W -> 0 <= B -> (2 <= n * s)%N -> sparse_functions n s k W B h ->
  AS h <= ((ln 2%:R)^-1 + (Num.sqrt (ln 2%:R))^-1)
    * (k%:R ^+ 4 * W ^+ 2 * Num.sqrt n%:R * ln (n%:R * s%:R)
       + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s%:R)).
Proof. exact: lemma_9_at_reals. Qed.

(** Lemma 10, with a constant, for ns >= 2 and 0 <= rho < 1.
    proves: lemma-10 corrected *)
Theorem lemma_10_with_constant (n s k : nat) (W B rho : real) (h : cube [ord n] -> real) :
  0 <= W -> 0 <= B -> (2 <= n * s)%N -> 0 <= rho < 1 -> sparse_functions n s k W B h ->
  NS rho h
  <= 2%:R^-1 * ((ln 2%:R ^+ 2)^-1 + (Num.sqrt (ln 2%:R))^-1) * Num.sqrt (1 - rho)
    * (k%:R ^+ 4 * W ^+ 2 * ln (n%:R * s%:R / (1 - rho)) ^+ 2
       + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s%:R)).
Proof. exact: lemma_10_at_reals. Qed.

(** ** Learning under the uniform distribution (§3, §4) *)

(** Theorem C: the Fourier weight above degree d is at most 4 k^2 W^2 / (d + 1).
    proves: theorem-8 tail *)
Theorem fourier_tail (n s k d : nat) (W B : real) (h : cube [ord n] -> real) :
  sparse_functions n s k W B h -> tail h d <= 4%:R * k%:R ^+ 2 * W ^+ 2 / d.+1%:R.
Proof. exact: fourier_tail_at_reals. Qed.

(** Theorem 8: the low-degree algorithm of degree 4 k^2 W^2 / eps, whatever s is, learns from
    14 n^d k^2 (W sqrt n + B)^2 ln(1/delta) / eps samples.
    proves: theorem-8 learns *)
Theorem theorem_8_learner (n s k d m : nat) (W B eps delta : real) :
  0 <= W -> 0 <= B -> (0 < n)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  14%:R * (n ^ d)%N%:R * k%:R ^+ 2 * (W * Num.sqrt n%:R + B) ^+ 2 * ln delta^-1 / eps <= m%:R ->
  pac_learns (sparse_functions n s k W B) (@low_degree real [ord n] d m) eps delta.
Proof. exact: theorem_8_at_reals. Qed.

(** On the class of Theorem 13, where s = 2^p, k = 1, W^2 = p and B = p, the degree is 4p/eps, that
    is of order log(s)/eps; so n^(O(log(s)/eps)) samples are enough. *)
Theorem junta_class_is_learned (n p d m : nat) (eps delta : real) :
  (0 < n)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 -> 4%:R * p%:R / eps <= d.+1%:R ->
  14%:R * (n ^ d)%N%:R * (Num.sqrt (p%:R * n%:R) + p%:R) ^+ 2 * ln delta^-1 / eps <= m%:R ->
  pac_learns (sparse_functions n (2 ^ p) 1 (Num.sqrt p%:R) p%:R)
    (@low_degree real [ord n] d m) eps delta.
Proof. exact: junta_class_at_reals. Qed.

(** Theorem 13, the inclusion: every function f of p variables v with the values 1 and -1 is a
    network of 2^p or more neurons with k = 1, W^2 = p and B = |p - 1|.
    proves: theorem-13 padding *)
Theorem theorem_13_juntas (n s p : nat) (v : 'I_p -> 'I_n) (f : pattern p -> bool) :
  injective v -> (2 ^ p <= s)%N ->
  sparse_functions n s 1 (Num.sqrt p%:R) `|p%:R - 1|
    (fun x => sign real (f (shown (v : 'I_p -> [ord n]) x))).
Proof. exact: theorem_13_at_reals. Qed.

(** ** Statistical queries (§4) *)

(** Theorem 14: a learner that is within the classification error 1/3 of every parity of m >= 1 bits,
    with every oracle of tolerance tau, asks more than 2^m tau^2 / 4 queries.
    proves: theorem-14 printed *)
Theorem theorem_14_queries (m q : nat) (tau : real)
    (A : sq_learner real [ord m] (cube [ord m] -> bool)) :
  (0 < m)%N -> 0 < tau ->
  (forall S O, valid_oracle tau S O -> classification_error real (outcome A O q) S <= 3%:R^-1) ->
  4%:R^-1 * 2%:R ^+ m * tau ^+ 2 < q%:R.
Proof. exact: theorem_14_at_reals. Qed.

(** Theorem Q: a learner of H_{n,s,k}^{W,B} under the uniform distribution, up to the loss eps and
    with every oracle of tolerance tau, asks at least (C(n, p) - D/(D - p)) tau^2 queries, for
    D = 2 k^2 W^2 / eps and each p < D with s >= k 2^p and B >= W |p - 2| / sqrt p.
    proves: theorem-q queries *)
Theorem sparse_networks_queries (n s k p q : nat) (W B tau eps : real)
    (A : net_learner real [ord n] (cube [ord n] -> real)) :
  (0 < p)%N -> (k * 2 ^ p <= s)%N -> 0 <= W -> W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B ->
  0 < tau -> 0 < eps -> let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D ->
  sq_learns [ord s] k (W ^+ 2) B (uniform_law real [ord n]) tau q A
    (within_loss (uniform_law real [ord n]) eps) ->
  ('C(n, p)%:R - D / (D - p%:R)) * tau ^+ 2 <= q%:R.
Proof. exact: sparse_networks_at_reals. Qed.

(** And the least degree d such that each network of the class is within the loss eps of some
    polynomial of degree d is ceil(D) - 1.
    proves: theorem-q degree *)
Theorem degree_is_least (n s k p d : nat) (W B eps : real) :
  (0 < p <= n)%N -> (k * 2 ^ p <= s)%N -> 0 <= W -> W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B ->
  0 < eps -> let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D <= p.+1%:R ->
  (forall h, sparse_functions n s k W B h -> exists a, uniform_loss (polynomial d a) h <= eps)
  <-> (p <= d)%N.
Proof. exact: degree_at_reals. Qed.

(** ** Learning under any distribution (§5) *)

(** Theorem 17 is false with every constant c, even for n = s = k = R = 1 and B = 0 and where its
    logarithm is at least ln 2.
    refutes: theorem-17 confidence *)
Theorem theorem_17_false :
  ~ exists c : real, forall W eps delta : real, 0 < W -> 0 < eps -> 2%:R * eps <= 1 ->
      0 < delta -> delta < 1 ->
      learnable_on_line (theorem_17_size ln c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof. exact: theorem_17_false_at_reals. Qed.

(** Theorem 17, corrected: on a finite domain such as the cube, with points of norm at most R, every
    learner that returns a network of scale (W, B), clipped to [-C, C] for C = k (WR + B), without
    training error learns the networks that are k-sparse on the support of the distribution, from
    4 C^2/eps (s ln(2 p^n q) + ln(1/delta)) samples; and there is one.  p and q are at least about
    4 s W R sqrt n / sqrt eps and 4 s B / sqrt eps. *)
Theorem theorem_17_repaired (X : finType) (n s k p q m : nat) (x : X -> 'I_n -> real)
    (W B R eps delta : real) :
  (0 < p)%N -> (0 < q)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  0 < eps -> 0 < delta ->
  s%:R * (Num.sqrt n%:R * (W / p%:R) * R + B / q%:R) <= Num.sqrt eps / 2%:R ->
  4%:R * (k%:R * (W * R + B)) ^+ 2 / eps * (s%:R * ln (2 * (p ^ n * q))%:R + ln delta^-1) <= m%:R ->
  (exists A : finite_learner real X m, is_clipped_erm s x W B (k%:R * (W * R + B)) A) /\
  forall A : finite_learner real X m, is_clipped_erm s x W B (k%:R * (W * R + B)) A ->
    learns_any (networks_on_support s k x W B) A eps delta.
Proof. exact: theorem_17_repaired_at_reals. Qed.

(** And every learner, even a randomised one, needs (C^2/(8 eps) - 1) ln(1/(2 delta)) samples, for
    B <= WR and delta < 1/2, on the points x_0 and -x_0 of norm R: with fewer it fails for some
    distribution and some k-sparse network.  At k = s these are the dense networks.
    proves: theorem-17 lower-confidence; intro-dense-lower lower *)
Theorem theorem_17_lower_bound (n s k m : nat) (x0 : 'I_n -> real) (W B R eps delta : real)
    (Coins : finType) (p : Coins -> real) (A : Coins -> finite_learner real [finType of bool] m) :
  (k <= s)%N -> 0 <= W -> 0 <= B -> 0 <= R -> B <= W * R -> normsq x0 = R ^+ 2 ->
  0 < eps -> 0 < delta -> delta < 2%:R^-1 ->
  m%:R < ((k%:R * (W * R + B)) ^+ 2 / (8%:R * eps) - 1) * ln (2%:R * delta)^-1 ->
  distribution p ->
  exists D h, [/\ distribution D, networks_on s k (opposite x0) W B h
    & delta < \sum_o p o * probability (product D)
        (fun w : {ffun 'I_m -> bool} => eps < loss_under D (A o (with_labels h w)) h)].
Proof. exact: theorem_17_lower_bound_at_reals. Qed.

(** Lemma 18 is false for the class of the paper, with every constant c: on the points e_1 and -e_1
    let H be H_{n,s,1}^{W,0}, of any sizes n, s >= 1. For some m, W and delta the supremum of H is
    W and c (W E R + sqrt(ln(1/delta)/m)) <= 1 = eps under every distribution; but every learner,
    even a randomised one, that gets m samples has a loss above eps with a probability above delta,
    for some h of H and some distribution.
    refutes: lemma-18 networks *)
Theorem lemma_18_false (n s : nat) (c : real) : 0 < c ->
  exists (m : nat) (W delta : real), let H := networks_on s.+1 1 (@axis real n) W 0 in
  [/\ [/\ (0 < m)%N, 0 < W & 0 < delta < 1],
      is_sup (fun y => exists2 h : bool -> real, H h & exists b, y = h b) W,
      forall D, distribution D -> exists2 r, is_mean_complexity D H m r
        & c * (W * r + Num.sqrt (ln delta^-1 / m%:R)) <= 1
    & forall (Coins : finType) (p : Coins -> real)
             (A : Coins -> finite_learner real [finType of bool] m),
      distribution p -> exists D h, [/\ distribution D, H h
        & delta < \sum_o p o * probability (product D)
            (fun w : {ffun 'I_m -> bool} => 1 < loss_under D (A o (with_labels h w)) h)]].
Proof. exact: lemma_18_false_at_reals. Qed.

(** Lemma 18, corrected: on a finite domain such as the cube let |h| <= C for the h of a class H.
    If 4 C E R + C^2 sqrt(2 ln(1/delta)/m) <= eps under every distribution, then every learner that
    returns a function of H without training error learns H from m samples; and there is one.
    proves: lemma-18 corrected *)
Theorem lemma_18_repaired (X : finType) (m : nat) (H : (X -> real) -> Prop) (C eps delta : real) :
  (0 < m)%N -> (forall h, H h -> forall x, `|h x| <= C) -> 0 < delta <= 1 ->
  (forall D, distribution D -> exists2 r, is_mean_complexity D H m r
     & 4%:R * C * r + C ^+ 2 * Num.sqrt (2%:R * ln delta^-1 / m%:R) <= eps) ->
  (exists A : finite_learner real X m, is_erm H A) /\
  forall A : finite_learner real X m, is_erm H A -> learns_any (fun _ => H) A eps delta.
Proof. exact: lemma_18_repaired_at_reals. Qed.

(** Conjecture 20 is true with a further factor 3.6 sqrt(ln 2m) (Theorem J).
    proves: conj-20 theorem-j; theorem-19 without-n; eq-15 without-n *)
Theorem conjecture_20_with_logarithm (m n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof. exact: conjecture_20_with_logarithm_at_reals. Qed.

(** Conjecture 20 is false with every constant, at points of a cube, which are the whole domain.
    refutes: conj-20 printed; conj-20 root-two; conj-20 universal *)
Theorem conjecture_20_false :
  ~ exists C : real, forall (m n s k : nat) (x : 'I_m -> cube [ord n]) (W B r : real),
    (0 < m)%N -> (0 < k)%N -> (k < s)%N -> 0 < W -> 0 < B ->
    is_rademacher s k (fun i => pt real (x i)) W B r ->
    r <= C * (W * Num.sqrt n%:R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof. exact: conjecture_20_false_at_reals. Qed.

(** The constant of Conjecture 20 is sqrt 2, with a factor sqrt(ln m): for every eps > 0, from some
    number m of points on, the complexity is at most (sqrt 2 + eps) sqrt(ln m) times the conjectured
    bound, for all samples and classes; and for some sample and class it is at least
    (sqrt 2 - eps) sqrt(ln m) times that. *)
Theorem conjecture_20_constant (eps : real) : 0 < eps ->
  exists m0 : nat, forall m : nat, (m0 <= m)%N ->
  (forall (n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real),
     (0 < k)%N -> (k <= s)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
     is_rademacher s k x W B r ->
     r <= (Num.sqrt 2%:R + eps) * Num.sqrt (ln m%:R) * (W * R + B)
          * Num.sqrt (s%:R * k%:R / m%:R)) /\
  (exists (n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real),
   [/\ (0 < k)%N /\ (k < s)%N, [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
       is_rademacher s k x W B r
     & (Num.sqrt 2%:R - eps) * Num.sqrt (ln m%:R) * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
       <= r]).
Proof. exact: conjecture_20_constant_at_reals. Qed.
