(** * The mean deviation of a fair binomial variable (de Moivre)

   E|P - h| = h C(2h, h) / 4^h for P ~ Bin(2h, 1/2), since the partial sums of C(n, j) (n - 2j)
   are n C(n - 1, t). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Deviation.
Variable F : realFieldType.

Lemma partial_sum n t : \sum_(j < t.+1) 'C(n.+1, j)%:R * (n.+1%:R - 2%:R * j%:R)
  = n.+1%:R * 'C(n, t)%:R :> F.
Proof.
elim: t => [|t IH].
  by rewrite big_ord_recl big_ord0 /= !bin0 mulr0 subr0 addr0 mul1r mulr1.
rewrite big_ord_recr /= IH.
have up : n.+1%:R * 'C(n, t)%:R = t.+1%:R * 'C(n.+1, t.+1)%:R :> F.
  by rewrite -!natrM (mul_bin_diag n.+1).
have := up; rewrite binS natrD; move: ('C(n, t)%:R : F) ('C(n, t.+1)%:R : F) => c d e.
have -> : (d + c) * (n.+1%:R - 2%:R * t.+1%:R)
    = n.+1%:R * (d + c) - 2%:R * (t.+1%:R * (d + c)) by ring.
by rewrite -e; ring.
Qed.

Definition fair_deviation (h : nat) : F :=
  binomial_mean h.*2 2%:R^-1 (fun j => `|j%:R - h%:R|).

(** The sum of C(2h, j) |2j - 2h|. *)
Lemma sum_abs n h : n.+1 = h.+1.*2 ->
  \sum_(j < n.+2) 'C(n.+1, j)%:R * `|2%:R * (j%:R - h.+1%:R)|
  = 2%:R * (n.+1%:R * 'C(n, h.+1)%:R) :> F.
Proof.
move=> nE; pose d (j : nat) : F := 'C(n.+1, j)%:R * (n.+1%:R - 2%:R * j%:R).
have dE (j : nat) : d j = 'C(n.+1, j)%:R * - (2%:R * (j%:R - h.+1%:R)).
  have n2 : n.+1%:R = 2%:R * h.+1%:R :> F by rewrite nE -mul2n natrM.
  by rewrite /d n2 -mulrBr -mulrN opprB.
have half_gt : 0 < 2%:R :> F by rewrite ltr0n.
have all : \sum_(j < n.+2) d j = 0 by rewrite partial_sum bin_small ?mulr0.
have low : \sum_(j < n.+2 | (j < h.+2)%N) d j = n.+1%:R * 'C(n, h.+1)%:R.
  by rewrite -partial_sum -big_ord_widen // nE -addnn !ltnS leq_addr.
have high : \sum_(j < n.+2 | ~~ (j < h.+2)%N) d j = - (n.+1%:R * 'C(n, h.+1)%:R).
  have := all; rewrite (bigID (fun j : 'I_n.+2 => (j < h.+2)%N)) /= low => /eqP.
  by rewrite addrC addr_eq0 => /eqP.
have e (t u : F) : u = - t -> 2%:R * t = t + - u by move=> ->; ring.
rewrite (e _ _ high) -low -sumrN (bigID (fun j : 'I_n.+2 => (j < h.+2)%N)) /=.
congr (_ + _); apply: eq_bigr => j; rewrite dE -?leqNgt => jh.
  by rewrite ler0_norm // pmulr_rle0 // subr_le0 ler_nat.
by rewrite mulrN opprK ger0_norm // pmulr_rge0 // subr_ge0 ler_nat ltnW.
Qed.

Lemma bin_even n h : n.+1 = h.+1.*2 -> 2%:R * 'C(n, h.+1)%:R = 'C(n.+1, h.+1)%:R :> F.
Proof.
move=> nE; have n' : n = (h + h.+1)%N by apply: succn_inj; rewrite nE -addnn addSn.
have -> : 'C(n.+1, h.+1) = ('C(n, h.+1) + 'C(n, h.+1))%N.
  by rewrite binS; congr addn; rewrite -(bin_sub (_ : h.+1 <= n)%N) n' ?addnK // leq_addl.
by rewrite natrD mulr_natl mulr2n.
Qed.

Lemma fair_deviationE h : (0 < h)%N ->
  fair_deviation h = h%:R * ('C(h.*2, h)%:R / 4%:R ^+ h).
Proof.
case: h => // h _; have [n nE] : exists n, n.+1 = h.+1.*2 by exists h.*2.+1.
rewrite /fair_deviation /binomial_mean -nE.
rewrite (eq_bigr (fun j : 'I_n.+2 => 2%:R^-1 ^+ n.+2
  * ('C(n.+1, j)%:R * `|2%:R * (j%:R - h.+1%:R)|))) => [|j _].
  have four : 4%:R ^+ h.+1 = 2%:R ^+ n.+1 :> F by rewrite nE -mul2n exprM expr2 -natrM.
  have n2 : n.+1%:R = 2%:R * h.+1%:R :> F by rewrite nE -mul2n natrM.
  rewrite -mulr_sumr (sum_abs nE) four -(bin_even nE) n2 exprS exprVn.
  have p0 : 2%:R ^+ n.+1 != 0 :> F by rewrite expf_neq0 // pnatr_eq0.
  by move: (2%:R ^+ n.+1) p0 ('C(n, h.+1)%:R : F) (h.+1%:R : F) => x x0 c u; field.
have jn : (j <= n.+1)%N by rewrite -ltnS.
rewrite (_ : 1 - 2%:R^-1 = 2%:R^-1); last by field.
rewrite -['C(_, _)%:R * _ * _]mulrA -exprD subnKC // normrM normr_nat [2%:R^-1 ^+ n.+2]exprS.
by move: (`|_|) (_ ^+ _) ('C(_, _)%:R : F) => u v c; field.
Qed.

Lemma central_step h :
  h.+1%:R * 'C(h.+1.*2, h.+1)%:R = 2%:R * (h.*2.+1)%:R * 'C(h.*2, h)%:R :> F.
Proof.
have e1 : (h.+1.*2 * 'C(h.*2.+1, h) = h.+1 * 'C(h.+1.*2, h.+1))%N.
  exact: (mul_bin_diag h.*2.+2 h).
have e2 : (h.*2.+1 * 'C(h.*2, h) = h.+1 * 'C(h.*2.+1, h))%N.
  by rewrite (mul_bin_down h.*2.+1 h); congr muln; rewrite -addnn -addnS addKn.
by rewrite -!natrM -e1 -mul2n -!mulnA -e2.
Qed.

(** C(2h, h) / 4^h <= 1 / sqrt(2h + 1). *)
Lemma central_le h : ('C(h.*2, h)%:R / 4%:R ^+ h) ^+ 2 * (h.*2.+1)%:R <= 1 :> F.
Proof.
elim: h => [|h IH]; first by rewrite bin0 expr0 divr1 expr1n mulr1.
have hF : h.+1%:R != 0 :> F by rewrite pnatr_eq0.
have -> : 'C(h.+1.*2, h.+1)%:R = 2%:R * (h.*2.+1)%:R * 'C(h.*2, h)%:R / h.+1%:R :> F.
  by rewrite -central_step mulrC mulKf.
apply: le_trans IH; rewrite [4%:R ^+ h.+1]exprS.
have p0 : 4%:R ^+ h != 0 :> F by rewrite expf_neq0 ?pnatr_eq0.
have e3 : h.+1.*2.+1%:R = 2%:R * h.+1%:R + 1 :> F by rewrite mulrSr -mul2n natrM.
have e4 : h.*2.+1%:R = 2%:R * h.+1%:R - 1 :> F.
  by rewrite mulrSr -mul2n natrM [h.+1%:R]mulrSr; ring.
have pos : 0 <= 2%:R * h.+1%:R - 1 :> F by rewrite -e4 ler0n.
rewrite e3 e4; move: (4%:R ^+ h) p0 ('C(h.*2, h)%:R : F) (h.+1%:R : F) hF pos => x x0 c u u0 pos.
have -> : 2%:R * (2%:R * u - 1) * c / u / (4%:R * x)
    = (c / x) * ((2%:R * u - 1) / (2%:R * u)) by field; rewrite x0 u0.
rewrite exprMn -mulrA; apply: ler_wpmul2l; first exact: sqr_ge0.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = (2%:R * u - 1) / (2%:R * u) ^+ 2); last by field.
by rewrite divr_ge0 ?sqr_ge0.
Qed.

End Deviation.
