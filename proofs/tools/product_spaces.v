(** * Finite probability spaces and their powers

   The mean of a function under weights p, the weights of independent draws, and two facts
   about these: one draw can be made anew, and the square error of an average. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning averages.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Mean.
Variables (F : realFieldType) (T : finType) (p : T -> F).
Local Notation mean := (mean p).
Local Notation probability := (probability p).

Lemma mean_ext f g : f =1 g -> mean f = mean g.
Proof. by move=> fg; apply: eq_bigr => t _; rewrite fg. Qed.

Lemma meanD f g : mean (fun t => f t + g t) = mean f + mean g.
Proof. by rewrite /mean -big_split; apply: eq_bigr => t _; rewrite mulrDr. Qed.

Lemma meanZ c f : mean (fun t => c * f t) = c * mean f.
Proof. by rewrite /mean mulr_sumr; apply: eq_bigr => t _; rewrite mulrCA. Qed.

Lemma meanB f g : mean (fun t => f t - g t) = mean f - mean g.
Proof. by rewrite /mean -sumrB; apply: eq_bigr => t _; rewrite mulrBr. Qed.

Lemma mean_sum (J : finType) (P : pred J) (f : J -> T -> F) :
  mean (fun t => \sum_(j | P j) f j t) = \sum_(j | P j) mean (f j).
Proof. by rewrite /mean exchange_big; apply: eq_bigr => t _; rewrite mulr_sumr. Qed.

Lemma probabilityE (A : pred T) : probability A = mean (fun t => (A t)%:R).
Proof.
rewrite /probability big_mkcond; apply: eq_bigr => t _.
by case: (A t); rewrite ?mulr1 ?mulr0.
Qed.

Hypothesis pd : distribution p.

Lemma p_ge0 t : 0 <= p t. Proof. by case: pd. Qed.

Lemma mean_const c : mean (fun=> c) = c.
Proof. by rewrite /mean -mulr_suml; case: pd => _ ->; rewrite mul1r. Qed.

Lemma ler_mean f g : (forall t, f t <= g t) -> mean f <= mean g.
Proof. by move=> fg; apply: ler_sum => t _; apply: ler_wpmul2l; rewrite ?p_ge0. Qed.

Lemma mean_ge0 f : (forall t, 0 <= f t) -> 0 <= mean f.
Proof. by move=> f0; apply: sumr_ge0 => t _; rewrite mulr_ge0 ?p_ge0. Qed.

Lemma ler_norm_mean f : `|mean f| <= mean (fun t => `|f t|).
Proof.
apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => t _.
by rewrite normrM (ger0_norm (p_ge0 t)).
Qed.

Lemma probability_mono (A B : pred T) : (forall t, A t -> B t) -> probability A <= probability B.
Proof.
move=> AB; rewrite !probabilityE; apply: ler_mean => t.
by case: (boolP (A t)) => [/AB ->|_]; rewrite ?ler0n.
Qed.

Lemma probability_complement (A : pred T) : probability A = 1 - probability (fun t => ~~ A t).
Proof.
apply/eqP; rewrite eq_sym subr_eq; apply/eqP; case: pd => _ <-.
by rewrite (bigID A).
Qed.

