(** * Theorem H*

   The rows of each column are sorted by sign, as in sorted_halves.v.  The neuron (A, sigma) has
   the first b of the columns in which A is admissible for sigma.  At a point k neurons are
   active, and the mean correlation is known exactly; some choice of the permutations is at
   least as good as the mean over them. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube count_distribution truncated_count binomials
  rectangles
  half_counts random_rows sorted_halves rectangles_mean mean_deviation renaming rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** k = a K / h, where K is the number of the admissible sets, is a whole number. *)
Lemma half_number_dvdn h a y : (0 < h)%N -> (h %| a * half_number h a y)%N.
Proof.
move=> h0; have h2 : (0 < h.*2)%N by rewrite double_gt0.
pose w : shuffled h.*2 := (1%g, [ffun=> true]); pose u : 'I_(h.*2) := Ordinal h2.
rewrite -half_sumE; apply: dvdn_add.
- have [u1 u1Q] : exists u1, u1 \in half true w by apply/card_gt0P; rewrite card_half.
  have := through_half a y (card_half true w) (card_half_compl true w) u1.
  by rewrite u1Q => <-; apply: dvdn_mulr.
have [u2] : exists u2, u2 \in ~: half true w by apply/card_gt0P; rewrite card_half_compl.
rewrite inE => /negbTE u2Q.
have := through_half a y (card_half true w) (card_half_compl true w) u2.
by rewrite u2Q => <-; apply: dvdn_mulr.
Qed.

Lemma half_number_le h a y : (half_number h a y <= 'C(h.*2, a))%N.
Proof.
pose w : shuffled h.*2 := (1%g, [ffun=> true]).
rewrite -(card_meeting a y (card_half true w) (card_half_compl true w)).
by have := card_meeting_le (half true w) a y; rewrite card_ord.
Qed.

(** 1 - C(2h, h)/4^h is near 1. *)
Lemma central_root (F : rcfType) h :
  1 - (Num.sqrt h.*2.+1%:R)^-1 <= 1 - 'C(h.*2, h)%:R / 4%:R ^+ h :> F.
Proof.
rewrite ler_sub // -ler_sqr ?nnegrE ?divr_ge0 ?exprn_ge0 ?ler0n ?invr_ge0 ?sqrtr_ge0 //.
by rewrite exprVn sqr_sqrtr ?ler0n // -[X in _ <= X]mul1r ler_pdivl_mulr ?ltr0n // central_le.
Qed.

Section Mean.
Variable F : realFieldType.
Variables (a b h y N : nat) (p q : F).
Hypotheses (h0 : (0 < h)%N) (ah : (a <= h)%N) (ya : (y <= a)%N) (p0 : 0 < p) (q0 : 0 < q).
Local Notation n := (h.*2).
Local Notation points := (points n N).
Local Notation neurons := (neurons a n).
Local Notation permutations := {ffun 'I_N -> {perm 'I_n}}.

Let an : (a <= n)%N.
Proof. by rewrite -addnn (leq_trans ah) ?leq_addr. Qed.

