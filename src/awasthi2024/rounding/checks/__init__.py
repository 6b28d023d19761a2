"""Checks of §4, Cryptographic Hardness: learning with rounding through the quadratic lift.

f_w(y) = λ(⟨w, y⟩) with λ(a) = (a mod q) mod p, for w and y in Z_q^m. All comparisons are of
integers, fractions or dyadic numbers; only the algorithms' success is statistical.

- `reduction`: the displayed formulas and the networks.
- `problem`: when λ is a rounding, and the moduli for which the problem is easy.
"""
