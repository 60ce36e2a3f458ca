"""Tiles and other games' hexagons, and the boards that are laid of them."""
