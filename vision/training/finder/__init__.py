"""The tile finder: what it learns from, what it is, and what counts as wrong."""
