(** * What follows from the two properties of the logarithm *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Logarithm.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis log : is_logarithm ln.

Lemma ln1 : ln 1 = 0.
Proof.
case: log => H _; have := H 1 1 ltr01 ltr01; rewrite mulr1 => /eqP.
by rewrite -subr_eq0 opprD addNKr oppr_eq0 => /eqP.
Qed.

Lemma lnV x : 0 < x -> ln x^-1 = - ln x.
Proof.
case: log => H _ x0; have xV : 0 < x^-1 by rewrite invr_gt0.
have := H x x^-1 x0 xV; rewrite mulfV ?gt_eqF // ln1 => /esym /eqP.
by rewrite addrC addr_eq0 => /eqP.
Qed.

Lemma ln_ge x : 0 < x -> 1 - x^-1 <= ln x.
Proof.
case: log => _ H x0; have xV : 0 < x^-1 by rewrite invr_gt0.
by have := H _ xV; rewrite lnV // ler_oppl opprB.
Qed.

Lemma ln_mono x y : 0 < x -> x <= y -> ln x <= ln y.
Proof.
case: log => H _ x0 xy; have y0 := lt_le_trans x0 xy.
have -> : y = x * (y / x) by rewrite mulrCA mulfV ?gt_eqF // mulr1.
rewrite H ?divr_gt0 // ler_addl; apply: le_trans (ln_ge _); last by rewrite divr_gt0.
by rewrite invf_div subr_ge0 ler_pdivr_mulr // mul1r.
Qed.

(** ln 2 >= 1/2. *)
Lemma ln2_ge : 2%:R^-1 <= ln 2%:R.
Proof.
apply: le_trans (ln_ge _); last by rewrite ltr0n.
by rewrite -subr_ge0 (_ : _ - _ = 0) //; field.
Qed.

Lemma ln2_gt0 : 0 < ln 2%:R.
Proof. by apply: lt_le_trans ln2_ge; rewrite invr_gt0 ltr0n. Qed.

Lemma ln4 : ln 4%:R = 2%:R * ln 2%:R.
Proof.
case: log => H _; rewrite (_ : 4%:R = 2%:R * 2%:R); last by rewrite -natrM.
by rewrite H ?ltr0n //; ring.
Qed.

Lemma lnX (a : F) (j : nat) : 0 < a -> ln (a ^+ j) = j%:R * ln a.
Proof.
move=> a0; elim: j => [|j IH]; first by rewrite expr0 ln1 mul0r.
by case: (log) => lnM _; rewrite exprS lnM ?exprn_gt0 // IH mulrS mulrDl mul1r.
Qed.

End Logarithm.
