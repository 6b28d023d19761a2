(** * The constant of Conjecture 20 is the root of 2, in one statement

   From some number m of points on, the largest ratio on m points is between (sqrt 2 - eps) and
   (sqrt 2 + eps) times sqrt(ln m): above by Theorem K, below by Theorem H* with the largest whole g
   for which g^2 + 36 ln g + 8 <= ln m. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages logarithm exponential rademacher one_point tails
  root_two theorem_k.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Constant.
Variables (F : rcfType) (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (comp : complete F) (above : forall t : F, exists M : nat, t <= M%:R).

(** ln y <= 2 sqrt y. *)
Lemma ln_le_root (y : F) : 0 < y -> ln y <= 2%:R * Num.sqrt y.
Proof.
move=> y0; have r0 : 0 < Num.sqrt y by rewrite sqrtr_gt0.
have -> : ln y = 2%:R * ln (Num.sqrt y).
  by rewrite -[in LHS](sqr_sqrtr (ltW y0)) (lnX log).
apply: ler_wpmul2l; first exact: ler0n.
by case: log => _ /(_ _ r0) le; apply: le_trans le _; rewrite ger_addl oppr_le0 ler01.
Qed.

Variable eps : F.
Hypothesis e0 : 0 < eps.
Let V : F := 22%:R ^+ 2 * 4%:R / eps ^+ 2.

Let V0 : 0 < V. Proof. by apply: divr_gt0; [apply: mulr_gt0|]; rewrite ?exprn_gt0 ?ltr0n. Qed.

Lemma double_logarithm_small (u : F) : 10%:R <= u -> V ^+ 2 <= u ->
  22%:R * Num.sqrt (ln (10%:R + u)) <= eps * Num.sqrt u.
Proof.
move=> u10 uV; have u0 : 0 < u by apply: lt_le_trans u10; rewrite ltr0n.
have ru : V <= Num.sqrt u by rewrite -(ger0_norm (ltW V0)) -sqrtr_sqr ler_wsqrtr.
have l4 : ln (10%:R + u) <= 4%:R * Num.sqrt u.
  have t0 : 0 < 10%:R + u by apply: addr_gt0 u0; rewrite ltr0n.
  apply: le_trans (ln_le_root t0) _.
  have four : 4%:R = Num.sqrt (4%:R ^+ 2) :> F by rewrite sqrtr_sqr normr_nat.
  have two : 2%:R = Num.sqrt (2%:R ^+ 2) :> F by rewrite sqrtr_sqr normr_nat.
  rewrite [in X in X <= _]two [in X in _ <= X]four -!sqrtrM ?sqr_ge0 //; apply: ler_wsqrtr.
  rewrite -subr_ge0 (_ : _ - _ = 4%:R * (u - 10%:R) + 8%:R * u); last by ring.
  by apply: addr_ge0; apply: mulr_ge0; rewrite ?ler0n ?subr_ge0 ?(ltW u0).
have d22 : 22%:R = Num.sqrt (22%:R ^+ 2) :> F by rewrite sqrtr_sqr normr_nat.
have ee : eps = Num.sqrt (eps ^+ 2) by rewrite sqrtr_sqr ger0_norm ?ltW.
rewrite d22 [in X in _ <= X]ee -!sqrtrM ?sqr_ge0 //; apply: ler_wsqrtr.
apply: le_trans (ler_wpmul2l (sqr_ge0 _) l4) _.
have uu : Num.sqrt u ^+ 2 = u by rewrite sqr_sqrtr // ltW.
rewrite -[in X in _ <= X]uu; move: ru; rewrite /V ler_pdivr_mulr ?exprn_gt0 // => ru.
rewrite mulrA; apply: le_trans (ler_wpmul2r (sqrtr_ge0 u) ru) _.
by apply: le_of_eq; ring.
Qed.

(** Above. *)
Lemma ratio_above (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F) :
  (0 < m)%N -> 10%:R <= ln m%:R -> V ^+ 2 <= ln m%:R ->
  (0 < k)%N -> (k <= s)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
  is_rademacher s k x W B r ->
  r <= (Num.sqrt 2%:R + eps) * Num.sqrt (ln m%:R) * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof.
move=> m0 u10 uV k0 ks W0 B0 R0 xR rad; set u := ln m%:R in u10 uV *.
have u1 : 1 <= u by apply: le_trans u10; rewrite ler1n.
have M0 : 0 <= W * R + B by rewrite addr_ge0 ?mulr_ge0.
have root0 : 0 <= Num.sqrt (s%:R * k%:R / m%:R) :> F := sqrtr_ge0 _.
have [few|many] := leqP (k * m) s.
  have [_ /(_ few) le] := trivial_and_few m0 W0 B0 R0 xR rad.
  apply: le_trans le _; apply: ler_wpmul2r root0 _ _ _; apply: ler_pemull M0 _.
  have r1 : 1 <= Num.sqrt u by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr.
  have r2 : 1 <= Num.sqrt 2%:R :> F by rewrite -[X in X <= _]sqrtr1 ler_wsqrtr // ler1n.
  apply: le_trans r1 _; apply: ler_pemull (sqrtr_ge0 _) _; apply: le_trans r2 _.
  by rewrite ler_addl ltW.
have cls : forall net : network F [ord n] [ord s], in_class x k (W ^+ 2) B net ->
  mean_sparse_class x k (W ^+ 2) B net.
  by move=> net; exact: in_class_mean_sparse.
have := complexity_le_K expP log lnK m0 W0 B0 R0 xR k0 ks (ltnW many) cls rad.
move=> /le_trans; apply; apply: ler_wpmul2r root0 _ _ _; apply: ler_wpmul2r M0 _ _ _.
rewrite mulrDl; apply: ler_add; last exact: double_logarithm_small.
rewrite -sqrtrM ?ler0n //; apply: ler_wsqrtr; apply: ler_wpmul2l; first exact: ler0n.
have kF : 0 < k%:R :> F by rewrite ltr0n.
apply: (ln_mono log); first by rewrite divr_gt0 // ltr0n (leq_trans k0).
by rewrite ler_pdivr_mulr // -natrM ler_nat mulnC ltnW.
Qed.

(** Below, with g = sqrt(ln m) - 19. *)
Lemma ratio_below (m : nat) : (0 < m)%N -> 21%:R ^+ 2 <= ln m%:R ->
  (30%:R / eps) ^+ 2 <= ln m%:R ->
  exists (n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
  [/\ (0 < k)%N /\ (k < s)%N, [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      is_rademacher s k x W B r
    & (Num.sqrt 2%:R - eps) * Num.sqrt (ln m%:R) * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <=
      r].
Proof.
move=> m0; set u := ln m%:R => u21 ue; have u0 : 0 <= u := le_trans (sqr_ge0 _) u21.
pose v := Num.sqrt u; have vE : v ^+ 2 = u by rewrite sqr_sqrtr.
have v_ge t : 0 <= t -> t ^+ 2 <= u -> t <= v.
  by move=> t0 le; rewrite -(ger0_norm t0) -sqrtr_sqr ler_wsqrtr.
have v21 : 21%:R <= v by apply: v_ge; rewrite ?ler0n.
have eg : 30%:R <= eps * v.
  by rewrite mulrC -ler_pdivr_mulr //; apply: v_ge => //; rewrite divr_ge0 ?ler0n ?ltW.
pose g := v - 19%:R; have g2 : 2%:R <= g by rewrite ler_subr_addr -natrD.
have g0 : 0 < g by apply: lt_le_trans g2; rewrite ltr0n.
have gu : g ^+ 2 + 36%:R * ln g + 73%:R / 10%:R <= u.
  have lng : ln g <= g - 1 by case: log => _; apply.
  apply: (@le_trans _ _ (g ^+ 2 + 36%:R * (g - 1) + 73%:R / 10%:R)).
    by rewrite ler_add2r ler_add2l; apply: ler_wpmul2l lng; rewrite ler0n.
  rewrite -vE /g -subr_ge0 [X in 0 <= X](_ : _ = 2%:R * v + 3517%:R / 10%:R); last by field.
  by apply: addr_ge0; [apply: mulr_ge0 (ler0n _ _) (sqrtr_ge0 _) | rewrite divr_ge0 ?ler0n].
have [n [s [k [x [W [B [R [net [ks [W0 B0 R0 xR] cls le]]]]]]]]] :=
  root_two_attained expP log lnK above g2 m0 gu.
have [r rad] := rademacher_exists s k W comp m0 (ltW B0) xR.
exists n, s, k, x, W, B, R, r; split=> //.
apply: le_trans (le_trans le (rademacher_ge cls rad)).
have M0 : 0 <= W * R + B by rewrite addr_ge0 ?mulr_ge0 ?ltW.
apply: ler_wpmul2r (sqrtr_ge0 _) _ _ _; apply: ler_wpmul2r M0 _ _ _.
have s20 : 0 <= Num.sqrt 2%:R :> F := sqrtr_ge0 _.
have g1 : g - 1 <= g * (1 - 3%:R / (2%:R * g ^+ 4)).
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = 1 - 3%:R / (2%:R * g ^+ 3)); last first.
    by field; rewrite gt_eqF.
  rewrite subr_ge0 ler_pdivr_mulr ?mulr_gt0 ?exprn_gt0 ?ltr0n // mul1r.
  apply: (@le_trans _ _ (2%:R * 2%:R ^+ 3)); first by rewrite -natrX -natrM ler_nat.
  apply: ler_wpmul2l; rewrite ?ler0n //; apply: ler_expn2r g2; rewrite nnegrE ?ler0n //.
  exact: ltW.
apply: le_trans (ler_wpmul2l s20 g1); rewrite -/v.
have s2 : Num.sqrt 2%:R <= 3%:R / 2%:R :> F.
  have x0 : 0 <= 3%:R / 2%:R :> F by rewrite divr_ge0 ?ler0n.
  rewrite -[X in _ <= X](ger0_norm x0) -sqrtr_sqr; apply: ler_wsqrtr.
  by rewrite -subr_ge0 (_ : _ - _ = 4%:R^-1) ?invr_ge0 ?ler0n //; field.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = 20%:R * (3%:R / 2%:R - Num.sqrt 2%:R)
  + (eps * v - 30%:R)); last by rewrite /g; field.
by apply: addr_ge0; [apply: mulr_ge0 (ler0n _ _) _|]; rewrite subr_ge0.
Qed.

(** Both. *)
Lemma constant_is_root_two : exists m0 : nat, forall m : nat, (m0 <= m)%N ->
  (forall (n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
     (0 < k)%N -> (k <= s)%N -> 0 <= W -> 0 <= B -> 0 <= R -> (forall i, normsq (x i) <= R ^+ 2) ->
     is_rademacher s k x W B r ->
     r <= (Num.sqrt 2%:R + eps) * Num.sqrt (ln m%:R) * (W * R + B)
          * Num.sqrt (s%:R * k%:R / m%:R)) /\
  (exists (n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
   [/\ (0 < k)%N /\ (k < s)%N, [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
       is_rademacher s k x W B r
     & (Num.sqrt 2%:R - eps) * Num.sqrt (ln m%:R) * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
       <= r]).
Proof.
pose T : F := Num.max (Num.max (21%:R ^+ 2) ((30%:R / eps) ^+ 2)) (Num.max 10%:R (V ^+ 2)).
have [m0 m0T] := above (exp T); exists m0 => m mm.
have mF : exp T <= m%:R :> F by apply: le_trans m0T _; rewrite ler_nat.
have m_gt0 : (0 < m)%N by rewrite -(ltr0n F); apply: lt_le_trans mF; apply: (exp_gt0 expP).
have lnm : T <= ln m%:R.
  apply: le_trans (ln_exp_ge expP T lnK) _; apply: (ln_mono log) mF; exact: (exp_gt0 expP).
move: lnm; rewrite /T !le_maxl => /andP[/andP[u21 ue] /andP[u10 uV]].
split=> [n s k x W B R r k0 ks W0 B0 R0 xR rad|]; first exact: ratio_above rad.
exact: ratio_below.
Qed.

End Constant.
