"""§4, Cryptographic Hardness: learning with rounding through the quadratic lift."""
