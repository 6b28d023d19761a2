(** * Binomial means in binary arithmetic, rounded down

   Coq computes with the binary naturals of its standard library, and a number x of
   them stands for value x in a field.  The binomial coefficients are exact.  For
   p = u/(u + w) the probabilities of Bin(N, p) are computed one after another as
   multiples of 1/unit, rounded down, so that their sum with the values of a function
   is at most its mean. *)
From Coq Require BinNat Nnat.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Module N := BinNat.N.
Module N2Nat := Nnat.N2Nat.
Module Nat2N := Nnat.Nat2N.
Local Open Scope ring_scope.

(** ** What Coq computes *)

Fixpoint bin_binary (n : N.t) (k : nat) : N.t :=
  if k is k'.+1 then N.div (N.mul (bin_binary n k') (N.sub n (N.of_nat k'))) (N.of_nat k)
  else N.one.

Section Computed.
Variables (trials u w unit : N.t) (g : N.t -> N.t).

Definition miss (t : N.t) : N.t := N.div (N.mul t w) (N.add u w).
Definition next (j t : N.t) : N.t :=
  N.div (N.mul t (N.mul (N.sub trials j) u)) (N.mul (N.succ j) w).
Fixpoint rounded_sum (steps : nat) (j t sum : N.t) : N.t :=
  if steps is steps'.+1 then
    rounded_sum steps' (N.succ j) (next j t) (N.add sum (N.mul t (g j)))
  else sum.
Definition rounded_mean (steps : nat) : N.t :=
  rounded_sum steps N.zero (iter (N.to_nat trials) miss unit) N.zero.

End Computed.

(** ** That is what it should be, or less *)

Lemma bin_binaryE (n : N.t) k : N.to_nat (bin_binary n k) = 'C(N.to_nat n, k).
Proof.
elim: k => [|k IH] /=; first by rewrite bin0.
have -> : N.mul (bin_binary n k) (N.sub n (N.of_nat k))
        = N.mul (N.of_nat 'C(N.to_nat n, k.+1)) (BinNums.Npos (BinPos.Pos.of_succ_nat k)).
  apply: N2Nat.inj; rewrite !N2Nat.inj_mul N2Nat.inj_sub Nat2N.id IH Nat2N.id.
  by have := mul_bin_left (N.to_nat n) k; rewrite -/(N.of_nat k.+1) Nat2N.id; lia.
by rewrite N.div_mul ?Nat2N.id.
Qed.

Section Value.
Variable F : realFieldType.

Definition value (x : N.t) : F := (N.to_nat x)%:R.

Lemma value_of_nat x : value (N.of_nat x) = x%:R.
Proof. by rewrite /value Nat2N.id. Qed.

Lemma value_ge0 x : 0 <= value x.
Proof. exact: ler0n. Qed.

Lemma valueD x y : value (N.add x y) = value x + value y.
Proof. by rewrite /value N2Nat.inj_add plusE natrD. Qed.

Lemma valueM x y : value (N.mul x y) = value x * value y.
Proof. by rewrite /value N2Nat.inj_mul multE natrM. Qed.

Lemma value_le x y : N.le x y -> value x <= value y.
Proof. by move=> le; rewrite ler_nat; lia. Qed.

Lemma value_lt x y : N.lt x y -> value x < value y.
Proof. by move=> lt; rewrite ltr_nat; lia. Qed.

Lemma value_div x y : value (N.div x y) * value y <= value x.
Proof.
rewrite -valueM; apply: value_le; case: y => [|y]; first by rewrite N.mul_0_r; lia.
by rewrite N.mul_comm; apply: N.mul_div_le.
Qed.

Section Mean.
Variables (trials u w unit : N.t) (f : nat -> nat) (g : N.t -> N.t).
Hypotheses (w0 : N.lt N.zero w) (gE : forall j, N.to_nat (g j) = f (N.to_nat j)).
Local Notation n := (N.to_nat trials).

Definition odds : F := value u / value (N.add u w).
Definition point_mass (j : nat) : F := 'C(n, j)%:R * odds ^+ j * (1 - odds) ^+ (n - j).

Let w_gt0 : 0 < value w.
Proof. exact: (value_lt w0). Qed.

Let d_gt0 : 0 < value (N.add u w).
Proof. by rewrite valueD ltr_paddl ?value_ge0. Qed.

Lemma odds_ge0 : 0 <= odds.
Proof. by rewrite divr_ge0 ?value_ge0. Qed.

Lemma odds_miss : 1 - odds = value w / value (N.add u w).
Proof.
by rewrite /odds; move: d_gt0; rewrite valueD => /lt0r_neq0 d0; field.
Qed.

Lemma miss_ge0 : 0 <= 1 - odds.
Proof. by rewrite odds_miss divr_ge0 ?value_ge0. Qed.

Lemma point_mass_ge0 j : 0 <= point_mass j.
Proof. by rewrite !mulr_ge0 ?ler0n ?exprn_ge0 ?odds_ge0 ?miss_ge0. Qed.

Lemma point_mass_next j :
  point_mass j.+1 * (j.+1%:R * value w) = point_mass j * ((n - j)%:R * value u).
Proof.
have step : (1 - odds) * value u = odds * value w.
  by rewrite odds_miss /odds mulrAC [RHS]mulrAC [value w * _]mulrC.
rewrite /point_mass; case: (ltnP j n) => [lt|ge]; last first.
  by rewrite bin_small ?ltnS // (_ : n - j = 0)%N ?mul0r ?mulr0 //; apply/eqP; rewrite subn_eq0.
have bin : j.+1%:R * 'C(n, j.+1)%:R = (n - j)%:R * 'C(n, j)%:R :> F.
  by rewrite -!natrM mul_bin_left.
rewrite -[in _ ^+ (n - j)](subnSK lt) !exprS; move: (_ ^+ j) (_ ^+ (n - j.+1)) => x y.
transitivity (j.+1%:R * 'C(n, j.+1)%:R * x * y * (odds * value w)); first by ring.
by rewrite bin -step; ring.
Qed.

Lemma start_le i : value (iter i (miss u w) unit) <= value unit * (1 - odds) ^+ i.
Proof.
elim: i => [|i IH] /=; first by rewrite expr0 mulr1.
rewrite -(ler_pmul2r d_gt0); apply: le_trans (value_div _ _) _.
rewrite valueM exprSr odds_miss !mulrA mulfVK ?gt_eqF //.
by rewrite -odds_miss ler_wpmul2r ?value_ge0.
Qed.

Lemma next_le j t : value t <= value unit * point_mass (N.to_nat j) ->
  value (next trials u w j t) <= value unit * point_mass (N.to_nat j).+1.
Proof.
move=> le; have j0 : 0 < value (N.mul (N.succ j) w).
  by rewrite valueM mulr_gt0 //; exact: (value_lt (N.lt_0_succ j)).
rewrite -(ler_pmul2r j0); apply: le_trans (value_div _ _) _.
rewrite !valueM [value (N.succ j)](_ : _ = (N.to_nat j).+1%:R); last first.
  by rewrite /value N2Nat.inj_succ.
rewrite [value (N.sub trials j)](_ : _ = (n - N.to_nat j)%:R); last first.
  by rewrite /value N2Nat.inj_sub minusE.
rewrite -[X in _ <= X]mulrA point_mass_next [X in _ <= X]mulrA; apply: ler_wpmul2r => //.
by rewrite mulr_ge0 ?ler0n ?value_ge0.
Qed.

Lemma rounded_sum_le steps j t sum : value t <= value unit * point_mass (N.to_nat j) ->
  value (rounded_sum trials u w g steps j t sum) <= value sum
    + value unit * \sum_(i < steps) point_mass (N.to_nat j + i) * (f (N.to_nat j + i))%:R.
Proof.
elim: steps j t sum => [|steps IH] j t sum le /=; first by rewrite big_ord0 mulr0 addr0.
have := IH (N.succ j) (next trials u w j t) (N.add sum (N.mul t (g j))).
rewrite N2Nat.inj_succ => /(_ (next_le le)) /le_trans; apply.
rewrite big_ord_recl addn0 mulrDr addrA; apply: ler_add.
  rewrite valueD ler_add2l valueM {2}/value gE mulrA.
  by apply: ler_wpmul2r; rewrite ?ler0n.
by apply: le_of_eq; congr (_ * _); apply: eq_bigr => i _;
  rewrite lift0 addSnnS.
Qed.

Lemma rounded_mean_le steps : (steps <= n.+1)%N ->
  value (rounded_mean trials u w unit g steps)
  <= value unit * binomial_mean n odds (fun j => (f j)%:R).
Proof.
move=> le; apply: le_trans (rounded_sum_le _ _ _) _.
  by rewrite /point_mass bin0 mul1r expr0 mul1r subn0; exact: start_le.
rewrite add0r ler_wpmul2l ?value_ge0 // /binomial_mean.
rewrite (big_ord_widen n.+1 (fun j => point_mass (0 + j) * (f (0 + j))%:R) le).
rewrite [X in _ <= X](bigID (fun j : 'I_n.+1 => j < steps)%N) /= ler_addl.
by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?ler0n //; exact: point_mass_ge0.
Qed.

End Mean.
End Value.
