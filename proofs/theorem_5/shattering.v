(** * Shattered objects of separated families

   Lemma 2 of docs/proofs-theorem_5.md, with max(2, NE) instead of 2NE.  If at no index i and
   no pair v, w both the members that are v at i and those that are w are at least t, delete for
   each index and pair the fewer of the two: of more than NE (t - 1) + 1 members two are left, and
   they do not differ by 2 anywhere.  What both parts shatter the family shatters with i and the
   pair added. *)
From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
From Sparseact Require Import definitions_erm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Lemma card_bigcup_le (I T : finType) (P : {set I}) (S : I -> {set T}) (n : nat) :
  (forall i, i \in P -> #|S i| <= n) -> #|\bigcup_(i in P) S i| <= #|P| * n.
Proof.
move=> le; apply: (@leq_trans (\sum_(i in P) #|S i|)).
  elim/big_rec2: _ => [|i k B _ IH]; first by rewrite cards0.
  by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2l.
by rewrite -sum_nat_const; apply: leq_sum.
Qed.

Section Shattering.
Variables N c : nat.
Local Notation vec := {ffun 'I_N -> 'I_c}.
Local Notation object := {ffun 'I_N -> option ('I_c * 'I_c)}.
Implicit Types (A : {set vec}) (o : object) (e : 'I_c * 'I_c) (i : 'I_N) (b : {ffun 'I_N -> bool}).

Definition shattered A : {set object} := [set o | shatters A o].
Definition part A i (v : 'I_c) : {set vec} := [set f in A | f i == v].

Lemma shattersP A o : reflect
  ((forall i e, o i = Some e -> e \in gaps c) /\
   forall b, exists2 f, f \in A & forall i e, o i = Some e -> f i = if b i then e.2 else e.1)
  (shatters A o).
Proof.
apply: (iffP andP) => [[/forallP gap /forallP all]|[gap all]]; split.
- by move=> i e oe; have := gap i; rewrite oe.
- move=> b; have /existsP[f /andP[fA /forallP eq]] := all b; exists f => // i e oe.
  by have := eq i; rewrite oe => /eqP.
- by apply/forallP => i; case oe: (o i) => [e|] //; apply: gap oe.
- apply/forallP => b; have [f fA eq] := all b; apply/existsP; exists f; rewrite fA /=.
  by apply/forallP => i; case oe: (o i) => [e|] //; apply/eqP/eq.
Qed.

Lemma shattered_sub A A' : A \subset A' -> shattered A \subset shattered A'.
Proof.
move=> /subsetP sub; apply/subsetP => o; rewrite !inE => /shattersP[gap all]; apply/shattersP.
by split=> // b; have [f /sub fA' eq] := all b; exists f.
Qed.

Lemma part_sub A i v : part A i v \subset A.
Proof. by apply/subsetP => f; rewrite inE => /andP[]. Qed.

Lemma gap_neq e : e \in gaps c -> e.1 != e.2.
Proof. by rewrite inE -(inj_eq val_inj) /= => le; apply/eqP => eq; move: le; rewrite eq; lia. Qed.

(** What a part shatters does not have the index i. *)
Lemma part_none A i v o : o \in shattered (part A i v) -> o i = None.
Proof.
rewrite inE => /shattersP[gap all]; case oe: (o i) => [e|] //.
have [f + eqf] := all [ffun=> true]; have [g + eqg] := all [ffun=> false].
rewrite !inE => /andP[_ /eqP gi] /andP[_ /eqP fi]; have := gap_neq (gap i e oe).
by have := eqf i e oe; have := eqg i e oe; rewrite !ffunE fi gi => <- <-; rewrite eqxx.
Qed.

(** The two parts that are large. *)
Lemma large_parts A t : separated A -> 0 < t -> maxn 2 (N * #|gaps c|) * t <= #|A| ->
  exists i, exists2 e, e \in gaps c & t <= #|part A i e.1| /\ t <= #|part A i e.2|.
Proof.
move=> sep t0 le.
have [/existsP[p /and3P[g1 g2 g3]]|no] := boolP [exists p : 'I_N * ('I_c * 'I_c),
   [&& p.2 \in gaps c, t <= #|part A p.1 p.2.1| & t <= #|part A p.1 p.2.2|]].
  by exists p.1, p.2.
pose S (p : 'I_N * ('I_c * 'I_c)) :=
  if #|part A p.1 p.2.1| < t then part A p.1 p.2.1 else part A p.1 p.2.2.
pose P := setX [set: 'I_N] (gaps c).
have small p : p \in P -> #|S p| <= t.-1.
  case: p => i e; rewrite !inE /= => ge; rewrite /S /=; case: ifP => [|ge1].
    by move=> ?; rewrite -ltnS prednK.
  case: (ltnP #|part A i e.2| t) => [|ge2]; first by move=> ?; rewrite -ltnS prednK.
  by case/negP: no; apply/existsP; exists (i, e); rewrite /= inE ge ge2 andbT leqNgt ge1.
have := card_bigcup_le small; rewrite cardsX cardsT card_ord; set B := \bigcup_(_ in _) _ => leB.
have two : 1 < #|A :\: B|.
  have := cardsID B A; have := subset_leq_card (subsetIr A B).
  move: leB le; move: (N * _) #|A :&: B| #|B| #|A :\: B| #|A| => K ab nb d a; nia.
have [f fD] : exists f, f \in A :\: B by apply/card_gt0P; apply: ltnW.
have [g] : exists g, g \in (A :\: B) :\ f.
  by apply/card_gt0P; move: two; rewrite (cardsD1 f) fD.
rewrite !inE => /and3P[gf gB gA]; move: fD; rewrite inE => /andP[fB fA].
(* f and g differ by 2 at an index, and one of the two was deleted *)
have out u v i : u \in A -> v \in A -> u \notin B -> v \notin B -> u i + 2 <= v i -> False.
  move=> uA vA uB vB gap; have ip : (i, (u i, v i)) \in P by rewrite !inE.
  have : (u \in S (i, (u i, v i))) || (v \in S (i, (u i, v i))).
    by rewrite /S /=; case: ifP => _; rewrite !inE ?uA ?vA eqxx ?orbT.
  by case/orP => inS; [case/negP: uB | case/negP: vB]; apply/bigcupP; exists (i, (u i, v i)).
have [i [gap|gap]] := sep g f gA fA gf; first by case: (out g f i).
by case: (out f g i).
Qed.

Lemma many_shattered A r : separated A -> maxn 2 (N * #|gaps c|) ^ r <= #|A| ->
  2 ^ r <= #|shattered A|.
Proof.
elim: r A => [|r IH] A sep le.
  rewrite expn0 card_gt0; apply/set0Pn; exists [ffun=> None]; rewrite inE; apply/shattersP.
  split=> [i e|b]; first by rewrite ffunE.
  have [f fA] : exists f, f \in A by apply/card_gt0P; move: le; rewrite expn0.
  by exists f => // i e; rewrite ffunE.
have t0 : 0 < maxn 2 (N * #|gaps c|) ^ r by rewrite expn_gt0 leq_max.
have [i [e ge [le1 le2]]] := large_parts sep t0 (leq_trans (eq_leq (esym (expnS _ _))) le).
have sub v := part_sub A i v.
have sepp v : separated (part A i v).
  by move=> f g /(subsetP (sub v)) fA /(subsetP (sub v)) gA; apply: sep.
have many1 := IH _ (sepp e.1) le1; have many2 := IH _ (sepp e.2) le2.
set S1 := shattered _ in many1; set S2 := shattered _ in many2.
pose ext o : object := [ffun j => if j == i then Some e else o j].
have none o : o \in S1 :|: S2 -> o i = None by case/setUP => /part_none.
have ext_inj : {in S1 :&: S2 &, injective ext}.
  move=> o o' /setIP[/part_none oi _] /setIP[/part_none oi' _] /ffunP eq; apply/ffunP => j.
  by have := eq j; rewrite !ffunE; case: eqP => // ->; rewrite oi oi'.
have ext_sub : ext @: (S1 :&: S2) \subset shattered A.
  apply/subsetP => _ /imsetP[o /setIP[o1 o2] ->]; rewrite inE; apply/shattersP.
  move: o1 o2; rewrite !inE => /shattersP[gap1 all1] /shattersP[_ all2]; split=> [j e'|b].
    by rewrite ffunE; case: eqP => [_ [<-] //|_]; apply: gap1.
  have [f] : exists2 f, f \in part A i (if b i then e.2 else e.1)
      & forall j e', o j = Some e' -> f j = if b j then e'.2 else e'.1.
    by case: (b i); [apply: all2 | apply: all1].
  rewrite inE => /andP[fA /eqP fi] eq; exists f => // j e'; rewrite ffunE.
  by case: eqP => [-> [<-] //|_]; apply: eq.
have disj : [disjoint S1 :|: S2 & ext @: (S1 :&: S2)].
  rewrite disjoint_sym; apply/pred0P => o /=; apply/negP => /andP[/imsetP[o' _ ->]] /none.
  by rewrite ffunE eqxx.
have all_sub : (S1 :|: S2) :|: (ext @: (S1 :&: S2)) \subset shattered A.
  by rewrite !subUset ext_sub !shattered_sub // ?sub.
apply: leq_trans (subset_leq_card all_sub).
rewrite cardsU (disjoint_setI0 disj) cards0 subn0 card_in_imset // cardsUI expnS mul2n -addnn.
exact: leq_add.
Qed.

End Shattering.

(** The number of the pairs. *)
Lemma card_gaps c : #|gaps c| = 'C(c.-1, 2).
Proof.
rewrite /gaps -sum1dep_card big_mkcond /=.
rewrite -(pair_bigA _ (fun v w : 'I_c => if v + 2 <= w then 1 else 0)) exchange_big /=.
rewrite (eq_bigr (fun w : 'I_c => w.-1)) => [|w _]; last first.
  rewrite -big_mkcond -[RHS]muln1 -[w.-1 in RHS]subn0 -sum_nat_const_nat.
  rewrite (big_nat_widen 0 w.-1 c) ?big_mkord; last by have := ltn_ord w; lia.
  by apply: eq_bigl => v; lia.
case: c => [|c']; first by rewrite big_ord0.
rewrite big_ord_recl add0n -triangular_sum big_mkord; apply: eq_bigr => w _.
by rewrite /= /bump.
Qed.
