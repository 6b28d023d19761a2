# %% [markdown]
# # A Boolean function of one's own
#
# The Fourier weights of a majority of majorities, from its table of values.

# %%
import matplotlib.pyplot as plt
import numpy as np

from sparseact.cube import points
from sparseact.spectrum import average_sensitivity, degree_weights

x = points(9).astype(int)
groups = np.sign(x.reshape(-1, 3, 3).sum(axis=2))
values = {
    "majority of 9": np.sign(x.sum(axis=1)),
    "majority of 3 majorities": np.sign(groups.sum(axis=1)),
}

# %% alt="Bars of Fourier weight by degree for two functions of nine inputs."
fig, ax = plt.subplots(layout="constrained")
for place, (name, f) in enumerate(values.items()):
    label = f"{name}: average sensitivity {average_sensitivity(f):.3f}"
    ax.bar(np.arange(10) + 0.4 * place - 0.2, degree_weights(f), width=0.4, label=label)
ax.set_title("Majority has more of its weight at degree 1")
ax.set_xlabel("degree")
ax.set_ylabel("Fourier weight")
ax.legend()
plt.show()
