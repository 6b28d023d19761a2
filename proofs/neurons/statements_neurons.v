(** * Statements about rarely active neurons (Theorem V)

   F is a field with a logarithm, such as the reals; E is the set of coordinates and J the set of
   neurons; the inputs are uniform on {-1, 1}^n.

   - activity nr: the probability p that the neuron nr is active.
   - part net S: the network of the neurons in S.
   - pt F x, avg f: the point x of the cube as a vector, and the mean of f over the cube.
   - in_class (@pt F E) k (W ^+ 2) B net: the network is one of H_{n,s,k}^{W,B}.
   - uniform_loss g h: E 1/2 (g - h)^2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_logarithm definitions_learning
  definitions_neurons averages logarithm exponential tails theorem_v.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Theorem V, one neuron: a neuron f that is active with the probability p > 0 has
    E f^2 log2(1/p) <= 4 p |w|^2.
    proves: theorem-v neuron *)
Theorem theorem_V_neuron (F : log_field) (E : finType) (nr : neuron F E) :
  0 < activity nr ->
  avg (fun x => relu (preact nr (pt F x)) ^+ 2) * (ln (activity nr)^-1 / ln 2%:R)
  <= 4%:R * activity nr * normsq (inw nr).
Proof. by move=> _; exact: (neuron_rare (log F)). Qed.

(** Theorem V, the rarely active neurons: those neurons of a network of H_{n,s,k}^{W,B} that are
    active with a probability of at most eta contribute at most 4 k^2 W^2 / log2(1/eta) to the mean
    square. *)
Theorem theorem_V_rare (F : log_field) (E J : finType) (net : network F E J) (k : nat)
    (W B eta : F) :
  0 < eta -> eta < 1 -> in_class (@pt F E) k (W ^+ 2) B net ->
  avg (fun x => fn (part net [set j | activity (net j) <= eta]) x ^+ 2)
  <= 4%:R * k%:R ^+ 2 * W ^+ 2 / (ln eta^-1 / ln 2%:R).
Proof.
move=> eta0 eta1 [sp [sc _]]; rewrite ler_pdivl_mulr; last first.
  rewrite divr_gt0 ?(ln2_gt0 (log F)) // (lt_le_trans _ (ln_ge (log F) _)) ?invr_gt0 //.
  by rewrite invrK subr_gt0.
apply: (part_rare (log F) (sqr_ge0 W) sp) => // j; by rewrite inE.
Qed.

(** Theorem V, few neurons are enough: let k >= 1, W > 0, eps > 0 and D = 2 k^2 W^2 / eps.  From a
    network of H_{n,s,k}^{W,B} keep the neurons that are active with a probability above 2^-D.
    They are fewer than k 2^D, and form a network of the class with a loss of at most eps.
    proves: theorem-v enough *)
Theorem theorem_V_enough (F : log_field) (E J : finType) (net : network F E J) (k : nat)
    (W B eps : F) :
  (0 < k)%N -> 0 < W -> 0 < eps -> in_class (@pt F E) k (W ^+ 2) B net ->
  let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in
  let S := [set j | exp (- (D * ln 2%:R)) < activity (net j)] in
  [/\ in_class (@pt F E) k (W ^+ 2) B (part net S),
      uniform_loss (fn (part net S)) (fn net) <= eps
    & #|S|%:R < k%:R * exp (D * ln 2%:R)].
Proof.
move=> k0 W0 e0 cls D S; have [sp [sc _]] := cls; have L0 := ln2_gt0 (log F).
have kW : 0 < k%:R ^+ 2 * W ^+ 2 by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
have D0 : 0 < D by rewrite divr_gt0 // -mulrA mulr_gt0 ?ltr0n.
have eta0 := exp_gt0 (expP F) (- (D * ln 2%:R)).
have etaV : (exp (- (D * ln 2%:R)))^-1 = exp (D * ln 2%:R).
  by apply: (mulfI (lt0r_neq0 eta0)); rewrite mulfV ?lt0r_neq0 // mulrC (expN (expP F)).
split; first exact: part_in_class.
  rewrite part_loss ler_pdivr_mulr ?ltr0n //.
  have := @part_rare F _ (log F) E J net k (W ^+ 2) (sqr_ge0 W) sp (fun j => sc j j) (~: S) _ eta0.
  rewrite etaV => le; have {}le : avg (fun x => fn (part net (~: S)) x ^+ 2) * D
      <= 4%:R * k%:R ^+ 2 * W ^+ 2.
    apply: le_trans (le _) => [|j]; last by rewrite !inE -leNgt.
    apply: ler_wpmul2l; first by apply: avg_ge0 => x; exact: sqr_ge0.
    by rewrite ler_pdivl_mulr //; exact: ln_exp_ge (expP F) _ (@lnK F).
  rewrite -(ler_pmul2r D0); apply: le_trans le _; apply: le_of_eq; rewrite /D.
  by field; rewrite lt0r_neq0.
by have := few_active sp k0 eta0; rewrite etaV.
Qed.
