"""Films of a staged table."""
