(** * Lemma 18: no learner does well on both targets 0 and -lambda sigma(x)

   The two points are 1 and -1, with the masses q and 1 - q.  With probability
   (1 - q)^m a sample does not hold the point 1; then the labels of the two
   targets agree, and a function is q lambda^2/4 away from one of them.  The
   supremum of the class {0, -lambda sigma} is 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning averages cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Learn.
Variable F : realFieldType.

(** The squared loss, without the factor 1/2. *)
Definition loss (q : F) (g h : F -> F) : F :=
  \sum_b mass q b * (g (sign F b) - h (sign F b)) ^+ 2.

Lemma relu1 : relu (1 : F) = 1.
Proof. by rewrite /relu (max_idPr ler01). Qed.
Lemma reluN1 : relu (-1 : F) = 0.
Proof. by rewrite /relu (max_idPl _) // oppr_le0 ler01. Qed.

(** No draw is the point 1, which has the probability (1 - q)^m. *)
Definition none (m : nat) (w : {ffun 'I_m -> bool}) : bool :=
  [forall i, w i == false].

Lemma none_eq m (w : {ffun 'I_m -> bool}) : none w = (w == [ffun=> false]).
Proof.
apply/forallP/eqP => [H|-> i]; last by rewrite ffunE.
by apply/ffunP => i; rewrite ffunE; apply/eqP.
Qed.

Lemma prob_none m (q : F) : prob q (@none m) = (1 - q) ^+ m.
Proof.
rewrite /prob (eq_bigl _ _ (@none_eq m)) big_pred1_eq.
rewrite (eq_bigr (fun=> 1 - q)) => [|i _]; last by rewrite ffunE.
by rewrite prodr_const card_ord.
Qed.

Lemma mass_ge0 (q : F) b : 0 <= q -> q <= 1 -> 0 <= mass q b.
Proof. by move=> q0 q1; rewrite /mass; case: b => //; rewrite subr_ge0. Qed.

Lemma prob_mono m (q : F) (A B : {ffun 'I_m -> bool} -> bool) : 0 <= q -> q <= 1 ->
  (forall w, A w -> B w) -> prob q A <= prob q B.
Proof.
move=> q0 q1 AB; rewrite /prob [X in X <= _]big_mkcond [X in _ <= X]big_mkcond /=.
apply: ler_sum => w _; case: ifP => [/AB -> //|_]; case: ifP => // _.
by apply: prodr_ge0 => i _; apply: mass_ge0.
Qed.

(** On that event the two labelled samples agree. *)
Lemma sample_none m (lam : F) w : none w ->
  sample (target lam true) w = sample (target lam false) w :> {ffun 'I_m -> F * F}.
Proof.
move=> /forallP H; apply/ffunP => i; rewrite !ffunE (eqP (H i)) /target /=.
by rewrite reluN1 mulr0 oppr0.
Qed.

(** No function is within q lambda^2 / 4 of both targets. *)
Lemma loss_ge (q : F) g h : 0 <= q -> q <= 1 -> q * (g 1 - h 1) ^+ 2 <= loss q g h.
Proof.
move=> q0 q1; rewrite /loss big_bool /= ler_addl.
by apply: mulr_ge0; rewrite ?sqr_ge0 // subr_ge0.
Qed.

Lemma loss_two (q lam : F) g : 0 <= q -> q <= 1 ->
  exists t, q * lam ^+ 2 / 4%:R <= loss q g (target lam t).
Proof.
move=> q0 q1.
have key : exists t, lam ^+ 2 / 4%:R <= (g 1 - target lam t 1) ^+ 2.
  case: (leP (lam ^+ 2 / 4%:R) ((g 1 - target lam false 1) ^+ 2)) => [|lt].
    by exists false.
  exists true; move: lt; rewrite /target relu1 mulr1 subr0 opprK => lt.
  move: (g 1) lt => v lt; rewrite -(ler_add2r (v ^+ 2)).
  apply: (@le_trans _ _ (lam ^+ 2 / 4%:R + lam ^+ 2 / 4%:R)).
    by rewrite ler_add2l ltW.
  rewrite -subr_ge0 [X in _ <= X](_ : _ = 2%:R * (v + lam / 2%:R) ^+ 2); last by field.
  by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
case: key => t Ht; exists t; apply: le_trans (loss_ge g _ q0 q1).
by rewrite -mulrA ler_wpmul2l.
Qed.

(** For one of the two targets the loss of the learner is at least q lambda^2 / 4
    with a probability of at least (1 - q)^m. *)
Lemma learner_fails m (A : learner F m) q lam : 0 <= q -> q <= 1 ->
  exists t : bool,
    (forall w, none w ->
       q * lam ^+ 2 / 4%:R <= loss q (A (sample (target lam t) w)) (target lam t))
    /\ (1 - q) ^+ m <= prob q (fun w : {ffun 'I_m -> bool} =>
          q * lam ^+ 2 / 4%:R <= loss q (A (sample (target lam t) w)) (target lam t)).
Proof.
move=> q0 q1; pose w0 : {ffun 'I_m -> bool} := [ffun=> false].
have [t Ht] := loss_two lam (A (sample (target lam false) w0)) q0 q1.
exists t.
have H w : none w ->
    q * lam ^+ 2 / 4%:R <= loss q (A (sample (target lam t) w)) (target lam t).
  move=> nw; have := nw; rewrite none_eq => /eqP Ew; rewrite -/w0 in Ew.
  have -> : sample (target lam t) w = sample (target lam false) w0.
    by rewrite -Ew; case: (t) => //; apply: sample_none.
  exact: Ht.
by split=> //; rewrite -prob_none; apply: prob_mono.
Qed.

(** The class {0, -lambda sigma} is nowhere positive; its supremum is 0. *)
Lemma target_le0 (lam : F) t x : 0 <= lam -> target lam t x <= 0.
Proof.
move=> l0; rewrite /target; case: t => //.
by rewrite oppr_le0 mulr_ge0 // /relu le_maxr lexx.
Qed.

(** Both targets are networks of one neuron, with u = 0 or -1, w = lambda and b = 0. *)
Definition target_net (lam : F) (t : bool) : network F [ord 1] [ord 1] :=
  fun _ => Neuron (if t then -1 else 0) (fun=> lam) 0.

Lemma target_net_eval (lam : F) t (x : F) : 0 <= lam ->
  eval (target_net lam t) (fun=> x) = target lam t x.
Proof.
move=> l0; rewrite /eval big_ord1 /target /preact /dot big_ord1 /= subr0.
case: t; last by rewrite mul0r.
by rewrite mulN1r /relu maxr_pmulr // mulr0.
Qed.

Lemma target_net_class (lam : F) t (I : Type) (x : I -> F) :
  in_class (fun i (_ : 'I_1) => x i) 1 (lam ^+ 2) 0 (target_net lam t).
Proof.
split; first by move=> i; apply: leq_trans (max_card _) _; rewrite card_ord.
split=> i j /=; last by rewrite normr0 mulr0.
rewrite /normsq /dot big_ord1 -expr2; case: t; rewrite ?sqrrN ?expr1n ?mul1r //.
by rewrite expr0n mul0r sqr_ge0.
Qed.

(** The same for the loss of the paper, which has the factor 1/2. *)
Lemma half_lossE (q : F) g h : half_loss q g h = loss q g h / 2%:R.
Proof.
by rewrite /half_loss /loss mulr_suml; apply: eq_bigr => b _; rewrite mulrA.
Qed.

Lemma bernoulli (q : F) m : 0 <= q -> q <= 1 -> 1 - m%:R * q <= (1 - q) ^+ m.
Proof.
move=> q0 q1; elim: m => [|m IH]; first by rewrite mul0r subr0 expr0.
rewrite exprS; apply: (@le_trans _ _ ((1 - q) * (1 - m%:R * q))); last first.
  by rewrite ler_wpmul2l // subr_ge0.
rewrite -subr_ge0 [X in _ <= X](_ : _ = m%:R * q ^+ 2); last by rewrite mulrS; ring.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

(** There are q and lambda for which the event has a probability above delta, and the loss
    there is above eps. *)
Lemma choose_instance (m : nat) (eps delta : F) : 0 <= eps -> 0 <= delta -> delta < 1 ->
  exists q lam : F, [/\ 0 < q, q < 1, 0 < lam, delta < (1 - q) ^+ m
    & eps < q * lam ^+ 2 / 4%:R].
Proof.
move=> e0 d0 d1; have m2 : 0 < m.+2%:R :> F by rewrite ltr0n.
have d1' : 0 < 1 - delta by rewrite subr_gt0.
pose q := (1 - delta) / m.+2%:R; have q0 : 0 < q by rewrite divr_gt0.
have q1 : q < 1.
  rewrite /q ltr_pdivr_mulr // mul1r; apply: (@le_lt_trans _ _ 1).
    by rewrite ger_addl oppr_le0.
  by rewrite ltr1n.
have qd : delta < (1 - q) ^+ m.
  apply: lt_le_trans (bernoulli m (ltW q0) (ltW q1)).
  rewrite ltr_subr_addl -ltr_subr_addr /q mulrA ltr_pdivr_mulr // mulrC.
  by rewrite ltr_pmul2l // ltr_nat.
clearbody q; pose lam := 1 + 4%:R * eps / q.
have u0 : 0 <= 4%:R * eps / q by rewrite divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have l1 : 1 <= lam by rewrite /lam ler_addl.
have l0 : 0 < lam by apply: lt_le_trans l1; exact: ltr01.
exists q, lam; split=> //.
rewrite ltr_pdivl_mulr ?ltr0n //; apply: (@lt_le_trans _ _ (q * lam)).
  rewrite /lam mulrDr mulr1 [q * (_ / q)]mulrCA divff ?gt_eqF // mulr1.
  by rewrite mulrC ltr_addr.
by rewrite ler_wpmul2l ?(ltW q0) // expr2 ler_pmulr.
Qed.

(** No sample size is enough for all lambda. *)
Lemma no_sample_size (m : nat) (eps delta : F) : 0 <= eps -> 0 <= delta -> delta < 1 ->
  exists q lam : F, [/\ 0 < q, q < 1, 0 < lam &
    forall A : learner F m, exists t : bool,
      delta < prob q (fun w : {ffun 'I_m -> bool} =>
        eps < loss q (A (sample (target lam t) w)) (target lam t))].
Proof.
move=> e0 d0 d1; have [q [lam [q0 q1 l0 qd el]]] := choose_instance m e0 d0 d1.
exists q, lam; split=> // A.
have [t [_ Ht]] := learner_fails A lam (ltW q0) (ltW q1); exists t.
apply: lt_le_trans qd _; apply: le_trans Ht _.
by apply: prob_mono => [||w Hw]; rewrite ?(ltW q0) ?(ltW q1) //; apply: lt_le_trans Hw.
Qed.

(** A randomised learner fails on one of the two targets for every outcome of its coins, and
    so with half of that probability on one target. *)
Section Randomised.
Variables (Coins : finType) (p : Coins -> F) (m : nat) (A : Coins -> learner F m).
Hypothesis p_distribution : distribution p.

Lemma prob_ge0 (q : F) (Ev : {ffun 'I_m -> bool} -> bool) : 0 <= q -> q <= 1 -> 0 <= prob q Ev.
Proof.
by move=> q0 q1; apply: sumr_ge0 => w _; apply: prodr_ge0 => i _; apply: mass_ge0.
Qed.

Lemma randomised_fails (q lam : F) : 0 <= q -> q <= 1 ->
  exists t : bool, (1 - q) ^+ m / 2%:R <= \sum_o p o * prob q (fun w : {ffun 'I_m -> bool} =>
    q * lam ^+ 2 / 4%:R <= loss q (A o (sample (target lam t) w)) (target lam t)).
Proof.
move=> q0 q1; have [p0 p1] := p_distribution.
pose P t o := prob q (fun w : {ffun 'I_m -> bool} =>
  q * lam ^+ 2 / 4%:R <= loss q (A o (sample (target lam t) w)) (target lam t)).
have both : (1 - q) ^+ m <= \sum_o p o * P true o + \sum_o p o * P false o.
  rewrite -big_split /= -[X in X <= _]mul1r -[X in X * _]p1 mulr_suml; apply: ler_sum => o _.
  rewrite -mulrDr; apply: ler_wpmul2l; first exact: p0.
  have [t [_ Ht]] := learner_fails (A o) lam q0 q1; apply: le_trans Ht _.
  by rewrite -/(P t o); case: (t); rewrite ?ler_addl ?ler_addr prob_ge0.
case: (leP ((1 - q) ^+ m / 2%:R) (\sum_o p o * P true o)) => [|lt]; first by exists true.
exists false; rewrite -/(P false) -(ler_add2l (\sum_o p o * P true o)).
apply: le_trans both; rewrite [X in _ <= X](_ : _ = (1 - q) ^+ m / 2%:R + (1 - q) ^+ m / 2%:R).
  by rewrite ler_add2r ltW.
by field.
Qed.

End Randomised.

Lemma no_sample_size_randomised (m : nat) (eps delta : F) :
  0 <= eps -> 0 <= delta -> delta < 2%:R^-1 ->
  exists q lam : F, [/\ 0 < q, q < 1, 0 < lam &
    forall (Coins : finType) (p : Coins -> F) (A : Coins -> learner F m), distribution p ->
    exists t : bool, delta < \sum_o p o * prob q (fun w : {ffun 'I_m -> bool} =>
      eps < loss q (A o (sample (target lam t) w)) (target lam t))].
Proof.
move=> e0 d0 d2; have two0 : 0 < 2%:R :> F by rewrite ltr0n.
have d1 : 2%:R * delta < 1 by rewrite mulrC -ltr_pdivl_mulr // div1r.
have [q [lam [q0 q1 l0 qd el]]] := choose_instance m e0 (mulr_ge0 (ltW two0) d0) d1.
exists q, lam; split=> // Coins p A pd.
have [t Ht] := randomised_fails A pd lam (ltW q0) (ltW q1); exists t.
apply: (@lt_le_trans _ _ ((1 - q) ^+ m / 2%:R)); first by rewrite ltr_pdivl_mulr // mulrC.
apply: le_trans Ht _; apply: ler_sum => o _; apply: ler_wpmul2l; first exact: pd.1.
by apply: prob_mono => [||w Hw]; rewrite ?(ltW q0) ?(ltW q1) //; apply: lt_le_trans Hw.
Qed.

End Learn.

(** For the loss with the factor 1/2. *)
Lemma no_sample_size_half (F : realFieldType) (m : nat) (eps delta : F) :
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

(** And for randomised learners. *)
Lemma no_sample_size_half_randomised (F : realFieldType) (m : nat) (eps delta : F) :
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
