(** * Statements

   The theorems that claims of the registry cite.  Each has a sentence in words,
   and a line "proves:" or "refutes:" with the claim's id and the key of its
   statement in config/claims.  F is an ordered field, E the set of coordinates,
   J the set of neurons; n = #|E|, s = #|J|; W^2 is W ^+ 2 or Wsq.  The definitions
   are in definitions.v; nothing is assumed. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube fourier average_sensitivity
  product_distributions biased_fourier embedding patterns attained quadratic_lift parities
  learning_with_rounding statistical_queries near_parities parity_learners appendix_a supremum
  lemmas_9_10 rademacher displays conjecture_20 small_samples sparse_on_the_cube
  lemma_18.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** §2.1 *)

(** For a function with values 1 and -1 the sensitivity at x is the number of
    coordinates whose flip changes the value.
    proves: sen-def printed *)
Theorem sensitivity_of_signs (F : realFieldType) (E : finType) (f : cube E -> bool) (x : cube E) :
  sen (fun y => sign F (f y)) x = #|[set i | f x != f (flip x i)]|%:R.
Proof.
rewrite /sen -sum1dep_card natr_sum [RHS]big_mkcond mulr_sumr; apply: eq_bigr => i _ /=.
by case: (f x); case: (f _); rewrite /sign /=; field.
Qed.

(** For a function with values 0 and 1 it is a quarter of that number.
    proves: sen-def indicator *)
Theorem sensitivity_of_bits (F : realFieldType) (E : finType) (g : cube E -> bool) (x : cube E) :
  sen (fun y => (g y)%:R : F) x = 4%:R^-1 * #|[set i | g x != g (flip x i)]|%:R.
Proof.
rewrite /sen -sum1dep_card natr_sum; congr (_ * _); rewrite [RHS]big_mkcond.
apply: eq_bigr => i _ /=.
by case: (g x); case: (g _); rewrite /= ?subrr ?subr0 ?sub0r ?sqrrN ?expr1n ?expr0n.
Qed.

(** The mean sensitivity is the sum of |T| hat f(T)^2 over all sets T.
    proves: sen-def average *)
Theorem average_sensitivity_spectral (F : realFieldType) (E : finType) (f : cube E -> F) :
  avg (sen f) = \sum_(T : {set E}) #|T|%:R * hat f T ^+ 2.
Proof. exact: AS_spectral. Qed.

(** Claim 2.1, Parseval: E f^2 is the sum of hat f(T)^2.
    proves: claim-2.1 parseval *)
Theorem claim_2_1_parseval (F : realFieldType) (E : finType) (f : cube E -> F) :
  avg (fun x => f x ^+ 2) = \sum_(T : {set E}) hat f T ^+ 2.
Proof. exact: parseval. Qed.

(** Claim 2.1: NS_rho(f) is the sum of 1/2 (1 - rho^|T|) hat f(T)^2, for every rho.
    proves: claim-2.1 noise-formula *)
Theorem claim_2_1_noise (F : realFieldType) (E : finType) (rho : F) (f : cube E -> F) :
  NS rho f = \sum_(T : {set E}) 2%:R^-1 * (1 - rho ^+ #|T|) * hat f T ^+ 2.
Proof. exact: NS_spectral. Qed.

(** Claim 2.1, the tail, where it is true: d >= 1 and 0 <= rho < 1.
    proves: claim-2.1 corrected *)
Theorem claim_2_1_tail (F : realFieldType) (E : finType) (f : cube E -> F) (rho : F) (d : nat) :
  (0 < d)%N -> 0 <= rho < 1 -> tail f d <= 2%:R * NS rho f / (1 - rho ^+ d).
Proof. exact: tail_NS_printed. Qed.

(** The tail, sharper, for every d >= 0 and |rho| < 1.
    proves: claim-2.1 sharper *)
Theorem claim_2_1_sharper (F : realFieldType) (E : finType) (f : cube E -> F) (rho : F) (d : nat) :
  `|rho| < 1 -> tail f d <= 2%:R * NS rho f / (1 - `|rho| ^+ d.+1).
Proof. exact: tail_NS. Qed.

(** The sharper bound is attained by the characters of d + 1 variables.
    proves: claim-2.1 attained *)
Theorem claim_2_1_attained (F : realFieldType) (E : finType) (T : {set E}) (rho : F) (d : nat) :
  #|T| = d.+1 -> 0 <= rho < 1 ->
  tail (chi F T) d = 2%:R * NS rho (chi F T) / (1 - rho ^+ d.+1).
Proof.
move=> Td /andP[r0 r1].
have e : chi F T =1 (fun x => 1 * chi F T x) by move=> x; rewrite mul1r.
have rd : 1 - rho ^+ d.+1 != 0 by rewrite subr_eq0 eq_sym lt_eqF // exprn_ilt1.
rewrite (tail_ext _ e) (NS_ext _ e) tail_chi ?Td // NS_chi Td.
by field.
Qed.

(** ** §3 *)

(** Theorem A: the average sensitivity of every network is at most
    4 W^2 E|R_x|^2; it is enough that each neuron has u_j^2 ||w_j||^2 <= W^2.
    proves: lemma-9 sharp-average; remark-11 sharp *)
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

(** Theorem A for product distributions, with the same constant: the sum of the
    mean variances over single coordinates is at most 4 W^2 E|R_x|^2.
    proves: theorem-product sensitivity *)
Theorem theorem_product (F : realFieldType) (E J : finType) (q : E -> F)
    (net : network F E J) (W : F) :
  (forall i, 0 <= q i <= 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) ->
  \sum_i expect q (coordinate_variance q (fn net) i)
  <= 4%:R * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof. by move=> q01 sc; apply: product_le_mean. Qed.

(** It is attained at every rational q = a/(a + b), on one bit, by a neurons sigma(x + 1)
    and b neurons -sigma(-x + 1), where W = 1.
    proves: theorem-product attained *)
Theorem theorem_product_attained (F : realFieldType) (a b : nat) :
  (0 < a)%N -> (0 < b)%N ->
  let net : network F [finType of 'I_1] [finType of 'I_a + 'I_b] := fun j =>
    if j is inl _ then Neuron 1 (fun=> 1) (-1) else Neuron (-1) (fun=> -1) (-1) in
  let q : 'I_1 -> F := fun=> a%:R / (a%:R + b%:R) in
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) = 1) /\
  \sum_i expect q (coordinate_variance q (fn net) i)
  = 4%:R * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof.
move=> a0 b0 net q; split; first by case=> j; rewrite /normsq /dot /= big_ord1; ring.
have ab : a%:R + b%:R != 0 :> F by rewrite -natrD pnatr_eq0 addn_eq0 negb_and -!lt0n a0.
have [h1 h0 r1 r0] := two_kinds_values F a b.
by rewrite variance_bit expect_bit r1 r0 h1 h0; field.
Qed.

