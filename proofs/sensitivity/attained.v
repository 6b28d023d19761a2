(** * The bounds are attained

   Theorem B at every scale, and the networks sigma(x_1 + 1) and
   -sigma(-x_1 + 1), some copies of each, that attain min(2k, s)^2 W^2 wherever
   B >= W. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_constructions averages cube fourier
  embedding patterns.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Output weights times a number *)

Section Rescale.
Variables (F : realFieldType) (E J : finType) (net : network F E J) (c : F).

Definition rescale : network F E J :=
  fun j => Neuron (c * outw (net j)) (inw (net j)) (bias (net j)).

Lemma rescale_fn x : fn rescale x = c * fn net x.
Proof. by rewrite /fn /eval mulr_sumr; apply: eq_bigr => j _; rewrite /= mulrA. Qed.

Lemma rescale_in_class (I : Type) (x : I -> E -> F) k Wsq B :
  in_class x k Wsq B net -> in_class x k (c ^+ 2 * Wsq) (`|c| * B) rescale.
Proof.
case=> sp [sW sB]; split; first exact: sp.
split=> i j /=.
  by rewrite exprMn -mulrA; apply: ler_wpmul2l; [exact: sqr_ge0 | exact: sW].
by rewrite normrM -mulrA; apply: ler_wpmul2l; [exact: normr_ge0 | exact: sB].
Qed.

End Rescale.

Lemma in_class_le (F : realFieldType) (I : Type) (E J : finType) (x : I -> E -> F)
    (net : network F E J) k Wsq B B' :
  B <= B' -> in_class x k Wsq B net -> in_class x k Wsq B' net.
Proof. by move=> le [sp [sW sB]]; split=> //; split=> // i j; apply: le_trans le. Qed.

(** ** Theorem B at every scale *)

Section Extremal.
Variables (F : rcfType) (E J : finType) (p k : nat) (W : F) (v : 'I_p -> E).
Hypotheses (vi : injective v) (p0 : (0 < p)%N) (sJ : (k * 2 ^ p <= #|J|)%N) (W0 : 0 <= W).

(** On the p variables v there is a multiple of 2k chi_P of scale W and
    B = W |p - 2| / sqrt p. *)
Lemma extremal_of_scale : exists2 net : network F E J,
  in_class (@pt F E) k (W ^+ 2) (W / Num.sqrt p%:R * `|p%:R - 2%:R|) net
  & forall x, fn net x = W / Num.sqrt p%:R * (2%:R * k%:R) * chi F [set v q | q in 'I_p] x.
Proof.
have sJ' : (#|[finType of 'I_k * pattern p]| <= #|J|)%N.
  by rewrite card_prod card_ffun card_bool !card_ord.
have [phi phi_inj] := injection_of_card sJ'.
have d01 : 0 <= (0 : F) <= 1 by rewrite lexx ler01.
have c0 : 0 <= W / Num.sqrt p%:R by rewrite divr_ge0 // sqrtr_ge0.
exists (embed (rescale (extremal_net v k 0) (W / Num.sqrt p%:R)) phi).
  apply: embed_in_class => //; first exact: sqr_ge0.
    by rewrite mulr_ge0.
  have -> : W ^+ 2 = (W / Num.sqrt p%:R) ^+ 2 * p%:R.
    rewrite expr_div_n sqr_sqrtr ?ler0n // divfK //.
    by rewrite pnatr_eq0 -lt0n.
  rewrite -{2}[W / _]ger0_norm //; apply: rescale_in_class.
  by have := @extremal_in_class F E p k v 0 vi d01; rewrite addr0.
move=> x; rewrite /fn embed_eval // -[LHS]/(fn (rescale _ _) x) rescale_fn fn_extremal // subr0.
by rewrite [k%:R * _]mulrC mulrA.
Qed.

End Extremal.

(** On any p variables there is one; listed names them. *)
Lemma listed (E : finType) (S : {set E}) (p : nat) : #|S| = p ->
  exists2 v : 'I_p -> E, injective v & [set v q | q in 'I_p] = S.
Proof.
move=> <-; exists (fun q => enum_val q); first exact: enum_val_inj.
apply/setP => e; apply/imsetP/idP => [[q _ ->]|eS]; first exact: enum_valP.
by exists (enum_rank_in eS e) => //; rewrite enum_rankK_in.
Qed.

