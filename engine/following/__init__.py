"""Following a game from sight: stable boards in, turns and doubts out, whatever the game."""
