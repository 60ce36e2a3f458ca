"""Dice in generated scenes: solids that are traced ray by ray, their marks, how they lie."""
