# %% [markdown]
# # The pairs of moduli that polynomial time is enough for
#
# Where the prime $p$ divides $q$, elimination modulo $p$ finds the secret, and for $p = 2$ and a
# fixed odd prime $q$ linear equations for a vanishing polynomial do. This job runs both and counts
# how often they solve a random instance.

# %%
import matplotlib.pyplot as plt

from awasthi2024.rounding.checks import algorithms, learning
from awasthi2024.shared.style import COLOURS, draw_groups
from paperclaims.checks.job import Job, example
from sparseact.bounds import section_4
from sparseact.quadratic_lift import lwr_labels
from sparseact.randomness import generator

# %% tags=["parameters"]
parameters = example(learning.measure_easy)

# %% [markdown]
# ## One instance
#
# A secret of a case from the middle of the list, and as many samples as the algorithm uses.

# %%
job = Job(learning.measure_easy, parameters)
given = job.values
case = given.cases[len(given.cases) // 2]
q, p, m = case["q"], case["p"], case["m"][len(case["m"]) // 2]
name = "vanishing polynomial" if q % p else "elimination"
unknowns, samples = algorithms.sample_size(q, p, m)
rng = generator(given.seed, "rounding", "learners", q, p, m, 0)
secret = rng.integers(0, q, size=m)
y = rng.integers(0, q, size=(samples, m))
labels = lwr_labels(secret, y, q, p)
print(f"q = {q}, p = {p}, m = {m}: {name} with {unknowns} unknowns and {samples} samples")
print("the secret begins", secret[:8].tolist(), "and modulo p", (secret % p)[:8].tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# The share of the secrets that are found, against $\tfrac{2}{3}$: the conjecture would have it
# below, for every pair.

# %%
outcomes = list(learning.run_trials(given.seed, name, q, p, m, samples, given.trials))
tests = 2 * sum(len(one["m"]) for one in given.cases)
row = learning.compare_easy(
    job.recorder.where(q=q, p=p, m=m, samples=samples, learner=name),
    outcomes,
    unknowns,
    learning.level_of_one(given.level, tests, given.trials),
)
print("found:", row["solved"], "of", given.trials)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% alt="The share of secrets found against m, for each pair of moduli, above the line of ⅔."
figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
shares = found.table.assign(share=found.table["solved"] / found.table["trials"])
label = "q = {}, p = {}: {}"
draw_groups(axes, shares, ["q", "p", "learner"], "m", "share", label, apart=1.03)
axes.axhline(
    section_4.CONJ_16_RATE, ls="--", color=COLOURS["paper"], label="conjectured to be out of reach"
)
axes.set(xscale="log", ylim=(0, 1.05))
lengths = sorted(found.table["m"].unique())
axes.set_xticks(lengths, lengths)
axes.minorticks_off()
axes.set_xlabel("length m of the secret (points of equal m are drawn side by side)")
axes.set_ylabel("share of secrets that are found")
axes.set_title("For these pairs of moduli polynomial time is enough to find the secret")
axes.legend(loc="lower left")
plt.show()

# %%
share = shares["share"]
least = found.table.loc[share.idxmin()]
above = int((share > section_4.CONJ_16_RATE).sum())
print(
    "That no polynomial algorithm finds more than ⅔ of the secrets fails in "
    f"{above} of {len(share)} rows; the smallest share is {share.min():.4g}, "
    f"at q = {least['q']}, p = {least['p']}, m = {least['m']}."
)
