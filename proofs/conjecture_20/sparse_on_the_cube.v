(** * Theorem H', Lemma 1: how many sets are active at a point of the cube

   One counting lemma is used three times.  Let sum_v alpha_v^2 <= 1, and let sets of at
   most d elements have sums of alpha of at least gamma > 0.  If no element is in more
   than D of the sets, there are at most D d / gamma^2 of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Counting.
Variables (F : realFieldType) (V : finType) (alpha : V -> F).
Hypothesis alpha1 : \sum_v alpha v ^+ 2 <= 1.

Lemma counting (I : finType) (S : {set I}) (Q : I -> {set V}) (d : nat) (D gamma : F) :
  0 < gamma -> 0 <= D -> (forall i, i \in S -> (#|Q i| <= d)%N) ->
  (forall v, #|[set i in S | v \in Q i]|%:R <= D) ->
  (forall i, i \in S -> gamma <= \sum_(v in Q i) alpha v) ->
  #|S|%:R <= D * d%:R / gamma ^+ 2.
Proof.
move=> g0 D0 Qd QD Qg; have g2 : 0 < gamma ^+ 2 by rewrite exprn_gt0.
rewrite ler_pdivl_mulr //; pose c v : F := #|[set i in S | v \in Q i]|%:R.
have cE v : c v = \sum_(i in S) (v \in Q i)%:R.
  rewrite /c -sum1dep_card natr_sum [in LHS]big_mkcondr /=; apply: eq_bigr => i _.
  by case: (v \in Q i).
case: (posnP #|S|) => [->|S0]; first by rewrite mul0r mulr_ge0 ?ler0n.
have s0 : 0 < #|S|%:R :> F by rewrite ltr0n.
(** The sets together, counted by their elements. *)
have low : gamma * #|S|%:R <= \sum_v c v * alpha v.
  rewrite (eq_bigr (fun v => \sum_(i in S) (v \in Q i)%:R * alpha v)) => [|v _]; last first.
    by rewrite cE mulr_suml.
  rewrite exchange_big /= mulr_natr -sumr_const; apply: ler_sum => i /Qg le.
  apply: le_trans le _; rewrite big_mkcond /=; apply: ler_sum => v _.
  by case: (v \in Q i); rewrite ?mul1r ?mul0r.
have squares : \sum_v c v ^+ 2 <= D * (d%:R * #|S|%:R).
  apply: (@le_trans _ _ (\sum_v D * c v)).
    by apply: ler_sum => v _; rewrite expr2; apply: ler_wpmul2r; rewrite ?ler0n ?QD.
  rewrite -mulr_sumr; apply: ler_wpmul2l => //.
  under eq_bigr => v _ do rewrite cE.
  rewrite exchange_big /= mulr_natr -sumr_const; apply: ler_sum => i /Qd le.
  by rewrite -natr_sum -big_mkcond sum1_card ler_nat.
(** 2 l c a <= c^2 + l^2 a^2 with l = gamma |S|. *)
pose l := gamma * #|S|%:R; have l0 : 0 < l by rewrite mulr_gt0.
have amgm : 2%:R * l * (\sum_v c v * alpha v) <= \sum_v c v ^+ 2 + l ^+ 2 * 1.
  apply: (@le_trans _ _ (\sum_v c v ^+ 2 + l ^+ 2 * \sum_v alpha v ^+ 2)); last first.
    by rewrite ler_add2l; apply: ler_wpmul2l; rewrite ?sqr_ge0.
  rewrite !mulr_sumr -big_split /=; apply: ler_sum => v _.
  rewrite -subr_ge0 (_ : _ - _ = (c v - l * alpha v) ^+ 2); last by ring.
  exact: sqr_ge0.
have : l ^+ 2 <= D * (d%:R * #|S|%:R).
  apply: le_trans squares; rewrite -(ler_add2r (l ^+ 2)) -[X in _ <= _ + X]mulr1.
  apply: le_trans amgm; rewrite (_ : l ^+ 2 + l ^+ 2 = 2%:R * l * l); last by ring.
  by apply: ler_wpmul2l low; rewrite mulr_ge0 ?ler0n ?(ltW l0).
move=> le; rewrite -(ler_pmul2r s0) -[X in _ <= X]mulrA; move: le.
by rewrite (_ : l ^+ 2 = #|S|%:R * gamma ^+ 2 * #|S|%:R) //; rewrite /l; ring.
Qed.

End Counting.

Section LemmaH.
Variables (F : realFieldType) (V Omega : finType) (r : V -> Omega -> F) (g : Omega -> bool).
Hypothesis Omega0 : (0 < #|Omega|)%N.
Hypothesis orthonormal : forall u v, avg (fun w => r u w * r v w) = (u == v)%:R.
Implicit Types (Q T : {set V}).

Let G w : F := sign F (g w).
Let a u : F := avg (fun w => G w * r u w).
Definition pairing Q : F := avg (fun w => G w * \sum_(u in Q) r u w).

Let pairingE Q : pairing Q = \sum_(u in Q) a u.
Proof. by rewrite -avg_sum; apply: avg_ext => w; rewrite mulr_sumr. Qed.

(** Bessel's inequality. *)
Lemma bessel : \sum_u a u ^+ 2 <= 1.
Proof.
pose s w := \sum_u a u * r u w.
have cross : avg (fun w => G w * s w) = \sum_u a u ^+ 2.
  rewrite (@avg_ext _ _ _ (fun w => \sum_u a u * (G w * r u w))) => [|w]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => u _; rewrite mulrCA.
  by rewrite avg_sum; apply: eq_bigr => u _; rewrite avgZ expr2.
have square : avg (fun w => s w ^+ 2) = \sum_u a u ^+ 2.
  rewrite (@avg_ext _ _ _ (fun w => \sum_u \sum_v a u * (a v * (r u w * r v w))));
    last first=> [w|].
    rewrite expr2 mulr_suml; apply: eq_bigr => u _; rewrite mulr_sumr.
    by apply: eq_bigr => v _; ring.
  rewrite avg_sum; apply: eq_bigr => u _; rewrite avg_sum (bigD1 u) //= big1 => [|v vu].
    by rewrite !avgZ orthonormal eqxx mulr1 addr0 expr2.
  by rewrite !avgZ orthonormal eq_sym (negbTE vu) !mulr0.
have : 0 <= avg (fun w => (G w - s w) ^+ 2) by apply: avg_ge0 => w; apply: sqr_ge0.
rewrite (@avg_ext _ _ _ (fun w => (1 - 2%:R * (G w * s w)) + s w ^+ 2)) => [|w]; last first.
  by have e : G w * G w = 1 := sign_sq F (g w); rewrite -[X in _ = X - _ + _]e; ring.
rewrite avgD avgB avgZ avg_const // cross square.
move: (\sum_u _) => x le; rewrite -subr_ge0 (_ : 1 - x = 1 - 2%:R * x + x) //; ring.
Qed.

Lemma avg_sign_le (f : Omega -> F) : avg (fun w => G w * f w) <= avg (fun w => `|f w|).
Proof.
by apply: ler_avg => w; apply: le_trans (ler_norm _) _; rewrite normrM sign_norm mul1r.
Qed.

Variables (kappa theta beta : F).
Hypothesis one : forall u, avg (fun w => `|r u w|) <= kappa.
Hypothesis two : forall T T', #|T| = 2%N -> #|T'| = 2%N -> T != T' ->
  avg (fun w => `|\sum_(u in T) r u w + \sum_(u in T') r u w|) <= 2%:R * theta.

(** At most one pair is above theta. *)
Lemma pair_above T T' : #|T| = 2%N -> #|T'| = 2%N ->
  theta < pairing T -> theta < pairing T' -> T = T'.
Proof.
move=> T2 T2' lt lt'; apply/eqP; apply/negPn/negP => /(two T2 T2') le.
have := ltr_add lt lt'; rewrite -mulr2n -mulr_natl ltNge; apply/negP/negPn.
apply: le_trans le; apply: le_trans (avg_sign_le _); rewrite /pairing -avgD.
by apply: le_of_eq; apply: avg_ext => w; rewrite mulrDr.
Qed.

Hypotheses (kappa0 : 0 <= kappa) (kappa_lt : kappa < beta) (theta_lt : theta < beta).
Variables (d k0 : nat) (family : {set {set V}}).
Hypothesis size : forall Q, Q \in family -> #|Q| = d.
Hypothesis share : forall Q Q', Q \in family -> Q' \in family -> Q != Q' -> (#|Q :&: Q'| <= 2)%N.
Hypothesis through : forall T, #|T| = 2%N -> (#|[set Q in family | T \subset Q]| <= k0)%N.

Let high Q : bool := [exists T : {set V}, [&& #|T| == 2%N, T \subset Q & theta < pairing T]].
Let S : {set {set V}} := [set Q in family | (beta < pairing Q) && ~~ high Q].

Let card_le T Q : Q \in S -> (#|Q :\: T| <= d)%N.
Proof. by rewrite inE => /andP[/size <- _]; apply: subset_leq_card; apply: subsetDl. Qed.

Let sum_without T Q : Q \in S -> T \subset Q -> forall c, pairing T <= c ->
  beta - c <= \sum_(u in Q :\: T) a u.
Proof.
rewrite inE => /and3P[_ lt _] TQ c Tc; rewrite ler_subl_addr.
apply: le_trans (ltW lt) _; rewrite pairingE (big_setID T) /= addrC (setIidPr TQ) -(pairingE T).
by rewrite ler_add2l.
Qed.

(** (2) At most d / (beta - theta)^2 sets contain a given pair: without it they are disjoint. *)
Let D : F := d%:R / (beta - theta) ^+ 2.
Let D0 : 0 <= D. Proof. by rewrite divr_ge0 ?ler0n ?sqr_ge0. Qed.

Lemma through_pair T : #|T| = 2%N -> #|[set Q in S | T \subset Q]|%:R <= D.
Proof.
move=> T2; rewrite /D -[d%:R]mul1r.
apply: (counting bessel (Q := fun Q => Q :\: T)); rewrite ?subr_gt0 ?ler01 //.
- by move=> Q; rewrite inE => /andP[/card_le].
- move=> v; rewrite -[X in _ <= X]/(1%:R) ler_nat; apply/card_le1_eqP => Q Q'.
  rewrite !inE => /andP[/andP[/andP[Qf _] TQ] /andP[vT vQ]].
  move=> /andP[/andP[/andP[Qf' _] TQ'] /andP[_ vQ']].
  apply/eqP; apply/negPn/negP => ne; have := share Qf' Qf ne; apply/negP.
  rewrite -ltnNge -T2; apply: (@leq_trans #|v |: T|); first by rewrite cardsU1 vT.
  by apply: subset_leq_card; rewrite subUset sub1set inE vQ vQ' subsetI TQ TQ'.
move=> Q; rewrite inE => /andP[QS TQ]; apply: sum_without => //.
rewrite leNgt; apply/negP => lt; move: QS; rewrite inE => /and3P[_ _ /existsP]; apply.
by exists T; rewrite T2 eqxx TQ.
Qed.

(** (3) At most D' sets contain a given element. *)
Let D' : F := D * d%:R / (beta - kappa) ^+ 2.
Let D'0 : 0 <= D'. Proof. by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?D0 ?ler0n. Qed.

Lemma through_element u : #|[set Q in S | u \in Q]|%:R <= D'.
Proof.
apply: (counting bessel (Q := fun Q => Q :\ u)); rewrite ?subr_gt0 //.
- by move=> Q; rewrite inE => /andP[/card_le].
- move=> v; case: (eqVneq v u) => [->|vu].
    rewrite (_ : [set Q in _ | _] = set0) ?cards0 //.
    by apply/setP => Q; rewrite !inE eqxx andbF.
  have uv : #|[set u; v]| = 2%N by rewrite cards2 eq_sym vu.
  apply: le_trans (through_pair uv); rewrite ler_nat; apply: subset_leq_card.
  apply/subsetP => Q; rewrite !inE => /andP[/andP[-> uQ] /andP[_ vQ]] /=.
  by rewrite subUset !sub1set uQ.
move=> Q; rewrite inE => /andP[QS uQ]; apply: sum_without; rewrite ?sub1set //.
by rewrite pairingE big_set1; apply: le_trans (avg_sign_le _) (one u).
Qed.

(** (4) All sets without a pair above theta. *)
Lemma without_high : #|S|%:R <= D' * d%:R / beta ^+ 2.
Proof.
apply: (counting bessel (Q := id)) => //; first by apply: le_lt_trans kappa_lt.
- by move=> Q; rewrite inE => /andP[/size ->].
- exact: through_element.
by move=> Q; rewrite inE => /and3P[_ /ltW le _]; rewrite -pairingE.
Qed.

Lemma active_sets_le : #|[set Q in family | beta < pairing Q]|%:R
  <= k0%:R + d%:R ^+ 3 / ((beta - theta) * (beta - kappa) * beta) ^+ 2.
Proof.
pose X := [set Q in family | high Q].
have Xk : (#|X| <= k0)%N.
  case: (set_0Vmem X) => [->|[Q]]; first by rewrite cards0.
  rewrite inE => /andP[_ /existsP[T /and3P[/eqP T2 _ lt]]].
  apply: leq_trans (through T2); apply: subset_leq_card; apply/subsetP => Q'.
  rewrite !inE => /andP[-> /existsP[T' /and3P[/eqP T2' TQ' lt']]] /=.
  by rewrite (pair_above T2 T2' lt lt').
apply: (@le_trans _ _ (#|X|%:R + #|S|%:R)).
  rewrite -natrD ler_nat; apply: leq_trans (leq_card_setU _ _); apply: subset_leq_card.
  by apply/subsetP => Q; rewrite !inE => /andP[-> ->]; case: (high Q).
apply: ler_add; first by rewrite ler_nat.
apply: le_trans without_high _; apply: le_of_eq.
have b0 : beta != 0 by rewrite gt_eqF // (le_lt_trans kappa0).
have t0 : beta - theta != 0 by rewrite gt_eqF // subr_gt0.
have k0' : beta - kappa != 0 by rewrite gt_eqF // subr_gt0.
rewrite /D' /D; move: (beta - theta) (beta - kappa) t0 k0' => e f e0 f0.
by field; rewrite e0 f0 b0.
Qed.

End LemmaH.

(** The same for the neurons of the sets. *)
Lemma neurons_active_le (F : realFieldType) (V Omega : finType) (r : V -> Omega -> F)
    (kappa theta beta : F) (d k0 : nat) (family : {set {set V}}) (u : {set V} -> F) :
  (0 < #|Omega|)%N ->
  (forall u v, avg (fun w => r u w * r v w) = (u == v)%:R) ->
  (forall u, avg (fun w => `|r u w|) <= kappa) ->
  (forall T T' : {set V}, #|T| = 2%N -> #|T'| = 2%N -> T != T' ->
    avg (fun w => `|\sum_(u in T) r u w + \sum_(u in T') r u w|) <= 2%:R * theta) ->
  0 <= kappa -> kappa < beta -> theta < beta ->
  (forall Q, Q \in family -> #|Q| = d) ->
  (forall Q Q', Q \in family -> Q' \in family -> Q != Q' -> (#|Q :&: Q'| <= 2)%N) ->
  (forall T : {set V}, #|T| = 2%N -> (#|[set Q in family | T \subset Q]| <= k0)%N) ->
  let net : network F Omega [finType of {Q : {set V} | Q \in family}] := fun Q =>
    Neuron (u (val Q)) (fun w => (\sum_(v in val Q) r v w) / #|Omega|%:R) beta in
  forall g : cube Omega, #|active net (pt F g)|%:R
    <= k0%:R + d%:R ^+ 3 / ((beta - theta) * (beta - kappa) * beta) ^+ 2.
Proof.
move=> O0 orth one two k_ge0 kb tb size share through net g.
apply: le_trans (active_sets_le g O0 orth one two k_ge0 kb tb size share through).
rewrite ler_nat -(card_imset _ val_inj); apply: subset_leq_card.
apply/subsetP => _ /imsetP[Q QA ->].
move: QA; rewrite !inE (valP Q) /preact subr_gt0 /=; congr (_ < _).
rewrite /pairing /avg /dot mulr_suml; apply: eq_bigr => w _.
by rewrite /pt mulrC mulrA.
Qed.
