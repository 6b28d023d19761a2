(** * Theorem H at points of the cube

   The rows of Sylvester's matrix of order 2^t, divided by their norm p = 2^(t/2), are
   orthonormal.  So the points (H_u, H_v) of the cube in 2 * 2^t dimensions have the inner
   products of the points p e_u + p f_v of Theorem H, and a linear isometry takes its networks
   there.  With a = b = g^4 the ratio is at least g^2/17. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions averages cube embedding
  binomials renaming rectangles rectangles_mean rademacher conjecture_20 orthogonal_points.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Equal points *)

Section Extensional.
Variables (F : realFieldType) (I E J : finType) (x y : I -> E -> F).
Hypothesis xy : forall i, x i =1 y i.

Lemma preact_ext (nr : neuron F E) i : preact nr (x i) = preact nr (y i).
Proof. by congr (_ - _); apply: eq_bigr => e _; rewrite xy. Qed.

Lemma in_class_ext k (Wsq B : F) (net : network F E J) :
  in_class x k Wsq B net -> in_class y k Wsq B net.
Proof.
case=> sp sc; split=> // i; rewrite (eq_card (B := active net (x i))); first exact: sp.
by move=> j; rewrite !inE preact_ext.
Qed.

Lemma mean_correlation_ext (h : {ffun I -> bool} -> network F E J) :
  mean_correlation x h = mean_correlation y h.
Proof.
apply: avg_ext => z; apply: avg_ext => i; congr (_ * _).
by apply: eq_bigr => j _; rewrite preact_ext.
Qed.

End Extensional.

(** ** Linear isometries *)

Section Isometry.
Variables (F : realFieldType) (E E' : finType) (c : E -> E' -> F).
Hypothesis orthonormal : forall d e, dot (c d) (c e) = (d == e)%:R.

Definition image (v : E -> F) : E' -> F := fun i => \sum_e v e * c e i.

Lemma dot_image v w : dot (image v) (image w) = dot v w.
Proof.
rewrite /dot /image; under eq_bigr => i _ do rewrite mulr_suml.
rewrite exchange_big; apply: eq_bigr => d _ /=.
under eq_bigr => i _ do rewrite mulr_sumr.
rewrite exchange_big (bigD1 d) //= [X in _ + X]big1 ?addr0 => [|e ed].
  have c1 : 1 = \sum_i c d i * c d i by have := orthonormal d d; rewrite eqxx.
  by rewrite -[RHS]mulr1 [in RHS]c1 mulr_sumr; apply: eq_bigr => i _; ring.
transitivity (v d * w e * dot (c d) (c e)).
  by rewrite mulr_sumr; apply: eq_bigr => i _; ring.
by rewrite orthonormal eq_sym (negbTE ed) mulr0.
Qed.

Variables (I J : finType) (x : I -> E -> F).

Definition image_net (net : network F E J) : network F E' J :=
  fun j => Neuron (outw (net j)) (image (inw (net j))) (bias (net j)).

Lemma in_class_image k Wsq B net : in_class x k Wsq B net ->
  in_class (fun i => image (x i)) k Wsq B (image_net net).
Proof.
case=> sp [sW sB]; split; last by split=> // i j; rewrite /normsq dot_image; apply: sW.
move=> i; rewrite (eq_card (B := active net (x i))); first exact: sp.
by move=> j; rewrite !inE /preact dot_image.
Qed.

Lemma mean_correlation_image h :
  mean_correlation (fun i => image (x i)) (fun z => image_net (h z)) = mean_correlation x h.
Proof.
apply: avg_ext => z; apply: avg_ext => i; congr (_ * _).
by apply: eq_bigr => j _; rewrite /preact dot_image.
Qed.

End Isometry.

