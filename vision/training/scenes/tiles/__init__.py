"""Tiles of generated scenes: their looks, how they are laid, which pixel sees which, the truth."""
