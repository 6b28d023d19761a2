(** * The gains of all neurons at once

   The gain of v is sum_i zeta_i relu(<v, y_i>), and r the number of the i with <v, y_i> > 0.
   By the code of greedy_code.v the gain is a sum over the levels, of sums of signs over the
   samples that are decided there; each of them is bounded by its mean and an exponential
   moment, and one random variable S with E S <= 1 is enough for all words.  With
   x = ln 2m every gain is at most sqrt r (11.2 sqrt x + 1 + S / (6 sqrt x)). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube bounded_differences sign_sums greedy_code.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A finite geometric sum. *)
Lemma geometric_le (F : realFieldType) (a q : F) (n : nat) : 0 <= a -> a < q ->
  \sum_(u < n) a ^+ u / q ^+ u.+1 <= (q - a)^-1.
Proof.
move=> a0 aq; have q0 : 0 < q := le_lt_trans a0 aq; have d0 : 0 < q - a by rewrite subr_gt0.
have : \sum_(u < n) a ^+ u / q ^+ u.+1 = (q - a)^-1 - a ^+ n / (q ^+ n * (q - a)).
  elim: n => [|n IH]; first by rewrite big_ord0 !expr0 !mul1r subrr.
  rewrite big_ord_recr /= IH !exprS; have := expf_neq0 n (lt0r_neq0 q0).
  move: (q ^+ n) (a ^+ n) => p b p0; field.
  by rewrite p0 !lt0r_neq0.
move=> ->; rewrite ler_subl_addr ler_addl divr_ge0 ?mulr_ge0 ?exprn_ge0 //; exact: ltW.
Qed.

Section Gains.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expP : is_exponential exp.
Variables (I E T : finType) (y : I -> E -> F) (v : T -> E -> F).
Hypotheses (y1 : forall i, normsq (y i) <= 1) (v1 : forall t, normsq (v t) <= 1).

(** x = ln 2m, and L is the number of levels. *)
Variables (x : F) (L : nat).
Let m := #|I|.
Hypotheses (m0 : (0 < m)%N) (expx : exp x = 2%:R * m%:R) (x_gt0 : 0 < x).
Hypotheses (mL : (m <= 2 ^ L)%N) (Lx : L%:R <= 2%:R * x).
Let rx := Num.sqrt x.
Let N := (5 * 4 ^ L)%N.

Lemma rx_gt0 : 0 < rx. Proof. by rewrite sqrtr_gt0. Qed.
Lemma rx_sq : rx ^+ 2 = x. Proof. by rewrite sqr_sqrtr // ltW. Qed.

(** What belongs to a word: its samples, the width of its level, and its sum of signs. *)
Definition samples (w : seq (symbol I)) : {set I} := fresh y (decode y w).
Definition width (w : seq (symbol I)) : F := 4%:R * eps F (level (decode y w)).
Definition word_sum (w : seq (symbol I)) : cube I -> F := largest y v (samples w) (width w).

Lemma width_gt0 w : 0 < width w.
Proof. by rewrite mulr_gt0 ?ltr0n ?eps_gt0. Qed.

(** The factor lambda in the exponent for the words of a level and neurons with r samples. *)
Definition rate (r : nat) (w : seq (symbol I)) : F :=
  48%:R / 5%:R * rx / (width w ^+ 2 * Num.sqrt r%:R).
Definition excess (r : nat) (w : seq (symbol I)) (z : cube I) : F :=
  rate r w * (word_sum w z - avg (word_sum w))
  - rate r w ^+ 2 * width w ^+ 2 * #|samples w|%:R / 2%:R.

(** The weighted sum of exponential moments, where a word of length u has the weight
    (2m)^(-2(u+1)). *)
Let q : F := (2%:R * m%:R) ^+ 2.
Definition moment (z : cube I) : F :=
  \sum_(r < m) \sum_(u < N) \sum_(w : u.-tuple (symbol I)) (q ^+ u.+1)^-1 * exp (excess r.+1 w z).

Lemma m_ge1 : 1 <= m%:R :> F. Proof. by rewrite ler1n. Qed.
Lemma q_gt0 : 0 < q.
Proof. by rewrite exprn_gt0 // mulr_gt0 ?ltr0n. Qed.

Lemma term_ge0 u r (w : seq (symbol I)) z : 0 <= (q ^+ u)^-1 * exp (excess r w z).
Proof. by rewrite mulr_ge0 ?(ltW (exp_gt0 expP _)) // invr_ge0 exprn_ge0 // ltW // q_gt0. Qed.

Lemma moment_ge0 z : 0 <= moment z.
Proof. by do 3!(apply: sumr_ge0 => ? _); apply: term_ge0. Qed.

