(** * Filling up a sample

   A sample is filled up with copies of one of its points.  A network that is chosen by the signs
   of the given points alone has no correlation, on average, with the signs of the others. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions averages cube renaming.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Padding.
Variables (F : realFieldType) (I K E J : finType) (x : I -> E -> F) (i0 : I).
Variable h : {ffun I -> bool} -> network F E J.
Local Notation both := [finType of I + K].

Definition padded (j : both) : E -> F := match j with inl i => x i | inr _ => x i0 end.
Definition given_signs (z : {ffun both -> bool}) : {ffun I -> bool} := [ffun i => z (inl i)].

Definition joined_sign (w : {ffun I -> bool} * {ffun K -> bool}) (j : I + K) : bool :=
  match j with inl i => w.1 i | inr c => w.2 c end.

Lemma avg_sign (c : K) : avg (fun z : {ffun K -> bool} => sign F (z c)) = 0.
Proof.
have e := avg_flip (fun z : cube K => sign F (z c)) c.
have {}e : avg (fun z : {ffun K -> bool} => sign F (z c))
    = - avg (fun z : {ffun K -> bool} => sign F (z c)).
  rewrite -[LHS]e -mulN1r -avgZ; apply: avg_ext => z.
  by rewrite ffunE eqxx sign_neg mulN1r.
have : avg (fun z : {ffun K -> bool} => sign F (z c)) *+ 2 == 0 by rewrite mulr2n {1}e addNr.
by rewrite mulrn_eq0 => /eqP.
Qed.

Lemma mean_correlation_padded :
  mean_correlation padded (fun z => h (given_signs z))
  = #|I|%:R / #|both|%:R * mean_correlation x h.
Proof.
have I0 : #|I|%:R != 0 :> F by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists i0.
pose split (z : {ffun both -> bool}) : {ffun I -> bool} * {ffun K -> bool} :=
  (given_signs z, [ffun c => z (inr c)]).
have split_bij : bijective split.
  exists (fun w : {ffun I -> bool} * {ffun K -> bool} => [ffun j : both => joined_sign w j]) =>
    [z|[u v]].
    by apply/ffunP => -[i|c]; rewrite !ffunE /= ?ffunE.
  by congr pair; apply/ffunP => i; rewrite !ffunE /= ?ffunE.
pose f (w : {ffun I -> bool} * {ffun K -> bool}) : F :=
  #|both|%:R^-1 * (#|I|%:R * correlation x w.1 (h w.1)
    + \sum_c eval (h w.1) (x i0) * sign F (w.2 c)).
transitivity (avg f).
  rewrite -(avg_bij _ split_bij); apply: avg_ext => z.
  rewrite /f /correlation {1}/avg mulrC big_sumType /=; congr (_ * (_ + _)).
    by rewrite /avg mulrC divfK //; apply: eq_bigr => i _; rewrite ffunE.
  by apply: eq_bigr => c _; rewrite ffunE mulrC.
rewrite avg_pair /mean_correlation -avgZ; apply: avg_ext => z; rewrite /f /= avgZ avgD avg_sum.
rewrite big1 => [|c _]; last by rewrite avgZ avg_sign mulr0.
by rewrite addr0 (avg_const _ (card_cube K)) mulrA [_^-1 * _]mulrC.
Qed.

End Padding.

Lemma pad_sample (F : realFieldType) (m m' n s k : nat) (x : 'I_m -> 'I_n -> F)
    (h : {ffun 'I_m -> bool} -> network F [ord n] [ord s]) (Wsq Rsq B : F) :
  (0 < m)%N -> (m <= m')%N -> 0 <= Wsq -> 0 <= B -> (forall i, normsq (x i) <= Rsq) ->
  (forall z, in_class x k Wsq B (h z)) ->
  exists (x' : 'I_m' -> 'I_n -> F) (h' : {ffun 'I_m' -> bool} -> network F [ord n] [ord s]),
  [/\ forall i, normsq (x' i) <= Rsq, forall z, in_class x' k Wsq B (h' z)
    & mean_correlation x' h' = m%:R / m'%:R * mean_correlation x h].
Proof.
move=> m0 mm' W0 B0 xR cls; pose K := [ord m' - m].
have R' j : normsq (padded x (Ordinal m0) (K := K) j) <= Rsq by case: j => i; apply: xR.
have cls' (z : {ffun [finType of [ord m] + K] -> bool}) : in_class (padded x (Ordinal m0) (K := K))
  k Wsq B (h (given_signs z)).
  by case: (cls (given_signs z)) => sp sc; split=> // -[i|i]; apply: sp.
have := to_ordinals W0 B0 R' cls'; rewrite mean_correlation_padded.
have -> : #|[finType of [ord m] + K]| = m' by rewrite card_sum !card_ord subnKC.
by rewrite !card_ord.
Qed.
