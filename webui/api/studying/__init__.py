"""The routes of what comes after the game: reviews, studies, puzzles, a partner, digitising."""
