(** * The inequality of Cauchy and Schwarz *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CauchySchwarz.
Variable F : realFieldType.

Lemma cauchy_schwarz (E : finType) (a b : E -> F) :
  (\sum_e a e * b e) ^+ 2 <= (\sum_e a e ^+ 2) * (\sum_e b e ^+ 2).
Proof.
set p := \sum_e a e * b e; set A := \sum_e a e ^+ 2; set B := \sum_e b e ^+ 2.
have key (u : F) : 0 <= A - 2%:R * u * p + u ^+ 2 * B.
  rewrite (_ : _ + _ = \sum_e (a e - u * b e) ^+ 2).
    by apply: sumr_ge0 => e _; apply: sqr_ge0.
  rewrite !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => e _; ring.
have B0 : 0 <= B by apply: sumr_ge0 => e _; apply: sqr_ge0.
have {B0}[B0|B0] := zero_or_pos B0.
  suff -> : p = 0 by rewrite expr0n -B0 mulr0.
  apply: big1 => e _; have /eqP := esym B0.
  rewrite psumr_eq0 => [/allP /(_ e)|? _]; last exact: sqr_ge0.
  by rewrite mem_index_enum /= sqrf_eq0 => /(_ isT) /eqP ->; rewrite mulr0.
have := key (p / B); rewrite (_ : _ + _ = (A * B - p ^+ 2) / B); last first.
  by field; rewrite gt_eqF.
by rewrite pmulr_lge0 ?invr_gt0 // subr_ge0.
Qed.

Lemma dot_sq_le (E : finType) (a b : E -> F) : dot a b ^+ 2 <= normsq a * normsq b.
Proof.
apply: le_trans (cauchy_schwarz a b) _; apply: le_of_eq.
by congr (_ * _); apply: eq_bigr => e _; rewrite expr2.
Qed.

(** The square of a sum over A is at most #|A| times the sum of the squares. *)
Lemma cauchy (J : finType) (A : {set J}) (c : J -> F) :
  (\sum_(j in A) c j) ^+ 2 <= #|A|%:R * \sum_(j in A) c j ^+ 2.
Proof.
have e1 : \sum_(j in A) c j = \sum_j (j \in A)%:R * ((j \in A)%:R * c j).
  by rewrite big_mkcond; apply: eq_bigr => j _; case: (j \in A); rewrite ?mul1r ?mul0r.
have e2 : #|A|%:R = \sum_j (j \in A)%:R ^+ 2 :> F.
  rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => j _.
  by case: (j \in A); rewrite ?expr1n ?expr0n.
have e3 : \sum_(j in A) c j ^+ 2 = \sum_j ((j \in A)%:R * c j) ^+ 2.
  rewrite big_mkcond; apply: eq_bigr => j _.
  by case: (j \in A); rewrite ?mul1r // mul0r expr0n.
by rewrite e1 e2 e3; apply: cauchy_schwarz.
Qed.

End CauchySchwarz.
