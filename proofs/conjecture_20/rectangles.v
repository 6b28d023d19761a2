(** * The networks of Theorem H

   The sample is the points p e_u + q f_v of an orthonormal system, u in [n] and
   v in [N]; zeta gives a sign to each.  A neuron for every a-subset A of the rows
   and sign sigma is active on the rectangle of A and of a set B of at most b columns,
   which depends on the signs.  In Theorem H P_v^sigma is any set of at most h rows u
   of the sign sigma in the column v, and B has columns v with A in P_v^sigma, so that
   zeta is sigma on the rectangle. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The first k elements of a finite set. *)
Section First.
Variable T : finType.
Definition firstk (k : nat) (S : {set T}) : {set T} := [set x in take k (enum S)].

Lemma firstk_sub k S : firstk k S \subset S.
Proof. by apply/subsetP => x; rewrite inE => /mem_take; rewrite mem_enum. Qed.

Lemma card_firstk k S : #|firstk k S| = minn k #|S|.
Proof.
rewrite cardsE; have /card_uniqP-> : uniq (take k (enum S)).
  by rewrite take_uniq // enum_uniq.
by rewrite size_take_min -cardE.
Qed.
End First.

(** ** Any rectangles *)

Section Rectangles.
Variable F : realFieldType.
Variables (a b n N : nat) (p q : F).
Hypotheses (p0 : 0 < p) (q0 : 0 < q).

