"""Time and memory of an exact spectrum without a table over the cube, and how far k closes.

    python benchmarks/streamed.py dense 30 64
    python benchmarks/streamed.py sparse 30 64
    python benchmarks/streamed.py k 40 64 60

`dense` has weights from −99 to 99 everywhere, `sparse` 12 in each neuron. `k` gives the
interval after so many seconds, for normal weights with biases 0 and with biases up to √n.
"""

import resource
import sys
import time

import numpy as np

from sparseact import measured
from sparseact.network import SparseReLUNetwork


def integers(kind: str, n: int, s: int) -> SparseReLUNetwork:
    """Return a network whose spectrum is exact."""
    rng = np.random.default_rng(0)
    w = rng.integers(-99, 100, (s, n)).astype(float)
    if kind == "sparse":
        for row in w:
            row[rng.permutation(n)[12:]] = 0
    return SparseReLUNetwork(w, rng.integers(0, 300, s), rng.choice([-1, 1], s))


def main() -> None:
    """Measure what the arguments say, or what takes less than a minute."""
    runs = [sys.argv[1:]] if sys.argv[1:] else [["sparse", "27", "64"], ["dense", "26", "64"]]
    for arguments in runs:
        run(*arguments)


def run(kind: str, n: str, s: str, *rest: str) -> None:
    """Measure one thing."""
    rng = np.random.default_rng(0)
    if kind == "k":
        w = rng.normal(size=(int(s), int(n)))
        for b in (np.zeros(len(w)), rng.uniform(0, 1, len(w)) * np.sqrt(int(n))):
            network = SparseReLUNetwork(w, b, np.ones(len(w)))
            print(n, s, network.max_active(time_limit=float(rest[0])), flush=True)
        return
    network = integers(kind, int(n), int(s))
    start, used = time.perf_counter(), time.process_time()
    found = measured.measure(network)
    wall, processor = time.perf_counter() - start, time.process_time() - used
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    exact = found.uniform is not None and found.uniform.exact
    print(f"{kind} n={n} s={s}: exact {exact}, k in [{found.lower}, {found.k}]")
    print(f"{wall:.1f} s, of the processor {processor:.1f} s, at most {held:.2f} GiB")


if __name__ == "__main__":
    main()
