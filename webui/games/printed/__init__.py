"""Any game on a printed board: what one can do there, and what is shown."""
