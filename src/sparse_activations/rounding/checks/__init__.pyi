from .definition import measure_definition as measure_definition
from .formulas import measure_formulas as measure_formulas
from .learning import measure_easy as measure_easy
from .learning import measure_learners as measure_learners
from .networks import measure_network as measure_network
from .networks import measure_sizes as measure_sizes
