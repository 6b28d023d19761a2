(** * Statements about Conjecture 20 (§5)

   It fails for every constant (Theorem H of docs/proofs-conjecture_20-fails.md), at three points,
   inside the cube {-1, 1}^8, and at 5340 points by the inequality (H).

   The sample is x_1, ..., x_m in n dimensions, ||x_i|| <= R.

   - [ord n]: [n] as a finite type; s is the number of neurons, k that of the active ones.
   - in_class x k (W ^+ 2) B net: net is one of H_{n,s,k}^{W,B}, its sparsity asked at the x_i.
   - mean_correlation x h: the mean over zeta of 1/m sum_i zeta_i h_zeta(x_i), at most the
     complexity of a class that holds every h_zeta.
   - is_rademacher s k x W B r: r is the Rademacher complexity of H_{n,s,k}^{W,B} at the sample.
   - sizes g d m n s k: the sizes of Theorem H; rectangle_ratio: the right side of (H).
   - orthogonal_points x R: the points are orthogonal and have the norm R.
   - complete F: F has all least upper bounds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_logarithm definitions_constructions averages
  cube rademacher orthogonal_points three_points conjecture_20 cube_samples theorem_h_star
  half_probability root_two sparse_on_the_cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Every constant (Theorem H) *)

(** Theorem H: for every g >= 1 there are a sample, a scale and networks with a mean
    correlation of at least (g^2/17) (WR + B) sqrt(sk/m); the sizes are explicit.
    proves: conj-20 theorem-h *)
Theorem theorem_H (F : rcfType) (g : nat) : (0 < g)%N ->
  exists (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R : F)
         (h : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N, (k < s)%N & sizes g g m n s k],
      [/\ 0 < W, 0 < B & 0 < R],
      forall i, normsq (x i) <= R ^+ 2,
      forall zeta, in_class x k (W ^+ 2) B (h zeta)
    & g%:R ^+ 2 / 17%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
      <= mean_correlation x h].
Proof. exact: correlation_ge. Qed.

(** Theorem H, exact form: for all 1 <= a <= h <= n and N, b >= 1 there are a sample of nN
    points and networks of the class with s = 2 C(n,a) and k = C(h-1,a-1), whose mean
    correlation is at least the right side of (H) times (WR + B) sqrt(sk/m); and so is the
    complexity.
    proves: conj-20 theorem-h *)
