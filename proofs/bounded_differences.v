(** * Bounded differences (McDiarmid 1989)

   A function f of signs that changes by at most c_i with the i-th sign has
   E exp(f - E f) <= exp(sum_i c_i^2 / 8).  The coordinates are averaged out one after the
   other, and of the exponential function only three properties are needed. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube.
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

Lemma exp_mono x y : x <= y -> exp x <= exp y.
Proof.
move=> xy; rewrite -[y](subrK x) expD ler_pmull ?exp_gt0 //.
by apply: le_trans (exp_ge _); rewrite ler_addl subr_ge0.
Qed.

Lemma exp_natl (n : nat) x : exp (n%:R * x) = exp x ^+ n.
Proof.
elim: n => [|n IH]; first by rewrite mul0r exp0 expr0.
by rewrite -[n.+1]add1n natrD mulrDl mul1r expD IH exprS.
Qed.

(** The mean of exp at two points that are at most c apart. *)
Lemma exp_mean_le (a b c : F) : `|a - b| <= c ->
  (exp a + exp b) / 2%:R <= exp ((a + b) / 2%:R) * exp (c ^+ 2 / 8%:R).
Proof.
move=> ab; have c0 : 0 <= c := le_trans (normr_ge0 _) ab.
have -> : exp a = exp ((a + b) / 2%:R) * exp ((a - b) / 2%:R).
  by rewrite -expD; congr exp; field.
have -> : exp b = exp ((a + b) / 2%:R) * exp (- ((a - b) / 2%:R)).
  by rewrite -expD; congr exp; field.
rewrite -mulrDr -mulrA ler_pmul2l ?exp_gt0 //; apply: le_trans (cosh_le _) _.
apply: exp_mono; rewrite (_ : _ / _ = (a - b) ^+ 2 / 8%:R); last by field.
apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
by rewrite -[(a - b) ^+ 2]real_normK ?num_real // ler_sqr ?nnegrE.
Qed.

End Exponential.

Section BoundedDifferences.
Variables (F : realFieldType) (I : finType).
Implicit Types (f g : cube I -> F) (z : cube I) (i j : I) (s : seq I).

Lemma flipC z i j : flip (flip z i) j = flip (flip z j) i.
Proof. by apply/ffunP => l; rewrite !ffunE; do 2![case: eqP => //]. Qed.

(** The mean of f over the i-th sign, and over the signs of a list. *)
Definition mean_over i f : cube I -> F := fun z => (f z + f (flip z i)) / 2%:R.
Fixpoint mean_over_all s f : cube I -> F :=
  if s is i :: s' then mean_over_all s' (mean_over i f) else f.

Lemma avg_mean_over i f : avg (mean_over i f) = avg f.
Proof.
rewrite /mean_over (@avg_ext _ _ _ (fun z => 2%:R^-1 * (f z + f (flip z i)))).
  by rewrite avgZ avgD avg_flip; field.
by move=> z; rewrite mulrC.
Qed.

Lemma avg_mean_over_all s f : avg (mean_over_all s f) = avg f.
Proof. by elim: s f => [|i s IH] f //=; rewrite IH avg_mean_over. Qed.

Lemma mean_over_invariant j i f : (i == j) || [forall z, f (flip z j) == f z] ->
  [forall z, mean_over i f (flip z j) == mean_over i f z].
Proof.
case/orP => [/eqP ij|/forallP inv]; apply/forallP => z; rewrite /mean_over.
  by rewrite ij flipK addrC.
by rewrite flipC (eqP (inv z)) (eqP (inv _)).
Qed.

Lemma mean_over_all_invariant j s f : (j \in s) || [forall z, f (flip z j) == f z] ->
  forall z, mean_over_all s f (flip z j) = mean_over_all s f z.
Proof.
elim: s f => [|i s IH] f /=; first by move/forallP => inv z; apply/eqP.
rewrite inE eq_sym => H; apply: IH.
case: (boolP (j \in s)) => //= js; apply: mean_over_invariant.
by move: H; rewrite (negbTE js) orbF.
Qed.

(** A function that no flip changes is constant. *)
Lemma invariant_constant f : (forall i z, f (flip z i) = f z) -> forall z, f z = avg f.
Proof.
move=> inv z; rewrite -[LHS](@avg_const _ _ (f z) (card_cube I)); apply: avg_ext => z'.
pose mix s : cube I := [ffun i => if i \in s then z' i else z i].
have mixE s : f (mix s) = f z.
  elim: s => [|i s IH]; first by congr f; apply/ffunP => i; rewrite ffunE.
  have [E|ne] := eqVneq (mix s i) (z' i).
    rewrite -IH; congr f; apply/ffunP => j; rewrite !ffunE inE.
    by case: eqP => [->|//] /=; rewrite -E ffunE; case: ifP.
  rewrite -IH -(inv i (mix s)); congr f; apply/ffunP => j; rewrite !ffunE inE.
  case: eqP => [->|//] /=; move: ne; rewrite ffunE; by case: ifP => //; case: (z i); case: (z' i).
by rewrite -(mixE (enum I)); congr f; apply/ffunP => i; rewrite ffunE mem_enum.
Qed.

Lemma mean_over_all_enum f z : mean_over_all (enum I) f z = avg f.
Proof.
rewrite -(avg_mean_over_all (enum I)); apply: invariant_constant => i {}z.
by apply: mean_over_all_invariant; rewrite mem_enum.
Qed.

Variable exp : F -> F.
Hypothesis expP : is_exponential exp.

Lemma exp_mean_over_le i f (c : F) : (forall z, `|f z - f (flip z i)| <= c) ->
  avg (fun z => exp (f z)) <= avg (fun z => exp (mean_over i f z)) * exp (c ^+ 2 / 8%:R).
