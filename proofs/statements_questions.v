(** * Statements about questions: two lemmas of Theorem K (§5, Conjecture 20)

   The proof of Theorem K asks questions about a vector V, and needs that each pays for what it
   costs by how far it moves the conditional mean.  The proof in theorem_k.v uses the first
   lemma and not the second, which the proof in docs/ uses.

   - A is a non-empty set of outcomes, all equally likely; Y is the set where the answer is yes.
   - set_mean V S: the mean of V over S, a vector; normsq v: |v|^2.
   - energy V S: #|S| |set_mean V S|^2.
   - question_cost A Y ln: #|Y| ln(#|A|/#|Y|) + #|A - Y| ln(#|A|/#|A - Y|), which is #|A| times
     the entropy of the answer.
   - is_logarithm: the properties that are asked of ln. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions averages questions variance_question.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A question that is answered with yes on Y and no on the rest of A, both non-empty, where
    <V - mean of V over A, y> >= c >= 0 on Y and |y| <= 1: if
    theta^2 (ln(#|A|/#|Y|) + 1) <= kappa c^2, then theta^2 times its cost is at most kappa times
    the energy that it adds. *)
Theorem question_pays_for_itself (F : realFieldType) (ln : F -> F) (T E : finType)
    (V : T -> E -> F) (A Y : {set T}) (y : E -> F) (c theta kappa : F) :
  is_logarithm ln -> Y \subset A -> (0 < #|Y|)%N -> (0 < #|A :\: Y|)%N ->
  normsq y <= 1 -> 0 <= c -> 0 <= kappa ->
  (forall z, z \in Y -> c <= dot (fun e => V z e - set_mean V A e) y) ->
  theta ^+ 2 * (ln (#|A|%:R / #|Y|%:R) + 1) <= kappa * c ^+ 2 ->
  theta ^+ 2 * question_cost A Y ln <= kappa * (energy V Y + energy V (A :\: Y) - energy V A).
Proof. by move=> log YA Y0 N0 y1 c0 k0 far adm; exact: (question_pays YA Y0 N0 y1 c0 far log). Qed.

(** Theorem K, Lemma 4: for a variable xi on A with the mean square v > 0 there are c > 0 and a
    sign such that the share p of the outcomes with sign xi >= c is positive and
    ln(1/p) + 1 <= 3 c^2 / v. *)
Theorem variance_gives_a_question (F : realFieldType) (ln : F -> F) (T : finType)
    (xi : T -> F) (A : {set T}) (v : F) :
  is_logarithm ln -> (0 < #|A|)%N -> 0 < v ->
  \sum_(z in A) xi z ^+ 2 = #|A|%:R * v ->
  exists (c : F) (s : bool), let Y := [set z in A | c <= sign F s * xi z] in
  [/\ 0 < c, (0 < #|Y|)%N & ln (#|A|%:R / #|Y|%:R) + 1 <= 3%:R * c ^+ 2 / v].
Proof. by move=> log A0 v0 second; exact: (variance_question log A0 v0 second). Qed.
