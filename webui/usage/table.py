"""The fixed table of subcommands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: Name on the command line → (module in ``commands``, what it does in a few words).
COMMANDS: dict[str, tuple[str, str]] = {
    "read": ("photos.read", "read photos of a table into boards"),
    "serve": ("games.serve", "start the dashboard for phones and laptops"),
    "live": ("photos.live", "watch a table through a camera and referee the game"),
    "digitise": ("photos.digitise", "turn a folder of photos or a video into a game record"),
    "analyse": ("boards.analyse", "groups, closures, moves and threats of a board"),
    "judge": ("boards.judge", "two boards or photos: which move was played, and was it legal"),
    "score": ("boards.score", "score every closed creature for Palagonia"),
    "threats": ("boards.threats", "who threatens to win, and which replies hold"),
    "solve": ("searching.solve", "search for a forced win"),
    "pay": ("searching.pay", "what a roll of the Palagonia dice can earn"),
    "review": ("searching.review", "what was missed in a finished game, move by move"),
    "stats": ("searching.stats", "many records at once: openings, results, lengths, players"),
    "openings": ("searching.openings", "the six opening pairs and what is proved of each"),
    "puzzles": ("searching.puzzles", "make puzzles with one solution each, or check them"),
    "verify": ("searching.verify", "check a proof with nothing but the rules"),
    "play": ("games.play", "play a game in the terminal"),
    "replay": ("games.replay", "check a whole game record"),
    "record": ("games.record", "convert game records between formats"),
    "palanquee": ("games.palanquee", "legal actions of Palanquée positions, and what they cause"),
    "creatures": ("searching.creatures", "list or count all creatures of a size"),
    "creature": ("boards.creature", "draw and score a creature given as an algebraic sum"),
    "diagram": ("boards.diagram", "draw a board as an SVG picture"),
    "print": ("photos.print_sheets", "print tiles, dice, score cards, rules and Palanquée's board"),
    "calibrate": ("photos.calibrate", "teach a camera or a set of tiles (optional)"),
    "bench": ("photos.bench", "measure the reader on photos with known boards"),
    "completion": ("completion", "let the shell complete commands and options by Tab"),
    "licences": ("licences", "the parts of others that run with it, and their licences"),
}


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
