"""Dice over time: what has come to lie, what lies on, and what was taken away."""
