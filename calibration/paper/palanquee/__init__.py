"""Palanquée on paper: the board on one large sheet or over several small ones, and counters."""
