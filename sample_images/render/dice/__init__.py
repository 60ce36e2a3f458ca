"""Dice and what looks like them, and how they are thrown."""
