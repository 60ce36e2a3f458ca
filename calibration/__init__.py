"""What is known beforehand of a camera, of a set of tiles, and of the paper to print both on.

Everything here is optional: photos are read without it. With a camera profile a lens is exact, with
a set profile an odd pair of colours has a name, and with the printable sheets anyone can play.

- ``cameras``: a camera's profile and its lens, fitted from views of the ChArUco sheet.
- ``sets``: the colours of a set of tiles, measured or known; those of counters; symbols on dice.
- ``profiles``: cameras, sets and dice kept as JSON files, imported, exported and recognised.
- ``paper``: true-size PDF sheets.
"""
