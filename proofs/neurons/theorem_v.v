(** * Theorem V: rarely active neurons contribute little

   For one neuron the mean of f^2 and the probability p of f > 0 are computed coordinate by
   coordinate: the mean over n coordinates is half the sum of two means over n - 1 coordinates.
   The induction compares the two halves.  The sum over the rarely active neurons of a sparse
   network gives the theorem. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning definitions_neurons averages
  cauchy_schwarz cube logarithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** The mean of phi(t + <w, x>), coordinate by coordinate *)

Section Halves.
Variable F : realFieldType.
Implicit Types (phi psi : F -> F) (ws : seq F) (a b c l s t w : F).

Fixpoint halves phi ws t : F :=
  if ws is w :: rest then (halves phi rest (t + w) + halves phi rest (t - w)) / 2%:R else phi t.

Lemma halves_avg (E : finType) phi (w : E -> F) (r : seq E) t : uniq r ->
  avg (fun x : cube E => phi (t + \sum_(e <- r) w e * pt F x e)) = halves phi [seq w e | e <- r] t.
Proof.
elim: r t => [|e r IH] t /=.
  by move=> _; under avg_ext => x do rewrite big_nil addr0; rewrite avg_const ?card_cube.
move=> /andP[er ur]; rewrite -!IH //.
pose f (x : cube E) := phi (t + \sum_(e <- e :: r) w e * pt F x e).
rewrite -[avg _]/(avg f) (_ : avg f = (avg f + avg f) / 2%:R); last by field.
rewrite -{2}(avg_flip f e) -!avgD; congr (_ / _); apply: avg_ext => x; rewrite /f !big_cons.
have -> : \sum_(j <- r) w j * pt F (flip x e) j = \sum_(j <- r) w j * pt F x j.
  by apply: eq_big_seq => j jr; rewrite pt_flip; case: eqP => // je; rewrite -je jr in er.
rewrite pt_flip eqxx !addrA /pt /sign; case: (x e); rewrite ?mulr1 ?mulrN1 ?mulrN ?mulr1 ?opprK //.
by rewrite addrC.
Qed.

Lemma halves_le phi psi ws t : (forall s, phi s <= psi s) -> halves phi ws t <= halves psi ws t.
Proof.
move=> le; elim: ws t => [|w ws IH] t //=.
by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_add.
Qed.

Lemma halves_ge0 phi ws t : (forall s, 0 <= phi s) -> 0 <= halves phi ws t.
Proof.
by move=> p0; elim: ws t => [|w ws IH] t //=; rewrite divr_ge0 ?ler0n // addr_ge0.
Qed.

Lemma halves_shift phi ws t c : halves phi ws (t + c) = halves (fun s => phi (s + c)) ws t.
Proof.
by elim: ws t => [|w ws IH] t //=; rewrite -!IH; congr ((halves _ _ _ + halves _ _ _) / _); ring.
Qed.

Lemma halves_ext phi psi ws t : phi =1 psi -> halves phi ws t = halves psi ws t.
Proof. by move=> e; elim: ws t => [|w ws IH] t //=; rewrite !IH. Qed.

Lemma halves_linear a b phi psi ws t :
  halves (fun s => a * phi s + b * psi s) ws t = a * halves phi ws t + b * halves psi ws t.
Proof. by elim: ws t => [|w ws IH] t //=; rewrite !IH; field. Qed.

(** ** The neuron *)

Definition squared s : F := relu s ^+ 2.
Definition on s : F := (0 < s)%R%:R.

Notation A := (halves squared).
Notation P := (halves on).
Notation M := (halves (@relu F)).

Lemma relu_pos s : 0 < s -> relu s = s.
Proof. by move=> s0; rewrite /relu; apply/max_idPr/ltW. Qed.

Lemma relu_neg s : s <= 0 -> relu s = 0.
Proof. by move=> s0; rewrite /relu; apply/max_idPl. Qed.

Lemma relu_ge0 s : 0 <= relu s :> F.
Proof. by rewrite /relu le_maxr lexx. Qed.

Lemma on_ge0 s : 0 <= on s. Proof. exact: ler0n. Qed.
Lemma squared_ge0 s : 0 <= squared s. Proof. exact: sqr_ge0. Qed.

Lemma P_ge0 ws t : 0 <= P ws t. Proof. exact: halves_ge0 on_ge0. Qed.
Lemma A_ge0 ws t : 0 <= A ws t. Proof. exact: halves_ge0 squared_ge0. Qed.

