# %% [markdown]
# # Which pixels tell odd digits from even ones
#
# A network of scikit-learn, trained on pixels of 0 and 1, and the influence of each pixel.

# %%
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPRegressor

from sparseact import SparseReLUNetwork
from sparseact.inspector.attribution import attribution

images, digits = load_digits(return_X_y=True)
X = (images.reshape(-1, 4, 2, 4, 2).mean(axis=(2, 4)).reshape(-1, 16) > 8).astype(float)
model = MLPRegressor(hidden_layer_sizes=(12,), max_iter=500, random_state=0).fit(X, digits % 2)
network = SparseReLUNetwork.from_sklearn(model, inputs="01", check=(X, model.predict(X)))

found = attribution(
    network, top=3, feature_names=[f"row {i // 4}, column {i % 4}" for i in range(16)]
)
for one in found.coefficients:
    print(" and ".join(one.names) or "the mean", round(one.value, 3))

# %% alt="Four by four pixels, each shaded by its influence."
fig, ax = plt.subplots(layout="constrained")
shown = ax.imshow(np.array([one.value for one in found.influences]).reshape(4, 4), cmap="Greys")
ax.grid(False)
ax.set_title("Influence of each pixel on “odd”")
ax.set_xlabel("column")
ax.set_ylabel("row")
ax.set_xticks(range(4))
ax.set_yticks(range(4))
fig.colorbar(shown)
plt.show()