(** Markov's inequality. *)
Lemma markov X (a delta : F) : (forall t, 0 <= X t) -> 0 < a -> mean X <= a * delta ->
  1 - delta <= probability (fun t => X t <= a).
Proof.
move=> X0 a0 Xd; rewrite probability_complement ler_add2l ler_opp2.
rewrite -(ler_pmul2l a0); apply: le_trans Xd; rewrite probabilityE -meanZ.
apply: ler_mean => t; rewrite -ltNge; case: ltP => [/ltW|_]; first by rewrite mulr1.
by rewrite mulr0.
Qed.

(** Jensen's inequality for the square. *)
Lemma mean_sq_le f : mean f ^+ 2 <= mean (fun t => f t ^+ 2).
Proof.
rewrite -subr_ge0 (_ : _ - _ = mean (fun t => (f t - mean f) ^+ 2)).
  by apply: mean_ge0 => t; apply: sqr_ge0.
rewrite (@mean_ext (fun t => (f t - mean f) ^+ 2)
           (fun t => f t ^+ 2 - (2%:R * mean f * f t - mean f ^+ 2))).
  by rewrite !meanB meanZ mean_const; ring.
by move=> t; ring.
Qed.

End Mean.

(** The uniform distribution. *)
Section Uniform.
Variables (F : realFieldType) (T : finType).

Definition uniform (t : T) : F := #|T|%:R^-1.

Lemma mean_uniform f : mean uniform f = avg f.
Proof. by rewrite /mean -mulr_sumr mulrC. Qed.

Lemma probability_uniform (A : pred T) : probability uniform A = #|[set t | A t]|%:R / #|T|%:R.
Proof.
rewrite /probability /uniform -sum1dep_card natr_sum mulr_suml.
by apply: eq_bigr => t _; rewrite mul1r.
Qed.

Lemma distribution_uniform : (0 < #|T|)%N -> distribution uniform.
Proof.
move=> T0; split=> [t|]; first by rewrite invr_ge0 ler0n.
by rewrite sumc mulfV // pnatr_eq0 -lt0n.
Qed.

End Uniform.
Arguments uniform F {T} t.

(** ** Independent draws *)
Section Product.
Variables (F : realFieldType) (T I : finType) (p : T -> F).
Local Notation product := (@product F T I p).
Implicit Types (w : {ffun I -> T}) (i j : I) (s t : T).

(** w with another value at i. *)
Definition redraw_at w i t : {ffun I -> T} := [ffun j => if j == i then t else w j].

Lemma redraw_at_same w i t : redraw_at w i t i = t.
Proof. by rewrite ffunE eqxx. Qed.

Lemma redraw_at_other w i j t : j != i -> redraw_at w i t j = w j.
Proof. by rewrite ffunE => /negbTE ->. Qed.

Lemma redraw_at_twice w i s t : redraw_at (redraw_at w i s) i t = redraw_at w i t.
Proof. by apply/ffunP => j; rewrite !ffunE; case: eqP. Qed.

Lemma redraw_at_id w i : redraw_at w i (w i) = w.
Proof. by apply/ffunP => j; rewrite ffunE; case: eqP => [->|]. Qed.

Lemma redraw_atC w i j s t : i != j ->
  redraw_at (redraw_at w i s) j t = redraw_at (redraw_at w j t) i s.
Proof.
move=> ij; apply/ffunP => l; rewrite !ffunE; case: (eqVneq l j) => [->|//].
by rewrite eq_sym (negbTE ij).
Qed.

Hypothesis pd : distribution p.

Lemma distribution_product : distribution product.
Proof.
case: pd => p0 p1; split=> [w|]; first by apply: prodr_ge0.
by rewrite /product -(bigA_distr_bigA (fun _ t => p t)) /=; apply: big1.
Qed.

(** One draw made anew. *)
Lemma mean_redraw i f :
  mean product f = mean product (fun w => mean p (fun t => f (redraw_at w i t))).
Proof.
pose s (a : {ffun I -> T} * T) := (redraw_at a.1 i a.2, a.1 i).
have sK : involutive s.
  by case=> w t; rewrite /s /= redraw_at_twice redraw_at_id redraw_at_same.
have sw w t : product (redraw_at w i t) * p (w i) = product w * p t.
  rewrite /product (bigD1 i) //= [in RHS](bigD1 i) //= redraw_at_same.
  rewrite (eq_bigr (fun j => p (w j))) => [|j ji]; last by rewrite redraw_at_other.
  by rewrite [LHS]mulrC -[RHS]mulrA [_ * p t]mulrC.
symmetry; rewrite {1}/mean (eq_bigr (fun w => \sum_t product w * p t * f (redraw_at w i t))).
  rewrite pair_bigA /= (reindex_inj (inv_inj sK)) /=.
  rewrite -(pair_bigA _ (fun w t => product (redraw_at w i t) * p (w i)
                 * f (redraw_at (redraw_at w i t) i (w i)))) /=.
  apply: eq_bigr => w _; under eq_bigr => t _ do rewrite redraw_at_twice redraw_at_id sw.
  by rewrite -mulr_suml -mulr_sumr; case: pd => _ ->; rewrite mulr1.
by move=> w _; rewrite /mean mulr_sumr; apply: eq_bigr => t _; rewrite mulrA.
Qed.

Lemma mean_one i g : mean product (fun w => g (w i)) = mean p g.
Proof.
rewrite (mean_redraw i) (@mean_ext _ _ _ _ (fun=> mean p g)).
  exact: (mean_const distribution_product).
by move=> w; apply: mean_ext => t; rewrite redraw_at_same.
Qed.

Lemma mean_two i j g h : i != j ->
  mean product (fun w => g (w i) * h (w j)) = mean p g * mean p h.
Proof.
move=> ij; rewrite (mean_redraw i) (@mean_ext _ _ _ _ (fun w => mean p g * h (w j))).
  by rewrite meanZ mean_one.
move=> w; rewrite mulrC -meanZ; apply: mean_ext => t.
by rewrite redraw_at_same redraw_at_other 1?eq_sym // mulrC.
Qed.

(** The square error of an average. *)
Lemma mean_average_sq g : (0 < #|I|)%N ->
  mean product (fun w => (avg (fun i => g (w i)) - mean p g) ^+ 2)
  = (mean p (fun t => g t ^+ 2) - mean p g ^+ 2) / #|I|%:R.
Proof.
move=> I0; have I1 : #|I|%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
set c := mean p g; pose g0 t := g t - c.
have g00 : mean p g0 = 0 by rewrite meanB (mean_const pd) subrr.
have g02 : mean p (fun t => g0 t * g0 t) = mean p (fun t => g t ^+ 2) - c ^+ 2.
  rewrite (@mean_ext _ _ _ _ (fun t => g t ^+ 2 - (2%:R * c * g t - c ^+ 2))) => [|t].
    by rewrite !meanB meanZ (mean_const pd) -/c; ring.
  by rewrite /g0; ring.
rewrite (@mean_ext _ _ _ _ (fun w =>
    (#|I|%:R ^+ 2)^-1 * \sum_i \sum_j g0 (w i) * g0 (w j))) => [|w]; last first.
  have -> : avg (fun i => g (w i)) - c = (\sum_i g0 (w i)) / #|I|%:R.
    by rewrite /g0 sumrB sumc mulrBl [_ * c]mulrC mulfK.
  rewrite expr_div_n mulrC; congr (_ * _); rewrite expr2 mulr_suml.
  by apply: eq_bigr => i _; rewrite mulr_sumr.
rewrite meanZ mean_sum (eq_bigr (fun=> mean p (fun t => g t ^+ 2) - c ^+ 2)) => [|i _].
  by rewrite sumc; field.
rewrite mean_sum (bigD1 i) //= (mean_one i (fun t => g0 t * g0 t)) g02.
rewrite big1 ?addr0 // => j ji.
by rewrite (mean_two g0 g0) 1?eq_sym // g00 mul0r.
Qed.

End Product.

Lemma product_uniform_draws (F : realFieldType) (T I : finType) (w : {ffun I -> T}) :
  product (uniform F) w = uniform F w.
Proof. by rewrite /product /uniform prodr_const card_ffun natrX exprVn. Qed.
