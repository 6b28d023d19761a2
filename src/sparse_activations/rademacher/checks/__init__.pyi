from .complexities import measure_bounds as measure_bounds
from .complexities import measure_sweeps as measure_sweeps
from .dense import measure_dense as measure_dense
from .steps import measure_steps as measure_steps