(** Where the neuron is never active every mean of a function of relu is zero. *)
Lemma halves_inactive phi ws t : (forall s, s <= 0 -> phi s = 0) -> P ws t = 0 ->
  halves phi ws t = 0.
Proof.
move=> p0; elim: ws t => [|w ws IH] t /=.
  by rewrite /on; case: (ltP 0 t) => [_ /eqP|t0 _]; [rewrite oner_eq0 | exact: p0].
move=> /eqP; rewrite mulf_eq0 invr_eq0 pnatr_eq0 orbF paddr_eq0 ?P_ge0 // => /andP[/eqP a /eqP b].
by rewrite !IH // addr0 mul0r.
Qed.

Lemma P_mono ws t c : 0 <= c -> P ws t <= P ws (t + c).
Proof.
move=> c0; rewrite halves_shift; apply: halves_le => s; rewrite /on ler_nat.
by case: (ltP 0 s) => // s0; rewrite ltr_paddr.
Qed.

(** Inequality (ii): a shift by 2w. *)
Lemma A_shift ws t w : 0 <= w ->
  A ws (t + 2%:R * w) <= A ws t + 4%:R * w * M ws t + 4%:R * w ^+ 2 * P ws (t + 2%:R * w).
Proof.
move=> w0; rewrite !halves_shift.
rewrite -[A ws t]mul1r -halves_linear -[X in X + _]mul1r -halves_linear.
apply: halves_le => s; rewrite /squared /on.
have [s0|s0] := ltP 0 s.
  have s1 : 0 < s + 2%:R * w by rewrite ltr_paddr // mulr_ge0 ?ler0n.
  by rewrite !relu_pos // s1; apply: le_of_eq => /=; ring.
rewrite (relu_neg s0); have [s1|s1] := ltP 0 (s + 2%:R * w); last first.
  by rewrite relu_neg // !expr0n /= !(mulr0, addr0).
rewrite relu_pos // expr0n /= !(mulr0, add0r) mulr1.
have -> : 4%:R * w ^+ 2 = (2%:R * w) ^+ 2 by ring.
rewrite ler_sqr ?nnegrE ?mulr_ge0 ?ler0n //; last exact: ltW.
by rewrite -ler_subr_addr subrr.
Qed.

(** The inequality of Cauchy and Schwarz, in the form in which it is used. *)
Lemma M_le ws t x y : 2%:R * x * y * M ws t <= x ^+ 2 * A ws t + y ^+ 2 * P ws t.
Proof.
rewrite -halves_linear -[X in X <= _]addr0 -[X in _ + X](mul0r (P ws t)) -halves_linear.
apply: halves_le => s; rewrite mul0r addr0 /squared /on.
have [s0|s0] := ltP 0 s; last by rewrite relu_neg // expr0n /= !mulr0 addr0.
by rewrite relu_pos // mulr1 -subr_ge0 (_ : _ - _ = (x * s - y) ^+ 2) ?sqr_ge0 //; ring.
Qed.

End Halves.

(** ** Theorem V for one neuron *)

Section Neuron.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis log : is_logarithm ln.
Local Notation L2 := (ln 2%:R).
Implicit Types (ws : seq F) (t w : F).

(** x ln x is convex; at 1 + d it is at most the chord from 1 to 2. *)
Lemma ln_chord d : 0 <= d <= 1 -> (1 + d) * ln (1 + d) <= 2%:R * d * L2.
Proof.
move=> /andP[d0 d1]; have u0 : 0 < 1 + d by rewrite ltr_paddr.
have [lnM ln_le] := log.
have H1 : 0 <= (1 - d) * (d - ln (1 + d)).
  rewrite mulr_ge0 ?subr_ge0 //; apply: le_trans (ln_le _ u0) _.
  by rewrite addrC addKr.
have H2 : 0 <= d * (2%:R * (L2 - ln (1 + d)) - (1 - d)).
  rewrite mulr_ge0 // subr_ge0 -(lnV log u0) -lnM ?invr_gt0 ?ltr0n //.
  have := ln_ge log (_ : 0 < 2%:R / (1 + d)); rewrite divr_gt0 ?ltr0n // => /(_ isT) le.
  apply: le_trans (ler_wpmul2l (ler0n _ 2) le); apply: le_of_eq.
  by field; rewrite gt_eqF.
rewrite -subr_ge0; apply: le_trans (addr_ge0 H1 H2) _; apply: le_of_eq; ring.
Qed.

