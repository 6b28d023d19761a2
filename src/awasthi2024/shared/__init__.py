"""Code of several topics: networks, targets, distributions, styles of figures."""
