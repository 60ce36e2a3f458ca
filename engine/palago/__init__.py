"""Palago, the game for two: positions, moves, threats, and the referee."""
