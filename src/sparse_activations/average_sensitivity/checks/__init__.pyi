from .high_dimension import measure_last_line as measure_last_line
from .high_dimension import measure_tail as measure_tail
from .lemma import measure_networks as measure_networks
from .proof import measure_proof as measure_proof
from .remark_11 import measure_average_case as measure_average_case
from .search import measure_search as measure_search
from .small_networks import (
    measure_attained as measure_attained,
)
from .small_networks import (
    measure_examples as measure_examples,
)
from .small_networks import (
    measure_smallest as measure_smallest,
)
