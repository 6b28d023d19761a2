(** * Networks of patterns

   One neuron, or k, for each pattern of p variables.  With the bias p - c and
   0 < c <= 2 the neurons of the pattern that x shows have the pre-activation
   c, and every other one c - 2t <= 0, where t >= 1 is the number of places at
   which its pattern differs.  Juntas have c = 1, the extremal networks of
   Theorem B have c = 2 - delta. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_constructions averages cube fourier.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The number of places at which two sign vectors differ. *)
Definition distance (Q : finType) (a b : Q -> bool) : nat := #|[set q | a q != b q]|.

Lemma distance_gt0 (Q : finType) (a b : {ffun Q -> bool}) : a != b -> (0 < distance a b)%N.
Proof. by move=> /point_neq[q abq]; apply/card_gt0P; exists q; rewrite inE. Qed.

Lemma distance_self (Q : finType) (a : {ffun Q -> bool}) : distance a a = 0%N.
Proof. by apply: eq_card0 => q; rewrite !inE eqxx. Qed.

Lemma dot_signs (F : realFieldType) (Q : finType) (a b : Q -> bool) :
  \sum_q sign F (a q) * sign F (b q) = #|Q|%:R - 2%:R * (distance a b)%:R.
Proof.
under eq_bigr => q _ do rewrite sign_mul.
rewrite sumrB sumr_const -mulr_sumr -natr_sum /distance -sum1dep_card.
congr (_ - _ * _%:R); rewrite [RHS]big_mkcond; apply: eq_bigr => q _.
by case: (_ != _).
Qed.

