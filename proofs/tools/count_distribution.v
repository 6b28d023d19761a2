(** * The number of successes in independent trials

   Over the uniform distribution on the finite functions f from I to T the number
   of the i at which f has a property is binomial.  So the mean of a function of
   this number is a sum over its values. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions averages.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Count.
Variables (F : realFieldType) (I T : finType) (S : pred T).
Hypothesis T0 : (0 < #|T|)%N.
Local Notation p := (avg (fun t => (S t)%:R : F)).

Definition successes (f : {ffun I -> T}) : {set I} := [set i | S (f i)].

Lemma successesE f (U : {set I}) :
  (successes f == U)%:R = \prod_i (S (f i) == (i \in U))%:R :> F.
Proof.
case: (altP (successes f =P U)) => [<-|neq].
  by rewrite big1 // => i _; rewrite inE eqxx.
have [i ne] : exists i, S (f i) != (i \in U).
  apply/existsP; apply: contraNT neq => /existsPn eq; apply/eqP/setP => i.
  by rewrite inE; apply/eqP; rewrite -[_ == _]negbK eq.
by rewrite (bigD1 i) //= (negbTE ne) mul0r.
Qed.

(** Each set of successes has its probability. *)
Lemma avg_successes (U : {set I}) :
  avg (fun f => (successes f == U)%:R : F) = p ^+ #|U| * (1 - p) ^+ (#|I| - #|U|).
Proof.
rewrite (avg_ext (fun f => successesE f U)).
have miss : avg (fun t => (~~ S t)%:R : F) = 1 - p.
  rewrite -{2}(avg_const 1 T0) -avgB; apply: avg_ext => t.
  by case: (S t); rewrite ?subrr ?subr0.
rewrite (avg_prod (fun i t => (S t == (i \in U))%:R)) (bigID (mem U)) /=; congr (_ * _).
  rewrite -prodr_const; apply: eq_bigr => i ->; apply: avg_ext => t.
  by rewrite eqb_id.
rewrite -cardsT -cardsDS ?subsetT // setTD -prodr_const -miss.
apply: eq_big => i; first by rewrite inE.
by move/negbTE ->; apply: avg_ext => t; rewrite eqbF_neg.
Qed.

Lemma avg_count (g : nat -> F) :
  avg (fun f => g #|successes f|) = binomial_mean #|I| p g.
Proof.
rewrite (@avg_ext _ _ _ (fun f : {ffun I -> T} =>
  \sum_(U : {set I}) g #|U| * (successes f == U)%:R)); last first.
  move=> f; rewrite (bigD1 (successes f)) //= eqxx mulr1 big1 ?addr0 // => U.
  by rewrite eq_sym => /negbTE ->; rewrite mulr0.
rewrite avg_sum (partition_big (fun U : {set I} => inord #|U| : 'I_#|I|.+1) xpredT) //=.
apply: eq_bigr => j _.
have size (U : {set I}) : (inord #|U| == j) = (#|U| == j).
  by rewrite -val_eqE /= inordK // ltnS max_card.
rewrite (eq_bigr (fun=> p ^+ j * (1 - p) ^+ (#|I| - j) * g j)); last first.
  by move=> U; rewrite size avgZ avg_successes => /eqP ->; rewrite mulrC.
rewrite sumr_const -[_ *+ _]mulr_natl !mulrA -card_draws; congr (_%:R * _ * _ * _).
by apply: eq_card => U; rewrite inE; exact: size.
Qed.

(** Given the successes, a success i has the mean of g over the successes. *)
Lemma avg_success (g : T -> F) (U : {set I}) i : i \in U ->
  p * avg (fun f : {ffun I -> T} => (successes f == U)%:R * g (f i))
  = avg (fun t => (S t)%:R * g t) * avg (fun f => (successes f == U)%:R : F).
Proof.
move=> iU; pose G j t := (S t == (j \in U))%:R * (if j == i then g t else 1).
have prodE f : (successes f == U)%:R * g (f i) = \prod_j G j (f j).
  rewrite successesE big_split /=; congr (_ * _).
  by rewrite (bigD1 i) //= eqxx big1 ?mulr1 // => j /negbTE ->.
rewrite (avg_ext prodE) (avg_ext (fun f => successesE f U)).
rewrite (avg_prod (fun j t => (S t == (j \in U))%:R)) avg_prod.
rewrite (bigD1 i) //= [in RHS](bigD1 i) //= mulrCA; congr (_ * (_ * _)).
- by apply: avg_ext => t; rewrite /G eqxx iU eqb_id.
- by apply: avg_ext => t; rewrite iU eqb_id.
by apply: eq_bigr => j /negbTE ji; apply: avg_ext => t; rewrite /G ji mulr1.
Qed.

(** The mean of the sum of g over some of the successes, which are chosen by the set of the
    successes alone. *)
Lemma avg_taken (take : {set I} -> {set I}) (g : T -> F) : (forall U, take U \subset U) ->
  p * avg (fun f : {ffun I -> T} => \sum_(i in take (successes f)) g (f i))
  = avg (fun t => (S t)%:R * g t) * avg (fun f => #|take (successes f)|%:R).
Proof.
move=> sub.
rewrite (@avg_ext _ _ _ (fun f : {ffun I -> T} => \sum_(U : {set I}) \sum_(i in take U)
  (successes f == U)%:R * g (f i))) => [|f]; last first.
  rewrite (bigD1 (successes f)) //= [X in _ + X]big1 ?addr0 => [|U ne].
    by apply: eq_bigr => i _; rewrite eqxx mul1r.
  by rewrite big1 // => i _; rewrite eq_sym (negbTE ne) mul0r.
rewrite [in RHS](@avg_ext _ _ _ (fun f => \sum_(U : {set I}) #|take U|%:R
  * (successes f == U)%:R)) => [|f]; last first.
  rewrite (bigD1 (successes f)) //= [X in _ + X]big1 ?addr0 ?eqxx ?mulr1 // => U ne.
  by rewrite eq_sym (negbTE ne) mulr0.
rewrite !avg_sum !mulr_sumr; apply: eq_bigr => U _; rewrite avg_sum mulr_sumr.
rewrite (eq_bigr _ (fun i iU => avg_success g (subsetP (sub U) i iU))).
by rewrite sumr_const -mulr_natl avgZ mulrCA.
Qed.

End Count.
