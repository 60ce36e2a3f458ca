"""What was read of a printed board: a value, what else may stand there, and the reading drawn."""
