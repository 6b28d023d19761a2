(** * Theorem 19 and display (15), repaired

   Theorem J has no n, and the factor 3.6 sqrt(ln 2m); for n >= 1 it is at most the bound of (15)
   with ln(2m) instead of ln(km(R + B)) and the constant 3.6.  Where k(R + B) >= 2 the printed
   logarithm is larger, and (15) holds with the constant 3.6. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages logarithm rademacher theorem_j.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Repaired.
Variables (F : rcfType) (exp ln : F -> F) (m n s k : nat) (x : 'I_m -> 'I_n -> F) (W B R r : F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.
Hypotheses (m0 : (0 < m)%N) (n0 : (0 < n)%N) (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R).
Hypotheses (xR : forall i, normsq (x i) <= R ^+ 2) (rad : is_rademacher s k x W B r).

Lemma ln2m_ge0 : 0 <= ln (2%:R * m%:R).
Proof.
have two : 2%:R <= 2%:R * m%:R :> F by rewrite -natrM ler_nat leq_pmulr.
have H : 2%:R^-1 <= ln (2%:R * m%:R).
  by apply: le_trans (ln2_ge log) (ln_mono log _ two); rewrite ltr0n.
by apply: le_trans H; rewrite invr_ge0 ler0n.
Qed.

(** Any number L instead of the logarithm that is at least ln(2m). *)
Lemma shape_of (L : F) : ln (2%:R * m%:R) <= L ->
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * n%:R * k%:R * L / m%:R).
Proof.
have sub net := @in_class_mean_sparse F m n s k x W B net.
move=> le; apply: le_trans (complexity_le_const expP log lnK m0 W0 B0 R0 xR sub rad) _.
have M0 : 0 <= 18%:R / 5%:R * (W * R + B).
  by rewrite mulr_ge0 ?divr_ge0 ?ler0n // addr_ge0 ?mulr_ge0.
have sk0 : 0 <= s%:R * k%:R / m%:R :> F by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
rewrite -[X in X <= _]mulrA; apply: ler_wpmul2l => //; rewrite -sqrtrM //.
apply: ler_wsqrtr; have L0 := le_trans ln2m_ge0 le.
apply: (@le_trans _ _ (s%:R * k%:R / m%:R * L)); first exact: ler_wpmul2l.
rewrite [X in _ <= X](_ : _ = n%:R * (s%:R * k%:R / m%:R * L)); last first.
  by move: (m%:R^-1) => u; ring.
by rewrite ler_pemull ?ler1n // mulr_ge0.
Qed.

Lemma closed_form :
  r <= 18%:R / 5%:R * (W * R + B) * Num.sqrt (s%:R * n%:R * k%:R * ln (2%:R * m%:R) / m%:R).
Proof. exact: shape_of. Qed.

Lemma printed_form : 2%:R <= k%:R * (R + B) ->
  r <= 18%:R / 5%:R * (W * R + B)
       * Num.sqrt (s%:R * n%:R * k%:R * ln (k%:R * m%:R * (R + B)) / m%:R).
Proof.
move=> two; apply: shape_of; apply: (ln_mono log); first by rewrite mulr_gt0 ?ltr0n.
by rewrite mulrAC; apply: ler_wpmul2r; rewrite ?ler0n.
Qed.

End Repaired.
