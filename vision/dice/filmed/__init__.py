"""Dice that are seen over many frames: what rests, and what has come."""
