(** * Fourier analysis on the cube

   Inversion, Parseval, AS = sum_T |T| hat f(T)^2, and NS_rho as a sum over
   the sets T: §2.1, with the consequences that Theorems C and D need. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Sparseact Require Import definitions averages cube.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Fourier.
Variables (F : realFieldType) (E : finType).
Implicit Types (h g : cube E -> F) (T S : {set E}) (x y z : cube E).

Lemma prod_subsets (G : E -> F) :
  \prod_i (G i + 1) = \sum_(T : {set E}) \prod_(i in T) G i.
Proof.
transitivity (\prod_i \sum_(b : bool) (if b then G i else 1)).
  by apply: eq_bigr => i _; rewrite big_bool.
rewrite bigA_distr_bigA /=.
rewrite (reindex (fun T : {set E} => [ffun i => i \in T])) /=.
  apply: eq_bigr => T _; rewrite [RHS]big_mkcond.
  by apply: eq_bigr => i _; rewrite ffunE.
exists (fun f : {ffun E -> bool} => [set i | f i]) => [T _|f _].
  by apply/setP => i; rewrite inE ffunE.
by apply/ffunP => i; rewrite ffunE inE.
Qed.

(** The sum over T of chi_T(x) chi_T(y) is 2^n if x = y, and 0 otherwise. *)
Lemma sum_chi x y : \sum_T chi F T x * chi F T y
  = if x == y then (#|[finType of cube E]|)%:R else 0.
Proof.
transitivity (\prod_i (pt F x i * pt F y i + 1)).
  rewrite prod_subsets; apply: eq_bigr => T _.
  by rewrite /chi -big_split.
case: eqP => [<-|/eqP xy].
  rewrite (eq_bigr (fun _ => 2%:R)) => [|i _].
    by rewrite prodr_const card_ffun card_bool natrX.
  by rewrite /pt sign_sq.
have [i xyi] := point_neq xy.
rewrite (bigD1 i) //= [X in X * _](_ : _ = 0) ?mul0r // /pt.
by rewrite sign_mul xyi mulr1; ring.
Qed.

Lemma inversion h x : h x = \sum_T hat h T * chi F T x.
Proof.
rewrite /hat /avg.
under eq_bigr => T _ do rewrite mulr_suml mulr_suml.
rewrite exchange_big /= (bigD1 x) //= [X in _ + X]big1 ?addr0.
  under eq_bigr => T _ do rewrite -mulrA mulrACA.
  rewrite -mulr_sumr sum_chi eqxx mulfVK //.
  exact: cube_neq0.
move=> y /negbTE yx; under eq_bigr => T _ do rewrite -mulrA mulrACA.
by rewrite -mulr_sumr sum_chi yx mulr0.
Qed.

Lemma plancherel h g : avg (fun x => h x * g x) = \sum_T hat h T * hat g T.
Proof.
rewrite (@avg_ext _ _ _ (fun x => \sum_T hat g T * (h x * chi F T x))); last first.
  move=> x; rewrite {1}(inversion g) mulr_sumr.
  by apply: eq_bigr => T _; rewrite mulrCA.
by rewrite avg_sum; apply: eq_bigr => T _; rewrite avgZ mulrC.
Qed.

Lemma parseval h : avg (fun x => h x ^+ 2) = \sum_T hat h T ^+ 2.
Proof.
rewrite (@avg_ext _ _ _ (fun x => h x * h x)) ?plancherel.
  by apply: eq_bigr => T _; rewrite expr2.
by move=> x; rewrite expr2.
Qed.

Lemma hat0 h : hat h set0 = avg h.
Proof. by apply: avg_ext => x; rewrite /chi big_set0 mulr1. Qed.

Lemma variance_spectral h : variance h = \sum_(T | T != set0) hat h T ^+ 2.
Proof.
by rewrite /variance parseval -hat0 (bigD1 set0) //= addrAC subrr add0r.
Qed.

Lemma hat_flip h T i : hat (fun x => h (flip x i)) T
  = (if i \in T then -1 else 1) * hat h T.
Proof.
rewrite /hat -avgZ -[RHS](avg_flip _ i); apply: avg_ext => x.
rewrite chi_flip; case: ifP => _; rewrite ?mulN1r ?mul1r //.
by rewrite mulrN opprK.
Qed.

Lemma AS_spectral h : AS h = \sum_(T : {set E}) #|T|%:R * hat h T ^+ 2.
Proof.
rewrite AS_sum; transitivity (\sum_i \sum_(T : {set E} | i \in T) hat h T ^+ 2).
  apply: eq_bigr => i _; pose D x := (h x - h (flip x i)) / 2%:R.
  rewrite (@avg_ext _ _ _ (fun x => D x ^+ 2)); last first.
    by move=> x; rewrite /D; field.
  rewrite parseval [RHS]big_mkcond /=; apply: eq_bigr => T _.
  have -> : hat D T = (hat h T - hat (fun x => h (flip x i)) T) / 2%:R.
    rewrite mulrC /hat -avgB -avgZ; apply: avg_ext => x; rewrite /D.
    by rewrite -mulrBl mulrA [2%:R^-1 * _]mulrC.
  rewrite hat_flip; case: ifP => _; last by rewrite mul1r subrr mul0r expr0n.
  by field.
rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => T _.
by rewrite sumr_const mulr_natl.
Qed.

(** Theorem C for a function of bounded average sensitivity. *)
Lemma tail_AS h (d : nat) (B : F) : AS h <= B -> tail h d <= B / d.+1%:R.
Proof.
move=> hB; rewrite ler_pdivl_mulr ?ltr0n //; apply: le_trans hB.
rewrite AS_spectral mulr_suml big_mkcond /=; apply: ler_sum => T _.
case: ltnP => dT; last by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
by rewrite mulrC; apply: ler_wpmul2r; rewrite ?sqr_ge0 ?ler_nat.
Qed.

End Fourier.

(** ** The noise *)

Section Noise.
Variables (F : realFieldType) (E : finType) (rho : F).
Implicit Types (h : cube E -> F) (x y : cube E) (T : {set E}).

(** The mean of chi_T(y) over the noise is rho^|T| chi_T(x). *)
Lemma noise_chi T x : \sum_y noise rho x y * chi F T y = rho ^+ #|T| * chi F T x.
Proof.
pose G i b := (if b == x i then (1 + rho) / 2%:R else (1 - rho) / 2%:R)
              * (if i \in T then sign F b else 1).
transitivity (\sum_(y : {ffun E -> bool}) \prod_i G i (y i)).
  by apply: eq_bigr => y _; rewrite /noise /chi [X in _ * X]big_mkcond -big_split.
rewrite -bigA_distr_bigA -prodr_const /chi -big_split /= [RHS]big_mkcond.
apply: eq_bigr => i _; rewrite big_bool /G /pt /sign.
by case: (x i); case: (i \in T) => /=; field.
Qed.

Lemma noise_one x : \sum_y noise rho x y = 1.
Proof.
have := noise_chi set0 x; rewrite cards0 expr0 /chi big_set0 mulr1 => <-.
by apply: eq_bigr => y _; rewrite big_set0 mulr1.
Qed.

Lemma noise_sym x y : noise rho x y = noise rho y x.
Proof. by apply: eq_bigr => i _; rewrite eq_sym. Qed.

(** §2.1, Claim 2.1: the formula of noise sensitivity. *)
Lemma NS_spectral h :
  NS rho h = \sum_(T : {set E}) 2%:R^-1 * (1 - rho ^+ #|T|) * hat h T ^+ 2.
Proof.
have cross : avg (fun x => \sum_y noise rho x y * (h x * h y))
             = \sum_(T : {set E}) rho ^+ #|T| * hat h T ^+ 2.
  rewrite (@avg_ext _ _ _ (fun x => \sum_T hat h T * rho ^+ #|T| * (h x * chi F T x))).
    by rewrite avg_sum; apply: eq_bigr => T _; rewrite avgZ -/(hat h T); ring.
  move=> x; under eq_bigr => y _ do rewrite mulrCA (inversion h y) mulr_sumr.
  rewrite -mulr_sumr exchange_big /= mulr_sumr; apply: eq_bigr => T _.
  under eq_bigr => y _ do rewrite mulrCA.
  by rewrite -mulr_sumr noise_chi; move: (h x) (chi F T x) => a b; ring.
have second : avg (fun x => \sum_y noise rho x y * h y ^+ 2) = avg (fun x => h x ^+ 2).
  rewrite /avg exchange_big /=; congr (_ / _); apply: eq_bigr => y _.
  under eq_bigr => x _ do rewrite noise_sym.
  by rewrite -mulr_suml noise_one mul1r.
rewrite /NS (@avg_ext _ _ _ (fun x => 4%:R^-1 * (h x ^+ 2
   + \sum_y noise rho x y * h y ^+ 2)
   - 2%:R^-1 * \sum_y noise rho x y * (h x * h y))); last first.
  move=> x; have -> : h x ^+ 2 = \sum_y noise rho x y * h x ^+ 2.
    by rewrite -mulr_suml noise_one mul1r.
  rewrite -big_split /= !mulr_sumr -sumrB; apply: eq_bigr => y _.
  by move: (noise rho x y) (h x) (h y) => a b c; field.
rewrite avgB !avgZ avgD second cross parseval.
have -> a : 4%:R^-1 * (a + a) = 2%:R^-1 * a :> F by field.
rewrite !mulr_sumr -sumrB; apply: eq_bigr => T _.
by move: (rho ^+ _) (hat h T) => a b; field.
Qed.

End Noise.

Section NoiseBounds.
Variables (F : realFieldType) (E : finType).
Implicit Types (h : cube E -> F) (T : {set E}).

Lemma one_sub_exp (rho : F) m : -1 <= rho <= 1 -> 1 - rho ^+ m <= m%:R * (1 - rho).
Proof.
move=> /andP[r0 r1]; have an : `|rho| <= 1 by rewrite ler_norml r0 r1.
elim: m => [|m IH]; first by rewrite expr0 subrr mul0r.
have -> : 1 - rho ^+ m.+1 = (1 - rho ^+ m) + rho ^+ m * (1 - rho).
  by rewrite exprSr; ring.
have -> : m.+1%:R * (1 - rho) = m%:R * (1 - rho) + 1 * (1 - rho).
  by rewrite -mulrDl -mulrSr.
apply: ler_add IH _; apply: ler_wpmul2r; first by rewrite subr_ge0.
by apply: le_trans (ler_norm _) _; rewrite normrX exprn_ile1.
Qed.

(** Theorem D for any function. *)
Lemma NS_AS h (rho : F) : -1 <= rho <= 1 -> NS rho h <= (1 - rho) / 2%:R * AS h.
Proof.
move=> r; rewrite NS_spectral AS_spectral mulr_sumr; apply: ler_sum => T _.
rewrite mulrA; apply: ler_wpmul2r; first exact: sqr_ge0.
rewrite mulrC mulrAC; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
by rewrite mulrC; apply: one_sub_exp.
Qed.

Lemma NS_le_of_AS h (rho A : F) : -1 <= rho <= 1 -> AS h <= A -> NS rho h <= (1 - rho) / 2%:R * A.
Proof.
move=> r le; apply: le_trans (NS_AS _ r) _; apply: ler_wpmul2l le.
by case/andP: r => _ r1; rewrite divr_ge0 ?subr_ge0 ?ler0n.
Qed.

(** The lower side, for 0 <= rho <= 1: 1 - rho <= 1 - rho^t for t >= 1. *)
Lemma NS_variance h (rho : F) : 0 <= rho <= 1 ->
  (1 - rho) / 2%:R * variance h <= NS rho h.
Proof.
move=> /andP[r0 r1]; rewrite NS_spectral variance_spectral mulr_sumr big_mkcond /=.
apply: ler_sum => T _; case: ifP => [T0|_]; last first.
  rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 ?invr_ge0 ?ler0n // subr_ge0.
  exact: exprn_ile1.
rewrite [X in X * _]mulrC; apply: ler_wpmul2r; first exact: sqr_ge0.
apply: ler_wpmul2l; first by rewrite invr_ge0 ler0n.
rewrite ler_add2l ler_opp2; move: T0; rewrite -cards_eq0.
case: #|T| => // t _; rewrite exprS ler_pimulr //; exact: exprn_ile1.
Qed.

(** §2.1, Claim 2.1, sharper: rho^t <= |rho|^(d+1) for t > d. *)
Lemma tail_NS h (rho : F) d : `|rho| < 1 ->
  tail h d <= 2%:R * NS rho h / (1 - `|rho| ^+ d.+1).
Proof.
move=> r1; have r0 := normr_ge0 rho; have rd : `|rho| ^+ d.+1 < 1 by rewrite exprn_ilt1.
rewrite ler_pdivl_mulr ?subr_gt0 // NS_spectral mulr_sumr /tail mulr_suml big_mkcond /=.
apply: ler_sum => T _; rewrite -mulrA mulVKf ?pnatr_eq0 //.
have le1 : rho ^+ #|T| <= `|rho| ^+ #|T| by rewrite (le_trans (ler_norm _)) ?normrX.
case: ltnP => dT; last first.
  rewrite mulr_ge0 ?sqr_ge0 // subr_ge0 (le_trans le1) //.
  by rewrite exprn_ile1 // ltW.
rewrite mulrC; apply: ler_wpmul2r; first exact: sqr_ge0.
rewrite ler_add2l ler_opp2 (le_trans le1) //.
by rewrite ler_wiexpn2l // ltW.
Qed.

(** The printed form, where it is a bound: d >= 1 and 0 <= rho < 1. *)
Lemma tail_NS_printed h (rho : F) d : (0 < d)%N -> 0 <= rho < 1 ->
  tail h d <= 2%:R * NS rho h / (1 - rho ^+ d).
Proof.
move=> d0 /andP[r0 r1]; have nr : `|rho| = rho by rewrite ger0_norm.
have := @tail_NS h rho d; rewrite nr => /(_ r1) /le_trans; apply.
have rd : rho ^+ d < 1 by rewrite exprn_ilt1 // -lt0n.
have NS0 : 0 <= 2%:R * NS rho h.
  rewrite mulr_ge0 ?ler0n // NS_spectral; apply: sumr_ge0 => T _.
  rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 ?invr_ge0 ?ler0n // subr_ge0.
  by rewrite exprn_ile1 // ltW.
apply: ler_wpmul2l => //.
have le : 1 - rho ^+ d <= 1 - rho ^+ d.+1.
  by rewrite ler_add2l ler_opp2 ler_wiexpn2l // ltW.
by rewrite lef_pinv ?posrE ?subr_gt0 // exprn_ilt1.
Qed.

(** A multiple of a character. *)
Lemma NS_chi (rho c : F) (P : {set E}) :
  NS rho (fun x => c * chi F P x) = 2%:R^-1 * (1 - rho ^+ #|P|) * c ^+ 2.
Proof.
rewrite NS_spectral (bigD1 P) //= hat_chi eqxx mul1r big1 ?addr0 // => T TP.
by rewrite hat_chi eq_sym (negbTE TP) mul0r expr0n mulr0.
Qed.

End NoiseBounds.

(** The tail and the noise sensitivity of a character. *)
Lemma tail_NS_chi (F : realFieldType) (E : finType) (T : {set E}) (rho : F) (d : nat) :
  #|T| = d.+1 -> 0 <= rho < 1 ->
  tail (chi F T) d = 2%:R * NS rho (chi F T) / (1 - rho ^+ d.+1).
Proof.
move=> Td /andP[r0 r1].
have e : chi F T =1 (fun x => 1 * chi F T x) by move=> x; rewrite mul1r.
have rd : 1 - rho ^+ d.+1 != 0 by rewrite subr_eq0 eq_sym lt_eqF // exprn_ilt1.
rewrite (tail_ext _ e) (NS_ext _ e) tail_chi ?Td // NS_chi Td.
by field.
Qed.
