"""Commands that say what a board shows."""
