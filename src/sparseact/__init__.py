"""sparseact: recomputes the claims of a learning-theory paper."""
