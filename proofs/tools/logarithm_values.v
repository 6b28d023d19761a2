(** * Values of the logarithm

   ln a <= k/c if a <= (1 + 1/c)^k, and k/(c + 1) <= ln a if (1 + 1/c)^k <= a.  The powers are
   compared in binary arithmetic. *)
From Coq Require BinNat Nnat.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages logarithm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Module N := BinNat.N.
Module N2Nat := Nnat.N2Nat.
Module Nat2N := Nnat.Nat2N.
Local Open Scope ring_scope.

(** A binary natural number in a field. *)
Definition value (F : realFieldType) (x : N.t) : F := (N.to_nat x)%:R.
Definition power (x k : nat) : N.t := iter k (N.mul (N.of_nat x)) N.one.

Section Values.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis log : is_logarithm ln.

Lemma value_of_nat x : value F (N.of_nat x) = x%:R.
Proof. by rewrite /value Nat2N.id. Qed.

Lemma valueM x y : value F (N.mul x y) = value F x * value F y.
Proof. by rewrite /value N2Nat.inj_mul multE natrM. Qed.

Lemma value_le x y : N.le x y -> value F x <= value F y.
Proof. by move=> le; rewrite ler_nat; lia. Qed.

Lemma value_power x k : value F (power x k) = x%:R ^+ k.
Proof.
by elim: k => [|k IH] //; rewrite /power iterS valueM -/(power x k) IH value_of_nat exprS.
Qed.

Section Root.
Variables (a b c k : nat).
Hypotheses (a0 : (0 < a)%N) (b0 : (0 < b)%N) (c0 : (0 < c)%N).

Let A0 : 0 < a%:R :> F. Proof. by rewrite ltr0n. Qed.
Let B0 : 0 < b%:R :> F. Proof. by rewrite ltr0n. Qed.
Let C0 : 0 < c%:R :> F. Proof. by rewrite ltr0n. Qed.

Lemma ln_le_root :
  N.leb (N.mul (N.of_nat a) (power c k)) (N.mul (N.of_nat b) (power c.+1 k)) ->
  ln (a%:R / b%:R) <= k%:R / c%:R.
Proof.
move=> /N.leb_le /value_le; rewrite !valueM !value_power !value_of_nat => le.
have [_ ln_le] := log; have C1 : 0 < c.+1%:R :> F by rewrite ltr0n.
apply: (@le_trans _ _ (ln ((c.+1%:R / c%:R) ^+ k))).
  apply: (ln_mono log); first by rewrite divr_gt0.
  rewrite expr_div_n ler_pdivr_mulr // mulrAC ler_pdivl_mulr ?exprn_gt0 //.
  by rewrite [X in _ <= X]mulrC.
rewrite (lnX log) ?divr_gt0 //; apply: ler_wpmul2l; first exact: ler0n.
apply: le_trans (ln_le _ _) _; first by rewrite divr_gt0.
by rewrite [c.+1%:R]mulrSr; apply: le_of_eq; field; rewrite lt0r_neq0.
Qed.

Lemma ln_ge_root :
  N.leb (N.mul (N.of_nat b) (power c.+1 k)) (N.mul (N.of_nat a) (power c k)) ->
  k%:R / c.+1%:R <= ln (a%:R / b%:R).
Proof.
move=> /N.leb_le /value_le; rewrite !valueM !value_power !value_of_nat => le.
have C1 : 0 < c.+1%:R :> F by rewrite ltr0n.
apply: (@le_trans _ _ (ln ((c.+1%:R / c%:R) ^+ k))); last first.
  apply: (ln_mono log); first by rewrite exprn_gt0 ?divr_gt0.
  rewrite expr_div_n ler_pdivl_mulr // mulrAC ler_pdivr_mulr ?exprn_gt0 //.
  by rewrite [X in X <= _]mulrC.
rewrite (lnX log) ?divr_gt0 //; apply: ler_wpmul2l; first exact: ler0n.
apply: le_trans (ln_ge log _); last by rewrite divr_gt0.
rewrite invf_div; apply: le_of_eq; move: C1; rewrite [c.+1%:R]mulrSr => C1; field.
by rewrite lt0r_neq0.
Qed.

End Root.

(** 0.6921 <= ln 2 <= 0.6938. *)
Lemma ln2_ge_value : 263%:R / 380%:R <= ln 2%:R.
Proof.
have pow : N.leb (N.mul (N.of_nat 1) (power 380 263)) (N.mul (N.of_nat 2) (power 379 263)).
  by vm_compute.
have le := @ln_ge_root 2 1 379 263 isT isT pow; clear pow.
by rewrite divr1 in le; apply: le_trans le; apply: le_of_eq; field.
Qed.

Lemma ln2_le_value : ln 2%:R <= 256%:R / 369%:R.
Proof.
have pow : N.leb (N.mul (N.of_nat 2) (power 738 512)) (N.mul (N.of_nat 1) (power 739 512)).
  by vm_compute.
have le := @ln_le_root 2 1 738 512 isT isT isT pow; clear pow.
by rewrite divr1 in le; apply: le_trans le _; apply: le_of_eq; field.
Qed.

(** ln 4/3 <= 0.2883. *)
Lemma ln43_le_value : ln (4%:R / 3%:R) <= 32%:R / 111%:R.
Proof.
have pow : N.leb (N.mul (N.of_nat 4) (power 444 128)) (N.mul (N.of_nat 3) (power 445 128)).
  by vm_compute.
have le := @ln_le_root 4 3 444 128 isT isT isT pow; clear pow.
by apply: le_trans le _; apply: le_of_eq; field.
Qed.

(** ln (2 82^2) >= 96/7 ln 2, since (2 82^2)^7 >= 2^96; so it is at least 9.4917. *)
Lemma ln_82_ge : 96%:R / 7%:R * (263%:R / 380%:R) <= ln (2%:R * 82%:R ^+ 2).
Proof.
apply: (@le_trans _ _ (96%:R / 7%:R * ln 2%:R)).
  by apply: ler_wpmul2l ln2_ge_value; rewrite divr_ge0 ?ler0n.
have p0 : 0 < 2%:R * 82%:R ^+ 2 :> F by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
rewrite mulrAC ler_pdivr_mulr ?ltr0n // [X in _ <= X]mulrC -!(lnX log) ?ltr0n //.
apply: (ln_mono log); first by rewrite exprn_gt0 ?ltr0n.
have pow : N.leb (power 2 96) (N.mul (power 2 7) (power 82 14)) by vm_compute.
have le := value_le (proj1 (N.leb_le _ _) pow); clear pow.
by move: le; rewrite valueM !value_power exprMn -exprM.
Qed.

End Values.
