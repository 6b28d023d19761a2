(** * Inequality (H) at given sizes

   Coq computes a lower bound on the ratio of Theorem H in binary arithmetic, with
   every rounding downwards, and compares it with the root of a natural number. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions binary rademacher conjecture_20.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** What Coq computes *)

Definition double_times (n : nat) (x : N.t) : N.t := iter n N.double x.

(** Probabilities are multiples of 1/fine, and roots of 1/coarse. *)
Section Units.
Variables fine coarse : N.t.

Definition root_above (x : N.t) : N.t := N.succ (N.sqrt (N.mul x (N.mul coarse coarse))).
Definition root_below (x y : N.t) : N.t :=
  N.sqrt (N.div (N.mul x (N.mul coarse coarse)) y).

Section Sizes.
Variables (n N h a b : nat).

(** The sum of C(n, j) C(min(j, h), a), which is 2^n E C(min(P, h), a). *)
Definition column_sum : N.t :=
  foldr (fun j => N.add (N.mul (bin_binary (N.of_nat n) j)
                               (bin_binary (N.of_nat (minn j h)) a))) N.zero (iota 0 n.+1).
Definition column_all : N.t := double_times n (bin_binary (N.of_nat n) a).
Definition mean_below : N.t :=
  rounded_mean (N.of_nat N) column_sum (N.sub column_all column_sum) fine
    (N.min (N.of_nat b)) (minn b.*2 N.+1).

(** Whether (H) is found to exceed the root of c. *)
Definition ratio_exceeds (c : nat) : bool :=
  let sets := bin_binary (N.of_nat n) a in
  let k := bin_binary (N.of_nat h.-1) a.-1 in
  let root := root_below (N.double sets) (N.mul (N.mul (N.of_nat n) (N.of_nat N)) k) in
  let scale := N.add (N.add (root_above (N.of_nat a)) (root_above (N.of_nat b))) coarse in
  N.ltb column_sum column_all &&
  N.ltb (N.mul (N.mul (root_above (N.of_nat c)) scale) fine)
        (N.mul (N.mul (N.of_nat a) mean_below) (N.mul root coarse)).

End Sizes.
End Units.

(** ** It is right *)

Section Right.
Variable F : rcfType.
Local Notation value := (value F).

Lemma value_bin x k : value (bin_binary (N.of_nat x) k) = 'C(x, k)%:R.
Proof. by rewrite /value bin_binaryE Nat2N.id. Qed.

Lemma value_double x : value (N.double x) = 2%:R * value x.
Proof. by rewrite /value N2Nat.inj_double multE natrM. Qed.

Lemma value_double_times i x : value (double_times i x) = 2%:R ^+ i * value x.
Proof.
elim: i => [|i IH]; first by rewrite expr0 mul1r.
by rewrite [LHS]value_double -/(double_times i x) IH exprS mulrA.
Qed.

Lemma double_times_gt0 i : 0 < value (double_times i N.one).
Proof. by rewrite value_double_times mulr1 exprn_gt0 ?ltr0n. Qed.

Section Units.
Variables fine coarse : N.t.
Hypotheses (f0 : 0 < value fine) (q0 : 0 < value coarse).
Local Notation root_above := (root_above coarse).
Local Notation root_below := (root_below coarse).

Lemma root_above_le x : Num.sqrt (value x) <= value (root_above x) / value coarse.
Proof.
have y0 : 0 <= value (root_above x) / value coarse by rewrite divr_ge0 ?value_ge0.
rewrite -(ger0_norm y0) -sqrtr_sqr; apply: ler_wsqrtr.
rewrite expr_div_n ler_pdivl_mulr ?exprn_gt0 // !expr2 -!valueM.
have [_ /N.lt_le_incl] := N.sqrt_spec (N.mul x (N.mul coarse coarse)) (N.le_0_l _).
exact: value_le.
Qed.

Lemma root_below_le x y : 0 < value y ->
  value (root_below x y) / value coarse <= Num.sqrt (value x / value y).
Proof.
move=> y0; have r0 : 0 <= value (root_below x y) / value coarse by rewrite divr_ge0 ?value_ge0.
rewrite -(ger0_norm r0) -sqrtr_sqr; apply: ler_wsqrtr.
rewrite expr_div_n ler_pdivr_mulr ?exprn_gt0 // mulrAC ler_pdivl_mulr //.
set z := N.div (N.mul x (N.mul coarse coarse)) y.
apply: (@le_trans _ _ (value z * value y)); last first.
  have -> : value x * value coarse ^+ 2 = value (N.mul x (N.mul coarse coarse)).
    by rewrite expr2 !valueM.
  exact: value_div.
