"""§5, General Distributions: Theorem 19 with the displays of its proof, (15), the dense bound."""
