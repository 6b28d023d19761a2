(** * A random split of the points

   Lemma 4 of docs/proofs-theorem_5.md.  A set of b of N points lies in a random set of m <= N/2
   points with a probability of at most 2^(-b).  If h has no error outside U and g is within t of
   h, the points where g is more than t from the target lie in U. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Lemma binomial_halves (b N m : nat) : b <= m -> 2 * m <= N ->
  'C(N - b, m - b) * 2 ^ b <= 'C(N, m).
Proof.
elim: b => [|b IH] bm mN; first by rewrite !subn0 muln1.
apply: leq_trans (IH (ltnW bm) mN); rewrite expnS mulnA leq_mul2r; apply/orP; right.
have m1 : 0 < m - b by rewrite subn_gt0.
have := mul_bin_diag (N - b) (m - b).-1; rewrite prednK // !subnS.
move: ('C((N - b).-1, (m - b).-1)) ('C(N - b, m - b)) => c1 c2 eq.
rewrite -(leq_pmul2l m1) -eq [c1 * 2]mulnC mulnA leq_mul2r; apply/orP; right.
by lia.
Qed.

Section Split.
Variable N : nat.
Implicit Types (U D : {set 'I_N}).

Lemma card_containing D (m : nat) : 2 * m <= N ->
  #|[set U : {set 'I_N} | (#|U| == m) && (D \subset U)]| * 2 ^ #|D| <= 'C(N, m).
Proof.
move=> mN; case: (leqP #|D| m) => [Dm|mD]; last first.
  rewrite (_ : [set _ | _] = set0) ?cards0 //; apply/setP => U; rewrite !inE.
  by apply/negP => /andP[/eqP Um /subset_leq_card]; rewrite Um leqNgt mD.
have DN := max_card (mem D); rewrite card_ord in DN.
apply: leq_trans (binomial_halves Dm mN); rewrite leq_mul2r; apply/orP; right.
have cC : #|~: D| = N - #|D| by rewrite cardsCs setCK card_ord.
rewrite -cC -cards_draws -(card_in_imset (f := fun U => U :\: D)).
  apply: subset_leq_card; apply/subsetP => _ /imsetP[U + ->]; rewrite !inE => /andP[/eqP Um DU].
  by rewrite cardsD (setIidPr DU) Um eqxx andbT; apply/subsetP => i; rewrite !inE => /andP[].
move=> U V; rewrite !inE => /andP[_ DU] /andP[_ DV] eq.
by rewrite -(setID U D) -(setID V D) (setIidPr DU) (setIidPr DV) eq.
Qed.

Local Open Scope ring_scope.

(** All but a share delta of the sets U are good for all functions of a class that has a cover. *)
Lemma few_large (F : realFieldType) (m L : nat) (delta t : F) (H : ('I_N -> F) -> Prop)
    (target : 'I_N -> F) (cover : seq {ffun 'I_N -> F}) :
  (2 * m <= N)%N -> (size cover)%:R <= delta * (2 ^ L.+1)%:R ->
  (forall h, H h -> exists2 g, g \in cover & forall i, `|g i - h i| <= t) ->
  exists2 good : {set {set 'I_N}},
    (1 - delta) * 'C(N, m)%:R <= #|good|%:R
    & forall U, U \in good -> #|U| = m /\
      forall h, H h -> (forall i, i \notin U -> h i = target i) ->
        (#|[set i | (2%:R * t < `|h i - target i|)%R]| <= L)%N.
Proof.
move=> mN few covers.
pose D (g : {ffun 'I_N -> F}) : {set 'I_N} := [set i | (t < `|g i - target i|)%R].
pose bad g : {set {set 'I_N}} :=
  [set U : {set 'I_N} | [&& #|U| == m, D g \subset U & (L < #|D g|)%N]].
pose all_sets : {set {set 'I_N}} := [set U : {set 'I_N} | #|U| == m].
pose good := [set U in all_sets | [forall g : seq_sub (undup cover), U \notin bad (val g)]].
exists good; last first.
  move=> U; rewrite !inE => /andP[/eqP Um /forallP no]; split=> // h Hh off.
  have [g gc near] := covers h Hh; rewrite -mem_undup in gc; have := no (SeqSub gc).
  rewrite inE Um eqxx /= negb_and.
  have sub : D g \subset U.
    apply/subsetP => i; rewrite inE; apply: contraLR => /off eq; rewrite -leNgt.
    by rewrite -eq; apply: near.
  rewrite sub /= -leqNgt; apply: leq_trans; apply: subset_leq_card; apply/subsetP => i.
  rewrite !inE; apply: contraTT; rewrite -!leNgt => small.
  rewrite (_ : h i - target i = (h i - g i) + (g i - target i)); last by rewrite addrA subrK.
  apply: le_trans (ler_norm_add _ _) _; rewrite mulr_natl mulr2n; apply: ler_add => //.
  by rewrite distrC.
have cC : #|all_sets| = 'C(N, m) by rewrite card_draws card_ord.
have bad_few g : #|bad g|%:R * (2 ^ L.+1)%:R <= 'C(N, m)%:R :> F.
  rewrite -natrM ler_nat; case: (leqP #|D g| L) => [le|lt].
    rewrite (_ : bad g = set0) ?cards0 //; apply/setP => U; rewrite !inE.
    by rewrite (ltnNge L) le !andbF.
  apply: leq_trans (card_containing (D g) mN); apply: leq_mul; last by rewrite leq_exp2l.
  by apply: subset_leq_card; apply/subsetP => U; rewrite !inE => /and3P[-> ->].
have sub : all_sets \subset good :|: \bigcup_(g : seq_sub (undup cover)) bad (val g).
  apply/subsetP => U Um; rewrite !inE; rewrite inE in Um; rewrite Um /=.
  by case: (boolP [forall _, _]) => // /forallPn[g]; rewrite negbK => ib; apply/bigcupP; exists g.
have le1 : (#|all_sets| <= #|good| + \sum_(g : seq_sub (undup cover)) #|bad (val g)|)%N.
  apply: leq_trans (subset_leq_card sub) _; apply: leq_trans (leq_card_setU _ _) _.
  rewrite leq_add2l; elim/big_rec2: _ => [|g k A _ IH]; first by rewrite cards0.
  by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2l.
have p2 : 0 < (2 ^ L.+1)%:R :> F by rewrite ltr0n expn_gt0.
rewrite mulrBl mul1r ler_subl_addr -cC; apply: (@le_trans _ _ (#|good|%:R
    + \sum_(g : seq_sub (undup cover)) #|bad (val g)|%:R)).
  by rewrite -natr_sum -natrD ler_nat.
rewrite ler_add2l cC -(ler_pmul2r p2) mulr_suml.
apply: (@le_trans _ _ (\sum_(g : seq_sub (undup cover)) 'C(N, m)%:R)); first exact: ler_sum.
rewrite sumr_const -[_ *+ _]mulr_natl mulrAC ler_wpmul2r ?ler0n //.
by apply: le_trans few; rewrite ler_nat card_seq_sub ?undup_uniq // size_undup.
Qed.

End Split.
