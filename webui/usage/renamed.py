"""Options that had another name before: they still work for one version, and say their new name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: Command → what an option was called → what it is called. A name means one thing everywhere.
RENAMED: dict[str, dict[str, str]] = {
    "read": {"--camera": "--camera-profile"},
    "serve": {"--dask": "--scheduler", "--name": "--hostname"},
    "live": {"--dask": "--scheduler", "--name": "--hostname"},
    "digitise": {"--colours": "--naming"},
    "score": {"--svg": "--out"},
    "creatures": {"--only": "--exactly"},
    "print": {"--count": "--pieces"},
    "calibrate": {"--live": "--camera", "--board": "--sheet"},
}


def with_new_names(command: str, words: Sequence[str], say: Callable[[str], None]) -> list[str]:
    """The words of a command line with each old name replaced; ``say`` gets a sentence for each."""
    known = RENAMED.get(command, {})
    replaced = []
    for word in words:
        name, equals, value = word.partition("=")
        if name in known:
            say(f"palago {command}: {name} is called {known[name]} now; the old name will go")
            word = known[name] + equals + value
        replaced.append(word)
    return replaced
