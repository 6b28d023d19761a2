from .distributions import measure_distributions as measure_distributions
from .real_data import measure_digits as measure_digits
from .recovery import measure_recovery as measure_recovery
from .sizes import measure_sizes as measure_sizes
