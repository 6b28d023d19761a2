# %% [markdown]
# # Learning a junta
#
# A function of 3 of 12 inputs, learned by the low-degree algorithm from noisy samples.

# %%
import matplotlib.pyplot as plt
import numpy as np

from sparseact.learning import LowDegreeRegressor

rng = np.random.default_rng(0)


def draw(m):
    x = rng.choice([0, 1], (m, 12))
    return x, np.where(x[:, 0], x[:, 3], x[:, 7]).astype(float)  # if x0 then x3 else x7


test, truth = draw(2000)
sizes = [200, 400, 800, 1600, 3200]
scores = []
for m in sizes:
    x, y = draw(m)
    model = LowDegreeRegressor(2, inputs="01", alpha=1.0)
    model.fit(x, y + rng.normal(scale=0.5, size=m))
    scores.append(1 - model.score(test, truth))
largest = np.argsort(-np.abs(model.coefficients_))[:5]
print("largest:", ", ".join(model.get_feature_names_out()[largest]))

# %% alt="The error against the number of samples, on logarithmic axes."
fig, ax = plt.subplots(layout="constrained")
ax.loglog(sizes, scores, "o-")
ax.set_xticks(sizes, sizes)
ax.set_yticks([0.05, 0.1, 0.2, 0.4], ["5 %", "10 %", "20 %", "40 %"])
ax.minorticks_off()
ax.set_title("The error goes to 0: nothing of the junta is above degree 2")
ax.set_xlabel("samples m")
ax.set_ylabel("part of the variance that is not explained")
plt.show()
