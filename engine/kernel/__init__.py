"""The compiled kernel: a board as flat arrays, placed and taken back tile by tile.

Searches need it (threats, forced wins, what a roll can earn): they try millions of boards.

The plain :class:`~palago.engine.tiles.board.Board` is its specification. Nothing is imported here,
so that naming the package costs nothing; ``layout`` is plain numpy, the other modules compile.
"""