Section Class.
Variables (F : rcfType) (E J : finType) (k p : nat) (W B : F).
Hypotheses (p0 : (0 < p)%N) (sJ : (k * 2 ^ p <= #|J|)%N) (W0 : 0 <= W).
Hypothesis bias : W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B.

Lemma parity_member (S : {set E}) : #|S| = p -> exists2 net : network F E J,
  in_class (@pt F E) k (W ^+ 2) B net
  & forall x, fn net x = W / Num.sqrt p%:R * (2%:R * k%:R) * chi F S x.
Proof.
move=> /listed[v vi <-]; have [net hC fE] := extremal_of_scale vi p0 sJ W0.
by exists net => //; apply: in_class_le hC.
Qed.

Lemma amplitude_sq :
  (W / Num.sqrt p%:R * (2%:R * k%:R)) ^+ 2 = 4%:R * k%:R ^+ 2 * W ^+ 2 / p%:R.
Proof. by rewrite !exprMn exprVn sqr_sqrtr ?ler0n //; field; rewrite pnatr_eq0 -lt0n. Qed.

End Class.

(** ** Two halves on one coordinate *)

Section Halves.
Variables (F : realFieldType) (E : finType) (e0 : E) (a c : nat) (W : F).
Hypothesis W0 : 0 <= W.

Definition axis (w : F) : E -> F := fun e => if e == e0 then w else 0.

Definition halves_net : network F E [finType of 'I_a + 'I_c] := fun j =>
  match j with
  | inl _ => Neuron 1 (axis W) (- W)
  | inr _ => Neuron (-1) (axis (- W)) (- W)
  end.

Lemma dot_axis w x : dot (axis w) x = w * x e0.
Proof.
rewrite /dot (bigD1 e0) //= /axis eqxx big1 ?addr0 // => e /negbTE ->.
by rewrite mul0r.
Qed.

Lemma preact_halves (x : cube E) j : preact (halves_net j) (pt F x)
  = if (if j is inl _ then true else false) == x e0 then 2%:R * W else 0.
Proof.
by rewrite /preact; case: j => j /=; rewrite dot_axis /pt /sign;
  case: (x e0) => /=; ring.
Qed.

Lemma fn_halves (x : cube E) :
  fn halves_net x = if x e0 then 2%:R * W * a%:R else - (2%:R * W * c%:R).
Proof.
have W2 : 0 <= 2%:R * W by rewrite mulr_ge0 ?ler0n.
have r2 : relu (2%:R * W) = 2%:R * W by apply/max_idPr.
have r0 : relu (0 : F) = 0 by apply/max_idPr.
rewrite /fn /eval; under eq_bigr => j _ do rewrite preact_halves.
rewrite big_sumType /=.
by case: (x e0) => /=; rewrite ?r2 ?r0 !sumr_const !card_ord -[_ *+ a]mulr_natl;
  rewrite -[_ *+ c]mulr_natl; ring.
Qed.

Lemma active_halves (x : cube E) : (#|active halves_net (pt F x)| <= maxn a c)%N.
Proof.
have card1 : #|(@inl 'I_a 'I_c) @: 'I_a| = a.
  by rewrite card_imset ?card_ord // => i j [].
have card2 : #|(@inr 'I_a 'I_c) @: 'I_c| = c.
  by rewrite card_imset ?card_ord // => i j [].
have cases : active halves_net (pt F x) \subset
    (if x e0 then (@inl 'I_a 'I_c) @: 'I_a else (@inr 'I_a 'I_c) @: 'I_c).
  apply/subsetP => j; rewrite inE preact_halves.
  by case: (x e0); case: j => j //=; rewrite ?ltxx // => _; apply: imset_f.
apply: leq_trans (subset_leq_card cases) _.
by case: (x e0); rewrite ?card1 ?card2 ?leq_maxl ?leq_maxr.
Qed.

Lemma scale_halves : scale halves_net (W ^+ 2) W.
Proof.
have N w : normsq (axis w) = w ^+ 2 by rewrite /normsq dot_axis /axis eqxx expr2.
by split=> -[i|i] [j|j] /=; rewrite ?N ?sqrrN ?expr1n ?mul1r ?normrN ?normr1 ?mul1r ?(ger0_norm W0).
Qed.

Lemma AS_halves : AS (fn halves_net) = (a + c)%:R ^+ 2 * W ^+ 2.
Proof.
rewrite AS_sum (bigD1 e0) //= [X in _ + X]big1 ?addr0.
  rewrite -[RHS](avg_const _ (card_cube E)); apply: avg_ext => x.
  by rewrite !fn_halves ffunE eqxx natrD; case: (x e0) => /=; field.
move=> i /negbTE ie; rewrite -[RHS](avg_const _ (card_cube E)).
apply: avg_ext => x; rewrite !fn_halves ffunE eq_sym ie subrr.
by rewrite expr0n mul0r.
Qed.

End Halves.

(** min(2k, s)^2 W^2 is attained for every n >= 1, s, k and B >= W >= 0. *)
Lemma AS_attained (F : realFieldType) (E J : finType) (k : nat) (W B : F) :
  (0 < #|E|)%N -> 0 <= W <= B ->
  exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net
    & AS (fn net) = (minn (2 * k) #|J|)%:R ^+ 2 * W ^+ 2.
Proof.
move=> /card_gt0P[e0 _] /andP[W0 WB]; pose m := minn (2 * k) #|J|.
have split_m : (uphalf m + m./2 = m)%N.
  by rewrite uphalf_half -[RHS]odd_double_half -addnn addnA.
have up : (uphalf m <= k)%N by rewrite leq_uphalf_double -mul2n geq_minl.
have half : (m./2 <= k)%N by apply: leq_trans up; rewrite uphalf_half leq_addl.
have cardJ : (#|[finType of 'I_(uphalf m) + 'I_(m./2)]| <= #|J|)%N.
  by rewrite card_sum !card_ord split_m geq_minr.
have [phi phi_inj] := injection_of_card cardJ.
exists (embed (@halves_net F E e0 (uphalf m) m./2 W) phi).
  apply: embed_in_class (le_trans W0 WB) _ => //; first exact: sqr_ge0.
  apply: in_class_le WB _; split; last exact: scale_halves.
  by move=> x; apply: leq_trans (active_halves _ _ _ W x) _; rewrite geq_max up.
rewrite -/m -[X in X%:R ^+ 2]split_m -(AS_halves e0) //; apply: AS_ext => x.
exact: embed_eval.
Qed.

(** A junta as a network with any larger number of neurons. *)
Lemma junta_in_any_size (F : realFieldType) (E J : finType) (p : nat) (v : 'I_p -> E)
    (f : pattern p -> bool) :
  injective v -> (2 ^ p <= #|J|)%N ->
  exists2 net : network F E J, in_class (@pt F E) 1 p%:R `|p%:R - 1| net
    & forall x, fn net x = sign F (f (shown v x)).
Proof.
move=> vi sJ; have sJ' : (#|[finType of 'I_1 * pattern p]| <= #|J|)%N.
  by rewrite card_prod card_ffun card_bool !card_ord mul1n.
have [phi phi_inj] := injection_of_card sJ'.
exists (embed (junta_net v (fun alpha => sign F (f alpha))) phi).
  by apply: embed_in_class; rewrite ?ler0n ?normr_ge0 //; exact: junta_in_class.
by move=> x; rewrite /fn embed_eval // -[LHS]/(fn _ x) junta_fn.
Qed.

(** 4 k^2 W^2 is attained by 4k neurons, without bias. *)
Lemma AS_extremal_of_scale (F : rcfType) (E J : finType) (k : nat) (W B : F) :
  (2 <= #|E|)%N -> (4 * k <= #|J|)%N -> 0 <= W -> 0 <= B ->
  exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net
    & AS (fn net) = 4%:R * k%:R ^+ 2 * W ^+ 2.
Proof.
move=> n2 s4 W0 B0; have s4' : (k * 2 ^ 2 <= #|J|)%N by rewrite mulnC.
have [v vi] : exists v : 'I_2 -> E, injective v by apply: injection_of_card; rewrite card_ord.
have [net hC fE] := extremal_of_scale vi isT s4' W0.
exists net; first by apply: in_class_le hC; rewrite subrr normr0 mulr0.
rewrite (AS_ext fE) AS_chi card_imset // card_ord !exprMn exprVn sqr_sqrtr ?ler0n //.
by field.
Qed.