Definition admitted (omega : permutations) (z : {ffun points -> bool}) (A : {set 'I_n}) s
    : {set 'I_N} := firstk b [set v | admissible y s A (omega v, col z v)].
Definition half_net (omega : permutations) := @rectangle_net F a n N p q (admitted omega).

Lemma card_admitted omega z A s : (#|admitted omega z A s| <= b)%N.
Proof. by rewrite card_firstk geq_minl. Qed.

(** At a point at most k neurons are active. *)
Lemma half_net_active k omega z u v : (k * h = a * half_number h a y)%N ->
  (#|[set j : neurons | (u \in val j.1) && (v \in admitted omega z (val j.1) j.2)]| <= k)%N.
Proof.
move=> kh; pose w : shuffled n := (omega v, col z v); set S := [set j | _].
have side s (X : {set neurons}) : X \subset S -> (forall j, j \in X -> j.2 = s) ->
    (#|X| <= through (half s w) a y u)%N.
  move=> /subsetP XS Xs.
  have inj : {in X &, injective (fun j : neurons => val j.1)}.
    by move=> [A s1] [A' s2] /Xs /= -> /Xs /= -> /= /val_inj ->.
  rewrite -(card_in_imset inj); apply: subset_leq_card; apply/subsetP => _ /imsetP[j jX ->].
  have := XS j jX; rewrite [_ \in S]in_set (Xs j jX) => /andP[uA /(subsetP (firstk_sub _ _))].
  by rewrite inE => adm; rewrite !inE uA (valP j.1) andbT.
rewrite -(leq_pmul2l h0) [X in (_ <= X)%N]mulnC kh -half_sumE.
apply: (@leq_trans (h * (through (half true w) a y u + through (half false w) a y u))).
  rewrite leq_pmul2l // -(cardsID [set j : neurons | j.2] S); apply: leq_add; apply: side.
  - exact: subsetIl.
  - by move=> j; rewrite !inE => /andP[].
  - exact: subsetDl.
  by move=> j; rewrite in_setD inE => /andP[/negbTE].
rewrite mulnDr !(through_half a y (card_half _ w) (card_half_compl _ w)) [half false w]/half /=.
by rewrite in_setC; case: (_ \in _); rewrite // addnC.
Qed.

Lemma half_net_in_class k omega z : (k * h = a * half_number h a y)%N ->
  in_class (@rectangle_point F n N p q) k (a%:R / p ^+ 2 + b%:R / q ^+ 2) 1 (half_net omega z).
Proof.
move=> kh; apply: (rectangle_net_class p0 q0 (@card_admitted omega)) => u v.
exact: half_net_active.
Qed.

(** ** The mean correlation *)

(** mu and E min(X, b). *)
Definition mean_gain : F :=
  ((half_inside h a y)%:R - (half_outside h a y)%:R) / (half_number h a y)%:R
  * (1 - 'C(h.*2, h)%:R / 4%:R ^+ h).
Definition mean_admitted : F :=
  binomial_mean N ((half_number h a y)%:R / 'C(n, a)%:R) (fun j => (minn j b)%:R).

Lemma avg_admitted (A : {set 'I_n}) s : #|A| = a ->
  avg (fun w : permutations * {ffun points -> bool} =>
    \sum_(v in admitted w.1 w.2 A s) \sum_(u in A) sign F s * sign F (w.2 (u, v)))
  = mean_gain * mean_admitted.
Proof.
move=> cA; rewrite -(avg_bij _ (joined_bij n N)); pose S := admissible y s A.
have adm f : admitted (joined f).1 (joined f).2 A s = firstk b (successes S f).
  congr firstk; apply/setP => v; rewrite !inE /S ffunE /=; congr (admissible _ _ _ _).
  rewrite [f v]surjective_pairing; congr pair.
  by apply/ffunP => u; rewrite !ffunE.
rewrite (@avg_ext _ _ _ (fun f => \sum_(v in firstk b (successes S f)) gain F s A (f v))) => [|f].
  have C0 : 'C(n, a)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n bin_gt0.
  have K0 : (half_number h a y)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n half_number_gt0.
  have hF : h%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
  have pS := avg_admissible F y s an cA.
  apply: (@mulfI _ (avg (fun w => (S w)%:R))); first by rewrite pS mulf_neq0 ?invr_eq0.
  rewrite (avg_taken S _ (firstk_sub b)) ?shuffled_gt0 // (avg_gain F y s h0 an cA)
    fair_deviationE // [h%:R * _]mulrC mulfK //.
  rewrite (@avg_ext _ _ _ (fun f => (minn #|successes S f| b)%:R)) => [|f]; last first.
    by rewrite card_firstk minnC.
  rewrite (avg_count _ S (shuffled_gt0 n) (fun j => (minn j b)%:R)) card_ord pS.
  rewrite /mean_gain -/mean_admitted; move: mean_admitted ('C(_, h)%:R / _) => E d.
  by field; rewrite C0 K0.
rewrite adm; apply: eq_bigr => v _; apply: eq_bigr => u _; congr (_ * sign F _).
by rewrite !ffunE.
Qed.

Lemma half_net_attained : exists omega,
  2%:R * 'C(n, a)%:R * mean_gain * mean_admitted / (n * N)%:R
  <= mean_correlation (@rectangle_point F n N p q) (half_net omega).
Proof.
pose f omega := mean_correlation (@rectangle_point F n N p q) (half_net omega).
have [|omega le] := @avg_attained _ _ f; first by apply/card_gt0P; exists [ffun=> 1%g].
exists omega; apply: le_trans le; apply: le_of_eq.
transitivity (avg (fun w : permutations * {ffun points -> bool} => (n * N)%:R^-1
  * \sum_(j : neurons) \sum_(v in admitted w.1 w.2 (val j.1) j.2) \sum_(u in val j.1)
      sign F j.2 * sign F (w.2 (u, v)))); last first.
  rewrite avg_pair; apply: avg_ext => o; apply: avg_ext => z.
  by rewrite rectangle_correlation // mulrC.
rewrite avgZ avg_sum (eq_bigr (fun=> mean_gain * mean_admitted)) => [|[A s] _]; last first.
  by apply: avg_admitted; apply/eqP; exact: (valP A).
by rewrite sumc card_neurons (natrM F 2) [RHS]mulrC !mulrA.
Qed.

(** The same for ordinals. *)
Lemma halves_attained k : (k * h = a * half_number h a y)%N ->
  exists (x : 'I_(n * N) -> 'I_(n + N) -> F)
         (net : {ffun 'I_(n * N) -> bool} -> network F [ord n + N] [ord 2 * 'C(n, a)]),
  [/\ forall i, normsq (x i) <= p ^+ 2 + q ^+ 2,
      forall z, in_class x k (a%:R / p ^+ 2 + b%:R / q ^+ 2) 1 (net z)
    & 2%:R * 'C(n, a)%:R * mean_gain * mean_admitted / (n * N)%:R <= mean_correlation x net].
Proof.
move=> kh; have [omega le] := half_net_attained.
have W0 : 0 <= a%:R / p ^+ 2 + b%:R / q ^+ 2 by rewrite addr_ge0 ?divr_ge0 ?exprn_ge0 ?ler0n ?ltW.
have xR i : normsq (@rectangle_point F n N p q i) <= p ^+ 2 + q ^+ 2.
  by rewrite normsq_rectangle_point.
have := to_ordinals W0 ler01 xR (fun z => half_net_in_class omega z kh).
rewrite card_points card_coord card_neurons => -[x [net [H1 H2 H3]]].
by exists x, net; split=> //; rewrite H3.
Qed.

End Mean.

(** ** Inequality (H-star) *)

Section Exact.
Variable F : rcfType.
Variables h N a y b k : nat.
Hypotheses (a0 : (0 < a)%N) (ah : (a <= h)%N) (ya : (y <= a)%N) (N0 : (0 < N)%N) (b0 : (0 < b)%N).
Hypothesis kh : (k * h = a * half_number h a y)%N.
Local Notation n := (h.*2).
Local Notation m := (n * N)%N.
Local Notation s := (2 * 'C(n, a))%N.

Let h0 : (0 < h)%N. Proof. exact: leq_trans ah. Qed.
Let C0 : (0 < 'C(n, a))%N.
Proof. by rewrite bin_gt0 -addnn (leq_trans ah) ?leq_addr. Qed.
Let K0 : (0 < half_number h a y)%N. Proof. exact: half_number_gt0. Qed.

(** The right side of (H-star), times (WR + B) sqrt(sk/m), is the mean correlation. *)
Lemma halves_ratioE : halves_ratio F h N a y b * (Num.sqrt a%:R + Num.sqrt b%:R + 1)
    * Num.sqrt (s%:R * k%:R / m%:R)
  = 2%:R * 'C(n, a)%:R * mean_gain F a h y * mean_admitted F a b h y N / m%:R.
Proof.
have aF : a%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have hF : h%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have NF : N%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have CF : 'C(n, a)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have KF : (half_number h a y)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have M0 : Num.sqrt a%:R + Num.sqrt b%:R + 1 != 0 :> F.
  by rewrite gt_eqF // ltr_paddl ?ltr01 ?addr_ge0 ?sqrtr_ge0.
pose t : F := a%:R * N%:R * ((half_number h a y)%:R / 'C(n, a)%:R).
have t0 : 0 < t by rewrite !mulr_gt0 ?invr_gt0 ?ltr0n.
have nE : n%:R = 2%:R * h%:R :> F by rewrite -mul2n natrM.
have kE : k%:R = a%:R * (half_number h a y)%:R / h%:R :> F.
  by apply: (mulIf hF); rewrite divfK // -!natrM kh.
have -> : s%:R * k%:R / m%:R = t * ('C(n, a)%:R / (h%:R * N%:R)) ^+ 2 :> F.
  by rewrite kE /t (natrM _ 2) (natrM _ n) nE; field; rewrite NF hF CF.
rewrite sqrtrM ?(ltW t0) // sqrtr_sqr ger0_norm ?divr_ge0 ?mulr_ge0 ?ler0n //.
rewrite /halves_ratio -/(half_number h a y) -/(half_inside h a y) -/(half_outside h a y) -/t.
rewrite -/(mean_admitted F a b h y N) /mean_gain (natrM _ n) nE.
have r0 : Num.sqrt t != 0 by rewrite gt_eqF // sqrtr_gt0.
move: (Num.sqrt t) r0 (_ + _ + 1) M0 (mean_admitted _ _ _ _ _ _) ('C(n, h)%:R / _ : F).
by move=> r r0 M M0 E d; field; rewrite ?r0 ?M0 ?hF ?NF ?KF.
Qed.

Lemma halves_ratio_attained :
  exists (x : 'I_m -> 'I_(n + N) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n + N] [ord s]),
  [/\ [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      halves_ratio F h N a y b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        halves_ratio F h N a y b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof.
pose ra : F := Num.sqrt a%:R; pose rb : F := Num.sqrt b%:R.
have ra0 : 0 < ra by rewrite sqrtr_gt0 ltr0n.
have rb0 : 0 < rb by rewrite sqrtr_gt0 ltr0n.
pose p := Num.sqrt ra; pose q := Num.sqrt rb; pose W := Num.sqrt (ra + rb).
have p0 : 0 < p by rewrite sqrtr_gt0.
have q0 : 0 < q by rewrite sqrtr_gt0.
have pp : p ^+ 2 = ra by rewrite sqr_sqrtr ?ltW.
have qq : q ^+ 2 = rb by rewrite sqr_sqrtr ?ltW.
have WW : W ^+ 2 = ra + rb by rewrite sqr_sqrtr // addr_ge0 ?ltW.
have W0 : 0 < W by rewrite sqrtr_gt0 addr_gt0.
have [x [net [xR cls le]]] := halves_attained b N h0 ah ya p0 q0 kh.
have Wsq : a%:R / p ^+ 2 + b%:R / q ^+ 2 = W ^+ 2.
  rewrite WW pp qq -[a%:R]sqr_sqrtr ?ler0n // -[b%:R]sqr_sqrtr ?ler0n // -/ra -/rb.
  by field; rewrite !gt_eqF.
rewrite Wsq in cls; rewrite pp qq -WW in xR.
have {}le : halves_ratio F h N a y b * (W * W + 1) * Num.sqrt (s%:R * k%:R / m%:R)
    <= mean_correlation x net by rewrite -expr2 WW halves_ratioE.
exists x, W, 1, W, net; split=> // [|r rad]; first by rewrite ltr01.
exact: le_trans le (rademacher_ge cls rad).
Qed.

(** ** The explicit form *)

(** There are more neurons than are active at a point, and some are active. *)
Lemma halves_sizes : (0 < k)%N /\ (k < s)%N.
Proof.
split; first by rewrite -(ltn_pmul2r h0) mul0n kh muln_gt0 a0.
have kK : (k <= half_number h a y)%N.
  by rewrite -(leq_pmul2r h0) kh [X in (_ <= X)%N]mulnC leq_mul2r ah orbT.
apply: (leq_ltn_trans kK); apply: (@leq_ltn_trans 'C(n, a)); last by rewrite ltn_Pmull.
exact: half_number_le.
Qed.

Let beta : F := N%:R * ((half_number h a y)%:R / 'C(n, a)%:R).

Lemma mean_admitted_ge : 0 < beta -> beta <= b%:R ->
  Num.sqrt beta * (Num.sqrt beta - 2%:R^-1) <= mean_admitted F a b h y N.
Proof.
move=> beta0 le; have an : (a <= n)%N by rewrite -addnn (leq_trans ah) ?leq_addr.
have [A cA] : exists A : {set 'I_n}, #|A| = a.
  have : (0 < #|asets a n|)%N by rewrite card_asets.
  by case/card_gt0P=> A _; exists (val A); apply/eqP; exact: (valP A).
have r0 : 0 < Num.sqrt beta by rewrite sqrtr_gt0.
have rr : Num.sqrt beta ^+ 2 = beta by rewrite sqr_sqrtr ?ltW.
have := @binomial_mean_min_root F _ (admissible y true A) N b _ (shuffled_gt0 n) r0.
rewrite (avg_admissible F y true an cA) -/beta => /(_ rr le); apply: le_trans.
by rewrite mulrBr -expr2 rr.
Qed.

Let root_ge1 : 1 <= Num.sqrt n.+1%:R :> F.
Proof. by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // ler1n. Qed.

Let root_gt0 : 0 < Num.sqrt n.+1%:R :> F. Proof. exact: lt_le_trans ltr01 root_ge1. Qed.
Let central_ge0 : 0 <= 1 - 'C(n, h)%:R / 4%:R ^+ h :> F.
Proof. by apply: le_trans (central_root F h); rewrite subr_ge0 invf_le1. Qed.

Lemma mean_gain_ge : (a <= y.*2)%N ->
  (y.*2 - a)%:R * (1 - 'C(n, h)%:R / 4%:R ^+ h) <= mean_gain F a h y.
Proof.
move=> ya2; have KF : 0 < (half_number h a y)%:R :> F by rewrite ltr0n.
apply: ler_wpmul2r => //.
rewrite ler_pdivl_mulr // -natrM ler_subr_addr -natrD ler_nat mulnBl.
have := half_inside_ge h a y; have := half_sumE h a y; rewrite -muln2; clear kh.
by move: (half_inside h a y) (half_outside h a y) (half_number h a y) => u v K; nia.
Qed.

Lemma halves_ratio_ge : (a <= y.*2)%N -> 1 <= beta -> beta <= b%:R ->
  (1 - 'C(n, h)%:R / 4%:R ^+ h) * (y.*2 - a)%:R / Num.sqrt a%:R * (Num.sqrt beta - 2%:R^-1)
    / (Num.sqrt a%:R + Num.sqrt b%:R + 1)
  <= halves_ratio F h N a y b.
Proof.
move=> ya2 beta1 le; have beta0 : 0 < beta := lt_le_trans ltr01 beta1.
have r1 : 1 <= Num.sqrt beta by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr.
have ra0 : 0 < Num.sqrt a%:R :> F by rewrite sqrtr_gt0 ltr0n.
have r0 : 0 < Num.sqrt beta by rewrite sqrtr_gt0.
have M0 : 0 < Num.sqrt a%:R + Num.sqrt b%:R + 1 :> F.
  by rewrite ltr_paddl ?ltr01 ?addr_ge0 ?sqrtr_ge0.
have g0 : 0 <= (y.*2 - a)%:R * (1 - 'C(n, h)%:R / 4%:R ^+ h) :> F.
  by rewrite mulr_ge0 ?ler0n.
have E0 : 0 <= Num.sqrt beta * (Num.sqrt beta - 2%:R^-1).
  by rewrite mulr_ge0 ?(ltW r0) // subr_ge0 (le_trans _ r1) // invf_le1 ?ltr0n // ler1n.
have -> : halves_ratio F h N a y b = mean_gain F a h y * mean_admitted F a b h y N
    / (Num.sqrt a%:R * Num.sqrt beta * (Num.sqrt a%:R + Num.sqrt b%:R + 1)).
  rewrite /halves_ratio -[a%:R * N%:R * _]mulrA -/(half_number h a y) -/beta sqrtrM ?ler0n //.
  by congr (_ * _ / _); rewrite mulrC.
apply: le_trans (ler_wpmul2r _ (ler_pmul g0 E0 (mean_gain_ge ya2) (mean_admitted_ge beta0 le))).
  apply: le_of_eq; move: (Num.sqrt beta) (Num.sqrt a%:R) (_ + _ + 1) r0 ra0 M0 => r t M *.
  by move: ('C(n, h)%:R / _ : F) ((y.*2 - a)%:R : F) => u v; field; rewrite !gt_eqF.
by rewrite invr_ge0 !mulr_ge0 ?sqrtr_ge0 ?(ltW M0).
Qed.

End Exact.

(** The sizes and the networks together. *)
Lemma theorem_H_star_exact (F : rcfType) (h N a y b : nat) :
  (0 < a)%N -> (a <= h)%N -> (y <= a)%N -> (0 < N)%N -> (0 < b)%N ->
  let K := half_sum h a y (fun=> 1%N) in
  let m := (h.*2 * N)%N in let s := (2 * 'C(h.*2, a))%N in let k := (a * K %/ h)%N in
  [/\ (k * h = a * K)%N, (0 < m)%N, (0 < k)%N & (k < s)%N] /\
  exists (x : 'I_m -> 'I_(h.*2 + N) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord h.*2 + N] [ord s]),
  [/\ [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      halves_ratio F h N a y b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        halves_ratio F h N a y b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <= r].
Proof.
move=> a0 ah ya N0 b0 K m s k; have h0 : (0 < h)%N := leq_trans a0 ah.
have kh : (k * h = a * K)%N by rewrite divnK // half_number_dvdn.
have [k0 ks] := halves_sizes a0 ah ya kh.
split; last exact: (halves_ratio_attained F a0 ah ya N0 b0 kh).
by split=> //; rewrite muln_gt0 double_gt0 h0.
Qed.
