(** * The corrected Lemma 18: symmetrisation, contraction, concentration

   For |h| <= C on the class H and a target of H let Z be the supremum of the loss minus the
   training loss. With a ghost sample E Z is at most twice the mean complexity of the losses; the
   loss (u - y)^2/2 is 2C-Lipschitz on [-C, C], so that this is at most 4 C E R; and a draw
   changes Z by at most 2 C^2/m. Suprema need not be attained: there are functions of the class
   near them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning definitions_distributions averages
  cube
  exponential logarithm product_spaces bounded_differences learner_confidence contraction.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The mean of suprema over a class G is at most any bound on the means of the values at members of
    the class. *)
Lemma mean_sup_le (F : realFieldType) (T : finType) (p : T -> F) (A : Type) (G : A -> Prop)
    (v : T -> A -> F) (Z : T -> F) (b : F) :
  distribution p -> (exists a, G a) ->
  (forall t, is_sup (fun y => exists2 a, G a & y = v t a) (Z t)) ->
  (forall g : T -> A, (forall t, G (g t)) -> mean p (fun t => v t (g t)) <= b) -> mean p Z <= b.
Proof.
move=> pd [a0 Ga0] sup bound; case: (leP (mean p Z) b) => // lt.
pose d := (mean p Z - b) / 2%:R; have d0 : 0 < d by rewrite divr_gt0 ?ltr0n // subr_gt0.
pose near t a := G a /\ Z t - d <= v t a.
have one t : ~ ~ exists a, near t a.
  move=> none; case: (sup t) => _ /(_ (Z t - d)) least.
  have : Z t <= Z t - d.
    apply: least => _ [a Ga ->]; case: (leP (v t a) (Z t - d)) => // /ltW le.
    by case: none; exists a.
  by rewrite ler_subr_addr ger_addl leNgt d0.
have all (ts : seq T) : ~ ~ exists g, forall t, t \in ts -> near t (g t).
  elim: ts => [|t ts IH] none; first by apply: none; exists (fun=> a0).
  apply: IH => -[g Hg]; apply: (one t) => -[a Ha]; apply: none.
  by exists (fun u => if u == t then a else g u) => u; rewrite inE; case: eqP => [-> _|_ /Hg].
exfalso; apply: (all (enum T)) => -[g Hg].
have Hall t : near t (g t) by apply: Hg; rewrite mem_enum.
have := bound g (fun t => (Hall t).1); apply/negP; rewrite -ltNge.
apply: (@lt_le_trans _ _ (mean p (fun t => Z t - d))).
  rewrite meanB (mean_const pd) ltr_subr_addr -ltr_subr_addl /d ltr_pdivr_mulr ?ltr0n //.
  by rewrite mulr_natr mulr2n ltr_addl subr_gt0.
by apply: (ler_mean pd) => t; exact: (Hall t).2.
Qed.

