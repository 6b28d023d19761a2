(** * The printed steps of Lemma 6's proof fail for n = 1

   w = 1 or -1 and b = 0: g(x) is 1 if and only if x is not the sign of w. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube lemma_6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Steps.
Variables (F : realFieldType) (s : bool).
Let w : 'I_1 -> F := fun=> sign F s.
Let g := bit F (halfspace w 0).
Implicit Types (x : cube [ord 1]).

Lemma halfspace_bit x : halfspace w 0 x = (x ord0 != s).
Proof.
rewrite /halfspace /dot big_ord1 /w /pt sign_mul.
rewrite [in RHS]eq_sym; case: (s == x ord0) => /=; first by rewrite mulr0 subr0 ler10.
by rewrite mulr1 subr_le0 ler1n.
Qed.

Lemma square_bit : avg (fun x => (g x - g (flip x ord0)) ^+ 2) = 1.
Proof.
rewrite -[RHS](avg_const 1 (card_cube [ord 1])); apply: avg_ext => x.
rewrite /g /bit !halfspace_bit ffunE eqxx.
by case: (x ord0) => /=; case: (s); rewrite /= ?subr0 ?sub0r ?sqrrN expr1n.
Qed.

Lemma coordinate_bit : avg (fun x => pt F x ord0 * g x) = - (sign F s / 2%:R).
Proof.
rewrite step_square square_bit mulr1 /w mulrC; congr (- (_ * _)).
by rewrite /sign; case: (s); rewrite ?sgrN sgr1.
Qed.

Lemma AS_bit : AS g = 4%:R^-1.
Proof.
rewrite AS_sum big_ord1 (@avg_ext _ _ _ (fun x => 4%:R^-1 * (g x - g (flip x ord0)) ^+ 2)).
  by rewrite avgZ square_bit mulr1.
by move=> x; rewrite mulrC.
Qed.

Lemma monotone_step : exists x, halfspace w 0 (setc x ord0 (~~ s)) /\
  ~~ halfspace w 0 (setc x ord0 s).
Proof. by exists [ffun=> true]; rewrite !halfspace_bit !ffunE !eqxx; case: (s). Qed.

Lemma sign_neq0 : sign F s != 0.
Proof. by rewrite -normr_eq0 sign_norm oner_eq0. Qed.

Lemma sum_step : avg (fun x => pt F x ord0 * g x)
  != 2%:R^-1 * \sum_x (pt F x ord0 * g x - pt F x ord0 * g (flip x ord0)).
Proof.
have := step_sum g ord0; rewrite coordinate_bit {1}/avg; set S := \sum_x _.
rewrite card_ffun card_bool card_ord expn1 => e; apply/eqP => e'.
have S1 : S = - sign F s by rewrite -[S](mulVKf (x := 2%:R)) ?pnatr_eq0 // -e'; field.
have S2 : S / 2%:R = - sign F s.
  by rewrite -[S / _](mulVKf (x := 2%:R)) ?pnatr_eq0 // -e; field.
move/eqP: S2; rewrite S1 mulNr eqr_opp -subr_eq0.
rewrite (_ : _ - _ = - (sign F s / 2%:R)); last by field.
by rewrite oppr_eq0 mulf_eq0 invr_eq0 pnatr_eq0 (negbTE sign_neq0).
Qed.

Lemma square_step : avg (fun x => pt F x ord0 * g x)
  != avg (fun x => (g x - g (flip x ord0)) ^+ 2).
Proof.
rewrite coordinate_bit square_bit -subr_eq0 /sign; case: (s).
  by rewrite (_ : _ - _ = - (3%:R / 2%:R)); [rewrite oppr_eq0 mulf_eq0 invr_eq0 !pnatr_eq0|field].
by rewrite (_ : _ - _ = - 2%:R^-1); [rewrite oppr_eq0 invr_eq0 pnatr_eq0|field].
Qed.

Lemma sensitivity_step : AS g != 4%:R^-1 * avg (fun x => g x * \sum_i pt F x i).
Proof.
rewrite AS_bit (@avg_ext _ _ _ (fun x => pt F x ord0 * g x)); last first.
  by move=> x; rewrite big_ord1 mulrC.
rewrite coordinate_bit -subr_eq0 /sign; case: (s).
  by rewrite (_ : _ - _ = 3%:R / 8%:R); [rewrite mulf_eq0 invr_eq0 !pnatr_eq0|field].
by rewrite (_ : _ - _ = 8%:R^-1); [rewrite invr_eq0 pnatr_eq0|field].
Qed.

End Steps.

(** For w = 1 the function g is not non-decreasing. *)
Lemma monotone_step_printed (F : realFieldType) :
  let w : 'I_1 -> F := fun=> 1 in
  exists x, halfspace w 0 (setc x ord0 false) /\ ~~ halfspace w 0 (setc x ord0 true).
Proof. exact: (monotone_step F true). Qed.
