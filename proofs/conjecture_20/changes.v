(** * When a sample is taken for active, and when no longer

   The partitions k 0, k 1, ... are settled at falling widths theta_0, theta_1, ... (partitions.v),
   and mu_l is the scalar product of y_i and the mean of V over the class after level l.  A
   sample begins as inactive.  It changes at level l if it is inactive and mu_l >= alpha theta_l,
   or if it is active and mu_l <= - alpha theta_l.  A change is wrong if <V, y_i> has the other
   sign.  By tails.v few changes are wrong, so that few samples change more than once, and
   <V, y_i> is not much larger than theta_l if i changes at level l. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube cauchy_schwarz logarithm exponential gibbs
  decomposition questions partitions tails.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Changes.
Variables (F : realFieldType) (T E I : finType) (V : T -> E -> F) (y : I -> E -> F).
Variables (k : nat -> T -> seq bool) (theta : nat -> F) (alpha : F).
Hypothesis k_refines : forall l, refines (k l.+1) (k l).
Implicit Types (z : T) (i : I) (l c : nat).

Definition mu l z i : F := dot (set_mean V (class_set (k l.+1) z)) (y i).
Local Notation g z i := (dot (V z) (y i)).

(** The number of changes before level l; it is odd if the sample is taken for active. *)
Fixpoint changes l z i : nat :=
  if l is l'.+1 then
    let c := changes l' z i in
    if if odd c then mu l' z i <= - (alpha * theta l') else alpha * theta l' <= mu l' z i
    then c.+1 else c
  else 0%N.

(** The samples whose change number c (from 0) is at level l. *)
Definition change c l z : {set I} :=
  [set i | (changes l z i == c) && (changes l.+1 z i == c.+1)].

Lemma class_set_same l z z' : k l z = k l z' -> class_set (k l) z = class_set (k l) z'.
Proof. by move=> e; apply/setP => u; rewrite !inE e. Qed.

