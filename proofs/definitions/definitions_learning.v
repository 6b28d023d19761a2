(** * Definitions about learning

   Learners, losses, samples and statistical queries, to be compared with the paper by eye. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The functions on the cube {-1, 1}^n that are networks of H_{n,s,k}^{W,B}: s neurons, at most
    k of them active at every point, ||u||_oo max ||w_j|| <= W and ||u||_oo max |b_j| <= B. *)
Definition sparse_functions (F : realFieldType) (n s k : nat) (W B : F) (h : cube [ord n] -> F)
    : Prop :=
  exists2 net : network F [ord n] [ord s], in_class (@pt F [ord n]) k (W ^+ 2) B net & h = fn net.
Arguments sparse_functions {F} n s k W B h.

(** ** Finite probability spaces *)

Section Spaces.
Variables (F : realFieldType) (T : finType) (p : T -> F).

(** The weights p are a distribution; and the mean and the probability under them.  A
    randomised learner is a family of learners, one for each outcome o of the coins, which
    has the weight p o.  Differs: finitely many outcomes. *)
Definition distribution : Prop := (forall o, 0 <= p o) /\ \sum_o p o = 1.
Definition mean (f : T -> F) : F := \sum_t p t * f t.
Definition probability (A : pred T) : F := \sum_(t | A t) p t.

End Spaces.

(** The weight of independent draws w. *)
Definition product (F : realFieldType) (T I : finType) (p : T -> F) (w : {ffun I -> T}) : F :=
  \prod_i p (w i).

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

End Learning.

(** ** The number of samples of Theorem 17 (§5) *)

(** Theorem 17: c/eps^2 ((WR + B)^2 k s n ln(k(R + B)/eps) + ln(1/delta)), and the same with
    ln(1/delta) multiplied by (WR + B)^2 too. *)
Definition theorem_17_size (F : realFieldType) (ln : F -> F) (c : F) (n s k : nat)
    (W R B eps delta : F) : F :=
  c * ((W * R + B) ^+ 2 * k%:R * s%:R * n%:R * ln (k%:R * (R + B) / eps) + ln delta^-1)
  / eps ^+ 2.
Definition theorem_17_scaled_size (F : realFieldType) (ln : F -> F) (c : F) (n s k : nat)
    (W R B eps delta : F) : F :=
  c * (W * R + B) ^+ 2 * (k%:R * s%:R * n%:R * ln (k%:R * (R + B) / eps) + ln delta^-1)
  / eps ^+ 2.

(** The points 1 and -1 of the line; ||x|| <= R = 1 for both. *)
Definition line (F : realFieldType) (b : bool) : 'I_1 -> F := fun=> sign F b.

(** The randomised learner A, which gets m samples, has a loss above eps with a probability above
    delta, over the sample and the coins together, for some network of H_{1,s,k}^{W,B} as the
    target, where the distribution on the line has the mass q at the point 1. *)
