(** * The mean of the networks of Theorem H

   Let P_v^sigma be chosen after a random permutation of the rows, one for each
   column v.  The number of the columns v with A in P_v^sigma is then binomial, with
   the same probability for all A and sigma.  Some choice of the permutations is at
   least as good as the mean.  For n = 2h and N = b 2^a the mean is at least k/4. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages count_distribution truncated_count binomials
  rectangles random_rows renaming.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Mean.
Variable F : realFieldType.
Variables (a b h n N : nat) (p q : F).
Hypotheses (an : (a <= n)%N) (p0 : 0 < p) (q0 : 0 < q).
Local Notation points := (points n N).
Local Notation permutations := {ffun 'I_N -> {perm 'I_n}}.

(** The networks for given permutations. *)
Definition shuffled_net (omega : permutations) :=
  @one_sign_net F a b n N p q (fun v => chosen h (omega v)).

Lemma shuffled_net_in_class omega z :
  in_class (@rectangle_point F n N p q) 'C(h.-1, a.-1) (a%:R / p ^+ 2 + b%:R / q ^+ 2) 1
    (shuffled_net omega z).
Proof.
by apply: one_sign_net_in_class => // v s t; [apply: chosen_sub | apply: card_chosen_le].
Qed.

(** The columns with their permutations are independent and uniform. *)
Definition joined (f : {ffun 'I_N -> shuffled n}) : permutations * {ffun points -> bool} :=
  ([ffun v => (f v).1], [ffun i : points => (f i.2).2 i.1]).

Lemma joined_bij : bijective joined.
Proof.
exists (fun w : permutations * {ffun points -> bool} =>
  [ffun v => (w.1 v, col w.2 v)] : {ffun 'I_N -> shuffled n}) => [f|[omega z]].
  apply/ffunP => v; rewrite ffunE /= [RHS]surjective_pairing; congr pair; rewrite ?ffunE //.
  by apply/ffunP => u; rewrite !ffunE.
by congr pair; apply/ffunP; [move=> v | case=> u v]; rewrite !ffunE /= ?ffunE.
Qed.

Definition mean_columns : F :=
  binomial_mean N (column_probability F n h a) (fun j => (minn j b)%:R).

Lemma avg_Bset (A : {set 'I_n}) s : #|A| = a ->
  avg (fun w : permutations * {ffun points -> bool} =>
         #|Bset b (fun v => chosen h (w.1 v)) w.2 A s|%:R) = mean_columns.
Proof.
move=> cA; rewrite -(avg_bij _ joined_bij) /mean_columns -(probE F h s an cA).
rewrite -[N in binomial_mean N]card_ord -avg_count ?shuffled_gt0 //.
apply: avg_ext => f; rewrite card_Bset minnC; congr (minn _ _)%:R.
apply: eq_card => v; rewrite !inE !ffunE; congr (_ \subset chosen _ _ _ _).
by apply/ffunP => u; rewrite !ffunE.
Qed.

Lemma mean_correlation_attained : exists omega,
  2%:R * 'C(n, a)%:R * a%:R * mean_columns / (n * N)%:R
  <= mean_correlation (@rectangle_point F n N p q) (shuffled_net omega).
Proof.
pose f omega := mean_correlation (@rectangle_point F n N p q) (shuffled_net omega).
have [|omega le] := @avg_attained _ _ f; first by apply/card_gt0P; exists [ffun=> 1%g].
exists omega; apply: le_trans le; apply: le_of_eq.
pose corr (w : permutations * {ffun points -> bool}) : F := (n * N)%:R^-1 *
  \sum_(j : neurons a n) a%:R * #|Bset b (fun v => chosen h (w.1 v)) w.2 (val j.1) j.2|%:R.
transitivity (avg corr); last first.
  rewrite avg_pair; apply: avg_ext => o; apply: avg_ext => z.
  by rewrite correlationE // => [|v s t]; [rewrite mulrC | apply: chosen_sub].
rewrite avgZ avg_sum (eq_bigr (fun=> a%:R * mean_columns)) => [|[A s] _]; last first.
  by rewrite avgZ avg_Bset //; apply/eqP; exact: (valP A).
by rewrite sumc card_neurons (natrM F 2) [RHS]mulrC !mulrA.
Qed.

(** The same for ordinals. *)
Lemma rectangles_attained :
  exists (x : 'I_(n * N) -> 'I_(n + N) -> F)
         (net : {ffun 'I_(n * N) -> bool} ->
                  network F [ord n + N] [ord 2 * 'C(n, a)]),
  [/\ forall i, normsq (x i) <= p ^+ 2 + q ^+ 2,
      forall z, in_class x 'C(h.-1, a.-1) (a%:R / p ^+ 2 + b%:R / q ^+ 2) 1 (net z)
    & 2%:R * 'C(n, a)%:R * a%:R * mean_columns / (n * N)%:R <= mean_correlation x net].
Proof.
have [omega le] := mean_correlation_attained.
have W0 : 0 <= a%:R / p ^+ 2 + b%:R / q ^+ 2 by rewrite addr_ge0 ?divr_ge0 ?exprn_ge0 ?ler0n ?ltW.
have xR i : normsq (@rectangle_point F n N p q i) <= p ^+ 2 + q ^+ 2.
  by rewrite normsq_rectangle_point.
have := to_ordinals W0 ler01 xR (shuffled_net_in_class omega).
rewrite card_points card_coord card_neurons => -[x [net [H1 H2 H3]]].
by exists x, net; split=> //; rewrite H3.
Qed.

End Mean.

(** ** A lower bound without sums: k/4 for n = 2h and N = b 2^a *)

Section Crude.
Variable F : realFieldType.
Variables (a b h : nat).
Hypotheses (a0 : (0 < a)%N) (b0 : (0 < b)%N) (h0 : (0 < h)%N) (ah : (a <= h)%N).
Local Notation n := (h.*2).
Local Notation N := (b * 2 ^ a)%N.

(** The probability that A is a subset of P^s is at most that A has the sign s. *)
Lemma prob_le (A : {set 'I_n}) s : #|A| = a -> prob F h A s <= (2%:R ^+ a)^-1.
Proof.
move=> cA; pose g (u : 'I_n) (c : bool) : F := if u \in A then (c == s)%:R else 1.
apply: (@le_trans _ _ (avg (fun w : shuffled n => \prod_u g u (w.2 u)))).
  apply: ler_avg => w.
  have g0 : 0 <= \prod_u g u (w.2 u).
    by apply: prodr_ge0 => u _; rewrite /g; case: ifP; rewrite ?ler0n ?ler01.
  case AP : (A \subset _) => //=.
  rewrite big1 // => u _; rewrite /g; case: ifP => // uA.
  have := subsetP (subset_trans AP (chosen_sub _ _ _ _)) u uA.
  by rewrite inE => ->.
rewrite avg_pair /= avg_const; last by apply/card_gt0P; exists 1%g.
rewrite avg_prod (eq_bigr (fun u => if u \in A then 2%:R^-1 else 1)); last first.
  move=> u _; rewrite /g; case: ifP => _; last by rewrite avg_const // card_bool.
  by rewrite /avg card_bool big_bool; case: (s); rewrite /= ?addr0 ?add0r mul1r.
by rewrite -big_mkcond prodr_const cA exprVn.
Qed.

(** One of the two signs has h rows at least. *)
Lemma one_sign (t : column n) : (h <= #|rowsof true t|)%N || (h <= #|rowsof false t|)%N.
Proof.
have : (#|rowsof true t| + #|rowsof false t| = n)%N.
  rewrite -[RHS]card_ord -(cardsC (rowsof true t)); congr (_ + _)%N.
  by apply: eq_card => u; rewrite !inE; case: (t u).
by move: #|rowsof true t| #|rowsof false t| => x y; lia.
Qed.

Lemma half_le : 'C(h, a)%:R / 2%:R
  <= binomial_mean n 2%:R^-1 (fun j => 'C(minn j h, a)%:R) :> F.
Proof.
pose g j : F := 'C(minn j h, a)%:R; rewrite -/g ler_pdivr_mulr ?ltr0n //.
rewrite mulr_natr mulr2n -{1}(avg_rows h.*2 true g) -(avg_rows h.*2 false g) -avgD.
rewrite -[X in X <= _](@avg_const F [finType of column n]).
  apply: ler_avg => t; rewrite /g -natrD ler_nat.
  by case/orP: (one_sign t) => /minn_idPr ->; rewrite ?leq_addr ?leq_addl.
by apply/card_gt0P; exists [ffun=> true].
Qed.

Lemma mean_columns_ge : 'C(h.-1, a.-1)%:R / 4%:R
  <= 2%:R * 'C(n, a)%:R * a%:R * mean_columns F a b h n N / (n * N)%:R :> F.
Proof.
have an : (a <= n)%N by rewrite -addnn (leq_trans ah) ?leq_addr.
have [A cA] : exists A : {set 'I_n}, #|A| = a.
  have : (0 < #|asets a n|)%N by rewrite card_asets bin_gt0.
  by case/card_gt0P=> A _; exists (val A); apply/eqP; exact: (valP A).
have := @binomial_mean_min F _ (fun w : shuffled n => A \subset chosen h w.1 true w.2) N b.
rewrite -/(prob F h A true) (probE F h true an cA) -/(mean_columns F a b h n N).
move=> /(_ (shuffled_gt0 n) b0) mean.
have {}mean : N%:R * column_probability F n h a / 2%:R <= mean_columns F a b h n N.
  apply: mean; rewrite natrM natrX -mulrA ger_pmulr ?ltr0n // mulrC.
  rewrite -ler_pdivl_mulr ?exprn_gt0 ?ltr0n // mul1r -(probE F h true an cA).
  exact: prob_le.
have C0 : 'C(n, a)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n bin_gt0.
have h1 : h%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have N0 : N%:R != 0 :> F by rewrite pnatr_eq0 -lt0n muln_gt0 b0 expn_gt0.
apply: (@le_trans _ _ (2%:R * 'C(n, a)%:R * a%:R
    * (N%:R * column_probability F n h a / 2%:R) / (n * N)%:R)); last first.
  by apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n // ler_wpmul2l // !mulr_ge0 ?ler0n.
apply: (@le_trans _ _ (a%:R / (2%:R * h%:R) * ('C(h, a)%:R / 2%:R))).
  apply: le_of_eq.
  have : a%:R * 'C(h, a)%:R = h%:R * 'C(h.-1, a.-1)%:R :> F by rewrite -!natrM bin_step.
  move: (a%:R : F) ('C(h, a)%:R : F) ('C(h.-1, a.-1)%:R : F) => x y z e.
  rewrite mulf_div e; field; exact: h1.
apply: le_trans (ler_wpmul2l _ half_le) _; first by rewrite mulr_ge0 ?invr_ge0 ?mulr_ge0 ?ler0n.
rewrite /column_probability.
move: (binomial_mean _ _ _) ('C(n, a)%:R : F) C0 (b * 2 ^ a)%N N0 => x y y0 z z0.
rewrite -muln2 !natrM.
by apply: le_of_eq; field; rewrite y0 z0 h1.
Qed.

End Crude.
