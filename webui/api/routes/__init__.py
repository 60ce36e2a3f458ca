"""The routes of the API, one subject a module."""
