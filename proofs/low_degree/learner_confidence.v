(** * The low-degree algorithm by averages, with the logarithm of 1/delta

   One draw moves the vector of coefficients by at most 2 Y sqrt N / m, so that its distance
   from the vector of means is concentrated. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning averages cube fourier logarithm
  exponential cauchy_schwarz supremum product_spaces bounded_differences low_degree_learner.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Norm.
Variables (F : rcfType) (I : finType).
Implicit Types (a b : I -> F).

Definition norm a : F := Num.sqrt (\sum_i a i ^+ 2).

Lemma norm_ge0 a : 0 <= norm a. Proof. exact: sqrtr_ge0. Qed.

Lemma sum_sq_ge0 a : 0 <= \sum_i a i ^+ 2.
Proof. by apply: sumr_ge0 => i _; apply: sqr_ge0. Qed.

Lemma norm_sq a : norm a ^+ 2 = \sum_i a i ^+ 2.
Proof. by rewrite sqr_sqrtr ?sum_sq_ge0. Qed.

Lemma norm_triangle a b : norm (fun i => a i + b i) <= norm a + norm b.
Proof.
rewrite -ler_sqr ?nnegrE ?addr_ge0 ?norm_ge0 // norm_sq.
have ab : \sum_i a i * b i <= norm a * norm b.
  apply: le_trans (ler_norm _) _; rewrite -sqrtr_sqr -sqrtrM ?sum_sq_ge0 //.
  by apply: ler_wsqrtr; apply: cauchy_schwarz.
apply: (@le_trans _ _ (norm a ^+ 2 + norm b ^+ 2 + 2%:R * \sum_i a i * b i)).
  rewrite !norm_sq mulr_sumr -!big_split /=; apply: le_of_eq.
  by apply: eq_bigr => i _; ring.
apply: (@le_trans _ _ (norm a ^+ 2 + norm b ^+ 2 + 2%:R * (norm a * norm b))).
  by rewrite ler_add2l ler_wpmul2l ?ler0n.
by apply: le_of_eq; ring.
Qed.

Lemma norm_difference a b (c : F) : norm (fun i => a i - b i) <= c ->
  `|norm a - norm b| <= c.
Proof.
have half a' b' : norm (fun i => a' i - b' i) <= c -> norm a' - norm b' <= c.
  move=> le; rewrite ler_subl_addr; apply: le_trans (ler_add le (lexx (norm b'))).
  apply: le_trans (norm_triangle _ _); apply: le_of_eq.
  by congr Num.sqrt; apply: eq_bigr => i _; rewrite subrK.
move=> le; rewrite ler_norml half // andbT ler_oppl opprB; apply: half.
apply: le_trans le; apply: le_of_eq.
by congr Num.sqrt; apply: eq_bigr => i _; rewrite -sqrrN opprB.
Qed.

End Norm.

Section Confidence.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Variable kappa : F.
Hypotheses (kappa0 : 0 < kappa) (hoeff : hoeffding_with exp kappa).

Lemma ln_inv_ge0 (delta : F) : 0 < delta <= 1 -> 0 <= ln delta^-1.
Proof.
move=> /andP[d0 d1]; rewrite (lnV log) // oppr_ge0.
case: log => _ H; apply: le_trans (H _ d0) _; by rewrite subr_le0.
Qed.

(** With a probability of at least 1 - delta f exceeds its mean by at most
    sqrt(4 sum c_i^2 ln(1/delta) / kappa). *)
Lemma deviation_ln (T I : finType) (p : T -> F) (f : {ffun I -> T} -> F) (c : I -> F) (delta : F) :
  distribution p -> 0 < delta <= 1 -> (forall i, differences f i (c i)) ->
  1 - delta <= probability (product p) (fun w =>
    f w <= mean (product p) f + Num.sqrt (4%:R / kappa * ((\sum_i c i ^+ 2) * ln delta^-1))).
Proof.
move=> pd d01 fc; have dp := distribution_product I pd; have L0 := ln_inv_ge0 d01.
case/andP: (d01) => d0 d1; set V := \sum_i c i ^+ 2; set t := Num.sqrt _.
have t0 : 0 <= t by apply: sqrtr_ge0.
have V0 : 0 <= V by apply: sumr_ge0 => i _; apply: sqr_ge0.
rewrite (probability_complement dp) ler_add2l ler_opp2.
have -> : probability (product p) (fun w => ~~ (f w <= mean (product p) f + t))
    = probability (product p) (fun w => mean (product p) f + t < f w).
  by apply: eq_bigl => w; rewrite -ltNge.
have {V0}[V0|V0] := zero_or_pos V0.
  rewrite /probability big1 ?(ltW d0) // => w.
  have inv j : independent_of f j.
    move=> w' s; have := fc j w' s; suff -> : c j = 0.
      by rewrite normr_le0 subr_eq0 => /eqP ->.
    have /eqP := esym V0; rewrite psumr_eq0 => [/allP /(_ j)|i _]; last exact: sqr_ge0.
    by rewrite mem_index_enum /= sqrf_eq0 => /(_ isT) /eqP.
  by rewrite (independent_constant pd inv) ltNge ler_addl t0.
have k1 : kappa != 0 by rewrite gt_eqF.
have V1 : V != 0 by rewrite gt_eqF.
have l0 : 0 <= kappa * t / (2%:R * V).
  by apply: divr_ge0; apply: mulr_ge0; rewrite ?ler0n // ltW.
apply: le_trans (deviation_probability pd expP hoeff t l0 fc) _.
rewrite -/V (_ : _ - _ = - ln delta^-1).
  by rewrite (lnV log) // opprK lnK.
have t2 : t ^+ 2 = 4%:R / kappa * (V * ln delta^-1).
  by rewrite sqr_sqrtr // mulr_ge0 ?divr_ge0 ?ler0n ?(ltW kappa0) // mulr_ge0 // ltW.
transitivity (- (kappa * t ^+ 2 / (4%:R * V))); first by field; rewrite k1 V1.
by rewrite t2; field; rewrite k1 V1.
Qed.

(** ** Noisy labels *)
Section Noisy.
Variables (E Omega : finType) (p : Omega -> F) (x : Omega -> cube E) (y : Omega -> F).
Hypotheses (pd : distribution p) (xu : uniform_points p x).
Variables (d m : nat) (Y : F).
Hypotheses (m0 : (0 < m)%N) (Y0 : 0 <= Y) (yY : forall o, `|y o| <= Y).
Local Notation N := ((monomials E d)%:R : F).

