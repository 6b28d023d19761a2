(** * Learning with rounding as 1-sparse networks (§4)

   The bits of y give <v, z(y)> + kappa = <w, y>, a natural number of at most
   m(q-1)^2, and the network on the lift reads lambda off at that number. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions averages cube quadratic_lift.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A natural below 2^l is the sum of its bits. *)
Lemma sum_bits l y : (y < 2 ^ l)%N -> (\sum_(j < l) odd (y %/ 2 ^ j) * 2 ^ j = y)%N.
Proof.
elim: l y => [|l IH] y; first by rewrite expn0 ltnS leqn0 big_ord0 => /eqP ->.
move=> lt; rewrite big_ord_recl expn0 divn1 muln1 /=.
rewrite (eq_bigr (fun j : 'I_l => 2 * (odd (y./2 %/ 2 ^ j) * 2 ^ j)))%N => [|j _].
  rewrite -big_distrr /= IH; first by rewrite mul2n odd_double_half.
  by rewrite -divn2 ltn_divLR // mulnC -expnS.
by rewrite /bump /= add1n expnS divnMA divn2 mulnCA.
Qed.

Section Rounding.
Variables (F : realFieldType) (p q m l : nat).
Hypothesis ql : (q <= 2 ^ l)%N.
Implicit Types (w y : 'I_m -> 'I_q).

Lemma dot_bits w y :
  dot (bit_weight F l w) (pt F (bits l y)) + bit_shift F l w = (inner w y)%:R.
Proof.
rewrite /bit_shift /dot -big_split /=; transitivity (\sum_(i < m) \sum_(j < l)
  (bit_weight F l w (i, j) * pt F (bits l y) (i, j) + bit_weight F l w (i, j))).
  by rewrite pair_bigA; apply: eq_bigr => -[i j] _.
rewrite /inner natr_sum; apply: eq_bigr => i _.
have yl : (y i < 2 ^ l)%N by apply: leq_trans (ltn_ord _) ql.
rewrite -{1}(sum_bits yl) big_distrr natr_sum /=; apply: eq_bigr => j _.
rewrite /bit_weight /pt ffunE /sign !natrM; case: (odd _) => /=; last by ring.
by move: (w i)%:R (2 ^ j)%:R => a b; field.
Qed.

Lemma inner_le w y : (inner w y <= m * q.-1 ^ 2)%N.
Proof.
rewrite /inner -[m in X in (_ <= X)%N]card_ord -sum_nat_const; apply: leq_sum => i _.
have lt (a : 'I_q) : (a <= q.-1)%N by case: a => a; case: q.
by rewrite -mulnn leq_mul.
Qed.

(** <w, y> is at most q^2 m, so that it is 0 or has a neuron. *)
Lemma inner_le_size w y : (inner w y <= q ^ 2 * m)%N.
Proof. by apply: leq_trans (inner_le w y) _; rewrite mulnC leq_mul // leq_exp2r // leq_pred. Qed.

Let index_inj : injective (fun j : 'I_(q ^ 2 * m) => (j.+1)%:Z).
Proof. by move=> i j [] /val_inj. Qed.

Let dot_int w y :
  dot (bit_weight F l w) (pt F (bits l y)) + bit_shift F l w = ((inner w y)%:Z)%:~R.
Proof. by rewrite dot_bits. Qed.

(** F_w(x(y)) = f_w(y) = (<w, y> mod q) mod p. *)
Lemma rounding_net_eval w y :
  eval (rounding_net F p l w) (lift F (bits l y)) = (rounding p q (inner w y))%:R.
Proof.
rewrite (eval_lift _ _ (dot_int w y)).
case t0 : (inner w y) => [|t].
  by rewrite big_pred0 => [|j]; rewrite ?/rounding ?mod0n.
have lt : (t < q ^ 2 * m)%N by rewrite -t0 inner_le_size.
by rewrite (big_pred1 (Ordinal lt)).
Qed.

Lemma rounding_net_active w y :
  (#|active (rounding_net F p l w) (lift F (bits l y))| <= 1)%N.
Proof. by rewrite (card_active_lift _ index_inj (dot_int w y)); case: (_ \in _). Qed.

End Rounding.
