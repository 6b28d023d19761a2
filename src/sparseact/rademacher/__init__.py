"""Certified intervals for the empirical Rademacher complexity of sparsely activated networks.

The supremum over networks for one sign vector is a best packing of active sets,
each worth what one neuron can contribute on it (`neuron`, `packing`), and the
complexity is a mean over sign vectors (`interval`).
"""

from sparseact.rademacher.interval import (
    RademacherInterval,
    SignedNetwork,
    Supremum,
    neuron_bounds,
    outwards,
    rademacher_interval,
    supremum,
    threshold_sets,
)

__all__ = [
    "RademacherInterval",
    "SignedNetwork",
    "Supremum",
    "neuron_bounds",
    "outwards",
    "rademacher_interval",
    "supremum",
    "threshold_sets",
]
