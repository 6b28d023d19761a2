(** * Lemma 6: the average sensitivity of a halfspace

   The level-1 inequality sum_i hat g(i)^2 <= 2 p^2 ln(1/p) for a function g with values in
   [0, 1] and the mean p.  Let mu_i = hat g(i)/p and S = sum_i mu_i^2.  The tangent of exp at S
   gives exp S <= E[g exp(sum_i mu_i x_i)] / p, and without g the mean is a product of values of
   cosh, which is at most exp(S/2).  A unate function has AS(g) = 1/2 sum_i |hat g(i)|. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube fourier logarithm exponential
  cauchy_schwarz average_sensitivity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section LevelOne.
Variables (F : realFieldType) (E : finType).

Lemma chi1 (i : E) (x : cube E) : chi F [set i] x = pt F x i.
Proof. by rewrite /chi big_set1. Qed.

Lemma avg_bool (f : bool -> F) : avg f = (f true + f false) / 2%:R.
Proof. by rewrite /avg big_bool card_bool. Qed.

Section Exponential.
Variables (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.

Lemma exp_sum (I : finType) (a : I -> F) : exp (\sum_i a i) = \prod_i exp (a i).
Proof.
by apply: (big_morph exp) => [x y|]; [exact: expD | exact: (exp0 expP)].
Qed.

(** exp is increasing. *)
Lemma exp_le_inv (a b : F) : exp a <= exp b -> a <= b.
Proof.
move=> le; rewrite leNgt; apply/negP => lt; move: le; apply/negP; rewrite -ltNge.
rewrite -[a](subrK b) (expD expP) ltr_pmull ?(exp_gt0 expP) //.
by apply: lt_le_trans (exp_ge expP _); rewrite ltr_addl subr_gt0.
Qed.

(** E exp(sum_i mu_i x_i) <= exp(S/2). *)
Lemma avg_exp_linear (mu : E -> F) :
  avg (fun x : cube E => exp (\sum_i mu i * pt F x i)) <= exp ((\sum_i mu i ^+ 2) / 2%:R).
Proof.
rewrite (@avg_ext _ _ _ (fun x : {ffun E -> bool} =>
  \prod_i (fun i b => exp (mu i * sign F b)) i (x i))); last first.
  by move=> x; rewrite exp_sum.
rewrite (avg_prod (fun i b => exp (mu i * sign F b))) mulr_suml exp_sum.
apply: ler_prod => i _; rewrite avg_bool /sign mulr1 mulrN1 (cosh_le expP) andbT.
by rewrite divr_ge0 ?ler0n // addr_ge0 // ltW // (exp_gt0 expP).
Qed.

(** The level-1 inequality for functions with values in [0, 1]. *)
Lemma level_one_le (f : cube E -> F) :
  (forall x, 0 <= f x <= 1) -> 0 < avg f ->
  \sum_i hat f [set i] ^+ 2 <= 2%:R * avg f ^+ 2 * ln (avg f)^-1.
Proof.
move=> f01; set p := avg f => p0; have pn : p != 0 by rewrite gt_eqF.
pose mu i := hat f [set i] / p; pose S := \sum_i mu i ^+ 2.
have hatE : \sum_i hat f [set i] ^+ 2 = p ^+ 2 * S.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite /mu; field.
pose Y (x : cube E) := \sum_i mu i * pt F x i.
have fY : avg (fun x => f x * Y x) = p * S.
  rewrite (@avg_ext _ _ _ (fun x => \sum_i mu i * (f x * chi F [set i] x))); last first.
    by move=> x; rewrite mulr_sumr; apply: eq_bigr => i _; rewrite chi1 mulrCA.
  rewrite avg_sum mulr_sumr; apply: eq_bigr => i _.
  by rewrite avgZ -/(hat f [set i]) /mu; field.
have low : p * exp S <= avg (fun x => f x * exp (Y x)).
  apply: (@le_trans _ _ (avg (fun x => exp S * ((1 - S) * f x + f x * Y x)))).
    rewrite avgZ avgD avgZ fY -/p; apply: le_of_eq; ring.
  apply: ler_avg => x; case/andP: (f01 x) => f0 _.
  rewrite (_ : (1 - S) * f x + f x * Y x = f x * (1 + (Y x - S))); last by ring.
  rewrite mulrCA; apply: ler_wpmul2l => //; rewrite -[Y x in X in _ <= X](subrK S).
  by rewrite (expD expP) mulrC; apply: ler_wpmul2r (exp_ge expP _); rewrite ltW ?(exp_gt0 expP).
have high : avg (fun x => f x * exp (Y x)) <= exp (S / 2%:R).
  apply: le_trans (avg_exp_linear mu); apply: ler_avg => x; case/andP: (f01 x) => _ f1.
  by rewrite ler_pimull // ltW // (exp_gt0 expP).
have half : exp (S / 2%:R) <= exp (ln p^-1).
  rewrite lnK ?invr_gt0 // -[p^-1]mul1r ler_pdivl_mulr //.
  rewrite -(ler_pmul2l (exp_gt0 expP (S / 2%:R))) mulr1 mulrA -(expD expP).
  rewrite (_ : S / 2%:R + S / 2%:R = S); last by field.
  by rewrite mulrC; apply: le_trans low high.
rewrite hatE [2%:R * p ^+ 2]mulrC -[X in _ <= X]mulrA ler_pmul2l ?exprn_gt0 //.
by move: (exp_le_inv half); rewrite ler_pdivr_mulr ?ltr0n // mulrC.
Qed.

End Exponential.

(** ** Unate functions *)

Implicit Types (g : cube E -> bool) (x : cube E).

Lemma setc_self x i : setc x i (x i) = x.
Proof. by apply/ffunP => j; rewrite ffunE; case: eqP => [->|]. Qed.

Lemma setc_flip x i : setc x i (~~ x i) = flip x i.
Proof. by apply/ffunP => j; rewrite !ffunE; case: eqP => [->|]. Qed.

Lemma at_setc g x i : g x = if x i then g (setc x i true) else g (setc x i false).
Proof. by rewrite -{1}(setc_self x i); case: (x i). Qed.

Lemma at_flip g x i : g (flip x i) = if x i then g (setc x i false) else g (setc x i true).
Proof. by rewrite -setc_flip; case: (x i). Qed.

Lemma bit01 g x : 0 <= bit F g x <= 1.
Proof. by rewrite /bit; case: (g x); rewrite ?lexx ler01. Qed.

(** E[x_i g(x)] = 1/2 E[x_i (g(x) - g(x^i))]. *)
Lemma hat1_flip (f : cube E -> F) i :
  hat f [set i] = 2%:R^-1 * avg (fun x => pt F x i * (f x - f (flip x i))).
Proof.
have h1 : avg (fun x => pt F x i * f x) = hat f [set i].
  by apply: avg_ext => x; rewrite chi1 mulrC.
have h2 : avg (fun x => pt F x i * f (flip x i)) = - hat f [set i].
  rewrite -h1 -(avg_flip _ i) -mulN1r -avgZ; apply: avg_ext => x.
  by rewrite flipK pt_flip eqxx mulN1r mulNr.
rewrite (@avg_ext _ _ _ (fun x => pt F x i * f x - pt F x i * f (flip x i))); last first.
  by move=> x; rewrite mulrBr.
by rewrite avgB h1 h2; field.
Qed.

Lemma avg_coordinate (f : cube E -> F) i : avg (fun x => pt F x i * f x) = hat f [set i].
Proof. by apply: avg_ext => x; rewrite chi1 mulrC. Qed.

Lemma step_sum (f : cube E -> F) i : avg (fun x => pt F x i * f x)
  = 2%:R^-1 * avg (fun x => pt F x i * f x - pt F x i * f (flip x i)).
Proof.
rewrite avg_coordinate hat1_flip; congr (_ * _).
by apply: avg_ext => x; rewrite mulrBr.
Qed.

(** E (g(x) - g(x^i))^2 = 2 |hat g(i)| if g is monotone in coordinate i, and the sign of
    hat g(i) is the direction. *)
Definition rises g i : Prop := forall x, g (setc x i false) -> g (setc x i true).
Definition falls g i : Prop := forall x, g (setc x i true) -> g (setc x i false).

Lemma rises_hat g i : rises g i ->
  hat (bit F g) [set i] = 2%:R^-1 * avg (fun x => (bit F g x - bit F g (flip x i)) ^+ 2).
Proof.
move=> up; rewrite hat1_flip; congr (_ * _); apply: avg_ext => x.
rewrite /bit /pt (at_setc g x i) (at_flip g x i).
have /implyP := up x.
by case: (g (setc x i true)); case: (g (setc x i false)) => //= _; case: (x i);
  rewrite /sign /=; ring.
Qed.

Lemma falls_hat g i : falls g i ->
  hat (bit F g) [set i] = - (2%:R^-1 * avg (fun x => (bit F g x - bit F g (flip x i)) ^+ 2)).
Proof.
move=> down; rewrite hat1_flip -mulrN; congr (_ * _); rewrite -mulN1r -avgZ.
apply: avg_ext => x.
rewrite /bit /pt (at_setc g x i) (at_flip g x i).
have /implyP := down x.
by case: (g (setc x i true)); case: (g (setc x i false)) => //= _; case: (x i);
  rewrite /sign /=; ring.
Qed.

Lemma unate_hat g i : unate g ->
  avg (fun x => (bit F g x - bit F g (flip x i)) ^+ 2) = 2%:R * `|hat (bit F g) [set i]|.
Proof.
move=> un; set D := avg _.
have D0 : 0 <= D by apply: avg_ge0 => x; apply: sqr_ge0.
have h0 : 0 <= 2%:R^-1 * D by rewrite mulr_ge0 ?invr_ge0 ?ler0n.
have e : 2%:R * (2%:R^-1 * D) = D by field.
by case: (un i) => [/rises_hat|/falls_hat] ->; rewrite ?normrN ger0_norm.
Qed.

(** AS(g) = 1/2 sum_i |hat g(i)|. *)
Lemma AS_unate g : unate g -> AS (bit F g) = 2%:R^-1 * \sum_i `|hat (bit F g) [set i]|.
Proof.
move=> un; rewrite AS_sum mulr_sumr; apply: eq_bigr => i _.
rewrite (@avg_ext _ _ _ (fun x => 4%:R^-1 * (bit F g x - bit F g (flip x i)) ^+ 2)); last first.
  by move=> x; rewrite mulrC.
by rewrite avgZ unate_hat //; field.
Qed.

(** ** Halfspaces *)

Lemma dot_setc (w : E -> F) x i b :
  dot w (pt F (setc x i b)) = w i * sign F b + \sum_(e | e != i) w e * pt F x e.
Proof.
rewrite /dot (bigD1 i) //= /pt ffunE eqxx; congr (_ + _).
by apply: eq_bigr => e /negbTE ei; rewrite ffunE ei.
Qed.

Lemma halfspace_falls (w : E -> F) (b : F) i : 0 <= w i -> falls (halfspace w b) i.
Proof.
move=> wi x; rewrite /halfspace !dot_setc /sign mulr1 mulrN1 => le.
by apply: le_trans le; rewrite ler_add2r ge0_cp.
Qed.

Lemma halfspace_rises (w : E -> F) (b : F) i : w i <= 0 -> rises (halfspace w b) i.
Proof.
move=> wi x; rewrite /halfspace !dot_setc /sign mulr1 mulrN1 => le.
by apply: le_trans le; rewrite ler_add2r le0_cp.
Qed.

Lemma halfspace_unate (w : E -> F) (b : F) : unate (halfspace w b).
Proof.
move=> i; case/orP: (le_total 0 (w i)) => wi.
  by right; apply: halfspace_falls.
by left; apply: halfspace_rises.
Qed.

(** |hat g(i)| = - sgn(w_i) hat g(i), and (3) of docs/proofs.md. *)
Lemma halfspace_hat (w : E -> F) (b : F) i :
  `|hat (bit F (halfspace w b)) [set i]| = - (Num.sg (w i) * hat (bit F (halfspace w b)) [set i]).
Proof.
set g := halfspace w b; set D := avg (fun x => (bit F g x - bit F g (flip x i)) ^+ 2).
have D0 : 0 <= 2%:R^-1 * D.
  by rewrite mulr_ge0 ?invr_ge0 ?ler0n // avg_ge0 // => x; apply: sqr_ge0.
case: (ltgtP (w i) 0) => [w0|w0|w0].
- have := rises_hat (@halfspace_rises w b i (ltW w0)); rewrite -/g -/D => ->.
  by rewrite ltr0_sg // mulN1r opprK ger0_norm.
- have := falls_hat (@halfspace_falls w b i (ltW w0)); rewrite -/g -/D => ->.
  by rewrite gtr0_sg // mul1r opprK normrN ger0_norm.
have w_le : w i <= 0 by rewrite w0.
have w_ge : 0 <= w i by rewrite w0.
have h1 := rises_hat (@halfspace_rises w b i w_le).
have := falls_hat (@halfspace_falls w b i w_ge); rewrite -h1 -/g => /eqP.
rewrite -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP h0.
by rewrite h0 normr0 mulr0 oppr0.
Qed.

Lemma halfspace_square (w : E -> F) (b : F) i :
  hat (bit F (halfspace w b)) [set i] = - (2%:R^-1 * Num.sg (w i)
    * avg (fun x => (bit F (halfspace w b) x - bit F (halfspace w b) (flip x i)) ^+ 2)).
Proof.
rewrite unate_hat; last exact: halfspace_unate.
rewrite halfspace_hat; set h := hat _ _.
case: (ltgtP (w i) 0) => w0; first by rewrite ltr0_sg //; field.
  by rewrite gtr0_sg //; field.
have := halfspace_hat w b i; rewrite -/h w0 sgr0 mul0r oppr0 => /eqP.
by rewrite normr_eq0 => /eqP ->; rewrite !mulr0 oppr0.
Qed.

Lemma step_square (w : E -> F) (b : F) i :
  avg (fun x => pt F x i * bit F (halfspace w b) x) = - (2%:R^-1 * Num.sg (w i)
    * avg (fun x => (bit F (halfspace w b) x - bit F (halfspace w b) (flip x i)) ^+ 2)).
Proof. by rewrite avg_coordinate; apply: halfspace_square. Qed.

(** AS(g) = - 1/2 E[g sum_i sgn(w_i) x_i]. *)
Lemma AS_halfspace (w : E -> F) (b : F) :
  AS (bit F (halfspace w b)) = - (2%:R^-1 *
    avg (fun x => bit F (halfspace w b) x * \sum_i Num.sg (w i) * pt F x i)).
Proof.
rewrite AS_unate; last exact: halfspace_unate.
rewrite -mulrN; congr (_ * _).
rewrite (@avg_ext _ _ _ (fun x => \sum_i Num.sg (w i) *
    (bit F (halfspace w b) x * chi F [set i] x))); last first.
  by move=> x; rewrite mulr_sumr; apply: eq_bigr => i _; rewrite chi1 mulrCA.
by rewrite avg_sum -sumrN; apply: eq_bigr => i _; rewrite avgZ -/(hat _ _) halfspace_hat.
Qed.

(** ** The bound *)

Variables (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.

Lemma level_one g : 0 < avg (bit F g) ->
  \sum_i hat (bit F g) [set i] ^+ 2 <= 2%:R * avg (bit F g) ^+ 2 * ln (avg (bit F g))^-1.
Proof. by move=> p0; apply: (level_one_le expP lnK) => // x; apply: bit01. Qed.

Lemma avg_bit_le1 g : avg (bit F g) <= 1.
Proof.
by rewrite -(avg_const 1 (card_cube E)); apply: ler_avg => x; case/andP: (bit01 g x).
Qed.

Lemma ln_inv_ge0 (p : F) : 0 < p -> p <= 1 -> 0 <= ln p^-1.
Proof.
move=> p0 p1; apply: le_trans (ln_ge log _); last by rewrite invr_gt0.
by rewrite invrK subr_ge0.
Qed.

(** AS(g)^2 <= (n/2) p^2 ln(1/p). *)
Lemma AS_unate_sq g : unate g -> 0 < avg (bit F g) ->
  AS (bit F g) ^+ 2 <= #|E|%:R / 2%:R * avg (bit F g) ^+ 2 * ln (avg (bit F g))^-1.
Proof.
move=> un p0; rewrite AS_unate // exprMn.
have cs := @cauchy F E setT (fun i => `|hat (bit F g) [set i]|).
have inT (a : E -> F) : \sum_(i in setT) a i = \sum_i a i.
  by apply: eq_bigl => i; rewrite inE.
rewrite cardsT !inT in cs.
apply: le_trans (ler_wpmul2l (sqr_ge0 _) cs) _.
rewrite (eq_bigr (fun i => hat (bit F g) [set i] ^+ 2)); last first.
  by move=> i _; rewrite real_normK ?num_real.
rewrite [X in _ <= X](_ : _ = 2%:R^-1 ^+ 2 *
  (#|E|%:R * (2%:R * avg (bit F g) ^+ 2 * ln (avg (bit F g))^-1))); last by field.
by do 2![apply: ler_wpmul2l; rewrite ?sqr_ge0 ?ler0n //]; apply: level_one.
Qed.

End LevelOne.

Section Root.
Variables (F : rcfType) (E : finType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Implicit Types (g : cube E -> bool).

Lemma AS_ge0 (f : cube E -> F) : 0 <= AS f.
Proof.
apply: avg_ge0 => x; rewrite mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => i _; exact: sqr_ge0.
Qed.

(** AS(g) <= p sqrt(n ln(1/p) / 2). *)
Lemma AS_unate_le g : unate g -> 0 < avg (bit F g) ->
  AS (bit F g)
  <= avg (bit F g) * Num.sqrt (#|E|%:R * ln (avg (bit F g))^-1 / 2%:R).
Proof.
move=> un p0; have l0 := ln_inv_ge0 log p0 (avg_bit_le1 F g).
have r0 : 0 <= #|E|%:R * ln (avg (bit F g))^-1 / 2%:R.
  by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
rewrite -ler_sqr ?nnegrE ?AS_ge0 ?(mulr_ge0 (ltW p0) (sqrtr_ge0 _)) //.
rewrite [X in _ <= X]exprMn sqr_sqrtr //; apply: le_trans (AS_unate_sq expP lnK un p0) _.
by apply: le_of_eq; field.
Qed.

(** With the constant 1. *)
Lemma AS_unate_printed g : unate g -> 0 < avg (bit F g) ->
  AS (bit F g) <= avg (bit F g) * Num.sqrt (#|E|%:R * ln (avg (bit F g))^-1).
Proof.
move=> un p0; apply: le_trans (AS_unate_le un p0) _; apply: ler_wpmul2l (ltW p0) _ _ _.
have l0 := ln_inv_ge0 log p0 (avg_bit_le1 F g).
by apply: ler_wsqrtr; rewrite ler_pdivr_mulr ?ltr0n // ler_pemulr ?mulr_ge0 ?ler0n ?ler1n.
Qed.

End Root.
