"""Write sizes of Theorem H's samples with few points, as rows of the configuration.

For each squared ratio a search in floating point finds sizes at which the lower
bound (H) exceeds it; the row is written once they are certified. A row takes
between seconds and minutes.
"""

import argparse
import dataclasses
import sys
from fractions import Fraction

from paperclaims.errors import ClaimsError
from sparseact.rademacher.rectangle_search import least_rectangles, least_sorted_halves


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("above", nargs="+", help="squares of ratios, decimal numbers from 1 on")
    parser.add_argument("--sorted", action="store_true", help="rows sorted, as in Theorem H*")
    arguments = parser.parse_args()
    search = least_sorted_halves if arguments.sorted else least_rectangles
    for above in arguments.above:
        try:
            sizes = search(_squared_ratio(above))
        except ClaimsError as error:
            sys.exit(f"search_rectangles: {error}")
        row = {**dataclasses.asdict(sizes), "above": above}
        print("- {" + ", ".join(f"{key}: {value}" for key, value in row.items()) + "}", flush=True)


def _squared_ratio(text):
    try:
        value = Fraction(text)
    except ValueError:
        value = Fraction(0)
    if value < 1:
        raise ClaimsError(f"{text!r} is not a squared ratio; allowed are decimal numbers from 1 on")
    return value


if __name__ == "__main__":
    main()