(** The form with min(2k, s) holds under product distributions too.
    proves: theorem-product sparse *)
Theorem theorem_product_min (F : realFieldType) (E J : finType) (q : E -> F)
    (net : network F E J) (k : nat) (W B : F) :
  (forall i, 0 <= q i <= 1) -> in_class (@pt F E) k (W ^+ 2) B net ->
  \sum_i expect q (coordinate_variance q (fn net) i) <= (minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2.
Proof.
move=> q01 [sp [sW _]]; apply: product_le_min (sqr_ge0 W) => // j; exact: sW.
Qed.

(** All s neurons: at most s^2 W^2 times the largest 4 q_i (1 - q_i), or any other c >= 0 that
    is at least all of these.
    proves: theorem-product neurons *)
Theorem theorem_product_neurons (F : realFieldType) (E J : finType) (q : E -> F)
    (net : network F E J) (W c : F) :
  (forall i, 0 <= q i <= 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) ->
  0 <= c -> (forall i, 4%:R * (q i * (1 - q i)) <= c) ->
  \sum_i expect q (coordinate_variance q (fn net) i) <= #|J|%:R ^+ 2 * W ^+ 2 * c.
Proof. by move=> q01 sc c0 qc; apply: product_le_neurons. Qed.

(** The form with the mean of |R_x|: at most 4 c min(2k, s) W^2 E|R_x|, where c is the largest
    of all q_i and 1 - q_i, or larger.
    proves: theorem-product mean *)
Theorem theorem_product_first_moment (F : realFieldType) (E J : finType) (q : E -> F)
    (net : network F E J) (k : nat) (W B c : F) :
  (forall i, 0 <= q i <= 1) -> in_class (@pt F E) k (W ^+ 2) B net ->
  0 <= c -> (forall i, q i <= c /\ 1 - q i <= c) ->
  \sum_i expect q (coordinate_variance q (fn net) i)
  <= 4%:R * c * (minn (2 * k) #|J|)%:R * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R).
Proof. by move=> q01 [sp [sW _]] c0 qc; apply: product_le_first_moment => // j; apply: sW. Qed.

(** On one bit the neuron sigma(x + 1), where W = 1 and s = k = 1, has equality with q in
    the place of c; for q >= 1/2 this is the c of that theorem, which is the least therefore.
    proves: theorem-product mean-attained *)
Theorem theorem_product_first_moment_attained (F : realFieldType) (t : F) :
  let net : network F [finType of 'I_1] [finType of 'I_1] := fun=> Neuron 1 (fun=> 1) (-1) in
  let q : 'I_1 -> F := fun=> t in
  in_class (@pt F [finType of 'I_1]) 1 (1 ^+ 2) 1 net /\
  \sum_i expect q (coordinate_variance q (fn net) i)
  = 4%:R * t * expect q (fun x => #|active net (pt F x)|%:R).
Proof.
move=> net q; split.
  split=> [x|]; first by apply: leq_trans (max_card _) _; rewrite card_ord.
  by split=> i j; rewrite /normsq /dot /= ?big_ord1 ?normrN ?normr1 ?mulr1 ?expr1n ?mulr1.
have [h1 h0 r1 r0] := one_neuron_values F.
by rewrite variance_bit expect_bit r1 r0 h1 h0; ring.
Qed.

(** So the constant 2 of the uniform distribution will not do for 1/2 < q < 1.
    refutes: theorem-product mean-uniform *)
Theorem theorem_product_first_moment_uniform (F : realFieldType) (t : F) : 1 / 2%:R < t < 1 ->
  let net : network F [finType of 'I_1] [finType of 'I_1] := fun=> Neuron 1 (fun=> 1) (-1) in
  let q : 'I_1 -> F := fun=> t in
  2%:R * (minn (2 * 1) 1)%:R * 1 ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R)
  < \sum_i expect q (coordinate_variance q (fn net) i).
Proof.
move=> /andP[t2 t1]; cbv zeta; have [_ ->] := theorem_product_first_moment_attained t.
have [_ _ r1 r0] := one_neuron_values F.
rewrite expr1n !mulr1 ltr_pmul2r; last first.
  by rewrite expect_bit r1 r0 mulr1 mulr0 addr0 subr_gt0.
by rewrite -subr_gt0 (_ : _ - _ = 4%:R * (t - 1 / 2%:R)) ?mulr_gt0 ?subr_gt0 ?ltr0n //; field.
Qed.

(** In the orthonormal basis of the product distribution the left side is the sum of
    |T| hat f(T)^2, for every function.
    proves: theorem-product spectrum *)
Theorem theorem_product_spectrum (F : rcfType) (E : finType) (q : E -> F) (f : cube E -> F) :
  (forall i, 0 < q i < 1) ->
  \sum_i expect q (coordinate_variance q f i)
  = \sum_(T : {set E}) #|T|%:R * biased_hat q f T ^+ 2.
Proof. by move=> q01; apply: biased_spectrum. Qed.

(** Theorem C for product distributions.
    proves: theorem-product tail *)
Theorem theorem_product_tail (F : rcfType) (E J : finType) (q : E -> F)
    (net : network F E J) (W : F) (d : nat) :
  (forall i, 0 < q i < 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) ->
  biased_tail q (fn net) d
  <= 4%:R * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R ^+ 2) / d.+1%:R.
Proof.
move=> q01 sc; apply: (biased_tail_le q01); apply: product_le_mean sc => i.
by case/andP: (q01 i) => q0 q1; rewrite !ltW.
Qed.

(** Noise sensitivity under a product distribution as a sum over the sets T, for every rho.
    proves: theorem-product noise-formula *)
Theorem theorem_product_noise_formula (F : rcfType) (E : finType) (q : E -> F) (rho : F)
    (f : cube E -> F) : (forall i, 0 < q i < 1) ->
  biased_NS q rho f
  = \sum_(T : {set E}) 2%:R^-1 * (1 - rho ^+ #|T|) * biased_hat q f T ^+ 2.
Proof. by move=> q01; apply: biased_NS_spectral. Qed.

(** Theorem D for product distributions.
    proves: theorem-product noise *)
Theorem theorem_product_noise (F : rcfType) (E J : finType) (q : E -> F)
    (net : network F E J) (W rho : F) :
  (forall i, 0 < q i < 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) -> 0 <= rho < 1 ->
  biased_NS q rho (fn net)
  <= 2%:R * (1 - rho) * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof.
move=> q01 sc /andP[r0 r1]; have q01' i : 0 <= q i <= 1.
  by case/andP: (q01 i) => q0 q1; rewrite !ltW.
have rho1 : -1 <= rho <= 1 by rewrite (ltW r1) andbT; apply: le_trans r0; rewrite oppr_le0 ler01.
apply: le_trans (biased_NS_le q01 rho1 (product_le_mean q01' sc)) _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

(** Theorem B: the extremal networks, k copies of 2^p neurons, have exactly k
    active neurons everywhere, the scale W^2 = p, B = |p - 2 + delta|, and the
    average sensitivity (2 - delta)^2/4 times 4 k^2 W^2.
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

(** Theorem B: the maximum of AS over H_{n,s,k}^{W,B} is 4 k^2 W^2 wherever n >= 2
    and s >= 4k, for every W, B >= 0. *)
Theorem theorem_B_maximum (F : rcfType) (E J : finType) (k : nat) (W B : F) :
  (2 <= #|E|)%N -> (4 * k <= #|J|)%N -> 0 <= W -> 0 <= B ->
  exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net
    & AS (fn net) = 4%:R * k%:R ^+ 2 * W ^+ 2.
Proof.
move=> n2 s4 W0 B0; have s4' : (k * 2 ^ 2 <= #|J|)%N by rewrite mulnC.
have [net [v [vi hC fE]]] := @extremal_of_scale F E J 2 k W isT n2 s4' W0.
exists net; first by apply: in_class_le hC; rewrite subrr normr0 mulr0.
rewrite (AS_ext fE) AS_chi card_imset // card_ord !exprMn exprVn sqr_sqrtr ?ler0n //.
by field.
Qed.

(** Lemma 9 for ns >= 2, with the constant 1/ln 2 + 1/sqrt(ln 2).
    proves: lemma-9 corrected *)
Theorem lemma_9_corrected (F : rcfType) (E J : finType) (net : network F E J) (k : nat)
    (W B : F) (ln : F -> F) :
  is_logarithm ln -> 0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  (2 <= #|E| * #|J|)%N ->
  let n := #|E|%:R in let s := #|J|%:R in
  AS (fn net) <= ((ln 2%:R)^-1 + (Num.sqrt (ln 2%:R))^-1)
    * (k%:R ^+ 4 * W ^+ 2 * Num.sqrt n * ln (n * s) + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s)).
Proof. by move=> log W0 B0 hC ns; apply: lemma_9. Qed.

(** Lemma 10 for ns >= 2 and 0 <= rho < 1, with the constant
    1/2 (1/ln^2 2 + 1/sqrt(ln 2)), which is below 2/ln^2 2 since ln 2 < 1.
    proves: lemma-10 corrected *)
Theorem lemma_10_corrected (F : rcfType) (E J : finType) (net : network F E J) (k : nat)
    (W B rho : F) (ln : F -> F) :
  is_logarithm ln -> 0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  (2 <= #|E| * #|J|)%N -> 0 <= rho < 1 ->
  let n := #|E|%:R in let s := #|J|%:R in
  NS rho (fn net)
  <= 2%:R^-1 * ((ln 2%:R ^+ 2)^-1 + (Num.sqrt (ln 2%:R))^-1) * Num.sqrt (1 - rho)
    * (k%:R ^+ 4 * W ^+ 2 * ln (n * s / (1 - rho)) ^+ 2
       + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s)).
Proof. by move=> log W0 B0 hC ns r; apply: lemma_10. Qed.

(** Theorem D: NS_rho(h) <= 2 (1 - rho) k^2 W^2 for -1 <= rho <= 1.
    proves: lemma-10 sharp *)
Theorem theorem_D (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B rho : F) :
  in_class (@pt F E) k (W ^+ 2) B net -> -1 <= rho <= 1 ->
  NS rho (fn net) <= 2%:R * (1 - rho) * k%:R ^+ 2 * W ^+ 2.
Proof.
move=> hC r; apply: le_trans (NS_AS _ r) _.
have -> : 2%:R * (1 - rho) * k%:R ^+ 2 * W ^+ 2
          = (1 - rho) / 2%:R * (4%:R * k%:R ^+ 2 * W ^+ 2) by field.
apply: ler_wpmul2l (theorem_A hC).
by case/andP: r => _ r1; rewrite divr_ge0 ?subr_ge0 ?ler0n.
Qed.

(** The rate is 1 - rho from both sides, for every function; the lower side holds
    for 0 <= rho <= 1.
    proves: lemma-10 linear *)
Theorem noise_is_linear (F : realFieldType) (E : finType) (h : cube E -> F) (rho : F) :
  (0 <= rho <= 1 -> (1 - rho) / 2%:R * variance h <= NS rho h) /\
  (-1 <= rho <= 1 -> NS rho h <= (1 - rho) / 2%:R * AS h).
Proof. by split; [apply: NS_variance | apply: NS_AS]. Qed.

(** Theorem D is attained at p = 1 and delta = 0 for every rho: the noise
    sensitivity of the extremal networks, W^2 being p.
    proves: lemma-10 attained *)
Theorem theorem_D_attained (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E)
    (delta rho : F) :
  injective v -> (0 < p)%N -> 0 <= delta <= 1 ->
  NS rho (fn (extremal_net v k delta))
  = (1 - delta / 2%:R) ^+ 2 * ((\sum_(i < p) rho ^+ i) / p%:R)
    * (2%:R * (1 - rho) * k%:R ^+ 2 * p%:R).
Proof.
move=> vi p0 d01; rewrite NS_extremal //.
have pn : p%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have -> : 1 - rho ^+ p = (1 - rho) * \sum_(i < p) rho ^+ i.
  by rewrite -[1 in LHS](expr1n _ p) subrXX; congr (_ * _);
     apply: eq_bigr => i _; rewrite expr1n mul1r.
by field.
Qed.

(** |h(x)| <= k (W sqrt n + B), as in the proof of Theorem 8.
    proves: theorem-8 supremum *)
Theorem supremum_le (F : rcfType) (E J : finType) (net : network F E J) (k : nat) (W B : F) :
  0 <= W -> 0 <= B -> in_class (@pt F E) k (W ^+ 2) B net ->
  forall x, `|fn net x| <= k%:R * (W * Num.sqrt #|E|%:R + B).
Proof. by move=> W0 B0 hC x; apply: fn_le. Qed.

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

(** Theorem C is attained by the extremal networks with delta = 0, W^2 being p.
    proves: theorem-8 attained *)
Theorem theorem_C_attained (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E) :
  injective v -> (0 < p)%N ->
  tail (fn (extremal_net v k (0 : F))) p.-1 = 4%:R * k%:R ^+ 2 * p%:R / p%:R.
Proof.
move=> vi p0; rewrite tail_extremal ?lexx ?ler01 ?ltn_predL //.
by rewrite mulfK ?pnatr_eq0 -?lt0n // subr0; ring.
Qed.

(** No smaller degree will do: at eps = 4 k^2 W^2 / (p + 1), where
    ceil(4 k^2 W^2 / eps) - 1 = p, the extremal network of p variables, with
    delta = 0 and W^2 = p, has a tail of at most eps above d just if d >= p.
    proves: theorem-8 optimal *)
Theorem theorem_C_optimal (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E)
    (d : nat) :
  injective v -> (0 < p)%N -> (0 < k)%N ->
  let eps : F := 4%:R * k%:R ^+ 2 * p%:R / p.+1%:R in
  (tail (fn (extremal_net v k (0 : F))) d <= eps) = (p <= d)%N.
Proof.
move=> vi p0 k0 /=; case: leqP => pd; last first.
  apply/negbTE; rewrite -ltNge tail_extremal ?lexx ?ler01 // subr0.
  rewrite (_ : (k%:R * 2%:R) ^+ 2 = 4%:R * k%:R ^+ 2); last by ring.
  rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmul2l ?ltr_nat //.
  by rewrite mulr_gt0 ?ltr0n ?exprn_gt0 ?ltr0n.
have -> : tail (fn (extremal_net v k (0 : F))) d = 0.
  apply: big1 => T dT.
  have d01 : 0 <= (0 : F) <= 1 by rewrite lexx ler01.
  rewrite (hat_ext T (fn_extremal k vi d01)) hat_chi; case: eqP => [e|_]; last first.
    by rewrite mul0r expr0n.
  by move: dT; rewrite -e card_imset // card_ord ltnNge pd.
by rewrite divr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n.
Qed.

(** Remark 11: if more than k neurons are active with a probability of at most
    1/s^2, then AS(h) <= 4 W^2 (k^2 + 1).
    proves: remark-11 printed *)
Theorem remark_11_printed (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B : F) :
  scale net (W ^+ 2) B ->
  avg (fun x => (k < #|active net (pt F x)|)%N%:R) <= (#|J|%:R ^+ 2)^-1 :> F ->
  AS (fn net) <= 4%:R * W ^+ 2 * (k%:R ^+ 2 + 1).
Proof. exact: remark_11. Qed.

(** E|R_x|^2 <= k^2 + s^2 Pr[|R_x| > k].
    proves: remark-11 moments *)
Theorem remark_11_moments (F : realFieldType) (E J : finType) (net : network F E J) (k : nat) :
  avg (fun x => #|active net (pt F x)|%:R ^+ 2)
  <= k%:R ^+ 2 + #|J|%:R ^+ 2 * avg (fun x => (k < #|active net (pt F x)|)%N%:R) :> F.
Proof. exact: second_moment_le. Qed.

(** ** §4 *)

(** Theorem 13: every junta of p variables is a network of 2^p neurons with W^2 = p
    and B = |p - 1|, one of them active at every point.
    proves: theorem-13 corrected *)
Theorem theorem_13_inclusion (F : realFieldType) (E : finType) (p : nat) (v : 'I_p -> E)
    (f : pattern p -> bool) :
  injective v ->
  let net := junta_net v (fun alpha => sign F (f alpha)) in
  [/\ forall x, fn net x = sign F (f (shown v x)),
      in_class (@pt F E) 1 p%:R `|p%:R - 1| net
    & #|[finType of 'I_1 * pattern p]| = (2 ^ p)%N].
Proof.
move=> vi; split; [by move=> x; rewrite junta_fn | exact: junta_in_class |].
by rewrite card_prod card_ffun card_bool !card_ord mul1n.
Qed.

(** Any other number s >= 2^p of neurons will do as well.
    proves: theorem-13 padding *)
Theorem theorem_13_padding (F : realFieldType) (E J : finType) (p : nat) (v : 'I_p -> E)
    (f : pattern p -> bool) :
  injective v -> (2 ^ p <= #|J|)%N ->
  exists2 net : network F E J, in_class (@pt F E) 1 p%:R `|p%:R - 1| net
    & forall x, fn net x = sign F (f (shown v x)).
Proof.
move=> vi sJ; have sJ' : (#|[finType of 'I_1 * pattern p]| <= #|J|)%N.
  by rewrite card_prod card_ffun card_bool !card_ord mul1n.
have [phi phi_inj] := injection_of_card sJ'.
exists (embed (junta_net v (fun alpha => sign F (f alpha))) phi).
  by apply: embed_in_class; rewrite ?ler0n ?normr_ge0 //; exact: junta_in_class.
by move=> x; rewrite /fn embed_eval // -[LHS]/(fn _ x) junta_fn.
Qed.

(** The displayed line: sigma(<alpha, x> - p + 1) is 1 if x shows the pattern alpha,
    and 0 otherwise.
    proves: theorem-13 indicator *)
Theorem theorem_13_indicator (F : realFieldType) (E : finType) (p : nat) (v : 'I_p -> E)
    (alpha : pattern p) (x : cube E) :
  injective v ->
  relu (dot (pattern_weight F v alpha) (pt F x) - p%:R + 1) = (alpha == shown v x)%:R.
Proof.
move=> vi; have one := one_in F.
pose net := pattern_net v 1 (p%:R - (1 : F)) (fun=> 1).
have -> : dot (pattern_weight F v alpha) (pt F x) - p%:R + 1 = preact (net (ord0, alpha)) (pt F x).
  by rewrite /preact /= opprB addrCA addrC addrA.
case: eqP => [e|/eqP e].
  by rewrite preact_shown // /relu (max_idPr ler01).
by rewrite /relu (max_idPl _) // preact_other.
Qed.

(** The identity behind the lift: 1/2 - (sum_{i in S} y_i - a)^2 is
    <w_{S,a}, x(y)> - b_{S,a}, with the weights -1 for i <> j in S, 2a on the diagonal
    of S and 0 elsewhere, and b_{S,a} = |S| + a^2 - 1/2.
    proves: sec4-parity weights-corrected *)
Theorem parity_lift (F : realFieldType) (I : finType) (S : {set I}) (a : int) (y : cube I) :
  let w : I * I -> F := fun e => if (e.1 \in S) && (e.2 \in S)
                                 then (if e.1 == e.2 then 2%:R * a%:~R else -1) else 0 in
  dot (w : [finType of I * I] -> F) (lift F y) - (#|S|%:R + a%:~R ^+ 2 - 2%:R^-1)
  = 2%:R^-1 - ((sum_in S y)%:~R - a%:~R) ^+ 2.
Proof.
rewrite /= -parity_bias -(dot_indicator F S y) addr0 -lift_identity; congr (_ - _).
apply: eq_bigr => -[i j] _; congr (_ * _); rewrite /lift_weight /indicator /=.
case: eqP => [<-|_]; case: (i \in S); case: (_ \in S) => /=;
  by rewrite ?mulr1 ?mulr0 ?mul0r ?oppr0.
Qed.

(** The definition as printed, that chi_S(y) is 1 if and only if the sum of the y_i in S
    is even: flipping a bit does not change it, so that it is no parity unless S = {}.
    refutes: sec4-parity printed *)
Theorem printed_definition_constant (I : finType) (S : {set I}) (y : cube I) (i : I) :
  odd `|sum_in S (flip y i)| = odd `|sum_in S y|.
Proof. by rewrite !odd_sum. Qed.

(** The displayed sum, over the even a, is that definition; its value is the same for
    all y, and no function of it is the parity, for S <> {}.
    proves: sec4-parity identity *)
Theorem printed_sum_is_the_definition (F : realFieldType) (I : finType) (S : {set I}) :
  (forall y, eval (printed_parity_net F S) (lift F y) = (~~ odd `|sum_in S y|)%:R) /\
  (S != set0 -> ~ exists g : F -> bool,
     forall y, g (eval (printed_parity_net F S) (lift F y)) = ~~ odd (minus_in S y)).
Proof.
by split; [move=> y; rewrite odd_sum; exact: printed_parity | exact: printed_parity_fails].
Qed.

(** The corrected sum, over the a = |S| mod 4 with |a| <= |S|, is 1 if the number of
    the y_i = -1 in S is even, and 0 otherwise.
    proves: sec4-parity corrected *)
Theorem parity_corrected (F : realFieldType) (I : finType) (S : {set I}) (y : cube I) :
  eval (corrected_parity_net F S) (lift F y) = (~~ odd (minus_in S y))%:R /\
  eval (corrected_parity_net F S) (lift F y) = (1 + chi F S y) / 2%:R.
Proof. by split; [exact: corrected_parity | exact: corrected_parity_chi]. Qed.

(** At most one neuron of either sum is active on the lift.
    proves: sec4-parity sparse *)
Theorem parity_sparse (F : realFieldType) (I : finType) (S : {set I}) (y : cube I) :
  (#|active (printed_parity_net F S) (lift F y)| <= 1)%N /\
  (#|active (corrected_parity_net F S) (lift F y)| <= 1)%N.
Proof. by split; [exact: printed_parity_active | exact: corrected_parity_active]. Qed.

(** The norm of w_{S,a}.
    proves: sec4-parity norm-exact *)
Theorem parity_norm (F : realFieldType) (I : finType) (S : {set I}) (a : int) :
  normsq (lift_weight (indicator F S) a%:~R)
  = #|S|%:R * (#|S|%:R - 1) + 4%:R * a%:~R ^+ 2 * #|S|%:R.
Proof. exact: parity_normsq. Qed.

(** Learning with rounding, for all p and q: the affine form of <w, y> in the bits.
    proves: sec4-lwr affine *)
Theorem rounding_affine (F : realFieldType) (q m l : nat) (w y : 'I_m -> 'I_q) :
  (q <= 2 ^ l)%N ->
  dot (bit_weight F l w) (pt F (bits l y)) + bit_shift F l w = (inner w y)%:R.
Proof. by move=> ql; apply: dot_bits. Qed.

(** Its range: 0 <= <w, y> <= m (q - 1)^2.
    proves: sec4-lwr range-corrected *)
Theorem rounding_range (q m : nat) (w y : 'I_m -> 'I_q) : (inner w y <= m * q.-1 ^ 2)%N.
Proof. exact: inner_le. Qed.

(** f_w(y) = F_w(x(y)) for all y, with a network of q^2 m neurons on r^2 coordinates,
    r = m l, of which at most one is active on the lift.
    proves: sec4-lwr printed; sec4-lwr sparse; sec4-lwr size *)
Theorem rounding_network (F : realFieldType) (p q m l : nat) (w : 'I_m -> 'I_q) :
  (q <= 2 ^ l)%N ->
  let net := rounding_net F p l w in
  [/\ forall y : 'I_m -> 'I_q, eval net (lift F (bits l y)) = (rounding p q (inner w y))%:R,
      sparse_on (fun y : 'I_m -> 'I_q => lift F (bits l y)) 1 net
    & #|[finType of 'I_m * 'I_l]| = (m * l)%N /\ #|'I_(q ^ 2 * m)| = (q ^ 2 * m)%N].
Proof.
move=> ql; split.
- by move=> y; apply: rounding_net_eval.
- by move=> y; apply: rounding_net_active.
by rewrite card_prod !card_ord.
Qed.

(** The lifted weights and biases of any quadratic form.
    proves: sec4-lwr lifted *)
Theorem rounding_lift (F : realFieldType) (q m l : nat) (w y : 'I_m -> 'I_q) (a : int) :
  (q <= 2 ^ l)%N ->
  let v := bit_weight F l w in let c := a%:~R - bit_shift F l w in
  2%:R^-1 - ((inner w y)%:R - a%:~R) ^+ 2
  = dot (lift_weight v c) (lift F (bits l y)) - (normsq v + c ^+ 2 - 2%:R^-1).
Proof.
move=> ql /=; rewrite -/(lift_bias _ _) lift_identity -(dot_bits F ql w y).
by move: (dot _ _) (bit_shift _ _ _) => d b; ring.
Qed.

(** The norm of the lifted weights.
    proves: sec4-lwr norm-exact *)
Theorem rounding_norm (F : realFieldType) (I : finType) (v : I -> F) (c : F) :
  normsq (lift_weight v c)
  = normsq v ^+ 2 - \sum_i v i ^+ 4 + 4%:R * c ^+ 2 * normsq v.
Proof. exact: lift_normsq. Qed.

(** Theorem 14: the squares of the correlations of a query with all parities add up to
    its mean square, which is at most 1.
    proves: theorem-14 correlation *)
Theorem query_correlations (F : realFieldType) (E : finType) (phi : cube E -> F) :
  (forall y, `|phi y| <= 1) ->
  \sum_(S : {set E}) hat phi S ^+ 2 = avg (fun y => phi y ^+ 2) /\
  avg (fun y => phi y ^+ 2) <= 1.
Proof. by move=> b; split; [rewrite parseval | exact: mean_square_le1]. Qed.

(** The number of parities with a correlation above tau is below tau^-2, and so at most
    ceil(tau^-2) - 1.
    proves: theorem-14 excluded *)
Theorem query_excludes (F : realFieldType) (E : finType) (phi : cube E -> F) (tau : F) :
  (forall y, `|phi y| <= 1) -> 0 < tau ->
  #|[set S : {set E} | tau < `|hat phi S|]|%:R < (tau ^+ 2)^-1.
Proof. exact: excluded_lt. Qed.

(** Two parities differ on half of the cube.
    proves: theorem-14 half *)
Theorem parities_differ_on_half (F : realFieldType) (E : finType) (S T : {set E}) : S != T ->
  avg (fun y => (chi F S y != chi F T y)%:R) = 2%:R^-1 :> F.
Proof. exact: parities_differ. Qed.

(** At most three parities have a loss of at most 1/3 against one function.
    proves: theorem-14 near-squared *)
Theorem parities_near_squared (F : realFieldType) (E : finType) (g : cube E -> F) :
  (#|[set S : {set E} |
       (2%:R^-1 * avg (fun y => (g y - chi F S y) ^+ 2) <= 3%:R^-1)%R]| <= 3)%N.
Proof. exact: near_squared. Qed.

(** Theorem 14: the mean of a query for the parity S is that of phi_0 and the coefficient of
    phi_1 at S together.
    proves: theorem-14 transform *)
Theorem query_transform (F : realFieldType) (E : finType) (phi : query F E) (S : {set E}) :
  query_mean phi S = avg (query_even phi) + hat (query_odd phi) S.
Proof. exact: query_meanE. Qed.

(** At most L_m parities are within the classification error 1/3 of one hypothesis; L_m is 1
    for m <= 1, 3 for m = 2 and 3, and 6 from m = 4 on.
    proves: theorem-14 near *)
Theorem parities_near (F : realFieldType) (E : finType) (g : cube E -> bool) :
  (#|[set S : {set E} | (classification_error F g S <= 3%:R^-1)%R]| <= most_near #|E| <= 6)%N.
Proof.
by rewrite near_most /most_near /=; case: #|E| => [|[|[|[|m]]]].
Qed.

(** Theorem 14, explicit: a learner that is within the classification error 1/3 of every parity,
    with every oracle of tolerance tau, by q queries, has q N >= 2^m - L_m, where N is
    ceil(tau^-2) - 1, or any other number with N + 1 >= tau^-2.
    proves: theorem-14 explicit *)
Theorem theorem_14_explicit (F : realFieldType) (E : finType) (tau : F) (q N : nat)
    (A : sq_learner F E (cube E -> bool)) :
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R ->
  (forall S O, valid_oracle tau S O -> classification_error F (outcome A O q) S <= 3%:R^-1) ->
  (2 ^ #|E| - most_near #|E| <= q * N)%N.
Proof.
move=> t0 N1 finds; rewrite leq_subLR addnC.
exact: (queries_ge (near := fun S g => classification_error F g S <= 3%:R^-1) t0
  (@near_most F E) finds N1).
Qed.

(** Theorem 14 with a constant: such a learner asks more than 2^m tau^2 / 4 queries, for
    m >= 1.  (At m = 0 there is only one parity, and no query is needed.)
    proves: theorem-14 printed *)
Theorem theorem_14_printed (F : realFieldType) (E : finType) (tau : F) (q : nat)
    (A : sq_learner F E (cube E -> bool)) :
  (0 < #|E|)%N -> 0 < tau ->
  (forall S O, valid_oracle tau S O -> classification_error F (outcome A O q) S <= 3%:R^-1) ->
  4%:R^-1 * 2%:R ^+ #|E| * tau ^+ 2 < q%:R.
Proof.
move=> m0 t0 finds; have L4 : (4 * most_near #|E| <= 3 * 2 ^ #|E|)%N.
  by move: m0; rewrite /most_near; case: #|E| => [|[|[|[|m]]]] // _; rewrite !expnS /=; lia.
have Lm : (most_near #|E| < 2 ^ #|E|)%N by have := expn_gt0 2 #|E|; lia.
apply: le_lt_trans (queries_gt (near := fun S g => classification_error F g S <= 3%:R^-1) t0
  (@near_most F E) finds Lm); apply: ler_wpmul2r; first exact: sqr_ge0.
rewrite -natrX mulrC ler_pdivr_mulr ?ltr0n // mulrBl ler_subr_addr -!natrM -natrD ler_nat.
by move: L4; lia.
Qed.

(** Squared loss with labels 0 and 1, below 1/8: q N >= 2^m - floor(1/(1 - 8 eps)).
    proves: theorem-14 squared *)
Theorem theorem_14_squared (F : realFieldType) (E : finType) (tau eps : F) (q N L : nat)
    (A : sq_learner F E (cube E -> F)) :
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R -> eps < 8%:R^-1 -> (1 - 8%:R * eps)^-1 < L.+1%:R ->
  (forall S O, valid_oracle tau S O -> parity_loss (outcome A O q) S <= eps) ->
  (2 ^ #|E| - L <= q * N)%N.
Proof.
move=> t0 N1 e8 L1 finds; rewrite leq_subLR addnC.
exact: (queries_ge (near := fun S g => parity_loss g S <= eps) t0
  (fun g => near_parity_loss g e8 L1) finds N1).
Qed.

(** For this loss and the error 1/3 there is no lower bound: the constant 1/2 has the loss
    1/8 against all parities, whatever the oracle, and without a query.
    refutes: theorem-14 own-loss *)
Theorem theorem_14_own_loss (F : realFieldType) (E : finType) :
  exists A : sq_learner F E (cube E -> F), forall tau S O, valid_oracle tau S O ->
    parity_loss (outcome A O 0) S <= 3%:R^-1.
Proof.
have b0 (a : seq F) : bounded ((fun _ _ => 0) : query F E) by move=> x b; rewrite normr0 ler01.
exists (SqLearner (fun=> fun=> 2%:R^-1) b0) => tau S O _.
by rewrite constant_loss lef_pinv ?posrE ?ltr0n // ler_nat.
Qed.

(** Randomised learners, for one outcome of the coins: against oracles that answer by the mean
    for a random label wherever tau allows, q queries find at most q N + L_m of the parities.
    proves: theorem-14 randomised *)
Theorem theorem_14_found (F : realFieldType) (E : finType) (tau : F) (q N : nat)
    (A : sq_learner F E (cube E -> bool)) (O : {set E} -> query F E -> F) :
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R ->
  (forall S phi, `|hat (query_odd phi) S| <= tau -> O S phi = avg (query_even phi)) ->
  (#|[set S | (classification_error F (outcome A (O S) q) S <= 3%:R^-1)%R]|
   <= q * N + most_near #|E|)%N.
Proof.
move=> t0 N1 coin.
apply: (found_le (near := fun S g => classification_error F g S <= 3%:R^-1) _ _ coin
  (@near_most F E)).
by move=> phi b; apply: excluded_le.
Qed.

(** So a randomised learner that finds each parity with a probability of at least p, with every
    oracle, has q N >= p 2^m - L_m; w is the distribution of its coins. *)
Theorem theorem_14_randomised (F : realFieldType) (E Coins : finType) (tau p : F) (q N : nat)
    (w : Coins -> F) (A : Coins -> sq_learner F E (cube E -> bool)) :
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R -> distribution w ->
  (forall S O, valid_oracle tau S O ->
     p <= \sum_(o | classification_error F (outcome (A o) O q) S <= 3%:R^-1) w o) ->
  p * 2%:R ^+ #|E| - (most_near #|E|)%:R <= (q * N)%N%:R.
Proof.
move=> t0 N1 wd finds; rewrite ler_subl_addr -natrD -natrX.
exact: (randomised_ge (near := fun S g => classification_error F g S <= 3%:R^-1) t0 N1 wd
  (@near_most F E) finds).
Qed.

(** ** Appendix A *)

(** If Gamma is at least half of every ||w_alpha||_1, at most one neuron is active at
    every point, and F(x, y) = sigma(<w_x, y>).
    proves: app-A corrected *)
Theorem appendix_A_threshold (F : realFieldType) (X Y : finType) (Gamma : F)
    (w : cube X -> Y -> F) :
  (forall alpha, norm1 (w alpha) <= 2%:R * Gamma) ->
  (forall z, #|active (appendix_net Gamma w) (pt F z)| <= 1)%N /\
  (forall z, fn (appendix_net Gamma w) z = relu (dot (w (address z)) (pt F (data z)))).
Proof. by move=> H; split=> z; [apply: appendix_active | apply: appendix_fn]. Qed.

(** With equal weight vectors w, Gamma < ||w||_1 / 2 and at least one address bit, two
    neurons are active somewhere, unless w = 0 and there is only one address bit; then
    Gamma is negative, and one of the two neurons is active at every point at most.
    proves: app-A sharp *)
Theorem appendix_A_sharp (F : realFieldType) (X Y : finType) (Gamma : F)
    (w : cube X -> Y -> F) (u : Y -> F) :
  (0 < #|X|)%N -> (forall alpha, w alpha =1 u) -> 2%:R * Gamma < norm1 u ->
  (exists z, (2 <= #|active (appendix_net Gamma w) (pt F z)|)%N)
  <-> 0 < norm1 u \/ (1 < #|X|)%N.
Proof.
move=> X0 wu lt; split=> [[z H]|]; last exact: appendix_sharp.
case: (ltnP 1 #|X|) => [X2|X1]; [by right | left]; rewrite lt_neqAle sumr_ge0 // andbT.
apply: contraTneq H => /esym u0; rewrite -ltnNge ltnS.
by apply: (@appendix_one_bit _ _ _ _ _ u) => //; apply/eqP; rewrite eqn_leq X1 X0.
Qed.

(** ** §5 *)

(** The Rademacher complexity exists, and is unique, over a field with least upper
    bounds. *)
Theorem complexity_exists (F : rcfType) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R : F) :
  complete F -> (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  exists! r, is_rademacher s k x W B r.
Proof.
move=> comp m0 B0 xR; have [r Hr] := rademacher_exists s k W comp m0 B0 xR.
by exists r; split=> // r' Hr'; apply: rademacher_unique Hr Hr'.
Qed.

(** Displays (1), where k = 1, and (15) fail with every constant in front, at every
    number m of points and every k, although W, B, R > 0 and the argument of the
    logarithm is above 1.
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

(** Lemma 18: the targets 0 and -lambda sigma(x) are networks of H_{1,1,1}^{lambda,0}. *)
Theorem lemma_18_members (F : realFieldType) (lambda : F) (t : bool) : 0 <= lambda ->
  exists2 net : network F [finType of 'I_1] [finType of 'I_1],
    in_class (fun (b : bool) (_ : 'I_1) => sign F b) 1 (lambda ^+ 2) 0 net
    & forall x, eval net (fun=> x) = target lambda t x.
Proof.
move=> l0; exists (target_net lambda t); first exact: target_net_class.
by move=> x; apply: target_net_eval.
Qed.

(** Lemma 18: every learner that gets m samples has a loss of at least q lambda^2 / 8
    on one of the targets 0 and -lambda sigma(x), with a probability of at least
    (1 - q)^m. *)
Theorem lemma_18_learner (F : realFieldType) (m : nat) (A : learner F m) (q lambda : F) :
  0 <= q -> q <= 1 ->
  exists t : bool, (1 - q) ^+ m <= prob q (fun w : {ffun 'I_m -> bool} =>
    q * lambda ^+ 2 / 8%:R
    <= half_loss q (A (sample (target lambda t) w)) (target lambda t)).
Proof. exact: learner_fails_half. Qed.

(** Lemma 18 as printed: the class {0, -lambda sigma} of two members of
    H_{1,1,1}^{lambda,0} has the supremum 0, so that the printed m does not depend on
    lambda; but no m is enough for all lambda.
    refutes: lemma-18 printed *)
Theorem lemma_18_no_sample_size (F : realFieldType) (m : nat) (eps delta : F) :
  0 <= eps -> 0 <= delta -> delta < 1 ->
  exists q lambda : F, [/\ 0 < q, q < 1, 0 < lambda,
    forall t x, target lambda t x <= 0
    & forall A : learner F m, exists t : bool,
      delta < prob q (fun w : {ffun 'I_m -> bool} =>
        eps < half_loss q (A (sample (target lambda t) w)) (target lambda t))].
Proof.
move=> e0 d0 d1; have e20 : 0 <= 2%:R * eps by rewrite mulr_ge0 ?ler0n.
have [q [lam [q0 q1 l0 H]]] := no_sample_size m e20 d0 d1.
exists q, lam; split=> // [t x|A]; first by apply: target_le0; apply: ltW.
have [t Ht] := H A; exists t; apply: lt_le_trans Ht _.
apply: prob_mono; rewrite ?ltW // => w; rewrite half_lossE.
by rewrite ltr_pdivl_mulr ?ltr0n // mulrC.
Qed.

(** The same for randomised learners, with the probability over the sample and the coins
    together, for every delta < 1/2.
    refutes: lemma-18 printed *)
Theorem lemma_18_no_sample_size_randomised (F : realFieldType) (m : nat) (eps delta : F) :
  0 <= eps -> 0 <= delta -> delta < 2%:R^-1 ->
  exists q lambda : F, [/\ 0 < q, q < 1, 0 < lambda
    & forall (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m), distribution p ->
      exists t : bool, delta < \sum_o p o * prob q (fun w : {ffun 'I_m -> bool} =>
        eps < half_loss q (A o (sample (target lambda t) w)) (target lambda t))].
Proof.
move=> e0 d0 d2; have e20 : 0 <= 2%:R * eps by rewrite mulr_ge0 ?ler0n.
have [q [lam [q0 q1 l0 H]]] := no_sample_size_randomised m e20 d0 d2.
exists q, lam; split=> // Coins p A pd; have [t Ht] := H Coins p A pd; exists t.
apply: lt_le_trans Ht _; apply: ler_sum => o _; apply: ler_wpmul2l; first exact: pd.1.
apply: prob_mono; rewrite ?ltW // => w; rewrite half_lossE.
by rewrite ltr_pdivl_mulr ?ltr0n // mulrC.
Qed.

(** Theorem H: for every g >= 1 there are a sample, a scale and networks with a mean
    correlation of at least (g^2/17) (WR + B) sqrt(sk/m); the sizes are explicit. *)
Theorem theorem_H (F : rcfType) (g : nat) : (0 < g)%N ->
  exists (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R : F)
         (h : {ffun 'I_m -> bool} -> network F [finType of 'I_n] [finType of 'I_s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N, (k < s)%N & sizes g g m n s k],
      [/\ 0 < W, 0 < B & 0 < R],
      forall i, normsq (x i) <= R ^+ 2,
      forall zeta, in_class x k (W ^+ 2) B (h zeta)
    & g%:R ^+ 2 / 17%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
      <= mean_correlation x h].
Proof. exact: ratio17. Qed.

(** Theorem H, exact form: for all 1 <= a <= h <= n and N, b >= 1 there are a sample of nN
    points and networks of the class with s = 2 C(n,a) and k = C(h-1,a-1), whose mean
    correlation is at least the right side of (H) times (WR + B) sqrt(sk/m); and so is the
    complexity.
    proves: conj-20 theorem-h *)
Theorem theorem_H_exact (F : rcfType) (n N h a b : nat) :
  (0 < a)%N -> (a <= h)%N -> (h <= n)%N -> (0 < N)%N -> (0 < b)%N ->
  let m := (n * N)%N in let s := (2 * 'C(n, a))%N in let k := 'C(h.-1, a.-1) in
  exists (x : 'I_m -> 'I_(n + N) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [finType of 'I_(n + N)] [finType of 'I_s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      rectangle_ratio F n N h a b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        rectangle_ratio F n N h a b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof.
move=> a0 ah hn N0 b0 m s k.
have [x [W [B [R [net [sizes [W0 B0 R0] xR cls le]]]]]] := exact_form F a0 ah hn N0 b0.
exists x, W, B, R, net; split=> // r rad.
exact: le_trans le (rademacher_ge cls rad).
Qed.

(** The right side of (H) is unbounded: at the sizes of theorem_H it is at least g^2/17.
    proves: conj-20 theorem-h *)
Theorem theorem_H_exact_unbounded (F : rcfType) (g : nat) : (0 < g)%N ->
  g%:R ^+ 2 / 17%:R
  <= rectangle_ratio F (g ^ 8).*2 (g ^ 4 * 2 ^ (g ^ 4)) (g ^ 8) (g ^ 4) (g ^ 4).
Proof. exact: rectangle_ratio_ge. Qed.

(** Conjecture 20 fails at m = 5 * 1068 = 5340 points, with s = 20 and k = 2: the mean
    correlation of networks of the class exceeds (WR + B) sqrt(sk/m), and so does the
    complexity.
    refutes: conj-20 printed *)
Theorem conjecture_20_at_5340_points (F : rcfType) :
  let m := (5 * 1068)%N in let s := 20%N in let k := 2%N in
  exists (x : 'I_m -> 'I_(5 + 1068) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [finType of 'I_(5 + 1068)] [finType of 'I_s]),
  [/\ [/\ 0 < W, 0 < B & 0 < R],
      forall i, normsq (x i) <= R ^+ 2,
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) < mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) < r].
Proof.
move=> m s k; exact: (@bound_exceeded F 5 1068 3 2 196 m s k isT isT isT isT isT
  (ratio_gt_one F) erefl erefl erefl).
Qed.

(** Conjecture 20 fails for every constant, where sparsity is asked on the sample.
    refutes: conj-20 printed; conj-20 root-two; conj-20 universal *)
Theorem conjecture_20_no_constant (F : rcfType) : complete F ->
  ~ exists C : F, forall (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
    (0 < m)%N -> (0 < k)%N -> (k < s)%N -> 0 < W -> 0 < B -> 0 < R ->
    (forall i, normsq (x i) <= R ^+ 2) ->
    is_rademacher s k x W B r ->
    r <= C * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof. exact: no_constant. Qed.

(** ** Sparsity on the whole cube: two lemmas of Theorem H' of docs/proofs-conjecture_20.md *)

(** A point g of the cube gives a sign to each element of Omega.  Let the functions r_u on Omega
    be such that E|r_T + r_T'| <= 2 theta for all pairs T <> T', where r_T is the sum of the
    two r_u.  Then at most one pair has E[g r_T] > theta.
    proves: conj-20 theorem-h-prime-pairs *)
Theorem theorem_H_prime_pairs (F : realFieldType) (V Omega : finType) (r : V -> Omega -> F)
    (theta : F) (g : cube Omega) :
  (forall T T' : {set V}, #|T| = 2%N -> #|T'| = 2%N -> T != T' ->
    avg (fun w => `|\sum_(u in T) r u w + \sum_(u in T') r u w|) <= 2%:R * theta) ->
  (#|[set T : {set V} | (#|T| == 2%N)
        && (theta < avg (fun w => sign F (g w) * \sum_(u in T) r u w))%R]| <= 1)%N.
Proof.
move=> two; apply/card_le1_eqP => T T'; rewrite !inE => /andP[/eqP T2 lt] /andP[/eqP T2' lt'].
by apply: (pair_above (g := g) two).
Qed.

(** Lemma 1: let the r_u be orthonormal too, E|r_u| <= kappa, and let the neurons be those with
    the weights r_Q / N and the bias beta > kappa, theta, for the sets Q of a family of d-sets,
    any two of which share at most 2 elements, while each pair is in at most k_0 of them.  Then
    at most k_0 + d^3 / ((beta - theta)(beta - kappa) beta)^2 neurons are active at every point.
    proves: conj-20 theorem-h-prime-sets *)
Theorem theorem_H_prime_sets (F : realFieldType) (V Omega : finType) (r : V -> Omega -> F)
    (kappa theta beta : F) (d k0 : nat) (family : {set {set V}}) (u : {set V} -> F) :
  (0 < #|Omega|)%N ->
  (forall u v, avg (fun w => r u w * r v w) = (u == v)%:R) ->
  (forall u, avg (fun w => `|r u w|) <= kappa) ->
  (forall T T' : {set V}, #|T| = 2%N -> #|T'| = 2%N -> T != T' ->
    avg (fun w => `|\sum_(u in T) r u w + \sum_(u in T') r u w|) <= 2%:R * theta) ->
  0 <= kappa -> kappa < beta -> theta < beta ->
  (forall Q, Q \in family -> #|Q| = d) ->
  (forall Q Q', Q \in family -> Q' \in family -> Q != Q' -> (#|Q :&: Q'| <= 2)%N) ->
  (forall T : {set V}, #|T| = 2%N -> (#|[set Q in family | T \subset Q]| <= k0)%N) ->
  let net : network F Omega [finType of {Q : {set V} | Q \in family}] := fun Q =>
    Neuron (u (val Q)) (fun w => (\sum_(v in val Q) r v w) / #|Omega|%:R) beta in
  forall g : cube Omega, #|active net (pt F g)|%:R
    <= k0%:R + d%:R ^+ 3 / ((beta - theta) * (beta - kappa) * beta) ^+ 2.
Proof.
move=> O0 orth one two k_ge0 kb tb size share through net g.
apply: le_trans (active_sets_le g O0 orth one two k_ge0 kb tb size share through).
rewrite ler_nat -(card_imset _ val_inj); apply: subset_leq_card.
apply/subsetP => _ /imsetP[Q QA ->].
move: QA; rewrite !inE (valP Q) /preact subr_gt0 /=; congr (_ < _).
rewrite /pairing /avg /dot mulr_suml; apply: eq_bigr => w _.
by rewrite /pt mulrC mulrA.
Qed.
