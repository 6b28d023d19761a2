(** * Proofs of headline.v

   The theorems of the other files at Coq's real numbers. *)
From Coq Require Import Reals FunctionalExtensionality Epsilon.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import averages rademacher reals theorem_q cube_samples by_heart lemma_18_networks
  lemma_18_corrected theorem_17_corrected lower_bound logarithm cube attained average_sensitivity
  theorem_17_false theorem_j constant_root_two statements_sensitivity
  statements_learner statements_constructions statements_queries definitions definitions_logarithm
  definitions_constructions definitions_learning definitions_distributions definitions_reals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The properties of ln and exp, for the field of definitions_reals.v. *)
Lemma real_ln : is_logarithm ln. Proof. exact: (log reals). Qed.
Lemma real_exp : @is_exponential real (fun t : real => Rtrigo_def.exp t).
Proof. exact: (expP reals). Qed.
Lemma real_lnK (a : real) : 0 < a -> Rtrigo_def.exp (ln a) = a. Proof. exact: (@lnK reals). Qed.
Lemma real_hoeffding : @hoeffding_with real (fun t : real => Rtrigo_def.exp t) 8%:R.
Proof. exact: (@hoeffding8 reals). Qed.
Lemma real_complete : complete real. Proof. exact: R_complete. Qed.
Lemma real_above (t : real) : exists M : nat, t <= M%:R. Proof. exact: R_above. Qed.

Lemma average_sensitivity_at_reals (n s k : nat) (W B : real) :
  (forall h, sparse_functions n s k W B h -> AS h <= 4%:R * k%:R ^+ 2 * W ^+ 2) /\
  ((2 <= n)%N -> (4 * k <= s)%N -> 0 <= W -> 0 <= B ->
   exists2 h, sparse_functions n s k W B h & AS h = 4%:R * k%:R ^+ 2 * W ^+ 2).
Proof.
split=> [h [net cls ->]|n2 s4 W0 B0]; first exact: theorem_A cls.
have [||net cls e] := @AS_extremal_of_scale real [ord n] [ord s] k W B _ _ W0 B0; rewrite ?card_ord //.
by exists (fn net) => //; exists net.
Qed.

Lemma lemma_9_at_reals (n s k : nat) (W B : real) (h : cube [ord n] -> real) :
  0 <= W -> 0 <= B -> (2 <= n * s)%N -> sparse_functions n s k W B h ->
  AS h <= ((ln 2%:R)^-1 + (Num.sqrt (ln 2%:R))^-1)
    * (k%:R ^+ 4 * W ^+ 2 * Num.sqrt n%:R * ln (n%:R * s%:R)
       + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s%:R)).
Proof.
move=> W0 B0 ns [net cls ->]; have := @lemma_9_corrected reals _ _ net k W B W0 B0 cls.
by rewrite !card_ord; apply.
Qed.

Lemma lemma_10_at_reals (n s k : nat) (W B rho : real) (h : cube [ord n] -> real) :
  0 <= W -> 0 <= B -> (2 <= n * s)%N -> 0 <= rho < 1 -> sparse_functions n s k W B h ->
  NS rho h
  <= 2%:R^-1 * ((ln 2%:R ^+ 2)^-1 + (Num.sqrt (ln 2%:R))^-1) * Num.sqrt (1 - rho)
    * (k%:R ^+ 4 * W ^+ 2 * ln (n%:R * s%:R / (1 - rho)) ^+ 2
       + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s%:R)).
Proof.
move=> W0 B0 ns r [net cls ->]; have := @lemma_10_corrected reals _ _ net k W B rho W0 B0 cls.
by rewrite !card_ord; apply.
Qed.

Lemma fourier_tail_at_reals (n s k d : nat) (W B : real) (h : cube [ord n] -> real) :
  sparse_functions n s k W B h -> tail h d <= 4%:R * k%:R ^+ 2 * W ^+ 2 / d.+1%:R.
Proof. by case=> net cls ->; apply: theorem_C cls. Qed.

