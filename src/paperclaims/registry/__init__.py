"""Claims, statements and theorems of a paper, as its YAML files name them."""
