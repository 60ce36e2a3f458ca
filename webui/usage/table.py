"""The fixed table of subcommands."""

from __future__ import annotations

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
    "print": ("photos.print_sheets", "print tiles, dice and score cards"),
    "calibrate": ("photos.calibrate", "teach a camera or a set of tiles (optional)"),
    "bench": ("photos.bench", "measure the reader on photos with known boards"),
    "completion": ("completion", "let the shell complete commands and options by Tab"),
    "licences": ("licences", "the parts of others that run with it, and their licences"),
}
