(** * A greedy code that reads signs

   Let |y_i| <= 1, 1/2 <= q < 1, and let a vector V(z) of the unit ball be given for each
   vector z of signs.  V is approached by p: while some |<V - p, y_i>|
   exceeds eps_l = q^(l+1) / 2, add eps_l y_i or - eps_l y_i to p; if there is none, level l
   closes, and the samples with <p, y_i> > eps_l that were not decided before become decided.
   They are put into a queue, and their signs are read before the code goes on.  So the state
   is a function of the history of decomposition.v.  The width is q^l until the last sign of
   level l has been read; it bounds <V, y_i> for all samples whose signs were not read before. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify.
From Sparseact Require Import definitions averages cube cauchy_schwarz gibbs decomposition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Code.
Variables (F : realFieldType) (I E : finType) (y : I -> E -> F) (q : F).
Hypotheses (q_ge : 2%:R^-1 <= q) (q_lt1 : q < 1).

Definition eps (l : nat) : F := q ^+ l.+1 / 2%:R.

Lemma q_gt0 : 0 < q. Proof. by apply: lt_le_trans q_ge; rewrite invr_gt0 ltr0n. Qed.
Lemma eps_gt0 l : 0 < eps l.
Proof. by rewrite divr_gt0 ?ltr0n // exprn_gt0 // q_gt0. Qed.

Record state :=
  State { centre : E -> F; level : nat; decided : {set I}; queue : seq I }.
Definition start : state := State (fun=> 0) 0 set0 [::].
Definition fresh (t : state) : {set I} :=
  [set i | (i \notin decided t) && (eps (level t) < dot (centre t) (y i))].

(** A symbol of the code is a sample with a sign, or None for the end of a level. *)
Definition symbol := [finType of option (I * bool)].
Definition move (t : state) (a : symbol) : state :=
  if a is Some (i, b)
  then State (fun e => centre t e + sign F b * eps (level t) * y i e) (level t) (decided t) [::]
  else State (centre t) (level t).+1 (decided t :|: fresh t) (enum (fresh t)).
Definition next (t : state) (s : bool + symbol) : state :=
  if queue t is _ :: r then State (centre t) (level t) (decided t) r
  else if s is inr a then move t a else t.

Definition far (v : E -> F) (t : state) : pred I :=
  fun i => eps (level t) < `|dot v (y i) - dot (centre t) (y i)|.
Definition choice (v : E -> F) (t : state) : symbol :=
  omap (fun i => (i, dot (centre t) (y i) < dot v (y i))) [pick i | far v t i].

Definition gap (v : E -> F) (t : state) : F := normsq (fun e => v e - centre t e).

Definition width (t : state) : F :=
  if queue t is [::] then q ^+ level t else q ^+ (level t).-1.

Variable V : cube I -> E -> F.
Hypotheses (y1 : forall i, normsq (y i) <= 1) (V1 : forall z, normsq (V z) <= 1).

Fixpoint run (n : nat) (z : cube I) : state :=
  if n is n'.+1 then
    let t := run n' z in
    next t (if ohead (queue t) is Some i then inl (z i) else inr (choice (V z) t))
  else start.
Definition who n z : option I := ohead (queue (run n z)).
Definition code n z : symbol := choice (V z) (run n z).

Lemma run_known n : known (hist who code n) (run n).
Proof.
elim: n => [//|n IH] z z' [sE hE].
have := IH _ _ hE; rewrite /= -!/(who _ _) -!/(code _ _) -!/(symbol_at who code _ _) => ->.
by rewrite sE.
Qed.

Lemma who_known n : known (hist who code n) (who n).
Proof. by move=> z z' h; rewrite /who (run_known h). Qed.

(** What one step does: read a sign, close a level, or move. *)
Inductive step_spec (v : E -> F) (t t' : state) (w : option I) (a : symbol) : Prop :=
  | Read i r of queue t = i :: r & w = Some i & t' = State (centre t) (level t) (decided t) r
  | Close of queue t = [::] & w = None & a = None
      & (forall i, `|dot v (y i) - dot (centre t) (y i)| <= eps (level t))
      & t' = State (centre t) (level t).+1 (decided t :|: fresh t) (enum (fresh t))
  | Move of queue t = [::] & w = None & a != None & level t' = level t
      & decided t' = decided t & queue t' = [::]
      & gap v t' <= gap v t - eps (level t) ^+ 2.

