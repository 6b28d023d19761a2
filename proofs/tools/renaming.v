(** * Ordinals for finite types

   A sample, its coordinates and the neurons of the networks may be renamed:
   what holds for some finite types holds for 'I_m, 'I_n and 'I_s. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Sparseact Require Import definitions averages embedding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Coordinates.
Variables (F : realFieldType) (E E' : finType) (f : E' -> E).
Hypothesis f_bij : bijective f.

Lemma dot_rename (w x : E -> F) : dot (fun e => w (f e)) (fun e => x (f e)) = dot w x.
Proof. by rewrite /dot [RHS](reindex f) //=; apply: onW_bij. Qed.

Definition rename_coordinates (J : finType) (net : network F E J) : network F E' J :=
  fun j => Neuron (outw (net j)) (fun e => inw (net j) (f e)) (bias (net j)).

Variables (J : finType) (net : network F E J).
Local Notation net' := (rename_coordinates net).

Lemma preact_rename j (x : E -> F) : preact (net' j) (fun e => x (f e)) = preact (net j) x.
Proof. by rewrite /preact dot_rename. Qed.

Lemma eval_rename (x : E -> F) : eval net' (fun e => x (f e)) = eval net x.
Proof. by apply: eq_bigr => j _; rewrite preact_rename. Qed.

Lemma in_class_rename (I I' : Type) (g : I' -> I) (x : I -> E -> F) k Wsq B :
  in_class x k Wsq B net -> in_class (fun i e => x (g i) (f e)) k Wsq B net'.
Proof.
case=> sp [sW sB]; split; last by split=> // i j; rewrite /normsq dot_rename; apply: sW.
move=> i; apply: leq_trans (sp (g i)); apply: subset_leq_card; apply/subsetP => j.
by rewrite !inE preact_rename.
Qed.

End Coordinates.

Lemma to_ordinals (F : realFieldType) (I E J : finType) (x : I -> E -> F)
    (h : {ffun I -> bool} -> network F E J) (k : nat) (Wsq Rsq B : F) :
  0 <= Wsq -> 0 <= B ->
  (forall i, normsq (x i) <= Rsq) ->
  (forall z, in_class x k Wsq B (h z)) ->
  exists (x' : 'I_#|I| -> 'I_#|E| -> F)
         (h' : {ffun 'I_#|I| -> bool} ->
                 network F [ord #|E|] [ord #|J|]),
  [/\ forall i, normsq (x' i) <= Rsq,
      forall z, in_class x' k Wsq B (h' z)
    & mean_correlation x' h' = mean_correlation x h].
Proof.
move=> W0 B0 xR hC.
pose g : 'I_#|I| -> I := @enum_val I predT.
pose f : [ord #|E|] -> E := @enum_val E predT.
pose phi : J -> [ord #|J|] := @enum_rank J.
have phi_inj : injective phi by exact: enum_rank_inj.
have f_bij : bijective f by exact: enum_val_bij.
have g_bij : bijective g by exact: enum_val_bij.
pose zr (z : {ffun 'I_#|I| -> bool}) : {ffun I -> bool} := [ffun i => z (enum_rank i)].
have zr_bij : bijective zr.
  exists (fun z : {ffun I -> bool} => [ffun i => z (g i)]) => z; apply/ffunP => i;
    by rewrite !ffunE /g ?enum_valK ?enum_rankK.
exists (fun i e => x (g i) (f e)), (fun z => rename_coordinates f (embed (h (zr z)) phi)).
split=> [i|z|]; first by rewrite /normsq dot_rename //; exact: xR.
  by apply: in_class_rename => //; apply: embed_in_class.
rewrite /mean_correlation -(avg_bij (fun z => correlation x z (h z)) zr_bij).
apply: avg_ext => z; rewrite /correlation -[RHS](avg_bij _ g_bij); apply: avg_ext => i.
by rewrite eval_rename // embed_eval // ffunE /g enum_valK.
Qed.
