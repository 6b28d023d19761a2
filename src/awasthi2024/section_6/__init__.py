"""The questions of Section 6."""
