"""Checks of what sparsely activated networks represent: Index, parities, Appendix A."""
