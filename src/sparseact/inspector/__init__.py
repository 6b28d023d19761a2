"""The inspector: measurements of a network from files of many kinds, reports, the command."""
