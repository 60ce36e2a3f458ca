"""What lies on a table as photos, films and people tell it: tiles, or pieces on a printed board."""