Lemma term_le (u : nat) (r : nat) (w : u.-tuple (symbol I)) z :
  (u < N)%N -> (r < m)%N -> (q ^+ u.+1)^-1 * exp (excess r.+1 w z) <= moment z.
Proof.
move=> uN rm; rewrite /moment (bigD1 (Ordinal rm)) //= (bigD1 (Ordinal uN)) //= (bigD1 w) //=.
rewrite -!addrA ler_addl !addr_ge0 //; first by apply: sumr_ge0 => ? _; apply: term_ge0.
  by do 2!(apply: sumr_ge0 => ? _); apply: term_ge0.
by do 3!(apply: sumr_ge0 => ? _); apply: term_ge0.
Qed.

Lemma avg_exp_excess_le r w : avg (fun z => exp (excess r w z)) <= 1.
Proof.
rewrite /excess; set c := _ / 2%:R.
rewrite (@avg_ext _ _ _ (fun z => exp (- c)
  * exp (rate r w * (word_sum w z - avg (word_sum w))))); last first.
  by move=> z; rewrite -(expD expP) addrC.
rewrite avgZ -(expN expP c) mulrC ler_pmul2r ?(exp_gt0 expP) //.
by apply: (largest_concentrated y v _ expP); apply: ltW; apply: width_gt0.
Qed.

Lemma card_symbol : #|[finType of symbol I]|%:R = 2%:R * m%:R + 1 :> F.
Proof. by rewrite card_option card_prod card_bool mulrSr natrM mulrC. Qed.

(** E S <= 1: there are (2m + 1)^u words of length u. *)
Lemma avg_moment_le : avg moment <= 1.
Proof.
have m1 := m_ge1; have mp : 0 < m%:R :> F by rewrite ltr0n.
have qa : m%:R <= q - (2%:R * m%:R + 1).
  rewrite -subr_ge0 (_ : _ - _ = (m%:R - 1) * (4%:R * m%:R + 1)); last by rewrite /q; ring.
  by rewrite mulr_ge0 ?subr_ge0 // addr_ge0 ?mulr_ge0 ?ler0n ?ler01.
rewrite /moment avg_sum; apply: (@le_trans _ _ (\sum_(r < m) m%:R^-1)); last first.
  by rewrite sumr_const card_ord -[_ *+ _]mulr_natl mulfV ?lt0r_neq0.
apply: ler_sum => r _; rewrite avg_sum.
apply: (@le_trans _ _ (\sum_(u < N) (2%:R * m%:R + 1) ^+ u / q ^+ u.+1)); last first.
  apply: le_trans (geometric_le _ _ _) _.
  - by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?ler01.
  - by rewrite -subr_gt0; apply: lt_le_trans qa.
  - by rewrite lef_pinv ?posrE //; apply: lt_le_trans qa.
apply: ler_sum => u _; rewrite avg_sum.
apply: (@le_trans _ _ (\sum_(w : u.-tuple (symbol I)) (q ^+ u.+1)^-1)); last first.
  by rewrite sumr_const card_tuple -[_ *+ _]mulr_natl natrX card_symbol.
apply: ler_sum => w _; rewrite avgZ ler_pimulr ?avg_exp_excess_le //.
by rewrite invr_ge0 exprn_ge0 // ltW // q_gt0.
Qed.

(** ** One closing time *)

Section Vector.
Variables (t : T) (z : cube I) (r : nat).
Hypotheses (r0 : (0 < r)%N) (rm : (r <= m)%N).
Let rr : F := Num.sqrt r%:R.
Let S := moment z.

Lemma rr_gt0 : 0 < rr. Proof. by rewrite sqrtr_gt0 ltr0n. Qed.
Lemma rr_sq : rr ^+ 2 = r%:R. Proof. by rewrite sqr_sqrtr ?ler0n. Qed.

Lemma excess_le (u : nat) (w : u.-tuple (symbol I)) :
  (u < N)%N -> excess r w z <= 2%:R * x * u.+1%:R + S.
Proof.
move=> uN; have qE : q ^+ u.+1 = exp (2%:R * x * u.+1%:R).
  by rewrite /q -expx [in RHS]mulrC !(exp_natl expP).
have := @term_le u r.-1 w z uN; rewrite prednK // => /(_ rm); rewrite qE.
have -> : (exp (2%:R * x * u.+1%:R))^-1 = exp (- (2%:R * x * u.+1%:R)).
  have e0 := lt0r_neq0 (exp_gt0 expP (2%:R * x * u.+1%:R)).
  by apply: (mulfI e0); rewrite mulfV // (expN expP).
