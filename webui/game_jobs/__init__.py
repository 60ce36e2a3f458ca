"""What processes apart do with games: import them, think about them, look back at them."""
