(** * The probability of Theorem H*

   With a = 2c, h = a^2 and y = c + t the probability pi that a set is admissible is at least
   exp(-t^2/(c - t)) / (2(a + 1)).  The first term of K is at least C(h, a) C(a, y), and
   C(2h, a) <= 2^(a+1) C(h, a) by binomials.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages exponential binomials half_counts
  mean_deviation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** C(h, a) C(a, y) <= C(h, y) C(h, a - y), the first term of K. *)
Lemma half_number_ge h a y : (y <= a)%N -> (a <= h)%N ->
  ('C(h, a) * 'C(a, y) <= half_number h a y)%N.
Proof.
move=> ya ah; apply: (@leq_trans ('C(h, y) * 'C(h, a - y))).
  have e : ('C(h, a) * 'C(a, y) = 'C(h, y) * 'C(h - y, a - y))%N.
    have pos : (0 < y`! * (a - y)`! * (h - a)`!)%N by rewrite !muln_gt0 !fact_gt0.
    apply/eqP; rewrite -(eqn_pmul2r pos); apply/eqP.
    have e1 := bin_fact ah; have e2 := bin_fact ya; have e3 := bin_fact (leq_trans ya ah).
    have e4 : ('C(h - y, a - y) * ((a - y)`! * (h - a)`!) = (h - y)`!)%N.
      have := @bin_fact (h - y) (a - y) (leq_sub2r y ah).
      by rewrite (_ : h - y - (a - y) = h - a)%N //; lia.
    transitivity (h`!)%N; first by rewrite -e1 -e2; lia.
    by rewrite -e3 -e4; lia.
  by rewrite e leq_mul2l leq_bin2l ?leq_subr ?orbT.
by rewrite /half_number /half_sum big_ltn ?ltnS // muln1 leq_addr.
Qed.

Section Growth.
Variables (F : realFieldType) (exp : F -> F).
Hypothesis expP : is_exponential exp.

(** 4^c <= (2c + 1) C(2c, c). *)
Lemma four_pow_le c : 4%:R ^+ c <= (c.*2.+1)%:R * 'C(c.*2, c)%:R :> F.
Proof.
elim: c => [|c IH]; first by rewrite bin0 expr0 mulr1.
have cF : 0 < c.+1%:R :> F by rewrite ltr0n.
have step := central_step F c.
rewrite exprS -(ler_pmul2l cF) mulrCA [X in _ <= X]mulrCA step.
apply: (@le_trans _ _ (c.+1%:R * (4%:R * (c.*2.+1%:R * 'C(c.*2, c)%:R)))).
  by rewrite [X in X <= _]mulrCA ler_wpmul2l ?ler_wpmul2l ?ler0n.
rewrite -!natrM ler_nat doubleS; move: ('C(_, _)) => v; nia.
Qed.

(** C(2c, c) <= C(2c, c + j) exp(j^2 / (c - t)). *)
Lemma central_le_near (c t j : nat) : (t < c)%N -> (j <= t)%N ->
  'C(c.*2, c)%:R <= 'C(c.*2, c + j)%:R * exp (j%:R ^+ 2 / (c - t)%:R).
Proof.
move=> tc; elim: j => [|j IH] jt; first by rewrite addn0 expr0n mul0r (exp0 expP) mulr1.
have d0 : 0 < (c - t)%:R :> F by rewrite ltr0n subn_gt0.
have cj0 : 0 < (c - j)%:R :> F by rewrite ltr0n; lia.
apply: le_trans (IH (ltnW jt)) _.
have -> : exp (j.+1%:R ^+ 2 / (c - t)%:R)
    = exp ((j.*2.+1)%:R / (c - t)%:R) * exp (j%:R ^+ 2 / (c - t)%:R).
  rewrite -(expD expP); congr exp; rewrite -mulrDl; congr (_ / _).
  have -> : j.*2.+1%:R = 2%:R * j%:R + 1 :> F by rewrite mulrSr -mul2n natrM.
  by rewrite [j.+1%:R]mulrSr; ring.
rewrite mulrA; apply: ler_wpmul2r; first by rewrite ltW // (exp_gt0 expP).
have step : (c - j)%:R * 'C(c.*2, c + j)%:R = (c + j.+1)%:R * 'C(c.*2, c + j.+1)%:R :> F.
  by rewrite -!natrM addnS mul_bin_left; congr (_ * _)%:R; rewrite -addnn; lia.
rewrite -(ler_pmul2l cj0) step mulrCA [X in X <= _]mulrC; apply: ler_wpmul2l; first exact: ler0n.
apply: (@le_trans _ _ ((c - j)%:R * (1 + (j.*2.+1)%:R / (c - t)%:R))); last first.
  by apply: ler_wpmul2l (exp_ge expP _); apply: ler0n.
rewrite mulrDr mulr1 (_ : (c + j.+1)%:R = (c - j)%:R + (j.*2.+1)%:R); last first.
  by rewrite -natrD; congr _%:R; rewrite -addnn; lia.
rewrite ler_add2l mulrCA ler_pemulr ?ler0n // ler_pdivl_mulr // mul1r ler_nat; lia.
Qed.

(** pi >= exp(-t^2/(c - t)) / (2(a + 1)), multiplied out. *)
Lemma admissible_ge (c t a h : nat) : (0 < t)%N -> (t < c)%N -> a = c.*2 -> h = (a * a)%N ->
  'C(h.*2, a)%:R <= (half_number h a (c + t))%:R
    * (2%:R * a.+1%:R * exp (t%:R ^+ 2 / (c - t)%:R)).
Proof.
move=> t0 tc aE hE; have a0 : (0 < a)%N by rewrite aE double_gt0; lia.
have ah : (a <= h)%N by rewrite hE leq_pmulr.
have ya : (c + t <= a)%N by rewrite aE -addnn; lia.
have e0 := exp_gt0 expP (t%:R ^+ 2 / (c - t)%:R).
have K : ('C(h, a) * 'C(a, c + t))%:R <= (half_number h a (c + t))%:R :> F.
  by rewrite ler_nat half_number_ge.
apply: le_trans (ler_wpmul2r _ K); last by rewrite !mulr_ge0 ?ler0n ?(ltW e0).
apply: (@le_trans _ _ ((2 ^ a.+1 * 'C(h, a))%:R)); first by rewrite ler_nat bin_double // hE.
rewrite !natrM natrX exprS -mulrA mulrCA [X in _ <= X](_ : _ = 2%:R * ('C(h, a)%:R
  * (a.+1%:R * ('C(a, c + t)%:R * exp (t%:R ^+ 2 / (c - t)%:R))))); last by ring.
rewrite [X in X <= _]mulrCA ler_wpmul2l ?ler0n // [X in X <= _]mulrC ler_wpmul2l ?ler0n //.
rewrite (_ : 2%:R ^+ a = 4%:R ^+ c); last by rewrite aE -mul2n exprM expr2 -natrM.
rewrite aE; apply: le_trans (four_pow_le c) _; apply: ler_wpmul2l; first exact: ler0n.
exact: central_le_near tc (leqnn t).
Qed.

End Growth.
