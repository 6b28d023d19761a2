(** * |h(x)| <= k (W sqrt n + B) (§3, proof of Theorem 8) *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cauchy_schwarz cube average_sensitivity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Supremum.
Variables (F : rcfType) (E J : finType) (net : network F E J) (k : nat) (W B : F).
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (hC : in_class (@pt F E) k (W ^+ 2) B net).

(** |u_j <w_j, x>| <= W sqrt n, by Cauchy-Schwarz. *)
Lemma neuron_dot_le j x :
  `|outw (net j) * dot (inw (net j)) (pt F x)| <= W * Num.sqrt #|E|%:R.
Proof.
have Wn : 0 <= W * Num.sqrt #|E|%:R by rewrite mulr_ge0 ?sqrtr_ge0.
rewrite -ler_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real // [X in _ <= X]exprMn.
rewrite sqr_sqrtr ?ler0n // exprMn.
have cs : dot (inw (net j)) (pt F x) ^+ 2 <= #|E|%:R * normsq (inw (net j)).
  have := @cauchy F E setT (fun e => inw (net j) e * pt F x e).
  rewrite cardsT /dot (eq_bigl predT) => [|e]; last by rewrite inE.
  move=> /le_trans; apply; apply: ler_wpmul2l; first exact: ler0n.
  rewrite (eq_bigl predT) => [|e]; last by rewrite inE.
  apply: le_of_eq; apply: eq_bigr => e _.
  by rewrite expr2 mulrACA /pt sign_sq mulr1.
apply: le_trans (ler_wpmul2l (sqr_ge0 _) cs) _.
rewrite mulrCA mulrC; apply: ler_wpmul2r; first exact: ler0n.
by case: hC => _ [sW _]; apply: sW.
Qed.

Lemma fn_le x : `|fn net x| <= k%:R * (W * Num.sqrt #|E|%:R + B).
Proof.
case: hC => sp [_ sB].
have M0 : 0 <= W * Num.sqrt #|E|%:R by rewrite mulr_ge0 ?sqrtr_ge0.
have term j : `|outw (net j) * relu (preact (net j) (pt F x))|
    <= if j \in active net (pt F x) then W * Num.sqrt #|E|%:R + B else 0.
  rewrite inE /relu; case: ltP => [_|le]; last by rewrite mulr0 normr0.
  rewrite /preact mulrBr; apply: le_trans (ler_norm_sub _ _) _.
  by apply: ler_add; [exact: neuron_dot_le | rewrite normrM; exact: sB].
apply: le_trans (ler_norm_sum _ _ _) _.
apply: le_trans (ler_sum _ (fun j _ => term j)) _.
rewrite -big_mkcond /= sumr_const -[_ *+ _]mulr_natl.
apply: ler_wpmul2r; first by rewrite addr_ge0.
by rewrite ler_nat; apply: sp.
Qed.

End Supremum.
