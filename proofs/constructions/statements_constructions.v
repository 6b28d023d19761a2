(** * Statements about the networks that the paper builds (§4, Appendix A)

   Juntas as networks (Theorem 13), parities and learning with rounding on the quadratic lift,
   and the network of Appendix A.

   F is an ordered field, E the set of coordinates, J the set of neurons; n = #|E|, s = #|J|.

   - eval net x, fn net: the value of net at a vector, the function of net on the cube.
   - in_class x k Wsq B net: net is one of H_{n,s,k}^{W,B} on the points x; Wsq is W^2.
   - pattern p, shown v x: the signs of p variables, and those that x shows on the variables v.
   - lift F y: the quadratic lift, the point of all products y_i y_j.
   - sum_in S y, minus_in S y: the sum of the y_i in S, the number of those that are -1.
   - bits l y, inner w y, rounding p q t: the binary digits of y, <w, y>, (t mod q) mod p.
   - appendix_net Gamma w: the network of Appendix A on address and data bits.
   - [ord n]: [n] as a finite type. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions definitions_constructions averages cube embedding
  patterns attained quadratic_lift parities learning_with_rounding appendix_a.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Theorem 13 *)

(** Theorem 13: every junta of p variables is a network of 2^p neurons with W^2 = p
    and B = |p - 1|, one of them active at every point.
    proves: theorem-13 corrected *)
