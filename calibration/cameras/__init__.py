"""Cameras: their lens, fitted from photos of a printed sheet."""
