# %% [markdown]
# # Learners of rounded products, beside brute force
#
# Conjecture 16 says that no learner finds the secret of $(\langle w, y\rangle \bmod q) \bmod p$ in
# polynomial time. That cannot be computed. What can be seen is how some learners fare as $m$ grows:
# regression of degree 2 on the bits, networks trained on the lift and on the bits, and beside them
# two methods that must find the secret, brute force over all $q^m$ secrets and a vanishing
# polynomial. A secret counts as found if the hypothesis errs on at most a tenth of the vectors.

# %% tags=["parameters"]
seed = 1
level = 0.001
q = 5
p = 2
lengths = [1, 2, 3]
learners = ["low degree"]
samples = 200
trials = 30
curve_trials = 6
searches = 30

# %%
import matplotlib.pyplot as plt
import pandas as pd

from claimcheck.job_notebook import rows, run_check, tally
from claimcheck.recorder import Recorder
from sparse_activations.rounding.checks import algorithms, learning
from sparse_activations.style import COLOURS, MARKERS, SERIES
from sparseact.bounds import section_4
from sparseact.quadratic_lift import lwr_labels
from sparseact.randomness import generator

# %% [markdown]
# ## One instance
#
# A secret of a length from the middle of the list, and a sample with its labels.

# %%
m = lengths[len(lengths) // 2]
rng = generator(seed, "rounding", "learners", q, p, m, 0)
secret = rng.integers(0, q, size=m)
y = rng.integers(0, q, size=(samples, m))
labels = lwr_labels(secret, y, q, p)
print(f"q = {q}, p = {p}: the secret is {secret.tolist()}, the sample has {samples} vectors")
pd.DataFrame({"y": [str(tuple(row)) for row in y[:8].tolist()], "label": labels[:8]})

# %% [markdown]
# ## One fit of each kind
#
# The regression and the two searches on this sample, with the error on all vectors.

# %%
state = int(rng.integers(2**31))
for name in ("low degree", "brute force", "vanishing polynomial"):
    hypothesis = algorithms.LEARNERS[name](y, labels, q, p, state)
    outcome = learning.outcome_of(hypothesis, secret, q, p, rng)
    print(f"{name}: predicts {hypothesis(y[:8]).round(2).tolist()}, error {outcome.error:.3f}")

# %% [markdown]
# ## The comparison that becomes a record
#
# How often brute force finds the secret, against $\tfrac{2}{3}$. The probability is also bounded by
# a proof, so the record cannot hang on the seed where the proof decides.

# %%
outcomes = list(learning.run_trials(seed, "brute force", q, p, m, samples, searches))
print("found:", sum(one.high <= learning.SMALL_ERROR for one in outcomes), "of", searches)
share = learning.level_of_one(level, len(learners) + 2 * len(lengths), max(trials, searches))
recorder = Recorder(
    "conj-16", {"q": q, "p": p, "m": m, "samples": samples, "learner": "brute force"}
)
learning.compare_learner(recorder, outcomes, share)
rows(recorder.records)

# %% [markdown]
# ## The whole run

# %%
found = run_check(
    learning.measure_learners,
    seed=seed,
    level=level,
    q=q,
    p=p,
    lengths=lengths,
    learners=learners,
    samples=samples,
    trials=trials,
    curve_trials=curve_trials,
    searches=searches,
)
assert all(one in found.records for one in recorder.records)
tally(found.records)

# %% alt="The share of secrets found against m: all by the searches, fewer by the learners."
rates = (
    (found.table["high"] <= learning.SMALL_ERROR)
    .groupby([found.table["learner"], found.table["m"]], sort=False)
    .mean()
)
names = list(dict.fromkeys(found.table["learner"]))
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
for i, name in enumerate(names):
    # Side by side, since they would hide one another.
    place = rates[name].index + 0.06 * (i - (len(names) - 1) / 2)
    axes.plot(
        place, rates[name], MARKERS[i], ls="-" if name in learners else ":",
        color=SERIES[i], label=name,
    )  # fmt: skip
axes.axhline(
    section_4.CONJ_16_RATE, ls="--", color=COLOURS["paper"],
    label="⅔, conjectured to be out of reach for large m",
)  # fmt: skip
axes.set_xticks(lengths)
axes.set_ylim(-0.05, 1.05)
axes.set_xlabel("length m of the secret (points of equal m are drawn side by side)")
axes.set_ylabel("share of secrets that are found")
axes.set_title("The searches find the secrets; the learners lose them as m grows")
figure.legend(loc="outside lower center", ncols=3)
plt.show()

# %%
rate = section_4.CONJ_16_RATE
above = [name for name in learners if rates[name, max(lengths)] > rate]
best = max(learners, key=lambda name: rates[name, max(lengths)])
searched = rates.drop(learners, level="learner")
print(
    f"At the largest m = {max(lengths)} that a learner finds at most ⅔ of the secrets holds for "
    f"{len(learners) - len(above)} of {len(learners)} learners; the best is {best}, with "
    f"{rates[best, max(lengths)]:.3g}. The searches find at least {searched.min():.3g} at every m."
)
