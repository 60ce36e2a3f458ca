"""An evening with many games: events whose results come from the refereed games, and tables."""