Lemma theorem_8_at_reals (n s k d m : nat) (W B eps delta : real) :
  0 <= W -> 0 <= B -> (0 < n)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 ->
  4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  14%:R * (n ^ d)%N%:R * k%:R ^+ 2 * (W * Num.sqrt n%:R + B) ^+ 2 * ln delta^-1 / eps <= m%:R ->
  pac_learns (sparse_functions n s k W B) (@low_degree real [ord n] d m) eps delta.
Proof.
move=> W0 B0 n0 m0 e0 d2 le mle.
by apply: (@theorem_8_fourteen reals [ord n] [ord s]) => //; rewrite card_ord.
Qed.

Lemma junta_class_at_reals (n p d m : nat) (eps delta : real) :
  (0 < n)%N -> (0 < m)%N -> 0 < eps -> 0 < delta <= 2%:R^-1 -> 4%:R * p%:R / eps <= d.+1%:R ->
  14%:R * (n ^ d)%N%:R * (Num.sqrt (p%:R * n%:R) + p%:R) ^+ 2 * ln delta^-1 / eps <= m%:R ->
  pac_learns (sparse_functions n (2 ^ p) 1 (Num.sqrt p%:R) p%:R)
    (@low_degree real [ord n] d m) eps delta.
Proof.
move=> n0 m0 e0 d2 le mle; apply: theorem_8_at_reals => //; rewrite ?sqrtr_ge0 ?ler0n //.
  by rewrite sqr_sqrtr ?ler0n // expr1n mulr1.
by rewrite expr1n mulr1 -sqrtrM ?ler0n.
Qed.

