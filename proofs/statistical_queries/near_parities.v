(** * How many parities one hypothesis is near to (§4, Theorem 14)

   At most six parities differ from one classifier on at most a third of the cube: for
   seven of them the sum X of their characters would have E|X| >= 7/3, while
   |x| <= 231/320 + (9/32) x^2 - x^4/320 at the odd x with |x| <= 7, E X^2 = 7 and
   E X^4 >= 133.  In three dimensions and fewer the coefficients of a classifier are
   multiples of 1/4, and fewer parities are near. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning averages cube fourier
  statistical_queries.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Near.
Variables (F : realFieldType) (E : finType).
Implicit Types (S T U : {set E}) (x y : cube E) (A B : {set {set E}}).

(** A character is the sign of its parity. *)
Lemma chi_sign S x : chi F S x = sign F (chi F S x == 1).
Proof.
have /eqP : (chi F S x - 1) * (chi F S x + 1) = 0.
  by rewrite mulrDr mulrBl chi_sq; ring.
rewrite mulf_eq0 subr_eq0 addr_eq0 => /orP[/eqP ->|/eqP ->]; first by rewrite eqxx.
by rewrite eqNr oner_eq0.
Qed.

(** The sets that are in one of S and T. *)
Definition symdiff S T : {set E} := (S :\: T) :|: (T :\: S).

Lemma chi_mul S T x : chi F S x * chi F T x = chi F (symdiff S T) x.
Proof.
rewrite /chi !(big_mkcond (fun i => i \in _)) -big_split; apply: eq_bigr => i _.
rewrite !inE; case: (i \in S); case: (i \in T) => //=; rewrite ?mulr1 ?mul1r //.
exact: sign_sq.
Qed.

Lemma symdiffC S T : symdiff S T = symdiff T S.
Proof. exact: setUC. Qed.

Lemma symdiff_eq0 S T : (symdiff S T == set0) = (S == T).
Proof. by rewrite setU_eq0 !setD_eq0 -eqEsubset. Qed.

(** ** The sum of some characters *)

Section Sum.
Variable B : {set {set E}}.
Let X x : F := \sum_(S in B) chi F S x.

Let hatX S : hat X S = (S \in B)%:R.
Proof.
have -> : hat X S = \sum_(T in B) avg (fun x => chi F T x * chi F S x).
  by rewrite -avg_sum; apply: avg_ext => x; rewrite mulr_suml.
under eq_bigr => T _ do rewrite avg_chi.
case: (boolP (S \in B)) => SB.
  by rewrite (bigD1 S) //= eqxx big1 ?addr0 // => T /andP[_ /negbTE ->].
by rewrite big1 // => T TB; case: eqP => // e; rewrite -e TB in SB.
Qed.

Lemma character_sum_square : avg (fun x => X x ^+ 2) = #|B|%:R.
Proof.
rewrite parseval -sum1_card natr_sum [RHS]big_mkcond /=; apply: eq_bigr => S _.
by rewrite hatX; case: (S \in B); rewrite ?expr1n ?expr0n.
Qed.

(** The number of pairs in B with the difference U. *)
Let pairs U : {set {set E} * {set E}} := [set p in setX B B | symdiff p.1 p.2 == U].

Let hatXX U : hat (fun x => X x ^+ 2) U = #|pairs U|%:R.
Proof.
have -> : hat (fun x => X x ^+ 2) U
          = \sum_(p in setX B B) avg (fun x => chi F (symdiff p.1 p.2) x * chi F U x).
  rewrite -avg_sum; apply: avg_ext => x; rewrite expr2 /X mulr_suml mulr_suml.
  rewrite (eq_bigl (fun p => (p.1 \in B) && (p.2 \in B))) => [|p]; last by rewrite !inE.
  rewrite -(pair_big (mem B) (mem B) (fun S T => chi F (symdiff S T) x * chi F U x)) /=.
  apply: eq_bigr => S _; rewrite mulr_sumr mulr_suml.
  by apply: eq_bigr => T _; rewrite -chi_mul.
under eq_bigr => p _ do rewrite avg_chi.
by rewrite -natr_sum -big_mkcondr sum1dep_card /=; congr _%:R; apply: eq_card => p; rewrite !inE.
Qed.

Let sum_pairs : (\sum_U #|pairs U| = #|B| * #|B|)%N.
Proof.
rewrite -cardsX -sum1_card (partition_big (fun p => symdiff p.1 p.2) xpredT) //=.
by apply: eq_bigr => U _; rewrite sum1dep_card.
Qed.

Let pairs0 : #|pairs set0| = #|B|.
Proof.
rewrite -(card_imset B (_ : injective (fun S => (S, S)))); last by move=> S T [].
apply: eq_card => -[S T]; rewrite !inE /= symdiff_eq0.
apply/andP/imsetP => [[/andP[SB _] /eqP <-]|[U UB [-> ->]]]; first by exists S.
by rewrite UB eqxx.
Qed.

(** With (S, T) the set of pairs has (T, S), so it does not have just one element. *)
Let pairs_neq1 U : U != set0 -> #|pairs U| != 1%N.
Proof.
move=> U0; apply/negP => /eqP p1.
have [p pU] : exists p, p \in pairs U by apply/card_gt0P; rewrite p1.
move: p1 => /eqP; apply/negP; rewrite neq_ltn; apply/orP; right; apply/card_gt1P.
exists p, (p.2, p.1); split=> //; first
  by move: pU; rewrite !inE /= symdiffC => /andP[/andP[-> ->] ->].
apply: contraNneq U0 => e; move: pU; rewrite !inE => /andP[_ /eqP <-].
by rewrite symdiff_eq0 {1}e.
Qed.

Lemma character_sum_fourth : (3 * #|B| ^ 2 - 2 * #|B|)%N%:R <= avg (fun x => X x ^+ 4).
Proof.
rewrite (@avg_ext _ _ _ (fun x => (X x ^+ 2) ^+ 2)) => [|x]; last by rewrite -exprM.
rewrite parseval (eq_bigr (fun U => (#|pairs U| ^ 2)%N%:R)) => [|U _]; last by rewrite hatXX natrX.
rewrite -natr_sum ler_nat (bigD1 set0) //= pairs0.
have := sum_pairs; rewrite (bigD1 set0) //= pairs0.
have : (2 * (\sum_(U | U != set0) #|pairs U|) <= \sum_(U | U != set0) #|pairs U| ^ 2)%N.
  rewrite big_distrr /=; apply: leq_sum => U /pairs_neq1.
  by case: #|_| => [|[|n]] // _; rewrite leq_pmul2r.
by move: (\sum_(U | _) _)%N (\sum_(U | _) _)%N #|B| => a c b; nia.
Qed.

(** The values are odd, if B has seven elements, and the polynomial bounds them. *)
Lemma seven_characters x : #|B| = 7%N ->
  `|X x| <= 231%:R / 320%:R + 9%:R / 32%:R * X x ^+ 2 - X x ^+ 4 / 320%:R.
Proof.
move=> B7; pose t := #|[set S in B | chi F S x != 1]|.
have -> : X x = 7%:R - 2%:R * t%:R.
  rewrite /X (eq_bigr (fun S => 1 - 2%:R * (chi F S x != 1)%:R)) => [|S _]; last first.
    by rewrite {1}chi_sign; case: (chi F S x == 1); rewrite /sign /=; ring.
  rewrite sumrB -mulr_sumr sumr_const B7 /t -sum1dep_card natr_sum [in RHS]big_mkcondr /=.
  by congr (_ - _ * _); apply: eq_bigr => S _; case: (_ == _).
have : (t <= 7)%N by rewrite -B7 subset_leq_card //; apply/subsetP => S; rewrite inE => /andP[].
have odd_value (n : nat) (z : F) : n \in [:: 1; 3; 5; 7]%N -> z = n%:R \/ z = - n%:R ->
    `|z| <= 231%:R / 320%:R + 9%:R / 32%:R * z ^+ 2 - z ^+ 4 / 320%:R.
  move=> n1357 zn; have -> : `|z| = n%:R by case: zn => ->; rewrite ?normrN ger0_norm ?ler0n.
  have -> : z ^+ 4 = (z ^+ 2) ^+ 2 by rewrite -exprM.
  have -> : z ^+ 2 = n%:R ^+ 2 by case: zn => ->; rewrite ?sqrrN.
  rewrite -subr_ge0; set d := _ - _; suff -> : d = (n == 5)%N%:R * (4%:R / 5%:R).
    by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
  by rewrite /d; move: n1357; rewrite !inE => /or4P[] /eqP -> /=; field.
by case: (t) => [|[|[|[|[|[|[|[|//]]]]]]]] _;
  [ apply: (odd_value 7%N) | apply: (odd_value 5%N) | apply: (odd_value 3%N)
  | apply: (odd_value 1%N) | apply: (odd_value 1%N) | apply: (odd_value 3%N)
  | apply: (odd_value 5%N) | apply: (odd_value 7%N)];
  rewrite ?inE //; [left | left | left | left | right | right | right | right]; ring.
Qed.

End Sum.

(** ** One classifier *)

Variable g : cube E -> bool.
Let G x : F := sign F (g x).

Let G_sq : avg (fun x => G x ^+ 2) = 1.
Proof.
rewrite (@avg_ext _ _ _ (fun=> 1)) ?avg_const ?card_cube // => x.
by rewrite expr2 sign_sq.
Qed.

Lemma hat_error S : hat G S = 1 - 2%:R * classification_error F g S.
Proof.
transitivity (avg (fun x => 1 - 2%:R * (g x != (chi F S x == 1))%:R : F)).
  by apply: avg_ext => x; rewrite /G {1}chi_sign sign_mul.
by rewrite avgB avgZ avg_const ?card_cube.
Qed.

Lemma near_hat S : (classification_error F g S <= 3%:R^-1) = (3%:R^-1 <= hat G S).
Proof.
rewrite hat_error -[LHS]subr_ge0 -[RHS]subr_ge0.
rewrite [X in _ = (_ <= X)](_ : _ = 2%:R * (3%:R^-1 - classification_error F g S)); last by field.
by rewrite pmulr_rge0 ?ltr0n.
Qed.

Let near := [set S | classification_error F g S <= 3%:R^-1].

(** At most six. *)
Lemma near_le6 : (#|near| <= 6)%N.
Proof.
rewrite leqNgt; apply/negP => /card_geqP[l [ul sl ln]].
pose B := [set S in l]; have B7 : #|B| = 7%N by rewrite cardsE (card_uniqP ul).
pose X x : F := \sum_(S in B) chi F S x.
have low : 7%:R / 3%:R <= avg (fun x => G x * X x).
  rewrite (@avg_ext _ _ _ (fun x => \sum_(S in B) G x * chi F S x)) => [|x]; last exact: mulr_sumr.
  rewrite avg_sum -B7 mulr_natl -sumr_const; apply: ler_sum => S.
  by rewrite inE => /ln; rewrite inE near_hat.
have high : avg (fun x => G x * X x)
    <= avg (fun x => 231%:R / 320%:R + 9%:R / 32%:R * X x ^+ 2 - X x ^+ 4 / 320%:R).
  apply: ler_avg => x; apply: le_trans (seven_characters x B7).
  by apply: le_trans (ler_norm _) _; rewrite normrM sign_norm mul1r.
have four := character_sum_fourth B; rewrite B7 in four.
have {high} := le_trans low high.
rewrite (@avg_ext _ _ _ (fun x => (231%:R / 320%:R + 9%:R / 32%:R * X x ^+ 2)
                                   - 320%:R^-1 * X x ^+ 4)) => [|x]; last first.
  by rewrite [X in _ - X]mulrC.
rewrite avgB avgD !avgZ avg_const ?card_cube // character_sum_square B7.
apply/negP; rewrite -ltNge; apply: (@le_lt_trans _ _
    (231%:R / 320%:R + 9%:R / 32%:R * 7%:R - 320%:R^-1 * 133%:R)).
  by rewrite ler_add2l ler_opp2; apply: ler_wpmul2l; rewrite ?invr_ge0 ?ler0n.
rewrite -subr_gt0 [X in _ < X](_ : _ = 7%:R / 120%:R); last by field.
by rewrite divr_gt0 ?ltr0n.
Qed.

(** In few dimensions: the number of points at which g and chi_S differ is an integer. *)
Lemma error_points S : classification_error F g S <= 3%:R^-1 ->
  exists2 d, (3 * d <= 2 ^ #|E|)%N & hat G S = 1 - 2%:R * (d%:R / (2 ^ #|E|)%N%:R).
Proof.
set d := #|[set x : cube E | g x != (chi F S x == 1)]|.
have c0 : 0 < (2 ^ #|E|)%N%:R :> F by rewrite ltr0n expn_gt0.
have e : classification_error F g S = d%:R / (2 ^ #|E|)%N%:R.
  rewrite /classification_error /avg card_ffun card_bool; congr (_ / _).
  by rewrite /d -sum1dep_card natr_sum [RHS]big_mkcond; apply: eq_bigr => x _ /=; case: (_ != _).
move=> le; exists d; last by rewrite hat_error e.
move: le; rewrite e ler_pdivr_mulr // mulrC ler_pdivl_mulr ?ltr0n // mulrC -natrM.
by rewrite ler_nat.
Qed.

(** If all coefficients are at least 1/2 there are at most three: four would leave no
    others, and g would be half the sum of four characters, which is 2 at (1, ..., 1). *)
Lemma near_le3 : (#|E| <= 3)%N -> (#|near| <= 3)%N.
Proof.
move=> E3; have half0 : 0 < 2%:R^-1 :> F by rewrite invr_gt0 ltr0n.
have low S : S \in near -> 2%:R^-1 <= hat G S.
  rewrite inE => /error_points[d le ->]; rewrite -subr_ge0.
  have d4 : (4 * d <= 2 ^ #|E|)%N.
    by move: E3 le; case: #|E| => [|[|[|[|//]]]] _; rewrite ?expnS ?expn0; lia.
  have c0 : 0 < (2 ^ #|E|)%N%:R :> F by rewrite ltr0n expn_gt0.
  have -> : 1 - 2%:R * (d%:R / (2 ^ #|E|)%N%:R) - 2%:R^-1
          = ((2 ^ #|E|)%N%:R - 4%:R * d%:R) / (2%:R * (2 ^ #|E|)%N%:R) :> F.
    by field; rewrite lt0r_neq0.
  by rewrite divr_ge0 ?mulr_ge0 ?ler0n // subr_ge0 -natrM ler_nat.
rewrite leqNgt; apply/negP => n4.
have sq S : S \in near -> 4%:R^-1 <= hat G S ^+ 2.
  move=> /low le; have -> : 4%:R^-1 = 2%:R^-1 ^+ 2 :> F by rewrite exprVn -natrX.
  by rewrite ler_sqr ?nnegrE ?(ltW half0) // (le_trans (ltW half0)).
have four : 1 <= \sum_(S in near) hat G S ^+ 2.
  apply: (@le_trans _ _ (#|near|%:R * 4%:R^-1)).
    by rewrite ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
  by rewrite mulr_natl -sumr_const; apply: ler_sum => S /sq.
have rest S : S \notin near -> hat G S = 0.
  move=> nS; have := G_sq; rewrite parseval (bigID (mem near)) /= (bigD1 S nS) /= addrCA => one.
  apply/eqP; rewrite -sqrf_eq0 eq_le sqr_ge0 andbT -(ler_add2r 1).
  rewrite add0r -{2}one ler_add2l; apply: ler_paddr => //.
  by apply: sumr_ge0 => T _; apply: sqr_ge0.
pose x1 : cube E := [ffun=> true].
have chi1 S : chi F S x1 = 1 by rewrite /chi big1 // => i _; rewrite /pt ffunE.
have : 2%:R <= G x1.
  rewrite (inversion G x1) (bigID (mem near)) /= [X in _ + X]big1 => [|S /rest ->]; last first.
    by rewrite mul0r.
  rewrite addr0; apply: (@le_trans _ _ (#|near|%:R * 2%:R^-1)).
    by rewrite ler_pdivl_mulr ?ltr0n // -natrM ler_nat.
  rewrite mulr_natl -sumr_const; apply: ler_sum => S /low; by rewrite chi1 mulr1.
apply/negP; rewrite -ltNge; apply: (@le_lt_trans _ _ 1); last by rewrite ltr1n.
by apply: le_trans (ler_norm _) _; rewrite sign_norm.
Qed.

Lemma near_le1 : (#|E| <= 1)%N -> (#|near| <= 1)%N.
Proof.
move=> E1; rewrite -(ler_nat F) -[X in _ <= X]G_sq -[X in X <= _]mulr1.
apply: large_coefficients ler01 _ => S; rewrite inE => /error_points[d le ->].
have -> : d = 0%N by move: E1 le; case: #|E| => [|[|//]] _; rewrite ?expnS ?expn0; lia.
by rewrite mul0r mulr0 subr0 expr1n.
Qed.

Lemma near_most : (#|near| <= most_near #|E|)%N.
Proof.
rewrite /most_near; case: (leqP #|E| 1) => [|_]; first exact: near_le1.
by case: (leqP #|E| 3) => [|_]; [apply: near_le3 | apply: near_le6].
Qed.

End Near.
