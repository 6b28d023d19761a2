from .agnostic import measure_agnostic as measure_agnostic
from .curves import measure_curves as measure_curves
from .degrees import measure_degrees as measure_degrees
from .recovery import measure_recovery as measure_recovery
from .steps import measure_steps as measure_steps
from .success import measure_half_degree as measure_half_degree
from .success import measure_success as measure_success
