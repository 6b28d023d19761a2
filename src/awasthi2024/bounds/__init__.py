"""The paper's right-hand sides by section, and those of this project's theorems beside them.

n inputs, s neurons, k of them active; W and B are the scale of Definition 2. A formula stands as
in the paper. Of exact arguments (`balls.exact`) it is a number that `balls.compare` decides, and
of integers and floats a float where a root or a logarithm enters. `constant` and c are those that
the paper's O(·) hides. What a network's owner needs is in `sparseact.bounds`. A number in
brackets, as in [4], is a section of the document with the proof, which the nearest comment or
module docstring above names.
"""
