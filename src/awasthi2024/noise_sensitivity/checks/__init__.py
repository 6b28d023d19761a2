"""Lemma 10 and Appendix B: noise sensitivity, and the coupling that bounds it."""
