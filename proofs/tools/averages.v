(** * Means over finite sets

   Linearity, monotonicity, and independence of the coordinates of a finite
   function under the uniform distribution. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** An equation as an inequality. *)
Lemma le_of_eq (F : realFieldType) (a b : F) : a = b -> a <= b.
Proof. by move=> ->. Qed.

(** Zero or positive. *)
Lemma zero_or_pos (F : realFieldType) (a : F) : 0 <= a -> 0 = a \/ 0 < a.
Proof. by rewrite le_eqVlt => /orP[/eqP|]; [left | right]. Qed.

Section Avg.
Variable F : realFieldType.

Lemma avg_ext (T : finType) (f g : T -> F) : f =1 g -> avg f = avg g.
Proof. by move=> fg; rewrite /avg; congr (_ / _); apply: eq_bigr. Qed.

Lemma ler_avg (T : finType) (f g : T -> F) :
  (forall t, f t <= g t) -> avg f <= avg g.
Proof.
move=> fg; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
by apply: ler_sum => t _.
Qed.

Lemma avg_ge0 (T : finType) (f : T -> F) : (forall t, 0 <= f t) -> 0 <= avg f.
Proof. by move=> f0; rewrite mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0. Qed.

Lemma avg_sum (T J : finType) (P : pred J) (f : J -> T -> F) :
  avg (fun t => \sum_(j | P j) f j t) = \sum_(j | P j) avg (f j).
Proof. by rewrite /avg exchange_big /= mulr_suml. Qed.

Lemma avgZ (T : finType) (c : F) (f : T -> F) :
  avg (fun t => c * f t) = c * avg f.
Proof. by rewrite /avg -mulr_sumr mulrA. Qed.

Lemma avgD (T : finType) (f g : T -> F) :
  avg (fun t => f t + g t) = avg f + avg g.
Proof. by rewrite /avg big_split /= mulrDl. Qed.

Lemma avgB (T : finType) (f g : T -> F) :
  avg (fun t => f t - g t) = avg f - avg g.
Proof. by rewrite /avg sumrB mulrBl. Qed.

Lemma avg_const (T : finType) (c : F) : (0 < #|T|)%N -> avg (fun _ : T => c) = c.
Proof.
move=> T0; rewrite /avg sumr_const -[c *+ _]mulr_natr mulfK //.
by rewrite pnatr_eq0 -lt0n.
Qed.

Lemma avg_bij (T T' : finType) (phi : T -> T') (f : T' -> F) :
  bijective phi -> avg (fun t => f (phi t)) = avg f.
Proof.
move=> bij; rewrite /avg (bij_eq_card bij); congr (_ / _).
by rewrite [RHS](reindex phi) //=; apply: onW_bij.
Qed.

Lemma avg_pair (T T' : finType) (f : T * T' -> F) :
  avg f = avg (fun t => avg (fun t' => f (t, t'))).
Proof.
rewrite /avg card_prod natrM invfM mulrA -mulr_suml pair_bigA mulrAC /=.
by congr (_ * _ * _); apply: eq_bigr => -[].
Qed.

(** Some value is at least the mean. *)
Lemma avg_attained (T : finType) (f : T -> F) : (0 < #|T|)%N -> exists t, avg f <= f t.
Proof.
move=> T0; have [t0 _] := card_gt0P T0.
have [t _ max] := arg_maxP f (erefl : xpredT t0); exists t.
by rewrite -[X in _ <= X](avg_const (f t) T0); apply: ler_avg => t'; apply: max.
Qed.

(** Product measure: independence of the coordinates of a finite function. *)
Lemma avg_prod (I T : finType) (g : I -> T -> F) :
  avg (fun f : {ffun I -> T} => \prod_i g i (f i)) = \prod_i avg (g i).
Proof.
rewrite /avg big_split /= bigA_distr_bigA /=; congr (_ * _).
by rewrite prodr_const card_ffun natrX exprVn.
Qed.

Lemma avg_one (I T : finType) (i : I) (g : T -> F) : (0 < #|T|)%N ->
  avg (fun f : {ffun I -> T} => g (f i)) = avg g.
Proof.
move=> T0.
pose G (j : I) t := if j == i then g t else 1.
rewrite (@avg_ext _ _ (fun f : {ffun I -> T} => \prod_j G j (f j))); last first.
  move=> f; rewrite (bigD1 i) //= {1}/G eqxx big1 ?mulr1 // => j ji.
  by rewrite /G (negbTE ji).
rewrite avg_prod (bigD1 i) //= [X in _ * X]big1 ?mulr1.
  by apply: avg_ext => t; rewrite /G eqxx.
move=> j ji; rewrite -[RHS](avg_const 1 T0).
by apply: avg_ext => t; rewrite /G (negbTE ji).
Qed.

Lemma avg_two (I T : finType) (i j : I) (g : T -> F) : (0 < #|T|)%N -> i != j ->
  avg (fun f : {ffun I -> T} => g (f i) * g (f j)) = avg g ^+ 2.
Proof.
move=> T0 ij.
pose G (l : I) t := if (l == i) || (l == j) then g t else 1.
have Gi : G i =1 g by move=> t; rewrite /G eqxx.
have Gj : G j =1 g by move=> t; rewrite /G eqxx orbT.
rewrite (@avg_ext _ _ (fun f : {ffun I -> T} => \prod_l G l (f l))); last first.
  move=> f; rewrite (bigD1 i) //= (bigD1 j) ?[j == i]eq_sym //= Gi Gj.
  rewrite big1 ?mulr1 // => l /andP[li lj].
  by rewrite /G (negbTE li) (negbTE lj).
rewrite avg_prod (bigD1 i) //= (bigD1 j) ?[j == i]eq_sym //=.
rewrite (avg_ext Gi) (avg_ext Gj) big1 ?mulr1 // => l /andP[li lj].
rewrite -[RHS](avg_const 1 T0).
by apply: avg_ext => t; rewrite /G (negbTE li) (negbTE lj).
Qed.

Lemma sumc (I : finType) (c : F) : \sum_(i : I) c = #|I|%:R * c.
Proof. by rewrite sumr_const mulr_natl. Qed.

End Avg.
