(** * Statements about the low-degree learner (Lemma 7, Theorem 8, noisy labels)

   The weight above a degree (Theorem C of docs/proofs.md), the low-degree algorithm by
   averages, and the same with noisy labels.

   F is an ordered field, E the set of coordinates, J the set of neurons; n = #|E|, s = #|J|.

   - tail f d: the Fourier weight of f on the sets |T| > d; polynomial d a: sum a_T chi_T, |T| <= d.
   - N = monomials E d: the number of the sets T with |T| <= d.
   - labelled f w: the points w with the labels f; draws x y w: with labels of a joint law.
   - low_degree d S: the hypothesis of the low-degree algorithm by averages over the sample S.
   - uniform_loss g h: E 1/2 (g - h)^2; risk p x y g: the same against the labels of a joint law.
   - uniform_probability F A: the share of the samples in A; probability p A: the weight of A.
   - pac_learns H A eps delta: loss at most eps with probability 1 - delta for each h of H.
   - in_class (@pt F E) k Wsq B net: net is one of H_{n,s,k}^{W,B} on the cube, where Wsq is W^2.
   - is_logarithm, is_exponential, hoeffding_with: the properties that are asked of ln and exp. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions definitions_learning averages
  cube fourier average_sensitivity patterns logarithm supremum product_spaces bounded_differences
  low_degree_learner learner_confidence statements_sensitivity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The weight above a degree (Theorem C) *)

(** Theorem C: the weight above degree d is at most 4 k^2 W^2 / (d + 1).
    proves: theorem-8 tail *)
Theorem theorem_C (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B : F) (d : nat) :
  in_class (@pt F E) k (W ^+ 2) B net ->
  tail (fn net) d <= 4%:R * k%:R ^+ 2 * W ^+ 2 / d.+1%:R.
Proof. by move=> hC; apply: tail_AS (theorem_A hC). Qed.

(** Every degree d with d + 1 >= 4 k^2 W^2 / eps leaves a tail of at most eps; the
    least such d is at most ceil(4 k^2 W^2 / eps) - 1, and below 4 k^2 W^2 / eps.
    proves: theorem-8 degree; theorem-4 sharp *)
Theorem theorem_C_degree (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B eps : F) (d : nat) :
  in_class (@pt F E) k (W ^+ 2) B net -> 0 < eps ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R -> tail (fn net) d <= eps.
Proof.
move=> hC e0 le; apply: le_trans (theorem_C d hC) _.
by move: le; rewrite !ler_pdivr_mulr ?ltr0n // [eps * _]mulrC.
Qed.

(** Theorem C: the weight above degree d is at most min(2k, s)^2 W^2 / (d + 1).
    proves: theorem-8 tail *)
