from .codes import measure_codes as measure_codes
from .exact import measure_exact as measure_exact
from .orthogonal import measure_orthogonal as measure_orthogonal
from .rectangles import measure_rectangles as measure_rectangles
from .search import measure_climbs as measure_climbs
from .search import measure_families as measure_families
