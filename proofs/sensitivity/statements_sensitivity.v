(** * Statements about the sensitivity of networks (§3)

   Lemmas 9 and 10, Remark 11, and what docs/proofs.md calls Theorems A, B and D.

   F is an ordered field, E the set of coordinates, J the set of neurons; n = #|E|, s = #|J|.

   - network F E J: u_j, w_j, b_j are outw (net j), inw (net j), bias (net j).
   - pt F x, fn net: the point x of the cube as a vector, the function of net on the cube.
   - active net x: the set of the neurons j with <w_j, x> > b_j.
   - in_class (@pt F E) k Wsq B net: net is one of H_{n,s,k}^{W,B} on the cube, where Wsq is W^2.
   - scale net Wsq B: the same without sparsity.
   - AS f, NS rho f, variance f: average sensitivity, noise sensitivity, variance on the cube.
   - extremal_net v k delta: k copies of a network of 2^p neurons on the p variables v.
   - minn a b: the smaller one of two natural numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_logarithm definitions_constructions averages
  cube fourier average_sensitivity patterns attained lemmas_9_10 theorem_b_only_if.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Theorem A, and where it is attained *)

(** Theorem A: the average sensitivity of every network is at most
    4 W^2 times the mean square of the number of active neurons; it is enough that each neuron
    has u_j^2 ||w_j||^2 <= W^2.
    proves: remark-11 sharp *)