Theorem theorem_C_min (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B : F) (d : nat) :
  in_class (@pt F E) k (W ^+ 2) B net ->
  tail (fn net) d <= (minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2 / d.+1%:R.
Proof. by move=> cls; exact: tail_AS (theorem_A_min cls). Qed.

(** So d + 1 >= min(2k, s)^2 W^2 / eps leaves a tail of at most eps.
    proves: theorem-8 degree; theorem-4 sharp *)
Theorem theorem_C_min_degree (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B eps : F) (d : nat) :
  in_class (@pt F E) k (W ^+ 2) B net -> 0 < eps ->
  (minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R -> tail (fn net) d <= eps.
Proof.
move=> cls e0 le; apply: le_trans (theorem_C_min d cls) _; move: le.
by rewrite !ler_pdivr_mulr ?ltr0n // [eps * _]mulrC.
Qed.

(** Theorem C is attained by the extremal networks with delta = 0, which are of the class with
    W^2 = p and B = |p - 2|.
    proves: theorem-8 attained *)
Theorem theorem_C_attained (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E) :
  injective v -> (0 < p)%N ->
  let net := extremal_net v k (0 : F) in
  in_class (@pt F E) k p%:R `|p%:R - 2%:R| net /\
  tail (fn net) p.-1 = 4%:R * k%:R ^+ 2 * p%:R / p%:R.
Proof. exact: extremal_tail. Qed.

(** No smaller degree will do: at eps = 4 k^2 W^2 / (p + 1), where
    ceil(4 k^2 W^2 / eps) - 1 = p, the extremal network of p variables, with
    delta = 0, is of the class with W^2 = p and B = |p - 2|, and has a tail of at most eps
    above d if and only if d >= p.
    proves: theorem-8 optimal *)
Theorem theorem_C_optimal (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E)
    (d : nat) :
  injective v -> (0 < p)%N -> (0 < k)%N ->
  let eps : F := 4%:R * k%:R ^+ 2 * p%:R / p.+1%:R in
  let net := extremal_net v k (0 : F) in
  in_class (@pt F E) k p%:R `|p%:R - 2%:R| net /\ (tail (fn net) d <= eps <-> (p <= d)%N).
Proof. exact: extremal_tail_le. Qed.

(** |h(x)| <= k (W sqrt n + B), as in the proof of Theorem 8.
    proves: theorem-8 supremum *)
Theorem supremum_le (F : rcfType) (E J : finType) (net : network F E J) (k : nat) (W B : F) :
  0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  forall x, `|fn net x| <= k%:R * (W * Num.sqrt #|E|%:R + B).
Proof. by move=> W0 B0 hC x; apply: fn_le. Qed.

(** ** Lemma 7 *)

(** N is the sum of the binomial coefficients C(n, t) for t <= d.
    proves: lemma-7 monomials-corrected *)
Theorem number_of_monomials (E : finType) (d : nat) :
  monomials E d = (\sum_(t < d.+1) 'C(#|E|, t))%N.
Proof. exact: monomials_binomial. Qed.

(** N is at most n^d + 1 for n >= 1.
    proves: lemma-7 monomials-corrected *)
Theorem number_of_monomials_le (E : finType) (d : nat) :
  (0 < #|E|)%N -> (monomials E d <= #|E| ^ d + 1)%N.
Proof. exact: monomials_le. Qed.

(** The low part of f, the sum of hat f(T) chi_T for |T| <= d, is at the squared distance of the
    tail from f, and its loss is half of that.
    proves: lemma-7 whole; lemma-7 loss *)
Theorem low_part (F : realFieldType) (E : finType) (f : cube E -> F) (d : nat) :
  avg (fun x => (polynomial d (hat f) x - f x) ^+ 2) = tail f d
  /\ uniform_loss (polynomial d (hat f)) f = tail f d / 2%:R.
Proof. by split; [apply: avg_low_part | apply: loss_low_part]. Qed.

(** The mean over all samples of the square error of one coefficient is the variance of
    f chi_T, divided by m. *)
Theorem coefficient_square_error (F : realFieldType) (E : finType) (f : cube E -> F) (m : nat)
    (T : {set E}) : (0 < m)%N ->
  avg (fun w : {ffun 'I_m -> cube E} => (coefficient (labelled f w) T - hat f T) ^+ 2)
  = (avg (fun x => f x ^+ 2) - hat f T ^+ 2) / m%:R.
Proof. exact: coefficient_error. Qed.

(** The mean over all samples of the square error of the hypothesis, exactly. *)
Theorem lemma_7_square_error (F : realFieldType) (E : finType) (f : cube E -> F) (d m : nat) :
  (0 < m)%N ->
  avg (fun w : {ffun 'I_m -> cube E} => avg (fun x => (low_degree d (labelled f w) x - f x) ^+ 2))
  = tail f d + ((monomials E d)%:R * avg (fun x => f x ^+ 2)
                - \sum_(T : {set E} | (#|T| <= d)%N) hat f T ^+ 2) / m%:R.
Proof. exact: mean_square_error. Qed.

(** It is at most the tail plus N E f^2 / m. *)
Theorem lemma_7_square_error_le (F : realFieldType) (E : finType) (f : cube E -> F) (d m : nat) :
  (0 < m)%N ->
  avg (fun w : {ffun 'I_m -> cube E} => avg (fun x => (low_degree d (labelled f w) x - f x) ^+ 2))
  <= tail f d + (monomials E d)%:R * avg (fun x => f x ^+ 2) / m%:R.
Proof. exact: mean_square_error_le. Qed.

(** Lemma 7 with 1/delta: the part of the loss that is not the tail's, eta/2, costs
    N E f^2 / (eta delta) samples. *)
Theorem lemma_7_markov (F : realFieldType) (E : finType) (f : cube E -> F) (d m : nat)
    (eps eta delta : F) :
  (0 < m)%N -> 0 < eta -> 0 < delta -> tail f d + eta <= 2%:R * eps ->
  (monomials E d)%:R * avg (fun x => f x ^+ 2) / (eta * delta) <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> m0 e0 d0 te; rewrite ler_pdivr_mulr ?mulr_gt0 // [m%:R * _]mulrC => le.
exact: succeeds_markov m0 e0 te le.
Qed.

(** Lemma 7 with the logarithm of 1/delta, for |f| <= C; of the exponential function three
    properties are needed. *)
Theorem lemma_7_confidence (F : rcfType) (exp ln : F -> F) (E : finType) (f : cube E -> F)
    (d m : nat) (C eps eta delta : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eta -> 0 < delta <= 1 ->
  tail f d + eta <= 2%:R * eps ->
  (monomials E d)%:R * C ^+ 2 * (1 + 2%:R * Num.sqrt (ln delta^-1)) ^+ 2 / eta <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> expP log lnK m0 fC e0 d01 te; rewrite ler_pdivr_mulr // [m%:R * _]mulrC -sixteen_four => le.
exact: (succeeds_confidence expP log lnK (four_gt0 F) (hoeffding_four expP) m0 fC d01 te le).
Qed.

(** The same with the smaller sample size that Hoeffding's inequality with c^2 / 8 gives; the
    exponential function of the real numbers has it (hoeffding_reals.v).
    proves: lemma-7 averages *)
Theorem lemma_7_averages (F : rcfType) (exp ln : F -> F) (E : finType) (f : cube E -> F)
    (d m : nat) (C eps eta delta : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  hoeffding_with exp 8%:R ->
  (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eta -> 0 < delta <= 1 ->
  tail f d + eta <= 2%:R * eps ->
  (monomials E d)%:R * C ^+ 2 * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2 / eta <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> expP log lnK H8 m0 fC e0 d01 te.
rewrite ler_pdivr_mulr // [m%:R * _]mulrC -sixteen_eight => le.
exact: (succeeds_confidence expP log lnK (eight_gt0 F) H8 m0 fC d01 te le).
Qed.

(** Lemma 7 as printed, with C = sup |h| and the constant 24 in the sample size: for n >= 1 and
    delta <= 1/2, m >= 24 n^d C^2 ln(1/delta) / eps samples give a loss of at most eps. *)
Theorem lemma_7 (F : rcfType) (exp ln : F -> F) (E : finType) (f : cube E -> F) (d m : nat)
    (C eps delta : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (0 < #|E|)%N -> (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  tail f d <= eps ->
  24%:R * (#|E| ^ d)%N%:R * C ^+ 2 * ln delta^-1 / eps <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> expP log lnK n0 m0 fC e0 d2 te; rewrite ler_pdivr_mulr // [m%:R * _]mulrC.
rewrite (_ : 24%:R = 2%:R * 12%:R) => [le|]; last by rewrite -natrM.
exact: (succeeds_printed expP log lnK (four_gt0 F) (hoeffding_four expP) m0 fC n0 e0
  (le_half d2) (factor_four log d2) te le).
Qed.

(** The constant 14 is enough in the sample size.
    proves: lemma-7 constant *)
Theorem lemma_7_constant (F : rcfType) (ln : F -> F) (E : finType) (d : nat) (delta : F) :
  is_logarithm ln -> (0 < #|E|)%N -> 0 < delta <= 2%:R^-1 ->
  (monomials E d)%:R * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2
  <= 14%:R * (#|E| ^ d)%N%:R * ln delta^-1.
Proof. by move=> log n0 d2; rewrite -sixteen_eight; apply: monomials_factor. Qed.

(** Lemma 7 as printed with the constant 14, from Hoeffding's inequality with c^2 / 8.
    proves: lemma-7 constant *)
Theorem lemma_7_fourteen (F : rcfType) (exp ln : F -> F) (E : finType) (f : cube E -> F)
    (d m : nat) (C eps delta : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  hoeffding_with exp 8%:R ->
  (0 < #|E|)%N -> (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  tail f d <= eps ->
  14%:R * (#|E| ^ d)%N%:R * C ^+ 2 * ln delta^-1 / eps <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> expP log lnK H8 n0 m0 fC e0 d2 te; rewrite ler_pdivr_mulr // [m%:R * _]mulrC.
rewrite (_ : 14%:R = 2%:R * 7%:R) => [le|]; last by rewrite -natrM.
exact: (succeeds_printed expP log lnK (eight_gt0 F) H8 m0 fC n0 e0
  (le_half d2) (factor_eight log d2) te le).
Qed.

(** ** Theorem 8 *)

(** Theorem 8 with 1/delta: at Theorem C's degree N M^2 / (eps delta) samples are enough for
    every network of the class with E h^2 <= M^2.
    proves: theorem-8 learns *)
Theorem theorem_8_markov (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B M eps delta : F) (d m : nat) :
  in_class (@pt F E) k (W ^+ 2) B net -> 0 < eps -> 0 < delta -> (0 < m)%N ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  avg (fun x => fn net x ^+ 2) <= M ^+ 2 ->
  (monomials E d)%:R * M ^+ 2 / (eps * delta) <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled (fn net) w)) (fn net) <= eps).
Proof.
move=> hC e0 d0 m0 le M2 mle; apply: (lemma_7_markov m0 e0 d0 (tail_add_le_at hC e0 le)).
by apply: le_trans mle; rewrite ler_wpmul2r ?ler_wpmul2l ?ler0n // invr_ge0 mulr_ge0 // ltW.
Qed.

(** The same with M^2 = 2 k^2 (W^2 n + B^2).
    proves: theorem-8 learns *)
Theorem theorem_8_markov_explicit (F : realFieldType) (E J : finType) (net : network F E J)
    (k : nat) (W B eps delta : F) (d m : nat) :
  in_class (@pt F E) k (W ^+ 2) B net -> 0 < eps -> 0 < delta -> (0 < m)%N ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  2%:R * (monomials E d)%:R * k%:R ^+ 2 * (W ^+ 2 * #|E|%:R + B ^+ 2) / (eps * delta) <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled (fn net) w)) (fn net) <= eps).
Proof.
move=> hC e0 d0 m0 le mle; apply: (lemma_7_markov m0 e0 d0 (tail_add_le_at hC e0 le)).
by apply: le_trans (monomials_mean_square_le d hC (ltW (mulr_gt0 e0 d0))) mle.
Qed.

(** Theorem 8 with ln(1/delta): at Theorem C's degree, with C = k (W sqrt n + B).
    proves: theorem-8 learns *)
Theorem theorem_8_confidence (F : rcfType) (exp ln : F -> F) (E J : finType)
    (net : network F E J) (k : nat) (W B eps delta : F) (d m : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  0 < eps -> 0 < delta <= 1 -> (0 < m)%N ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  (monomials E d)%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2
    * (1 + 2%:R * Num.sqrt (ln delta^-1)) ^+ 2 / eps <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled (fn net) w)) (fn net) <= eps).
Proof.
move=> expP log lnK W0 B0 hC e0 d01 m0 le mle.
by apply: (lemma_7_confidence expP log lnK m0 (fn_le W0 B0 hC) e0 d01 (tail_add_le_at hC e0 le));
  rewrite exprMn [_%:R * (_ * _)]mulrA.
Qed.

(** Theorem 8 as printed, at Theorem C's degree, with the constant 24: for n >= 1 and
    delta <= 1/2, m >= 24 n^d k^2 (W sqrt n + B)^2 ln(1/delta) / eps samples are enough.
    proves: theorem-8 learns *)
Theorem theorem_8 (F : rcfType) (exp ln : F -> F) (E J : finType)
    (net : network F E J) (k : nat) (W B eps delta : F) (d m : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  (0 < #|E|)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  24%:R * (#|E| ^ d)%N%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2 * ln delta^-1 / eps
    <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled (fn net) w)) (fn net) <= eps).
Proof.
move=> expP log lnK W0 B0 hC n0 m0 e0 d2 le mle.
by apply: (lemma_7 expP log lnK n0 m0 (fn_le W0 B0 hC) e0 d2 (tail_le_at hC e0 le));
  rewrite exprMn [_ * (_ * _)]mulrA.
Qed.

(** The same as PAC learning of the class, by one algorithm.
    proves: theorem-8 learns *)
Theorem theorem_8_pac (F : rcfType) (exp ln : F -> F) (E J : finType) (k : nat)
    (W B eps delta : F) (d m : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  0 <= W -> 0 <= B -> (0 < #|E|)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  24%:R * (#|E| ^ d)%N%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2 * ln delta^-1 / eps
    <= m%:R ->
  pac_learns
    (fun h => exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net & h = fn net)
    (@low_degree F E d m) eps delta.
Proof.
move=> expP log lnK W0 B0 n0 m0 e0 d2 le mle h [net hC ->].
exact: (theorem_8 expP log lnK W0 B0 hC n0 m0 e0 d2 le mle).
Qed.

(** The smaller sample sizes that Hoeffding's inequality with c^2 / 8 gives, as PAC learning.
    proves: theorem-8 learns *)
Theorem theorem_8_averages (F : rcfType) (exp ln : F -> F) (E J : finType) (k : nat)
    (W B eps delta : F) (d m : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  hoeffding_with exp 8%:R ->
  0 <= W -> 0 <= B -> (0 < m)%N -> 0 < eps -> 0 < delta <= 1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  (monomials E d)%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2
    * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2 / eps <= m%:R ->
  pac_learns
    (fun h => exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net & h = fn net)
    (@low_degree F E d m) eps delta.
Proof.
move=> expP log lnK H8 W0 B0 m0 e0 d01 le mle h [net hC ->].
by apply: (lemma_7_averages expP log lnK H8 m0 (fn_le W0 B0 hC) e0 d01 (tail_add_le_at hC e0 le));
  rewrite exprMn [_%:R * (_ * _)]mulrA.
Qed.

(** And with the constant 14, for n >= 1 and delta <= 1/2.
    proves: theorem-8 learns *)
Theorem theorem_8_fourteen (F : rcfType) (exp ln : F -> F) (E J : finType) (k : nat)
    (W B eps delta : F) (d m : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  hoeffding_with exp 8%:R ->
  0 <= W -> 0 <= B -> (0 < #|E|)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  14%:R * (#|E| ^ d)%N%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2 * ln delta^-1 / eps
    <= m%:R ->
  pac_learns
    (fun h => exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net & h = fn net)
    (@low_degree F E d m) eps delta.
Proof.
move=> expP log lnK H8 W0 B0 n0 m0 e0 d2 le mle h [net hC ->].
by apply: (lemma_7_fourteen expP log lnK H8 n0 m0 (fn_le W0 B0 hC) e0 d2 (tail_le_at hC e0 le));
  rewrite exprMn [_ * (_ * _)]mulrA.
Qed.

(** A smaller degree for more samples, down to 2 k^2 W^2 / eps: the loss 2 eps of the square is
    divided between the tail and the coefficients. *)
Theorem theorem_8_tradeoff (F : rcfType) (exp ln : F -> F) (E J : finType)
    (net : network F E J) (k : nat) (W B eps eta delta : F) (d m : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  0 < eta -> 0 < delta <= 1 -> (0 < m)%N ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / d.+1%:R + eta <= 2%:R * eps ->
  (monomials E d)%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2
    * (1 + 2%:R * Num.sqrt (ln delta^-1)) ^+ 2 / eta <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled (fn net) w)) (fn net) <= eps).
Proof.
move=> expP log lnK W0 B0 hC e0 d01 m0 le mle.
apply: (lemma_7_confidence expP log lnK m0 (fn_le W0 B0 hC) e0 d01).
  by apply: le_trans le; rewrite ler_add2r; apply: theorem_C hC.
by rewrite exprMn [_%:R * (_ * _)]mulrA.
Qed.

(** ** Noisy labels (§1, after Theorem 4) *)

(** Every finite noise is covered: a uniform point, and given the point z a label y z o with
    the probability q z o. *)
Theorem noise_kernel (F : realFieldType) (E O : finType) (q : cube E -> O -> F) :
  (forall z, distribution (q z)) ->
  let p : cube E * O -> F := fun o => q o.1 o.2 / #|{: cube E}|%:R in
  distribution p /\ uniform_points p (fun o : cube E * O => o.1).
Proof. exact: noise_kernel_uniform. Qed.

(** The mean loss of the hypothesis under noise, exactly: the best loss of degree d, and the
    variances of the coefficients. *)
Theorem noisy_mean_loss (F : realFieldType) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (d m : nat) :
  distribution p -> uniform_points p x -> (0 < m)%N ->
  mean (product p) (fun w : {ffun 'I_m -> Omega} => risk p x y (low_degree d (draws x y w)))
  = risk p x y (polynomial d (mean_coefficient p x y))
    + ((monomials E d)%:R * mean p (fun o => y o ^+ 2)
       - \sum_(T : {set E} | (#|T| <= d)%N) mean_coefficient p x y T ^+ 2) / (2%:R * m%:R).
Proof. by move=> pd xu; apply: mean_risk_low_degree. Qed.

(** With 1/delta: the excess over any polynomial of degree d is at most eta. *)
Theorem noisy_markov (F : realFieldType) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (d m : nat) (eta delta : F) :
  distribution p -> uniform_points p x -> (0 < m)%N -> 0 < eta -> 0 < delta ->
  (monomials E d)%:R * mean p (fun o => y o ^+ 2) / (2%:R * eta * delta) <= m%:R ->
  forall a : {set E} -> F,
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w)) <= risk p x y (polynomial d a) + eta).
Proof.
move=> pd xu m0 e0 d0; rewrite ler_pdivr_mulr ?mulr_gt0 ?ltr0n // => le a.
exact: (excess_markov pd xu m0 e0 le a).
Qed.

(** With ln(1/delta), for labels |y| <= Y. *)
Theorem noisy_confidence (F : rcfType) (exp ln : F -> F) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (d m : nat) (Y delta : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  distribution p -> uniform_points p x -> (0 < m)%N -> 0 <= Y -> (forall o, `|y o| <= Y) ->
  0 < delta <= 1 -> forall a : {set E} -> F,
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w))
    <= risk p x y (polynomial d a)
       + (monomials E d)%:R * Y ^+ 2 / (2%:R * m%:R)
         * (1 + 2%:R * Num.sqrt (ln delta^-1)) ^+ 2).
