"""``palago bench``: how well photos are read, and photos of one's own to measure that on.

``palago bench read SET`` measures a set; ``palago bench collect --out SET`` makes one from the
photos whose boards people have confirmed on the dashboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from dataclasses import asdict
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeVar

from tqdm import tqdm

from ....engine.records.record import USUAL_GAME
from ....vision.benchmark.truth import find_cases
from ...errors import BadInput
from ...usage.command_parser import CommandParser, Namespace
from ..arguments.games import add_game_argument, table_of_game
from ..arguments.outputs import print_json, writing
from .collect import add_arguments as collect_arguments
from .collect import collect

if TYPE_CHECKING:
    from ....vision import Reading
    from ....vision.benchmark.compare import BoardComparison
    from ....vision.benchmark.counters import CounterCase
    from ....vision.benchmark.saved_readings import SavedReadings
    from ....vision.benchmark.truth import Case

    _AnyCase = TypeVar("_AnyCase", Case, CounterCase)
    _AnyMeasured = TypeVar("_AnyMeasured")


#: Options may stand before the set, too.
OPTIONS_BETWEEN = True


def add_arguments(parser: CommandParser) -> None:
    parser.option(
        "what",
        "read: measure how photos become boards; collect: make a set of the confirmed photos "
        "of a dashboard",
        choices=["read", "collect"],
    )
    parser.option(
        "photos SET",
        "read: folder of photos, STEM.truth.json beside STEM.jpg",
        type=Path,
        nargs="?",
    )
    collect_arguments(parser)
    parser.option(
        "--out FILE",
        "write the page with all tables here (for example benchmarks/reading.md), with the "
        "reliability plot and the pictures of the errors beside it; collect: the folder to make",
        type=Path,
    )
    add_game_argument(parser, ": which boards the photos show")
    parser.option("--part NAME", "only this part of the set, for example develop or report")
    parser.option("--limit N", "only the first N photos")
    parser.option(
        "--profiles",
        "read every photo again with the set's colours and with the camera's lens given",
    )
    parser.option("--errors N", "pictures of errors at most (16)", default=16)
    parser.option(
        "--readings FILE",
        "read: write here what was read in each photo, to hold a change against",
        type=Path,
    )
    parser.option(
        "--compare FILE",
        "read: name all that is read otherwise than in this file of --readings, and exit "
        "with 1 if anything is",
        type=Path,
    )
    parser.option("--json", "print the counts as JSON")


def run(args: Namespace) -> int:
    """Measure, print the tables, and write the page where one is asked for."""
    if args.what == "collect":
        return collect(args)
    if args.photos is None:
        raise BadInput("name a folder of photos: palago bench read SET")
    from ...tables.choice import table_page

    measured: int = resolve_name(table_page(table_of_game(args.game)).commands.bench)(args)
    return measured


def bench_tiles(args: Namespace) -> int:
    """Measure photos of tiles."""
    from ....vision.benchmark import report
    from ....vision.benchmark.measure import measure, peak_memory, warm_up
    from ....vision.benchmark.saved_readings import load_readings, readings_of_tiles

    cases = _chosen(find_cases(args.photos), args)
    before = None if args.compare is None else load_readings(args.compare)
    warm_up(cases[0])
    measured = measure(cases, read=_reader_of(args.data))
    comparisons = _with_a_bar(measured, cases)
    peak = peak_memory()
    variants: list[tuple[str, list[BoardComparison]]] = []
    if args.profiles:
        for name in ("set", "camera"):
            again = measure(cases, with_set=name == "set", with_camera=name == "camera")
            variants.append((f"with the {name}'s profile", _with_a_bar(again, cases, name)))
    changed = _held(args, readings_of_tiles(comparisons), before)
    if args.json:
        told = {} if before is None else {"differences": changed}
        print_json("benchmark", _counts(comparisons) | told)
    else:
        print(report.in_short(comparisons))
        for name, some in variants:
            print(f"\n{name}\n{report.table(report.level_rows(some), 'level')}")
        print(*changed, sep="\n", end="\n" if changed else "")
    if args.out is not None:
        _write(args, comparisons, variants, peak)
    return 1 if changed else 0


def _reader_of(dashboard: str | None) -> Callable[..., Reading]:
    """Reads photos as the dashboard of a folder does, if one is named. Raises BadInput."""
    from ....vision import read
    from ...profile_choice import KeptProfiles

    if dashboard is None:
        return read
    data = Path(dashboard).expanduser()
    if not data.is_dir():
        raise BadInput(f"{data} is no folder; name the dashboard's folder with --data")
    return KeptProfiles.in_folder(data).read


def bench_counters(args: Namespace) -> int:
    """Measure photos of printed boards."""
    from ....vision.benchmark.counters import (
        counter_page,
        counter_tables,
        find_counter_cases,
        measure_counters,
    )
    from ....vision.benchmark.pages import write_page
    from ....vision.benchmark.saved_readings import load_readings, readings_of_pieces
    from ....vision.counters.reader import read_counters

    for option in ("data", "profiles", "json"):
        if getattr(args, option):
            raise BadInput(f"--{option} is for tiles: leave it out for boards of {args.game}")
    cases = _chosen(find_counter_cases(args.photos), args)
    before = None if args.compare is None else load_readings(args.compare)
    read_counters(cases[0].photo)
    found = _with_a_bar(measure_counters(cases), cases)
    print(counter_tables(found))
    changed = _held(args, readings_of_pieces(found), before)
    print(*changed, sep="\n", end="\n" if changed else "")
    if args.out is not None:
        with writing(args.out):
            write_page(args.out, counter_page(found, _command(args)))
    return 1 if changed else 0


def _with_a_bar(
    measured: Iterable[_AnyMeasured], cases: Sized, what: str = "reading"
) -> list[_AnyMeasured]:
    return list(tqdm(measured, total=len(cases), unit="photo", desc=what, disable=None))


def _held(args: Namespace, now: SavedReadings, before: SavedReadings | None) -> list[str]:
    """Save what was read where that is asked for; all that was read otherwise before."""
    from ....vision.benchmark.saved_readings import changes_in_readings

    if args.readings is not None:
        with writing(args.readings):
            args.readings.write_text(now.dumps(), encoding="utf-8")
    return [] if before is None else list(changes_in_readings(before, now))


def _chosen(cases: list[_AnyCase], args: Namespace) -> list[_AnyCase]:
    """Those of the part that was asked for, as many as were asked for. Raises BadInput."""
    if args.limit is not None and args.limit < 1:
        raise BadInput(f"--limit is {args.limit}; it must be 1 or more")
    chosen = [case for case in cases if args.part in (None, case.part)]
    if not chosen:
        parts = ", ".join(sorted({case.part for case in cases}))
        raise BadInput(f"the set has no part {args.part!r}; it has {parts}")
    return chosen[: args.limit]


def _counts(comparisons: list[BoardComparison]) -> dict[str, Any]:
    """Part → level → counts."""
    from ....vision.benchmark import report

    return {
        part: {level: asdict(tally) for level, tally in report.level_rows(some)}
        for part, some in report.parts_of(comparisons).items()
    }


def _command(args: Namespace) -> str:
    """The command behind a page; of where things lie on this machine only what was typed."""
    words = ["palago bench read", args.photos.name or str(args.photos)]
    words += [f"--game {args.game}"] if args.game != USUAL_GAME else []
    words += [f"--part {args.part}"] if args.part else []
    words += [f"--limit {args.limit}"] if args.limit else []
    words += ["--profiles"] if args.profiles else []
    words += ["--data FOLDER"] if args.data else []
    return " ".join([*words, f"--out {args.out.name if args.out.is_absolute() else args.out}"])


def _write(
    args: Namespace,
    comparisons: list[BoardComparison],
    variants: list[tuple[str, list[BoardComparison]]],
    peak: float,
) -> None:
    from ....vision.benchmark import report
    from ....vision.benchmark.pages import write_page
    from ....vision.benchmark.pictures import worst_first, write_error_picture
    from ....vision.benchmark.tally import claimed_and_right, reliability

    page: Path = args.out
    folder = page.with_name(page.stem + "-errors")
    with writing(page):
        for old in folder.glob("*.jpg"):
            old.unlink()
        errors = []
        for comparison in worst_first(comparisons, args.errors):
            picture = write_error_picture(comparison, folder)
            errors.append((comparison, f"{folder.name}/{picture.name}"))
        plot = page.with_name(page.stem + "-reliability.svg")
        plot.write_text(
            report.reliability_svg(reliability(*claimed_and_right(comparisons))), encoding="utf-8"
        )
        text = report.markdown(
            comparisons,
            command=_command(args),
            errors=errors,
            variants=variants,
            plot=plot.name,
            peak_memory=peak,
        )
        write_page(page, text)
    print(f"\nwritten: {page}, {plot.name} and {len(errors)} pictures of errors in {folder.name}")
