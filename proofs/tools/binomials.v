(** * Two binomial inequalities

   C(2h, a) <= 2^(a+1) C(h, a) for a^2 <= h, by falling factorials, and what
   Theorem H makes of it.  There is no ring on the naturals of math-comp beside
   its own, so this file does without the import of algebra. *)
From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Lemma ffact_double_step (h a j : nat) : j < a -> a * a <= h ->
  (h.*2 - j) * (a.*2 - j.+1) <= 2 * (h - j) * (a.*2 - j).
Proof.
move=> H1 H2.
have [c Hc] : exists c, a = j + c.+1 by exists (a - j.+1); lia.
have [e He] : exists e, h = (j + c.+1) * (j + c.+1) + e.
  by exists (h - a * a); subst; lia.
by subst; nia.
Qed.

(** Falling factorials: (2h)_j (2a - j) <= 2^j (h)_j 2a for j <= a. *)
Lemma ffact_double (h a j : nat) : a * a <= h -> j <= a ->
  h.*2 ^_ j * (a.*2 - j) <= 2 ^ j * h ^_ j * a.*2.
Proof.
move=> ha; elim: j => [|j IH] jla.
  by rewrite !ffactn0 expn0 subn0 !mul1n.
have {}IH := IH (ltnW jla).
have step := ffact_double_step jla ha.
have pos : 0 < a.*2 - j by lia.
rewrite !ffactnSr expnS -(leq_pmul2r pos).
apply: (@leq_trans ((h.*2 ^_ j * (a.*2 - j)) * (2 * (h - j) * (a.*2 - j)))).
  rewrite [X in X <= _](_ : _ =
    (h.*2 ^_ j * (a.*2 - j)) * ((h.*2 - j) * (a.*2 - j.+1))); last by ring.
  by rewrite leq_mul2l step orbT.
rewrite [X in _ <= X](_ : _ =
    (2 ^ j * h ^_ j * a.*2) * (2 * (h - j) * (a.*2 - j))); last by ring.
by rewrite leq_mul2r IH orbT.
Qed.

Lemma bin_double (h a : nat) : 0 < a -> a * a <= h ->
  'C(h.*2, a) <= 2 ^ a.+1 * 'C(h, a).
Proof.
move=> a0 ha; rewrite -(leq_pmul2r (fact_gt0 a)) -mulnA !bin_ffact.
rewrite -(leq_pmul2r a0).
have := ffact_double ha (leqnn a).
rewrite (_ : a.*2 - a = a); last by lia.
move=> H; apply: leq_trans H _.
by rewrite expnS; apply/eq_leq; lia.
Qed.

Lemma bin_step (h a : nat) : 0 < a -> a * 'C(h, a) = h * 'C(h.-1, a.-1).
Proof. by case: a => // a _; rewrite -mul_bin_diag. Qed.

Lemma sparsity_lt (a h n : nat) : 0 < a -> a <= h -> h <= n ->
  'C(h.-1, a.-1) < 2 * 'C(n, a).
Proof.
move=> a0 ah hn; apply: (@leq_ltn_trans 'C(n, a)).
  apply: leq_trans (leq_bin2l _ hn).
  by case: a h a0 ah {hn} => [//|a] [//|h] _ _; rewrite binS leq_addl.
by rewrite ltn_Pmull // bin_gt0 (leq_trans ah).
Qed.

(** s k / m <= 2 k^2 / (a b), multiplied out. *)
Lemma ratio_nat (a b h k : nat) : (0 < a)%N -> (a * a <= h)%N ->
  k = 'C(h.-1, a.-1) ->
  (2 * 'C(h.*2, a) * k * (a * b) <= 2 * k ^ 2 * (h.*2 * (b * 2 ^ a)))%N.
Proof.
move=> a0 ah kE.
have H := bin_double a0 ah; have E := bin_step h a0; rewrite -kE in E.
rewrite [X in (X <= _)%N](_ : _ = 2 * k * b * a * 'C(h.*2, a))%N; last by ring.
apply: (@leq_trans (2 * k * b * a * (2 ^ a.+1 * 'C(h, a)))%N).
  by rewrite leq_mul2l H orbT.
rewrite [X in (X <= _)%N](_ : _ = 2 * k * b * 2 ^ a.+1 * (a * 'C(h, a)))%N; last by ring.
rewrite E expnS -muln2; apply: eq_leq; ring.
Qed.