Proof.
move=> expP log lnK pd xu m0 Y0 yY d01 a; rewrite -sixteen_four.
exact: (excess_confidence expP log lnK (four_gt0 F) (hoeffding_four expP) pd xu d m0 Y0 yY a d01).
Qed.

(** The same with Hoeffding's inequality with c^2 / 8.
    proves: intro-agnostic averages *)
Theorem noisy_averages (F : rcfType) (exp ln : F -> F) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (d m : nat) (Y delta : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  hoeffding_with exp 8%:R ->
  distribution p -> uniform_points p x -> (0 < m)%N -> 0 <= Y -> (forall o, `|y o| <= Y) ->
  0 < delta <= 1 -> forall a : {set E} -> F,
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w))
    <= risk p x y (polynomial d a)
       + (monomials E d)%:R * Y ^+ 2 / (2%:R * m%:R)
         * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2).
Proof.
move=> expP log lnK H8 pd xu m0 Y0 yY d01 a; rewrite -sixteen_eight.
exact: (excess_confidence expP log lnK (eight_gt0 F) H8 pd xu d m0 Y0 yY a d01).
Qed.

(** The loss at degree d exceeds that of any h by at most sqrt(2 L(h) tau) + tau/2, where tau is
    the tail of h; the polynomial of the targets has the least loss.
    proves: intro-agnostic approximation *)
Theorem noisy_approximation (F : rcfType) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (h : cube E -> F) (d : nat) :
  distribution p -> uniform_points p x ->
  (forall a, risk p x y (polynomial d (mean_coefficient p x y)) <= risk p x y (polynomial d a)) /\
  risk p x y (polynomial d (mean_coefficient p x y))
  <= risk p x y h + Num.sqrt (2%:R * risk p x y h * tail h d) + tail h d / 2%:R.
Proof.
move=> pd xu; split; last exact: risk_approximation.
exact: risk_best_le.
Qed.

(** A tail of at most eps^2 / (eps + 2 L(h)) is enough for an excess of eps.
    proves: intro-agnostic enough *)
Theorem noisy_enough (F : realFieldType) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (h : cube E -> F) (d : nat) (eps : F) :
  distribution p -> uniform_points p x -> 0 < eps ->
  tail h d <= eps ^+ 2 / (eps + 2%:R * risk p x y h) ->
  risk p x y (polynomial d (mean_coefficient p x y)) <= risk p x y h + eps.
Proof.
move=> pd xu e0 te; apply: risk_truncated => //; rewrite -ler_pdivl_mulr //.
rewrite ltr_spaddl // mulr_ge0 ?ler0n //; apply: (mean_ge0 pd) => o.
by rewrite divr_ge0 ?sqr_ge0 ?ler0n.
Qed.

(** The class with noisy labels: for every network of the class, of loss L, the degree
    4 k^2 W^2 (eps + 2 L) / eps^2 is enough for an excess of eps over L, up to the error eta of
    the coefficients. *)
Theorem noisy_class_markov (F : realFieldType) (E J Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (net : network F E J) (k : nat)
    (W B eps eta delta : F) (d m : nat) :
  distribution p -> uniform_points p x -> in_class (@pt F E) k (W ^+ 2) B net ->
  (0 < m)%N -> 0 < eps -> 0 < eta -> 0 < delta ->
  4%:R * k%:R ^+ 2 * W ^+ 2 * (eps + 2%:R * risk p x y (fn net)) / eps ^+ 2 <= d.+1%:R ->
  (monomials E d)%:R * mean p (fun o => y o ^+ 2) / (2%:R * eta * delta) <= m%:R ->
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w)) <= risk p x y (fn net) + eps + eta).
Proof.
move=> pd xu hC m0 e0 h0 d0 de me.
apply: le_trans (noisy_markov pd xu m0 h0 d0 me (mean_coefficient p x y)) _.
apply: (probability_mono (distribution_product _ pd)) => w /le_trans; apply.
rewrite ler_add2r; exact: (risk_class pd xu hC e0 de).
Qed.

(** The same with ln(1/delta). *)
Theorem noisy_class_confidence (F : rcfType) (exp ln : F -> F) (E J Omega : finType)
    (p : Omega -> F) (x : Omega -> cube E) (y : Omega -> F) (net : network F E J) (k : nat)
    (W B Y eps delta : F) (d m : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  distribution p -> uniform_points p x -> in_class (@pt F E) k (W ^+ 2) B net ->
  (0 < m)%N -> 0 <= Y -> (forall o, `|y o| <= Y) -> 0 < eps -> 0 < delta <= 1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 * (eps + 2%:R * risk p x y (fn net)) / eps ^+ 2 <= d.+1%:R ->
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w))
    <= risk p x y (fn net) + eps
       + (monomials E d)%:R * Y ^+ 2 / (2%:R * m%:R)
         * (1 + 2%:R * Num.sqrt (ln delta^-1)) ^+ 2).
Proof.
move=> expP log lnK pd xu hC m0 Y0 yY e0 d01 de.
apply: le_trans (noisy_confidence d expP log lnK pd xu m0 Y0 yY d01 (mean_coefficient p x y)) _.
apply: (probability_mono (distribution_product _ pd)) => w /le_trans; apply.
rewrite ler_add2r; exact: (risk_class pd xu hC e0 de).
Qed.
