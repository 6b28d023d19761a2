(** * Networks of whole numbers, evaluated

   A network with whole output weights, and with weights and biases that are whole
   numbers over a common denominator d, is a list of triples (u, w, b).  Coq can
   compute its values, numbers of active neurons, norms and sensitivity; they are
   those of the definitions, by the lemmas below.  networks.v does so for the
   networks that Python exports. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** What Coq computes *)

Definition triples := seq (int * seq int * int).

Fixpoint int_dot (w : seq int) (x : seq bool) : int :=
  match w, x with
  | a :: w', b :: x' => (if b then a else - a) + int_dot w' x'
  | _, _ => 0
  end.
Definition int_preact (nr : int * seq int * int) (x : seq bool) : int :=
  int_dot nr.1.2 x - nr.2.
Definition int_relu (z : int) : int := if (0 < z)%R then z else 0.
Definition int_value (net : triples) (x : seq bool) : int :=
  foldr (fun nr v => nr.1.1 * int_relu (int_preact nr x) + v) 0 net.
Definition int_active (net : triples) (x : seq bool) : nat :=
  count (fun nr => (0 < int_preact nr x)%R) net.

(** The points in Python's order: coordinate 0 runs fastest, +1 comes first. *)
Fixpoint points (n : nat) : seq (seq bool) :=
  if n is n'.+1 then flatten [seq [:: true :: x; false :: x] | x <- points n'] else [:: [::]].
Definition truth_table (n : nat) (net : triples) : seq int :=
  [seq int_value net x | x <- points n].
Definition sparsity (n : nat) (net : triples) : nat :=
  foldr maxn 0%N [seq int_active net x | x <- points n].

(** max_i u_i^2 and max_j ||w_j||^2, the latter times d^2. *)
Definition int_normsq (w : seq int) : int := foldr (fun a v => a * a + v) 0 w.
Definition int_max (s : seq int) : int := foldr (fun a v => if (v < a)%R then a else v) 0 s.
Definition scale_squared (net : triples) : int :=
  int_max [seq nr.1.1 * nr.1.1 | nr <- net] * int_max [seq int_normsq nr.1.2 | nr <- net].

(** The sum over all points and directions of (h(x) - h(x^i))^2, times d^2. *)
Definition int_flip (x : seq bool) (i : nat) : seq bool :=
  set_nth true x i (~~ nth true x i).
Definition edges_squared (n : nat) (net : triples) : int :=
  foldr +%R 0 [seq foldr +%R 0 [seq (int_value net x - int_value net (int_flip x i)) ^+ 2
                               | i <- iota 0 n] | x <- points n].

(** ** That is what the definitions say *)

Lemma size_points n x : x \in points n -> size x = n.
Proof.
elim: n x => [|m IH] x /=; first by rewrite inE => /eqP ->.
by move=> /flatten_mapP[y /IH ys]; rewrite !inE => /orP[]/eqP -> /=; rewrite ys.
Qed.

Lemma mem_points n x : size x = n -> x \in points n.
Proof.
elim: n x => [|m IH] [|b x] //= => [[xs]].
by apply/flatten_mapP; exists x; [exact: IH | rewrite !inE; case: b; rewrite eqxx ?orbT].
Qed.

Lemma count_points n : size (points n) = (2 ^ n)%N.
Proof.
elim: n => // m IH /=.
rewrite expnS -IH; elim: (points m) => //= x s IHs; by rewrite IHs mulnS.
Qed.

Section Correct.
Variables (F : realFieldType) (n d : nat) (net : triples).
Hypotheses (d0 : (0 < d)%N) (sizes_ok : all (fun nr => size nr.1.2 == n) net).

