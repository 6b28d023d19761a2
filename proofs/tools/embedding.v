(** * More neurons

   A network with more places than neurons: the other places are taken by
   neurons with u = 0, w = 0 and b = 0, which are never active, since activity
   is strict. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions averages.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma injection_of_card (A B : finType) : (#|A| <= #|B|)%N ->
  exists phi : A -> B, injective phi.
Proof.
move=> le; exists (fun a => enum_val (widen_ord le (enum_rank a))) => a b.
by move=> /enum_val_inj /(congr1 val) /= /val_inj /enum_rank_inj.
Qed.

Section Embedding.
Variables (F : realFieldType) (E J K : finType) (net : network F E J).
Variables (phi : J -> K) (phi_inj : injective phi).

Definition embed : network F E K := fun l =>
  if [pick j | phi j == l] is Some j then net j else Neuron 0 (fun=> 0) 0.

Lemma embed_phi j : embed (phi j) = net j.
Proof.
by rewrite /embed; case: pickP => [i /eqP /phi_inj -> //|/(_ j)]; rewrite eqxx.
Qed.

Lemma embed_other l : l \notin codom phi -> embed l = Neuron 0 (fun=> 0) 0.
Proof.
move=> no; rewrite /embed; case: pickP => // j /eqP e; case/negP: no.
by rewrite -e codom_f.
Qed.

Lemma embed_eval x : eval embed x = eval net x.
Proof.
rewrite /eval (bigID (mem (codom phi))) /= [X in _ + X]big1 ?addr0.
  rewrite (eq_bigl (fun l => l \in phi @: J)) => [|l].
    rewrite big_imset /=; last by move=> i j _ _; apply: phi_inj.
    by apply: eq_bigr => j _; rewrite embed_phi.
  by apply/codomP/imsetP => [[j ->]|[j _ ->]]; exists j.
by move=> l no; rewrite embed_other // mul0r.
Qed.

Lemma embed_active x : #|active embed x| = #|active net x|.
Proof.
rewrite -(card_imset _ phi_inj); apply: eq_card => l; rewrite inE.
case: (boolP (l \in codom phi)) => [/codomP[j ->]|no].
  by rewrite embed_phi mem_imset // inE.
rewrite embed_other // /preact /dot /= big1 ?subrr ?ltxx => [|e _]; last by rewrite mul0r.
by apply/esym/negbTE; apply: contra no => /imsetP[j _ ->]; exact: codom_f.
Qed.

Lemma embed_scale Wsq B : 0 <= Wsq -> 0 <= B -> scale net Wsq B -> scale embed Wsq B.
Proof.
move=> W0 B0 [sW sB].
have dot0 : normsq ((fun=> 0) : E -> F) = 0 by rewrite /normsq /dot big1 // => e _; rewrite mul0r.
split => i j; case: (boolP (i \in codom phi)) => [/codomP[i' ->]|no];
  rewrite ?embed_phi ?(embed_other no) /= ?expr0n ?mul0r ?normr0 ?mul0r //;
  case: (boolP (j \in codom phi)) => [/codomP[j' ->]|noj];
  by rewrite ?embed_phi ?(embed_other noj) //= ?dot0 ?normr0 mulr0.
Qed.

Lemma embed_in_class (I : Type) (x : I -> E -> F) k Wsq B :
  0 <= Wsq -> 0 <= B -> in_class x k Wsq B net -> in_class x k Wsq B embed.
Proof.
move=> W0 B0 [sp sc]; split; last exact: embed_scale.
by move=> i; rewrite embed_active.
Qed.

End Embedding.
