(** * The mean gain of any vectors, without sparsity

   For each vector z of signs let V(z) be a vector of the unit ball.  Functions phi_i with
   |phi_i(s) - phi_i(t)| <= |a_i(s) - a_i(t)| may be replaced by the a_i in the mean of
   sum_i z_i phi_i(V(z)), if V is changed (contraction): of V(z) and V(z'), where z' is z with the
   sign i flipped, the one with the larger a_i goes to z_i = 1.  With relu t = (t + |t|)/2 the mean
   of |sum_i z_i relu <V(z), y_i>| is at most 3/2 sqrt m. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cauchy_schwarz cube fourier.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Contraction.
Variables (F : realFieldType) (I : finType) (T : Type) (a phi : I -> T -> F).
Hypothesis lipschitz : forall i s t, `|phi i s - phi i t| <= `|a i s - a i t|.
Implicit Types (z : cube I) (V : cube I -> T).

(** One sign. *)
Lemma contract_one (A : cube I -> T -> F) i V : (forall z t, A (flip z i) t = A z t) ->
  exists2 V', (forall z, exists z', V' z = V z') &
  avg (fun z => A z (V z) + sign F (z i) * phi i (V z))
  <= avg (fun z => A z (V' z) + sign F (z i) * a i (V' z)).
Proof.
move=> Ai; pose c z := 0 <= sign F (z i) * (a i (V z) - a i (V (flip z i))).
have zi z : sign F (flip z i i) = - sign F (z i) by rewrite ffunE eqxx sign_neg.
have cE z : c (flip z i) = c z by rewrite /c zi flipK -mulrNN opprK opprB.
exists (fun z => if c z then V z else V (flip z i)) => [z|].
  by case: (c z); [exists z | exists (flip z i)].
set f := fun z => _; set g := fun z => _.
have half (h : cube I -> F) : avg h = avg (fun z => (h z + h (flip z i)) / 2%:R).
  have -> : avg (fun z => (h z + h (flip z i)) / 2%:R)
      = avg (fun z => 2%:R^-1 * (h z + h (flip z i))) by apply: avg_ext => z; rewrite mulrC.
  by rewrite avgZ avgD avg_flip; field.
rewrite (half f) (half g); apply: ler_avg => z; apply: ler_wpmul2r.
  by rewrite invr_ge0 ler0n.
rewrite /f /g cE zi flipK !Ai; set s := sign F (z i); set u := V z; set v := V (flip z i).
have le : s * (phi i u - phi i v) <= `|s * (a i u - a i v)|.
  apply: le_trans (ler_norm _) _; rewrite !normrM sign_norm !mul1r; exact: lipschitz.
rewrite -subr_ge0 in le; rewrite -subr_ge0.
have cz : c z = (0 <= s * (a i u - a i v)) by [].
case: ifP => cT; rewrite (_ : _ - _ = `|s * (a i u - a i v)| - s * (phi i u - phi i v)) //.
  by rewrite ger0_norm -?cz //; ring.
by rewrite ltr0_norm ?ltNge -?cz ?cT //; ring.
Qed.

(** All signs. *)
Lemma contract_some (s : seq I) V :
  exists2 V', (forall z, exists z', V' z = V z') &
  avg (fun z => \sum_i sign F (z i) * phi i (V z))
  <= avg (fun z => \sum_i sign F (z i) * (if i \in s then a i (V' z) else phi i (V' z))).
