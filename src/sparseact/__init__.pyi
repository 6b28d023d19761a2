from .network import SparseReLUNetwork as SparseReLUNetwork
from .report import inspect as inspect

__version__: str
