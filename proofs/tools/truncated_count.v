(** * The mean of a truncated count

   A sum X of N independent copies of an indicator with mean p has
   E min(X, b) >= Np/2 if Np <= b: min(x, b) >= x - x^2/(4b), and the second
   moment of X is at most (Np)^2 + Np. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages count_distribution.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Moments.
Variable F : realFieldType.

Lemma avg_first (I T : finType) (S : pred T) : (0 < #|T|)%N ->
  avg (fun f : {ffun I -> T} => (\sum_i (S (f i))%:R : F))
    = #|I|%:R * avg (fun t => (S t)%:R).
Proof.
move=> T0; rewrite avg_sum.
under eq_bigr => i _ do rewrite (avg_one i (fun t => (S t)%:R) T0).
by rewrite sumr_const mulr_natl.
Qed.

Lemma avg_second (I T : finType) (S : pred T) (p : F) : (0 < #|T|)%N ->
  p = avg (fun t => (S t)%:R) ->
  avg (fun f : {ffun I -> T} => (\sum_i (S (f i))%:R : F) ^+ 2)
    <= (#|I|%:R * p) ^+ 2 + #|I|%:R * p.
Proof.
move=> T0 pE; pose g t : F := (S t)%:R.
have p0 : 0 <= p by rewrite pE; apply: avg_ge0 => t; apply: ler0n.
rewrite (@avg_ext _ _ _ (fun f : {ffun I -> T} =>
   \sum_i \sum_j g (f i) * g (f j))); last first.
  move=> f; rewrite expr2 mulr_suml; apply: eq_bigr => i _.
  by rewrite mulr_sumr.
rewrite avg_sum.
apply: (@le_trans _ _ (\sum_(i : I) (p + #|I|%:R * p ^+ 2))); last first.
  rewrite sumc [X in X <= _](_ : _ = (#|I|%:R * p) ^+ 2 + #|I|%:R * p) //.
  by ring.
apply: ler_sum => i _; rewrite avg_sum (bigD1 i) //=.
apply: ler_add.
  rewrite (@avg_ext _ _ _ (fun f : {ffun I -> T} => g (f i))).
    by rewrite (avg_one i g T0) pE.
  by move=> f; rewrite /g; case: (S _); rewrite ?mulr1 ?mulr0.
rewrite (eq_bigr (fun _ => p ^+ 2)); last first.
  by move=> j ji; rewrite avg_two // 1?eq_sym // pE.
rewrite sumr_const -[p ^+ 2 *+ _]mulr_natl.
by apply: ler_wpmul2r; [apply: exprn_ge0 | rewrite ler_nat; apply: max_card].
Qed.

Lemma min_quadratic (x b : F) : 0 < b -> x - x ^+ 2 / (4%:R * b) <= Num.min x b.
Proof.
move=> b0; have b40 : 0 < 4%:R * b by rewrite mulr_gt0 // ltr0n.
rewrite le_minr; apply/andP; split.
  by rewrite ler_subl_addr ler_addl mulr_ge0 ?sqr_ge0 // invr_ge0 ltW.
rewrite ler_subl_addr -ler_subl_addl ler_pdivl_mulr //.
rewrite -subr_ge0 (_ : _ - _ = (x - 2%:R * b) ^+ 2); last by ring.
exact: sqr_ge0.
Qed.

Lemma natr_minn (x y : nat) : (minn x y)%:R = Num.min x%:R y%:R :> F.
Proof. by rewrite minElt ltr_nat /minn; case: ifP. Qed.

Lemma binomial_mean_min (T : finType) (S : pred T) (N b : nat) : (0 < #|T|)%N -> (0 < b)%N ->
  let p := avg (fun t => (S t)%:R : F) in
  N%:R * p <= b%:R -> N%:R * p / 2%:R <= binomial_mean N p (fun j => (minn j b)%:R).
Proof.
move=> T0 b0 p Npb.
have p0 : 0 <= p by apply: avg_ge0 => t; apply: ler0n.
set y := N%:R * p; have y0 : 0 <= y by rewrite mulr_ge0 // ler0n.
have b1 : 1 <= b%:R :> F by rewrite ler1n.
have b0' : 0 < b%:R :> F by rewrite ltr0n.
have b40 : 0 < 4%:R * b%:R :> F by rewrite mulr_gt0 // ltr0n.
pose count (f : {ffun 'I_N -> T}) : F := \sum_i (S (f i))%:R.
rewrite -[N in binomial_mean N]card_ord -(avg_count _ S T0).
apply: (@le_trans _ _ (avg (fun f => count f - (4%:R * b%:R)^-1 * count f ^+ 2))); last first.
  apply: ler_avg => f; rewrite [_^-1 * _]mulrC natr_minn.
  have -> : #|successes S f|%:R = count f.
    rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => i _.
    by rewrite inE; case: (S _).
  exact: min_quadratic.
rewrite avgB avgZ avg_first // -/p card_ord -/y.
apply: (@le_trans _ _ (y - (4%:R * b%:R)^-1 * (y ^+ 2 + y))); last first.
  apply: ler_sub => //; apply: ler_wpmul2l; first by rewrite invr_ge0 ltW.
  by have := @avg_second [ord N] _ S _ T0 (erefl _); rewrite card_ord.
rewrite -subr_ge0.
rewrite (_ : _ - _ = (4%:R * b%:R)^-1 * (y * (b%:R - y) + y * (b%:R - 1))); last first.
  by field; rewrite gt_eqF.
apply: mulr_ge0; first by rewrite invr_ge0 ltW.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
Qed.

(** The same without a factor: E min(X, b) >= beta - sqrt(beta)/2 for beta = N p <= b, since
    min(x, b) >= (x + beta - |x - beta|)/2 and |x - beta| <= ((x - beta)^2/r + r)/2, r^2 = beta. *)
Lemma min_abs (x c r b : F) : 0 < r -> c <= b ->
  (x + c) / 2%:R - ((x - c) ^+ 2 / r + r) / 4%:R <= Num.min x b.
Proof.
move=> r0 cb; apply: (@le_trans _ _ (Num.min x c)); last first.
  by rewrite le_minr le_minl lexx /= le_minl cb orbT.
have d0 : 0 <= ((`|x - c| - r) ^+ 2) / (4%:R * r).
  by rewrite divr_ge0 ?sqr_ge0 ?mulr_ge0 ?ler0n ?ltW.
have e : (x - c) ^+ 2 = `|x - c| ^+ 2 by rewrite real_normK ?num_real.
rewrite e -subr_ge0 (_ : _ - _ = `|x - c| ^+ 2 / (4%:R * r) + r / 4%:R
  + (Num.min x c - (x + c) / 2%:R)); last by field; rewrite gt_eqF.
rewrite (_ : Num.min x c - _ = - (`|x - c| / 2%:R)); last first.
  by case: leP => le; [rewrite ler0_norm ?subr_le0 // | rewrite gtr0_norm ?subr_gt0 //]; field.
apply: le_trans d0 _; apply: le_of_eq; move: (`|_|) => u.
by field; rewrite gt_eqF.
Qed.

Lemma binomial_mean_min_root (T : finType) (S : pred T) (N b : nat) (r : F) : (0 < #|T|)%N ->
  let p := avg (fun t => (S t)%:R : F) in
  0 < r -> r ^+ 2 = N%:R * p -> N%:R * p <= b%:R ->
  N%:R * p - r / 2%:R <= binomial_mean N p (fun j => (minn j b)%:R).
Proof.
move=> T0 p r0 rr Npb; set c := N%:R * p in rr Npb *.
pose count (f : {ffun 'I_N -> T}) : F := \sum_i (S (f i))%:R.
rewrite -[N in binomial_mean N]card_ord -(avg_count _ S T0).
apply: (@le_trans _ _ (avg (fun f => (c / 2%:R - (c ^+ 2 / r + r) / 4%:R)
    + ((2%:R^-1 + c / (2%:R * r)) * count f - (4%:R * r)^-1 * count f ^+ 2)))); last first.
  apply: ler_avg => f; rewrite natr_minn.
  have -> : #|successes S f|%:R = count f.
    rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => i _.
    by rewrite inE; case: (S _).
  apply: le_trans (min_abs (count f) r0 Npb); apply: le_of_eq.
  by field; rewrite gt_eqF.
have two : avg (fun f => count f ^+ 2) <= c ^+ 2 + c.
  by have := @avg_second [ord N] _ S _ T0 (erefl _); rewrite card_ord.
have T1 : (0 < #|[finType of {ffun 'I_N -> T}]|)%N by rewrite card_ffun expn_gt0 T0.
rewrite avgD (avg_const _ T1) avgB !avgZ avg_first // card_ord -/p -/c.
have r4 : 0 <= (4%:R * r)^-1 by rewrite invr_ge0 mulr_ge0 ?ler0n ?ltW.
have := ler_wpmul2l r4 two; rewrite -subr_ge0 => le; rewrite -subr_ge0; apply: le_trans le _.
apply: le_of_eq; rewrite -rr; move: (avg _) => v.
by field; rewrite gt_eqF.
Qed.

End Moments.
