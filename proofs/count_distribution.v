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

(** Each set of successes has its probability. *)
Lemma avg_successes (U : {set I}) :
  avg (fun f => (successes f == U)%:R : F) = p ^+ #|U| * (1 - p) ^+ (#|I| - #|U|).
Proof.
rewrite (@avg_ext _ _ _ (fun f : {ffun I -> T} => \prod_i (S (f i) == (i \in U))%:R)); last first.
  move=> f; case: (altP (successes f =P U)) => [<-|neq].
    by rewrite big1 // => i _; rewrite inE eqxx.
  have [i ne] : exists i, S (f i) != (i \in U).
    apply/existsP; apply: contraNT neq => /existsPn eq; apply/eqP/setP => i.
    by rewrite inE; apply/eqP; rewrite -[_ == _]negbK eq.
  by rewrite (bigD1 i) //= (negbTE ne) mul0r.
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

End Count.
