"""Whole photos of tables, with a Palanquée board or without."""
