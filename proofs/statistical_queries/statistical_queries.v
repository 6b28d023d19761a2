(** * Parities and statistical queries (§4, Theorem 14)

   By Parseval a query with values in [-1, 1] has a correlation above tau with fewer
   than tau^-2 parities, two parities differ on half of the cube, and at most
   three are within 1/3 of one function in the squared loss. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube fourier.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Queries.
Variables (F : realFieldType) (E : finType).
Implicit Types (phi g : cube E -> F) (S T : {set E}).

Lemma mean_square_le1 phi : (forall y, `|phi y| <= 1) -> avg (fun y => phi y ^+ 2) <= 1.
Proof.
move=> b; rewrite -[X in _ <= X](avg_const _ (card_cube E)); apply: ler_avg => y.
by rewrite -real_normK ?num_real // expr_le1.
Qed.

(** A sum of squares over a set of large coefficients is below the whole. *)
Lemma large_coefficients phi (c : F) (X : {set {set E}}) : 0 <= c ->
  (forall S, S \in X -> c <= hat phi S ^+ 2) ->
  #|X|%:R * c <= avg (fun y => phi y ^+ 2).
Proof.
move=> c0 H; rewrite parseval (bigID (mem X)) /=; apply: ler_paddr.
  by apply: sumr_ge0 => S _; apply: sqr_ge0.
by rewrite mulr_natl -sumr_const; apply: ler_sum => S /H.
Qed.

Lemma excluded_lt phi (tau : F) : (forall y, `|phi y| <= 1) -> 0 < tau ->
  #|[set S | tau < `|hat phi S|]|%:R < (tau ^+ 2)^-1.
Proof.
move=> b t0; set X := [set S | _]; have t2 : 0 < tau ^+ 2 by rewrite exprn_gt0.
case: (set_0Vmem X) => [->|[S0 S0X]]; first by rewrite cards0 invr_gt0.
rewrite -[X in _ < X]mul1r ltr_pdivl_mulr //.
have sq S : S \in X -> tau ^+ 2 < hat phi S ^+ 2.
  rewrite inE => lt; rewrite -[X in _ < X]real_normK ?num_real //.
  by rewrite ltr_sqr ?nnegrE ?normr_ge0 // ltW.
apply: lt_le_trans (mean_square_le1 b).
rewrite parseval (bigID (mem X)) /=; apply: ltr_paddr.
  by apply: sumr_ge0 => S _; apply: sqr_ge0.
rewrite mulr_natl -sumr_const (bigD1 S0) //= [X in _ < X](bigD1 S0) //=.
apply: ltr_le_add; first exact: sq.
by apply: ler_sum => S /andP[/sq /ltW].
Qed.

Lemma distance_squared g S :
  avg (fun y => (g y - chi F S y) ^+ 2)
  = avg (fun y => g y ^+ 2) - 2%:R * hat g S + 1.
Proof.
rewrite (@avg_ext _ _ _ (fun y => (g y ^+ 2 - 2%:R * (g y * chi F S y)) + 1)) => [|y].
  by rewrite avgD avgB avgZ avg_const ?card_cube.
by rewrite -[X in _ = _ + X](chi_sq F S y); move: (g y) (chi F S y) => a b; ring.
Qed.

(** At most 1/(1 - 2 eta) parities have a loss of at most eta < 1/2 against one function. *)
Lemma near_loss g (eta : F) : eta < 2%:R^-1 ->
  #|[set S : {set E} | 2%:R^-1 * avg (fun y => (g y - chi F S y) ^+ 2) <= eta]|%:R
  * (1 - 2%:R * eta) <= 1.
Proof.
move=> eta2; set X := [set S | _]; set a := avg (fun y => g y ^+ 2).
set b := 1 - 2%:R * eta; have two0 : 0 < 2%:R :> F by rewrite ltr0n.
have b0 : 0 < b by rewrite subr_gt0 mulrC -ltr_pdivl_mulr // mul1r.
have a0 : 0 <= a by apply: avg_ge0 => y; apply: sqr_ge0.
have low S : S \in X -> (a + b) / 2%:R <= hat g S.
  rewrite inE distance_squared -/a => le; rewrite ler_pdivr_mulr // -subr_ge0.
  rewrite (_ : _ - _ = 2%:R * (eta - 2%:R^-1 * (a - 2%:R * hat g S + 1))); last first.
    by rewrite /b; field.
  by rewrite mulr_ge0 ?ler0n ?subr_ge0.
have m0 : 0 < (a + b) / 2%:R by rewrite divr_gt0 // ltr_paddl.
have sq S : S \in X -> ((a + b) / 2%:R) ^+ 2 <= hat g S ^+ 2.
  by move=> /low le; rewrite ler_sqr ?nnegrE ?(ltW m0) // (le_trans (ltW m0)).
have le := large_coefficients (sqr_ge0 _) sq; rewrite -/a in le.
have [a1|a1] := eqVneq a 0.
  move: le; rewrite a1 add0r pmulr_lle0 ?exprn_gt0 ?divr_gt0 // => X0.
  by apply: le_trans ler01; rewrite pmulr_lle0.
have ap : 0 < a by rewrite lt_neqAle eq_sym a1.
rewrite -(ler_pmul2r ap) mul1r; apply: le_trans le; rewrite -mulrA.
apply: ler_wpmul2l; first exact: ler0n.
rewrite -subr_ge0 (_ : _ - _ = ((a - b) / 2%:R) ^+ 2); last by field.
exact: sqr_ge0.
Qed.

End Queries.
