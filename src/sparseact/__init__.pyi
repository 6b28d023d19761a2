from .network import SparseReLUNetwork as SparseReLUNetwork

__version__: str
