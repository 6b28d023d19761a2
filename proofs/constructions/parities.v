(** * Parities (§4)

   The indicator of S gives <v, y> = sum_{i in S} y_i.  The printed sum, over
   the even a, is constant in y; the corrected one, over the a with
   a = |S| mod 4, is the parity. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions averages cube quadratic_lift.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Range.
Variables (P : pred int) (M : nat).

Lemma range_inj : injective (@range_val P M).
Proof.
by move=> t u; rewrite /range_val => e; apply: val_inj; apply: val_inj; lia.
Qed.

Lemma range_codom (z : int) : (z \in codom (@range_val P M)) = P z && (`|z| <= M)%N.
Proof.
apply/codomP/andP => [[t ->]|[Pz zM]].
  split; first by rewrite /range_val; exact: (valP t).
  by case: t => [[u lt] Pu]; rewrite /range_val /=; lia.
have lt : (`|(z + M%:Z)%R| < M.*2.+1)%N by lia.
have E : (val (Ordinal lt))%:Z - M%:Z = z by rewrite /=; lia.
have PE : P ((val (Ordinal lt))%:Z - M%:Z) by rewrite E.
by exists (exist _ (Ordinal lt) PE); rewrite /range_val /= -{1}E.
Qed.

End Range.

Section Parity.
Variables (F : realFieldType) (I : finType) (S : {set I}).
Implicit Types (y : cube I) (a : int).

Lemma dot_indicator y : dot (indicator F S) (pt F y) + 0 = (sum_in S y)%:~R.
Proof.
rewrite addr0 /sum_in rmorph_sum /= /dot [RHS]big_mkcond; apply: eq_bigr => i _.
rewrite /indicator /pt /sign; case: (i \in S); rewrite ?mul0r // mul1r.
by case: (y i); rewrite ?mulrNz mulr1z.
Qed.

Lemma normsq_indicator : normsq (indicator F S) = #|S|%:R.
Proof.
rewrite /normsq /dot -sum1_card natr_sum [RHS]big_mkcond; apply: eq_bigr => i _.
by rewrite /indicator; case: (i \in S); rewrite ?mulr1 ?mulr0.
Qed.

Lemma sum_minus y : sum_in S y = #|S|%:Z - (minus_in S y).*2%:Z.
Proof.
have -> : sum_in S y = \sum_(i in S) (1 - (if ~~ y i then 2%:Z else 0)).
  by apply: eq_bigr => i _; case: (y i).
rewrite sumrB sumr_const -big_mkcondr /= sumr_const /minus_in.
have -> : #|[set i in S | ~~ y i]| = #|[pred i in S | ~~ y i]|.
  by apply: eq_card => i; rewrite !inE.
by move: #|_| #|_| => p q; lia.
Qed.

Lemma minus_le y : (minus_in S y <= #|S|)%N.
Proof. by apply: subset_leq_card; apply/subsetP => i; rewrite inE => /andP[]. Qed.

Lemma abs_sum y : (`|sum_in S y| <= #|S|)%N.
Proof. by rewrite sum_minus; move: (minus_le y); lia. Qed.

(** The sum has the parity of |S|, whatever y is. *)
Lemma odd_sum y : odd `|sum_in S y| = odd #|S|.
Proof. by rewrite sum_minus; move: (minus_le y); move: #|S| (minus_in S y) => p q; lia. Qed.

(** With lambda = 1 the network says whether the sum lies in its range. *)
Lemma eval_range (P : pred int) M y :
  eval (lift_net (indicator F S) 0 (@range_val P M) (fun=> 1)) (lift F y)
  = (P (sum_in S y) && (`|sum_in S y| <= M)%N)%:R.
Proof.
rewrite (eval_lift _ _ (dot_indicator y)) -range_codom.
case: (boolP (_ \in _)) => [/codomP[j e]|no].
  rewrite (big_pred1 j) // => i; rewrite e /=; apply/eqP/eqP => [|-> //].
  exact: range_inj.
rewrite big_pred0 // => i; apply/negbTE; apply: contra no => /eqP <-.
exact: codom_f.
Qed.

Lemma active_range (P : pred int) M y :
  #|active (lift_net (indicator F S) 0 (@range_val P M) (fun=> 1)) (lift F y)|
  = (P (sum_in S y) && (`|sum_in S y| <= M)%N) :> nat.
Proof.
by rewrite (card_active_lift _ _ (dot_indicator y)) ?range_codom //; apply: range_inj.
Qed.

(** As printed: the value is 1 if |S| is even and 0 if it is odd, whatever y. *)
Lemma printed_parity y :
  eval (printed_parity_net F S) (lift F y) = (~~ odd #|S|)%:R.
Proof.
rewrite eval_range (leq_trans (abs_sum y)) ?max_card // andbT /even_int sum_minus.
congr (nat_of_bool _)%:R; congr negb.
by move: (minus_le y); move: #|S| (minus_in S y) => p q; lia.
Qed.

(** So for S <> set0 no function of the value is the parity. *)
Lemma printed_parity_fails : S != set0 ->
  ~ exists g : F -> bool, forall y,
      g (eval (printed_parity_net F S) (lift F y)) = ~~ odd (minus_in S y).
Proof.
move=> /set0Pn[i0 iS] [g Hg].
have := Hg [ffun=> true]; have := Hg [ffun i => i != i0].
rewrite !printed_parity => ->; rewrite /minus_in.
rewrite (_ : [set i in S | _] = [set i0]) ?cards1; last first.
  by apply/setP => i; rewrite !inE ffunE negbK; case: eqP => [->|]; rewrite ?iS ?andbF.
rewrite (_ : [set i in S | _] = set0) ?cards0 //.
by apply/setP => i; rewrite !inE ffunE andbF.
Qed.

Lemma congruent_minus y : congruent S (sum_in S y) = ~~ odd (minus_in S y).
Proof. by rewrite /congruent sum_minus; move: #|S| (minus_in S y) => p q; lia. Qed.

Lemma corrected_parity y :
  eval (corrected_parity_net F S) (lift F y) = (~~ odd (minus_in S y))%:R.
Proof. by rewrite eval_range abs_sum andbT congruent_minus. Qed.

Lemma corrected_parity_active y :
  (#|active (corrected_parity_net F S) (lift F y)| <= 1)%N.
Proof. by rewrite active_range; case: (_ && _). Qed.

Lemma printed_parity_active y :
  (#|active (printed_parity_net F S) (lift F y)| <= 1)%N.
Proof. by rewrite active_range; case: (_ && _). Qed.

Lemma prod_signs y : \prod_(i in S) pt F y i = (-1) ^+ minus_in S y.
Proof.
rewrite (eq_bigr (fun i => if ~~ y i then -1 else 1 : F)); last first.
  by move=> i _; rewrite /pt /sign; case: (y i).
rewrite -big_mkcondr /= prodr_const /minus_in; congr (_ ^+ _).
by apply: eq_card => i; rewrite !inE.
Qed.

(** The value through the character: (1 + chi_S(y))/2. *)
Lemma corrected_parity_chi y :
  eval (corrected_parity_net F S) (lift F y) = (1 + chi F S y) / 2%:R.
Proof.
rewrite corrected_parity /chi prod_signs -signr_odd.
case: (odd _) => /=; first by rewrite expr1 subrr mul0r.
by rewrite expr0 -[1 + 1]/(2%:R) divff ?pnatr_eq0.
Qed.

(** ||w_{S,a}||^2 and b_{S,a}. *)
Lemma parity_normsq a :
  normsq (lift_weight (indicator F S) a%:~R)
  = #|S|%:R * (#|S|%:R - 1) + 4%:R * a%:~R ^+ 2 * #|S|%:R.
Proof.
rewrite lift_normsq normsq_indicator.
have -> : \sum_i indicator F S i ^+ 4 = #|S|%:R.
  rewrite -normsq_indicator; apply: eq_bigr => i _; rewrite /indicator.
  by case: (i \in S); rewrite ?expr1n ?mulr1 // expr0n mulr0.
by ring.
Qed.

Lemma parity_bias a : lift_bias (indicator F S) a%:~R = #|S|%:R + a%:~R ^+ 2 - 2%:R^-1.
Proof. by rewrite /lift_bias normsq_indicator. Qed.

End Parity.
