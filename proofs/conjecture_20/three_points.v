(** * Conjecture 20 fails at three orthonormal points

   s = 2, k = 1, W = R = 1 and B = 0.15.  Of three signs two are equal; one neuron has the
   weights 0.699 at these two points and -0.15 at the third, and the other has -0.15, -0.15 and
   0.977. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Three.
Variable F : rcfType.
Implicit Types (zeta : {ffun 'I_3 -> bool}) (i c e : 'I_3).

Definition unit_point i e : F := (e == i)%:R.

(** A point c such that the signs of the other two agree. *)
Lemma odd_one zeta : exists c, forall i j, i != c -> j != c -> zeta i = zeta j.
Proof.
pose a : 'I_3 := inord 0; pose b : 'I_3 := inord 1; pose d : 'I_3 := inord 2.
have all3 i : [\/ i = a, i = b | i = d].
  case: i => -[|[|[|//]]] h; [constructor 1|constructor 2|constructor 3];
    by apply: val_inj; rewrite /= inordK.
case ab : (zeta a == zeta b).
  exists d => i j; case: (all3 i) => ->; case: (all3 j) => ->;
    by rewrite ?eqxx // (eqP ab).
case ad : (zeta a == zeta d).
  exists b => i j; case: (all3 i) => ->; case: (all3 j) => ->;
    by rewrite ?eqxx // (eqP ad).
exists a => i j; case: (all3 i) => ->; case: (all3 j) => -> //; rewrite ?eqxx // => _ _;
  by move: ab ad; case: (zeta a); case: (zeta b); case: (zeta d).
Qed.

Definition odd_point zeta : 'I_3 :=
  odflt ord0 [pick c | [forall i, forall j, (i != c) && (j != c) ==> (zeta i == zeta j)]].

Lemma odd_pointP zeta i j : i != odd_point zeta -> j != odd_point zeta -> zeta i = zeta j.
Proof.
rewrite /odd_point; case: pickP => [c /forallP H ic jc|H]; last first.
  have [c Hc] := odd_one zeta; have := H c; case/negP; apply/forallP => i'.
  by apply/forallP => j'; apply/implyP => /andP[ic jc]; apply/eqP; apply: Hc.
by have /forallP /(_ j) /implyP := H i; rewrite /= ic jc => /(_ isT) /eqP.
Qed.

(** One of the other two points. *)
Definition other_point c : 'I_3 := if c == ord0 then ord_max else ord0.
Lemma other_pointP c : other_point c != c.
Proof. by rewrite /other_point; case: (eqVneq c ord0) => [->|]; rewrite // eq_sym. Qed.

Definition two_weight c e : F := if e == c then - (150%:R / 1000%:R) else 699%:R / 1000%:R.
Definition one_weight c e : F := if e == c then 977%:R / 1000%:R else - (150%:R / 1000%:R).

Definition three_net zeta : network F [ord 3] [ord 2] :=
  fun j => let c := odd_point zeta in
    if j == ord0 then Neuron (sign F (zeta (other_point c))) (two_weight c) (- (150%:R / 1000%:R))
    else Neuron (sign F (zeta c)) (one_weight c) (- (150%:R / 1000%:R)).

Lemma dot_unit (w : 'I_3 -> F) i : dot w (unit_point i) = w i.
Proof.
rewrite /dot (bigD1 i) //= big1 => [|e /negbTE ei]; last by rewrite /unit_point ei mulr0.
by rewrite /unit_point eqxx mulr1 addr0.
Qed.

Lemma normsq_two (w : 'I_3 -> F) c (a b : F) :
  (forall e, w e = if e == c then a else b) -> normsq w = a ^+ 2 + 2%:R * b ^+ 2.
Proof.
move=> we; rewrite /normsq /dot (bigD1 c) //= we eqxx -expr2; congr (_ + _).
rewrite (eq_bigr (fun=> b ^+ 2)) => [|e /negbTE ec]; last by rewrite we ec expr2.
by rewrite sumr_const -[_ *+ _]mulr_natl (eq_card (B := predC1 c)) // cardC1 card_ord.
Qed.

Lemma relu_pos (t : F) : 0 <= t -> relu t = t. Proof. by move=> t0; apply/max_idPr. Qed.

Lemma preact_three zeta j i : preact (three_net zeta j) (unit_point i)
  = if (j == ord0) == (i != odd_point zeta) then
      (if j == ord0 then 849%:R / 1000%:R else 1127%:R / 1000%:R) else 0.
Proof.
rewrite /preact /three_net; case: (eqVneq j ord0) => j0 /=; rewrite dot_unit opprK.
  by rewrite /two_weight; case: eqP => _ /=; [rewrite addNr | rewrite -mulrDl -natrD].
by rewrite /one_weight; case: eqP => _ /=; [rewrite -mulrDl -natrD | rewrite addNr].
Qed.

Lemma eval_three zeta i : eval (three_net zeta) (unit_point i) = sign F (zeta i)
  * (if i == odd_point zeta then 1127%:R / 1000%:R else 849%:R / 1000%:R).
Proof.
have p1 : 0 <= 849%:R / 1000%:R :> F by rewrite divr_ge0 ?ler0n.
have p2 : 0 <= 1127%:R / 1000%:R :> F by rewrite divr_ge0 ?ler0n.
rewrite /eval big_ord_recl big_ord1 !preact_three /=.
case: (eqVneq i (odd_point zeta)) => [->|io] /=; rewrite !relu_pos ?mulr0 ?add0r ?addr0 //.
by congr (sign F _ * _); apply: odd_pointP; rewrite ?other_pointP.
Qed.

Lemma active_three zeta i : (#|active (three_net zeta) (unit_point i)| <= 1)%N.
Proof.
apply/card_le1_eqP => j l; rewrite !inE !preact_three.
case: (eqVneq i (odd_point zeta)) => io /=; case: (eqVneq j ord0) => j0 //=;
  case: (eqVneq l ord0) => l0 //=; rewrite ?ltxx // => _ _; first last.
  by rewrite j0 l0.
by apply: val_inj; case: j j0 => -[|[|//]] ? //; case: l l0 => -[|[|//]].
Qed.

Lemma in_class_three zeta :
  in_class unit_point 1 (1 ^+ 2) (150%:R / 1000%:R) (three_net zeta).
Proof.
split; first exact: active_three; split=> i j; last first.
  have b0 : 0 <= 150%:R / 1000%:R :> F by rewrite divr_ge0 ?ler0n.
  by rewrite /three_net; case: eqP => _ /=; case: eqP => _ /=;
     rewrite sign_norm mul1r normrN ger0_norm.
have -> : outw (three_net zeta i) ^+ 2 = 1.
  by rewrite /three_net; case: eqP => _ /=; rewrite expr2 sign_sq.
rewrite mul1r expr1n /three_net; case: eqP => _ /=.
  rewrite (@normsq_two _ (odd_point zeta) (- (150%:R / 1000%:R)) (699%:R / 1000%:R)) //.
  by rewrite -subr_ge0 (_ : _ - _ = 298%:R / 1000%:R ^+ 2) ?divr_ge0 ?exprn_ge0 ?ler0n //; field.
rewrite (@normsq_two _ (odd_point zeta) (977%:R / 1000%:R) (- (150%:R / 1000%:R))) //.
by rewrite -subr_ge0 (_ : _ - _ = 471%:R / 1000%:R ^+ 2) ?divr_ge0 ?exprn_ge0 ?ler0n //; field.
Qed.

Lemma correlation_three zeta :
  correlation unit_point zeta (three_net zeta) = 2825%:R / 3000%:R.
Proof.
rewrite /correlation /avg card_ord (eq_bigr (fun i =>
  if i == odd_point zeta then 1127%:R / 1000%:R else 849%:R / 1000%:R)) => [|i _]; last first.
  by rewrite eval_three mulrA sign_sq mul1r.
rewrite (bigD1 (odd_point zeta)) //= eqxx.
rewrite (eq_bigr (fun=> 849%:R / 1000%:R)) => [|i /negbTE ->] //.
rewrite sumr_const -[_ *+ _]mulr_natl.
rewrite (eq_card (B := predC1 (odd_point zeta))) // cardC1 card_ord -[3.-1]/2%N.
by field.
Qed.

Lemma at_three_points :
  [/\ orthogonal_points unit_point (1 : F),
      forall zeta, in_class unit_point 1 (1 ^+ 2) (150%:R / 1000%:R) (three_net zeta),
      mean_correlation unit_point three_net = 2825%:R / 3000%:R
    & (1 * 1 + 150%:R / 1000%:R) * Num.sqrt (2%:R * 1%:R / 3%:R) < 2825%:R / 3000%:R :> F].
Proof.
split; [|exact: in_class_three| |].
- move=> i j; rewrite dot_unit /unit_point expr1n eq_sym; by case: eqP.
- rewrite /mean_correlation (@avg_ext _ _ _ (fun=> 2825%:R / 3000%:R)).
    by rewrite avg_const // card_cube.
  exact: correlation_three.
have l0 : 0 <= (1 * 1 + 150%:R / 1000%:R) * Num.sqrt (2%:R * 1%:R / 3%:R) :> F.
  apply: mulr_ge0; last exact: sqrtr_ge0.
  by rewrite mulr1; apply: addr_ge0; [exact: ler01 | apply: divr_ge0; exact: ler0n].
have r0 : 0 <= 2825%:R / 3000%:R :> F by rewrite divr_ge0 ?ler0n.
rewrite -ltr_sqr ?nnegrE // [X in X < _]exprMn sqr_sqrtr; last first.
  by rewrite mulr1 divr_ge0 ?ler0n.
rewrite -subr_gt0 [X in 0 < X](_ : _ = 73%:R / 120%:R ^+ 2) ?divr_gt0 ?exprn_gt0 ?ltr0n //.
by field.
Qed.

End Three.

Lemma three_points_exceed (F : rcfType) :
  let B : F := 150%:R / 1000%:R in
  exists (x : 'I_3 -> 'I_3 -> F)
         (net : {ffun 'I_3 -> bool} -> network F [ord 3] [ord 2]),
  [/\ orthogonal_points x 1,
      forall zeta, in_class x 1 (1 ^+ 2) B (net zeta),
      mean_correlation x net = 2825%:R / 3000%:R,
      (1 * 1 + B) * Num.sqrt (2%:R * 1%:R / 3%:R) < 2825%:R / 3000%:R
    & forall r, is_rademacher 2 1 x 1 B r ->
        (1 * 1 + B) * Num.sqrt (2%:R * 1%:R / 3%:R) < r].
Proof.
move=> B; have [orth cls mean lt] := at_three_points F.
exists (@unit_point F), (@three_net F); split=> // r rad.
by apply: lt_le_trans lt _; rewrite -mean; apply: rademacher_ge rad.
Qed.
