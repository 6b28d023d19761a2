(** * ERM over networks that are sparse on the sample, without clipping

   The distribution has mass p at a point x of the cube and 1 - p at -x.  If x is not in the
   sample, s neurons with w = W x / sqrt n and b = -B are inactive on it and have the value
   s (W sqrt n + B) at x. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning averages cube logarithm
  product_spaces.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Unclipped.
Variables (F : rcfType) (E : finType) (s m : nat) (W B p : F).
Hypotheses (E0 : (0 < #|E|)%N) (B0 : 0 <= B) (W0 : 0 <= W).
Hypotheses (BW : B <= W * Num.sqrt #|E|%:R) (p0 : 0 <= p) (p1 : p <= 1).
Let r := Num.sqrt #|E|%:R : F.
Let x : cube E := [ffun=> true].
Let y : cube E := [ffun=> false].
Implicit Types (w : {ffun 'I_m -> cube E}).

Definition two_points (z : cube E) : F := p * (z == x)%:R + (1 - p) * (z == y)%:R.
Definition blind_net w : network F E [ord s] := fun=>
  if [exists t, w t == x] then Neuron 0 (fun=> 0) 0 else Neuron 1 (fun=> W / r) (- B).

Lemma x_neq_y : x != y.
Proof.
case/card_gt0P: E0 => e _; apply/negP => /eqP/ffunP/(_ e).
by rewrite !ffunE.
Qed.

Lemma r_gt0 : 0 < r. Proof. by rewrite sqrtr_gt0 ltr0n. Qed.
Lemma r_sq : r * r = #|E|%:R. Proof. by rewrite -expr2 sqr_sqrtr ?ler0n. Qed.

Lemma mean_two_points (f : cube E -> F) : mean two_points f = p * f x + (1 - p) * f y.
Proof.
have one z : \sum_t (t == z)%:R * f t = f z.
  by rewrite (bigD1 z) //= eqxx mul1r big1 ?addr0 // => t /negbTE ->; rewrite mul0r.
rewrite /mean -!one !mulr_sumr -big_split; apply: eq_bigr => t _ /=.
by rewrite /two_points !mulrA -mulrDl.
Qed.

Lemma distribution_two_points : distribution two_points.
Proof.
split=> [z|]; first by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 ?ler0n.
have -> : \sum_z two_points z = mean two_points (fun=> 1) by apply: eq_bigr => z _; rewrite mulr1.
by rewrite mean_two_points !mulr1 addrC subrK.
Qed.

Lemma support_two_points z : two_points z != 0 -> z = x \/ z = y.
Proof.
rewrite /two_points; case: (z =P x) => [->|_]; first by left.
by case: (z =P y) => [->|_]; [right | rewrite !mulr0 addr0 eqxx].
Qed.

Lemma dot_signs (c : F) (b : bool) : dot (fun=> c) (pt F ([ffun=> b] : cube E))
  = #|E|%:R * (c * sign F b).
Proof. by rewrite /dot -sumc; apply: eq_bigr => e _; rewrite /pt ffunE. Qed.

Lemma scale_blind w : scale (blind_net w) (W ^+ 2) B.
Proof.
rewrite /blind_net; split=> i j; case: ifP => _ /=; rewrite ?expr0n ?normr0 ?mul0r ?sqr_ge0 //.
  rewrite expr1n mul1r /normsq /dot sumc -r_sq; apply: le_of_eq.
  by field; rewrite gt_eqF ?r_gt0.
by rewrite normr1 mul1r normrN ger0_norm.
Qed.

Lemma preact_blind w j t : w t = x \/ w t = y -> preact (blind_net w j) (pt F (w t)) <= 0.
Proof.
move=> wt; rewrite /preact /blind_net; case: existsP => [_|no] /=.
  by rewrite subr0 /dot big1 // => e _; rewrite mul0r.
case: wt => [eq|->]; first by case: no; exists t; rewrite eq.
rewrite opprK dot_signs /sign -r_sq (_ : r * r * _ = - (W * r)); first by rewrite addrC subr_le0.
by field; rewrite gt_eqF ?r_gt0.
Qed.

Lemma blind_value w : ~~ [exists t, w t == x] -> fn (blind_net w) x = s%:R * (W * r + B).
Proof.
move=> no; rewrite /fn /eval (eq_bigr (fun=> W * r + B)) => [|j _].
  by rewrite sumr_const card_ord mulr_natl.
rewrite /blind_net (negbTE no) /= mul1r /preact /= opprK dot_signs /sign -r_sq.
rewrite (_ : r * r * _ = W * r); last by field; rewrite gt_eqF ?r_gt0.
by apply/max_idPr; rewrite addr_ge0 // mulr_ge0 // ltW // r_gt0.
Qed.

Lemma blind_loss w : ~~ [exists t, w t == x] ->
  p * (s%:R * (W * r + B)) ^+ 2 / 2%:R <= net_loss two_points (fn (blind_net w)) (fun=> 0).
Proof.
move=> no; rewrite /net_loss (mean_two_points (fun z => (fn (blind_net w) z - 0) ^+ 2 / 2%:R)).
rewrite blind_value // subr0 -mulrA ler_addl mulr_ge0 ?subr_ge0 //.
by rewrite divr_ge0 ?ler0n ?sqr_ge0.
Qed.

Lemma not_seen : probability (product two_points) (fun w => ~~ [exists t, w t == x]) = (1 - p) ^+ m.
Proof.
have rest : \sum_(z in predC1 x) two_points z = 1 - p.
  have tx : two_points x = p by rewrite /two_points eqxx (negbTE x_neq_y) mulr1 mulr0 addr0.
  have [_ all] := distribution_two_points; move: all; rewrite (bigD1 x) //= tx => /eqP.
  rewrite eq_sym addrC -subr_eq => /eqP ->.
  by apply: eq_bigl => z; rewrite inE.
transitivity (\prod_(t < m) \sum_(z in predC1 x) two_points z).
  by rewrite bigA_distr_big; apply: eq_bigl => w; apply/idP/ffun_onP => [H t|H];
    [move: H; rewrite negb_exists => /forallP/(_ t); rewrite inE
    | rewrite negb_exists; apply/forallP => t; have := H t; rewrite inE].
by rewrite rest prodr_const card_ord.
Qed.

End Unclipped.

Lemma unclipped_erm_fails (F : rcfType) (ln : F -> F) (E : finType) (s m : nat)
    (W B eps delta : F) :
  is_logarithm ln -> (0 < #|E|)%N -> 0 <= W -> 0 <= B -> B <= W * Num.sqrt #|E|%:R ->
  0 < eps -> 0 < delta -> delta < 1 ->
  m%:R < (s%:R ^+ 2 * (W * Num.sqrt #|E|%:R + B) ^+ 2 / (2%:R * eps) - 1) * ln delta^-1 ->
  exists (D : cube E -> F) (erm : {ffun 'I_m -> cube E} -> network F E [ord s]),
  [/\ distribution D,
      forall w : {ffun 'I_m -> cube E}, (forall t, D (w t) != 0) ->
        in_class (fun t => pt F (w t)) 0 (W ^+ 2) B (erm w) /\ forall t, fn (erm w) (w t) = 0
    & delta < probability (product D) (fun w => eps < net_loss D (fn (erm w)) (fun=> 0))].
Proof.
move=> log E0 W0 B0 BW e0 d0 d1; set M := W * _ + B; set A := _ / (2%:R * eps) => mlt.
have lnd : 0 < ln delta^-1.
  rewrite (lnV log) // oppr_gt0; case: log => _ /(_ _ d0) le.
  by apply: le_lt_trans le _; rewrite subr_lt0.
set L := ln delta^-1 in lnd mlt.
have mL : m%:R / L < A - 1 by rewrite ltr_pdivr_mulr.
have mL0 : 0 <= m%:R / L by rewrite divr_ge0 ?ler0n // ltW.
pose a := (1 + m%:R / L + A) / 2%:R.
have lt1 : 1 + m%:R / L < A by rewrite -ltr_subr_addl.
have [a1 aA] : 1 + m%:R / L < a /\ a < A.
  rewrite /a; split; first by rewrite ltr_pdivl_mulr ?ltr0n // mulr_natr mulr2n ltr_add2l.
  by rewrite ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_add2r.
have a10 : 0 < a - 1 by rewrite subr_gt0; apply: le_lt_trans a1; rewrite ler_addl.
have a0 : 0 < a by apply: lt_trans a10 _; rewrite gtr_addl oppr_lt0 ltr01.
pose p := a^-1.
have p0 : 0 <= p by rewrite invr_ge0 ltW.
have p1 : p <= 1 by rewrite invf_le1 // -subr_ge0 ltW.
exists (two_points (E := E) p), (@blind_net F E s m W B); split.
- exact: distribution_two_points.
- move=> w sup; have inactive t j : preact (@blind_net F E s m W B w j) (pt F (w t)) <= 0.
    by apply: preact_blind => //; apply: support_two_points (sup t).
  split=> [|t].
    split; last exact: scale_blind.
    by move=> t; rewrite leqn0 cards_eq0; apply/eqP/setP => j; rewrite !inE ltNge inactive.
  rewrite /fn /eval big1 // => j _; rewrite (_ : relu _ = 0) ?mulr0 //.
  by apply/max_idPl; apply: inactive.
have dp := distribution_product [finType of 'I_m] (distribution_two_points E p0 p1).
apply: (@lt_le_trans _ _ ((1 - p) ^+ m)).
  have q0e : 1 - p = (a - 1) / a by rewrite mulrBl mulfV ?gt_eqF // mul1r.
  have q0 : 0 < 1 - p by rewrite q0e divr_gt0.
  rewrite ltNge; apply/negP => /(ln_mono log (exprn_gt0 m q0)).
  rewrite (lnX log) // leNgt => /negP; apply.
  have -> : ln delta = - L by rewrite /L (lnV log) ?opprK.
  have := ln_ge log q0; have -> : 1 - (1 - p)^-1 = - (a - 1)^-1.
    by rewrite q0e invf_div; field; rewrite gt_eqF.
  move=> le; apply: (@lt_le_trans _ _ (m%:R * - (a - 1)^-1)); last by rewrite ler_wpmul2l ?ler0n.
  by rewrite mulrN ltr_opp2 ltr_pdivr_mulr // mulrC -ltr_pdivr_mulr // ltr_subr_addl.
rewrite -(not_seen m E0 p0 p1).
apply: (probability_mono dp) => w no.
have := @blind_loss F E s m W B p; move=> /(_ E0 B0 W0 p1 w no); apply: lt_le_trans.
have -> : p * (s%:R * M) ^+ 2 / 2%:R = s%:R ^+ 2 * M ^+ 2 / (2%:R * a).
  by rewrite /p; field; rewrite gt_eqF.
move: aA; rewrite /A ltr_pdivl_mulr ?mulr_gt0 ?ltr0n // => lt.
rewrite ltr_pdivl_mulr; last by apply: mulr_gt0 a0; rewrite ltr0n.
by apply: le_lt_trans lt; apply: le_of_eq; ring.
Qed.
