(** * The low-degree algorithm by averages (Lemma 7, Theorem 8)

   The coefficients of the hypothesis are averages over the sample.  Its loss is that of the
   best polynomial of degree d plus half the squared distance of the coefficients from their
   means, whose mean is known; Markov's inequality does the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning averages cauchy_schwarz cube
  fourier embedding average_sensitivity attained product_spaces.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Polynomials *)
Section Polynomials.
Variables (F : realFieldType) (E : finType) (d : nat).
Implicit Types (a b : {set E} -> F) (T : {set E}).

Lemma hat_polynomial a T : hat (polynomial d a) T = if (#|T| <= d)%N then a T else 0.
Proof.
rewrite /hat (@avg_ext _ _ _ (fun x => \sum_(U : {set E} | (#|U| <= d)%N)
    a U * (chi F U x * chi F T x))); last first.
  by move=> x; rewrite mulr_suml; apply: eq_bigr => U _; rewrite mulrA.
rewrite avg_sum big_mkcond (bigD1 T) //= avgZ avg_chi eqxx mulr1 big1 ?addr0 // => U UT.
by rewrite avgZ avg_chi (negbTE UT) mulr0 if_same.
Qed.

Lemma polynomialB a b x :
  polynomial d a x - polynomial d b x = polynomial d (fun T => a T - b T) x.
Proof. by rewrite /polynomial -sumrB; apply: eq_bigr => T _; rewrite mulrBl. Qed.

Lemma avg_polynomial_sq a :
  avg (fun x => polynomial d a x ^+ 2) = \sum_(T : {set E} | (#|T| <= d)%N) a T ^+ 2.
Proof.
rewrite parseval [RHS]big_mkcond; apply: eq_bigr => T _; rewrite hat_polynomial.
by case: ifP => _ //; rewrite expr0n.
Qed.

Lemma low_tail (f : cube E -> F) :
  avg (fun x => f x ^+ 2) = \sum_(T : {set E} | (#|T| <= d)%N) hat f T ^+ 2 + tail f d.
Proof.
rewrite parseval (bigID (fun T : {set E} => (#|T| <= d)%N)) /=; congr (_ + _).
by apply: eq_bigl => T; rewrite ltnNge.
Qed.

Lemma hat_sub (f g : cube E -> F) T : hat (fun x => f x - g x) T = hat f T - hat g T.
Proof. by rewrite /hat -avgB; apply: avg_ext => x; rewrite mulrBl. Qed.

(** The low part of f is at the distance of its tail. *)
Lemma avg_low_part (f : cube E -> F) :
  avg (fun x => (polynomial d (hat f) x - f x) ^+ 2) = tail f d.
Proof.
rewrite low_tail (eq_bigr (fun=> 0)) => [|T Td]; last first.
  by rewrite hat_sub hat_polynomial Td subrr expr0n.
rewrite big1 // add0r; apply: eq_bigr => T; rewrite ltnNge => /negbTE Td.
by rewrite hat_sub hat_polynomial Td sub0r sqrrN.
Qed.

Lemma card_monomials : \sum_(T : {set E} | (#|T| <= d)%N) 1 = (monomials E d)%:R :> F.
Proof. by rewrite /monomials -sum1dep_card natr_sum. Qed.

End Polynomials.

(** The number of monomials. *)
Lemma monomials_binomial (E : finType) (d : nat) :
  monomials E d = (\sum_(t < d.+1) 'C(#|E|, t))%N.
Proof.
rewrite /monomials -sum1dep_card.
rewrite (partition_big (fun T : {set E} => inord #|T| : 'I_d.+1) xpredT) //=.
apply: eq_bigr => t _; rewrite -(card_draws E t) -sum1dep_card; apply: eq_bigl => T.
apply/andP/eqP => [[Td /eqP <-]|Tt]; first by rewrite inordK.
have Td : (#|T| <= d)%N by rewrite Tt -ltnS.
by split=> //; apply/eqP/val_inj; rewrite /= inordK.
Qed.

Lemma binomial_le (n d : nat) : (0 < d)%N -> ('C(n, d.+1) <= n ^ d * n.-1)%N.
Proof.
have ff m t : (m ^_ t <= m ^ t)%N.
  elim: t m => [|t IH] m; first by rewrite ffactn0.
  rewrite ffactnS expnS leq_mul2l (leq_trans (IH _)) ?orbT //.
  by case: t {IH} => [|t]; rewrite ?expn0 // leq_exp2r // leq_pred.
move=> d0; apply: (@leq_trans (n ^_ d.+1)).
  by rewrite -bin_ffact leq_pmulr // fact_gt0.
rewrite ffactnS; apply: leq_trans (leq_mul (leqnn n) (ff _ d)) _.
case: d d0 => // d _; rewrite expnSr expnS mulnA leq_mul2r orbC.
apply/orP; left; rewrite leq_mul2l; apply/orP; right.
by case: d => [|d]; rewrite ?expn0 // leq_exp2r // leq_pred.
Qed.

(** There are at most n^d + 1 monomials. *)
Lemma monomials_le (E : finType) (d : nat) : (0 < #|E|)%N -> (monomials E d <= #|E| ^ d + 1)%N.
Proof.
rewrite monomials_binomial; move: #|E| => n n0; elim: d => [|[|d] IH].
- by rewrite big_ord1 bin0.
- by rewrite !big_ord_recr big_ord0 /= bin0 bin1 addnC.
rewrite big_ord_recr /=; apply: leq_trans (leq_add IH (binomial_le n (ltn0Sn d))) _.
by rewrite addnAC -mulnS prednK // -expnSr.
Qed.

(** ** Noisy labels *)
Section Noisy.
Variables (F : realFieldType) (E Omega : finType) (p : Omega -> F).
Variables (x : Omega -> cube E) (y : Omega -> F).
Hypotheses (pd : distribution p) (xu : uniform_points p x).
Implicit Types (a : {set E} -> F) (T : {set E}).
Local Notation risk := (risk p x y).

Lemma mean_points (f : cube E -> F) : mean p (fun o => f (x o)) = avg f.
Proof.
rewrite /mean (partition_big x xpredT) //= /avg mulr_suml; apply: eq_bigr => z _.
rewrite (eq_bigr (fun o => p o * f z)) => [|o /eqP <- //].
by rewrite -mulr_suml xu mulrC.
Qed.

(** The coefficients of the best polynomial. *)
Local Notation best := (mean_coefficient p x y).

Variable d : nat.

Lemma riskE g : 2%:R * risk g = mean p (fun o => (g (x o) - y o) ^+ 2).
Proof. by rewrite -meanZ; apply: mean_ext => o; field. Qed.

Lemma risk_polynomial a : risk (polynomial d a) = risk (polynomial d best)
  + (\sum_(T : {set E} | (#|T| <= d)%N) (a T - best T) ^+ 2) / 2%:R.
Proof.
set b := fun T => a T - best T; set P := polynomial d best.
have -> : risk (polynomial d a) = mean p (fun o => (P (x o) - y o) ^+ 2 / 2%:R
    + (2%:R^-1 * polynomial d b (x o) ^+ 2 + (polynomial d b (x o) * P (x o)
      - polynomial d b (x o) * y o))).
  by apply: mean_ext => o; rewrite -(polynomialB d a best) -/P; field.
rewrite meanD -/(risk P); congr (_ + _); rewrite meanD meanZ.
rewrite (mean_points (fun z => polynomial d b z ^+ 2)) avg_polynomial_sq mulrC.
rewrite -[RHS]addr0; congr (_ + _); rewrite meanB (mean_points (fun z => polynomial d b z * P z)).
rewrite plancherel [X in _ - X](_ : _ = \sum_(T : {set E} | (#|T| <= d)%N) b T * best T).
  rewrite [X in _ - X]big_mkcond -sumrB big1 // => T _.
  by rewrite !hat_polynomial; case: ifP; rewrite ?mul0r subrr.
rewrite (@mean_ext _ _ _ _ (fun o => \sum_(T : {set E} | (#|T| <= d)%N)
    b T * (y o * chi F T (x o)))).
  by rewrite mean_sum; apply: eq_bigr => T _; rewrite meanZ.
by move=> o; rewrite /polynomial mulr_suml; apply: eq_bigr => T _; rewrite -mulrA [_ * y o]mulrC.
Qed.

Lemma risk_best_le a : risk (polynomial d best) <= risk (polynomial d a).
Proof.
rewrite (risk_polynomial a) ler_addl divr_ge0 ?ler0n //.
by apply: sumr_ge0 => T _; apply: sqr_ge0.
Qed.

(** The squared distance of the coefficients from their means. *)
Definition deviation (m : nat) (w : {ffun 'I_m -> Omega}) : F :=
  \sum_(T : {set E} | (#|T| <= d)%N) (coefficient (draws x y w) T - best T) ^+ 2.

Lemma risk_low_degree m (w : {ffun 'I_m -> Omega}) :
  risk (low_degree d (draws x y w)) = risk (polynomial d best) + deviation w / 2%:R.
Proof. exact: risk_polynomial. Qed.

Lemma coefficient_draws m (w : {ffun 'I_m -> Omega}) T :
  coefficient (draws x y w) T = avg (fun i => y (w i) * chi F T (x (w i))).
Proof. by apply: avg_ext => i; rewrite ffunE. Qed.

Lemma mean_coefficient_error T m : (0 < m)%N ->
  mean (product p) (fun w : {ffun 'I_m -> Omega} => (coefficient (draws x y w) T - best T) ^+ 2)
  = (mean p (fun o => y o ^+ 2) - best T ^+ 2) / m%:R.
Proof.
move=> m0; rewrite (@mean_ext _ _ _ _ (fun w : {ffun 'I_m -> Omega} =>
    (avg (fun i => (fun o => y o * chi F T (x o)) (w i)) - best T) ^+ 2)) => [|w]; last first.
  by rewrite coefficient_draws.
rewrite mean_average_sq // ?card_ord //; congr ((_ - _) / _); apply: mean_ext => o.
by rewrite exprMn [chi F T _ ^+ 2]expr2 chi_sq mulr1.
Qed.

Lemma mean_deviation m : (0 < m)%N ->
  mean (product p) (@deviation m)
  = ((monomials E d)%:R * mean p (fun o => y o ^+ 2)
     - \sum_(T : {set E} | (#|T| <= d)%N) best T ^+ 2) / m%:R.
Proof.
move=> m0; rewrite mean_sum -card_monomials mulr_suml -sumrB mulr_suml.
by apply: eq_bigr => T _; rewrite mul1r mean_coefficient_error.
Qed.

Lemma mean_deviation_le m : (0 < m)%N ->
  mean (product p) (@deviation m) <= (monomials E d)%:R * mean p (fun o => y o ^+ 2) / m%:R.
Proof.
move=> m0; rewrite mean_deviation // ler_wpmul2r ?invr_ge0 ?ler0n // ger_addl oppr_le0.
by apply: sumr_ge0 => T _; apply: sqr_ge0.
Qed.

Lemma risk_excess m (eta : F) (w : {ffun 'I_m -> Omega}) a : deviation w <= 2%:R * eta ->
  risk (low_degree d (draws x y w)) <= risk (polynomial d a) + eta.
Proof.
move=> le; rewrite risk_low_degree; apply: ler_add (risk_best_le a) _.
by rewrite ler_pdivr_mulr ?ltr0n // mulrC.
Qed.

(** The excess of the best polynomial over any function h: a tail of eps^2 / (eps + 2 L(h))
    is enough for an excess of eps. *)
Lemma risk_truncated (h : cube E -> F) (eps : F) : 0 < eps ->
  tail h d * (eps + 2%:R * risk h) <= eps ^+ 2 -> risk (polynomial d best) <= risk h + eps.
Proof.
move=> e0 te; apply: le_trans (risk_best_le (hat h)) _; set P := polynomial d (hat h).
set L := risk h in te *; have L0 : 0 <= L.
  by apply: (mean_ge0 pd) => o; rewrite divr_ge0 ?sqr_ge0 ?ler0n.
have eL : 0 < eps + 2%:R * L by rewrite ltr_spaddl // mulr_ge0 ?ler0n.
pose k := (eps + 2%:R * L) / eps; have k0 : 0 < k by rewrite divr_gt0.
have e1 : eps != 0 by rewrite gt_eqF.
have eL1 : eps + 2%:R * L != 0 by rewrite gt_eqF.
apply: (@le_trans _ _ (mean p (fun o => (1 + k^-1) * ((h (x o) - y o) ^+ 2 / 2%:R)
                        + (1 + k) / 2%:R * (P (x o) - h (x o)) ^+ 2))).
  apply: (ler_mean pd) => o; rewrite -subr_ge0.
  rewrite (_ : _ - _ = (k * (P (x o) - h (x o)) - (h (x o) - y o)) ^+ 2 / (2%:R * k)).
    by apply: divr_ge0; [apply: sqr_ge0 | apply: mulr_ge0; rewrite ?ler0n ?(ltW k0)].
  by field; rewrite gt_eqF.
rewrite meanD !meanZ -/(risk h) -/L (mean_points (fun z => (P z - h z) ^+ 2)) avg_low_part.
move: te; rewrite -ler_pdivl_mulr // => te.
apply: (@le_trans _ _ ((1 + k^-1) * L + (1 + k) / 2%:R * (eps ^+ 2 / (eps + 2%:R * L)))).
  rewrite ler_add2l ler_wpmul2l // divr_ge0 ?ler0n //.
  by rewrite addr_ge0 ?ler01 ?(ltW k0).
apply: le_of_eq; rewrite /k; field.
by rewrite e1 eL1.
Qed.

End Noisy.

(** ** Labels without noise *)
Section Realizable.
Variables (F : realFieldType) (E : finType) (f : cube E -> F) (d : nat).
Local Notation p := (@uniform F [finType of cube E]).

Lemma uniform_points_id : uniform_points p (@id (cube E)).
Proof. by move=> z; rewrite (big_pred1 z). Qed.

Lemma distribution_cube : distribution p.
Proof. by apply: distribution_uniform; apply: card_cube. Qed.

Lemma mean_coefficient_realizable T : mean_coefficient p id f T = hat f T.
Proof. exact: mean_uniform. Qed.

Lemma risk_realizable g : risk p id f g = uniform_loss g f.
Proof. exact: mean_uniform. Qed.

Lemma loss_low_part : uniform_loss (polynomial d (hat f)) f = tail f d / 2%:R.
Proof.
rewrite /uniform_loss.
rewrite (@avg_ext _ _ _ (fun x => 2%:R^-1 * (polynomial d (hat f) x - f x) ^+ 2)) => [|x].
  by rewrite avgZ avg_low_part mulrC.
by rewrite mulrC.
Qed.

Lemma risk_best_realizable : risk p id f (polynomial d (mean_coefficient p id f)) = tail f d / 2%:R.
Proof.
rewrite risk_realizable -loss_low_part; apply: avg_ext => x; congr ((_ - _) ^+ 2 / _).
by apply: eq_bigr => T _; rewrite mean_coefficient_realizable.
Qed.

Lemma loss_low_degree m (w : {ffun 'I_m -> cube E}) :
  uniform_loss (low_degree d (labelled f w)) f
  = tail f d / 2%:R + deviation p id f d w / 2%:R.
Proof.
rewrite -risk_realizable (risk_low_degree f uniform_points_id).
by rewrite risk_best_realizable.
Qed.

Lemma probability_draws m (A : pred {ffun 'I_m -> cube E}) :
  probability (product p) A = uniform_probability F A.
Proof.
apply: etrans (probability_uniform F A).
by apply: eq_bigr => w _; exact: product_uniform_draws.
Qed.

End Realizable.

(** ** Lemma 7 and Theorem 8, with 1/delta *)
Section Learns.
Variables (F : realFieldType) (E : finType) (d m : nat).
Implicit Types (f : cube E -> F) (eps eta delta : F).

(** The event that the learner succeeds, for f. *)
Definition succeeds f eps (w : {ffun 'I_m -> cube E}) : bool :=
  uniform_loss (low_degree d (labelled f w)) f <= eps.

Lemma succeeds_of_deviation f eps eta (w : {ffun 'I_m -> cube E}) :
  tail f d + eta <= 2%:R * eps ->
  deviation (@uniform F _) id f d w <= eta -> succeeds f eps w.
Proof.
rewrite /succeeds loss_low_degree -mulrDl ler_pdivr_mulr ?ltr0n // [eps * _]mulrC => te le.
by apply: le_trans te; rewrite ler_add2l.
Qed.

Variables (J : finType) (net : network F E J) (k : nat) (W B : F).
Hypothesis hC : in_class (@pt F E) k (W ^+ 2) B net.
Local Notation h := (fn net).

Lemma tail_fn_le eps : 4%:R * k%:R ^+ 2 * W ^+ 2 <= eps * d.+1%:R -> tail h d <= eps.
Proof.
case: hC => sp [sW _] le.
have A : AS h <= 4%:R * k%:R ^+ 2 * W ^+ 2 by apply: AS_le => [j||//]; [apply: sW | apply: sqr_ge0].
by apply: le_trans (tail_AS d A) _; rewrite ler_pdivr_mulr ?ltr0n.
Qed.

(** At Theorem C's degree the tail is at most eps. *)
Lemma tail_le_at eps : 0 < eps -> 4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R -> tail h d <= eps.
Proof. by move=> e0 le; apply: tail_fn_le; rewrite [eps * _]mulrC -ler_pdivr_mulr. Qed.

Lemma tail_add_le_at eps : 0 < eps -> 4%:R * k%:R ^+ 2 * W ^+ 2 / eps <= d.+1%:R ->
  tail h d + eps <= 2%:R * eps.
Proof. by move=> e0 le; rewrite mulr_natl mulr2n ler_add2r; apply: tail_le_at. Qed.

End Learns.

(** ** The least degree for a class *)

Section Degree.
Variables (F : rcfType) (E J : finType) (k p : nat) (W B : F).
Hypotheses (p0 : (0 < p)%N) (sJ : (k * 2 ^ p <= #|J|)%N) (W0 : 0 <= W).
Hypothesis bias : W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B.

(** The least degree of polynomials that are within the loss eps of the class. *)
Lemma degree_of_class (eps : F) (d : nat) : (p <= #|E|)%N -> 0 < eps ->
  let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D <= p.+1%:R ->
  (forall net : network F E J, in_class (@pt F E) k (W ^+ 2) B net ->
     exists a, uniform_loss (polynomial d a) (fn net) <= eps) <-> (p <= d)%N.
Proof.
move=> pE e0 D /andP[pD Dp]; have p0' : 0 < p%:R :> F by rewrite ltr0n.
split=> [approximates|pd net hC]; last first.
  have AS_net : AS (fn net) <= 4%:R * k%:R ^+ 2 * W ^+ 2.
    by case: hC => sp [sW _]; apply: AS_le => [j||//]; [apply: sW | apply: sqr_ge0].
  exists (hat (fn net)); rewrite loss_low_part ler_pdivr_mulr ?ltr0n //.
  apply: le_trans (tail_AS d AS_net) _; rewrite ler_pdivr_mulr ?ltr0n //.
  have : D <= d.+1%:R by apply: le_trans Dp _; rewrite ler_nat ltnS.
  rewrite ler_pdivr_mulr // => le.
  rewrite (_ : 4%:R * _ * _ = 2%:R * (2%:R * k%:R ^+ 2 * W ^+ 2)); last by ring.
  by rewrite (_ : _ * d.+1%:R = 2%:R * (d.+1%:R * eps)) ?ler_pmul2l ?ltr0n //; ring.
rewrite leqNgt; apply/negP => dp.
have [v vi] : exists v : 'I_p -> E, injective v by apply: injection_of_card; rewrite card_ord.
set S := [set v q | q in 'I_p]; have Sp : #|S| = p by rewrite card_imset // card_ord.
have [net hC fE] := parity_member p0 sJ W0 bias Sp; have [b] := approximates net hC.
apply/negP; rewrite -ltNge; apply: lt_le_trans (_ : D * eps / p%:R <= _).
  by rewrite ltr_pdivl_mulr // mulrC ltr_pmul2r.
set g := fun x => polynomial d b x - fn net x.
have -> : uniform_loss (polynomial d b) (fn net) = 2%:R^-1 * avg (fun x => g x ^+ 2).
  by rewrite -avgZ; apply: avg_ext => x; rewrite mulrC.
have hg : hat g S ^+ 2 = 4%:R * k%:R ^+ 2 * W ^+ 2 / p%:R.
  rewrite hat_sub hat_polynomial Sp leqNgt dp sub0r sqrrN -(amplitude_sq k W p0); congr (_ ^+ 2).
  rewrite /hat (@avg_ext _ _ _ (fun x => W / Num.sqrt p%:R * (2%:R * k%:R) * 1)) => [|x].
    by rewrite avg_const ?card_cube // mulr1.
  by rewrite fE -[X in _ = _ * X](chi_sq F S x) [RHS]mulrA.
have : hat g S ^+ 2 <= avg (fun x => g x ^+ 2).
  rewrite parseval (bigD1 S) //= ler_addl; apply: sumr_ge0 => T _; exact: sqr_ge0.
rewrite hg => le; apply: le_trans (ler_wpmul2l _ le); last by rewrite invr_ge0 ler0n.
by apply: le_of_eq; rewrite /D; field; rewrite !lt0r_neq0.
Qed.

End Degree.
