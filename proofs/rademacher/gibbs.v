(** * Conditional means over the classes of a function, and Gibbs's inequality

   A function k of a finite set T is a partition of T.  What is known if k is known are the
   functions that are constant on its classes.  If each class is split by a symbol, and the
   symbols have weights with sum at most 1, then the logarithm of the ratio of the sizes of
   the classes is on average at most minus the logarithm of the weight. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages logarithm exponential.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Conditional.
Variables (F : realFieldType) (T : finType) (K : eqType) (k : T -> K).
Implicit Types (f g : T -> F) (z : T).

(** The size of the class of z, the mean over it, and the functions that k determines. *)
Definition class z : F := \sum_(z' | k z' == k z) 1.
Definition cond f z : F := (\sum_(z' | k z' == k z) f z') / class z.
Definition known (U : Type) (f : T -> U) : Prop := forall z z', k z = k z' -> f z = f z'.

Lemma class_ge1 z : 1 <= class z.
Proof. by rewrite /class (bigD1 z) //= ler_addl sumr_ge0 // => ? _; apply: ler01. Qed.

Lemma class_gt0 z : 0 < class z.
Proof. exact: lt_le_trans ltr01 (class_ge1 z). Qed.

Lemma known_class : known class.
Proof. by move=> z z' e; rewrite /class e. Qed.

Lemma known_cond f : known (cond f).
Proof. by move=> z z' e; rewrite /cond /class e. Qed.

(** A double sum over the pairs of the same class. *)
Lemma sum_class f g : known g ->
  \sum_z g z * (\sum_(z' | k z' == k z) f z') = \sum_z g z * class z * f z.
Proof.
move=> kg; under eq_bigr do rewrite mulr_sumr.
rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => z _.
rewrite /class mulr_sumr mulr_suml; apply: eq_big => [z'|z' /eqP e]; first exact: eq_sym.
by rewrite mulr1 (kg _ _ e).
Qed.

(** The mean over the classes can be taken out. *)
Lemma sum_cond f g : known g -> \sum_z g z * cond f z = \sum_z g z * f z.
Proof.
move=> kg; rewrite /cond (eq_bigr (fun z =>
  g z / class z * \sum_(z' | k z' == k z) f z')); last by move=> z _; rewrite mulrA mulrAC.
rewrite sum_class => [|z z' e]; last by rewrite (kg _ _ e) (known_class e).
by apply: eq_bigr => z _; rewrite divfK // lt0r_neq0 ?class_gt0.
Qed.

End Conditional.

(** ** Gibbs's inequality *)

Section Gibbs.
Variables (F : realFieldType) (T : finType) (K K' : eqType) (k : T -> K) (k' : T -> K').
Variables (S : finType) (a : T -> S) (w : T -> S -> F).
Hypothesis k'E : forall z z', (k' z == k' z') = (a z == a z') && (k z == k z').
Hypothesis w0 : forall z s, 0 <= w z s.
Hypothesis w1 : forall z, \sum_s w z s <= 1.
Hypothesis w_known : known k w.
Implicit Types (f e : T -> F).

Lemma gibbs_sum f : known k f -> (forall z, 0 <= f z) ->
  \sum_z f z * (class F k z / class F k' z * w z (a z)) <= \sum_z f z.
Proof.
move=> kf f0.
rewrite (eq_bigr (fun z => f z * class F k z * (w z (a z) / class F k' z))); last first.
  by move=> z _; rewrite -!mulrA; congr (_ * (_ * _)); rewrite mulrC.
rewrite -sum_class //; apply: ler_sum => z _; rewrite ler_pimulr //.
apply: le_trans (w1 z); rewrite (partition_big a xpredT) //=; apply: ler_sum => s _.
have [/existsP[z1 /andP[/eqP kz1 /eqP az1]]|] :=
  boolP [exists z', (k z' == k z) && (a z' == s)]; last first.
  by move/existsPn => none; rewrite big_pred0 // => z'; apply/negbTE/none.
have -> : \sum_(z' | (k z' == k z) && (a z' == s)) w z' (a z') / class F k' z'
    = \sum_(z' | k' z' == k' z1) w z s / class F k' z1 * 1.
  apply: eq_big => [z'|z' /andP[/eqP kz /eqP az]]; first by rewrite k'E kz1 az1 andbC.
  have e' : k' z' = k' z1 by apply/eqP; rewrite k'E kz kz1 az az1 !eqxx.
  by rewrite az (known_class F e') (w_known kz) mulr1.
by rewrite -mulr_sumr divfK // lt0r_neq0 ?class_gt0.
Qed.

Variables (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (lnK : forall x, 0 < x -> exp (ln x) = x).

Lemma gibbs f e : known k f -> (forall z, 0 <= f z) ->
  (forall z, exp (- e z) = w z (a z)) ->
  \sum_z f z * (ln (class F k z) - ln (class F k' z)) <= \sum_z f z * e z.
Proof.
move=> kf f0 ew; rewrite -subr_ge0 -sumrB.
apply: le_trans (_ : \sum_z (f z - f z * (class F k z / class F k' z * w z (a z))) <= _).
  by rewrite sumrB subr_ge0 gibbs_sum.
apply: ler_sum => z _; rewrite -{1}[f z]mulr1 -!mulrBr; apply: ler_wpmul2l => //.
have n0 : 0 < class F k z := class_gt0 F k z; have n0' : 0 < class F k' z := class_gt0 F k' z.
have := exp_ge expP (ln (class F k z) - ln (class F k' z) - e z).
rewrite !(expD expP) lnK // ew.
have -> : exp (- ln (class F k' z)) = (class F k' z)^-1.
  apply: (mulfI (lt0r_neq0 n0')); rewrite mulfV ?lt0r_neq0 //.
  by rewrite -{1}(lnK n0') (expN expP).
move=> le; rewrite -subr_ge0; rewrite -subr_ge0 in le; apply: le_trans le _.
by apply: le_of_eq; ring.
Qed.

End Gibbs.
