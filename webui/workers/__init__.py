"""Processes that read, think and unpack beside the server, within limits."""
