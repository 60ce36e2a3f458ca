"""Commands that search: forced wins, openings, creatures, what a roll pays."""
