"""Check a certificate of `sparseact inspect --certificate`: `python -I check.py FILE`.

The file has integers a, r and k, and a tree. It proves that at every y in {0, 1}^n at most k of
the inequalities sum_i a[j][i] y[i] >= r[j] hold. The tree divides the cube: a node with "split"
fixes a coordinate to 0 and to 1, in the trees "0" and "1". A leaf has multipliers l[j] >= 0 over a
unit u. On its part, with low[j] the smallest sum of row j and c[j] the sum of its fixed entries:

- row j holds nowhere, if its largest sum is below r[j], and everywhere, if low[j] >= r[j];
- let z[j] be 1 where another row j holds, and else 0. Both ways
  sum_i a[j][i] y[i] - low[j] - (r[j] - low[j]) z[j] >= 0, so that u times the number of the z is

      sum_j u z[j] <= sum_j u z[j] + sum_j l[j] (sum_i a[j][i] y[i] - low[j] - (r[j] - low[j]) z[j])
                   <= sum_j max(0, u - l[j] (r[j] - low[j])) + sum_j l[j] (c[j] - low[j])
                      + sum over free i of max(0, sum_j l[j] a[j][i]).

If this, with u for each row that holds everywhere, is below (k + 1) u, then at most k rows hold.
"""

import json
import sys


def require(condition, what):
    """Exit with the status 1 unless the condition holds."""
    if not condition:
        sys.exit("Not proved: " + what)


def whole(value, least=None):
    """Return an integer of at least `least`; anything else ends the program."""
    right = type(value) is int and (least is None or value >= least)
    require(right, "a number of the file must be another integer")
    return value


def check_leaf(a, r, k, fixed, unit, multipliers):
    """Check the inequality of a leaf, whose fixed coordinates are {coordinate: 0 or 1}."""
    free = [i for i in range(len(a[0])) if i not in fixed]
    total, sums = 0, dict.fromkeys(free, 0)
    for j, row in enumerate(a):
        c = sum(row[i] for i, y in fixed.items() if y)
        low = c + sum(min(0, row[i]) for i in free)
        high = c + sum(max(0, row[i]) for i in free)
        if low >= r[j]:
            total += unit
        elif high >= r[j]:
            rate = whole(multipliers.get(str(j), 0), 0)
            total += max(0, unit - rate * (r[j] - low)) + rate * (c - low)
            for i in free:
                sums[i] += rate * row[i]
    total += sum(max(0, value) for value in sums.values())
    require(total < (k + 1) * unit, "the inequality of a leaf is false")


def check(file):
    """Check a file and return its k and the number of its leaves."""
    with open(file, encoding="utf-8") as stream:
        proof = json.load(stream)
    a, r, k = proof["a"], proof["r"], whole(proof["k"], 0)
    require(a and a[0] and len(a) == len(r), "the file must have rows a and as many numbers r")
    require(all(len(row) == len(a[0]) for row in a), "all rows must have one length")
    for value in [*r, *(entry for row in a for entry in row)]:
        whole(value)
    parts, leaves = [(proof["tree"], {})], 0
    while parts:
        node, fixed = parts.pop()
        if "split" in node:
            i = whole(node["split"], 0)
            require(i < len(a[0]) and i not in fixed, "a part is divided by a free coordinate")
            parts += [(node[str(y)], {**fixed, i: y}) for y in (0, 1)]
        else:
            check_leaf(a, r, k, fixed, whole(node["unit"], 1), node["multipliers"])
            leaves += 1
    return k, leaves


if __name__ == "__main__":
    most, number = check(sys.argv[1])
    print(f"Proved: at most {most} rows hold at a point ({number} leaves).")
