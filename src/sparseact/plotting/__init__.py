"""Figures: one module per claim family, in one visual style."""
