"""The questions of Section 6, and the introduction's observation on trained networks."""
