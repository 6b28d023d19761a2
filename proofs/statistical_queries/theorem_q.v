(** * Sparse networks and statistical queries under the uniform distribution (Theorem Q)

   The class holds the parities of p variables times a number, so a learner of the networks is a
   learner of these parities; and one hypothesis is near to few of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning averages cube fourier
  attained statistical_queries near_parities parity_learners.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Multiples of parities *)

Section Multiples.
Variables (F : realFieldType) (E : finType).
Local Notation uniform := (uniform_law F E).

Lemma mean_uniform (f : cube E -> F) : mean uniform f = avg f.
Proof. by rewrite /mean -mulr_sumr mulrC. Qed.

Variable a : F.
Hypothesis a0 : a != 0.

Definition scaled_query (psi : net_query F E) : query F E := fun x b => psi x (a * sign F b).

Lemma scaled_query_bounded psi : net_bounded psi -> bounded (scaled_query psi).
Proof. by move=> b x l; apply: b. Qed.

(** One hypothesis is near to at most 1/(1 - 2 eps/a^2) multiples. *)
Definition near_multiple (eps : F) (S : {set E}) (g : cube E -> F) : bool :=
  net_loss uniform g (fun x => a * chi F S x) <= eps.

Lemma near_multiples (g : cube E -> F) (eps : F) : 2%:R * eps < a ^+ 2 ->
  #|[set S | near_multiple eps S g]|%:R <= a ^+ 2 / (a ^+ 2 - 2%:R * eps).
Proof.
move=> ea; have a2 : 0 < a ^+ 2 by rewrite lt_neqAle eq_sym expf_eq0 /= (negbTE a0) sqr_ge0.
have d0 : 0 < a ^+ 2 - 2%:R * eps by rewrite subr_gt0.
have e2 : eps / a ^+ 2 < 2%:R^-1.
  by rewrite ltr_pdivr_mulr // mulrC ltr_pdivl_mulr ?ltr0n // mulrC.
have := near_loss (fun x => g x / a) e2.
rewrite (_ : 1 - _ = (a ^+ 2 / (a ^+ 2 - 2%:R * eps))^-1); last first.
  by rewrite invf_div mulrBl divff ?lt0r_neq0 // mulrA.
rewrite ler_pdivr_mulr ?divr_gt0 // mul1r; apply: le_trans.
rewrite ler_nat; apply: subset_leq_card; apply/subsetP => S; rewrite !inE /near_multiple /net_loss.
rewrite mean_uniform => le; rewrite ler_pdivl_mulr // -avgZ mulrC -avgZ; apply: le_trans le.
by apply: le_of_eq; apply: avg_ext => x; field.
Qed.

