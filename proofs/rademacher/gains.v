(** * The mean gain of one vector

   For each vector z of signs let V(z) be a vector of the unit ball.  The gain is
   G(z) = sum_i z_i relu <V(z), y_i>, and r is the mean number of the i with <V(z), y_i> > 0.
   If a symbol of the code of graded_code.v has the length c1 and the end of a level has the
   length c0, then E |G| <= (sqrt (8 c1 / q^2 + 2 c0 / (1 - q^2)) + 1) sqrt r. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube logarithm exponential cauchy_schwarz
  gibbs decomposition graded_code.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** u <= (a u^2 + 1 / a) / 2. *)
Lemma young (F : realFieldType) (a u : F) : 0 < a ->
  u <= a * (u ^+ 2 / 2%:R) + (2%:R * a)^-1.
Proof.
move=> a0; rewrite -subr_ge0 (_ : _ - _ = (a * u - 1) ^+ 2 / (2%:R * a)).
  by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n ?ltW.
by field; rewrite lt0r_neq0.
Qed.

Section Gain.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Variables (I E : finType) (y : I -> E -> F) (V : cube I -> E -> F).
Hypotheses (y1 : forall i, normsq (y i) <= 1) (V1 : forall z, normsq (V z) <= 1).
Let m := #|I|.
Hypothesis m0 : (0 < m)%N.

Definition gain (z : cube I) : F := \sum_i sign F (z i) * relu (dot (V z) (y i)).
Definition positive (z : cube I) : {set I} := [set i | 0 < dot (V z) (y i)].

Section Grade.
Variables (q c0 c1 : F).
Hypotheses (q_ge : 2%:R^-1 <= q) (q_lt1 : q < 1).
Hypotheses (c0_ge0 : 0 <= c0) (c1_gt0 : 0 < c1).
Hypothesis kraft : exp (- c0) + 2%:R * m%:R * exp (- c1) <= 1.

Let C := 4%:R * c1 / q ^+ 2 + c0 / (1 - q ^+ 2).
Local Notation who_ := (who y q V).
Local Notation code_ := (code y q V).
Let wk := @who_known _ _ _ y q V.
Let wn := who_new q_ge q_lt1 y1 V1.

