(** * The corrected Theorem 17

   On a finite domain, whatever the distribution and the support.  The weights of a neuron, with
   |u| absorbed, are rounded to a grid of p values a coordinate and its bias to q values: so there
   are (2 p^n q)^s networks one of which is within sqrt eps / 2 of any network of scale (W, B).  If a
   clipped network has a loss above eps, it is more than sqrt eps away from the target with a
   probability above eps/(4 C^2), and then so is a network of the grid by half of that. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning definitions_distributions averages
  cube exponential logarithm cauchy_schwarz product_spaces average_sensitivity one_point by_heart.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Clip.
Variables (F : realFieldType) (C : F).
Hypothesis C0 : 0 <= C.
Implicit Types (a b t : F).

Lemma relu_dist a b : `|relu a - relu b| <= `|a - b|.
Proof.
apply: le_trans (relu_lip a b) _; apply: ler_pimulr; first exact: normr_ge0.
by case: (_ || _); rewrite ?lexx ?ler01.
Qed.

Lemma max_dist c a b : `|Num.max c a - Num.max c b| <= `|a - b|.
Proof.
have maxE t : Num.max c t = relu (t - c) + c by rewrite /relu addr_maxl add0r subrK.
rewrite !maxE opprD addrACA subrr addr0; apply: le_trans (relu_dist _ _) _.
by rewrite opprB addrA subrK.
Qed.

Lemma clip_dist a b : `|clip C a - clip C b| <= `|a - b|.
Proof.
have minE t : Num.min C t = - Num.max (- C) (- t) by rewrite oppr_max !opprK.
apply: le_trans (max_dist _ _ _) _; rewrite !minE -opprD normrN.
by apply: le_trans (max_dist _ _ _) _; rewrite -opprD normrN.
Qed.

Lemma clip_le t : `|clip C t| <= C.
Proof.
rewrite ler_norml /clip le_maxr lexx /= le_maxl; apply/andP; split.
  by apply: le_trans C0; rewrite oppr_le0.
by rewrite le_minl lexx.
Qed.

Lemma clip_id t : `|t| <= C -> clip C t = t.
Proof. by rewrite ler_norml /clip => /andP[lo hi]; rewrite (min_idPr hi) (max_idPr lo). Qed.

End Clip.

(** ** The grid *)

Section Grid.
Variable F : realFieldType.

(** The middle of the j-th of p equal parts of [-W, W]. *)
Definition middle (W : F) (p : nat) (j : 'I_p) : F := ((j.*2.+1)%:R / p%:R - 1) * W.

Lemma middle_near (W w : F) (p : nat) : (0 < p)%N -> `|w| <= W ->
  exists j : 'I_p, `|w - middle W j| <= W / p%:R.
Proof.
move=> p0 wW; have W0 : 0 <= W := le_trans (normr_ge0 w) wW.
have pF : 0 < p%:R :> F by rewrite ltr0n.
move: wW; rewrite ler_norml => /andP[lo hi].
pose P j := (j < p)%N && (2%:R * W * j%:R <= (w + W) * p%:R).
have P0 : P 0%N by rewrite /P p0 mulr0 mulr_ge0 ?ler0n // -ler_subl_addr sub0r.
have Pp j : P j -> (j <= p)%N by case/andP => /ltnW.
case: (ex_maxnP (ex_intro _ 0%N P0) Pp) => j /andP[jp low] jmax; exists (Ordinal jp).
have high : (w + W) * p%:R <= 2%:R * W * j.+1%:R.
  case: (ltnP j.+1 p) => jp1.
    rewrite leNgt; apply/negP => /ltW le.
    by have := jmax j.+1; rewrite /P jp1 le => /(_ isT); rewrite ltnn.
  have -> : j.+1 = p by apply/eqP; rewrite eqn_leq jp.
  apply: ler_wpmul2r; first exact: ltW.
  by rewrite mulr_natl mulr2n ler_add2r.
have dE : w - middle W (Ordinal jp) = ((w + W) * p%:R - W * (j.*2.+1)%:R) / p%:R.
  by rewrite /middle /=; field; rewrite gt_eqF.
have jE : (j.*2.+1)%:R = 2%:R * j%:R + 1 :> F by rewrite mulrSr -mul2n natrM.
rewrite dE jE normrM [`|p%:R^-1|]ger0_norm ?invr_ge0 ?ler0n //.
apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
rewrite ler_norml; apply/andP; split.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = (w + W) * p%:R - 2%:R * W * j%:R); last by ring.
  by rewrite subr_ge0.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = 2%:R * W * j.+1%:R - (w + W) * p%:R).
  by rewrite subr_ge0.
by rewrite mulrSr; ring.
Qed.

End Grid.

Section Codes.
Variables (F : rcfType) (n s p q : nat) (W B R : F).
Hypotheses (p0 : (0 < p)%N) (q0 : (0 < q)%N) (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Definition code : finType := [finType of {ffun 'I_s -> bool * ({ffun 'I_n -> 'I_p} * 'I_q)}].

Lemma card_code : #|code| = ((2 * (p ^ n * q)) ^ s)%N.
Proof. by rewrite card_ffun !card_prod card_bool card_ffun !card_ord. Qed.

Definition decode (c : code) : network F [ord n] [ord s] := fun j =>
  Neuron (sign F (c j).1) (fun e => middle W ((c j).2.1 e)) (middle B (c j).2.2).

(** |<v, x>| <= sqrt n t R for |v_e| <= t. *)
Lemma dot_small (v x : 'I_n -> F) (t : F) : 0 <= t -> (forall e, `|v e| <= t) ->
  normsq x <= R ^+ 2 -> `|dot v x| <= Num.sqrt n%:R * t * R.
Proof.
move=> t0 vt xR; have z0 : 0 <= Num.sqrt n%:R * t * R by rewrite !mulr_ge0 ?sqrtr_ge0.
rewrite -ler_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real //.
apply: le_trans (dot_sq_le v x) _; rewrite exprMn; apply: ler_pmul => //.
- by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
- by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
rewrite exprMn sqr_sqrtr ?ler0n // -[n in n%:R]card_ord -sumc; apply: ler_sum => e _.
rewrite -expr2 -(real_normK (num_real (v e))); apply: ler_expn2r; rewrite ?nnegrE //.
Qed.

Lemma neuron_near (nr : neuron F [ord n]) : outw nr ^+ 2 * normsq (inw nr) <= W ^+ 2 ->
  `|outw nr| * `|bias nr| <= B ->
  exists c : bool * ({ffun 'I_n -> 'I_p} * 'I_q), forall x : 'I_n -> F, normsq x <= R ^+ 2 ->
  `|outw nr * relu (preact nr x)
    - sign F c.1 * relu (preact (Neuron (sign F c.1) (fun e => middle W (c.2.1 e)) (middle B
      c.2.2)) x)|
  <= Num.sqrt n%:R * (W / p%:R) * R + B / q%:R.
Proof.
case: nr => u w b /= uW uB.
have wW e : `| `|u| * w e| <= W.
  rewrite -ler_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real // exprMn real_normK ?num_real //.
  apply: le_trans uW; apply: ler_wpmul2l; first exact: sqr_ge0.
  rewrite /normsq /dot (bigD1 e) //= expr2 ler_addl; apply: sumr_ge0 => i _.
  by rewrite -expr2 sqr_ge0.
have bB : `| `|u| * b| <= B by rewrite normrM normr_id.
have [f Hf] := fin_all_exists (fun e => middle_near p0 (wW e)).
have [c Hc] := middle_near q0 bB.
exists (0 <= u, ([ffun e => f e], c)) => x xR /=.
have uE : u = sign F (0 <= u) * `|u|.
  rewrite /sign; case: (leP 0 u) => u0 /=; first by rewrite mul1r ger0_norm.
  by rewrite mulN1r ltr0_norm // opprK.
have reluE t : `|u| * relu t = relu (`|u| * t) by rewrite /relu maxr_pmulr ?normr_ge0 // mulr0.
rewrite {1}uE -mulrA -mulrBr normrM sign_norm mul1r reluE; apply: le_trans (relu_dist _ _) _.
rewrite /preact /=.
have -> : `|u| * (dot w x - b) - (dot (fun e => middle W ([ffun e0 => f e0] e)) x - middle B c)
    = dot (fun e => `|u| * w e - middle W (f e)) x - (`|u| * b - middle B c).
  have -> : dot (fun e => `|u| * w e - middle W (f e)) x
      = `|u| * dot w x - dot (fun e => middle W ([ffun e0 => f e0] e)) x.
    rewrite /dot mulr_sumr -sumrB; apply: eq_bigr => e _; rewrite ffunE.
    by rewrite mulrBl mulrA.
  by ring.
apply: le_trans (ler_norm_sub _ _) (ler_add _ Hc).
by apply: dot_small => //; rewrite divr_ge0 ?ler0n.
Qed.

Lemma code_near (net : network F [ord n] [ord s]) : scale net (W ^+ 2) B ->
  exists c : code, forall x : 'I_n -> F, normsq x <= R ^+ 2 ->
  `|eval net x - eval (decode c) x| <= s%:R * (Num.sqrt n%:R * (W / p%:R) * R + B / q%:R).
Proof.
move=> [sW sB]; have [c Hc] := fin_all_exists (fun j => neuron_near (sW j j) (sB j j)).
exists [ffun j => c j] => x xR; rewrite /eval -sumrB; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite -[s in s%:R]card_ord -sumc; apply: ler_sum => j _; rewrite /decode ffunE.
exact: Hc.
Qed.

End Codes.

(** ** The number of samples *)

Section Learn.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Variables (X : finType) (n s k p q m : nat) (x : X -> 'I_n -> F) (W B R eps delta : F).
Hypotheses (p0 : (0 < p)%N) (q0 : (0 < q)%N) (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypotheses (xR : forall i, normsq (x i) <= R ^+ 2) (e0 : 0 < eps) (d0 : 0 < delta).
Let C := k%:R * (W * R + B).
Hypothesis fine : s%:R * (Num.sqrt n%:R * (W / p%:R) * R + B / q%:R) <= Num.sqrt eps / 2%:R.
Hypothesis enough :
  4%:R * C ^+ 2 / eps * (s%:R * ln (2 * (p ^ n * q))%:R + ln delta^-1) <= m%:R.
Variable A : finite_learner F X m.
Hypothesis erm : is_clipped_erm s x W B C A.

Lemma clipped_erm_learns : learns_any (networks_on_support s k x W B) A eps delta.
Proof.
move=> D h Dd [net cls hE]; have D0 i : 0 <= D i by case: Dd.
have pd := distribution_product [finType of 'I_m] Dd.
have C0 : 0 <= C by rewrite mulr_ge0 ?addr_ge0 ?mulr_ge0 ?ler0n.
have r0 : 0 < Num.sqrt eps by rewrite sqrtr_gt0.
have rr : Num.sqrt eps ^+ 2 = eps by rewrite sqr_sqrtr // ltW.
have hC i : D i != 0 -> `|h i| <= C.
  move=> Di; rewrite hE.
  by apply: (value_le W0 B0 R0 (fun j : {i | D i != 0} => xR (sval j)) (exist _ i Di) cls).
pose value (c : code n s p q) i := clip C (eval (decode W B c) (x i)).
pose far (c : code n s p q) : pred X := fun i => Num.sqrt eps / 2%:R < `|value c i - h i|.
pose eta := eps / (4%:R * C ^+ 2).
pose bad (c : code n s p q) (w : {ffun 'I_m -> X}) := (eta <= probability D (far c)) && [forall j,
  ~~ far c (w j)].
(* a sample of the support on which the loss is above eps is bad for some network of the grid *)
have cover (w : {ffun 'I_m -> X}) : (forall j, D (w j) != 0) -> 0 < C ->
    eps < loss_under D (A (with_labels h w)) h -> exists c : code n s p q, bad c w.
  move=> supp C1 big; have C4 : 0 < 4%:R * C ^+ 2 := mulr_gt0 (ltr0Sn F 3) (exprn_gt0 2 C1).
  have fits j : clip C (eval net (x (w j))) = h (w j) by rewrite -hE clip_id ?hC.
  have [net' sc' [AE fit]] := erm (cls.2) fits.
  have [c near] := code_near p0 q0 W0 R0 sc'; exists c.
  have close i : `|value c i - A (with_labels h w) i| <= Num.sqrt eps / 2%:R.
    by rewrite AE distrC /value; apply: le_trans (clip_dist C _ _) _; apply: le_trans fine;
      apply: near.
  apply/andP; split; last first.
    apply/forallP => j; rewrite /far -leNgt -fit; exact: close.
  rewrite ler_pdivr_mulr //.
  move: big; rewrite /loss_under -(ltr_pmul2l (ltr0Sn F 1)) -meanZ => big.
  have sq i : D i * (2%:R * ((A (with_labels h w) i - h i) ^+ 2 / 2%:R))
      <= D i * (eps + 4%:R * C ^+ 2 * (far c i)%:R).
    have [Di|Di] := eqVneq (D i) 0; first by rewrite Di !mul0r.
    apply: ler_wpmul2l (D0 i) _ _ _; rewrite mulrC divfK ?pnatr_eq0 //.
    rewrite -(real_normK (num_real _)).
    case: (boolP (far c i)) => [_|near_i].
      have two : `|A (with_labels h w) i - h i| <= 2%:R * C.
        apply: le_trans (ler_norm_sub _ _) _; rewrite mulr_natl mulr2n; apply: ler_add (hC i Di).
        by rewrite AE clip_le.
      apply: (@le_trans _ _ ((2%:R * C) ^+ 2)).
        by apply: ler_expn2r two; rewrite nnegrE ?normr_ge0 //; exact: mulr_ge0 (ler0n _ 2) C0.
      rewrite mulr1 (_ : (2%:R * C) ^+ 2 = 4%:R * C ^+ 2); last by ring.
      by rewrite ler_addr ltW.
    rewrite mulr0 addr0 -rr; apply: ler_expn2r; rewrite ?nnegrE ?normr_ge0 ?(ltW r0) //.
    have -> : A (with_labels h w) i - h i
      = (value c i - h i) - (value c i - A (with_labels h w) i) by ring.
    apply: le_trans (ler_norm_sub _ _) _.
    rewrite [X in _ <= X](_ : _ = Num.sqrt eps / 2%:R + Num.sqrt eps / 2%:R); last by field.
    by apply: ler_add (close i); rewrite leNgt.
  have := lt_le_trans big (ler_sum _ (fun i _ => sq i)).
  rewrite -/(mean D (fun i => eps + 4%:R * C ^+ 2 * (far c i)%:R)) meanD (mean_const Dd) meanZ.
  by rewrite -probabilityE mulr_natl mulr2n ltr_add2l [_ * probability _ _]mulrC => /ltW.
have small (g : code n s p q) : probability (product D) (bad g) <= exp (- eta) ^+ m.
  have [le|lt] := leP eta (probability D (far g)); last first.
    rewrite /probability big_pred0 => [|w]; last by rewrite /bad leNgt lt.
    by rewrite exprn_ge0 // ltW // (exp_gt0 expP).
  apply: (@le_trans _ _ (probability (product D)
    (fun w : {ffun 'I_m -> X} => [forall j, ~~ far g (w j)]))).
    by apply: (probability_mono pd) => w /andP[].
  rewrite (probability_all D m (fun i => ~~ far g i)); apply: ler_expn2r.
  - by rewrite nnegrE; apply: sumr_ge0.
  - by rewrite nnegrE ltW // (exp_gt0 expP).
  apply: le_trans (exp_ge expP _); rewrite (probability_complement Dd) ler_add2l ler_opp2.
  by apply: le_trans le _; apply: le_of_eq; apply: eq_bigl => i; rewrite negbK.
rewrite (probability_complement pd) ler_add2l ler_opp2.
(* samples off the support have no weight *)
pose supported (w : {ffun 'I_m -> X}) := [forall j, D (w j) != 0].
have drop (P : pred {ffun 'I_m -> X}) :
    probability (product D) P = probability (product D) (fun w => supported w && P w).
  rewrite /probability big_mkcond [RHS]big_mkcond /=; apply: eq_bigr => w _.
  case: (boolP (supported w)) => //= /forallPn[j]; rewrite negbK => /eqP Dj.
  by case: (P w) => //; rewrite /product (bigD1 j) //= Dj mul0r.
rewrite drop; have [C1|C1] := zero_or_pos C0.
  rewrite /probability big_pred0 ?(ltW d0) // => w; apply/negbTE; apply/negP =>
    /andP[/forallP supp].
  apply/negP; rewrite negbK /loss_under /mean big1 ?(ltW e0) // => i _.
  have [Di|Di] := eqVneq (D i) 0; first by rewrite Di mul0r.
  have fits j : clip C (eval net (x (w j))) = h (w j) by rewrite -hE clip_id ?hC.
  have [net' sc' [AE fit]] := erm (cls.2) fits.
  have a0 : A (with_labels h w) i = 0 by apply/eqP; rewrite -normr_le0 C1 AE clip_le.
  have b0 : h i = 0 by apply/eqP; rewrite -normr_le0 C1 hC.
  by rewrite a0 b0 subrr expr0n mul0r mulr0.
apply: (@le_trans _ _ (\sum_(c : code n s p q) exp (- eta) ^+ m)).
  apply: le_trans (ler_sum _ (fun c _ => small c)).
  apply: (probability_union Dd) => w /andP[/forallP supp]; rewrite -ltNge.
  exact: cover.
rewrite sumc card_code natrX -(exp_natl expP).
have N0 : 0 < (2 * (p ^ n * q))%:R :> F by rewrite ltr0n !muln_gt0 expn_gt0 p0 q0.
rewrite -[X in X * _](lnK (exprn_gt0 s N0)) (lnX log) // -(expD expP).
rewrite -[X in _ <= X](lnK d0); apply: (exp_mono expP).
have C4 : 0 < 4%:R * C ^+ 2 := mulr_gt0 (ltr0Sn F 3) (exprn_gt0 2 C1).
have := enough; rewrite (lnV log) // mulrC -ler_pdivl_mulr ?(divr_gt0 C4 e0) //.
rewrite (_ : m%:R / _ = m%:R * eta); last by rewrite /eta invf_div.
by rewrite mulrN !ler_subl_addr [_ + ln delta]addrC.
Qed.

End Learn.
