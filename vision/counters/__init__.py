"""Reading the printed board of Palanquée and the counters on it."""
