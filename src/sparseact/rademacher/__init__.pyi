from .interval import (
    RademacherInterval as RademacherInterval,
)
from .interval import (
    outwards as outwards,
)
from .interval import (
    rademacher_interval as rademacher_interval,
)
from .interval import (
    rademacher_upper_end as rademacher_upper_end,
)
from .interval import (
    supremum as supremum,
)
