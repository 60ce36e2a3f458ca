"""Palanquée on the page: what one can do, and what is shown."""
