(** * Khinchine's inequality in a Euclidean space, with the best constant

   E |z|^2 <= 2 (E |z|)^2 for z = sum_i zeta_i y_i with independent uniform signs.  The norm is
   an even function of the signs, so that it has no Fourier weight on single coordinates and
   its average sensitivity is at least twice its variance.  It is also at most E |z|^2, since
   the vectors with one sign changed have the sum (m - 2) z. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube fourier cauchy_schwarz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Even.
Variables (F : realFieldType) (I : finType) (f : cube I -> F).

Definition opposite (z : cube I) : cube I := [ffun i => ~~ z i].

Lemma oppositeK : involutive opposite.
Proof. by move=> z; apply/ffunP => i; rewrite !ffunE negbK. Qed.

Hypothesis even : forall z, f (opposite z) = f z.

Lemma hat_singleton i : hat f [set i] = 0.
Proof.
have : hat f [set i] = - hat f [set i].
  rewrite {1}/hat -(avg_bij _ (inv_bij oppositeK)) -mulN1r -avgZ; apply: avg_ext => z.
  by rewrite even /chi !big_set1 /pt ffunE sign_neg; ring.
by move/eqP; rewrite -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
Qed.

(** The spectral gap of an even function. *)
Lemma variance_le_AS : 2%:R * variance f <= AS f.
Proof.
rewrite variance_spectral AS_spectral mulr_sumr big_mkcond; apply: ler_sum => T _.
case: eqP => [_|/eqP T0] /=; first by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
have [/cards1P[i ->]|T1] := boolP (#|T| == 1%N); first by rewrite hat_singleton expr0n !mulr0.
apply: ler_wpmul2r; first exact: sqr_ge0.
by rewrite ler_nat ltn_neqAle eq_sym T1 card_gt0.
Qed.

Hypothesis mixed : forall z, (#|I|%:R - 2%:R) * f z ^+ 2 <= \sum_i f z * f (flip z i).

Lemma AS_le_square : AS f <= avg (fun z => f z ^+ 2).
Proof.
have e : AS f = 2%:R^-1 * avg (fun z => \sum_i (f z ^+ 2 - f z * f (flip z i))).
  rewrite AS_sum avg_sum mulr_sumr; apply: eq_bigr => i _.
  rewrite avgB mulrBr; pose s z := f z ^+ 2 / 4%:R.
  have -> : avg (fun z => (f z - f (flip z i)) ^+ 2 / 4%:R)
      = avg (fun z => s z + s (flip z i) - 2%:R^-1 * (f z * f (flip z i))).
    by apply: avg_ext => z; rewrite /s; field.
  rewrite avgB avgD (avg_flip s) -!avgZ -avgD; congr (_ - _).
  by apply: avg_ext => z; rewrite /s; field.
rewrite e -avgZ; apply: ler_avg => z; rewrite sumrB sumc.
rewrite -subr_ge0; have := mixed z; rewrite -subr_ge0.
move: (\sum_i _) (_%:R) => u m h.
rewrite (_ : _ - _ = 2%:R^-1 * (u - (m - 2%:R) * f z ^+ 2)); last by field.
by rewrite mulr_ge0 ?invr_ge0 ?ler0n.
Qed.

Lemma square_le : avg (fun z => f z ^+ 2) <= 2%:R * avg f ^+ 2.
Proof.
have := le_trans variance_le_AS AS_le_square; rewrite /variance.
rewrite -subr_ge0 => le; rewrite -subr_ge0; apply: le_trans le _.
by apply: le_of_eq; ring.
Qed.

End Even.

Section Khinchine.
Variables (F : rcfType) (I E : finType) (y : I -> E -> F).
Implicit Types z : cube I.

Definition signed_sum z : E -> F := fun e => \sum_i sign F (z i) * y i e.
Definition norm (v : E -> F) : F := Num.sqrt (normsq v).

Lemma normsq_pos (v : E -> F) : 0 <= normsq v.
Proof. by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0. Qed.

Lemma norm_sq v : norm v ^+ 2 = normsq v.
Proof. by rewrite sqr_sqrtr ?normsq_pos. Qed.

Lemma dot_le_norm (v w : E -> F) : dot v w <= norm v * norm w.
Proof.
apply: le_trans (ler_norm _) _; rewrite -sqrtr_sqr -sqrtrM ?normsq_pos //.
by apply: ler_wsqrtr; apply: dot_sq_le.
Qed.

Lemma norm_opposite z : norm (signed_sum (opposite z)) = norm (signed_sum z).
Proof.
congr Num.sqrt; apply: eq_bigr => e _.
have -> : signed_sum (opposite z) e = - signed_sum z e; last by rewrite mulrNN.
by rewrite /signed_sum -sumrN; apply: eq_bigr => i _; rewrite ffunE sign_neg mulNr.
Qed.

Lemma signed_sum_flip z i e :
  signed_sum (flip z i) e = signed_sum z e - 2%:R * (sign F (z i) * y i e).
Proof.
have e1 j : sign F (flip z i j) * y j e
    = sign F (z j) * y j e - (if j == i then 2%:R * (sign F (z i) * y i e) else 0).
  by rewrite ffunE; case: eqP => [->|_]; rewrite ?subr0 // sign_neg; ring.
by rewrite /signed_sum (eq_bigr _ (fun j _ => e1 j)) sumrB -big_mkcond big_pred1_eq.
Qed.

Lemma norm_mixed z : (#|I|%:R - 2%:R) * norm (signed_sum z) ^+ 2
  <= \sum_i norm (signed_sum z) * norm (signed_sum (flip z i)).
Proof.
apply: (@le_trans _ _ (\sum_i dot (signed_sum z) (signed_sum (flip z i)))); last first.
  by apply: ler_sum => i _; apply: dot_le_norm.
apply: le_of_eq; rewrite norm_sq exchange_big /normsq /dot mulr_sumr; apply: eq_bigr => e _.
rewrite -mulr_sumr; under eq_bigr do rewrite signed_sum_flip.
by rewrite sumrB -mulr_sumr -/(signed_sum z e) sumc; ring.
Qed.

(** Khinchine's inequality. *)
Lemma khinchine : avg (fun z => normsq (signed_sum z))
  <= 2%:R * avg (fun z => norm (signed_sum z)) ^+ 2.
Proof.
rewrite (@avg_ext _ _ _ (fun z => norm (signed_sum z) ^+ 2)) => [|z]; last by rewrite norm_sq.
exact: square_le norm_opposite norm_mixed.
Qed.

Lemma avg_sign_mul i j :
  avg (fun z : cube I => sign F (z i) * sign F (z j)) = (i == j)%:R.
Proof.
rewrite -(inj_eq set1_inj) -avg_chi; apply: avg_ext => z.
by rewrite /chi !big_set1.
Qed.

Lemma avg_normsq : avg (fun z => normsq (signed_sum z)) = \sum_i normsq (y i).
Proof.
rewrite (@avg_ext _ _ _ (fun z => \sum_i \sum_j dot (y i) (y j) * (sign F (z i) * sign F (z j)))).
  rewrite avg_sum; apply: eq_bigr => i _; rewrite avg_sum (bigD1 i) //= big1 ?addr0 => [|j ji].
    by rewrite avgZ avg_sign_mul eqxx mulr1.
  by rewrite avgZ avg_sign_mul eq_sym (negbTE ji) mulr0.
move=> z; rewrite /normsq /dot.
under eq_bigr do rewrite /signed_sum mulr_suml.
rewrite exchange_big; apply: eq_bigr => i _.
under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big; apply: eq_bigr => j _; rewrite mulr_suml.
by apply: eq_bigr => e _; ring.
Qed.

Lemma norm_mean_ge : Num.sqrt ((\sum_i normsq (y i)) / 2%:R)
  <= avg (fun z => norm (signed_sum z)).
Proof.
have a0 : 0 <= avg (fun z => norm (signed_sum z)) by apply: avg_ge0 => z; apply: sqrtr_ge0.
rewrite -[X in _ <= X](ger0_norm a0) -sqrtr_sqr; apply: ler_wsqrtr.
by rewrite ler_pdivr_mulr ?ltr0n // mulrC -avg_normsq khinchine.
Qed.

End Khinchine.
