"""Loose hexagons become cells of one honeycomb on the table's plane."""
