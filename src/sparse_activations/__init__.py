"""The paper: a folder for each topic, with its claims, their checks, figures and mutants."""

# First of all this names the folder of compiled kernels.
import sparseact  # noqa: F401
