"""Outlines of pieces on a flat board, which bodies they fit, and what is no bare board."""
