(** * Properties of the exponential function

   They follow from the three that is_exponential asks for. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Exponential.
Variables (F : realFieldType) (exp : F -> F).
Hypothesis expP : is_exponential exp.

Lemma expD x y : exp (x + y) = exp x * exp y. Proof. by case: expP. Qed.
Lemma exp_ge x : 1 + x <= exp x. Proof. by case: expP. Qed.
Lemma cosh_le x : (exp x + exp (- x)) / 2%:R <= exp (x ^+ 2 / 2%:R).
Proof. by case: expP. Qed.

Lemma exp0 : exp 0 = 1.
Proof.
have e0 : exp 0 != 0 by rewrite gt_eqF // (lt_le_trans _ (exp_ge 0)) // addr0 ltr01.
by apply: (mulfI e0); rewrite -expD addr0 mulr1.
Qed.

Lemma expN x : exp x * exp (- x) = 1. Proof. by rewrite -expD subrr exp0. Qed.

Lemma exp_gt0 x : 0 < exp x.
Proof.
have e0 : exp x != 0.
  by apply: contraTneq (oner_neq0 F) => e0; rewrite -(expN x) e0 mul0r eqxx.
rewrite lt_neqAle eq_sym e0 (_ : x = x / 2%:R + x / 2%:R) ?expD -?expr2 ?sqr_ge0 //.
by field.
Qed.

Lemma exp_natl (n : nat) x : exp (n%:R * x) = exp x ^+ n.
Proof.
elim: n => [|n IH]; first by rewrite mul0r exp0 expr0.
by rewrite -[n.+1]add1n natrD mulrDl mul1r expD IH exprS.
Qed.

End Exponential.

Lemma exp_mono (F : realFieldType) (exp : F -> F) (expP : is_exponential exp) a b :
  a <= b -> exp a <= exp b.
Proof.
move=> ab; rewrite -[b](subrK a) (expD expP) ler_pmull ?(exp_gt0 expP) //.
by apply: le_trans (exp_ge expP _); rewrite ler_addl subr_ge0.
Qed.