(** The step of the induction, for halves with the probabilities p(1 + d) and p(1 - d) > 0. *)
Lemma step_inside p d a0 a1 m w V : 0 < p -> 0 <= d < 1 -> 0 <= a1 ->
  a0 * ln (p * (1 + d))^-1 <= 4%:R * L2 * (p * (1 + d)) * V ->
  a1 * ln (p * (1 - d))^-1 <= 4%:R * L2 * (p * (1 - d)) * V ->
  a0 <= a1 + 4%:R * w * m + 4%:R * w ^+ 2 * (p * (1 + d)) ->
  (forall x y, 2%:R * x * y * m <= x ^+ 2 * a1 + y ^+ 2 * (p * (1 - d))) ->
  (a0 + a1) * ln p^-1 <= 8%:R * L2 * p * (w ^+ 2 + V).
Proof.
move=> p0 /andP[d0 d1] a10 IH0 IH1 shift cs; have [lnM ln_le] := log.
have u0 : 0 < 1 + d by rewrite ltr_paddr.
have v0 : 0 < 1 - d by rewrite subr_gt0.
move: IH0 IH1; rewrite !(lnV log) ?mulr_gt0 // !lnM //.
set lp := ln p; set l := ln (1 + d); set mm := ln (1 - d) => IH0 IH1.
have l0 : 0 <= l.
  by rewrite -(ln1 log); apply: (ln_mono log) ltr01 _; rewrite ler_addl.
have l_d : l <= d by have := ln_le _ u0; rewrite [1 + d]addrC addrK addrC.
have l_mm : l + mm <= - d ^+ 2.
  rewrite -lnM //; apply: le_trans (ln_le _ (mulr_gt0 u0 v0)) _.
  by apply: le_of_eq; ring.
have H2 := mulr_ge0 l0 (etrans (subr_ge0 _ _) shift).
have H3 := cs l (2%:R * w); rewrite -subr_ge0 in H3.
have H4 : 0 <= a1 * (- mm - l - l ^+ 2).
  rewrite mulr_ge0 // -opprD addrC [mm + l]addrC addrC subr_ge0.
  apply: (@le_trans _ _ (d ^+ 2)); last by rewrite ler_oppr.
  by rewrite ler_sqr.
have w4 : 0 <= 4%:R * w ^+ 2 * p.
  by rewrite mulr_ge0 ?(ltW p0) // mulr_ge0 ?ler0n ?sqr_ge0.
have H5 : 0 <= 4%:R * w ^+ 2 * p * (2%:R * d * L2 - (1 + d) * l).
  by rewrite mulr_ge0 // subr_ge0 ln_chord // d0 ltW.
have H6 : 0 <= 4%:R * w ^+ 2 * p * ((1 - d) * (2%:R * L2 - 1)).
  rewrite mulr_ge0 // mulr_ge0 ?(ltW v0) //.
  by rewrite subr_ge0 -ler_pdivr_mull ?ltr0n // mulr1 (ln2_ge log).
rewrite -subr_ge0 in IH0; rewrite -subr_ge0 in IH1; rewrite -subr_ge0.
apply: le_trans (addr_ge0 (addr_ge0 IH0 IH1)
  (addr_ge0 (addr_ge0 H2 H3) (addr_ge0 H4 (addr_ge0 H5 H6)))) _.
by apply: le_of_eq; ring.
Qed.

(** The step where one half is never active. *)
Lemma step_outside p0 a0 w V : 0 < p0 -> a0 * ln p0^-1 <= 4%:R * L2 * p0 * V ->
  a0 <= 4%:R * w ^+ 2 * p0 ->
  a0 * ln (p0 / 2%:R)^-1 <= 4%:R * L2 * p0 * (w ^+ 2 + V).
Proof.
move=> p00 IH shift; have [lnM _] := log.
rewrite invf_div lnM ?invr_gt0 ?ltr0n // [X in X <= _]mulrDr.
have := ler_add (ler_wpmul2r (ltW (ln2_gt0 log)) shift) IH.
by move=> le; apply: le_trans le _; apply: le_of_eq; ring.
Qed.

