"""Checks of juntas: their 1-sparse networks, and how the low-degree algorithm learns them."""
