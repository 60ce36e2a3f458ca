"""Learning to tell seeds from sprouts by what is seen of pieces."""
