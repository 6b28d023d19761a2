# %% [markdown]
# # Every junta of few variables as a 1-sparse network
#
# This job visits every truth table of $p$ variables. It evaluates the network of each at every
# input, and computes from the spectrum which degree each needs for a given loss. Everything is
# exact, in integers.

# %%
from claimcheck.checks.job import Job, example
from sparse_activations.juntas import checks as juntas
from sparse_activations.juntas.figures import draw_degrees

# %% tags=["parameters"]
parameters = example(juntas.measure_all_tables)

# %% [markdown]
# ## One instance
#
# All tables of $p$ variables share one network up to the outer weights $u$: neuron $j$ spells one
# input of the junta in its weights, and $u_j$ is the value of the table there. The $p$ is from the
# middle of the job's list.

# %%
job = Job(juntas.measure_all_tables, parameters)
given = job.values
p = sorted(given.variables)[len(given.variables) // 2]
n = max(p + given.extra, 1)
tables = juntas.all_truth_tables(p)
shared = juntas.shared_network(p, n)
print(f"p = {p}: {len(tables)} tables; the network has {n} inputs and {shared.network.s} neurons")
print("weights:", shared.network.w.astype(int).tolist(), " biases:", shared.network.b.tolist())

# %% [markdown]
# ## The comparison that becomes a record
#
# One number stands for all tables of $p$ variables: how many of them have a wrong value at some
# input, how many need degree $p$. Theorem 13 is compared as it is printed and as it is corrected
# for $p = 0$.

# %%
recorder = job.recorder
juntas.compare_inclusion(recorder, p, tables, n)
juntas.compare_degrees(recorder.for_claim("conj-12"), p, tables, given.losses)
job.rows()

# %% [markdown]
# ## The whole run

# %%
found = job.run()
job.tally()

# %% [markdown]
# The figure counts the juntas that need the full degree $p$. For loss 0 these are all but the
# tables with as many values 1 at an even number of −1s as at an odd one, $\binom{2^p}{2^{p - 1}}$
# tables. For every loss below $\tfrac{1}{2}$ there remain at least two, the parity of all $p$
# variables and its negative.

# %% alt="Bars for each p: the share of juntas that needs each degree, for three losses."
full = found.table.query("degree == p and epsilon < 0.5").assign(parities=2)
job.figure(draw_degrees)

# %%
job.worst_instance(
    "parities",
    "juntas",
    says="At least two juntas of p variables need degree p for a loss below ½",
    at=["p", "epsilon"],
    table=full.sort_values(["p", "epsilon"], ascending=False),
)
