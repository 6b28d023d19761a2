from .counterexamples import measure_counterexamples as measure_counterexamples
from .curves import measure_curves as measure_curves
from .curves import measure_trees as measure_trees
from .finite import measure_finite as measure_finite
from .lower import measure_lower as measure_lower
from .sizes import measure_sizes as measure_sizes
from .whole_class import measure_gap as measure_gap