Lemma theorem_13_at_reals (n s p : nat) (v : 'I_p -> 'I_n) (f : pattern p -> bool) :
  injective v -> (2 ^ p <= s)%N ->
  sparse_functions n s 1 (Num.sqrt p%:R) `|p%:R - 1| (fun x => sign real (f (shown (v : _ ->
    [ord n]) x))).
Proof.
move=> vi ps; have [|net cls e] := @theorem_13_padding real [ord n] [ord s] p v f vi.
  by rewrite card_ord.
exists net; first by rewrite sqr_sqrtr ?ler0n.
by apply: functional_extensionality => x; rewrite e.
Qed.

Lemma theorem_14_at_reals (m q : nat) (tau : real)
    (A : sq_learner real [ord m] (cube [ord m] -> bool)) :
  (0 < m)%N -> 0 < tau ->
  (forall S O, valid_oracle tau S O -> classification_error real (outcome A O q) S <= 3%:R^-1) ->
  4%:R^-1 * 2%:R ^+ m * tau ^+ 2 < q%:R.
Proof.
move=> m0 t0 ok; have := @theorem_14_printed real [ord m] tau q A.
by rewrite card_ord; apply.
Qed.

Lemma sparse_networks_at_reals (n s k p q : nat) (W B tau eps : real)
    (A : net_learner real [ord n] (cube [ord n] -> real)) :
  (0 < p)%N -> (k * 2 ^ p <= s)%N -> 0 <= W -> W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B ->
  0 < tau -> 0 < eps -> let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D ->
  sq_learns [ord s] k (W ^+ 2) B (uniform_law real [ord n]) tau q A
    (within_loss (uniform_law real [ord n]) eps) ->
  ('C(n, p)%:R - D / (D - p%:R)) * tau ^+ 2 <= q%:R.
Proof.
move=> p0 ks W0 bias t0 e0 D pD learns.
have := @sparse_queries_gt real [ord n] [ord s] k p W B p0 _ W0 bias tau eps q A t0 e0 pD learns.
by rewrite !card_ord; apply.
Qed.

Lemma degree_at_reals (n s k p d : nat) (W B eps : real) :
  (0 < p <= n)%N -> (k * 2 ^ p <= s)%N -> 0 <= W -> W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B ->
  0 < eps -> let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D <= p.+1%:R ->
  (forall h, sparse_functions n s k W B h -> exists a, uniform_loss (polynomial d a) h <= eps)
  <-> (p <= d)%N.
Proof.
move=> pn ks W0 bias e0 D pD.
have := @theorem_Q_degree real [ord n] [ord s] k p d W B eps.
rewrite !card_ord => /(_ pn ks W0 bias e0 pD) <-.
by split=> all net cls; [apply: all; exists net | case: cls => h cls ->; apply: all].
Qed.

Lemma theorem_17_false_at_reals :
  ~ exists c : real, forall W eps delta : real, 0 < W -> 0 < eps -> 2%:R * eps <= 1 ->
      0 < delta -> delta < 1 ->
      learnable_on_line (theorem_17_size ln c 1 1 1 W 1 0 eps delta) 1 1 W 0 eps delta.
Proof. exact: (no_constant_17_positive real_ln real_above). Qed.

Lemma conjecture_20_with_logarithm_at_reals (m n s k : nat) (x : 'I_m -> 'I_n -> real)
    (W B R r : real) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof.
move=> m0 W0 B0 R0 xR rad.
apply: (complexity_le_const real_exp real_ln real_lnK m0 W0 B0 R0 xR _ rad).
by move=> net; exact: in_class_mean_sparse.
Qed.

Lemma conjecture_20_false_at_reals :
  ~ exists C : real, forall (m n s k : nat) (x : 'I_m -> cube [ord n]) (W B r : real),
    (0 < m)%N -> (0 < k)%N -> (k < s)%N -> 0 < W -> 0 < B ->
    is_rademacher s k (fun i => pt real (x i)) W B r ->
    r <= C * (W * Num.sqrt n%:R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof. exact: (no_constant_in_cubes real_complete real_above). Qed.

Lemma lemma_18_false_at_reals (n s : nat) (c : real) : 0 < c ->
  exists (m : nat) (W delta : real), let H := networks_on s.+1 1 (@axis real n) W 0 in
  [/\ [/\ (0 < m)%N, 0 < W & 0 < delta < 1],
      is_sup (fun y => exists2 h : bool -> real, H h & exists b, y = h b) W,
      forall D, distribution D -> exists2 r, is_mean_complexity D H m r
        & c * (W * r + Num.sqrt (ln delta^-1 / m%:R)) <= 1
    & forall (Coins : finType) (p : Coins -> real)
             (A : Coins -> finite_learner real [finType of bool] m),
      distribution p -> exists D h, [/\ distribution D, H h
        & delta < \sum_o p o * probability (product D)
            (fun w : {ffun 'I_m -> bool} => 1 < loss_under D (A o (with_labels h w)) h)]].
Proof. exact: (lemma_18_fails n s real_exp real_ln real_lnK real_complete real_above). Qed.

Lemma conjecture_20_constant_at_reals (eps : real) : 0 < eps ->
  exists m0 : nat, forall m : nat, (m0 <= m)%N ->
  (forall (n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real),
     (0 < k)%N -> (k <= s)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
     is_rademacher s k x W B r ->
     r <= (Num.sqrt 2%:R + eps) * Num.sqrt (ln m%:R) * (W * R + B)
          * Num.sqrt (s%:R * k%:R / m%:R)) /\
  (exists (n s k : nat) (x : 'I_m -> 'I_n -> real) (W B R r : real),
   [/\ (0 < k)%N /\ (k < s)%N, [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
       is_rademacher s k x W B r
     & (Num.sqrt 2%:R - eps) * Num.sqrt (ln m%:R) * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
       <= r]).
Proof. exact: (constant_is_root_two real_exp real_ln real_lnK real_complete real_above). Qed.

(** Learners without training error exist, by Hilbert's epsilon. *)
Lemma lemma_18_repaired_at_reals (X : finType) (m : nat) (H : (X -> real) ->
  Prop) (C eps delta : real) :
  (0 < m)%N -> (forall h, H h -> forall x, `|h x| <= C) -> 0 < delta <= 1 ->
  (forall D, distribution D -> exists2 r, is_mean_complexity D H m r
     & 4%:R * C * r + C ^+ 2 * Num.sqrt (2%:R * ln delta^-1 / m%:R) <= eps) ->
  (exists A : finite_learner real X m, is_erm H A) /\
  forall A : finite_learner real X m, is_erm H A -> learns_any (fun _ => H) A eps delta.
