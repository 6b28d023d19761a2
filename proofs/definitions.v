(** * Definitions

   Everything that the statements are about, to be compared with the paper by
   eye.  Each definition names its place in the paper.  A line "Differs" says
   where a definition departs from the paper, and why that does no harm.

   F is any ordered field: the reals, or the rationals.  Index sets are finite
   types: E has one element for each coordinate (n = #|E|), J one for each
   neuron (s = #|J|), and I one for each point of a sample (m = #|I|).  For
   ordinals, 'I_n stands for [n]. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Networks (§1, Definitions 1 and 2) *)

Section Networks.
Variable F : realFieldType.

(** The inner product <w, x>, and the square of the Euclidean norm. *)
Definition dot (E : finType) (w x : E -> F) : F := \sum_e w e * x e.
Definition normsq (E : finType) (w : E -> F) : F := dot w w.

(** §1, Definition 1: sigma(z) = max{z, 0}. *)
Definition relu (z : F) : F := Num.max 0 z.

(** A neuron: the output weight u, the weight vector w and the bias b. *)
Record neuron (E : finType) := Neuron { outw : F; inw : E -> F; bias : F }.

(** Its pre-activation <w, x> - b. *)
Definition preact (E : finType) (nr : neuron E) (x : E -> F) : F :=
  dot (inw nr) x - bias nr.

(** §1, Definition 1: h(x) = sum_j u_j sigma(<w_j, x> - b_j). *)
Definition network (E J : finType) := J -> neuron E.
Definition eval (E J : finType) (net : network E J) (x : E -> F) : F :=
  \sum_j outw (net j) * relu (preact (net j) x).

(** §3, proof of Lemma 9: R_x = {j : <w_j, x> > b_j}; the inequality is strict. *)
Definition active (E J : finType) (net : network E J) (x : E -> F) : {set J} :=
  [set j | 0 < preact (net j) x].

(** §1, Definition 1: at most k neurons are active at every point of the
    support; here the support is given as a family of points x_i. *)
Definition sparse_on (I : Type) (E J : finType) (x : I -> E -> F) (k : nat)
    (net : network E J) : Prop :=
  forall i, (#|active net (x i)| <= k)%N.

(** §1, Definition 2: ||u||_oo max_j ||w_j|| <= W and ||u||_oo max_j |b_j| <= B.
    Differs: the argument is W^2 and not W, since a field need not hold the
    roots in ||w_j||; and the product of two maxima is bounded by bounding all
    products, which is the same. *)
Definition scale (E J : finType) (net : network E J) (Wsq B : F) : Prop :=
  (forall i j, outw (net i) ^+ 2 * normsq (inw (net j)) <= Wsq) /\
  (forall i j, `|outw (net i)| * `|bias (net j)| <= B).

(** §1, Definition 2: the network is one of H_{n,s,k}^{W,B} on the support x. *)
Definition in_class (I : Type) (E J : finType) (x : I -> E -> F) (k : nat)
    (Wsq B : F) (net : network E J) : Prop :=
  sparse_on x k net /\ scale net Wsq B.

(** The mean over a finite set, each element with the same weight. *)
Definition avg (T : finType) (f : T -> F) : F := (\sum_t f t) / #|T|%:R.

End Networks.

(** ** The cube (§2, §2.1) *)

Section Cube.
Variables (F : realFieldType) (E : finType).

(** A sign as an element of the field: true is +1 and false is -1. *)
Definition sign (b : bool) : F := if b then 1 else -1.

(** {-1,1}^n, and its points as vectors. *)
Definition cube := {ffun E -> bool}.
Definition pt (x : cube) : E -> F := fun i => sign (x i).

(** §2.1: x with its i-th bit flipped. *)
Definition flip (x : cube) (i : E) : cube :=
  [ffun j => if j == i then ~~ x j else x j].

(** The function that a network computes on the cube. *)
Definition fn (J : finType) (net : network F E J) : cube -> F :=
  fun x => eval net (pt x).

(** §2.1: chi_T(x) = prod_{i in T} x_i, and the coefficient E f chi_T. *)
Definition chi (T : {set E}) (x : cube) : F := \prod_(i in T) pt x i.
Definition hat (f : cube -> F) (T : {set E}) : F := avg (fun x => f x * chi T x).

(** The weight of f on the sets T with |T| > d, as in Claim 2.1. *)
Definition tail (f : cube -> F) (d : nat) : F :=
  \sum_(T : {set E} | (d < #|T|)%N) hat f T ^+ 2.

(** §2.1: sen_f(x) = 1/4 sum_i (f(x) - f(x^i))^2, and AS(f) = E sen_f(x). *)
Definition sen (f : cube -> F) (x : cube) : F :=
  4%:R^-1 * \sum_i (f x - f (flip x i)) ^+ 2.
Definition AS (f : cube -> F) : F := avg (sen f).

(** §2.1: y is drawn from N_rho(x), which flips each coordinate of x with
    probability (1 - rho)/2; NS_rho(f) = E 1/4 (f(x) - f(y))^2. *)
Definition noise (rho : F) (x y : cube) : F :=
  \prod_i (if y i == x i then (1 + rho) / 2%:R else (1 - rho) / 2%:R).
Definition NS (rho : F) (f : cube -> F) : F :=
  avg (fun x => \sum_y noise rho x y * (4%:R^-1 * (f x - f y) ^+ 2)).

(** The variance E f^2 - (E f)^2 under the uniform distribution. *)
Definition variance (f : cube -> F) : F := avg (fun x => f x ^+ 2) - avg f ^+ 2.

(** A product distribution, which is not in the paper: x_i = -1 with
    probability q_i; its mean, and the variance over coordinate i alone. *)
Definition setc (x : cube) (i : E) (b : bool) : cube :=
  [ffun j => if j == i then b else x j].
Definition mu (q : E -> F) (x : cube) : F :=
  \prod_i (if x i then 1 - q i else q i).
Definition expect (q : E -> F) (f : cube -> F) : F := \sum_x mu q x * f x.
Definition coordinate_mean (q : E -> F) (f : cube -> F) (i : E) (x : cube) : F :=
  (1 - q i) * f (setc x i true) + q i * f (setc x i false).
Definition coordinate_variance (q : E -> F) (f : cube -> F) (i : E) (x : cube) : F :=
  coordinate_mean q (fun y => f y ^+ 2) i x - coordinate_mean q f i x ^+ 2.

End Cube.

(** The orthonormal basis of a product distribution with 0 < q_i < 1, the characters
    if all q_i are 1/2: the product over T of (x_i - mu_i) / sigma_i, where mu_i = 1 - 2 q_i
    is the mean of x_i and sigma_i^2 = 4 q_i (1 - q_i) its variance. *)
Section BiasedBasis.
Variables (F : rcfType) (E : finType) (q : E -> F).

Definition biased_chi (T : {set E}) (x : cube E) : F :=
  \prod_(i in T) ((pt F x i - (1 - 2%:R * q i)) / Num.sqrt (4%:R * (q i * (1 - q i)))).
Definition biased_hat (f : cube E -> F) (T : {set E}) : F :=
  expect q (fun x => f x * biased_chi T x).
Definition biased_tail (f : cube E -> F) (d : nat) : F :=
  \sum_(T : {set E} | (d < #|T|)%N) biased_hat f T ^+ 2.

(** Noise: each coordinate keeps its value with probability rho, and is otherwise drawn
    anew; NS is the mean of 1/4 (f(x) - f(y))^2, as in §2.1. *)
Definition redraw (rho : F) (x y : cube E) : F :=
  \prod_i (rho * (y i == x i)%:R + (1 - rho) * (if y i then 1 - q i else q i)).
Definition biased_NS (rho : F) (f : cube E -> F) : F :=
  expect q (fun x => \sum_y redraw rho x y * (4%:R^-1 * (f x - f y) ^+ 2)).

End BiasedBasis.

(** ** The logarithm *)

(** ln is a logarithm if ln(xy) = ln x + ln y and ln x <= x - 1 for x, y > 0.
    Over the reals the natural logarithm is the only such function. *)
Definition is_logarithm (F : realFieldType) (ln : F -> F) : Prop :=
  (forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y) /\
  (forall x, 0 < x -> ln x <= x - 1).

(** ** Rademacher complexity (§5) *)

Section Rademacher.
Variable F : realFieldType.

(** 1/m sum_i zeta_i h(x_i). *)
Definition correlation (I E J : finType) (x : I -> E -> F)
    (zeta : {ffun I -> bool}) (net : network F E J) : F :=
  avg (fun i => sign F (zeta i) * eval net (x i)).

(** r is the least upper bound of P. *)
Definition is_sup (P : F -> Prop) (r : F) : Prop :=
  (forall y, P y -> y <= r) /\
  (forall r', (forall y, P y -> y <= r') -> r <= r').

(** Every non-empty bounded set has a least upper bound, as in the reals. *)
Definition complete : Prop := forall P : F -> Prop,
  (exists y, P y) -> (exists M, forall y, P y -> y <= M) -> exists r, is_sup P r.

(** §5: r = E_zeta max_h 1/m sum_i zeta_i h(x_i) is the empirical Rademacher
    complexity of H_{n,s,k}^{W,B} at S = {x_1, ..., x_m}.
    Differs: sparsity is asked on the sample, which Definition 1 asks if the
    sample is the support; the maximum is a supremum, since it is not clear
    that it is attained; and r is the value of a relation, which has at most
    one value, and exactly one over the reals (theorem rademacher_exists). *)
Definition is_rademacher (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B r : F) : Prop :=
  exists2 best : {ffun 'I_m -> bool} -> F,
    forall zeta, is_sup (fun y =>
        exists2 net : network F [finType of 'I_n] [finType of 'I_s],
          in_class x k (W ^+ 2) B net & y = correlation x zeta net) (best zeta)
    & r = avg best.

(** The mean over zeta of the correlation of zeta with the network h_zeta: at
    most the Rademacher complexity of a class that holds every h_zeta. *)
Definition mean_correlation (I E J : finType) (x : I -> E -> F)
    (h : {ffun I -> bool} -> network F E J) : F :=
  avg (fun zeta => correlation x zeta (h zeta)).

End Rademacher.

(** The sizes in Theorem H: with a = g^4, b = d^4 and h = a^2 = g^8 there are
    m = 2h b 2^a points in dimension 2h + b 2^a, s = 2 C(2h, a) and k = C(h-1, a-1). *)
Definition sizes (g d m n s k : nat) : Prop :=
  [/\ m = ((g ^ 8).*2 * (d ^ 4 * 2 ^ (g ^ 4)))%N,
      n = ((g ^ 8).*2 + d ^ 4 * 2 ^ (g ^ 4))%N,
      s = (2 * 'C((g ^ 8).*2, g ^ 4))%N
    & k = 'C((g ^ 8).-1, (g ^ 4).-1)].

(** E g(X) for X ~ Bin(N, p), the number of successes in N trials. *)
Definition binomial_mean (F : realFieldType) (N : nat) (p : F) (g : nat -> F) : F :=
  \sum_(j < N.+1) 'C(N, j)%:R * p ^+ j * (1 - p) ^+ (N - j) * g j.

(** pi of Theorem H: E C(min(P, h), a) / C(n, a) for P ~ Bin(n, 1/2). *)
Definition column_probability (F : realFieldType) (n h a : nat) : F :=
  binomial_mean n 2%:R^-1 (fun j => 'C(minn j h, a)%:R) / 'C(n, a)%:R.

(** The right side of inequality (H) of docs/proofs-conjecture_20.md. *)
Definition rectangle_ratio (F : rcfType) (n N h a b : nat) : F :=
  a%:R * binomial_mean N (column_probability F n h a) (fun j => (minn j b)%:R)
    * Num.sqrt ((2 * 'C(n, a))%:R / (n * N * 'C(h.-1, a.-1))%:R)
  / (Num.sqrt a%:R + Num.sqrt b%:R + 1).

(** ** Learning two functions on two points (§2, §5) *)

Section Learning.
Variable F : realFieldType.

(** The targets: for t = true -lambda sigma(x), for t = false 0. *)
Definition target (lambda : F) (t : bool) (x : F) : F :=
  if t then - (lambda * relu x) else 0.

(** The distribution: mass q at the point 1 and 1 - q at the point -1. *)
Definition mass (q : F) (b : bool) : F := if b then q else 1 - q.

(** §2: the loss E 1/2 (g(x) - h(x))^2. *)
Definition half_loss (q : F) (g h : F -> F) : F :=
  \sum_b mass q b * ((g (sign F b) - h (sign F b)) ^+ 2 / 2%:R).

(** The probability of an event for m independent draws w, the sample that these
    give, labelled by h, and a learner, which is a function of the sample. *)
Definition prob (m : nat) (q : F) (Ev : {ffun 'I_m -> bool} -> bool) : F :=
  \sum_(w | Ev w) \prod_i mass q (w i).
Definition sample (m : nat) (h : F -> F) (w : {ffun 'I_m -> bool}) :
  {ffun 'I_m -> F * F} := [ffun i => (sign F (w i), h (sign F (w i)))].
Definition learner (m : nat) := {ffun 'I_m -> F * F} -> (F -> F).

(** A randomised learner is a family of learners, one for each outcome o of the coins,
    which has the probability p o.  Differs: finitely many outcomes. *)
Definition distribution (Coins : finType) (p : Coins -> F) : Prop :=
  (forall o, 0 <= p o) /\ \sum_o p o = 1.

End Learning.

(** ** Statistical queries for parities (§4, Theorem 14) *)

Section Queries.
Variables (F : realFieldType) (E : finType).

(** A query phi(x, b) with values in [-1, 1], where b = true is the label +1, and its
    mean if x is uniform and the label is chi_S(x). *)
Definition query := cube E -> bool -> F.
Definition bounded (phi : query) : Prop := forall x b, `|phi x b| <= 1.
Definition query_mean (phi : query) (S : {set E}) : F :=
  avg (fun x => phi x (chi F S x == 1)).

(** The two halves of a query: phi(x, b) = phi_0(x) + b phi_1(x). *)
Definition query_even (phi : query) (x : cube E) : F := (phi x true + phi x false) / 2%:R.
Definition query_odd (phi : query) (x : cube E) : F := (phi x true - phi x false) / 2%:R.

(** An oracle for S of tolerance tau answers within tau. *)
Definition valid_oracle (tau : F) (S : {set E}) (O : query -> F) : Prop :=
  forall phi, bounded phi -> `|O phi - query_mean phi S| <= tau.

(** A learner: its next query depends on the answers that it got, and so does its
    hypothesis, an element of H.  [answers A O q] are the first q answers.
    Differs: q queries are asked, not at most q; a learner that is done may ask anything.
    An oracle is a function of the query; if a learner succeeds with every oracle,
    then with these. *)
Record sq_learner (H : Type) := SqLearner
  { ask : seq F -> query; conclude : seq F -> H; ask_bounded : forall a, bounded (ask a) }.
Definition answers (H : Type) (A : sq_learner H) (O : query -> F) (q : nat) : seq F :=
  iter q (fun a => rcons a (O (ask A a))) [::].
Definition outcome (H : Type) (A : sq_learner H) (O : query -> F) (q : nat) : H :=
  conclude A (answers A O q).

(** Pr[g <> chi_S] for a hypothesis g with values in {-1, 1}, and the loss
    1/2 E(g - l)^2 of the paper with the label l in {0, 1}, which is 1 where the number
    of the x_i = -1 in S is even (§4), that is, where chi_S(x) = 1. *)
Definition classification_error (g : cube E -> bool) (S : {set E}) : F :=
  avg (fun x => (g x != (chi F S x == 1))%:R).
Definition parity_loss (g : cube E -> F) (S : {set E}) : F :=
  avg (fun x => (g x - (chi F S x == 1)%:R) ^+ 2 / 2%:R).

(** L_m of docs/proofs-statistical_queries.md. *)
Definition most_near (m : nat) : nat :=
  (if m <= 1 then 1 else if m <= 3 then 3 else 6)%N.

End Queries.

(** ** Constructions *)

Section Patterns.
Variables (F : realFieldType) (E : finType) (p : nat).

(** v lists p of the n variables. *)
Variable v : 'I_p -> E.

Definition pattern := {ffun 'I_p -> bool}.

(** The pattern that the p variables show at x. *)
Definition shown (x : cube E) : pattern := [ffun q => x (v q)].

(** The weight vector alpha on the p variables, and 0 on the others. *)
Definition pattern_weight (alpha : pattern) : E -> F :=
  fun e => if [pick q | v q == e] is Some q then sign F (alpha q) else 0.

(** k copies of the 2^p neurons with w = alpha, bias b and output weight g(alpha).
    §4, proof of Theorem 13: k = 1, b = p - 1, and g the junta's values. *)
Definition pattern_net (k : nat) (b : F) (g : pattern -> F)
    : network F E [finType of 'I_k * pattern] :=
  fun j => Neuron (g j.2) (pattern_weight j.2) b.
Arguments pattern_net : clear implicits.
Definition junta_net (f : pattern -> F) := pattern_net 1 (p%:R - 1) f.

(** Theorem B of docs/proofs.md: b = p - 2 + delta and u = prod_i alpha_i. *)
Definition extremal_net (k : nat) (delta : F) :=
  pattern_net k (p%:R - 2%:R + delta) (fun alpha => \prod_q sign F (alpha q)).

End Patterns.
Arguments pattern_net {F E p} v k b g.
Arguments junta_net {F E p} v f.
Arguments extremal_net {F E p} v k delta.

Section Lift.
Variables (F : realFieldType) (I : finType).

(** §4: x(y)_ij is y_i if i = j, and y_i y_j otherwise. *)
Definition lift (y : cube I) : [finType of I * I] -> F :=
  fun e => if e.1 == e.2 then pt F y e.1 else pt F y e.1 * pt F y e.2.

(** §4: the weights and the bias with 1/2 - (<v, y> - c)^2 = <w, x(y)> - b. *)
Definition lift_weight (v : I -> F) (c : F) : [finType of I * I] -> F :=
  fun e => if e.1 == e.2 then 2%:R * c * v e.1 else - (v e.1 * v e.2).
Definition lift_bias (v : I -> F) (c : F) : F := normsq v + c ^+ 2 - 2%:R^-1.

(** §4: sum_a 2 lambda(a) sigma(1/2 - (<v, y> + kappa - a)^2) on the lift, where
    a runs over the values of an indexed family of integers. *)
Definition lift_net (v : I -> F) (kappa : F) (J : finType) (a : J -> int) (lambda : J -> F)
    : network F [finType of I * I] J :=
  fun j => Neuron (2%:R * lambda j)
    (lift_weight v ((a j)%:~R - kappa)) (lift_bias v ((a j)%:~R - kappa)).

(** §4, parities: v is the indicator of S. *)
Definition indicator (S : {set I}) : I -> F := fun i => (i \in S)%:R.

(** sum_{i in S} y_i, and the number of the i in S with y_i = -1. *)
Definition sum_in (S : {set I}) (y : cube I) : int :=
  \sum_(i in S) (if y i then 1 else -1).
Definition minus_in (S : {set I}) (y : cube I) : nat := #|[set i in S | ~~ y i]|.

(** The integers a with |a| <= M and P(a), and their inclusion in the integers. *)
Definition range (P : pred int) (M : nat) : finType :=
  [finType of {t : 'I_(M.*2.+1) | P ((val t)%:Z - M%:Z)}].
Definition range_val (P : pred int) (M : nat) (t : range P M) : int :=
  (val (val t))%:Z - M%:Z.

(** §4: the sum as printed, over the even a in {-m, ..., m}. *)
Definition even_int : pred int := fun a => ~~ odd `|a|.
Definition printed_parity_net (S : {set I}) :=
  lift_net (indicator S) 0 (@range_val even_int #|I|) (fun=> 1).

(** Corrected: over the a with a = |S| mod 4 and |a| <= |S|. *)
Definition congruent (S : {set I}) : pred int := fun a => (a == #|S|%:Z %[mod 4])%Z.
Definition corrected_parity_net (S : {set I}) :=
  lift_net (indicator S) 0 (@range_val (congruent S) #|S|) (fun=> 1).

End Lift.
Arguments printed_parity_net F {I} S.
Arguments corrected_parity_net F {I} S.

Section Rounding.
Variables (F : realFieldType) (p q m l : nat).

(** §4, Definition 15: f_w(y) = (<w, y> mod q) mod p.
    Differs: w and y are vectors of naturals below q; <w, y> is taken before
    the reduction mod q, which changes nothing. *)
Definition inner (w y : 'I_m -> 'I_q) : nat := (\sum_i w i * y i)%N.
Definition rounding (t : nat) : nat := ((t %% q) %% p)%N.

(** §4: z(y) in {1,-1}^r is the binary representation, with r = m l, where
    l bits are enough for the naturals below q; the bit 1 is the sign +1. *)
Definition bits (y : 'I_m -> 'I_q) : cube [finType of 'I_m * 'I_l] :=
  [ffun e : 'I_m * 'I_l => odd (y e.1 %/ 2 ^ e.2)].

(** §4, corrected: <v, z(y)> + kappa = <w, y>. *)
Definition bit_weight (w : 'I_m -> 'I_q) : [finType of 'I_m * 'I_l] -> F :=
  fun e => (w e.1 * 2 ^ e.2)%:R / 2%:R.
Definition bit_shift (w : 'I_m -> 'I_q) : F := \sum_e bit_weight w e.

(** §4: F_w, with a neuron for every a in [q^2 m] = {1, ..., q^2 m}. *)
Definition rounding_net (w : 'I_m -> 'I_q) :=
  lift_net (bit_weight w) (bit_shift w)
    (fun j : 'I_(q ^ 2 * m) => (j.+1)%:Z) (fun j => (rounding j.+1)%:R).

End Rounding.
Arguments bits {q m} l y.
Arguments bit_weight F {q m} l w.
Arguments bit_shift F {q m} l w.
Arguments rounding_net F p {q m} l w.

Section AppendixA.
Variables (F : realFieldType) (X Y : finType).

(** Appendix A: F(x, y) = sum_alpha sigma(<w_alpha, y> + Gamma (<x, alpha> - b)),
    with b = #|X| address bits x and q = #|Y| bits y. *)
Definition appendix_net (Gamma : F) (w : cube X -> Y -> F)
    : network F [finType of X + Y] [finType of cube X] :=
  fun alpha => Neuron 1
    (fun e => match e with inl i => Gamma * sign F (alpha i) | inr i => w alpha i end)
    (Gamma * #|X|%:R).

(** The two parts of a point. *)
Definition address (z : cube [finType of X + Y]) : cube X := [ffun i => z (inl i)].
Definition data (z : cube [finType of X + Y]) : cube Y := [ffun i => z (inr i)].

(** The norm ||w||_1. *)
Definition norm1 (E : finType) (w : E -> F) : F := \sum_e `|w e|.

End AppendixA.
