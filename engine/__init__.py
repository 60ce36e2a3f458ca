"""What is true of tiles on a table: cells, boards, rules and records. No pixels, no web."""
