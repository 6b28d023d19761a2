from .counts import measure_counts as measure_counts
from .elimination import measure_elimination as measure_elimination
from .networks import measure_dense as measure_dense
from .networks import measure_lifted as measure_lifted
from .queries import measure_queries as measure_queries
from .queries import measure_targets as measure_targets
from .samples import measure_samples as measure_samples