Lemma stepP n z : step_spec (V z) (run n z) (run n.+1 z) (who n z) (code n z).
Proof.
rewrite /= /who /code; set t := run n z; set v := V z.
case Q: (queue t) => [|i r] /=; last by apply: (@Read v t _ _ _ i r); rewrite // /next Q.
rewrite /next Q /choice; case: pickP => [i /=|none] /=; last first.
  apply: Close => // i; have := none i; rewrite /far /=; by case: ltP.
rewrite /far => fi; apply: Move => //=.
set b := dot _ _ < dot v (y i); set h := eps _ in fi *; have h0 : 0 < h := eps_gt0 _.
set d := dot v (y i) - _ in fi.
have dE : dot (fun e => v e - centre t e) (y i) = d.
  by rewrite /d /dot -sumrB; apply: eq_bigr => e _; rewrite mulrBl.
rewrite [X in X <= _](_ : _
    = gap v t - 2%:R * h * (sign F b * d) + h ^+ 2 * normsq (y i)); last first.
  rewrite -dE /gap /normsq /dot !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => e _.
  by case: (b); rewrite /sign /=; ring.
have -> : sign F b * d = `|d|.
  rewrite /b /sign /d; case: ltP => le; first by rewrite mul1r gtr0_norm ?subr_gt0.
  by rewrite mulN1r ler0_norm // subr_le0.
have hy : h ^+ 2 * normsq (y i) <= h ^+ 2 by rewrite ler_pimulr ?sqr_ge0.
have hd : h ^+ 2 <= h * `|d| by rewrite expr2 ler_pmul2l // ltW.
rewrite -subr_ge0 (_ : _ - _ = 2%:R * (h * `|d| - h ^+ 2) + (h ^+ 2 - h ^+ 2 * normsq (y i))).
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?subr_ge0.
by ring.
Qed.

(** ** The samples *)

Lemma dot_le1 z i : dot (V z) (y i) <= 1.
Proof.
apply: le_trans (ler_norm _) _; rewrite -ler_sqr ?nnegrE ?normr_ge0 ?ler01 //.
rewrite real_normK ?num_real // expr1n; apply: le_trans (dot_sq_le _ _) _.
apply: le_trans (y1 i); rewrite ler_pimull //.
by apply: sumr_ge0 => e _; rewrite -expr2 sqr_ge0.
Qed.

Record invariant n z : Prop := Invariant {
  queue_uniq : uniq (queue (run n z));
  decidedE : forall i,
    (i \in decided (run n z)) = (i \in listed who n z) || (i \in queue (run n z));
  queue_new : forall i, i \in queue (run n z) -> i \notin listed who n z;
  queue_level : queue (run n z) != [::] -> (0 < level (run n z))%N;
  decided_pos : forall i, i \in decided (run n z) -> 0 < dot (V z) (y i);
  undecided_le : forall i, i \notin decided (run n z) -> dot (V z) (y i) <= q ^+ level (run n z);
  unlisted_le : forall i, i \notin listed who n z -> dot (V z) (y i) <= width (run n z) }.

Lemma pow_le l l' : (l <= l')%N -> q ^+ l' <= q ^+ l.
Proof. by move=> le; apply: ler_wiexpn2l; rewrite // ?ltW // q_gt0. Qed.

(** Each kind of step keeps the invariant. *)
Lemma read_invariant n z i r : invariant n z -> queue (run n z) = i :: r -> who n z = Some i ->
  run n.+1 z = State (centre (run n z)) (level (run n z)) (decided (run n z)) r ->
  invariant n.+1 z.
Proof.
case=> U D N L P Le Wd Q w rE.
have lE j : (j \in listed who n.+1 z) = (j == i) || (j \in listed who n z).
  by rewrite /= w /= !inE.
have [ir ur] : i \notin r /\ uniq r by move: U; rewrite Q /=; case/andP.
have lv : (0 < level (run n z))%N by apply: L; rewrite Q.
split=> //; rewrite rE //=.
- move=> j; rewrite D -/(listed who n.+1 z) lE Q inE.
  by case: (j == i); case: (j \in listed who n z).
- move=> j jr; rewrite -/(listed who n.+1 z) lE negb_or; apply/andP; split.
    by apply: contraNneq ir => <-.
  by apply: N; rewrite Q inE jr orbT.
- move=> j; rewrite -/(listed who n.+1 z) lE negb_or => /andP[ji nl].
  have [jr|njr] := boolP (j \in r).
    have := Wd j nl; rewrite /width Q /=; by case: r jr {Q rE ir ur}.
  apply: le_trans (Le j _) _.
    by rewrite D Q inE (negbTE nl) (negbTE ji) (negbTE njr).
  rewrite /width /=; case: r {Q rE ir ur njr} => [|? ?]; first by [].
  by apply: pow_le; lia.
Qed.

Lemma close_invariant n z : invariant n z -> queue (run n z) = [::] -> who n z = None ->
  (forall i, `|dot (V z) (y i) - dot (centre (run n z)) (y i)| <= eps (level (run n z))) ->
  run n.+1 z = State (centre (run n z)) (level (run n z)).+1
    (decided (run n z) :|: fresh (run n z)) (enum (fresh (run n z))) ->
  invariant n.+1 z.
Proof.
case=> U D N L P Le Wd Q w near rE.
have lE : listed who n.+1 z = listed who n z by rewrite /= w.
have DE i : (i \in decided (run n z)) = (i \in listed who n z).
  by rewrite D Q orbF.
have pos i : i \in fresh (run n z) -> 0 < dot (V z) (y i).
  rewrite inE => /andP[_ lt]; have := near i; rewrite ler_distl => /andP[H _].
  by apply: lt_le_trans H; rewrite subr_gt0.
have small i : i \notin decided (run n z) -> i \notin fresh (run n z) ->
    dot (V z) (y i) <= q ^+ (level (run n z)).+1.
  move=> nd; rewrite inE nd /= -leNgt => le.
  have := near i; rewrite ler_distl => /andP[_ H]; apply: le_trans H _.
  have -> : q ^+ (level (run n z)).+1 = eps (level (run n z)) + eps (level (run n z)).
    by rewrite /eps; field.
  by rewrite ler_add2r.
split; rewrite ?lE rE //=.
- exact: enum_uniq.
- by move=> i; rewrite inE mem_enum DE.
- by move=> i; rewrite mem_enum inE DE; case/andP.
- by move=> i; rewrite inE => /orP[/P //|/pos].
- by move=> i; rewrite inE negb_or => /andP[nd nf]; apply: small.
- move=> i nl; rewrite /width /=; case En: (enum _) => [|j r] /=.
    apply: small; first by rewrite DE.
    by rewrite -mem_enum En.
  by apply: Le; rewrite DE.
Qed.

Lemma move_invariant n z : invariant n z -> queue (run n z) = [::] -> who n z = None ->
  level (run n.+1 z) = level (run n z) -> decided (run n.+1 z) = decided (run n z) ->
  queue (run n.+1 z) = [::] -> invariant n.+1 z.
Proof.
case=> U D N L P Le Wd Q w lv dE qE.
have lE : listed who n.+1 z = listed who n z by rewrite /= w.
split; rewrite ?lE ?qE //.
- by move=> i; rewrite dE D Q.
- by move=> i; rewrite dE; apply: P.
- by move=> i; rewrite dE lv; apply: Le.
- by move=> i /Wd; rewrite /width Q qE lv.
Qed.

Lemma run_invariant n z : invariant n z.
Proof.
elim: n => [|n inv]; first by split=> //= i; rewrite ?inE ?expr0 // => _; exact: dot_le1.
case: (stepP n z) => [i r Q w rE|Q w _ near rE|Q w _ lv dE qE _].
- exact: read_invariant inv Q w rE.
- exact: close_invariant inv Q w near rE.
- exact: move_invariant inv Q w lv dE qE.
Qed.

Lemma who_new n z i : who n z = Some i -> i \notin listed who n z.
Proof.
have [U D N L P Le Wd] := run_invariant n z; rewrite /who.
by case Q: (queue _) N => [|j r] //= H [<-]; apply: H; rewrite inE eqxx.
Qed.

Lemma listed_pos n z i : i \in listed who n z -> 0 < dot (V z) (y i).
Proof. by have [U D N L P Le Wd] := run_invariant n z => il; apply: P; rewrite D il. Qed.

Lemma who_le n z i : who n z = Some i -> `|dot (V z) (y i)| <= width (run n z).
Proof.
move=> w; rewrite gtr0_norm; first exact: unlisted_le (run_invariant n z) _ (who_new w).
by apply: (@listed_pos n.+1); rewrite /= w /= !inE eqxx.
Qed.

(** ** The width *)

Lemma width_ge0 t : 0 <= width t.
Proof. by rewrite /width; case: queue => *; rewrite exprn_ge0 // ltW // q_gt0. Qed.

Lemma width_known n : known (hist who code n) (fun z => width (run n z)).
Proof. by move=> z z' h; rewrite (run_known h). Qed.

Lemma width_mono n z : width (run n.+1 z) <= width (run n z).
Proof.
have [U D N L P Le Wd] := run_invariant n z; case: (stepP n z).
- move=> i r Q w ->; rewrite /width Q /=; case: r {Q} => [|? ?] //=; apply: pow_le; lia.
- move=> Q w a near ->; rewrite /width Q /=; case: (enum _) => [|? ?] //=; exact: pow_le.
- by move=> Q w a lv dE qE gE; rewrite /width Q qE lv.
Qed.

(** ** The length of the code *)

Lemma gap_ge0 v t : 0 <= gap v t.
Proof. exact: normsq_ge0. Qed.

Lemma gap_start v : gap v start = normsq v.
Proof. by apply: eq_bigr => e _; rewrite subr0. Qed.

Section Length.
Variables (c0 c1 : F).
Hypotheses (c0_ge0 : 0 <= c0) (c1_ge0 : 0 <= c1).
Definition len (a : symbol) : F := if a is Some _ then c1 else c0.

Lemma one_q2 : 0 < 1 - q ^+ 2.
Proof. by rewrite subr_gt0 expr_lt1 // ltW // q_gt0. Qed.

Lemma budget N z :
  \sum_(n < N) width (run n z) ^+ 2 * cost who code (fun _ _ => len) n z
  <= 4%:R * c1 / q ^+ 2 + c0 / (1 - q ^+ 2).
Proof.
have q0 := lt0r_neq0 q_gt0; have r0 := lt0r_neq0 one_q2.
have A0 : 0 <= 4%:R * c1 / q ^+ 2.
  by apply: divr_ge0 (sqr_ge0 _); apply: mulr_ge0 c1_ge0; apply: ler0n.
have B0 : 0 <= c0 / (1 - q ^+ 2) by rewrite divr_ge0 // ltW // one_q2.
suff H : \sum_(n < N) width (run n z) ^+ 2 * cost who code (fun _ _ => len) n z
    + (4%:R * c1 / q ^+ 2 * gap (V z) (run N z)
       + c0 / (1 - q ^+ 2) * (q ^+ level (run N z)) ^+ 2)
    <= 4%:R * c1 / q ^+ 2 + c0 / (1 - q ^+ 2).
  by apply: le_trans H; rewrite ler_addl; apply: addr_ge0; apply: mulr_ge0;
    rewrite ?sqr_ge0 ?gap_ge0.
elim: N => [|N IH].
  rewrite big_ord0 add0r gap_start expr0 expr1n mulr1 ler_add2r -[X in _ <= X]mulr1.
  exact: ler_wpmul2l (V1 z).
rewrite big_ord_recr /=; apply: le_trans IH; rewrite -addrA ler_add2l -/(run N.+1 z).
rewrite /cost; case: (stepP N z).
- by move=> i r Q -> ->; rewrite mulr0 add0r.
- move=> Q -> -> near ->; rewrite /width Q /= /gap /= (exprS q (level _)).
  apply: le_of_eq.
  by move: (normsq _) (q ^+ level _) => a b; field; rewrite q0 r0.
- move=> Q -> a lv dE qE gE; rewrite /width Q lv /len; case: (code N z) a => // p _.
  have H := ler_wpmul2l A0 gE; rewrite addrA ler_add2r; apply: le_trans (ler_add (lexx _) H) _.
  rewrite /eps (exprS q (level _)); apply: le_of_eq.
  by move: (gap _ _) (q ^+ level _) => u b; field; rewrite q0.
Qed.

End Length.

(** ** The width becomes small *)

Lemma levelS n z : (level (run n z) <= level (run n.+1 z))%N.
Proof.
case: (stepP n z) => [i r Q w ->|Q w a near ->|Q w a -> //] //=; exact: leqnSn.
Qed.

Arguments run : simpl never.
Lemma progress l n z : (level (run n z) <= l)%N ->
  gap (V z) (run n z) + eps l ^+ 2 * n%:R
  <= 1 + eps l ^+ 2 * (#|listed who n z|%:R + (level (run n z))%:R).
Proof.
elim: n => [|n IH].
  by rewrite cards0 addr0 mulr0 !addr0 gap_start => _; exact: V1.
move=> le; have {}IH := IH (leq_trans (levelS n z) le); rewrite -subr_ge0 in IH.
rewrite (listedS F who_new) /asked [n.+1%:R]mulrSr -subr_ge0; case: (stepP n z).
- move=> i r Q -> ->; apply: le_trans IH _; rewrite /= /gap /=.
  by apply: le_of_eq; ring.
- move=> Q -> a near ->; apply: le_trans IH _; rewrite /= /gap /= [(level _).+1%:R]mulrSr.
  by apply: le_of_eq; ring.
- move=> Q -> a lv dE qE gE; rewrite lv /=.
  have e_le : eps l ^+ 2 <= eps (level (run n z)) ^+ 2.
    rewrite ler_sqr ?nnegrE ?(ltW (eps_gt0 _)) // /eps ler_pmul2r ?invr_gt0 ?ltr0n //.
    by apply: pow_le; rewrite ltnS -lv.
  rewrite -subr_ge0 in gE; rewrite -subr_ge0 in e_le.
  apply: le_trans (addr_ge0 (addr_ge0 IH gE) e_le) _.
  by apply: le_of_eq; ring.
Qed.

Lemma width_small l : exists N, forall z, width (run N z) <= q ^+ l.
Proof.
exists (16 * 4 ^ l + #|I| + l).+1 => z; set N := _.+1.
suff lt : (l < level (run N z))%N.
  by rewrite /width; case: queue => *; apply: pow_le; lia.
rewrite ltnNge; apply/negP => le; have := progress le; apply/negP; rewrite -ltNge.
have e0 : 0 < eps l ^+ 2 by rewrite exprn_gt0 // eps_gt0.
have e_ge : (16%:R * 4%:R ^+ l)^-1 <= eps l ^+ 2.
  apply: le_trans (_ : (2%:R^-1 ^+ l.+1 / 2%:R) ^+ 2 <= _).
    apply: le_of_eq.
    have -> : 4%:R ^+ l = (2%:R ^+ l) ^+ 2 :> F.
      by rewrite -exprM mulnC exprM -[2%:R ^+ 2]natrX.
    rewrite exprVn (exprS 2%:R l).
    have : 2%:R ^+ l != 0 :> F by rewrite expf_neq0 ?pnatr_eq0.
    by move: (2%:R ^+ l) => p p0; field.
  have i0 : 0 <= 2%:R^-1 :> F by rewrite invr_ge0 ler0n.
  rewrite ler_sqr ?nnegrE ?divr_ge0 ?exprn_ge0 ?ler0n ?(ltW q_gt0) //.
  by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_expn2r ?nnegrE ?(ltW q_gt0).
have lo : 1 + eps l ^+ 2 * (#|I| + l)%:R < eps l ^+ 2 * N%:R.
  rewrite -ltr_subr_addr -mulrBr -natrB; last by rewrite /N; lia.
  rewrite (_ : N - (#|I| + l) = (16 * 4 ^ l).+1)%N; last by rewrite /N; lia.
  have p0 : 0 < 16%:R * 4%:R ^+ l :> F by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
  rewrite mulrSr natrM natrX mulrDr mulr1.
  apply: (@le_lt_trans _ _ (eps l ^+ 2 * (16%:R * 4%:R ^+ l))).
    by rewrite -ler_pdivr_mulr // mul1r.
  by rewrite ltr_addl.
apply: le_lt_trans (_ : 1 + eps l ^+ 2 * (#|I| + l)%:R < _).
  by rewrite ler_add2l ler_pmul2l // -natrD ler_nat leq_add // max_card.
by apply: lt_le_trans lo _; rewrite ler_addr gap_ge0.
Qed.

End Code.
