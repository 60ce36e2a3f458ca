"""``palago print``: true-size PDF sheets of tiles, calibration pattern, dice, score card, rules."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import BadInput

if TYPE_CHECKING:
    from ....calibration.paper.tile_face import Colours


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``palago print`` takes."""
    parser.add_argument(
        "kind",
        choices=("tiles", "charuco", "dice", "scorecard", "rules"),
        help="tiles: 48 tiles with backs; charuco: the sheet for calibrating a camera;"
        " dice: two Palagonia dice to fold; scorecard; rules: strips to laminate",
    )
    parser.add_argument(
        "--paper", type=_paper, default="A4", metavar="A4|letter", help="paper (default A4)"
    )
    parser.add_argument(
        "--colours", "--colors", default="paper", metavar="NAME|#HEX,#HEX",
        help="the tiles' two colours: an edition's name (see --list-colours), a calibrated set's"
        " name, or White's and Blue's colour as in #ffffff,#1f4e9c",
    )  # fmt: skip
    parser.add_argument(
        "--size", type=float, metavar="MM",
        help="a tile's width from side to side (default 40), a die's edge (25), a square of the"
        " calibration sheet (23)",
    )  # fmt: skip
    parser.add_argument("--count", type=int, default=48, help="how many tiles (default 48)")
    parser.add_argument(
        "--bleed", type=float, default=0.0, metavar="MM",
        help="let the colours run over the cutting line, against white slivers (default 0)",
    )  # fmt: skip
    parser.add_argument(
        "--language",
        choices=("en", "fr", "zh-Hant"),
        default="en",
        help="language of the words; for Chinese the PDF reader needs a Chinese font",
    )
    parser.add_argument("--out", metavar="PDF", help="file to write (default palago-KIND.pdf)")
    parser.add_argument(
        "--list-colours", action=_ListColours, help="list the known editions and stop"
    )


def run(args: argparse.Namespace) -> int:
    """Write the PDF and say where it is."""
    from pathlib import Path

    from ....calibration.paper import PrintOptions, PrintProblem, print_pdf

    out = Path(args.out or f"palago-{args.kind}.pdf")
    options = PrintOptions(
        kind=args.kind,
        colours=_colours(args.colours),
        paper=args.paper,
        size=args.size,
        count=args.count,
        bleed=args.bleed,
        language=args.language,
    )
    try:
        print_pdf(options, out)
    except PrintProblem as problem:
        raise BadInput(str(problem)) from None
    print(f"{out}: print at actual size (100 %) and check the ruler on the sheet.")
    return 0


def _colours(text: str) -> Colours:
    from ....calibration.paper.tile_face import Colours
    from ....calibration.profiles import MissingProfile, ProfileError, tile_set_profiles
    from ....calibration.sets.colour import parse_hex
    from ....calibration.sets.editions import edition_named

    if "#" in text or "," in text:
        parts = text.split(",")
        if len(parts) != 2:
            raise BadInput(f"'{text}' is not two colours; write them as in #ffffff,#1f4e9c.")
        try:
            white, blue = parse_hex(parts[0]), parse_hex(parts[1])
        except ValueError as problem:
            raise BadInput(str(problem)) from None
        if white == blue:
            raise BadInput("The two colours must differ.")
        return Colours(white, blue)
    try:
        edition = edition_named(text)
        return Colours(edition.white, edition.blue, edition.line)
    except KeyError as unknown:
        try:
            profile = tile_set_profiles().get(text)
        except MissingProfile:
            raise BadInput(f"There is {unknown.args[0]}, and no calibrated set.") from None
        except ProfileError as problem:
            raise BadInput(str(problem)) from None
        line = profile.line.srgb if profile.line else None
        return Colours(profile.white.srgb, profile.blue.srgb, line)


def _paper(text: str) -> str:
    papers = {"a4": "A4", "letter": "letter"}
    if text.lower() not in papers:
        raise argparse.ArgumentTypeError(f"'{text}' is no paper; choose A4 or letter")
    return papers[text.lower()]


class _ListColours(argparse.Action):
    """Print the gallery of editions and stop."""

    def __init__(self, option_strings: list[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ....calibration.sets.colour import hex_code
        from ....calibration.sets.editions import editions

        for edition in editions():
            pair = f"{hex_code(edition.white)},{hex_code(edition.blue)}"
            print(f"{edition.name:<16} {pair}  {edition.title}")
        parser.exit(0)
