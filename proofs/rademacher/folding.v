(** * The bias as one more coordinate

   Let |x_i| <= R, and let a neuron have |u| |w| <= W and |u b| <= B, with M = WR + B > 0.
   There are points y_i and a vector v of norm at most 1 with |u| (<w, x_i> - b) = M <v, y_i>;
   the y_i do not depend on the neuron. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cauchy_schwarz rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Folding.
Variables (F : rcfType) (E : finType) (W B R : F).
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Let M := W * R + B.

(** |u <w, x>| <= WR. *)
Lemma scaled_dot_le (u : F) (w x : E -> F) : u ^+ 2 * normsq w <= W ^+ 2 ->
  normsq x <= R ^+ 2 -> `|u * dot w x| <= W * R.
Proof.
move=> uw xR; have WR0 : 0 <= W * R by rewrite mulr_ge0.
have n0 (a : E -> F) : 0 <= normsq a by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
rewrite -ler_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real // [X in _ <= X]exprMn exprMn.
apply: le_trans (ler_wpmul2l (sqr_ge0 u) (dot_sq_le w x)) _; rewrite mulrA.
by apply: ler_pmul => //; rewrite mulr_ge0 ?sqr_ge0.
Qed.

(** A neuron contributes at most M. *)
Lemma neuron_le (nr : neuron F E) (x : E -> F) :
  outw nr ^+ 2 * normsq (inw nr) <= W ^+ 2 -> `|outw nr| * `|bias nr| <= B ->
  normsq x <= R ^+ 2 -> `|outw nr * relu (preact nr x)| <= M.
Proof.
move=> uW uB xR; apply: (@le_trans _ _ `|outw nr * preact nr x|).
  by rewrite !normrM ler_wpmul2l ?normr_ge0 // relu_bound.
rewrite /preact mulrBr; apply: le_trans (ler_norm_sub _ _) _.
by apply: ler_add; rewrite ?scaled_dot_le // normrM.
Qed.

Let rW := Num.sqrt W.
Let rR := Num.sqrt R.
Let rB := Num.sqrt B.
Let rM := Num.sqrt M.

Definition folded_point (x : E -> F) : [finType of E + unit] -> F :=
  fun e => if e is inl e' then rW / (rR * rM) * x e' else - (rB / rM).
Definition folded_neuron (nr : neuron F E) : [finType of E + unit] -> F :=
  fun e => if e is inl e' then rR / (rW * rM) * (`|outw nr| * inw nr e')
           else `|outw nr| * bias nr / (rB * rM).

Lemma sum_folded (f : [finType of E + unit] -> F) : \sum_e f e = \sum_e f (inl e) + f (inr tt).
Proof.
by rewrite big_sumType /=; congr (_ + _); rewrite (bigD1 tt) //= big1 ?addr0 //; case.
Qed.

Hypothesis M0 : 0 < M.

Lemma rM_sq : rM ^+ 2 = M. Proof. by rewrite sqr_sqrtr // ltW. Qed.

(** WR / M + B / M = 1, for each of the two norms; a is R or W. *)
Lemma folded_norm_le (a b p d : F) : 0 <= a -> 0 <= b -> p <= a ^+ 2 -> d <= B ^+ 2 ->
  0 <= p -> 0 <= d -> a * b = W * R ->
  (Num.sqrt b / (Num.sqrt a * rM)) ^+ 2 * p + d / (rB * rM) ^+ 2 <= 1.
Proof.
move=> a0 b0 pa dB p0 d0 ab; apply: (@le_trans _ _ (W * R / M + B / M)); last first.
  by rewrite -mulrDl mulfV ?lt0r_neq0.
apply: ler_add.
  rewrite expr_div_n exprMn !sqr_sqrtr ?(ltW M0) // -ab.
  have {a0}[a0|a0] := zero_or_pos a0.
    have -> : p = 0 by apply/le_anti; rewrite p0 andbT (le_trans pa) // -a0 expr0n.
    by rewrite mulr0 -a0 !mul0r.
  apply: le_trans (ler_wpmul2l _ pa) _; first by rewrite divr_ge0 // mulr_ge0 // ltW.
  by apply: le_of_eq; field; rewrite !lt0r_neq0.
rewrite exprMn !sqr_sqrtr ?(ltW M0) //.
have [b1|b1] := zero_or_pos B0.
  have -> : d = 0 by apply/le_anti; rewrite d0 andbT (le_trans dB) // -b1 expr0n.
  by rewrite mul0r -b1 mul0r.
apply: le_trans (ler_wpmul2r _ dB) _; first by rewrite invr_ge0 mulr_ge0 // ltW.
by apply: le_of_eq; field; rewrite !lt0r_neq0.
Qed.

Lemma folded_point_le (x : E -> F) : normsq x <= R ^+ 2 -> normsq (folded_point x) <= 1.
Proof.
move=> xR; rewrite /normsq /dot sum_folded /=.
rewrite (eq_bigr (fun e => (rW / (rR * rM)) ^+ 2 * (x e * x e))) => [|e _]; last by ring.
rewrite -mulr_sumr mulrNN.
have -> : rB / rM * (rB / rM) = B ^+ 2 / (rB * rM) ^+ 2.
  rewrite -[in B ^+ 2](sqr_sqrtr B0) -/rB; case: (eqVneq rB 0) => [->|b0].
    by rewrite !mul0r ?expr0n /= ?mul0r.
  by field; rewrite b0 lt0r_neq0 // sqrtr_gt0.
apply: folded_norm_le => //; rewrite ?sqr_ge0 //; last by rewrite mulrC.
by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
Qed.

Section Neuron.
Variable nr : neuron F E.
Hypotheses (uW : outw nr ^+ 2 * normsq (inw nr) <= W ^+ 2)
  (uB : `|outw nr| * `|bias nr| <= B).

Lemma folded_neuron_le : normsq (folded_neuron nr) <= 1.
Proof.
rewrite /normsq /dot sum_folded /=.
rewrite (eq_bigr (fun e => (rR / (rW * rM)) ^+ 2 * (`|outw nr| ^+ 2 * (inw nr e * inw nr e))));
  last by move=> e _; ring.
