(** * Product distributions

   Theorem A with the same constant: the inequality
   q(1-q)(a + b)^2 <= (1-q) a^2 + q b^2 takes the place of (a + b)^2/4 <= (a^2 + b^2)/2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube fourier average_sensitivity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The variance over one coordinate, multiplied out. *)
Lemma coordinate_varianceE (F : realFieldType) (E : finType) (q : E -> F)
    (h : cube E -> F) i x :
  coordinate_variance q h i x
  = q i * (1 - q i) * (h (setc x i true) - h (setc x i false)) ^+ 2.
Proof. by rewrite /coordinate_variance /coordinate_mean; ring. Qed.

Section Expect.
Variables (F : realFieldType) (E : finType) (q : E -> F).
Implicit Types (f g : cube E -> F).

Lemma expectZ c f : expect q (fun x => c * f x) = c * expect q f.
Proof. by rewrite /expect mulr_sumr; apply: eq_bigr => x _; rewrite mulrCA. Qed.

Lemma expect_sum (I : finType) (f : I -> cube E -> F) :
  expect q (fun x => \sum_i f i x) = \sum_i expect q (f i).
Proof.
rewrite /expect exchange_big /=; apply: eq_bigr => x _; exact: mulr_sumr.
Qed.

(** The characters under a product distribution. *)
Lemma expect_chi (T : {set E}) :
  expect q (chi F T) = \prod_(i in T) (1 - 2%:R * q i).
Proof.
pose G i (b : bool) := (if b then 1 - q i else q i) * (if i \in T then sign F b else 1).
transitivity (\sum_(x : {ffun E -> bool}) \prod_i G i (x i)).
  by apply: eq_bigr => x _; rewrite /mu /chi [X in _ * X]big_mkcond -big_split.
rewrite -bigA_distr_bigA [RHS]big_mkcond /=; apply: eq_bigr => i _.
rewrite big_bool /G /=; case: ifP => _; first by rewrite /sign; ring.
by ring.
Qed.

Lemma sum_mu : \sum_x mu q x = 1.
Proof.
have := expect_chi set0; rewrite big_set0 => <-; apply: eq_bigr => x _.
by rewrite /chi big_set0 mulr1.
Qed.

Lemma expect_const c : expect q (fun _ => c) = c.
Proof. by rewrite /expect -mulr_suml sum_mu mul1r. Qed.

Lemma sum_flip (i : E) f :
  \sum_x f x = \sum_(x : cube E | x i) (f x + f (flip x i)).
Proof.
rewrite (bigID (fun x : cube E => x i)) /= big_split /=; congr (_ + _).
rewrite (reindex_inj (bij_inj (flip_bij i))) /=.
by apply: eq_bigl => x; rewrite ffunE eqxx negbK.
Qed.

Lemma setc_flip (x : cube E) i b : setc (flip x i) i b = setc x i b.
Proof. by apply/ffunP => j; rewrite !ffunE; case: ifP => // ->. Qed.

Lemma setc_id (x : cube E) i : setc x i (x i) = x.
Proof. by apply/ffunP => j; rewrite !ffunE; case: eqP => // ->. Qed.

Lemma flip_setc (x : cube E) i : flip (setc x i true) i = setc x i false.
Proof. by apply/ffunP => j; rewrite !ffunE; case: (j == i). Qed.

(** Conditioning on the other coordinates. *)
Lemma expect_cond i f : expect q f =
  expect q (fun x => (1 - q i) * f (setc x i true) + q i * f (setc x i false)).
Proof.
rewrite /expect (sum_flip i) [RHS](sum_flip i); apply: eq_bigr => x xi.
rewrite !setc_flip.
have -> : setc x i true = x by rewrite -{1}xi setc_id.
have -> : setc x i false = flip x i.
  by rewrite -setc_flip -{2}(setc_id (flip x i) i) ffunE eqxx xi.
have mE (y : cube E) : mu q y = (if y i then 1 - q i else q i) *
    \prod_(j | j != i) (if y j then 1 - q j else q j).
  by rewrite /mu (bigD1 i).
rewrite !mE ffunE eqxx xi /=.
rewrite [X in _ = _ + (_ * X) * _](eq_bigr (fun j => if x j then 1 - q j else q j)); last first.
  by move=> j /negbTE ji; rewrite ffunE ji.
rewrite [X in _ + (_ * X) * _ = _](eq_bigr (fun j => if x j then 1 - q j else q j)); last first.
  by move=> j /negbTE ji; rewrite ffunE ji.
