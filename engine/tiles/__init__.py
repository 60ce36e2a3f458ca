"""Tiles on a free lattice: boards, groups, outlines, and boards as they are seen."""
