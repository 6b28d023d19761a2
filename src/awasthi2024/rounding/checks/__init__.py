"""§4, Cryptographic Hardness: learning with rounding through the quadratic lift.

f_w(y) = λ(⟨w, y⟩) with λ(a) = (a mod q) mod p. Everything about the networks is
compared in integers or dyadic numbers; only the algorithms' success is statistical.

- `vectors`: the vectors of Z_q^m and the labels λ.
- `definition`: when λ is a rounding (Definition 15).
- `formulas`: the displayed formulas of the reduction.
- `networks`: the networks, their size and scale.
- `decoding`: labels from the predictions of a hypothesis.
- `algorithms`: what finds the functions f_w of some moduli.
- `learning`: how often these algorithms succeed.
"""
