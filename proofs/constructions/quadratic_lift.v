(** * The quadratic lift

   1/2 - (<v, y> - c)^2 is linear in the lift x(y) of a sign vector y, so that
   one neuron tells whether <v, y> + kappa is a given integer.  Parities and
   learning with rounding are sums of such neurons. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions averages cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lift.
Variables (F : realFieldType) (I : finType).
Implicit Types (y : cube I) (v : I -> F).

(** A sum over all pairs with an extra term on the diagonal. *)
Lemma sum_pairs (g : I -> I -> F) (d : I -> F) :
  \sum_(e : I * I) (g e.1 e.2 + (if e.1 == e.2 then d e.1 else 0))
  = \sum_i \sum_j g i j + \sum_i d i.
Proof.
rewrite -(pair_bigA _ (fun i j => g i j + (if i == j then d i else 0))) /=.
rewrite -big_split /=; apply: eq_bigr => i _; rewrite big_split /=; congr (_ + _).
rewrite (bigD1 i) //= eqxx big1 ?addr0 // => j ji.
by rewrite eq_sym (negbTE ji).
Qed.

(** §4: 1/2 - (<v, y> - c)^2 = <w, x(y)> - b. *)
Lemma lift_identity v c y :
  dot (lift_weight v c) (lift F y) - lift_bias v c
  = 2%:R^-1 - (dot v (pt F y) - c) ^+ 2.
Proof.
have -> : dot (lift_weight v c) (lift F y)
          = \sum_(e : I * I) (- ((v e.1 * pt F y e.1) * (v e.2 * pt F y e.2))
              + (if e.1 == e.2 then 2%:R * c * (v e.1 * pt F y e.1) + v e.1 * v e.1 else 0)).
  apply: eq_bigr => -[i j] _; rewrite /lift_weight /lift /=; case: eqP => [<-|_].
    have := sign_sq F (y i); rewrite -/(pt F y i); move: (pt F y i) (v i) => s a s1.
    have -> : a * s * (a * s) = a * a * (s * s) by ring.
    by rewrite s1; ring.
  by rewrite addr0; ring.
rewrite (sum_pairs (fun i j => - ((v i * pt F y i) * (v j * pt F y j)))
  (fun i => 2%:R * c * (v i * pt F y i) + v i * v i)).
have -> : \sum_i \sum_j - (v i * pt F y i * (v j * pt F y j)) = - dot v (pt F y) ^+ 2.
  rewrite expr2 {2}/dot mulr_suml -sumrN; apply: eq_bigr => i _.
  by rewrite sumrN /dot mulr_sumr.
rewrite big_split /= -mulr_sumr -/(dot v (pt F y)) -/(dot v v) -/(normsq v) /lift_bias.
by move: (dot v (pt F y)) (normsq v) => d n; ring.
Qed.

(** The norm of the lifted weights. *)
Lemma lift_normsq v c :
  normsq (lift_weight v c)
  = normsq v ^+ 2 - \sum_i v i ^+ 4 + 4%:R * c ^+ 2 * normsq v.
Proof.
have -> : normsq (lift_weight v c)
          = \sum_(e : I * I) (v e.1 ^+ 2 * v e.2 ^+ 2
              + (if e.1 == e.2 then 4%:R * c ^+ 2 * v e.1 ^+ 2 - v e.1 ^+ 4 else 0)).
  apply: eq_bigr => -[i j] _; rewrite /lift_weight /=; case: eqP => [<-|_].
    by move: (v i) => a; ring.
  by rewrite addr0; move: (v i) (v j) => a b; ring.
rewrite (sum_pairs (fun i j => v i ^+ 2 * v j ^+ 2)
  (fun i => 4%:R * c ^+ 2 * v i ^+ 2 - v i ^+ 4)).
have sq : \sum_i v i ^+ 2 = normsq v by apply: eq_bigr => i _; rewrite expr2.
have -> : \sum_i \sum_j v i ^+ 2 * v j ^+ 2 = normsq v ^+ 2.
  rewrite expr2 -{1}sq mulr_suml; apply: eq_bigr => i _.
  by rewrite -mulr_sumr sq.
rewrite sumrB -mulr_sumr sq; move: (normsq v) (\sum_i _) => n f; ring.
Qed.

(** ** Networks on the lift *)

Variables (v : I -> F) (kappa : F) (J : finType) (a : J -> int) (lambda : J -> F).
Hypothesis a_inj : injective a.
Local Notation net := (lift_net v kappa a lambda).

(** With t = <v, y> + kappa an integer, neuron j is active just if t = a_j. *)
Variables (y : cube I) (t : int).
Hypothesis ty : dot v (pt F y) + kappa = t%:~R.

Lemma preact_lift j : preact (net j) (lift F y) = 2%:R^-1 - (t - a j)%:~R ^+ 2.
Proof. by rewrite /preact lift_identity rmorphB /= -ty; congr (_ - _ ^+ 2); ring. Qed.

Lemma active_lift j : (0 < preact (net j) (lift F y)) = (t == a j).
Proof.
rewrite preact_lift -subr_eq0; case: eqP => [->|/eqP ne].
  by rewrite mulr0z expr0n subr0 invr_gt0 ltr0n.
apply/negbTE; rewrite -leNgt subr_le0.
apply: (@le_trans _ _ 1); first by rewrite invf_le1 ?ltr0n // ler1n.
rewrite -rmorphX /= -[1]/(1%:~R) ler_int.
by rewrite -gtz0_ge1 lt_neqAle sqr_ge0 andbT eq_sym sqrf_eq0.
Qed.

Lemma card_active_lift : #|active net (lift F y)| = (t \in codom a) :> nat.
Proof.
case: (boolP (_ \in _)) => [/codomP[j Ej]|no].
  rewrite (_ : active _ _ = [set j]) ?cards1 //.
  by apply/setP => i; rewrite !inE active_lift Ej (inj_eq a_inj) eq_sym.
apply: eq_card0 => j; rewrite !inE active_lift; apply/negbTE; apply: contra no => /eqP ->.
exact: codom_f.
Qed.

(** The value of the network: lambda at the neuron of t, and 0 if t has none. *)
Lemma eval_lift : eval net (lift F y) = \sum_(j | a j == t) lambda j.
Proof.
rewrite /eval [RHS]big_mkcond; apply: eq_bigr => j _.
have := active_lift j; rewrite eq_sym; case: eqP => [e H|_ H].
  rewrite /relu (max_idPr (ltW H)) preact_lift e subrr mulr0z expr0n subr0 /=.
  by field.
by rewrite /relu (max_idPl _) ?mulr0 // leNgt H.
Qed.

End Lift.
