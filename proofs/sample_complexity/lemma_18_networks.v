(** * Lemma 18 fails for the networks of the paper, for every constant

   At the points e_1 and -e_1 let h be a network of H_{n,s,1}^{W,0}: |h| <= W, and the complexity at
   any sample is at most 2W/sqrt m.  For the constant c >= 1 let W = 16c and delta = exp(-m/(4c^2)),
   where sqrt m >= 4cW^2: then the condition of Lemma 18 holds at eps = 1.  But with the mass
   q = 1/(16c^2) at e_1 no learner does well on both targets 0 and -W sigma(x_1), with a probability
   of (1 - q)^m/2, which is above delta. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning definitions_distributions averages
  cube
  logarithm exponential tails
  product_spaces embedding one_point contraction lemma_18.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Of the two targets 0 and -lambda 1{b}, on two points, a learner fails on one: it is a learner
    on the line. *)
Lemma two_targets_fail (F : realFieldType) (H : (bool -> F) -> Prop) (lam : F) (m : nat)
    (Coins : finType) (p : Coins -> F) (A : Coins -> finite_learner F [finType of bool] m) (q : F) :
  (forall u, u = 0 \/ u = -1 -> H (fun b => u * (lam * b%:R))) ->
  distribution p -> 0 <= q -> q <= 1 ->
  exists2 h, H h & (1 - q) ^+ m / 2%:R <= \sum_o p o * probability (product (mass q))
    (fun w : {ffun 'I_m -> bool} => q * lam ^+ 2 / 8%:R
       <= loss_under (mass q) (A o (with_labels h w)) h).
Proof.
move=> targets pd q0 q1.
pose A' o (S : {ffun 'I_m -> F * F}) (v : F) := A o [ffun i => ((S i).1 == 1, (S i).2)] (v == 1).
have signE b : (sign F b == 1) = b.
  by case: b; rewrite /sign ?eqxx // eq_sym -subr_eq0 opprK -(natrD F 1 1) pnatr_eq0.
have [t Ht] := @randomised_fails F Coins p m A' pd q lam q0 q1.
pose u : F := if t then -1 else 0.
have tE b : target lam t (sign F b) = u * (lam * b%:R).
  by rewrite /target /u; case: t {Ht u}; case: b; rewrite ?relu1 ?reluN1 ?mulr1 ?mulr0 ?mul0r
    ?mulN1r ?oppr0.
exists (fun b : bool => u * (lam * b%:R)).
  by apply: targets; rewrite /u; case: t {Ht u tE}; [right | left].
apply: le_trans Ht _; apply: ler_sum => o _; apply: ler_wpmul2l; first by case: pd.
rewrite /probability; apply: prob_mono => // w; rewrite /loss /loss_under /mean.
have A'E : A' o (sample (target lam t) w) =1 fun v =>
    A o (with_labels (fun b : bool => u * (lam * b%:R)) w) (v == 1).
  move=> v; congr (A o _ _); apply/ffunP => i; rewrite !ffunE /= signE tE //.
move=> le; rewrite (_ : q * lam ^+ 2 / 8%:R = q * lam ^+ 2 / 4%:R / 2%:R); last by field.
apply: le_trans (ler_wpmul2r _ le) _; first by rewrite invr_ge0 ler0n.
rewrite mulr_suml; apply: ler_sum => b _.
by rewrite A'E signE tE -mulrA.
Qed.

Section Axis.
Variables (F : rcfType) (n s : nat) (W : F).
Hypothesis W0 : 0 < W.
Local Notation H := (networks_on s.+1 1 (@axis F n) W 0).