(** Points of the cube, their coordinates and the neurons numbered. *)
Lemma cube_to_ordinals (F : realFieldType) (I E J : finType) (x : I -> cube E)
    (h : {ffun I -> bool} -> network F E J) (k : nat) (Wsq B : F) :
  0 <= Wsq -> 0 <= B -> (forall z, in_class (fun i => pt F (x i)) k Wsq B (h z)) ->
  exists (x' : 'I_#|I| -> cube [ord #|E|])
         (h' : {ffun 'I_#|I| -> bool} -> network F [ord #|E|] [ord #|J|]),
    (forall z, in_class (fun i => pt F (x' i)) k Wsq B (h' z))
    /\ mean_correlation (fun i => pt F (x' i)) h' = mean_correlation (fun i => pt F (x i)) h.
Proof.
move=> W0 B0 hC.
pose g : 'I_#|I| -> I := @enum_val I predT; pose f : [ord #|E|] -> E := @enum_val E predT.
pose phi : J -> [ord #|J|] := @enum_rank J; have phi_inj : injective phi := @enum_rank_inj J.
have f_bij : bijective f by exact: enum_val_bij.
have g_bij : bijective g by exact: enum_val_bij.
pose zr (z : {ffun 'I_#|I| -> bool}) : {ffun I -> bool} := [ffun i => z (enum_rank i)].
have zr_bij : bijective zr.
  exists (fun z : {ffun I -> bool} => [ffun i => z (g i)]) => z; apply/ffunP => i;
    by rewrite !ffunE /g ?enum_valK ?enum_rankK.
pose x' i : cube [ord #|E|] := [ffun e => x (g i) (f e)].
have xE i : (fun e => pt F (x (g i)) (f e)) =1 pt F (x' i) by move=> e; rewrite /pt ffunE.
exists x', (fun z => rename_coordinates f (embed (h (zr z)) phi)); split=> [z|].
  apply: (in_class_ext xE); apply: (@in_class_rename _ _ _ _ f_bij _ _ _ _ g (fun i =>
    pt F (x i))); exact: (embed_in_class phi_inj W0 B0 (hC _)).
rewrite -(mean_correlation_ext xE) /mean_correlation.
rewrite -(avg_bij (fun z => correlation (fun i => pt F (x i)) z (h z)) zr_bij).
apply: avg_ext => z; rewrite /correlation -[RHS](avg_bij _ g_bij); apply: avg_ext => i.
by rewrite (eval_rename f_bij) embed_eval // ffunE /g enum_valK.
Qed.

(** ** The points (H_u, H_v) *)

Section Rows.
Variables (F : rcfType) (n N t : nat).
Hypotheses (nt : (n <= 2 ^ t)%N) (Nt : (N <= 2 ^ t)%N).
Local Notation rows := [finType of 'I_(2 ^ t) + 'I_(2 ^ t)].
Let p : F := Num.sqrt (2 ^ t)%:R.

Lemma root_gt0 : 0 < p. Proof. by rewrite sqrtr_gt0 ltr0n expn_gt0. Qed.
Lemma root_sq : p ^+ 2 = (2 ^ t)%:R. Proof. by rewrite sqr_sqrtr ?ler0n. Qed.

Definition row_point (i : points n N) : cube rows := [ffun e : rows =>
  match e with
  | inl l => sylvester (widen_ord nt i.1) l
  | inr l => sylvester (widen_ord Nt i.2) l
  end].

Definition unit_row (e : coord n N) (l : rows) : F :=
  match e, l with
  | inl u, inl l => sylvester_point F (widen_ord nt u) l / p
  | inr v, inr l => sylvester_point F (widen_ord Nt v) l / p
  | _, _ => 0
  end.

Lemma unit_row_orthonormal d e : dot (unit_row d) (unit_row e) = (d == e)%:R.
Proof.
have dotE (r r' : 'I_(2 ^ t)) :
    \sum_l sylvester_point F r l / p * (sylvester_point F r' l / p) = (r == r')%:R.
  have eq := sylvester_orthogonal F r r'; rewrite -/p /dot in eq.
  rewrite (eq_bigr (fun l => (p ^+ 2)^-1 * (sylvester_point F r l * sylvester_point F r' l))).
    rewrite -mulr_sumr eq; case: eqP => _; last by rewrite mulr0.
    by rewrite mulVf // expf_neq0 // gt_eqF ?root_gt0.
  by move=> l _; rewrite expr2 invfM; move: (p^-1) => u; ring.
rewrite /dot big_sumType /=; case: d => u; case: e => v /=.
- by rewrite dotE big1 ?addr0 => [|l _]; rewrite ?mulr0.
- by rewrite !big1 ?addr0 // => l _; rewrite ?mulr0 ?mul0r.
- by rewrite !big1 ?addr0 // => l _; rewrite ?mulr0 ?mul0r.
- by rewrite dotE big1 ?add0r => [|l _]; rewrite ?mulr0.
Qed.

Lemma row_pointE i : image unit_row (rectangle_point p p i) =1 pt F (row_point i).
Proof.
have p1 (s : F) : p * (s / p) = s by rewrite mulrC divfK // gt_eqF ?root_gt0.
case: i => u v l; rewrite /image big_sumType /pt ffunE /=; case: l => l /=.
  rewrite [X in _ + X]big1 => [|e _]; last by rewrite mulr0.
  by rewrite addr0 (bigD1 u) //= eqxx p1 big1 ?addr0 // => e /negbTE ->; rewrite mul0r.
rewrite [X in X + _]big1 => [|e _]; last by rewrite mulr0.
by rewrite add0r (bigD1 v) //= eqxx p1 big1 ?addr0 // => e /negbTE ->; rewrite mul0r.
Qed.

End Rows.

(** ** The ratio *)

(** For g >= 1 there are points of a cube, a scale and networks of the class, with a mean
    correlation of at least (g^2/17) (WR + B) sqrt(sk/m), where R^2 is the dimension. *)
Lemma cube_correlation_ge (F : rcfType) (g : nat) : (0 < g)%N ->
  exists (m n s k : nat) (x : 'I_m -> cube [ord n]) (W B : F)
         (h : {ffun 'I_m -> bool} -> network F [ord n] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N], 0 < W /\ 0 < B,
      forall zeta, in_class (fun i => pt F (x i)) k (W ^+ 2) B (h zeta)
    & g%:R ^+ 2 / 17%:R * (W * Num.sqrt n%:R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation (fun i => pt F (x i)) h].
Proof.
move=> g0; pose a := (g ^ 4)%N; pose h := (a * a)%N; pose N := (a * 2 ^ a)%N.
pose k := 'C(h.-1, a.-1); pose t := (h.*2 + N)%N; pose r := Num.sqrt (2 ^ t)%:R : F.
have a0 : (0 < a)%N by rewrite expn_gt0 g0.
have h0 : (0 < h)%N by rewrite muln_gt0 a0.
have ah : (a <= h)%N by rewrite leq_pmulr.
have an : (a <= h.*2)%N by rewrite -addnn (leq_trans ah) ?leq_addr.
have k0 : (0 < k)%N by rewrite bin_gt0 -!subn1 leq_sub2r.
have r0 : 0 < r by exact: root_gt0.
have nt : (h.*2 <= 2 ^ t)%N by apply: leq_trans (ltnW (ltn_expl _ _)); rewrite // leq_addr.
have Nt : (N <= 2 ^ t)%N by apply: leq_trans (ltnW (ltn_expl _ _)); rewrite // leq_addl.
have [omega] := mean_correlation_attained a h N an r0 r0.
move=> /(le_trans (mean_columns_ge F a0 a0 h0 ah)); rewrite -/k.
pose Wsq : F := a%:R / r ^+ 2 + a%:R / r ^+ 2.
have cls z : in_class (fun i => pt F (row_point nt Nt i)) k Wsq 1
    (image_net (unit_row F nt Nt) (@shuffled_net F a a h h.*2 N r r omega z)).
  apply: (in_class_ext (row_pointE F nt Nt)); apply: in_class_image.
    exact: unit_row_orthonormal.
  exact: shuffled_net_in_class.
rewrite -(mean_correlation_image (@unit_row_orthonormal F _ _ _ nt Nt)).
rewrite (mean_correlation_ext (row_pointE F nt Nt)) => le.
have W0 : 0 < Wsq by rewrite addr_gt0 ?divr_gt0 ?exprn_gt0 ?ltr0n.
have := cube_to_ordinals (ltW W0) ler01 cls; rewrite card_points card_neurons.
have -> : #|[finType of 'I_(2 ^ t) + 'I_(2 ^ t)]| = (2 * 2 ^ t)%N.
  by rewrite card_sum !card_ord mul2n addnn.
move=> [x [net [cls' E]]]; rewrite -E in le.
exists (h.*2 * N)%N, (2 * 2 ^ t)%N, (2 * 'C(h.*2, a))%N, k, x, (Num.sqrt Wsq), 1, net.
split=> //.
- have N0 : (0 < N)%N by rewrite muln_gt0 a0 expn_gt0.
  rewrite k0 muln_gt0 double_gt0 h0 N0; split=> //.
  by apply: sparsity_lt; rewrite // -addnn leq_addr.
- by rewrite sqrtr_gt0 W0 ltr01.
- by move=> z; rewrite sqr_sqrtr ?(ltW W0).
apply: le_trans le.
have gE : a%:R = g%:R ^+ 2 ^+ 2 :> F by rewrite natrX -exprM.
have g1 : 1 <= g%:R ^+ 2 :> F by rewrite -natrX ler1n expn_gt0 g0.
have WR : Num.sqrt Wsq * Num.sqrt (2 * 2 ^ t)%:R = 2%:R * g%:R ^+ 2.
  rewrite -sqrtrM ?(ltW W0) // (_ : Wsq * _ = (2%:R * g%:R ^+ 2) ^+ 2).
    by rewrite sqrtr_sqr ger0_norm // mulr_ge0 ?exprn_ge0 ?ler0n.
  rewrite /Wsq -/(root_sq F t) root_sq gE natrM; field.
  by rewrite pnatr_eq0 expn_eq0.
rewrite WR; have := @ratio_le F a a h k a0 a0 (leqnn _) erefl; rewrite -/N gE.
move: (_ / (h.*2 * N)%:R) (g%:R ^+ 2 : F) g1 => z y y1 zle.
have y0 : 0 < y := lt_le_trans ltr01 y1; have kF : 0 < k%:R :> F by rewrite ltr0n.
move: (k%:R : F) kF zle => K kF zle.
have root : Num.sqrt z <= 17%:R / 12%:R * K / y ^+ 2.
  have r1 : 0 <= 17%:R / 12%:R * K / y ^+ 2.
    by rewrite !mulr_ge0 ?invr_ge0 ?exprn_ge0 ?ler0n // ltW.
  rewrite -(ger0_norm r1) -sqrtr_sqr; apply: ler_wsqrtr; apply: le_trans zle _.
  rewrite -subr_ge0 (_ : _ - _ = (12%:R ^+ 2)^-1 * (K / y ^+ 2) ^+ 2); last first.
    by field; rewrite gt_eqF.
  by rewrite mulr_ge0 ?invr_ge0 ?sqr_ge0 ?exprn_ge0 ?ler0n.
apply: (@le_trans _ _ (y / 17%:R * (2%:R * y + 1) * (17%:R / 12%:R * K / y ^+ 2))).
  by apply: ler_wpmul2l root; rewrite !mulr_ge0 ?invr_ge0 ?addr_ge0 ?mulr_ge0 ?ler0n ?ler01 ?ltW.
rewrite -subr_ge0 (_ : _ - _ = K * (y - 1) / (12%:R * y)); last by field; rewrite gt_eqF.
by rewrite divr_ge0 ?mulr_ge0 ?subr_ge0 ?ler0n ?(ltW kF) ?(ltW y0).
Qed.

(** So no constant will do for samples from cubes. *)
Lemma no_constant_in_cubes (F : rcfType) : complete F -> (forall t : F, exists M : nat,
  t <= M%:R) ->
  ~ exists C : F, forall (m n s k : nat) (x : 'I_m -> cube [ord n]) (W B r : F),
    (0 < m)%N -> (0 < k)%N -> (k < s)%N -> 0 < W -> 0 < B ->
    is_rademacher s k (fun i => pt F (x i)) W B r ->
    r <= C * (W * Num.sqrt n%:R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> comp above [C HC]; have [M CM] := above C; pose g := (17 * M).+1.
have [m [n [s [k [x [W [B [h [[m0 k0 ks] [W0 B0] cls le]]]]]]]]] := @cube_correlation_ge F g isT.
have xR i : normsq (pt F (x i)) <= Num.sqrt n%:R ^+ 2.
  rewrite sqr_sqrtr ?ler0n // /normsq /dot (eq_bigr (fun=> 1)) ?sumr_const ?card_ord // => e _.
  exact: sign_sq.
have [r rad] := rademacher_exists s k W comp m0 (ltW B0) xR.
have := le_trans (le_trans le (rademacher_ge cls rad)) (HC m n s k x W B r m0 k0 ks W0 B0 rad).
have s0 : (0 < s)%N := leq_ltn_trans (leq0n k) ks.
have pos : 0 < (W * Num.sqrt n%:R + B) * Num.sqrt (s%:R * k%:R / m%:R).
  by rewrite mulr_gt0 ?ltr_paddl ?mulr_ge0 ?sqrtr_ge0 ?(ltW W0) // sqrtr_gt0 divr_gt0 ?mulr_gt0
    ?ltr0n.
rewrite -[X in X <= _ -> _]mulrA -[X in _ <= X -> _]mulrA ler_pmul2r // leNgt => /negP; apply;
  apply: le_lt_trans CM _.
rewrite ltr_pdivl_mulr ?ltr0n // -natrX -natrM ltr_nat mulnC.
by apply: (@leq_trans g) => //; rewrite -{1}[g]expn1 leq_pexp2l.
Qed.