Proof.
move=> m0 HC d01 le; split; last first.
  move=> A erm D h Dd Hh; have [r rad ler] := le D Dd.
  exact: (erm_learns Dd m0 HC Hh real_exp real_ln real_lnK real_hoeffding real_complete d01
    (fun w => erm h w Hh) rad ler).
pose good (S : {ffun 'I_m -> X * real}) (h : X -> real) := H h /\ forall i, h (S i).1 = (S i).2.
exists (fun S => epsilon (inhabits (fun=> 0)) (good S)) => h w Hh.
have [] : good (with_labels h w) (epsilon (inhabits (fun=> 0)) (good (with_labels h w))).
  by apply: epsilon_spec; exists h; split=> // i; rewrite ffunE.
by move=> He fit; split=> // i; have := fit i; rewrite ffunE.
Qed.

Lemma theorem_17_repaired_at_reals (X : finType) (n s k p q m : nat) (x : X -> 'I_n -> real)
    (W B R eps delta : real) :
  (0 < p)%N -> (0 < q)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  0 < eps -> 0 < delta ->
  s%:R * (Num.sqrt n%:R * (W / p%:R) * R + B / q%:R) <= Num.sqrt eps / 2%:R ->
  4%:R * (k%:R * (W * R + B)) ^+ 2 / eps * (s%:R * ln (2 * (p ^ n * q))%:R + ln delta^-1) <= m%:R ->
  (exists A : finite_learner real X m, is_clipped_erm s x W B (k%:R * (W * R + B)) A) /\
  forall A : finite_learner real X m, is_clipped_erm s x W B (k%:R * (W * R + B)) A ->
    learns_any (networks_on_support s k x W B) A eps delta.
Proof.
move=> p0 q0 W0 B0 R0 xR e0 d0 fine enough; split; last first.
  by move=> A; apply: (clipped_erm_learns real_exp real_ln real_lnK p0 q0 W0 B0 R0 xR e0 d0 fine
    enough).
set C := k%:R * (W * R + B).
pose good (S : {ffun 'I_m -> X * real}) (net : network real [ord n] [ord s]) :=
  scale net (W ^+ 2) B /\ forall i, clip C (eval net (x (S i).1)) = (S i).2.
pose pick S := epsilon (inhabits (fun=> Neuron 0 (fun=> 0) 0)) (good S).
exists (fun S i => clip C (eval (pick S) (x i))) => net h w sc fit.
have [] : good (with_labels h w) (pick (with_labels h w)).
  by apply: epsilon_spec; exists net; split=> // i; rewrite ffunE fit.
move=> sc' fit'; exists (pick (with_labels h w)) => //; split=> // j.
by have := fit' j; rewrite ffunE.
Qed.

Lemma theorem_17_lower_bound_at_reals (n s k m : nat) (x0 : 'I_n -> real) (W B R eps delta : real)
    (Coins : finType) (p : Coins -> real) (A : Coins -> finite_learner real [finType of bool] m) :
  (k <= s)%N -> 0 <= W -> 0 <= B -> 0 <= R -> B <= W * R -> normsq x0 = R ^+ 2 ->
  0 < eps -> 0 < delta -> delta < 2%:R^-1 ->
  m%:R < ((k%:R * (W * R + B)) ^+ 2 / (8%:R * eps) - 1) * ln (2%:R * delta)^-1 ->
  distribution p ->
  exists D h, [/\ distribution D, networks_on s k (opposite x0) W B h
    & delta < \sum_o p o * probability (product D)
        (fun w : {ffun 'I_m -> bool} => eps < loss_under D (A o (with_labels h w)) h)].
Proof.
move=> ks W0 B0 R0 BW xR e0 d0 d2 few.
exact: (every_learner_fails ks W0 B0 R0 BW xR real_exp real_ln real_lnK e0 d0 d2 few A).
Qed.
