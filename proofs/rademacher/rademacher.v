(** * The empirical Rademacher complexity exists

   The correlations of a class of bounded scale are bounded, so that over a field with least
   upper bounds there is a complexity.  It is no less than the mean correlation of any networks
   of the class, and at most any bound on all of these. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rademacher.
Variable F : rcfType.

(** Correlations of the class are bounded, so the suprema exist. *)
Lemma dot_bound (E : finType) (w x : E -> F) : `|dot w x| <= normsq w + normsq x.
Proof.
apply: le_trans (ler_norm_sum _ _ _) _.
rewrite /normsq /dot -big_split /=; apply: ler_sum => e _.
rewrite normrM -!expr2 -[w e ^+ 2]real_normK ?num_real // -[x e ^+ 2]real_normK ?num_real //.
move: `|w e| `|x e| (normr_ge0 (w e)) (normr_ge0 (x e)) => u v u0 v0.
rewrite -subr_ge0 (_ : _ - _ = ((u - v) ^+ 2 + (u ^+ 2 + v ^+ 2)) / 2%:R).
  by apply: divr_ge0; rewrite ?ler0n // !addr_ge0 ?sqr_ge0.
by field.
Qed.

Lemma relu_bound (t : F) : `|relu t| <= `|t|.
Proof.
rewrite /relu; case: (leP 0 t) => // _; by rewrite normr0 normr_ge0.
Qed.

Lemma correlation_bound (m n s : nat) (x : 'I_m -> 'I_n -> F) (W B R : F) :
  (0 < m)%N -> (forall i, normsq (x i) <= R ^+ 2) ->
  forall zeta (net : network F [ord n] [ord s]),
    scale net (W ^+ 2) B ->
    correlation x zeta net <= s%:R * (W ^+ 2 + R ^+ 2 + B).
Proof.
move=> m0 xR zeta net [sW sB].
rewrite /correlation -[X in _ <= X](@avg_const F [ord m]) ?card_ord //.
apply: ler_avg => i; apply: le_trans (ler_norm _) _.
rewrite normrM sign_norm mul1r; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite -[in X in _ <= X](card_ord s) -sumc; apply: ler_sum => j _.
rewrite normrM; apply: le_trans (ler_wpmul2l (normr_ge0 _) (relu_bound _)) _.
rewrite -normrM /preact mulrBr; apply: le_trans (ler_norm_sub _ _) _.
apply: ler_add; last by rewrite normrM.
have -> : outw (net j) * dot (inw (net j)) (x i)
          = dot (fun e => outw (net j) * inw (net j) e) (x i).
  by rewrite /dot mulr_sumr; apply: eq_bigr => e _; rewrite mulrA.
apply: le_trans (dot_bound _ _) _; apply: ler_add => //.
apply: le_trans (sW j j); rewrite /normsq /dot mulr_sumr; apply: ler_sum => e _.
by rewrite mulrACA expr2.
Qed.

(** ** The complexity of any class *)

Section Class.
Variables (m n s : nat) (x : 'I_m -> 'I_n -> F).
Implicit Types C : network F [ord n] [ord s] -> Prop.

(** It exists if the class is not empty and its correlations are bounded. *)
Lemma rademacher_of_exists C (net0 : network F [ord n] [ord s]) (b : F) :
  complete F -> C net0 -> (forall zeta net, C net -> correlation x zeta net <= b) ->
  exists r, is_rademacher_of x C r.
Proof.
move=> comp C0 Cb.
have : forall zeta, exists r, is_sup (fun y => exists2 net, C net & y = correlation x zeta net) r.
  move=> zeta; apply: comp; first by exists (correlation x zeta net0), net0.
  by exists b => y [net Cn ->]; apply: Cb.
by move/fin_all_exists => [U HU]; exists (avg U); exists U.
Qed.

(** It is at least the mean correlation of networks of the class. *)
Lemma rademacher_of_ge C (r : F)
    (h : {ffun 'I_m -> bool} -> network F [ord n] [ord s]) :
  (forall zeta, C (h zeta)) -> is_rademacher_of x C r -> mean_correlation x h <= r.
Proof.
move=> hC [best Hb ->]; apply: ler_avg => z.
by case: (Hb z) => H _; apply: H; exists (h z).
Qed.

(** It is at most any bound on the mean correlations of networks of the class: where the
    suprema are not attained, networks come as near to them as one likes. *)
Lemma rademacher_of_le C (r b : F) :
  (forall h : {ffun 'I_m -> bool} -> network F [ord n] [ord s],
     (forall zeta, C (h zeta)) -> mean_correlation x h <= b) ->
  is_rademacher_of x C r -> r <= b.
Proof.
move=> hb [best Hb ->]; case: (leP (avg best) b) => // lt.
pose d := (avg best - b) / 2%:R.
have d0 : 0 < d by rewrite divr_gt0 ?ltr0n // subr_gt0.
pose near zeta (net : network F [ord n] [ord s]) :=
  C net /\ best zeta - d <= correlation x zeta net.
have one zeta : ~ ~ exists net, near zeta net.
  move=> none; case: (Hb zeta) => _ /(_ (best zeta - d)) least.
  have : best zeta <= best zeta - d.
    apply: least => _ [net Hn ->].
    case: (leP (correlation x zeta net) (best zeta - d)) => // /ltW H.
    by case: none; exists net.
  by rewrite ler_subr_addr ger_addl leNgt d0.
have all (zetas : seq {ffun 'I_m -> bool}) : ~ ~ exists h, forall zeta, zeta \in zetas ->
    near zeta (h zeta).
  elim: zetas => [|zeta zetas IH] none.
    by apply: none; exists (fun=> fun=> Neuron 0 (fun=> 0) 0).
  apply: IH => -[h Hh]; apply: (one zeta) => -[net Hn]; apply: none.
  exists (fun z => if z == zeta then net else h z) => z.
  by rewrite inE; case: eqP => [-> _|_ /Hh].
exfalso; apply: (all (enum {ffun 'I_m -> bool})) => -[h Hh].
have Hall zeta : near zeta (h zeta) by apply: Hh; rewrite mem_enum.
have := hb h (fun zeta => (Hall zeta).1); apply/negP; rewrite -ltNge.
apply: (@lt_le_trans _ _ (avg (fun zeta => best zeta - d))); last first.
  by apply: ler_avg => zeta; exact: (Hall zeta).2.
rewrite avgB (avg_const _ (card_cube _)) ltr_subr_addr -ltr_subr_addl.
by rewrite ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl subr_gt0.
Qed.

(** It is no less for a larger class, and unique. *)
Lemma rademacher_of_mono C C' (r r' : F) : (forall net, C net -> C' net) ->
  is_rademacher_of x C r -> is_rademacher_of x C' r' -> r <= r'.
Proof.
move=> sub [f Hf ->] [g Hg ->]; apply: ler_avg => z.
case: (Hf z) (Hg z) => _ least [upper _]; apply: least => y [net Cn yE].
by apply: upper; exists net; first exact: sub.
Qed.

Lemma rademacher_of_unique C (r r' : F) :
  is_rademacher_of x C r -> is_rademacher_of x C r' -> r = r'.
Proof.
by move=> rad rad'; apply/eqP; rewrite eq_le !(@rademacher_of_mono C C).
Qed.

End Class.

(** ** The networks that are k-sparse on the sample, or on average over it *)

Section Sparse.
Variables (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B : F).

Lemma rademacher_ge (r : F)
    (h : {ffun 'I_m -> bool} -> network F [ord n] [ord s]) :
  (forall zeta, in_class x k (W ^+ 2) B (h zeta)) ->
  is_rademacher s k x W B r -> mean_correlation x h <= r.
Proof. exact: rademacher_of_ge. Qed.

Lemma rademacher_le (r b : F) :
  (forall h : {ffun 'I_m -> bool} -> network F [ord n] [ord s],
     (forall zeta, in_class x k (W ^+ 2) B (h zeta)) -> mean_correlation x h <= b) ->
  is_rademacher s k x W B r -> r <= b.
Proof. exact: rademacher_of_le. Qed.

(** The first class is contained in the second. *)
Lemma in_class_mean_sparse (net : network F [ord n] [ord s]) :
  in_class x k (W ^+ 2) B net -> mean_sparse_class x k (W ^+ 2) B net.
Proof.
move=> [sp sc]; split=> //.
apply: (@leq_trans (\sum_(i < m) k)); last by rewrite sum_nat_const card_ord mulnC.
by apply: leq_sum => i _; apply: sp.
Qed.

(** Both are non-empty, and their correlations are bounded. *)
Lemma zero_in_class : 0 <= B -> in_class x k (W ^+ 2) B
  ((fun=> Neuron 0 (fun=> 0) 0) : network F [ord n] [ord s]).
Proof.
move=> B0; split=> [i|]; last by split=> i j /=; rewrite ?expr0n ?mul0r ?sqr_ge0 // normr0 mul0r.
rewrite (_ : active _ _ = set0) ?cards0 //; apply/setP => j.
by rewrite !inE /preact /dot /= big1 ?subrr ?ltxx // => e _; rewrite mul0r.
Qed.

Lemma mean_sparse_exists (R : F) :
  complete F -> (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  exists r, is_rademacher_of (s := s) x (mean_sparse_class x k (W ^+ 2) B) r.
Proof.
move=> comp m0 B0 xR.
apply: (rademacher_of_exists comp (in_class_mean_sparse (zero_in_class B0))).
by move=> zeta net [_ sc]; apply: correlation_bound m0 xR zeta net sc.
Qed.

Lemma rademacher_exists (R : F) :
  complete F -> (0 < m)%N -> 0 <= B -> (forall i, normsq (x i) <= R ^+ 2) ->
  exists r, is_rademacher s k x W B r.
Proof.
move=> comp m0 B0 xR; apply: (rademacher_of_exists comp (zero_in_class B0)).
by move=> zeta net [_ sc]; apply: correlation_bound m0 xR zeta net sc.
Qed.

End Sparse.

End Rademacher.

