(** * Signs that are read one after the other, with a code in between

   A vector z of signs is uniform.  At each time n either the sign of one sample is read, or
   a symbol of a code is received, which may depend on all of z.  Who is asked at time n
   depends only on the history, and no sample is asked twice.  The tilt is the conditional
   mean of the sign that is read, given the history.  Then

   - the mean of sum_n theta_n tilt_n^2 / 2 is at most the mean of the lengths of the symbols
     with the same weights, if theta_n is known and does not increase (tilt_le);
   - the sum of (sign - tilt) y, for vectors y of norm at most 1, has a mean square of at most
     the number of signs that are read (martingale_le). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube logarithm exponential gibbs.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Process.
Variables (F : realFieldType) (I A : finType).
Variables (who : nat -> cube I -> option I) (code : nat -> cube I -> A).
Implicit Types (z : cube I) (n : nat) (f : cube I -> F).

(** The symbol at time n, the history, newest first, and the samples whose signs were read. *)
Definition symbol_at n z : bool + A :=
  if who n z is Some i then inl (z i) else inr (code n z).
Fixpoint hist n z : seq (bool + A) :=
  if n is n'.+1 then symbol_at n' z :: hist n' z else [::].
Definition add_listed (o : option I) (L : {set I}) : {set I} := if o is Some i then i |: L else L.
Fixpoint listed n z : {set I} :=
  if n is n'.+1 then add_listed (who n' z) (listed n' z) else set0.

Hypothesis who_known : forall n, known (hist n) (who n).
Hypothesis who_new : forall n z i, who n z = Some i -> i \notin listed n z.

Lemma hist_pred n z z' : hist n.+1 z = hist n.+1 z' -> hist n z = hist n z'.
Proof. by case. Qed.

Lemma listed_known n : known (hist n) (listed n).
Proof.
elim: n => [//|n IH] z z' /hist_pred e /=; by rewrite (who_known e) (IH _ _ e).
Qed.

(** The signs that were read are known. *)
Lemma hist_agree n z z' i : hist n z = hist n z' -> i \in listed n z -> z' i = z i.
Proof.
elim: n => [|n IH] /=; first by rewrite inE.
move=> [sE hE]; have wE := who_known hE; move: sE; rewrite /symbol_at -wE.
case: (who n z) => [j|_] /=; last exact: IH.
by move=> [zj]; rewrite !inE => /orP[/eqP -> //|]; apply: IH.
Qed.

(** The value that is read at time n, its conditional mean, and the length of the symbol. *)
Definition val n z : F := if who n z is Some i then sign F (z i) else 0.
Definition tilt n : cube I -> F := cond (hist n) (val n).
Definition asked n z : F := (who n z != None)%:R.

Lemma tilt_known n : known (hist n) (tilt n).
Proof. exact: known_cond. Qed.

Lemma tilt_none n z : who n z = None -> tilt n z = 0.
Proof.
move=> w; rewrite /tilt /cond big1 ?mul0r // => z' /eqP /who_known; rewrite w => w'.
by rewrite /val w'.
Qed.

Lemma val_sq n z : val n z ^+ 2 = asked n z.
Proof. by rewrite /val /asked; case: who => [i|]; rewrite ?expr0n // expr2 sign_sq. Qed.

Lemma listedS n z : #|listed n.+1 z|%:R = #|listed n z|%:R + asked n z :> F.
Proof.
rewrite /= /asked; case E: (who n z) => [i|] /=; last by rewrite addr0.
by rewrite cardsU1 (who_new E) natrD addrC.
Qed.

Lemma sum_asked n z : \sum_(u < n) asked u z = #|listed n z|%:R.
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 cards0.
by rewrite big_ord_recr /= IH -listedS.
Qed.

(** A sum over the samples that were listed is a sum over the times. *)
Lemma sum_listed n z (a : I -> F) :
  \sum_(i in listed n z) a i = \sum_(u < n) (if who u z is Some i then a i else 0).
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 big_set0.
rewrite big_ord_recr /= -IH; case E: (who n z) => [i|] /=; last by rewrite addr0.
by rewrite big_setU1 ?(who_new E) //= addrC.
Qed.

(** ** The orthogonal part *)

Section Martingale.
Variables (E : finType) (y : I -> E -> F).
Hypothesis y1 : forall i, normsq (y i) <= 1.

Definition point n z : E -> F := if who n z is Some i then y i else fun=> 0.
Definition noise_sum n z : E -> F := fun e => \sum_(u < n) (val u z - tilt u z) * point u z e.

Lemma val_known n : known (hist n.+1) (val n).
Proof.
move=> z z' e; have := who_known (hist_pred e); case: e; rewrite /symbol_at /val => sE _ wE.
by move: sE; rewrite -wE; case: (who n z) => // i [->].
Qed.

Lemma point_known n : known (hist n) (point n).
Proof. by move=> z z' e; rewrite /point (who_known e). Qed.


Lemma noise_sum_known n e : known (hist n) (fun z => noise_sum n z e).
Proof.
elim: n => [|n IH] z z' h; rewrite /noise_sum ?big_ord0 // !big_ord_recr /=.
have hp := hist_pred h; have := IH _ _ hp; rewrite /noise_sum => ->.
by rewrite (val_known h) (tilt_known hp) (point_known hp).
Qed.

(** Multiplied with what is known, sign and tilt have the same mean. *)
Lemma sum_val n (g : cube I -> F) : known (hist n) g ->
  \sum_z g z * val n z = \sum_z g z * tilt n z.
Proof. by move=> kg; rewrite sum_cond. Qed.

Lemma point_le n z : normsq (point n z) <= asked n z.
Proof.
rewrite /point /asked; case: (who n z) => [i|] //=.
by rewrite /normsq /dot big1 // => e _; rewrite mul0r.
Qed.

Lemma normsq_ge0 (a : E -> F) : 0 <= normsq a.
Proof. by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0. Qed.

(** The sum of (sign - tilt) y has a mean square of at most the number of the signs. *)
Lemma martingale_le n : \sum_z normsq (noise_sum n z) <= \sum_z #|listed n z|%:R.
Proof.
elim: n => [|n IH].
  apply: ler_sum => z _; rewrite cards0 /normsq /dot big1 // => e _.
  by rewrite /noise_sum big_ord0 mul0r.
under [X in _ <= X]eq_bigr do rewrite listedS.
rewrite [X in _ <= X]big_split /=; pose g z := dot (noise_sum n z) (point n z).
have kg : known (hist n) g.
  move=> z z' h; apply: eq_bigr => e _.
  by rewrite (noise_sum_known e h) (point_known h).
pose p z := normsq (point n z).
have kp : known (hist n) p by move=> z z' h; rewrite /p (point_known h).
have kpt : known (hist n) (fun z => p z * tilt n z).
  by move=> z z' h; rewrite (kp _ _ h) (tilt_known h).
have -> : \sum_z normsq (noise_sum n.+1 z) = \sum_z normsq (noise_sum n z)
    + (2%:R * (\sum_z g z * val n z - \sum_z g z * tilt n z)
    + (\sum_z p z * val n z ^+ 2
       + 2%:R * (\sum_z p z * tilt n z * tilt n z - \sum_z p z * tilt n z * val n z)
       - \sum_z p z * tilt n z ^+ 2)).
  rewrite -!sumrB !mulr_sumr -!big_split -sumrB -!big_split /=; apply: eq_bigr => z _.
  rewrite (_ : normsq (noise_sum n.+1 z) = normsq (noise_sum n z)
    + 2%:R * (val n z - tilt n z) * g z + (val n z - tilt n z) ^+ 2 * p z); first by ring.
  rewrite /normsq /g /p /normsq /dot !mulr_sumr -!big_split /=; apply: eq_bigr => e _.
  by rewrite /noise_sum big_ord_recr /=; ring.
rewrite (sum_val kg) subrr mulr0 add0r (sum_val kpt) subrr mulr0 addr0.
apply: ler_add IH _; rewrite -sumrB; apply: ler_sum => z _; rewrite -mulrBr.
have p0 : 0 <= p z by apply: normsq_ge0.
have pa : p z <= asked n z by apply: point_le.
rewrite val_sq; apply: le_trans (_ : p z * 1 <= _); last by rewrite mulr1.
apply: ler_wpmul2l => //; apply: le_trans (_ : asked n z <= _).
  by rewrite ger_addl oppr_le0 sqr_ge0.
by rewrite /asked; case: (who n z) => [?|] /=; rewrite ?ler01.
Qed.

(** The sum over the listed samples is the sum of the tilts and a scalar product. *)
Lemma listed_sum (v : E -> F) n z :
  \sum_(i in listed n z) sign F (z i) * dot v (y i)
  = \sum_(u < n) tilt u z * dot v (point u z) + dot v (noise_sum n z).
Proof.
rewrite sum_listed.
have -> : dot v (noise_sum n z) = \sum_(u < n) (val u z - tilt u z) * dot v (point u z).
  rewrite /dot /noise_sum; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => u _; rewrite mulr_sumr.
  by apply: eq_bigr => e _; rewrite mulrCA.
rewrite -big_split /=; apply: eq_bigr => u _; rewrite -mulrDl addrC subrK /val /point.
by case: (who u z) => [i|] //; rewrite mul0r.
Qed.

End Martingale.

(** ** The tilt *)

Variables (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall x, 0 < x -> exp (ln x) = x.
(** The symbols that are possible, and their lengths, which may depend on the history. *)
Variables (possible : nat -> cube I -> pred A) (len : nat -> cube I -> A -> F).
Hypothesis possible_known : forall n, known (hist n) (possible n).
Hypothesis code_possible : forall n z, possible n z (code n z).
Hypothesis len_known : forall n, known (hist n) (len n).
Hypothesis kraft : forall n z, \sum_(a | possible n z a) exp (- len n z a) <= 1.

(** The length of the symbol of the code at time n. *)
Definition cost n z : F := if who n z is Some i then 0 else len n z (code n z).

Lemma two_gt0 : 0 < 2%:R :> F. Proof. by rewrite ltr0n. Qed.
Lemma pow_gt0 k : 0 < 2%:R ^+ k :> F. Proof. by rewrite exprn_gt0 ?ltr0n. Qed.

Lemma ln_pow k : ln (2%:R ^+ k) = k%:R * ln 2%:R.
Proof.
elim: k => [|k IH]; first by rewrite expr0 mul0r (ln1 log).
by case: (log) => lnM _; rewrite exprS lnM ?pow_gt0 ?two_gt0 // IH [k.+1%:R]mulrS mulrDl mul1r.
Qed.

(** At most 2^(m - u) vectors have a history with u signs. *)
Lemma class_le n z : class F (hist n) z * 2%:R ^+ #|listed n z| <= 2%:R ^+ #|I|.
Proof.
pose g (i : I) b : F := if i \in listed n z then (b == z i)%:R else 1.
have g0 i b : 0 <= g i b by rewrite /g; case: ifP; rewrite ?ler0n ?ler01.
have -> : 2%:R ^+ #|listed n z| = \prod_i (if i \in listed n z then 2%:R else 1) :> F.
  by rewrite -big_mkcond prodr_const.
have -> : 2%:R ^+ #|I| = (\sum_(z' : cube I) \prod_i g i (z' i))
    * \prod_i (if i \in listed n z then 2%:R else 1) :> F.
  rewrite -(bigA_distr_bigA g) -big_split /= -[LHS]prodr_const; apply: eq_bigr => i _.
  rewrite big_bool /g; case: ifP => _; last by rewrite mulr1.
  by case: (z i); rewrite /= ?addr0 ?add0r mul1r.
apply: ler_wpmul2r; first by apply: prodr_ge0 => i _; case: ifP; rewrite ?ler0n ?ler01.
rewrite /class big_mkcond; apply: ler_sum => z' _; case: eqP => [e|_]; last exact: prodr_ge0.
rewrite big1 // => i _; rewrite /g; case: ifP => // il.
by rewrite -(hist_agree e) ?eqxx // (listed_known e).
Qed.

(** The deficit: how much smaller the class is than 2^(m - u). *)
Definition deficit n z : F :=
  #|I|%:R * ln 2%:R - #|listed n z|%:R * ln 2%:R - ln (class F (hist n) z).

Lemma deficit_ge0 n z : 0 <= deficit n z.
Proof.
have c0 := class_gt0 F (hist n) z; case: (log) => lnM _.
rewrite /deficit -!ln_pow -addrA -opprD subr_ge0 addrC -lnM ?pow_gt0 //.
by apply: (ln_mono log); rewrite ?mulr_gt0 ?pow_gt0 ?class_le.
Qed.

Lemma deficit0 z : deficit 0 z = 0.
Proof.
rewrite /deficit cards0 mul0r subr0 -ln_pow /class (eq_bigl xpredT) => [|?]; last exact: eqxx.
by rewrite sumr_const card_ffun card_bool natrX subrr.
Qed.

(** One step. *)
Lemma tilt_step n f : known (hist n) f -> (forall z, 0 <= f z) ->
  \sum_z f z * deficit n.+1 z + \sum_z f z * (tilt n z ^+ 2 / 2%:R)
  <= \sum_z f z * deficit n z + \sum_z f z * cost n z.
Proof.
move=> kf f0.
pose w z (s : bool + A) : F := match who n z, s with
  | Some _, inl b => exp (tilt n z * sign F b - tilt n z ^+ 2 / 2%:R) / 2%:R
  | None, inr a => if possible n z a then exp (- len n z a) else 0
  | _, _ => 0 end.
pose e z : F := if who n z is Some i
  then ln 2%:R - tilt n z * val n z + tilt n z ^+ 2 / 2%:R else len n z (code n z).
have w0 z s : 0 <= w z s.
  rewrite /w; case: (who n z) => [i|]; case: s => [b|a] //; last case: ifP => // _;
    by rewrite ?divr_ge0 ?ler0n // ltW // (exp_gt0 expP).
have w1 z : \sum_s w z s <= 1.
  rewrite big_sumType /= /w; case: (who n z) => [i|]; last by rewrite big1 // add0r -big_mkcond.
  rewrite [X in _ + X]big1 // addr0 big_bool /= /sign mulr1 mulrN1 !(expD expP) -mulrDl -mulrDl.
  rewrite mulrAC; apply: le_trans (ler_wpmul2r _ (cosh_le expP _)) _.
    by rewrite ltW // (exp_gt0 expP).
  by rewrite (expN expP).
have wk : known (hist n) w.
  by move=> z z' h; rewrite /w (who_known h) (tilt_known h) (len_known h) (possible_known h).
have ew z : exp (- e z) = w z (symbol_at n z).
  rewrite /e /w /symbol_at /val; case: (who n z) => [i|] //; last by rewrite code_possible.
  rewrite !opprD opprK -addrA (expD expP) mulrC; congr (_ * _).
  have t0 := lt0r_neq0 two_gt0; apply: (mulfI t0); rewrite mulfV //.
  by rewrite -{1}(lnK two_gt0) (expN expP).
have kE z z' : (hist n.+1 z == hist n.+1 z')
    = (symbol_at n z == symbol_at n z') && (hist n z == hist n z') by [].
have := gibbs kE w0 w1 wk expP lnK kf f0 ew.
have kft : known (hist n) (fun z => f z * tilt n z).
  by move=> z z' h; rewrite (kf _ _ h) (tilt_known h).
rewrite -subr_ge0 => G; rewrite -subr_ge0.
apply: le_trans G _; rewrite -[X in _ <= X]addr0.
have eq0 : \sum_z f z * tilt n z * tilt n z - \sum_z f z * tilt n z * val n z = 0.
  by rewrite (sum_val kft) subrr.
rewrite -[X in _ <= _ + X]eq0.
rewrite -!big_split -!sumrB -big_split /=; apply: ler_sum => z _.
apply: le_of_eq.
rewrite /deficit listedS /e /cost /asked; case E: (who n z) => [i|] /=; first by field.
by rewrite tilt_none //; field.
Qed.

(** The mean of the squares of the tilts, with weights. *)
Lemma tilt_le (theta : nat -> cube I -> F) N : (forall n, known (hist n) (theta n)) ->
  (forall n z, 0 <= theta n z) -> (forall n z, theta n.+1 z <= theta n z) ->
  \sum_z \sum_(n < N) theta n z * (tilt n z ^+ 2 / 2%:R)
  <= \sum_z \sum_(n < N) theta n z * cost n z.
Proof.
move=> kt t0 tS.
suff : \sum_z \sum_(n < N) theta n z * (tilt n z ^+ 2 / 2%:R) + \sum_z theta N z * deficit N z
    <= \sum_z \sum_(n < N) theta n z * cost n z.
  apply: le_trans; rewrite ler_addl; apply: sumr_ge0 => z _.
  by rewrite mulr_ge0 ?deficit_ge0.
elim: N => [|N IH].
  by rewrite !big1 ?addr0 // => z _; rewrite ?big_ord0 // deficit0 mulr0.
under eq_bigr do rewrite big_ord_recr /=.
under [X in _ <= X]eq_bigr do rewrite big_ord_recr /=.
rewrite !big_split /= -addrA.
have mono : \sum_z theta N.+1 z * deficit N.+1 z <= \sum_z theta N z * deficit N.+1 z.
  by apply: ler_sum => z _; rewrite ler_wpmul2r ?deficit_ge0.
have step := tilt_step (kt N) (t0 N).
move: IH mono step; move: (\sum_z theta N z * deficit N z) => d0.
move: (\sum_z theta N.+1 z * deficit N.+1 z) (\sum_z theta N z * deficit N.+1 z) => d2 d1.
move: (\sum_z _) (\sum_z _) (\sum_z _) (\sum_z _) => s1 s2 s3 s4 h1 h2 h3.
rewrite -subr_ge0 in h1; rewrite -subr_ge0 in h2; rewrite -subr_ge0 in h3; rewrite -subr_ge0.
apply: le_trans (addr_ge0 (addr_ge0 h1 h2) h3) _.
by apply: le_of_eq; ring.
Qed.

End Process.
