"""Boards and photos as the drawing lists that pages show."""