Lemma dot_axis (a : F) b : dot (fun e : 'I_n.+1 => if e == ord0 then a else 0) (axis F b)
  = a * sign F b.
Proof.
rewrite /dot (bigD1 ord0) //= big1 ?addr0 => [|e /negbTE ne]; first by rewrite /axis eqxx.
by rewrite ne mul0r.
Qed.

Lemma normsq_axis b : normsq (axis F (n := n) b) = 1.
Proof. by rewrite /normsq [X in dot X _]/axis dot_axis sign_sq. Qed.

(** u sigma(W x_1) is of the class, for |u| <= 1. *)
Lemma one_neuron_values (u : F) : u ^+ 2 <= 1 -> H (fun b => u * (W * b%:R)).
Proof.
move=> u1; pose net : network F [ord n.+1] [ord 1] := fun _ =>
  Neuron u (fun e : 'I_n.+1 => if e == ord0 then W else 0) 0.
have cls : in_class (@axis F n) 1 (W ^+ 2) 0 net.
  split; first by move=> i; apply: leq_trans (max_card _) _; rewrite card_ord.
  split=> i j /=; last by rewrite normr0 mulr0.
  rewrite /normsq /dot (bigD1 ord0) //= big1 ?addr0 -?expr2; last first.
    by move=> e /negbTE ->; rewrite mul0r.
  by rewrite ler_pimull ?sqr_ge0.
have [|phi phi_inj] := @injection_of_card [ord 1] [ord s.+1]; first by rewrite !card_ord.
exists (embed net phi); first by apply: embed_in_class; rewrite ?sqr_ge0.
move=> b; rewrite embed_eval // /eval big_ord1 /preact dot_axis subr0 /=; congr (_ * _).
case: b; rewrite /relu /sign ?mulr1 ?mulr0 ?mulrN1; first by rewrite (max_idPr (ltW W0)).
by rewrite (max_idPl _) // oppr_le0 ltW.
Qed.

Lemma axis_values_le (h : bool -> F) b : H h -> `|h b| <= W.
Proof.
case=> net cls ->; rewrite -[W]mul1r -[W]mulr1 -[W * 1]addr0.
by apply: (value_le (ltW W0) (lexx 0) ler01 _ b cls) => i; rewrite normsq_axis expr1n.
Qed.

Lemma axis_supremum : is_sup (fun y => exists2 h : bool -> F, H h & exists b, y = h b) W.
Proof.
split=> [_ [h hH [b ->]]|r upper]; first exact: le_trans (ler_norm _) (axis_values_le b hH).
apply: upper; exists (fun b : bool => 1 * (W * b%:R)); first by apply: one_neuron_values;
  rewrite expr1n.
by exists true; rewrite mul1r mulr1.
Qed.

(** The mean of |sum of the signs of the draws that are b| is at most sqrt m. *)
Lemma signs_le (m : nat) (b : {ffun 'I_m -> F}) : (forall i, b i ^+ 2 <= 1) ->
  avg (fun z : {ffun 'I_m -> bool} => `|\sum_i sign F (z i) * b i|) <= Num.sqrt m%:R.
Proof.
move=> b1; set f := fun z : {ffun 'I_m -> bool} => _.
have cube0 : (0 < #|{ffun 'I_m -> bool}|)%N by apply/card_gt0P; exists [ffun=> true].
have f0 : 0 <= avg f by apply: avg_ge0 => z; apply: normr_ge0.
rewrite -(ger0_norm f0) -sqrtr_sqr; apply: ler_wsqrtr.
have := mean_sq_le (distribution_uniform F cube0) f; rewrite !mean_uniform => /le_trans; apply.
rewrite (@avg_ext _ _ _ (fun z : {ffun 'I_m -> bool} => (\sum_i sign F (z i) * b i) ^+ 2)) =>
  [|z]; last first.
  by rewrite /f real_normK ?num_real.
rewrite avg_sign_sum_sq -[m in m%:R]card_ord -[X in _ <= X]mulr1 -sumc.
by apply: ler_sum.
Qed.

Lemma axis_correlation_le (m : nat) (w : {ffun 'I_m -> bool}) (z : {ffun 'I_m -> bool}) h : H h ->
  avg (fun i => sign F (z i) * h (w i))
  <= W / m%:R * (`|\sum_i sign F (z i) * [ffun i => (w i)%:R] i|
                 + `|\sum_i sign F (z i) * [ffun i => (~~ w i)%:R] i|).
Proof.
move=> hH; rewrite /avg card_ord mulrAC; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
rewrite (eq_bigr (fun i => h true * (sign F (z i) * [ffun i => (w i)%:R] i)
    + h false * (sign F (z i) * [ffun i => (~~ w i)%:R] i))) => [|i _]; last first.
  by rewrite !ffunE; case: (w i); rewrite /= ?mulr0 ?mulr1 ?addr0 ?add0r mulrC.
rewrite big_split -!mulr_sumr mulrDr; apply: ler_add.
  by apply: le_trans (ler_norm _) _; rewrite normrM ler_wpmul2r ?axis_values_le.
by apply: le_trans (ler_norm _) _; rewrite normrM ler_wpmul2r ?axis_values_le.
Qed.

Lemma axis_complexity (m : nat) (D : bool -> F) : complete F -> (0 < m)%N -> distribution D ->
  exists2 r, is_mean_complexity D H m r & r <= 2%:R * W / Num.sqrt m%:R.
Proof.
move=> comp m0 Dd.
have rm0 : 0 < Num.sqrt m%:R :> F by rewrite sqrtr_gt0 ltr0n.
have mE : Num.sqrt m%:R ^+ 2 = m%:R :> F by rewrite sqr_sqrtr ?ler0n.
have one (w : {ffun 'I_m -> bool}) : exists r, is_complexity H w r.
  have : forall z : {ffun 'I_m -> bool}, exists r, is_sup
      (fun y => exists2 h, H h & y = avg (fun i => sign F (z i) * h (w i))) r.
    move=> z; apply: comp.
      by eexists; exists (fun b : bool => 0 * (W * b%:R)); [apply: one_neuron_values;
        rewrite expr0n ler01|].
    by eexists => _ [h hH ->]; apply: axis_correlation_le hH.
  by move/fin_all_exists => [U HU]; exists (avg U); exists U.
have [R HR] := fin_all_exists one.
exists (mean (product D) R); first by exists R.
rewrite -(mean_const (distribution_product [finType of 'I_m] Dd) (2%:R * W / _)).
apply: (ler_mean (distribution_product _ Dd)) => w; have [best sup ->] := HR w.
pose a (z : {ffun 'I_m -> bool}) := `|\sum_i sign F (z i) * [ffun i => (w i)%:R] i|.
pose b (z : {ffun 'I_m -> bool}) := `|\sum_i sign F (z i) * [ffun i => (~~ w i)%:R] i|.
apply: (@le_trans _ _ (avg (fun z => W / m%:R * (a z + b z)))).
  by apply: ler_avg => z; case: (sup z) => _; apply=> _ [h hH ->]; apply: axis_correlation_le.
rewrite avgZ avgD (_ : 2%:R * W / _ = W / m%:R * (Num.sqrt m%:R + Num.sqrt m%:R)); last first.
  by move: (Num.sqrt m%:R) rm0 mE => y y0 <-; field; rewrite gt_eqF.
apply: ler_wpmul2l; first by rewrite divr_ge0 ?ler0n ?ltW.
by apply: ler_add; apply: signs_le => i; rewrite ffunE;
  case: (w i); rewrite /= ?expr1n ?expr0n ?lexx ?ler01.
Qed.

(** No learner does well on both targets. *)
Lemma axis_learner_fails (m : nat) (Coins : finType) (p : Coins -> F)
    (A : Coins -> finite_learner F [finType of bool] m) (q : F) :
  distribution p -> 0 <= q -> q <= 1 ->
  exists2 h, H h & (1 - q) ^+ m / 2%:R <= \sum_o p o * probability (product (mass q))
    (fun w : {ffun 'I_m -> bool} => q * W ^+ 2 / 8%:R
       <= loss_under (mass q) (A o (with_labels h w)) h).
Proof.
apply: two_targets_fail => u u01; apply: one_neuron_values.
by case: u01 => ->; rewrite ?sqrrN ?expr1n ?expr0n ?ler01.
Qed.

End Axis.

Lemma lemma_18_fails (F : rcfType) (exp ln : F -> F) (n s : nat) (c : F) :
  is_exponential exp -> is_logarithm ln -> (forall a, 0 < a -> exp (ln a) = a) ->
  complete F -> (forall t : F, exists M : nat, t <= M%:R) -> 0 < c ->
  exists (m : nat) (W delta : F), let H := networks_on s.+1 1 (@axis F n) W 0 in
  [/\ [/\ (0 < m)%N, 0 < W & 0 < delta < 1],
      is_sup (fun y => exists2 h : bool -> F, H h & exists b, y = h b) W,
      forall D, distribution D -> exists2 r, is_mean_complexity D H m r
        & c * (W * r + Num.sqrt (ln delta^-1 / m%:R)) <= 1
    & forall (Coins : finType) (p : Coins -> F) (A : Coins -> finite_learner F [finType of bool] m),
      distribution p -> exists D h, [/\ distribution D, H h
        & delta < \sum_o p o * probability (product D)
            (fun w : {ffun 'I_m -> bool} => 1 < loss_under D (A o (with_labels h w)) h)]].
Proof.
move=> expP log lnK comp above c0.
pose c1 := c + 1; have c11 : 1 <= c1 by rewrite ler_addr ltW.
have cc1 : c <= c1 by rewrite ler_addl ler01.
have c10 : 0 < c1 := lt_le_trans ltr01 c11.
pose W := 16%:R * c1; have W0 : 0 < W by rewrite mulr_gt0 ?ltr0n.
have [m mle] := above ((1024%:R * c1 ^+ 3) ^+ 2).
have mF : 0 < m%:R :> F by apply: lt_le_trans mle; rewrite exprn_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
have m0 : (0 < m)%N by rewrite -(ltr0n F).
have rm : 4%:R * c1 * W ^+ 2 <= Num.sqrt m%:R.
  have x0 : 0 <= 1024%:R * c1 ^+ 3 by rewrite mulr_ge0 ?exprn_ge0 ?ler0n ?(ltW c10).
  rewrite (_ : _ * W ^+ 2 = 1024%:R * c1 ^+ 3); last by rewrite /W; ring.
  by rewrite -(ger0_norm x0) -sqrtr_sqr; apply: ler_wsqrtr.
have rm0 : 0 < Num.sqrt m%:R :> F by rewrite sqrtr_gt0.
pose q := (16%:R * c1 ^+ 2)^-1; have q0 : 0 < q by rewrite invr_gt0 mulr_gt0 ?exprn_gt0 ?ltr0n.
have c2 : 1 <= c1 ^+ 2 by rewrite exprn_ege1.
have q2 : q <= 2%:R^-1.
  rewrite lef_pinv ?posrE ?mulr_gt0 ?exprn_gt0 ?ltr0n //; apply: (@le_trans _ _ 16%:R);
    rewrite ?ler_nat //.
  by rewrite ler_pemulr ?ler0n.
have q1 : q <= 1 by apply: le_trans q2 _; rewrite invf_le1 ?ltr0n // ler1n.
pose E := exp (m%:R * - (2%:R * q)); have E0 : 0 < E := exp_gt0 expP _.
pose delta := exp (- (m%:R / (4%:R * c1 ^+ 2))); have d0 : 0 < delta := exp_gt0 expP _.
have dE : delta = E * E.
  by rewrite -(expD expP); congr exp; rewrite /q; field; rewrite gt_eqF.
have E2 : E < 2%:R^-1.
  have inv : exp (m%:R * (2%:R * q)) * E = 1 by rewrite /E mulrN (expN expP).
  have big : 2%:R < exp (m%:R * (2%:R * q)).
    apply: lt_le_trans (exp_ge expP _); rewrite -ltr_subl_addl -(natrB F (isT : (1 <= 2)%N)) /=.
    rewrite /q; apply: lt_le_trans (ler_wpmul2r _ mle).
      rewrite [X in _ < X](_ : _ = 2%:R * (256%:R * c1 ^+ 2) ^+ 2); last by field; rewrite gt_eqF.
      have one : 1 <= 256%:R * c1 ^+ 2.
        by apply: le_trans c2 _; apply: ler_pemull; rewrite ?ler1n // exprn_ge0 // ltW.
      apply: (@lt_le_trans _ _ (2%:R : F)); first by rewrite ltr_nat.
      by apply: ler_pemulr; rewrite ?ler0n // exprn_ege1.
    by rewrite mulr_ge0 ?ler0n ?(ltW q0).
  by rewrite -(ltr_pmul2l (lt_trans _ big)) ?ltr0n // inv ltr_pdivl_mulr ?ltr0n // mul1r.
have d1 : delta < 1.
  have half : 2%:R^-1 < 1 :> F by rewrite invf_lt1 ?ltr0n // ltr1n.
  by rewrite dE; apply: mulr_ilt1; rewrite ?(ltW E0) // (lt_trans E2).
have dq : delta < (1 - q) ^+ m / 2%:R.
  apply: (@lt_le_trans _ _ (E / 2%:R)); first by rewrite dE ltr_pmul2l.
  apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
  rewrite /E (exp_natl expP); apply: ler_expn2r.
  - by rewrite nnegrE ltW ?(exp_gt0 expP).
  - by rewrite nnegrE subr_ge0.
  have e0 := exp_gt0 expP (2%:R * q); rewrite -(ler_pmul2l e0) (expN expP).
  have q1' : 0 <= 1 - q by rewrite subr_ge0.
  apply: le_trans (ler_wpmul2r q1' (exp_ge expP _)).
  rewrite -subr_ge0 (_ : _ - _ = 2%:R * q * (2%:R^-1 - q)); last by field.
  by rewrite !mulr_ge0 ?ler0n ?subr_ge0 ?(ltW q0).
exists m, W, delta => H; split; first by rewrite m0 W0 d0 d1.
- exact: axis_supremum.
- move=> D Dd; have [r rad rle] := axis_complexity n s W0 comp m0 Dd; exists r => //.
  have root : Num.sqrt (ln delta^-1 / m%:R) <= (2%:R * c1)^-1.
    have x0 : 0 <= (2%:R * c1)^-1 by rewrite invr_ge0 mulr_ge0 ?ler0n ?(ltW c10).
    rewrite -[X in _ <= X](ger0_norm x0) -sqrtr_sqr; apply: ler_wsqrtr.
    rewrite ler_pdivr_mulr // (lnV log) // ler_oppl.
    apply: le_trans (ln_exp_ge expP _ lnK); apply: le_of_eq; congr (- _).
    by field; rewrite gt_eqF.
  have sum0 : W * r + Num.sqrt (ln delta^-1 / m%:R) <= c1^-1.
    apply: le_trans (ler_add (ler_wpmul2l (ltW W0) rle) root) _.
    apply: (@le_trans _ _ ((2%:R * c1)^-1 + (2%:R * c1)^-1)); last by apply: le_of_eq; field;
      rewrite gt_eqF.
    rewrite ler_add2r mulrA ler_pdivr_mulr // -(ler_pmul2l (mulr_gt0 (ltr0Sn F 1) c10)).
    rewrite [X in _ <= X]mulrA mulfV ?gt_eqF ?mulr_gt0 ?ltr0n // mul1r; apply: le_trans rm.
    by apply: le_of_eq; ring.
  case: (leP 0 (W * r + Num.sqrt (ln delta^-1 / m%:R))) => [pos|/ltW neg].
    apply: le_trans (ler_pmul (ltW c0) pos cc1 sum0) _; by rewrite mulfV ?gt_eqF.
  by apply: le_trans ler01; rewrite mulr_ge0_le0 ?(ltW c0).
move=> Coins p A pd; have [h hH Hh] := axis_learner_fails n s W0 A pd (ltW q0) q1.
exists (mass q), h; split=> //.
  split=> [b|]; first exact: mass_ge0 (ltW q0) q1.
  by rewrite big_bool /mass /= addrCA subrr addr0.
apply: lt_le_trans dq _; apply: le_trans Hh _; apply: ler_sum => o _.
apply: ler_wpmul2l; first by case: pd.
apply: prob_mono; rewrite ?(ltW q0) // => w; apply: lt_le_trans.
rewrite (_ : q * W ^+ 2 / 8%:R = 2%:R) ?ltr1n //.
by rewrite /q /W; field; rewrite gt_eqF.
Qed.
