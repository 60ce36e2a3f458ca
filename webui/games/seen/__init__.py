"""What photos show of a table, what people correct in it, and what its colours are called."""
