from .depth import measure_depth as measure_depth
from .exact_queries import measure_exact_queries as measure_exact_queries
from .neurons import measure_neurons as measure_neurons
from .queries import measure_queries as measure_queries