(** The floor of that number. *)
Lemma near_multiples_floor (eps : F) : 2%:R * eps < a ^+ 2 ->
  exists2 L : nat, L%:R <= a ^+ 2 / (a ^+ 2 - 2%:R * eps)
  & forall g, (#|[set S | near_multiple eps S g]| <= L)%N.
Proof.
move=> ea; set t := _ / _; pose P n := (n <= #|{: {set E}}|)%N && (n%:R <= t).
have near_P g : P #|[set S | near_multiple eps S g]|.
  by rewrite /P max_card; apply: near_multiples.
have PM n : P n -> (n <= #|{: {set E}}|)%N by case/andP.
have [L /andP[_ Lt] LM] := ex_maxnP (ex_intro (fun n => is_true (P n)) _ (near_P (fun=> 0))) PM.
by exists L => // g; apply: LM.
Qed.

Section Learner.
Variables (J : finType) (k : nat) (Wsq B tau eps : F) (q N L : nat).
Variable A : net_learner F E (cube E -> F).
Hypothesis tau0 : 0 < tau.
Hypothesis NB : forall phi : query F E, bounded phi -> (#|excluded tau phi| <= N)%N.
Hypothesis nearL : forall g, (#|[set S | near_multiple eps S g]| <= L)%N.
Hypothesis learns : sq_learns J k Wsq B uniform tau q A (within_loss uniform eps).

(** A learner of networks, as one of parities. *)
Definition scaled_learner : sq_learner F E (cube E -> F) :=
  SqLearner (net_conclude A) (fun l => scaled_query_bounded (net_ask_bounded A l)).

Variable P : pred {set E}.
Hypothesis members : forall S, P S -> exists2 net : network F E J,
  in_class (@pt F E) k Wsq B net & forall x, fn net x = a * chi F S x.

Lemma multiples_found : (#|[set S | P S]| <= q * N + L)%N.
Proof.
apply: leq_trans (found_le scaled_learner NB (@coin_oracleE F E tau) nearL q).
apply: subset_leq_card; apply/subsetP => S; rewrite !inE => /members[net [sp sc] hS].
pose O psi := coin_oracle tau S (scaled_query psi).
have valid : net_oracle uniform (fn net) tau O.
  move=> psi b; rewrite mean_uniform.
  have -> : avg (fun x => psi x (fn net x)) = query_mean (scaled_query psi) S.
    by apply: avg_ext => x; rewrite hS [in LHS]chi_sign.
  by apply: coin_oracle_valid; [exact: tau0 | exact: scaled_query_bounded].
have hC : in_class (@support F E uniform) k Wsq B net.
  by split=> // x; apply: (sp (sval x)).
have := learns hC valid; rewrite /near_multiple /within_loss /net_loss !mean_uniform => le.
by apply: le_trans le; apply: le_of_eq; apply: avg_ext => x; rewrite hS.
Qed.

End Learner.

End Multiples.

Section Class.
Variables (F : rcfType) (E J : finType) (k p : nat) (W B : F).
Hypotheses (p0 : (0 < p)%N) (sJ : (k * 2 ^ p <= #|J|)%N) (W0 : 0 <= W).
Hypothesis bias : W / Num.sqrt p%:R * `|p%:R - 2%:R| <= B.

(** Theorem Q for deterministic learners: L is the floor of D/(D - p), N bounds what a query
    excludes. *)
Lemma sparse_queries (tau eps : F) (q : nat) (A : net_learner F E (cube E -> F)) :
  0 < tau -> 0 < eps -> let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D ->
  sq_learns J k (W ^+ 2) B (uniform_law F E) tau q A (within_loss (uniform_law F E) eps) ->
  exists2 L : nat, L%:R <= D / (D - p%:R) & forall N,
    (forall phi : query F E, bounded phi -> (#|excluded tau phi| <= N)%N) ->
    ('C(#|E|, p) <= q * N + L)%N.
Proof.
move=> t0 e0 D pD learns; have p0' : 0 < p%:R :> F by rewrite ltr0n.
set a := W / Num.sqrt p%:R * (2%:R * k%:R).
have aD : a ^+ 2 = 2%:R * eps / p%:R * D.
  by rewrite amplitude_sq // /D; field; rewrite !lt0r_neq0.
have c0 : 0 < 2%:R * eps / p%:R by rewrite divr_gt0 // mulr_gt0 // ltr0n.
have cp : 2%:R * eps = 2%:R * eps / p%:R * p%:R by rewrite divfK // lt0r_neq0.
have ea : 2%:R * eps < a ^+ 2 by rewrite aD {1}cp ltr_pmul2l.
have a0 : a != 0.
  by apply: contraTneq ea => ->; rewrite expr0n /= -leNgt mulr_ge0 ?ler0n ?ltW.
have [L Lt nearL] := near_multiples_floor E a0 ea; exists L => [|N NB].
  have <- : a ^+ 2 / (a ^+ 2 - 2%:R * eps) = D / (D - p%:R); last exact: Lt.
  by rewrite aD {3}cp -mulrBr -mulf_div divff ?mul1r // lt0r_neq0.
rewrite -card_draws; apply: (multiples_found t0 NB nearL learns) => S /eqP.
exact: (parity_member p0 sJ W0 bias).
Qed.

Lemma sparse_queries_ge (tau eps : F) (q N L : nat) (A : net_learner F E (cube E -> F)) :
  0 < tau -> (tau ^+ 2)^-1 <= N.+1%:R -> 0 < eps ->
  let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D -> D / (D - p%:R) < L.+1%:R ->
  sq_learns J k (W ^+ 2) B (uniform_law F E) tau q A (within_loss (uniform_law F E) eps) ->
  ('C(#|E|, p) - L <= q * N)%N.
Proof.
move=> t0 N1 e0 D pD L1 learns; have [M Mt le] := sparse_queries t0 e0 pD learns.
rewrite leq_subLR addnC; apply: leq_trans (le N _) _ => [phi b|]; first exact: excluded_le.
by rewrite leq_add2l -ltnS -(ltr_nat F); apply: le_lt_trans L1.
Qed.

(** Without N and L. *)
Lemma sparse_queries_gt (tau eps : F) (q : nat) (A : net_learner F E (cube E -> F)) :
  0 < tau -> 0 < eps -> let D := 2%:R * k%:R ^+ 2 * W ^+ 2 / eps in p%:R < D ->
  sq_learns J k (W ^+ 2) B (uniform_law F E) tau q A (within_loss (uniform_law F E) eps) ->
  ('C(#|E|, p)%:R - D / (D - p%:R)) * tau ^+ 2 <= q%:R.
Proof.
move=> t0 e0 D pD learns; have [L Lt le] := sparse_queries t0 e0 pD learns.
have [N N1 NB] := excluded_bound E t0; have := le N NB.
rewrite -(ler_nat F) natrD natrM -ler_subl_addr => CL.
have t2 : 0 <= tau ^+ 2 by apply: sqr_ge0.
apply: le_trans (ler_wpmul2r t2 (ler_sub (lexx _) Lt)) _.
apply: le_trans (ler_wpmul2r t2 CL) _; rewrite -mulrA.
by rewrite -[X in _ <= X]mulr1; apply: ler_wpmul2l; [exact: ler0n | exact: ltW].
Qed.

End Class.