Definition network_of : network F [ord n] [ord size net] := fun j =>
  let nr := nth (0, [::], 0) net j in
  Neuron nr.1.1%:~R (fun i : 'I_n => (nth 0 nr.1.2 i)%:~R / d%:R) (nr.2%:~R / d%:R).
Definition point_of (x : seq bool) : cube [ord n] := [ffun i : 'I_n => nth true x i].

Let dF : 0 < d%:R :> F.
Proof. by rewrite ltr0n. Qed.

Lemma dot_of (w : seq int) (x : seq bool) m : size w = m -> size x = m ->
  \sum_(i < m) (nth 0 w i)%:~R / d%:R * sign F (nth true x i) = (int_dot w x)%:~R / d%:R.
Proof.
elim: m w x => [|m IH] [|a w] [|b x] //= => [_ _|[ws] [xs]].
  by rewrite big_ord0 mul0r.
rewrite big_ord_recl /= IH // /sign rmorphD /= mulrDl; congr (_ + _).
by case: b; rewrite ?mulr1 // mulrN1 rmorphN mulNr.
Qed.

Lemma preact_of (j : 'I_(size net)) x : size x = n ->
  preact (network_of j) (pt F (point_of x))
  = (int_preact (nth (0, [::], 0) net j) x)%:~R / d%:R.
Proof.
move=> xn; rewrite /preact /dot /= /int_preact rmorphB /= mulrBl; congr (_ - _).
have wn : size (nth (0, [::], 0) net j).1.2 = n.
  by apply/eqP; apply: (all_nthP (0, [::], 0) sizes_ok).
rewrite -(dot_of wn xn); apply: eq_bigr => i _; by rewrite /pt ffunE.
Qed.

Lemma active_of x : size x = n ->
  #|active network_of (pt F (point_of x))| = int_active net x.
Proof.
move=> xn; rewrite /int_active -sum1_count (big_nth (0, [::], 0)) big_mkord.
rewrite -sum1_card; apply: eq_bigl => j; rewrite inE preact_of //.
by rewrite pmulr_lgt0 ?invr_gt0 // ltr0z.
Qed.

Lemma value_of x : size x = n -> fn network_of (point_of x) = (int_value net x)%:~R / d%:R.
Proof.
move=> xn; rewrite /fn /eval.
pose g (nr : int * seq int * int) : F :=
  nr.1.1%:~R * ((int_relu (int_preact nr x))%:~R / d%:R).
rewrite (eq_bigr (fun j : 'I_(size net) => g (nth (0, [::], 0) net j))) => [|j _].
  rewrite -(big_mkord xpredT (fun i => g (nth (0, [::], 0) net i))).
  rewrite -(big_nth (0, [::], 0) xpredT g).
  have gen s : \sum_(nr <- s) g nr = (int_value s x)%:~R / d%:R.
    elim: s => [|nr s IH] /=; first by rewrite big_nil mul0r.
    by rewrite big_cons IH rmorphD rmorphM /= mulrDl /g mulrA.
  exact: gen.
congr (_ * _); rewrite preact_of // /relu /int_relu.
have := @pmulr_lgt0 F d%:R^-1 (int_preact (nth (0, [::], 0) net j) x)%:~R.
rewrite invr_gt0 => /(_ dF); rewrite ltr0z; case: ifP => [i0 e|i0 e].
  by apply/max_idPr/ltW; rewrite e.
by rewrite mul0r; apply/max_idPl; rewrite leNgt e.
Qed.

Lemma norm_of (j : 'I_(size net)) :
  normsq (inw (network_of j))
  = (int_normsq (nth (0, [::], 0) net j).1.2)%:~R / d%:R ^+ 2.
Proof.
have wn : size (nth (0, [::], 0) net j).1.2 = n.
  by apply/eqP; apply: (all_nthP (0, [::], 0) sizes_ok).
rewrite /normsq /dot /=; move: (nth _ net j).1.2 wn => w <-.
elim: w => [|a w IH] /=; first by rewrite big_ord0 mul0r.
rewrite big_ord_recl /= IH rmorphD rmorphM /= mulrDl; congr (_ + _).
by rewrite expr2 mulrACA invfM.
Qed.

(** A sum over the cube is one over the list of the points. *)
Lemma sum_points (f : cube [ord n] -> F) :
  \sum_x f x = \sum_(x <- points n) f (point_of x).
Proof.
rewrite -(big_map point_of xpredT f) -big_enum /=; apply: perm_big; apply: uniq_perm.
- exact: enum_uniq.
- apply: (@leq_size_uniq _ (enum [finType of cube [ord n]])); first exact: enum_uniq.
    move=> y _; apply/mapP; exists [seq y i | i <- enum 'I_n].
      by apply: mem_points; rewrite size_map size_enum_ord.
    by apply/ffunP => i; rewrite ffunE (nth_map i) ?size_enum_ord // nth_ord_enum.
  by rewrite size_map count_points -cardE card_ffun card_bool card_ord.
move=> y; rewrite mem_enum; symmetry; apply/mapP; exists [seq y i | i <- enum 'I_n].
  by apply: mem_points; rewrite size_map size_enum_ord.
by apply/ffunP => i; rewrite ffunE (nth_map i) ?size_enum_ord // nth_ord_enum.
Qed.

(** The sparsity is the least k for which the network is k-sparse on the cube. *)
Lemma sparsity_of k : sparse_on (@pt F [ord n]) k network_of <-> (sparsity n net <= k)%N.
Proof.
have -> : (sparsity n net <= k)%N = all (fun x => int_active net x <= k)%N (points n).
  by rewrite /sparsity; elim: (points n) => //= x s IH; rewrite geq_max IH.
split=> [H|/allP H x].
  by apply/allP => x /size_points xn; rewrite -active_of.
pose s := [seq x i | i <- enum 'I_n].
have sn : size s = n by rewrite size_map size_enum_ord.
have -> : x = point_of s.
  by apply/ffunP => i; rewrite ffunE (nth_map i) ?size_enum_ord // nth_ord_enum.
by rewrite active_of //; apply: H; exact: mem_points.
Qed.

Lemma flip_of x (i : 'I_n) : size x = n -> flip (point_of x) i = point_of (int_flip x i).
Proof.
move=> xn; apply/ffunP => j; rewrite !ffunE /int_flip nth_set_nth /=.
by rewrite -val_eqE; case: eqP => [->|].
Qed.

Lemma size_flip x i : size x = n -> (i < n)%N -> size (int_flip x i) = n.
Proof. by move=> xn lt; rewrite size_set_nth xn; apply/maxn_idPr. Qed.

(** AS is the sum over the edges over 4 2^n d^2. *)
Lemma AS_of : AS (fn network_of) = (edges_squared n net)%:~R / (4%:R * 2%:R ^+ n * d%:R ^+ 2).
Proof.
have dn : d%:R != 0 :> F by rewrite gt_eqF.
have n2 : 2%:R ^+ n != 0 :> F by rewrite expf_neq0 // pnatr_eq0.
pose g (x : seq bool) : F := (foldr +%R 0 [seq (int_value net x - int_value net (int_flip x i)) ^+ 2
  | i <- iota 0 n])%:~R / (4%:R * d%:R ^+ 2).
rewrite /AS /avg sum_points card_ffun card_bool card_ord natrX (eq_big_seq g).
  have -> : \sum_(x <- points n) g x = (edges_squared n net)%:~R / (4%:R * d%:R ^+ 2).
    rewrite /edges_squared /g; elim: (points n) => [|x s IH] /=; first by rewrite big_nil mul0r.
    by rewrite big_cons IH rmorphD /= mulrDl.
  by move: (_%:~R) => e; field; rewrite dn n2.
move=> x /size_points xn; rewrite /sen /g.
rewrite (eq_bigr (fun i : 'I_n =>
  ((int_value net x - int_value net (int_flip x i)) ^+ 2)%:~R / d%:R ^+ 2)); last first.
  move=> i _; rewrite flip_of // !value_of ?size_flip // -mulrBl exprMn exprVn.
  by rewrite -rmorphB -rmorphX.
rewrite -mulr_suml -(big_mkord xpredT (fun i =>
  ((int_value net x - int_value net (int_flip x i)) ^+ 2)%:~R : F)).
rewrite /index_iota subn0; set s := iota 0 n.
have -> : \sum_(i <- s) ((int_value net x - int_value net (int_flip x i)) ^+ 2)%:~R
   = (foldr +%R 0 [seq (int_value net x - int_value net (int_flip x i)) ^+ 2 | i <- s])%:~R :> F.
  by elim: s => [|i s IH] /=; rewrite ?big_nil // big_cons IH rmorphD.
by move: (_%:~R) => e; field; rewrite dn.
Qed.

End Correct.
