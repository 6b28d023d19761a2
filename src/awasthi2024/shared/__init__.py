"""What several topics use: networks, targets, distributions, styles of figures."""
