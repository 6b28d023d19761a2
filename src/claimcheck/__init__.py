"""claimcheck: hold the claims of a paper against computed records, and tell what was found."""
