(** * Levels of a square, and the mean loss on a random part

   Lemma 5 of docs/proofs-theorem_5.md in the mean.  A square is at most the sum of the levels
   4^j a^2 below it.  For each level the points of a random set U of m <= N/2 points at which some
   function without error outside U is far off lie in a set of the cover that is a part of U. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages random_split.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Levels.
Variable F : realFieldType.
Implicit Types a c f : F.

Lemma level_square a (j : nat) : (2%:R ^+ j * a) ^+ 2 = 4%:R ^+ j * a ^+ 2.
Proof. by rewrite exprMn -exprM mulnC exprM -[4%:R]/((2 ^ 2)%N%:R) natrX. Qed.

Lemma sum_levels a (J : nat) :
  3%:R * (\sum_(j < J) (2%:R ^+ j * a) ^+ 2) = (4%:R ^+ J - 1) * a ^+ 2.
Proof.
elim: J => [|J IH]; first by rewrite big_ord0 expr0 subrr mul0r mulr0.
by rewrite big_ord_recr /= mulrDr IH level_square [4%:R ^+ J.+1]exprS; ring.
Qed.

Lemma square_le_levels a f (J : nat) : 0 <= a -> `|f| <= 2%:R ^+ J * a ->
  f ^+ 2 <= a ^+ 2 + 3%:R * (\sum_(j < J) (2%:R ^+ j * a) ^+ 2 * (2%:R ^+ j * a < `|f|)%R%:R).
Proof.
move=> a0; elim: J => [|J IH] le.
  by rewrite big_ord0 mulr0 addr0 -real_normK ?num_real // ler_sqr ?nnegrE // -[a]mul1r.
rewrite big_ord_recr /=; case: (ltrP (2%:R ^+ J * a) `|f|) => [far|near]; last first.
  by rewrite mulr0 addr0; apply: IH.
have all (j : 'I_J) : (2%:R ^+ j * a < `|f|)%R.
  apply: le_lt_trans far; rewrite ler_wpmul2r // ler_weexpn2l ?ler1n //; exact: ltnW.
