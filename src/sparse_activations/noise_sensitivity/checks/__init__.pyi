from .appendix_b import measure_appendix_b as measure_appendix_b
from .concentration import measure_concentration as measure_concentration
from .lemma import measure_examples as measure_examples
from .lemma import measure_noise as measure_noise
from .pairs import measure_coupling as measure_coupling