by move: (\prod_(j | _) _) (f x) (f _) (q i) => a b c d; ring.
Qed.

Hypothesis q01 : forall i, 0 <= q i <= 1.

Lemma mu_ge0 x : 0 <= mu q x.
Proof.
apply: prodr_ge0 => i _; case/andP: (q01 i) => q0 q1.
by case: ifP => _ //; rewrite subr_ge0.
Qed.

Lemma ler_expect f g : (forall x, f x <= g x) -> expect q f <= expect q g.
Proof.
by move=> fg; apply: ler_sum => x _; apply: ler_wpmul2l => //; apply: mu_ge0.
Qed.

Variables (J : finType) (net : network F E J) (Wsq : F).
Hypothesis sc : forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= Wsq.

Local Notation R x := (active net (pt F x)).

(** Only neurons that are active on one side of the edge contribute. *)
Lemma coordinate_variance_union i x :
  coordinate_variance q (fn net) i x
  <= 4%:R * (q i * (1 - q i)) * sens net (R (setc x i true) :|: R (setc x i false)) i ^+ 2.
Proof.
case/andP: (q01 i) => q0 q1; have qq0 : 0 <= q i * (1 - q i) by rewrite mulr_ge0 ?subr_ge0.
rewrite coordinate_varianceE [4%:R * _]mulrC -[X in _ <= X]mulrA; apply: ler_wpmul2l => //.
rewrite -[4%:R]/((2 * 2)%:R) natrM -expr2 -exprMn -[X in X <= _]real_normK ?num_real //.
rewrite ler_sqr ?nnegrE ?normr_ge0 ?mulr_ge0 ?sens_ge0 ?ler0n //.
by have := fn_flip_union net (setc x i true) i; rewrite flip_setc.
Qed.

