"""Palagonia, for three or more players: dice, actions, scoring, turns and the end of the game."""