Section Patterns.
Variables (F : realFieldType) (E : finType) (p : nat) (v : 'I_p -> E).
Hypothesis v_inj : injective v.
Implicit Types (x : cube E) (alpha : pattern p).

Lemma dot_pattern_weight alpha (y : E -> F) :
  dot (pattern_weight F v alpha) y = \sum_q sign F (alpha q) * y (v q).
Proof.
have atv q : pattern_weight F v alpha (v q) = sign F (alpha q).
  by rewrite /pattern_weight; case: pickP => [i /eqP /v_inj -> //|/(_ q)]; rewrite eqxx.
have -> : \sum_q sign F (alpha q) * y (v q)
          = \sum_(e in v @: 'I_p) pattern_weight F v alpha e * y e.
  rewrite big_imset /=; last by move=> i j _ _; apply: v_inj.
  by apply: eq_bigr => q _; rewrite atv.
rewrite /dot (bigID (mem (v @: 'I_p))) /= [X in _ + X]big1 ?addr0 // => e no.
rewrite /pattern_weight; case: pickP => [q /eqP eq|_]; last by rewrite mul0r.
by case/negP: no; rewrite -eq imset_f.
Qed.

Lemma normsq_pattern_weight alpha : normsq (pattern_weight F v alpha) = p%:R.
Proof.
rewrite /normsq dot_pattern_weight (eq_bigr (fun=> 1)) => [|q _].
  by rewrite sumr_const card_ord.
rewrite /pattern_weight; case: pickP => [i /eqP /v_inj ->|/(_ q)]; last by rewrite eqxx.
exact: sign_sq.
Qed.

Lemma preact_pattern k b g j x :
  preact (pattern_net v k b g j) (pt F x)
  = p%:R - 2%:R * (distance j.2 (shown v x))%:R - b.
Proof.
rewrite /preact dot_pattern_weight; congr (_ - _).
rewrite (eq_bigr (fun q => sign F (j.2 q) * sign F (shown v x q))) => [|q _].
  by rewrite dot_signs card_ord.
by rewrite /pt ffunE.
Qed.

Variables (k : nat) (c : F) (g : pattern p -> F).
Hypothesis c0 : 0 < c <= 2%:R.
Local Notation net := (pattern_net v k (p%:R - c) g).

Lemma preact_shown j x : j.2 = shown v x -> preact (net j) (pt F x) = c.
Proof. by move=> e; rewrite preact_pattern e distance_self; ring. Qed.

Lemma preact_other j x : j.2 != shown v x -> preact (net j) (pt F x) <= 0.
Proof.
move=> /distance_gt0; case/andP: c0 => _ c2; rewrite preact_pattern.
move: (distance _ _) => t t0; rewrite -subr_ge0.
rewrite [X in _ <= X](_ : _ = 2%:R * (t%:R - 1) + (2%:R - c)); last by ring.
by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?subr_ge0 // ler1n.
Qed.

Lemma active_pattern j x : (0 < preact (net j) (pt F x)) = (j.2 == shown v x).
Proof.
case: eqP => [/preact_shown ->|/eqP /preact_other]; first by case/andP: c0.
by rewrite ltNge => ->.
Qed.

(** Exactly k neurons are active at every point of the cube. *)
Lemma card_active_pattern x : #|active net (pt F x)| = k.
Proof.
rewrite (_ : active _ _ = setX setT [set shown v x]).
  by rewrite cardsX cardsT card_ord cards1 muln1.
by apply/setP => j; rewrite !inE active_pattern.
Qed.

Lemma fn_pattern x : fn net x = k%:R * c * g (shown v x).
Proof.
rewrite /fn /eval (eq_bigr (fun j => (fun (_ : 'I_k) alpha =>
    if alpha == shown v x then g alpha * c else 0) j.1 j.2)); last first.
  move=> j _; have := active_pattern j x; case: eqP => [e _|/eqP e _] /=.
    by rewrite preact_shown // /relu (max_idPr _) //; case/andP: c0 => /ltW.
  by rewrite /relu (max_idPl (preact_other e)) mulr0.
rewrite -(pair_bigA _ (fun (_ : 'I_k) alpha =>
    if alpha == shown v x then g alpha * c else 0)) /=.
rewrite sumr_const card_ord -big_mkcond big_pred1_eq -mulr_natl.
by move: (g _) => u; ring.
Qed.

Lemma scale_pattern (b : F) : (forall alpha, `|g alpha| <= 1) ->
  scale (pattern_net v k b g) p%:R `|b|.
Proof.
move=> g1; split=> i j; rewrite ?normsq_pattern_weight.
  apply: ler_pimull; first exact: ler0n.
  by rewrite -real_normK ?num_real // expr_le1 // g1.
by apply: ler_pimull; rewrite ?normr_ge0 // g1.
Qed.

End Patterns.

(** ** Theorem 13: juntas *)

Section Juntas.
Variables (F : realFieldType) (E : finType) (p : nat) (v : 'I_p -> E).
Hypothesis v_inj : injective v.

Lemma one_in : 0 < (1 : F) <= 2%:R.
Proof. by rewrite ltr01 ler1n. Qed.

Lemma junta_fn (f : pattern p -> F) x : fn (junta_net v f) x = f (shown v x).
Proof. by rewrite fn_pattern ?one_in //; ring. Qed.

Lemma junta_in_class (f : pattern p -> bool) :
  in_class (@pt F E) 1 p%:R `|p%:R - 1| (junta_net v (fun a => sign F (f a))).
Proof.
split; last by apply: scale_pattern => // a; rewrite sign_norm.
by move=> x; rewrite card_active_pattern ?one_in.
Qed.

End Juntas.

(** ** Theorem B: the extremal networks *)

Section Extremal.
Variables (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E) (delta : F).
Hypotheses (v_inj : injective v) (delta01 : 0 <= delta <= 1).
Local Notation net := (extremal_net v k delta).
Local Notation P := [set v q | q in 'I_p].

Lemma card_variables : #|P| = p.
Proof. by rewrite card_imset ?card_ord. Qed.

Lemma delta_in : 0 < 2%:R - delta <= 2%:R.
Proof.
case/andP: delta01 => d0 d1; rewrite ler_subl_addr ler_addl d0 andbT subr_gt0.
by apply: le_lt_trans d1 _; rewrite ltr1n.
Qed.

Lemma extremalE : net = pattern_net v k (p%:R - (2%:R - delta))
  (fun alpha => \prod_q sign F (alpha q)).
Proof. by rewrite /extremal_net; congr pattern_net; ring. Qed.

Lemma fn_extremal x : fn net x = k%:R * (2%:R - delta) * chi F P x.
Proof.
rewrite extremalE fn_pattern ?delta_in //; congr (_ * _).
rewrite /chi big_imset /=; last by move=> i j _ _; apply: v_inj.
by apply: eq_bigr => q _; rewrite /pt ffunE.
Qed.

Lemma card_active_extremal x : #|active net (pt F x)| = k.
Proof. by rewrite extremalE card_active_pattern ?delta_in. Qed.

Lemma scale_extremal : scale net p%:R `|p%:R - 2%:R + delta|.
Proof.
apply: scale_pattern => // alpha; rewrite normr_prod big1 // => q _.
exact: sign_norm.
Qed.

Lemma extremal_in_class : in_class (@pt F E) k p%:R `|p%:R - 2%:R + delta| net.
Proof. by split; [move=> x; rewrite card_active_extremal | exact: scale_extremal]. Qed.

Lemma AS_extremal : AS (fn net) = (k%:R * (2%:R - delta)) ^+ 2 * p%:R.
Proof. by rewrite (AS_ext fn_extremal) AS_chi card_variables. Qed.

Lemma tail_extremal d : (d < p)%N -> tail (fn net) d = (k%:R * (2%:R - delta)) ^+ 2.
Proof. by move=> dp; rewrite (tail_ext _ fn_extremal) tail_chi ?card_variables. Qed.

Lemma NS_extremal rho :
  NS rho (fn net) = 2%:R^-1 * (1 - rho ^+ p) * (k%:R * (2%:R - delta)) ^+ 2.
Proof. by rewrite (NS_ext _ fn_extremal) NS_chi card_variables. Qed.

End Extremal.

(** The indicator of a pattern as one neuron. *)
Lemma relu_pattern (F : realFieldType) (E : finType) (p : nat) (v : 'I_p -> E)
    (alpha : pattern p) (x : cube E) :
  injective v ->
  relu (dot (pattern_weight F v alpha) (pt F x) - p%:R + 1) = (alpha == shown v x)%:R.
Proof.
move=> vi; have one := one_in F.
pose net := pattern_net v 1 (p%:R - (1 : F)) (fun=> 1).
have -> : dot (pattern_weight F v alpha) (pt F x) - p%:R + 1 = preact (net (ord0, alpha)) (pt F x).
  by rewrite /preact /= opprB addrCA addrC addrA.
case: eqP => [e|/eqP e].
  by rewrite preact_shown // /relu (max_idPr ler01).
by rewrite /relu (max_idPl _) // preact_other.
Qed.

(** The weight of an extremal network above degree p - 1. *)
Lemma extremal_tail (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E) :
  injective v -> (0 < p)%N ->
  let net := extremal_net v k (0 : F) in
  in_class (@pt F E) k p%:R `|p%:R - 2%:R| net /\
  tail (fn net) p.-1 = 4%:R * k%:R ^+ 2 * p%:R / p%:R.
Proof.
move=> vi p0 /=; split.
  by have := @extremal_in_class F E p k v 0 vi; rewrite addr0 lexx ler01; apply.
rewrite tail_extremal ?lexx ?ler01 ?ltn_predL //.
by rewrite mulfK ?pnatr_eq0 -?lt0n // subr0; ring.
Qed.

(** The extremal network with delta = 0 has a tail of at most eps above d if and only if d >= p. *)
Lemma extremal_tail_le (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E)
    (d : nat) :
  injective v -> (0 < p)%N -> (0 < k)%N ->
  let eps : F := 4%:R * k%:R ^+ 2 * p%:R / p.+1%:R in
  let net := extremal_net v k (0 : F) in
  in_class (@pt F E) k p%:R `|p%:R - 2%:R| net /\ (tail (fn net) d <= eps <-> (p <= d)%N).
Proof.
move=> vi p0 k0 /=; split.
  by have := @extremal_in_class F E p k v 0 vi; rewrite addr0 lexx ler01; apply.
suff -> : (tail (fn (extremal_net v k (0 : F))) d <= 4%:R * k%:R ^+ 2 * p%:R / p.+1%:R)
    = (p <= d)%N by [].
case: leqP => pd; last first.
  apply/negbTE; rewrite -ltNge tail_extremal ?lexx ?ler01 // subr0.
  rewrite (_ : (k%:R * 2%:R) ^+ 2 = 4%:R * k%:R ^+ 2); last by ring.
  rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmul2l ?ltr_nat //.
  by rewrite mulr_gt0 ?ltr0n ?exprn_gt0 ?ltr0n.
have -> : tail (fn (extremal_net v k (0 : F))) d = 0.
  apply: big1 => T dT.
  have d01 : 0 <= (0 : F) <= 1 by rewrite lexx ler01.
  rewrite (hat_ext T (fn_extremal k vi d01)) hat_chi; case: eqP => [e|_]; last first.
    by rewrite mul0r expr0n.
  by move: dT; rewrite -e card_imset // card_ord ltnNge pd.
by rewrite divr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n.
Qed.

(** The noise sensitivity of an extremal network. *)
Lemma NS_extremal_exact (F : realFieldType) (E : finType) (p k : nat) (v : 'I_p -> E)
    (delta rho : F) :
  injective v -> (0 < p)%N -> 0 <= delta <= 1 ->
  let net := extremal_net v k delta in
  in_class (@pt F E) k p%:R `|p%:R - 2%:R + delta| net /\
  NS rho (fn net)
  = (1 - delta / 2%:R) ^+ 2 * ((\sum_(i < p) rho ^+ i) / p%:R)
    * (2%:R * (1 - rho) * k%:R ^+ 2 * p%:R).
Proof.
move=> vi p0 d01 net; split; first exact: extremal_in_class.
rewrite NS_extremal //.
have pn : p%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have -> : 1 - rho ^+ p = (1 - rho) * \sum_(i < p) rho ^+ i.
  by rewrite -[1 in LHS](expr1n _ p) subrXX; congr (_ * _);
     apply: eq_bigr => i _; rewrite expr1n mul1r.
by field.
Qed.
