"""Creatures by themselves: listed, counted, written as sums, and known by name."""
