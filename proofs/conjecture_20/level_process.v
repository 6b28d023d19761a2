(** * Signs that are read at the ends of levels

   k 0, k 1, ... are finer and finer partitions of the cube, the first trivial.  At the time of
   level l the class of k (l + 1) is told, and then the signs of the samples of N l are read, a
   set that this class determines; no sample is in two of the sets.  This is a process of
   decomposition.v.  So for vectors V(z) and y_i of the unit ball the mean of
   |sum_l sum_(i in N l) z_i <V(z), y_i>| is at most sqrt (2 C X) + sqrt n, where n is the mean
   number of signs that are read, X the mean of sum_l sum_(i in N l) <V(z), y_i>^2 / theta_l^2,
   and C the mean of sum_l theta_l^2 ln(size of the class of k l / size of that of k (l + 1)),
   for falling widths theta_l. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube logarithm exponential cauchy_schwarz
  gibbs decomposition gains questions partitions.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The best a in u <= a p + q / a. *)
Lemma le_two_roots (F : rcfType) (u p q : F) : 0 <= p -> 0 <= q ->
  (forall a, 0 < a -> u <= a * p + q / a) -> u <= 2%:R * Num.sqrt (p * q).
Proof.
move=> p0 q0 H; case: (lerP u 0) => [le|u0].
  by apply: le_trans le _; rewrite mulr_ge0 ?ler0n ?sqrtr_ge0.
have half : u / 2%:R < u by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
have small c : 0 <= c -> u / (2%:R * (c + 1)) * c <= u / 2%:R.
  move=> c0; have c1 : 0 < c + 1 by rewrite ltr_paddl.
  rewrite -subr_ge0 (_ : _ - _ = u / (2%:R * (c + 1))).
    by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?ltW.
  by field; rewrite lt0r_neq0.
have pos c : 0 <= c -> 0 < u / (2%:R * (c + 1)).
  by move=> c0; rewrite divr_gt0 // mulr_gt0 ?ltr0n // ltr_paddl.
have [pz|p1] := zero_or_pos p0.
  have := H (u / (2%:R * (q + 1)))^-1; rewrite invr_gt0 => /(_ (pos _ q0)).
  rewrite -pz mulr0 add0r invrK mulrC => /le_trans /(_ (small _ q0)).
  by rewrite leNgt half.
have [qz|q1] := zero_or_pos q0.
  have := H _ (pos _ p0); rewrite -qz mul0r addr0 => /le_trans /(_ (small _ p0)).
  by rewrite leNgt half.
have P0 : 0 < Num.sqrt p by rewrite sqrtr_gt0.
have Q0 : 0 < Num.sqrt q by rewrite sqrtr_gt0.
apply: le_trans (H _ (divr_gt0 Q0 P0)) _; rewrite (sqrtrM _ p0).
move: P0 Q0 (sqr_sqrtr p0) (sqr_sqrtr q0).
move: (Num.sqrt p) (Num.sqrt q) => P Q P0 Q0 <- <-; apply: le_of_eq.
by field; rewrite !lt0r_neq0.
Qed.

Section LevelProcess.
Variables (F : rcfType) (I : finType).
Variables (k : nat -> cube I -> seq bool) (N : nat -> cube I -> {set I}).
Hypothesis k0 : forall z, k 0%N z = [::].
Hypothesis k_refines : forall l, refines (k l.+1) (k l).
Hypothesis N_known : forall l z z', k l.+1 z = k l.+1 z' -> N l z = N l z'.
Hypothesis N_disjoint : forall l l' z i, (l < l')%N -> i \in N l z -> i \notin N l' z.
Let m1 := #|I|.+1.
Implicit Types (z : cube I) (l n j : nat).

(** At the time l (m + 1) a class is told, and at l (m + 1) + j the j-th sample may be read. *)
Definition sample j : option I :=
  if j is j'.+1 then omap enum_val (insub j' : option 'I_#|I|) else None.
Definition who n z : option I :=
  if sample (n %% m1) is Some i then if i \in N (n %/ m1) z then Some i else None else None.
Definition code n z : {set cube I} :=
  if (n %% m1 == 0)%N then class_set (k (n %/ m1).+1) z else set0.
Local Notation hist_ := (hist who code).

