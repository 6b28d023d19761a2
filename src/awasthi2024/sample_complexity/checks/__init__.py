"""§5, Learning under General Distributions: Theorems 5 and 17, Lemma 18, dense networks.

M = WR + B. A sample of m points is drawn from any distribution on whose
support the target is k-sparse, and labelled by the target; the loss is
½(ŷ − y)². Proofs of everything that is not the paper's: docs/proofs-sample_complexity.md,
docs/proofs-theorem_5.md.

- `counterexamples`: the smallest instances at which a sample size of the paper is too small.
- `finite_classes`: classes of finitely many functions on finitely many points, evaluated exactly.
- `finite`: the corrected lemma and theorem, and the steps of their proofs, on such classes.
- `lower`: the lower bounds and the networks that they need.
- `sizes`: all sample sizes side by side.
- `whole_class`: the deviations of the class of all networks, and its complexity.
- `unknown_support`: the steps of Theorems M and N, for an unknown support.
- `separated`: the families of vectors that one of these steps is about.
- `unknown_sizes`: the constants of both theorems.
- `unknown_displays`: the displayed inequalities of their proofs.
- `windows`: Theorem T, from only labelled points.
- `worst_erm`: the networks of the worst ERM, and codes for the lower bound with many neurons.
- `erm_curves`: learners under the worst ERM's distribution.
- `curves`: learning curves for planted networks.
"""