Theorem theorem_A_mean (F : realFieldType) (E J : finType) (net : network F E J) (W : F) :
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) ->
  AS (fn net) <= 4%:R * W ^+ 2 * avg (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof. exact: AS_le_mean. Qed.

(** Theorem A: the average sensitivity of a network of H_{n,s,k}^{W,B} is at most
    4 k^2 W^2.
    proves: lemma-9 sharp *)
Theorem theorem_A (F : realFieldType) (E J : finType) (net : network F E J) (k : nat) (W B : F) :
  in_class (@pt F E) k (W ^+ 2) B net -> AS (fn net) <= 4%:R * k%:R ^+ 2 * W ^+ 2.
Proof. by case=> sp [sW _]; apply: AS_le => [j||//]; [apply: sW | apply: sqr_ge0]. Qed.

(** Theorem A, sharper: at most min(2k, s)^2 W^2.
    proves: lemma-9 sharp-min *)
Theorem theorem_A_min (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B : F) :
  in_class (@pt F E) k (W ^+ 2) B net -> AS (fn net) <= (minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2.
Proof. by case=> sp [sW _]; apply: AS_le_min => [j||//]; [apply: sW | apply: sqr_ge0]. Qed.

(** That bound is attained, for every n >= 1, s, k and B >= W >= 0.
    proves: lemma-9 attained-min *)
Theorem theorem_A_min_attained (F : realFieldType) (E J : finType) (k : nat) (W B : F) :
  (0 < #|E|)%N -> 0 <= W <= B ->
  exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net
    & AS (fn net) = (minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2.
Proof. exact: AS_attained. Qed.

(** Theorem B: the extremal networks, k copies of 2^p neurons, have exactly k
    active neurons everywhere, a scale of at most W^2 = p and B = |p - 2 + delta|, and the
    average sensitivity (2 - delta)^2/4 times 4 k^2 p.
    proves: lemma-9 attained *)
Theorem theorem_B (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E) (delta : F) :
  injective v -> 0 <= delta <= 1 ->
  let net := extremal_net v k delta in
  [/\ forall x, #|active net (pt F x)| = k,
      scale net p%:R `|p%:R - 2%:R + delta|
    & AS (fn net) = (2%:R - delta) ^+ 2 / 4%:R * (4%:R * k%:R ^+ 2 * p%:R)].
Proof.
move=> vi d01; split; [by move=> x; apply: card_active_extremal | exact: scale_extremal |].
by rewrite AS_extremal //; field.
Qed.

(** Theorem B: for n, k >= 1, W > 0 and B >= 0 some h of H_{n,s,k}^{W,B} has AS(h) = 4 k^2 W^2 if and
    only if n >= 2 and s >= 4k, or s >= 2k and B >= W.
    proves: lemma-9 reached *)
Theorem theorem_B_iff (F : rcfType) (E J : finType) (k : nat) (W B : F) :
  (0 < #|E|)%N -> (0 < k)%N -> 0 < W -> 0 <= B ->
  (exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net
     & AS (fn net) = 4%:R * k%:R ^+ 2 * W ^+ 2)
  <-> (2 <= #|E|)%N /\ (4 * k <= #|J|)%N \/ (2 * k <= #|J|)%N /\ W <= B.
Proof. exact: AS_attained_iff. Qed.

(** ** Lemmas 9 and 10, Theorem D *)

(** Lemma 9 for ns >= 2, with the constant 1/ln 2 + 1/sqrt(ln 2).
    proves: lemma-9 corrected *)
Theorem lemma_9_corrected (F : log_field) (E J : finType) (net : network F E J) (k : nat)
    (W B : F) :
  0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  (2 <= #|E| * #|J|)%N ->
  let n := #|E|%:R in let s := #|J|%:R in
  AS (fn net) <= ((ln 2%:R)^-1 + (Num.sqrt (ln 2%:R))^-1)
    * (k%:R ^+ 4 * W ^+ 2 * Num.sqrt n * ln (n * s) + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s)).
Proof. by move=> W0 B0 hC ns; apply: (lemma_9 (log F)). Qed.

(** Lemma 10 for ns >= 2 and 0 <= rho < 1, with the constant
    1/2 (1/ln^2 2 + 1/sqrt(ln 2)), which is below 2/ln^2 2 since ln 2 < 1.
    proves: lemma-10 corrected *)
Theorem lemma_10_corrected (F : log_field) (E J : finType) (net : network F E J) (k : nat)
    (W B rho : F) :
  0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  (2 <= #|E| * #|J|)%N -> 0 <= rho < 1 ->
  let n := #|E|%:R in let s := #|J|%:R in
  NS rho (fn net)
  <= 2%:R^-1 * ((ln 2%:R ^+ 2)^-1 + (Num.sqrt (ln 2%:R))^-1) * Num.sqrt (1 - rho)
    * (k%:R ^+ 4 * W ^+ 2 * ln (n * s / (1 - rho)) ^+ 2
       + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s)).
Proof. by move=> W0 B0 hC ns r; apply: (lemma_10 (log F)). Qed.

(** Theorem D: NS_rho(h) <= 2 (1 - rho) k^2 W^2 for -1 <= rho <= 1. *)
Theorem theorem_D (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B rho : F) :
  in_class (@pt F E) k (W ^+ 2) B net -> -1 <= rho <= 1 ->
  NS rho (fn net) <= 2%:R * (1 - rho) * k%:R ^+ 2 * W ^+ 2.
Proof.
by move=> hC r; apply: le_trans (NS_le_of_AS r (theorem_A hC)) _; apply: le_of_eq; field.
Qed.

(** Theorem D: NS_rho(h) <= (1 - rho)/2 min(2k, s)^2 W^2 for -1 <= rho <= 1.
    proves: lemma-10 sharp-min *)
Theorem theorem_D_min (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B rho : F) :
  in_class (@pt F E) k (W ^+ 2) B net -> -1 <= rho <= 1 ->
  NS rho (fn net) <= (1 - rho) / 2%:R * ((minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2).
Proof. by move=> hC r; apply: NS_le_of_AS r (theorem_A_min hC). Qed.

(** The rate is 1 - rho from both sides, for every function; the lower side holds
    for 0 <= rho <= 1.
    proves: lemma-10 linear *)
Theorem noise_is_linear (F : realFieldType) (E : finType) (h : cube E -> F) (rho : F) :
  (0 <= rho <= 1 -> (1 - rho) / 2%:R * variance h <= NS rho h) /\
  (-1 <= rho <= 1 -> NS rho h <= (1 - rho) / 2%:R * AS h).
Proof. by split; [apply: NS_variance | apply: NS_AS]. Qed.

(** Theorem D is attained at p = 1 and delta = 0 for every rho: the noise sensitivity of the
    extremal networks, which are of the class with W^2 = p and B = |p - 2 + delta|.
    proves: lemma-10 attained *)
Theorem theorem_D_attained (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E)
    (delta rho : F) :
  injective v -> (0 < p)%N -> 0 <= delta <= 1 ->
  let net := extremal_net v k delta in
  in_class (@pt F E) k p%:R `|p%:R - 2%:R + delta| net /\
  NS rho (fn net)
  = (1 - delta / 2%:R) ^+ 2 * ((\sum_(i < p) rho ^+ i) / p%:R)
    * (2%:R * (1 - rho) * k%:R ^+ 2 * p%:R).
Proof. exact: NS_extremal_exact. Qed.

(** ** Remark 11 *)

(** Remark 11: if more than k neurons are active with a probability of at most
    1/s^2, then AS(h) <= 4 W^2 (k^2 + 1).
    proves: remark-11 printed *)
Theorem remark_11_average_sensitivity (F : realFieldType) (E J : finType)
    (net : network F E J) (k : nat) (W B : F) :
  scale net (W ^+ 2) B ->
  avg (fun x => (k < #|active net (pt F x)|)%N%:R) <= (#|J|%:R ^+ 2)^-1 :> F ->
  AS (fn net) <= 4%:R * W ^+ 2 * (k%:R ^+ 2 + 1).
Proof. exact: remark_11. Qed.

(** The mean square of the number a of active neurons is at most k^2 + s^2 Pr[a > k].
    proves: remark-11 moments *)
Theorem remark_11_moments (F : realFieldType) (E J : finType) (net : network F E J) (k : nat) :
  avg (fun x => #|active net (pt F x)|%:R ^+ 2)
  <= k%:R ^+ 2 + #|J|%:R ^+ 2 * avg (fun x => (k < #|active net (pt F x)|)%N%:R) :> F.
Proof. exact: second_moment_le. Qed.
