(** * Learners of parities from statistical queries (§4, Theorem 14)

   An oracle that answers a query by the mean for a random label, wherever that is within
   the tolerance, answers a learner in the same way for all parities but those that some
   query excludes, and so the learner ends with one hypothesis for all of these. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning averages cube fourier
  statistical_queries near_parities.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Learners.
Variables (F : realFieldType) (E : finType) (tau : F).
Hypothesis tau0 : 0 < tau.
Implicit Types (phi : query F E) (S : {set E}).

(** The mean of a query for the parity S: the part without the label, and a coefficient. *)
Lemma query_meanE phi S : query_mean phi S = avg (query_even phi) + hat (query_odd phi) S.
Proof.
rewrite /hat -avgD; apply: avg_ext => x; rewrite [in RHS]chi_sign /query_even /query_odd.
by case: (chi F S x == 1); rewrite /sign; field.
Qed.

Lemma query_odd_le1 phi : bounded phi -> forall x, `|query_odd phi x| <= 1.
Proof.
move=> b x; rewrite normrM [`|2%:R^-1|]ger0_norm ?invr_ge0 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r.
by apply: le_trans (ler_norm_sub _ _) _; rewrite -[2%:R]/(1 + 1); apply: ler_add; apply: b.
Qed.

(** The parities that a query excludes, and an oracle that says no more than it must. *)
Definition excluded phi : {set {set E}} := [set S | tau < `|hat (query_odd phi) S|].
Definition coin_oracle S phi : F :=
  if `|hat (query_odd phi) S| <= tau then avg (query_even phi) else query_mean phi S.

Lemma coin_oracleE S phi :
  `|hat (query_odd phi) S| <= tau -> coin_oracle S phi = avg (query_even phi).
Proof. by rewrite /coin_oracle => ->. Qed.

Lemma coin_oracle_valid S : valid_oracle tau S (coin_oracle S).
Proof.
move=> phi _; rewrite /coin_oracle; case: ifP => [le|_]; last by rewrite subrr normr0 ltW.
by rewrite query_meanE opprD addrA subrr add0r normrN.
Qed.

(** At most N parities are excluded by a query, for some N with N tau^2 < 1, and for all N
    with 1 <= (N + 1) tau^2. *)
Lemma excluded_le phi (N : nat) : bounded phi -> (tau ^+ 2)^-1 <= N.+1%:R ->
  (#|excluded phi| <= N)%N.
Proof.
move=> b le; rewrite -ltnS -(ltr_nat F); apply: lt_le_trans le.
exact: excluded_lt (query_odd_le1 b) tau0.
Qed.

Lemma excluded_bound : exists2 N : nat, N%:R * tau ^+ 2 < 1
  & forall phi, bounded phi -> (#|excluded phi| <= N)%N.
Proof.
have t2 : 0 < tau ^+ 2 by rewrite exprn_gt0.
pose P n := (n <= #|{: {set E}}|)%N && (n%:R * tau ^+ 2 < 1).
have P0 : exists n, P n by exists 0%N; rewrite /P mul0r ltr01.
have PM n : P n -> (n <= #|{: {set E}}|)%N by case/andP.
case: (ex_maxnP P0 PM) => N /andP[_ N1] NM; exists N => // phi b; apply: NM.
rewrite /P -ltr_pdivl_mulr // div1r (excluded_lt (query_odd_le1 b) tau0) andbT.
by rewrite max_card.
Qed.

(** ** What a learner finds *)

Variables (H : Type) (A : sq_learner F E H) (N : nat).
Hypothesis N_bound : forall phi, bounded phi -> (#|excluded phi| <= N)%N.

(** Oracles, one for each parity, that answer by the mean for a random label wherever this
    is within the tolerance. *)
Variable O : {set E} -> query F E -> F.
Hypothesis coin : forall S phi,
  `|hat (query_odd phi) S| <= tau -> O S phi = avg (query_even phi).

(** All parities but q N see the same answers. *)
Lemma same_answers (q : nat) : exists2 X : {set {set E}}, (#|X| <= q * N)%N
  & forall S, S \notin X -> answers A (O S) q = answers A (fun phi => avg (query_even phi)) q.
Proof.
elim: q => [|q [X XN same]]; first by exists set0; rewrite ?cards0.
set a := answers A _ q in same.
exists (X :|: excluded (ask A a)) => [|S].
  apply: leq_trans (leq_card_setU _ _) _; rewrite mulSn addnC leq_add //.
  by apply: N_bound; apply: ask_bounded.
rewrite !inE negb_or -leNgt => /andP[/same e le].
by rewrite /answers /= -!/(answers _ _ _) e -/a coin.
Qed.

Variables (near : {set E} -> H -> bool) (L : nat).
Hypothesis near_L : forall g, (#|[set S | near S g]| <= L)%N.

Lemma found_le (q : nat) : (#|[set S | near S (outcome A (O S) q)]| <= q * N + L)%N.
Proof.
have [X XN same] := same_answers q.
set g := conclude A (answers A (fun phi => avg (query_even phi)) q).
apply: (@leq_trans #|X :|: [set S | near S g]|); last first.
  by apply: leq_trans (leq_card_setU _ _) _; apply: leq_add.
apply: subset_leq_card; apply/subsetP => S; rewrite !inE.
by case: (boolP (S \in X)) => //= /same e; rewrite /outcome e.
Qed.

End Learners.

Lemma card_sets (E : finType) : #|[set: {set E}]| = (2 ^ #|E|)%N.
Proof.
rewrite -(cardsT E) -card_powerset; apply: eq_card => S.
by rewrite !inE subsetT.
Qed.

(** A learner that finds all parities with every oracle. *)
Section All.
Variables (F : realFieldType) (E : finType) (tau : F) (H : Type) (A : sq_learner F E H).
Variables (near : {set E} -> H -> bool) (L q : nat).
Hypothesis tau0 : 0 < tau.
Hypothesis near_L : forall g, (#|[set S | near S g]| <= L)%N.
Hypothesis finds : forall S O, valid_oracle tau S O -> near S (outcome A O q).

Lemma all_found N : (forall phi : query F E, bounded phi -> (#|excluded tau phi| <= N)%N) ->
  (2 ^ #|E| <= q * N + L)%N.
Proof.
move=> NB; apply: leq_trans (found_le A NB (@coin_oracleE F E tau) near_L q).
rewrite -card_sets; apply: subset_leq_card; apply/subsetP => S _.
by rewrite inE finds //; apply: coin_oracle_valid.
Qed.

Lemma queries_ge (N : nat) : (tau ^+ 2)^-1 <= N.+1%:R -> (2 ^ #|E| <= q * N + L)%N.
Proof. by move=> le; apply: all_found => phi b; apply: excluded_le. Qed.

(** Without N: the number of queries is above (2^m - L) tau^2. *)
Lemma queries_gt : (L < 2 ^ #|E|)%N -> ((2 ^ #|E|)%N%:R - L%:R) * tau ^+ 2 < q%:R.
Proof.
move=> Lm; have [N N1 NB] := excluded_bound E tau0; have := all_found NB.
case: (posnP q) => [->|q0]; first by rewrite mul0n leqNgt Lm.
rewrite -(ler_nat F) natrD natrM -ler_subl_addr => le.
have t2 : 0 <= tau ^+ 2 by apply: sqr_ge0.
apply: le_lt_trans (ler_wpmul2r t2 le) _; rewrite -mulrA -[X in _ < X]mulr1.
by rewrite ltr_pmul2l // ltr0n.
Qed.

End All.

(** Hypotheses with real values and labels in {0, 1}: the loss of g is a quarter of that of
    2 g - 1 for the labels 1 and -1. *)
Lemma parity_lossE (F : realFieldType) (E : finType) (g : cube E -> F) (S : {set E}) :
  4%:R * parity_loss g S
  = 2%:R^-1 * avg (fun x => (2%:R * g x - 1 - chi F S x) ^+ 2).
Proof.
rewrite /parity_loss -!avgZ; apply: avg_ext => x; rewrite [in RHS]chi_sign.
by case: (chi F S x == 1); rewrite /sign /=; field.
Qed.

Lemma near_parity_loss (F : realFieldType) (E : finType) (g : cube E -> F) (eps : F) (L : nat) :
  eps < 8%:R^-1 -> (1 - 8%:R * eps)^-1 < L.+1%:R ->
  (#|[set S : {set E} | (parity_loss g S <= eps)%R]| <= L)%N.
Proof.
move=> e8 LN; have e2 : 4%:R * eps < 2%:R^-1.
  rewrite mulrC -ltr_pdivl_mulr ?ltr0n //; apply: lt_le_trans e8 _.
  by apply: le_of_eq; field.
have b0 : 0 < 1 - 8%:R * eps by rewrite subr_gt0 mulrC -ltr_pdivl_mulr ?ltr0n // div1r.
have := near_loss (fun x => 2%:R * g x - 1) e2.
rewrite (_ : 1 - 2%:R * _ = 1 - 8%:R * eps); last by ring.
rewrite -ler_pdivl_mulr // div1r => /le_lt_trans /(_ LN); rewrite ltr_nat ltnS.
apply: leq_trans; apply: subset_leq_card; apply/subsetP => S; rewrite !inE => le.
by rewrite -parity_lossE ler_pmul2l ?ltr0n.
Qed.

(** The constant 1/2 has the loss 1/8 against every parity. *)
Lemma constant_loss (F : realFieldType) (E : finType) (S : {set E}) :
  parity_loss (fun=> 2%:R^-1) S = 8%:R^-1 :> F.
Proof.
rewrite -[RHS](avg_const _ (card_cube E)); apply: avg_ext => x.
by case: (chi F S x == 1) => /=; field.
Qed.

(** More than 2^n tau^2 / 4 queries. *)
Lemma error_queries_gt_quarter (F : realFieldType) (E : finType) (tau : F) (q : nat)
    (A : sq_learner F E (cube E -> bool)) :
  (0 < #|E|)%N -> 0 < tau ->
  (forall S O, valid_oracle tau S O -> classification_error F (outcome A O q) S <= 3%:R^-1) ->
  4%:R^-1 * 2%:R ^+ #|E| * tau ^+ 2 < q%:R.
Proof.
move=> m0 t0 finds; have L4 : (4 * most_near #|E| <= 3 * 2 ^ #|E|)%N.
  by move: m0; rewrite /most_near; case: #|E| => [|[|[|[|m]]]] // _; rewrite !expnS /=; lia.
have Lm : (most_near #|E| < 2 ^ #|E|)%N by have := expn_gt0 2 #|E|; lia.
apply: le_lt_trans (queries_gt (near := fun S g => classification_error F g S <= 3%:R^-1) t0
  (@near_most F E) finds Lm); apply: ler_wpmul2r; first exact: sqr_ge0.
rewrite -natrX mulrC ler_pdivr_mulr ?ltr0n // mulrBl ler_subr_addr -!natrM -natrD ler_nat.
by move: L4; lia.
Qed.
