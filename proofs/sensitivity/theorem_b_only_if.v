(** * Where Theorem A is an equality (Theorem B, the "only if")

   If AS(h) = 4 k^2 W^2 then every inequality in the proof of Theorem A is an equality: k neurons
   are active at every point, and an active neuron loses its activity with the flip of any
   coordinate that it reads, so that it is active on one pattern of these coordinates. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cauchy_schwarz cube average_sensitivity
  attained.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma avg_eq0 (F : realFieldType) (T : finType) (f : T -> F) :
  (forall t, 0 <= f t) -> avg f = 0 -> forall t, f t = 0.
Proof.
move=> f0 /eqP; rewrite mulf_eq0 invr_eq0 pnatr_eq0 => /orP[/eqP s0|/eqP T0] t.
  by apply: (psumr_eq0P _ s0).
by have := card0_eq T0 t; rewrite inE.
Qed.

Lemma sign_injective (F : realFieldType) : injective (@sign F).
Proof.
have ne : 1 != -1 :> F by rewrite -subr_eq0 opprK -[1 + 1]/(2%:R) pnatr_eq0.
by move=> [] [] //= e; case/eqP: ne; [exact: e | exact: esym e].
Qed.

Section Equality.
Variables (F : realFieldType) (E J : finType) (net : network F E J) (k : nat) (Wsq : F).
Hypotheses (k0 : (0 < k)%N) (W0 : 0 < Wsq).
Hypothesis sp : sparse_on (@pt F E) k net.
Hypothesis sc : forall j, outw (net j) ^+ 2 * normsq (inw (net j)) <= Wsq.
Hypothesis full : AS (fn net) = 4%:R * k%:R ^+ 2 * Wsq.
Local Notation R x := (active net (pt F x)).
Local Notation z j x := (preact (net j) (pt F x)).

Let a j i := outw (net j) ^+ 2 * inw (net j) i ^+ 2.
Let c j x i := outw (net j) * (relu (z j x) - relu (z j (flip x i))).
Let ind j x : F := (j \in R x)%:R.
Let G x i := \sum_j a j i * (ind j x + ind j (flip x i)).
Let K x := \sum_j ind j x * (outw (net j) ^+ 2 * normsq (inw (net j))).

Lemma ind_ge0 j x : 0 <= ind j x. Proof. exact: ler0n. Qed.

Lemma relu_sq j x i : (relu (z j x) - relu (z j (flip x i))) ^+ 2
  <= 4%:R * inw (net j) i ^+ 2 * ((j \in R x) || (j \in R (flip x i)))%:R.
Proof.
have le := relu_lip (z j x) (z j (flip x i)); rewrite -[X in X <= _]real_normK ?num_real //.
apply: (@le_trans _ _ ((`|z j x - z j (flip x i)|
    * ((0 < z j x) || (0 < z j (flip x i)))%:R) ^+ 2)).
  by rewrite ler_sqr ?nnegrE ?normr_ge0 // mulr_ge0 ?normr_ge0 ?ler0n.
rewrite exprMn real_normK ?num_real // preact_flip !inE; apply: le_of_eq.
have s1 := sign_sq F (x i); rewrite -/(pt F x i) in s1.
have -> : (2%:R * inw (net j) i * pt F x i) ^+ 2
          = 4%:R * inw (net j) i ^+ 2 * (pt F x i * pt F x i) by ring.
by rewrite s1 mulr1; case: (_ || _); rewrite ?expr1n ?expr0n.
Qed.

Lemma c_sq j x i : c j x i ^+ 2 <= 4%:R * (a j i * (ind j x + ind j (flip x i))).
Proof.
rewrite /c exprMn (_ : 4%:R * _ = outw (net j) ^+ 2
  * (4%:R * inw (net j) i ^+ 2 * (ind j x + ind j (flip x i)))); last by rewrite /a; ring.
apply: ler_wpmul2l; first exact: sqr_ge0.
apply: le_trans (relu_sq j x i) _; apply: ler_wpmul2l.
  by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
rewrite /ind -natrD ler_nat.
by case: (j \in R x); case: (j \in R (flip x i)).
Qed.

Lemma change_sq x i :
  (fn net x - fn net (flip x i)) ^+ 2 <= (2 * k)%N%:R * \sum_j c j x i ^+ 2.
Proof.
pose S := R x :|: R (flip x i).
have S2 : (#|S| <= 2 * k)%N.
  by rewrite mul2n -addnn; apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add.
have c_out j : j \notin S -> c j x i = 0.
  move=> no; apply/eqP; rewrite -sqrf_eq0 eq_le sqr_ge0 andbT.
  apply: le_trans (c_sq j x i) _; rewrite /ind.
  by move: no; rewrite in_setU negb_or => /andP[/negbTE -> /negbTE ->]; rewrite addr0 !mulr0.
have -> : fn net x - fn net (flip x i) = \sum_(j in S) c j x i.
  rewrite /fn /eval -sumrB [RHS]big_mkcond; apply: eq_bigr => j _; rewrite -mulrBr.
  by case: (boolP (j \in S)) => // /c_out.
apply: le_trans (cauchy _ _) _; apply: ler_pmul; rewrite ?ler0n ?ler_nat //.
  by apply: sumr_ge0 => j _; apply: sqr_ge0.
rewrite big_mkcond /=; apply: ler_sum => j _; case: (j \in S) => //; exact: sqr_ge0.
Qed.

Lemma sum_c_le x i : \sum_j c j x i ^+ 2 <= 4%:R * G x i.
Proof. by rewrite /G mulr_sumr; apply: ler_sum => j _; apply: c_sq. Qed.

Lemma change_le x i : 0 <= (2 * k)%N%:R * G x i - (fn net x - fn net (flip x i)) ^+ 2 / 4%:R.
Proof.
rewrite subr_ge0 ler_pdivr_mulr ?ltr0n //; apply: le_trans (change_sq x i) _.
by rewrite -mulrA [G x i * _]mulrC; apply: ler_wpmul2l; [exact: ler0n | exact: sum_c_le].
Qed.

Lemma K_le_card x : K x <= #|R x|%:R * Wsq.
Proof.
rewrite /K -sum1_card natr_sum mulr_suml [X in _ <= X]big_mkcond; apply: ler_sum => j _.
by rewrite /ind; case: (j \in R x); rewrite ?mul1r ?mul0r.
Qed.

Lemma K_le x : 0 <= k%:R * Wsq - K x.
Proof.
rewrite subr_ge0; apply: le_trans (K_le_card x) _; apply: ler_wpmul2r; first exact: ltW.
by rewrite ler_nat.
Qed.

Lemma sum_G : \sum_i avg (fun x => G x i) = 2%:R * avg K.
Proof.
have half : \sum_i avg (fun x => \sum_j a j i * ind j x) = avg K.
  rewrite -avg_sum; apply: avg_ext => x; rewrite exchange_big; apply: eq_bigr => j _ /=.
  rewrite -mulr_suml mulrC /a -mulr_sumr /normsq /dot; congr (_ * (_ * _)).
rewrite (eq_bigr (fun i => 2%:R * avg (fun x => \sum_j a j i * ind j x))) => [|i _].
  by rewrite -mulr_sumr half.
rewrite (@avg_ext _ _ _ (fun x => \sum_j a j i * ind j x
    + \sum_j a j i * ind j (flip x i))) => [|x].
  by rewrite avgD (avg_flip (fun x => \sum_j a j i * ind j x) i) -[2%:R]/(1 + 1) mulrDl !mul1r.
by rewrite -big_split; apply: eq_bigr => j _; rewrite mulrDr.
Qed.

(** Every inequality is an equality. *)
Lemma all_equal :
  (forall x i, (2 * k)%N%:R * G x i = (fn net x - fn net (flip x i)) ^+ 2 / 4%:R) /\
  (forall x, K x = k%:R * Wsq).
Proof.
pose P i := avg (fun x => (2 * k)%N%:R * G x i - (fn net x - fn net (flip x i)) ^+ 2 / 4%:R).
pose Q := avg (fun x => k%:R * Wsq - K x).
have P0 i : 0 <= P i by apply: avg_ge0 => x; apply: change_le.
have Q0 : 0 <= Q by apply: avg_ge0 => x; apply: K_le.
have total : \sum_i P i + 4%:R * k%:R * Q = 0.
  have -> : \sum_i P i = (2 * k)%N%:R * (2%:R * avg K) - 4%:R * k%:R ^+ 2 * Wsq.
    rewrite -sum_G -full AS_sum mulr_sumr -sumrB; apply: eq_bigr => i _.
    by rewrite /P avgB avgZ.
  by rewrite /Q avgB avg_const ?card_cube // natrM; move: (avg K) => r; ring.
have sP0 : 0 <= \sum_i P i by apply: sumr_ge0.
have kQ0 : 0 <= 4%:R * k%:R * Q by apply: mulr_ge0 => //; rewrite mulr_ge0 ?ler0n.
move/eqP: total; rewrite paddr_eq0 // => /andP[/eqP sP /eqP kQ].
have Qe : Q = 0.
  move/eqP: kQ; rewrite mulf_eq0 => /orP[|/eqP //].
  by rewrite -natrM pnatr_eq0 muln_eq0 [k == 0%N]eqn0Ngt k0.
split=> [x i|x].
  have Pi : P i = 0 by apply: (psumr_eq0P _ sP) => // l _; apply: P0.
  by have /eqP := avg_eq0 (fun x => change_le x i) Pi x; rewrite subr_eq0 => /eqP.
by have /eqP := avg_eq0 K_le Qe x; rewrite subr_eq0 => /eqP.
Qed.

Lemma active_full x : #|R x| = k.
Proof.
have [_ /(_ x) e] := all_equal; apply/eqP; rewrite eqn_leq sp /=.
by have := K_le_card x; rewrite e ler_pmul2r // ler_nat.
Qed.

Lemma scale_full x j : j \in R x -> outw (net j) ^+ 2 * normsq (inw (net j)) = Wsq.
Proof.
move=> jR; have [_ /(_ x) e] := all_equal.
pose g j := ind j x * (Wsq - outw (net j) ^+ 2 * normsq (inw (net j))).
have g0 l : 0 <= g l by apply: mulr_ge0; [exact: ind_ge0 | rewrite subr_ge0; apply: sc].
have s0 : \sum_l g l = 0.
  rewrite (eq_bigr (fun l => ind l x * Wsq
    - ind l x * (outw (net l) ^+ 2 * normsq (inw (net l))))) => [|l _]; last exact: mulrBr.
  rewrite sumrB -/(K x) e -mulr_suml; apply/eqP; rewrite subr_eq0; apply/eqP; congr (_ * _).
  rewrite -(active_full x) -sum1_card natr_sum [RHS]big_mkcond; apply: eq_bigr => l _.
  by rewrite /ind; case: (l \in R x).
have gj : g j = 0 by apply: (psumr_eq0P _ s0) => // l _; apply: g0.
by move: gj; rewrite /g /ind jR mul1r => /eqP; rewrite subr_eq0 => /eqP.
Qed.

Lemma change_full x i j : c j x i ^+ 2 = 4%:R * (a j i * (ind j x + ind j (flip x i))).
Proof.
have [/(_ x i) e _] := all_equal.
have le : (2 * k)%N%:R * (4%:R * G x i) <= (2 * k)%N%:R * \sum_j c j x i ^+ 2.
  apply: le_trans (change_sq x i).
  have -> : (2 * k)%N%:R * (4%:R * G x i) = 4%:R * ((2 * k)%N%:R * G x i) by ring.
  by rewrite e mulrC divfK // pnatr_eq0.
rewrite ler_pmul2l in le; last by rewrite ltr0n muln_gt0.
pose g j := 4%:R * (a j i * (ind j x + ind j (flip x i))) - c j x i ^+ 2.
have g0 l : 0 <= g l by rewrite subr_ge0; apply: c_sq.
have s0 : \sum_l g l = 0.
  by apply/eqP; rewrite eq_le sumr_ge0 ?andbT // sumrB -mulr_sumr subr_le0.
have gj : g j = 0 by apply: (psumr_eq0P _ s0) => // l _; apply: g0.
by move: gj; rewrite /g => /eqP; rewrite subr_eq0 => /eqP.
Qed.

(** A coordinate that an active neuron reads. *)
Lemma active_weight x j i : j \in R x -> inw (net j) i != 0 ->
  z j x = 2%:R * `|inw (net j) i| /\ inw (net j) i * pt F x i = `|inw (net j) i|.
Proof.
move=> jR w0; have z0 : 0 < z j x by move: jR; rewrite inE.
have u0 : outw (net j) != 0.
  apply: contraTneq W0 => u0.
  by rewrite -(scale_full jR) u0 expr0n mul0r ltxx.
have u2 : 0 < outw (net j) ^+ 2 by rewrite lt_neqAle sqr_ge0 andbT eq_sym sqrf_eq0.
have w2 : 0 < inw (net j) i ^+ 2 by rewrite lt_neqAle sqr_ge0 andbT eq_sym sqrf_eq0.
have a0 : 0 < a j i by rewrite mulr_gt0.
have e := change_full x i j.
have aE : 4%:R * a j i = outw (net j) ^+ 2 * (4%:R * inw (net j) i ^+ 2) by rewrite /a; ring.
have out : j \notin R (flip x i).
  apply/negP => jR'; have : c j x i ^+ 2 <= 4%:R * a j i.
    rewrite /c exprMn aE; apply: ler_wpmul2l; first exact: sqr_ge0.
    by apply: le_trans (relu_sq j x i) _; rewrite jR mulr1.
  rewrite e /ind jR jR' mulrDr mulr1 ler_pmul2l ?ltr0n // ger_addl leNgt a0 //.
have zf : z j (flip x i) <= 0 by move: out; rewrite inE -leNgt.
have zw : z j x = 2%:R * `|inw (net j) i|.
  move: e; rewrite /c /ind jR (negbTE out) addr0 mulr1 /relu (max_idPr (ltW z0)) (max_idPl zf).
  rewrite subr0 exprMn aE => /(mulfI (lt0r_neq0 u2)) e.
  apply/eqP; rewrite -(@eqr_expn2 _ 2) ?mulr_ge0 ?ler0n ?normr_ge0 ?ltW //.
  by rewrite e exprMn real_normK ?num_real // -natrX.
split=> //; apply/eqP; rewrite eq_le; apply/andP; split.
  by apply: le_trans (ler_norm _) _; rewrite normrM sign_norm mulr1.
have := preact_flip (net j) x i; move: zf; rewrite zw => zf e'.
rewrite -(@ler_pmul2l _ 2%:R) ?ltr0n // mulrA -e'.
by rewrite ler_addl oppr_ge0.
Qed.

(** The neurons that are active somewhere. *)
Lemma active_form x j : j \in R x -> let P := [set i | inw (net j) i != 0] in
  exists2 v : F, 0 < v &
    [/\ forall i, inw (net j) i = if i \in P then v * pt F x i else 0,
        bias (net j) = (#|P|%:R - 2%:R) * v
      & outw (net j) ^+ 2 * (#|P|%:R * v ^+ 2) = Wsq].
Proof.
move=> jR P; have z0 : 0 < z j x by move: jR; rewrite inE.
pose v := z j x / 2%:R; have v0 : 0 < v by rewrite divr_gt0 ?ltr0n.
have wP i : i \in P -> `|inw (net j) i| = v.
  by rewrite inE => /(active_weight jR)[e _]; rewrite /v e mulrC mulKf // pnatr_eq0.
have form i : inw (net j) i = if i \in P then v * pt F x i else 0.
  case: (boolP (i \in P)) => [iP|]; last by rewrite inE negbK => /eqP.
  have := iP; rewrite inE => /(active_weight jR)[_]; rewrite (wP _ iP) => <-.
  by rewrite -mulrA sign_sq mulr1.
have d : dot (inw (net j)) (pt F x) = #|P|%:R * v.
  rewrite /dot -sum1_card natr_sum mulr_suml [RHS]big_mkcond; apply: eq_bigr => i _.
  by rewrite form; case: (i \in P); rewrite ?mul0r // -mulrA sign_sq mulr1 mul1r.
have n : normsq (inw (net j)) = #|P|%:R * v ^+ 2.
  rewrite /normsq /dot -sum1_card natr_sum mulr_suml [RHS]big_mkcond; apply: eq_bigr => i _.
  rewrite form; case: (i \in P); rewrite ?mul0r // mul1r.
  by rewrite mulrACA sign_sq mulr1 expr2.
exists v => //; split=> //; last by rewrite -n (scale_full jR).
have : z j x = 2%:R * v by rewrite /v mulrC divfK // pnatr_eq0.
by rewrite /preact d => e; rewrite mulrBl -e opprB addrC subrK.
Qed.

(** A neuron that reads two coordinates is active on at most a quarter of the cube. *)
Lemma active_quarter j : (forall x, j \in R x -> (1 < #|[set i | inw (net j) i != 0%R]|)%N) ->
  avg (fun x => ind j x) <= 4%:R^-1.
Proof.
move=> two; have [/existsP[x0 jR0]|no] := boolP [exists x, j \in R x]; last first.
  rewrite (@avg_ext _ _ _ (fun=> 0)) => [|x].
    by rewrite avg_const ?card_cube // invr_ge0 ler0n.
  by rewrite /ind; case: (boolP (j \in R x)) => // jR; case/existsP: no; exists x.
have /card_gt1P[i1 [i2 [i1P i2P i12]]] := two x0 jR0; rewrite !inE in i1P i2P.
have pat i x y : inw (net j) i != 0 -> j \in R x -> j \in R y -> x i = y i.
  move=> w0 /active_weight/(_ w0)[_ ex] /active_weight/(_ w0)[_ ey].
  by move: ey; rewrite -ex /pt => /(mulfI w0)/sign_injective.
pose g (x : cube E) : F := (x i2 == x0 i2)%:R.
have step1 x : ind j x + ind j (flip x i1) <= g x.
  rewrite /ind /g; case: (boolP (j \in R x)) => jR; case: (boolP (j \in R (flip x i1))) => jR'.
  - by have := pat _ _ _ i1P jR jR'; rewrite ffunE eqxx; case: (x i1).
  - by rewrite (pat _ _ _ i2P jR jR0) eqxx addr0.
  - by have := pat _ _ _ i2P jR' jR0; rewrite ffunE eq_sym (negbTE i12) => ->; rewrite eqxx add0r.
  by rewrite addr0 ler0n.
have step2 x : g x + g (flip x i2) <= 1.
  by rewrite /g ffunE eqxx; case: (x i2); case: (x0 i2); rewrite ?addr0 ?add0r.
have h1 : 2%:R * avg (fun x => ind j x) <= avg g.
  rewrite -[2%:R]/(1 + 1) mulrDl !mul1r -{2}(avg_flip (fun x => ind j x) i1) -avgD.
  exact: ler_avg.
have h2 : 2%:R * avg g <= 1.
  rewrite -[2%:R]/(1 + 1) mulrDl !mul1r -{2}(avg_flip g i2) -avgD.
  by rewrite -[X in _ <= X](avg_const 1 (card_cube E)); apply: ler_avg.
rewrite -[X in _ <= X]mul1r ler_pdivl_mulr ?ltr0n // mulrC.
apply: le_trans h2; have -> : 4%:R = 2%:R * 2%:R :> F by rewrite -natrM.
by rewrite -mulrA; apply: ler_wpmul2l; rewrite ?ler0n.
Qed.

Lemma many_neurons : (forall x j, j \in R x -> (1 < #|[set i | inw (net j) i != 0%R]|)%N) ->
  (4 * k <= #|J|)%N.
Proof.
move=> two; have e : k%:R = \sum_j avg (fun x => ind j x).
  rewrite -avg_sum -[LHS](avg_const _ (card_cube E)); apply: avg_ext => x.
  rewrite -(active_full x) -sum1_card natr_sum [LHS]big_mkcond; apply: eq_bigr => j _.
  by rewrite /ind; case: (j \in R x).
rewrite -(ler_nat F) natrM e mulr_sumr -sum1_card natr_sum; apply: ler_sum => j _.
have := active_quarter (fun x => two x j).
by rewrite -[X in _ <= X]div1r ler_pdivl_mulr ?ltr0n // mulrC.
Qed.

End Equality.

(** The "only if" of Theorem B. *)
Lemma equality_only_if (F : realFieldType) (E J : finType) (net : network F E J) (k : nat)
    (W B : F) :
  (0 < k)%N -> 0 < W -> in_class (@pt F E) k (W ^+ 2) B net ->
  AS (fn net) = 4%:R * k%:R ^+ 2 * W ^+ 2 ->
  (2 <= #|E|)%N /\ (4 * k <= #|J|)%N \/ (2 * k <= #|J|)%N /\ W <= B.
Proof.
move=> k0 W0 [sp [sW sB]] full; have W2 : 0 < W ^+ 2 by rewrite exprn_gt0.
have sc j := sW j j.
have s2 : (2 * k <= #|J|)%N.
  have := AS_le_min sc (ltW W2) sp; rewrite full.
  have -> : 4%:R * k%:R ^+ 2 = (2 * k)%N%:R ^+ 2 :> F by rewrite natrM; ring.
  rewrite ler_pmul2r // ler_sqr ?nnegrE ?ler0n // ler_nat leq_min => /andP[_ //].
case: (lerP W B) => [WB|BW]; [by right | left].
have two x j : j \in active net (pt F x) -> (1 < #|[set i | inw (net j) i != 0%R]|)%N.
  move=> jR; have [v v0 [_ b e]] := active_form k0 W2 sp sc full jR.
  rewrite ltnNge; apply/negP => P1; move: BW; rewrite ltNge => /negP; apply.
  move: P1 b e; case: #|_| => [|[|//]] _ b e.
    by move: W2; rewrite -e mul0r mulr0 ltxx.
  have uv : (`|outw (net j)| * v) ^+ 2 = W ^+ 2.
    by rewrite exprMn real_normK ?num_real // -e mul1r.
  have -> : W = `|outw (net j)| * v.
    by apply/eqP; rewrite -(@eqr_expn2 _ 2) ?mulr_ge0 ?normr_ge0 ?ltW // uv.
  have := sB j j; rewrite b normrM [`|v|]gtr0_norm //.
  by rewrite (_ : 1 - 2%:R = -1) ?normrN ?normr1 ?mul1r //; ring.
split; last exact: (many_neurons k0 W2 sp sc full two).
have x0 : cube E := [ffun=> true].
have /card_gt0P[j jR] : (0 < #|active net (pt F x0)|)%N.
  by rewrite (active_full k0 W2 sp sc full).
by apply: leq_trans (two _ _ jR) _; apply: max_card.
Qed.

(** When 4 k^2 W^2 is attained. *)
Lemma AS_attained_iff (F : rcfType) (E J : finType) (k : nat) (W B : F) :
  (0 < #|E|)%N -> (0 < k)%N -> 0 < W -> 0 <= B ->
  (exists2 net : network F E J, in_class (@pt F E) k (W ^+ 2) B net
     & AS (fn net) = 4%:R * k%:R ^+ 2 * W ^+ 2)
  <-> (2 <= #|E|)%N /\ (4 * k <= #|J|)%N \/ (2 * k <= #|J|)%N /\ W <= B.
Proof.
move=> n0 k0 W0 B0; split=> [[net hC full]|]; first exact: (equality_only_if k0 W0 hC full).
case=> [[n2 s4]|[s2 WB]]; first exact: (AS_extremal_of_scale n2 s4 (ltW W0) B0).
have WB' : 0 <= W <= B by rewrite ltW.
have [net hC full] := @AS_attained F E J k W B n0 WB'; exists net => //.
by rewrite full (minn_idPl s2) natrM; ring.
Qed.
