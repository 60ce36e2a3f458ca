"""What is known beforehand of a camera, of a set of tiles, and of the paper to print both on.

Everything here is optional: photos are read without it. With a camera profile a lens is exact, with
a set profile an odd pair of colours has a name, and with the printable sheets anyone can play.

- ``camera``, ``lens``: a camera's profile and the geometry of its lens.
- ``charuco``, ``coverage``, ``camera_fit``: from views of the ChArUco sheet to such a profile.
- ``tile_set``, ``tile_set_fit``, ``editions``: a set's colours, measured or known.
- ``profiles``: both kinds kept as JSON files, imported, exported and matched to a photo.
- ``paper``: true-size PDF sheets.
"""
