"""Puzzles: positions in which exactly one move does what is asked for."""
