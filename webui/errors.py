"""Errors for people."""


class BadInput(Exception):
    """What was wrong, with what, and what to do. The command line prints it and exits with 2."""
