(** * A greedy code for the points of the unit ball

   Let |y_i| <= 1.  A vector v of the unit ball is approached as by a perceptron: while some
   |<v - p, y_i>| exceeds eps, add eps y_i or - eps y_i to p, which lowers |v - p|^2 by at
   least eps^2; if there is none, this level closes, the samples with <p, y_i> > eps that were
   not decided before become decided, and eps is halved.  After t steps the state is one of
   at most (2m + 1)^t, and the sum of eps^2 (t + 1) over the closing times is bounded. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube sign_sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Code.
Variables (F : realFieldType) (I E : finType) (y : I -> E -> F).

(** eps = 2^(-l-2) on level l. *)
Definition eps (l : nat) : F := (2%:R ^+ l.+2)^-1.

Record state := State { centre : E -> F; level : nat; decided : {set I} }.
Definition start : state := State (fun=> 0) 0 set0.
Definition fresh (st : state) : {set I} :=
  [set i | (i \notin decided st) && (eps (level st) < dot (centre st) (y i))].

(** A symbol is a sample with a sign, or None for the end of a level. *)
Definition symbol := option (I * bool).
Definition step (st : state) (a : symbol) : state :=
  if a is Some (i, b)
  then State (fun e => centre st e + sign F b * eps (level st) * y i e) (level st) (decided st)
  else State (centre st) (level st).+1 (decided st :|: fresh st).
Definition decode (w : seq symbol) : state := foldl step start w.

Lemma eps_gt0 l : 0 < eps l.
Proof. by rewrite invr_gt0 exprn_gt0 ?ltr0n. Qed.

Lemma eps_half l : eps l.+1 = eps l / 2%:R.
Proof. by rewrite /eps [in LHS]exprS invfM mulrC. Qed.

Variable v : E -> F.

Definition far (st : state) : pred I :=
  fun i => eps (level st) < `|dot v (y i) - dot (centre st) (y i)|.
Definition choice (st : state) : symbol :=
  omap (fun i => (i, dot (centre st) (y i) < dot v (y i))) [pick i | far st i].

(** The state after t steps, the word that leads there, and the times when a level closes. *)
Definition run (t : nat) : state := iter t (fun st => step st (choice st)) start.
Arguments run : simpl never.
Lemma runS t : run t.+1 = step (run t) (choice (run t)). Proof. by []. Qed.
Definition word (t : nat) : t.-tuple symbol :=
  [tuple of mkseq (fun u => choice (run u)) t].
Definition closes (t : nat) : bool := choice (run t) == None.

Lemma decode_word t : decode (word t) = run t.
Proof.
rewrite /decode /word /=; elim: t => [//|t IH].
by rewrite /mkseq -addn1 iotaD map_cat foldl_cat -/(mkseq _ _) IH /= addn1 runS.
Qed.

(** If a level closes, v and the centre are close, and the level goes up. *)
Lemma closes_near t i : closes t ->
  `|dot v (y i) - dot (centre (run t)) (y i)| <= eps (level (run t)).
Proof.
rewrite /closes /choice; case: pickP => //= none _.
by have := none i; rewrite /far; case: ltP.
Qed.

Lemma run_closes t : closes t ->
  run t.+1 = State (centre (run t)) (level (run t)).+1 (decided (run t) :|: fresh (run t)).
Proof. by rewrite /closes runS => /eqP ->. Qed.

(** Otherwise |v - p|^2 decreases by eps^2. *)
Definition gap (st : state) : F := normsq (fun e => v e - centre st e).

Lemma gap_ge0 st : 0 <= gap st.
Proof. by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0. Qed.

Hypothesis y1 : forall i, normsq (y i) <= 1.

Lemma run_goes_on t : ~~ closes t ->
  [/\ level (run t.+1) = level (run t), decided (run t.+1) = decided (run t)
    & gap (run t.+1) <= gap (run t) - eps (level (run t)) ^+ 2].
Proof.
rewrite /closes runS /choice; set st := run t; case: pickP => //= i.
rewrite /far => fi _; split=> //.
set b := dot _ _ < dot v (y i); set h := eps _ in fi *; have h0 : 0 < h := eps_gt0 _.
set d := dot v (y i) - _ in fi.
have dE : dot (fun e => v e - centre st e) (y i) = d.
  by rewrite /d /dot -sumrB; apply: eq_bigr => e _; rewrite mulrBl.
have -> : gap (State (fun e => centre st e + sign F b * h * y i e) (level st) (decided st))
    = gap st - 2%:R * h * (sign F b * d) + h ^+ 2 * normsq (y i).
  rewrite -dE /gap /normsq /dot !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => e _.
  by case: (b); rewrite /sign /=; ring.
have -> : sign F b * d = `|d|.
  rewrite /b /sign /d; case: ltP => le; first by rewrite mul1r gtr0_norm ?subr_gt0.
  by rewrite mulN1r ler0_norm // subr_le0.
have hy : h ^+ 2 * normsq (y i) <= h ^+ 2 by rewrite ler_pimulr ?sqr_ge0.
have hd : h ^+ 2 <= h * `|d| by rewrite expr2 ler_pmul2l // ltW.
rewrite -subr_ge0 (_ : _ - _ = 2%:R * (h * `|d| - h ^+ 2) + (h ^+ 2 - h ^+ 2 * normsq (y i))).
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?subr_ge0.
by ring.
Qed.

(** ** Sums over the closing times before t *)

Lemma count_closes t : (\sum_(u < t | closes u) 1 = level (run t))%N.
Proof.
elim: t => [|t IH]; first by rewrite big_ord0.
rewrite big_mkcond big_ord_recr -big_mkcond IH /=.
case: ifP => [/run_closes ->|/negbT/run_goes_on[->]] /=; lia.
Qed.

(** Every decided sample was decided once. *)
Lemma sum_fresh (a : I -> F) t :
  \sum_(u < t | closes u) \sum_(i in fresh (run u)) a i = \sum_(i in decided (run t)) a i.
Proof.
elim: t => [|t IH]; first by rewrite big_ord0 big_set0.
rewrite big_mkcond big_ord_recr -big_mkcond IH /=.
case: ifP => [/run_closes ->|/negbT/run_goes_on[_ -> _]] /=; last by rewrite addr0.
rewrite [RHS](eq_bigl [predU decided (run t) & fresh (run t)]) => [|i]; last by rewrite !inE.
rewrite bigU // disjoint_subset; apply/subsetP => i id.
by rewrite !inE id.
Qed.

Lemma sum_card_fresh t :
  \sum_(u < t | closes u) (#|fresh (run u)|%:R : F) = #|decided (run t)|%:R.
Proof.
rewrite -sum1_card natr_sum -sum_fresh; apply: eq_bigr => u _.
by rewrite -sum1_card natr_sum.
Qed.

Lemma sum_eps_sq t : \sum_(u < t | closes u) eps (level (run u)) ^+ 2
  + 4%:R / 3%:R * eps (level (run t)) ^+ 2 = 12%:R^-1.
Proof.
elim: t => [|t IH]; first by rewrite big_ord0 /eps; field.
rewrite big_mkcond big_ord_recr -big_mkcond /= -[RHS]IH.
case: ifP => [/run_closes ->|/negbT/run_goes_on[-> _ _]] /=; last by rewrite addr0.
by rewrite eps_half; field.
Qed.

Lemma budget t : normsq v <= 1 ->
  \sum_(u < t | closes u) eps (level (run u)) ^+ 2 * u.+1%:R
  + 4%:R / 3%:R * (eps (level (run t)) ^+ 2 * (t%:R + 4%:R / 3%:R) + gap (run t))
  <= 13%:R / 9%:R.
Proof.
move=> v1; elim: t => [|t IH].
  rewrite big_ord0 /gap (_ : normsq _ = normsq v).
    rewrite -subr_ge0 /eps (_ : _ - _ = 4%:R / 3%:R * (1 - normsq v)); last by field.
    by rewrite mulr_ge0 ?divr_ge0 ?ler0n // subr_ge0.
  by apply: eq_bigr => e _; rewrite subr0.
rewrite big_mkcond big_ord_recr -big_mkcond /=; apply: le_trans IH; rewrite -addrA ler_add2l.
rewrite [t.+1%:R]mulrSr; case: ifP => [/run_closes ->|/negbT/run_goes_on[-> _ le]].
  by rewrite /gap /= eps_half le_eqVlt; apply/orP; left; apply/eqP; field.
rewrite add0r ler_pmul2l ?divr_gt0 ?ltr0n //.
rewrite -subr_ge0 (_ : _ - _ = gap (run t) - eps (level (run t)) ^+ 2 - gap (run t.+1)).
  by rewrite subr_ge0.
by ring.
Qed.

(** ** The decided samples *)

Lemma decided_gt0 t i : i \in decided (run t) -> 0 < dot v (y i).
Proof.
elim: t => [|t IH]; first by rewrite inE.
case: (boolP (closes t)) => [ct|/run_goes_on[_ -> _] //].
rewrite (run_closes ct) !inE => /orP[/IH //|/andP[_ lt]].
have := closes_near i ct; rewrite ler_distl => /andP[H _]; apply: lt_le_trans H.
by rewrite subr_gt0.
Qed.

Lemma undecided_le t i : normsq v <= 1 -> i \notin decided (run t) ->
  dot v (y i) <= 4%:R * eps (level (run t)).
Proof.
move=> v1; elim: t => [|t IH].
  move=> _; rewrite (_ : _ * _ = 1); last by rewrite /eps /=; field.
  apply: le_trans (ler_norm _) _; rewrite -ler_sqr ?nnegrE ?normr_ge0 ?ler01 //.
  rewrite real_normK ?num_real // expr1n; apply: le_trans (dot_sq_le _ _) _.
  apply: le_trans (y1 i); rewrite ler_pimull //.
  by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
case: (boolP (closes t)) => [ct|/run_goes_on[-> -> _] //].
rewrite (run_closes ct) !inE negb_or => /andP[nd]; rewrite nd /= -leNgt => le.
have := closes_near i ct; rewrite ler_distl => /andP[_ H]; apply: le_trans H _.
rewrite /= eps_half (_ : 4%:R * _ = eps (level (run t)) + eps (level (run t))).
  by rewrite ler_add2r.
by field.
Qed.

(** On the fresh samples of a level that closes 0 < <v, y_i> <= 4 eps. *)
Lemma fresh_small t i : normsq v <= 1 -> closes t -> i \in fresh (run t) ->
  `|dot v (y i)| <= 4%:R * eps (level (run t)).
Proof.
move=> v1 ct fi; rewrite gtr0_norm.
  by apply: undecided_le => //; move: fi; rewrite inE; case/andP.
by apply: (@decided_gt0 t.+1); rewrite (run_closes ct) inE fi orbT.
Qed.

(** Level L is reached after at most 5 4^L steps. *)
Lemma level_reached L : normsq v <= 1 -> exists2 t, (t < 5 * 4 ^ L)%N & level (run t) = L.
Proof.
move=> v1; have step_level t : (level (run t.+1) <= (level (run t)).+1)%N.
  by case: (boolP (closes t)) => [/run_closes ->|/run_goes_on[-> _ _]].
have reach t : (L <= level (run t))%N -> exists2 u, (u <= t)%N & level (run u) = L.
  elim: t => [|t IH] le; first by exists 0%N => //; move: le; rewrite leqn0 => /eqP ->.
  case: (leqP L (level (run t))) => [/IH[u ut uL]|lt]; first by exists u => //; apply: leqW.
  by exists t.+1 => //; apply/eqP; rewrite eqn_leq le andbT; apply: leq_trans (step_level t) _.
suff : (L <= level (run (5 * 4 ^ L).-1))%N.
  case/reach => u ut uL; exists u => //; apply: leq_ltn_trans ut _.
  by rewrite prednK ?muln_gt0 ?expn_gt0.
rewrite leqNgt; apply/negP => lt; set t := (_.-1)%N in lt.
have := budget t v1; apply/negP; rewrite -ltNge.
have s0 : 0 <= \sum_(u < t | closes u) eps (level (run u)) ^+ 2 * u.+1%:R.
  by apply: sumr_ge0 => u _; rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
set e2 := eps (level (run t)) ^+ 2.
have e2_ge : (4%:R * 4%:R ^+ L)^-1 <= e2.
  have -> : 4%:R = 2%:R ^+ 2 :> F by rewrite -natrX.
  rewrite -exprM -exprD /e2 /eps exprVn -exprM lef_pinv ?posrE ?exprn_gt0 ?ltr0n //.
  by rewrite ler_eexpn2l ?ltr1n //; lia.
have tE : t%:R + 1 = 5%:R * 4%:R ^+ L :> F.
  by rewrite -mulrSr /t -natrX -natrM prednK // muln_gt0 expn_gt0.
have e20 : 0 < e2 by rewrite exprn_gt0 ?eps_gt0.
have H : 5%:R / 4%:R <= e2 * (t%:R + 4%:R / 3%:R).
  apply: (@le_trans _ _ ((4%:R * 4%:R ^+ L)^-1 * (t%:R + 1))).
    have : 4%:R ^+ L != 0 :> F by rewrite expf_neq0 ?pnatr_eq0.
    by rewrite tE; move: (4%:R ^+ L) => p p0; rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
  apply: ler_pmul => //; first by rewrite invr_ge0 mulr_ge0 ?exprn_ge0 ?ler0n.
    by rewrite addr_ge0 ?ler0n ?ler01.
  by rewrite ler_add2l ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
apply: (@lt_le_trans _ _ (4%:R / 3%:R * (5%:R / 4%:R))).
  by rewrite -subr_gt0 (_ : _ - _ = 2%:R / 9%:R) ?divr_gt0 ?ltr0n //; field.
rewrite -[X in X <= _]add0r ler_add // ler_pmul2l ?divr_gt0 ?ltr0n //.
by rewrite -[X in X <= _]addr0 ler_add ?gap_ge0.
Qed.

End Code.
