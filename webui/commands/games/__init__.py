"""Commands for whole games: play, record, replay, and the dashboard."""