Lemma product_le_mean : \sum_i expect q (coordinate_variance q (fn net) i)
  <= 4%:R * Wsq * expect q (fun x => #|R x|%:R ^+ 2).
Proof.
pose a i x := sens net (R x) i.
apply: (@le_trans _ _ (\sum_i expect q (fun x => 4%:R * a i x ^+ 2))).
  apply: ler_sum => i _; rewrite [X in _ <= X](expect_cond i).
  apply: ler_expect => x; apply: le_trans (coordinate_variance_union i x) _.
  case/andP: (q01 i) => q0 q1.
  set xp := setc x i true; set xm := setc x i false.
  have a0 y : 0 <= a i y by apply: sens_ge0.
  apply: (@le_trans _ _ (4%:R * (q i * (1 - q i)) * (a i xp + a i xm) ^+ 2)).
    apply: ler_wpmul2l; first by rewrite !mulr_ge0 ?subr_ge0 ?ler0n.
    by rewrite ler_sqr ?nnegrE ?sens_ge0 ?addr_ge0 // sens_union.
  rewrite -subr_ge0; move: (a i xp) (a i xm) (q i) => c d t.
  rewrite (_ : _ - _ = 4%:R * ((1 - t) * c - t * d) ^+ 2); last by ring.
  by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
rewrite -expect_sum -mulrA -!expectZ; apply: ler_expect => x.
rewrite -mulr_sumr; apply: ler_wpmul2l; first exact: ler0n.
exact: sum_sens_sq.
Qed.

(** Cauchy-Schwarz over the neurons that are active at x or at y, where xy is an edge; these
    are at most M. *)
Let S (A : {set J}) i : F := \sum_(j in A) outw (net j) ^+ 2 * inw (net j) i ^+ 2.

Let S0 A i : 0 <= S A i.
Proof. by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?sqr_ge0. Qed.

Let S_mono (A B : {set J}) i : A \subset B -> S A i <= S B i.
Proof.
move=> AB; rewrite /S !(big_mkcond (fun j => j \in _)) /=; apply: ler_sum => j _.
case: ifP => [jA|_]; first by rewrite (subsetP AB _ jA).
by case: ifP => // _; rewrite mulr_ge0 ?sqr_ge0.
Qed.

Let variance_le M i x : (#|R (setc x i true) :|: R (setc x i false)| <= M)%N ->
  coordinate_variance q (fn net) i x
  <= 4%:R * (q i * (1 - q i)) * (M%:R * S (R (setc x i true) :|: R (setc x i false)) i).
Proof.
case/andP: (q01 i) => q0 q1 UM; apply: le_trans (coordinate_variance_union i x) _.
apply: ler_wpmul2l; first by rewrite !mulr_ge0 ?subr_ge0 ?ler0n.
apply: le_trans (sens_sq net _ i) _; apply: ler_wpmul2r; first exact: S0.
by rewrite ler_nat.
Qed.

(** All s neurons: the bound falls with the bias of the coordinates. *)
Lemma product_le_neurons c : 0 <= c -> (forall i, 4%:R * (q i * (1 - q i)) <= c) ->
  \sum_i expect q (coordinate_variance q (fn net) i) <= #|J|%:R ^+ 2 * Wsq * c.
Proof.
move=> c0 qc; rewrite -expect_sum -(expect_const (_ * c)); apply: ler_expect => x.
apply: (@le_trans _ _ (\sum_i c * (#|J|%:R * S setT i))).
  apply: ler_sum => i _; apply: le_trans (variance_le (max_card _)) _.
  case/andP: (q01 i) => q0 q1.
  apply: ler_pmul => //; first by rewrite !mulr_ge0 ?subr_ge0 ?ler0n.
    by rewrite mulr_ge0 ?ler0n.
  by apply: ler_wpmul2l; rewrite ?ler0n //; apply: S_mono; apply: subsetT.
rewrite -!mulr_sumr [_ * c]mulrC; apply: ler_wpmul2l => //.
rewrite expr2 -mulrA; apply: ler_wpmul2l; first exact: ler0n.
by apply: le_trans (sum_scale sc setT) _; rewrite cardsT.
Qed.

(** The sparse forms. *)
Variable k : nat.
Hypothesis sp : sparse_on (@pt F E) k net.

Lemma product_le_min : 0 <= Wsq ->
  \sum_i expect q (coordinate_variance q (fn net) i) <= (minn (2 * k) #|J|)%:R ^+ 2 * Wsq.
Proof.
move=> W0; case: (leqP (2 * k) #|J|) => [_|_]; last first.
  rewrite -[X in _ <= X]mulr1; apply: product_le_neurons ler01 _ => i.
  rewrite -subr_ge0 (_ : _ - _ = (1 - 2%:R * q i) ^+ 2); last by ring.
  exact: sqr_ge0.
apply: le_trans product_le_mean _; rewrite -mulrA [Wsq * _]mulrC mulrA.
apply: ler_wpmul2r => //; rewrite natrM exprMn -[2%:R ^+ 2]natrX.
apply: ler_wpmul2l; first exact: ler0n.
rewrite -[X in _ <= X]expect_const; apply: ler_expect => x.
by rewrite ler_sqr ?nnegrE ?ler0n // ler_nat.
Qed.

(** q_i (1 - q_i) is at most c (1 - q_i) and at most c q_i, where c bounds q_i and 1 - q_i. *)
Lemma product_le_first_moment c : (forall i, q i <= c /\ 1 - q i <= c) -> 0 <= c ->
  \sum_i expect q (coordinate_variance q (fn net) i)
  <= 4%:R * c * (minn (2 * k) #|J|)%:R * Wsq * expect q (fun x => #|R x|%:R).
Proof.
move=> qc c0; set M := minn _ _.
have cU x i : (#|R (setc x i true) :|: R (setc x i false)| <= M)%N.
  rewrite /M leq_min max_card andbT mul2n -addnn.
  by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add.
have d0 : 0 <= 4%:R * c * M%:R by rewrite !mulr_ge0 ?ler0n.
apply: (@le_trans _ _ (\sum_i expect q (fun x => 4%:R * c * M%:R * S (R x) i))).
  apply: ler_sum => i _; rewrite [X in _ <= X](expect_cond i).
  apply: ler_expect => x; apply: le_trans (variance_le (cU x i)) _.
  case/andP: (q01 i) => q0 q1; case: (qc i) => qc0 qc1.
  set xp := setc x i true; set xm := setc x i false.
  have SU : S (R xp :|: R xm) i <= S (R xp) i + S (R xm) i.
    rewrite /S !(big_mkcond (fun j => j \in _)) /= -big_split /=.
    apply: ler_sum => j _; rewrite inE.
    case: (j \in R xp); case: (j \in R xm); rewrite /= ?addr0 ?add0r //.
    by rewrite ler_addl mulr_ge0 ?sqr_ge0.
  apply: (@le_trans _ _ (4%:R * (q i * (1 - q i)) * (M%:R * (S (R xp) i + S (R xm) i)))).
    apply: ler_wpmul2l; first by rewrite !mulr_ge0 ?subr_ge0 ?ler0n.
    by apply: ler_wpmul2l SU; apply: ler0n.
  have := S0 (R xp) i; have := S0 (R xm) i; have := ler0n F M.
  move: (S (R xp) i) (S (R xm) i) (M%:R) => a b M' M0 b0 a0 /=.
  rewrite -subr_ge0 (_ : _ - _ = 4%:R * M' * ((c - q i) * (1 - q i) * a
                                             + (c - (1 - q i)) * q i * b)); last by ring.
  by rewrite mulr_ge0 ?addr_ge0 ?mulr_ge0 ?subr_ge0 ?ler0n.
rewrite -expect_sum -[_ * Wsq * _]mulrA -!expectZ; apply: ler_expect => x.
rewrite -mulr_sumr; apply: ler_wpmul2l => //.
by rewrite mulrC; apply: sum_scale.
Qed.

End Expect.

(** At q = 1/2 the left side is AS. *)
Section Uniform.
Variables (F : realFieldType) (E : finType) (h : cube E -> F).
Let half : E -> F := fun _ => 1 / 2%:R.

End Uniform.

(** On one bit: sums over two points. *)
Section OneBit.
Variables (F : realFieldType) (t : F).
Local Notation bit := [ord 1].
Let q : bit -> F := fun=> t.
Definition bit_at (b : bool) : cube bit := [ffun=> b].

Lemma setc_bit (x : cube bit) i b : setc x i b = bit_at b.
Proof. by apply/ffunP => j; rewrite !ffunE !ord1 eqxx. Qed.

Lemma expect_bit (f : cube bit -> F) :
  expect q f = (1 - t) * f (bit_at true) + t * f (bit_at false).
Proof.
rewrite (expect_cond _ ord0) -[RHS](expect_const q); apply: eq_bigr => x _.
by rewrite !setc_bit.
Qed.

Lemma variance_bit (f : cube bit -> F) :
  \sum_i expect q (coordinate_variance q f i)
  = t * (1 - t) * (f (bit_at true) - f (bit_at false)) ^+ 2.
Proof. by rewrite big_ord1 expect_bit !coordinate_varianceE !setc_bit /q; ring. Qed.

(** One neuron sigma(x + 1), and a neurons sigma(x + 1) with b neurons sigma(-x + 1) of
    the other sign. *)
Definition one_neuron : network F bit [ord 1] := fun=> Neuron 1 (fun=> 1) (-1).
Definition two_kinds a b : network F bit [finType of 'I_a + 'I_b] :=
  fun j => if j is inl _ then Neuron 1 (fun=> 1) (-1) else Neuron (-1) (fun=> -1) (-1).

Arguments one_neuron : clear implicits.
Arguments two_kinds : clear implicits.

Lemma preact_bit (u w c : F) (b : bool) :
  preact (Neuron u (fun=> w) c) (pt F (bit_at b)) = w * sign F b - c.
Proof. by rewrite /preact /dot big_ord1 /= /pt ffunE. Qed.

Let two0 : (0 : F) < 2%:R. Proof. by rewrite ltr0n. Qed.
Let twoE : (1 + 1 : F) = 2%:R. Proof. by []. Qed.

Lemma one_neuron_values :
  [/\ fn one_neuron (bit_at true) = 2%:R, fn one_neuron (bit_at false) = 0,
      #|active one_neuron (pt F (bit_at true))| = 1%N
    & #|active one_neuron (pt F (bit_at false))| = 0%N].
Proof.
rewrite /fn /eval !big_ord1 /= !preact_bit /sign !mul1r opprK twoE addNr /relu maxxx.
split=> //; first by rewrite (max_idPr _) // ltW.
  rewrite /active -[RHS](card_ord 1) -cardsT; congr #|pred_of_set _|.
  by apply/setP => j; rewrite !inE preact_bit /sign mul1r opprK twoE two0.
apply/eqP; rewrite cards_eq0; apply/eqP/setP => j.
by rewrite !inE preact_bit /sign mul1r opprK addNr ltxx.
Qed.

Lemma two_kinds_fn a b e : fn (two_kinds a b) (bit_at e)
  = a%:R * relu (sign F e + 1) - b%:R * relu (1 - sign F e).
Proof.
rewrite /fn /eval big_sumType /= (eq_bigr (fun=> relu (sign F e + 1))) => [|j _]; last first.
  by rewrite preact_bit mul1r opprK mul1r.
rewrite [X in _ + X](eq_bigr (fun=> - relu (1 - sign F e))) => [|j _]; last first.
  by rewrite preact_bit mulN1r opprK mulN1r addrC.
by rewrite !sumc !card_ord mulrN.
Qed.

Lemma two_kinds_values a b :
  [/\ fn (two_kinds a b) (bit_at true) = 2%:R * a%:R,
      fn (two_kinds a b) (bit_at false) = - (2%:R * b%:R),
      #|active (two_kinds a b) (pt F (bit_at true))| = a
    & #|active (two_kinds a b) (pt F (bit_at false))| = b].
Proof.
rewrite !two_kinds_fn /sign opprK subrr addNr twoE /relu maxxx (max_idPr (ltW two0)).
rewrite !mulr0 subr0 sub0r ![_ * 2%:R]mulrC; split=> //.
  rewrite -[RHS]card_ord -(card_imset _ (_ : injective (@inl 'I_a 'I_b))); last by move=> ? ? [].
  congr #|pred_of_set _|.
  apply/setP => -[j|j]; rewrite !inE preact_bit /sign.
    by rewrite mul1r opprK twoE two0; apply/esym/imsetP; exists j.
  by rewrite mulr1 opprK addNr ltxx; apply/esym/imsetP => -[].
rewrite -[RHS]card_ord -(card_imset _ (_ : injective (@inr 'I_a 'I_b))); last by move=> ? ? [].
congr #|pred_of_set _|.
apply/setP => -[j|j]; rewrite !inE preact_bit /sign.
  by rewrite mul1r opprK addNr ltxx; apply/esym/imsetP => -[].
by rewrite mulrNN mulr1 opprK twoE two0; apply/esym/imsetP; exists j.
Qed.

End OneBit.

(** Neurons of two kinds on one bit attain the bound. *)
Lemma two_kinds_attain (F : realFieldType) (a b : nat) :
  (0 < a)%N -> (0 < b)%N ->
  let net : network F [ord 1] [finType of 'I_a + 'I_b] := fun j =>
    if j is inl _ then Neuron 1 (fun=> 1) (-1) else Neuron (-1) (fun=> -1) (-1) in
  let q : 'I_1 -> F := fun=> a%:R / (a%:R + b%:R) in
  (forall j, outw (net j) ^+ 2 * normsq (inw (net j)) = 1) /\
  \sum_i expect q (coordinate_variance q (fn net) i)
  = 4%:R * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof.
move=> a0 b0 net q; split; first by case=> j; rewrite /normsq /dot /= big_ord1; ring.
have ab : a%:R + b%:R != 0 :> F by rewrite -natrD pnatr_eq0 addn_eq0 negb_and -!lt0n a0.
have [h1 h0 r1 r0] := two_kinds_values F a b.
by rewrite variance_bit expect_bit r1 r0 h1 h0; field.
Qed.

(** One neuron on one bit attains the bound with the first moment. *)
Lemma one_neuron_attains (F : realFieldType) (t : F) :
  let net : network F [ord 1] [ord 1] := fun=> Neuron 1 (fun=> 1) (-1) in
  let q : 'I_1 -> F := fun=> t in
  in_class (@pt F [ord 1]) 1 (1 ^+ 2) 1 net /\
  \sum_i expect q (coordinate_variance q (fn net) i)
  = 4%:R * t * expect q (fun x => #|active net (pt F x)|%:R).
Proof.
move=> net q; split.
  split=> [x|]; first by apply: leq_trans (max_card _) _; rewrite card_ord.
  by split=> i j; rewrite /normsq /dot /= ?big_ord1 ?normrN ?normr1 ?mulr1 ?expr1n ?mulr1.
have [h1 h0 r1 r0] := one_neuron_values F.
by rewrite variance_bit expect_bit r1 r0 h1 h0; ring.
Qed.

(** It exceeds the bound of the uniform distribution. *)
Lemma one_neuron_exceeds (F : realFieldType) (t : F) : 1 / 2%:R < t < 1 ->
  let net : network F [ord 1] [ord 1] := fun=> Neuron 1 (fun=> 1) (-1) in
  let q : 'I_1 -> F := fun=> t in
  2%:R * (minn (2 * 1) 1)%:R * 1 ^+ 2 * expect q (fun x => #|active net (pt F x)|%:R)
  < \sum_i expect q (coordinate_variance q (fn net) i).
Proof.
move=> /andP[t2 t1]; cbv zeta; have [_ ->] := one_neuron_attains t.
have [_ _ r1 r0] := one_neuron_values F.
rewrite expr1n !mulr1 ltr_pmul2r; last first.
  by rewrite expect_bit r1 r0 mulr1 mulr0 addr0 subr_gt0.
by rewrite -subr_gt0 (_ : _ - _ = 4%:R * (t - 1 / 2%:R)) ?mulr_gt0 ?subr_gt0 ?ltr0n //; field.
Qed.
