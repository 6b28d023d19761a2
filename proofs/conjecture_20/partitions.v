(** * Partitions by questions that pay for themselves

   V is a function from a finite set T, all of whose elements are equally likely, to vectors.
   A function k of T is a partition of T.  The deviation of z along y_i is <V(z) - mean, y_i>,
   the mean being that of V over the class of z, and the rank of z counts the elements of its
   class that deviate at least as far.  A partition is settled at the width theta if
   kappa d^2 < theta^2 (ln(size of the class / rank) + 1) for every deviation d > 0, on both
   sides.  One that is not is refined by the question "is the deviation at least d?", which
   pays for itself by questions.v.  So there are finer and finer partitions that are settled
   at smaller and smaller widths, and together they cost at most kappa. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube logarithm cauchy_schwarz gibbs
  decomposition questions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Classes as sets *)

Section Classes.
Variables (F : realFieldType) (T : finType) (K : eqType) (k : T -> K).

Definition class_set z : {set T} := [set z' | k z' == k z].

Lemma sum_class_set (f : T -> F) z : \sum_(z' | k z' == k z) f z' = \sum_(z' in class_set z) f z'.
Proof. by apply: eq_bigl => z'; rewrite inE. Qed.

Lemma card_class_set z : class F k z = #|class_set z|%:R.
Proof. by rewrite /class sum_class_set sumr_const. Qed.

Lemma class_set_self z : z \in class_set z.
Proof. by rewrite inE. Qed.

Lemma class_set_eq z z' : z' \in class_set z -> class_set z' = class_set z.
Proof. by rewrite inE => /eqP e; apply/setP => u; rewrite !inE e. Qed.

Lemma class_set_inj z z' : class_set z = class_set z' -> k z = k z'.
Proof. by move=> e; have := class_set_self z; rewrite e inE => /eqP. Qed.

