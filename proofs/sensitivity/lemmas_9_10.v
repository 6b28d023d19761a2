(** * Lemmas 9 and 10 for ns >= 2, and Remark 11

   Consequences of Theorems A and D.  The one case in which Theorem A is not
   enough is n = k = 1, where |h| <= W + B and, with L = ln s >= ln 2,
   (W + B)^2 <= (W^2 L + B^2 sqrt L)(1/L + 1/sqrt L) by Cauchy-Schwarz. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube fourier average_sensitivity
  logarithm supremum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** (a + b)^2 <= (a^2 p + b^2 q)(1/p + 1/q). *)
Lemma cauchy_two (F : realFieldType) (a b p q : F) : 0 < p -> 0 < q ->
  (a + b) ^+ 2 <= (p^-1 + q^-1) * (a ^+ 2 * p + b ^+ 2 * q).
Proof.
move=> p0 q0; rewrite -subr_ge0.
rewrite (_ : _ - _ = (a * p - b * q) ^+ 2 / (p * q)); last first.
  by field; rewrite !gt_eqF.
by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
Qed.

Lemma sqrt_ge1 (F : rcfType) (x : F) : 1 <= x -> 1 <= Num.sqrt x.
Proof. by move=> x1; rewrite -[X in X <= _]sqrtr1; apply: ler_wsqrtr. Qed.

