"""What a camera sees of the dice, and turns told from it."""
