(** * The mean of the networks of Theorem H

   The number of columns v with A in P_v^sigma is a sum of N independent
   indicators, so that its minimum with b has a mean of at least Np/2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages truncated_count binomials rectangles.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Expect.
Variable F : realFieldType.
Variables (a b h : nat) (p q : F).
Hypotheses (a0 : (0 < a)%N) (b0 : (0 < b)%N) (h0 : (0 < h)%N).
Hypotheses (p0 : 0 < p) (q0 : 0 < q).
Local Notation n := (h.*2).
Local Notation N := (b * 2 ^ a)%N.
Local Notation column := (column h).
Local Notation points := (points h N).

Lemma column_gt0 : (0 < #|column|)%N.
Proof. by rewrite card_ffun card_bool expn_gt0. Qed.

(** The columns are independent and uniform. *)
Definition cur (z : {ffun points -> bool}) : {ffun 'I_N -> column} :=
  [ffun v => col z v].

Lemma cur_bij : bijective cur.
Proof.
exists (fun f : {ffun 'I_N -> column} => [ffun i : points => f i.2 i.1]) => [z|f].
  by apply/ffunP => -[u v]; rewrite !ffunE.
by apply/ffunP => v; apply/ffunP => u; rewrite !ffunE.
Qed.

(** The probability that A is a subset of P^s. *)
Definition prob (A : {set 'I_n}) (s : bool) : F :=
  avg (fun t : column => (A \subset Pset s t)%:R).

Lemma prob_le (A : {set 'I_n}) s : #|A| = a -> prob A s <= (2%:R ^+ a)^-1.
Proof.
move=> cA; pose g (u : 'I_n) (c : bool) : F := if u \in A then (c == s)%:R else 1.
apply: (@le_trans _ _ (avg (fun t : column => \prod_u g u (t u)))).
  apply: ler_avg => t.
  have g0 : 0 <= \prod_u g u (t u).
    by apply: prodr_ge0 => u _; rewrite /g; case: ifP; rewrite ?ler0n ?ler01.
  case AP : (A \subset _) => //=.
  rewrite big1 // => u _; rewrite /g; case: ifP => // uA.
  by rewrite (Pset_sign (subsetP AP u uA)) eqxx.
rewrite avg_prod (eq_bigr (fun u => if u \in A then 2%:R^-1 else 1)); last first.
  move=> u _; rewrite /g; case: ifP => _; last by rewrite avg_const // card_bool.
  by rewrite /avg card_bool big_bool; case: (s); rewrite /= ?addr0 ?add0r mul1r.
by rewrite -big_mkcond prodr_const cA exprVn.
Qed.

Lemma natr_minn (x y : nat) : (minn x y)%:R = Num.min x%:R y%:R :> F.
Proof. by rewrite minElt ltr_nat /minn; case: ifP. Qed.

Lemma card_Bset_min (z : {ffun points -> bool}) (A : {set 'I_n}) s :
  #|Bset b z A s|%:R =
  Num.min (\sum_v (A \subset Pset s (cur z v))%:R) b%:R :> F.
Proof.
rewrite card_Bset natr_minn minC; congr (Num.min _ _).
rewrite -sum1_card natr_sum big_mkcond /=; apply: eq_bigr => v _.
by rewrite !inE ffunE; case: (_ \subset _).
Qed.

Lemma avg_Bset (A : {set 'I_n}) s : #|A| = a ->
  N%:R * prob A s / 2%:R <= avg (fun z : {ffun points -> bool} => #|Bset b z A s|%:R).
Proof.
move=> cA.
rewrite (avg_ext (fun z => card_Bset_min z A s)).
rewrite (avg_bij (fun f : {ffun 'I_N -> column} =>
  Num.min (\sum_v (A \subset Pset s (f v))%:R) b%:R) cur_bij).
rewrite -[in X in X <= _](card_ord N).
apply: (@avg_min _ _ _ (fun t : column => A \subset Pset s t)) => //.
  exact: column_gt0.
rewrite card_ord natrM natrX -mulrA ger_pmulr ?ltr0n //.
rewrite mulrC -ler_pdivl_mulr ?exprn_gt0 ?ltr0n // mul1r.
exact: prob_le.
Qed.

(** These probabilities add up to at least C(h, a). *)
Lemma one_sign (t : column) : exists s, (h <= #|rowsof s t|)%N.
Proof.
have E : (#|rowsof true t| + #|rowsof false t| = n)%N.
  rewrite -[RHS]card_ord -(cardsC (rowsof true t)); congr (_ + _)%N.
  by apply: eq_card => u; rewrite !inE; case: (t u).
case: (leqP h #|rowsof true t|) => H; first by exists true.
exists false; move: E H.
by move: #|rowsof true t| #|rowsof false t| => x y; lia.
Qed.

Lemma card_asets_sub (P : {set 'I_n}) :
  ('C(#|P|, a) <= #|[set A : asets a h | val A \subset P]|)%N.
Proof.
rewrite -cards_draws; apply: leq_trans (leq_imset_card val _).
apply: subset_leq_card; apply/subsetP => A; rewrite inE => /andP[AP cA].
by apply/imsetP; exists (Sub A cA : asets a h); rewrite ?inE ?SubK.
Qed.

Lemma sum_prob :
  'C(h, a)%:R <= \sum_(j : neurons a h) prob (val j.1) j.2.
Proof.
rewrite -(@avg_sum F column (neurons a h) xpredT
   (fun j t => (val j.1 \subset Pset j.2 t)%:R)).
rewrite -[X in X <= _](avg_const _ column_gt0); apply: ler_avg => t.
have [s hs] := one_sign t.
rewrite -(pair_big xpredT xpredT
  (fun (A : asets a h) s' => (val A \subset Pset s' t)%:R : F)) /=.
apply: (@le_trans _ _ (\sum_(A : asets a h) (val A \subset Pset s t)%:R)).
  rewrite -natr_sum ler_nat.
  apply: leq_trans (_ : #|[set A : asets a h | val A \subset Pset s t]| <= _)%N.
    by rewrite -{1}(card_Pset hs); exact: card_asets_sub.
  rewrite -sum1_card big_mkcond; apply: leq_sum => A _.
  by rewrite inE; case: (_ \subset _).
apply: ler_sum => A _; rewrite (bigD1 s) //= ler_addl.
by apply: sumr_ge0 => s' _; rewrite ler0n.
Qed.

(** The lower bound of the mean correlation: k/4. *)
Lemma mean_correlation_ge :
  'C(h.-1, a.-1)%:R / 4%:R
    <= mean_correlation (@rectangle_point F h N p q) (@rectangle_net F a b h N p q).
Proof.
have N0 : (0 < N)%N by rewrite muln_gt0 b0 expn_gt0.
have N0' : N%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have hne : h%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
rewrite /mean_correlation (avg_ext (correlationE a b p0 q0)).
rewrite (@avg_ext _ _ _ (fun z => (n * N)%:R^-1 *
   \sum_(j : neurons a h) a%:R * #|Bset b z (val j.1) j.2|%:R)); last first.
  by move=> z; rewrite mulrC.
rewrite avgZ avg_sum.
apply: (@le_trans _ _ ((n * N)%:R^-1 *
  (a%:R * (N%:R / 2%:R) * 'C(h, a)%:R))).
  have E : a%:R * 'C(h, a)%:R = h%:R * 'C(h.-1, a.-1)%:R :> F.
    by rewrite -!natrM bin_step.
  rewrite [X in _ <= X](_ : _ = (n * N)%:R^-1 * (N%:R / 2%:R) *
     (a%:R * 'C(h, a)%:R)); last by ring.
  rewrite E natrM -muln2 natrM.
  rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by move: N N0' => M M1; field; rewrite M1.
apply: ler_wpmul2l; first by rewrite invr_ge0 ler0n.
apply: (@le_trans _ _ (a%:R * (N%:R / 2%:R) *
   \sum_(j : neurons a h) prob (val j.1) j.2)).
  apply: ler_wpmul2l; last exact: sum_prob.
  by rewrite !mulr_ge0 ?invr_ge0 ?ler0n.
rewrite mulr_sumr; apply: ler_sum => -[A s] _ /=.
rewrite avgZ -mulrA; apply: ler_wpmul2l; first exact: ler0n.
rewrite mulrAC; apply: avg_Bset; exact: (eqP (valP A)).
Qed.

End Expect.