Proof.
elim: s => [|i s [V1 V1V IH]]; first by exists V => // z; exists z.
have [is_|is_] := boolP (i \in s).
  exists V1 => //; apply: le_trans IH _; apply: ler_avg => z; apply: ler_sum => j _.
  by rewrite in_cons; case: eqP => [->|//]; rewrite is_.
pose A z t := \sum_(j | j != i) sign F (z j) * (if j \in s then a j t else phi j t).
have Ai z t : A (flip z i) t = A z t.
  by apply: eq_bigr => j /negbTE ji; rewrite ffunE ji.
have [V2 V2V le] := contract_one V1 Ai.
exists V2 => [z|].
  by have [z1 ->] := V2V z; apply: V1V.
apply: le_trans IH _; apply: le_trans (le_trans _ le) _; apply: ler_avg => z.
  by rewrite (bigD1 i) //= (negbTE is_) addrC.
rewrite [X in _ <= X](bigD1 i) //= in_cons eqxx addrC ler_add2l.
by apply: ler_sum => j /negbTE ji; rewrite in_cons ji.
Qed.

Lemma contraction V : exists2 V', (forall z, exists z', V' z = V z') &
  avg (fun z => \sum_i sign F (z i) * phi i (V z))
  <= avg (fun z => \sum_i sign F (z i) * a i (V' z)).
Proof.
have [V' V'V le] := contract_some (enum I) V; exists V' => //.
apply: le_trans le _; apply: ler_avg => z; apply: ler_sum => i _.
by rewrite mem_enum.
Qed.

End Contraction.

(** ** Sums of signs *)

Section Signs.
Variables (F : rcfType) (I E : finType) (y : I -> E -> F).
Hypothesis y1 : forall i, normsq (y i) <= 1.
Implicit Types (z : cube I) (V : cube I -> E -> F).

Lemma avg_sign_pair (i j : I) : avg (fun z => sign F (z i) * sign F (z j)) = (i == j)%:R.
Proof.
rewrite -(inj_eq (@set1_inj I)) -avg_chi; apply: avg_ext => z.
by rewrite /chi !big_set1.
Qed.

(** The mean square of a sum of signs. *)
Lemma avg_sign_sum_sq (b : I -> F) :
  avg (fun z => (\sum_i sign F (z i) * b i) ^+ 2) = \sum_i b i ^+ 2.
Proof.
rewrite (@avg_ext _ _ _ (fun z => \sum_i \sum_j (b i * b j) * (sign F (z i) * sign F (z j)))).
  rewrite avg_sum; apply: eq_bigr => i _; rewrite avg_sum (bigD1 i) //=.
  rewrite avgZ avg_sign_pair eqxx mulr1 -expr2 big1 ?addr0 // => j ji.
  by rewrite avgZ avg_sign_pair eq_sym (negbTE ji) mulr0.
move=> z; rewrite expr2 mulr_suml; apply: eq_bigr => i _.
by rewrite mulr_sumr; apply: eq_bigr => j _; ring.
Qed.

(** E |sum_i z_i y_i|^2 <= m. *)
Lemma avg_normsq_sum_le :
  avg (fun z => normsq (fun e => \sum_i sign F (z i) * y i e)) <= #|I|%:R.
Proof.
rewrite (@avg_ext _ _ _ (fun z => \sum_e (\sum_i sign F (z i) * y i e) ^+ 2)); last first.
  by move=> z; apply: eq_bigr => e _; rewrite expr2.
rewrite avg_sum (eq_bigr _ (fun e _ => avg_sign_sum_sq (fun i => y i e))) exchange_big /=.
rewrite -sum1_card natr_sum; apply: ler_sum => i _; apply: le_trans (y1 i).
by apply: le_of_eq; apply: eq_bigr => e _; rewrite expr2.
Qed.

Section UnitBall.
Variable V : cube I -> E -> F.
Hypothesis V1 : forall z, normsq (V z) <= 1.

Lemma linear_le :
  avg (fun z => `|\sum_i sign F (z i) * dot (V z) (y i)|) <= Num.sqrt #|I|%:R.
Proof.
case: (posnP #|I|) => [I0|I0].
  rewrite I0 sqrtr0; apply: le_of_eq; rewrite /avg big1 ?mul0r // => z _.
  by rewrite big1 ?normr0 // => i _; have := card0_eq I0 i; rewrite inE.
have r0 : 0 < Num.sqrt #|I|%:R :> F by rewrite sqrtr_gt0 ltr0n.
have rr : Num.sqrt #|I|%:R ^+ 2 = #|I|%:R :> F by rewrite sqr_sqrtr ?ler0n.
set r := Num.sqrt _ in r0 rr *.
pose N z := normsq (fun e => \sum_i sign F (z i) * y i e).
apply: (@le_trans _ _ (avg (fun z => (2%:R * r)^-1 * N z + r / 2%:R))); last first.
  rewrite avgD avgZ (avg_const _ (card_cube I)).
  apply: (@le_trans _ _ ((2%:R * r)^-1 * #|I|%:R + r / 2%:R)).
    rewrite ler_add2r; apply: ler_wpmul2l avg_normsq_sum_le.
    by rewrite invr_ge0 mulr_ge0 ?ler0n // ltW.
  by rewrite -rr; apply: le_of_eq; field; rewrite lt0r_neq0.
apply: ler_avg => z.
have -> : \sum_i sign F (z i) * dot (V z) (y i)
    = dot (V z) (fun e => \sum_i sign F (z i) * y i e).
  rewrite /dot; under eq_bigr => i _ do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => e _; rewrite mulr_sumr.
  by apply: eq_bigr => i _; rewrite mulrCA.
have := dot_sq_le (V z) (fun e => \sum_i sign F (z i) * y i e).
rewrite -/(N z) -real_normK ?num_real //; move: `|_| => t le.
have N0 : 0 <= N z by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
have {le} le : t ^+ 2 <= N z by apply: le_trans le _; rewrite ler_pimull.
rewrite -subr_ge0 (_ : _ - _ = ((t - r) ^+ 2 + (N z - t ^+ 2)) / (2%:R * r)); last first.
  by field; rewrite lt0r_neq0.
apply: divr_ge0; last by rewrite mulr_ge0 ?ler0n // ltW.
by rewrite addr_ge0 ?sqr_ge0 // subr_ge0.
Qed.

End UnitBall.

(** With a contraction before the sum, for vectors that may depend on the signs. *)
Lemma contracted_le (phi : F -> F) V : (forall s t, `|phi s - phi t| <= `|s - t|) ->
  (forall z, normsq (V z) <= 1) ->
  avg (fun z => \sum_i sign F (z i) * phi (dot (V z) (y i))) <= Num.sqrt #|I|%:R.
Proof.
move=> lip V1; pose a i v := dot v (y i).
have [V' V'V le] := @contraction _ _ _ a (fun i v => phi (a i v)) (fun i s t =>
  lip (a i s) (a i t)) V.
apply: le_trans le _; apply: le_trans (linear_le (V := V') _).
  by apply: ler_avg => z; apply: ler_norm.
by move=> z; have [z' ->] := V'V z.
Qed.

Lemma absolute_le V : (forall z, normsq (V z) <= 1) ->
  avg (fun z => `|\sum_i sign F (z i) * `|dot (V z) (y i)| |) <= 2%:R * Num.sqrt #|I|%:R.
Proof.
move=> V1; pose P z := \sum_i sign F (z i) * `|dot (V z) (y i)|.
pose U (b : bool) z e : F := if b then V z e else 0.
have dotU b z i : dot (U b z) (y i) = if b then dot (V z) (y i) else 0.
  by case: b; rewrite // /dot big1 // => e _; rewrite mul0r.
have U1 (b : cube I -> bool) z : normsq (U (b z) z) <= 1.
  case: (b z) => //; apply: le_trans ler01; apply: le_of_eq.
  by rewrite /normsq /dot big1 // => e _; rewrite mul0r.
have lip (s t : F) : `| `|s| - `|t| | <= `|s - t| :> F by apply: ler_dist_dist.
have lipN (s t : F) : `| - `|s| - - `|t| | <= `|s - t| :> F.
  by rewrite -opprD normrN; apply: ler_dist_dist.
have plus := contracted_le lip (U1 (fun z => 0 <= P z)).
have minus := contracted_le lipN (U1 (fun z => P z < 0)).
rewrite mulr_natl mulr2n; apply: le_trans (ler_add plus minus); rewrite -avgD.
apply: ler_avg => z; rewrite -/(P z).
have sumE (b : bool) : \sum_i sign F (z i) * `|dot (U b z) (y i)| = if b then P z else 0.
  case: b; first by apply: eq_bigr => i _; rewrite dotU.
  by rewrite big1 // => i _; rewrite dotU normr0 mulr0.
have -> : \sum_i sign F (z i) * - `|dot (U (P z < 0) z) (y i)| = - (if P z < 0 then P z else 0).
  by rewrite -sumE -sumrN; apply: eq_bigr => i _; rewrite mulrN.
by rewrite sumE; case: ltP => P0; [rewrite ltr0_norm // add0r | rewrite ger0_norm // oppr0 addr0].
Qed.

(** E |G(V)| <= 3/2 sqrt m. *)
Lemma three_halves V : (forall z, normsq (V z) <= 1) ->
  avg (fun z => `|\sum_i sign F (z i) * relu (dot (V z) (y i))|)
  <= 3%:R / 2%:R * Num.sqrt #|I|%:R.
Proof.
move=> V1; have lin := linear_le V1; have abs := absolute_le V1.
have half (t : F) : relu t = (t + `|t|) / 2%:R.
  rewrite /relu; case: (leP 0 t) => t0; first by rewrite ger0_norm //; field.
  by rewrite ltr0_norm // subrr mul0r.
apply: (@le_trans _ _ (avg (fun z => 2%:R^-1 * `|\sum_i sign F (z i) * dot (V z) (y i)|
    + 2%:R^-1 * `|\sum_i sign F (z i) * `|dot (V z) (y i)| |))).
  apply: ler_avg => z; have h0 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
  rewrite -[in X in _ <= X](ger0_norm h0) -!normrM.
  apply: le_trans (ler_norm_add _ _); rewrite !mulr_sumr -big_split /=.
  by apply: le_of_eq; congr `|_|; apply: eq_bigr => i _;
    rewrite half -!mulrDr [RHS]mulrCA; congr (_ * _); rewrite mulrC.
rewrite avgD !avgZ.
have h0 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
apply: le_trans (ler_add (ler_wpmul2l h0 lin) (ler_wpmul2l h0 abs)) _.
by apply: le_of_eq; field.
Qed.

End Signs.