Theorem theorem_H_exact (F : rcfType) (n N h a b : nat) :
  (0 < a)%N -> (a <= h)%N -> (h <= n)%N -> (0 < N)%N -> (0 < b)%N ->
  let m := (n * N)%N in let s := (2 * 'C(n, a))%N in let k := 'C(h.-1, a.-1) in
  exists (x : 'I_m -> 'I_(n + N) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n + N] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      rectangle_ratio F n N h a b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        rectangle_ratio F n N h a b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof.
move=> a0 ah hn N0 b0 m s k.
have [x [W [B [R [net [sizes [W0 B0 R0] xR cls le]]]]]] :=
  rectangle_ratio_attained F a0 ah hn N0 b0.
exists x, W, B, R, net; split=> // r rad.
exact: le_trans le (rademacher_ge cls rad).
Qed.

(** And so at points of the cube {-1, 1}^n, where R^2 = n: for every g >= 1 there are a sample,
    which is the whole domain, and networks with a mean correlation of at least (g^2/17) (WR + B)
    sqrt(sk/m). The points are pairs of rows of Sylvester's matrix.
    refutes: conj-20 printed; conj-20 root-two; conj-20 universal *)
Theorem theorem_H_in_a_cube (F : rcfType) (g : nat) : (0 < g)%N ->
  exists (m n s k : nat) (x : 'I_m -> cube [ord n]) (W B : F)
         (h : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N], 0 < W /\ 0 < B,
      forall zeta, in_class (fun i => pt F (x i)) k (W ^+ 2) B (h zeta)
    & g%:R ^+ 2 / 17%:R * (W * Num.sqrt n%:R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation (fun i => pt F (x i)) h].
Proof. exact: cube_correlation_ge. Qed.

(** The right side of (H) is unbounded: at the sizes of theorem_H it is at least g^2/17.
    proves: conj-20 theorem-h *)
Theorem theorem_H_exact_unbounded (F : rcfType) (g : nat) : (0 < g)%N ->
  g%:R ^+ 2 / 17%:R
  <= rectangle_ratio F (g ^ 8).*2 (g ^ 4 * 2 ^ (g ^ 4)) (g ^ 8) (g ^ 4) (g ^ 4).
Proof. exact: rectangle_ratio_ge. Qed.

(** Theorem H*, exact form: for all 1 <= a <= h, y <= a and N, b >= 1 there are a sample of 2hN
    points and networks of the class with s = 2 C(2h, a) and k = a K / h, a whole number, whose mean
    correlation is at least halves_ratio times (WR + B) sqrt(sk/m); and so is the complexity.
    proves: conj-20 theorem-h-star *)
Theorem theorem_H_star (F : rcfType) (h N a y b : nat) :
  (0 < a)%N -> (a <= h)%N -> (y <= a)%N -> (0 < N)%N -> (0 < b)%N ->
  let K := half_sum h a y (fun=> 1%N) in
  let m := (h.*2 * N)%N in let s := (2 * 'C(h.*2, a))%N in let k := (a * K %/ h)%N in
  [/\ (k * h = a * K)%N, (0 < m)%N, (0 < k)%N & (k < s)%N] /\
  exists (x : 'I_m -> 'I_(h.*2 + N) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord h.*2 + N] [ord s]),
  [/\ [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      halves_ratio F h N a y b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        halves_ratio F h N a y b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof. by move=> a0 ah ya N0 b0; apply: theorem_H_star_exact. Qed.

(** Theorem H*: for every whole g >= 2 there are a sample of m points, with ln m <= g^2 + 36 ln g + 8,
    and networks of the class with a mean correlation of at least rho (WR + B) sqrt(sk/m), where rho
    is sqrt 2 g (1 - 3/(2 g^6)); and so is the complexity.
    proves: conj-20 theorem-h-star-growth *)
Theorem theorem_H_star_growth (F : log_field) (g : nat) : (1 < g)%N ->
  let rho : F := Num.sqrt 2%:R * g%:R * (1 - 3%:R / (2%:R * g%:R ^+ 6)) in
  exists (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      @ln F m%:R <= g%:R ^+ 2 + 36%:R * @ln F g%:R + 8%:R,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      forall zeta, in_class x k (W ^+ 2) B (net zeta)
    & rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation x net /\
      forall r, is_rademacher s k x W B r ->
        rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof.
move=> g2 rho; have [m [n [s [k [x [W [B [R [net [sizes lnm WBR cls le]]]]]]]]]] :=
  whole_root_two (expP F) (log F) (@lnK F) g2.
exists m, n, s, k, x, W, B, R, net; split=> //.
by split=> // r rad; apply: le_trans le (rademacher_ge cls rad).
Qed.

(** Theorem H* in the form of docs: for every real g >= 2 and every m with
    ln m >= g^2 + 36 ln g + 7.3 there are a sample of m points and networks of the class with a mean
    correlation of at least sqrt 2 g (1 - 3/(2 g^4)) (WR + B) sqrt(sk/m); and so is the complexity.
    So the largest ratio is at least sqrt(2 ln m), up to terms of smaller order. *)
Theorem theorem_H_star_root_two (F : log_field) (g : F) (m : nat) :
  2%:R <= g -> (0 < m)%N -> g ^+ 2 + 36%:R * ln g + 73%:R / 10%:R <= ln m%:R ->
  let rho := Num.sqrt 2%:R * (g * (1 - 3%:R / (2%:R * g ^+ 4))) in
  exists (n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ (0 < k)%N /\ (k < s)%N,
      [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        rho * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof.
move=> g2 m0 gm rho.
have [n [s [k [x [W [B [R [net [ks WBR cls le]]]]]]]]] :=
  root_two_attained (expP F) (log F) (@lnK F) (@above F) g2 m0 gm.
exists n, s, k, x, W, B, R, net; split=> // r rad; exact: le_trans le (rademacher_ge cls rad).
Qed.

(** ** Single samples *)

(** So (16) fails at all orthogonal points of norm R > 0, from six on, for s = 2k, and W > 0.
    refutes: conj-20 printed *)
Theorem conjecture_20_at_orthogonal_points (F : rcfType) (m n k : nat) (x : 'I_m -> 'I_n -> F)
    (W R : F) :
  (6 <= m)%N -> (0 < k)%N -> 0 < W -> 0 < R -> orthogonal_points x R ->
  exists2 net : {ffun 'I_m -> bool} -> network F [ord n] [ord 2 * k],
    forall zeta, in_class x k (W ^+ 2) (W * R / Num.sqrt m%:R) (net zeta)
  & (W * R + W * R / Num.sqrt m%:R) * Num.sqrt ((2 * k)%:R * k%:R / m%:R)
    < mean_correlation x net.
Proof. exact: forced_above_one. Qed.

(** Conjecture 20 fails for a domain inside the cube {-1, 1}^8, namely the 8 rows of Sylvester's
    matrix, which are the sample too, with W = B = 1, s = 2 and k = 1.
    refutes: conj-20 printed *)
Theorem conjecture_20_in_a_cube (F : rcfType) :
  let x := @sylvester_point F 3 in let R := Num.sqrt 8%:R in
  orthogonal_points x R /\
  exists net : {ffun 'I_(2 ^ 3) -> bool}
      -> network F [ord 2 ^ 3] [ord 2],
  [/\ forall zeta, in_class x 1 (1 ^+ 2) 1 (net zeta),
      (1 * R + 1) * Num.sqrt (2%:R * 1%:R / 8%:R) < mean_correlation x net
    & forall r, is_rademacher 2 1 x 1 1 r -> (1 * R + 1) * Num.sqrt (2%:R * 1%:R / 8%:R) < r].
Proof. exact: in_a_cube. Qed.

(** Conjecture 20 fails at three orthonormal points, with s = 2, k = 1, W = 1 and B = 0.15.
    refutes: conj-20 printed *)
Theorem conjecture_20_at_three_points (F : rcfType) : let B : F := 150%:R / 1000%:R in
  exists (x : 'I_3 -> 'I_3 -> F)
         (net : {ffun 'I_3 -> bool} -> network F [ord 3] [ord 2]),
  [/\ orthogonal_points x 1,
      forall zeta, in_class x 1 (1 ^+ 2) B (net zeta),
      mean_correlation x net = 2825%:R / 3000%:R,
      (1 * 1 + B) * Num.sqrt (2%:R * 1%:R / 3%:R) < 2825%:R / 3000%:R
    & forall r, is_rademacher 2 1 x 1 B r ->
        (1 * 1 + B) * Num.sqrt (2%:R * 1%:R / 3%:R) < r].
Proof. exact: three_points_exceed. Qed.

(** ** Sparsity on the whole cube: two lemmas of Theorem H' of docs/proofs-conjecture_20-fails.md *)

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
Proof. exact: neurons_active_le. Qed.
