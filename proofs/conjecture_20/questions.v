(** * What a question costs, and how far it moves a conditional mean

   A set A of outcomes is split by a question into Y, where the answer is yes, and the rest.
   Let V be a function to vectors, and let the energy of a set be its number of elements times
   the squared norm of the mean of V over it.  If <V - mean of V over A, y> >= c on Y for a
   vector y of norm at most 1, then the question adds at least #|Y| c^2 to the energy.  With
   lengths - ln of the share the two answers cost at most #|Y| (ln(#|A| / #|Y|) + 1). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cauchy_schwarz logarithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Question.
Variables (F : realFieldType) (T E : finType) (V : T -> E -> F) (A Y : {set T}).
Hypotheses (YA : Y \subset A) (Y0 : (0 < #|Y|)%N) (N0 : (0 < #|A :\: Y|)%N).
Let a : F := #|Y|%:R.
Let b : F := #|A :\: Y|%:R.

Definition set_mean (S : {set T}) : E -> F := fun e => (\sum_(z in S) V z e) / #|S|%:R.
Definition energy (S : {set T}) : F := #|S|%:R * normsq (set_mean S).

Lemma card_split : #|A|%:R = a + b.
Proof. by rewrite -natrD -(cardsID Y A) (setIidPr YA). Qed.

Lemma a_gt0 : 0 < a. Proof. by rewrite ltr0n. Qed.
Lemma b_gt0 : 0 < b. Proof. by rewrite ltr0n. Qed.

Lemma sum_split (f : T -> F) : \sum_(z in A) f z = \sum_(z in Y) f z + \sum_(z in A :\: Y) f z.
Proof. by rewrite (big_setID Y) /= (setIidPr YA). Qed.

(** The gain of energy. *)
Lemma energy_gain : a * normsq (fun e => set_mean Y e - set_mean A e)
  <= energy Y + energy (A :\: Y) - energy A.
Proof.
have a0 := a_gt0; have b0 := b_gt0; have c0 : 0 < a + b by apply: addr_gt0.
rewrite /energy /normsq /dot card_split -/a -/b !mulr_sumr -big_split -sumrB /=.
apply: ler_sum => e _; rewrite /set_mean (sum_split (fun z => V z e)) card_split -/a -/b.
move: (\sum_(z in Y) V z e) (\sum_(z in A :\: Y) V z e) => P Q.
rewrite -subr_ge0 (_ : _ - _ = (b * P - a * Q) ^+ 2 / (b * (a + b) ^+ 2)).
  by apply: divr_ge0; rewrite ?sqr_ge0 // mulr_ge0 ?sqr_ge0 // ltW.
by field; rewrite !lt0r_neq0.
Qed.

Variables (y : E -> F) (c : F).
Hypotheses (y1 : normsq y <= 1) (c_ge0 : 0 <= c).
Hypothesis far : forall z, z \in Y -> c <= dot (fun e => V z e - set_mean A e) y.

Lemma move_ge : c ^+ 2 <= normsq (fun e => set_mean Y e - set_mean A e).
Proof.
have n0 : 0 <= normsq (fun e => set_mean Y e - set_mean A e).
  by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
apply: le_trans (_ : dot (fun e => set_mean Y e - set_mean A e) y ^+ 2 <= _); last first.
  by apply: le_trans (dot_sq_le _ _) _; rewrite ler_pimulr.
have e : dot (fun e => set_mean Y e - set_mean A e) y
    = (\sum_(z in Y) dot (fun e => V z e - set_mean A e) y) / a.
  rewrite /dot exchange_big mulr_suml; apply: eq_bigr => e _.
  rewrite -mulr_suml sumrB sumr_const -[_ *+ _]mulr_natr -/a [RHS]mulrAC [in RHS]mulrBl.
  by rewrite mulfK ?lt0r_neq0 ?a_gt0.
have le : c <= dot (fun e => set_mean Y e - set_mean A e) y.
  rewrite e ler_pdivl_mulr ?a_gt0 // mulr_natr -sumr_const; exact: ler_sum.
by rewrite ler_sqr ?nnegrE // (le_trans c_ge0).
Qed.

Lemma question_gain : a * c ^+ 2 <= energy Y + energy (A :\: Y) - energy A.
Proof. by apply: le_trans energy_gain; rewrite ler_pmul2l ?a_gt0 ?move_ge. Qed.

Variable ln : F -> F.
Hypothesis log : is_logarithm ln.

(** The lengths of the answers, over all of A. *)
Definition question_cost : F :=
  #|Y|%:R * ln (#|A|%:R / #|Y|%:R) + #|A :\: Y|%:R * ln (#|A|%:R / #|A :\: Y|%:R).

Lemma question_cost_le : question_cost <= a * (ln (#|A|%:R / a) + 1).
Proof.
have a0 := a_gt0; have b0 := b_gt0; have c0 : 0 < a + b by apply: addr_gt0.
rewrite /question_cost mulrDr mulr1 -/a -/b ler_add2l card_split.
case: log => _ /(_ _ (divr_gt0 c0 b0)) le; apply: le_trans (ler_wpmul2l (ltW b0) le) _.
by apply: le_of_eq; field; rewrite lt0r_neq0.
Qed.

(** A question that is admissible pays for itself. *)
Lemma question_pays (theta kappa : F) :
  theta ^+ 2 * (ln (#|A|%:R / #|Y|%:R) + 1) <= kappa * c ^+ 2 -> 0 <= kappa ->
  theta ^+ 2 * question_cost <= kappa * (energy Y + energy (A :\: Y) - energy A).
Proof.
move=> adm k0; apply: le_trans (ler_wpmul2l (sqr_ge0 _) question_cost_le) _.
apply: le_trans (ler_wpmul2l k0 question_gain); rewrite mulrCA [X in _ <= X]mulrCA.
by rewrite ler_pmul2l ?a_gt0.
Qed.

End Question.