Lemma len_kraft : \sum_(a : symbol I) exp (- len c0 c1 a) <= 1.
Proof.
apply: le_trans kraft; rewrite (bigD1 None) //= ler_add2l.
rewrite (eq_bigr (fun=> exp (- c1))) => [|[] //].
rewrite sumr_const cardC1 card_option card_prod card_bool -[_ *+ _]mulr_natl /=.
by rewrite natrM [2%:R * _]mulrC.
Qed.

Lemma listed_sub n z : listed who_ n z \subset positive z.
Proof. by apply/subsetP => i il; rewrite inE; apply: (listed_pos q_ge q_lt1 y1 V1 il). Qed.

Lemma gain_split n z : gain z
  = \sum_(i in listed who_ n z) sign F (z i) * dot (V z) (y i)
    + \sum_(i in positive z :\: listed who_ n z) sign F (z i) * dot (V z) (y i).
Proof.
transitivity (\sum_(i in positive z) sign F (z i) * dot (V z) (y i)).
  rewrite /gain [RHS]big_mkcond; apply: eq_bigr => i _; rewrite inE /relu.
  by case: ltP => [//|]; rewrite ?mulr0.
by rewrite (big_setID (listed who_ n z)) /= (setIidPr (listed_sub n z)).
Qed.

Lemma card_rest n z :
  #|positive z :\: listed who_ n z|%:R = #|positive z|%:R - #|listed who_ n z|%:R :> F.
Proof.
rewrite -natrB ?subset_leq_card ?listed_sub // cardsD.
by rewrite (setIidPr (listed_sub n z)).
Qed.

(** The gain of one z, and its mean, in a form without roots. *)
Lemma gain_le_one (a b : F) n z : 0 < a -> 0 < b -> width q (run y q V n z) <= b / 2%:R ->
  `|gain z| <= a * (\sum_(u < n) width q (run y q V u z) ^+ 2 * (tilt F who_ code_ u z ^+ 2 / 2%:R))
    + b * (normsq (noise_sum who_ code_ y n z) / 2%:R) + (2%:R * b)^-1
    + ((2%:R * a)^-1 * #|listed who_ n z|%:R
       + b / 2%:R * (#|positive z|%:R - #|listed who_ n z|%:R)).
Proof.
move=> a0 b0 small; rewrite (gain_split n) (listed_sum code_ wn); apply: le_trans (ler_norm_add _ _) _.
rewrite (_ : _ + _ = a * (\sum_(u < n)
      width q (run y q V u z) ^+ 2 * (tilt F who_ code_ u z ^+ 2 / 2%:R))
    + (2%:R * a)^-1 * #|listed who_ n z|%:R
    + (b * (normsq (noise_sum who_ code_ y n z) / 2%:R) + (2%:R * b)^-1)
    + b / 2%:R * (#|positive z|%:R - #|listed who_ n z|%:R)); last by ring.
apply: ler_add.
  apply: le_trans (ler_norm_add _ _) _; apply: ler_add.
    rewrite -(sum_asked F wn) !mulr_sumr -big_split /=.
    apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => u _.
    rewrite /asked; case w: (who_ u z) => [i|]; last first.
      by rewrite (tilt_none _ wk) // mul0r normr0 expr0n /= mul0r !mulr0 addr0.
    have le := who_le q_ge q_lt1 y1 V1 w; rewrite /point w mulr1 normrM.
    apply: le_trans (ler_wpmul2l (normr_ge0 _) le) _; apply: le_trans (young _ a0) _.
    rewrite ler_add2r exprMn real_normK ?num_real //.
    by apply: le_of_eq; ring.
  apply: le_trans (young _ b0) _; rewrite ler_add2r ler_pmul2l //.
  apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
  rewrite real_normK ?num_real //; apply: le_trans (dot_sq_le _ _) _.
  by rewrite ler_pimull // normsq_ge0.
apply: le_trans (ler_norm_sum _ _ _) _; rewrite -card_rest -sum1_card natr_sum mulr_sumr.
apply: ler_sum => i; rewrite !inE => /andP[nl pos].
rewrite normrM sign_norm mul1r mulr1 gtr0_norm //; apply: le_trans small.
exact: unlisted_le (run_invariant q_ge q_lt1 y1 V1 n z) _ nl.
Qed.

Lemma gain_le_ab (a b : F) : 0 < a -> 0 < b -> (exists l, q ^+ l <= b / 2%:R) ->
  avg (fun z => `|gain z|) <= a * C + (2%:R * b)^-1
    + ((2%:R * a)^-1 + b / 2%:R) * avg (fun z => #|positive z|%:R).
Proof.
move=> a0 b0 [l ql]; have [N Nl] := width_small q_ge q_lt1 y1 V1 l.
rewrite -[a * C + _](avg_const _ (card_cube I)) -avgZ -avgD.
apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
apply: le_trans (ler_sum _ (fun z _ => gain_le_one a0 b0 (le_trans (Nl z) ql))) _.

pose th u z := width q (run y q V u z) ^+ 2.
have th_known u : known (hist who_ code_ u) (th u).
  by move=> z z' h; rewrite /th (width_known h).
have th0 u z : 0 <= th u z by apply: sqr_ge0.
have thS u z : th u.+1 z <= th u z.
  by rewrite /th ler_sqr ?nnegrE ?width_ge0 // width_mono.
have T := tilt_le (code := code_) (len := fun _ _ => len c0 c1) wk wn expP log lnK
  (possible := fun _ _ => xpredT) (fun n z z' _ => erefl _) (fun _ _ => erefl _)
  (fun n z z' _ => erefl _) (fun _ _ => len_kraft) N th_known th0 thS.
have B : \sum_z \sum_(u < N) th u z * cost who_ code_ (fun _ _ => len c0 c1) u z
    <= \sum_(z : cube I) C.
  by apply: ler_sum => z _; apply: budget (ltW c1_gt0) _ _.
have Mt := martingale_le (code := code_) wk wn y1 N.
have L : \sum_z #|listed who_ N z|%:R <= \sum_z #|positive z|%:R :> F.
  by apply: ler_sum => z _; rewrite ler_nat subset_leq_card // listed_sub.
rewrite !big_split /= -!mulr_sumr sumrB -mulr_suml.
rewrite -/(th _ _) in T *; move: T B Mt L.
move: (\sum_z #|positive z|%:R : F) (\sum_z #|listed who_ N z|%:R : F) (\sum_z C) => p l1 sC.
move: (\sum_z normsq _) (\sum_z \sum_(u < N) th u z * cost _ _ _ _ _) => n1 k1.
move: (\sum_z \sum_(u < N) _) (\sum_z (2%:R * b)^-1) => t1 s1 T B Mt L.
have a1 := ltW a0; have b2 : 0 <= b / 2%:R by rewrite divr_ge0 ?ler0n ?ltW.
have a2 : 0 <= (2%:R * a)^-1 by rewrite invr_ge0 mulr_ge0 ?ler0n.
rewrite -subr_ge0 in T; rewrite -subr_ge0 in B; rewrite -subr_ge0 in Mt; rewrite -subr_ge0 in L.
rewrite -subr_ge0; apply: le_trans (addr_ge0 (addr_ge0 (mulr_ge0 a1 T) (mulr_ge0 a1 B))
  (addr_ge0 (mulr_ge0 b2 Mt) (mulr_ge0 a2 L))) _.
by move: ((2%:R * a)^-1) => c; apply: le_of_eq; field.
Qed.

(** The mean gain. *)
Lemma gain_le : (exists l, q ^+ l <= (2%:R * m%:R)^-1) ->
  avg (fun z => `|gain z|)
  <= (Num.sqrt (2%:R * C) + 1) * Num.sqrt (avg (fun z => #|positive z|%:R)).
Proof.
move=> [l ql]; set r := avg (fun z => #|positive z|%:R).
have C0 : 0 < C.
  apply: ltr_paddr; first by rewrite divr_ge0 // ltW // one_q2.
  apply: divr_gt0; first by rewrite mulr_gt0 ?ltr0n.
  exact: exprn_gt0 (q_gt0 q_ge).
have r_ge0 : 0 <= r by apply: avg_ge0 => z; rewrite ler0n.
have [r0|rn0] := eqVneq r 0.
  rewrite r0 sqrtr0 mulr0; apply: le_of_eq.
  have P0 z : positive z = set0.
    apply/eqP; rewrite -cards_eq0 -(eqr_nat F); move/eqP: r0.
    rewrite /r /avg mulf_eq0 invr_eq0 (negbTE (cube_neq0 F I)) orbF.
    rewrite psumr_eq0 => [/allP /(_ z)|z' _]; last exact: ler0n.
    by rewrite mem_index_enum /= => /(_ isT).
  rewrite /avg big1 ?mul0r // => z _; rewrite /gain big1 ?normr0 // => i _.
  have : i \notin positive z by rewrite P0 inE.
  by rewrite inE -leNgt /relu => /max_idPl ->; rewrite mulr0.
have r_gt0 : 0 < r by rewrite lt_neqAle eq_sym rn0.
pose R := Num.sqrt r; pose K := Num.sqrt (2%:R * C).
have R0 : 0 < R by rewrite sqrtr_gt0.
have K0 : 0 < K by rewrite sqrtr_gt0 mulr_gt0 ?ltr0n.
have RE : R ^+ 2 = r by rewrite sqr_sqrtr.
have KE : K ^+ 2 = 2%:R * C by rewrite sqr_sqrtr // mulr_ge0 ?ler0n // ltW.
have m1 : 1 <= m%:R :> F by rewrite ler1n.
have rm : r <= m%:R.
  rewrite -[m%:R](avg_const _ (card_cube I)); apply: ler_avg => z.
  by rewrite ler_nat max_card.
have Rm : R <= m%:R.
  rewrite -(@ler_sqr F) ?nnegrE ?ler0n ?(ltW R0) // RE (le_trans rm) //.
  by rewrite expr2 ler_pmulr // ltr0n.
have small : exists l, q ^+ l <= R^-1 / 2%:R.
  exists l; apply: le_trans ql _; rewrite invfM mulrC ler_pmul2r ?invr_gt0 ?ltr0n //.
  by rewrite lef_pinv ?posrE ?ltr0n.
have a0 : 0 < R / K by rewrite divr_gt0.
have b0 : 0 < R^-1 by rewrite invr_gt0.
apply: le_trans (gain_le_ab a0 b0 small) _; rewrite -/r -/R -/K -[in X in X <= _]RE.
have -> : C = K ^+ 2 / 2%:R by rewrite KE; field.
by apply: le_of_eq; field; rewrite !lt0r_neq0.
Qed.

End Grade.
End Gain.
