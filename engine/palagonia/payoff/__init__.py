"""What a roll of Palagonia pays now, and what it leaves to the next player."""
