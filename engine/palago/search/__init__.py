"""Who wins by force: the search by threats, the solver, proofs, and a move to play."""
