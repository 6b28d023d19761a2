"""Degree-1 Fourier coefficients and average sensitivity against depth and size."""
