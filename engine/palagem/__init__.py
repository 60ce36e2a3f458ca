"""Palagem, for two to six players: a pattern of four tiles wins."""
