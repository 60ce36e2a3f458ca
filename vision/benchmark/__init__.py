"""How well photos with known boards are read: truth, comparison, tables, reliability."""
