"""Films and photos that were dropped on the page become games, with questions where in doubt."""
