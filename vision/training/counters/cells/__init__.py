"""Learning to see the cells of a board in a whole photo."""
