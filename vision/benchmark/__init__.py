"""How well photos with known boards are read: truth, comparison, tables, reliability.

This is installed, unlike `benchmarks/`: users measure the reader on their own photos with
`palago bench`.
"""
