"""The board between readings: its cells' looks, what changed, and what readings say together."""
