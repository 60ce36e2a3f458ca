"""The table, its light, and what else lies and reaches over it."""
