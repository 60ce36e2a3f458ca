"""What people and photos say of a table, and what its colours are called."""
