"""What a new user does with an installed wheel: bring a network, look at it, simplify it, ask.

The network is scikit-learn's, trained on its digits in blocks of 2 × 2 pixels of 0 and 1. What
the commands say of it is compared with scikit-learn's own predictions on all 2^16 inputs. The
script runs in a folder that it may write to, outside the repository, and needs no package but
the library's own.
"""

import json
import subprocess
import warnings
from importlib.util import find_spec

import numpy as np
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPRegressor

from sparseact import SparseReLUNetwork


def command(*words, code=0):
    """Run a command of the wheel; return what it printed, and on stderr if it is to fail."""
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == code, (words, run)
    assert "Traceback" not in run.stderr, run.stderr
    return run.stderr if code else run.stdout


def active(model, X):
    """Return how many neurons scikit-learn's network has active at each point."""
    return (X @ model.coefs_[0] + model.intercepts_[0] > 0).sum(axis=1)


for absent in ("matplotlib", "pandas", "snakemake", "yaml"):
    assert find_spec(absent) is None, f"{absent} is here; this is no fresh environment"
warnings.simplefilter("ignore", ConvergenceWarning)
images, digits = load_digits(return_X_y=True)
blocks = (images.reshape(-1, 4, 2, 4, 2).mean(axis=(2, 4)) > 8).astype(float).reshape(-1, 16)
model = MLPRegressor(hidden_layer_sizes=(8,), max_iter=100, random_state=0).fit(blocks, digits % 2)
check = (blocks, model.predict(blocks))
SparseReLUNetwork.from_sklearn(model, "01", check).save("blocks.npz")
cube = np.arange(2**16)[:, None] >> np.arange(16) & 1
values = model.predict(cube)

# The same network from its arrays; a flipped bias is refused.
(W1, W2), (b1, b2) = model.coefs_, model.intercepts_
network = SparseReLUNetwork.from_layers(W1.T, b1, W2.T, b2, inputs="01", check=check)
assert np.allclose(network(2 * cube - 1), values, atol=1e-6)
try:
    SparseReLUNetwork.from_layers(W1.T, -b1, W2.T, b2, inputs="01", check=check)
except ValueError as error:
    refusal = str(error)
else:
    refusal = "none"
assert refusal.startswith("the network is not the model"), refusal

# The report, with the rows of a data set.
np.save("X.npy", blocks)
command("sparseact", "inspect", "blocks.npz", "--data", "X.npy", "--json", "-o", "report.json")
with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
assert report["data"]["active"] == active(model, blocks).tolist()
assert report["k"] == {"lower": (k := int(active(model, cube).max())), "upper": k, "exact": True}
flipped = [values[np.arange(2**16) ^ 1 << i] for i in range(16)]
sensitivity = sum(np.mean((values - other) ** 2) for other in flipped) / 4
assert np.isclose(report["uniform"]["average_sensitivity"], sensitivity, rtol=1e-9)
assert sensitivity <= report["bounds"]["sharp"]["average_sensitivity"]

# Neurons doubled by hand are merged, and the function stays. This raises W: it is asked for.
SparseReLUNetwork(
    np.repeat(network.w, 2, axis=0), np.repeat(network.b, 2), np.repeat(network.u / 2, 2), network.c
).save("doubled.npz")
text = command("sparseact", "simplify", "--larger-scale", "doubled.npz", "simple.npz")
assert [line.split() for line in text.splitlines() if line.startswith("neurons")] == [
    ["neurons", "16", "8"]
]
simple = SparseReLUNetwork.load("simple.npz")
assert np.allclose(simple(2 * cube - 1), values, atol=1e-9)

# The other commands, and what is missing, in a sentence.
assert command("sparseact", "--version") == command("python", "-m", "sparseact", "--version")
assert "sparseact[workflow]" in command("paperclaims", "verdicts", "results", code=2)
plot = command("sparseact", "inspect", "blocks.npz", "--plot", "blocks.svg", code=2)
assert "sparseact[plot]" in plot
print("the wheel serves a new user")
