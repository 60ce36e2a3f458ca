"""True-size PDF sheets: tiles, the ChArUco sheet, dice, score card, quick rules,
Palanquée's board and counters.

Every module makes the pages of one kind; ``print_pdf`` is the door. All lengths are millimetres,
with the origin at a page's lower left corner and y growing upwards.
"""

from .document import KINDS, PrintOptions, PrintProblem, papers_for, print_pdf
from .sheet import PAPERS

__all__ = ["KINDS", "PAPERS", "PrintOptions", "PrintProblem", "papers_for", "print_pdf"]
