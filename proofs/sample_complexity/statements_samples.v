(** * Statements about numbers of samples (§5, Lemma 18 and Theorem 17)

   Both are false as printed. The class of the refutations is {0, -lambda sigma(x)}.

   The points are 1 and -1 of the line, with the mass q at 1; m is the number of samples.

   - target lambda t: 0, or -lambda sigma(x) if t is true.
   - learner F m: a function from samples of m labelled points to hypotheses.
   - sample h w: the points w with the labels h; prob q A: the probability of A over w.
   - half_loss q g h: the loss E 1/2 (g - h)^2.
   - theorem_17_size, theorem_17_scaled_size: the numbers of samples, with the constant c.
   - learnable_on_line number s k W B eps delta: that number of samples is enough for some learner.
   - distribution p: p is a law on a finite set, such as that of the coins.
   - is_mean_complexity D G m r: the mean over samples of m draws from D of the complexity of the
     class G. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_logarithm definitions_learning
  definitions_distributions averages cube one_point learner_confidence lemma_18 lemma_18_corrected
  theorem_17_false by_heart.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Lemma 18 *)

(** Lemma 18 as printed: the class {0, -lambda sigma} of two members of H_{1,1,1}^{lambda,0}
    has the supremum 0, but no m is enough for all lambda.  It is not a part of the theorem that
    the printed m does not depend on lambda: there the supremum multiplies the complexity, which
    is all that depends on lambda.
    refutes: lemma-18 printed *)
