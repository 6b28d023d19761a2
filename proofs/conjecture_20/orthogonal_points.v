(** * Conjecture 20 at orthogonal points

   Let the m points be orthogonal and of norm R, s = 2k and B >= WR/sqrt m =: t.  For the signs
   zeta let w = (t/R^2) sum_i zeta_i x_i.  Then |w| = W and <w, x_i> = zeta_i t, and k copies of
   sigma(<w, x> + t) and of -sigma(-<w, x> + t) have the value 2 k t zeta_i at x_i. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_constructions averages cube embedding
  rademacher.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Forced.
Variables (F : rcfType) (m n k : nat) (x : 'I_m -> 'I_n -> F) (W R : F).
Hypotheses (m0 : (0 < m)%N) (W0 : 0 <= W) (R0 : 0 < R) (orth : orthogonal_points x R).
Let t := W * R / Num.sqrt m%:R.
Implicit Types (zeta : {ffun 'I_m -> bool}).
Local Notation J := [finType of bool * 'I_k].

Lemma mF : 0 < m%:R :> F. Proof. by rewrite ltr0n. Qed.

Lemma t_ge0 : 0 <= t.
Proof. by rewrite divr_ge0 ?sqrtr_ge0 // mulr_ge0 // ltW. Qed.

Lemma t_sq : t ^+ 2 * m%:R = (W * R) ^+ 2.
Proof. by rewrite expr_div_n sqr_sqrtr ?ler0n // divfK // gt_eqF // mF. Qed.

Definition direction zeta (e : 'I_n) : F := t / R ^+ 2 * \sum_i sign F (zeta i) * x i e.

Lemma dot_direction zeta i : dot (direction zeta) (x i) = sign F (zeta i) * t.
Proof.
have -> : dot (direction zeta) (x i)
    = t / R ^+ 2 * \sum_j sign F (zeta j) * dot (x j) (x i).
  rewrite /dot mulr_sumr (eq_bigr (fun e => \sum_j t / R ^+ 2 *
    (sign F (zeta j) * (x j e * x i e)))); last first.
    move=> e _; rewrite /direction mulr_sumr mulr_suml; apply: eq_bigr => j _.
    by rewrite !mulrA.
  by rewrite exchange_big; apply: eq_bigr => j _ /=; rewrite -!mulr_sumr.
rewrite (bigD1 i) //= orth eqxx big1 ?addr0 => [|j /negbTE ji]; last by rewrite orth ji mulr0.
by field; rewrite gt_eqF.
Qed.

Lemma normsq_direction zeta : normsq (direction zeta) = W ^+ 2.
Proof.
have -> : normsq (direction zeta)
    = t / R ^+ 2 * \sum_i sign F (zeta i) * dot (direction zeta) (x i).
  rewrite /normsq {1}/dot mulr_sumr (eq_bigr (fun e => \sum_i t / R ^+ 2 *
    (sign F (zeta i) * (direction zeta e * x i e)))); last first.
    move=> e _; rewrite {2}/direction mulr_sumr mulr_sumr; apply: eq_bigr => i _.
    by rewrite mulrCA; congr (_ * _); rewrite mulrCA.
  by rewrite exchange_big; apply: eq_bigr => i _ /=; rewrite -!mulr_sumr.
rewrite (eq_bigr (fun=> t)) => [|i _]; last by rewrite dot_direction mulrA sign_sq mul1r.
rewrite sumr_const card_ord -[t *+ m]mulr_natr.
rewrite (_ : t / R ^+ 2 * (t * m%:R) = t ^+ 2 * m%:R / R ^+ 2); last by field; rewrite gt_eqF.
by rewrite t_sq exprMn mulfK // expf_neq0 // gt_eqF.
Qed.

Definition forced_net zeta : network F [ord n] J :=
  fun j => Neuron (sign F j.1) (fun e => sign F j.1 * direction zeta e) (- t).

Lemma preact_forced zeta j i :
  preact (forced_net zeta j) (x i) = sign F j.1 * sign F (zeta i) * t + t.
Proof.
rewrite /preact /= opprK; congr (_ + _); rewrite -mulrA -dot_direction /dot mulr_sumr.
by apply: eq_bigr => e _; rewrite mulrA.
Qed.

Lemma relu_forced zeta j i :
  relu (preact (forced_net zeta j) (x i)) = if j.1 == zeta i then 2%:R * t else 0.
Proof.
rewrite preact_forced /relu; case: eqP => [->|/eqP ne].
  by rewrite sign_sq mul1r -mulr2n -mulr_natl (max_idPr _) // mulr_ge0 ?ler0n ?t_ge0.
by rewrite sign_mul ne mulr1 (_ : _ + t = 0) ?maxxx //; ring.
Qed.

Lemma active_forced zeta i : (#|active (forced_net zeta) (x i)| <= k)%N.
Proof.
apply: (@leq_trans #|setX [set zeta i] (setT : {set 'I_k})|); last first.
  by rewrite cardsX cards1 cardsT card_ord mul1n.
apply: subset_leq_card; apply/subsetP => j; rewrite !inE andbT preact_forced sign_mul.
by case: eqP => // _ /=; rewrite mulr1 (_ : _ + t = 0) ?ltxx //; ring.
Qed.

Lemma eval_forced zeta i : eval (forced_net zeta) (x i) = 2%:R * k%:R * t * sign F (zeta i).
Proof.
rewrite /eval (eq_bigr (fun j : J => (fun a (_ : 'I_k) =>
   sign F a * (if a == zeta i then 2%:R * t else 0)) j.1 j.2)); last first.
  by move=> j _; rewrite relu_forced.
rewrite -(pair_bigA _ (fun a (_ : 'I_k) => sign F a * (if a == zeta i then 2%:R * t else 0))) /=.
rewrite (bigD1 (zeta i)) //= [X in _ + X]big1 ?addr0 => [|a ai].
  by rewrite sumr_const card_ord eqxx -[_ *+ k]mulr_natl; ring.
by rewrite big1 // => l _; rewrite (negbTE ai) mulr0.
Qed.

Lemma correlation_forced zeta : correlation x zeta (forced_net zeta) = 2%:R * k%:R * t.
Proof.
rewrite /correlation (@avg_ext _ _ _ (fun=> 2%:R * k%:R * t)) ?avg_const ?card_ord //.
by move=> i; rewrite eval_forced mulrCA sign_sq mulr1.
Qed.

Lemma in_class_forced (B : F) zeta : t <= B -> in_class x k (W ^+ 2) B (forced_net zeta).
Proof.
move=> tB; split; first exact: active_forced.
split=> i j /=; last by rewrite sign_norm mul1r normrN ger0_norm ?t_ge0.
rewrite expr2 sign_sq mul1r -(normsq_direction zeta); apply: le_of_eq.
by apply: eq_bigr => e _; rewrite mulrACA sign_sq mul1r.
Qed.

(** The complexity is at least 2kt. *)
Lemma forced (B : F) : t <= B ->
  exists net : {ffun 'I_m -> bool} -> network F [ord n] [ord 2 * k],
  [/\ forall zeta, in_class x k (W ^+ 2) B (net zeta),
      mean_correlation x net = 2%:R * k%:R * t
    & forall r, is_rademacher (2 * k) k x W B r -> 2%:R * k%:R * t <= r].
Proof.
move=> tB; have le : (#|J| <= #|'I_(2 * k)|)%N by rewrite card_prod card_bool !card_ord.
have [phi phi_inj] := injection_of_card le.
pose net zeta := embed (forced_net zeta) phi; exists net.
have cls zeta : in_class x k (W ^+ 2) B (net zeta).
  apply: embed_in_class => //; first exact: sqr_ge0.
    exact: le_trans t_ge0 tB.
  exact: in_class_forced.
have mean : mean_correlation x net = 2%:R * k%:R * t.
  rewrite /mean_correlation (@avg_ext _ _ _ (fun=> 2%:R * k%:R * t)).
    by rewrite avg_const // card_cube.
  move=> zeta; rewrite -(correlation_forced zeta); apply: avg_ext => i.
  by rewrite embed_eval.
by split=> // r rad; rewrite -mean; apply: rademacher_ge rad.
Qed.

(** At B = t it is the right side of (16) times sqrt 2 / (1 + 1/sqrt m). *)
Lemma forced_ratio :
  2%:R * k%:R * t = Num.sqrt 2%:R / (1 + (Num.sqrt m%:R)^-1)
    * ((W * R + t) * Num.sqrt ((2 * k)%:R * k%:R / m%:R)).
Proof.
have two : 0 <= 2%:R :> F by rewrite ler0n.
have r2 : Num.sqrt 2%:R * Num.sqrt 2%:R = 2%:R :> F by rewrite -expr2 sqr_sqrtr.
have rm0 : 0 < Num.sqrt m%:R :> F by rewrite sqrtr_gt0 mF.
have -> : Num.sqrt ((2 * k)%:R * k%:R / m%:R) = Num.sqrt 2%:R * k%:R / Num.sqrt m%:R :> F.
  have kk : 0 <= (k%:R / Num.sqrt m%:R : F) by rewrite divr_ge0 ?ler0n ?sqrtr_ge0.
  rewrite -[RHS]mulrA -[X in _ = _ * X](ger0_norm kk) -sqrtr_sqr -sqrtrM //; congr Num.sqrt.
  by rewrite expr_div_n sqr_sqrtr ?ler0n // natrM expr2 !mulrA.
rewrite /t; move: (Num.sqrt 2%:R) (Num.sqrt m%:R) r2 rm0 => a b aa b0.
have b1 : b + 1 != 0 by rewrite gt_eqF // addr_gt0.
by rewrite -[X in X * k%:R]aa; field; rewrite gt_eqF //=.
Qed.

End Forced.

(** ** The rows of Sylvester's matrix *)

Section Sylvester.
Variable d : nat.
Implicit Types (i j e : 'I_(2 ^ d)).

Lemma digits_eq (q a b : nat) : (a < 2 ^ q)%N -> (b < 2 ^ q)%N ->
  (forall l, (l < q)%N -> digit a l = digit b l) -> a = b.
Proof.
elim: q a b => [|q IH] a b; first by rewrite expn0 !ltnS !leqn0 => /eqP -> /eqP ->.
move=> aq bq eqd; have e0 := eqd 0%N isT; rewrite /digit expn0 !divn1 in e0.
have half : a./2 = b./2.
  apply: IH; [| |move=> l lq; have := eqd l.+1 lq; rewrite /digit expnS !divnMA -!divn2 //].
    by move: aq; rewrite expnS; have := odd_double_half a; case: (odd a); lia.
  by move: bq; rewrite expnS; have := odd_double_half b; case: (odd b); lia.
by rewrite -(odd_double_half a) -(odd_double_half b) e0 half.
Qed.

Definition digit_set i : {set 'I_d} := [set q : 'I_d | digit i q].
Definition digit_point i : cube [ord d] := [ffun q : 'I_d => ~~ digit i q].

Lemma digit_point_inj : injective digit_point.
Proof.
move=> i j /ffunP eqp; apply: val_inj; apply: (digits_eq (ltn_ord i) (ltn_ord j)) => l ld.
by have := eqp (Ordinal ld); rewrite !ffunE => /negb_inj.
Qed.

Lemma digit_set_inj : injective digit_set.
Proof.
move=> i j /setP eqs; apply: val_inj; apply: (digits_eq (ltn_ord i) (ltn_ord j)) => l ld.
by have := eqs (Ordinal ld); rewrite !inE.
Qed.

Lemma digit_point_bij : bijective digit_point.
Proof.
by apply: (inj_card_bij digit_point_inj); rewrite card_ffun card_bool !card_ord.
Qed.

(** The entry is a character at a point of the cube of d signs. *)
Lemma sylvester_chi (F : realFieldType) i e :
  sylvester_point F i e = chi F (digit_set i) (digit_point e).
Proof.
rewrite /sylvester_point /pt ffunE /chi [RHS]big_mkcond /=.
rewrite (big_morph (fun a => sign F (~~ odd a)) (id1 := 1) (op1 := *%R)) //=; last first.
  by move=> a b; rewrite oddD; case: (odd a); case: (odd b); rewrite /sign /=; ring.
apply: eq_bigr => q _; rewrite oddM inE /pt ffunE.
by case: (digit i q); case: (digit e q); rewrite /sign.
Qed.

Lemma sylvester_orthogonal (F : rcfType) :
  orthogonal_points (@sylvester_point F d) (Num.sqrt (2 ^ d)%:R).
Proof.
move=> i j; rewrite sqr_sqrtr ?ler0n // /dot.
rewrite (eq_bigr (fun e => chi F (digit_set i) (digit_point e)
   * chi F (digit_set j) (digit_point e))) => [|e _]; last by rewrite !sylvester_chi.
have := avg_chi F (digit_set i) (digit_set j).
rewrite -(avg_bij _ digit_point_bij) /avg card_ord (inj_eq digit_set_inj) => h.
have n0 : (2 ^ d)%:R != 0 :> F by rewrite pnatr_eq0 expn_eq0.
by rewrite -[LHS](divfK n0) h; case: eqP => _; rewrite ?mul1r ?mul0r.
Qed.

End Sylvester.

(** Conjecture 20 with the constant 1 fails at the 8 rows of Sylvester's matrix: the sample is
    the whole domain. *)
Lemma in_a_cube (F : rcfType) : let x := @sylvester_point F 3 in let R := Num.sqrt 8%:R in
  orthogonal_points x R /\
  exists net : {ffun 'I_(2 ^ 3) -> bool}
      -> network F [ord 2 ^ 3] [ord 2],
  [/\ forall zeta, in_class x 1 (1 ^+ 2) 1 (net zeta),
      (1 * R + 1) * Num.sqrt (2%:R * 1%:R / 8%:R) < mean_correlation x net
    & forall r, is_rademacher 2 1 x 1 1 r -> (1 * R + 1) * Num.sqrt (2%:R * 1%:R / 8%:R) < r].
Proof.
move=> x R; have orth : orthogonal_points x R := @sylvester_orthogonal 3 F.
have R8 : R ^+ 2 = 8%:R by rewrite sqr_sqrtr ?ler0n.
have R0 : 0 < R by rewrite sqrtr_gt0 ltr0n.
have t1 : 1 * R / Num.sqrt (2 ^ 3)%:R <= 1 by rewrite mul1r divff ?gt_eqF.
have te : 1 * R / Num.sqrt (2 ^ 3)%:R = 1 by rewrite mul1r divff ?gt_eqF.
have [net [cls mean rad]] := @forced F (2 ^ 3) (2 ^ 3) 1 x 1 R isT ler01 R0 orth 1 t1.
have lt : (1 * R + 1) * Num.sqrt (2%:R * 1%:R / 8%:R) < 2%:R * 1%:R * (1 * R / Num.sqrt (2 ^ 3)%:R).
  rewrite te !mulr1 mul1r (_ : 2%:R / 8%:R = (2%:R^-1) ^+ 2 :> F); last by field.
  rewrite sqrtr_sqr ger0_norm ?invr_ge0 ?ler0n // ltr_pdivr_mulr ?ltr0n //.
  rewrite -ltr_subr_addr; have three : 0 <= 3%:R :> F by rewrite ler0n.
  rewrite (_ : 2%:R * 2%:R - 1 = 3%:R); last by ring.
  rewrite -(@ltr_sqr F) ?nnegrE ?(ltW R0) // R8.
  by rewrite -natrX ltr_nat.
split=> //; exists net; split=> //; first by rewrite mean.
by move=> r hr; apply: lt_le_trans lt (rad r hr).
Qed.

(** Orthogonal points exceed (16) from six points on, for s = 2k. *)
Lemma forced_above_one (F : rcfType) (m n k : nat) (x : 'I_m -> 'I_n -> F) (W R : F) :
  (6 <= m)%N -> (0 < k)%N -> 0 < W -> 0 < R -> orthogonal_points x R ->
  exists2 net : {ffun 'I_m -> bool} -> network F [ord n] [ord 2 * k],
    forall zeta, in_class x k (W ^+ 2) (W * R / Num.sqrt m%:R) (net zeta)
  & (W * R + W * R / Num.sqrt m%:R) * Num.sqrt ((2 * k)%:R * k%:R / m%:R)
    < mean_correlation x net.
Proof.
move=> m6 k0 W0 R0 orth; have m0 : (0 < m)%N by apply: leq_trans m6.
have [net [cls mean _]] := forced k m0 (ltW W0) R0 orth (lexx _).
exists net => //; rewrite mean (@forced_ratio F m k W R m0).
set t := W * R / Num.sqrt m%:R; have rm0 : 0 < Num.sqrt m%:R :> F by rewrite sqrtr_gt0 ltr0n.
have t0 : 0 < t by rewrite divr_gt0 // mulr_gt0.
have M0 : 0 < (W * R + t) * Num.sqrt ((2 * k)%:R * k%:R / m%:R).
  apply: mulr_gt0; first by rewrite addr_gt0 // mulr_gt0.
  by rewrite sqrtr_gt0 -natrM divr_gt0 // ltr0n // !muln_gt0 k0.
rewrite ltr_pmull //.
have d0 : 0 < 1 + (Num.sqrt m%:R)^-1 :> F by rewrite addr_gt0 ?ltr01 ?invr_gt0.
rewrite ltr_pdivl_mulr // mul1r.
have a : 141%:R / 100%:R < Num.sqrt 2%:R :> F.
  rewrite -ltr_sqr ?nnegrE ?sqrtr_ge0 ?divr_ge0 ?ler0n // sqr_sqrtr ?ler0n //.
  by rewrite -subr_gt0 (_ : _ - _ = 119%:R / 100%:R ^+ 2) ?divr_gt0 ?exprn_gt0 ?ltr0n //; field.
apply: le_lt_trans a; rewrite -ler_subr_addl.
rewrite (_ : 141%:R / 100%:R - 1 = (100%:R / 41%:R)^-1 :> F); last by field.
rewrite lef_pinv ?posrE ?divr_gt0 ?ltr0n //.
rewrite -ler_sqr ?nnegrE ?sqrtr_ge0 ?divr_ge0 ?ler0n // sqr_sqrtr ?ler0n //.
apply: (@le_trans _ _ 6%:R); last by rewrite ler_nat.
by rewrite -subr_ge0 (_ : _ - _ = 86%:R / 41%:R ^+ 2) ?divr_ge0 ?exprn_ge0 ?ler0n //; field.
Qed.
