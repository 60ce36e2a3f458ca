"""``palago print``: true-size PDF sheets: tiles, calibration pattern, dice, score card, rules, and
Palanquée's board and counters."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.outputs import require_ending, writing

if TYPE_CHECKING:
    from ....calibration.paper.tile_face import PaperColours
    from ....calibration.sets.colour import Srgb
    from ....calibration.sets.counter_palettes import CounterPalette


#: Option → the sheets on which it does something.
_TAKEN_BY = {
    "colours": ("tiles", "rules", "palanquee"),
    "size": ("tiles", "charuco", "dice", "palanquee"),
    "pieces": ("tiles", "palanquee"),
    "bleed": ("tiles",),
    "only": ("palanquee",),
}


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "kind",
        "tiles: 48 tiles with backs; charuco: the sheet for calibrating a camera;"
        " dice: two Palagonia dice to fold; scorecard: Palagonia's; rules: strips to laminate,"
        " of all four games; palanquee: the board and its counters",
        choices=("tiles", "charuco", "dice", "scorecard", "rules", "palanquee"),
    )
    parser.option(
        "--paper A4|letter|A3|A2|poster",
        "paper (default A4); the last three, of which a poster is 50 x 50 cm, take"
        " Palanquée's whole board; on the others it goes over sheets to glue",
        type=_paper,
        default="A4",
    )
    parser.add_argument(
        "--colours", "--colors", metavar="NAME|#HEX,#HEX",
        help="the tiles' two colours: an edition's name (see --list-colours), a calibrated set's"
        " name, or White's and Blue's colour as in #ffffff,#1f4e9c; for counters a palette's name,"
        " as colour-blind, or five colours: blue, green, red, yellow, violet",
    )  # fmt: skip
    parser.option(
        "--size MM",
        "a tile's width from side to side (default 40), a die's edge (25), a square of the"
        " calibration sheet (23), the height of a cell of the board (A4 28, letter 26.5, else what"
        " the paper takes)",
    )
    parser.option("--pieces N", "how many tiles (default 48), or sprouts of each colour (50)")
    parser.option(
        "--only",
        "of Palanquée's sheets only these; A4 counters for a large board take its --size",
        choices=("board", "counters"),
    )
    parser.option(
        "--bleed MM", "let the colours run over the cutting line, against white slivers (default 0)"
    )
    parser.option(
        "--language",
        "language of the words; for Chinese the PDF reader needs a Chinese font",
        choices=("en", "fr", "zh-Hant"),
        default="en",
    )
    parser.option("--out PDF", "file to write (default palago-KIND.pdf)")
    parser.option("--list-colours", "list the known colours and stop", action=_ListColours)


def run(args: Namespace) -> int:
    """Write the PDF and say where it is."""
    from ....calibration.paper import PrintOptions, print_pdf

    out = Path(args.out or f"palago-{args.kind}.pdf")
    require_ending(out, ".pdf", "sheets are made as PDF, which prints at its true size")
    is_palanquee = args.kind == "palanquee"
    for name, kinds in _TAKEN_BY.items():
        if getattr(args, name) is not None and args.kind not in kinds:
            told = f"--{name} does nothing for {args.kind}: it is for {', '.join(kinds)}"
            raise BadInput(f"{told}; leave it out")
    options = PrintOptions(
        kind=args.kind,
        colours=_colours("paper" if is_palanquee else args.colours or "paper"),
        paper=args.paper,
        size=args.size,
        count=args.pieces,
        bleed=args.bleed or 0.0,
        language=args.language,
        palette=_palette(args.colours) if is_palanquee and args.colours else None,
        only=args.only,
    )
    with writing(out):
        print_pdf(options, out)
    check = " and check the ruler on the sheet" if args.kind in _TAKEN_BY["size"] else ""
    print(f"{out}: print at actual size (100 %){check}.")
    return 0


def _colours(text: str) -> PaperColours:
    from ....calibration.paper.tile_face import PaperColours
    from ....calibration.profiles import MissingProfile, tile_set_profiles
    from ....calibration.sets.editions import edition_named

    if "#" in text or "," in text:
        return PaperColours(*_inks(text, 2, "two colours; write them as in #ffffff,#1f4e9c"))
    try:
        edition = edition_named(text)
        return PaperColours(edition.white, edition.blue, edition.line)
    except KeyError as unknown:
        try:
            profile = tile_set_profiles().get(text)
        except MissingProfile:
            raise BadInput(f"There is {unknown.args[0]}, and no calibrated set.") from None
        line = profile.line.srgb if profile.line else None
        return PaperColours(profile.white.srgb, profile.blue.srgb, line)


def _palette(text: str) -> CounterPalette:
    from ....calibration.sets.counter_palettes import CounterPalette, counter_palette_named
    from ....engine.palanquee.table.pieces import COLOURS

    if "#" not in text and "," not in text:
        try:
            return counter_palette_named(text)
        except KeyError as unknown:
            raise BadInput(f"There is {unknown.args[0]}.") from None
    inks = _inks(text, len(COLOURS), f"five colours: {', '.join(COLOURS)}")
    return CounterPalette("own", "Own colours", dict(zip(COLOURS, inks, strict=True)))


def _inks(text: str, count: int, wanted: str) -> list[Srgb]:
    """Colours with commas between them, ``count`` of them. Raises BadInput, with what is
    ``wanted``."""
    from ....calibration.sets.colour import parse_hex
    from ....calibration.sets.counter_palettes import counter_palettes
    from ....calibration.sets.editions import editions

    parts = text.split(",")
    if len(parts) != count:
        raise BadInput(f"'{text}' is not {wanted}.")
    try:
        inks = [parse_hex(part) for part in parts]
    except ValueError as problem:
        known = counter_palettes() if count > 2 else editions()
        names = ", ".join(one.name for one in known)
        told = f"Or give one name alone: {names}; 'palago print --list-colours' shows them"
        raise BadInput(f"{problem} {told}.") from None
    if len(set(inks)) < count:
        raise BadInput(f"The {wanted.split()[0]} colours must differ.")
    return inks


def _paper(text: str) -> str:
    papers = {"a4": "A4", "letter": "letter", "a3": "A3", "a2": "A2", "poster": "poster"}
    if text.lower() not in papers:
        choices = "A4, letter, A3, A2 or poster"
        raise argparse.ArgumentTypeError(f"'{text}' is no paper; choose {choices}")
    return papers[text.lower()]


class _ListColours(argparse.Action):
    """Print the gallery of editions and stop."""

    def __init__(self, option_strings: list[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ....calibration.sets.colour import hex_code
        from ....calibration.sets.counter_palettes import counter_palettes
        from ....calibration.sets.editions import editions

        for edition in editions():
            pair = f"{hex_code(edition.white)},{hex_code(edition.blue)}"
            print(f"{edition.name:<16} {pair}  {edition.title}")
        print("Counters (palago print palanquee):")
        for palette in counter_palettes():
            inks = ",".join(hex_code(ink) for ink in palette.colours.values())
            print(f"{palette.name:<16} {inks}  {palette.title}")
        parser.exit(0)
