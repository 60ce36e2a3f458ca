"""What an evening of many games needs and no game knows: clocks, pairings, standings."""