Definition learner_fails_on_line (F : realFieldType) (m : nat) (Coins : finType) (p : Coins -> F)
    (A : Coins -> learner F m) (s k : nat) (W B eps delta q : F) : Prop :=
  exists2 net : network F [ord 1] [ord s],
    in_class (@line F) k (W ^+ 2) B net
    & let h (x : F) := eval net (fun=> x) in
      delta < \sum_o p o * prob q (fun w : {ffun 'I_m -> bool} =>
        eps < half_loss q (A o (sample h w)) h).

(** There is a learner for H_{1,s,k}^{W,B} on the line that gets at most the given number of
    samples (up to rounding, and one if that number is not positive), and that fails for no
    target and no distribution. *)
Definition learnable_on_line (F : realFieldType) (number : F) (s k : nat) (W B eps delta : F)
    : Prop :=
  exists (m : nat) (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m),
  [/\ distribution p, m%:R <= Num.max 0 number + 1
    & forall q, 0 <= q -> q <= 1 -> ~ learner_fails_on_line p A s k W B eps delta q].

(** ** The low-degree algorithm (§2.1, Lemma 7; §3, Theorem 8) *)

Section LowDegree.
Variables (F : realFieldType) (E : finType).

(** The polynomial of degree d with the coefficients a. *)
Definition polynomial (d : nat) (a : {set E} -> F) : cube E -> F :=
  fun x => \sum_(T : {set E} | (#|T| <= d)%N) a T * chi F T x.

(** The number N of monomials of degree at most d. *)
Definition monomials (d : nat) : nat := #|[set T : {set E} | (#|T| <= d)%N]|.

(** A sample of m labelled points, and the hypothesis of the low-degree algorithm. *)
Definition labelled_sample (m : nat) := {ffun 'I_m -> cube E * F}.
Definition coefficient (m : nat) (S : labelled_sample m) (T : {set E}) : F :=
  avg (fun i => (S i).2 * chi F T (S i).1).
Definition low_degree (d m : nat) (S : labelled_sample m) : cube E -> F :=
  polynomial d (coefficient S).

(** The coefficients of Theorem R: the mean of the labels for the empty set, and for the other T the
    sum of (y - mean) chi_T over m - 1. *)
Definition centred_coefficient (m : nat) (S : labelled_sample m) (T : {set E}) : F :=
  let mu := avg (fun i => (S i).2) in
  if T == set0 then mu else (\sum_i ((S i).2 - mu) * chi F T (S i).1) / (m%:R - 1).

(** m points labelled by h. *)
Definition labelled (m : nat) (h : cube E -> F) (x : {ffun 'I_m -> cube E}) : labelled_sample m :=
  [ffun i => (x i, h (x i))].

(** The loss E 1/2 (g(x) - h(x))^2 under the uniform distribution, and the probability of an
    event for m independent uniform points: the share of the samples. *)
Definition uniform_loss (g h : cube E -> F) : F := avg (fun x => (g x - h x) ^+ 2 / 2%:R).
Definition uniform_probability (m : nat) (A : pred {ffun 'I_m -> cube E}) : F :=
  #|[set x | A x]|%:R / #|{ffun 'I_m -> cube E}|%:R.

(** PAC learning of the class H by A under the uniform distribution, as in §2: for every h of H
    the loss is at most eps with a probability of at least 1 - delta. *)
Definition pac_learns (H : (cube E -> F) -> Prop) (m : nat)
    (A : labelled_sample m -> cube E -> F) (eps delta : F) : Prop :=
  forall h, H h ->
  1 - delta <= uniform_probability (fun w => uniform_loss (A (labelled h w)) h <= eps).

(** A joint law of points and labels: an outcome o of weight p o has the point x o and the
    label y o; the points are uniform.  The loss of g, and m labelled draws. *)
Definition uniform_points (Omega : finType) (p : Omega -> F) (x : Omega -> cube E) : Prop :=
  forall z, \sum_(o | x o == z) p o = (#|{: cube E}|%:R)^-1.
Definition risk (Omega : finType) (p : Omega -> F) (x : Omega -> cube E) (y : Omega -> F)
    (g : cube E -> F) : F := mean p (fun o => (g (x o) - y o) ^+ 2 / 2%:R).
Definition draws (Omega : finType) (x : Omega -> cube E) (y : Omega -> F) (m : nat)
    (w : {ffun 'I_m -> Omega}) : labelled_sample m := [ffun i => (x (w i), y (w i))].

(** The means of the coefficients, which give the best polynomial. *)
Definition mean_coefficient (Omega : finType) (p : Omega -> F) (x : Omega -> cube E)
    (y : Omega -> F) (T : {set E}) : F := mean p (fun o => y o * chi F T (x o)).

(** More than half of the members a_j are within t of u. *)
Definition most_within (X : Type) (dist : X -> X -> F) (I : finType) (a : I -> X) (t : F) (u : X) :
    bool := (#|I| < 2 * #|[set j | (dist u (a j) <= t)%R]|)%N.

End LowDegree.

(** ** Learning on a finite domain, such as the cube, under any distribution (§2) *)

Section AnyDistribution.
Variables (F : realFieldType) (X : finType).

(** §2: the loss E 1/2 (g(x) - h(x))^2 under the distribution D. *)
Definition loss_under (D : X -> F) (g h : X -> F) : F := mean D (fun x => (g x - h x) ^+ 2 / 2%:R).

(** m points with the labels h, and a learner, which is a function of such a sample. *)
Definition with_labels (m : nat) (h : X -> F) (w : {ffun 'I_m -> X}) : {ffun 'I_m -> X * F} :=
  [ffun i => (w i, h (w i))].
Definition finite_learner (m : nat) := {ffun 'I_m -> X * F} -> X -> F.

(** PAC learning of the class H by A, as in §2: for every distribution and every h of H the loss
    is at most eps with a probability of at least 1 - delta.  The class may depend on the
    distribution, as that of the networks that are sparse on its support. *)
Definition learns_any (m : nat) (H : (X -> F) -> (X -> F) -> Prop) (A : finite_learner m)
    (eps delta : F) : Prop :=
  forall (D h : X -> F), distribution D -> H D h ->
  1 - delta <= probability (product D)
    (fun w : {ffun 'I_m -> X} => loss_under D (A (with_labels h w)) h <= eps).

(** The learner that returns a label it has seen, and 0 elsewhere. *)
Definition by_heart (m : nat) : finite_learner m := fun S x =>
  if [pick i | (S i).1 == x] is Some i then (S i).2 else 0.

End AnyDistribution.
Arguments learns_any {F X m} H A eps delta.
Arguments by_heart F X m : clear implicits.

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

(** ** Statistical queries for networks under arbitrary distributions (§1, Theorem 3) *)

Section NetworkQueries.
Variables (F : realFieldType) (E : finType).
Implicit Types (D f h : cube E -> F).

(** The points of the support of a distribution D over the hypercube, for in_class. *)
Definition support D : {x : cube E | D x != 0} -> E -> F := fun x => pt F (sval x).

(** The uniform distribution on the cube. *)
Definition uniform_law : cube E -> F := fun=> (#|{: cube E}|%:R)^-1.

(** A query phi(x, l) with values in [-1, 1], where the label l is the value h(x) of the target. *)
Definition net_query := cube E -> F -> F.
Definition net_bounded (phi : net_query) : Prop := forall x l, `|phi x l| <= 1.

(** An oracle of tolerance tau answers within tau of E_D phi(x, h(x)). *)
Definition net_oracle D h (tau : F) (O : net_query -> F) : Prop :=
  forall phi, net_bounded phi -> `|O phi - mean D (fun x => phi x (h x))| <= tau.

(** A learner and its outcome after q queries, as sq_learner above. *)
Record net_learner (H : Type) := NetLearner
  { net_ask : seq F -> net_query; net_conclude : seq F -> H;
    net_ask_bounded : forall a, net_bounded (net_ask a) }.
Definition net_answers (H : Type) (A : net_learner H) (O : net_query -> F) (q : nat) : seq F :=
  iter q (fun a => rcons a (O (net_ask A a))) [::].
Definition net_outcome (H : Type) (A : net_learner H) (O : net_query -> F) (q : nat) : H :=
  net_conclude A (net_answers A O q).

(** Targets with the values 0 and 1 on the support; Pr_D[g(x) <> h(x)] for such a target and a
    classifier g; and the paper's loss E_D 1/2 (g(x) - h(x))^2. *)
Definition zero_one D h : Prop := forall x, D x != 0 -> h x = 0 \/ h x = 1.
Definition net_error D (g : cube E -> bool) h : F :=
  mean D (fun x => (g x != (h x == 1))%:R).
Definition net_loss D (g h : cube E -> F) : F :=
  mean D (fun x => (g x - h x) ^+ 2 / 2%:R).

(** The learner A succeeds, with q queries, for every network of H_{n,s,k}^{W,B} on the support
    of D and with every oracle of tolerance tau; s = #|J|, and the first argument of success is
    the hypothesis, the second one the target. *)
Definition sq_learns (J : finType) (k : nat) (Wsq B : F) D (tau : F) (q : nat) (H : Type)
    (A : net_learner H) (success : H -> (cube E -> F) -> Prop) : Prop :=
  forall (net : network F E J) (O : net_query -> F), in_class (@support D) k Wsq B net ->
    net_oracle D (fn net) tau O -> success (net_outcome A O q) (fn net).

(** Success: a classification error of at most 1/3, where the target is a classifier, and a
    loss of at most eps. *)
Definition within_third D (g : cube E -> bool) h : Prop :=
  zero_one D h -> net_error D g h <= 3%:R^-1.
Definition within_loss D (eps : F) (g h : cube E -> F) : Prop := net_loss D g h <= eps.

End NetworkQueries.
Arguments uniform_law F E : clear implicits.
Arguments sq_learns {F E} J k Wsq B D tau q {H} A success.

(** The sizes in Theorem 3, first part, for the parities of m bits: n >= m^2,
    s >= floor(m/2) + 1, W^2 >= 20 m^3 and B >= 4 m^2; k is 1. *)
Definition theorem_3_sizes (F : realFieldType) (m : nat) (E J : finType) (Wsq B : F) : Prop :=
  [/\ (0 < m)%N, (m ^ 2 <= #|E|)%N, (m./2 < #|J|)%N
    & 20%:R * m%:R ^+ 3 <= Wsq /\ 4%:R * m%:R ^+ 2 <= B].
