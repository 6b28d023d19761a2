(** * The tails of a settled partition

   If a partition is settled at the width theta (partitions.v), the share of a class that
   deviates by at least c along y_i is at most exp(1 - kappa c^2 / theta^2); and the squares of
   the deviations of at least theta sum up to at most 2 theta^2 exp(1 - kappa) times the size
   of the class. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube logarithm exponential gibbs
  decomposition questions variance_question partitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma ln_exp_ge (F : realFieldType) (exp ln : F -> F) (expP : is_exponential exp) u :
  (forall a, 0 < a -> exp (ln a) = a) -> u <= ln (exp u).
Proof.
move=> lnK; have p0 := exp_gt0 expP u; rewrite -subr_le0.
have := exp_ge expP (u - ln (exp u)).
have -> : exp (u - ln (exp u)) = 1.
  rewrite (expD expP) -[X in X * _](lnK _ p0) (expN expP) //.
by rewrite ger_addl.
Qed.

Section Thin.
Variables (F : realFieldType) (exp ln : F -> F) (T : finType) (A : {set T}) (xi : T -> F) (rho : F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (A0 : (0 < #|A|)%N) (rho0 : 0 <= rho).
Let N : F := #|A|%:R.
Hypothesis thin : forall z, z \in A -> 0 < xi z ->
  rho * xi z ^+ 2 <= ln (N / #|above xi A z|%:R) + 1.

Let far c := [set z in A | c <= xi z].

Lemma N_gt0 : 0 < N. Proof. by rewrite ltr0n. Qed.

Lemma thin_share (c : F) : 0 < c -> #|far c|%:R <= N * exp (1 - rho * c ^+ 2).
Proof.
move=> c0; have p0 : 0 <= N * exp (1 - rho * c ^+ 2).
  by apply: mulr_ge0; rewrite ?ler0n // ltW // (exp_gt0 expP).
have [n0|] := posnP #|far c|; first by rewrite n0.
move=> P0; have [z1 z1P] := card_gt0P P0.
have [z0 z0P' low] := arg_minP xi z1P; have z0P : z0 \in far c := z0P'.
have := z0P; rewrite inE => /andP[z0A cz].
have sub : far c \subset above xi A z0.
  apply/subsetP => z zP; rewrite inE; apply/andP; split; last exact: low.
  by move: zP; rewrite inE => /andP[].
have n0 := N_gt0; have f0 : 0 < #|far c|%:R :> F by rewrite ltr0n.
have le : rho * c ^+ 2 <= ln (N / #|far c|%:R) + 1.
  apply: (@le_trans _ _ (rho * xi z0 ^+ 2)).
    apply: ler_wpmul2l => //; rewrite ler_sqr ?nnegrE ?(ltW c0) //.
    exact: le_trans (ltW c0) cz.
  apply: le_trans (thin z0A (lt_le_trans c0 cz)) _; rewrite ler_add2r.
  have s0 := leq_trans P0 (subset_leq_card sub).
  apply: (ln_mono log); first by rewrite divr_gt0 // ltr0n.
  by rewrite ler_pmul2l // lef_pinv ?posrE ?ltr0n // ler_nat subset_leq_card.
rewrite -ler_pdivr_mull //; have q0 : 0 < N / #|far c|%:R by apply: divr_gt0.
have -> : N^-1 * #|far c|%:R = exp (- ln (N / #|far c|%:R)).
  apply: (mulfI (lt0r_neq0 q0)); rewrite -{2}(lnK q0) (expN expP).
  by field; rewrite !lt0r_neq0.
by apply: (exp_mono expP); rewrite ler_oppl opprB ler_subl_addr.
Qed.

Lemma thin_squares (c : F) (kappa := rho * c ^+ 2) : 0 < c -> 1 <= kappa ->
  \sum_(z in far c) xi z ^+ 2 <= 2%:R * c ^+ 2 * exp (1 - kappa) * N.
Proof.
move=> c0 k1; have n0 := N_gt0; pose P := far c; pose p0 := exp (1 - kappa).
have p0_gt0 : 0 < p0 by apply: (exp_gt0 expP).
have k0 : 0 < kappa := lt_le_trans ltr01 k1.
have rho_gt0 : 0 < rho by move: k0; rewrite /kappa pmulr_lgt0 // exprn_gt0.
have one z : z \in P -> rho * xi z ^+ 2 <= ln N + 1 - ln #|above xi P z|%:R.
  rewrite inE => /andP[zA cz]; apply: le_trans (thin zA (lt_le_trans c0 cz)) _.
  have aE : above xi P z = above xi A z.
    apply/setP => u; rewrite !inE -andbA; congr (_ && _).
    by case: (boolP (xi z <= xi u)) => [/(le_trans cz) ->|]; rewrite ?andbF.
  have a0 := above_gt0 xi zA; case: (log) => lnM _.
  by rewrite aE (lnM _ _ n0) ?invr_gt0 ?ltr0n // (lnV log) ?ltr0n // addrAC.
have sums : \sum_(z in P) rho * xi z ^+ 2 <= #|P|%:R * (ln N + 2%:R - ln #|P|%:R).
  apply: le_trans (ler_sum _ one) _; rewrite sumrB sumr_const -[_ *+ _]mulr_natl.
  have := @sum_ln_rank F ln T xi log _ P erefl.
  rewrite -subr_ge0 => h; rewrite -subr_ge0; apply: le_trans h _; apply: le_of_eq.
  by move: (\sum_(z in P) _) (ln N) (ln _) (#|P|%:R : F) => u v w n; ring.
have share : #|P|%:R <= N * p0 := thin_share c0.
have top : #|P|%:R * (ln N + 2%:R - ln #|P|%:R) <= N * p0 * (1 + kappa).
  have [z0|P0] := posnP #|P|.
    by rewrite z0 mul0r !mulr_ge0 ?ler0n ?(ltW p0_gt0) // addr_ge0 ?ler01 // ltW.
  have P0' : 0 < #|P|%:R :> F by rewrite ltr0n.
  have t0 : 0 < N * p0 by rewrite mulr_gt0.
  case: (log) => lnM lnle; have := lnle _ (divr_gt0 t0 P0').
  rewrite (lnM _ _ t0) ?invr_gt0 // (lnV log) // (lnM _ _ n0) //.
  have lnp := ln_exp_ge expP (1 - kappa) lnK; rewrite -/p0 -subr_ge0 in lnp => le.
  have := ler_wpmul2l (ltW P0') le; rewrite -subr_ge0 => h.
  have h1 := mulr_ge0 (ltW P0') lnp.
  have h2 := ler_wpmul2r (ltW k0) share; rewrite -subr_ge0 in h2.
  rewrite -subr_ge0; apply: le_trans (addr_ge0 (addr_ge0 h h1) h2) _; apply: le_of_eq.
  by field; rewrite lt0r_neq0.
have := le_trans sums top; rewrite -mulr_sumr => h.
rewrite -(ler_pmul2l rho_gt0); apply: le_trans h _; rewrite -/p0.
have -> : rho * (2%:R * c ^+ 2 * p0 * N) = N * p0 * (2%:R * kappa) by rewrite /kappa; ring.
apply: ler_wpmul2l; first by rewrite mulr_ge0 // ltW.
by rewrite -subr_ge0 (_ : _ - _ = kappa - 1) ?subr_ge0 //; ring.
Qed.

End Thin.

(** ** All classes together *)

Section SettledTails.
Variables (F : realFieldType) (exp ln : F -> F) (T E I : finType).
Variables (V : T -> E -> F) (y : I -> E -> F) (kappa theta : F) (k : T -> seq bool).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (kappa1 : 1 <= kappa) (theta0 : 0 < theta) (still : settled ln V y kappa theta k).
Implicit Types (i : I) (b : bool) (z : T).
Local Notation dev := (deviation V y k).

Lemma rho_ge0 : 0 <= kappa / theta ^+ 2.
Proof. by rewrite divr_ge0 ?sqr_ge0 // (le_trans ler01). Qed.

Lemma class_thin i b z0 z : z \in class_set k z0 -> 0 < dev i b z ->
  kappa / theta ^+ 2 * dev i b z ^+ 2
  <= ln (#|class_set k z0|%:R / #|above (dev i b) (class_set k z0) z|%:R) + 1.
Proof.
move=> zz d0; have := still d0; rewrite /farther (class_set_eq zz) => /ltW le.
by rewrite mulrAC ler_pdivr_mulr ?exprn_gt0 // [X in _ <= X]mulrC.
Qed.

(** The share of those that deviate by at least c. *)
Lemma tail_count (P : pred T) i b (c : F) : 0 < c ->
  (forall z z', k z = k z' -> P z = P z') ->
  \sum_z (P z && (c <= dev i b z))%:R
  <= exp (1 - kappa / theta ^+ 2 * c ^+ 2) * \sum_z (P z)%:R.
Proof.
move=> c0 kP; rewrite mulr_sumr; apply: (class_sum_le (k := k)) => z.
have PE z' : z' \in class_set k z -> P z' = P z by rewrite inE => /eqP /kP.
rewrite (eq_bigr (fun z' => (P z && (c <= dev i b z'))%:R)) => [|z' /PE -> //].
rewrite [X in _ <= X](eq_bigr (fun=> exp (1 - kappa / theta ^+ 2 * c ^+ 2) * (P z)%:R))
  => [|z' /PE -> //].
case: (P z); last by rewrite !big1 // => z' _; rewrite mulr0.
rewrite mulr1 sumr_const -[_ *+ _]mulr_natl; have thin := @class_thin i b z.
apply: le_trans (thin_share expP log lnK (class_set_card_gt0 k z) rho_ge0 thin c0).
apply: le_of_eq; rewrite -sum1_card natr_sum big_mkcond [RHS]big_mkcond; apply: eq_bigr => z' _.
by rewrite !inE; case: (k z' == k z); case: (c <= _).
Qed.

(** The squares of the deviations of at least theta. *)
Definition excess i b z : F := if theta <= dev i b z then dev i b z ^+ 2 else 0.

Lemma excess_ge0 i b z : 0 <= excess i b z.
Proof. by rewrite /excess; case: ifP => // _; apply: sqr_ge0. Qed.

Lemma sum_excess i b :
  \sum_z excess i b z <= 2%:R * theta ^+ 2 * exp (1 - kappa) * #|T|%:R.
Proof.
rewrite -sum1_card natr_sum mulr_sumr; apply: (class_sum_le (k := k)) => z.
rewrite -mulr_sumr -natr_sum sum1_card -big_mkcondr.
have kE : kappa / theta ^+ 2 * theta ^+ 2 = kappa by rewrite divfK // lt0r_neq0 ?exprn_gt0.
have := thin_squares expP log lnK (class_set_card_gt0 k z) rho_ge0 (@class_thin i b z) theta0.
rewrite kE => /(_ kappa1); apply: le_trans.
by apply: le_of_eq; apply: eq_bigl => z'; rewrite inE.
Qed.

(** A deviation is at most theta but for the excess. *)
Lemma deviation_le i b z : 0 <= dev i b z -> dev i b z ^+ 2 <= theta ^+ 2 + excess i b z.
Proof.
move=> d0; rewrite /excess; case: (lerP theta) => [_|/ltW le]; first by rewrite ler_addr sqr_ge0.
by rewrite addr0 ler_sqr ?nnegrE ?(ltW theta0).
Qed.

Lemma deviation_le1 i b z : dev i b z <= theta + excess i b z / theta.
Proof.
rewrite /excess; case: (lerP theta) => [le|/ltW le]; last by rewrite mul0r addr0.
rewrite -(ler_pmul2r theta0) mulrDl divfK ?lt0r_neq0 //; apply: ler_paddl; first exact: sqr_ge0.
by rewrite expr2 ler_pmul2l // (lt_le_trans theta0).
Qed.

End SettledTails.