rewrite -(expD expP) => le; have := le_trans (exp_ge expP _) le.
rewrite -/S -subr_ge0 => {}le; rewrite -subr_ge0.
rewrite (_ : _ - _ = S - (1 + (- (2%:R * x * u.+1%:R) + excess r w z)) + 1); last by ring.
by rewrite addr_ge0 ?ler01.
Qed.

(** The largest sum of signs of a word. *)
Lemma word_sum_le (u : nat) (w : u.-tuple (symbol I)) : (u < N)%N ->
  word_sum w z <= rr / rx / 2%:R + 53%:R / 10%:R * (rx / rr) * #|samples w|%:R
    + 5%:R / 48%:R * (rr / rx) * width w ^+ 2 * (2%:R * x * u.+1%:R + S).
Proof.
move=> uN; have w0 := width_gt0 w; have a0 := rr_gt0; have b0 := rx_gt0.
have lam0 : 0 < rate r w.
  by apply: divr_gt0; apply: mulr_gt0 => //; [rewrite divr_gt0 ?ltr0n | rewrite exprn_gt0].
have c0 : 0 < rr / rx by rewrite divr_gt0.
have mean := avg_largest_le y1 v1 (samples w) (width w) c0.
rewrite -/(word_sum w) in mean.
have := excess_le w uN; rewrite /excess.
move: (word_sum w z) (avg _) mean => X EX mean.
rewrite ler_subl_addr -ler_pdivl_mull // ler_subl_addr => le.
apply: le_trans le _; apply: le_trans (ler_add (lexx _) mean) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /rate -/rr.
by field; rewrite !lt0r_neq0.
Qed.

(** ** The gain of one vector *)

Let run_ := run y (v t).
Let closes_ := closes y (v t).
Let word_ := word y (v t).

Lemma samples_word u : samples (word_ u) = fresh y (run_ u).
Proof. by rewrite /samples decode_word. Qed.

Lemma width_word u : width (word_ u) = 4%:R * eps F (level (run_ u)).
Proof. by rewrite /width decode_word. Qed.

Lemma fresh_sum_le (u : nat) : closes_ u ->
  `|\sum_(i in fresh y (run_ u)) sign F (z i) * dot (v t) (y i)| <= word_sum (word_ u) z.
Proof.
move=> cu; rewrite -samples_word; apply: sign_sum_le.
apply/forall_inP => i; rewrite samples_word width_word => fi.
exact: fresh_small fi.
Qed.

(** The sum over the levels up to L. *)
Lemma decided_sum_le (u : nat) : (u < N)%N -> level (run_ u) = L ->
  (#|decided (run_ u)| <= r)%N ->
  `|\sum_(i in decided (run_ u)) sign F (z i) * dot (v t) (y i)|
  <= rr * (56%:R / 5%:R * rx + S / (6%:R * rx)).
