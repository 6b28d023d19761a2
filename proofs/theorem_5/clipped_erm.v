(** * Clipped ERM over networks that are sparse on the sample

   Theorem P of docs/proofs-theorem_5.md.  With the rows c_0, c_1, ... of Sylvester's
   matrix of order q and n = 2q coordinates let x_ai = (c_a, c_i) and x_0 = -(c_0, c_0).  If U
   is the set of the i with x_ai not seen, the neuron with w = beta (c_a, sum_(i in U) c_i) and
   b = beta q is active at the points x_ai with i in U alone. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning definitions_constructions
  definitions_erm averages cube embedding product_spaces orthogonal_points.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pairs.
Variables (F : rcfType) (E : finType) (d : nat).
Let q := (2 ^ d)%N.
Variable phi : E -> 'I_q + 'I_q.
Hypothesis phi_bij : bijective phi.
Implicit Types (i : 'I_q) (U : {set 'I_q}).

Lemma q_gt0 : (0 < q)%N. Proof. by rewrite expn_gt0. Qed.
Lemma qF : 0 < q%:R :> F. Proof. by rewrite ltr0n q_gt0. Qed.

Definition halves (T : Type) (f g : 'I_q -> T) (e : E) : T :=
  match phi e with inl j => f j | inr j => g j end.

Lemma dot_halves (f g f' g' : 'I_q -> F) :
  dot (halves f g) (halves f' g') = dot f f' + dot g g'.
Proof.
case: phi_bij => psi phiK psiK; rewrite /dot (reindex psi) /=; last first.
  by exists phi => ? _; rewrite ?phiK ?psiK.
by rewrite big_sumType /=; congr (_ + _); apply: eq_bigr => j _; rewrite /halves psiK.
Qed.

Lemma dot_ext (D : finType) (u v x y : D -> F) : u =1 v -> x =1 y -> dot u x = dot v y.
Proof. by move=> uv xy; apply: eq_bigr => e _; rewrite uv xy. Qed.

(** The rows, and the sum of some of them. *)
Let c i : 'I_q -> F := sylvester_point F i.
Definition row_sum U : 'I_q -> F := fun e => \sum_(i in U) c i e.

Lemma dot_rows i j : dot (c i) (c j) = q%:R * (i == j)%:R.
Proof.
have := @sylvester_orthogonal d F i j; rewrite sqr_sqrtr ?ler0n // => ->.
by case: eqP => _; rewrite ?mulr1 ?mulr0.
Qed.

Lemma dot_row_sum U j : dot (row_sum U) (c j) = q%:R * (j \in U)%:R.
Proof.
rewrite /dot /row_sum (eq_bigr (fun e => \sum_(i in U) c i e * c j e)) => [|e _]; last first.
  by rewrite mulr_suml.
rewrite exchange_big /= (eq_bigr (fun i => q%:R * (i == j)%:R)) => [|i _]; last first.
  exact: dot_rows.
rewrite -mulr_sumr; congr (_ * _); case: (boolP (j \in U)) => jU.
  by rewrite (bigD1 j) //= eqxx big1 ?addr0 // => i /andP[_ /negbTE ->].
by rewrite big1 // => i iU; case: eqP => // eq; rewrite -eq iU in jU.
Qed.

Lemma normsq_row_sum U : normsq (row_sum U) = q%:R * #|U|%:R.
Proof.
rewrite /normsq /dot (eq_bigr (fun e => \sum_(i in U) row_sum U e * c i e)) => [|e _]; last first.
  by rewrite -mulr_sumr.
rewrite exchange_big /= (eq_bigr (fun=> q%:R)) => [|i iU]; last first.
  by have := dot_row_sum U i; rewrite iU mulr1.
by rewrite sumr_const mulr_natr.
Qed.

(** The points. *)
Definition pair_point (a i : 'I_q) : cube E := [ffun e => halves (sylvester a) (sylvester i) e].
Let z := Ordinal q_gt0.
Definition far_point : cube E := [ffun e => ~~ pair_point z z e].

Lemma pt_pair a i : pt F (pair_point a i) =1 halves (c a) (c i).
Proof. by move=> e; rewrite /pt ffunE /halves; case: (phi e). Qed.

Lemma pt_far e : pt F far_point e = - pt F (pair_point z z) e.
Proof. by rewrite /pt ffunE sign_neg. Qed.

Definition pair_weight (beta : F) a U : E -> F := fun e => beta * halves (c a) (row_sum U) e.

Lemma dot_weight (beta : F) a U (f g : 'I_q -> F) :
  dot (pair_weight beta a U) (halves f g) = beta * (dot (c a) f + dot (row_sum U) g).
Proof.
rewrite -dot_halves /dot mulr_sumr; apply: eq_bigr => e _.
by rewrite /pair_weight mulrA.
Qed.

Lemma dot_pair (beta : F) a U a' i :
  dot (pair_weight beta a U) (pt F (pair_point a' i))
  = beta * q%:R * ((a == a')%:R + (i \in U)%:R).
Proof.
rewrite (dot_ext (frefl _) (pt_pair a' i)) dot_weight dot_rows dot_row_sum.
by rewrite -mulrDr mulrA.
Qed.

Lemma dot_far (beta : F) a U :
  dot (pair_weight beta a U) (pt F far_point)
  = - (beta * q%:R * ((a == z)%:R + (z \in U)%:R)).
Proof.
rewrite -dot_pair /dot -sumrN; apply: eq_bigr => e _.
by rewrite pt_far mulrN.
Qed.

Lemma normsq_weight (beta : F) a U :
  normsq (pair_weight beta a U) = beta ^+ 2 * (q%:R * (1 + #|U|%:R)).
Proof.
rewrite (_ : normsq _ = beta ^+ 2 * dot (halves (c a) (row_sum U)) (halves (c a) (row_sum U))).
  rewrite dot_halves dot_rows eqxx -/(normsq (row_sum U)) normsq_row_sum.
  by rewrite mulrDr.
rewrite /normsq /dot mulr_sumr; apply: eq_bigr => e _.
by rewrite /pair_weight; ring.
Qed.

(** The points are different. *)
Lemma dot_points a i a' i' :
  dot (pt F (pair_point a i)) (pt F (pair_point a' i')) = q%:R * ((a == a')%:R + (i == i')%:R).
Proof. by rewrite (dot_ext (pt_pair a i) (pt_pair a' i')) dot_halves !dot_rows mulrDr. Qed.

Lemma pair_point_eq a i a' i' :
  (pair_point a i == pair_point a' i') = (a == a') && (i == i').
Proof.
apply/idP/idP => [/eqP eq|/andP[/eqP -> /eqP ->] //].
have := dot_points a i a' i'; rewrite -eq dot_points !eqxx => /(mulfI (negbT (gt_eqF qF))) /eqP.
by case: (a == a'); case: (i == i'); rewrite //= -?natrD eqr_nat.
Qed.

Lemma far_neq a i : (far_point == pair_point a i) = false.
Proof.
apply/negP => /eqP eq; have := dot_points a i a i.
rewrite -{1}eq (_ : dot _ _ = - dot (pt F (pair_point z z)) (pt F (pair_point a i))).
  rewrite dot_points !eqxx => /eqP; rewrite lt_eqF // -mulrN ltr_pmul2l ?qF //.
  by apply: (@le_lt_trans _ _ 0); rewrite ?oppr_le0 ?addr_ge0 ?ler0n // -natrD ltr0n.
by rewrite /dot -sumrN; apply: eq_bigr => e _; rewrite pt_far mulNr.
Qed.

(** ** The networks, for g blocks of l neurons each *)

Variables (g l : nat) (gq : (g <= q)%N) (W : F).
Hypotheses (W0 : 0 < W) (q4 : (4 <= q)%N).
Definition row (a : 'I_g) : 'I_q := widen_ord gq a.
Local Notation J := [finType of 'I_g * 'I_l].
Variables (m : nat).
Implicit Types (w : {ffun 'I_m -> cube E}).

Definition point (a : 'I_g) i := pair_point (row a) i.
Definition unseen w (a : 'I_g) : {set 'I_q} := [set i | [forall t, w t != point a i]].
Definition usable w (a : 'I_g) : bool := (q <= 4 * #|unseen w a|)%N.
Definition beta w (a : 'I_g) : F := W / Num.sqrt (q%:R * (1 + #|unseen w a|%:R)).
Definition unseen_net w : network F E J := fun j =>
  if usable w j.1
  then Neuron 1 (pair_weight (beta w j.1) (row j.1) (unseen w j.1)) (beta w j.1 * q%:R)
  else Neuron 0 (fun=> 0) 0.

Lemma root_gt0 w a : 0 < q%:R * (1 + #|unseen w a|%:R) :> F.
Proof. by rewrite mulr_gt0 ?qF // -[1]/(1%:R) -natrD ltr0n. Qed.

Lemma beta_gt0 w a : 0 < beta w a.
Proof. by rewrite divr_gt0 // sqrtr_gt0 root_gt0. Qed.

Lemma bias_gt0 w a : 0 < beta w a * q%:R.
Proof. by rewrite mulr_gt0 ?beta_gt0 ?qF. Qed.

Lemma beta_sq w a : beta w a ^+ 2 * (q%:R * (1 + #|unseen w a|%:R)) = W ^+ 2.
Proof. by rewrite expr_div_n sqr_sqrtr ?ltW ?root_gt0 // divfK // gt_eqF ?root_gt0. Qed.

Lemma bias_le w a : usable w a -> beta w a * q%:R <= 2%:R * W.
Proof.
move=> us; have b0 := beta_gt0 w a; have q0 := qF.
rewrite -ler_sqr ?nnegrE ?(mulr_ge0, ler0n, ltW b0, ltW W0, ltW q0) //.
rewrite exprMn [X in _ <= X]exprMn -(beta_sq w a) [X in _ <= X]mulrCA.
rewrite ler_pmul2l ?exprn_gt0 // [X in X <= _]expr2 mulrCA ler_pmul2l //.
rewrite -natrX -[1]/(1%:R) -natrD -natrM ler_nat.
by apply: leq_trans us _; rewrite mulnDr leq_addl.
Qed.

Lemma scale_unseen w (B : F) : 2%:R * W <= B -> scale (unseen_net w) (W ^+ 2) B.
Proof.
move=> WB; have B0 : 0 <= B by apply: le_trans WB; rewrite mulr_ge0 ?ler0n ?ltW.
have n0 : normsq ((fun=> 0) : E -> F) = 0 by rewrite /normsq /dot big1 // => e _; rewrite mul0r.
split=> i j; rewrite /unseen_net; case: ifP => _ /=; rewrite ?expr0n ?mul0r ?sqr_ge0 ?normr0 ?mul0r
  //;
  case: ifP => us /=; rewrite ?n0 ?mulr0 ?normr0 ?mulr0 ?sqr_ge0 //.
  by rewrite expr1n mul1r normsq_weight beta_sq.
rewrite normr1 mul1r ger0_norm ?(ltW (bias_gt0 _ _)) //.
exact: (le_trans (bias_le us) WB).
Qed.

Lemma preact_point w j a i : usable w j.1 ->
  preact (unseen_net w j) (pt F (point a i))
  = beta w j.1 * q%:R * ((j.1 == a)%:R + (i \in unseen w j.1)%:R - 1).
Proof.
move=> us; rewrite /preact /unseen_net us /= dot_pair [RHS]mulrBr mulr1.
by congr (_ * (_%:R + _) - _); rewrite -(inj_eq val_inj).
Qed.

Lemma preact_far w j : usable w j.1 -> preact (unseen_net w j) (pt F far_point) < 0.
Proof.
move=> us; rewrite /preact /unseen_net us /= dot_far -opprD oppr_lt0.
by rewrite ltr_paddl ?bias_gt0 // mulr_ge0 ?(ltW (bias_gt0 _ _)) ?addr_ge0 ?ler0n.
Qed.

Lemma relu_le0 (t : F) : t <= 0 -> relu t = 0.
Proof. by move=> t0; rewrite /relu; apply/max_idPl. Qed.

Lemma relu_ge0 (t : F) : 0 <= t -> relu t = t.
Proof. by move=> t0; rewrite /relu; apply/max_idPr. Qed.

(** No neuron is active on the sample. *)
Lemma preact_seen w j t : w t = far_point \/ (exists a i, w t = point a i) ->
  preact (unseen_net w j) (pt F (w t)) <= 0.
Proof.
case: (boolP (usable w j.1)) => [us|no _]; last first.
  by rewrite /preact /unseen_net (negbTE no) /= subr0 /dot big1 // => e _; rewrite mul0r.
case=> [->|[a [i wt]]]; first by rewrite ltW // preact_far.
rewrite wt preact_point // pmulr_rle0 ?bias_gt0 // subr_le0.
case: eqP => [ja|_]; last by rewrite add0r; case: (i \in _); rewrite ?lexx ?ler01.
rewrite inE; case: forallP => [/(_ t)|_]; last by rewrite addr0.
by rewrite ja wt eqxx.
Qed.

(** The value at a point that was not seen. *)
Lemma eval_unseen w a i : usable w a -> i \in unseen w a ->
  eval (unseen_net w) (pt F (point a i)) = l%:R * (beta w a * q%:R).
Proof.
move=> us iu; rewrite /eval (eq_bigr (fun j : J => (fun a' (_ : 'I_l) =>
   if a' == a then beta w a * q%:R else 0) j.1 j.2)) => [|[a' j] _]; last first.
  case: (boolP (usable w a')) => [us'|no] /=; last first.
    rewrite /unseen_net /= (negbTE no) /= mul0r; case: eqP => // eq.
    by rewrite eq us in no.
  rewrite preact_point //= {1}/unseen_net us' /= mul1r; case: eqP => [->|_].
    by rewrite iu addrK mulr1 relu_ge0 // ltW // bias_gt0.
  rewrite relu_le0 // pmulr_rle0 ?bias_gt0 // subr_le0 add0r.
  by case: (i \in _); rewrite ?lexx ?ler01.
rewrite -(pair_bigA _ (fun a' (_ : 'I_l) => if a' == a then beta w a * q%:R else 0)) /=.
rewrite (bigD1 a) //= [X in _ + X]big1 ?addr0 => [|a' /negbTE ne]; last by rewrite ne big1.
by rewrite sumr_const card_ord eqxx mulr_natl.
Qed.

(** ** The distribution: mass p at each point of the blocks, and the rest at the far point *)

Variable p : F.
Hypotheses (p0 : 0 <= p) (pgq : (g * q)%:R * p <= 1).

Definition law (x : cube E) : F :=
  p * (\sum_(a < g) \sum_(i < q) (x == point a i)%:R)
  + (1 - (g * q)%:R * p) * (x == far_point)%:R.

Lemma mean_law (f : cube E -> F) :
  mean law f = p * (\sum_(a < g) \sum_(i < q) f (point a i)) + (1 - (g * q)%:R * p) * f far_point.
Proof.
have one y : \sum_x (x == y)%:R * f x = f y.
  by rewrite (bigD1 y) //= eqxx mul1r big1 ?addr0 // => x /negbTE ->; rewrite mul0r.
rewrite /mean /law (eq_bigr (fun x => p * (\sum_(a < g) \sum_(i < q) (x == point a i)%:R * f x)
  + (1 - (g * q)%:R * p) * ((x == far_point)%:R * f x))) => [|x _]; last first.
  rewrite [LHS]mulrDl -[p * _ * _]mulrA -[_ * f x in X in _ + X = _]mulrA; congr (_ * _ + _);
    rewrite mulr_suml; apply: eq_bigr => a _.
  by rewrite mulr_suml.
rewrite big_split /= -!mulr_sumr one; congr (_ * _ + _); rewrite exchange_big.
by apply: eq_bigr => a _; rewrite exchange_big; apply: eq_bigr => i _; rewrite one.
Qed.

Lemma distribution_law : distribution law.
Proof.
split=> [x|]; first by rewrite addr_ge0 ?mulr_ge0 ?sumr_ge0 ?subr_ge0 ?ler0n // => a _;
  rewrite sumr_ge0 // => i _; rewrite ler0n.
have -> : \sum_x law x = mean law (fun=> 1) by apply: eq_bigr => x _; rewrite mulr1.
rewrite mean_law (eq_bigr (fun=> q%:R)) => [|a _]; last by rewrite sumr_const card_ord.
by rewrite sumr_const card_ord -mulr_natr -natrM mulr1 mulnC mulrC addrC subrK.
Qed.

Lemma law_support x : law x != 0 -> x = far_point \/ exists a i, x = point a i.
Proof.
move=> nz; case: (boolP (x == far_point)) => [/eqP|/negbTE far]; first by left.
right; case: (boolP [exists a, [exists i, x == point a i]]) => [|no].
  by case/existsP => a /existsP[i /eqP]; exists a, i.
case/negP: nz; rewrite /law far mulr0 addr0 big1 ?mulr0 // => a _; rewrite big1 // => i _.
by case: eqP => // eq; case/existsP: no; exists a; apply/existsP; exists i; apply/eqP.
Qed.

(** ** The loss *)

Lemma block_loss w a : usable w a ->
  l%:R ^+ 2 * W ^+ 2 * q%:R / 4%:R
  <= \sum_(i in unseen w a) (l%:R * (beta w a * q%:R)) ^+ 2 / 2%:R.
Proof.
move=> us; rewrite sumr_const; set u := #|_|.
have u1 : (0 < u)%N by move: us; rewrite /usable -/u; case: (u) => //; lia.
have u0 : 0 < u%:R :> F by rewrite ltr0n.
rewrite -[_ *+ u]mulr_natr exprMn [(_ * q%:R) ^+ 2]exprMn -(beta_sq w a) -/u.
have -> : l%:R ^+ 2 * (beta w a ^+ 2 * (q%:R * (1 + u%:R))) * q%:R / 4%:R
   = l%:R ^+ 2 * (beta w a ^+ 2 * q%:R ^+ 2) * ((1 + u%:R) / 4%:R) by ring.
rewrite -[X in _ <= X]mulrA; move: (beta w a) => b; apply: ler_wpmul2l.
  by apply: mulr_ge0 (sqr_ge0 _) (mulr_ge0 (sqr_ge0 _) (sqr_ge0 _)).
rewrite ler_pdivr_mulr ?ltr0n // (_ : _ * 4%:R = u%:R + u%:R); last by field.
by rewrite ler_add2r ler1n.
Qed.

Lemma clip_id (C y : F) : 0 <= y -> y <= C -> clip C y = y.
Proof.
move=> y0 yc; rewrite /clip (min_idPr yc); apply/max_idPr.
by rewrite (le_trans _ y0) // oppr_le0 (le_trans y0).
Qed.

(** A network with g/2 usable blocks has a large loss. *)
Lemma loss_ge w (C : F) : l%:R * (2%:R * W) <= C ->
  (g <= 2 * #|[set a | usable w a]|)%N ->
  p * g%:R * (l%:R ^+ 2 * W ^+ 2 * q%:R) / 8%:R
  <= net_loss law (fun x => clip C (fn (unseen_net w) x)) (fun=> 0).
Proof.
move=> lC half; pose f x := (clip C (fn (unseen_net w) x) - 0) ^+ 2 / 2%:R.
rewrite /net_loss (mean_law f).
have f0 x : 0 <= f x by rewrite /f divr_ge0 ?ler0n ?sqr_ge0.
apply: (@le_trans _ _ (p * \sum_(a < g) \sum_(i < q) f (point a i))); last first.
  by rewrite ler_addl mulr_ge0 // subr_ge0.
rewrite -!mulrA ler_wpmul2l //.
apply: (@le_trans _ _ (\sum_(a | usable w a) \sum_(i in unseen w a) f (point a i))); last first.
  apply: (@le_trans _ _ (\sum_(a | usable w a) \sum_(i < q) f (point a i))).
    apply: ler_sum => a _; rewrite [X in _ <= X](bigID (mem (unseen w a))) /=.
    by rewrite ler_addl sumr_ge0.
  rewrite [X in _ <= X](bigID (usable w)) /= ler_addl sumr_ge0 // => a _.
  by rewrite sumr_ge0.
apply: (@le_trans _ _ (\sum_(a | usable w a) l%:R ^+ 2 * W ^+ 2 * q%:R / 4%:R)).
  rewrite sumr_const (_ : g%:R * _ = g%:R / 2%:R * (l%:R ^+ 2 * W ^+ 2 * q%:R / 4%:R)); last by
    field.
  rewrite -[X in _ <= X]mulr_natl ler_wpmul2r //.
    by rewrite divr_ge0 ?ler0n // mulr_ge0 ?ler0n // mulr_ge0 ?sqr_ge0.
  rewrite ler_pdivr_mulr ?ltr0n // -natrM ler_nat mulnC; apply: leq_trans half _.
  by rewrite leq_mul2l subset_leq_card ?orbT //; apply/subsetP => a; rewrite inE.
apply: ler_sum => a us; apply: le_trans (block_loss us) _; apply: ler_sum => i iu.
rewrite /f /fn eval_unseen // subr0 clip_id //.
  by rewrite mulr_ge0 ?ler0n // ltW // bias_gt0.
by apply: le_trans lC; apply: ler_wpmul2l; rewrite ?ler0n // bias_le.
Qed.

(** ** The probability *)

Let hits (x : cube E) : F := \sum_(a < g) \sum_(i < q) (x == point a i)%:R.

Lemma hits_point a i : hits (point a i) = 1.
Proof.
rewrite /hits (bigD1 a) //= (bigD1 i) //= eqxx big1 ?addr0 => [|j ji]; last first.
  by rewrite pair_point_eq eqxx eq_sym (negbTE ji).
rewrite big1 ?addr0 // => b ba; rewrite big1 // => j _.
by rewrite pair_point_eq -(inj_eq val_inj) /= eq_sym (inj_eq val_inj) (negbTE ba).
Qed.

Lemma hits_far : hits far_point = 0.
Proof. by rewrite /hits big1 // => a _; rewrite big1 // => i _; rewrite far_neq. Qed.

Lemma mean_hits : mean law hits = p * (g * q)%:R.
Proof.
rewrite mean_law hits_far mulr0 addr0; congr (_ * _).
rewrite (eq_bigr (fun=> q%:R)) => [|a _].
  by rewrite sumr_const card_ord -mulr_natr -natrM mulnC.
by rewrite (eq_bigr (fun=> 1)) => [|i _]; rewrite ?hits_point // sumr_const card_ord.
Qed.

Lemma unusable_le w a : ~~ usable w a ->
  (3 * q)%:R <= 4%:R * \sum_(i < q) \sum_t (w t == point a i)%:R :> F.
Proof.
rewrite /usable -ltnNge => few; set u := #|_| in few.
have card : (#|~: unseen w a| + u)%N = q by rewrite /u addnC cardsC card_ord.
apply: (@le_trans _ _ (4 * #|~: unseen w a|)%:R); first by rewrite ler_nat; lia.
rewrite natrM ler_wpmul2l ?ler0n // -sum1_card natr_sum big_mkcond /=.
apply: ler_sum => i _; rewrite !inE; case: ifP => [|_]; last by apply: sumr_ge0 => t _; apply:
  ler0n.
rewrite negb_forall => /existsP[t]; rewrite negbK => eq.
by rewrite (bigD1 t) //= eq ler_addl sumr_ge0 // => s _; apply: ler0n.
Qed.

(** With a probability of at least 1/3 half of the blocks are usable. *)
Lemma half_usable : (0 < g)%N -> 4%:R * m%:R * p <= 1 ->
  3%:R^-1 <= probability (product law) (fun w => (g <= 2 * #|[set a | usable w a]|)%N).
Proof.
move=> g0 mp; have dl := distribution_law; have dp := distribution_product [finType of 'I_m] dl.
pose X w : F := \sum_(a < g) (~~ usable w a)%:R.
have g0F : 0 < g%:R :> F by rewrite ltr0n.
have X0 w : 0 <= X w by apply: sumr_ge0 => a _; apply: ler0n.
have mX : mean (product law) X <= g%:R / 2%:R * (2%:R / 3%:R).
  apply: (@le_trans _ _ (mean (product law) (fun w : {ffun 'I_m -> cube E} =>
      4%:R / (3 * q)%:R * \sum_t hits (w t)))).
    apply: (ler_mean dp) => w; rewrite /X /hits exchange_big mulr_sumr; apply: ler_sum => a _ /=.
    rewrite exchange_big /= mulrAC ler_pdivl_mulr; last by rewrite ltr0n muln_gt0 q_gt0.
    case: (boolP (usable w a)) => [_|no] /=; last by rewrite mul1r unusable_le.
    by rewrite mul0r mulr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite sumr_ge0 // => t _; apply:
      ler0n.
  rewrite meanZ mean_sum (eq_bigr (fun=> p * (g * q)%:R)) => [|t _]; last first.
    by rewrite (mean_one dl) mean_hits.
  rewrite sumr_const card_ord -[_ *+ m]mulr_natr !natrM.
  have -> : 4%:R / (3%:R * q%:R) * (p * (g%:R * q%:R) * m%:R) = 4%:R * m%:R * p * (g%:R / 3%:R) :>
    F.
    by field; rewrite gt_eqF // qF.
  rewrite (_ : g%:R / 2%:R * _ = 1 * (g%:R / 3%:R)); last by field.
  by rewrite ler_wpmul2r // divr_ge0 ?ler0n.
have := markov dp X0 (divr_gt0 g0F (ltr0n F 2 : 0 < 2%:R)) mX.
rewrite (_ : 1 - 2%:R / 3%:R = 3%:R^-1 :> F); last by field.
move=> le; apply: le_trans le _; apply: (probability_mono dp) => w.
have -> : X w = #|[set a | ~~ usable w a]|%:R.
  by rewrite /X -natr_sum -sum1dep_card [in RHS]big_mkcond; congr (_%:R); apply: eq_bigr => a _;
    case: usable.
have := cardsC [set a | usable w a]; rewrite card_ord.
rewrite (_ : ~: _ = [set a | ~~ usable w a]); last by apply/setP => a; rewrite !inE.
by rewrite ler_pdivl_mulr ?ltr0n // -natrM ler_nat; lia.
Qed.

End Pairs.

(** Theorem P. *)
Lemma clipped_erm_fails (F : rcfType) (E : finType) (d k g l m : nat) (W B eps : F) :
  (1 < d)%N -> #|E| = (2 ^ d.+1)%N -> (0 < k)%N -> (0 < g <= 2 ^ d)%N ->
  (4 * l ^ 2 <= k ^ 2 * #|E| < 4 * l.+1 ^ 2)%N ->
  0 < W -> 2%:R * W <= B -> 0 < eps -> eps <= k%:R ^+ 2 * #|E|%:R * W ^+ 2 / 256%:R ->
  m%:R < (g * l)%:R * k%:R * #|E|%:R * Num.sqrt #|E|%:R * W ^+ 2 / (256%:R * eps) ->
  exists (D : cube E -> F) (erm : {ffun 'I_m -> cube E} -> network F E [ord g * l]),
  [/\ distribution D,
      forall w : {ffun 'I_m -> cube E}, (forall t, D (w t) != 0) ->
        in_class (fun t => pt F (w t)) 0 (W ^+ 2) B (erm w) /\ forall t, fn (erm w) (w t) = 0
    & 3%:R^-1 <= probability (product D) (fun w =>
        eps < net_loss D (fun x => clip (k%:R * (W * Num.sqrt #|E|%:R + B)) (fn (erm w) x))
                (fun=> 0))].
Proof.
move=> d2 cE k0 /andP[g0 gq] /andP[l_le l_gt] W0 WB e0 ele mlt.
set q := (2 ^ d)%N in gq *; set n := #|E| in cE l_le l_gt ele mlt *.
have q4 : (4 <= q)%N by apply: (@leq_pexp2l 2 2 d).
have nq : n = (2 * q)%N by rewrite cE expnS.
have B0 : 0 <= B by apply: le_trans WB; rewrite mulr_ge0 ?ler0n // ltW.
(* l >= k sqrt n / 4 *)
have l1 : (0 < l)%N.
  case: (posnP l) l_gt => // ->; rewrite exp1n muln1 => lt.
  have : (1 <= k ^ 2)%N by rewrite expn_gt0 k0.
  by move: (k ^ 2)%N lt => a; nia.
have l4 : (k ^ 2 * n <= (4 * l) ^ 2)%N.
  apply: leq_trans (ltnW l_gt) _; rewrite -[4%N]/(2 ^ 2)%N -expnMn leq_exp2r //; lia.
set r := Num.sqrt n%:R in mlt *.
have r0 : 0 <= r by apply: sqrtr_ge0.
have rr : r ^+ 2 = n%:R by rewrite sqr_sqrtr ?ler0n.
have lk : k%:R * r <= 4%:R * l%:R.
  rewrite -ler_sqr ?nnegrE ?(mulr_ge0, ler0n) // exprMn rr -natrM -!natrX -natrM ler_nat; exact: l4.
have lk2 : 2%:R * l%:R <= k%:R * r.
  rewrite -ler_sqr ?nnegrE ?(mulr_ge0, ler0n) // [X in _ <= X]exprMn rr -natrM -!natrX -natrM
    ler_nat.
  by rewrite expnMn; exact: l_le.
(* the number m0 *)
set L := _ / (256%:R * eps) in mlt.
pose m0 := maxn m (g * 2 ^ (d - 2)).
have q4e : q = (4 * 2 ^ (d - 2))%N by rewrite /q -{1}(subnKC d2) expnD.
have m00 : (0 < m0)%N by rewrite leq_max muln_gt0 g0 expn_gt0 orbT.
have gq4 : (g * q <= 4 * m0)%N.
  by rewrite q4e mulnCA leq_mul2l leq_max leqnn orbT.
have W2 : 0 < W ^+ 2 by rewrite exprn_gt0.
have e256 : 0 < 256%:R * eps by rewrite mulr_gt0 ?ltr0n.
have gF : 0 < g%:R :> F by rewrite ltr0n.
have lF : 0 < l%:R :> F by rewrite ltr0n.
have qF' : 0 < q%:R :> F by rewrite ltr0n expn_gt0.
have kF : 0 < k%:R :> F by rewrite ltr0n.
have kr0 : 0 < k%:R * r by apply: lt_le_trans lk2; rewrite mulr_gt0 ?ltr0n.
have L2 : (g * q)%:R / 2%:R <= L.
  rewrite /L ler_pdivl_mulr //.
  have : 256%:R * eps <= k%:R ^+ 2 * n%:R * W ^+ 2.
    by move: ele; rewrite ler_pdivl_mulr ?ltr0n // mulrC.
  move=> le; apply: (@le_trans _ _ ((g * q)%:R / 2%:R * (k%:R ^+ 2 * n%:R * W ^+ 2))).
    by rewrite ler_wpmul2l // divr_ge0 ?ler0n.
  have -> : (g * q)%:R / 2%:R * (k%:R ^+ 2 * n%:R * W ^+ 2)
      = g%:R * (k%:R * r) * n%:R * W ^+ 2 * k%:R * r / 4%:R :> F.
    rewrite [RHS](_ : _ = g%:R * k%:R ^+ 2 * n%:R * W ^+ 2 * r ^+ 2 / 4%:R); last by field.
    by rewrite rr nq !natrM; field.
  have -> : (g * l)%:R * k%:R * n%:R * r * W ^+ 2
      = g%:R * (4%:R * l%:R) * n%:R * W ^+ 2 * k%:R * r / 4%:R :> F by rewrite natrM; field.
  have n0 : 0 <= n%:R :> F by rewrite ler0n.
  rewrite ler_pmul2r ?invr_gt0 ?ltr0n // !ler_wpmul2r ?ler0n ?(ltW W2) //.
  by rewrite ler_pmul2l.
have m0L : m0%:R < L.
  rewrite /m0 /maxn; case: ifP => // _; apply: lt_le_trans L2.
  rewrite ltr_pdivl_mulr ?ltr0n // -natrM ltr_nat q4e mulnCA mulnC ltn_mul2r.
  by rewrite muln_gt0 g0 expn_gt0.
have m0F : 0 < m0%:R :> F by rewrite ltr0n.
pose p : F := (4%:R * m0%:R)^-1.
have p0 : 0 <= p by rewrite invr_ge0 mulr_ge0 ?ler0n.
have pgq : (g * q)%:R * p <= 1.
  by rewrite ler_pdivr_mulr ?mulr_gt0 ?ltr0n // mul1r -natrM ler_nat.
have mp : 4%:R * m%:R * p <= 1.
  by rewrite ler_pdivr_mulr ?mulr_gt0 ?ltr0n // mul1r -!natrM ler_nat leq_mul2l leq_max leqnn.
have cq : #|E| = #|[finType of 'I_q + 'I_q]| by rewrite card_sum !card_ord -/n nq mul2n addnn.
have [phi phi_bij] : exists phi : E -> 'I_q + 'I_q, bijective phi.
  have [phi phi_inj] := injection_of_card (eq_leq cq).
  by exists phi; apply: (inj_card_bij phi_inj); rewrite cq.
have cJ : #|[finType of 'I_g * 'I_l]| = #|'I_(g * l)| by rewrite card_prod !card_ord.
have [psi psi_inj] := injection_of_card (eq_leq cJ).
pose D := law phi gq p.
pose net w : network F E [finType of 'I_g * 'I_l] := @unseen_net F E d phi g l gq W m w.
exists D, (fun w => embed (net w) psi); split.
- exact: distribution_law.
- move=> w sup.
  have inactive t j : preact (net w j) (pt F (w t)) <= 0.
    by apply: preact_seen => //; apply: law_support (sup t).
  split=> [|t].
    apply: embed_in_class => //; first exact: ltW.
    split; last exact: scale_unseen.
    by move=> t; rewrite leqn0 cards_eq0; apply/eqP/setP => j; rewrite !inE ltNge inactive.
  by rewrite /fn embed_eval // /eval big1 // => j _; rewrite relu_le0 ?mulr0.
- apply: le_trans (half_usable phi_bij gq W0 q4 p0 pgq g0 mp) _.
  apply: probability_mono; first by apply: distribution_product; apply: distribution_law.
  move=> w half.
  have cap : l%:R * (2%:R * W) <= k%:R * (W * r + B).
    apply: (@le_trans _ _ (k%:R * r * W)); first by rewrite mulrA [l%:R * _]mulrC ler_wpmul2r ?(ltW
      W0).
    by rewrite -mulrA ler_wpmul2l ?ler0n // [r * W]mulrC ler_addl.
  have := loss_ge phi_bij W0 q4 p0 pgq cap half; set loss := net_loss _ _ _ => le.
  apply: (@lt_le_trans _ _ loss); last first.
    by apply: le_of_eq; apply: mean_ext => x; rewrite /fn embed_eval.
  apply: lt_le_trans le.
  have -> : p * g%:R * (l%:R ^+ 2 * W ^+ 2 * (2 ^ d)%:R) / 8%:R
      = g%:R * l%:R ^+ 2 * W ^+ 2 * q%:R / (32%:R * m0%:R).
    by rewrite /p -/q; field; rewrite gt_eqF.
  rewrite ltr_pdivl_mulr ?mulr_gt0 ?ltr0n //.
  have : 256%:R * eps * m0%:R < g%:R * l%:R * (4%:R * l%:R) * n%:R * W ^+ 2.
    rewrite mulrC; apply: lt_le_trans (_ : L * (256%:R * eps) <= _).
      by rewrite ltr_pmul2r.
    rewrite /L divfK ?gt_eqF // natrM.
    have -> : g%:R * l%:R * k%:R * n%:R * r * W ^+ 2
      = g%:R * l%:R * (k%:R * r) * n%:R * W ^+ 2 :> F by ring.
    by rewrite ler_wpmul2r ?(ltW W2) // ler_wpmul2r ?ler0n // ler_pmul2l ?mulr_gt0.
  rewrite nq natrM => lt; rewrite -(ltr_pmul2l (ltr0n F 8 : 0 < 8%:R)).
  apply: le_lt_trans (lt_le_trans lt _); apply: le_of_eq; ring.
Qed.
