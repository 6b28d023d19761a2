(** * The cube: flips, characters, sums over edges *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Signs.
Variable F : realFieldType.

Lemma sign_neg b : sign F (~~ b) = - sign F b.
Proof. by case: b; rewrite /sign /= ?opprK. Qed.

Lemma sign_norm b : `|sign F b| = 1.
Proof. by case: b; rewrite /sign ?normrN normr1. Qed.

Lemma sign_sq b : sign F b * sign F b = 1.
Proof. by case: b; rewrite /sign ?mulrNN mulr1. Qed.

Lemma sign_mul a b : sign F a * sign F b = 1 - 2%:R * (a != b)%:R.
Proof. by case: a; case: b; rewrite /sign /=; ring. Qed.

End Signs.

Section Cube.
Variables (F : realFieldType) (E : finType).
Implicit Types (x y : cube E) (h f g : cube E -> F) (T S : {set E}).

Lemma card_cube : (0 < #|[finType of cube E]|)%N.
Proof. by rewrite card_ffun card_bool expn_gt0. Qed.

Lemma cube_neq0 : (#|[finType of cube E]|)%:R != 0 :> F.
Proof. by rewrite pnatr_eq0 -lt0n card_cube. Qed.

Lemma flipK i : involutive (fun x : cube E => flip x i).
Proof.
by move=> x; apply/ffunP=> j; rewrite !ffunE; case: eqP => // _; rewrite negbK.
Qed.

Lemma flip_bij i : bijective (fun x : cube E => flip x i).
Proof. exact: inv_bij (flipK i). Qed.

Lemma avg_flip (f : cube E -> F) i : avg (fun x => f (flip x i)) = avg f.
Proof. exact: avg_bij f (flip_bij i). Qed.

Lemma pt_flip x i j : pt F (flip x i) j = if j == i then - pt F x j else pt F x j.
Proof. by rewrite /pt ffunE; case: eqP => // _; rewrite sign_neg. Qed.

(** Two different points differ somewhere. *)
Lemma point_neq x y : x != y -> exists i, x i != y i.
Proof.
move=> xy; apply/existsP; rewrite -negb_forall; apply: contra xy => /forallP H.
by apply/eqP/ffunP => i; apply/eqP.
Qed.

Lemma AS_ext h g : h =1 g -> AS h = AS g.
Proof.
by move=> hg; apply: avg_ext => x; congr (_ * _); apply: eq_bigr => i _; rewrite !hg.
Qed.

Lemma hat_ext h g T : h =1 g -> hat h T = hat g T.
Proof. by move=> hg; apply: avg_ext => x; rewrite hg. Qed.

Lemma tail_ext h g d : h =1 g -> tail h d = tail g d.
Proof. by move=> hg; apply: eq_bigr => T _; rewrite (hat_ext T hg). Qed.

Lemma NS_ext rho h g : h =1 g -> NS rho h = NS rho g.
Proof. by move=> hg; apply: avg_ext => x; apply: eq_bigr => y _; rewrite !hg. Qed.

(** AS as a sum over the directions. *)
Lemma AS_sum h : AS h = \sum_i avg (fun x => (h x - h (flip x i)) ^+ 2 / 4%:R).
Proof.
rewrite -avg_sum; apply: avg_ext => x; rewrite /sen mulr_sumr.
by apply: eq_bigr => i _; rewrite mulrC.
Qed.

Lemma chi_flip T x i :
  chi F T (flip x i) = (if i \in T then -1 else 1) * chi F T x.
Proof.
rewrite /chi; case: ifP => iT.
  rewrite (bigD1 i) //= [in RHS](bigD1 i) //= pt_flip eqxx mulN1r mulNr.
  congr (- (_ * _)); apply: eq_bigr => j /andP[_ /negbTE ji].
  by rewrite pt_flip ji.
rewrite mul1r; apply: eq_bigr => j jT; rewrite pt_flip; case: eqP => // ji.
by rewrite ji iT in jT.
Qed.

Lemma chi_sq T x : chi F T x * chi F T x = 1.
Proof. by rewrite /chi -big_split /= big1 // => i _; apply: sign_sq. Qed.

(** The characters are orthonormal: if i lies in one of T, S alone, flipping
    the i-th bit changes the sign of the product. *)
Lemma avg_chi T S : avg (fun x => chi F T x * chi F S x) = (T == S)%:R.
Proof.
case: eqP => [->|/eqP TS].
  rewrite (@avg_ext _ _ _ (fun=> 1)) ?avg_const ?card_cube //.
  by move=> x; exact: chi_sq.
have [i iTS] : exists i, (i \in T) != (i \in S).
  apply/existsP; rewrite -negb_forall; apply: contra TS => /forallP H.
  by apply/eqP/setP => i; apply/eqP.
have : avg (fun x => chi F T x * chi F S x) = - avg (fun x => chi F T x * chi F S x).
  rewrite -{1}(avg_flip _ i) -[RHS]mulN1r -avgZ; apply: avg_ext => x.
  rewrite !chi_flip; move: iTS; case: (i \in T); case: (i \in S) => // _;
    move: (chi F T x) (chi F S x) => a b; ring.
by move/eqP; rewrite -addr_eq0 -mulr2n mulrn_eq0 /= => /eqP.
Qed.

(** A multiple of a character. *)
Lemma hat_chi (c : F) (P T : {set E}) : hat (fun x => c * chi F P x) T = (P == T)%:R * c.
Proof.
rewrite /hat mulrC -avg_chi -avgZ; apply: avg_ext => x; by rewrite mulrA.
Qed.

Lemma tail_chi (c : F) (P : {set E}) d : (d < #|P|)%N -> tail (fun x => c * chi F P x) d = c ^+ 2.
Proof.
move=> dP; rewrite /tail (bigD1 P) //= hat_chi eqxx mul1r big1 ?addr0 // => T /andP[_ TP].
by rewrite hat_chi eq_sym (negbTE TP) mul0r expr0n.
Qed.

Lemma AS_chi (c : F) (P : {set E}) : AS (fun x => c * chi F P x) = c ^+ 2 * #|P|%:R.
Proof.
rewrite AS_sum (eq_bigr (fun i => if i \in P then c ^+ 2 else 0)); last first.
  move=> i _; rewrite -[RHS](avg_const _ card_cube); apply: avg_ext => x.
  rewrite chi_flip; case: ifP => _; last by rewrite mul1r subrr expr0n mul0r.
  have <- : (c ^+ 2) * (chi F P x * chi F P x) = c ^+ 2 by rewrite chi_sq mulr1.
  by field.
by rewrite -big_mkcond /= sumr_const mulr_natr.
Qed.

End Cube.
