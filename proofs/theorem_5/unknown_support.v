(** * Theorem M in the mean

   The learner of docs/proofs-theorem_5.md, 1, on a finite set of points and with the cover of
   Lemma 1.  From t points it predicts at one more point; by exchange the mean error there is that
   on a random part of the t + 1 points, which the levels bound. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions definitions_learning definitions_erm averages
  cauchy_schwarz product_spaces one_point greedy_cover random_split split_mean split_levels
  in_probability exponential.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A permutation of the indices. *)
Lemma perm_imset (n : nat) (p : {perm 'I_n}) (V : {set 'I_n}) :
  perm_eq [seq p j | j <- enum V] (enum (p @: V)).
Proof.
apply: uniq_perm; rewrite ?enum_uniq ?map_inj_uniq ?enum_uniq //; first exact: perm_inj.
move=> j; rewrite mem_enum; apply/mapP/imsetP => -[l lV ->]; exists l => //.
  by rewrite mem_enum in lV.
by rewrite mem_enum.
Qed.

Lemma imset_compl (n : nat) (p : {perm 'I_n}) (V : {set 'I_n}) : p @: (~: V) = ~: (p @: V).
Proof.
apply/setP => j; rewrite -[j](permKV p) inE !(mem_imset _ _ (@perm_inj _ p)).
by rewrite inE.
Qed.

