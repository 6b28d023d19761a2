"""§5, Learning under General Distributions: Theorems 5 and 17, Lemma 18, dense networks."""
