"""The API of an evening with many games: lists, players, clocks, tables, events."""
