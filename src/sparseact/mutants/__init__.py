"""Mutants: corruptions of what the checks use, each of which must turn a verdict.

Every statement that can be tested has one. A file has those of the claim family
of its name; `mutation` says what a mutant is and puts it in place, `alarms` runs
the checks on a hundred true networks, `levels` computes how often a statistical
check errs at the edge of its null.
"""