Lemma sample_inj j j' i : sample j = Some i -> sample j' = Some i -> j = j'.
Proof.
case: j => [|j] //; case: j' => [|j'] //=.
case: insubP => [u _ <-|//]; case: insubP => [u' _ <-|//].
by move=> [<-] [/enum_val_inj ->].
Qed.

Lemma hist_symbol n n' z z' : hist_ n z = hist_ n z' -> (n' < n)%N ->
  symbol_at who code n' z = symbol_at who code n' z'.
Proof.
elim: n => [//|n IH] /= [sE hE]; rewrite ltnS leq_eqVlt => /orP[/eqP -> //|]; exact: IH hE.
Qed.

Lemma class_told n l z z' : hist_ n z = hist_ n z' -> (l * m1 < n)%N -> k l.+1 z = k l.+1 z'.
Proof.
move=> h lt; have := hist_symbol h lt.
rewrite /symbol_at /who /code modnMl mulnK //= => -[e]; exact: class_set_inj e.
Qed.

Lemma class_known n l z z' : hist_ n z = hist_ n z' -> (l * m1 <= n)%N -> k l z = k l z'.
Proof.
case: l => [|l] h lt; first by rewrite !k0.
by apply: class_told h (leq_trans _ lt); rewrite ltn_pmul2r.
Qed.

Lemma who_known n : known (hist_ n) (who n).
Proof.
move=> z z' h; rewrite /who; case E: (sample _) => [i|] //.
rewrite (N_known (class_told h _)) // {2}(divn_eq n m1) -[X in (X < _)%N]addn0 ltn_add2l lt0n.
by apply: contraPneq E => ->.
Qed.

Lemma who_some n z i : who n z = Some i -> sample (n %% m1) = Some i /\ i \in N (n %/ m1) z.
Proof. by rewrite /who; case: (sample _) => [i'|] //; case: ifP => // iN [<-]. Qed.

Lemma listed_time n z i : i \in listed who n z -> exists2 n', (n' < n)%N & who n' z = Some i.
Proof.
elim: n => [|n IH] /=; first by rewrite inE.
have old : i \in listed who n z -> exists2 n', (n' < n.+1)%N & who n' z = Some i.
  by move/IH => [n' lt w]; exists n' => //; apply: ltnW.
case w: (who n z) => [i'|] //=; rewrite !inE => /orP[/eqP ->|//].
by exists n.
Qed.

Lemma who_new n z i : who n z = Some i -> i \notin listed who n z.
Proof.
move=> /who_some[s iN]; apply/negP => /listed_time[n' lt /who_some[s' iN']].
have jj := sample_inj s s'; have := leq_div2r m1 (ltnW lt).
rewrite leq_eqVlt => /orP[/eqP e|l_lt]; last by move/negP: (N_disjoint l_lt iN').
by move: lt; rewrite (divn_eq n m1) (divn_eq n' m1) e jj ltnn.
Qed.

(** A sum over the times is a sum over the levels. *)
Lemma sum_times (f : nat -> F) L :
  \sum_(u < L * m1) f u = \sum_(l < L) \sum_(j < m1) f (l * m1 + j)%N.
Proof.
elim: L => [|L IH]; first by rewrite !big_ord0.
by rewrite [RHS]big_ord_recr /= -IH mulSnr big_split_ord.
Qed.

Lemma time_div l j : (j < m1)%N -> ((l * m1 + j) %/ m1)%N = l.
Proof. by move=> lt; rewrite divnMDl // divn_small ?addn0. Qed.
Lemma time_mod l j : (j < m1)%N -> ((l * m1 + j) %% m1)%N = j.
Proof. by move=> lt; rewrite modnMDl modn_small. Qed.

(** The signs that are read at one level. *)
Lemma sum_level (f : I -> F) l z :
  \sum_(j < m1) (if who (l * m1 + j) z is Some i then f i else 0) = \sum_(i in N l z) f i.
Proof.
rewrite big_ord_recl {1}/who time_mod // add0r [RHS]big_mkcond.
rewrite [RHS](reindex (@enum_val I I)) /=; last exact: (onW_bij _ (@enum_val_bij I)).
apply: eq_bigr => j _; have lt : (bump 0 j < m1)%N by rewrite /bump ltnS.
rewrite /who (time_mod _ lt) (time_div _ lt) /bump /= insubT //=.
set j' := Ordinal _; have -> : j' = j by apply: val_inj.
by case: ifP.
Qed.

(** ** The lengths *)

Variables (exp ln : F -> F).
Hypotheses (expP : is_exponential exp) (log : is_logarithm ln).
Hypothesis lnK : forall a, 0 < a -> exp (ln a) = a.

Definition possible n z : pred {set cube I} := fun a =>
  if (n %% m1 == 0)%N
  then [exists z', (z' \in class_set (k (n %/ m1)) z) && (a == class_set (k (n %/ m1).+1) z')]
  else a == set0.
Definition len n z (a : {set cube I}) : F :=
  if (n %% m1 == 0)%N then ln (#|class_set (k (n %/ m1)) z|%:R / #|a|%:R) else 0.

Lemma class_set_known n z z' : hist_ n z = hist_ n z' ->
  class_set (k (n %/ m1)) z = class_set (k (n %/ m1)) z'.
Proof.
move=> h; have e := class_known h (leq_trunc_div n m1).
by apply/setP => u; rewrite !inE e.
Qed.

Lemma possible_known n : known (hist_ n) (possible n).
Proof. by move=> z z' h; rewrite /possible (class_set_known h). Qed.

Lemma len_known n : known (hist_ n) (len n).
Proof. by move=> z z' h; rewrite /len (class_set_known h). Qed.

Lemma code_possible n z : possible n z (code n z).
Proof.
rewrite /possible /code; case: eqP => // _; apply/existsP; exists z.
by rewrite class_set_self eqxx.
Qed.

Lemma len_kraft n z : \sum_(a | possible n z a) exp (- len n z a) <= 1.
Proof.
rewrite /possible /len; case: eqP => _; last by rewrite big_pred1_eq oppr0 (exp0 expP).
set l := (n %/ m1)%N; set A := class_set (k l) z.
have A0 : 0 < #|A|%:R :> F by rewrite ltr0n class_set_card_gt0.
rewrite -[X in _ <= X](mulfV (lt0r_neq0 A0)) -ler_pdivr_mulr ?invr_gt0 // invrK mulr_suml.
rewrite -[X in _ <= X%:R]sum1_card natr_sum (partition_big (class_set (k l.+1))
  (fun a => [exists z', (z' \in A) && (a == class_set (k l.+1) z')])) /=; last first.
  by move=> u uA; apply/existsP; exists u; rewrite uA eqxx.
apply: ler_sum => a /existsP[z' /andP[z'A /eqP ->]]; set a' := class_set _ z'.
have a0 : 0 < #|a'|%:R :> F by rewrite ltr0n class_set_card_gt0.
have q0 : 0 < #|A|%:R / #|a'|%:R :> F by apply: divr_gt0.
have -> : exp (- ln (#|A|%:R / #|a'|%:R)) = #|a'|%:R / #|A|%:R.
  apply: (mulfI (lt0r_neq0 q0)); rewrite -{1}(lnK q0) (expN expP).
  by field; rewrite !lt0r_neq0.
rewrite divfK ?lt0r_neq0 // -sum1_card natr_sum; apply: le_of_eq; apply: eq_bigl => u.
apply/idP/andP => [ua|[_ /eqP <-]]; last exact: class_set_self.
split; last by apply/eqP/class_set_eq.
have := ua; rewrite inE => /eqP /k_refines e; move: z'A; rewrite !inE => /eqP <-.
exact/eqP.
Qed.

(** ** The sum over the signs that are read *)

Variables (E : finType) (y : I -> E -> F) (V : cube I -> E -> F) (theta : nat -> F) (L : nat).
Hypotheses (y1 : forall i, normsq (y i) <= 1) (V1 : forall z, normsq (V z) <= 1).
Hypotheses (theta_gt0 : forall l, 0 < theta l) (theta_falls : forall l, theta l.+1 <= theta l).

Definition level_sum z : F :=
  \sum_(l < L) \sum_(i in N l z) sign F (z i) * dot (V z) (y i).
Definition squares z : F :=
  \sum_(l < L) \sum_(i in N l z) dot (V z) (y i) ^+ 2 / theta l ^+ 2.
Definition number z : F := \sum_(l < L) #|N l z|%:R.

Let Tm := (L * m1)%N.
Let width n := theta (n %/ m1) ^+ 2.
Local Notation tilt_ := (tilt F who code).
Local Notation noise_ := (noise_sum who code y Tm).

Lemma listed_levels (f : I -> F) z :
  \sum_(i in listed who Tm z) f i = \sum_(l < L) \sum_(i in N l z) f i.
Proof.
rewrite (sum_listed who_new) (sum_times (fun u => if who u z is Some i then f i else 0)).
by apply: eq_bigr => l _; apply: sum_level.
Qed.

Lemma number_listed z : #|listed who Tm z|%:R = number z.
Proof.
rewrite -sum1_card natr_sum listed_levels; apply: eq_bigr => l _.
by rewrite -natr_sum sum1_card.
Qed.

Lemma width_gt0 n : 0 < width n.
Proof. exact: exprn_gt0. Qed.

Lemma theta_le l l' : (l <= l')%N -> theta l' <= theta l.
Proof.
elim: l' => [|l' IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /orP[/eqP -> //|le]; exact: le_trans (theta_falls _) (IH le).
Qed.

Lemma width_falls n : width n.+1 <= width n.
Proof.
by rewrite ler_sqr ?nnegrE ?(ltW (theta_gt0 _)) //; apply/theta_le/leq_div2r.
Qed.

Lemma level_sum_one (a b : F) z : 0 < a -> 0 < b -> `|level_sum z|
  <= a * (\sum_(u < Tm) width u * (tilt_ u z ^+ 2 / 2%:R)) + (2%:R * a)^-1 * squares z
     + (b * (normsq (noise_ z) / 2%:R) + (2%:R * b)^-1).
Proof.
move=> a0 b0; rewrite /level_sum -listed_levels (listed_sum code who_new).
apply: le_trans (ler_norm_add _ _) _; apply: ler_add; last first.
  apply: le_trans (young _ b0) _; rewrite ler_add2r ler_pmul2l //.
  apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
  rewrite real_normK ?num_real //; apply: le_trans (dot_sq_le _ _) _.
  by rewrite ler_pimull // normsq_ge0.
have -> : squares z = \sum_(u < Tm) (if who u z is Some i
    then dot (V z) (y i) ^+ 2 / width u else 0).
  rewrite (sum_times (fun u => if who u z is Some i then dot (V z) (y i) ^+ 2 / width u else 0)).
  apply: eq_bigr => l _; rewrite -sum_level; apply: eq_bigr => j _.
  by rewrite /width time_div.
rewrite !mulr_sumr -big_split /=; apply: le_trans (ler_norm_sum _ _ _) _.
apply: ler_sum => u _; case w: (who u z) => [i|]; last first.
  by rewrite (tilt_none F who_known w) mul0r normr0 expr0n /= mul0r !mulr0 addr0.
rewrite /point w normrM; have t0 := theta_gt0 (u %/ m1); rewrite /width.
set t := `|tilt_ u z|; set d := dot _ _; set th := theta _ in t0 *.
have -> : tilt_ u z ^+ 2 = t ^+ 2 by rewrite real_normK ?num_real.
have -> : d ^+ 2 = `|d| ^+ 2 by rewrite real_normK ?num_real.
move: `|d| => c; rewrite -subr_ge0.
rewrite (_ : _ - _ = (a * th ^+ 2 * t - c) ^+ 2 / (2%:R * a * th ^+ 2)).
  by apply: divr_ge0 (sqr_ge0 _) (ltW _); rewrite !mulr_gt0 ?ltr0n ?exprn_gt0.
by field; rewrite !lt0r_neq0.
Qed.

(** The lengths of the classes. *)
Lemma cost_levels : \sum_z \sum_(u < Tm) width u * cost who code len u z
  = \sum_(l < L) theta l ^+ 2 * (content ln (k l) - content ln (k l.+1)).
Proof.
rewrite (eq_bigr (fun z => \sum_(l < L) theta l ^+ 2
    * (ln #|class_set (k l) z|%:R - ln #|class_set (k l.+1) z|%:R))) => [|z _].
  by rewrite exchange_big; apply: eq_bigr => l _; rewrite -mulr_sumr sumrB.
rewrite (sum_times (fun u => width u * cost who code len u z)); apply: eq_bigr => l _.
rewrite big_ord_recl addn0 big1 ?addr0 => [|j _].
  rewrite /cost /who /len /code /width mulnK // modnMl /=.
  have c0 l' : 0 < #|class_set (k l') z|%:R :> F by rewrite ltr0n class_set_card_gt0.
  by case: log => lnM _; rewrite lnM ?invr_gt0 // (lnV log).
have lt : (bump 0 j < m1)%N by rewrite /bump ltnS.
rewrite /cost; case: (who _ z) => [i|]; first by rewrite mulr0.
by rewrite /len (time_mod _ lt) mulr0.
Qed.

Variable C : F.
Hypothesis C0 : 0 <= C.
Hypothesis total_cost : \sum_(l < L) theta l ^+ 2 * (content ln (k l) - content ln (k l.+1))
  <= C * #|[finType of cube I]|%:R.

Lemma level_sum_ab (a b : F) : 0 < a -> 0 < b -> avg (fun z => `|level_sum z|)
  <= (a * C + avg squares / 2%:R / a) + (b * (avg number / 2%:R) + 2%:R^-1 / b).
Proof.
move=> a0 b0; have T0 : 0 < #|[finType of cube I]|%:R :> F by rewrite ltr0n card_cube.
have Tt := tilt_le who_known who_new expP log lnK possible_known code_possible len_known len_kraft
  Tm (theta := fun u _ => width u) (fun _ _ _ _ => erefl) (fun n _ => ltW (width_gt0 n))
  (fun n _ => width_falls n).
have {}Tt := le_trans Tt (le_trans (le_of_eq cost_levels) total_cost).
have Mt := martingale_le (code := code) who_known who_new y1 Tm.
have {}Mt : \sum_z normsq (noise_ z) <= \sum_z number z.
  by apply: le_trans Mt _; apply: ler_sum => z _; rewrite number_listed.
rewrite /avg ler_pdivr_mulr //; apply: le_trans (ler_sum _ (fun z _ => level_sum_one z a0 b0)) _.
rewrite !big_split /= -!mulr_sumr -mulr_suml sumc.
move: T0 Tt Mt; move: (\sum_z \sum_(u < Tm) width u * (tilt_ u z ^+ 2 / 2%:R)).
move=> t; move: (\sum_z normsq _) (\sum_z squares z).
move: (\sum_z number z) (#|[finType of cube I]|%:R : F) => c T n s T0 Tt Mt.
have h1 := ler_wpmul2l (ltW a0) Tt; rewrite -subr_ge0 in h1.
have b2 : 0 <= b / 2%:R by rewrite divr_ge0 ?ler0n ?ltW.
have h2 := ler_wpmul2l b2 Mt; rewrite -subr_ge0 in h2.
rewrite -subr_ge0; apply: le_trans (addr_ge0 h1 h2) _; apply: le_of_eq.
by field; rewrite !lt0r_neq0.
Qed.

(** The mean of the sum. *)
Lemma level_sum_le : avg (fun z => `|level_sum z|)
  <= Num.sqrt (2%:R * C * avg squares) + Num.sqrt (avg number).
Proof.
have X0 : 0 <= avg squares.
  apply: avg_ge0 => z; apply: sumr_ge0 => l _; apply: sumr_ge0 => i _.
  by rewrite divr_ge0 ?sqr_ge0.
have n0 : 0 <= avg number by apply: avg_ge0 => z; apply: sumr_ge0 => l _; apply: ler0n.
have i2 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
have two (c : F) : 2%:R * Num.sqrt c = Num.sqrt (4%:R * c).
  by rewrite sqrtrM ?ler0n // (_ : 4%:R = 2%:R ^+ 2) ?sqrtr_sqr ?ger0_norm ?ler0n // -natrX.
have -> : Num.sqrt (2%:R * C * avg squares) = 2%:R * Num.sqrt (C * (avg squares / 2%:R)).
  by rewrite two; congr Num.sqrt; field.
have -> : Num.sqrt (avg number) = 2%:R * Num.sqrt (avg number / 2%:R * 2%:R^-1).
  by rewrite two; congr Num.sqrt; field.
rewrite -ler_subl_addl; apply: le_two_roots => // [|b b0]; first by rewrite mulr_ge0.
rewrite ler_subl_addl -ler_subl_addr; apply: le_two_roots => // [|a a0]; first by rewrite mulr_ge0.
by rewrite ler_subl_addr; apply: level_sum_ab.
Qed.

End LevelProcess.
