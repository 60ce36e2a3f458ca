"""Slow or dangerous work, done by processes that can be given up."""
