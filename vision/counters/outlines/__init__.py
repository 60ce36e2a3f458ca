"""Outlines of pieces on a flat board, and which bodies they fit."""
