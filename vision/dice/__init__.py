"""Dice on the table: where they lie, which face is on top, and how sure that is."""
