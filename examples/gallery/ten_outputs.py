# %% [markdown]
# # Ten outputs of one network
#
# Four arrays of a trained network, as other libraries hold them: each output is a network.

# %%
import matplotlib.pyplot as plt
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

from sparseact import SparseReLUNetwork, inspect

images, digits = load_digits(return_X_y=True)
X = (images.reshape(-1, 4, 2, 4, 2).mean(axis=(2, 4)).reshape(-1, 16) > 8).astype(float)
model = MLPClassifier(hidden_layer_sizes=(10,), max_iter=400, random_state=0).fit(X, digits)
(W1, W2), (b1, b2) = model.coefs_, model.intercepts_

reports = [
    inspect(SparseReLUNetwork.from_layers(W1, b1, W2, b2, "01", output=digit))
    for digit in range(10)
]
print("most neurons active at one input:", reports[0].measured.k, "of 10")

# %% alt="A bar for each of ten digits: the average sensitivity of its score."
fig, ax = plt.subplots(layout="constrained")
ax.bar(range(10), [float(report.measured.uniform.sensitivity) for report in reports])
ax.set_title("How sensitive the score of each digit is to a flipped pixel")
ax.set_xlabel("digit")
ax.set_ylabel("average sensitivity")
ax.set_xticks(range(10))
plt.show()
