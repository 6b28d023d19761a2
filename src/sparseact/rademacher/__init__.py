"""Certified intervals for the empirical Rademacher complexity of sparsely activated networks.

The supremum over networks for one sign vector is a best packing of active sets,
each worth one neuron's largest contribution on it (`neuron`, `packing`), and the
complexity is a mean over sign vectors (`suprema`, `interval`).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
