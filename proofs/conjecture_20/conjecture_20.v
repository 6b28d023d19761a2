(** * Theorem H: Conjecture 20 fails for every constant

   The exact form has W^2 = R^2 = sqrt(a) + sqrt(b) and B = 1.  For a = g^4 and b = d^4
   no root is left in the sizes, and the mean correlation is at least
   g^2 d^2 / (4 sqrt 2 (g^2 + d^2 + 1)) times (WR + B) sqrt(sk/m). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube binomials rectangles_mean
  rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The right side of (H), times (WR + B) sqrt(sk/m), is the mean of the correlations. *)
Lemma rectangle_ratioE (F : rcfType) (n N h a b : nat) :
  (0 < n)%N -> (0 < N)%N -> (0 < 'C(h.-1, a.-1))%N ->
  rectangle_ratio F n N h a b * (Num.sqrt a%:R + Num.sqrt b%:R + 1)
    * Num.sqrt ((2 * 'C(n, a))%:R * 'C(h.-1, a.-1)%:R / (n * N)%:R)
  = 2%:R * 'C(n, a)%:R * a%:R * mean_columns F a b h n N / (n * N)%:R.
Proof.
move=> n0 N0 k0; have m0 : (0 < n * N)%N by rewrite muln_gt0 n0.
rewrite /rectangle_ratio divfK; last first.
  by rewrite gt_eqF // ltr_paddl ?ltr01 ?addr_ge0 ?sqrtr_ge0.
have s0 : 0 <= (2 * 'C(n, a))%:R / (n * N)%:R :> F by rewrite divr_ge0 ?ler0n.
have kF : 'C(h.-1, a.-1)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have mF : (n * N)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
rewrite -[LHS]mulrA -sqrtrM ?divr_ge0 ?ler0n //.
rewrite (_ : _ / _ * _ = ((2 * 'C(n, a))%:R / (n * N)%:R) ^+ 2); last first.
  by rewrite [(n * N * _)%:R]natrM; field; rewrite kF !pnatr_eq0 -!lt0n n0 N0.
rewrite sqrtr_sqr ger0_norm // [(2 * _)%:R]natrM /mean_columns.
by move: (binomial_mean _ _ _) => E; rewrite [LHS]mulrA; congr (_ / _); ring.
Qed.

(** Inequality (H): the mean correlation is at least rectangle_ratio (WR + B) sqrt(sk/m). *)
Lemma rectangle_ratio_attained (F : rcfType) (n N h a b : nat) :
  (0 < a)%N -> (a <= h)%N -> (h <= n)%N -> (0 < N)%N -> (0 < b)%N ->
  let m := (n * N)%N in let s := (2 * 'C(n, a))%N in let k := 'C(h.-1, a.-1) in
  exists (x : 'I_m -> 'I_(n + N) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n + N] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N & (k < s)%N],
      [/\ 0 < W, 0 < B & 0 < R],
      forall i, normsq (x i) <= R ^+ 2,
      forall zeta, in_class x k (W ^+ 2) B (net zeta)
    & rectangle_ratio F n N h a b * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
      <= mean_correlation x net].
Proof.
move=> a0 ah hn N0 b0 m s k; have an := leq_trans ah hn.
have m0 : (0 < m)%N by rewrite muln_gt0 N0 (leq_trans a0).
have k0 : (0 < k)%N by rewrite bin_gt0 -!subn1 leq_sub2r.
pose ra : F := Num.sqrt a%:R; pose rb : F := Num.sqrt b%:R.
have ra0 : 0 < ra by rewrite sqrtr_gt0 ltr0n.
have rb0 : 0 < rb by rewrite sqrtr_gt0 ltr0n.
have sum0 : 0 < ra + rb by rewrite addr_gt0.
pose p := Num.sqrt ra; pose q := Num.sqrt rb; pose W := Num.sqrt (ra + rb).
have p0 : 0 < p by rewrite sqrtr_gt0.
have q0 : 0 < q by rewrite sqrtr_gt0.
have pp : p ^+ 2 = ra by rewrite sqr_sqrtr ?ltW.
have qq : q ^+ 2 = rb by rewrite sqr_sqrtr ?ltW.
have WW : W ^+ 2 = ra + rb by rewrite sqr_sqrtr ?ltW.
have [x [net [H1 H2 H3]]] := rectangles_attained b h N an p0 q0.
have Wsq : a%:R / p ^+ 2 + b%:R / q ^+ 2 = W ^+ 2.
  rewrite WW pp qq -[a%:R]sqr_sqrtr ?ler0n // -[b%:R]sqr_sqrtr ?ler0n // -/ra -/rb.
  by field; rewrite !gt_eqF.
rewrite Wsq in H2; rewrite pp qq -WW in H1.
exists x, W, 1, W, net; split=> //; first by rewrite m0 k0 sparsity_lt.
  by rewrite ltr01 sqrtr_gt0.
have n0 := leq_trans a0 an.
by rewrite -expr2 WW (rectangle_ratioE F b n0 N0 k0); exact: H3.
Qed.

(** The inequality s k / m <= 2 k^2 / (a b). *)
Lemma ratio_le (F : realFieldType) (a b h k : nat) :
  (0 < a)%N -> (0 < b)%N -> (a * a <= h)%N ->
  k = 'C(h.-1, a.-1) ->
  (2 * 'C(h.*2, a))%:R * k%:R / (h.*2 * (b * 2 ^ a))%:R
   <= 2%:R * k%:R ^+ 2 / (a%:R * b%:R) :> F.
Proof.
move=> a0 b0 ah kE.
have h0 : (0 < h)%N by apply: leq_trans ah; rewrite muln_gt0 a0.
have m0 : (0 < h.*2 * (b * 2 ^ a))%N.
  by rewrite !muln_gt0 double_gt0 h0 b0 expn_gt0.
rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr -?natrM ?ltr0n ?muln_gt0 ?a0 //.
by rewrite -natrX -!natrM ler_nat; exact: ratio_nat.
Qed.

(** The right side of (H) is unbounded: at the sizes of Theorem H it is at least g^2/17. *)
Lemma rectangle_ratio_ge (F : rcfType) (g : nat) : (0 < g)%N ->
  g%:R ^+ 2 / 17%:R
  <= rectangle_ratio F (g ^ 8).*2 (g ^ 4 * 2 ^ (g ^ 4)) (g ^ 8) (g ^ 4) (g ^ 4).
Proof.
move=> g0; have gF : 0 < g%:R :> F by rewrite ltr0n.
have aE : (g ^ 4)%:R = (g%:R ^+ 2) ^+ 2 :> F by rewrite natrX -exprM.
have g1 : 1 <= g%:R ^+ 2 :> F by rewrite -natrX ler1n expn_gt0 g0.
have a0 : (0 < g ^ 4)%N by rewrite expn_gt0 g0.
have ah : (g ^ 4 * g ^ 4 <= g ^ 8)%N by rewrite -expnD.
move: (g ^ 4)%N (g ^ 8)%N aE a0 ah => a h aE a0 ah.
have h0 : (0 < h)%N by apply: leq_trans ah; rewrite muln_gt0 a0.
have a_h : (a <= h)%N by apply: leq_trans ah; rewrite leq_pmulr.
have k0 : (0 < 'C(h.-1, a.-1))%N by rewrite bin_gt0 -!subn1 leq_sub2r.
have N0 : (0 < a * 2 ^ a)%N by rewrite muln_gt0 a0 expn_gt0.
have n0 : (0 < h.*2)%N by rewrite double_gt0.
have := mean_columns_ge F a0 a0 h0 a_h.
rewrite -(rectangle_ratioE F a n0 N0 k0).
have := @ratio_le F a a h _ a0 a0 ah erefl.
rewrite aE sqrtr_sqr (ger0_norm (ltW (lt_le_trans ltr01 g1))).
move: (g%:R ^+ 2 : F) g1 (rectangle_ratio _ _ _ _ _ _) => y y1 ratio.
have y0 : 0 < y := lt_le_trans ltr01 y1.
have k0F : 0 < 'C(h.-1, a.-1)%:R :> F by rewrite ltr0n.
move: ('C(h.-1, a.-1)%:R : F) (_ / (h.*2 * (a * 2 ^ a))%:R) k0F => k z k0F zle kle.
have root : Num.sqrt z <= 17%:R / 12%:R * k / y ^+ 2.
  have r0 : 0 <= 17%:R / 12%:R * k / y ^+ 2.
    by rewrite !mulr_ge0 ?invr_ge0 ?exprn_ge0 ?ler0n // ltW.
  rewrite -(ger0_norm r0) -sqrtr_sqr; apply: ler_wsqrtr; apply: le_trans zle _.
  rewrite -subr_ge0 (_ : _ - _ = (12%:R ^+ 2)^-1 * (k / y ^+ 2) ^+ 2); last first.
    by field; rewrite gt_eqF.
  by rewrite mulr_ge0 ?invr_ge0 ?sqr_ge0 ?exprn_ge0 ?ler0n.
have M0 : 0 < y + y + 1 by rewrite !addr_gt0 ?ltr01.
have ratio0 : 0 < ratio.
  rewrite ltNge; apply/negP => neg; move: kle; rewrite leNgt => /negP; apply.
  apply: (@le_lt_trans _ _ 0); last by rewrite divr_gt0 ?ltr0n.
  by apply: mulr_le0_ge0 (sqrtr_ge0 _); apply: mulr_le0_ge0 neg (ltW M0).
have {}kle : k / 4%:R <= ratio * (y + y + 1) * (17%:R / 12%:R * k / y ^+ 2).
  by apply: le_trans kle _; rewrite ler_wpmul2l // mulr_ge0 ?ltW.
rewrite ler_pdivr_mulr ?ltr0n //.
have {kle} le : 3%:R * y ^+ 2 <= ratio * 17%:R * (y + y + 1).
  have c0 : 0 < k / (12%:R * y ^+ 2) by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
  rewrite -(ler_pmul2r c0) (_ : 3%:R * y ^+ 2 * _ = k / 4%:R); last by field; rewrite gt_eqF.
  apply: le_trans kle _; apply: le_of_eq.
  by field; rewrite gt_eqF.
rewrite -(ler_pmul2r M0); apply: le_trans le.
rewrite -subr_ge0 (_ : _ - _ = y * (y - 1)); last by ring.
by rewrite mulr_ge0 ?subr_ge0 // ltW.
Qed.

Lemma correlation_sq_ge (F : realFieldType) (g d : nat) :
  (0 < g)%N -> (0 < d)%N ->
  exists (m D s k : nat) (x : 'I_m -> 'I_D -> F)
         (h : {ffun 'I_m -> bool} -> network F [ord D] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N, (k < s)%N & sizes g d m D s k],
      forall i, normsq (x i) <= (g ^ 2 + d ^ 2)%:R,
      forall zeta, in_class x k (g ^ 2 + d ^ 2)%:R 1 (h zeta),
      0 < mean_correlation x h
    & (g%:R ^+ 4 * d%:R ^+ 4 / 32%:R) * (s%:R * k%:R / m%:R)
        <= mean_correlation x h ^+ 2].
Proof.
move=> g0 d0; pose a := (g ^ 4)%N; pose b := (d ^ 4)%N; pose h := (a * a)%N.
have a0 : (0 < a)%N by rewrite expn_gt0 g0.
have b0 : (0 < b)%N by rewrite expn_gt0 d0.
have h0 : (0 < h)%N by rewrite muln_gt0 a0.
have ah : (a <= h)%N by rewrite leq_pmulr.
have aah : (a * a <= h)%N by [].
have aE : a = (g ^ 4)%N by [].
have bE : b = (d ^ 4)%N by [].
have hE : h = (g ^ 8)%N by rewrite /h /a -expnD.
clearbody h; clearbody a b.
pose k := 'C(h.-1, a.-1).
have k0 : (0 < k)%N.
  by rewrite bin_gt0 -!subn1 leq_sub2r.
have gF : 0 < g%:R :> F by rewrite ltr0n.
have dF : 0 < d%:R :> F by rewrite ltr0n.
have an : (a <= h.*2)%N by rewrite -addnn (leq_trans ah) ?leq_addr.
have [x [net [H1 H2 H3]]] := rectangles_attained b h (b * 2 ^ a) an gF dF.
have W2 : a%:R / g%:R ^+ 2 + b%:R / d%:R ^+ 2 = (g ^ 2 + d ^ 2)%:R :> F.
  rewrite aE bE natrD !natrX; field; by rewrite !gt_eqF.
have R2 : g%:R ^+ 2 + d%:R ^+ 2 = (g ^ 2 + d ^ 2)%:R :> F by rewrite natrD !natrX.
rewrite W2 in H2; rewrite R2 in H1.
have Havg : k%:R / 4%:R <= mean_correlation x net.
  by apply: le_trans H3; exact: mean_columns_ge.
have k4 : 0 < k%:R / 4%:R :> F by rewrite divr_gt0 ?ltr0n.
exists (h.*2 * (b * 2 ^ a))%N, (h.*2 + b * 2 ^ a)%N, (2 * 'C(h.*2, a))%N, k, x, net.
split => //.
- rewrite k0 !muln_gt0 double_gt0 h0 b0 expn_gt0; split => //.
    by apply: sparsity_lt; rewrite // -addnn leq_addr.
  by split; rewrite /k -?hE -?aE -?bE.
- exact: lt_le_trans Havg.
- move: (mean_correlation x net) Havg => A HA.
  apply: (@le_trans _ _ ((g%:R ^+ 4 * d%:R ^+ 4 / 32%:R) *
     (2%:R * k%:R ^+ 2 / (a%:R * b%:R)))).
    apply: ler_wpmul2l; last exact: ratio_le.
    by rewrite !mulr_ge0 ?exprn_ge0 ?invr_ge0 ?ler0n.
  rewrite [X in X <= _](_ : _ = (k%:R / 4%:R) ^+ 2); last first.
    by rewrite aE bE !natrX; field; rewrite !gt_eqF.
  by rewrite ler_sqr // nnegrE ltW // (lt_le_trans k4).
Qed.

(** With d = g the square of the mean correlation is at least (g^2/17)^2 (WR + B)^2 sk/m,
    where WR = 2 g^2 and B = 1. *)
Lemma correlation_sq_ge_equal (F : realFieldType) (g : nat) : (0 < g)%N ->
  exists (m D s k : nat) (x : 'I_m -> 'I_D -> F)
         (h : {ffun 'I_m -> bool} -> network F [ord D] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N, (k < s)%N & sizes g g m D s k],
      forall i, normsq (x i) <= 2%:R * g%:R ^+ 2,
      forall zeta, in_class x k (2%:R * g%:R ^+ 2) 1 (h zeta),
      0 < mean_correlation x h
    & (g%:R ^+ 2 / 17%:R * (2%:R * g%:R ^+ 2 + 1)) ^+ 2 * (s%:R * k%:R / m%:R)
        <= mean_correlation x h ^+ 2].
Proof.
move=> g0; have [m [D [s [k [x [h [H0 H1 H2 H3 H4]]]]]]] := @correlation_sq_ge F g g g0 g0.
have E : (g ^ 2 + g ^ 2)%:R = 2%:R * g%:R ^+ 2 :> F by rewrite natrD natrX; ring.
rewrite E in H1 H2.
exists m, D, s, k, x, h; split => //.
apply: le_trans H4; apply: ler_wpmul2r.
  by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
have g1 : 1 <= g%:R ^+ 2 :> F by rewrite -natrX ler1n expn_gt0 g0.
have -> : g%:R ^+ 4 * g%:R ^+ 4 = g%:R ^+ 2 ^+ 4 :> F by ring.
move: (g%:R ^+ 2 : F) g1 => y y1.
have y0 : 0 <= y by apply: le_trans y1; apply: ler01.
rewrite -subr_ge0.
rewrite (_ : _ - _ = (32%:R * 17%:R ^+ 2)^-1
  * (y ^+ 2 * ((y - 1) * (161%:R * y + 33%:R) + 1))); last by field.
apply: mulr_ge0; first by rewrite invr_ge0 mulr_ge0 ?exprn_ge0 ?ler0n.
apply: mulr_ge0; first by apply: exprn_ge0.
by rewrite addr_ge0 ?ler01 // mulr_ge0 ?subr_ge0 // addr_ge0 ?mulr_ge0 ?ler0n.
Qed.

(** For g >= 1 the ratio is at least g^2/17. *)
Lemma correlation_ge (F : rcfType) (g : nat) : (0 < g)%N ->
  exists (m D s k : nat) (x : 'I_m -> 'I_D -> F) (W B R : F)
         (h : {ffun 'I_m -> bool} -> network F [ord D] [ord s]),
  [/\ [/\ (0 < m)%N, (0 < k)%N, (k < s)%N & sizes g g m D s k],
      [/\ 0 < W, 0 < B & 0 < R],
      forall i, normsq (x i) <= R ^+ 2,
      forall zeta, in_class x k (W ^+ 2) B (h zeta)
    & g%:R ^+ 2 / 17%:R * (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R)
        <= mean_correlation x h].
Proof.
move=> g0; have [m [D [s [k [x [h [H0 H1 H2 H3 H4]]]]]]] := @correlation_sq_ge_equal F g g0.
have g2 : 0 < 2%:R * g%:R ^+ 2 :> F by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
have g20 := ltW g2.
pose W : F := Num.sqrt (2%:R * g%:R ^+ 2).
have WW : W ^+ 2 = 2%:R * g%:R ^+ 2 by rewrite sqr_sqrtr.
have W0 : 0 < W by rewrite sqrtr_gt0.
exists m, D, s, k, x, W, 1, W, h; split => //.
- by split => //; exact: ltr01.
- by move=> i; rewrite WW; apply: H1.
- by move=> z; rewrite WW; apply: H2.
rewrite -expr2 WW.
have r0 : 0 <= s%:R * k%:R / m%:R :> F by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
rewrite -ler_sqr ?nnegrE ?(ltW H3) //.
  by rewrite exprMn sqr_sqrtr.
by rewrite !mulr_ge0 ?sqrtr_ge0 ?addr_ge0 ?exprn_ge0 ?invr_ge0 ?ler0n ?ler01.
Qed.
