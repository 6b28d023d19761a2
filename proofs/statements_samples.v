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
   - is_mean_complexity D G m r, is_mean_deviation D G m z: the means over samples of m draws from D
     of the complexity of the class G, and of its largest deviation.
   - losses H h0: the losses 1/2 (h - h0)^2 of the h of H. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning definitions_distributions averages
  cube lemma_18 lemma_18_corrected theorem_17_false.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Lemma 18 *)

(** Lemma 18: the targets 0 and -lambda sigma(x) are networks of H_{1,1,1}^{lambda,0}. *)
Theorem lemma_18_members (F : realFieldType) (lambda : F) (t : bool) : 0 <= lambda ->
  exists2 net : network F [ord 1] [ord 1],
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

(** Lemma 18 corrected, symmetrisation: the mean over the samples of sup_g (E_D g - E_S g) is at
    most twice the mean complexity, for every class G of functions and every distribution on a
    finite set of points.
    proves: lemma-18 symmetrisation; theorem-17 deviation *)
Theorem lemma_18_symmetrisation (F : rcfType) (X : finType) (D : X -> F) (m : nat)
    (G : (X -> F) -> Prop) (z r : F) :
  distribution D -> (0 < m)%N -> (exists g, G g) ->
  is_mean_deviation D G m z -> is_mean_complexity D G m r -> z <= 2%:R * r.
Proof. by move=> Dd m0; apply: symmetrisation. Qed.

(** Contraction: the mean complexity of the losses 1/2 (h - h_0)^2 is at most 2C times that of H, if
    |h| <= C on H and h_0 is of H.
    proves: lemma-18 contraction *)
Theorem lemma_18_contraction (F : rcfType) (X : finType) (D : X -> F) (m : nat)
    (H : (X -> F) -> Prop) (C : F) (h0 : X -> F) (r r' : F) :
  distribution D -> (0 < m)%N -> (forall h, H h -> forall x, `|h x| <= C) -> H h0 ->
  is_mean_complexity D (losses H h0) m r' -> is_mean_complexity D H m r -> r' <= 2%:R * C * r.
Proof. by move=> Dd m0 HC H0; apply: contraction_of_losses. Qed.

(** ** Theorem 17 *)

(** For n = s = k = R = eps = 1 and B = 0 the printed number of samples does not depend on W. *)
Theorem theorem_17_number (F : realFieldType) (ln : F -> F) (c W delta : F) :
  is_logarithm ln -> theorem_17_size ln c 1 1 1 W 1 0 1 delta = c * ln delta^-1.
Proof. by move=> log; exact: (size_at_one log). Qed.

(** Whatever c and delta < 1 are, and whatever number M is at least as large as the printed
    number of samples there, for some W every learner that gets at most M samples fails: its
    loss is above 1 with a probability above delta, for a network of H_{1,1,1}^{W,0} and a
    distribution on {1, -1}.
    refutes: theorem-17 printed *)
Theorem theorem_17_fails (F : realFieldType) (ln : F -> F) (c delta : F) (M : nat) :
  is_logarithm ln -> 0 <= delta -> delta < 1 ->
  theorem_17_size ln c 1 1 1 1 1 0 1 delta <= M%:R ->
  exists W q : F, [/\ 0 < W, 0 < q, q < 1, theorem_17_size ln c 1 1 1 W 1 0 1 delta <= M%:R
    & forall (m : nat) (A : learner F m), (m <= M)%N ->
      learner_fails_on_line (fun _ : unit => 1) (fun=> A) 1 1 W 0 1 delta q].
Proof. by move=> log; exact: (fails_at_one log). Qed.

(** The same for randomised learners, for every delta < 1/2.
    refutes: theorem-17 printed *)
Theorem theorem_17_fails_randomised (F : realFieldType) (ln : F -> F) (c delta : F) (M : nat) :
  is_logarithm ln -> 0 <= delta -> delta < 2%:R^-1 ->
  theorem_17_size ln c 1 1 1 1 1 0 1 delta <= M%:R ->
  exists W q : F, [/\ 0 < W, 0 < q, q < 1, theorem_17_size ln c 1 1 1 W 1 0 1 delta <= M%:R
    & forall (m : nat) (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m),
      distribution p -> (m <= M)%N -> learner_fails_on_line p A 1 1 W 0 1 delta q].
Proof. by move=> log; exact: (fails_at_one_randomised log). Qed.

(** So Theorem 17 is false for every constant c in front, even for n = s = k = R = 1 and B = 0.
    refutes: theorem-17 printed *)
Theorem theorem_17_no_constant (F : archiFieldType) (ln : F -> F) : is_logarithm ln ->
  ~ exists c : F, forall W eps delta : F, 0 < W -> 0 < eps -> 0 < delta -> delta < 1 ->
      learnable_on_line (theorem_17_size ln c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof. by move=> log; exact: (no_constant_17 log (@archimedean_above F)). Qed.

(** It is false where its logarithm is positive too, 2 eps <= k(R + B) = 1: the term ln(1/delta)
    lacks a factor that grows with W.
    refutes: theorem-17 confidence *)
Theorem theorem_17_no_constant_positive (F : archiFieldType) (ln : F -> F) : is_logarithm ln ->
  ~ exists c : F, forall W eps delta : F, 0 < W -> 0 < eps -> 2%:R * eps <= 1 -> 0 < delta ->
      delta < 1 ->
      learnable_on_line (theorem_17_size ln c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof. by move=> log; exact: (no_constant_17_positive log (@archimedean_above F)). Qed.

(** It is false with ln(1/delta) multiplied by (WR + B)^2 too: n = W = R = 1, B = 0, s = k and
    eps = k.  As WR + B = 1 here, where both forms agree, no power of WR + B repairs it.
    refutes: theorem-17 scaled *)
Theorem theorem_17_no_constant_scaled (F : archiFieldType) (ln : F -> F) : is_logarithm ln ->
  ~ exists c : F, forall (k : nat) (eps delta : F), (0 < k)%N -> 0 < eps -> 0 < delta ->
      delta < 1 ->
      learnable_on_line (theorem_17_scaled_size ln c 1 k k 1 1 0 eps delta) k k 1 0 eps delta.
Proof. by move=> log; exact: (no_constant_17_scaled log (@archimedean_above F)). Qed.
