"""Certified intervals for the empirical Rademacher complexity of sparsely activated networks."""

from sparseact.rademacher.interval import (
    RademacherInterval,
    SignedNetwork,
    Supremum,
    rademacher_interval,
    supremum,
)

__all__ = [
    "RademacherInterval",
    "SignedNetwork",
    "Supremum",
    "rademacher_interval",
    "supremum",
]