Theorem lemma_18_no_sample_size (F : realFieldType) (m : nat) (eps delta : F) :
  0 <= eps -> 0 <= delta -> delta < 1 ->
  exists q lambda : F, [/\ 0 < q, q < 1, 0 < lambda,
    forall t x, target lambda t x <= 0
    & forall A : learner F m, exists t : bool,
      delta < prob q (fun w : {ffun 'I_m -> bool} =>
        eps < half_loss q (A (sample (target lambda t) w)) (target lambda t))].
Proof. exact: no_sample_size_half. Qed.

(** The same for randomised learners, with the probability over the sample and the coins
    together, for every delta < 1/2.
    refutes: lemma-18 printed *)
Theorem lemma_18_no_sample_size_randomised (F : realFieldType) (m : nat) (eps delta : F) :
  0 <= eps -> 0 <= delta -> delta < 2%:R^-1 ->
  exists q lambda : F, [/\ 0 < q, q < 1, 0 < lambda
    & forall (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m), distribution p ->
      exists t : bool, delta < \sum_o p o * prob q (fun w : {ffun 'I_m -> bool} =>
        eps < half_loss q (A o (sample (target lambda t) w)) (target lambda t))].
Proof. exact: no_sample_size_half_randomised. Qed.

(** For functions of at most 1 in absolute value Lemma 18 holds as printed, with c = 4, on a finite
    domain such as the cube.
    proves: lemma-18 unit *)
Theorem lemma_18_unit (F : log_field) (X : finType) (m : nat) (H : (X -> F) -> Prop) (C eps delta : F)
    (A : finite_learner F X m) :
  (0 < m)%N -> 0 <= C <= 1 -> (forall h, H h -> forall x, `|h x| <= C) -> 0 < delta <= 1 ->
  is_erm H A ->
  (forall D, distribution D -> exists2 r, is_mean_complexity D H m r
     & 4%:R * (C * r + Num.sqrt (ln delta^-1 / m%:R)) <= eps) ->
  learns_any (fun _ => H) A eps delta.
Proof.
move=> m0 /andP[C0 C1] HC d01 erm le D h Dd Hh; have [r rad ler] := le D Dd.
apply: (erm_learns Dd m0 HC Hh (expP F) (log F) (@lnK F) (@hoeffding8 F)
  (@complete_log F) d01 (fun w => erm h w Hh) rad).
apply: le_trans ler; rewrite mulrDr -mulrA ler_add2l.
have L0 : 0 <= ln delta^-1 / m%:R :> F.
  by apply: divr_ge0 (ler0n _ _); apply: (ln_inv_ge0 (log F)).
have C2 : C ^+ 2 <= 1 by apply: exprn_ile1.
apply: le_trans (ler_pimull (sqrtr_ge0 _) C2) _.
have four : 4%:R = Num.sqrt (4%:R ^+ 2) :> F by rewrite sqrtr_sqr normr_nat.
rewrite four -sqrtrM ?sqr_ge0 //; apply: ler_wsqrtr; rewrite -mulrA; apply: ler_wpmul2r => //.
by rewrite -natrX ler_nat.
Qed.

(** ** Theorem 17 *)

(** Whatever c and delta < 1/2 are, and whatever number M is at least as large as the printed number
    of samples for n = s = k = R = W = eps = 1 and B = 0, for some W every learner, even a randomised
    one, that gets at most M samples fails: its loss is above 1 with a probability above delta, for a
    network of H_{1,1,1}^{W,0} and a distribution on {1, -1}.
    refutes: theorem-17 printed *)
Theorem theorem_17_fails (F : log_field) (c delta : F) (M : nat) :
  0 <= delta -> delta < 2%:R^-1 ->
  theorem_17_size (@ln F) c 1 1 1 1 1 0 1 delta <= M%:R ->
  exists W q : F, [/\ 0 < W, 0 < q, q < 1, theorem_17_size (@ln F) c 1 1 1 W 1 0 1 delta <= M%:R
    & forall (m : nat) (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m),
      distribution p -> (m <= M)%N -> learner_fails_on_line p A 1 1 W 0 1 delta q].
Proof. exact: (fails_at_one_randomised (log F)). Qed.

(** So Theorem 17 is false for every constant c in front, even for n = s = k = R = 1 and B = 0.
    refutes: theorem-17 printed *)
Theorem theorem_17_no_constant (F : log_field) :
  ~ exists c : F, forall W eps delta : F, 0 < W -> 0 < eps -> 0 < delta -> delta < 1 ->
      learnable_on_line (theorem_17_size (@ln F) c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof. exact: (no_constant_17 (log F) (@above F)). Qed.

(** It is false with ln(1/delta) multiplied by (WR + B)^2 too: n = W = R = 1, B = 0, s = k and
    eps = k.  As WR + B = 1 here, where both forms agree, no power of WR + B repairs it.
    refutes: theorem-17 scaled *)
Theorem theorem_17_no_constant_scaled (F : log_field) :
  ~ exists c : F, forall (k : nat) (eps delta : F), (0 < k)%N -> 0 < eps -> 0 < delta ->
      delta < 1 ->
      learnable_on_line (theorem_17_scaled_size (@ln F) c 1 k k 1 1 0 eps delta) k k 1 0 eps delta.
Proof. exact: (no_constant_17_scaled (log F) (@above F)). Qed.

(** ** Dense networks *)

(** On a domain X of N points x of norm at most R, C^2 (N ln 2 + ln(1/delta)) / (2 eps) samples with
    C = s (WR + B) are enough for the dense networks, whatever the distribution: the learner returns
    the labels that it has seen.
    proves: intro-dense-lower by-heart *)
Theorem dense_networks_by_heart (F : log_field) (X : finType) (n s m : nat)
    (x : X -> 'I_n -> F) (W B R eps delta : F) :
  0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) -> 0 < eps -> 0 < delta ->
  (s%:R * (W * R + B)) ^+ 2 * (#|X|%:R * ln 2%:R + ln delta^-1) / (2%:R * eps) <= m%:R ->
  learns_any (fun _ h => exists2 net : network F [ord n] [ord s],
      in_class x s (W ^+ 2) B net & forall i, h i = eval net (x i))
    (by_heart F X m) eps delta.
Proof.
move=> W0 B0 R0 xR e0 d0 mle D h Dd [net cls hE].
have C0 : 0 <= s%:R * (W * R + B) by rewrite mulr_ge0 ?addr_ge0 ?mulr_ge0 ?ler0n.
apply: (learns_by_heart (expP F) (log F) (@lnK F) C0 e0 d0 mle) => // i.
by rewrite hE; apply: (one_point.value_le W0 B0 R0 xR).
Qed.

(** So no c makes c s^2 / eps^2 samples necessary for the dense networks H_{n,s,s}^{W,B} on the
    cube: for all n, W, B, delta there is an eps at which fewer are enough, for every s.
    refutes: intro-dense-lower printed *)
Theorem dense_networks_need_fewer (F : log_field) (n : nat) (c W B delta : F) :
  0 < c -> 0 <= W -> 0 <= B -> 0 < delta <= 1 ->
  exists2 eps : F, 0 < eps & forall s : nat, (0 < s)%N ->
  exists2 m : nat, m%:R < c * s%:R ^+ 2 / eps ^+ 2
  & learns_any (fun _ => sparse_functions n s s W B) (by_heart F [finType of cube [ord n]] m)
      eps delta.
Proof.
exact: (dense_by_heart (expP F) (log F) (@lnK F) (@above F)).
Qed.
