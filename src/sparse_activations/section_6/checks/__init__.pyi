from .average_case import (
    measure_images as measure_images,
)
from .average_case import (
    measure_limits as measure_limits,
)
from .average_case import (
    measure_trained as measure_trained,
)
from .exhaustive import (
    measure_exhaustive as measure_exhaustive,
)
from .exhaustive import (
    measure_memoriser as measure_memoriser,
)
from .greedy import measure_greedy as measure_greedy
from .greedy import measure_hard as measure_hard
from .rare import measure_halfspaces as measure_halfspaces
from .rare import measure_rare as measure_rare
