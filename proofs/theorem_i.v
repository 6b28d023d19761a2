(** * Theorem I: the root of a logarithm is enough

   The gains of the folded neurons are at most M sqrt r_j (11.2 sqrt x + 1 + S / (6 sqrt x)),
   where r_j samples activate neuron j and x = ln 2m.  By Cauchy-Schwarz the sum of the
   sqrt r_j is at most sqrt(s k m), and the mean of the other factor is at most 13 sqrt x. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube logarithm bounded_differences sign_sums
  greedy_code gains folding rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section TheoremI.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.

(** There is a number L of levels with m <= 2^L and L <= 2 ln 2m. *)
Lemma levels (m : nat) : (0 < m)%N ->
  exists2 L, (m <= 2 ^ L)%N & L%:R <= 2%:R * ln (2%:R * m%:R).
Proof.
move=> m0; have m2 : (0 < 2 * m)%N by rewrite muln_gt0.
exists (trunc_log 2 (2 * m)).
  by have := @trunc_log_ltn 2 (2 * m) isT; rewrite expnS; lia.
have := trunc_logP (isT : (1 < 2)%N) m2; move: (trunc_log _ _) => L le.
have lnX : ln (2%:R ^+ L) = L%:R * ln 2%:R.
  elim: L {le} => [|L IH]; first by rewrite expr0 mul0r (ln1 log).
  by case: (log) => lnM _; rewrite exprS lnM ?exprn_gt0 ?ltr0n // IH [L.+1%:R]mulrS mulrDl mul1r.
apply: (@le_trans _ _ (2%:R * ln (2%:R ^+ L))).
  rewrite lnX mulrCA -[X in X <= _]mulr1 ler_wpmul2l ?ler0n //.
  by rewrite -ler_pdivr_mull ?ltr0n // mulr1 (ln2_ge log).
rewrite ler_pmul2l ?ltr0n //; apply: (ln_mono log); first by rewrite exprn_gt0 ?ltr0n.
by rewrite -natrX -natrM ler_nat.
Qed.

Variables (I E J : finType) (x : I -> E -> F) (k : nat) (W B R : F).
Variable h : {ffun I -> bool} -> network F E J.
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Hypothesis sc : forall z, scale (h z) (W ^+ 2) B.
Let m := #|I|.
Let s := #|J|.
Hypothesis m0 : (0 < m)%N.
Hypothesis sparse : forall z, (\sum_i #|active (h z) (x i)| <= k * m)%N.
Let M := W * R + B.

Let T := [finType of {ffun I -> bool} * J].
Let y i := folded_point W B R (x i).
Let v (t : T) := folded_neuron W B R (h t.1 t.2).

(** The number of samples that activate a neuron. *)
Definition activity (z : {ffun I -> bool}) (j : J) : nat := #|[set i | j \in active (h z) (x i)]|.

Lemma sum_activity z : (\sum_j activity z j <= k * m)%N.
Proof.
apply: leq_trans (sparse z); rewrite /activity.
under eq_bigr => j _ do rewrite -sum1_card big_mkcond.
rewrite exchange_big; apply: leq_sum => i _; rewrite -sum1_card [X in (_ <= X)%N]big_mkcond.
by apply: leq_sum => j _; rewrite inE.
Qed.

Lemma sum_sqrt_activity z :
  \sum_j Num.sqrt (activity z j)%:R <= Num.sqrt (s%:R * k%:R * m%:R) :> F.
Proof.
have n0 : 0 <= \sum_j Num.sqrt (activity z j)%:R :> F.
  by apply: sumr_ge0 => j _; apply: sqrtr_ge0.
rewrite -[X in X <= _](ger0_norm n0) -sqrtr_sqr; apply: ler_wsqrtr.
have := cauchy_schwarz (fun=> 1) (fun j : J => Num.sqrt (activity z j)%:R : F).
rewrite (eq_bigr (fun j => Num.sqrt (activity z j)%:R)) => [|j _]; last exact: mul1r.
move/le_trans; apply; rewrite expr1n sumr_const -mulrA.
apply: ler_wpmul2l; first exact: ler0n.
rewrite (eq_bigr (fun j => (activity z j)%:R)) => [|j _]; last by rewrite sqr_sqrtr ?ler0n.
by rewrite -natr_sum -natrM ler_nat sum_activity.
Qed.

Section Positive.
Hypothesis M0 : 0 < M.
Variables (L : nat).
Let X := ln (2%:R * m%:R).
Let rx := Num.sqrt X.
Hypotheses (mL : (m <= 2 ^ L)%N) (LX : L%:R <= 2%:R * X).
Let S (z : {ffun I -> bool}) : F := moment exp y v X L z.
Let bound z := 56%:R / 5%:R * rx + 1 + S z / (6%:R * rx).

Lemma m2_gt0 : 0 < 2%:R * m%:R :> F. Proof. by rewrite mulr_gt0 ?ltr0n. Qed.

Lemma X_ge : 2%:R^-1 <= X.
Proof.
apply: le_trans (ln2_ge log) _; apply: (ln_mono log); first by rewrite ltr0n.
by rewrite -natrM ler_nat leq_pmulr.
Qed.

Lemma X_gt0 : 0 < X. Proof. by apply: lt_le_trans X_ge; rewrite invr_gt0 ltr0n. Qed.

Lemma point_le i : normsq (y i) <= 1. Proof. exact: folded_point_le. Qed.
Lemma neuron_norm_le t : normsq (v t) <= 1.
Proof. by case: (sc t.1) => sW sB; apply: folded_neuron_le. Qed.

Lemma bound_ge0 (z : {ffun I -> bool}) : 0 <= bound z.
Proof.
apply: addr_ge0; first by rewrite addr_ge0 ?ler01 // mulr_ge0 ?divr_ge0 ?ler0n ?sqrtr_ge0.
by apply: divr_ge0; rewrite ?moment_ge0 // mulr_ge0 ?ler0n ?sqrtr_ge0.
Qed.

(** One neuron. *)
Lemma neuron_sum_le (z : {ffun I -> bool}) (j : J) :
  `|\sum_i sign F (z i) * (outw (h z j) * relu (preact (h z j) (x i)))|
  <= M * bound z * Num.sqrt (activity z j)%:R.
Proof.
set nr := h z j; case: (sc z) => sW sB.
have dotE i := folded_dot W0 B0 R0 M0 (sW j j) (sB j j) (xR i).
have -> : `|\sum_i sign F (z i) * (outw nr * relu (preact nr (x i)))|
    = M * `|\sum_i sign F (z i) * relu (dot (v (z, j)) (y i))|.
  have -> : \sum_i sign F (z i) * (outw nr * relu (preact nr (x i)))
      = outw nr * \sum_i sign F (z i) * relu (preact nr (x i)).
    by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrCA.
  rewrite -[M in RHS](gtr0_norm M0) normrM -[`|outw nr|]normr_id -!normrM !mulr_sumr.
  congr `|_|.
  apply: eq_bigr => i _; rewrite mulrCA [RHS]mulrCA; congr (_ * _).
  by rewrite /relu !maxr_pmulr ?normr_ge0 ?(ltW M0) // !mulr0 -/nr dotE.
rewrite -mulrA ler_pmul2l //.
set P := [set i | 0 < dot (v (z, j)) (y i)].
have sub : P \subset [set i | j \in active (h z) (x i)].
  apply/subsetP => i; rewrite !inE => pos.
  have : 0 < `|outw nr| * preact nr (x i) by rewrite dotE mulr_gt0.
  by rewrite !ltNge; apply: contra => p0; rewrite mulr_ge0_le0.
case: (posnP #|P|) => [P0|P0].
  rewrite big1 ?normr0 ?mulr_ge0 ?bound_ge0 ?sqrtr_ge0 // => i _.
  have : i \notin P by rewrite (cards0_eq P0) inE.
  by rewrite inE -leNgt /relu => /max_idPl ->; rewrite mulr0.
have Pm : (#|P| <= #|I|)%N by apply: max_card.
apply: le_trans (gain_le expP point_le neuron_norm_le m0 (lnK m2_gt0) X_gt0 mL LX z P0 Pm _) _.
  by [].
rewrite mulrC ler_wpmul2l ?bound_ge0 //; apply: ler_wsqrtr.
by rewrite ler_nat subset_leq_card.
Qed.

Lemma avg_bound_le : avg bound <= 13%:R * rx.
Proof.
have r0 : 0 < rx by rewrite sqrtr_gt0 X_gt0.
have rX : rx ^+ 2 = X by rewrite sqr_sqrtr // ltW ?X_gt0.
rewrite (@avg_ext _ _ _ (fun z => (56%:R / 5%:R * rx + 1) + (6%:R * rx)^-1 * S z)); last first.
  by move=> z; rewrite [_ * S z]mulrC.
rewrite avgD avgZ (avg_const _ (card_cube I)).
have S1 : avg S <= 1 by apply: avg_moment_le.
have r2 : 2%:R^-1 <= rx ^+ 2 by rewrite rX X_ge.
have c0 : 0 < (6%:R * rx)^-1 by rewrite invr_gt0 mulr_gt0 ?ltr0n.
apply: le_trans (ler_add (lexx _) (ler_wpmul2l (ltW c0) S1)) _; rewrite mulr1.
have one : 1 <= 17%:R / 12%:R * rx.
  have p0 : 0 <= 17%:R / 12%:R * rx by rewrite mulr_ge0 ?divr_ge0 ?ler0n ?ltW.
  rewrite -(@ler_sqr F) ?nnegrE ?ler01 // [X in X <= _]expr1n [X in _ <= X]exprMn.
  apply: (@le_trans _ _ ((17%:R / 12%:R) ^+ 2 * 2%:R^-1)); last first.
    by rewrite ler_wpmul2l ?sqr_ge0.
  by rewrite -subr_ge0 (_ : _ - _ = 288%:R^-1) ?invr_ge0 ?ler0n //; field.
have small : (6%:R * rx)^-1 <= rx / 3%:R.
  rewrite -subr_ge0 (_ : _ - _ = (rx ^+ 2 - 2%:R^-1) / (3%:R * rx)).
    by apply: divr_ge0; rewrite ?subr_ge0 // mulr_ge0 ?ler0n ?ltW.
  by field; rewrite lt0r_neq0.
apply: le_trans (ler_add (ler_add (lexx _) one) small) _.
rewrite -subr_ge0 (_ : _ - _ = rx / 20%:R); last by field.
by rewrite divr_ge0 ?ler0n ?ltW.
Qed.

(** The mean of the correlations. *)
Lemma mean_correlation_le :
  mean_correlation x h <= 13%:R * M * Num.sqrt (s%:R * k%:R / m%:R) * rx.
Proof.
have mF : 0 < m%:R :> F by rewrite ltr0n.
have root : Num.sqrt (s%:R * k%:R / m%:R) = Num.sqrt (s%:R * k%:R * m%:R) / m%:R :> F.
  rewrite (_ : s%:R * k%:R / m%:R = s%:R * k%:R * m%:R * m%:R^-1 ^+ 2); last first.
    by field; rewrite lt0r_neq0.
  have skm0 : 0 <= s%:R * k%:R * m%:R :> F by rewrite !mulr_ge0 ?ler0n.
  by rewrite (sqrtrM _ skm0) sqrtr_sqr ger0_norm // invr_ge0 ler0n.
apply: (@le_trans _ _ (avg (fun z => M * Num.sqrt (s%:R * k%:R / m%:R) * bound z))).
  apply: ler_avg => z; rewrite root.
  rewrite [X in _ <= X](_ : _ = M * Num.sqrt (s%:R * k%:R * m%:R) * bound z / m%:R); last first.
    by field; rewrite lt0r_neq0.
  apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
  rewrite /eval (eq_bigr (fun i => \sum_j
    sign F (z i) * (outw (h z j) * relu (preact (h z j) (x i))))); last first.
    by move=> i _; rewrite mulr_sumr.
  rewrite exchange_big; apply: le_trans (ler_norm _) _; apply: le_trans (ler_norm_sum _ _ _) _.
  apply: le_trans (ler_sum _ (fun j _ => neuron_sum_le z j)) _; rewrite -mulr_sumr mulrAC.
  rewrite ler_wpmul2r ?bound_ge0 // ler_wpmul2l ?(ltW M0) //; exact: sum_sqrt_activity.
rewrite avgZ; apply: le_trans (ler_wpmul2l _ avg_bound_le) _.
  by rewrite mulr_ge0 ?sqrtr_ge0 // ltW.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

End Positive.

(** Theorem I with the constant 13. *)
Lemma theorem_I_mean : mean_correlation x h
  <= 13%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) * Num.sqrt (ln (2%:R * m%:R)).
Proof.
have : 0 <= M by rewrite addr_ge0 ?mulr_ge0.
rewrite le_eqVlt => /orP[/eqP M0|M0]; last first.
  by have [L mL LX] := levels m0; exact: mean_correlation_le mL LX.
rewrite -/M -M0 mulr0 !mul0r le_eqVlt; apply/orP; left; apply/eqP.
rewrite /mean_correlation /correlation /avg big1 ?mul0r // => z _.
rewrite big1 ?mul0r // => i _; rewrite /eval big1 ?mulr0 // => j _.
case: (sc z) => sW sB; apply/eqP; rewrite -normr_le0 [X in _ <= X]M0.
exact: neuron_le.
Qed.

End TheoremI.
