"""How well photos with known boards are read: truth, comparison, tables, reliability.

This is installed, unlike `benchmarks/`, because users measure the reader on photos of their own with
`palago bench`.
"""
