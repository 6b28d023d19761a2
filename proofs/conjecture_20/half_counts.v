(** * Sets that meet a set in many elements

   The sets A of a elements that meet Q in y elements or more: their number, and the number of
   those through an element, which depends only on whether it is in Q.  All of it is in natural
   numbers, with |Q| times the number of the sets through an element instead of quotients. *)
From mathcomp Require Import all_ssreflect all_fingroup.
From mathcomp Require Import zify.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** The number of the sets of a elements of 2h that meet a given half in y at least, and the
    sums over them of the elements in the half and outside of it. *)
Section Numbers.
Variables h a y : nat.
Definition half_number : nat := half_sum h a y (fun=> 1).
Definition half_inside : nat := half_sum h a y id.
Definition half_outside : nat := half_sum h a y (fun i => a - i).

Lemma half_sumE : half_inside + half_outside = a * half_number.
Proof.
rewrite /half_inside /half_outside /half_number /half_sum big_distrr -big_split /=.
rewrite big_nat_cond [RHS]big_nat_cond; apply: eq_bigr => i /andP[/andP[_ ia] _].
by rewrite -mulnDr muln1 mulnC subnKC.
Qed.

(** At least y of the elements are in the half. *)
Lemma half_inside_ge : y * half_number <= half_inside.
Proof.
rewrite /half_number /half_inside /half_sum big_distrr /=.
rewrite big_nat_cond [X in _ <= X]big_nat_cond; apply: leq_sum => i /andP[/andP[yi _] _].
by rewrite muln1 mulnC leq_mul2l yi orbT.
Qed.

Lemma half_number_gt0 : y <= a -> a <= h -> 0 < half_number.
Proof.
move=> ya ah; rewrite /half_number /half_sum big_nat_recr //=.
by rewrite ltn_addl // subnn bin0 !muln1 bin_gt0.
Qed.

End Numbers.

Section Meeting.
Variables (T : finType) (Q : {set T}) (a y : nat).
Implicit Types A : {set T}.

