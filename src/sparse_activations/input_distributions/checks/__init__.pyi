from .gaussian import (
    measure_gaussian as measure_gaussian,
)
from .gaussian import (
    measure_gaussian_sampled as measure_gaussian_sampled,
)
from .learner import measure_product_learner as measure_product_learner
from .product import (
    measure_product as measure_product,
)
from .product import (
    measure_product_search as measure_product_search,
)
from .programme import measure_product_programme as measure_product_programme
