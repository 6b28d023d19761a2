(** * Appendix A: the threshold

   The pre-activation of neuron alpha at (x, y) is <w_alpha, y> - 2 Gamma t, where t
   is the number of places at which alpha and x differ.  If Gamma >= 1/2 ||w_alpha||_1
   for all alpha, only the neuron x can be active; with equal weights and a smaller
   Gamma two neurons are active somewhere. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_constructions averages cube patterns.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AppendixA.
Variables (F : realFieldType) (X Y : finType) (Gamma : F) (w : cube X -> Y -> F).
Implicit Types (z : cube [finType of X + Y]) (alpha : cube X).
Local Notation net := (appendix_net Gamma w).

Lemma preact_appendix alpha z : preact (net alpha) (pt F z)
  = dot (w alpha) (pt F (data z)) - 2%:R * Gamma * (distance alpha (address z))%:R.
Proof.
rewrite /preact /dot big_sumType /=.
have -> : \sum_i Gamma * sign F (alpha i) * pt F z (inl i)
          = Gamma * \sum_i sign F (alpha i) * sign F (address z i).
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite /pt ffunE mulrA.
have -> : \sum_i w alpha i * pt F z (inr i) = dot (w alpha) (pt F (data z)).
  by apply: eq_bigr => i _; rewrite /pt ffunE.
by rewrite dot_signs /appendix_net /dot /=; ring.
Qed.

Lemma dot_le_norm1 (E : finType) (u : E -> F) (y : cube E) : dot u (pt F y) <= norm1 u.
Proof.
apply: ler_sum => e _; apply: le_trans (ler_norm _) _.
by rewrite normrM /pt sign_norm mulr1.
Qed.

Section Threshold.
Hypothesis threshold : forall alpha, norm1 (w alpha) <= 2%:R * Gamma.

Lemma preact_appendix_other alpha z : alpha != address z -> preact (net alpha) (pt F z) <= 0.
Proof.
move=> /distance_gt0 t0; rewrite preact_appendix subr_le0.
apply: le_trans (dot_le_norm1 _ _) _; apply: le_trans (threshold _) _.
have G0 : 0 <= 2%:R * Gamma.
  by apply: le_trans (threshold alpha); apply: sumr_ge0 => e _; apply: normr_ge0.
by apply: ler_pemulr => //; rewrite ler1n.
Qed.

Lemma appendix_active z : (#|active net (pt F z)| <= 1)%N.
Proof.
apply: leq_trans (_ : #|[set address z]| <= _)%N; last by rewrite cards1.
apply: subset_leq_card; apply/subsetP => alpha; rewrite !inE.
by apply: contraTT => /preact_appendix_other; rewrite leNgt.
Qed.

Lemma appendix_fn z : fn net z = relu (dot (w (address z)) (pt F (data z))).
Proof.
rewrite /fn /eval (bigD1 (address z)) //= [X in _ + X]big1 ?addr0.
  by rewrite mul1r preact_appendix distance_self mulr0 subr0.
by move=> alpha /preact_appendix_other le; rewrite /relu (max_idPl le) mulr0.
Qed.

End Threshold.

End AppendixA.
