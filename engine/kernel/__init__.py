"""The compiled kernel: a board as flat arrays, placed and taken back tile by tile.

The plain :class:`~palago.engine.tiles.board.Board` is its specification. Nothing is imported here,
so that naming the package costs nothing; ``layout`` is plain numpy, the other modules compile.
"""
