(** * Statistical queries do not learn sparsely activated networks (§1, Theorem 3, first part)

   On the quadratic lift every parity of m bits is a network of the class with one active
   neuron, so a query about the network is a query about the parity, and a learner of the
   networks is a learner of the parities. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions definitions_learning averages
  cube fourier embedding quadratic_lift parities statistical_queries near_parities
  parity_learners.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Size and scale of the corrected sum *)

Lemma range_size (I : finType) (S : {set I}) :
  (#|range (congruent S) (#|S|)| <= (#|I|)./2.+1)%N.
Proof.
have SI : (#|S| <= #|I|)%N by apply: max_card.
have in_range t : congruent S (range_val t) && (`|@range_val (congruent S) #|S| t| <= #|S|)%N.
  by rewrite -range_codom codom_f.
pose f (t : range (congruent S) (#|S|)) : 'I_(#|I|./2.+1) :=
  inord (`|#|S|%:Z - range_val t| %/ 4)%N.
suff fI : injective f by rewrite -[X in (_ <= X)%N]card_ord; apply: (leq_card f).
move=> t u /(congr1 val); have /andP[ct lt] := in_range t; have /andP[cu lu] := in_range u.
rewrite /f /= !inordK; last first.
- by move: lt SI; move: (range_val t) => c; move: #|S| #|I| => p q; lia.
- by move: lu SI; move: (range_val u) => c; move: #|S| #|I| => p q; lia.
move=> e; apply: range_inj; move: ct cu lt lu e; rewrite /congruent.
by move: (range_val t) (range_val u) => c d; move: #|S| => p; lia.
Qed.

Section Scale.
Variables (F : realFieldType) (I : finType) (S : {set I}).
Hypothesis I0 : (0 < #|I|)%N.
Local Notation m := #|I|.

Lemma range_val_sq (t : range (congruent S) #|S|) :
  (range_val t)%:~R ^+ 2 <= m%:R ^+ 2 :> F.
Proof.
have := codom_f (@range_val (congruent S) #|S|) t; rewrite range_codom => /andP[_ le].
rewrite -[X in X <= _]real_normK ?num_real // ler_sqr ?nnegrE ?normr_ge0 ?ler0n //.
rewrite -intr_norm -[X in _ <= X]/(m%:Z%:~R) ler_int.
by move: le (max_card (mem S)); move: (range_val t) => a; move: #|S| #|I| => p q; lia.
Qed.

Lemma corrected_scale :
  scale (corrected_parity_net F S) (20%:R * m%:R ^+ 3) (4%:R * m%:R ^+ 2).
Proof.
have m1 : 1 <= m%:R :> F by rewrite ler1n.
have m0 : 0 <= m%:R :> F by rewrite ler0n.
have s0 : 0 <= #|S|%:R :> F by rewrite ler0n.
have sm : #|S|%:R <= m%:R :> F by rewrite ler_nat max_card.
have mm : m%:R <= m%:R ^+ 2 :> F by rewrite expr2 ler_pemulr.
have mmm : m%:R ^+ 2 <= m%:R ^+ 3 :> F by rewrite [_ ^+ 3]exprSr ler_pemulr ?exprn_ge0.
split=> i j; rewrite /= mulr1 subr0.
  rewrite parity_normsq; have a2 := range_val_sq j.
  have -> : 20%:R * m%:R ^+ 3 = 2%:R ^+ 2 * (m%:R ^+ 3 + 4%:R * m%:R ^+ 2 * m%:R) :> F by ring.
  apply: ler_wpmul2l; first exact: sqr_ge0.
  apply: ler_add.
    apply: le_trans mmm; rewrite expr2; apply: (@le_trans _ _ (#|S|%:R * #|S|%:R)).
      by apply: ler_wpmul2l => //; rewrite ler_subl_addr ler_addl ler01.
    by apply: ler_pmul.
  apply: ler_pmul => //; first by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
  by apply: ler_wpmul2l => //; apply: ler0n.
rewrite parity_bias ger0_norm ?ler0n //; have a2 := range_val_sq j.
have a0 := sqr_ge0 ((range_val j)%:~R : F).
have -> : 4%:R * m%:R ^+ 2 = 2%:R * (m%:R ^+ 2 + m%:R ^+ 2) :> F by ring.
apply: ler_wpmul2l; first exact: ler0n.
have h0 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
have h1 : 2%:R^-1 <= 1 :> F by rewrite invf_le1 ?ltr0n // ler1n.
have sm2 := le_trans sm mm.
rewrite ler_norml; apply/andP; split.
  apply: (@le_trans _ _ (- 1)).
    by rewrite ler_opp2 (le_trans m1) // (le_trans mm) // ler_addl (le_trans m0).
  by rewrite ler_subr_addr (@le_trans _ _ 0) ?addr_ge0 // addrC subr_le0.
by rewrite ler_subl_addr (le_trans (ler_add sm2 a2)) // ler_addl.
Qed.

End Scale.

(** ** More coordinates *)

(** The networks on the coordinates P, on the coordinates of an injection of P into E. *)
Section Coordinates.
Variables (F : realFieldType) (P E : finType) (phi : P -> E).
Hypothesis phi_inj : injective phi.

Definition spread (w : P -> F) : E -> F :=
  fun e => if [pick p | phi p == e] is Some p then w p else 0.

Lemma spread_phi w p : spread w (phi p) = w p.
Proof.
by rewrite /spread; case: pickP => [i /eqP /phi_inj -> //|/(_ p)]; rewrite eqxx.
Qed.

Lemma dot_spread w x v : (forall p, x (phi p) = v p) -> dot (spread w) x = dot w v.
Proof.
move=> xv; rewrite /dot (bigID (mem (codom phi))) /= [X in _ + X]big1 ?addr0.
  rewrite (eq_bigl (fun e => e \in phi @: P)) => [|e].
    rewrite big_imset /=; last by move=> i j _ _; apply: phi_inj.
    by apply: eq_bigr => p _; rewrite spread_phi xv.
  by apply/codomP/imsetP => [[p ->]|[p _ ->]]; exists p.
move=> e no; rewrite /spread; case: pickP => [p /eqP pe|_]; last by rewrite mul0r.
by case/negP: no; rewrite -pe codom_f.
Qed.

Variables (J : finType) (net : network F P J).
Definition spread_net : network F E J :=
  fun j => Neuron (outw (net j)) (spread (inw (net j))) (bias (net j)).

Variables (x : E -> F) (v : P -> F).
Hypothesis xv : forall p, x (phi p) = v p.

Lemma preact_spread j : preact (spread_net j) x = preact (net j) v.
Proof. by rewrite /preact (dot_spread _ xv). Qed.

Lemma eval_spread : eval spread_net x = eval net v.
Proof. by apply: eq_bigr => j _; rewrite preact_spread. Qed.

Lemma active_spread : active spread_net x = active net v.
Proof. by apply/setP => j; rewrite !inE preact_spread. Qed.

Lemma scale_spread Wsq B : scale net Wsq B -> scale spread_net Wsq B.
Proof.
case=> sW sB; split=> i j; last exact: sB.
by rewrite /= /normsq (dot_spread _ (spread_phi _)); apply: sW.
Qed.

End Coordinates.

(** ** The distribution and the networks *)

Section Reduction.
Variables (F : realFieldType) (I E J : finType) (phi : I * I -> E).
Hypothesis phi_inj : injective phi.
Implicit Types (y : cube I) (S : {set I}).
Local Notation lift_point := (lift_point phi).
Local Notation lift_law := (lift_law F phi).

Lemma pt_lift_point y p : pt F (lift_point y) (phi p) = lift F y p.
Proof.
rewrite /pt ffunE; case: pickP => [i /eqP /phi_inj -> |/(_ p)]; last by rewrite eqxx.
rewrite /lift /pt; case: eqP => // _.
by rewrite sign_mul; case: (y p.1); case: (y p.2); rewrite /sign /=; ring.
Qed.

Lemma lift_law_distribution : distribution lift_law.
Proof.
split=> [x|]; first by apply: avg_ge0 => y; apply: ler0n.
rewrite -avg_sum -[RHS](avg_const _ (card_cube I)); apply: avg_ext => y.
by rewrite (bigD1 (lift_point y)) //= eqxx big1 ?addr0 // => x; rewrite eq_sym => /negbTE ->.
Qed.

Lemma lift_mean f : mean lift_law f = avg (fun y => f (lift_point y)).
Proof.
rewrite /mean.
under eq_bigr => x _ do rewrite mulrC -avgZ.
rewrite -avg_sum; apply: avg_ext => y.
by rewrite (bigD1 (lift_point y)) //= eqxx mulr1 big1 ?addr0 // => x;
  rewrite eq_sym => /negbTE ->; rewrite mulr0.
Qed.

Lemma lift_support x : lift_law x != 0 -> exists y, x = lift_point y.
Proof.
move=> x0; have [/existsP[y /eqP e]|no] := boolP [exists y, lift_point y == x]; first by exists y.
case/negP: x0; apply/eqP; rewrite -[RHS](avg_const _ (card_cube I)); apply: avg_ext => y.
by case: eqP => // e; case/existsP: no; exists y; rewrite e.
Qed.

Hypotheses (I0 : (0 < #|I|)%N) (J_size : (#|I|./2 < #|J|)%N).
Variables (Wsq B : F).
Hypotheses (W_size : 20%:R * #|I|%:R ^+ 3 <= Wsq) (B_size : 4%:R * #|I|%:R ^+ 2 <= B).

(** Every parity is a network of the class. *)
Lemma parity_in_class S : exists2 net : network F E J,
  in_class (@support F E lift_law) 1 Wsq B net
  & forall y, fn net (lift_point y) = (chi F S y == 1)%:R.
Proof.
have [psi psi_inj] := injection_of_card (leq_trans (range_size S) J_size).
have W0 : 0 <= 20%:R * #|I|%:R ^+ 3 :> F by rewrite mulr_ge0 ?exprn_ge0 ?ler0n.
have B0 : 0 <= 4%:R * #|I|%:R ^+ 2 :> F by rewrite mulr_ge0 ?exprn_ge0 ?ler0n.
exists (embed (spread_net phi (corrected_parity_net F S)) psi).
  have : in_class (@support F E lift_law) 1 (20%:R * #|I|%:R ^+ 3) (4%:R * #|I|%:R ^+ 2)
      (embed (spread_net phi (corrected_parity_net F S)) psi).
    apply: embed_in_class => //; split; last by apply: scale_spread => //; apply: corrected_scale.
    move=> x; have [y xy] := lift_support (svalP x); rewrite /support xy.
    rewrite (active_spread phi_inj _ (pt_lift_point y)).
    exact: corrected_parity_active.
  case=> sp [sW sB]; split=> //; split=> i j; first exact: le_trans (sW i j) _.
  exact: le_trans (sB i j) _.
move=> y; rewrite /fn embed_eval // (eval_spread phi_inj _ (pt_lift_point y)).
rewrite corrected_parity_chi [in LHS]chi_sign; case: (chi F S y == 1); rewrite /sign /=.
  by rewrite -[1 + 1]/(2%:R) divff ?pnatr_eq0.
by rewrite subrr mul0r.
Qed.

(** Queries, oracles and learners on the lift. *)
Definition pull (psi : net_query F E) : query F I := fun y b => psi (lift_point y) b%:R.

Lemma pull_bounded psi : net_bounded psi -> bounded (pull psi).
Proof. by move=> b y l; apply: b. Qed.

Variables (H : Type) (A : net_learner F E H).

Definition pull_learner (H' : Type) (f : H -> H') : sq_learner F I H' :=
  SqLearner (fun a => f (net_conclude A a)) (fun a => pull_bounded (net_ask_bounded A a)).

Lemma pull_outcome (H' : Type) (f : H -> H') O q :
  outcome (pull_learner f) O q = f (net_outcome A (fun psi => O (pull psi)) q).
Proof. by []. Qed.

Section Target.
Variables (S : {set I}) (h : cube E -> F).
Hypothesis hS : forall y, h (lift_point y) = (chi F S y == 1)%:R.

Lemma pull_mean psi : mean lift_law (fun x => psi x (h x)) = query_mean (pull psi) S.
Proof. by rewrite lift_mean; apply: avg_ext => y; rewrite hS. Qed.

Lemma pull_oracle tau O :
  valid_oracle tau S O -> net_oracle lift_law h tau (fun psi => O (pull psi)).
Proof. by move=> v psi b; rewrite pull_mean; apply: v; apply: pull_bounded. Qed.

Lemma lift_zero_one : zero_one lift_law h.
Proof.
move=> x /lift_support[y ->]; rewrite hS.
by case: (_ == _); [right | left].
Qed.

Lemma pull_error g :
  net_error lift_law g h = classification_error F (fun y => g (lift_point y)) S.
Proof.
rewrite /net_error lift_mean; apply: avg_ext => y; rewrite hS.
by case: (chi F S y == 1); rewrite ?eqxx // mulr0n [0 == 1]eq_sym oner_eq0.
Qed.

Lemma pull_loss g : net_loss lift_law g h = parity_loss (fun y => g (lift_point y)) S.
Proof. by rewrite /net_loss lift_mean; apply: avg_ext => y; rewrite hS. Qed.

End Target.

End Reduction.

(** ** The lower bounds *)

Section Bounds.
Variables (F : realFieldType) (m : nat) (E J : finType) (Wsq B : F).
Hypotheses (m0 : (0 < m)%N) (E_size : (m ^ 2 <= #|E|)%N) (J_size : (m./2 < #|J|)%N).
Hypotheses (W_size : 20%:R * m%:R ^+ 3 <= Wsq) (B_size : 4%:R * m%:R ^+ 2 <= B).

Let I : finType := [ord m].

Lemma lift_injection : exists phi : I * I -> E, injective phi.
Proof. by apply: injection_of_card; rewrite card_prod card_ord. Qed.

Section Fixed.
Variable phi : I * I -> E.
Hypothesis phi_inj : injective phi.
Local Notation D := (lift_law F phi).
Local Notation restrict g := (fun y => g (lift_point phi y)).

Lemma class_member S : exists2 net : network F E J,
  in_class (@support F E D) 1 Wsq B net
  & forall y, fn net (lift_point phi y) = (chi F S y == 1)%:R.
Proof. by apply: parity_in_class => //; rewrite card_ord. Qed.

Lemma learns_pulled tau q (H H' : Type) (A : net_learner F E H) (f : H -> H')
    (success : H -> (cube E -> F) -> Prop) (near : {set I} -> H' -> bool) :
  sq_learns J 1 Wsq B D tau q A success ->
  (forall S g h, (forall y, h (lift_point phi y) = (chi F S y == 1)%:R) ->
     success g h -> near S (f g)) ->
  forall S O, valid_oracle tau S O -> near S (outcome (pull_learner phi A f) O q).
Proof.
move=> learns sn S O valid; have [net hC hS] := class_member S.
by rewrite pull_outcome; apply: (sn S _ _ hS); apply: learns => //; apply: pull_oracle.
Qed.

Lemma third_near S g h : (forall y, h (lift_point phi y) = (chi F S y == 1)%:R) ->
  within_third D g h -> classification_error F (restrict g) S <= 3%:R^-1.
Proof. by move=> hS; rewrite /within_third (pull_error hS); apply; apply: (lift_zero_one hS). Qed.

Lemma loss_near S eps g h : (forall y, h (lift_point phi y) = (chi F S y == 1)%:R) ->
  within_loss D eps g h -> parity_loss (restrict g) S <= eps.
Proof. by move=> hS; rewrite /within_loss (pull_loss hS). Qed.

Section Error.
Variables (tau : F) (q : nat) (A : net_learner F E (cube E -> bool)).
Hypothesis tau0 : 0 < tau.
Hypothesis learns : sq_learns J 1 Wsq B D tau q A (within_third D).

Let near (S : {set I}) (g : cube I -> bool) := classification_error F g S <= 3%:R^-1.
Let finds := learns_pulled (f := fun g => restrict g) (near := near) learns third_near.

Lemma error_queries_gt : (most_near m < 2 ^ m)%N ->
  ((2 ^ m)%N%:R - (most_near m)%:R) * tau ^+ 2 < q%:R.
Proof. by have := queries_gt (near := near) tau0 (@near_most F I) finds; rewrite card_ord. Qed.

End Error.

Section Loss.
Variables (tau eps : F) (q L : nat) (A : net_learner F E (cube E -> F)).
Hypotheses (tau0 : 0 < tau) (eps8 : eps < 8%:R^-1) (epsL : (1 - 8%:R * eps)^-1 < L.+1%:R).
Hypothesis learns : sq_learns J 1 Wsq B D tau q A (within_loss D eps).

Let near (S : {set I}) (g : cube I -> F) := parity_loss g S <= eps.
Let finds := learns_pulled (f := fun g => restrict g) (near := near) learns
  (fun S g h => @loss_near S eps g h).
Let near_L (g : cube I -> F) := near_parity_loss g eps8 epsL.

Lemma loss_queries_gt : (L < 2 ^ m)%N -> ((2 ^ m)%N%:R - L%:R) * tau ^+ 2 < q%:R.
Proof. by have := queries_gt (near := near) tau0 near_L finds; rewrite card_ord. Qed.

End Loss.

End Fixed.

End Bounds.

(** ** The bound with cube roots *)

Section Constants.
Variables (F : realFieldType) (m : nat).

Lemma most_near_le6 : (most_near m <= 6)%N.
Proof. by rewrite /most_near; case: ifP => // _; case: ifP. Qed.

Lemma most_near_ge3 : (3 <= m)%N -> (3 <= most_near m)%N.
Proof. by rewrite /most_near; case: m => [|[|[|[|k]]]]. Qed.

Lemma loss_twelfth : (1 - 8%:R * 12%:R^-1)^-1 < 4%:R :> F.
Proof. by rewrite (_ : 1 - _ = 3%:R^-1) ?invrK ?ltr_nat //; field. Qed.

Lemma five_eighths (tau : F) (q L : nat) : (3 <= m)%N -> (L <= 6)%N -> (L <= most_near m)%N ->
  ((L < 2 ^ m)%N -> ((2 ^ m)%N%:R - L%:R) * tau ^+ 2 < q%:R) ->
  5%:R / 8%:R * 2%:R ^+ m * tau ^+ 2 < q%:R.
Proof.
move=> m3 L6 Lm H; have L8 : (8 * L <= 3 * 2 ^ m)%N.
  move: m3 L6 Lm; rewrite /most_near; case: m => [|[|[|[|k]]]] //= _; rewrite ?expnS.
    by lia.
  by have := expn_gt0 2 k; lia.
have lt : (L < 2 ^ m)%N by have := expn_gt0 2 m; lia.
apply: le_lt_trans (H lt); apply: ler_wpmul2r; first exact: sqr_ge0.
rewrite mulrAC ler_pdivr_mulr ?ltr0n // mulrBl ler_subr_addr -natrX -!natrM -natrD ler_nat.
by move: L8; lia.
Qed.

Lemma tolerance_or_queries (c tau : F) (q : nat) : 0 < c -> c ^+ 3 = 2%:R -> 0 < tau ->
  5%:R / 8%:R * 2%:R ^+ m * tau ^+ 2 < q%:R ->
  tau <= c ^- m \/ 5%:R / 8%:R * c ^+ m < q%:R.
Proof.
move=> c0 c3 t0 lt; case: (lerP tau (c ^- m)) => [|tc]; [by left | right].
apply: le_lt_trans lt; rewrite -[X in _ <= X]mulrA; apply: ler_wpmul2l.
  by rewrite divr_ge0 ?ler0n.
have cm : 0 < c ^+ m by rewrite exprn_gt0.
have c1 : 1 <= tau * c ^+ m.
  by rewrite -ler_pdivr_mulr // div1r ltW.
rewrite -c3 -exprM [(3 * m)%N]mulnC exprM.
move: (c ^+ m) cm c1 => d cm c1.
rewrite (_ : _ * _ = d * (tau * d) ^+ 2); last by ring.
rewrite ler_pemulr ?(ltW cm) //.
by rewrite -[X in X <= _](expr1n _ 2) ler_sqr ?nnegrE ?ler01 // mulr_ge0 // ltW.
Qed.

End Constants.

(** The corrected parity network with m/2 + 1 neurons, rounded down. *)
Lemma corrected_parity_padded (F : realFieldType) (m : nat) (S : {set 'I_m}) : (0 < m)%N ->
  exists2 net : network F [finType of 'I_m * 'I_m] [ord m./2.+1],
    in_class (@lift F _) 1 (20%:R * m%:R ^+ 3) (4%:R * m%:R ^+ 2) net
    & forall y, eval net (lift F y) = (1 + chi F S y) / 2%:R.
Proof.
move=> m0; have I0 : (0 < #|'I_m|)%N by rewrite card_ord.
have size : (#|range (congruent S) (#|S|)| <= #|'I_(m./2.+1)|)%N.
  by rewrite card_ord; have := range_size S; rewrite card_ord.
have [psi psi_inj] := injection_of_card size.
exists (embed (corrected_parity_net F S) psi) => [|y]; last first.
  by rewrite embed_eval // corrected_parity_chi.
apply: embed_in_class => //; rewrite ?mulr_ge0 ?exprn_ge0 ?ler0n //.
split; first by move=> y; apply: corrected_parity_active.
by have := corrected_scale F S I0; rewrite card_ord.
Qed.

(** Exponentially small tolerance or exponentially many queries, at all sizes. *)
Lemma tolerance_or_queries_sizes (F : realFieldType) (m : nat) (E J : finType) (Wsq B : F) :
  theorem_3_sizes m E J Wsq B -> (3 <= m)%N -> exists2 D : cube E -> F, distribution D &
  forall (c tau : F) (q : nat), 0 < c -> c ^+ 3 = 2%:R -> 0 < tau ->
  (exists A, sq_learns J 1 Wsq B D tau q A (within_third D)) \/
  (exists A, sq_learns J 1 Wsq B D tau q A (within_loss D 12%:R^-1)) ->
  tau <= c ^- m \/ 5%:R / 8%:R * c ^+ m < q%:R.
Proof.
case=> m0 En Js [Ws Bs] m3; have [phi phi_inj] := lift_injection En.
exists (lift_law F phi) => [|c tau q c0 c3 t0 learns]; first exact: lift_law_distribution.
apply: tolerance_or_queries => //; case: learns => -[A learns].
  apply: (five_eighths m3 (most_near_le6 m) (leqnn _)).
  exact: (error_queries_gt m0 Js Ws Bs phi_inj t0 learns).
apply: (five_eighths m3 _ (most_near_ge3 m3)) => //.
apply: (loss_queries_gt m0 Js Ws Bs phi_inj t0 _ _ learns).
  by rewrite ltf_pinv ?posrE ?ltr0n // ltr_nat.
exact: loss_twelfth.
Qed.

(** The same at the printed sizes. *)
Lemma tolerance_or_queries_printed (F : realFieldType) (m : nat) (c tau : F) (q : nat) :
  (3 <= m)%N -> 0 < c -> c ^+ 3 = 2%:R -> 0 < tau ->
  let learns H A success := forall D, distribution D ->
    @sq_learns F [ord m ^ 2] [ord m./2.+1] 1
      (20%:R * m%:R ^+ 3) (4%:R * m%:R ^+ 2) D tau q H A (success D) in
  (exists A, learns _ A (@within_third F _)) \/
  (exists A, learns _ A (fun D => within_loss D 12%:R^-1)) ->
  tau <= c ^- m \/ 5%:R / 8%:R * c ^+ m < q%:R.
Proof.
move=> m3 c0 c3 t0 learns hyp.
have sizes : theorem_3_sizes m [ord m ^ 2] [ord m./2.+1]
    (20%:R * m%:R ^+ 3) (4%:R * m%:R ^+ 2 : F).
  by split; rewrite ?card_ord //; apply: leq_trans m3.
have [D Dd bound] := tolerance_or_queries_sizes sizes m3.
apply: (bound c tau q c0 c3 t0); case: hyp => -[A learnsA]; [left | right];
  by exists A; apply: learnsA.
Qed.