Section Domain.
Variables (F : rcfType) (X : finType) (D : X -> F) (m : nat).
Hypotheses (Dd : distribution D) (m0 : (0 < m)%N).
Local Notation sample := {ffun 'I_m -> X}.
Local Notation signs := {ffun 'I_m -> bool}.
Let pd := distribution_product [finType of 'I_m] Dd.
Let mF : 0 < m%:R :> F. Proof. by rewrite ltr0n. Qed.
Let signs0 : (0 < #|{: signs}|)%N. Proof. by apply/card_gt0P; exists [ffun=> true]. Qed.

Lemma mean_avg (g : X -> F) : mean (product D) (fun w : sample => avg (fun i =>
  g (w i))) = mean D g.
Proof.
rewrite /avg (@mean_ext _ _ _ _ (fun w : sample => (#|'I_m|%:R)^-1 * \sum_i g (w i))); last first.
  by move=> w; rewrite mulrC.
rewrite meanZ mean_sum (eq_bigr (fun=> mean D g)) => [|i _]; last exact: mean_one.
by rewrite sumc card_ord mulrA mulVf ?mul1r // gt_eqF.
Qed.

(** ** Symmetrisation *)

(** The draws of two samples exchanged where the sign is -1. *)
Definition exchange (z : signs) (u : sample * sample) : sample * sample :=
  ([ffun i => if z i then u.1 i else u.2 i], [ffun i => if z i then u.2 i else u.1 i]).

Lemma exchangeK z : involutive (exchange z).
Proof.
by case=> w w'; congr pair; apply/ffunP => i; rewrite !ffunE /=; case: (z i); rewrite ?ffunE.
Qed.

Lemma exchange_weight z u :
  product D (exchange z u).1 * product D (exchange z u).2 = product D u.1 * product D u.2.
Proof.
rewrite /product -!big_split; apply: eq_bigr => i _ /=; rewrite !ffunE.
by case: (z i) => //; rewrite mulrC.
Qed.

Lemma mean_exchange z (f : sample * sample -> F) :
  mean (product D) (fun w => mean (product D) (fun w' => f (w, w')))
  = mean (product D) (fun w => mean (product D) (fun w' => f (exchange z (w, w')))).
Proof.
have pairE (g : sample * sample -> F) :
    mean (product D) (fun w => mean (product D) (fun w' => g (w, w')))
    = \sum_u product D u.1 * product D u.2 * g u.
  rewrite /mean; under eq_bigr => w _ do rewrite mulr_sumr.
  by rewrite pair_bigA /=; apply: eq_bigr => -[w w'] _; rewrite mulrA.
rewrite (pairE f) (pairE (fun u => f (exchange z u))) (reindex_inj (inv_inj (exchangeK z))) /=.
by apply: eq_bigr => u _; rewrite exchange_weight.
Qed.

Lemma negate_bij : bijective (fun z : signs => [ffun i => ~~ z i] : signs).
Proof. by exists (fun z : signs => [ffun i => ~~ z i]) => z; apply/ffunP => i;
  rewrite !ffunE negbK. Qed.

(** The mean correlation of functions of the class is at most the complexity. *)
Lemma complexity_ge (G : (X -> F) -> Prop) (w : sample) (r : F) (g : signs -> X -> F) :
  (forall z, G (g z)) -> is_complexity G w r ->
  avg (fun z : signs => avg (fun i => sign F (z i) * g z (w i))) <= r.
Proof.
move=> Gg [best sup ->]; apply: ler_avg => z; case: (sup z) => upper _.
by apply: upper; exists (g z).
Qed.

Lemma symmetrisation (G : (X -> F) -> Prop) (z r : F) : (exists g, G g) ->
  is_mean_deviation D G m z -> is_mean_complexity D G m r -> z <= 2%:R * r.
Proof.
move=> Gx [Z supZ ->] [R HR ->].
apply: (mean_sup_le pd Gx supZ) => g Gg.
pose f (u : sample * sample) : F := avg (fun i => g u.1 (u.2 i) - g u.1 (u.1 i)).
have fE w : mean D (g w) - avg (fun i => g w (w i)) = mean (product D) (fun w' => f (w, w')).
  rewrite (@mean_ext _ _ _ _ (fun w' : sample => avg (fun i => g w (w' i)) - avg (fun i =>
    g w (w i)))).
    by rewrite meanB mean_avg (mean_const pd).
  by move=> w'; rewrite /f avgB.
rewrite (mean_ext _ fE).
have -> : mean (product D) (fun w => mean (product D) (fun w' => f (w, w')))
    = mean (product D) (fun w => mean (product D) (fun w' => avg (fun z => f (exchange z (w,
      w'))))).
  transitivity (avg (fun z : signs => mean (product D) (fun w =>
      mean (product D) (fun w' => f (exchange z (w, w')))))).
    rewrite -[LHS](avg_const _ signs0); apply: avg_ext => z'; exact: mean_exchange.
  rewrite /avg (eq_bigr (fun z => mean (product D) (fun w => mean (product D) (fun w' =>
    f (exchange z (w, w')))))) // -mean_sum mulrC -meanZ; apply: mean_ext => w.
  by rewrite -mean_sum -meanZ; apply: mean_ext => w'; rewrite mulrC.
have bound w w' : avg (fun z => f (exchange z (w, w'))) <= R w' + R w.
  pose h z := g (exchange z (w, w')).1.
  rewrite (@avg_ext _ _ _ (fun z : signs => avg (fun i => sign F (z i) * h z (w' i))
      + avg (fun i => sign F (~~ z i) * h z (w i)))); last first.
    move=> z'; rewrite /f -avgD; apply: avg_ext => i; rewrite -/(h z') /= !ffunE.
    by case: (z' i); rewrite /sign /= mul1r mulN1r // addrC.
  rewrite avgD; apply: ler_add; first by apply: complexity_ge (HR w') => z'; apply: Gg.
  rewrite -(avg_bij _ negate_bij).
  rewrite (@avg_ext _ _ _ (fun z : signs => avg (fun i => sign F (z i) * h [ffun i =>
    ~~ z i] (w i)))).
    by apply: (complexity_ge (g := fun z => h [ffun i => ~~ z i])) (HR w) => z'; apply: Gg.
  by move=> z'; apply: avg_ext => i; rewrite ffunE negbK.
apply: (@le_trans _ _ (mean (product D) (fun w => mean (product D) (fun w' => R w' + R w)))).
  by apply: (ler_mean pd) => w; apply: (ler_mean pd) => w'; apply: bound.
rewrite (@mean_ext _ _ _ _ (fun w => mean (product D) R + R w)) => [|w]; last first.
  by rewrite meanD (mean_const pd).
by rewrite meanD (mean_const pd) mulr_natl mulr2n.
Qed.

(** ** Contraction *)

Variables (H : (X -> F) -> Prop) (C : F) (h0 : X -> F).
Hypotheses (HC : forall h, H h -> forall x, `|h x| <= C) (H0 : H h0).

Lemma C_ge0 : 0 <= C.
Proof.
have [x _] : exists x : X, true.
  apply/existsP; apply: contraT => /existsPn no; case: Dd => _ /eqP.
  by rewrite big1 1?eq_sym ?oner_eq0 // => x _; have := no x.
by apply: le_trans (normr_ge0 _) (HC H0 x).
Qed.

Lemma loss_lipschitz (u v y : F) : `|u| <= C -> `|v| <= C -> `|y| <= C ->
  `|(u - y) ^+ 2 / 2%:R - (v - y) ^+ 2 / 2%:R| <= `|2%:R * C * u - 2%:R * C * v|.
Proof.
move=> uC vC yC; have C0 := C_ge0.
rewrite -mulrBr normrM (_ : _ - _ / 2%:R = (u + v - 2%:R * y) / 2%:R * (u - v)); last by field.
rewrite normrM; apply: ler_wpmul2r; first exact: normr_ge0.
rewrite normrM [X in X <= _]mulrC ger0_norm ?invr_ge0 ?ler0n //.
rewrite (ger0_norm (mulr_ge0 (ler0n F 2) C0)) ler_pdivr_mull ?ltr0n //.
apply: le_trans (ler_norm_sub _ _) _; rewrite normrM normr_nat.
apply: le_trans (ler_add (ler_norm_add _ _) (lexx _)) _.
have y2 : 2%:R * `|y| <= 2%:R * C by apply: ler_wpmul2l yC; rewrite ler0n.
apply: le_trans (ler_add (ler_add uC vC) y2) _.
by apply: le_of_eq; ring.
Qed.

Lemma contraction_of_losses (r r' : F) :
  is_mean_complexity D (losses H h0) m r' -> is_mean_complexity D H m r -> r' <= 2%:R * C * r.
Proof.
move=> [R' HR' ->] [R HR ->]; rewrite -meanZ; apply: (ler_mean pd) => w.
have [best sup ->] := HR' w; rewrite -(mean_uniform best).
have ud := distribution_uniform F signs0.
apply: (@mean_sup_le F _ _ (X -> F) (losses H h0)
  (fun (z : signs) g => avg (fun i => sign F (z i) * g (w i))) best _ ud) => [||g Lg].
- by exists (fun x => (h0 x - h0 x) ^+ 2 / 2%:R); exists h0.
- exact: sup.
rewrite mean_uniform; have [h Hh gE] := fin_all_exists2 Lg.
pose V z : {h | H h} := exist _ (h z) (Hh z).
pose a i (t : {h | H h}) := 2%:R * C * sval t (w i).
pose phi i (t : {h | H h}) := (sval t (w i) - h0 (w i)) ^+ 2 / 2%:R.
have lip i s t : `|phi i s - phi i t| <= `|a i s - a i t|.
  by apply: loss_lipschitz; apply: HC => //; [exact: svalP s | exact: svalP t].
have [V' _ le] := contraction lip V.
rewrite (@avg_ext _ _ _ (fun z : signs => m%:R^-1 * \sum_i sign F (z i) * phi i (V z))); last first.
  move=> z; rewrite /avg card_ord mulrC; congr (_ * _); apply: eq_bigr => i _.
  by rewrite gE.
rewrite avgZ; apply: (@le_trans _ _ (m%:R^-1 * avg (fun z : signs =>
  \sum_i sign F (z i) * a i (V' z)))).
  by apply: ler_wpmul2l le; rewrite invr_ge0 ler0n.
have := complexity_ge (g := fun z => sval (V' z)) (fun z => svalP (V' z)) (HR w).
move=> /(ler_wpmul2l (mulr_ge0 (ler0n F 2) C_ge0)); apply: le_trans; apply: le_of_eq.
rewrite -!avgZ; apply: avg_ext => z; rewrite /avg card_ord mulrC mulrA mulr_sumr; congr (_ * _).
by apply: eq_bigr => i _; rewrite /a mulrCA.
Qed.

(** ** Concentration *)

Lemma loss_bounds h x : H h -> 0 <= (h x - h0 x) ^+ 2 / 2%:R <= 2%:R * C ^+ 2.
Proof.
move=> Hh; rewrite divr_ge0 ?sqr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n //.
rewrite (_ : 2%:R * C ^+ 2 * 2%:R = (2%:R * C) ^+ 2); last by ring.
rewrite -[X in X <= _](real_normK (num_real _)); apply: ler_expn2r; rewrite ?nnegrE ?normr_ge0 //.
  by apply: mulr_ge0 (ler0n _ _) C_ge0.
apply: le_trans (ler_norm_sub _ _) _; apply: le_trans (ler_add (HC Hh x) (HC H0 x)) _.
by rewrite mulr_natl mulr2n.
Qed.

Lemma supremum_differences (Z : sample -> F) (i : 'I_m) :
  (forall w : sample, is_sup
     (fun y => exists2 g, losses H h0 g & y = mean D g - avg (fun i => g (w i))) (Z w)) ->
  differences Z i (2%:R * C ^+ 2 / m%:R).
Proof.
move=> sup w x.
have one (w' w'' : sample) : (forall j, j != i -> w' j = w'' j) ->
  Z w' <= Z w'' + 2%:R * C ^+ 2 / m%:R.
  move=> same; case: (sup w') => _; apply=> _ [g Lg ->].
  case: (sup w'') => /(_ (mean D g - avg (fun i => g (w'' i)))) upper _.
  have {}upper := upper (ex_intro2 _ _ g Lg erefl).
  apply: (@le_trans _ _ (mean D g - avg (fun i => g (w'' i)) + 2%:R * C ^+ 2 / m%:R));
    last by rewrite ler_add2r.
  rewrite -addrA ler_add2l ler_oppl opprD opprK ler_subl_addr -ler_subl_addl.
  rewrite -avgB /avg card_ord; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
  rewrite (bigD1 i) //= big1 ?addr0 => [|j ji]; last by rewrite same ?subrr.
  case: Lg => h Hh gE; rewrite !gE.
  have /andP[_ up] := loss_bounds (w'' i) Hh; have /andP[low _] := loss_bounds (w' i) Hh.
  by apply: le_trans (ler_sub up low) _; rewrite subr0.
rewrite ler_norml ler_oppl opprB ler_subl_addl ler_subl_addl; apply/andP; split; apply: one => j ji.
  by rewrite redraw_at_other.
by rewrite redraw_at_other.
Qed.

Variables (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypotheses (lnK : forall a, 0 < a -> exp (ln a) = a) (H8 : hoeffding_with exp 8%:R).
Hypothesis comp : complete F.

Lemma root_of_deviation (L : F) : 0 <= L ->
  Num.sqrt (4%:R / 8%:R * ((\sum_(i < m) (2%:R * C ^+ 2 / m%:R) ^+ 2) * L))
  = C ^+ 2 * Num.sqrt (2%:R * L / m%:R).
Proof.
move=> L0; rewrite sumr_const card_ord -[_ *+ m]mulr_natl.
have CC : C ^+ 2 = Num.sqrt ((C ^+ 2) ^+ 2) by rewrite sqrtr_sqr ger0_norm ?sqr_ge0.
rewrite [in RHS]CC -sqrtrM ?sqr_ge0 //; congr Num.sqrt.
by field; rewrite gt_eqF.
Qed.

Lemma deviation_exists : exists z, is_mean_deviation D (losses H h0) m z.
Proof.
have one (w : sample) : exists r, is_sup (fun y => exists2 g, losses H h0 g
    & y = mean D g - avg (fun i => g (w i))) r.
  apply: comp; first by eexists; exists (fun x => (h0 x - h0 x) ^+ 2 / 2%:R); [exists h0|].
  exists (2%:R * C ^+ 2) => _ [g [h Hh gE] ->].
  apply: (@le_trans _ _ (mean D g)).
    rewrite ger_addl oppr_le0; apply: avg_ge0 => i; rewrite gE.
    by have /andP[] := loss_bounds (w i) Hh.
  rewrite -(mean_const Dd (2%:R * C ^+ 2)); apply: (ler_mean Dd) => x; rewrite gE.
  by have /andP[] := loss_bounds x Hh.
by have [Z HZ] := fin_all_exists one; exists (mean (product D) Z); exists Z.
Qed.

Lemma losses_complexity_exists : exists r, is_mean_complexity D (losses H h0) m r.
Proof.
have one (w : sample) : exists r, is_complexity (losses H h0) w r.
  have sups (z : signs) : exists r, is_sup (fun y => exists2 g, losses H h0 g
      & y = avg (fun i => sign F (z i) * g (w i))) r.
    apply: comp; first by eexists; exists (fun x => (h0 x - h0 x) ^+ 2 / 2%:R); [exists h0|].
    exists (2%:R * C ^+ 2) => _ [g [h Hh gE] ->].
    have I0 : (0 < #|'I_m|)%N by rewrite card_ord.
    rewrite -(avg_const (2%:R * C ^+ 2) I0); apply: ler_avg => i; rewrite gE.
    have /andP[low up] := loss_bounds (w i) Hh.
    by apply: le_trans (ler_norm _) _; rewrite normrM sign_norm mul1r ger0_norm.
  by have [best sup] := fin_all_exists sups; exists (avg best); exists best.
by have [R HR] := fin_all_exists one; exists (mean (product D) R); exists R.
Qed.

(** ** The lemma *)

Lemma erm_learns (A : finite_learner F X m) (r eps delta : F) : 0 < delta <= 1 ->
  (forall w, H (A (with_labels h0 w)) /\ forall i, A (with_labels h0 w) (w i) = h0 (w i)) ->
  is_mean_complexity D H m r ->
  4%:R * C * r + C ^+ 2 * Num.sqrt (2%:R * ln delta^-1 / m%:R) <= eps ->
  1 - delta <= probability (product D)
    (fun w : sample => loss_under D (A (with_labels h0 w)) h0 <= eps).
Proof.
move=> d01 erm rad le.
have [z dev] := deviation_exists; have [r' rad'] := losses_complexity_exists.
have Lx : exists g, losses H h0 g by exists (fun x => (h0 x - h0 x) ^+ 2 / 2%:R); exists h0.
have zr : z <= 4%:R * C * r.
  apply: le_trans (symmetrisation Lx dev rad') _.
  rewrite (_ : 4%:R * C * r = 2%:R * (2%:R * C * r)); last by ring.
  by apply: ler_wpmul2l (contraction_of_losses rad' rad); rewrite ler0n.
case: dev => Z supZ zE.
have eight : 0 < 8%:R :> F by rewrite ltr0n.
have := deviation_ln expP log lnK eight H8 Dd d01 (fun i => supremum_differences i supZ).
rewrite (root_of_deviation (ln_inv_ge0 log d01)) -zE => /le_trans; apply.
apply: (probability_mono pd) => w Zw; apply: le_trans le.
apply: le_trans (le_trans Zw _); last by rewrite ler_add2r.
have [Hw fit] := erm w; case: (supZ w) => upper _.
set h := A _ in Hw fit *; pose g x := (h x - h0 x) ^+ 2 / 2%:R.
have Lg : losses H h0 g by exists h.
have := upper (mean D g - avg (fun i => g (w i))) (ex_intro2 _ _ g Lg erefl).
rewrite (_ : avg _ = 0) ?subr0 // /avg big1 ?mul0r // => i _.
by rewrite /g fit subrr expr0n mul0r.
Qed.

End Domain.
