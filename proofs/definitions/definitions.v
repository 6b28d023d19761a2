(** * Definitions

   What the statements are about, to be compared with the paper by eye; learners and
   samples are in definitions_learning.v, and the networks that are constructed in
   definitions_constructions.v.  Each definition names its place in the paper.  A line
   "Differs" says where a definition departs from the paper, and why that does no harm.

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

(** [n] as a finite type. *)
Notation "[ 'ord' n ]" := [finType of 'I_n%N] (at level 0, n at level 99, format "[ 'ord'  n ]").

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

(** §3, proof of Lemma 9, where it is R_x: {j : <w_j, x> > b_j}; the inequality is strict. *)
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

(** ** Halfspaces (§2.1, Lemma 6) *)

Section Halfspaces.
Variables (F : realFieldType) (E : finType).

(** §2.1, Lemma 6: g(x) = 1{<w, x> <= b}; its complement is 1{<w, x> > b}, the activity of
    a neuron. *)
Definition halfspace (w : E -> F) (b : F) : cube E -> bool := fun x => dot w (pt F x) <= b.

(** A function with values 0 and 1 as a function to F. *)
Definition bit (g : cube E -> bool) : cube E -> F := fun x => (g x)%:R.

(** Unate: in each coordinate non-decreasing or non-increasing; x^{i -> b} is setc x i b. *)
Definition unate (g : cube E -> bool) : Prop := forall i,
  (forall x, g (setc x i false) -> g (setc x i true)) \/
  (forall x, g (setc x i true) -> g (setc x i false)).

End Halfspaces.
Arguments bit F {E} g.

(** ** The logarithm and the exponential function *)

(** ln is a logarithm if ln(xy) = ln x + ln y and ln x <= x - 1 for x, y > 0.
    Over the reals the natural logarithm is the only such function. *)
Definition is_logarithm (F : realFieldType) (ln : F -> F) : Prop :=
  (forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y) /\
  (forall x, 0 < x -> ln x <= x - 1).

(** exp is an exponential if exp(x + y) = exp x exp y, 1 + x <= exp x and
    cosh x <= exp(x^2/2).  Over the reals the exponential function is the only function
    with the first two properties, and it has the third. *)
Definition is_exponential (F : realFieldType) (exp : F -> F) : Prop :=
  [/\ forall x y, exp (x + y) = exp x * exp y,
      forall x, 1 + x <= exp x
    & forall x, (exp x + exp (- x)) / 2%:R <= exp (x ^+ 2 / 2%:R)].

(** Hoeffding's inequality for two points at the distance c, with the exponent c^2 / kappa:
    every exponential has it with kappa = 4, and that of the real numbers with kappa = 8. *)
Definition hoeffding_with (F : realFieldType) (exp : F -> F) (kappa : F) : Prop :=
  forall q c, 0 <= q <= 1 ->
  (1 - q) * exp (- (q * c)) + q * exp ((1 - q) * c) <= exp (c ^+ 2 / kappa).

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

(** The empirical Rademacher complexity of a class C of networks at S = {x_1, ..., x_m}:
    r = E_zeta sup_{h in C} 1/m sum_i zeta_i h(x_i).
    Differs: the paper's maximum is a supremum, since it is not clear that it is attained; and
    r is the value of a relation, which has at most one value, and exactly one over the reals,
    for the class below with m >= 1 and B >= 0 (theorem complexity_exists). *)
Definition is_rademacher_of (m n s : nat) (x : 'I_m -> 'I_n -> F)
    (C : network F [ord n] [ord s] -> Prop) (r : F) : Prop :=
  exists2 best : {ffun 'I_m -> bool} -> F,
    forall zeta, is_sup (fun y => exists2 net, C net & y = correlation x zeta net) (best zeta)
    & r = avg best.

(** §5: the complexity of H_{n,s,k}^{W,B}.
    Differs: sparsity is asked on the sample, which Definition 1 asks if the sample is the
    support. *)
Definition is_rademacher (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B r : F) : Prop :=
  is_rademacher_of (s := s) x (in_class x k (W ^+ 2) B) r.

(** The networks of scale (W, B) of which at most k neurons are active on average over the
    sample. *)
Definition mean_sparse_class (m n s : nat) (x : 'I_m -> 'I_n -> F) (k : nat) (Wsq B : F)
    (net : network F [ord n] [ord s]) : Prop :=
  (\sum_i #|active net (x i)| <= k * m)%N /\ scale net Wsq B.

(** The mean over zeta of the correlation of zeta with the network h_zeta: at
    most the Rademacher complexity of a class that holds every h_zeta. *)
Definition mean_correlation (I E J : finType) (x : I -> E -> F)
    (h : {ffun I -> bool} -> network F E J) : F :=
  avg (fun zeta => correlation x zeta (h zeta)).

End Rademacher.

(** ** Points (§5, Conjecture 20) *)

(** The points are orthogonal and have norm R. *)
Definition orthogonal_points (F : realFieldType) (I E : finType) (x : I -> E -> F) (R : F)
    : Prop := forall i j, dot (x i) (x j) = if i == j then R ^+ 2 else 0.

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

(** The right-hand side of inequality (H) of docs/proofs-conjecture_20-fails.md. *)
Definition rectangle_ratio (F : rcfType) (n N h a b : nat) : F :=
  a%:R * binomial_mean N (column_probability F n h a) (fun j => (minn j b)%:R)
    * Num.sqrt ((2 * 'C(n, a))%:R / (n * N * 'C(h.-1, a.-1))%:R)
  / (Num.sqrt a%:R + Num.sqrt b%:R + 1).

(** Theorem H*: the sum of g(i) over the sets of a of 2h elements that meet a given set of h
    elements in i >= y of them; K is the number of these sets. *)
Definition half_sum (h a y : nat) (g : nat -> nat) : nat :=
  (\sum_(y <= i < a.+1) 'C(h, i) * 'C(h, a - i) * g i)%N.

(** The right side of inequality (H-star): with pi = K / C(2h, a), mu = the mean of i - (a - i)
    over these sets and X ~ Bin(N, pi),
    (1 - C(2h, h) / 4^h) mu E min(X, b) / (sqrt(a N pi) (sqrt a + sqrt b + 1)). *)
Definition halves_ratio (F : rcfType) (h N a y b : nat) : F :=
  let K : F := (half_sum h a y (fun=> 1%N))%:R in
  let mu := ((half_sum h a y id)%:R - (half_sum h a y (fun i => a - i)%N)%:R) / K in
  let prob := K / 'C(h.*2, a)%:R in
  (1 - 'C(h.*2, h)%:R / 4%:R ^+ h) * mu * binomial_mean N prob (fun j => (minn j b)%:R)
  / (Num.sqrt (a%:R * N%:R * prob) * (Num.sqrt a%:R + Num.sqrt b%:R + 1)).
