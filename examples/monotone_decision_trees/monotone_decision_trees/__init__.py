"""R. O'Donnell and R. Servedio, Learning monotone decision trees in polynomial time."""