Let M0 : 0 < m%:R :> F. Proof. by rewrite ltr0n. Qed.

(** The coefficients of degree at most d, without their means. *)
Let v (w : {ffun 'I_m -> Omega}) (T : {set E}) : F :=
  if (#|T| <= d)%N then coefficient (draws x y w) T - mean_coefficient p x y T else 0.

Lemma deviation_norm w : deviation p x y d w = norm (v w) ^+ 2.
Proof.
rewrite norm_sq /deviation big_mkcond; apply: eq_bigr => T _.
by rewrite /v; case: ifP => _ //; rewrite expr0n.
Qed.

Lemma coefficient_redraw (w : {ffun 'I_m -> Omega}) i o T :
  coefficient (draws x y w) T - coefficient (draws x y (redraw_at w i o)) T
  = (y (w i) * chi F T (x (w i)) - y o * chi F T (x o)) / m%:R.
Proof.
rewrite !coefficient_draws /avg card_ord -mulrBl -sumrB (bigD1 i) //= redraw_at_same.
by rewrite big1 ?addr0 // => j ji; rewrite redraw_at_other // subrr.
Qed.

Lemma norm_v_differences i : differences (fun w => norm (v w)) i (Num.sqrt N * (2%:R * Y / m%:R)).
Proof.
move=> w o; apply: norm_difference.
have c0 : 0 <= 2%:R * Y / m%:R by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
rewrite -[2%:R * Y / m%:R](ger0_norm c0) -sqrtr_sqr -sqrtrM ?ler0n //; apply: ler_wsqrtr.
rewrite -card_monomials mulr_suml big_mkcond [X in _ <= X]big_mkcond; apply: ler_sum => T _.
rewrite /v; case: ifP => _; last by rewrite subrr expr0n.
have -> (a b t : F) : a - t - (b - t) = a - b by ring.
rewrite coefficient_redraw mul1r -[X in X <= _]real_normK ?num_real //.
rewrite ler_sqr ?nnegrE ?normr_ge0 // normrM [`|m%:R^-1|]ger0_norm ?invr_ge0 ?ler0n //.
rewrite ler_wpmul2r ?invr_ge0 ?ler0n // mulr_natl mulr2n.
have one o' : `|y o' * chi F T (x o')| <= Y.
  suff -> : `|y o' * chi F T (x o')| = `|y o'| by [].
  rewrite normrM -[RHS]mulr1; congr (_ * _); apply/eqP.
  by rewrite -sqrp_eq1 ?normr_ge0 // real_normK ?num_real // expr2 chi_sq.
by apply: le_trans (ler_norm_sub _ _) (ler_add _ _).
Qed.

(** The sum of the squares of the c_i. *)
Let V := 4%:R * (N * Y ^+ 2 / m%:R).

Lemma sum_differences :
  \sum_(i < m) (Num.sqrt N * (2%:R * Y / m%:R)) ^+ 2 = V.
Proof.
rewrite sumc card_ord exprMn sqr_sqrtr ?ler0n // /V; field.
by rewrite lt0r_neq0.
Qed.

Lemma mean_norm_v_le : mean (product p) (fun w => norm (v w)) <= Num.sqrt (N * Y ^+ 2 / m%:R).
Proof.
have dp := distribution_product [ord m] pd.
have n0 : 0 <= mean (product p) (fun w => norm (v w)).
  by apply: (mean_ge0 dp) => w; apply: norm_ge0.
rewrite -[X in X <= _](ger0_norm n0) -sqrtr_sqr; apply: ler_wsqrtr.
apply: le_trans (mean_sq_le dp _) _.
rewrite (@mean_ext _ _ _ _ (deviation p x y d (m := m))) => [|w]; last by rewrite deviation_norm.
apply: le_trans (@mean_deviation_le F E Omega p x y pd d m m0) _.
rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_wpmul2l ?ler0n //.
rewrite -(mean_const pd (Y ^+ 2)); apply: (ler_mean pd) => o.
by rewrite -[y o ^+ 2]real_normK ?num_real // ler_sqr ?nnegrE.
Qed.

(** With a probability of at least 1 - delta the squared distance is at most
    (N Y^2 / m) (1 + sqrt(16 ln(1/delta) / kappa))^2. *)
Lemma deviation_confidence (delta : F) : 0 < delta <= 1 ->
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    deviation p x y d w
    <= N * Y ^+ 2 / m%:R * (1 + Num.sqrt (16%:R / kappa * ln delta^-1)) ^+ 2).
Proof.
move=> d01; have dp := distribution_product [ord m] pd.
apply: le_trans (deviation_ln pd d01 norm_v_differences) _.
rewrite sum_differences; apply: (probability_mono dp) => w le.
have A0 : 0 <= N * Y ^+ 2 / m%:R by rewrite !mulr_ge0 ?sqr_ge0 ?invr_ge0 ?ler0n.
have L0 := ln_inv_ge0 d01.
rewrite deviation_norm -[X in _ <= X * _]sqr_sqrtr // -exprMn.
have r0 : 0 <= Num.sqrt (N * Y ^+ 2 / m%:R) * (1 + Num.sqrt (16%:R / kappa * ln delta^-1)).
  by rewrite mulr_ge0 ?sqrtr_ge0 // addr_ge0 ?ler01 ?sqrtr_ge0.
rewrite ler_sqr ?nnegrE ?norm_ge0 //; apply: le_trans le _.
rewrite mulrDr mulr1 ler_add ?mean_norm_v_le // -sqrtrM // /V.
apply: le_of_eq; congr Num.sqrt.
by move: (N * Y ^+ 2 / m%:R) => A; field; rewrite gt_eqF.
Qed.

Lemma deviation_confidence_le (eta delta : F) : 0 < delta <= 1 ->
  N * Y ^+ 2 * (1 + Num.sqrt (16%:R / kappa * ln delta^-1)) ^+ 2 <= eta * m%:R ->
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    deviation p x y d w <= eta).
Proof.
move=> d01 le; apply: le_trans (deviation_confidence d01) _.
apply: probability_mono; first exact: (distribution_product [ord m] pd).
move=> w /le_trans; apply; rewrite mulrAC ler_pdivr_mulr //.
Qed.

Lemma excess_confidence (delta : F) a : 0 < delta <= 1 ->
  1 - delta <= probability (product p) (fun w : {ffun 'I_m -> Omega} =>
    risk p x y (low_degree d (draws x y w))
    <= risk p x y (polynomial d a)
       + N * Y ^+ 2 / (2%:R * m%:R) * (1 + Num.sqrt (16%:R / kappa * ln delta^-1)) ^+ 2).
Proof.
move=> d01; apply: le_trans (deviation_confidence d01) _.
apply: (probability_mono (distribution_product [ord m] pd)) => w le.
apply: (risk_excess xu); apply: le_trans le _; apply: le_of_eq.
by field; rewrite lt0r_neq0.
Qed.

End Noisy.

(** ** Labels without noise *)
Section Realizable.
Variables (E : finType) (f : cube E -> F) (d m : nat) (C : F).
Hypotheses (m0 : (0 < m)%N) (fC : forall x, `|f x| <= C).

Lemma succeeds_confidence (eps eta delta : F) : 0 < delta <= 1 ->
  tail f d + eta <= 2%:R * eps ->
  (monomials E d)%:R * C ^+ 2 * (1 + Num.sqrt (16%:R / kappa * ln delta^-1)) ^+ 2 <= eta * m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> d01 te le; rewrite -probability_draws; have pd := distribution_cube F E.
have C0 : 0 <= C := le_trans (normr_ge0 _) (fC [ffun=> true]).
apply: le_trans (@deviation_confidence_le E _ _ id f pd d m C m0 C0 fC _ _ d01 le) _.
apply: (probability_mono (distribution_product [ord m] pd)) => w.
exact: succeeds_of_deviation.
Qed.

(** The shape of Lemma 7: with (1 + sqrt(16 L / kappa))^2 <= K L, 2 K n^d C^2 L / eps samples. *)
Lemma succeeds_printed (K eps delta : F) : (0 < #|E|)%N -> 0 < eps -> 0 < delta <= 1 ->
  (1 + Num.sqrt (16%:R / kappa * ln delta^-1)) ^+ 2 <= K * ln delta^-1 ->
  tail f d <= eps ->
  2%:R * K * (#|E| ^ d)%N%:R * C ^+ 2 * ln delta^-1 <= eps * m%:R ->
  1 - delta <= uniform_probability F (fun w : {ffun 'I_m -> cube E} =>
    uniform_loss (low_degree d (labelled f w)) f <= eps).
Proof.
move=> n0 e0 d01 KL te le.
apply: (@succeeds_confidence eps eps) => //; first by rewrite mulr_natl mulr2n ler_add2r.
apply: le_trans le.
have N2 : (monomials E d)%:R <= 2%:R * (#|E| ^ d)%N%:R :> F.
  rewrite -natrM ler_nat mul2n -addnn; apply: leq_trans (monomials_le d n0) _.
  by rewrite leq_add2l expn_gt0 n0.
rewrite (_ : 2%:R * K * _ * _ * _ = (2%:R * (#|E| ^ d)%N%:R) * C ^+ 2 * (K * ln delta^-1)).
  apply: ler_pmul KL; last by rewrite ler_wpmul2r ?sqr_ge0.
    by apply: mulr_ge0; rewrite ?ler0n ?sqr_ge0.
  exact: sqr_ge0.
by ring.
Qed.

End Realizable.

End Confidence.

(** ** The best polynomial against any function, with the root *)
Section Approximation.
Variables (F : rcfType) (E Omega : finType) (p : Omega -> F).
Variables (x : Omega -> cube E) (y : Omega -> F).
Hypotheses (pd : distribution p) (xu : uniform_points p x).

(** Cauchy-Schwarz for means. *)
Lemma mean_cauchy (a b : Omega -> F) :
  mean p (fun o => a o * b o) ^+ 2 <= mean p (fun o => a o ^+ 2) * mean p (fun o => b o ^+ 2).
Proof.
have root (c : Omega -> F) o : p o * c o ^+ 2 = (Num.sqrt (p o) * c o) ^+ 2.
  by rewrite exprMn sqr_sqrtr // (p_ge0 pd).
have -> : mean p (fun o => a o * b o)
    = \sum_o (Num.sqrt (p o) * a o) * (Num.sqrt (p o) * b o).
  by apply: eq_bigr => o _; rewrite mulrACA -expr2 sqr_sqrtr // (p_ge0 pd).
rewrite /mean (eq_bigr _ (fun o _ => root a o)) (eq_bigr _ (fun o _ => root b o)).
exact: cauchy_schwarz.
Qed.

Lemma risk_approximation (h : cube E -> F) (d : nat) :
  risk p x y (polynomial d (mean_coefficient p x y))
  <= risk p x y h + Num.sqrt (2%:R * risk p x y h * tail h d) + tail h d / 2%:R.
Proof.
apply: le_trans (risk_best_le y xu d (hat h)) _; set P := polynomial d (hat h).
pose a o := P (x o) - h (x o); pose b o := h (x o) - y o.
have a2 : mean p (fun o => a o ^+ 2) = tail h d.
  by rewrite (mean_points xu (fun z => (P z - h z) ^+ 2)) avg_low_part.
have b2 : mean p (fun o => b o ^+ 2) = 2%:R * risk p x y h by rewrite riskE.
have -> : risk p x y P = risk p x y h + mean p (fun o => a o * b o) + tail h d / 2%:R.
  rewrite -a2 [_ / 2%:R]mulrC -meanZ -!meanD; apply: mean_ext => o.
  by rewrite /a /b; field.
rewrite ler_add2r ler_add2l; apply: le_trans (ler_norm _) _.
by rewrite -sqrtr_sqr -b2 -a2; apply: ler_wsqrtr; rewrite [X in _ <= X]mulrC mean_cauchy.
Qed.

End Approximation.

(** ** The factor with ln(1/delta) *)
Section Logarithm.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis log : is_logarithm ln.

Lemma harmonic_bound : 53%:R / 80%:R
  <= 9%:R^-1 + 10%:R^-1 + (11%:R^-1 + 12%:R^-1)
     + (13%:R^-1 + 14%:R^-1 + (15%:R^-1 + 16%:R^-1)) :> F.
Proof.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = (90%:R * 1000%:R)^-1 + (15%:R * 1000%:R)^-1
  + 29%:R / (77%:R * 100%:R * 100%:R) + 11%:R / (195%:R * 1000%:R) + 5000%:R^-1); last by field.
by do ?apply: addr_ge0; rewrite ?invr_ge0 ?divr_ge0 ?mulr_ge0 ?ler0n.
Qed.

(** ln 2 >= 1/9 + ... + 1/16 > 0.6625. *)
Lemma ln2_bound : 53%:R / 80%:R <= ln 2%:R.
Proof.
apply: le_trans harmonic_bound _.
have step (k : nat) : (0 < k)%N -> ln k%:R + (k.+1%:R)^-1 <= ln k.+1%:R.
  move=> k0; have kF : 0 < k%:R :> F by rewrite ltr0n.
  have k1 : 0 < k.+1%:R :> F by rewrite ltr0n.
  have -> : ln k.+1%:R = ln k%:R + ln (k.+1%:R / k%:R).
    case: (log) => lnM _; rewrite -lnM ?divr_gt0 //; congr ln.
    by rewrite mulrCA divff ?mulr1 // gt_eqF.
  rewrite ler_add2l; apply: le_trans (ln_ge log _); last by rewrite divr_gt0.
  rewrite invf_div; apply: le_of_eq.
  by move: k1; rewrite mulrS => k1; field; rewrite gt_eqF.
have s8 := step 8%N isT; have s9 := step 9%N isT.
have s10 := step 10%N isT; have s11 := step 11%N isT.
have s12 := step 12%N isT; have s13 := step 13%N isT.
have s14 := step 14%N isT; have s15 := step 15%N isT.
have l8 : ln 8%:R = 3%:R * ln 2%:R.
  case: (log) => lnM _; rewrite (_ : 8%:R = 2%:R * 4%:R); last by rewrite -natrM.
  by rewrite lnM ?ltr0n // (ln4 log); ring.
have l16 : ln 16%:R = 4%:R * ln 2%:R.
  case: (log) => lnM _; rewrite (_ : 16%:R = 2%:R * 8%:R); last by rewrite -natrM.
  by rewrite lnM ?ltr0n // l8; ring.
have := ler_add (ler_add (ler_add s8 s9) (ler_add s10 s11))
  (ler_add (ler_add s12 s13) (ler_add s14 s15)).
rewrite l8 l16 -subr_ge0 => le.
rewrite -subr_ge0; apply: le_trans le _; rewrite -subr_ge0 [X in 0 <= X](_ : _ = 0) ?lexx //.
by ring.
Qed.

End Logarithm.

Section Factor.
Variables (F : rcfType) (ln : F -> F).
Hypothesis log : is_logarithm ln.

Lemma ln_inv_ge (delta : F) : 0 < delta <= 2%:R^-1 -> 53%:R / 80%:R <= ln delta^-1.
Proof.
move=> /andP[d0 d2]; apply: le_trans (ln2_bound log) _.
apply: (ln_mono log); first by rewrite ltr0n.
by rewrite -[2%:R]invrK lef_pinv ?posrE ?invr_gt0 ?ltr0n.
Qed.

Lemma factor_eight (delta : F) : 0 < delta <= 2%:R^-1 ->
  (1 + Num.sqrt (16%:R / 8%:R * ln delta^-1)) ^+ 2 <= 7%:R * ln delta^-1.
Proof.
move=> /ln_inv_ge; set L := ln delta^-1 => L66; have L0 : 0 <= L.
  by apply: le_trans L66; rewrite divr_ge0 ?ler0n.
set r := Num.sqrt _; have r0 : 0 <= r by apply: sqrtr_ge0.
have r2 : r ^+ 2 = 16%:R / 8%:R * L by rewrite sqr_sqrtr // mulr_ge0 ?divr_ge0 ?ler0n.
have rL : L = r ^+ 2 / 2%:R by rewrite r2; field.
have r115 : 23%:R / 20%:R <= r.
  rewrite -ler_sqr ?nnegrE ?divr_ge0 ?ler0n // r2.
  apply: (@le_trans _ _ (16%:R / 8%:R * (53%:R / 80%:R))); last first.
    by rewrite ler_wpmul2l ?divr_ge0 ?ler0n.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = 400%:R^-1) ?invr_ge0 ?ler0n //; by field.
rewrite rL -subr_ge0 [X in 0 <= X](_ : _ =
  (r - 23%:R / 20%:R) * (5%:R / 2%:R * r + 7%:R / 8%:R) + 160%:R^-1); last by field.
rewrite addr_ge0 ?invr_ge0 ?ler0n // mulr_ge0 ?subr_ge0 // addr_ge0 ?divr_ge0 ?ler0n //.
by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
Qed.

End Factor.

Lemma sixteen_eight (F : rcfType) (L : F) : Num.sqrt (16%:R / 8%:R * L) = Num.sqrt (2%:R * L).
Proof. by congr Num.sqrt; field. Qed.

Lemma eight_gt0 (F : rcfType) : 0 < 8%:R :> F. Proof. by rewrite ltr0n. Qed.

Lemma le_half (F : rcfType) (delta : F) : 0 < delta <= 2%:R^-1 -> 0 < delta <= 1.
Proof.
move=> /andP[-> d2] /=; apply: le_trans d2 _.
by rewrite invf_le1 ?ltr0n // ler1n.
Qed.