Definition meeting : {set {set T}} := [set A : {set T} | (#|A| == a) && (y <= #|A :&: Q|)].

Lemma card_meet i j : #|[set A : {set T} | (#|A :&: Q| == i) && (#|A :\: Q| == j)]|
  = 'C(#|Q|, i) * 'C(#|~: Q|, j).
Proof.
rewrite -cards_draws -cards_draws -cardsX; pose f A := (A :&: Q, A :\: Q).
have f_inj : injective f by move=> A A' [e1 e2]; rewrite -(setID A Q) e1 e2 setID.
rewrite -(card_imset _ f_inj); apply: eq_card => -[X Y].
apply/imsetP/setXP => [[A + [-> ->]]|[]]; rewrite !inE.
  by move=> /andP[/eqP -> /eqP ->]; rewrite !eqxx subsetIr setDE subsetIr.
move=> /andP[XQ /eqP cX] /andP[YQ /eqP cY].
have Y0 : Y :&: Q = set0 by apply/eqP; rewrite setI_eq0 disjoints_subset.
have XI : (X :|: Y) :&: Q = X by rewrite setIUl (setIidPl XQ) Y0 setU0.
have YD : (X :|: Y) :\: Q = Y.
  rewrite setDUl (eqP (_ : X :\: Q == set0)) ?setD_eq0 // set0U.
  by apply/setDidPl; rewrite disjoints_subset.
by exists (X :|: Y); rewrite ?inE /f ?XI ?YD ?cX ?cY ?eqxx.
Qed.

Lemma sum_meeting (g : nat -> nat) : \sum_(A in meeting) g #|A :&: Q|
  = \sum_(y <= i < a.+1) 'C(#|Q|, i) * 'C(#|~: Q|, a - i) * g i.
Proof.
have small A : A \in meeting -> #|A :&: Q| < a.+1.
  by rewrite inE => /andP[/eqP <- _]; rewrite ltnS subset_leq_card // subsetIl.
rewrite big_geq_mkord (partition_big (fun A => inord #|A :&: Q| : 'I_a.+1)
  (fun i : 'I_a.+1 => y <= i)) /= => [|A AM]; last first.
  by rewrite inordK ?small //; move: AM; rewrite inE => /andP[].
apply: eq_bigr => i yi; rewrite -card_meet -sum_nat_const.
rewrite (eq_bigr (fun=> g i)) => [|A /andP[AM /eqP <-]]; last by rewrite inordK ?small.
apply: eq_bigl => A; rewrite [RHS]inE.
have cA := cardsID Q A; have ia := ltn_ord i.
apply/andP/andP => [[AM /eqP iE]|[/eqP cI /eqP cD]].
  have := small A AM; move: AM; rewrite inE => /andP[/eqP Aa yA] lt.
  have {}iE : i = #|A :&: Q| :> nat by rewrite -iE inordK.
  by rewrite iE eqxx; split=> //; apply/eqP; lia.
rewrite inE -val_eqE /= inordK cI // yi eqxx andbT; split=> //; apply/eqP; lia.
Qed.

Lemma card_meeting_le : #|meeting| <= 'C(#|T|, a).
Proof.
rewrite -card_draws; apply: subset_leq_card; apply/subsetP => A.
by rewrite !inE => /andP[].
Qed.

(** The number of those through u. *)
Definition through (u : T) : nat := #|[set A in meeting | u \in A]|.

Lemma through_le u u' : (u \in Q) = (u' \in Q) -> through u <= through u'.
Proof.
move=> uu; pose r := tperm u u'; have r_inj := @perm_inj _ r.
have rQ : r @: Q = Q.
  apply/eqP; rewrite eqEcard card_imset // leqnn andbT.
  apply/subsetP => _ /imsetP[x xQ ->]; rewrite /r.
  by case: tpermP => [e|e|_ _] //; [rewrite -uu -e | rewrite uu -e].
rewrite /through -(card_imset _ (imset_inj r_inj)); apply: subset_leq_card.
apply/subsetP => _ /imsetP[A AM ->]; move: AM; rewrite !inE => /andP[/andP[cA yA] uA].
rewrite card_imset // cA -{1}rQ -imsetI ?card_imset // => [|? ? _ _]; last exact: r_inj.
by rewrite yA; apply/imsetP; exists u; rewrite // tpermL.
Qed.

Lemma through_eq u u' : (u \in Q) = (u' \in Q) -> through u = through u'.
Proof. by move=> e; apply/eqP; rewrite eqn_leq !through_le. Qed.

Lemma sum_through (X : {set T}) : \sum_(u in X) through u = \sum_(A in meeting) #|A :&: X|.
Proof.
rewrite (eq_bigr (fun u => \sum_(A in meeting) (u \in A))) => [|u _].
  rewrite exchange_big /=; apply: eq_bigr => A _; rewrite -sum1_card.
  rewrite [RHS]big_mkcond [LHS]big_mkcond.
  by apply: eq_bigr => u _; rewrite inE; case: (u \in X); case: (u \in A).
rewrite /through -sum1_card big_mkcond [RHS]big_mkcond; apply: eq_bigr => A _.
by rewrite inE; case: (A \in _); case: (u \in A).
Qed.

Lemma through_inside u : u \in Q ->
  #|Q| * through u = \sum_(y <= i < a.+1) 'C(#|Q|, i) * 'C(#|~: Q|, a - i) * i.
Proof.
move=> uQ; rewrite -(sum_meeting id) -sum_through -sum_nat_const.
by apply: eq_bigr => u' u'Q; apply: through_eq; rewrite uQ u'Q.
Qed.

Lemma through_outside u : u \notin Q ->
  #|~: Q| * through u = \sum_(y <= i < a.+1) 'C(#|Q|, i) * 'C(#|~: Q|, a - i) * (a - i).
Proof.
move=> uQ; rewrite -(sum_meeting (fun i => a - i)) -sum_nat_const.
transitivity (\sum_(u in ~: Q) through u).
  apply: eq_bigr => u' u'Q; apply: through_eq; move: u'Q; rewrite inE => /negbTE ->.
  exact: negbTE.
rewrite sum_through; apply: eq_bigr => A; rewrite inE => /andP[/eqP cA _].
by rewrite -setDE -cA -(cardsID Q A) addKn.
Qed.

(** Q is a half. *)
Section Half.
Variable h : nat.
Hypotheses (cQ : #|Q| = h) (cQC : #|~: Q| = h).

Lemma card_meeting : #|meeting| = half_number h a y.
Proof.
by rewrite -sum1_card (sum_meeting (fun=> 1)) cQ cQC.
Qed.

Lemma through_half u :
  h * through u = if u \in Q then half_inside h a y else half_outside h a y.
Proof.
case: ifP => uQ; first by rewrite -[X in X * _]cQ (through_inside uQ) cQ cQC.
by rewrite -[X in X * _]cQC through_outside ?uQ // cQ cQC.
Qed.

End Half.

End Meeting.
