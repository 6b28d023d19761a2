(** * A question for a variable of large variance

   Let xi be a variable on a finite set A with the mean square v > 0.  There are c > 0 and a sign
   such that the share p of the outcomes with sign xi >= c is positive and
   ln(1/p) + 1 <= 3 c^2 / v (Lemma 4 of Theorem K).  For if not, each value of xi is bounded by
   the logarithm of its rank, and the squares have too small a sum. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube logarithm logarithm_values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ranks.
Variables (F : realFieldType) (ln : F -> F) (T : finType) (g : T -> F).
Hypothesis log : is_logarithm ln.

(** The elements of P with a value that is no less than that of z. *)
Definition above (P : {set T}) z : {set T} := [set z' in P | g z <= g z'].

Lemma above_gt0 (P : {set T}) z : z \in P -> (0 < #|above P z|)%N.
Proof. by move=> zP; apply/card_gt0P; exists z; rewrite inE zP lexx. Qed.

(** n ln n - n grows by at most ln n. *)
Lemma stirling_step n : n.+1%:R * ln n.+1%:R - n.+1%:R <= ln n.+1%:R + (n%:R * ln n%:R - n%:R).
Proof.
case: n => [|n]; first by rewrite (ln1 log) mul0r !subr0 mulr0 sub0r !add0r oppr_le0 ler01.
have n0 : 0 < n.+1%:R :> F by rewrite ltr0n.
have n2 : 0 < n.+2%:R :> F by rewrite ltr0n.
case: log => lnM /(_ _ (divr_gt0 n2 n0)).
rewrite (lnM _ _ n2) ?invr_gt0 // (lnV log n0) => le.
have := ler_wpmul2l (ltW n0) le; rewrite -subr_ge0 => h; rewrite -subr_ge0.
apply: le_trans h _; apply: le_of_eq.
have e : n.+2%:R = n.+1%:R + 1 :> F by rewrite -[n.+2]addn1 natrD.
by rewrite e; move: (n.+1%:R) (lt0r_neq0 n0) => u u0; field.
Qed.

Lemma sum_ln_rank n (P : {set T}) : #|P| = n ->
  n%:R * ln n%:R - n%:R <= \sum_(z in P) ln #|above P z|%:R.
Proof.
elim: n P => [|n IH] P cP.
  by move/eqP: cP; rewrite cards_eq0 => /eqP ->; rewrite big_set0 mul0r subr0.
have [z1 z1P] : exists z, z \in P by apply/card_gt0P; rewrite cP.
have [z0 z0P' low] := arg_minP g z1P; have z0P : z0 \in P := z0P'.
have aP : above P z0 = P.
  by apply/setP => z; rewrite inE andb_idr // => zP; apply: low.
rewrite (big_setD1 z0) //= aP cP; apply: le_trans (stirling_step n) _; rewrite ler_add2l.
have cD : #|P :\ z0| = n by move: cP; rewrite (cardsD1 z0) z0P => -[].
apply: le_trans (IH _ cD) _; apply: ler_sum => z zD; apply: (ln_mono log).
  by rewrite ltr0n above_gt0.
rewrite ler_nat; apply/subset_leq_card/subsetP => z'.
by rewrite !inE => /andP[/andP[_ ->]].
Qed.

(** n (ln N - ln n) <= N/2 - n + n ln 2. *)
Lemma share_le (n N : nat) : (0 < N)%N ->
  n%:R * (ln N%:R - ln n%:R) <= N%:R / 2%:R - n%:R + n%:R * ln 2%:R.
Proof.
case: n => [|n] N0; first by rewrite !mul0r addr0 subr0 divr_ge0 ?ler0n.
have n0 : 0 < n.+1%:R :> F by rewrite ltr0n.
have NF : 0 < N%:R :> F by rewrite ltr0n.
have t0 : 0 < 2%:R * n.+1%:R :> F by rewrite mulr_gt0 ?ltr0n.
case: log => lnM /(_ _ (divr_gt0 NF t0)).
rewrite (lnM _ _ NF) ?invr_gt0 // (lnV log t0) (lnM _ _ _ n0) ?ltr0n // => le.
have := ler_wpmul2l (ltW n0) le; rewrite -subr_ge0 => h; rewrite -subr_ge0.
apply: le_trans h _; apply: le_of_eq.
by move: (n.+1%:R) (lt0r_neq0 n0) => u u0; field.
Qed.

End Ranks.

Section Variance.
Variables (F : realFieldType) (ln : F -> F) (T : finType) (xi : T -> F) (A : {set T}) (v : F).
Hypothesis log : is_logarithm ln.
Hypotheses (A0 : (0 < #|A|)%N) (v0 : 0 < v).
Hypothesis second : \sum_(z in A) xi z ^+ 2 = #|A|%:R * v.
Let N : F := #|A|%:R.

Definition beyond (c : F) (s : bool) : {set T} := [set z in A | c <= sign F s * xi z].
Definition pays (c : F) (s : bool) : bool :=
  ln (N / #|beyond c s|%:R) + 1 <= 3%:R * c ^+ 2 / v.

(** The sum of the squares on one side, if no question pays. *)
Lemma one_side (s : bool) (P := [set z in A | 0 < sign F s * xi z]) :
  (forall z, z \in P -> ~~ pays `|xi z| s) ->
  \sum_(z in P) 3%:R / v * xi z ^+ 2 <= #|P|%:R * (1 + ln 2%:R) + N / 2%:R.
Proof.
move=> none; have NF : 0 < N by rewrite ltr0n.
pose g z := sign F s * xi z.
have one z : z \in P -> 3%:R / v * xi z ^+ 2 <= ln N + 1 - ln #|above g P z|%:R.
  move=> zP; have := none z zP; rewrite /pays -ltNge => /ltW.
  have gz : `|xi z| = g z.
    move: zP; rewrite inE => /andP[_ pos].
    by rewrite /g -[RHS](gtr0_norm pos) normrM sign_norm mul1r.
  rewrite real_normK ?num_real // mulrAC => le; apply: le_trans le _.
  have sub : above g P z \subset beyond `|xi z| s.
    by apply/subsetP => z'; rewrite !inE gz => /andP[/andP[-> _] ->].
  have c0 := above_gt0 g zP; have c1 := leq_trans c0 (subset_leq_card sub).
  case: (log) => lnM _; rewrite (lnM _ _ NF) ?invr_gt0 ?ltr0n // (lnV log) ?ltr0n //.
  rewrite addrAC ler_add2l ler_opp2; apply: (ln_mono log); first by rewrite ltr0n.
  by rewrite ler_nat subset_leq_card.
apply: le_trans (ler_sum _ one) _.
have -> : \sum_(z in P) (ln N + 1 - ln #|above g P z|%:R)
    = #|P|%:R * (ln N + 1) - \sum_(z in P) ln #|above g P z|%:R.
  by rewrite sumrB sumr_const mulr_natl.
have r := @sum_ln_rank F ln T g log _ P erefl; have h := @share_le F ln log #|P| _ A0.
move: r h; move: (\sum_(z in P) ln _) => S r h.
rewrite -subr_ge0 in r; rewrite -subr_ge0 in h; rewrite -subr_ge0.
apply: le_trans (addr_ge0 r h) _; apply: le_of_eq; rewrite -/N.
by move: (ln N) (ln #|P|%:R) (#|P|%:R : F) => l1 l2 n; field.
Qed.

(** Lemma 4. *)
Lemma variance_question : exists c s,
  [/\ 0 < c, (0 < #|beyond c s|)%N & ln (N / #|beyond c s|%:R) + 1 <= 3%:R * c ^+ 2 / v].
Proof.
have NF : 0 < N by rewrite ltr0n.
pose P s := [set z in A | 0 < sign F s * xi z].
case: (boolP [exists s, [exists z in P s, pays `|xi z| s]]) => [|none].
  case/existsP => s /existsP[z /andP[]]; rewrite inE => /andP[zA pos] ok.
  have gz : `|xi z| = sign F s * xi z.
    by rewrite -[RHS](gtr0_norm pos) normrM sign_norm mul1r.
  exists `|xi z|, s; split=> //; first by rewrite gz.
  by apply/card_gt0P; exists z; rewrite inE zA gz lexx.
have no s z : z \in P s -> ~~ pays `|xi z| s.
  move=> zP; apply: contra none => ok; apply/existsP; exists s.
  by apply/existsP; exists z; rewrite zP.
have h1 := one_side (no true); have h2 := one_side (no false).
have PE s : \sum_(z in P s) xi z ^+ 2
    = \sum_(z in A) (if 0 < sign F s * xi z then xi z ^+ 2 else 0).
  by rewrite -big_mkcondr; apply: eq_bigl => z; rewrite inE.
have sums : \sum_(z in P true) xi z ^+ 2 + \sum_(z in P false) xi z ^+ 2 = N * v.
  rewrite -second !PE -big_split; apply: eq_bigr => z _; rewrite /sign mul1r mulN1r oppr_gt0.
  by case: (ltgtP (xi z) 0) => [_|_|->]; rewrite ?expr0n /= ?add0r ?addr0.
have cards : #|P true|%:R + #|P false|%:R <= N :> F.
  rewrite -natrD ler_nat -cardsUI (_ : P true :&: P false = set0) ?cards0 ?addn0.
    by apply: subset_leq_card; apply/subsetP => z; rewrite !inE => /orP[]/andP[].
  apply/setP => z; rewrite !inE /sign mul1r mulN1r oppr_gt0.
  by case: (ltgtP (xi z) 0); rewrite ?andbF.
have l0 := ln2_gt0 log; have l1 := ln2_le_value log.
have := ler_add h1 h2; rewrite -!mulr_sumr -mulrDr sums -/(P _) -/(P _).
rewrite (_ : 3%:R / v * (N * v) = 3%:R * N); last by field; rewrite lt0r_neq0.
move=> big; suff : N <= 0 by rewrite leNgt NF.
have c1 : 0 <= (1 + ln 2%:R) * (N - (#|P true|%:R + #|P false|%:R)).
  by apply: mulr_ge0; rewrite ?subr_ge0 // addr_ge0 ?ler01 // ltW.
have c2 : 0 <= (256%:R / 369%:R - ln 2%:R) * N by rewrite mulr_ge0 ?subr_ge0 // ltW.
rewrite -subr_ge0 in big; rewrite -subr_ge0.
have k : 0 <= 369%:R / 113%:R :> F by rewrite divr_ge0 ?ler0n.
apply: le_trans (mulr_ge0 k (addr_ge0 (addr_ge0 big c1) c2)) _; apply: le_of_eq.
by move: (#|P true|%:R : F) (#|P false|%:R : F) => a b; field.
Qed.

End Variance.