Section Learner.
Variables (F : rcfType) (X : finType) (n s k m t K J : nat) (x : X -> 'I_n -> F) (W B R : F).
Let M := W * R + B.
Hypotheses (W0 : 0 <= W) (B0 : 0 <= B) (R0 : 0 <= R) (M0 : 0 < M) (k0 : (0 < k)%N).
Hypothesis xR : forall i, normsq (x i) <= R ^+ 2.
Hypotheses (m0 : (0 < m)%N) (mt : (2 * m <= t.+1)%N).
Hypotheses (tK : (t.+1.*2.+1 <= 2 ^ K)%N) (mJ : (m <= 4 ^ J)%N).
Variable rule : erm_rule F X n s.
Hypotheses (sym : symmetric rule) (fit : fits k x W B rule).
Variables (D : X -> F) (net : network F [ord n] [ord s]).
Hypothesis Dd : distribution D.
Hypothesis on_support : in_class (fun i : {i : X | D i != 0} => x (sval i)) k (W ^+ 2) B net.
Let h i := eval net (x i).
Let out (U : {set 'I_t.+1}) (w : {ffun 'I_t.+1 -> X}) :=
  rule [seq (w i, h (w i)) | i <- enum (~: U)] [seq w i | i <- enum U].
Let guess U w i := eval (out U w) (x i).
Let a : F := 2%:R * k%:R * M / 2%:R ^+ J.
Let L j := (s * (1 + K * 4 ^ (J - j).+1))%N.
Let loss : F := (k%:R * M) ^+ 2 * (24 * s * K * J + 2 * s + 3)%:R / m%:R.

Section Sample.
Variable w : {ffun 'I_t.+1 -> X}.
Hypothesis wD : forall i, D (w i) != 0.
Let xs i := x (w i).

Lemma out_class U : in_class xs k (W ^+ 2) B (out U w) /\
  forall i, i \notin U -> eval (out U w) (xs i) = h (w i).
Proof.
have both : in_class (fun i : {i : X |
      i \in [seq w j | j <- enum (~: U)] ++ [seq w j | j <- enum U]} => x (sval i)) k (W ^+ 2) B net.
  case: on_support => sp sc; split=> // -[i + ] /=; rewrite mem_cat => ib.
  have iD : D i != 0 by case/orP: ib => /mapP[j _ ->].
  exact: (sp (exist _ i iD)).
have := fit both; rewrite -map_comp -/h => -[[sp sc] exact_on].
split; last first.
  move=> i iU; apply: exact_on; apply/mapP; exists i => //.
  by rewrite mem_enum inE.
split=> // i; have ib : w i \in [seq w j | j <- enum (~: U)] ++ [seq w j | j <- enum U].
  rewrite mem_cat; case: (boolP (i \in U)) => iU; apply/orP; [right|left].
    by apply: map_f; rewrite mem_enum.
  by apply: map_f; rewrite mem_enum inE.
exact: (sp (exist _ (w i) ib)).
Qed.

Lemma net_class : in_class xs k (W ^+ 2) B net.
Proof. by case: on_support => sp sc; split=> // i; exact: (sp (exist _ (w i) (wD i))). Qed.

Lemma twoJ_a : 2%:R ^+ J * a = 2%:R * k%:R * M.
Proof. by rewrite /a mulrC divfK // gt_eqF // exprn_gt0 ?ltr0n. Qed.

Lemma a_gt0 : 0 < a.
Proof. by rewrite divr_gt0 ?exprn_gt0 ?mulr_gt0 ?ltr0n. Qed.

Lemma level_cover j : (j < J)%N -> exists2 cover : seq {ffun 'I_t.+1 -> F},
  (size cover <= 2 ^ L j)%N
  & forall U : {set 'I_t.+1}, #|U| = m ->
      exists2 g, g \in cover & forall i, `|g i - guess U w (w i)| <= 2%:R ^+ j * a / 2%:R.
Proof.
move=> jJ; have a0 := a_gt0.
have two j' : 2%:R ^+ j' != 0 :> F by apply: expf_neq0; rewrite pnatr_eq0.
have t0 : 0 < 2%:R ^+ j * a / 2%:R :> F.
  by apply: divr_gt0; [apply: mulr_gt0; rewrite // exprn_gt0 ?ltr0n | rewrite ltr0n].
have kM : 2%:R * k%:R * M = 2%:R ^+ (J - j) * (2%:R ^+ j * a).
  by rewrite mulrA -exprD subnK ?twoJ_a // ltnW.
have large : (2%:R * k%:R * M / (2%:R ^+ j * a / 2%:R)) ^+ 2 < (4 ^ (J - j).+1).+1%:R :> F.
  rewrite kM (_ : _ / _ = 2%:R ^+ (J - j).+1); last first.
    have b0 : 2%:R ^+ j * a != 0 by rewrite mulf_neq0 // gt_eqF.
    by rewrite exprS; move: (2%:R ^+ (J - j)) (2%:R ^+ j * a) b0 => c b b0; field.
  by rewrite -natrX -natrX ltr_nat -expnM mulnC expnM ltnSn.
have [cover [size near]] := sparse_cover s W0 B0 R0 M0 k0 t0 (fun i => xR (w i)) large.
exists cover => [|U Um]; last by case: (out_class U) => cls _; exact: near.
have base : (2 * t.+1.*2.+1 ^ 4 ^ (J - j).+1 <= 2 ^ (1 + K * 4 ^ (J - j).+1))%N.
  by rewrite expnD expn1 leq_mul2l expnM leq_exp2r // expn_gt0.
rewrite size /L [X in (2 ^ X)%N]mulnC expnM.
by case: (posnP s) => [->|s0]; rewrite ?expn0 // leq_exp2r.
Qed.

Lemma near_target (U : {set 'I_t.+1}) i : #|U| = m ->
  `|guess U w (w i) - h (w i)| <= 2%:R ^+ J * a.
Proof.
move=> _; have [cls _] := out_class U; rewrite twoJ_a.
apply: le_trans (ler_norm_sub _ _) _; rewrite -mulrA mulr_natl mulr2n.
by apply: ler_add; apply: (value_le W0 B0 R0 (fun i => xR (w i))) => //; exact: net_class.
Qed.

Lemma split_loss :
  \sum_(U : {set 'I_t.+1} | #|U| == m) \sum_(i in U) (guess U w (w i) - h (w i)) ^+ 2 / 2%:R
  <= m%:R * loss * 'C(t.+1, m)%:R.
Proof.
have a0 := a_gt0; have m1 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
apply: le_trans (mean_loss (ltW a0) mt level_cover _ near_target) _ => [U i _|].
  by case: (out_class U) => _; apply.
rewrite mulrC; apply: ler_wpmul2r; first exact: ler0n.
rewrite /loss [X in _ <= X]mulrC divfK //.
have a2 : a ^+ 2 = 4%:R * (k%:R * M) ^+ 2 / 4%:R ^+ J.
  rewrite /a expr_div_n -exprM mulnC exprM -[4%:R ^+ J]/((2 ^ 2)%N%:R ^+ J) natrX.
  by congr (_ / _); ring.
have J4 : 0 < 4%:R ^+ J :> F by rewrite exprn_gt0 ?ltr0n.
have C0 : 0 <= (k%:R * M) ^+ 2 by exact: sqr_ge0.
set S := \sum_(j < J) _.
have -> : S = J%:R * (32%:R * s%:R * K%:R * (k%:R * M) ^+ 2)
    + (2 * s + 1)%:R * \sum_(j < J) (2%:R ^+ j * a) ^+ 2.
  rewrite -{1}(card_ord J) -sumc mulr_sumr -big_split; apply: eq_bigr => j _ /=.
  have jJ : (j <= J)%N by exact: ltnW.
  rewrite level_square a2 /L -[in 4%:R ^+ J](subnK jJ) exprD !(natrD, natrM, natrX).
  rewrite [4%:R ^+ (J - j).+1]exprS.
  have c0 : 4%:R ^+ (J - j) != 0 :> F by rewrite expf_neq0 // pnatr_eq0.
  have d0 : 4%:R ^+ j != 0 :> F by rewrite expf_neq0 // pnatr_eq0.
  move: (4%:R ^+ (J - j)) (4%:R ^+ j) c0 d0 => c d c0 d0.
  by field; rewrite c0 d0.
have top : \sum_(j < J) (2%:R ^+ j * a) ^+ 2 <= 4%:R / 3%:R * (k%:R * M) ^+ 2.
  have three : 0 < 3%:R :> F by rewrite ltr0n.
  rewrite -(ler_pmul2l three) sum_levels a2 mulrA ler_pdivr_mulr //.
  rewrite (_ : 3%:R * (_ / _ * _) = 4%:R * (k%:R * M) ^+ 2) 1?[X in _ <= X]mulrC; last by field.
  apply: ler_wpmul2r; first by rewrite mulr_ge0 ?ler0n.
  by rewrite ler_subl_addr ler_addl ler01.
have first : m%:R * a ^+ 2 / 2%:R <= 2%:R * (k%:R * M) ^+ 2.
  rewrite a2 ler_pdivr_mulr ?ltr0n // mulrA ler_pdivr_mulr //.
  rewrite (_ : 2%:R * _ * 2%:R = 4%:R * (k%:R * M) ^+ 2) 1?[X in _ <= X]mulrC; last by ring.
  apply: ler_wpmul2r; first by rewrite mulr_ge0 ?ler0n.
  by rewrite -natrX ler_nat.
rewrite [X in _ <= X](_ : _ = 2%:R * (k%:R * M) ^+ 2 + 3%:R / 4%:R
    * (J%:R * (32%:R * s%:R * K%:R * (k%:R * M) ^+ 2)
       + (2 * s + 1)%:R * (4%:R / 3%:R * (k%:R * M) ^+ 2))); last first.
  by rewrite !(natrD, natrM); field.
apply: ler_add => //; apply: ler_wpmul2l; first by rewrite divr_ge0 ?ler0n.
by rewrite ler_add2l; apply: ler_wpmul2l => //; exact: ler0n.
Qed.

End Sample.

(** The sets with the test point. *)
Definition with_test (z : 'I_t.+1) (V : {set 'I_t}) : {set 'I_t.+1} := z |: lift z @: V.

Lemma lift_with_test z V j : (lift z j \in with_test z V) = (j \in V).
Proof. by rewrite !inE eq_sym (negbTE (neq_lift _ _)) /= mem_imset //; exact: lift_inj. Qed.

Lemma sum_with_test z (f : {set 'I_t.+1} -> F) :
  \sum_(U in [set U : {set 'I_t.+1} | (#|U| == m) && (z \in U)]) f U
  = \sum_(V : {set 'I_t} | #|V| == m.-1) f (with_test z V).
Proof.
rewrite (reindex_onto (with_test z) (fun U => lift z @^-1: U)) /=; last first.
  move=> U; rewrite inE => /andP[_ zU]; apply/setP => i; case: (unliftP z i) => [j ->|->].
    by rewrite lift_with_test inE.
  by rewrite !inE eqxx.
apply: eq_bigl => V; rewrite !inE eqxx /= andbT.
have -> : lift z @^-1: with_test z V == V by apply/eqP/setP => j; rewrite inE lift_with_test.
rewrite andbT /with_test cardsU1 card_imset; last exact: lift_inj.
rewrite (_ : z \notin _) ?add1n; first by case: (m) m0.
by apply/imsetP => -[j _ /eqP]; rewrite (negbTE (neq_lift _ _)).
Qed.

Lemma transductiveE z (w : {ffun 'I_t.+1 -> X}) :
  transductive x rule m (with_labels h [ffun j => w (lift z j)]) (w z)
  = predictor m z guess w (w z).
Proof.
rewrite /transductive /predictor sum_with_test; congr (_ / _); last first.
  have := sum_with_test z (fun=> 1); rewrite !sumr_const => ->; congr (_%:R).
  by rewrite -(card_ord t) -card_draws card_ord; apply: eq_card => V; rewrite !inE.
apply: eq_bigr => V _; rewrite /guess /out; congr (eval _ _); apply: sym.
  have all : perm_eq (enum (~: with_test z V)) [seq lift z j | j <- enum (~: V)].
    apply: uniq_perm; rewrite ?map_inj_uniq ?enum_uniq //; first exact: lift_inj.
    move=> j; rewrite mem_enum; case: (unliftP z j) => [l ->|->].
      by rewrite inE lift_with_test (mem_map lift_inj) mem_enum inE.
    rewrite !inE eqxx /=; apply/esym/mapP => -[l _ /eqP].
    by rewrite (negbTE (neq_lift _ _)).
  rewrite perm_sym; apply: perm_trans (perm_map _ all) _.
  rewrite -map_comp (eq_map (f2 := fun j => with_labels h [ffun j => w (lift z j)] j)) // => j /=.
  by rewrite !ffunE.
have all : perm_eq (enum (with_test z V)) (z :: [seq lift z j | j <- enum V]).
  apply: uniq_perm; rewrite ?enum_uniq //=.
    rewrite map_inj_uniq ?enum_uniq ?andbT; last exact: lift_inj.
    by apply/mapP => -[l _ /eqP]; rewrite (negbTE (neq_lift _ _)).
  move=> j; rewrite mem_enum; case: (unliftP z j) => [l ->|->].
    by rewrite lift_with_test !inE eq_sym (negbTE (neq_lift _ _)) (mem_map lift_inj) mem_enum.
  by rewrite !inE eqxx.
rewrite perm_sym; apply: perm_trans (perm_map _ all) _.
rewrite /= -map_comp perm_cons.
rewrite (eq_map (f2 := fun j => (with_labels h [ffun j => w (lift z j)] j).1)) // => j /=.
by rewrite !ffunE.
Qed.

(** The mean loss of the learner at a list of points, each of which is left out in turn. *)
Lemma left_out_loss (w : {ffun 'I_t.+1 -> X}) : (forall i, D (w i) != 0) ->
  \sum_z (transductive x rule m (with_labels h [ffun j => w (lift z j)]) (w z)
    - h (w z)) ^+ 2 / 2%:R <= t.+1%:R * loss.
Proof.
move=> wD; have mt1 : (m <= t.+1)%N by apply: leq_trans mt; rewrite mul2n -addnn leq_addr.
pose c : F := #|[set U : {set 'I_t.+1} | (#|U| == m) && (ord0 \in U)]|%:R.
have cz z : #|[set U : {set 'I_t.+1} | (#|U| == m) && (z \in U)]|%:R = c.
  have n0 : t.+1%:R != 0 :> F by rewrite pnatr_eq0.
  by apply: (mulfI n0); rewrite (card_with_z m z Dd) (card_with_z m ord0 Dd).
have c0 : 0 < c by exact: (with_z_gt0 ord0 Dd m0 mt1).
rewrite -(ler_pmul2l c0) mulr_sumr.
apply: (@le_trans _ _ (\sum_z \sum_(U in [set U : {set 'I_t.+1} | (#|U| == m) && (z \in U)])
    (guess U w (w z) - h (w z)) ^+ 2 / 2%:R)).
  apply: ler_sum => z _; rewrite transductiveE -(cz z).
  exact: (predictor_point z Dd m0 mt1 guess h w).
rewrite mulrA [c * _]mulrC (card_with_z m ord0 Dd) mulrAC.
apply: le_trans (split_loss wD); apply: le_of_eq.
rewrite (exchange_big_dep (fun U : {set 'I_t.+1} => #|U| == m)) /= => [|z U _]; last first.
  by rewrite inE => /andP[].
by apply: eq_bigr => U Um; apply: eq_bigl => z; rewrite inE Um.
Qed.

Lemma transductive_order (p : {perm 'I_t}) (v : {ffun 'I_t -> X}) i :
  transductive x rule m (with_labels h [ffun j => v (p j)]) i
  = transductive x rule m (with_labels h v) i.
Proof.
have inv : {on [pred V : {set 'I_t} | #|V| == m.-1], bijective (fun V : {set 'I_t} => p @: V)}.
  exists (fun V : {set 'I_t} => (p^-1)%g @: V) => V _ /=; rewrite -imset_comp -[RHS]imset_id;
    by apply: eq_imset => j /=; rewrite ?permK ?permKV.
rewrite /transductive; congr (_ / _); rewrite [RHS](reindex _ inv) /=.
apply: eq_big => [V|V _]; first by rewrite card_imset //; exact: perm_inj.
congr (eval _ _); apply: sym.
  rewrite -imset_compl (eq_map (f2 := fun j => with_labels h v (p j))); last first.
    by move=> j; rewrite !ffunE.
  by rewrite (map_comp (with_labels h v) p) perm_map ?perm_imset.
rewrite perm_cons (eq_map (f2 := fun j => (with_labels h v (p j)).1)); last first.
  by move=> j; rewrite !ffunE.
by rewrite (map_comp (fun j => (with_labels h v j).1) p) perm_map ?perm_imset.
Qed.

Lemma transductive_le (v : {ffun 'I_t -> X}) y : (forall j, D (v j) != 0) -> D y != 0 ->
  (transductive x rule m (with_labels h v) y - h y) ^+ 2 / 2%:R <= 2%:R * (k%:R * M) ^+ 2.
Proof.
move=> vD yD; pose w := put ord0 y v; have kM0 : 0 <= k%:R * M by rewrite mulr_ge0 ?ler0n ?(ltW M0).
have wD i : D (w i) != 0 by rewrite ffunE; case: unliftP.
have hy : `|h y| <= k%:R * M.
  have := value_le W0 B0 R0 (fun i => xR (w i)) ord0 (net_class wD).
  by rewrite -/(h _) put_at.
have py : `|transductive x rule m (with_labels h v) y| <= k%:R * M.
  have -> : v = [ffun j => w (lift ord0 j)] by apply/ffunP => j; rewrite ffunE put_lift.
  rewrite -[y in transductive _ _ _ _ y](put_at ord0 y v) transductiveE /predictor.
  set S := [set U | _]; rewrite normrM normfV normr_nat.
  case: (posnP #|S|) => [->|S0]; first by rewrite invr0 mulr0.
  rewrite ler_pdivr_mulr ?ltr0n //; apply: le_trans (ler_norm_sum _ _ _) _.
  rewrite mulr_natr -sumr_const; apply: ler_sum => U _.
  by have [cls _] := out_class wD U; apply: (value_le W0 B0 R0 (fun i => xR (w i)) ord0 cls).
rewrite ler_pdivr_mulr ?ltr0n // (_ : _ * 2%:R = (k%:R * M + k%:R * M) ^+ 2); last by ring.
rewrite -real_normK ?num_real // ler_sqr ?nnegrE ?addr_ge0 //.
by apply: le_trans (ler_norm_sub _ _) _; apply: ler_add.
Qed.

End Learner.
