(** * Theorem M with probability 1 - delta

   The loss of the mean of the predictions from the first 2m - 1, ..., 3m - 2 points: what
   unknown_support.v says of each, and the conversion of in_probability.v. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning definitions_erm averages
  cauchy_schwarz product_spaces one_point greedy_cover random_split split_mean split_levels
  in_probability exponential unknown_support.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma sizes (m N : nat) : (0 < m)%N -> (N.+2 = 3 * m)%N ->
  [/\ ((2 * m).-1 <= N.+1)%N, (N.+1 - (2 * m).-1 = m)%N
    & forall t, ((2 * m).-1 <= t)%N -> (2 * m <= t.+1)%N].
Proof. by move=> m0 mN; split=> [||t]; lia. Qed.

Section Averaged.
Variables (F : rcfType) (exp ln : F -> F) (X : finType) (n s k m N K J : nat) (x : X -> 'I_n -> F).
Variables (W B R delta : F).
Let M := W * R + B.
Hypotheses (expP : is_exponential exp) (lnK : forall a, 0 < a -> exp (ln a) = a) (d0 : 0 < delta).
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R) (M0 : 0 < M) (k0 : (0 < k)%N).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Hypotheses (m0 : (0 < m)%N) (mN : (N.+2 = 3 * m)%N).
Hypotheses (NK : (N.+1.*2.+1 <= 2 ^ K)%N) (mJ : (m <= 4 ^ J)%N).
Variable rule : erm_rule F X n s.
Hypotheses (sym : symmetric rule) (fit : fits k x W B rule).
Variables (D : X -> F) (net : network F [ord n] [ord s]).
Hypothesis Dd : distribution D.
Hypothesis on_support : in_class (fun i : {i : X | D i != 0} => x (sval i)) k (W ^+ 2) B net.
Let h i := eval net (x i).
Let loss : F := (k%:R * M) ^+ 2 * (24 * s * K * J + 2 * s + 3)%:R / m%:R.

Lemma count_predictors : #|[set t : 'I_N.+1 | ((2 * m).-1 <= t)%N]| = m.
Proof.
have [lo count _] := sizes m0 mN.
have : (#|[set t : 'I_N.+1 | ((2 * m).-1 <= t)%N]| + (2 * m).-1 = N.+1)%N.
  rewrite -[RHS]card_ord -[in RHS](cardsC [set t : 'I_N.+1 | ((2 * m).-1 <= t)%N]); congr (_ + _)%N.
  have ones : (\sum_(i < (2 * m).-1) 1 = (2 * m).-1)%N by rewrite sum1_card card_ord.
  rewrite -[LHS]ones (big_ord_widen _ (fun=> 1%N) lo) sum1_card.
  by apply: eq_card => t; rewrite !inE -ltnNge.
move=> sum; apply: (@addIn (2 * m).-1).
by rewrite sum -[X in _ = (X + _)%N]count subnK.
Qed.

Lemma averaged_le (w : {ffun 'I_N -> X}) :
  m%:R * loss_under D (averaged x rule m (with_labels h w)) h
  <= \sum_(t : 'I_N.+1 | ((2 * m).-1 <= t)%N)
       loss_under D (transductive x rule m (with_labels h (prefix w t))) h.
Proof.
have m1 : 0 < m%:R :> F by rewrite ltr0n.
have in_set (f : 'I_N.+1 -> F) : \sum_(t : 'I_N.+1 | ((2 * m).-1 <= t)%N) f t
    = \sum_(t in [set t : 'I_N.+1 | ((2 * m).-1 <= t)%N]) f t.
  by apply: eq_bigl => t; rewrite inE.
rewrite /loss_under -mean_sum -meanZ; apply: (ler_mean Dd) => i.
pose d (t : 'I_N.+1) := transductive x rule m (with_labels h (prefix w t)) i - h i.
have all : \sum_(t in [set t : 'I_N.+1 | ((2 * m).-1 <= t)%N]) d t
    = m%:R * (averaged x rule m (with_labels h w) i - h i).
  rewrite /d sumrB sumr_const count_predictors -[_ *+ m]mulr_natl mulrBr; congr (_ - _).
  rewrite /averaged mulrC divfK ?gt_eqF // in_set; apply: eq_bigr => t _.
  congr (transductive _ _ _ _ _).
  by apply/ffunP => j; rewrite !ffunE.
have := cauchy [set t : 'I_N.+1 | ((2 * m).-1 <= t)%N] d; rewrite all count_predictors => le.
rewrite in_set -mulr_suml mulrA; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
by rewrite -(ler_pmul2l m1) mulrA -expr2 -exprMn.
Qed.

Lemma averaged_loss :
  1 - delta <= probability (product D) (fun w : {ffun 'I_N -> X} =>
    loss_under D (averaged x rule m (with_labels h w)) h
    <= exp 1 * loss + 4%:R * (k%:R * M) ^+ 2 * ln delta^-1 / ((1 - exp (- 1)) * m%:R)).
Proof.
have kM : 0 < k%:R * M by rewrite mulr_gt0 ?ltr0n.
have m1 : 0 < m%:R :> F by rewrite ltr0n.
have b0 : 0 < 2%:R * (k%:R * M) ^+ 2 by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
have e0 : 0 <= loss by rewrite divr_ge0 ?ler0n // mulr_ge0 ?sqr_ge0 ?ler0n.
have [lo count from_lo] := sizes m0 mN.
have one_of (t : 'I_N.+1) (v : {ffun 'I_t.+1 -> X}) : ((2 * m).-1 <= t)%N ->
    (forall j, D (v j) != 0) ->
    \sum_l (transductive x rule m (with_labels h [ffun j => v (lift l j)]) (v l)
      - h (v l)) ^+ 2 / 2%:R <= t.+1%:R * loss.
  move=> lo_t; apply: left_out_loss => //; first exact: from_lo.
  by apply: leq_trans NK; rewrite ltnS leq_double ltn_ord.
have order t (p : {perm 'I_t}) (v : {ffun 'I_t -> X}) y :
    transductive x rule m (with_labels h [ffun j => v (p j)]) y
    = transductive x rule m (with_labels h v) y by apply: transductive_order.
have bounded t (v : {ffun 'I_t -> X}) y : (forall j, D (v j) != 0) -> D y != 0 ->
    (transductive x rule m (with_labels h v) y - h y) ^+ 2 / 2%:R <= 2%:R * (k%:R * M) ^+ 2.
  move=> vD yD; apply: (transductive_le W0 B0 R0 M0 xR m0 sym fit on_support vD yD).
have := @predictors_loss F exp ln X D N (2 * m).-1
  (fun t v => transductive x rule m (with_labels h v)) h _ loss delta expP lnK Dd b0 d0 lo
  order bounded one_of.
have dp := distribution_product [finType of 'I_N] Dd.
move=> most; apply: le_trans most _; apply: (probability_mono dp) => w le.
have down0 : 0 < 1 - exp (- 1).
  rewrite subr_gt0 -(ltr_pmul2l (exp_gt0 expP 1)) (expN expP) mulr1.
  by apply: lt_le_trans (exp_ge expP 1); rewrite ltr_addl ltr01.
have := ler_wpmul2l (ltW down0) (averaged_le w); move=> /le_trans /(_ le) {}le.
rewrite -(ler_pmul2l m1) -(ler_pmul2l down0); apply: le_trans le _; apply: le_of_eq.
rewrite count.
have e1 : exp 1 - 1 = (1 - exp (- 1)) * exp 1.
  by rewrite mulrBl mul1r [exp (- 1) * _]mulrC (expN expP).
rewrite e1; move: (1 - exp (- 1)) (exp 1) (ln _) down0 => u v l u0.
by field; rewrite !gt_eqF.
Qed.

End Averaged.
