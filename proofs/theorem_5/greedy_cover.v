(** * A cover of the networks that are sparse on given points

   Lemma 1 of docs/proofs-theorem_5.md.  After folding, a neuron is +-M sigma(<v, y_i>) with
   |v|, |y_i| <= 1.  A sum p of at most T vectors +-eta y_i has |<v - p, y_i>| <= eta for all i,
   where 1 < (T + 1) eta^2; then +-M sigma(<p, y_i> - eta) is 0 where the neuron is inactive, and
   differs from it by at most 2 eta M where it is active. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube cauchy_schwarz folding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Greedy.
Variables (F : rcfType) (E : finType) (N : nat) (y : 'I_N -> E -> F) (eta : F).
Hypotheses (y1 : forall i, normsq (y i) <= 1) (eta0 : 0 < eta).

Definition step (a : option ('I_N * bool)) (e : E) : F :=
  if a is Some (i, b) then sign F b * y i e else 0.
Definition greedy_sum (T : nat) (c : {ffun 'I_T -> option ('I_N * bool)}) (e : E) : F :=
  eta * \sum_l step (c l) e.

Lemma normsq_ge0 (v : E -> F) : 0 <= normsq v.
Proof. by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0. Qed.

Lemma greedy (T : nat) (v : E -> F) : normsq v < T.+1%:R * eta ^+ 2 ->
  exists c : {ffun 'I_T -> option ('I_N * bool)},
    forall i, `|dot v (y i) - dot (greedy_sum c) (y i)| <= eta.
Proof.
elim: T v => [|T IH] v vT.
  exists [ffun=> None] => i; rewrite [X in _ - X]big1 ?subr0 => [|e _]; last first.
    by rewrite /greedy_sum big_ord0 mulr0 mul0r.
  rewrite -ler_sqr ?nnegrE ?(ltW eta0) // real_normK ?num_real //.
  apply: le_trans (dot_sq_le _ _) _; rewrite -[X in _ <= X]mulr1.
  by apply: ler_pmul; rewrite ?normsq_ge0 // ltW // -[X in _ < X]mul1r.
case: (boolP [forall i, `|dot v (y i)| <= eta]) => [/forallP all|].
  exists [ffun=> None] => i; rewrite [X in _ - X]big1 ?subr0 // => e _.
  by rewrite /greedy_sum big1 ?mulr0 ?mul0r // => l _; rewrite ffunE.
rewrite negb_forall => /existsP[i]; rewrite -ltNge => large.
pose b := 0 <= dot v (y i); pose v' e := v e - eta * (sign F b * y i e).
have vb : sign F b * dot v (y i) = `|dot v (y i)|.
  by rewrite /b /sign; case: lerP => [/ger0_norm ->|/ltr0_norm ->]; rewrite ?mul1r ?mulN1r.
have v'T : normsq v' < T.+1%:R * eta ^+ 2.
  have -> : normsq v' = normsq v - 2%:R * eta * (sign F b * dot v (y i)) + eta ^+ 2 * normsq (y i).
    rewrite /normsq /dot !mulr_sumr -sumrB -big_split; apply: eq_bigr => e _ /=.
    rewrite (_ : eta ^+ 2 * _ = sign F b * sign F b * (eta ^+ 2 * (y i e * y i e))); last first.
      by rewrite sign_sq mul1r.
    by rewrite /v'; ring.
  rewrite vb; have e2 : 0 <= eta ^+ 2 by rewrite sqr_ge0.
  apply: (@lt_le_trans _ _ (T.+2%:R * eta ^+ 2 - 2%:R * eta * eta + eta ^+ 2 * 1)).
    apply: ltr_le_add; last by rewrite ler_wpmul2l.
    by apply: ltr_le_sub => //; rewrite ler_wpmul2l ?mulr_ge0 ?ler0n ?(ltW eta0) ?(ltW large).
  by apply: le_of_eq; rewrite -[T.+2]add1n natrD; ring.
have [c cv] := IH _ v'T.
exists [ffun l => if unlift ord0 l is Some l' then c l' else Some (i, b)] => i'.
rewrite (_ : _ - _ = dot v' (y i') - dot (greedy_sum c) (y i')) //.
rewrite /dot -!sumrB; apply: eq_bigr => e _.
rewrite /greedy_sum big_ord_recl ffunE unlift_none /=.
rewrite (eq_bigr (fun l => step (c l) e)) => [|l _]; last by rewrite ffunE liftK.
rewrite /v'.
set S := \sum_(l < T) _; rewrite -/S; clearbody S.
by ring.
Qed.

End Greedy.

Section Cover.
Variables (F : rcfType) (E : finType) (N s k T : nat) (x : 'I_N -> E -> F) (W B R t : F).
Let M := W * R + B.
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R) (M0 : 0 < M) (k0 : (0 < k)%N) (t0 : 0 < t).
Hypotheses (xR : forall i, normsq (x i) <= R ^+ 2).
Hypothesis large : (2%:R * k%:R * M / t) ^+ 2 < T.+1%:R.
Let y i := folded_point W B R (x i).
Let eta := t / (2%:R * k%:R * M).

Definition code := [finType of {ffun 'I_s -> bool * {ffun 'I_T -> option ('I_N * bool)}}].
Definition decode (c : code) (i : 'I_N) : F :=
  \sum_j sign F (c j).1 * (M * relu (dot (greedy_sum y eta (c j).2) (y i) - eta)).

Lemma card_code : #|code| = ((2 * N.*2.+1 ^ T) ^ s)%N.
Proof.
by rewrite card_ffun card_prod card_bool card_ffun card_option card_prod card_bool !card_ord muln2.
Qed.

Lemma kM0 : 0 < 2%:R * k%:R * M. Proof. by rewrite !mulr_gt0 ?ltr0n. Qed.
Lemma eta_gt0 : 0 < eta. Proof. by rewrite divr_gt0 // kM0. Qed.

(** The change of one neuron. *)
Lemma relu_near (a b : F) : `|a - b| <= eta ->
  `|relu (b - eta) - relu a| <= (0 < a)%R%:R * (2%:R * eta).
Proof.
move=> near; have /andP[lo hi] : - eta <= a - b <= eta by rewrite -ler_norml.
have b_a : b - eta <= a by rewrite -subr_ge0 (_ : _ - _ = a - b - - eta) ?subr_ge0 //; ring.
have a_b : a - 2%:R * eta <= b - eta.
  by rewrite -subr_ge0 (_ : _ - _ = eta - (a - b)) ?subr_ge0 //; ring.
case: (ltrP 0 a) => a0.
  have -> : relu a = a by apply/max_idPr/ltW.
  have lo' : b - eta <= relu (b - eta) by rewrite /relu le_maxr lexx orbT.
  have hi' : relu (b - eta) <= a by rewrite /relu le_maxl (ltW a0).
  rewrite mul1r distrC ger0_norm ?subr_ge0 // ler_subl_addr -ler_subl_addl.
  by apply: le_trans lo'.
rewrite mul0r (_ : relu a = 0); last by apply/max_idPl.
by rewrite (_ : relu _ = 0) ?subrr ?normr0 //; apply/max_idPl; apply: le_trans a0.
Qed.

(** Every network has a code that is near on all points. *)
Lemma decode_near (net : network F E [ord s]) : in_class x k (W ^+ 2) B net ->
  exists c, forall i, `|decode c i - eval net (x i)| <= t.
