(** * The bound k (WR + B), and one point, where it is attained

   All k neurons have w = (W/R) x, b = -B and the sign of zeta as the output weight. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube rademacher folding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Values.
Variables (F : rcfType) (I E J : finType) (x : I -> E -> F) (k : nat) (W B R : F).
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.

(** |h(x_i)| <= k (WR + B). *)
Lemma value_le (net : network F E J) i : in_class x k (W ^+ 2) B net ->
  `|eval net (x i)| <= k%:R * (W * R + B).
Proof.
case=> sp [sW sB]; have M0 : 0 <= W * R + B by rewrite addr_ge0 ?mulr_ge0.
have term j : `|outw (net j) * relu (preact (net j) (x i))|
    <= if j \in active net (x i) then W * R + B else 0.
  rewrite inE; case: ltP => [_|le]; first exact: neuron_le.
  by rewrite /relu (max_idPl le) mulr0 normr0.
apply: le_trans (ler_norm_sum _ _ _) _.
apply: le_trans (ler_sum _ (fun j _ => term j)) _.
rewrite -big_mkcond /= sumr_const -[_ *+ _]mulr_natl.
by apply: ler_wpmul2r => //; rewrite ler_nat; apply: sp.
Qed.

(** So the complexity is at most k (WR + B). *)
Lemma correlation_le (zeta : {ffun I -> bool}) (net : network F E J) : (0 < #|I|)%N ->
  in_class x k (W ^+ 2) B net -> correlation x zeta net <= k%:R * (W * R + B).
Proof.
move=> I0 cls; rewrite -[X in _ <= X](avg_const _ I0); apply: ler_avg => i.
by apply: le_trans (ler_norm _) _; rewrite normrM sign_norm mul1r; apply: value_le.
Qed.

End Values.

Section OnePoint.
Variables (F : rcfType) (n s k : nat) (x : 'I_1 -> 'I_n -> F) (W B R : F).
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R) (ks : (k <= s)%N).
Hypothesis xR : normsq (x ord0) = R ^+ 2.

Definition one_point_net (zeta : {ffun 'I_1 -> bool}) :
    network F [ord n] [ord s] := fun j =>
  if (j < k)%N then Neuron (sign F (zeta ord0)) (fun e => W / R * x ord0 e) (- B)
  else Neuron 0 (fun=> 0) 0.

Lemma dot_one_point : dot (fun e => W / R * x ord0 e) (x ord0) = W * R.
Proof.
have -> : dot (fun e => W / R * x ord0 e) (x ord0) = W / R * R ^+ 2.
  by rewrite -xR /normsq /dot mulr_sumr; apply: eq_bigr => e _; rewrite mulrA.
case: (eqVneq R 0) => [->|Rn]; first by rewrite expr0n !mulr0.
by field.
Qed.

Lemma normsq_one_point : normsq (fun e => W / R * x ord0 e) <= W ^+ 2.
Proof.
have -> : normsq (fun e => W / R * x ord0 e) = (W / R) ^+ 2 * R ^+ 2.
  by rewrite -xR /normsq /dot mulr_sumr; apply: eq_bigr => e _; rewrite expr2 mulrACA.
case: (eqVneq R 0) => [->|Rn]; first by rewrite expr0n mulr0 sqr_ge0.
by rewrite -exprMn divfK.
Qed.

Lemma card_below : #|[set j : 'I_s | (j < k)%N]| = k.
Proof.
by rewrite -sum1dep_card -(big_ord_widen s (fun=> 1%N) ks) sum1_card card_ord.
Qed.

Lemma preact_none (y : 'I_n -> F) : preact (Neuron 0 (fun=> 0) 0) y = 0.
Proof. by rewrite /preact /dot /= big1 ?subrr // => e _; rewrite mul0r. Qed.

Lemma in_class_one_point zeta : in_class x k (W ^+ 2) B (one_point_net zeta).
Proof.
split=> [i|].
  rewrite -[X in (_ <= X)%N]card_below; apply: subset_leq_card; apply/subsetP => j.
  by rewrite !inE /one_point_net; case: ltnP => // _; rewrite preact_none ltxx.
have n0 : normsq ((fun=> 0) : 'I_n -> F) = 0.
  by rewrite /normsq /dot big1 // => e _; rewrite mul0r.
split=> i j; rewrite /one_point_net; case: ltnP => _ /=; case: ltnP => _ /=;
  rewrite ?expr0n ?mul0r ?n0 ?mulr0 ?normr0 ?mul0r ?mulr0 ?sqr_ge0 //.
  by rewrite expr2 sign_sq mul1r normsq_one_point.
by rewrite sign_norm mul1r normrN ger0_norm.
Qed.

Lemma correlation_one_point zeta :
  correlation x zeta (one_point_net zeta) = k%:R * (W * R + B).
Proof.
rewrite /correlation /avg big_ord1 card_ord divr1 /eval.
have M0 : 0 <= W * R + B by rewrite addr_ge0 ?mulr_ge0.
rewrite (eq_bigr (fun j : 'I_s => if (j < k)%N then sign F (zeta ord0) * (W * R + B) else 0));
  last first.
  move=> j _; rewrite /one_point_net; case: ltnP => _ /=; last by rewrite mul0r.
  by rewrite /preact /= opprK dot_one_point /relu (max_idPr M0).
rewrite -big_mkcond -(big_ord_widen s (fun=> sign F (zeta ord0) * (W * R + B)) ks).
by rewrite sumr_const card_ord -[_ *+ k]mulr_natl mulrCA [X in _ * X]mulrA sign_sq mul1r.
Qed.

Lemma one_point : is_rademacher s k x W B (k%:R * (W * R + B)).
Proof.
exists (fun=> k%:R * (W * R + B)); last by rewrite avg_const // card_cube.
move=> zeta; split=> [y [net cls ->]|r' H].
  apply: correlation_le; rewrite ?card_ord // => i.
  by rewrite (ord1 i) xR.
apply: H; exists (one_point_net zeta); first exact: in_class_one_point.
by rewrite correlation_one_point.
Qed.

End OnePoint.

(** ** The bound for any sample, and (16) where it follows from that *)

Section Trivial.
Variables (F : rcfType) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F).
Hypotheses (m0 : (0 < m)%N) (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypotheses (xR : forall i, normsq (x i) <= R ^+ 2) (rad : is_rademacher s k x W B r).

Lemma trivial_bound : r <= k%:R * (W * R + B).
Proof.
apply: rademacher_le rad => h cls.
rewrite -[X in _ <= X](avg_const _ (card_cube [ord m])).
by apply: ler_avg => zeta; apply: correlation_le; rewrite ?card_ord.
Qed.

Lemma few_points : (k * m <= s)%N ->
  r <= (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> kms; apply: le_trans trivial_bound _; rewrite mulrC.
apply: ler_wpmul2l; first by rewrite addr_ge0 ?mulr_ge0.
rewrite -[X in X <= _](ger0_norm (ler0n F k)) -sqrtr_sqr; apply: ler_wsqrtr.
rewrite ler_pdivl_mulr ?ltr0n // expr2 mulrAC -!natrM ler_nat.
by rewrite leq_mul2r kms orbT.
Qed.

End Trivial.

Lemma trivial_and_few (F : rcfType) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= k%:R * (W * R + B) /\
  ((k * m <= s)%N -> r <= (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)).
Proof.
move=> m0 W0 B0 R0 xR rad; split; first exact: (trivial_bound m0 W0 B0 R0 xR rad).
exact: (few_points m0 W0 B0 R0 xR rad).
Qed.
