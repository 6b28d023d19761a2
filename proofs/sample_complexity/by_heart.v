(** * Learning by heart

   On a domain of N points the learner that returns the labels it has seen has a loss of at most
   C^2/2 times the mass of the points that it has not seen.  A set of mass p is not seen with
   probability (1 - p)^m, and there are 2^N sets. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning averages logarithm exponential
  product_spaces supremum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Draws.
Variables (F : realFieldType) (X : finType) (D : X -> F) (m : nat).
Hypothesis Dd : distribution D.
Implicit Types (w : {ffun 'I_m -> X}) (P : pred X).

(** All draws are in P with the probability D(P)^m. *)
Lemma probability_all P :
  probability (product D) (fun w : {ffun 'I_m -> X} => [forall i, P (w i)])
  = probability D P ^+ m.
Proof.
rewrite probabilityE /mean (eq_bigr (fun w : {ffun 'I_m -> X} =>
  \prod_i (D (w i) * (P (w i))%:R))) => [|w _]; last first.
  rewrite big_split; congr (_ * _); case: (boolP [forall i, P (w i)]) => [/forallP all|].
    by rewrite big1 // => i _; rewrite all.
  by rewrite negb_forall => /existsP[i /negbTE no]; rewrite (bigD1 i) //= no mul0r.
rewrite -(bigA_distr_bigA (fun _ x => D x * (P x)%:R)) prodr_const card_ord; congr (_ ^+ _).
by rewrite probabilityE.
Qed.

(** A union bound over the elements of a finite type. *)
Lemma probability_union (T : finType) (A : pred {ffun 'I_m -> X}) (B : T -> pred {ffun 'I_m -> X}) :
  (forall w, A w -> exists t, B t w) ->
  probability (product D) A <= \sum_t probability (product D) (B t).
Proof.
move=> AB; rewrite probabilityE (eq_bigr (fun t => mean (product D) (fun w => (B t w)%:R))).
  rewrite -mean_sum; apply: (ler_mean (distribution_product _ Dd)) => w.
  case: (boolP (A w)) => [/AB[t Bt]|_]; last by apply: sumr_ge0 => t _; rewrite ler0n.
  by rewrite (bigD1 t) //= Bt ler_addl; apply: sumr_ge0 => u _; rewrite ler0n.
by move=> t _; rewrite probabilityE.
Qed.

End Draws.

Section ByHeart.
Variables (F : realFieldType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Variables (X : finType) (m : nat) (C eps delta : F).
Hypotheses (C0 : 0 <= C) (e0 : 0 < eps) (d0 : 0 < delta).
Hypothesis enough : C ^+ 2 * (#|X|%:R * ln 2%:R + ln delta^-1) / (2%:R * eps) <= m%:R.

Lemma by_heartE (h : X -> F) (w : {ffun 'I_m -> X}) x :
  by_heart F X m (with_labels h w) x = if [forall i, w i != x] then 0 else h x.
Proof.
rewrite /by_heart; case: pickP => [i|no].
  rewrite !ffunE /= => /eqP wx; rewrite wx ifF //; apply/negbTE.
  by rewrite negb_forall; apply/existsP; exists i; rewrite wx eqxx.
by rewrite ifT //; apply/forallP => i; have := no i; rewrite ffunE /= => ->.
Qed.

Lemma learns_by_heart :
  learns_any (fun _ h => forall x, `|h x| <= C) (by_heart F X m) eps delta.
Proof.
move=> D h Dd hC; have D0 x : 0 <= D x by case: Dd.
have pd := distribution_product [finType of 'I_m] Dd.
pose unseen (w : {ffun 'I_m -> X}) := [set x | [forall i, w i != x]].
have lossE w : loss_under D (by_heart F X m (with_labels h w)) h
    <= C ^+ 2 / 2%:R * probability D (mem (unseen w)).
  rewrite probabilityE -meanZ; apply: (ler_mean Dd) => x; rewrite by_heartE /= inE.
  case: ifP => _; last by rewrite subrr expr0n mul0r mulr0.
  rewrite sub0r sqrrN mulr1; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
  by rewrite -(real_normK (num_real (h x))); apply: ler_expn2r; rewrite ?nnegrE.
rewrite (probability_complement pd) ler_add2l ler_opp2.
have [C1|C1] := zero_or_pos C0.
  rewrite /probability big_pred0 ?ltW // => w; apply/negbTE; rewrite negbK.
  by apply: le_trans (lossE w) _; rewrite -C1 expr0n mul0r mul0r ltW.
pose eta := 2%:R * eps / C ^+ 2.
have eta0 : 0 < eta by rewrite divr_gt0 ?mulr_gt0 ?ltr0n ?exprn_gt0.
pose B (U : {set X}) (w : {ffun 'I_m -> X}) := (eta < probability D (mem U)) && [forall i,
  w i \notin U].
apply: (@le_trans _ _ (\sum_U probability (product D) (B U))).
  apply: (probability_union Dd) => w; rewrite -ltNge => lt; exists (unseen w); apply/andP; split.
    have {}lt := lt_le_trans lt (lossE w); rewrite ltr_pdivr_mulr ?exprn_gt0 // -subr_gt0.
    rewrite (_ : _ - _ = 2%:R * (C ^+ 2 / 2%:R * probability D (mem (unseen w)) - eps)).
      by rewrite mulr_gt0 ?ltr0n // subr_gt0.
    by field.
  apply/forallP => i; rewrite inE negb_forall; apply/existsP; exists i; by rewrite negbK.
apply: (@le_trans _ _ (\sum_(U : {set X}) exp (- eta) ^+ m)).
  apply: ler_sum => U _; rewrite /B; case: ltP => /= [lt|_]; last first.
    by rewrite /probability big_pred0_eq exprn_ge0 // ltW // (exp_gt0 expP).
  rewrite (probability_all D m (fun x => x \notin U)); apply: ler_expn2r.
  - by rewrite nnegrE; apply: sumr_ge0.
  - by rewrite nnegrE ltW // (exp_gt0 expP).
  apply: le_trans (exp_ge expP _).
  rewrite (probability_complement Dd) ler_add2l ler_opp2; apply/ltW/(lt_le_trans lt).
  by apply: le_of_eq; apply: eq_bigl => x; rewrite negbK.
have cardX : #|{: {set X}}| = (2 ^ #|X|)%N by rewrite -(cardsT X) -card_powerset powersetT cardsT.
rewrite sumc cardX natrX -(exp_natl expP).
have p2 : 0 < 2%:R :> F by rewrite ltr0n.
rewrite -[2%:R ^+ _](lnK (exprn_gt0 _ p2)) (lnX log) // -(expD expP).
rewrite -[X in _ <= X](lnK d0); apply: (exp_mono expP).
have := enough; rewrite ler_pdivr_mulr ?mulr_gt0 // (lnV log) // -ler_pdivl_mull ?exprn_gt0 //.
rewrite (_ : _^-1 * _ = m%:R * eta); last by rewrite /eta; field; rewrite gt_eqF.
by rewrite mulrN !ler_subl_addr [_ + ln delta]addrC.
Qed.

End ByHeart.

(** ** Dense networks *)

Section Dense.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypothesis above : forall t : F, exists M : nat, t <= M%:R.

(** The least natural number above t. *)
Lemma round_up (t : F) : 0 <= t -> exists m : nat, t <= m%:R < t + 1.
Proof.
move=> t0; have ex : exists m : nat, t <= m%:R by apply: above.
case: (ex_minnP ex) => -[|m] le least; first by exists 0%N; rewrite le ltr_paddl ?ltr01.
exists m.+1; rewrite le mulrSr ltr_add2r ltNge; apply/negP => /least; by rewrite ltnn.
Qed.

(** Whatever c is, for some eps fewer than c s^2 / eps^2 samples are enough on the cube, for all s. *)
Lemma dense_by_heart (n : nat) (c W B delta : F) : 0 < c -> 0 <= W -> 0 <= B -> 0 < delta <= 1 ->
  exists2 eps : F, 0 < eps & forall s : nat, (0 < s)%N ->
  exists2 m : nat, m%:R < c * s%:R ^+ 2 / eps ^+ 2
  & learns_any (fun _ h => exists2 net : network F [ord n] [ord s],
        in_class (@pt F [ord n]) s (W ^+ 2) B net & h = fn net)
      (by_heart F [finType of cube [ord n]] m) eps delta.
Proof.
move=> c0 W0 B0 /andP[d0 d1]; pose M := W * Num.sqrt n%:R + B.
have M0 : 0 <= M by rewrite addr_ge0 ?mulr_ge0 ?sqrtr_ge0.
pose L : F := #|[finType of cube [ord n]]|%:R * ln 2%:R + ln delta^-1.
have L0 : 0 <= L.
  rewrite addr_ge0 ?mulr_ge0 ?ler0n ?(ltW (ln2_gt0 log)) // -(ln1 log).
  by apply: (ln_mono log); rewrite ?ltr01 // invf_ge1.
pose K := M ^+ 2 * L; have K0 : 0 <= K by rewrite mulr_ge0 ?sqr_ge0.
pose eps := c / (K + 2%:R + c).
have den0 : 0 < K + 2%:R + c by apply: ltr_paddl c0; apply: addr_ge0 K0 _; apply: ler0n.
have e0 : 0 < eps by rewrite divr_gt0.
have e1 : eps <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addr addr_ge0 ?ler0n.
have ec : eps * (K + 2%:R) < c.
  rewrite -subr_gt0 (_ : _ - _ = c ^+ 2 / (K + 2%:R + c)); last by rewrite /eps; field;
    rewrite gt_eqF.
  by rewrite divr_gt0 ?exprn_gt0.
exists eps => // s s0; have sF : 1 <= s%:R :> F by rewrite ler1n.
pose C := s%:R * M; have C0 : 0 <= C by rewrite mulr_ge0 ?ler0n.
have [|m /andP[mle mlt]] := @round_up (C ^+ 2 * L / (2%:R * eps)).
  exact: divr_ge0 (mulr_ge0 (sqr_ge0 _) L0) (mulr_ge0 (ler0n _ _) (ltW e0)).
exists m; last first.
  move=> D h Dd [net cls ->].
  apply: (learns_by_heart expP log lnK C0 e0 d0 mle) => // x.
  by have := fn_le W0 B0 cls x; rewrite card_ord.
apply: lt_le_trans mlt _; rewrite ler_pdivl_mulr ?exprn_gt0 //.
have s1 : 1 <= s%:R ^+ 2 :> F by rewrite exprn_ege1.
apply: (@le_trans _ _ (s%:R ^+ 2 * (eps * (K + 2%:R)))); last first.
  rewrite [c * _]mulrC; apply: ler_wpmul2l (sqr_ge0 _) _ _ (ltW ec).
rewrite mulrDl mul1r (_ : _ / _ * eps ^+ 2 = s%:R ^+ 2 * (eps * (K / 2%:R))); last first.
  by rewrite /C /K; field; rewrite gt_eqF.
apply: (@le_trans _ _ (s%:R ^+ 2 * (eps * (K / 2%:R)) + s%:R ^+ 2 * eps)).
  rewrite ler_add2l; apply: (@le_trans _ _ eps); last exact: ler_pemull (ltW e0) s1.
  by rewrite expr2; apply: ler_pimull (ltW e0) e1.
rewrite -mulrDr; apply: ler_wpmul2l; first exact: sqr_ge0.
rewrite -subr_ge0 (_ : _ - _ = eps * (K / 2%:R + 1)); last by field.
apply: mulr_ge0 (ltW e0) _; apply: addr_ge0 ler01; exact: divr_ge0 K0 (ler0n _ _).
Qed.

End Dense.
