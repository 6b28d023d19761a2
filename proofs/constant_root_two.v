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

(** The largest whole g. *)
Lemma largest_g (G : nat) (u : F) : (2 <= G)%N -> G%:R ^+ 2 + 36%:R * ln G%:R + 8%:R <= u ->
  exists g : nat, [/\ (G <= g)%N, g%:R ^+ 2 + 36%:R * ln g%:R + 8%:R <= u
    & Num.sqrt u <= g%:R + 19%:R].
Proof.
move=> G2 Gu; pose P g := (2 <= g)%N && (g%:R ^+ 2 + 36%:R * ln g%:R + 8%:R <= u).
have [M uM] := above u.
have ln0 g : (2 <= g)%N -> 0 <= ln g%:R by move=> g2; rewrite -(ln1 log) (ln_mono log) ?ltr01 //
  ler1n ltnW.
have PG : P G by rewrite /P G2.
have PM g : P g -> (g <= M)%N.
  move=> /andP[g2 le]; rewrite -(ler_nat F); apply: le_trans uM; apply: le_trans le.
  have g1 : 1 <= g%:R :> F by rewrite ler1n ltnW.
  apply: (@le_trans _ _ (g%:R ^+ 2)); first by rewrite expr2; apply: ler_pemull g1; rewrite ler0n.
  by rewrite -addrA ler_addl; apply: addr_ge0; rewrite ?ler0n // mulr_ge0 ?ler0n ?ln0.
case: (ex_maxnP (ex_intro _ G PG) PM) => g /andP[g2 gu] gmax; exists g; split=> //;
  first exact: gmax.
have lt : u <= (g%:R + 19%:R) ^+ 2.
  have : ~~ P g.+1 by apply/negP => /gmax; rewrite ltnn.
  rewrite /P (leq_trans g2 (leqnSn g)) /= -ltNge => /ltW le; apply: le_trans le _.
  have lng : ln g.+1%:R <= g%:R.
    case: log => _ /(_ g.+1%:R) le; apply: le_trans (le _) _; first by rewrite ltr0n.
    by rewrite mulrSr addrK.
  apply: (@le_trans _ _ (g.+1%:R ^+ 2 + 36%:R * g%:R + 8%:R)).
    by rewrite ler_add2r ler_add2l; apply: ler_wpmul2l lng; apply: ler0n.
  rewrite mulrSr -subr_ge0 (_ : _ - _ = 352%:R); last by ring.
  exact: ler0n.
have pos : 0 <= g%:R + 19%:R :> F by rewrite addr_ge0 ?ler0n.
by rewrite -(ger0_norm pos) -sqrtr_sqr; apply: ler_wsqrtr.
Qed.

(** Below. *)
Lemma ratio_below (G m : nat) : (2 <= G)%N -> 30%:R <= eps * G%:R -> (0 < m)%N ->
  G%:R ^+ 2 + 36%:R * ln G%:R + 8%:R <= ln m%:R ->
  exists (n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F),
  [/\ (0 < k)%N /\ (k < s)%N, [/\ 0 < W, 0 < B, 0 < R & forall i, normsq (x i) <= R ^+ 2],
      is_rademacher s k x W B r
    & (Num.sqrt 2%:R - eps) * Num.sqrt (ln m%:R) * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) <=
      r].
Proof.
move=> G2 eG m0 Gu; have [g [Gg gu root]] := largest_g G2 Gu.
have g2 := leq_trans G2 Gg.
have [n [s [k [x [W [B [R [net [ks [W0 B0 R0 xR] cls le]]]]]]]]] :=
  root_two_filled expP log lnK g2 m0 gu.
have [r rad] := rademacher_exists s k W comp m0 (ltW B0) xR.
exists n, s, k, x, W, B, R, r; split=> //.
apply: le_trans (le_trans le (rademacher_ge cls rad)).
have M0 : 0 <= W * R + B by rewrite addr_ge0 ?mulr_ge0 ?ltW.
apply: ler_wpmul2r (sqrtr_ge0 _) _ _ _; apply: ler_wpmul2r M0 _ _ _.
have q1 : 1 <= g%:R :> F by rewrite ler1n ltnW.
have s20 : 0 <= Num.sqrt 2%:R :> F := sqrtr_ge0 _.
case: (leP (Num.sqrt 2%:R) eps) => [neg|/ltW pos].
  apply: (@le_trans _ _ 0).
    by apply: mulr_le0_ge0 (sqrtr_ge0 _); rewrite subr_le0.
  by apply: mulr_ge0 s20 _; rewrite subr_ge0.
rewrite -subr_ge0 in pos; apply: le_trans (ler_wpmul2l pos root) _.
have s2 : Num.sqrt 2%:R <= 3%:R / 2%:R :> F.
  have x0 : 0 <= 3%:R / 2%:R :> F by rewrite divr_ge0 ?ler0n.
  rewrite -[X in _ <= X](ger0_norm x0) -sqrtr_sqr; apply: ler_wsqrtr.
  by rewrite -subr_ge0 (_ : _ - _ = 4%:R^-1) ?invr_ge0 ?ler0n //; field.
have eg : 30%:R <= eps * g%:R.
  by apply: le_trans eG _; apply: ler_wpmul2l (ltW e0) _ _ _; rewrite ler_nat.
rewrite -subr_ge0 (_ : _ - _ = 20%:R * (3%:R / 2%:R - Num.sqrt 2%:R) + (eps * g%:R - 30%:R)
  + 19%:R * eps); last by field.
apply: addr_ge0; last by apply: mulr_ge0 (ler0n _ _) (ltW e0).
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
have [G' eG'] := above (30%:R / eps); pose G := G'.+2.
have eG : 30%:R <= eps * G%:R.
  rewrite mulrC -ler_pdivr_mulr //; apply: le_trans eG' _; rewrite ler_nat /G; lia.
pose T : F := Num.max (G%:R ^+ 2 + 36%:R * ln G%:R + 8%:R) (Num.max 10%:R (V ^+ 2)).
have [m0 m0T] := above (exp T); exists m0 => m mm.
have mF : exp T <= m%:R :> F by apply: le_trans m0T _; rewrite ler_nat.
have m_gt0 : (0 < m)%N by rewrite -(ltr0n F); apply: lt_le_trans mF; apply: (exp_gt0 expP).
have lnm : T <= ln m%:R.
  apply: le_trans (ln_exp_ge expP T lnK) _; apply: (ln_mono log) mF; exact: (exp_gt0 expP).
have [uG u10 uV] : [/\ G%:R ^+ 2 + 36%:R * ln G%:R + 8%:R <= ln m%:R, 10%:R <= ln m%:R
    & V ^+ 2 <= ln m%:R].
  by move: lnm; rewrite /T !le_maxl => /and3P[].
split=> [n s k x W B R r k0 ks W0 B0 R0 xR rad|]; first exact: ratio_above rad.
exact: (@ratio_below G m).
Qed.

End Constant.