Theorem theorem_13_inclusion (F : realFieldType) (E : finType) (p : nat) (v : 'I_p -> E)
    (f : pattern p -> bool) :
  injective v ->
  let net := junta_net v (fun alpha => sign F (f alpha)) in
  [/\ forall x, fn net x = sign F (f (shown v x)),
      in_class (@pt F E) 1 p%:R `|p%:R - 1| net
    & #|[finType of 'I_1 * pattern p]| = (2 ^ p)%N].
Proof.
move=> vi; split; [by move=> x; rewrite junta_fn | exact: junta_in_class |].
by rewrite card_prod card_ffun card_bool !card_ord mul1n.
Qed.

(** Any other number s >= 2^p of neurons will do as well.
    proves: theorem-13 padding *)
Theorem theorem_13_padding (F : realFieldType) (E J : finType) (p : nat) (v : 'I_p -> E)
    (f : pattern p -> bool) :
  injective v -> (2 ^ p <= #|J|)%N ->
  exists2 net : network F E J, in_class (@pt F E) 1 p%:R `|p%:R - 1| net
    & forall x, fn net x = sign F (f (shown v x)).
Proof. exact: junta_in_any_size. Qed.

(** The displayed line: sigma(<alpha, x> - p + 1) is 1 if x shows the pattern alpha,
    and 0 otherwise.
    proves: theorem-13 indicator *)
Theorem theorem_13_indicator (F : realFieldType) (E : finType) (p : nat) (v : 'I_p -> E)
    (alpha : pattern p) (x : cube E) :
  injective v ->
  relu (dot (pattern_weight F v alpha) (pt F x) - p%:R + 1) = (alpha == shown v x)%:R.
Proof. exact: relu_pattern. Qed.

(** ** Parities (§4) *)

(** The identity behind the lift: 1/2 - (sum_{i in S} y_i - a)^2 is
    <w_{S,a}, x(y)> - b_{S,a}, with the weights -1 for i <> j in S, 2a on the diagonal
    of S and 0 elsewhere, and b_{S,a} = |S| + a^2 - 1/2.
    proves: sec4-parity weights-corrected *)
Theorem parity_lift (F : realFieldType) (I : finType) (S : {set I}) (a : int) (y : cube I) :
  let w : I * I -> F := fun e => if (e.1 \in S) && (e.2 \in S)
                                 then (if e.1 == e.2 then 2%:R * a%:~R else -1) else 0 in
  dot (w : [finType of I * I] -> F) (lift F y) - (#|S|%:R + a%:~R ^+ 2 - 2%:R^-1)
  = 2%:R^-1 - ((sum_in S y)%:~R - a%:~R) ^+ 2.
Proof.
rewrite /= -parity_bias -(dot_indicator F S y) addr0 -lift_identity; congr (_ - _).
apply: eq_bigr => -[i j] _; congr (_ * _); rewrite /lift_weight /indicator /=.
case: eqP => [<-|_]; case: (i \in S); case: (_ \in S) => /=;
  by rewrite ?mulr1 ?mulr0 ?mul0r ?oppr0.
Qed.

(** The definition as printed, that chi_S(y) is 1 if and only if the sum of the y_i in S
    is even: flipping a bit does not change it, so that it is no parity unless S = {}.
    refutes: sec4-parity printed *)
Theorem printed_definition_constant (I : finType) (S : {set I}) (y : cube I) (i : I) :
  odd `|sum_in S (flip y i)| = odd `|sum_in S y|.
Proof. by rewrite !odd_sum. Qed.

(** The displayed sum, over the even a, is that definition; its value is the same for
    all y, and no function of it is the parity, for S <> {}.
    proves: sec4-parity identity *)
Theorem printed_sum_is_the_definition (F : realFieldType) (I : finType) (S : {set I}) :
  (forall y, eval (printed_parity_net F S) (lift F y) = (~~ odd `|sum_in S y|)%:R) /\
  (S != set0 -> ~ exists g : F -> bool,
     forall y, g (eval (printed_parity_net F S) (lift F y)) = ~~ odd (minus_in S y)).
Proof.
by split; [move=> y; rewrite odd_sum; exact: printed_parity | exact: printed_parity_fails].
Qed.

(** The sums over the even a make no more than two functions of y, the constants 0 and 1.
    refutes: theorem-3a printed-sum *)
Theorem printed_sums_are_constants (F : realFieldType) (I : finType) (S : {set I}) :
  exists b : bool, forall y, eval (printed_parity_net F S) (lift F y) = b%:R.
Proof. by exists (~~ odd #|S|) => y; apply: printed_parity. Qed.

(** The corrected sum, over the a = |S| mod 4 with |a| <= |S|, is 1 if the number of
    the y_i = -1 in S is even, and 0 otherwise.
    proves: sec4-parity corrected *)
Theorem parity_corrected (F : realFieldType) (I : finType) (S : {set I}) (y : cube I) :
  eval (corrected_parity_net F S) (lift F y) = (~~ odd (minus_in S y))%:R /\
  eval (corrected_parity_net F S) (lift F y) = (1 + chi F S y) / 2%:R.
Proof. by split; [exact: corrected_parity | exact: corrected_parity_chi]. Qed.

(** At most one neuron of either sum is active on the lift.
    proves: sec4-parity sparse *)
Theorem parity_sparse (F : realFieldType) (I : finType) (S : {set I}) (y : cube I) :
  (#|active (printed_parity_net F S) (lift F y)| <= 1)%N /\
  (#|active (corrected_parity_net F S) (lift F y)| <= 1)%N.
Proof. by split; [exact: printed_parity_active | exact: corrected_parity_active]. Qed.

(** ** Learning with rounding (§4) *)

(** Learning with rounding, for all p and q: the affine form of <w, y> in the bits.
    proves: sec4-lwr affine *)
Theorem rounding_affine (F : realFieldType) (q m l : nat) (w y : 'I_m -> 'I_q) :
  (q <= 2 ^ l)%N ->
  dot (bit_weight F l w) (pt F (bits l y)) + bit_shift F l w = (inner w y)%:R.
Proof. by move=> ql; apply: dot_bits. Qed.

(** Its range: 0 <= <w, y> <= m (q - 1)^2.
    proves: sec4-lwr range-corrected *)
Theorem rounding_range (q m : nat) (w y : 'I_m -> 'I_q) : (inner w y <= m * q.-1 ^ 2)%N.
Proof. exact: inner_le. Qed.

(** f_w(y) = F_w(x(y)) for all y, with a network of q^2 m neurons on r^2 coordinates,
    r = m l, of which at most one is active on the lift.
    proves: sec4-lwr printed; sec4-lwr sparse; sec4-lwr size *)
Theorem rounding_network (F : realFieldType) (p q m l : nat) (w : 'I_m -> 'I_q) :
  (q <= 2 ^ l)%N ->
  let net := rounding_net F p l w in
  [/\ forall y : 'I_m -> 'I_q, eval net (lift F (bits l y)) = (rounding p q (inner w y))%:R,
      sparse_on (fun y : 'I_m -> 'I_q => lift F (bits l y)) 1 net
    & #|[finType of 'I_m * 'I_l]| = (m * l)%N /\ #|'I_(q ^ 2 * m)| = (q ^ 2 * m)%N].
Proof.
move=> ql; split.
- by move=> y; apply: rounding_net_eval.
- by move=> y; apply: rounding_net_active.
by rewrite card_prod !card_ord.
Qed.

(** The lifted weights and biases of any quadratic form.
    proves: sec4-lwr lifted *)
Theorem rounding_lift (F : realFieldType) (q m l : nat) (w y : 'I_m -> 'I_q) (a : int) :
  (q <= 2 ^ l)%N ->
  let v := bit_weight F l w in let c := a%:~R - bit_shift F l w in
  2%:R^-1 - ((inner w y)%:R - a%:~R) ^+ 2
  = dot (lift_weight v c) (lift F (bits l y)) - (normsq v + c ^+ 2 - 2%:R^-1).
Proof.
move=> ql /=; rewrite -/(lift_bias _ _) lift_identity -(dot_bits F ql w y).
by move: (dot _ _) (bit_shift _ _ _) => d b; ring.
Qed.

(** The norm of the lifted weights.
    proves: sec4-lwr norm-exact *)
Theorem rounding_norm (F : realFieldType) (I : finType) (v : I -> F) (c : F) :
  normsq (lift_weight v c)
  = normsq v ^+ 2 - \sum_i v i ^+ 4 + 4%:R * c ^+ 2 * normsq v.
Proof. exact: lift_normsq. Qed.

(** ** Appendix A *)

(** If Gamma is at least half of every ||w_alpha||_1, at most one neuron is active at
    every point, and F(x, y) = sigma(<w_x, y>).
    proves: app-A corrected *)
Theorem appendix_A_threshold (F : realFieldType) (X Y : finType) (Gamma : F)
    (w : cube X -> Y -> F) :
  (forall alpha, norm1 (w alpha) <= 2%:R * Gamma) ->
  (forall z, #|active (appendix_net Gamma w) (pt F z)| <= 1)%N /\
  (forall z, fn (appendix_net Gamma w) z = relu (dot (w (address z)) (pt F (data z)))).
Proof. by move=> H; split=> z; [apply: appendix_active | apply: appendix_fn]. Qed.
