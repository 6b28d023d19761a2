(** * Statements at Coq's real numbers

   The theorems of statements.v about complete fields and logarithms, for the real
   numbers R of Coq's library and their natural logarithm ln.  They rest on the
   axioms of these reals and of mathcomp-analysis; the file results/proofs.json
   names them. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Sparseact Require Import definitions reals exponential rademacher statements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Displays (1) and (15) fail for every real constant, with the natural logarithm. *)
Theorem display_15_no_real_constant (m k : nat) : (0 < m)%N -> (0 < k)%N ->
  ~ exists C : R, forall (n s : nat) (x : 'I_m -> 'I_n -> R) (W B rho r : R),
    (0 < n)%N -> (k <= s)%N -> 0 < W -> 0 < B -> 0 < rho ->
    (forall i, @normsq [realFieldType of R] _ (x i) <= rho ^+ 2) ->
    1 < k%:R * m%:R * (rho + B) ->
    @is_rademacher [realFieldType of R] m n s k x W B r ->
    r <= C * (W * rho + B)
         * Num.sqrt (s%:R * n%:R * k%:R * (ln (k%:R * m%:R * (rho + B)) : R) / m%:R).
Proof. exact: (@display_15_no_constant [rcfType of R] _ m k R_complete ln_is_logarithm). Qed.

(** Conjecture 20 fails for every real constant. *)
Theorem conjecture_20_no_real_constant :
  ~ exists C : R, forall (m n s k : nat) (x : 'I_m -> 'I_n -> R) (W B rho r : R),
    (0 < m)%N -> (0 < k)%N -> (k < s)%N -> 0 < W -> 0 < B -> 0 < rho ->
    (forall i, @normsq [realFieldType of R] _ (x i) <= rho ^+ 2) ->
    @is_rademacher [realFieldType of R] m n s k x W B r ->
    r <= C * (W * rho + B) * Num.sqrt (s%:R * k%:R / m%:R).
Proof. exact: (@conjecture_20_no_constant [rcfType of R] R_complete). Qed.

(** Theorem I for the real numbers, with the natural logarithm: the Rademacher
    complexity of the networks that are k-sparse on the sample.
    proves: conj-20 theorem-i *)
Theorem theorem_I_real (m n s k : nat) (x : 'I_m -> 'I_n -> R) (W B rho r : R) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= rho ->
  (forall i, @normsq [realFieldType of R] _ (x i) <= rho ^+ 2) ->
  @is_rademacher [realFieldType of R] m n s k x W B r ->
  r <= 13%:R * (W * rho + B) * Num.sqrt (s%:R * k%:R / m%:R)
       * Num.sqrt (ln (2%:R * m%:R) : R).
Proof.
exact: (@theorem_I_complexity [rcfType of R] _ _ m n s k x W B rho r
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.

(** The same for networks that are k-sparse on average over the sample: the mean correlation
    of the signs with any such networks.
    proves: conj-20 theorem-i *)
Theorem theorem_I_real_average (m n s k : nat) (x : 'I_m -> 'I_n -> R) (W B rho : R)
    (h : {ffun 'I_m -> bool} ->
         network [realFieldType of R] [finType of 'I_n] [finType of 'I_s]) :
  (0 < m)%N -> 0 <= W -> 0 <= B -> 0 <= rho ->
  (forall i, @normsq [realFieldType of R] _ (x i) <= rho ^+ 2) ->
  (forall zeta, scale (h zeta) (W ^+ 2) B) ->
  (forall zeta, (\sum_i #|active (h zeta) (x i)| <= k * m)%N) ->
  mean_correlation x h <= 13%:R * (W * rho + B) * Num.sqrt (s%:R * k%:R / m%:R)
       * Num.sqrt (ln (2%:R * m%:R) : R).
Proof.
exact: (@theorem_I [rcfType of R] _ _ m n s k x W B rho h
  exp_is_exponential ln_is_logarithm exp_of_ln).
Qed.
