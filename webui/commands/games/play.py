"""``palago play``: a game in the terminal from text moves, with diagrams."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from ....engine.drawing.play_server import draw_ascii_board
from ....engine.drawing.terminal import draw_coordinate_board
from ....engine.games.resigning import resigned_phrase
from ....engine.lattice import Colour
from ....engine.palago.game import IllegalMove, PalagoGame
from ....engine.palago.move import Move
from ....engine.records.files import write_record
from ....engine.stamp import stamped
from ....engine.tiles.board import BoardError
from ...errors import BadInput
from ...texts import in_english
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import add_variant_arguments, format_of, variant_options
from ..arguments.outputs import require_writable, writing

INSTRUCTIONS = """\
A move is its tiles in the order placed: 1,0c 2,0a. Empty cells at the rim show as ·q,r.
Other words: undo, moves, picture, resign, save FILE, help, quit.
a, b and c: White's tip points up, to the lower right, to the lower left."""


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "--against COLOUR",
        "let the program play this colour (white or blue)",
        choices=("white", "blue"),
    )
    parser.option("--seconds SECONDS", "the program's time for a move (default 5)", default=5.0)
    parser.option("--out", "write the record here at the end", type=Path)
    parser.option(
        "--json",
        "print a line of JSON after each line that is read, and each move of the program's",
    )
    parser.option("--picture", "draw as the play server does")
    add_variant_arguments(parser)


def run(args: Namespace) -> int:
    """Play until the game ends, the input ends, or somebody writes quit."""
    options = variant_options(args)
    if args.against is not None and (options.single_placement or options.place_anywhere):
        raise BadInput("the program plays the usual game only, not this variant")
    if not 0 < args.seconds <= 3600:
        raise BadInput("--seconds must be a time from a moment to an hour")
    if args.out is not None:
        format_of(args.out)
        require_writable(args.out)
    table = _JsonTable(args) if args.json else _PlayTerminal(args)
    table.say(INSTRUCTIONS)
    games = [PalagoGame(options)]
    table.show(games[-1])
    while not games[-1].over and table.resigned is None:
        if args.against == games[-1].to_move.value:
            games.append(table.answer(games[-1]))
            table.show(games[-1])
            continue
        words = table.ask(games[-1])
        if words is None or words in ("quit", "exit"):
            break
        games = table.obey(games, words)
    if args.out is not None:
        table.save(games[-1], args.out)
    return 0


class _PlayTerminal:
    """The terminal: what is shown, asked and saved. ``resigned`` is who has given up."""

    def __init__(self, args: Namespace) -> None:
        self._against: str | None = args.against
        self._seconds: float = args.seconds
        self._picture: bool = args.picture
        self.resigned: Colour | None = None

    def say(self, words: str) -> None:
        """A sentence for whoever plays."""
        print(words)

    def refuse(self, words: str) -> None:
        """Why a line was not obeyed."""
        self.say(words)

    def show(self, game: PalagoGame) -> None:
        """The board, the last move in brackets, and what there is to say."""
        last = [tile.cell for tile in game.history[-1]] if game.history else []
        draw = draw_ascii_board if self._picture else draw_coordinate_board
        print("\n" + draw(game.board, last), end="\n\n")
        outcome = game.outcome
        if outcome is not None:
            print(outcome)
        elif self.resigned is not None:
            print(_resignation(self.resigned))
        else:
            number = game.turn_rules.tiles
            whose = {"turn": game.turn, "colour": game.to_move.value.capitalize()}
            print(in_english("turn", **whose, count=number, left=game.tiles_left))

    def ask(self, game: PalagoGame) -> str | None:
        """The next line of input, None at its end."""
        prompt = f"{game.to_move.value}> "
        if sys.stdin.isatty():
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        return line.strip() if line else None

    def obey(self, games: list[PalagoGame], words: str) -> list[PalagoGame]:
        """Do what a line says; the games so far, the present one last."""
        command, _, rest = words.partition(" ")
        if not words or words.startswith("#"):
            return games
        if command == "help":
            self.say(INSTRUCTIONS)
        elif command == "resign":
            self.resigned = games[-1].to_move
            self.show(games[-1])
        elif command == "moves":
            count = games[-1].count_moves()
            self.say(
                f"{count.legal} legal moves, {count.ending} of them end the game with one tile."
            )
        elif command == "picture":
            self._picture = not self._picture
            self.show(games[-1])
        elif command == "undo":
            kept = len(games) - (1 if self._against is None else 2)
            games = games[: max(1, kept)]
            self.show(games[-1])
        elif command == "save" and rest:
            self.save(games[-1], Path(rest.strip()))
        else:
            try:
                games = [*games, games[-1].play(Move.from_text(words))]
            except IllegalMove as error:
                self.refuse(f"Not allowed: {error}")
            except BoardError as error:
                self.refuse(f"{error}; 'help' lists what can be written")
            else:
                self.show(games[-1])
        return games

    def answer(self, game: PalagoGame) -> PalagoGame:
        """The program's move."""
        from ....engine.palago.search.opponent import choose_move

        move = choose_move(game, seconds=self._seconds)
        self.say(f"{game.to_move.value.capitalize()} plays {move}")
        return game.play(move)

    def save(self, game: PalagoGame, out: Path) -> None:
        """Write the record of a game."""
        record = game.to_record()
        if self.resigned is not None:
            given_up, said = self.resigned.value, _resignation(self.resigned)
            winner = record.result or self.resigned.other.value
            record = replace(record, result=winner, resigned=given_up, comment=said)
        with writing(out):
            out.write_bytes(write_record(record, format_of(out)))
        self.say(f"written to {out}, moves: {len(game.history)}")


class _JsonTable(_PlayTerminal):
    """The same for programs: a line of JSON after each line, with what is said in it."""

    def __init__(self, args: Namespace) -> None:
        super().__init__(args)
        self._said: list[str] = []
        self._refused = ""
        self._told = False

    def say(self, words: str) -> None:
        self._said.append(words)

    def refuse(self, words: str) -> None:
        self._refused = words

    def show(self, game: PalagoGame) -> None:
        outcome = game.outcome
        winner = None if outcome is None else outcome.winner
        if self.resigned is not None:
            winner = self.resigned.other
        state = {
            "board": game.board.to_text(),
            "last": str(game.history[-1]) if game.history else None,
            "turn": game.turn,
            "to_move": game.to_move.value,
            "left": game.tiles_left,
            "over": game.over or self.resigned is not None,
            "winner": None if winner is None else winner.value,
            "resigned": None if self.resigned is None else self.resigned.value,
            "said": self._said,
            "error": self._refused or None,
        }
        print(json.dumps(stamped("play", state)), flush=True)
        self._said, self._refused, self._told = [], "", True

    def ask(self, game: PalagoGame) -> str | None:
        if not self._told:  # the last line changed nothing
            self.show(game)
        self._told = False
        line = sys.stdin.readline()
        return line.strip() if line else None

    def save(self, game: PalagoGame, out: Path) -> None:
        super().save(game, out)
        self.show(game)


def _resignation(colour: Colour) -> str:
    return str(resigned_phrase(colour.value, colour.other.value))
