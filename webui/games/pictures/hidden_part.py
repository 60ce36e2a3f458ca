"""What is said of a part of the board that a picture does not show, and how it comes in sight."""

from __future__ import annotations

from dataclasses import dataclass

from ...texts import in_a_row, say


@dataclass(frozen=True)
class HiddenPart:
    """Whether something covers a part of the board, whether the picture's edge cuts one off, and
    whether a live camera watches: it sees by itself when all is in sight."""

    covered: bool
    cut: bool
    is_watched: bool

    def __bool__(self) -> bool:
        return self.covered or self.cut

    def said(self, language: str) -> str:
        """That there is such a part."""
        return say(language, f"verdict.{'hidden' if self.covered else 'cut'}_part")

    def help(self, language: str) -> str:
        """What to do."""
        way = "live" if self.is_watched else "help"
        parts = ["hidden"] * self.covered + ["cut"] * self.cut
        return in_a_row(say(language, f"verdict.{part}_part_{way}") for part in parts)
