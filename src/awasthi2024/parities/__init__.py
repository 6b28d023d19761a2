"""§4, Hardness Under Arbitrary Distributions: parities through the quadratic lift."""
