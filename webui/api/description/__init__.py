"""The API described for programs, path by path."""
