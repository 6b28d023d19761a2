(** * Theorem K: the mean gain of one vector

   With the partitions of partitions.v at the widths theta_l = (1 + alpha)^(-l), l < L, the
   gain of gains.v is a sum over the changes of changes.v, up to a small rest: change number c
   adds the sum of z_i <V, y_i> over the samples that it concerns, with the sign of the change.
   Each of these sums is bounded by level_process.v.  The first change concerns about as many
   samples as are active, the others few. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube cauchy_schwarz logarithm exponential gibbs
  decomposition gains questions partitions tails level_process changes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma sqrt_add_le (F : rcfType) (a b : F) : 0 <= a -> 0 <= b ->
  Num.sqrt (a + b) <= Num.sqrt a + Num.sqrt b.
Proof.
move=> a0 b0; have s0 : 0 <= Num.sqrt a + Num.sqrt b by rewrite addr_ge0 ?sqrtr_ge0.
rewrite -[X in _ <= X](ger0_norm s0) -sqrtr_sqr; apply: ler_wsqrtr.
rewrite sqrrD !sqr_sqrtr // addrAC ler_addl.
by rewrite mulrn_wge0 // mulr_ge0 ?sqrtr_ge0.
Qed.

Section Gain.
Variables (F : rcfType) (exp ln : F -> F) (I E : finType).
Variables (y : I -> E -> F) (V : cube I -> E -> F) (kappa alpha : F) (L : nat).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (y1 : forall i, normsq (y i) <= 1) (V1 : forall z, normsq (V z) <= 1).
Hypotheses (kappa1 : 1 <= kappa) (alpha0 : 0 < alpha) (L0 : (0 < L)%N).
Let theta l : F := (1 + alpha) ^- l.
Let eps := exp (1 - kappa * alpha ^+ 2).
Let p0 := exp (1 - kappa).
Let m : F := #|I|%:R.
Let t : F := #|[finType of cube I]|%:R.
Hypothesis eps_small : eps <= 4%:R^-1.

Lemma base_gt0 : 0 < 1 + alpha. Proof. by rewrite addr_gt0 ?ltr01. Qed.
Lemma theta_gt0 l : 0 < theta l. Proof. by rewrite invr_gt0 exprn_gt0 ?base_gt0. Qed.
Lemma theta_next l : theta l = (1 + alpha) * theta l.+1.
Proof. by rewrite /theta exprS invfM mulrA mulfV ?mul1r // lt0r_neq0 ?base_gt0. Qed.
Lemma theta_slow l : theta l <= (1 + alpha) * theta l.+1.
Proof. by rewrite -theta_next. Qed.
Lemma theta_falls l : theta l.+1 <= theta l.
Proof. by rewrite [theta l]theta_next ler_pemull ?(ltW (theta_gt0 _)) // ler_addl ltW. Qed.
Lemma theta_start : theta 0 = 1. Proof. by rewrite /theta expr0 invr1. Qed.
Lemma t_gt0 : 0 < t. Proof. by rewrite ltr0n card_cube. Qed.

Variable k : nat -> cube I -> seq bool.
Hypothesis sched : schedule ln V y kappa theta k L.
Local Notation g z i := (dot (V z) (y i)).
Local Notation change_ := (change V y k theta alpha).
Local Notation changes_ := (changes V y k theta alpha).
Let still := next_settled sched.
Let refine := next_refines sched.
Let r : F := avg (fun z => #|positive y V z|%:R).
Let e : F := 4%:R * L%:R * m * p0.
Let S : F := Num.sqrt (2%:R * kappa) * (1 + alpha) ^+ 2.

Definition rest (z : cube I) : F :=
  \sum_i sign F (z i) * (relu (g z i) - (odd (changes_ L z i))%:R * g z i).

(** The gain as a sum over the changes. *)
Lemma gain_changes (z : cube I) : gain y V z
  = \sum_(c < L) sign F (~~ odd c) * level_sum (change_ c) y V L z + rest z.
Proof.
rewrite /gain /rest.
have -> : \sum_(c < L) sign F (~~ odd c) * level_sum (change_ c) y V L z
    = \sum_i sign F (z i) * ((odd (changes_ L z i))%:R * g z i).
  rewrite (eq_bigr (fun c : 'I_L => \sum_i (c < changes_ L z i)%:R
      * (sign F (~~ odd c) * (sign F (z i) * g z i)))) => [|c _]; last first.
    rewrite /level_sum sum_over_changes mulr_sumr; apply: eq_bigr => i _; exact: mulrCA.
  rewrite exchange_big; apply: eq_bigr => i _; rewrite mulrCA -sum_status.
  rewrite (big_ord_widen _ (fun c => sign F (~~ odd c) * (sign F (z i) * g z i))
    (changes_le_level V y k theta alpha L z i)) [RHS]big_mkcond.
  by apply: eq_bigr => c _; case: (c < _)%N; rewrite ?mul1r ?mul0r.
rewrite -big_split /=; apply: eq_bigr => i _; rewrite -mulrDr; congr (_ * _).
by rewrite addrC subrK.
Qed.

Lemma sum_positives : positives V y = t * r.
Proof.
rewrite /r /avg mulrCA mulfV ?mulr1 ?lt0r_neq0 ?t_gt0 //; apply: eq_bigr => z _.
rewrite -natr_sum; congr _%:R; rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => i _.
by rewrite inE; case: (0 < _).
Qed.

Lemma r_ge0 : 0 <= r.
Proof. by apply: avg_ge0 => z; apply: ler0n. Qed.

Lemma e_ge0 : 0 <= e.
Proof. by rewrite !mulr_ge0 ?ler0n // ltW // (exp_gt0 expP). Qed.

(** One kind of change. *)
Lemma level_sum_change (c : nat) (n : F) : 0 <= n ->
  changes.number V y k theta alpha L c <= n * t ->
  avg (fun z => `|level_sum (change_ c) y V L z|)
  <= (S + 1) * Num.sqrt n + S * Num.sqrt e.
Proof.
move=> n0 le; have k0 : 0 <= kappa := le_trans ler01 kappa1.
have disj l l' z i := @change_disjoint F [finType of cube I] E I V y k theta alpha c l l' z i.
have kn l z z' := @change_known F [finType of cube I] E I V y k theta alpha refine c l z z'.
have cost := schedule_cost k0 V1 sched.
apply: le_trans (level_sum_le (first_trivial sched) refine kn disj expP log lnK y1 V1 theta_gt0
  theta_falls k0 cost) _.
have num : avg (level_process.number F (change_ c) L) <= n.
  rewrite /avg ler_pdivr_mulr ?t_gt0 //; apply: le_trans le; apply: ler_sum => z _.
  apply: le_of_eq; rewrite -[RHS](eq_bigr _ (fun i _ => mulr1 _)) -sum_over_changes.
  by apply: eq_bigr => l _; rewrite sumr_const.
have sq : avg (squares (change_ c) y V theta L) <= (1 + alpha) ^+ 4 * (n + e).
  rewrite /avg ler_pdivr_mulr ?t_gt0 //.
  apply: le_trans (squares_sum expP log lnK kappa1 alpha0 theta_gt0 theta_start theta_slow
    still y1 V1 c) _.
  rewrite -[X in _ <= X]mulrA ler_wpmul2l ?exprn_ge0 ?(ltW base_gt0) //.
  rewrite [(n + e) * t]mulrDl; apply: ler_add => //.
  by apply: le_of_eq; rewrite /e -/p0 -/t -/m; ring.
rewrite [(S + 1) * _]mulrDl mul1r [X in _ <= X]addrAC; apply: ler_add; last exact: ler_wsqrtr.
apply: (@le_trans _ _ (S * Num.sqrt (n + e))); last first.
  rewrite -mulrDr ler_wpmul2l ?sqrt_add_le ?e_ge0 //.
  by rewrite mulr_ge0 ?sqrtr_ge0 ?exprn_ge0 ?(ltW base_gt0).
have b2 : 0 <= (1 + alpha) ^+ 2 by rewrite exprn_ge0 ?(ltW base_gt0).
have k2 : 0 <= 2%:R * kappa by rewrite mulr_ge0 ?ler0n.
have -> : S * Num.sqrt (n + e) = Num.sqrt (2%:R * kappa * ((1 + alpha) ^+ 4 * (n + e))).
  have -> : (1 + alpha) ^+ 4 = ((1 + alpha) ^+ 2) ^+ 2 by rewrite -exprM.
  by rewrite (sqrtrM _ k2) (sqrtrM _ (sqr_ge0 _)) sqrtr_sqr ger0_norm // mulrA.
by apply: ler_wsqrtr; rewrite ler_wpmul2l.
Qed.

Lemma rest_mean : avg (fun z => `|rest z|) <= m * theta L.-1 * (1 + alpha + 4%:R * p0).
Proof.
apply: (@le_trans _ _ (avg (fun z =>
    \sum_i `|relu (g z i) - (odd (changes_ L z i))%:R * g z i|))).
  apply: ler_avg => z; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => i _.
  by rewrite normrM sign_norm mul1r.
rewrite avg_sum -mulrA /m -sumc; apply: ler_sum => i _.
rewrite /avg ler_pdivr_mulr ?t_gt0 //.
exact: (sum_rest expP log lnK kappa1 alpha0 theta_gt0 still i L0).
Qed.

Lemma gain_le_schedule : avg (fun z => `|gain y V z|)
  <= (S + 1) * (1 + (L%:R + 1) * Num.sqrt (2%:R * eps)) * Num.sqrt r
     + (L%:R * (S * Num.sqrt e) + m * theta L.-1 * (1 + alpha + 4%:R * p0)).
Proof.
have e0 : 0 <= 2%:R * eps by rewrite mulr_ge0 ?ler0n // ltW // (exp_gt0 expP).
have S0 : 0 <= S + 1.
  by rewrite addr_ge0 ?ler01 // mulr_ge0 ?sqrtr_ge0 ?exprn_ge0 ?(ltW base_gt0).
apply: (@le_trans _ _ (\sum_(c < L) avg (fun z => `|level_sum (change_ c) y V L z|)
    + avg (fun z => `|rest z|))).
  rewrite -avg_sum -avgD; apply: ler_avg => z; rewrite gain_changes.
  apply: le_trans (ler_norm_add _ _) _; rewrite ler_add2r.
  apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => c _.
  by rewrite normrM sign_norm mul1r.
rewrite addrA; apply: ler_add; last exact: rest_mean.
pose q := Num.sqrt (2%:R * eps).
apply: (@le_trans _ _ (\sum_(c < L) ((S + 1) * (((c == 0%N :> nat)%:R + q) * Num.sqrt r)
    + S * Num.sqrt e))).
  apply: ler_sum => c _; have sqM : q * Num.sqrt r = Num.sqrt (2%:R * eps * r) by rewrite sqrtrM.
  have [c0|c0] := eqVneq (c : nat) 0%N.
    have n0 : 0 <= (1 + 2%:R * eps) * r by rewrite mulr_ge0 ?r_ge0 // addr_ge0 ?ler01.
    apply: le_trans (level_sum_change n0 _) _.
      rewrite c0 -mulrA [r * t]mulrC -sum_positives.
      exact: (number0_le refine expP log lnK kappa1 alpha0 theta_gt0 still eps_small).
    rewrite ler_add2r ler_wpmul2l // [(1 + 2%:R * eps) * r]mulrDl [(_ + q) * _]mulrDl !mul1r sqM.
    by apply: sqrt_add_le; [apply: r_ge0 | apply: mulr_ge0 e0 r_ge0].
  have n0 : 0 <= 2%:R * eps * r by rewrite mulr_ge0 ?r_ge0.
  apply: le_trans (level_sum_change n0 _) _.
    rewrite -mulrA [r * t]mulrC -sum_positives.
    by apply: (number_le refine expP log lnK kappa1 alpha0 theta_gt0 still); rewrite // lt0n.
  by rewrite add0r sqM.
rewrite big_split /= sumc card_ord ler_add2r -mulr_sumr -mulr_suml -[X in _ <= X]mulrA.
rewrite ler_wpmul2l // ler_wpmul2r ?sqrtr_ge0 // big_split /= sumc card_ord.
rewrite mulrDl mul1r addrCA -[X in X <= _]addrC -subr_ge0.
have -> : \sum_(c < L) (c == 0%N :> nat)%:R = 1 :> F.
  case: (L) L0 => // l _; rewrite big_ord_recl big1 ?addr0 // => c _.
rewrite -/q (_ : _ - _ = q); last by ring.
exact: sqrtr_ge0.
Qed.

End Gain.

(** With the partitions that there are. *)
Lemma gain_le_levels (F : rcfType) (exp ln : F -> F) (I E : finType) (y : I -> E -> F)
    (V : cube I -> E -> F) (kappa alpha : F) (L : nat) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  (forall i, normsq (y i) <= 1) -> (forall z, normsq (V z) <= 1) ->
  1 <= kappa -> 0 < alpha -> (0 < L)%N -> exp (1 - kappa * alpha ^+ 2) <= 4%:R^-1 ->
  avg (fun z => `|gain y V z|)
  <= (Num.sqrt (2%:R * kappa) * (1 + alpha) ^+ 2 + 1)
       * (1 + (L%:R + 1) * Num.sqrt (2%:R * exp (1 - kappa * alpha ^+ 2)))
       * Num.sqrt (avg (fun z => #|positive y V z|%:R))
     + (L%:R * (Num.sqrt (2%:R * kappa) * (1 + alpha) ^+ 2
          * Num.sqrt (4%:R * L%:R * #|I|%:R * exp (1 - kappa)))
        + #|I|%:R * (1 + alpha) ^- L.-1 * (1 + alpha + 4%:R * exp (1 - kappa))).
Proof.
move=> expP log lnK y1 V1 k1 a0 L0 small.
have [k sched] := schedule_exists V log (le_trans ler01 k1) y1 (fun l => (1 + alpha) ^- l) L.
exact: gain_le_schedule expP log lnK y1 V1 k1 a0 L0 small k sched.
Qed.
