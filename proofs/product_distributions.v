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

Lemma product_le_mean : \sum_i expect q (coordinate_variance q (fn net) i)
  <= 4%:R * Wsq * expect q (fun x => #|active net (pt F x)|%:R ^+ 2).
Proof.
pose a i x := sens net (active net (pt F x)) i.
apply: (@le_trans _ _ (\sum_i expect q (fun x => 4%:R * a i x ^+ 2))).
  apply: ler_sum => i _; rewrite [X in _ <= X](expect_cond i).
  apply: ler_expect => x; case/andP: (q01 i) => q0 q1.
  set xp := setc x i true; set xm := setc x i false.
  have H : `|fn net xp - fn net xm| <= 2%:R * (a i xp + a i xm).
    have := fn_flip_union net xp i; rewrite /xp flip_setc -/xp -/xm => H.
    apply: le_trans H _; apply: ler_wpmul2l; first exact: ler0n.
    exact: sens_union.
  have a0 y : 0 <= a i y by apply: sens_ge0.
  have H2 : (fn net xp - fn net xm) ^+ 2 <= (2%:R * (a i xp + a i xm)) ^+ 2.
    rewrite -[X in X <= _]real_normK ?num_real //.
    by rewrite ler_sqr ?nnegrE ?normr_ge0 // mulr_ge0 ?ler0n // addr_ge0.
  have qq0 : 0 <= q i * (1 - q i) by rewrite mulr_ge0 ?subr_ge0.
  rewrite coordinate_varianceE -/xp -/xm; apply: le_trans (ler_wpmul2l qq0 H2) _.
  rewrite -subr_ge0; move: (a i xp) (a i xm) (q i) => c d t.
  rewrite (_ : _ - _ = 4%:R * ((1 - t) * c - t * d) ^+ 2); last by ring.
  by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
rewrite -expect_sum -mulrA -!expectZ; apply: ler_expect => x.
rewrite -mulr_sumr; apply: ler_wpmul2l; first exact: ler0n.
exact: sum_sens_sq.
Qed.

End Expect.

(** At q = 1/2 the left side is AS. *)
Section Uniform.
Variables (F : realFieldType) (E : finType) (h : cube E -> F).
Let half : E -> F := fun _ => 1 / 2%:R.

Lemma expect_uniform (f : cube E -> F) : expect half f = avg f.
Proof.
rewrite /expect /avg mulr_suml; apply: eq_bigr => x _; rewrite mulrC; congr (_ * _).
rewrite /mu (eq_bigr (fun _ => 2%:R^-1)) => [|i _].
  by rewrite prodr_const card_ffun card_bool natrX exprVn.
by rewrite /half; case: (x i); field.
Qed.

Lemma product_uniform : \sum_i expect half (coordinate_variance half h i) = AS h.
Proof.
rewrite AS_sum; apply: eq_bigr => i _; rewrite expect_uniform; apply: avg_ext => x.
rewrite coordinate_varianceE /half; case xi: (x i).
  have -> : setc x i true = x by rewrite -{1}xi setc_id.
  have -> : setc x i false = flip x i.
    by rewrite -setc_flip -{2}(setc_id (flip x i) i) ffunE eqxx xi.
  by field.
have -> : setc x i false = x by rewrite -{1}xi setc_id.
have -> : setc x i true = flip x i.
  by rewrite -setc_flip -{2}(setc_id (flip x i) i) ffunE eqxx xi.
by field.
Qed.

End Uniform.

