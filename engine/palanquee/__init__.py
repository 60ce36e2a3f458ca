"""Palanquée, a game of growing plants by Ludovic Robillard (1988)."""
