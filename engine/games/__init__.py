"""What every game is to the rest of the house: a plug, found by its name in one registry."""
