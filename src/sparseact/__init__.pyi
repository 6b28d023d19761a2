from .inspector.layer_activity import activations as activations
from .inspector.report import inspect as inspect
from .network import SparseReLUNetwork as SparseReLUNetwork

__version__: str
