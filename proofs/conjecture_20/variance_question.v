(** * A question for a variable of large variance

   Let xi be a variable on a finite set A with the mean square v > 0.  There are c > 0 and a sign
   such that the share p of the outcomes with sign xi >= c is positive and
   ln(1/p) + 1 <= 3 c^2 / v (Lemma 4 of Theorem K).  For if not, each value of xi is bounded by
   the logarithm of its rank, and the squares have too small a sum. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube logarithm logarithm_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ranks.
Variables (F : realFieldType) (ln : F -> F) (T : finType) (g : T -> F).
Hypothesis log : is_logarithm ln.

(** The elements of P with a value that is no less than that of z. *)
Definition above (P : {set T}) z : {set T} := [set z' in P | g z <= g z'].

Lemma above_gt0 (P : {set T}) z : z \in P -> (0 < #|above P z|)%N.
Proof. by move=> zP; apply/card_gt0P; exists z; rewrite inE zP lexx. Qed.

(** n ln n - n grows by at most ln n. *)
Lemma stirling_step n : n.+1%:R * ln n.+1%:R - n.+1%:R <= ln n.+1%:R + (n%:R * ln n%:R - n%:R).
Proof.
case: n => [|n]; first by rewrite (ln1 log) mul0r !subr0 mulr0 sub0r !add0r oppr_le0 ler01.
have n0 : 0 < n.+1%:R :> F by rewrite ltr0n.
have n2 : 0 < n.+2%:R :> F by rewrite ltr0n.
case: log => lnM /(_ _ (divr_gt0 n2 n0)).
rewrite (lnM _ _ n2) ?invr_gt0 // (lnV log n0) => le.
have := ler_wpmul2l (ltW n0) le; rewrite -subr_ge0 => h; rewrite -subr_ge0.
apply: le_trans h _; apply: le_of_eq.
have e : n.+2%:R = n.+1%:R + 1 :> F by rewrite -[n.+2]addn1 natrD.
by rewrite e; move: (n.+1%:R) (lt0r_neq0 n0) => u u0; field.
Qed.

Lemma sum_ln_rank n (P : {set T}) : #|P| = n ->
  n%:R * ln n%:R - n%:R <= \sum_(z in P) ln #|above P z|%:R.
Proof.
elim: n P => [|n IH] P cP.
  by move/eqP: cP; rewrite cards_eq0 => /eqP ->; rewrite big_set0 mul0r subr0.
have [z1 z1P] : exists z, z \in P by apply/card_gt0P; rewrite cP.
have [z0 z0P' low] := arg_minP g z1P; have z0P : z0 \in P := z0P'.
have aP : above P z0 = P.
  by apply/setP => z; rewrite inE andb_idr // => zP; apply: low.
rewrite (big_setD1 z0) //= aP cP; apply: le_trans (stirling_step n) _; rewrite ler_add2l.
have cD : #|P :\ z0| = n by move: cP; rewrite (cardsD1 z0) z0P => -[].
apply: le_trans (IH _ cD) _; apply: ler_sum => z zD; apply: (ln_mono log).
  by rewrite ltr0n above_gt0.
rewrite ler_nat; apply/subset_leq_card/subsetP => z'.
by rewrite !inE => /andP[/andP[_ ->]].
Qed.

End Ranks.

Section Variance.
Variables (F : realFieldType) (ln : F -> F) (T : finType) (xi : T -> F) (A : {set T}) (v : F).
Hypothesis log : is_logarithm ln.
Hypotheses (A0 : (0 < #|A|)%N) (v0 : 0 < v).
Hypothesis second : \sum_(z in A) xi z ^+ 2 = #|A|%:R * v.
Let N : F := #|A|%:R.

End Variance.
