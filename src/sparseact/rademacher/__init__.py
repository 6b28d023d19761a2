"""Certified intervals for the empirical Rademacher complexity of sparsely activated networks.

The supremum over networks for one sign vector is a best packing of active sets,
each worth what one neuron can contribute on it (`neuron`, `packing`), and the
complexity is a mean over sign vectors (`suprema`, `interval`). On orthogonal points it has a
closed form (`orthogonal`).
"""

from sparseact.rademacher.interval import (
    RademacherInterval,
    neuron_bounds,
    outwards,
    rademacher_interval,
    rademacher_upper_end,
    supremum,
)

__all__ = [
    "RademacherInterval",
    "neuron_bounds",
    "outwards",
    "rademacher_interval",
    "rademacher_upper_end",
    "supremum",
]