Proof.
move=> fc; rewrite -(avg_mean_over i) mulrC -avgZ; apply: ler_avg => z.
by rewrite mulrC; apply: exp_mean_le.
Qed.

Lemma mean_over_differences i j f (c : F) : (forall z, `|f z - f (flip z j)| <= c) ->
  forall z, `|mean_over i f z - mean_over i f (flip z j)| <= c.
Proof.
move=> fc z; rewrite /mean_over flipC.
rewrite (_ : _ - _ = 2%:R^-1 * ((f z - f (flip z j)) + (f (flip z i) - f (flip (flip z i) j)))).
  rewrite normrM gtr0_norm ?invr_gt0 ?ltr0n // mulrC ler_pdivr_mulr ?ltr0n //.
  by rewrite mulr_natr mulr2n; apply: le_trans (ler_norm_add _ _) (ler_add _ _).
by field.
Qed.

Lemma exp_mean_over_all_le s f (c : I -> F) :
  (forall i z, `|f z - f (flip z i)| <= c i) ->
  avg (fun z => exp (f z))
  <= avg (fun z => exp (mean_over_all s f z)) * exp ((\sum_(i <- s) c i ^+ 2) / 8%:R).
Proof.
elim: s f => [|i s IH] f fc /=; first by rewrite big_nil mul0r (exp0 expP) mulr1.
apply: le_trans (exp_mean_over_le (fc i)) _.
rewrite big_cons [in X in _ <= X]mulrDl (expD expP) mulrCA [X in X <= _]mulrC.
rewrite ler_pmul2l ?(exp_gt0 expP) //.
by apply: IH => j z; apply: mean_over_differences.
Qed.

Lemma bounded_differences f (c : I -> F) : (forall i z, `|f z - f (flip z i)| <= c i) ->
  avg (fun z => exp (f z - avg f)) <= exp ((\sum_i c i ^+ 2) / 8%:R).
Proof.
move=> fc; rewrite (@avg_ext _ _ _ (fun z => exp (- avg f) * exp (f z))); last first.
  by move=> z; rewrite addrC (expD expP).
rewrite avgZ -ler_pdivl_mull ?(exp_gt0 expP) //.
have -> : (exp (- avg f))^-1 = exp (avg f).
  have e0 := exp_gt0 expP (- avg f).
  by apply: (mulIf (lt0r_neq0 e0)); rewrite mulVf ?lt0r_neq0 // (expN expP).
apply: le_trans (exp_mean_over_all_le (enum I) fc) _; rewrite big_enum.
rewrite ler_pmul2r ?(exp_gt0 expP) // le_eqVlt; apply/orP; left; apply/eqP.
rewrite -[RHS](avg_const _ (card_cube I)); apply: avg_ext => z; by rewrite mean_over_all_enum.
Qed.

End BoundedDifferences.