Definition coord : finType := [finType of 'I_n + 'I_N].
Definition points : finType := [finType of 'I_n * 'I_N].
Definition column : finType := [finType of {ffun 'I_n -> bool}].
Definition asets : finType := [finType of {A : {set 'I_n} | #|A| == a}].
Definition neurons : finType := [finType of asets * bool].

(** The points x_uv = p e_u + q f_v. *)
Definition rectangle_point (i : points) (e : coord) : F :=
  match e with
  | inl u => if u == i.1 then p else 0
  | inr v => if v == i.2 then q else 0
  end.

(** The columns of the neuron (A, s). *)
Variable B : {ffun points -> bool} -> {set 'I_n} -> bool -> {set 'I_N}.

Definition rectangle_net (z : {ffun points -> bool}) : network F coord neurons :=
  fun j => Neuron (sign F j.2)
    (fun e => match e with
      | inl u => if u \in val j.1 then p^-1 else 0
      | inr v => if v \in B z (val j.1) j.2 then q^-1 else 0
      end) 1.

(** The sizes. *)
Lemma card_points : #|points| = (n * N)%N.
Proof. by rewrite card_prod !card_ord. Qed.

Lemma card_coord : #|coord| = (n + N)%N.
Proof. by rewrite card_sum !card_ord. Qed.

Lemma card_asets : #|asets| = 'C(n, a).
Proof.
rewrite card_sig -[in RHS](card_ord n) -(card_draws [ord n] a).
by apply: eq_card => A; rewrite !inE.
Qed.

Lemma card_neurons : #|neurons| = (2 * 'C(n, a))%N.
Proof. by rewrite card_prod card_asets card_bool mulnC. Qed.

(** The norms. *)
Lemma normsq_rectangle_point i : normsq (rectangle_point i) = p ^+ 2 + q ^+ 2.
Proof.
case: i => u v; rewrite /normsq /dot big_sumType /=; congr (_ + _).
  rewrite (bigD1 u) //= eqxx big1 ?addr0 ?expr2 // => u' /negbTE ->.
  by rewrite mulr0.
rewrite (bigD1 v) //= eqxx big1 ?addr0 ?expr2 // => v' /negbTE ->.
by rewrite mulr0.
Qed.

Lemma sum_set (T : finType) (S : {set T}) (c : F) :
  \sum_x (if x \in S then c else 0) = #|S|%:R * c.
Proof. by rewrite -big_mkcond sumr_const mulr_natl. Qed.

Lemma normsq_w z j :
  normsq (inw (rectangle_net z j)) =
  a%:R / p ^+ 2 + #|B z (val j.1) j.2|%:R / q ^+ 2.
Proof.
case: j => -[A cA] s; rewrite /normsq /dot big_sumType /=; congr (_ + _).
  rewrite -[X in X%:R](eqP cA) -sum_set; apply: eq_bigr => u _.
  by case: ifP => _; rewrite ?mulr0 // -invfM -expr2.
rewrite -sum_set; apply: eq_bigr => v _.
by case: ifP => _; rewrite ?mulr0 // -invfM -expr2.
Qed.

Hypothesis B_card : forall z A s, (#|B z A s| <= b)%N.

Lemma normsq_w_le z j :
  normsq (inw (rectangle_net z j)) <= a%:R / p ^+ 2 + b%:R / q ^+ 2.
Proof.
rewrite normsq_w ler_add2l; apply: ler_wpmul2r.
  by rewrite invr_ge0 exprn_ge0 // ltW.
by rewrite ler_nat.
Qed.

(** Which neurons are active. *)
Lemma preactE z j i :
  preact (rectangle_net z j) (rectangle_point i) =
  (i.1 \in val j.1)%:R + (i.2 \in B z (val j.1) j.2)%:R - 1.
Proof.
case: j i => A s [u v]; rewrite /preact /dot big_sumType /=; congr (_ + _ - _).
  rewrite (bigD1 u) //= eqxx big1 => [|u' /negbTE ->]; last by rewrite mulr0.
  by rewrite addr0; case: ifP => _; rewrite ?mul0r // mulVf // gt_eqF.
rewrite (bigD1 v) //= eqxx big1 => [|v' /negbTE ->]; last by rewrite mulr0.
by rewrite addr0; case: ifP => _; rewrite ?mul0r // mulVf // gt_eqF.
Qed.

Lemma relu_preact z j i :
  relu (preact (rectangle_net z j) (rectangle_point i)) =
  (i.1 \in val j.1)%:R * (i.2 \in B z (val j.1) j.2)%:R.
Proof.
rewrite preactE /relu; case: (i.1 \in _); case: (i.2 \in _) => /=.
- by rewrite addrK mulr1; apply/max_idPr; rewrite ler01.
- by rewrite addr0 subrr mulr0 maxxx.
- by rewrite add0r subrr mul0r maxxx.
- by rewrite addr0 sub0r mulr0; apply/max_idPl; rewrite oppr_le0 ler01.
Qed.

Lemma preact_gt0 z j i :
  (0 < preact (rectangle_net z j) (rectangle_point i)) =
  (i.1 \in val j.1) && (i.2 \in B z (val j.1) j.2).
Proof.
rewrite preactE; case: (i.1 \in _); case: (i.2 \in _) => /=.
- by rewrite addrK ltr01.
- by rewrite addr0 subrr ltxx.
- by rewrite add0r subrr ltxx.
- by rewrite addr0 sub0r oppr_gt0 ltr10.
Qed.

(** The sum of the correlation is the sum of the signs over the rectangles. *)
Lemma rectangle_sum (z : {ffun points -> bool}) :
  \sum_i sign F (z i) * eval (rectangle_net z) (rectangle_point i)
  = \sum_(j : neurons) \sum_(v in B z (val j.1) j.2) \sum_(u in val j.1)
      sign F j.2 * sign F (z (u, v)).
Proof.
under eq_bigr => i _ do rewrite /eval mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => -[A s] _ /=.
rewrite exchange_big /= [RHS]big_mkcond /=.
rewrite (eq_bigr (fun i : points => if i.1 \in val A then
  if i.2 \in B z (val A) s then sign F s * sign F (z (i.1, i.2)) else 0 else 0)); last first.
  move=> [u v] _; rewrite relu_preact /=; case: (u \in _); case: (v \in _);
    by rewrite ?mulr0 ?mul0r ?mulr0 // !mulr1 mulrC.
rewrite -(pair_big xpredT xpredT (fun u v => if u \in val A then
  if v \in B z (val A) s then sign F s * sign F (z (u, v)) else 0 else 0)) /=.
apply: eq_bigr => u _; case: (u \in _); last by rewrite big1.
by rewrite -big_mkcond.
Qed.

Lemma rectangle_correlation (z : {ffun points -> bool}) :
  correlation rectangle_point z (rectangle_net z)
  = (\sum_(j : neurons) \sum_(v in B z (val j.1) j.2) \sum_(u in val j.1)
       sign F j.2 * sign F (z (u, v))) / (n * N)%:R.
Proof. by rewrite /correlation /avg rectangle_sum card_points. Qed.

(** The network has the scale, and k active neurons if no more neurons have a rectangle at each
    point. *)
Lemma rectangle_net_class k z :
  (forall u v, (#|[set j : neurons | (u \in val j.1) && (v \in B z (val j.1) j.2)]| <= k)%N) ->
  in_class rectangle_point k (a%:R / p ^+ 2 + b%:R / q ^+ 2) 1 (rectangle_net z).
Proof.
move=> sp; split=> [[u v]|].
  apply: leq_trans (sp u v); apply: subset_leq_card; apply/subsetP => j.
  by rewrite !inE preact_gt0.
split=> i j /=; last by rewrite sign_norm normr1 mulr1.
by rewrite expr2 sign_sq mul1r; exact: normsq_w_le.
Qed.

End Rectangles.

(** ** Rectangles of one sign *)

Section Construct.
Variable F : realFieldType.
Variables (a b h n N : nat) (p q : F).
Hypotheses (p0 : 0 < p) (q0 : 0 < q).
Local Notation points := (points n N).
Local Notation column := (column n).
Local Notation neurons := (neurons a n).

(** The rows of sign s in a column, and P_v^s: at most h of them. *)
Definition rowsof (s : bool) (t : column) : {set 'I_n} := [set u | t u == s].
Variable P : 'I_N -> bool -> column -> {set 'I_n}.
Hypotheses (P_sub : forall v s t, P v s t \subset rowsof s t)
  (P_card : forall v s t, (#|P v s t| <= h)%N).

Definition col (z : {ffun points -> bool}) (v : 'I_N) : column :=
  [ffun u => z (u, v)].

Definition Vset (z : {ffun points -> bool}) (A : {set 'I_n}) (s : bool)
  : {set 'I_N} := [set v | A \subset P v s (col z v)].
Definition Bset z A s : {set 'I_N} := firstk b (Vset z A s).

(** The sets P_v^s. *)
Lemma P_sign v s t u : u \in P v s t -> t u = s.
Proof. by move/(subsetP (P_sub v s t)); rewrite inE => /eqP. Qed.

Lemma Bset_sub z (A : {set 'I_n}) s v : v \in Bset z A s -> A \subset P v s (col z v).
Proof. by move/(subsetP (firstk_sub _ _)); rewrite inE. Qed.

Lemma Bset_sign z (A : {set 'I_n}) s u v : u \in A -> v \in Bset z A s -> z (u, v) = s.
Proof.
move=> uA /Bset_sub /subsetP /(_ u uA) /P_sign; by rewrite ffunE.
Qed.

Lemma card_Bset z A s : #|Bset z A s| = minn b #|Vset z A s|.
Proof. exact: card_firstk. Qed.

Lemma card_Bset_le z A s : (#|Bset z A s| <= b)%N.
Proof. by rewrite card_Bset geq_minl. Qed.

Definition one_sign_net := @rectangle_net F a n N p q Bset.

(** The a-subsets of a set through a given point. *)
Lemma card_through (T : finType) (Q : {set T}) (u : T) :
  (#|[set A : {set T} | [&& u \in A, A \subset Q & #|A| == a]]|
     <= 'C(#|Q|.-1, a.-1))%N.
Proof.
set X := [set A | _].
case uQ : (u \in Q); last first.
  suff -> : X = set0 by rewrite cards0.
  apply/setP => A; rewrite !inE; apply/negP => /and3P[uA /subsetP /(_ u uA)].
  by rewrite uQ.
have cQ : #|Q :\ u| = #|Q|.-1 by rewrite [in RHS](cardsD1 u Q) uQ.
rewrite -cQ -(cards_draws (Q :\ u) a.-1).
have inj : {in X &, injective (fun A : {set T} => A :\ u)}.
  move=> A A'; rewrite !inE => /and3P[uA _ _] /and3P[uA' _ _] E.
  by rewrite -(setD1K uA) -(setD1K uA') E.
rewrite -(card_in_imset inj); apply: subset_leq_card.
apply/subsetP => _ /imsetP[A AX ->]; move: AX.
rewrite !inE => /and3P[uA AQ /eqP cA]; rewrite setSD //=; apply/eqP.
by rewrite -cA [in RHS](cardsD1 u A) uA.
Qed.

Lemma active_le z u v :
  (#|[set j : neurons | (u \in val j.1) && (v \in Bset z (val j.1) j.2)]| <= 'C(h.-1, a.-1))%N.
Proof.
set S := [set j | _].
pose Q := P v (z (u, v)) (col z v).
have inj : {in S &, injective (fun j : neurons => val j.1)}.
  move=> [A s] [A' s']; rewrite in_set => /andP[/= uA vB]; rewrite in_set => /andP[/= uA' vB'] E.
  by rewrite -(Bset_sign uA vB) -(Bset_sign uA' vB') (val_inj E).
rewrite -(card_in_imset inj).
apply: (@leq_trans #|[set A : {set 'I_n} | [&& u \in A, A \subset Q & #|A| == a]]|).
  apply: subset_leq_card; apply/subsetP => _ /imsetP[[A s] AX ->]; move: AX.
  rewrite [_ \in S]in_set => /andP[/= uA vB].
  by rewrite in_set uA (valP A) andbT /= /Q (Bset_sign uA vB) (Bset_sub vB).
apply: leq_trans (card_through _ _) _; rewrite -/Q.
apply: leq_bin2l; rewrite -!subn1; apply: leq_sub2r; exact: P_card.
Qed.

Lemma one_sign_net_in_class z : in_class (@rectangle_point F n N p q) 'C(h.-1, a.-1)
  (a%:R / p ^+ 2 + b%:R / q ^+ 2) 1 (one_sign_net z).
Proof. exact: (rectangle_net_class p0 q0 card_Bset_le (active_le z)). Qed.

Lemma correlationE (z : {ffun points -> bool}) :
  correlation (@rectangle_point F n N p q) z (one_sign_net z)
  = (\sum_(j : neurons) a%:R * #|Bset z (val j.1) j.2|%:R) / (n * N)%:R.
Proof.
rewrite rectangle_correlation //; congr (_ / _); apply: eq_bigr => -[A s] _ /=.
rewrite (eq_bigr (fun=> a%:R)) => [|v vB]; first by rewrite sumr_const -mulr_natr.
rewrite (eq_bigr (fun=> 1)) => [|u uA]; first by rewrite sumr_const (eqP (valP A)).
by rewrite (Bset_sign uA vB) sign_sq.
Qed.

End Construct.
