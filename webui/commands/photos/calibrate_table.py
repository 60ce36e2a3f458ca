"""``palago calibrate table``: learn from the photos that people confirmed on a dashboard."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace, option
from .collect import opened_dashboard

if TYPE_CHECKING:
    from ....vision.table.known_table import KnownTable


def add_table_arguments(parser: CommandParser) -> None:
    """Declare what ``palago calibrate table`` takes."""
    parser.option("--data DIR", "folder of games and photos, as palago serve has it")
    parser.option("--database URL", "games in this database, not in a file")
    either = parser.add_mutually_exclusive_group()
    option(either, "--forget", "take back what was learned, and learn no more")
    keeps = "keep the set that most photos show under this name, like a calibrated one"
    option(either, "--keep NAME", keeps)
    parser.option("--json", "print JSON")


def learn_table(args: Namespace) -> int:
    """Learn from all confirmed photos, or forget. Raises BadInput and ProfileError."""
    from ....calibration.profile_format import check_name
    from ....vision.table.known_table import KnownTable
    from ...learning.learner import LEARNS
    from ...learning.lessons import Lessons, why_nothing
    from ...learning.summary import Summary
    from ...store.files.photo_store import PhotoStore
    from ...texts import DEFAULT_LANGUAGE

    if args.keep is not None:
        check_name(args.keep)
    events, folder = opened_dashboard(args)
    try:
        lessons = Lessons(folder.parent, PhotoStore(folder, events.writing_sessions), _here)
        events.change_setting(LEARNS, not args.forget)
        if args.forget:
            lessons.forget()
        else:
            photos = [taken.photo for taken in Summary(events).photos()]
            for _ in lessons.learn(photos):
                pass
    except OSError as error:
        raise BadInput(f"what is learned cannot be written to {folder.parent}: {error}") from None
    finally:
        events.close()
    known = KnownTable.in_folder(folder.parent)
    if args.keep is not None:
        _keep(known, args.keep, folder.parent)
    if args.json:
        print(json.dumps(known.to_json()))
    elif args.forget:
        print("Forgotten: photos are read as on a new dashboard.")
    else:
        nothing = why_nothing(folder.parent, photos, DEFAULT_LANGUAGE)
        print(_told(known) if known.sets else nothing)
    return 0


def _here(job: str, arguments: dict[str, Any]) -> Any:
    """Do a job in this process."""
    return resolve_name(job)(**arguments)


def _keep(known: KnownTable, name: str, folder: Path) -> None:
    """Keep the usual set as a calibrated one. Raises BadInput."""
    from ....calibration.profiles import tile_set_profiles

    if not known.sets:
        raise BadInput(
            "no set is learned that could be kept; confirm photos on the dashboard first"
        )
    usual = replace(known.sets[0], name=name, created=date.today().isoformat())
    tile_set_profiles(folder).save(usual)


def _told(known: KnownTable) -> str:
    """What is known, in words."""
    from ....calibration.sets.colour import hex_code

    lines = [f"Learned from {known.photos} confirmed photos:"]
    for each in known.sets:
        pair = f"White is {hex_code(each.white.srgb)}, Blue is {hex_code(each.blue.srgb)}"
        lines.append(f"  a set seen in {each.photos} photos: {pair}")
        for words, stripe in (("line", each.line), ("rim", each.rim)):
            if stripe is not None:
                share = f"{100 * stripe.width:.1f} % of the tile's width"
                lines.append(f"    {words} {hex_code(stripe.srgb)}, {share}")
    if known.trust.is_plain:
        lines.append("  how sure a reading is: as the program brings it along")
    else:
        surer = "more" if known.trust.shift > 0 else "less"
        lines.append(
            f"  how sure a reading is: {surer} than the program brings it along "
            f"(log odds times {known.trust.slope}, plus {known.trust.shift})"
        )
    return "\n".join(lines)
