"""Games as they are kept: their events, their record, their line in the list."""
