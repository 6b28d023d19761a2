(** * Random rows of a sign

   After a uniformly random permutation of the rows, P^sigma is the set of the first
   h rows of the sign sigma in a column of uniform signs.  All sets of a rows are
   subsets of it with the same probability, and this is column_probability. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From Sparseact Require Import definitions averages count_distribution rectangles.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Some permutation takes a set to any other of the same size. *)
Lemma perm_of_sets (T : finType) (A A' : {set T}) : #|A| = #|A'| ->
  exists rho : {perm T}, A' = rho @: A.
Proof.
move=> AA; pose s (B : {set T}) := enum B ++ enum (~: B).
have mem_s B u : u \in s B by rewrite mem_cat !mem_enum inE orbN.
have uniq_s B : uniq (s B).
  rewrite cat_uniq !enum_uniq andbT /=; apply/hasPn => u.
  by rewrite mem_enum inE; apply: contraNN; rewrite -(mem_enum B).
have size_s B : size (s B) = #|T| by rewrite size_cat -!cardE cardsC.
pose f u := nth u (s A') (index u (s A)).
have lt u : (index u (s A) < size (s A'))%N by rewrite size_s -(size_s A) index_mem.
have f_inj : injective f.
  move=> u u'; rewrite /f (set_nth_default u u' (lt u')) => /eqP.
  rewrite nth_uniq ?uniq_s // => /eqP e.
  by rewrite -(nth_index u (mem_s A u)) e nth_index.
exists (perm f_inj); apply/eqP; rewrite eq_sym eqEcard card_imset ?AA //; last exact: perm_inj.
rewrite leqnn andbT; apply/subsetP => _ /imsetP[u uA ->]; rewrite permE /f /s index_cat.
rewrite mem_enum uA nth_cat -cardE -AA cardE index_mem mem_enum uA.
by rewrite -(mem_enum A') mem_nth // -cardE -AA cardE index_mem mem_enum.
Qed.

Section Rows.
Variables (F : realFieldType) (a h n : nat).
Local Notation column := (column n).

Definition permuted (tau : {perm 'I_n}) (t : column) : column := [ffun u => t (tau u)].
Definition chosen (tau : {perm 'I_n}) (s : bool) (t : column) : {set 'I_n} :=
  tau @: firstk h (rowsof s (permuted tau t)).

Lemma chosen_sub tau s t : chosen tau s t \subset rowsof s t.
Proof.
apply/subsetP => _ /imsetP[u /(subsetP (firstk_sub _ _)) + ->].
by rewrite !inE ffunE.
Qed.

Lemma card_chosen tau s t : #|chosen tau s t| = minn h #|rowsof s t|.
Proof.
rewrite card_imset; last exact: perm_inj.
rewrite card_firstk; congr minn.
rewrite -(card_imset (rowsof s (permuted tau t)) (@perm_inj _ tau)).
apply: eq_card => u; apply/imsetP/idP => [[u' + ->]|us]; first by rewrite !inE ffunE.
by exists (tau^-1 u)%g; rewrite ?permKV // inE ffunE permKV; move: us; rewrite inE.
Qed.

Lemma card_chosen_le tau s t : (#|chosen tau s t| <= h)%N.
Proof. by rewrite card_chosen geq_minl. Qed.

(** A column with its permutation, and the probability that A is a subset of P^s. *)
Definition shuffled : finType := [finType of {perm 'I_n} * column].
Definition prob (A : {set 'I_n}) (s : bool) : F :=
  avg (fun w : shuffled => (A \subset chosen w.1 s w.2)%:R).

Lemma shuffled_gt0 : (0 < #|shuffled|)%N.
Proof. by apply/card_gt0P; exists (1%g, [ffun=> true]). Qed.

Lemma prob_sym (A A' : {set 'I_n}) s : #|A| = #|A'| -> prob A s = prob A' s.
Proof.
move=> /perm_of_sets[rho ->].
pose phi (w : shuffled) : shuffled := (w.1 * rho, permuted rho^-1 w.2)%g.
have phi_bij : bijective phi.
  exists (fun w : shuffled => (w.1 * rho^-1, permuted rho w.2)%g) => -[tau t].
    by rewrite /phi /= mulgK; congr pair; apply/ffunP => u; rewrite !ffunE permK.
  by rewrite /phi /= mulgKV; congr pair; apply/ffunP => u; rewrite !ffunE permKV.
rewrite /prob -[RHS](avg_bij _ phi_bij); apply: avg_ext => -[tau t] /=.
have -> : chosen (tau * rho)%g s (permuted rho^-1%g t) = rho @: chosen tau s t.
  rewrite /chosen -imset_comp (_ : permuted _ (permuted _ t) = permuted tau t).
    by apply: eq_imset => u; rewrite /= permM.
  by apply/ffunP => u; rewrite !ffunE permM permK.
congr (nat_of_bool _)%:R; apply/subsetP/subsetP => H u.
  by case/imsetP => v /H vP ->; apply: imset_f.
by move=> uA; have /imsetP[v vP /perm_inj ->] := H (rho u) (imset_f rho uA).
Qed.

(** The number of the rows of a sign is binomial. *)
Lemma avg_rows s (g : nat -> F) :
  avg (fun t : column => g #|rowsof s t|) = binomial_mean n 2%:R^-1 g.
Proof.
rewrite (@avg_count F [ord n] _ (pred1 s)) ?card_bool // card_ord.
congr binomial_mean; rewrite /avg card_bool big_bool.
by case: (s); rewrite /= ?addr0 ?add0r mul1r.
Qed.

(** The sets of a rows in P^s number C(min(P, h), a), where P is the number of the rows
    of the sign s; so this is the mean of their number. *)
Lemma sum_prob s : \sum_(A : asets a n) prob (val A) s
  = binomial_mean n 2%:R^-1 (fun j => 'C(minn j h, a)%:R).
Proof.
rewrite -avg_sum (@avg_ext _ _ _ (fun w : shuffled => 'C(minn #|rowsof s w.2| h, a)%:R)).
  rewrite avg_pair /= avg_const; last by apply/card_gt0P; exists 1%g.
  exact: (avg_rows s (fun j => 'C(minn j h, a)%:R)).
move=> -[tau t] /=; rewrite minnC -(card_chosen tau) -cards_draws -natr_sum; congr _%:R.
set Q := chosen tau s t.
transitivity #|[set A : asets a n | val A \subset Q]|.
  by rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => A _; rewrite inE; case: (_ \subset _).
rewrite -(card_imset _ val_inj); apply: eq_card => A; rewrite inE.
apply/imsetP/andP => [[B + ->]|[AQ cA]]; first by rewrite inE => BQ; split=> //; exact: (valP B).
by exists (Sub A cA : asets a n); rewrite ?inE SubK.
Qed.

Lemma probE (A : {set 'I_n}) s : (a <= n)%N -> #|A| = a ->
  prob A s = column_probability F n h a.
Proof.
move=> an cA; rewrite /column_probability -(sum_prob s) (eq_bigr (fun=> prob A s)).
  rewrite sumc card_asets mulrAC mulfV ?mul1r // pnatr_eq0 -lt0n bin_gt0 //.
by move=> A' _; apply: prob_sym; rewrite cA; apply/eqP; exact: (valP A').
Qed.

End Rows.
