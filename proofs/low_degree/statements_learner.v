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
   - log_field: a field with a logarithm, such as the reals (definitions_logarithm.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_logarithm definitions_constructions
  definitions_learning averages cube fourier average_sensitivity patterns logarithm supremum
  product_spaces bounded_differences low_degree_learner learner_confidence centred_averages
  statements_sensitivity.
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

(** Theorem Q, the degree: with D = 2 k^2 W^2 / eps and p = ceil(D) - 1 >= 1, where n, s and B are
    large enough, each network of the class is within the loss eps of some polynomial of degree d
    if and only if d >= p.
    proves: theorem-q degree *)
Theorem theorem_Q_degree (F : rcfType) (E J : finType) (k p d : nat) (W B eps : F) :
  (0 < p <= #|E|)%N -> (k * 2 ^ p <= #|J|)%N -> 0 <= W ->
  W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B -> 0 < eps ->
  let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D <= p.+1%:R ->
  (forall net : network F E J, in_class (@pt F E) k (W ^+ 2) B net ->
     exists a, uniform_loss (polynomial d a) (fn net) <= eps) <-> (p <= d)%N.
Proof. by case/andP=> p0 pE sJ W0 bias e0; exact: degree_of_class. Qed.

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

(** Lemma 7 for |f| <= C, by Hoeffding's inequality: the part of the loss that is not the tail's,
    eta/2, costs N C^2 (1 + sqrt(2 ln(1/delta)))^2 / eta samples.
    proves: lemma-7 averages *)
Theorem lemma_7_averages (F : log_field) (E : finType) (f : cube E -> F)
    (d m : nat) (C eps eta delta : F) :
  (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eta -> 0 < delta <= 1 ->
  tail f d + eta <= 2%:R * eps ->
  (monomials E d)%:R * C ^+ 2 * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2 / eta <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> m0 fC e0 d01 te.
rewrite ler_pdivr_mulr // [m%:R * _]mulrC -sixteen_eight => le.
exact: (succeeds_confidence (expP F) (log F) (@lnK F) (eight_gt0 F) (@hoeffding8 F) m0 fC d01 te le).
Qed.

(** Lemma 7 as printed with the constant 14, for n >= 1 and delta <= 1/2.
    proves: lemma-7 constant *)
Theorem lemma_7_fourteen (F : log_field) (E : finType) (f : cube E -> F)
    (d m : nat) (C eps delta : F) :
  (0 < #|E|)%N -> (0 < m)%N -> (forall x, `|f x| <= C) -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  tail f d <= eps ->
  14%:R * (#|E| ^ d)%N%:R * C ^+ 2 * ln delta^-1 / eps <= m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> n0 m0 fC e0 d2 te; rewrite ler_pdivr_mulr // [m%:R * _]mulrC.
rewrite (_ : 14%:R = 2%:R * 7%:R) => [le|]; last by rewrite -natrM.
exact: (succeeds_printed (expP F) (log F) (@lnK F) (eight_gt0 F) (@hoeffding8 F) m0 fC n0 e0
  (le_half d2) (factor_eight (log F) d2) te le).
Qed.

(** ** Theorem 8 *)

(** Theorem 8 at Theorem C's degree, as PAC learning of the class, with C = k (W sqrt n + B).
    proves: theorem-8 learns *)
Theorem theorem_8_averages (F : log_field) (E J : finType) (k : nat)
    (W B eps delta : F) (d m : nat) :
  0 <= W -> 0 <= B -> (0 < m)%N -> 0 < eps -> 0 < delta <= 1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  (monomials E d)%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2
    * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2 / eps <= m%:R ->
  pac_learns
    (fun h => exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net & h = fn net)
    (@low_degree F E d m) eps delta.
Proof.
move=> W0 B0 m0 e0 d01 le mle h [net hC ->].
by apply: (lemma_7_averages m0 (fn_le W0 B0 hC) e0 d01 (tail_add_le_at hC e0 le));
  rewrite exprMn [_%:R * (_ * _)]mulrA.
Qed.

(** And with the constant 14, for n >= 1 and delta <= 1/2.
    proves: theorem-8 learns *)
Theorem theorem_8_fourteen (F : log_field) (E J : finType) (k : nat)
    (W B eps delta : F) (d m : nat) :
  0 <= W -> 0 <= B -> (0 < #|E|)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  14%:R * (#|E| ^ d)%N%:R * k%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2 * ln delta^-1 / eps
    <= m%:R ->
  pac_learns
    (fun h => exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net & h = fn net)
    (@low_degree F E d m) eps delta.
Proof.
move=> W0 B0 n0 m0 e0 d2 le mle h [net hC ->].
by apply: (lemma_7_fourteen n0 m0 (fn_le W0 B0 hC) e0 d2 (tail_le_at hC e0 le));
  rewrite exprMn [_ * (_ * _)]mulrA.
Qed.

(** ** Noisy labels (§1, after Theorem 4) *)

(** With probability 1 - delta, for labels |y| <= Y: the excess over every polynomial of degree d.
    proves: intro-agnostic averages *)
Theorem noisy_averages (F : log_field) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (d m : nat) (Y delta : F) :
  distribution p -> uniform_points p x -> (0 < m)%N -> 0 <= Y -> (forall o, `|y o| <= Y) ->
  0 < delta <= 1 -> forall a : {set E} -> F,
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w))
    <= risk p x y (polynomial d a)
       + (monomials E d)%:R * Y ^+ 2 / (2%:R * m%:R)
         * (1 + Num.sqrt (2%:R * ln delta^-1)) ^+ 2).
Proof.
move=> pd xu m0 Y0 yY d01 a; rewrite -sixteen_eight.
exact: (excess_confidence (expP F) (log F) (@lnK F) (eight_gt0 F) (@hoeffding8 F) pd xu d m0 Y0 yY a d01).
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

(** ** Centred averages (Theorem R) *)

(** The centred average of m >= 2 samples of T, not empty, has the mean hat f(T), f = E[y | x], and
    the variance s2/(m - 1) - (m - 2) hat f(T)^2 / (m(m - 1)), where s2 is the labels' variance. *)
Theorem centred_averages_variance (F : realFieldType) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (m : nat) (T : {set E}) :
  distribution p -> uniform_points p x -> (1 < m)%N -> T != set0 ->
  let a (w : {ffun 'I_m -> Omega}) := centred_coefficient (draws x y w) T in
  let c := mean_coefficient p x y T in let s2 := mean p (fun o => (y o - mean p y) ^+ 2) in
  mean (product p) a = c /\
  mean (product p) (fun w => (a w - c) ^+ 2)
  = s2 / (m%:R - 1) - (m%:R - 2%:R) * c ^+ 2 / (m%:R * (m%:R - 1)).
Proof. by move=> pd xu m2 T0; split; [apply: centred_unbiased | apply: centred_error]. Qed.

(** The square error of those of all sets T with |T| <= d is at most N s2 / (m - 1) in the mean. *)
Theorem centred_averages_error (F : realFieldType) (E Omega : finType) (p : Omega -> F)
    (x : Omega -> cube E) (y : Omega -> F) (d m : nat) :
  distribution p -> uniform_points p x -> (1 < m)%N ->
  mean (product p) (fun w : {ffun 'I_m -> Omega} => \sum_(T : {set E} | (#|T| <= d)%N)
    (centred_coefficient (draws x y w) T - mean_coefficient p x y T) ^+ 2)
  <= (monomials E d)%:R * mean p (fun o => (y o - mean p y) ^+ 2) / (m%:R - 1).
Proof. exact: centred_errors. Qed.

(** In a metric space let most of the members a_i be within rho of u.  Let t be the least number such
    that most are within t of some member a_i: this a_i is within 3 rho of u. *)
Theorem selected_member (F : realFieldType) (X : Type) (dist : X -> X -> F) (I : finType)
    (a : I -> X) (rho t : F) (u : X) (i : I) :
  (forall v v', dist v v' = dist v' v) -> (forall v v' v'', dist v v'' <= dist v v' + dist v' v'') ->
  most_within dist a rho u -> most_within dist a t (a i) ->
  (forall j t', most_within dist a t' (a j) -> t <= t') -> dist u (a i) <= 3%:R * rho.
Proof. by move=> distC triangle; apply: selected_within. Qed.
