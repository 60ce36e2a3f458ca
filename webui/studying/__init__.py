"""After the game: reviews, boards to study on, puzzles, and the program as a partner."""
