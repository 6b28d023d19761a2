# %% [markdown]
# # A certified Rademacher interval
#
# How the Rademacher complexity grows with the number k of active neurons, between proved ends.

# %%
import matplotlib.pyplot as plt
import numpy as np

from sparseact.rademacher import rademacher_interval

points = np.random.default_rng(1).choice([-1.0, 1.0], (6, 4))
k = [1, 2, 3]
found = [rademacher_interval(points, s=3, k=one, W=1, B=1) for one in k]
for one, interval in zip(k, found, strict=True):
    print(f"k = {one}: between {interval.lower:.4f} and {interval.upper:.4f}")

# %% alt="For k of 1 to 3 the two ends of each interval."
fig, ax = plt.subplots(layout="constrained")
ax.plot(k, [interval.upper for interval in found], "_", markersize=20, label="proved from above")
ax.plot(k, [interval.lower for interval in found], "x", label="attained")
ax.set_title("Rademacher complexity of 3 neurons, k of them active")
ax.set_xlabel("k")
ax.set_xticks(k)
ax.set_ylim(bottom=0)
ax.legend()
plt.show()