Lemma step a0 a1 p0 p1 m w V : 0 <= a1 -> 0 <= p1 -> p1 <= p0 ->
  a0 * ln p0^-1 <= 4%:R * L2 * p0 * V -> a1 * ln p1^-1 <= 4%:R * L2 * p1 * V ->
  a0 <= a1 + 4%:R * w * m + 4%:R * w ^+ 2 * p0 ->
  (forall x y, 2%:R * x * y * m <= x ^+ 2 * a1 + y ^+ 2 * p1) ->
  (p1 = 0 -> a1 = 0 /\ m = 0) -> (p0 = 0 -> a0 = 0) ->
  (a0 + a1) / 2%:R * ln ((p0 + p1) / 2%:R)^-1
  <= 4%:R * L2 * ((p0 + p1) / 2%:R) * (w ^+ 2 + V).
Proof.
move=> a10 p10 mono IH0 IH1 shift cs Z1 Z0.
have [p1_0|p1_gt] := zero_or_pos p10.
  have [a1_0 m_0] := Z1 (esym p1_0); rewrite -p1_0 a1_0 !addr0.
  have [p0_0|p0_gt] := zero_or_pos (le_trans p10 mono).
    by rewrite Z0 // -p0_0 !(mul0r, mulr0).
  rewrite a1_0 m_0 mulr0 !add0r in shift; have le := step_outside p0_gt IH0 shift.
  rewrite [X in X <= _]mulrAC ler_pdivr_mulr ?ltr0n //; apply: le_trans le _; apply: le_of_eq.
  by field.
have s0 : 0 < p0 + p1 by rewrite addr_gt0 // (lt_le_trans p1_gt mono).
have sn : p0 + p1 != 0 by rewrite gt_eqF.
have e0 : p0 = (p0 + p1) / 2%:R * (1 + (p0 - p1) / (p0 + p1)) by field.
have e1 : p1 = (p0 + p1) / 2%:R * (1 - (p0 - p1) / (p0 + p1)) by field.
have p_gt : 0 < (p0 + p1) / 2%:R by rewrite divr_gt0 ?ltr0n.
have d01 : 0 <= (p0 - p1) / (p0 + p1) < 1.
  rewrite divr_ge0 ?subr_ge0 ?(ltW s0) //= ltr_pdivr_mulr // mul1r ltr_add2l.
  by rewrite gtr_opp.
move: ((p0 + p1) / 2%:R) ((p0 - p1) / (p0 + p1)) e0 e1 p_gt d01 => p d e0 e1 p_gt d01.
rewrite e0 in IH0 shift; rewrite e1 in IH1 cs.
have le := step_inside p_gt d01 a10 IH0 IH1 shift cs.
rewrite [X in X <= _]mulrAC ler_pdivr_mulr ?ltr0n //; apply: le_trans le _; apply: le_of_eq.
by ring.
Qed.

Lemma neuron_halves ws t : halves (@squared F) ws t * ln (halves (@on F) ws t)^-1
  <= 4%:R * L2 * halves (@on F) ws t * \sum_(w <- ws) w ^+ 2.
Proof.
elim: ws t => [|w ws IH] t.
  rewrite big_nil mulr0 /= /squared /on; have [t0|t0] := ltP 0 t.
    by rewrite invr1 (ln1 log) mulr0.
  by rewrite relu_neg // expr0n mul0r.
