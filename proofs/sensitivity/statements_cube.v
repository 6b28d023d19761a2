(** * Statements about functions on the cube (§2.1)

   The sensitivity of functions, Claim 2.1 and Lemma 6.

   F is an ordered field, E the set of coordinates; n = #|E|.  Of each theorem a sentence says in
   words what it states, and a line "proves:" or "refutes:" names the claim of the registry and
   the key of its statement.

   - cube E, pt F x: {-1, 1}^n, and its point x as a vector; avg f is the mean of f over it.
   - flip x i, setc x i b: x with the bit i flipped, and with the bit i set to b.
   - sen f x, AS f: the sensitivity of f at x, and its mean.
   - NS rho f: the noise sensitivity, where a bit is flipped with probability (1 - rho)/2.
   - hat f T, tail f d: the coefficient, the weight on the |T| > d.
   - bit F g: a function g with the values true and false as one with the values 1 and 0.
   - halfspace w b, unate g: 1{<w, x> <= b}, and monotone in each coordinate.
   - log_field: a field with a logarithm, such as the reals (definitions_logarithm.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_logarithm averages cube fourier
  average_sensitivity lemma_6 lemma_6_steps.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Sensitivity *)

(** For a function with values 1 and -1 the sensitivity at x is the number of
    coordinates whose flip changes the value.
    proves: sen-def printed *)
Theorem sensitivity_of_signs (F : realFieldType) (E : finType) (f : cube E -> bool) (x : cube E) :
  sen (fun y => sign F (f y)) x = #|[set i | f x != f (flip x i)]|%:R.
Proof.
rewrite /sen -sum1dep_card natr_sum [RHS]big_mkcond mulr_sumr; apply: eq_bigr => i _ /=.
by case: (f x); case: (f _); rewrite /sign /=; field.
Qed.

(** For a function with values 0 and 1 it is a quarter of that number.
    proves: sen-def indicator *)
Theorem sensitivity_of_bits (F : realFieldType) (E : finType) (g : cube E -> bool) (x : cube E) :
  sen (fun y => (g y)%:R : F) x = 4%:R^-1 * #|[set i | g x != g (flip x i)]|%:R.
Proof.
rewrite /sen -sum1dep_card natr_sum; congr (_ * _); rewrite [RHS]big_mkcond.
apply: eq_bigr => i _ /=.
by case: (g x); case: (g _); rewrite /= ?subrr ?subr0 ?sub0r ?sqrrN ?expr1n ?expr0n.
Qed.

(** ** Claim 2.1 *)

(** Claim 2.1, Parseval: E f^2 is the sum of hat f(T)^2.
    proves: claim-2.1 parseval *)
Theorem claim_2_1_parseval (F : realFieldType) (E : finType) (f : cube E -> F) :
  avg (fun x => f x ^+ 2) = \sum_(T : {set E}) hat f T ^+ 2.
Proof. exact: parseval. Qed.

(** Claim 2.1: NS_rho(f) is the sum of 1/2 (1 - rho^|T|) hat f(T)^2, for every rho.
    proves: claim-2.1 noise-formula *)
Theorem claim_2_1_noise (F : realFieldType) (E : finType) (rho : F) (f : cube E -> F) :
  NS rho f = \sum_(T : {set E}) 2%:R^-1 * (1 - rho ^+ #|T|) * hat f T ^+ 2.
Proof. exact: NS_spectral. Qed.

(** Claim 2.1, the tail, where it is true: d >= 1 and 0 <= rho < 1.
    proves: claim-2.1 corrected *)
Theorem claim_2_1_tail (F : realFieldType) (E : finType) (f : cube E -> F) (rho : F) (d : nat) :
  (0 < d)%N -> 0 <= rho < 1 -> tail f d <= 2%:R * NS rho f / (1 - rho ^+ d).
Proof. exact: tail_NS_printed. Qed.

(** ** Lemma 6 *)

(** Lemma 6 with the constant 1/sqrt 2: a unate function, such as a halfspace or the activity of a
    neuron, has an average sensitivity of at most p sqrt(n ln(1/p) / 2), where p > 0 is its mean.
    proves: lemma-6 sharp *)
Theorem lemma_6_sharp (F : log_field) (E : finType) (g : cube E -> bool) :
  unate g ->
  let p := avg (bit F g) in 0 < p ->
  AS (bit F g) <= p * Num.sqrt (#|E|%:R * ln p^-1 / 2%:R).
Proof. exact: (AS_unate_le (expP F) (log F) (@lnK F)). Qed.

(** Lemma 6 with the constant 1, as the proof of Lemma 9 uses it.
    proves: lemma-6 printed *)
Theorem lemma_6_printed (F : log_field) (E : finType) (w : E -> F) (b : F) :
  let g := bit F (halfspace w b) in let p := avg g in 0 < p ->
  AS g <= p * Num.sqrt (#|E|%:R * ln p^-1).
Proof.
exact: (AS_unate_printed (expP F) (log F) (@lnK F) (@halfspace_unate F E w b)).
Qed.

(** Proof of Lemma 6: with positive weights g is non-increasing.
    proves: lemma-6 step-monotone-corrected *)
Theorem lemma_6_step_monotone (F : realFieldType) (E : finType) (w : E -> F) (b : F) (i : E) :
  0 <= w i -> forall x, halfspace w b (setc x i true) -> halfspace w b (setc x i false).
Proof. exact: halfspace_falls. Qed.

(** The first equality of the displayed line, with an expectation instead of the sum.
    proves: lemma-6 step-sum-corrected *)
Theorem lemma_6_step_sum (F : realFieldType) (E : finType) (g : cube E -> F) (i : E) :
  avg (fun x => pt F x i * g x)
  = 2%:R^-1 * avg (fun x => pt F x i * g x - pt F x i * g (flip x i)).
Proof. exact: step_sum. Qed.

(** The two ends of the displayed line, with a factor 1/2 and the sign of the weight.
    proves: lemma-6 step-square-corrected *)
Theorem lemma_6_step_square (F : realFieldType) (E : finType) (w : E -> F) (b : F) (i : E) :
  let g := bit F (halfspace w b) in
  avg (fun x => pt F x i * g x)
  = - (2%:R^-1 * Num.sg (w i) * avg (fun x => (g x - g (flip x i)) ^+ 2)).
Proof. exact: step_square. Qed.

(** The last line: AS(g) = -1/2 E[g(x) sum_i sgn(w_i) x_i].
    proves: lemma-6 step-sensitivity-corrected *)
Theorem lemma_6_step_sensitivity (F : realFieldType) (E : finType) (w : E -> F) (b : F) :
  let g := bit F (halfspace w b) in
  AS g = - (2%:R^-1 * avg (fun x => g x * \sum_i Num.sg (w i) * pt F x i)).
Proof. exact: AS_halfspace. Qed.

(** The steps as printed fail at n = 1, b = 0 and w = 1: with positive weights g need not be
    non-decreasing.
    refutes: lemma-6 step-monotone *)
Theorem lemma_6_step_monotone_printed (F : realFieldType) :
  let w : 'I_1 -> F := fun=> 1 in
  exists x, halfspace w 0 (setc x ord0 false) /\ ~~ halfspace w 0 (setc x ord0 true).
Proof. exact: monotone_step_printed. Qed.

(** The first equality, with a sum over x, fails for w = 1 and for w = -1.
    refutes: lemma-6 step-sum *)
Theorem lemma_6_step_sum_printed (F : realFieldType) (s : bool) :
  let g := bit F (halfspace (fun _ : 'I_1 => sign F s) 0) in
  avg (fun x => pt F x ord0 * g x)
  != 2%:R^-1 * \sum_x (pt F x ord0 * g x - pt F x ord0 * g (flip x ord0)).
Proof. exact: sum_step. Qed.

(** The equality of the two ends fails for both.
    refutes: lemma-6 step-square *)
Theorem lemma_6_step_square_printed (F : realFieldType) (s : bool) :
  let g := bit F (halfspace (fun _ : 'I_1 => sign F s) 0) in
  avg (fun x => pt F x ord0 * g x) != avg (fun x => (g x - g (flip x ord0)) ^+ 2).
Proof. exact: square_step. Qed.

(** The last line, with the factor 1/4, fails for both.
    refutes: lemma-6 step-sensitivity *)
Theorem lemma_6_step_sensitivity_printed (F : realFieldType) (s : bool) :
  let g := bit F (halfspace (fun _ : 'I_1 => sign F s) 0) in
  AS g != 4%:R^-1 * avg (fun x => g x * \sum_i pt F x i).
Proof. exact: sensitivity_step. Qed.