Proof.
move=> [sparse [sW sB]]; have e0 := eta_gt0.
have me0 : 0 <= M * (2%:R * eta) by apply: mulr_ge0 (ltW M0) (mulr_ge0 (ler0n F 2) (ltW e0)).
have y1 i : normsq (y i) <= 1 by apply: folded_point_le.
have vT j : normsq (folded_neuron W B R (net j)) < T.+1%:R * eta ^+ 2.
  apply: le_lt_trans (folded_neuron_le W0 B0 R0 M0 (sW j j) (sB j j)) _.
  have -> : eta = (2%:R * k%:R * M / t)^-1 by rewrite invf_div.
  by rewrite exprVn ltr_pdivl_mulr ?mul1r // exprn_gt0 // divr_gt0 // kM0.
have /fin_all_exists[c near] j := greedy y1 e0 (vT j).
exists [ffun j => (0 <= outw (net j), c j)] => i.
apply: (@le_trans _ _ (\sum_(j in active net (x i)) M * (2%:R * eta))); last first.
  rewrite sumr_const -[_ *+ #|_|]mulr_natr (_ : t = M * (2%:R * eta) * k%:R).
    by apply: ler_wpmul2l => //; rewrite ler_nat; apply: sparse.
  by rewrite -[LHS](divfK (lt0r_neq0 kM0)) -/eta; ring.
rewrite /decode /eval -sumrB; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite [X in _ <= X]big_mkcond; apply: ler_sum => j _; rewrite ffunE /=.
set v := dot (folded_neuron W B R (net j)) (y i).
have dotE : `|outw (net j)| * preact (net j) (x i) = M * v.
  by have := folded_dot W0 B0 R0 M0 (sW j j) (sB j j) (xR i).
have relu_scale (a z : F) : 0 <= a -> a * relu z = relu (a * z).
  by move=> a0; rewrite /relu maxr_pmulr // mulr0.
have -> : outw (net j) * relu (preact (net j) (x i)) = sign F (0 <= outw (net j)) * (M * relu v).
  rewrite (relu_scale M v (ltW M0)) -dotE -relu_scale ?normr_ge0 // mulrA; congr (_ * _).
  by rewrite /sign; case: lerP => [/ger0_norm ->|/ltr0_norm ->]; rewrite ?mul1r ?mulN1r ?opprK.
rewrite -mulrBr normrM sign_norm mul1r -mulrBr normrM gtr0_norm //.
apply: le_trans (ler_wpmul2l (ltW M0) (relu_near (near j i))) _.
rewrite inE; case: (ltrP 0 v) => v0; last first.
  by rewrite mul0r mulr0; case: ifP => _ //.
rewrite mul1r ifT // ltNge; apply/negP => pre.
have : 0 < `|outw (net j)| * preact (net j) (x i) by rewrite dotE mulr_gt0.
by rewrite ltNge mulr_ge0_le0.
Qed.

(** A list of vectors that covers the class. *)
Lemma sparse_cover : exists cover : seq {ffun 'I_N -> F},
  size cover = ((2 * N.*2.+1 ^ T) ^ s)%N /\
  forall net : network F E [ord s], in_class x k (W ^+ 2) B net ->
    exists2 g, g \in cover & forall i, `|g i - eval net (x i)| <= t.
Proof.
exists [seq [ffun i => decode c i] | c <- enum code]; split.
  by rewrite size_map -cardE card_code.
move=> net cls; have [c near] := decode_near cls.
exists [ffun i => decode c i]; first by apply: map_f; rewrite mem_enum.
by move=> i; rewrite ffunE.
Qed.

End Cover.
