(** * Centred averages, and the member of several that is kept (Theorem R)

   The square error of a centred average is found by pairs of samples: a product of labels and
   characters has mean 0 where some sample enters it by one factor alone. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning averages cube fourier product_spaces
  bounded_differences low_degree_learner.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pairs.
Variables (F : realFieldType) (T I : finType) (p : T -> F) (g e : T -> F).
Hypotheses (pd : distribution p) (g0 : mean p g = 0) (e0 : mean p e = 0).
Hypothesis e1 : forall t, e t * e t = 1.
Local Notation E := (mean (@product F T I p)).
Implicit Types (w : {ffun I -> T}) (i j l : I).

(** One factor alone. *)
Lemma lone j (f : T -> F) (R : {ffun I -> T} -> F) :
  mean p f = 0 -> independent_of R j -> E (fun w => f (w j) * R w) = 0.
Proof.
move=> f0 Rj; rewrite (mean_redraw pd j) (@mean_ext _ _ _ _ (fun=> 0)) => [|w].
  exact: (mean_const (distribution_product I pd)).
rewrite (@mean_ext _ _ _ _ (fun t => R w * f t)) => [|t]; last first.
  by rewrite redraw_at_same Rj mulrC.
by rewrite meanZ f0 mulr0.
Qed.

Let c := mean p (fun t => g t * e t).
Let v := mean p (fun t => g t ^+ 2).
Let A w := \sum_i (g (w i) * e (w i) - c).
Let B w := \sum_l \sum_(j | j != l) g (w j) * e (w l).
Local Notation n := (#|I|%:R : F).

Let mean_A : mean p (fun t => g t * e t - c) = 0.
Proof. by rewrite meanB (mean_const pd) subrr. Qed.

Lemma mean_AB : E (fun w => A w * B w) = 0.
Proof.
rewrite (@mean_ext _ _ _ _ (fun w => \sum_i \sum_l \sum_(j | j != l)
    (g (w i) * e (w i) - c) * (g (w j) * e (w l)))) => [|w]; last first.
  rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => l _.
  by rewrite mulr_sumr.
rewrite mean_sum big1 // => i _; rewrite mean_sum big1 // => l _; rewrite mean_sum big1 // => j jl.
have [il|il] := eqVneq i l.
  rewrite (@mean_ext _ _ _ _ (fun w => g (w j) * ((g (w i) * e (w i) - c) * e (w l)))) => [|w].
    by apply: lone => // w t; rewrite !redraw_at_other // 1?il 1?eq_sym.
  by rewrite mulrCA.
rewrite (@mean_ext _ _ _ _ (fun w => e (w l) * ((g (w i) * e (w i) - c) * g (w j)))) => [|w].
  by apply: lone => // w t; rewrite !redraw_at_other.
by rewrite mulrA mulrC.
Qed.

Lemma mean_pairs l j : j != l ->
  E (fun w => g (w j) * e (w l) * B w) = v + c ^+ 2.
Proof.
move=> jl; rewrite (@mean_ext _ _ _ _ (fun w => \sum_i \sum_(k | k != i)
    g (w j) * e (w l) * (g (w k) * e (w i)))) => [|w]; last first.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr.
rewrite mean_sum (bigD1 l) //= mean_sum (bigD1 j) //=.
rewrite (@mean_ext _ _ _ _ (fun w => g (w j) ^+ 2)) => [|w]; last first.
  by rewrite mulrACA e1 mulr1.
rewrite (mean_one pd j (fun t => g t ^+ 2)) big1 => [|k /andP[kl kj]]; last first.
  rewrite (@mean_ext _ _ _ _ (fun w => g (w j) * (e (w l) * (g (w k) * e (w l))))) => [|w].
    by apply: lone => // w t; rewrite !redraw_at_other // eq_sym.
  by rewrite -mulrA.
rewrite addr0 -/v; congr (_ + _); rewrite (bigD1 j) //= mean_sum (bigD1 l) 1?eq_sym //=.
rewrite (@mean_ext _ _ _ _ (fun w => (fun t => g t * e t) (w j) * (fun t => g t * e t) (w l)))
  => [|w]; last by rewrite /= mulrACA [e (w l) * _]mulrC mulrACA.
rewrite (mean_two pd (fun t => g t * e t) (fun t => g t * e t) jl) -/c -expr2 big1 ?addr0 => [|k /andP[kj kl]]; last first.
  rewrite (@mean_ext _ _ _ _ (fun w => e (w l) * (g (w j) * (g (w k) * e (w j))))) => [|w].
    by apply: lone => // w t; rewrite !redraw_at_other.
  by rewrite [RHS]mulrA [e (w l) * g (w j)]mulrC.
rewrite big1 ?addr0 // => i /andP[il ij]; rewrite mean_sum big1 // => k ki.
rewrite (@mean_ext _ _ _ _ (fun w => e (w i) * (g (w j) * e (w l) * g (w k)))) => [|w].
  by apply: lone => // w t; rewrite !redraw_at_other // eq_sym.
by rewrite mulrA mulrC.
Qed.

Lemma mean_pairs_0 : E (fun w => (n - 1) * A w - B w) = 0.
Proof.
rewrite meanB meanZ mean_sum big1 ?mulr0 ?sub0r => [|i _]; last first.
  by rewrite (mean_one pd i (fun t => g t * e t - c)) mean_A.
apply/eqP; rewrite oppr_eq0 mean_sum big1 // => l _; rewrite mean_sum big1 // => j jl.
by rewrite (mean_two pd g e jl) g0 mul0r.
Qed.

(** The square error of (m - 1) A - B, where m(m - 1) times the centred average less its mean
    is that. *)
Lemma mean_pairs_sq : (0 < #|I|)%N ->
  E (fun w => ((n - 1) * A w - B w) ^+ 2)
  = n * (n - 1) * (n * v - (n - 2%:R) * c ^+ 2).
Proof.
move=> I0; have n0 : n != 0 by rewrite pnatr_eq0 -lt0n.
have A2 : E (fun w => A w ^+ 2) = n * (v - c ^+ 2).
  have <- : mean p (fun t => (g t * e t) ^+ 2) = v.
    by apply: mean_ext => t; rewrite exprMn [e t ^+ 2]expr2 e1 mulr1.
  have := mean_average_sq pd (fun t => g t * e t) I0; rewrite -/c => sq.
  rewrite (@mean_ext _ _ _ _ (fun w => n ^+ 2 * (avg (fun i => g (w i) * e (w i)) - c) ^+ 2)).
    by rewrite meanZ sq; field.
  move=> w; rewrite -exprMn; congr (_ ^+ 2).
  by rewrite /A /avg sumrB sumc mulrBr mulrCA mulfV // mulr1.
have B2 : E (fun w => B w ^+ 2) = n * (n - 1) * (v + c ^+ 2).
  rewrite (@mean_ext _ _ _ _ (fun w => \sum_l \sum_(j | j != l) g (w j) * e (w l) * B w)) => [|w].
    rewrite mean_sum (eq_bigr (fun=> (n - 1) * (v + c ^+ 2))) => [|l _].
      by rewrite sumc mulrA.
    rewrite mean_sum (eq_bigr (fun=> v + c ^+ 2)) => [|j jl]; last exact: mean_pairs.
    have := sumc I (v + c ^+ 2); rewrite (bigD1 l) //= => sK.
    by apply: (addrI (v + c ^+ 2)); rewrite sK; ring.
  by rewrite expr2 {1}/B mulr_suml; apply: eq_bigr => l _; rewrite mulr_suml.
rewrite (@mean_ext _ _ _ _ (fun w => (n - 1) ^+ 2 * A w ^+ 2
    - 2%:R * (n - 1) * (A w * B w) + B w ^+ 2)) => [|w]; last by ring.
by rewrite meanD meanB !meanZ A2 mean_AB B2; ring.
Qed.

End Pairs.

(** ** Centred averages of labelled samples *)
Section Centred.
Variables (F : realFieldType) (E : finType) (m : nat).

Variables (Omega : finType) (p : Omega -> F) (x : Omega -> cube E) (y : Omega -> F) (d : nat).
Hypotheses (pd : distribution p) (xu : uniform_points p x) (m2 : (1 < m)%N).
Local Notation sample w := (draws x y (w : {ffun 'I_m -> Omega})).
Local Notation c := (mean_coefficient p x y).
Local Notation variance := (mean p (fun o => (y o - mean p y) ^+ 2)).

Let m0 : m%:R != 0 :> F. Proof. by rewrite pnatr_eq0 -lt0n ltnW. Qed.
Let m1 : m%:R - 1 != 0 :> F.
Proof. by rewrite -(natrB F (ltnW m2)) pnatr_eq0 -lt0n subn_gt0. Qed.

Section Coefficient.
Variable T : {set E}.
Hypothesis T0 : T != set0.
Let g o := y o - mean p y.
Let e o := chi F T (x o).

Let e0 : mean p e = 0.
Proof.
rewrite (mean_points xu (chi F T)) (@avg_ext _ _ _ (fun z => chi F T z * chi F set0 z)) => [|z].
  by rewrite avg_chi (negbTE T0).
by rewrite [chi F set0 z]/chi big_set0 mulr1.
Qed.

Let g0 : mean p g = 0.
Proof. by rewrite meanB (mean_const pd) subrr. Qed.

Let ge : mean p (fun o => g o * e o) = c T.
Proof.
rewrite (@mean_ext _ _ _ _ (fun o => y o * e o - mean p y * e o)) => [|o].
  by rewrite meanB meanZ e0 mulr0 subr0.
by rewrite mulrBl.
Qed.

Let centredE (w : {ffun 'I_m -> Omega}) : centred_coefficient (sample w) T - c T
  = (m%:R * (m%:R - 1))^-1 * ((m%:R - 1) * (\sum_i (g (w i) * e (w i) - c T))
      - \sum_l \sum_(j | j != l) g (w j) * e (w l)).
Proof.
rewrite /centred_coefficient (negbTE T0).
set G := \sum_i g (w i); set H := \sum_i e (w i); set K := \sum_i g (w i) * e (w i).
have -> : \sum_l \sum_(j | j != l) g (w j) * e (w l) = G * H - K.
  rewrite /G /H /K mulr_sumr -sumrB; apply: eq_bigr => l _.
  by rewrite mulr_suml (bigD1 l (P := xpredT)) //= addrAC subrr add0r.
have mu : avg (fun i => (sample w i).2) = mean p y + G / m%:R.
  rewrite /G sumrB sumc card_ord mulrBl [_ * mean p y]mulrC mulfK // addrCA subrr addr0.
  by rewrite /avg card_ord; congr (_ / _); apply: eq_bigr => i _; rewrite ffunE.
rewrite (eq_bigr (fun i => g (w i) * e (w i) - G / m%:R * e (w i))) => [|i _]; last first.
  by rewrite mu ffunE /= /g /e; ring.
by rewrite sumrB -mulr_sumr sumrB sumc card_ord -/G -/H -/K; field; rewrite m0 m1.
Qed.

Lemma centred_unbiased : mean (product p) (fun w => centred_coefficient (sample w) T) = c T.
Proof.
have pdm := distribution_product [finType of 'I_m] pd.
apply/eqP; rewrite -subr_eq0 -[X in _ - X](mean_const pdm) -meanB; apply/eqP.
rewrite (mean_ext _ centredE) meanZ -ge.
have := mean_pairs_0 [finType of 'I_m] e pd g0; rewrite card_ord => ->.
by rewrite mulr0.
Qed.

Lemma centred_error :
  mean (product p) (fun w => (centred_coefficient (sample w) T - c T) ^+ 2)
  = variance / (m%:R - 1) - (m%:R - 2%:R) * c T ^+ 2 / (m%:R * (m%:R - 1)).
Proof.
rewrite (@mean_ext _ _ _ _ _ (fun w => congr1 (fun a => a ^+ 2) (centredE w))).
rewrite (@mean_ext _ _ _ _ _ (fun w => exprMn 2 _ _)) meanZ -ge.
have := mean_pairs_sq (I := [finType of 'I_m]) pd g0 e0 (fun o => chi_sq F T (x o)).
rewrite card_ord => /(_ (ltnW m2)) ->; rewrite (_ : mean p (fun o => g o ^+ 2) = variance) //.
by move: variance (mean p _) => v c'; field; rewrite m0 m1.
Qed.

End Coefficient.

Lemma centred_error_mean :
  mean (product p) (fun w => (centred_coefficient (sample w) set0 - c set0) ^+ 2)
  = variance / m%:R.
Proof.
have c0 : c set0 = mean p y.
  by apply: mean_ext => o; rewrite /chi big_set0 mulr1.
have -> : variance = mean p (fun o => y o ^+ 2) - mean p y ^+ 2.
  rewrite (@mean_ext _ _ _ _ (fun o => y o ^+ 2 - (2%:R * mean p y * y o - mean p y ^+ 2))) => [|o].
    by rewrite !meanB meanZ (mean_const pd); ring.
  by ring.
have := mean_average_sq (I := [finType of 'I_m]) pd y; rewrite card_ord => /(_ (ltnW m2)) <-.
apply: mean_ext => w; rewrite /centred_coefficient eqxx c0; congr ((_ - _) ^+ 2).
by apply: avg_ext => i; rewrite ffunE.
Qed.

(** The square error of all sets of at most d coordinates together. *)
Lemma centred_errors :
  mean (product p) (fun w =>
    \sum_(T : {set E} | (#|T| <= d)%N) (centred_coefficient (sample w) T - c T) ^+ 2)
  <= (monomials E d)%:R * variance / (m%:R - 1).
Proof.
have M1 : 0 < m%:R - 1 :> F by rewrite subr_gt0 ltr1n.
have v0 : 0 <= variance by apply: (mean_ge0 pd) => o; apply: sqr_ge0.
rewrite mean_sum -card_monomials mulr_suml mulr_suml; apply: ler_sum => T _; rewrite mul1r.
have [->|T0] := eqVneq T set0.
  rewrite centred_error_mean ler_wpmul2l // lef_pinv ?posrE ?ltr0n // 1?ltnW //.
  by rewrite ler_subl_addr ler_addl ler01.
rewrite centred_error // ger_addl oppr_le0 mulr_ge0 ?invr_ge0 //.
  by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0 ler_nat.
by rewrite mulr_ge0 ?ler0n // ltW.
Qed.

End Centred.

(** ** The member that is kept *)
Section Selection.
Variables (F : realFieldType) (X : Type) (dist : X -> X -> F) (I : finType) (a : I -> X).
Hypothesis distC : forall u v, dist u v = dist v u.
Hypothesis triangle : forall u v t, dist u t <= dist u v + dist v t.

(** A member that has most members within t, where t is the least that any member has, is within
    3 rho of what has most members within rho. *)
Lemma selected_within (rho t : F) (u : X) (i : I) :
  most_within dist a rho u -> most_within dist a t (a i) ->
  (forall j t', most_within dist a t' (a j) -> t <= t') -> dist u (a i) <= 3%:R * rho.
Proof.
move=> near at_i least.
have [j uj] : exists j, dist u (a j) <= rho.
  apply/existsP; apply: contraLR near; rewrite negb_exists => /forallP none.
  rewrite /most_within (_ : [set j | _] = set0) ?cards0 ?muln0 //.
  by apply/setP => j; rewrite !inE (negbTE (none j)).
have t2 : t <= 2%:R * rho.
  apply: (least j); apply: leq_trans near _; rewrite leq_mul2l; apply: subset_leq_card.
  apply/subsetP => l; rewrite !inE => ul; apply: le_trans (triangle _ u _) _.
  by rewrite distC mulr_natl mulr2n ler_add.
set P := [set l | dist u (a l) <= rho] in near *; set Q := [set l | dist (a i) (a l) <= t].
have [l /andP[]] : exists l, (l \in P) && (l \in Q).
  apply/existsP; apply: contraLR near; rewrite negb_exists => /forallP none.
  have disj : [disjoint P & Q] by apply/pred0P => l; apply: negbTE (none l).
  have := max_card (mem (P :|: Q)); rewrite cardsU disjoint_setI0 // cards0 subn0.
  by move: at_i; rewrite /most_within -/P -/Q; lia.
rewrite !inE => ul il; apply: le_trans (triangle _ (a l) _) _.
apply: le_trans (ler_add ul _) (_ : rho + 2%:R * rho <= _); last by apply: le_of_eq; ring.
by rewrite distC; apply: le_trans il t2.
Qed.

End Selection.