rewrite (eq_bigr (fun j : 'I_J => (2%:R ^+ j * a) ^+ 2)) => [|j _]; last by rewrite all mulr1.
rewrite mulr1 mulrDr sum_levels level_square.
rewrite -real_normK ?num_real //; apply: (@le_trans _ _ ((2%:R ^+ J.+1 * a) ^+ 2)).
  by rewrite ler_sqr ?nnegrE ?mulr_ge0 ?exprn_ge0 ?ler0n.
rewrite level_square [4%:R ^+ J.+1]exprS; apply: le_of_eq.
by ring.
Qed.

Lemma sum_levels_le a c (J : nat) : 0 < a -> 0 <= c ->
  (forall j, (j < J)%N = (2%:R ^+ j * a < c)%R) ->
  \sum_(j < J) (2%:R ^+ j * a) ^+ 2 <= 4%:R / 3%:R * c ^+ 2.
Proof.
case: J => [|J] a0 c0 levels; first by rewrite big_ord0 mulr_ge0 ?sqr_ge0 ?divr_ge0 ?ler0n.
have three : 0 < 3%:R :> F by rewrite ltr0n.
rewrite -(ler_pmul2l three) sum_levels (_ : 3%:R * _ = 4%:R * c ^+ 2); last by field.
apply: (@le_trans _ _ (4%:R ^+ J.+1 * a ^+ 2)).
  by apply: ler_wpmul2r; rewrite ?sqr_ge0 // ler_subl_addr ler_addl ler01.
rewrite exprS -mulrA -level_square; apply: ler_wpmul2l; first exact: ler0n.
have below : (2%:R ^+ J * a < c)%R by rewrite -levels.
by rewrite ler_sqr ?nnegrE // ?(ltW below) // mulr_ge0 ?exprn_ge0 ?ler0n // ltW.
Qed.

End Levels.

(** The mean number of points that are far off. *)
Section Far.
Variables (F : realFieldType) (N m L : nat) (t : F).
Variables (h : {set 'I_N} -> 'I_N -> F) (target : 'I_N -> F) (cover : seq {ffun 'I_N -> F}).
Hypotheses (mN : (2 * m <= N)%N) (few : (size cover <= 2 ^ L)%N).
Hypothesis covers : forall U : {set 'I_N}, #|U| = m ->
  exists2 g, g \in cover & forall i, `|g i - h U i| <= t.
Hypothesis off : forall (U : {set 'I_N}) i, #|U| = m -> i \notin U -> h U i = target i.
Let D (g : {ffun 'I_N -> F}) : {set 'I_N} := [set i | (t < `|g i - target i|)%R].
Let far (U : {set 'I_N}) : {set 'I_N} := [set i | (2%:R * t < `|h U i - target i|)%R].

Lemma far_few (U : {set 'I_N}) : #|U| = m ->
  (#|far U| <= L + \sum_(g : seq_sub (undup cover) | D (val g) \subset U) (#|D (val g)| - L))%N.
Proof.
move=> Um; have [g gc near] := covers Um; rewrite -mem_undup in gc.
have sub : D g \subset U.
  apply/subsetP => i; rewrite inE; apply: contraLR => /(off Um) eq; rewrite -leNgt.
  by rewrite -eq; apply: near.
rewrite (bigD1 (SeqSub gc)) //= addnA; apply: leq_trans (leq_addr _ _).
rewrite -maxnE; apply: leq_trans (leq_maxr _ _); apply: subset_leq_card.
apply/subsetP => i; rewrite !inE; apply: contraTT; rewrite -!leNgt => small.
rewrite (_ : h U i - target i = (h U i - g i) + (g i - target i)); last by rewrite addrA subrK.
apply: le_trans (ler_norm_add _ _) _; rewrite mulr_natl mulr2n; apply: ler_add => //.
by rewrite distrC.
Qed.

Lemma twice_le_exp d : (d.*2 <= 2 ^ d)%N.
Proof.
case: d => [|d] //; rewrite expnS -muln2 mulnC leq_mul2l /=.
by elim: d => [|d IH] //; rewrite expnS mul2n -addnn -[d.+2]add1n leq_add // expn_gt0.
Qed.

Lemma far_mean :
  (2 * (\sum_(U : {set 'I_N} | #|U| == m) #|far U|) <= (2 * L + 1) * 'C(N, m))%N.
Proof.
have cC : #|[set U : {set 'I_N} | #|U| == m]| = 'C(N, m) by rewrite card_draws card_ord.
have cS : (\sum_(U : {set 'I_N} | #|U| == m) L = 'C(N, m) * L)%N.
  by rewrite -cC -sum_nat_const; apply: eq_bigl => U; rewrite inE.
apply: (@leq_trans (2 * ((\sum_(U : {set 'I_N} | #|U| == m) L)
    + \sum_(U : {set 'I_N} | #|U| == m)
        \sum_(g : seq_sub (undup cover) | D (val g) \subset U) (#|D (val g)| - L)))).
  by rewrite leq_mul2l /= -big_split; apply: leq_sum => U /eqP Um; apply: far_few.
rewrite cS mulnDr mulnDl mul1n; apply: leq_add; first by rewrite mulnA mulnAC.
rewrite (exchange_big_dep xpredT) //= big_distrr /=.
rewrite -(leq_pmul2l (expn_gt0 2 L)) big_distrr /=.
apply: (@leq_trans (\sum_(g : seq_sub (undup cover)) 'C(N, m))); last first.
  rewrite sum_nat_const card_seq_sub ?undup_uniq // leq_mul2r; apply/orP; right.
  by apply: leq_trans few; apply: size_undup.
apply: leq_sum => g _; rewrite sum_nat_const.
set c := #|_|; have -> : c = #|[set U : {set 'I_N} | (#|U| == m) && (D (val g) \subset U)]|.
  by apply: eq_card => U; rewrite !inE.
apply: leq_trans (card_containing (D (val g)) mN).
set b := #|[set U | _]|; rewrite mulnA mulnCA leq_mul2l; apply/orP; right.
case: (leqP #|D (val g)| L) => [le|lt]; first by rewrite (eqP le) muln0.
apply: (@leq_trans (2 ^ L * 2 ^ (#|D (val g)| - L))); last by rewrite -expnD subnKC // ltnW.
by rewrite -mulnA leq_mul2l mul2n twice_le_exp orbT.
Qed.

End Far.

(** The mean loss on U, where a cover for each level is small. *)
Section MeanLoss.
Variables (F : realFieldType) (N m J : nat) (a : F) (L : nat -> nat).
Variables (h : {set 'I_N} -> 'I_N -> F) (target : 'I_N -> F).
Hypotheses (a0 : 0 <= a) (mN : (2 * m <= N)%N).
Hypothesis covers : forall j, (j < J)%N -> exists2 cover : seq {ffun 'I_N -> F},
  (size cover <= 2 ^ L j)%N
  & forall U : {set 'I_N}, #|U| = m ->
      exists2 g, g \in cover & forall i, `|g i - h U i| <= 2%:R ^+ j * a / 2%:R.
Hypothesis off : forall (U : {set 'I_N}) i, #|U| = m -> i \notin U -> h U i = target i.
Hypothesis near : forall (U : {set 'I_N}) i, #|U| = m -> `|h U i - target i| <= 2%:R ^+ J * a.

Lemma mean_loss :
  \sum_(U : {set 'I_N} | #|U| == m) \sum_(i in U) (h U i - target i) ^+ 2 / 2%:R
  <= 'C(N, m)%:R * (m%:R * a ^+ 2 / 2%:R
       + 3%:R / 4%:R * \sum_(j < J) (2%:R ^+ j * a) ^+ 2 * (2 * L j + 1)%:R).
Proof.
pose far j (U : {set 'I_N}) : nat :=
  #|[set i | (2%:R * (2%:R ^+ j * a / 2%:R) < `|h U i - target i|)%R]|.
have two0 : 0 < 2%:R :> F by rewrite ltr0n.
have half j : 2%:R * (2%:R ^+ j * a / 2%:R) = 2%:R ^+ j * a.
  by rewrite mulrCA mulfV ?mulr1 ?gt_eqF.
have one (U : {set 'I_N}) : #|U| == m -> \sum_(i in U) (h U i - target i) ^+ 2 / 2%:R
    <= m%:R * a ^+ 2 / 2%:R + 3%:R / 2%:R * \sum_(j < J) (2%:R ^+ j * a) ^+ 2 * (far j U)%:R.
  move=> /eqP Um; apply: (@le_trans _ _ (\sum_(i in U) (a ^+ 2 / 2%:R + 3%:R / 2%:R
      * \sum_(j < J) (2%:R ^+ j * a) ^+ 2 * (2%:R ^+ j * a < `|h U i - target i|)%R%:R))).
    apply: ler_sum => i _; rewrite ler_pdivr_mulr //.
    apply: le_trans (square_le_levels a0 (near i Um)) _.
    by apply: le_of_eq; set S := \sum_(j < J) _; field.
  rewrite big_split sumr_const -[_ *+ #|_|]mulr_natl Um mulrA /= ler_add2l -mulr_sumr.
  apply: ler_wpmul2l; first by rewrite divr_ge0 ?ler0n.
  rewrite exchange_big /=; apply: ler_sum => j _; rewrite -mulr_sumr.
  apply: ler_wpmul2l; first exact: sqr_ge0.
  rewrite -natr_sum ler_nat /far half -sum1_card [X in (_ <= X)%N]big_mkcond /=.
  rewrite [X in (X <= _)%N]big_mkcond /=; apply: leq_sum => i _; rewrite inE.
  by case: (i \in U); case: (_ < _).
apply: le_trans (ler_sum _ one) _.
rewrite big_split /= sumr_const (eq_card (B := [set U : {set 'I_N} | #|U| == m])); last first.
  by move=> U; rewrite !inE.
rewrite card_draws card_ord -[_ *+ _]mulr_natl mulrDr ler_add2l -mulr_sumr exchange_big /=.
rewrite mulrCA (_ : 3%:R / 2%:R = 3%:R / 4%:R * 2%:R :> F); last by field.
rewrite -[X in X <= _]mulrA; apply: ler_wpmul2l; first by rewrite divr_ge0 ?ler0n.
rewrite !mulr_sumr; apply: ler_sum => j _; rewrite -mulr_sumr mulrCA [X in _ <= X]mulrCA.
apply: ler_wpmul2l; first exact: sqr_ge0.
have [cover size cov] := covers (ltn_ord j).
have := far_mean mN size cov off; rewrite -(ler_nat F) !natrM natr_sum => le.
by apply: le_trans le _; rewrite mulrC.
Qed.

End MeanLoss.
