(** * Bounded differences on product spaces (McDiarmid 1989)

   The draws have any distribution on a finite set.  By convexity Hoeffding's lemma is an
   inequality for two points.  With c^2 / 4 instead of c^2 / 8 it
   follows from the three properties of the exponential function: for X with two values at the
   distance c and of the mean 0, E e^X <= E e^X E e^-X = 1 + 4 q (1 - q) (cosh(c/2)^2 - 1). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning averages exponential logarithm
  product_spaces.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Hoeffding.
Variables (F : realFieldType) (exp : F -> F).
Hypothesis expP : is_exponential exp.

(** exp is convex. *)
Lemma exp_convex (a c q : F) : 0 <= q <= 1 ->
  exp (a + q * c) <= (1 - q) * exp a + q * exp (a + c).
Proof.
move=> /andP[q0 q1]; set z := a + q * c; have z0 := ltW (exp_gt0 expP z).
have tangent u : exp z * (1 + u) <= exp (z + u).
  by rewrite (expD expP) ler_wpmul2l // (exp_ge expP).
have -> : exp a = exp (z + - (q * c)) by congr exp; rewrite /z; ring.
have -> : exp (a + c) = exp (z + (1 - q) * c) by congr exp; rewrite /z; ring.
have q1' : 0 <= 1 - q by rewrite subr_ge0.
apply: le_trans (ler_add (ler_wpmul2l q1' (tangent _)) (ler_wpmul2l q0 (tangent _))).
by apply: le_of_eq; ring.
Qed.

Variable kappa : F.
Hypothesis hoeff : hoeffding_with exp kappa.
Variables (T : finType) (p : T -> F).
Hypothesis pd : distribution p.

Lemma inhabited : exists t : T, true.
Proof.
apply/existsP; apply: contraT => /existsPn no; case: pd => _ /eqP.
by rewrite big1 1?eq_sym ?oner_eq0 // => t _; have := no t.
Qed.

(** Hoeffding's lemma. *)
Lemma hoeffding (g : T -> F) (c : F) : (forall s t, `|g s - g t| <= c) ->
  mean p (fun t => exp (g t)) <= exp (mean p g) * exp (c ^+ 2 / kappa).
Proof.
move=> gc; have [t0 _] := inhabited.
have c0 : 0 <= c := le_trans (normr_ge0 _) (gc t0 t0).
set mu := mean p g; have em := exp_gt0 expP mu.
have {c0}[c0|c0] := zero_or_pos c0.
  have gE t : g t = g t0.
    by apply/eqP; rewrite -subr_eq0 -normr_le0 c0 gc.
  rewrite (@mean_ext _ _ _ _ (fun=> exp mu)) => [|t].
    by rewrite (mean_const pd) -c0 expr0n mul0r (exp0 expP) mulr1.
  by congr exp; rewrite /mu (@mean_ext _ _ _ _ (fun=> g t0)) ?(mean_const pd) ?gE.
have [s _ smin] := arg_minP g (erefl : xpredT t0); set a := g s.
pose q t := (g t - a) / c.
have q01 t : 0 <= q t <= 1.
  rewrite /q divr_ge0 ?subr_ge0 ?smin ?(ltW c0) //= ler_pdivr_mulr // mul1r.
  by apply: le_trans (gc t s); apply: ler_norm.
have gE t : g t = a + q t * c by rewrite /q mulfVK ?gt_eqF // addrC subrK.
set Q := mean p q; have Q01 : 0 <= Q <= 1.
  rewrite (mean_ge0 pd) => [|t]; last by case/andP: (q01 t).
  by rewrite -(mean_const pd 1); apply: (ler_mean pd) => t; case/andP: (q01 t).
have muE : mu = a + Q * c.
  rewrite /mu (@mean_ext _ _ _ _ (fun t => a + c * q t)) => [|t]; last by rewrite mulrC gE.
  by rewrite meanD (mean_const pd) meanZ [c * _]mulrC.
apply: (@le_trans _ _ ((1 - Q) * exp a + Q * exp (a + c))).
  apply: (@le_trans _ _ (mean p (fun t => exp a + (exp (a + c) - exp a) * q t))).
    apply: (ler_mean pd) => t; rewrite [in X in X <= _]gE.
    apply: le_trans (exp_convex _ _ (q01 t)) _.
    by apply: le_of_eq; ring.
  by rewrite meanD (mean_const pd) meanZ -/Q; apply: le_of_eq; ring.
have -> : exp a = exp mu * exp (- (Q * c)) by rewrite -(expD expP) muE addrK.
have -> : exp (a + c) = exp mu * exp ((1 - Q) * c).
  by rewrite -(expD expP) muE; congr exp; ring.
rewrite mulrCA [X in _ + X]mulrCA -mulrDr ler_pmul2l //; exact: hoeff.
Qed.

End Hoeffding.

Section Differences.
Variables (F : realFieldType) (T I : finType) (p : T -> F).
Hypothesis pd : distribution p.
Implicit Types (f : {ffun I -> T} -> F) (w : {ffun I -> T}) (i j : I) (r : seq I).

(** The mean of f over the i-th draw, and over the draws of a list. *)
Definition over i f w : F := mean p (fun t => f (redraw_at w i t)).
Fixpoint over_all r f : {ffun I -> T} -> F :=
  if r is i :: r' then over_all r' (over i f) else f.

Lemma mean_over_draw i f : mean (product p) (over i f) = mean (product p) f.
Proof. by rewrite [RHS](mean_redraw pd i). Qed.

Lemma mean_over_all_draws r f : mean (product p) (over_all r f) = mean (product p) f.
Proof. by elim: r f => [//|i r IH] f /=; rewrite IH mean_over_draw. Qed.

(** f does not depend on the j-th draw. *)
Definition independent_of f j := forall w t, f (redraw_at w j t) = f w.

Lemma over_independent i j f : i = j \/ independent_of f j -> independent_of (over i f) j.
Proof.
move=> H w t; apply: mean_ext => s.
have [ij|ij] := eqVneq i j; first by rewrite ij redraw_at_twice.
case: H => [e|inv]; first by rewrite e eqxx in ij.
by rewrite redraw_atC 1?eq_sym // inv.
Qed.

Lemma over_all_independent r j f :
  j \in r \/ independent_of f j -> independent_of (over_all r f) j.
Proof.
elim: r f => [|i r IH] f /= H; first by case: H.
apply: IH; case: (boolP (j \in r)) => [jr|jr]; [by left | right].
apply: over_independent; case: H => [|inv]; last by right.
by rewrite inE (negbTE jr) orbF => /eqP ->; left.
Qed.

(** A function that depends on no draw is constant. *)
Lemma independent_constant f : (forall j, independent_of f j) -> forall w, f w = mean (product p) f.
Proof.
move=> inv w; rewrite -[LHS](mean_const (distribution_product I pd)); apply: mean_ext => w'.
pose mix r : {ffun I -> T} := [ffun i => if i \in r then w' i else w i].
have mixE r : f (mix r) = f w.
  elim: r => [|i r IH]; first by congr f; apply/ffunP => i; rewrite ffunE.
  rewrite -IH -(inv i (mix r) (w' i)); congr f; apply/ffunP => j; rewrite !ffunE inE.
  by case: eqP => [->|].
by rewrite -(mixE (enum I)); congr f; apply/ffunP => i; rewrite ffunE mem_enum.
Qed.

Lemma over_all_enum f w : over_all (enum I) f w = mean (product p) f.
Proof.
rewrite -(mean_over_all_draws (enum I)); apply: independent_constant => j.
by apply: over_all_independent; left; rewrite mem_enum.
Qed.

(** A draw changes f by at most c. *)
Definition differences f j (c : F) := forall w t, `|f w - f (redraw_at w j t)| <= c.

Lemma over_differences i j f (c : F) : differences f j c -> differences (over i f) j c.
Proof.
move=> fc w t; rewrite /over -meanB; apply: le_trans (ler_norm_mean pd _) _.
rewrite -[X in _ <= X](mean_const pd); apply: (ler_mean pd) => s.
have [ij|ij] := eqVneq i j.
  by rewrite ij redraw_at_twice subrr normr0; apply: le_trans (fc w t); apply: normr_ge0.
by rewrite redraw_atC 1?eq_sym.
Qed.

Variables (exp : F -> F) (kappa : F).
Hypotheses (expP : is_exponential exp) (hoeff : hoeffding_with exp kappa).

Lemma exp_over_le i f (c : F) : differences f i c ->
  mean (product p) (fun w => exp (f w))
  <= mean (product p) (fun w => exp (over i f w)) * exp (c ^+ 2 / kappa).
Proof.
move=> fc; rewrite [X in X <= _](mean_redraw pd i) mulrC -meanZ.
apply: (ler_mean (distribution_product I pd)) => w; rewrite mulrC.
apply: (hoeffding expP hoeff pd) => s t.
by rewrite -(redraw_at_twice w i s t); apply: fc.
Qed.

Lemma exp_over_all_le r f (c : I -> F) : (forall i, differences f i (c i)) ->
  mean (product p) (fun w => exp (f w))
  <= mean (product p) (fun w => exp (over_all r f w)) * exp ((\sum_(i <- r) c i ^+ 2) / kappa).
Proof.
elim: r f => [|i r IH] f fc /=; first by rewrite big_nil mul0r (exp0 expP) mulr1.
apply: le_trans (exp_over_le (fc i)) _.
rewrite big_cons [in X in _ <= X]mulrDl (expD expP) mulrCA [X in X <= _]mulrC.
rewrite ler_pmul2l ?(exp_gt0 expP) //.
by apply: IH => j; apply: over_differences.
Qed.

(** The mean of the exponential, and the probability of a deviation. *)
Lemma product_differences f (c : I -> F) : (forall i, differences f i (c i)) ->
  mean (product p) (fun w => exp (f w)) <= exp (mean (product p) f + (\sum_i c i ^+ 2) / kappa).
Proof.
move=> fc; apply: le_trans (exp_over_all_le (enum I) fc) _; rewrite big_enum (expD expP).
rewrite (@mean_ext _ _ _ _ (fun=> exp (mean (product p) f))) => [|w]; last by rewrite over_all_enum.
by rewrite (mean_const (distribution_product I pd)).
Qed.

(** The probability of a deviation by t is at most exp(-l t + l^2 sum c_i^2 / kappa), for l >= 0. *)
Lemma deviation_probability f (c : I -> F) (t l : F) : 0 <= l ->
  (forall i, differences f i (c i)) ->
  probability (product p) (fun w => mean (product p) f + t < f w)
  <= exp (l ^+ 2 * (\sum_i c i ^+ 2) / kappa - l * t).
Proof.
move=> l0 fc; have dp := distribution_product I pd.
set m := mean (product p) f.
have lfc i : differences (fun w => l * f w) i (l * c i).
  by move=> w s; rewrite -mulrBr normrM (ger0_norm l0); apply: ler_wpmul2l (fc i w s).
have := product_differences lfc; rewrite meanZ -/m => H.
have -> : exp (l ^+ 2 * (\sum_i c i ^+ 2) / kappa - l * t)
    = exp (- (l * (m + t))) * exp (l * m + (\sum_i (l * c i) ^+ 2) / kappa).
  have -> : \sum_i (l * c i) ^+ 2 = l ^+ 2 * \sum_i c i ^+ 2.
    by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite exprMn.
  by rewrite -(expD expP); congr exp; ring.
have e0 := exp_gt0 expP (- (l * (m + t))).
apply: le_trans (ler_wpmul2l (ltW e0) H); rewrite probabilityE -meanZ.
apply: (ler_mean dp) => w; case: ltP => [lt|_] /=; last first.
  by apply: mulr_ge0; apply/ltW/(exp_gt0 expP).
rewrite -(expD expP); apply: le_trans (exp_ge expP _); rewrite ler_addl addrC subr_ge0.
by rewrite ler_wpmul2l // ltW.
Qed.

End Differences.