Proof.
move=> uN uL dr; have a0 := rr_gt0; have b0 := rx_gt0.
have S0 : 0 <= S by apply: moment_ge0.
rewrite -sum_fresh //; apply: le_trans (ler_norm_sum _ _ _) _.
apply: (@le_trans _ _ (\sum_(u' < u | closes_ u')
   (rr / rx / 2%:R + 53%:R / 10%:R * (rx / rr) * #|fresh y (run_ u')|%:R
    + (10%:R / 3%:R * rr / rx * x * (eps F (level (run_ u')) ^+ 2 * u'.+1%:R)
    + 5%:R / 3%:R * rr / rx * S * eps F (level (run_ u')) ^+ 2)))).
  apply: ler_sum => u' cu; apply: le_trans (fresh_sum_le cu) _.
  have := word_sum_le (word_ u') (ltn_trans (ltn_ord u') uN).
  rewrite samples_word width_word => /le_trans; apply.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite !lt0r_neq0.
rewrite !big_split /= -!mulr_sumr sum_card_fresh //.
have -> : \sum_(u' < u | closes_ u') (2%:R^-1 : F) = L%:R / 2%:R.
  rewrite -uL -(count_closes (v t) y1 u) natr_sum mulr_suml.
  by apply: eq_bigr => u' _; rewrite mul1r.
have cost : \sum_(u' < u | closes_ u') eps F (level (run_ u')) ^+ 2 * u'.+1%:R <= 13%:R / 9%:R.
  apply: le_trans (budget y1 u (v1 t)); rewrite ler_addl mulr_ge0 ?divr_ge0 ?ler0n //.
  by rewrite addr_ge0 ?gap_ge0 // mulr_ge0 ?sqr_ge0 ?addr_ge0 ?divr_ge0 ?ler0n.
have wide : \sum_(u' < u | closes_ u') eps F (level (run_ u')) ^+ 2 <= 12%:R^-1.
  rewrite -(sum_eps_sq (v t) y1 u) ler_addl mulr_ge0 ?sqr_ge0 ?divr_ge0 ?ler0n //.
have card : (#|decided (run_ u)|%:R : F) <= rr ^+ 2 by rewrite rr_sq ler_nat.
apply: (@le_trans _ _ (rr / rx * (2%:R * x / 2%:R) + 53%:R / 10%:R * (rx / rr) * rr ^+ 2
  + (10%:R / 3%:R * rr / rx * x * (13%:R / 9%:R) + 5%:R / 3%:R * rr / rx * S * 12%:R^-1))).
  have q0 (a b : F) : 0 < a -> 0 < b -> 0 <= a / b by move=> a1 b1; rewrite ltW ?divr_gt0.
  have n0 k : 0 < k.+1%:R :> F by rewrite ltr0n.
  apply: ler_add; apply: ler_add.
  - apply: ler_wpmul2l; first exact: q0.
    by apply: ler_wpmul2r Lx; rewrite invr_ge0 ler0n.
  - by apply: ler_wpmul2l card; rewrite mulr_ge0 ?q0.
  - by apply: ler_wpmul2l cost; rewrite mulr_ge0 ?(ltW x_gt0) // q0 // mulr_gt0 // divr_gt0.
  - by apply: ler_wpmul2l wide; rewrite mulr_ge0 // q0 // mulr_gt0 // divr_gt0.
rewrite -[in X in X <= _]rx_sq -subr_ge0.
rewrite (_ : _ - _ = rr * (23%:R / 270%:R * rx + S / (36%:R * rx))).
  apply: mulr_ge0 (ltW a0) _; apply: addr_ge0; first by rewrite mulr_ge0 ?divr_ge0 ?ler0n ?ltW.
  by apply: divr_ge0 => //; rewrite mulr_ge0 ?ler0n ?ltW.
by field; rewrite !lt0r_neq0.
Qed.

Lemma gain_le : #|[set i | 0 < dot (v t) (y i)]| = r ->
  `|\sum_i sign F (z i) * relu (dot (v t) (y i))|
  <= rr * (56%:R / 5%:R * rx + 1 + S / (6%:R * rx)).
Proof.
move=> rE; set P := [set i | _] in rE.
have [u uN uL] := level_reached y1 L (v1 t).
have sub : decided (run_ u) \subset P by apply/subsetP => i id; rewrite inE (decided_gt0 y1 id).
have -> : \sum_i sign F (z i) * relu (dot (v t) (y i))
    = \sum_(i in decided (run_ u)) sign F (z i) * dot (v t) (y i)
      + \sum_(i in P :\: decided (run_ u)) sign F (z i) * dot (v t) (y i).
  transitivity (\sum_(i in P) sign F (z i) * dot (v t) (y i)).
    rewrite [RHS]big_mkcond; apply: eq_bigr => i _; rewrite inE /relu.
    by case: ltP => [//|]; rewrite ?mulr0.
  by rewrite (big_setID (decided (run_ u))) /= (setIidPr sub).
apply: le_trans (ler_norm_add _ _) _.
rewrite -addrA [1 + _]addrC addrA [X in _ <= X]mulrDr mulr1; apply: ler_add.
  by apply: decided_sum_le => //; rewrite -rE subset_leq_card.
apply: (@le_trans _ _ 1); last first.
  by rewrite -ler_sqr ?nnegrE ?ler01 ?(ltW rr_gt0) // rr_sq expr1n ler1n.
apply: le_trans (ler_norm_sum _ _ _) _.
have p0 : 0 < 2%:R ^+ L :> F by rewrite exprn_gt0 ?ltr0n.
apply: (@le_trans _ _ (\sum_(i in P :\: decided (run_ u)) (2%:R ^+ L)^-1)).
  apply: ler_sum => i; rewrite !inE => /andP[nd pos]; rewrite normrM sign_norm mul1r gtr0_norm //.
  apply: le_trans (undecided_le y1 (v1 t) nd) _.
  rewrite -/(run_ u) uL /eps !exprS; move: (2%:R ^+ L) p0 => p p0.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field; rewrite lt0r_neq0.
rewrite sumr_const -[_ *+ _]mulr_natl ler_pdivr_mulr // mul1r -natrX ler_nat.
apply: leq_trans mL; apply: leq_trans (max_card _) _; exact: leqnn.
Qed.

End Vector.
End Gains.
