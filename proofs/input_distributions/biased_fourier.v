(** * The Fourier basis of a product distribution

   Parseval, the sum of the coordinates' variances as sum_T |T| hat f(T)^2, and noise
   sensitivity as a sum over the sets T: Theorems C and D for product distributions. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube fourier product_distributions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Biased.
Variables (F : rcfType) (E : finType) (q : E -> F).
Hypothesis q01 : forall i, 0 < q i < 1.
Implicit Types (f g : cube E -> F) (T : {set E}) (x y : cube E).
Local Notation hat := (biased_hat q).

(** The probability that x_i = b, and the basis function of one coordinate. *)
Let p i (b : bool) : F := if b then 1 - q i else q i.
Let phi i (b : bool) : F := (sign F b - (1 - 2%:R * q i)) / Num.sqrt (4%:R * (q i * (1 - q i))).

Let q_neq0 i : q i != 0. Proof. by case/andP: (q01 i) => /gt_eqF ->. Qed.
Let q1_neq0 i : 1 - q i != 0. Proof. by case/andP: (q01 i) => _ q1; rewrite subr_eq0 gt_eqF. Qed.

Let p_gt0 i b : 0 < p i b.
Proof. by case/andP: (q01 i) => q0 q1; rewrite /p; case: b; rewrite ?subr_gt0. Qed.

Let muE x : mu q x = \prod_i p i (x i). Proof. by []. Qed.
Let mu_neq0 x : mu q x != 0.
Proof. by rewrite muE; apply/prodf_neq0 => i _; rewrite gt_eqF. Qed.

(** A product of two values at one coordinate, without the root. *)
Let phi_mul i b c : phi i b * phi i c
  = (sign F b - (1 - 2%:R * q i)) * (sign F c - (1 - 2%:R * q i)) / (4%:R * (q i * (1 - q i))).
Proof.
rewrite /phi mulrACA -invfM -expr2 sqr_sqrtr //.
by case/andP: (q01 i) => q0 q1; rewrite !mulr_ge0 ?ler0n ?subr_ge0 ?ltW.
Qed.

(** Over one coordinate: the kernel, the mean 0, and the mean of the square. *)
Let kernel1 i b c : phi i b * phi i c + 1 = (b == c)%:R / p i b.
Proof.
have := q_neq0 i; have := q1_neq0 i; rewrite phi_mul /p /sign.
by case: b; case: c => /= q1 q0; field; rewrite ?q1 ?q0.
Qed.

Let mean1 i : p i true * phi i true + p i false * phi i false = 0.
Proof. by rewrite /p /phi /sign !mulrA -mulrDl; apply/eqP; rewrite mulf_eq0; apply/orP; left;
  apply/eqP; ring. Qed.

Let chiE T x : biased_chi q T x = \prod_(i in T) phi i (x i).
Proof. by []. Qed.

(** The sum over T of phi_T(x) phi_T(y) is 1 / mu(x) if x = y, and 0 otherwise. *)
Lemma sum_biased_chi x y :
  \sum_T biased_chi q T x * biased_chi q T y = if x == y then (mu q x)^-1 else 0.
Proof.
transitivity (\prod_i (phi i (x i) * phi i (y i) + 1)).
  by rewrite prod_subsets; apply: eq_bigr => T _; rewrite -big_split.
under eq_bigr => i _ do rewrite kernel1.
case: eqP => [<-|/eqP xy].
  by rewrite muE -prodfV; apply: eq_bigr => i _; rewrite eqxx mul1r.
have [i xyi] := point_neq xy.
by rewrite (bigD1 i) //= (negbTE xyi) !mul0r.
Qed.

Lemma biased_inversion f x : f x = \sum_T hat f T * biased_chi q T x.
Proof.
rewrite /biased_hat /expect.
under eq_bigr => T _ do rewrite mulr_suml.
rewrite exchange_big /= (bigD1 x) //= [X in _ + X]big1 ?addr0.
  under eq_bigr => T _ do rewrite -!mulrA.
  by rewrite -!mulr_sumr sum_biased_chi eqxx mulrCA divff // mulr1.
move=> y /negbTE yx; under eq_bigr => T _ do rewrite -!mulrA.
by rewrite -!mulr_sumr sum_biased_chi yx !mulr0.
Qed.

Lemma biased_parseval f : expect q (fun x => f x ^+ 2) = \sum_T hat f T ^+ 2.
Proof.
transitivity (expect q (fun x => \sum_T hat f T * (f x * biased_chi q T x))).
  apply: eq_bigr => x _; congr (_ * _); rewrite expr2 {1}biased_inversion mulr_suml.
  by apply: eq_bigr => T _; rewrite mulrAC mulrA.
by rewrite expect_sum; apply: eq_bigr => T _; rewrite expectZ -expr2.
Qed.

(** Setting a coordinate takes out its factor. *)
Let chi_setc T x i b :
  biased_chi q T (setc x i b) = (if i \in T then phi i b else 1) * biased_chi q (T :\ i) x.
Proof.
rewrite !chiE; case: ifP => iT.
  rewrite (big_setD1 i iT) /= ffunE eqxx; congr (_ * _); apply: eq_bigr => j.
  by rewrite !inE ffunE => /andP[/negbTE ->].
have -> : T :\ i = T by apply/setP => j; rewrite !inE; case: eqP => // ->; rewrite iT.
rewrite mul1r; apply: eq_bigr => j jT.
by rewrite ffunE; case: eqP => // ji; rewrite ji iT in jT.
Qed.

Let setc_setc x i b c : setc (setc x i b) i c = setc x i c.
Proof. by apply/ffunP => j; rewrite !ffunE; case: (j == i). Qed.

Let mean_setc f x i b : coordinate_mean q f i (setc x i b) = coordinate_mean q f i x.
Proof. by rewrite /coordinate_mean !setc_setc. Qed.

(** The mean over coordinate i leaves the sets without i. *)
Lemma hat_coordinate_mean f i T :
  hat (coordinate_mean q f i) T = if i \in T then 0 else hat f T.
Proof.
rewrite /biased_hat (expect_cond _ i); case: ifP => iT.
  rewrite -[RHS](expect_const q 0); apply: eq_bigr => x _; congr (_ * _).
  rewrite !mean_setc !chi_setc iT.
  rewrite (_ : _ + _ = coordinate_mean q f i x * biased_chi q (T :\ i) x
                       * (p i true * phi i true + p i false * phi i false)).
    by rewrite mean1 mulr0.
  by rewrite /p /=; ring.
rewrite [RHS](expect_cond _ i); apply: eq_bigr => x _; congr (_ * _).
by rewrite !mean_setc !chi_setc iT /coordinate_mean; ring.
Qed.

(** The mean variance over coordinate i is the weight on the sets with i. *)
Lemma coordinate_variance_spectral f i :
  expect q (coordinate_variance q f i) = \sum_(T : {set E} | i \in T) hat f T ^+ 2.
Proof.
transitivity (expect q (fun x => (f x - coordinate_mean q f i x) ^+ 2)).
  rewrite [RHS](expect_cond _ i); apply: eq_bigr => x _; congr (_ * _).
  by rewrite !mean_setc /coordinate_variance /coordinate_mean; ring.
rewrite biased_parseval [RHS]big_mkcond; apply: eq_bigr => T _.
have -> : hat (fun x => f x - coordinate_mean q f i x) T
          = hat f T - hat (coordinate_mean q f i) T.
  by rewrite /biased_hat /expect -sumrB; apply: eq_bigr => x _; ring.
by rewrite hat_coordinate_mean; case: ifP => _; rewrite ?subr0 // subrr expr0n.
Qed.

Lemma biased_spectrum f : \sum_i expect q (coordinate_variance q f i)
  = \sum_(T : {set E}) #|T|%:R * hat f T ^+ 2.
Proof.
under eq_bigr => i _ do rewrite coordinate_variance_spectral.
rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => T _.
by rewrite sumr_const mulr_natl.
Qed.

Lemma biased_tail_le f d (B : F) :
  \sum_i expect q (coordinate_variance q f i) <= B -> biased_tail q f d <= B / d.+1%:R.
Proof.
move=> hB; rewrite ler_pdivl_mulr ?ltr0n //; apply: le_trans hB.
rewrite biased_spectrum mulr_suml big_mkcond /=; apply: ler_sum => T _.
case: ltnP => dT; last by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
by rewrite mulrC; apply: ler_wpmul2r; rewrite ?sqr_ge0 ?ler_nat.
Qed.

(** ** The noise *)

Variable rho : F.

Let r i b c : F := rho * (c == b)%:R + (1 - rho) * p i c.
Let redrawE x y : redraw q rho x y = \prod_i r i (x i) (y i).
Proof. by []. Qed.

(** The mean of phi_T(y) over the noise is rho^|T| phi_T(x). *)
Lemma redraw_chi T x :
  \sum_y redraw q rho x y * biased_chi q T y = rho ^+ #|T| * biased_chi q T x.
Proof.
pose G i b := r i (x i) b * (if i \in T then phi i b else 1).
transitivity (\sum_(y : {ffun E -> bool}) \prod_i G i (y i)).
  by apply: eq_bigr => y _; rewrite redrawE chiE [X in _ * X]big_mkcond -big_split.
rewrite -bigA_distr_bigA -prodr_const chiE -big_split /= [RHS]big_mkcond.
apply: eq_bigr => i _; rewrite big_bool /G /r; case: ifP => _; last first.
  by rewrite /p; case: (x i) => /=; ring.
have -> : rho * phi i (x i) = rho * phi i (x i)
          + (1 - rho) * (p i true * phi i true + p i false * phi i false).
  by rewrite mean1 mulr0 addr0.
by case: (x i) => /=; ring.
Qed.

Lemma redraw_one x : \sum_y redraw q rho x y = 1.
Proof.
have := redraw_chi set0 x; rewrite cards0 expr0 chiE big_set0 mulr1 => <-.
by apply: eq_bigr => y _; rewrite chiE big_set0 mulr1.
Qed.

Lemma redraw_reversible x y : mu q x * redraw q rho x y = mu q y * redraw q rho y x.
Proof.
rewrite !muE !redrawE -!big_split /=; apply: eq_bigr => i _; rewrite /r.
by case: (x i); case: (y i) => /=; ring.
Qed.

Lemma biased_NS_spectral f : biased_NS q rho f
  = \sum_(T : {set E}) 2%:R^-1 * (1 - rho ^+ #|T|) * hat f T ^+ 2.
Proof.
have cross : expect q (fun x => \sum_y redraw q rho x y * (f x * f y))
             = \sum_(T : {set E}) rho ^+ #|T| * hat f T ^+ 2.
  transitivity (expect q (fun x => \sum_T hat f T * rho ^+ #|T| * (f x * biased_chi q T x))).
    apply: eq_bigr => x _; congr (_ * _).
    under eq_bigr => y _ do rewrite mulrCA (biased_inversion f y) mulr_sumr.
    rewrite -mulr_sumr exchange_big /= mulr_sumr; apply: eq_bigr => T _.
    under eq_bigr => y _ do rewrite mulrCA.
    by rewrite -mulr_sumr redraw_chi; move: (f x) (biased_chi q T x) => a b; ring.
  by rewrite expect_sum; apply: eq_bigr => T _; rewrite expectZ -/(hat f T); ring.
have second : expect q (fun x => \sum_y redraw q rho x y * f y ^+ 2)
              = expect q (fun x => f x ^+ 2).
  rewrite /expect; under eq_bigr => x _ do rewrite mulr_sumr.
  rewrite exchange_big /=; apply: eq_bigr => y _.
  under eq_bigr => x _ do rewrite mulrA redraw_reversible mulrAC.
  by rewrite -mulr_sumr redraw_one mulr1.
pose A x := \sum_y redraw q rho x y * f y ^+ 2.
pose C x := \sum_y redraw q rho x y * (f x * f y).
have split x : \sum_y redraw q rho x y * (4%:R^-1 * (f x - f y) ^+ 2)
               = 4%:R^-1 * (f x ^+ 2 + A x) - 2%:R^-1 * C x.
  have -> : f x ^+ 2 + A x = \sum_y redraw q rho x y * (f x ^+ 2 + f y ^+ 2).
    have e : f x ^+ 2 = \sum_y redraw q rho x y * f x ^+ 2.
      by rewrite -mulr_suml redraw_one mul1r.
    by rewrite {1}e -big_split; apply: eq_bigr => y _; rewrite mulrDr.
  rewrite /C !mulr_sumr -sumrB; apply: eq_bigr => y _.
  by move: (redraw q rho x y) (f x) (f y) => a b c; field.
transitivity (4%:R^-1 * (expect q (fun x => f x ^+ 2) + expect q A) - 2%:R^-1 * expect q C).
  rewrite /biased_NS /expect -big_split /= !mulr_sumr -sumrB; apply: eq_bigr => x _.
  by rewrite split; move: (mu q x) (f x) (A x) (C x) => a b c d; field.
rewrite second cross biased_parseval.
have -> a : 4%:R^-1 * (a + a) = 2%:R^-1 * a :> F by field.
rewrite !mulr_sumr -sumrB; apply: eq_bigr => T _.
by move: (rho ^+ _) (hat f T) => a b; field.
Qed.

Lemma biased_NS_le f (B : F) : -1 <= rho <= 1 ->
  \sum_i expect q (coordinate_variance q f i) <= B ->
  biased_NS q rho f <= (1 - rho) / 2%:R * B.
Proof.
move=> rho1 hB; have r0 : 0 <= (1 - rho) / 2%:R.
  by case/andP: rho1 => _ r1; rewrite divr_ge0 ?subr_ge0 ?ler0n.
apply: le_trans (ler_wpmul2l r0 hB).
rewrite biased_NS_spectral biased_spectrum mulr_sumr; apply: ler_sum => T _.
rewrite [X in _ <= X]mulrA; apply: ler_wpmul2r; first exact: sqr_ge0.
rewrite [X in X <= _]mulrC [X in _ <= X]mulrAC; apply: ler_wpmul2r.
  by rewrite invr_ge0 ler0n.
by rewrite mulrC; apply: one_sub_exp.
Qed.

End Biased.

(** Noise sensitivity of a network. *)
Lemma biased_NS_fn_le (F : rcfType) (E J : finType) (q : E -> F)
    (net : network F E J) (W rho : F) :
  (forall i, 0 < q i < 1) ->
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2) -> 0 <= rho < 1 ->
  biased_NS q rho (fn net)
  <= 2%:R * (1 - rho) * W ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof.
move=> q01 sc /andP[r0 r1]; have q01' i : 0 <= q i <= 1.
  by case/andP: (q01 i) => q0 q1; rewrite !ltW.
have rho1 : -1 <= rho <= 1 by rewrite (ltW r1) andbT; apply: le_trans r0; rewrite oppr_le0 ler01.
apply: le_trans (biased_NS_le q01 rho1 (product_le_mean q01' sc)) _.
by apply: le_of_eq; field.
Qed.