Section Lemmas.
Variables (F : rcfType) (E J : finType) (net : network F E J) (k : nat) (W B : F).
Variable ln : F -> F.
Hypotheses (log : is_logarithm ln) (W0 : 0 <= W) (B0 : 0 <= B).
Hypothesis hC : in_class (@pt F E) k (W ^+ 2) B net.
Hypothesis ns : (2 <= #|E| * #|J|)%N.
Local Notation h := (fn net).
Local Notation l2 := (ln 2%:R).
Local Notation n := (#|E|%:R : F).
Local Notation s := (#|J|%:R : F).

Let sc j : outw (net j) ^+ 2 * normsq (inw (net j)) <= W ^+ 2.
Proof. by case: hC => _ [sW _]; apply: sW. Qed.

(** The average sensitivity, case by case. *)
Lemma AS_cases :
  [\/ AS h = 0, (0 < k)%N /\ #|J| = 1%N /\ AS h <= W ^+ 2,
      [/\ (0 < k)%N, (2 <= #|E|)%N, (2 <= #|J|)%N & AS h <= 4%:R * k%:R ^+ 2 * W ^+ 2]
    | [/\ #|E| = 1%N, (2 <= #|J|)%N, (2 <= k)%N & AS h <= 4%:R * k%:R ^+ 2 * W ^+ 2]]
  \/ [/\ #|E| = 1%N, (2 <= #|J|)%N, k = 1%N & AS h <= (W + B) ^+ 2].
Proof.
case: hC => sp _; have W2 : 0 <= W ^+ 2 := sqr_ge0 W.
have A := AS_le sc W2 sp; have A' := AS_le_min sc W2 sp.
have AS0 : 0 <= AS h.
  apply: avg_ge0 => x; rewrite mulr_ge0 ?invr_ge0 ?ler0n //.
  by apply: sumr_ge0 => i _; apply: sqr_ge0.
have [k0|k0] := posnP k.
  left; apply: Or41; apply/eqP; rewrite eq_le AS0 andbT (le_trans A) //.
  by rewrite k0 expr0n mulr0 mul0r.
move: ns; case sE : #|E| => [|[|n']]; case sJ : #|J| => [|[|s']] //; rewrite ?muln0 // => _.
- have [k1|k1] := leqP k 1; last by left; apply: Or44.
  right; split=> //; first by apply/eqP; rewrite eqn_leq k1.
  have k1e : k = 1%N by apply/eqP; rewrite eqn_leq k1.
  have hb x : `|h x| <= W + B.
    have := fn_le W0 B0 hC x.
    by rewrite sE sqrtr1 mulr1 k1e mul1r.
  rewrite AS_sum; have [e0 _] : exists e : E, e \in E by apply/card_gt0P; rewrite sE.
  rewrite (big_pred1 e0) => [|e]; last first.
    by apply/esym/eqP; apply: (fintype_le1P _); rewrite sE.
  rewrite -[X in _ <= X](avg_const _ (card_cube E)); apply: ler_avg => x.
  have le : `|h x - h (flip x e0)| <= 2%:R * (W + B).
    apply: le_trans (ler_norm_sub _ _) _; rewrite mulr_natl mulr2n.
    exact: ler_add.
  rewrite ler_pdivr_mulr ?ltr0n // -[X in X <= _]real_normK ?num_real //.
  apply: (@le_trans _ _ ((2%:R * (W + B)) ^+ 2)).
    by rewrite ler_sqr ?nnegrE ?normr_ge0 // mulr_ge0 ?ler0n ?addr_ge0.
  by rewrite exprMn -natrX mulrC.
- left; apply: Or42; split=> //; split=> //; apply: le_trans A' _.
  rewrite sJ -[X in _ <= X]mul1r; apply: ler_wpmul2r => //.
  rewrite -natrX -[1]/(1%:R) ler_nat; apply: (@leq_trans (1 ^ 2)%N) => //.
  by rewrite leq_exp2r // geq_minr.
- by left; apply: Or43.
Qed.

(** The last case: (W + B)^2 <= (1/p + 1/r)(W^2 p + B^2 r), with smaller p and r
    in the first factor. *)
Lemma last_case (p0 p r0 r : F) : 0 < p0 <= p -> 0 < r0 <= r ->
  (W + B) ^+ 2 <= (p0^-1 + r0^-1) * (W ^+ 2 * p + B ^+ 2 * r).
Proof.
move=> /andP[p00 pp] /andP[r00 rr].
have p1 := lt_le_trans p00 pp; have r1 := lt_le_trans r00 rr.
apply: le_trans (cauchy_two _ _ p1 r1) _; apply: ler_wpmul2r.
  by rewrite addr_ge0 // mulr_ge0 ?sqr_ge0 // ltW.
by apply: ler_add; rewrite lef_pinv ?posrE.
Qed.

Let l2_gt0 : 0 < l2 := ln2_gt0 log.
Let l2_ge0 : 0 <= l2 := ltW l2_gt0.
Let c_gt0 : 0 < Num.sqrt l2.
Proof. by rewrite sqrtr_gt0. Qed.
Let U_ge0 : 0 <= k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s).
Proof. by rewrite !mulr_ge0 ?exprn_ge0 ?ler0n ?sqrtr_ge0. Qed.

Let ln_le x y : (0 < x)%N -> (x <= y)%N -> ln (x%:R : F) <= ln y%:R.
Proof. by move=> x0 xy; apply: ln_mono; rewrite ?ltr0n ?ler_nat. Qed.

Let k4 : (0 < k)%N -> 1 <= k%:R ^+ 4 :> F.
Proof. by move=> k0; rewrite -natrX ler1n expn_gt0 k0. Qed.

Let k4' : (2 <= k)%N -> 4%:R * k%:R ^+ 2 * W ^+ 2 <= k%:R ^+ 4 * W ^+ 2.
Proof.
move=> k2; apply: ler_wpmul2r; first exact: sqr_ge0.
rewrite (_ : k%:R ^+ 4 = k%:R ^+ 2 * k%:R ^+ 2 :> F); last by rewrite -exprD.
apply: ler_wpmul2r; first exact: sqr_ge0.
by rewrite -natrX ler_nat -mulnn (leq_trans _ (leq_mul k2 k2)).
Qed.

Let k42 : (0 < k)%N -> k%:R ^+ 2 * W ^+ 2 <= k%:R ^+ 4 * W ^+ 2.
Proof.
move=> k0; apply: ler_wpmul2r; first exact: sqr_ge0.
by rewrite -!natrX ler_nat leq_pexp2l.
Qed.

(** Several coordinates and neurons: 4 sqrt 2 ln 2 (1/ln 2 + 1/sqrt(ln 2)) >= 4. *)
Lemma several_neurons : (0 < k)%N -> (2 <= #|E|)%N -> (2 <= #|J|)%N ->
  4%:R * (k%:R ^+ 2 * W ^+ 2)
  <= (l2^-1 + (Num.sqrt l2)^-1) * (k%:R ^+ 4 * W ^+ 2 * Num.sqrt n * ln (n * s)).
Proof.
move=> k0 n2 s2.
have M0 : 0 <= k%:R ^+ 4 * W ^+ 2 :> F by rewrite mulr_ge0 ?sqr_ge0 ?exprn_ge0 ?ler0n.
have C0 : 0 <= l2^-1 + (Num.sqrt l2)^-1 by rewrite addr_ge0 ?invr_ge0 // ltW.
have a1 : 1 <= Num.sqrt 2%:R :> F by apply: sqrt_ge1; rewrite ler1n.
have aa : Num.sqrt 2%:R * Num.sqrt 2%:R = 2%:R :> F by rewrite -expr2 sqr_sqrtr ?ler0n.
have cc : Num.sqrt l2 * Num.sqrt l2 = l2 by rewrite -expr2 sqr_sqrtr.
have ca : Num.sqrt 2%:R <= 2%:R * Num.sqrt l2.
  rewrite -ler_sqr ?nnegrE ?sqrtr_ge0 ?mulr_ge0 ?ler0n ?sqrtr_ge0 // exprMn !sqr_sqrtr ?ler0n //.
    have e : 2%:R ^+ 2 * 2%:R^-1 = 2%:R :> F by field.
  by rewrite -{1}e; apply: ler_wpmul2l; rewrite ?sqr_ge0 // ln2_ge.
have TT : k%:R ^+ 4 * W ^+ 2 * (Num.sqrt 2%:R * (2%:R * l2))
    <= k%:R ^+ 4 * W ^+ 2 * Num.sqrt n * ln (n * s).
  rewrite -[X in _ <= X]mulrA; apply: ler_wpmul2l => //.
  apply: ler_pmul; rewrite ?sqrtr_ge0 ?mulr_ge0 ?ler0n //.
    by rewrite ler_wsqrtr // ler_nat.
  by rewrite -(ln4 log) -natrM; apply: ln_le => //; rewrite (leq_mul n2 s2).
have key : 4%:R <= (l2^-1 + (Num.sqrt l2)^-1) * (Num.sqrt 2%:R * (2%:R * l2)).
  have -> : (l2^-1 + (Num.sqrt l2)^-1) * (Num.sqrt 2%:R * (2%:R * l2))
            = 2%:R * Num.sqrt 2%:R + 2%:R * Num.sqrt l2 * Num.sqrt 2%:R.
    have cn : Num.sqrt l2 != 0 by rewrite gt_eqF.
    by move: cc; move: (Num.sqrt l2) cn => c cn <-; field.
  rewrite (_ : 4%:R = 2%:R * 1 + Num.sqrt 2%:R * Num.sqrt 2%:R); last first.
    by rewrite aa mulr1 -natrD.
  apply: ler_add; first by apply: ler_wpmul2l; rewrite ?ler0n.
  by apply: ler_wpmul2r; rewrite ?sqrtr_ge0.
apply: le_trans (ler_wpmul2l C0 TT).
apply: (@le_trans _ _ (4%:R * (k%:R ^+ 4 * W ^+ 2))).
  by apply: ler_wpmul2l (k42 k0); rewrite ler0n.
by rewrite [X in _ <= _ * X]mulrC [X in _ <= X]mulrA; apply: ler_wpmul2r.
Qed.

(** Lemma 9 with the constant 1/ln 2 + 1/sqrt(ln 2). *)
Lemma lemma_9 : AS h <= (l2^-1 + (Num.sqrt l2)^-1)
  * (k%:R ^+ 4 * W ^+ 2 * Num.sqrt n * ln (n * s) + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s)).
Proof.
set T := k%:R ^+ 4 * W ^+ 2 * Num.sqrt n * ln (n * s).
set U := k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s).
have M0 : 0 <= k%:R ^+ 4 * W ^+ 2 :> F by rewrite mulr_ge0 ?sqr_ge0 ?exprn_ge0 ?ler0n.
have lnns : l2 <= ln (n * s) by rewrite -natrM; apply: ln_le.
have lns0 : 0 <= ln (n * s) by apply: le_trans lnns.
have n1 : 1 <= Num.sqrt n.
  by apply: sqrt_ge1; rewrite ler1n; move: ns; case: #|E|.
have T0 : 0 <= T by rewrite /T mulr_ge0 // mulr_ge0 ?sqrtr_ge0.
have TL : k%:R ^+ 4 * W ^+ 2 <= l2^-1 * T.
  rewrite [X in _ <= X]mulrC ler_pdivl_mulr // /T -mulrA; apply: ler_wpmul2l => //.
  by rewrite -[X in X <= _]mul1r ler_pmul ?ler01.
have CT : l2^-1 * T <= (l2^-1 + (Num.sqrt l2)^-1) * (T + U).
  rewrite mulrDl mulrDr -addrA ler_addl addr_ge0 // mulr_ge0 ?invr_ge0 ?addr_ge0 //.
  exact: ltW.
have C0 : 0 <= l2^-1 + (Num.sqrt l2)^-1 by rewrite addr_ge0 ?invr_ge0 // ltW.
case: AS_cases => [[->|[k0 [_ A]]|[k0 n2 s2 A]|[n1e s2 k2 A]]|[n1e s2 k1 A]].
- by rewrite mulr_ge0 // addr_ge0.
- apply: le_trans A (le_trans _ (le_trans TL CT)).
  by rewrite -[X in X <= _]mul1r; apply: ler_wpmul2r; rewrite ?sqr_ge0 ?k4.
- apply: le_trans A _; apply: (@le_trans _ _ ((l2^-1 + (Num.sqrt l2)^-1) * T)); last first.
    by apply: ler_wpmul2l => //; rewrite ler_addl.
  by rewrite -mulrA; apply: several_neurons.
- by apply: le_trans A (le_trans (k4' k2) (le_trans TL CT)).
have kE : k%:R = 1 :> F by rewrite k1.
have nE : n = 1 by rewrite n1e.
apply: le_trans A _; rewrite /T /U kE nE sqrtr1 !expr1n !mul1r !mulr1.
have le : l2 <= ln s by apply: ln_le.
by apply: last_case; rewrite ?l2_gt0 ?c_gt0 //= ler_wsqrtr.
Qed.

(** What Lemma 10 needs: the same with ln^2 instead of sqrt(n) ln. *)
Lemma AS_le_ln_sq (L : F) : ln (n * s) <= L ->
  AS h <= ((l2 ^+ 2)^-1 + (Num.sqrt l2)^-1)
    * (k%:R ^+ 4 * W ^+ 2 * L ^+ 2 + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s)).
Proof.
move=> lnL; set T := k%:R ^+ 4 * W ^+ 2 * L ^+ 2.
set U := k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s).
have M0 : 0 <= k%:R ^+ 4 * W ^+ 2 :> F by rewrite mulr_ge0 ?sqr_ge0 ?exprn_ge0 ?ler0n.
have lL : l2 <= L by apply: le_trans lnL; rewrite -natrM; apply: ln_le.
have T0 : 0 <= T by rewrite mulr_ge0 ?sqr_ge0.
have p0 : 0 < l2 ^+ 2 by rewrite exprn_gt0.
have sq a b : 0 <= a -> a <= b -> a ^+ 2 <= b ^+ 2 :> F.
  by move=> a0 ab; rewrite ler_sqr ?nnegrE // (le_trans a0).
have TL : k%:R ^+ 4 * W ^+ 2 <= (l2 ^+ 2)^-1 * T.
  by rewrite [X in _ <= X]mulrC ler_pdivl_mulr //; apply: ler_wpmul2l => //; apply: sq.
have CT : (l2 ^+ 2)^-1 * T <= ((l2 ^+ 2)^-1 + (Num.sqrt l2)^-1) * (T + U).
  rewrite mulrDl mulrDr -addrA ler_addl addr_ge0 // mulr_ge0 ?invr_ge0 ?addr_ge0 //; exact: ltW.
case: AS_cases => [[->|[k0 [_ A]]|[k0 n2 s2 A]|[n1e s2 k2 A]]|[n1e s2 k1 A]].
- by rewrite mulr_ge0 // addr_ge0 // invr_ge0 ltW.
- apply: le_trans A (le_trans _ (le_trans TL CT)).
  by rewrite -[X in X <= _]mul1r; apply: ler_wpmul2r; rewrite ?sqr_ge0 ?k4.
- apply: le_trans A (le_trans _ CT); rewrite [X in _ <= X]mulrC ler_pdivl_mulr //.
  have l4 : 2%:R * l2 <= L.
    by apply: le_trans lnL; rewrite -(ln4 log) -natrM; apply: ln_le => //; rewrite (leq_mul n2 s2).
  have -> : 4%:R * k%:R ^+ 2 * W ^+ 2 * l2 ^+ 2
            = k%:R ^+ 2 * W ^+ 2 * (2%:R * l2) ^+ 2 by ring.
  by apply: ler_pmul; rewrite ?sqr_ge0 ?k42 ?sq ?mulr_ge0 ?ler0n ?sqr_ge0.
- by apply: le_trans A (le_trans (k4' k2) (le_trans TL CT)).
have kE : k%:R = 1 :> F by rewrite k1.
apply: le_trans A _; rewrite /T /U kE !expr1n !mul1r.
have le : l2 <= ln s by apply: ln_le.
by apply: last_case; rewrite ?p0 ?c_gt0 ?sq //= ler_wsqrtr.
Qed.

(** Lemma 10 with the constant 1/2 (1/ln^2 2 + 1/sqrt(ln 2)). *)
Lemma lemma_10 (rho : F) : 0 <= rho < 1 ->
  NS rho h <= 2%:R^-1 * ((l2 ^+ 2)^-1 + (Num.sqrt l2)^-1) * Num.sqrt (1 - rho)
    * (k%:R ^+ 4 * W ^+ 2 * ln (n * s / (1 - rho)) ^+ 2
       + k%:R ^+ 3 * B ^+ 2 * Num.sqrt (ln s)).
Proof.
move=> /andP[r0 r1]; have q0 : 0 < 1 - rho by rewrite subr_gt0.
have q1 : 1 - rho <= 1 by rewrite ger_addl oppr_le0.
have ns0 : 0 < n * s by rewrite -natrM ltr0n (leq_trans _ ns).
have lnL : ln (n * s) <= ln (n * s / (1 - rho)).
  by apply: ln_mono => //; rewrite ler_pdivl_mulr // ger_pmulr.
have r : -1 <= rho <= 1.
  by rewrite (ltW r1) andbT (le_trans _ r0) // oppr_le0 ler01.
apply: le_trans (NS_AS _ r) _.
have A := AS_le_ln_sq lnL; set C := _^-1 + _ in A *; set D := k%:R ^+ 4 * _ * _ + _ in A *.
have AS0 : 0 <= AS h.
  apply: avg_ge0 => x; rewrite mulr_ge0 ?invr_ge0 ?ler0n //.
  by apply: sumr_ge0 => i _; apply: sqr_ge0.
have qs : 1 - rho <= Num.sqrt (1 - rho).
  rewrite -[X in X <= _]sqr_sqrtr ?(ltW q0) // expr2 ler_pimull ?sqrtr_ge0 //.
  by apply: le_trans (ler_wsqrtr q1) _; rewrite sqrtr1.
have e (a b c : F) : 2%:R^-1 * a * b * c = b / 2%:R * (a * c) by field.
rewrite e.
apply: ler_pmul => //; first by rewrite divr_ge0 ?ler0n // ltW.
by apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n.
Qed.

End Lemmas.

(** ** Remark 11 *)

Section Remark11.
Variables (F : realFieldType) (E J : finType) (net : network F E J) (k : nat).

(** The probability that more than k neurons are active. *)
Definition violation : F := avg (fun x => (k < #|active net (pt F x)|)%N%:R).

Lemma second_moment_le :
  avg (fun x => #|active net (pt F x)|%:R ^+ 2)
  <= k%:R ^+ 2 + #|J|%:R ^+ 2 * violation :> F.
Proof.
rewrite /violation -avgZ -[k%:R ^+ 2](avg_const _ (card_cube E)) -avgD.
apply: ler_avg => x; case: leqP => le.
  by rewrite mulr0 addr0 -!natrX ler_nat leq_exp2r.
by rewrite mulr1 -!natrX -natrD ler_nat (leq_trans _ (leq_addl _ _)) // leq_exp2r // max_card.
Qed.

Lemma remark_11 (W B : F) : scale net (W ^+ 2) B -> violation <= (#|J|%:R ^+ 2)^-1 ->
  AS (fn net) <= 4%:R * W ^+ 2 * (k%:R ^+ 2 + 1).
Proof.
move=> [sW _] P; apply: le_trans (AS_le_mean (fun j => sW j j)) _.
apply: ler_wpmul2l; first by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
apply: le_trans second_moment_le _; rewrite ler_add2l.
apply: le_trans (ler_wpmul2l (sqr_ge0 _) P) _.
have [->|ne] := eqVneq (#|J|%:R ^+ 2 : F) 0; first by rewrite mul0r ler01.
by rewrite divff.
Qed.

End Remark11.
