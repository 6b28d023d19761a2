(** * From a random split to the distribution, in the mean

   The points x_i are independent and z is one index, that of the test point.  Exchanging z with
   each index in turn shows that the mean error at x_z, over the sets U of m indices with z, is the
   mean error at the points of U, over all sets U of m indices. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_learning averages cauchy_schwarz
  product_spaces.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Exchange.
Variables (F : realFieldType) (T : finType) (p : T -> F) (n : nat).
Implicit Types (x : {ffun 'I_n -> T}) (U : {set 'I_n}) (i j z : 'I_n) (s : {perm 'I_n}).

(** The points in another order. *)
Definition reorder s x : {ffun 'I_n -> T} := [ffun i => x (s i)].

Lemma mean_reorder s (f : {ffun 'I_n -> T} -> F) :
  mean (product p) (fun x => f (reorder s x)) = mean (product p) f.
Proof.
have bij : bijective (reorder s).
  by exists (reorder s^-1%g) => x; apply/ffunP => i; rewrite !ffunE ?permK ?permKV.
rewrite /mean [RHS](reindex (reorder s)) /=; last exact: onW_bij.
apply: eq_bigr => x _; congr (_ * _); rewrite /product [LHS](reindex_inj (@perm_inj _ s)) /=.
by apply: eq_bigr => i _; rewrite ffunE.
Qed.

Variable err : {set 'I_n} -> {ffun 'I_n -> T} -> 'I_n -> F.
Hypothesis order : forall s U x i, err U (reorder s x) i = err (s @: U) x (s i).

Lemma mean_exchange m z :
  n%:R * mean (product p) (fun x => \sum_(U : {set 'I_n} | (#|U| == m) && (z \in U)) err U x z)
  = mean (product p) (fun x => \sum_(U : {set 'I_n} | #|U| == m) \sum_(i in U) err U x i).
Proof.
have one j : mean (product p) (fun x => \sum_(U : {set 'I_n} | (#|U| == m) && (z \in U)) err U x z)
    = mean (product p) (fun x => \sum_(U : {set 'I_n} | (#|U| == m) && (j \in U)) err U x j).
  rewrite -(mean_reorder (tperm z j)); apply: mean_ext => x.
  have inv : involutive (fun U : {set 'I_n} => tperm z j @: U).
    by move=> U; rewrite -imset_comp -[RHS]imset_id; apply: eq_imset => i /=; rewrite tpermK.
  rewrite [RHS](reindex_inj (inv_inj inv)) /=; apply: eq_big => [U|U _].
    rewrite card_imset; last exact: perm_inj; congr (_ && _).
    by rewrite -[X in _ = (X \in _)](tpermL z j) mem_imset //; exact: perm_inj.
  by rewrite order tpermL.
rewrite -{1}(card_ord n) -sumc (eq_bigr _ (fun j _ => one j)) -mean_sum; apply: mean_ext => x.
rewrite (exchange_big_dep (fun U : {set 'I_n} => #|U| == m)) /= => [|i U _ /andP[] //].
by apply: eq_bigr => U Um; apply: eq_bigl => i; rewrite Um.
Qed.

End Exchange.

(** The mean error of the averaged predictor is at most that on the random sets. *)
Section Predictor.
Variables (F : realFieldType) (T : finType) (p : T -> F) (n m : nat) (z : 'I_n).
Hypotheses (pd : distribution p) (m0 : (0 < m)%N) (mn : (m <= n)%N).
Variables (h : {set 'I_n} -> {ffun 'I_n -> T} -> T -> F) (target : T -> F) (e : F).
Hypothesis order : forall (s : {perm 'I_n}) U (x : {ffun 'I_n -> T}) t,
  h U [ffun i => x (s i)] t = h (s @: U) x t.
Let with_z : {set {set 'I_n}} := [set U : {set 'I_n} | (#|U| == m) && (z \in U)].
Let error U (x : {ffun 'I_n -> T}) i : F := (h U x (x i) - target (x i)) ^+ 2 / 2%:R.
Hypothesis small : forall x : {ffun 'I_n -> T}, (forall i, p (x i) != 0) ->
  \sum_(U : {set 'I_n} | #|U| == m) \sum_(i in U) error U x i <= m%:R * e * 'C(n, m)%:R.

Lemma card_with_z : n%:R * #|with_z|%:R = m%:R * 'C(n, m)%:R :> F.
Proof.
have := @mean_exchange F T p n (fun _ _ _ => 1) (fun _ _ _ _ => erefl) m z.
have dp := distribution_product [finType of 'I_n] pd.
rewrite (mean_const dp) (mean_const dp) => eq.
rewrite [X in _ * X = _](eq_bigl (mem with_z)) in eq; last by move=> U /=; rewrite inE.
rewrite sumr_const in eq; rewrite eq (eq_bigr (fun=> m%:R)) => [|U /eqP Um]; last first.
  by rewrite sumr_const Um.
rewrite (eq_bigl (mem [set U : {set 'I_n} | #|U| == m])) => [|U /=]; last by rewrite inE.
by rewrite sumr_const card_draws card_ord mulr_natr.
Qed.

Lemma n_gt0 : (0 < n)%N. Proof. by case: (n) z => [[]|]. Qed.

Definition predictor (x : {ffun 'I_n -> T}) (t : T) : F :=
  (\sum_(U in with_z) h U x t) / #|with_z|%:R.

Lemma with_z_gt0 : 0 < #|with_z|%:R :> F.
Proof.
have nF : 0 < n%:R :> F by rewrite ltr0n n_gt0.
by rewrite -(pmulr_rgt0 _ nF) card_with_z mulr_gt0 ?ltr0n ?bin_gt0.
Qed.

(** Jensen's inequality at one list of points. *)
Lemma predictor_point x :
  #|with_z|%:R * ((predictor x (x z) - target (x z)) ^+ 2 / 2%:R) <= \sum_(U in with_z) error U x z.
Proof.
have K0 := with_z_gt0.
have all : \sum_(U in with_z) (h U x (x z) - target (x z))
    = #|with_z|%:R * (predictor x (x z) - target (x z)).
  rewrite sumrB sumr_const -[_ *+ #|_|]mulr_natl mulrBr; congr (_ - _).
  by rewrite /predictor mulrCA mulfV ?mulr1 ?gt_eqF.
have := cauchy with_z (fun U => h U x (x z) - target (x z)); rewrite all => le.
rewrite -(ler_pmul2l K0) /error -mulr_suml mulrA; set S := \sum_(U in _) _ in le *.
rewrite [X in _ <= X]mulrA (_ : _ * (_ / _) = (#|with_z|%:R
    * (predictor x (x z) - target (x z))) ^+ 2 / 2%:R).
  by rewrite ler_wpmul2r ?invr_ge0 ?ler0n.
by rewrite exprMn -!mulrA.
Qed.

End Predictor.
