"""§5, Learning under General Distributions: Theorems 5 and 17, Lemma 18, dense networks.

M = WR + B. A sample of m points is drawn from any distribution on whose
support the target is k-sparse, and labelled by the target; the loss is
½(ŷ − y)². Proofs of everything that is not the paper's: docs/proofs-sample_complexity.md,
docs/proofs-theorem_5.md.

- `counterexamples`: the smallest instances at which a sample size of the paper is too small.
- `finite_classes`: classes of finitely many functions on finitely many points, evaluated exactly.
- `finite`: the corrected lemma and theorem on such classes.
- `lower`: the lower bounds, and sparse against dense networks.
- `sizes`: all sample sizes side by side.
- `unknown_support`: Theorem M, for an unknown support, with `unknown_sizes`, its constants, and
  `unknown_displays`, the displayed inequalities of its proof.
- `windows`: Theorem T, from only labelled points.
- `worst_erm`: the networks of the worst ERM.
- `erm_curves`: learners under the worst ERM's distribution.
- `uniform`: Theorem Y, under uniform inputs.
- `curves`: learning curves for planted networks.
"""
