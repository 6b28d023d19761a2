from .low_degree import FewSamplesWarning as FewSamplesWarning
from .low_degree import LowDegreeRegressor as LowDegreeRegressor
from .sparse_relu import SparseReLURegressor as SparseReLURegressor
from .statistical_queries import AdversarialOracle as AdversarialOracle
from .statistical_queries import HonestOracle as HonestOracle
from .statistical_queries import SQOracle as SQOracle