rewrite big_cons /=.
wlog w0 : w / 0 <= w => [H|].
  case: (lerP 0 w) => [/H //|/ltW w0]; have := H (- w); rewrite oppr_ge0 opprK sqrrN => /(_ w0).
  by rewrite [halves (@squared F) ws (t - w) + _]addrC [halves (@on F) ws (t - w) + _]addrC.
have e : t - w + 2%:R * w = t + w by ring.
have sh := A_shift ws (t - w) w0; have mono := P_mono ws (t - w) (mulr_ge0 (ler0n F 2) w0).
rewrite e in sh mono.
have off s : s <= 0 -> squared s = 0 :> F by move=> s0; rewrite /squared relu_neg // expr0n.
apply: step (A_ge0 _ _) (P_ge0 _ _) mono (IH _) (IH _) sh (M_le _ _) _ _ => Z.
  by split; apply: halves_inactive Z => // s; exact: relu_neg.
exact: halves_inactive Z.
Qed.

(** Theorem V for one neuron. *)
Lemma neuron_rare (E : finType) (nr : neuron F E) :
  avg (fun x => relu (preact nr (pt F x)) ^+ 2) * (ln (activity nr)^-1 / L2)
  <= 4%:R * activity nr * normsq (inw nr).
Proof.
have e phi : avg (fun x : cube E => phi (preact nr (pt F x)))
    = halves phi [seq inw nr e | e <- index_enum E] (- bias nr).
  rewrite -halves_avg ?index_enum_uniq //; apply: avg_ext => x; congr phi.
  by rewrite /preact /dot addrC.
rewrite /activity (e (@squared F)) (e (@on F)) mulrA ler_pdivr_mulr ?(ln2_gt0 log) //.
apply: le_trans (neuron_halves _ _) _; apply: le_of_eq.
have -> : \sum_(w <- [seq inw nr e | e <- index_enum E]) w ^+ 2 = normsq (inw nr).
  by rewrite big_map /normsq /dot; apply: eq_bigr => i _; rewrite expr2.
ring.
Qed.

(** Where the neuron is never active its mean square is zero. *)
Lemma neuron_never (E : finType) (nr : neuron F E) :
  activity nr = 0 -> avg (fun x => relu (preact nr (pt F x)) ^+ 2) = 0.
Proof.
move=> /eqP; rewrite /activity /avg mulf_eq0 invr_eq0 (negbTE (cube_neq0 F E)) orbF.
rewrite psumr_eq0 => [/allP all|x _]; last exact: ler0n.
rewrite big1 ?mul0r // => x _; have := all x (mem_index_enum _); rewrite pnatr_eq0 eqb0 -leNgt /=.
by move=> le; rewrite relu_neg // expr0n.
Qed.

End Neuron.

(** ** Theorem V for networks *)

Section Network.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis log : is_logarithm ln.
Variables (E J : finType) (net : network F E J) (k : nat) (Wsq : F).
Hypothesis Wsq_ge0 : 0 <= Wsq.
Hypothesis sparse : sparse_on (@pt F E) k net.
Hypothesis sc : forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= Wsq.
Local Notation R x := (active net (pt F x)).
Local Notation g j x := (preact (net j) (pt F x)).
Local Notation p j := (activity (net j)).

Lemma activity_ge0 j : 0 <= p j.
Proof. by apply: avg_ge0 => x; exact: ler0n. Qed.

Lemma sum_activity (S : {set J}) : \sum_(j in S) p j <= k%:R.
Proof.
rewrite /activity -avg_sum -(avg_const k%:R (card_cube E)); apply: ler_avg => x.
rewrite -natr_sum ler_nat; apply: leq_trans (sparse x).
rewrite -sum1_card big_mkcond [X in (_ <= X)%N]big_mkcond /=; apply: leq_sum => j _.
by rewrite inE; case: (j \in S); case: (0 < g j x).
Qed.

Lemma part_eval (S : {set J}) x : eval (part net S) x
  = \sum_(j in S) outw (net j) * relu (preact (net j) x).
Proof.
rewrite [RHS](eq_bigl (fun l => l \in [set val i | i in {: {j | j \in S}}])).
  by rewrite big_imset /eval //= => i i' _ _; exact: val_inj.
move=> l; apply/idP/imsetP => [lS|[i _ ->]]; last exact: (valP i).
by exists (exist _ l lS).
Qed.

(** At most k neurons contribute at each point. *)
Lemma part_sq (S : {set J}) x : fn (part net S) x ^+ 2
  <= k%:R * \sum_(j in S) outw (net j) ^+ 2 * relu (g j x) ^+ 2.
Proof.
have only (c : J -> F) : (forall j, j \notin R x -> c j = 0) ->
    \sum_(j in S) c j = \sum_(j in S :&: R x) c j.
  move=> c0; rewrite big_mkcond [RHS]big_mkcond; apply: eq_bigr => j _; rewrite in_setI.
  by case: (j \in S) => //=; case: (boolP (j \in R x)) => // /c0.
have off j : j \notin R x -> relu (g j x) = 0.
  by rewrite inE -leNgt => le; rewrite relu_neg.
rewrite /fn part_eval !only; first last.
- by move=> j /off ->; rewrite mulr0.
- by move=> j /off ->; rewrite expr0n mulr0.
apply: le_trans (cauchy _ _) _.
rewrite [X in _ <= _ * X](eq_bigr (fun j => (outw (net j) * relu (g j x)) ^+ 2)); last first.
  by move=> j _; rewrite exprMn.
apply: ler_wpmul2r; first by apply: sumr_ge0 => j _; exact: sqr_ge0.
by rewrite ler_nat; apply: leq_trans (sparse x); apply/subset_leq_card/subsetIr.
Qed.

(** The neurons that are active with a probability of at most eta. *)
Lemma part_rare (S : {set J}) eta : 0 < eta -> (forall j, j \in S -> p j <= eta) ->
  avg (fun x => fn (part net S) x ^+ 2) * (ln eta^-1 / ln 2%:R) <= 4%:R * k%:R ^+ 2 * Wsq.
Proof.
move=> eta0 rare; have L0 := ln2_gt0 log; set lg := _ / _.
have [lg0|/ltW lg0] := lerP lg 0.
  apply: (@le_trans _ _ 0); last by rewrite !mulr_ge0 ?ler0n ?sqr_ge0.
  by rewrite mulr_ge0_le0 // avg_ge0 // => x; exact: sqr_ge0.
apply: (@le_trans _ _ (k%:R * \sum_(j in S) 4%:R * Wsq * p j)); last first.
  rewrite -mulr_sumr (_ : 4%:R * k%:R ^+ 2 * Wsq = k%:R * (4%:R * Wsq * k%:R)); last by ring.
  apply: ler_wpmul2l; first exact: ler0n.
  by apply: ler_wpmul2l (sum_activity S); rewrite mulr_ge0 ?ler0n.
apply: le_trans (ler_wpmul2r lg0 (ler_avg (fun x => part_sq S x))) _.
rewrite avgZ avg_sum -mulrA; apply: ler_wpmul2l; first exact: ler0n.
rewrite mulr_suml; apply: ler_sum => j jS; rewrite avgZ.
set a := avg _; have a0 : 0 <= a by apply: avg_ge0 => x; exact: sqr_ge0.
have [p0|p0] := zero_or_pos (activity_ge0 j).
  by rewrite /a (neuron_never (esym p0)) mulr0 mul0r mulr_ge0 ?activity_ge0 // mulr_ge0 ?ler0n.
have le : a * lg <= 4%:R * p j * normsq (inw (net j)).
  apply: le_trans (neuron_rare log (net j)); apply: ler_wpmul2l => //.
  apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
  by apply: (ln_mono log); rewrite ?invr_gt0 // lef_pinv ?posrE ?rare.
have {}le := ler_wpmul2l (sqr_ge0 (outw (net j))) le; rewrite mulrA in le.
apply: le_trans le _; rewrite mulrCA [4%:R * Wsq * _]mulrAC; apply: ler_wpmul2l (sc j).
by rewrite mulr_ge0 ?ler0n ?activity_ge0.
Qed.

(** The others are few. *)
Lemma few_active eta : (0 < k)%N -> 0 < eta ->
  #|[set j | eta < p j]|%:R < k%:R / eta :> F.
Proof.
move=> k0 eta0; rewrite ltr_pdivl_mulr //; set S := [set j | _].
have [->|S0] := eqVneq S set0; first by rewrite cards0 mul0r ltr0n.
apply: lt_le_trans (sum_activity S); rewrite mulr_natl -sumr_const.
have [j jS] := set0Pn _ S0.
rewrite (bigD1 j) //= [X in _ < X](bigD1 j) //=; apply: ltr_le_add.
  by move: jS; rewrite inE.
by apply: ler_sum => i /andP[+ _]; rewrite inE => /ltW.
Qed.

(** The loss without the neurons outside S. *)
Lemma part_loss (S : {set J}) :
  uniform_loss (fn (part net S)) (fn net) = avg (fun x => fn (part net (~: S)) x ^+ 2) / 2%:R.
Proof.
rewrite /uniform_loss [RHS]mulrC -avgZ; apply: avg_ext => x; rewrite mulrC; congr (_ * _).
rewrite /fn [eval net _](_ : _ = eval (part net S) (pt F x) + eval (part net (~: S)) (pt F x)).
  by rewrite opprD addNKr sqrrN.
rewrite !part_eval {1}/eval (bigID (mem S)) /=; congr (_ + _).
by apply: eq_bigl => j; rewrite inE.
Qed.

End Network.

Lemma part_in_class (F : realFieldType) (E J : finType) (net : network F E J) (S : {set J})
    (k : nat) (Wsq B : F) :
  in_class (@pt F E) k Wsq B net -> in_class (@pt F E) k Wsq B (part net S).
Proof.
move=> [sp [sW sB]]; split; last by split=> i j; [exact: sW | exact: sB].
move=> x; apply: leq_trans (sp x); rewrite -(card_imset _ val_inj); apply: subset_leq_card.
by apply/subsetP => j /imsetP[i]; rewrite !inE => act ->.
Qed.
