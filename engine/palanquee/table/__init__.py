"""What lies on the printed board: its cells, the pieces, how both are drawn, and what was seen."""