rewrite -!mulr_sumr mulf_div -!expr2; apply: folded_norm_le => //.
- by rewrite real_normK ?num_real.
- rewrite -real_normK ?num_real // ler_sqr ?nnegrE ?normr_ge0 //.
  by rewrite normrM normr_id.
- rewrite mulr_ge0 ?sqr_ge0 //; by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
- by rewrite sqr_ge0.
Qed.

Lemma folded_dot (x : E -> F) : normsq x <= R ^+ 2 ->
  `|outw nr| * preact nr x = M * dot (folded_neuron nr) (folded_point x).
Proof.
move=> xR; rewrite [in RHS]/dot sum_folded /=.
rewrite (eq_bigr (fun e => (rR / (rW * rM) * (rW / (rR * rM)) * `|outw nr|) * (inw nr e * x e)));
  last by move=> e _; ring.
rewrite -mulr_sumr -/(dot _ _) /preact mulrBr mulrDr; have g0 : rM != 0.
  by rewrite lt0r_neq0 // sqrtr_gt0.
congr (_ + _).
  have := @scaled_dot_le `|outw nr| (inw nr) x; rewrite real_normK ?num_real // => /(_ uW xR).
  rewrite -[in RHS]mulrA; move: (`|outw nr| * _) => D D0.
  have [W1|w0] := eqVneq W 0.
    by move: D0; rewrite W1 mul0r normr_le0 => /eqP ->; rewrite !mulr0.
  have [R1|r0] := eqVneq R 0.
    by move: D0; rewrite R1 mulr0 normr_le0 => /eqP ->; rewrite !mulr0.
  have w1 : rW != 0 by rewrite sqrtr_eq0 -ltNge lt_neqAle eq_sym w0.
  have r1 : rR != 0 by rewrite sqrtr_eq0 -ltNge lt_neqAle eq_sym r0.
  by rewrite -rM_sq; field; rewrite ?w1 ?r1 ?g0.
have [B1|b0] := eqVneq B 0.
  have -> : `|outw nr| * bias nr = 0.
    by apply/eqP; rewrite -normr_le0 normrM normr_id -B1.
  by rewrite !mul0r mulr0 oppr0.
have b1 : rB != 0 by rewrite sqrtr_eq0 -ltNge lt_neqAle eq_sym b0.
by rewrite -rM_sq; field; rewrite ?b1 ?g0.
Qed.

End Neuron.
End Folding.