apply: ler_wpmul2r (ltW y0) _ _ _; rewrite expr2 -valueM.
by have [le _] := N.sqrt_spec z (N.le_0_l _); apply: value_le.
Qed.

Section At.
Variables (n N h a b : nat).

Lemma column_sumE :
  value (column_sum n h a) = 2%:R ^+ n * binomial_mean n 2%:R^-1 (fun j => 'C(minn j h, a)%:R).
Proof.
have sum s : value (foldr (fun j => N.add (N.mul (bin_binary (N.of_nat n) j)
    (bin_binary (N.of_nat (minn j h)) a))) N.zero s)
    = \sum_(j <- s) 'C(n, j)%:R * 'C(minn j h, a)%:R.
  elim: s => [|j s IH] /=; first by rewrite big_nil.
  by rewrite valueD IH valueM !value_bin big_cons.
rewrite [LHS]sum -[iota _ _]/(index_iota 0 n.+1) big_mkord /binomial_mean mulr_sumr.
apply: eq_bigr => j _; have jn : (j <= n)%N by rewrite -ltnS.
have two : 2%:R != 0 :> F by rewrite pnatr_eq0.
have half : 1 - 2%:R^-1 = 2%:R^-1 :> F by field.
have all : 2%:R ^+ n * (2%:R^-1 ^+ j * 2%:R^-1 ^+ (n - j)) = 1 :> F.
  by rewrite -exprD subnKC // -exprMn mulfV // expr1n.
rewrite half; move: (2%:R ^+ n) (2%:R^-1 ^+ j) (2%:R^-1 ^+ (n - j)) all => x y z all.
by rewrite -[LHS]mul1r -[X in X * _ = _]all; ring.
Qed.

Lemma column_probabilityE : (a <= n)%N ->
  N.lt (column_sum n h a) (column_all n a) ->
  odds F (column_sum n h a) (N.sub (column_all n a) (column_sum n h a))
  = column_probability F n h a.
Proof.
move=> an lt; rewrite /odds N.add_comm N.sub_add; last exact: N.lt_le_incl.
rewrite column_sumE value_double_times value_bin /column_probability.
have C0 : 'C(n, a)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n bin_gt0.
by rewrite invfM mulrACA mulfV ?mul1r // expf_neq0 // pnatr_eq0.
Qed.

Lemma mean_below_le : (a <= n)%N -> N.lt (column_sum n h a) (column_all n a) ->
  value (mean_below fine n N h a b)
  <= value fine * binomial_mean N (column_probability F n h a) (fun j => (minn j b)%:R).
Proof.
move=> an lt; rewrite -(column_probabilityE an lt) -{2}[N]Nat2N.id.
apply: rounded_mean_le; last by rewrite Nat2N.id geq_minr.
  by apply/N.neq_0_lt_0/N.sub_gt.
by move=> j; rewrite N2Nat.inj_min Nat2N.id; lia.
Qed.

Lemma ratio_exceedsE c : (0 < a)%N -> (a <= h)%N -> (h <= n)%N -> (0 < N)%N ->
  ratio_exceeds fine coarse n N h a b c -> Num.sqrt c%:R < rectangle_ratio F n N h a b.
Proof.
move=> a0 ah hn N0; rewrite /ratio_exceeds; set y := N.mul (N.mul _ _) (bin_binary _ _).
set r := root_below _ _; set M := N.add _ coarse.
case/andP=> /N.ltb_lt lt /N.ltb_lt /(value_lt F) check.
have an := leq_trans ah hn; have n0 := leq_trans a0 an.
have yE : value y = (n * N * 'C(h.-1, a.-1))%:R.
  by rewrite !valueM !value_of_nat value_bin -!natrM.
have y0 : 0 < value y by rewrite yE ltr0n !muln_gt0 n0 N0 bin_gt0 -!subn1 leq_sub2r.
have root : value r / value coarse
    <= Num.sqrt ((2 * 'C(n, a))%:R / (n * N * 'C(h.-1, a.-1))%:R).
  by apply: le_trans (root_below_le _ y0) _; rewrite yE value_double value_bin -natrM.
have scale : Num.sqrt a%:R + Num.sqrt b%:R + 1 <= value M / value coarse.
  rewrite !valueD !mulrDl mulfV ?gt_eqF // ler_add2r -(value_of_nat _ a) -(value_of_nat _ b).
  by apply: ler_add; apply: root_above_le.
have cE := root_above_le (N.of_nat c); rewrite value_of_nat in cE.
have mean := mean_below_le an lt.
have M0 : 0 < Num.sqrt a%:R + Num.sqrt b%:R + 1 :> F.
  by rewrite ltr_paddl ?ltr01 ?addr_ge0 ?sqrtr_ge0.
rewrite ltr_pdivl_mulr //.
apply: le_lt_trans (ler_pmul (sqrtr_ge0 _) (ltW M0) cE scale) _.
apply: (@lt_le_trans _ _ (a%:R * (value (mean_below fine n N h a b) / value fine)
    * (value r / value coarse))); last first.
  apply: ler_pmul => //; rewrite ?mulr_ge0 ?invr_ge0 ?value_ge0 ?ler0n //.
  by rewrite ler_wpmul2l ?ler0n // ler_pdivr_mulr // mulrC.
rewrite !valueM value_of_nat in check.
move: (value (root_above _)) (value M) (value r) (value (mean_below _ _ _ _ _ _)) check.
move: (value fine) (value coarse) f0 q0 => x1 x2 x10 x20 x3 x4 x5 x6 check.
rewrite -subr_gt0 (_ : _ - _ = (a%:R * x6 * (x5 * x2) - x3 * x4 * x1) / (x1 * x2 ^+ 2)).
  by rewrite divr_gt0 ?subr_gt0 // mulr_gt0 ?exprn_gt0.
by field; rewrite !gt_eqF.
Qed.

End At.
End Units.
End Right.

(** ** The conjectured bound is exceeded *)

(** The sizes are variables: at given sizes Coq would otherwise compute products of them. *)
Lemma bound_exceeded (F : rcfType) (n N h a b m s k : nat) :
  (0 < a)%N -> (a <= h)%N -> (h <= n)%N -> (0 < N)%N -> (0 < b)%N ->
  1 < rectangle_ratio F n N h a b ->
  m = (n * N)%N -> s = (2 * 'C(n, a))%N -> k = 'C(h.-1, a.-1) ->
  exists (x : 'I_m -> 'I_(n + N) -> F) (W B R : F)
         (net : {ffun 'I_m -> bool} -> network F [ord n + N] [ord s]),
  [/\ [/\ 0 < W, 0 < B & 0 < R],
      forall i, normsq (x i) <= R ^+ 2,
      forall zeta, in_class x k (W ^+ 2) B (net zeta),
      (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) < mean_correlation x net
    & forall r, is_rademacher s k x W B r ->
        (W * R + B) * Num.sqrt (s%:R * k%:R / m%:R) < r].
Proof.
move=> a0 ah hn N0 b0 lt1 -> -> ->.
have [x [W [B [R [net [[m0 k0 ks] [W0 B0 R0] xR cls le]]]]]] :=
  rectangle_ratio_attained F a0 ah hn N0 b0.
have s0 := leq_ltn_trans (leq0n _) ks.
have lt : (W * R + B) * Num.sqrt ((2 * 'C(n, a))%:R * 'C(h.-1, a.-1)%:R / (n * N)%:R)
    < mean_correlation x net.
  apply: lt_le_trans le; rewrite -[X in _ < X]mulrA ltr_pmull // mulr_gt0 ?sqrtr_gt0 //.
    by rewrite addr_gt0 ?mulr_gt0.
  by rewrite !mulr_gt0 ?invr_gt0 ?ltr0n.
exists x, W, B, R, net; split=> // r rad.
exact: lt_le_trans lt (rademacher_ge cls rad).
Qed.

(** ** The sample of 5 x 1068 points *)

Lemma exceeds_one :
  ratio_exceeds (double_times 384 N.one) (double_times 40 N.one) 5 1068 3 2 196 1.
Proof. by vm_compute. Qed.

Lemma ratio_gt_one (F : rcfType) : 1 < rectangle_ratio F 5 1068 3 2 196.
Proof.
have := @ratio_exceedsE F _ _ (double_times_gt0 F 384) (double_times_gt0 F 40)
  5 1068 3 2 196 1 isT isT isT isT exceeds_one.
by rewrite mulr1n sqrtr1.
Qed.
