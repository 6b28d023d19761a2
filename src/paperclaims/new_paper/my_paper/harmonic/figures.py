"""The figures of the topic, drawn from the tables of its checks."""

from matplotlib.figure import Figure


def draw_gap(tables):
    """Draw H_n − ln(n + 1) against n, with the claimed bound."""
    table = tables["logarithms"]
    figure = Figure(layout="constrained")
    axes = figure.add_subplot(xlabel="n", ylabel=r"$H_n - \ln(n + 1)$")
    axes.plot(table["n"], table["gap"], ".")
    axes.axhline(0.5, color="grey")
    first = table["n"][table["gap"] > 0.5].min()
    figure.suptitle(f"The harmonic number exceeds the bound from n = {first} on")
    return figure
