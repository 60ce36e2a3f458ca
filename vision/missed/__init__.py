"""Boards that are missed at first: looked for out of focus, or where a person shows a tile."""
