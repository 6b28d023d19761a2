(** * The two halves of a column, sorted by sign

   After a uniformly random permutation of 2h rows those of the sign +1 are put before the
   others; P^+ is the set of the first h rows, P^- that of the last h.  A set A of a rows is
   admissible for sigma if at least y of them are in P^sigma.  The mean of the sum of
   sigma zeta_u over the rows of an admissible set is found by counting all sets at once,
   since all sets of a rows are alike. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube count_distribution rectangles half_counts
  random_rows mean_deviation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Halves.
Variable h : nat.
Local Notation n := (h.*2).
Local Notation column := (column n).
Local Notation shuffled := (shuffled n).

Definition sorted (t : column) : seq 'I_n := enum (rowsof true t) ++ enum (rowsof false t).
Definition first_half (t : column) : {set 'I_n} := [set u in take h (sorted t)].
Definition half (s : bool) (w : shuffled) : {set 'I_n} :=
  let Q := w.1 @: first_half (permuted w.1 w.2) in if s then Q else ~: Q.

Lemma rows_cover (t : column) : ~: rowsof true t = rowsof false t.
Proof. by apply/setP => u; rewrite !inE; case: (t u). Qed.

Lemma card_rows (t : column) : (#|rowsof true t| + #|rowsof false t| = n)%N.
Proof. by rewrite -rows_cover cardsC card_ord. Qed.

Lemma sorted_uniq t : uniq (sorted t).
Proof.
rewrite cat_uniq !enum_uniq andbT /=; apply/hasPn => u.
by rewrite mem_enum inE => /eqP e; rewrite /= mem_enum inE e.
Qed.

Lemma card_first_half t : #|first_half t| = h.
Proof.
rewrite cardsE; have /card_uniqP-> : uniq (take h (sorted t)) by rewrite take_uniq ?sorted_uniq.
by rewrite size_takel // size_cat -!cardE card_rows -addnn leq_addr.
Qed.

Lemma card_rows_permuted s tau (t : column) : #|rowsof s (permuted tau t)| = #|rowsof s t|.
Proof.
rewrite -(card_imset (rowsof s (permuted tau t)) (@perm_inj _ tau)).
apply: eq_card => u; apply/imsetP/idP => [[u' + ->]|us]; first by rewrite !inE ffunE.
by exists (tau^-1 u)%g; rewrite ?permKV // inE ffunE permKV; move: us; rewrite inE.
Qed.

(** It has all rows of the sign +1, or no other. *)
Lemma card_first_half_rows t : #|first_half t :&: rowsof true t| = minn h #|rowsof true t|.
Proof.
rewrite /first_half /sorted take_cat -cardE; case: ltnP => [lt|ge].
  by rewrite (setIidPl (firstk_sub h (rowsof true t))) card_firstk (minn_idPl (ltnW lt)).
rewrite (setIidPr _) //; apply/subsetP => u uR.
by rewrite inE mem_cat mem_enum uR.
Qed.

Lemma card_half s w : #|half s w| = h.
Proof.
have cQ : #|w.1 @: first_half (permuted w.1 w.2)| = h.
  by rewrite card_imset ?card_first_half //; apply: perm_inj.
rewrite /half; case: s => //; apply/eqP; rewrite -(eqn_add2l h) -{1}cQ cardsC card_ord.
by rewrite addnn.
Qed.

Lemma card_half_compl s w : #|~: half s w| = h.
Proof.
have -> : ~: half s w = half (~~ s) w by case: s; rewrite /half /= ?setCK.
exact: card_half.
Qed.

(** Another permutation permutes the halves. *)
Definition renamed (rho : {perm 'I_n}) (w : shuffled) : shuffled :=
  (w.1 * rho, permuted rho^-1 w.2)%g.

Lemma renamed_bij rho : bijective (renamed rho).
Proof.
exists (renamed rho^-1) => -[tau t]; rewrite /renamed /=; congr pair;
  rewrite ?mulgK ?mulgKV //; by apply/ffunP => u; rewrite !ffunE ?invgK ?permK ?permKV.
Qed.

Lemma half_renamed s rho w : half s (renamed rho w) = rho @: half s w.
Proof.
have e : (w.1 * rho)%g @: first_half (permuted (w.1 * rho)%g (permuted rho^-1%g w.2))
    = rho @: (w.1 @: first_half (permuted w.1 w.2)).
  rewrite -imset_comp (_ : permuted _ (permuted _ _) = permuted w.1 w.2).
    by apply: eq_imset => u; rewrite /= permM.
  by apply/ffunP => u; rewrite !ffunE permM permK.
rewrite /half /renamed /= e; case: s => //.
apply/setP => u; rewrite -[u](permKV rho) inE !(mem_imset _ _ (@perm_inj _ rho)).
by rewrite inE.
Qed.

Section Means.
Variables (F : realFieldType) (a y : nat).

Definition admissible (s : bool) (A : {set 'I_n}) : pred shuffled :=
  fun w => (y <= #|A :&: half s w|)%N.
Definition gain (s : bool) (A : {set 'I_n}) (w : shuffled) : F :=
  \sum_(u in A) sign F s * sign F (w.2 u).

Lemma admissible_renamed s (rho : {perm 'I_n}) (A : {set 'I_n}) w :
  admissible s (rho @: A) (renamed rho w) = admissible s A w.
Proof.
rewrite /admissible half_renamed -imsetI => [|? ? _ _]; last exact: perm_inj.
by rewrite card_imset //; apply: perm_inj.
Qed.

Lemma gain_renamed s (rho : {perm 'I_n}) (A : {set 'I_n}) w :
  gain s (rho @: A) (renamed rho w) = gain s A w.
Proof.
rewrite /gain big_imset /= => [|? ? _ _]; last exact: perm_inj.
by apply: eq_bigr => u _; rewrite ffunE permK.
Qed.

(** What is the same for all sets of a elements is the mean over these. *)
Lemma same_mean (f : {set 'I_n} -> shuffled -> F) (A : {set 'I_n}) : (a <= n)%N -> #|A| = a ->
  (forall (rho : {perm 'I_n}) (A' : {set 'I_n}) w, f (rho @: A') (renamed rho w) = f A' w) ->
  avg (f A) = avg (fun w => \sum_(A' : asets a n) f (val A') w) / 'C(n, a)%:R.
Proof.
move=> an cA fE; rewrite avg_sum (eq_bigr (fun=> avg (f A))) => [|A' _].
  by rewrite sumc card_asets mulrAC mulfV ?mul1r // pnatr_eq0 -lt0n bin_gt0.
have [rho ->] : exists rho : {perm 'I_n}, val A' = rho @: A.
  by apply: perm_of_sets; rewrite cA (eqP (valP A')).
by rewrite -(avg_bij _ (renamed_bij rho)); apply: avg_ext => w; apply: fE.
Qed.

(** Sums over the admissible sets. *)
Lemma sum_admissible s w (g : {set 'I_n} -> F) :
  \sum_(A : asets a n) (admissible s (val A) w)%:R * g (val A)
  = \sum_(A in meeting (half s w) a y) g A.
Proof.
rewrite [RHS](eq_bigl (fun A : {set 'I_n} => (#|A| == a) && admissible s A w)) => [|A].
  rewrite [RHS]big_mkcondr [RHS](reindex_omap (val : asets a n -> _) insub) => [|A cA]; last first.
    by rewrite insubT.
  rewrite [RHS](eq_bigl predT) => [|A]; last by rewrite (valP A) valK eqxx.
  by apply: eq_bigr => A _; case: (admissible _ _ _); rewrite ?mul1r ?mul0r.
by rewrite inE.
Qed.

(** The probability that a set of a elements is admissible. *)
Lemma avg_admissible s (A : {set 'I_n}) : (a <= n)%N -> #|A| = a ->
  avg (fun w => (admissible s A w)%:R : F) = (half_number h a y)%:R / 'C(n, a)%:R.
Proof.
move=> an cA; rewrite (same_mean (f := fun A w => (admissible s A w)%:R) an cA); last first.
  by move=> rho A' w; rewrite admissible_renamed.
congr (_ / _); rewrite -[RHS](avg_const _ (shuffled_gt0 n)); apply: avg_ext => w.
rewrite -(card_meeting a y (card_half s w) (card_half_compl s w)) -sum1_card natr_sum.
by rewrite -sum_admissible; apply: eq_bigr => A' _; rewrite mulr1.
Qed.

(** The sum of the gains of all admissible sets, times h. *)
Lemma sum_gain s w : h%:R * (\sum_(A : asets a n) (admissible s (val A) w)%:R * gain s (val A) w)
  = (half_inside h a y)%:R * (\sum_(u in half s w) sign F s * sign F (w.2 u))
    + (half_outside h a y)%:R * (\sum_(u in ~: half s w) sign F s * sign F (w.2 u)).
Proof.
rewrite (sum_admissible s w (fun A => gain s A w)) /gain.
rewrite (exchange_big_dep predT) //= [X in _ * X](bigID (mem (half s w))) /= mulrDr.
congr (_ + _); rewrite !mulr_sumr; last first.
  apply: eq_big => u; rewrite ?inE // => uQ; rewrite sumr_const -[_ *+ #|_|]mulr_natl mulrA -natrM.
  congr (_%:R * _); rewrite (_ : #|_| = through (half s w) a y u).
    by rewrite (through_half a y (card_half s w) (card_half_compl s w)) (negbTE uQ).
  by apply: eq_card => A; rewrite [RHS]inE.
apply: eq_bigr => u uQ; rewrite sumr_const -[_ *+ #|_|]mulr_natl mulrA -natrM.
congr (_%:R * _); rewrite (_ : #|_| = through (half s w) a y u).
  by rewrite (through_half a y (card_half s w) (card_half_compl s w)) uQ.
by apply: eq_card => A; rewrite [RHS]inE.
Qed.

(** ** The mean gain *)

Lemma sum_signs (t : column) (Q : {set 'I_n}) :
  \sum_(u in Q) sign F (t u) = 2%:R * #|Q :&: rowsof true t|%:R - #|Q|%:R.
Proof.
rewrite -sum1_card -[X in _ - X%:R]sum1_card !natr_sum mulr_sumr [X in X - _]big_mkcond.
rewrite [X in _ - X]big_mkcond [LHS]big_mkcond -sumrB; apply: eq_bigr => u _.
by rewrite !inE; case: (u \in Q); case: (t u); rewrite /= ?subrr //; ring.
Qed.

Let rows (w : shuffled) : F := #|rowsof true w.2|%:R.

Lemma sum_half (w : shuffled) :
  \sum_(u in half true w) sign F (w.2 u) = rows w - `|rows w - h%:R|.
Proof.
rewrite /half big_imset /= => [|? ? _ _]; last exact: perm_inj.
rewrite (eq_bigr (fun u => sign F (permuted w.1 w.2 u))) => [|u _]; last by rewrite ffunE.
rewrite sum_signs card_first_half_rows card_first_half card_rows_permuted /rows.
move: #|rowsof true w.2| => P; rewrite /minn; case: ltnP => le.
  by rewrite ger0_norm ?subr_ge0 ?ler_nat ?(ltnW le) //; ring.
by rewrite ler0_norm ?subr_le0 ?ler_nat //; ring.
Qed.

Lemma sum_other_half (w : shuffled) :
  \sum_(u in ~: half true w) sign F (w.2 u) = rows w + `|rows w - h%:R| - n%:R.
Proof.
have all : \sum_u sign F (w.2 u) = 2%:R * rows w - n%:R.
  rewrite (eq_bigl (fun u => u \in [set: 'I_n])) => [|u]; last by rewrite inE.
  by rewrite sum_signs setTI cardsT card_ord.
have := all; rewrite (bigID (mem (half true w))) /= sum_half => e.
rewrite (eq_bigl (fun u => u \notin half true w)) => [|u]; last by rewrite inE.
by move/(canRL (addKr _)): e => ->; ring.
Qed.

Lemma avg_rows_number (g : nat -> F) :
  avg (fun w : shuffled => g #|rowsof true w.2|) = binomial_mean n 2%:R^-1 g.
Proof.
rewrite avg_pair /= avg_const; last by apply/card_gt0P; exists 1%g.
exact: avg_rows.
Qed.

Lemma mean_rows : avg rows = h%:R.
Proof.
have e : avg rows = binomial_mean n 2%:R^-1 (fun j => j%:R).
  exact: (avg_rows_number (fun j => j%:R)).
have side s : avg (fun t : column => #|rowsof s t|%:R) = avg rows.
  by rewrite e; exact: (avg_rows n s (fun j => j%:R)).
have two : 2%:R * avg rows = 2%:R * h%:R.
  rewrite mulr_natl mulr2n -{1}(side true) -(side false) -avgD -natrM mul2n.
  rewrite -[RHS](@avg_const F [finType of column]); last first.
    by apply/card_gt0P; exists [ffun=> true].
  by apply: avg_ext => t; rewrite -natrD card_rows.
by apply: (mulfI _ two); rewrite pnatr_eq0.
Qed.

Lemma avg_gain s (A : {set 'I_n}) : (0 < h)%N -> (a <= n)%N -> #|A| = a ->
  avg (fun w => (admissible s A w)%:R * gain s A w)
  = ((half_inside h a y)%:R - (half_outside h a y)%:R) * (1 - fair_deviation F h / h%:R)
    / 'C(n, a)%:R.
Proof.
move=> h0 an cA; have hF : h%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
rewrite (same_mean (f := fun A w => (admissible s A w)%:R * gain s A w) an cA); last first.
  by move=> rho A' w; rewrite admissible_renamed gain_renamed.
congr (_ / _); apply: (mulfI hF); rewrite -avgZ (avg_ext (sum_gain s)).
pose dev w := `|rows w - h%:R|.
have devE : avg dev = fair_deviation F h by apply: (avg_rows_number (fun j => `|j%:R - h%:R|)).
have nE : n%:R = h%:R + h%:R :> F by rewrite -addnn natrD.
rewrite (@avg_ext _ _ _ (fun w => (half_inside h a y)%:R * (if s then rows w - dev w
    else n%:R - rows w - dev w)
  + (half_outside h a y)%:R * (if s then rows w + dev w - n%:R else dev w - rows w))).
  have m1 : avg (fun w => rows w - dev w) = h%:R - fair_deviation F h.
    by rewrite avgB mean_rows devE.
  have m2 : avg (fun w => n%:R - rows w - dev w) = h%:R - fair_deviation F h.
    by rewrite !avgB (avg_const _ (shuffled_gt0 n)) mean_rows devE nE addrK.
  have m3 : avg (fun w => rows w + dev w - n%:R) = fair_deviation F h - h%:R.
    by rewrite avgB avgD (avg_const _ (shuffled_gt0 n)) mean_rows devE nE; ring.
  have m4 : avg (fun w => dev w - rows w) = fair_deviation F h - h%:R.
    by rewrite avgB mean_rows devE.
  by case: (s); rewrite avgD !avgZ ?m1 ?m2 ?m3 ?m4; field.
move=> w; rewrite -!mulr_sumr; case: s; rewrite /sign -/(sign F) !(mul1r, mulN1r).
  by rewrite sum_half sum_other_half.
rewrite {1}/half /= setCK; congr (_ * _ + _ * _).
  by rewrite sum_other_half opprB opprD addrA.
by rewrite sum_half opprB.
Qed.

End Means.
End Halves.
