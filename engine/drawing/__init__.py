"""Boards drawn: as SVG, and in plain characters."""