Lemma class_set_card_gt0 z : (0 < #|class_set z|)%N.
Proof. by apply/card_gt0P; exists z; apply: class_set_self. Qed.

(** What holds of the sums over each class holds of the sum. *)
Lemma class_sum_le (f f' : T -> F) :
  (forall z, \sum_(z' in class_set z) f z' <= \sum_(z' in class_set z) f' z') ->
  \sum_z f z <= \sum_z f' z.
Proof.
move=> le; have e (h : T -> F) : \sum_z h z
    = \sum_z (class F k z)^-1 * (\sum_(z' in class_set z) h z').
  under [RHS]eq_bigr do rewrite -sum_class_set.
  rewrite (@sum_class F T K k h) => [|z z' e]; last by rewrite (known_class F e).
  by apply: eq_bigr => z _; rewrite mulVf ?mul1r // lt0r_neq0 // class_gt0.
rewrite (e f) (e f'); apply: ler_sum => z _; apply: ler_wpmul2l (le z).
by rewrite invr_ge0 ltW // class_gt0.
Qed.

Variables (E : finType) (V : T -> E -> F).

(** The mean square of the class means is at most that of V. *)
Lemma power_le : \sum_z normsq (set_mean V (class_set z)) <= \sum_z normsq (V z).
Proof.
pose c e z := cond k (fun z' => V z' e) z.
have cE z e : set_mean V (class_set z) e = c e z.
  by rewrite /c /cond sum_class_set card_class_set.
rewrite -subr_ge0 /normsq /dot exchange_big [X in _ - X]exchange_big -sumrB.
apply: sumr_ge0 => e _; have kc : known k (c e) by apply: known_cond.
have mid : \sum_z c e z * c e z = \sum_z c e z * V z e by apply: sum_cond kc.
rewrite (_ : _ - _ = \sum_z (V z e - c e z) ^+ 2); first by apply: sumr_ge0 => z _; apply: sqr_ge0.
under [X in _ - X]eq_bigr do rewrite cE.
rewrite [RHS](eq_bigr (fun z => V z e * V z e + c e z * c e z - 2%:R * (c e z * V z e))).
  rewrite [RHS]sumrB big_split -mulr_sumr -mid /=.
  by move: (\sum_z V z e * V z e) (\sum_z c e z * c e z) => u v; ring.
by move=> z _; ring.
Qed.

End Classes.

(** ** One question *)

Section Split.
Variables (F : realFieldType) (T : finType) (k : T -> seq bool) (z0 : T) (Y : {set T}).
Let A := class_set k z0.
Hypothesis YA : Y \subset A.
Definition split_by (z : T) : seq bool := (z \in Y) :: k z.

Lemma split_class z : class_set split_by z
  = if z \in A then (if z \in Y then Y else A :\: Y) else class_set k z.
Proof.
apply/setP => u; rewrite !inE /split_by eqseq_cons.
have sub v : v \in Y -> k v == k z0 by move=> /(subsetP YA); rewrite inE.
case: (boolP (k z == k z0)) => [/eqP e|ne].
  case: (boolP (z \in Y)) => zY; rewrite ?inE e.
    by case: (boolP (u \in Y)) => [/sub ->|].
  by case: (u \in Y).
have -> : (z \in Y) = false by apply: contraNF ne => /sub.
rewrite inE; case: (boolP (u \in Y)) => [/sub /eqP ->|_] //=.
by rewrite eq_sym (negbTE ne).
Qed.

(** A sum over T of a function of the class. *)
Lemma split_sum (f : {set T} -> F) : \sum_z f (class_set split_by z)
  = \sum_z f (class_set k z) + (#|Y|%:R * f Y + #|A :\: Y|%:R * f (A :\: Y) - #|A|%:R * f A).
Proof.
rewrite (bigID (mem A)) [X in _ = X + _](bigID (mem A)) /=.
have -> : \sum_(z in A) f (class_set k z) = #|A|%:R * f A.
  rewrite (eq_bigr (fun=> f A)) => [|z zA]; last by rewrite (class_set_eq zA).
  by rewrite sumr_const mulr_natl.
rewrite (big_setID Y) /= (setIidPr YA).
have -> : \sum_(z in Y) f (class_set split_by z) = #|Y|%:R * f Y.
  rewrite (eq_bigr (fun=> f Y)) => [|z zY]; last by rewrite split_class (subsetP YA) // zY.
  by rewrite sumr_const mulr_natl.
have -> : \sum_(z in A :\: Y) f (class_set split_by z) = #|A :\: Y|%:R * f (A :\: Y).
  rewrite (eq_bigr (fun=> f (A :\: Y))) => [|z]; first by rewrite sumr_const mulr_natl.
  by rewrite inE split_class => /andP[/negbTE -> ->].
rewrite [X in _ + X = _](eq_bigr (fun z => f (class_set k z))) => [|z]; first by ring.
by rewrite split_class => /negbTE ->.
Qed.

Lemma split_smaller : (0 < #|Y|)%N -> (0 < #|A :\: Y|)%N ->
  (\sum_z #|class_set split_by z| < \sum_z #|class_set k z|)%N.
Proof.
move=> /card_gt0P[z1 z1Y] /card_gt0P[z2]; rewrite inE => /andP[z2Y z2A].
rewrite (bigD1 z1) // [X in (_ < X)%N](bigD1 z1) //= -addSn; apply: leq_add.
  have z1A := subsetP YA _ z1Y; rewrite split_class z1A z1Y (class_set_eq z1A).
  by apply: proper_card; apply/properP; split=> //; exists z2.
apply: leq_sum => z _; apply: subset_leq_card; apply/subsetP => u.
by rewrite !inE /split_by eqseq_cons => /andP[_].
Qed.

End Split.

(** ** Settled partitions *)

Section Settled.
Variables (F : realFieldType) (ln : F -> F) (T E I : finType).
Variables (V : T -> E -> F) (y : I -> E -> F) (kappa : F).
Hypotheses (log : is_logarithm ln) (kappa0 : 0 <= kappa) (y1 : forall i, normsq (y i) <= 1).
Implicit Types (k : T -> seq bool) (i : I) (b : bool) (z : T).

Definition deviation k i b z : F :=
  dot (fun e => V z e - set_mean V (class_set k z) e) (fun e => sign F b * y i e).
Definition farther k i b z : {set T} :=
  [set z' in class_set k z | deviation k i b z <= deviation k i b z'].
Definition settled (theta : F) k : Prop := forall i b z, 0 < deviation k i b z ->
  kappa * deviation k i b z ^+ 2
  < theta ^+ 2 * (ln (#|class_set k z|%:R / #|farther k i b z|%:R) + 1).

Definition content k : F := \sum_z ln #|class_set k z|%:R.
Definition power k : F := \sum_z normsq (set_mean V (class_set k z)).
Definition refines k k' : Prop := forall z z', k z = k z' -> k' z = k' z'.

Lemma deviation_in k i b z z' : z' \in class_set k z ->
  deviation k i b z'
  = dot (fun e => V z' e - set_mean V (class_set k z) e) (fun e => sign F b * y i e).
Proof. by move=> zz; rewrite /deviation (class_set_eq zz). Qed.

Lemma sum_deviation k i b z : \sum_(z' in class_set k z) deviation k i b z' = 0.
Proof.
rewrite (eq_bigr _ (fun z' zz => deviation_in i b zz)) /dot exchange_big big1 // => e _.
rewrite -mulr_suml sumrB sumr_const /set_mean -mulr_natr divfK ?subrr ?mul0r //.
by rewrite pnatr_eq0 -lt0n class_set_card_gt0.
Qed.

Lemma normsq_signed i b : normsq (fun e => sign F b * y i e) <= 1.
Proof.
apply: le_trans (y1 i); apply: le_of_eq; apply: eq_bigr => e _.
by rewrite mulrACA sign_sq mul1r.
Qed.

Section Answers.
Variables (k : T -> seq bool) (z0 : T) (Y : {set T}).
Let A := class_set k z0.
Hypothesis YA : Y \subset A.

Lemma content_split : (0 < #|Y|)%N -> (0 < #|A :\: Y|)%N ->
  content k - content (split_by k Y) = question_cost A Y ln.
Proof.
move=> Y0 N0; rewrite /content (split_sum YA (fun S => ln #|S|%:R)) -/A.
have nz (n : nat) : (0 < n)%N -> 0 < n%:R :> F by rewrite ltr0n.
have A0 : 0 < #|A|%:R :> F by rewrite ltr0n class_set_card_gt0.
have cA : #|A|%:R = #|Y|%:R + #|A :\: Y|%:R :> F by rewrite -natrD -(cardsID Y A) (setIidPr YA).
case: log => lnM _; rewrite /question_cost !(lnM _ _ A0) ?invr_gt0 ?nz // !(lnV log) ?nz //.
move: (\sum_z _) (ln #|A|%:R) (ln #|Y|%:R) (ln #|A :\: Y|%:R) => s a p r.
by rewrite cA; ring.
Qed.

Lemma power_split : power (split_by k Y) - power k = energy V Y + energy V (A :\: Y) - energy V A.
Proof.
rewrite /power (split_sum YA (fun S => normsq (set_mean V S))) -/A /energy.
by move: (\sum_z _) => s; ring.
Qed.

End Answers.

(** A question that settles more, and pays for itself. *)
Lemma ask theta k i b z : 0 < deviation k i b z ->
  theta ^+ 2 * (ln (#|class_set k z|%:R / #|farther k i b z|%:R) + 1)
    <= kappa * deviation k i b z ^+ 2 ->
  exists k', [/\ refines k' k, (\sum_z #|class_set k' z| < \sum_z #|class_set k z|)%N
    & theta ^+ 2 * (content k - content k') <= kappa * (power k' - power k)].
Proof.
move=> d0 adm; set A := class_set k z in adm *; set Y := farther k i b z in adm *.
have YA : Y \subset A by apply/subsetP => u; rewrite inE => /andP[].
have zY : z \in Y by rewrite inE class_set_self lexx.
have Y0 : (0 < #|Y|)%N by apply/card_gt0P; exists z.
have N0 : (0 < #|A :\: Y|)%N.
  rewrite lt0n cards_eq0; apply/negP => /eqP none.
  have := sum_deviation k i b z; rewrite -/A (bigD1 z) ?class_set_self //=.
  apply/eqP; rewrite gt_eqF // ltr_paddr //; apply: sumr_ge0 => u /andP[uA _].
  have : u \notin A :\: Y by rewrite none inE.
  by rewrite inE uA andbT negbK inE => /andP[_]; apply: le_trans; apply: ltW.
exists (split_by k Y); split; first by move=> u v [].
  exact: (split_smaller YA Y0 N0).
have far u : u \in Y ->
    deviation k i b z <= dot (fun e => V u e - set_mean V A e) (fun e => sign F b * y i e).
  by rewrite inE => /andP[uA]; rewrite (deviation_in i b uA).
have := question_pays YA Y0 N0 (normsq_signed i b) (ltW d0) far log adm kappa0.
by rewrite (content_split YA Y0 N0) (power_split YA).
Qed.

Lemma content_settle theta k0 : exists k, [/\ refines k k0, settled theta k
  & theta ^+ 2 * (content k0 - content k) <= kappa * (power k - power k0)].
Proof.
have [n] := ubnP (\sum_z #|class_set k0 z|); elim: n k0 => // n IH k0 le.
pose pays i b z := (0 < deviation k0 i b z) && (theta ^+ 2
  * (ln (#|class_set k0 z|%:R / #|farther k0 i b z|%:R) + 1) <= kappa * deviation k0 i b z ^+ 2).
case: (boolP [exists i, [exists b, [exists z, pays i b z]]]).
  case/existsP => i /existsP[b /existsP[z /andP[d0 adm]]].
  have [k1 [r1 s1 c1]] := ask d0 adm.
  have [|k [r s c]] := IH k1; first by apply: leq_trans s1 _.
  exists k; split=> // [u v /r /r1 //|].
  rewrite -subr_ge0; rewrite -subr_ge0 in c1; rewrite -subr_ge0 in c.
  by apply: le_trans (addr_ge0 c1 c) _; apply: le_of_eq; ring.
move=> none; exists k0; split=> //; last by rewrite !subrr !mulr0.
move=> i b z d0; rewrite ltNge; apply: contra none => adm; apply/existsP; exists i.
by apply/existsP; exists b; apply/existsP; exists z; rewrite /pays d0.
Qed.

(** ** Partitions for falling widths *)

Variable theta : nat -> F.

Record schedule (k : nat -> T -> seq bool) (L : nat) : Prop := Schedule {
  first_trivial : forall z, k 0%N z = [::];
  next_refines : forall l, refines (k l.+1) (k l);
  next_settled : forall l, (l < L)%N -> settled (theta l) (k l.+1);
  next_pays : forall l, (l < L)%N -> theta l ^+ 2 * (content (k l) - content (k l.+1))
    <= kappa * (power (k l.+1) - power (k l)) }.

Lemma schedule_exists L : exists k : nat -> T -> seq bool, schedule k L.
Proof.
elim: L => [|L [k [t r s p]]]; first by exists (fun _ _ => [::]); split.
have [k1 [r1 s1 p1]] := content_settle (theta L) (k L).
exists (fun l => if (l <= L)%N then k l else k1); split=> [z|l|l|l]; first by rewrite leq0n t.
- by case: (ltngtP l L) => [_|_|->] //.
- rewrite ltnS leq_eqVlt => /orP[/eqP ->|lt] /=; first by rewrite ltnn.
  by rewrite lt; apply: s.
- rewrite ltnS leq_eqVlt => /orP[/eqP ->|lt] /=; first by rewrite eqxx ltnn.
  by rewrite lt orbT; apply: p.
Qed.

Hypothesis V1 : forall z, normsq (V z) <= 1.

(** All widths together. *)
Lemma schedule_cost (k : nat -> T -> seq bool) L : schedule k L ->
  \sum_(l < L) theta l ^+ 2 * (content (k l) - content (k l.+1)) <= kappa * #|T|%:R.
Proof.
case=> _ _ _ p; apply: le_trans (_ : kappa * (power (k L) - power (k 0%N)) <= _).
  elim: L p => [|L IH] p; first by rewrite big_ord0 subrr mulr0.
  rewrite big_ord_recr /=; apply: le_trans (ler_add (IH _) (p L (leqnn _))) _.
    by move=> l lt; apply: p; apply: ltnW.
  by apply: le_of_eq; ring.
apply: ler_wpmul2l kappa0 _ _ _; apply: (@le_trans _ _ (power (k L))).
  rewrite ger_addl oppr_le0; apply: sumr_ge0 => z _; exact: normsq_ge0.
apply: le_trans (power_le _ _) _; rewrite -sum1_card natr_sum; exact: ler_sum.
Qed.

End Settled.
