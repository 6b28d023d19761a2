(** * Displays (1) and (15) fail for every constant

   At the m orthogonal points R e_i the km neurons with the weights e_i/R have
   the mean correlation k, whatever R is.  The argument of the logarithm,
   km(R + B), has the unit of x, and the right side falls to 0 as it comes down
   to 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube embedding rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ortho.
Variable F : realFieldType.
Variables (m k : nat) (R : F).
Hypothesis R0 : 0 < R.
Local Notation J := [finType of 'I_m * 'I_k].

Definition orthogonal (i e : 'I_m) : F := if e == i then R else 0.
Definition orthogonal_net (zeta : {ffun 'I_m -> bool}) : network F [ord m] J :=
  fun j => Neuron (sign F (zeta j.1)) (fun e => if e == j.1 then R^-1 else 0) 0.

Lemma dot_delta (a b : F) (i j : 'I_m) :
  dot (fun e : 'I_m => if e == j then a else 0) (fun e => if e == i then b else 0)
  = if i == j then a * b else 0.
Proof.
rewrite /dot (bigD1 j) //= eqxx big1 ?addr0 => [|e /negbTE ->]; last by rewrite mul0r.
by rewrite eq_sym; case: eqP => // _; rewrite mulr0.
Qed.

Lemma preact_orthogonal_net zeta j i :
  preact (orthogonal_net zeta j) (orthogonal i) = (i == j.1)%:R.
Proof.
rewrite /preact /= (dot_delta R^-1 R i j.1) subr0.
by case: eqP => // _; rewrite mulVf ?gt_eqF.
Qed.

Lemma active_orthogonal_net zeta i : #|active (orthogonal_net zeta) (orthogonal i)| = k.
Proof.
rewrite (_ : active _ _ = setX [set i] setT).
  by rewrite cardsX cards1 cardsT card_ord mul1n.
apply/setP => j; rewrite !inE preact_orthogonal_net andbT eq_sym.
by case: eqP => _; rewrite ?ltr01 ?ltxx.
Qed.

Lemma eval_orthogonal_net zeta i :
  eval (orthogonal_net zeta) (orthogonal i) = k%:R * sign F (zeta i).
Proof.
rewrite /eval (eq_bigr (fun j : J => (fun a (_ : 'I_k) =>
   sign F (zeta a) * (i == a)%:R) j.1 j.2)); last first.
  move=> j _; rewrite preact_orthogonal_net /= /relu; case: eqP => _ /=.
    by rewrite (max_idPr ler01).
  by rewrite maxxx.
rewrite -(pair_bigA _ (fun a (_ : 'I_k) => sign F (zeta a) * (i == a)%:R)) /=.
rewrite (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|a ai].
  by rewrite sumr_const card_ord eqxx mulr1 mulr_natl.
by rewrite big1 // => l _; rewrite eq_sym (negbTE ai) mulr0.
Qed.

Lemma correlation_orthogonal_net zeta :
  (0 < m)%N -> correlation orthogonal zeta (orthogonal_net zeta) = k%:R.
Proof.
move=> m0; rewrite /correlation (@avg_ext _ _ _ (fun=> k%:R)) ?avg_const ?card_ord //.
by move=> i; rewrite eval_orthogonal_net /sign; case: (zeta i); ring.
Qed.

Lemma in_class_orthogonal_net (B : F) zeta : 0 <= B ->
  in_class orthogonal k (R^-1 ^+ 2) B (orthogonal_net zeta).
Proof.
move=> B0; split; first by move=> i; rewrite active_orthogonal_net.
split=> i j /=; last by rewrite normr0 mulr0.
by rewrite expr2 sign_sq mul1r /normsq (dot_delta R^-1 R^-1 j.1 j.1) eqxx expr2.
Qed.

Lemma normsq_orthogonal i : normsq (orthogonal i) = R ^+ 2.
Proof. by rewrite /normsq (dot_delta R R i i) eqxx expr2. Qed.
End Ortho.
Arguments orthogonal_net {F m} k R zeta.


Lemma display_fails (F : realFieldType) (C : F) (L : F -> F) (m k : nat) :
  (forall t, 0 < t -> L t <= t - 1) -> (0 < m)%N -> (0 < k)%N ->
  exists (R W B : F) (x : 'I_m -> 'I_m -> F)
    (h : {ffun 'I_m -> bool} -> network F [ord m] [ord m * k]),
  [/\ [/\ 0 < R, 0 < W & 0 < B],
      (forall i, normsq (x i) = R ^+ 2) /\ 1 < k%:R * m%:R * (R + B),
      forall zeta, in_class x k (W ^+ 2) B (h zeta),
      mean_correlation x h = k%:R
    & C ^+ 2 * (W * R + B) ^+ 2 *
        ((m * k)%:R * m%:R * k%:R * L (k%:R * m%:R * (R + B)) / m%:R) < k%:R ^+ 2].
Proof.
move=> HL m0 k0; have k0' : 0 < k%:R :> F by rewrite ltr0n.
have m0' : 0 < m%:R :> F by rewrite ltr0n.
have mn : m%:R != 0 :> F by rewrite gt_eqF.
have km0 : 0 < k%:R * m%:R :> F by rewrite mulr_gt0.
pose c := C ^+ 2 * 4%:R * m%:R.
have C4 : 0 <= c by rewrite /c; apply: mulr_ge0; rewrite ?ler0n // mulr_ge0 ?sqr_ge0 ?ler0n.
have C0 : 0 < c + 1 by apply: ltr_paddl => //; exact: ltr01.
pose eps := (c + 1)^-1; have e0 : 0 < eps by rewrite invr_gt0.
have e1 : eps <= 1 by rewrite invf_le1 // ler_addr.
pose R := (k%:R * m%:R)^-1 : F; have R0 : 0 < R by rewrite invr_gt0.
have Rn : R != 0 by rewrite gt_eqF.
pose B := eps * R; have B0 : 0 < B by rewrite mulr_gt0.
have R1 : R <= 1 by rewrite invf_le1 // -natrM ler1n muln_gt0 k0.
have B1 : B <= 1 by rewrite -[1]mulr1 ler_pmul // ltW.
have tE : k%:R * m%:R * (R + B) = 1 + eps.
  by rewrite mulrDr /B mulrCA /R mulfV ?gt_eqF // mulr1.
have cardJ : (#|[finType of 'I_m * 'I_k]| <= #|'I_(m * k)|)%N by rewrite card_prod !card_ord.
have [phi phi_inj] := injection_of_card cardJ.
exists R, R^-1, B, (@orthogonal F m R), (fun z => embed (orthogonal_net k R z) phi); split.
- by split=> //; rewrite invr_gt0.
- by split; [exact: normsq_orthogonal | rewrite tE ltr_addl].
- move=> zeta; apply: embed_in_class => //; [exact: sqr_ge0 | exact: ltW |].
  by apply: in_class_orthogonal_net => //; exact: ltW.
- rewrite /mean_correlation (@avg_ext _ _ _ (fun=> k%:R)) ?avg_const //.
    by rewrite card_ffun card_bool card_ord expn_gt0.
  move=> zeta; rewrite -[RHS](correlation_orthogonal_net k R0 zeta m0).
  by apply: avg_ext => i; rewrite embed_eval.
rewrite tE mulVf //.
have HLe : L (1 + eps) <= eps.
  by apply: le_trans (HL _ _) _; rewrite ?addr_gt0 ?ltr01 // addrAC subrr add0r.
have -> : (m * k)%:R * m%:R * k%:R * L (1 + eps) / m%:R
          = k%:R ^+ 2 * (m%:R * L (1 + eps)).
  by rewrite natrM; move: (L _) => l; field.
rewrite mulrCA gtr_pmulr ?exprn_gt0 // mulrA.
apply: (@le_lt_trans _ _ (C ^+ 2 * (1 + B) ^+ 2 * m%:R * eps)).
  rewrite ler_wpmul2l //; apply: mulr_ge0; rewrite ?ler0n //.
  by apply: mulr_ge0; exact: sqr_ge0.
apply: (@le_lt_trans _ _ (c * eps)).
  rewrite ler_wpmul2r ?(ltW e0) // ler_wpmul2r ?ler0n // ler_wpmul2l ?sqr_ge0 //.
  rewrite (_ : 4%:R = (1 + 1) ^+ 2); last by rewrite -[1 + 1]/(2%:R) -natrX.
  by rewrite ler_expn2r ?nnegrE ?addr_ge0 ?ler01 ?ler_add2l // ltW.
by rewrite /eps ltr_pdivr_mulr // mul1r ltr_addl ltr01.
Qed.

Section Complexity.
Variable F : rcfType.

Lemma mul_sqrt_lt (Y X K : F) : 0 < K -> Y ^+ 2 * X < K ^+ 2 -> Y * Num.sqrt X < K.
Proof.
move=> K0 H; rewrite ltNge; apply/negP => H'.
have [X0|X0] := leP 0 X; last first.
  by move: H'; rewrite (ltr0_sqrtr X0) mulr0 leNgt K0.
have : K ^+ 2 <= (Y * Num.sqrt X) ^+ 2.
  by rewrite ler_expn2r ?nnegrE // ?(le_trans _ H') // ltW.
by rewrite exprMn sqr_sqrtr // leNgt H.
Qed.

(** Display (15) at m points with sparsity k, the constant C and L for the
    logarithm; display (1) has k = 1.  W, B and R are positive, and the argument
    of L is above 1. *)
Definition display (L : F -> F) (m k : nat) (C : F) : Prop :=
  forall (n s : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
    (0 < n)%N -> (k <= s)%N -> 0 < W -> 0 < B -> 0 < R ->
    (forall i, normsq (x i) <= R ^+ 2) ->
    1 < k%:R * m%:R * (R + B) ->
    is_rademacher s k x W B r ->
    r <= C * (W * R + B) *
         Num.sqrt (s%:R * n%:R * k%:R * L (k%:R * m%:R * (R + B)) / m%:R).

Lemma display_no_constant (L : F -> F) (m k : nat) : complete F ->
  (forall t, 0 < t -> L t <= t - 1) -> (0 < m)%N -> (0 < k)%N ->
  ~ exists C : F, display L m k C.
Proof.
move=> comp HL m0 k0 [C HC].
have [R [W [B [x [h [[R0 W0 B0] [xR t1] hC mean lt]]]]]] := display_fails C HL m0 k0.
have xR' i : normsq (x i) <= R ^+ 2 by rewrite xR.
have [r Hr] := rademacher_exists (m * k) k W comp m0 (ltW B0) xR'.
have le := rademacher_ge hC Hr; rewrite mean in le.
have km : (k <= m * k)%N by rewrite leq_pmull.
have := HC m (m * k)%N x W B R r m0 km W0 B0 R0 xR' t1 Hr.
rewrite leNgt; move/negP; apply; apply: lt_le_trans le.
by apply: mul_sqrt_lt; rewrite ?ltr0n // exprMn.
Qed.

End Complexity.