Lemma changes_known l z z' i : k l z = k l z' -> changes l z i = changes l z' i.
Proof.
elim: l => [//|l IH] e /=; rewrite (IH (k_refines e)) /mu.
by rewrite (class_set_same e).
Qed.

Lemma change_known c l z z' : k l.+1 z = k l.+1 z' -> change c l z = change c l z'.
Proof.
by move=> e; apply/setP => i; rewrite !inE (changes_known i e) (changes_known i (k_refines e)).
Qed.

Lemma changesS l z i : (changes l z i <= changes l.+1 z i <= (changes l z i).+1)%N.
Proof. by rewrite /=; case: ifP => _; rewrite leqnn leqnSn. Qed.

Lemma changes_le l l' z i : (l <= l')%N -> (changes l z i <= changes l' z i)%N.
Proof.
elim: l' => [|l' IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /orP[/eqP -> //|le]; apply: leq_trans (IH le) _.
by case/andP: (changesS l' z i).
Qed.

Lemma changes_le_level l z i : (changes l z i <= l)%N.
Proof. by elim: l => [//|l IH]; case/andP: (changesS l z i) => _ /leq_trans; apply. Qed.

Lemma change_disjoint c l l' z i : (l < l')%N -> i \in change c l z -> i \notin change c l' z.
Proof.
move=> lt; rewrite !inE => /andP[_ /eqP e]; have := changes_le z i lt.
by rewrite e; case: eqP => // ->; rewrite ltnn.
Qed.

(** The change number c takes place if there are more than c changes. *)
Lemma sum_change c L z i : (\sum_(l < L) (i \in change c l z) = (c < changes L z i))%N.
Proof.
elim: L => [|L IH]; first by rewrite big_ord0.
rewrite big_ord_recr /= IH inE -/(changes L.+1 z i); have := changesS L z i.
move: (changes L z i) (changes L.+1 z i) => a b; case: (eqVneq a c) => [->|ne] /=; lia.
Qed.

Lemma sum_over_changes (f : I -> F) c L z :
  \sum_(l < L) \sum_(i in change c l z) f i = \sum_i (c < changes L z i)%:R * f i.
Proof.
rewrite (eq_bigr (fun l : 'I_L => \sum_i (if i \in change c l z then f i else 0))) => [|l _].
  2: exact: big_mkcond.
rewrite exchange_big; apply: eq_bigr => i _; rewrite -sum_change natr_sum mulr_suml.
by apply: eq_bigr => l _; case: (i \in _); rewrite ?mul1r ?mul0r.
Qed.

(** The last status. *)
Lemma sum_status (a : F) n : \sum_(c < n) sign F (~~ odd c) * a = (odd n)%:R * a.
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 mul0r.
by rewrite big_ord_recr /= IH; case: (odd n); rewrite /sign /=; ring.
Qed.

(** ** Wrong changes *)

(** Up-changes have an even number, and are wrong if <V, y_i> is not positive. *)
Definition wrong c z i : bool := odd c == (0 < g z i).

Lemma changes_count (n : nat) (pos : bool) :
  let w := (\sum_(c < n) (odd c == pos))%N in
  [/\ ((0 < n) <= pos + w)%N, (n <= pos + w.*2)%N & forall c, (0 < c)%N -> ((c < n) <= w)%N].
Proof.
move=> w; have wE : w = (if pos then n./2 else uphalf n)%N.
  rewrite /w {w}; elim: n => [|n IH]; first by rewrite big_ord0; case: pos.
  rewrite big_ord_recr /= IH uphalf_half; case: pos {IH} => /=; case: (odd n) => /=; lia.
rewrite wE {w wE} uphalf_half; have := odd_double_half n; case: pos; case: (odd n) => /=; 
  move: n./2 => h e; split=> [||c c0]; case: n e => [|n] e; lia.
Qed.

(** ** What the tails say *)

Variables (exp ln : F -> F) (kappa : F) (L : nat).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (kappa1 : 1 <= kappa) (alpha0 : 0 < alpha).
Hypotheses (theta_gt0 : forall l, 0 < theta l) (theta1 : theta 0%N = 1).
Hypothesis theta_slow : forall l, theta l <= (1 + alpha) * theta l.+1.
Hypothesis still : forall l, (l < L)%N -> settled ln V y kappa (theta l) (k l.+1).
Hypothesis y1 : forall i, normsq (y i) <= 1.
Hypothesis V1 : forall z, normsq (V z) <= 1.
Local Notation dev l := (deviation V y (k l.+1)).
Local Notation exc l := (excess V y (theta l) (k l.+1)).
Let eps := exp (1 - kappa * alpha ^+ 2).
Let p0 := exp (1 - kappa).
Let t : F := #|T|%:R.

Lemma deviationE l i b z : dev l i b z = sign F b * (g z i - mu l z i).
Proof.
rewrite /deviation /mu /dot -sumrB mulr_sumr; apply: eq_bigr => e _.
by ring.
Qed.

Lemma change_mu c l z i : i \in change c l z -> alpha * theta l <= sign F (~~ odd c) * mu l z i.
Proof.
have no : (c == c.+1) = false by apply: ltn_eqF.
rewrite inE /= => /andP[/eqP ->]; case: (odd c) => /=; case: ifP => [le _|_]; rewrite ?no // /sign.
  by rewrite mulN1r ler_oppr.
by rewrite mul1r.
Qed.

(** A wrong change deviates. *)
Lemma wrong_deviates c l z i : i \in change c l z -> wrong c z i ->
  alpha * theta l <= dev l i (odd c) z.
Proof.
move=> /change_mu le; rewrite /wrong deviationE; move: le; case: (odd c) => /=; rewrite /sign.
  rewrite mulN1r mul1r => le /eqP/esym pos; apply: le_trans le _.
  by rewrite ler_addr ltW.
rewrite mul1r mulN1r opprB => le /eqP/esym/negbT; rewrite -leNgt => neg.
by apply: le_trans le _; rewrite ler_addl oppr_ge0.
Qed.

Lemma wrong_few c l i : (l < L)%N ->
  \sum_z ((i \in change c l z) && wrong c z i)%:R <= eps * \sum_z (i \in change c l z)%:R.
Proof.
move=> lt; have a0 : 0 < alpha * theta l by apply: mulr_gt0.
have := @tail_count F exp ln T E I V y kappa (theta l) (k l.+1) expP log lnK kappa1
  (theta_gt0 l) (still lt) (fun z => i \in change c l z) i (odd c) _ a0 _.
have -> : kappa / theta l ^+ 2 * (alpha * theta l) ^+ 2 = kappa * alpha ^+ 2.
  by field; rewrite lt0r_neq0.
move=> le; apply: le_trans (le _) => [|z z' /(change_known c) -> //].
apply: ler_sum => z _; rewrite ler_nat; case: (boolP (i \in _)) => //= ch.
by case: (boolP (wrong c z i)) => //= /(wrong_deviates ch) ->.
Qed.

(** After each level the mean is on the side of the status, up to alpha theta. *)
Lemma status_mu l z i : sign F (~~ odd (changes l.+1 z i)) * mu l z i <= alpha * theta l.
Proof.
have a0 : 0 <= alpha * theta l by rewrite mulr_ge0 ?(ltW alpha0) ?(ltW (theta_gt0 l)).
have an : - (alpha * theta l) <= alpha * theta l by apply: (le_trans _ a0); rewrite oppr_le0.
rewrite /=; move: (changes l z i) => c; case: (boolP (odd c)) => o.
  case: ifP => [le|/negbT]; rewrite /= ?o /sign /=; first by rewrite mul1r (le_trans le).
  by rewrite -ltNge mulN1r ler_oppl => /ltW.
case: ifP => [le|/negbT]; rewrite /= ?(negbTE o) /sign /=.
  by rewrite mulN1r ler_oppl (le_trans an).
by rewrite -ltNge mul1r => /ltW.
Qed.

(** What is in excess of the width, relative to it. *)
Definition relative l b z i : F := exc l i b z / theta l ^+ 2.
Definition extra c l z i : F :=
  relative l (odd c) z i + (if l is l'.+1 then relative l' (~~ odd c) z i else 0).

Lemma relative_ge0 l b z i : 0 <= relative l b z i.
Proof. by rewrite divr_ge0 ?sqr_ge0 ?excess_ge0. Qed.

Lemma extra_ge0 c l z i : 0 <= extra c l z i.
Proof. by rewrite addr_ge0 ?relative_ge0 //; case: l => // l; apply: relative_ge0. Qed.

Lemma sum_relative l b i : (l < L)%N -> \sum_z relative l b z i <= 2%:R * p0 * t.
Proof.
move=> lt; rewrite /relative -mulr_suml ler_pdivr_mulr ?exprn_gt0 //.
apply: le_trans (sum_excess expP log lnK kappa1 (theta_gt0 l) (still lt) i b) _.
by apply: le_of_eq; rewrite -/p0 -/t; ring.
Qed.

Lemma sum_extra c l i : (l < L)%N -> \sum_z extra c l z i <= 4%:R * p0 * t.
Proof.
move=> lt; have p00 : 0 <= 2%:R * p0 * t.
  by rewrite !mulr_ge0 ?ler0n // ltW // (exp_gt0 expP).
rewrite big_split /= (_ : 4%:R * p0 * t = 2%:R * p0 * t + 2%:R * p0 * t); last by ring.
apply: ler_add; first exact: sum_relative.
case: l lt => [|l] lt; first by rewrite big1.
by apply: sum_relative; apply: ltnW.
Qed.

Lemma value_le1 z i : g z i ^+ 2 <= 1.
Proof.
apply: le_trans (dot_sq_le _ _) _; apply: le_trans (y1 i); rewrite ler_pimull //.
exact: normsq_ge0.
Qed.

Lemma value_signed z i b : g z i ^+ 2 = (sign F b * g z i) ^+ 2.
Proof. by case: b; rewrite /sign ?mul1r // mulN1r sqrrN. Qed.

(** <V, y_i> at a level where i changes, if the change is wrong. *)
Lemma wrong_value c l z i : i \in change c l z -> sign F (~~ odd c) * g z i <= 0 ->
  g z i ^+ 2 / theta l ^+ 2 <= 1 + extra c l z i.
Proof.
move=> ch neg; have t0 := theta_gt0 l; have t2 : 0 < theta l ^+ 2 by apply: exprn_gt0.
have d_ge : - (sign F (~~ odd c) * g z i) <= dev l i (odd c) z.
  have sE : sign F (odd c) = - sign F (~~ odd c) by rewrite sign_neg opprK.
  rewrite deviationE sE mulNr mulrBr opprB ler_addr.
  by apply: le_trans (change_mu ch); rewrite mulr_ge0 ?(ltW alpha0) ?(ltW t0).
have d0 : 0 <= dev l i (odd c) z by apply: le_trans d_ge; rewrite oppr_ge0.
rewrite (value_signed z i (~~ odd c)) ler_pdivr_mulr // -sqrrN.
apply: (@le_trans _ _ (dev l i (odd c) z ^+ 2)); first by rewrite ler_sqr ?nnegrE ?oppr_ge0.
apply: le_trans (deviation_le (theta_gt0 l) d0) _; rewrite mulrDl mul1r ler_add2l.
rewrite /extra mulrDl [X in X + _]divfK ?lt0r_neq0 // ler_addl mulr_ge0 ?sqr_ge0 //.
by case: (l) => // l'; apply: relative_ge0.
Qed.

(** And if it is right, by what holds after the level before. *)
Lemma right_value c l z i : i \in change c l.+1 z -> 0 < sign F (~~ odd c) * g z i ->
  g z i ^+ 2 <= (1 + alpha) ^+ 2 * (theta l ^+ 2 + exc l i (~~ odd c) z).
Proof.
move=> ch pos; have a0 : 0 <= 1 + alpha by rewrite addr_ge0 ?ler01 ?ltW.
have smu : sign F (~~ odd c) * mu l z i <= alpha * theta l.
  by move: ch; rewrite inE => /andP[/eqP <- _]; apply: status_mu.
have g_le : sign F (~~ odd c) * g z i <= alpha * theta l + dev l i (~~ odd c) z.
  by rewrite deviationE mulrBr addrCA ler_addl subr_ge0.
have tl := theta_gt0 l; rewrite (value_signed z i (~~ odd c)) /excess.
case: (lerP (theta l)) => [le|/ltW le].
  have d0 := lt_le_trans tl le; rewrite mulrDr; apply: ler_paddl.
    by rewrite mulr_ge0 ?sqr_ge0.
  rewrite -exprMn ler_sqr ?nnegrE ?(ltW pos) ?mulr_ge0 ?(ltW d0) //; apply: le_trans g_le _.
  by rewrite [(1 + _) * _]mulrDl mul1r addrC ler_add2l ler_pmul2l.
rewrite addr0 -exprMn ler_sqr ?nnegrE ?(ltW pos) ?mulr_ge0 ?(ltW tl) //; apply: le_trans g_le _.
by rewrite [(1 + _) * _]mulrDl mul1r addrC ler_add2r.
Qed.

Lemma value_le c l z i : i \in change c l z ->
  g z i ^+ 2 / theta l ^+ 2 <= (1 + alpha) ^+ 4 * (1 + extra c l z i).
Proof.
move=> ch; have a1 : 1 <= 1 + alpha by rewrite ler_addl ltW.
have a0 : 0 <= 1 + alpha := le_trans ler01 a1.
have n0 : 0 <= extra c l z i := extra_ge0 c l z i.
case: (lerP (sign F (~~ odd c) * g z i) 0) => [neg|pos].
  apply: le_trans (wrong_value ch neg) _.
  by rewrite ler_pemull ?exprn_ege1 // addr_ge0 ?ler01.
case: l ch n0 => [|l] ch n0.
  rewrite theta1 expr1n divr1; apply: le_trans (value_le1 z i) _.
  by rewrite mulr_ege1 ?exprn_ege1 // ler_addl.
have tl := theta_gt0 l; have t0 := theta_gt0 l.+1.
have t2 : 0 < theta l.+1 ^+ 2 by apply: exprn_gt0.
rewrite ler_pdivr_mulr //; apply: le_trans (right_value ch pos) _.
have s2 : theta l ^+ 2 <= (1 + alpha) ^+ 2 * theta l.+1 ^+ 2.
  by rewrite -exprMn ler_sqr ?nnegrE ?mulr_ge0 ?(ltW tl) ?(ltW t0).
have -> : exc l i (~~ odd c) z = relative l (~~ odd c) z i * theta l ^+ 2.
  by rewrite /relative divfK // lt0r_neq0 ?exprn_gt0.
rewrite -{1}[theta l ^+ 2]mul1r -mulrDl.
have r0 := relative_ge0 l (~~ odd c) z i; have r1 := relative_ge0 l.+1 (odd c) z i.
have le1 : 0 <= 1 + relative l (~~ odd c) z i by rewrite addr_ge0 ?ler01.
apply: le_trans (ler_wpmul2l _ (ler_wpmul2l le1 s2)) _; first exact: sqr_ge0.
rewrite /extra -subr_ge0.
rewrite (_ : _ - _ = (1 + alpha) ^+ 4 * (relative l.+1 (odd c) z i * theta l.+1 ^+ 2)).
  by apply: mulr_ge0; [apply: exprn_ge0 | apply: mulr_ge0 r1 (ltW t2)].
by ring.
Qed.

(** ** The sums over all outcomes *)

Definition number c : F := \sum_z \sum_i (c < changes L z i)%:R.
Definition positives : F := \sum_z \sum_i (0 < g z i)%R%:R.
Definition wrongs : F := \sum_z \sum_i (\sum_(c < changes L z i) wrong c z i)%N%:R.

Lemma squares_sum c :
  \sum_z \sum_(l < L) \sum_(i in change c l z) g z i ^+ 2 / theta l ^+ 2
  <= (1 + alpha) ^+ 4 * (number c + L%:R * #|I|%:R * (4%:R * p0 * t)).
Proof.
have a4 : 0 <= (1 + alpha) ^+ 4 by rewrite exprn_ge0 // addr_ge0 ?ler01 ?ltW.
apply: (@le_trans _ _ (\sum_z \sum_(l < L) \sum_i (1 + alpha) ^+ 4
    * ((i \in change c l z)%:R + extra c l z i))).
  apply: ler_sum => z _; apply: ler_sum => l _; rewrite big_mkcond; apply: ler_sum => i _.
  case: (boolP (i \in _)) => [/value_le //|_].
  by rewrite add0r mulr_ge0 // extra_ge0.
under eq_bigr do under eq_bigr do rewrite -mulr_sumr big_split /=.
under eq_bigr do rewrite -mulr_sumr big_split /=.
rewrite -mulr_sumr big_split /=; apply: ler_wpmul2l => //; apply: ler_add.
  apply: ler_sum => z _; rewrite exchange_big; apply: ler_sum => i _.
  by rewrite -natr_sum sum_change.
rewrite exchange_big (_ : L%:R * #|I|%:R * _ = \sum_(l < L) \sum_(i : I) 4%:R * p0 * t).
  apply: ler_sum => l _; rewrite exchange_big; apply: ler_sum => i _.
  exact: sum_extra.
by rewrite !sumc card_ord -!mulrA.
Qed.

Lemma wrongs_le : wrongs <= eps * \sum_z \sum_i (changes L z i)%:R.
Proof.
have split_c (P : nat -> bool) z i : (\sum_(c < changes L z i) P c)%:R
    = \sum_(c < L) \sum_(l < L) ((i \in change c l z) && P c)%:R :> F.
  rewrite (big_ord_widen _ (fun c => P c : nat) (changes_le_level L z i)) natr_sum big_mkcond.
  apply: eq_bigr => c _.
  rewrite [RHS](eq_bigr (fun l : 'I_L => (i \in change c l z)%:R * (P c)%:R)) => [|l _].
    rewrite -mulr_suml -natr_sum sum_change.
    by case: (c < _)%N; rewrite ?mul1r ?mul0r.
  by case: (i \in _); rewrite ?mul1r ?mul0r.
have all_c z i : (changes L z i)%:R = \sum_(c < L) \sum_(l < L) (i \in change c l z)%:R :> F.
  rewrite -{1}[changes L z i]card_ord -sum1_card (split_c xpredT).
  by apply: eq_bigr => c _; apply: eq_bigr => l _; rewrite andbT.
rewrite /wrongs exchange_big [X in _ <= eps * X]exchange_big mulr_sumr; apply: ler_sum => i _.
under eq_bigr => z _ do rewrite (split_c (fun c => wrong c z i)).
under [X in _ <= eps * X]eq_bigr do rewrite all_c.
rewrite exchange_big [X in _ <= eps * X]exchange_big mulr_sumr; apply: ler_sum => c _.
rewrite exchange_big [X in _ <= eps * X]exchange_big mulr_sumr; apply: ler_sum => l _.
exact: wrong_few.
Qed.

Lemma wrongs_le_positives : eps <= 4%:R^-1 -> wrongs <= 2%:R * eps * positives.
Proof.
move=> small; have e0 : 0 <= eps by rewrite ltW // (exp_gt0 expP).
have le : \sum_z \sum_i (changes L z i)%:R <= positives + 2%:R * wrongs.
  rewrite /wrongs mulr_sumr -big_split; apply: ler_sum => z _.
  rewrite mulr_sumr -big_split; apply: ler_sum => i _ /=.
  have [_ h _] := changes_count (changes L z i) (0 < g z i)%R.
  by rewrite mulr_natl -mulrnA muln2 -natrD ler_nat.
have P0 : 0 <= positives by apply: sumr_ge0 => z _; apply: sumr_ge0 => i _; apply: ler0n.
have W0 : 0 <= wrongs by apply: sumr_ge0 => z _; apply: sumr_ge0 => i _; apply: ler0n.
have h1 := le_trans wrongs_le (ler_wpmul2l e0 le); rewrite -subr_ge0 in h1.
have h2 := ler_wpmul2r W0 small; rewrite -subr_ge0 in h2.
rewrite -subr_ge0; apply: le_trans (_ : 2%:R * (eps * (positives + 2%:R * wrongs) - wrongs
  + 2%:R * (4%:R^-1 * wrongs - eps * wrongs)) <= _).
  by rewrite mulr_ge0 ?ler0n // addr_ge0 // mulr_ge0 ?ler0n.
by apply: le_of_eq; field.
Qed.

Lemma number0_le : eps <= 4%:R^-1 -> number 0 <= (1 + 2%:R * eps) * positives.
Proof.
move=> small; apply: (@le_trans _ _ (positives + wrongs)).
  rewrite /wrongs -big_split; apply: ler_sum => z _; rewrite -big_split; apply: ler_sum => i _ /=.
  by have [h _ _] := changes_count (changes L z i) (0 < g z i)%R; rewrite -natrD ler_nat.
by rewrite mulrDl mul1r ler_add2l wrongs_le_positives.
Qed.

Lemma number_le c : (0 < c)%N -> eps <= 4%:R^-1 -> number c <= 2%:R * eps * positives.
Proof.
move=> c0 small; apply: le_trans (wrongs_le_positives small).
apply: ler_sum => z _; apply: ler_sum => i _.
by have [_ _ h] := changes_count (changes L z i) (0 < g z i)%R; rewrite ler_nat h.
Qed.

(** What the last status leaves. *)
Lemma rest_le z i : (0 < L)%N ->
  `|relu (g z i) - (odd (changes L z i))%:R * g z i|
  <= (1 + alpha) * theta L.-1 + (exc L.-1 i true z + exc L.-1 i false z) / theta L.-1.
Proof.
case: (L) => // l _ /=; rewrite -/(changes l.+1 z i); have := status_mu l z i.
set s := ~~ odd _ => smu; have tl := theta_gt0 l.
have e0 b : 0 <= exc l i b z by apply: excess_ge0.
have -> : relu (g z i) - (odd (changes l.+1 z i))%:R * g z i = relu (sign F s * g z i).
  rewrite /s /sign /relu; case: (odd _) => /=; last by rewrite mul0r subr0 mul1r.
  by rewrite mul1r mulN1r; case: (leP 0 (g z i)) => [p|n];
    [rewrite subrr (max_idPl _) ?oppr_le0 | rewrite sub0r (max_idPr _) // oppr_ge0 ltW].
have b0 : 0 <= (1 + alpha) * theta l + (exc l i true z + exc l i false z) / theta l.
  apply: addr_ge0; last by apply: divr_ge0 (addr_ge0 (e0 _) (e0 _)) (ltW tl).
  by apply: mulr_ge0 (addr_ge0 ler01 (ltW alpha0)) (ltW tl).
rewrite ger0_norm; last by rewrite /relu le_maxr lexx.
rewrite /relu le_maxl b0 /=; have := deviation_le1 V y (k l.+1) (theta_gt0 l) i s z.
rewrite deviationE mulrBr => d; rewrite -[sign F s * g z i](subrK (sign F s * mu l z i)).
apply: le_trans (ler_add d smu) _; rewrite mulrDl mul1r [X in X <= _]addrAC ler_add2l.
rewrite ler_pmul2r ?invr_gt0 //; case: (s); first by rewrite ler_addl.
by rewrite ler_addr.
Qed.

Lemma sum_rest i : (0 < L)%N ->
  \sum_z `|relu (g z i) - (odd (changes L z i))%:R * g z i|
  <= theta L.-1 * (1 + alpha + 4%:R * p0) * t.
Proof.
move=> L0; apply: le_trans (ler_sum _ (fun z _ => rest_le z i L0)) _.
have lt : (L.-1 < L)%N by rewrite prednK.
rewrite big_split /= sumc -mulr_suml big_split /=.
have S b := sum_excess expP log lnK kappa1 (theta_gt0 L.-1) (still lt) i b.
have tl := theta_gt0 L.-1; apply: (@le_trans _ _ (t * ((1 + alpha) * theta L.-1)
  + (2%:R * theta L.-1 ^+ 2 * p0 * t + 2%:R * theta L.-1 ^+ 2 * p0 * t) / theta L.-1)).
  by rewrite ler_add2l ler_pmul2r ?invr_gt0 //; apply: ler_add; apply: S.
by apply: le_of_eq; field; rewrite lt0r_neq0.
Qed.

End Changes.
