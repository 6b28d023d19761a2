from .layer_activity import activations as activations
from .network import SparseReLUNetwork as SparseReLUNetwork
from .report import inspect as inspect

__version__: str
