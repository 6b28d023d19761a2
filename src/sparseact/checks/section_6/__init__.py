"""The questions of Section 6.

`average_case` has networks that are sparse on average.
"""

from sparseact.checks.section_6.average_case import (
    measure_images,
    measure_limits,
    measure_trained,
)

__all__ = ["measure_images", "measure_limits", "measure_trained"]
