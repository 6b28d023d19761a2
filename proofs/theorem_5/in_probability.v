(** * From the mean on random parts to a loss that is small with probability 1 - delta

   x_0, ..., x_{N-1} are independent from D; a predictor f_t sees the first t of them, in any order,
   and is tested at x_t.  If, for all points of the support, its mean error at one of t + 1 points
   from the others is at most e, then backwards the mean of exp(sum of the errors / b) is at most
   exp((e - 1) times their number times e / b), and forwards the errors follow the losses. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning definitions_erm averages exponential
  logarithm bounded_differences product_spaces split_mean.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Support.
Variables (F : realFieldType) (T I : finType) (p : T -> F).
Hypothesis pd : distribution p.

Lemma ler_mean_support (f g : {ffun I -> T} -> F) :
  (forall w : {ffun I -> T}, (forall i, p (w i) != 0) -> f w <= g w) ->
  mean (product p) f <= mean (product p) g.
Proof.
move=> fg; apply: ler_sum => w _; case: (boolP [forall i, p (w i) != 0]) => [/forallP nz|].
  apply: ler_wpmul2l; last exact: fg.
  by apply: prodr_ge0 => i _; case: pd.
rewrite negb_forall => /existsP[i]; rewrite negbK => /eqP pi.
by rewrite (_ : product p w = 0) ?mul0r // /product (bigD1 i) //= pi mul0r.
Qed.

End Support.

(** One more draw, at the index z. *)
Section Draw.
Variables (F : realFieldType) (T : finType) (p : T -> F) (n : nat) (z : 'I_n.+1).

Definition put (t : T) (w : {ffun 'I_n -> T}) : {ffun 'I_n.+1 -> T} :=
  [ffun i => if unlift z i is Some j then w j else t].

Lemma put_at t w : put t w z = t. Proof. by rewrite ffunE unlift_none. Qed.
Lemma put_lift t w j : put t w (lift z j) = w j. Proof. by rewrite ffunE liftK. Qed.

Lemma mean_put (f : {ffun 'I_n.+1 -> T} -> F) :
  mean (product p) f = mean (product p) (fun w => mean p (fun t => f (put t w))).
Proof.
have bij : bijective (fun c : {ffun 'I_n -> T} * T => put c.2 c.1).
  exists (fun x : {ffun 'I_n.+1 -> T} => ([ffun j => x (lift z j)], x z)) => [[w t]|x] /=.
    by rewrite put_at; congr pair; apply/ffunP => j; rewrite ffunE put_lift.
  apply/ffunP => i; rewrite ffunE; case: unliftP => [j ->|->] //.
  by rewrite ffunE.
rewrite /mean (reindex _ (onW_bij _ bij)) /= -(pair_bigA _ (fun w t =>
  product p (put t w) * f (put t w))) /=; apply: eq_bigr => w _.
rewrite mulr_sumr; apply: eq_bigr => t _; rewrite /product (bigD1_ord z) //= put_at mulrA.
by congr (_ * _); rewrite mulrC; congr (_ * _); apply: eq_bigr => j _; rewrite put_lift.
Qed.

End Draw.

Section Conversion.
Variables (F : realFieldType) (exp : F -> F) (X : finType) (D : X -> F) (N lo : nat).
Hypotheses (expP : is_exponential exp) (Dd : distribution D).
Local Notation sample := {ffun 'I_N -> X}.
Local Notation E := (mean (product D)).
Variables (err : 'I_N -> sample -> F) (b e : F).
Hypothesis b0 : 0 < b.
Hypothesis e0 : 0 <= e.
Hypothesis err_ge0 : forall i w, 0 <= err i w.
Hypothesis err_le : forall i (w : sample), (forall j, D (w j) != 0) -> err i w <= b.
(** The error at x_i does not change if x_i is exchanged with an earlier point, for an earlier i. *)
Hypothesis exchange : forall (i j l : 'I_N) (w : sample), (l <= i)%N -> (i < j)%N ->
  err j (reorder (tperm i l) w) = err j w.
Hypothesis split : forall (i : 'I_N) (w : sample), (lo <= i)%N -> (forall j, D (w j) != 0) ->
  \sum_(l : 'I_N | (l <= i)%N) err i (reorder (tperm i l) w) <= i.+1%:R * e.
(** The error at x_i depends on x_0, ..., x_i alone. *)
Hypothesis later : forall (i j : 'I_N) (w : sample) y, (i < j)%N ->
  err i (redraw_at w j y) = err i w.

Let up : F := exp 1 - 1.
Let down : F := 1 - exp (- 1).

Lemma up_ge0 : 0 <= up.
Proof. by rewrite subr_ge0; apply: le_trans (exp_ge expP 1); rewrite ler_addl ler01. Qed.

Lemma exp_up v : 0 <= v <= 1 -> exp v <= 1 + up * v.
Proof.
move=> v01; have := exp_convex expP 0 1 v01; rewrite !add0r mulr1 (exp0 expP) mulr1 => le.
by apply: le_trans le _; apply: le_of_eq; rewrite /up; ring.
Qed.

Lemma exp_down v : 0 <= v <= 1 -> exp (- v) <= 1 - down * v.
Proof.
move=> v01; have := exp_convex expP 0 (- 1) v01; rewrite !add0r mulrN1 (exp0 expP) mulr1 => le.
by apply: le_trans le _; apply: le_of_eq; rewrite /down; ring.
Qed.

Lemma err_unit i (w : sample) : (forall j, D (w j) != 0) -> 0 <= err i w / b <= 1.
Proof.
move=> wD; rewrite divr_ge0 ?(ltW b0) //=.
by rewrite ler_pdivr_mulr // mul1r err_le.
Qed.

(** ** Backwards *)

Lemma sum_upto (i : 'I_N) (c : F) : \sum_(l : 'I_N | (l <= i)%N) c = i.+1%:R * c.
Proof. by rewrite -(big_ord_widen _ (fun=> c) (ltn_ord i)) sumr_const card_ord mulr_natl. Qed.

Lemma mean_error (i : 'I_N) : (lo <= i)%N -> E (err i) <= e.
Proof.
move=> lo_i; have i1 : 0 < i.+1%:R :> F by rewrite ltr0n.
rewrite -(ler_pmul2l i1) -(sum_upto i (E (err i))).
rewrite (eq_bigr (fun l : 'I_N => E (fun w => err i (reorder (tperm i l) w)))); last first.
  by move=> l _; rewrite -(mean_reorder D (tperm i l)).
rewrite -mean_sum -(mean_const (distribution_product [finType of 'I_N] Dd) (i.+1%:R * e)).
by apply: (ler_mean_support Dd) => w; apply: split.
Qed.

Definition seen_from (r : nat) (w : sample) : F := \prod_(i : 'I_N | (r <= i)%N) exp (err i w / b).

Lemma seen_from_ge0 r w : 0 <= seen_from r w.
Proof. by apply: prodr_ge0 => i _; apply/ltW/exp_gt0. Qed.

Lemma seen_from_exchange (i l : 'I_N) w : (l <= i)%N ->
  seen_from i.+1 (reorder (tperm i l) w) = seen_from i.+1 w.
Proof. by move=> li; apply: eq_bigr => j ij; rewrite exchange. Qed.

Lemma seen_step (i : 'I_N) : (lo <= i)%N ->
  E (seen_from i) <= exp (up * e / b) * E (seen_from i.+1).
Proof.
move=> lo_i; have i1 : 0 < i.+1%:R :> F by rewrite ltr0n.
have first w : seen_from i w = exp (err i w / b) * seen_from i.+1 w.
  rewrite /seen_from (bigD1 i) //=; congr (_ * _); apply: eq_bigl => j.
  by rewrite ltn_neqAle andbC eq_sym.
have sum1 := sum_upto i.
rewrite -(ler_pmul2l i1) -[X in X <= _](sum1 (E (seen_from i))).
rewrite (eq_bigr (fun l : 'I_N => E (fun w => exp (err i (reorder (tperm i l) w) / b)
    * seen_from i.+1 w))) => [|l li]; last first.
  rewrite -(mean_reorder D (tperm i l)); apply: mean_ext => w.
  by rewrite first seen_from_exchange.
rewrite -mean_sum -meanZ -meanZ; apply: (ler_mean_support Dd) => w wD.
rewrite -mulr_suml mulrA; apply: ler_wpmul2r; first exact: seen_from_ge0.
apply: (@le_trans _ _ (\sum_(l : 'I_N | (l <= i)%N)
    (1 + up * (err i (reorder (tperm i l) w) / b)))).
  by apply: ler_sum => l _; apply/exp_up/err_unit => j; rewrite ffunE.
rewrite big_split /= sum1 mulr1 -mulr_sumr -mulr_suml.
apply: (@le_trans _ _ (i.+1%:R * (1 + up * e / b))); last first.
  by apply: ler_wpmul2l; [exact: ler0n | exact: exp_ge].
rewrite mulrDr mulr1 ler_add2l !mulrA [i.+1%:R * up]mulrC -!mulrA mulrA [X in _ <= X]mulrA.
rewrite -!mulrA; apply: ler_wpmul2l; first exact: up_ge0.
by rewrite mulrA ler_wpmul2r ?invr_ge0 ?(ltW b0) // split.
Qed.

Lemma backwards : (lo <= N)%N ->
  E (seen_from lo) <= exp ((N - lo)%:R * (up * e / b)).
Proof.
move=> loN; have step r : (lo + r <= N)%N ->
    E (seen_from lo) <= exp (r%:R * (up * e / b)) * E (seen_from (lo + r)).
  elim: r => [|r IH] rN; first by rewrite addn0 mul0r (exp0 expP) mul1r.
  have rN' : (lo + r < N)%N by rewrite -addnS.
  apply: le_trans (IH (ltnW rN')) _; rewrite -[r.+1]addn1 natrD mulrDl mul1r (expD expP).
  rewrite -[X in _ <= X]mulrA.
  apply: ler_wpmul2l; first exact/ltW/exp_gt0.
  by rewrite addn1 addnS; apply: (@seen_step (Ordinal rN')); rewrite /= leq_addr.
have := step (N - lo)%N; rewrite subnKC // leqnn => /(_ isT) le; apply: le_trans le _.
rewrite (@mean_ext _ _ _ _ (fun=> 1)) ?(mean_const (distribution_product _ Dd)) ?mulr1 // => w.
by rewrite /seen_from big_pred0 // => i; rewrite leqNgt ltn_ord.
Qed.

(** ** Forwards *)

Definition loss (i : 'I_N) (w : sample) : F := mean D (fun y => err i (redraw_at w i y)).

Definition drift (r : nat) (w : sample) : F :=
  \prod_(i : 'I_N | (lo <= i < r)%N) exp (down * loss i w / b - err i w / b).

Lemma drift_ge0 r w : 0 <= drift r w.
Proof. by apply: prodr_ge0 => i _; apply/ltW/exp_gt0. Qed.

Lemma loss_later (i j : 'I_N) w y : (i <= j)%N -> loss i (redraw_at w j y) = loss i w.
Proof.
rewrite leq_eqVlt => /orP[/eqP/val_inj <-|ij]; apply: mean_ext => z.
  by rewrite redraw_at_twice.
by rewrite redraw_atC; [exact: later | rewrite -val_eqE /= gtn_eqF].
Qed.

Lemma drift_step (i : 'I_N) : (lo <= i)%N -> E (drift i.+1) <= E (drift i).
Proof.
move=> lo_i; rewrite (mean_redraw Dd i); apply: (ler_mean_support Dd) => w wD.
have last y : drift i.+1 (redraw_at w i y)
    = drift i w * (exp (down * loss i w / b) * exp (- (err i (redraw_at w i y) / b))).
  rewrite /drift (bigD1 i) /=; last by rewrite lo_i ltnS leqnn.
  rewrite loss_later // (expD expP) mulrC; congr (_ * _).
  apply: eq_big => [j|j /andP[/andP[_ ji] nji]].
    by rewrite -andbA; congr (_ && _); rewrite ltnS [(j < i)%N]ltn_neqAle andbC.
  have lt : (j < i)%N by rewrite ltn_neqAle nji -ltnS.
  by rewrite loss_later ?later // ltnW.
rewrite (mean_ext _ last) meanZ meanZ -[X in _ <= X]mulr1.
apply: ler_wpmul2l; first exact: drift_ge0.
have Di y : D y != 0 -> forall j, D (redraw_at w i y j) != 0.
  by move=> yD j; rewrite ffunE; case: (j == i) => //; apply: wD.
apply: (@le_trans _ _ (exp (down * loss i w / b) * exp (- (down * loss i w / b)))); last first.
  by rewrite (expN expP).
apply: ler_wpmul2l; first exact/ltW/exp_gt0.
apply: le_trans (exp_ge expP _); apply: (@le_trans _ _
    (mean D (fun y => 1 - down / b * err i (redraw_at w i y)))); last first.
  by rewrite meanB (mean_const Dd) meanZ -/(loss i w) mulrAC.
apply: ler_sum => y _; case: (eqVneq (D y) 0) => [->|yD]; first by rewrite !mul0r.
apply: ler_wpmul2l; first by case: Dd.
by apply: le_trans (exp_down (err_unit i (Di y yD))) _; rewrite mulrA mulrAC.
Qed.

Lemma forwards : E (drift N) <= 1.
Proof.
have none r : (r <= lo)%N -> E (drift r) = 1.
  move=> rlo; rewrite (@mean_ext _ _ _ _ (fun=> 1)).
    exact: (mean_const (distribution_product _ Dd)).
  move=> w; apply: big_pred0 => i; apply/negbTE/negP => /andP[lo_i ir].
  by have := leq_trans (leq_trans ir rlo) lo_i; rewrite ltnn.
have step r : (r <= N)%N -> E (drift r) <= 1.
  elim: r => [|r IH] rN; first by rewrite none.
  case: (leqP lo r) => [lo_r|r_lo]; last by rewrite none.
  by apply: le_trans (IH (ltnW rN)); apply: (@drift_step (Ordinal rN)).
exact: step.
Qed.

(** ** In probability *)

Variables (ln : F -> F) (delta : F).
Hypotheses (lnK : forall a, 0 < a -> exp (ln a) = a) (d0 : 0 < delta) (loN : (lo <= N)%N).

Lemma losses_in_probability :
  1 - delta <= probability (product D) (fun w =>
    down * (\sum_(i : 'I_N | (lo <= i)%N) loss i w)
    <= up * ((N - lo)%:R * e) + 2%:R * b * ln delta^-1).
Proof.
pose total w := \sum_(i : 'I_N | (lo <= i)%N) loss i w.
pose half w := (down * total w / b - (N - lo)%:R * (up * e / b)) / 2%:R.
have dp := distribution_product [finType of 'I_N] Dd.
have mean1 : E (fun w => exp (half w)) <= 1.
  pose c := (N - lo)%:R * (up * e / b).
  apply: (@le_trans _ _ (E (fun w => (exp (- c) * seen_from lo w + drift N w) / 2%:R))).
    apply: (ler_mean dp) => w.
    pose u := exp ((\sum_(i : 'I_N | (lo <= i)%N) err i w / b - c) / 2%:R).
    pose v := exp ((\sum_(i : 'I_N | (lo <= i)%N) (down * loss i w / b - err i w / b)) / 2%:R).
    have sum_exp (P : pred 'I_N) (f : 'I_N -> F) :
        exp (\sum_(i | P i) f i) = \prod_(i | P i) exp (f i).
      by apply: (big_morph exp (expD expP) (exp0 expP)).
    have -> : exp (half w) = u * v.
      rewrite -(expD expP) -mulrDl; congr exp; congr (_ / _).
      rewrite big_split /= sumrN addrAC addrCA addrA addrK -!mulr_suml -mulr_sumr.
      by rewrite addrC.
    have -> : exp (- c) * seen_from lo w = u ^+ 2.
      rewrite expr2 -(expD expP) /seen_from -sum_exp -(expD expP); congr exp.
      by rewrite -mulrDl -mulr2n -mulr_natr mulfK ?pnatr_eq0 // addrC.
    have -> : drift N w = v ^+ 2.
      rewrite expr2 -(expD expP) -mulrDl -mulr2n -mulr_natr mulfK ?pnatr_eq0 // sum_exp.
      by apply: eq_bigl => i; rewrite ltn_ord andbT.
    rewrite ler_pdivl_mulr ?ltr0n // -subr_ge0 (_ : _ - _ = (u - v) ^+ 2) ?sqr_ge0 //.
    by ring.
  rewrite (@mean_ext _ _ _ _ (fun w => 2%:R^-1 * (exp (- c) * seen_from lo w + drift N w))).
    rewrite meanZ meanD meanZ ler_pdivr_mull ?ltr0n // mulr1 mulr2n.
    apply: ler_add; last exact: forwards.
    rewrite -(ler_pmul2l (exp_gt0 expP c)) mulrA (expN expP) mul1r mulr1.
    exact: backwards.
  by move=> w; rewrite mulrC.
have delta1 : E (fun w => exp (half w)) <= delta^-1 * delta by rewrite mulVf ?gt_eqF.
have dV : 0 < delta^-1 by rewrite invr_gt0.
apply: le_trans (markov dp (fun w => ltW (exp_gt0 expP (half w))) dV delta1) _.
apply: (probability_mono dp) => w; rewrite -{1}(lnK dV) => le.
have small : half w <= ln delta^-1.
  rewrite leNgt; apply: contraTN le => lt.
  rewrite -ltNge -[half w](subrK (ln delta^-1)) addrC (expD expP).
  rewrite -[X in X < _]mulr1 ltr_pmul2l ?(exp_gt0 expP) //.
  by apply: lt_le_trans (exp_ge expP _); rewrite ltr_addl subr_gt0.
move: small; rewrite /half ler_pdivr_mulr ?ltr0n // ler_subl_addr => small.
have := ler_wpmul2r (ltW b0) small; rewrite divfK ?gt_eqF // => {}small.
apply: le_trans small _; apply: le_of_eq; field.
by rewrite gt_eqF.
Qed.

End Conversion.

(** ** Predictors that see the first t points *)

(** A list without repetition of as many elements as there are has all of them. *)
Lemma perm_enum (n : nat) (s : seq 'I_n) : uniq s -> size s = n -> perm_eq s (enum 'I_n).
Proof.
move=> us sn; apply: uniq_perm; rewrite ?enum_uniq // => i; rewrite mem_enum.
apply: (subset_cardP _ (subset_predT (mem s))).
by rewrite (card_uniqP us) sn card_ord.
Qed.

Section Predictors.
Variables (F : realFieldType) (exp ln : F -> F) (X : finType) (D : X -> F) (N lo : nat).
Variables (f : forall t : nat, {ffun 'I_t -> X} -> X -> F) (h : X -> F) (b e delta : F).
Hypotheses (expP : is_exponential exp) (lnK : forall a, 0 < a -> exp (ln a) = a).
Hypotheses (Dd : distribution D) (b0 : 0 < b) (e0 : 0 <= e) (d0 : 0 < delta) (loN : (lo <= N.+1)%N).
Hypothesis order : forall t (p : {perm 'I_t}) (v : {ffun 'I_t -> X}) y,
  f [ffun j => v (p j)] y = f v y.
Hypothesis bounded : forall t (v : {ffun 'I_t -> X}) y, (forall j, D (v j) != 0) -> D y != 0 ->
  (f v y - h y) ^+ 2 / 2%:R <= b.
Hypothesis one_of : forall (t : 'I_N.+1) (v : {ffun 'I_t.+1 -> X}), (lo <= t)%N ->
  (forall j, D (v j) != 0) ->
  \sum_l (f [ffun j => v (lift l j)] (v l) - h (v l)) ^+ 2 / 2%:R <= t.+1%:R * e.
Local Notation sample := {ffun 'I_N.+1 -> X}.

Definition err (t : 'I_N.+1) (w : sample) : F :=
  (f (prefix (front w) t) (w t) - h (w t)) ^+ 2 / 2%:R.

Definition below (t : 'I_N.+1) (j : 'I_t) : 'I_N.+1 := widen_ord (leqW (leq_ord t)) j.
Lemma prefixE (w : sample) (t : 'I_N.+1) j : prefix (front w) t j = w (below j).
Proof. by rewrite !ffunE; congr (w _); apply/val_inj. Qed.

Lemma order_perm t (v v' : {ffun 'I_t -> X}) y :
  perm_eq [seq v j | j <- enum 'I_t] [seq v' j | j <- enum 'I_t] -> f v y = f v' y.
Proof.
have -> : [seq v' j | j <- enum 'I_t] = [tuple v' j | j < t] by [].
move=> /tuple_permP[p eq]; rewrite -(order p v'); congr (f _ _); apply/ffunP => j.
rewrite ffunE; have := congr1 (fun s => nth (v j) s j) eq.
rewrite (nth_map j) ?size_enum_ord // nth_ord_enum => ->.
by rewrite (nth_map j) ?size_enum_ord // nth_ord_enum tnth_mktuple.
Qed.

Lemma err_exchange (i j l : 'I_N.+1) w : (l <= i)%N -> (i < j)%N ->
  err j (reorder (tperm i l) w) = err j w.
Proof.
move=> li ij; have lj := leq_ltn_trans li ij.
have wj : reorder (tperm i l) w j = w j by rewrite ffunE tpermD // -val_eqE /= ltn_eqF.
rewrite /err wj -(order (tperm (Ordinal ij) (Ordinal lj)) (prefix (front w) j) (w j)).
congr ((f _ _ - _) ^+ 2 / _); apply/ffunP => c; rewrite [RHS]ffunE !prefixE ffunE; congr (w _).
case: (tpermP (Ordinal ij) (Ordinal lj) c) => [->|->|ni nl].
- by rewrite (_ : below _ = i) ?tpermL; apply/val_inj.
- by rewrite (_ : below _ = l) ?tpermR; apply/val_inj.
rewrite tpermD //; apply/eqP => eq; [apply: ni | apply: nl]; apply/val_inj; rewrite /= eq //.
Qed.

Lemma err_later (i j : 'I_N.+1) w y : (i < j)%N -> err i (redraw_at w j y) = err i w.
Proof.
move=> ij; rewrite /err redraw_at_other; last by rewrite -val_eqE /= ltn_eqF.
congr ((f _ _ - _) ^+ 2 / _); apply/ffunP => c; rewrite !prefixE redraw_at_other //.
by rewrite -val_eqE /= ltn_eqF // (ltn_trans _ ij).
Qed.

Lemma err_split (i : 'I_N.+1) (w : sample) : (lo <= i)%N -> (forall j, D (w j) != 0) ->
  \sum_(l : 'I_N.+1 | (l <= i)%N) err i (reorder (tperm i l) w) <= i.+1%:R * e.
Proof.
move=> lo_i wD; pose v : {ffun 'I_i.+1 -> X} := [ffun c => w (widen_ord (ltn_ord i) c)].
have vD c : D (v c) != 0 by rewrite ffunE.
apply: le_trans (one_of lo_i vD); rewrite (big_ord_narrow (ltn_ord i)) /=.
apply: le_of_eq; apply: eq_bigr => c _; set l := widen_ord _ c.
rewrite /err (_ : reorder (tperm i l) w i = v c); last by rewrite !ffunE tpermL.
congr ((_ - _) ^+ 2 / _); apply: order_perm.
pose g (j : 'I_i) : 'I_i.+1 := tperm ord_max c (widen_ord (leqnSn i) j).
have -> : [seq prefix (front (reorder (tperm i l) w)) i j | j <- enum 'I_i]
    = [seq v j | j <- [seq g j | j <- enum 'I_i]].
  rewrite -[RHS]map_comp; apply: eq_map => j; rewrite prefixE /= !ffunE; congr (w _); apply/val_inj.
  rewrite /= /g; case: (tpermP ord_max c) => [eq|eq|nm nc].
  - by have := ltn_ord j; rewrite -[val j]/(val (widen_ord (leqnSn i) j)) eq ltnn.
  - by rewrite (_ : below j = l) ?tpermR //; apply/val_inj; rewrite /= -eq.
  rewrite tpermD //; apply/eqP => /(congr1 val) /= eq.
    by have := ltn_ord j; rewrite -eq ltnn.
  by apply: nc; apply/val_inj.
have -> : [seq [ffun j => v (lift c j)] j | j <- enum 'I_i]
    = [seq v j | j <- [seq lift c j | j <- enum 'I_i]].
  by rewrite -[RHS]map_comp; apply: eq_map => j; rewrite ffunE.
apply: perm_map; rewrite -(perm_cons c); apply: (@perm_trans _ (enum 'I_i.+1)).
  apply: perm_enum; last by rewrite /= size_map size_enum_ord.
  rewrite /= map_inj_uniq ?enum_uniq ?andbT; last first.
    by move=> j j' /perm_inj /(congr1 val) /= eq; apply/val_inj.
  apply/mapP => -[j _ eq]; have := congr1 (tperm ord_max c) eq; rewrite /g tpermR tpermK.
  by move/(congr1 val) => /= eq'; have := ltn_ord j; rewrite -eq' ltnn.
rewrite perm_sym; apply: perm_enum; last by rewrite /= size_map size_enum_ord.
rewrite /= map_inj_uniq ?enum_uniq ?andbT; last exact: lift_inj.
by apply/mapP => -[j _ /eqP]; rewrite (negbTE (neq_lift _ _)).
Qed.

Let err0 i w : 0 <= err i w. Proof. by rewrite divr_ge0 ?sqr_ge0 ?ler0n. Qed.
Let errb i (w : sample) : (forall j, D (w j) != 0) -> err i w <= b.
Proof. by move=> wD; apply: bounded => // j; rewrite prefixE. Qed.

Lemma loss_of_prefix t (w : sample) :
  loss D err t w = loss_under D (f (prefix (front w) t)) h.
Proof.
apply: mean_ext => z; rewrite /err redraw_at_same; congr ((f _ _ - _) ^+ 2 / _).
by apply/ffunP => j; rewrite !prefixE redraw_at_other // -val_eqE /= ltn_eqF.
Qed.

Lemma mean_prediction (t : 'I_N.+1) : (lo <= t)%N -> mean (product D) (err t) <= e.
Proof. exact: (mean_error Dd err_split). Qed.

Lemma exp_sum (P : pred 'I_N.+1) (g : 'I_N.+1 -> F) :
  exp (\sum_(t | P t) g t) = \prod_(t | P t) exp (g t).
Proof. exact: (big_morph exp (expD expP) (exp0 expP)). Qed.

Lemma backwards_predictions :
  mean (product D) (fun w : sample => exp ((\sum_(t : 'I_N.+1 | (lo <= t)%N) err t w) / b
    - (exp 1 - 1) * ((N.+1 - lo)%:R * e / b))) <= 1.
Proof.
set c := (exp 1 - 1) * _.
rewrite (@mean_ext _ _ _ _ (fun w => exp (- c) * seen_from exp err b lo w)) => [|w].
  rewrite meanZ -(ler_pmul2l (exp_gt0 expP c)) mulrA (expN expP) mul1r mulr1.
  apply: le_trans (backwards expP Dd b0 err0 errb err_exchange err_split loN) _.
  by apply: le_of_eq; congr exp; rewrite /c; ring.
by rewrite (expD expP) mulrC mulr_suml exp_sum.
Qed.

Lemma forwards_predictions :
  mean (product D) (fun w : sample => exp ((1 - exp (- 1))
      * (\sum_(t : 'I_N.+1 | (lo <= t)%N) loss_under D (f (prefix (front w) t)) h) / b
    - (\sum_(t : 'I_N.+1 | (lo <= t)%N) err t w) / b)) <= 1.
Proof.
have := @forwards F exp X D N.+1 lo expP Dd err b b0 err0 errb err_later.
move=> most; apply: le_trans most; apply: le_of_eq; apply: mean_ext => w.
rewrite /drift -exp_sum; congr exp; rewrite mulr_sumr !mulr_suml -sumrB.
apply: eq_big => [t|t _]; first by rewrite ltn_ord andbT.
by rewrite loss_of_prefix.
Qed.

Lemma predictors_loss :
  1 - delta <= probability (product D) (fun w : {ffun 'I_N -> X} =>
    (1 - exp (- 1)) * (\sum_(t : 'I_N.+1 | (lo <= t)%N) loss_under D (f (prefix w t)) h)
    <= (exp 1 - 1) * ((N.+1 - lo)%:R * e) + 2%:R * b * ln delta^-1).
Proof.
have := @losses_in_probability F exp X D N.+1 lo expP Dd err b e b0 err0 errb err_exchange
  err_split err_later ln delta lnK d0 loN.
rewrite !probabilityE (mean_put D ord_max) => le; apply: le_trans le _; apply: le_of_eq.
apply: mean_ext => w; rewrite -[RHS](mean_const Dd); apply: mean_ext => y.
congr ((_ * _ <= _)%R%:R); apply: eq_bigr => t lo_t.
rewrite loss_of_prefix; congr (loss_under D (f (prefix _ t)) h).
apply/ffunP => j; rewrite ffunE (_ : widen_ord _ j = lift ord_max j) ?put_lift //.
by apply/val_inj; rewrite /= /bump leqNgt ltn_ord.
Qed.

End Predictors.
