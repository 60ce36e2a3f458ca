"""The benchmark as text for people: one Markdown page, its plot and the pictures of the errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from .compare import BoardComparison
from .conditions import rows_of
from .pages import joined_sections, markdown_table, share
from .tally import Reliability, Tally, claimed_and_right, reliability

HEAD = (
    "photos",
    "tiles",
    "found",
    "place and rotation right",
    "phantom tiles",
    "wrong",
    "wrong and sure",
    "boards exactly right",
    "right or marked",
    "ms",
)

HOW_COUNTED = """\
How it is counted. A tile is *found* when the reading has a tile centred on it; tiles of which the
photo shows less than half need not be found, but if they are read they must be right. *Right* means
that the cell and the rotation agree with the truth, up to one shift and one turn by 120° for the
whole board. A *phantom* is a tile read where no tile of the board lies (a tile of the second group,
a loose or a face-down one counts as a phantom too). *Wrong and sure* are tiles that are wrong and
claim a confidence of 0.95 or more; the share is of all tiles read. *Right or marked* are boards in
which no tile is missed and every wrong tile is marked as unsure. *ms* is the median of the whole
reading, decoding included.
"""


def _row(name: str, tally: Tally) -> tuple[str, ...]:
    return (
        name,
        str(tally.photos),
        str(tally.expected),
        share(tally.found, tally.expected),
        share(tally.read_right, tally.expected),
        str(tally.phantoms),
        str(tally.wrong),
        share(tally.wrong_and_sure, tally.read),
        share(tally.exact, tally.boards),
        share(tally.exact_or_marked, tally.boards),
        f"{tally.milliseconds:.0f}",
    )


def table(rows: Sequence[tuple[str, Tally]], first: str) -> str:
    """A Markdown table of tallies."""
    return markdown_table(first, HEAD, [_row(*row) for row in rows])


def level_rows(comparisons: Sequence[BoardComparison]) -> list[tuple[str, Tally]]:
    """Mild, hard, photos without a board, and all together."""
    levels = sorted({c.case.level for c in comparisons}, key=_level_order)
    rows = [(level, Tally.of(c for c in comparisons if c.case.level == level)) for level in levels]
    return [*rows, ("all", Tally.of(comparisons))]


def _level_order(level: str) -> tuple[int, str]:
    known = ("mild", "hard", "extreme")
    return (known.index(level) if level in known else 9 if level == "none" else 5, level)


def parts_of(comparisons: Sequence[BoardComparison]) -> dict[str, list[BoardComparison]]:
    """The comparisons by part of the set: to develop on, and only ever reported on."""
    return {
        part: [c for c in comparisons if c.case.part == part]
        for part in sorted({c.case.part for c in comparisons})
    }


def milliseconds_table(comparisons: Sequence[BoardComparison]) -> str:
    """Median milliseconds by stage, and the whole against decoding the file, by picture size."""
    sizes: dict[str, list[BoardComparison]] = {}
    for c in comparisons:
        megapixels = c.case.size[0] * c.case.size[1] / 1e6 if c.case.size else 0.0
        name = "no size told" if not megapixels else "to 3 MP" if megapixels < 3 else "above 3 MP"
        sizes.setdefault(name, []).append(c)
    stages = list(dict.fromkeys(stage for c in comparisons for stage in c.elapsed_ms))
    rows = []
    for name, some in sorted(sizes.items()):
        times = [median(c.elapsed_ms.get(stage, 0.0) for c in some) for stage in stages]
        times.append(median(c.decode_ms for c in some))
        ratios = [c.elapsed_ms.get("total", 0.0) / c.decode_ms for c in some if c.decode_ms]
        times.append(median(ratios) if ratios else 0.0)
        rows.append((name, str(len(some)), *(f"{time:.1f}" for time in times)))
    head = ("photos", *stages, "imdecode alone", "total / imdecode")
    return markdown_table("pictures", head, rows)


def reliability_table(found: Reliability) -> str:
    """Confidence against what was right, bin by bin."""
    rows = []
    for b in found.bins:
        shares = (f"{100 * share:.1f} %" for share in (b.share_right, b.mean_confidence))
        if b.tiles:
            rows.append((f"{b.low:g} to {b.high:g}", str(b.tiles), *shares))
    return markdown_table("confidence", ("tiles", "right", "mean confidence"), rows)


def reliability_svg(found: Reliability) -> str:
    """The reliability plot: share right over mean confidence, a disc's area growing with tiles."""
    size, margin, most = 360, 46, max((b.tiles for b in found.bins), default=1) or 1
    inner = size - 2 * margin

    def at(x: float, y: float) -> tuple[float, float]:
        return margin + x * inner, size - margin - y * inner

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'font-family="sans-serif" font-size="11">',
        f'<rect width="{size}" height="{size}" fill="white"/>',
    ]
    for k in range(6):
        value = k / 5
        (x0, y), (x, y0) = at(0, value), at(value, 0)
        parts.append(f'<path d="M{x0:.1f} {y:.1f}H{size - margin}" stroke="#ddd"/>')
        parts.append(f'<path d="M{x:.1f} {margin}V{size - margin}" stroke="#ddd"/>')
        parts.append(f'<text x="{x0 - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{value:.1f}</text>')
        parts.append(f'<text x="{x:.1f}" y="{y0 + 16:.1f}" text-anchor="middle">{value:.1f}</text>')
    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    parts.append(f'<path d="M{x0} {y0}L{x1} {y1}" stroke="#888" stroke-dasharray="4 4"/>')
    for b in found.bins:
        if b.tiles:
            x, y = at(b.mean_confidence, b.share_right)
            radius = 3 + 9 * (b.tiles / most) ** 0.5
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#1f5fa8" '
                f'fill-opacity="0.6"><title>{b.right} of {b.tiles} right</title></circle>'
            )
    middle = size / 2
    parts.append(f'<text x="{middle}" y="{size - 10}" text-anchor="middle">confidence</text>')
    parts.append(
        f'<text x="14" y="{middle}" text-anchor="middle" '
        f'transform="rotate(-90 14 {middle})">share right</text></svg>'
    )
    return "\n".join(parts) + "\n"


def in_short(comparisons: Sequence[BoardComparison]) -> str:
    """The tables by part and level, for the terminal."""
    blocks = [
        f"{part}\n{table(level_rows(some), 'level')}"
        for part, some in parts_of(comparisons).items()
    ]
    claimed, right = claimed_and_right(comparisons)
    found = reliability(claimed, right)
    blocks.append(
        f"sure tiles: {found.sure}, of them wrong: {found.sure_and_wrong}; "
        f"ECE {found.ece:.4f}, Brier {found.brier:.4f}"
    )
    crossed = sum(c.is_crossed for c in comparisons)
    if crossed:
        blocks.append(
            f"{crossed} of {len(comparisons)} photos: White and Blue have each other's names, so "
            "that every tile counts as wrong. A dashboard on which such photos were confirmed "
            "knows the names: --data DIR"
        )
    return "\n\n".join(blocks)


def markdown(
    comparisons: Sequence[BoardComparison],
    *,
    command: str,
    errors: Iterable[tuple[BoardComparison, str]] = (),
    variants: Sequence[tuple[str, Sequence[BoardComparison]]] = (),
    plot: str | None = None,
    peak_memory: float | None = None,
) -> str:
    """The whole page, as `command` wrote it. `errors` are comparisons with the picture's path,
    relative to the page; `variants` further readings of the same photos under a name; `plot` the
    plot's path, `peak_memory` of the whole process in megabytes."""
    sections = [
        "# Reading photos: the benchmark",
        f"Written by `{command}`; do not edit by hand. " + _what_they_are(comparisons),
        HOW_COUNTED,
    ]
    for part, some in parts_of(comparisons).items():
        sections += [f"## Part: {part}", table(level_rows(some), "level")]
    sections += ["## Milliseconds by stage (median)", milliseconds_table(comparisons)]
    sections.append(
        "The times are those of one process on the machine of that day, whatever else ran there; "
        "the last column compares them with decoding the same file right after."
    )
    if peak_memory is not None:
        sections.append(f"Peak memory of the process: {peak_memory:.0f} MB.")
    for part, some in parts_of(comparisons).items():
        sections += [f"## Is the confidence honest? ({part})", *_honesty(some)]
    if plot:
        sections.append(f"![Reliability: share right over confidence, all parts]({plot})")
    if variants:
        sections.append("## With and without profiles")
        for name, again in (("without", comparisons), *variants):
            sections.append(table(level_rows(again), name))
    for part, some in parts_of(comparisons).items():
        rows = [(f"{name}: {value}", Tally.of(c)) for (name, value), c in rows_of(some).items()]
        sections += [f"## By condition ({part})", table(rows, "condition")]
    listed = [f"{_in_words(c)}\n\n![{_titled(c)}]({picture})" for c, picture in errors]
    if listed:
        told = "Red rings: tiles missed, read wrongly or not there. The letters are the reading."
        sections += ["## Errors", told, *listed]
    return joined_sections(*sections)


def _honesty(comparisons: Sequence[BoardComparison]) -> tuple[str, str]:
    """How far confidences can be believed, in a sentence and as a table."""
    claimed, right = claimed_and_right(comparisons)
    found = reliability(claimed, right)
    sentence = (
        f"{len(claimed)} tiles read; {found.sure} with confidence 0.95 or more, of which "
        f"{found.sure_and_wrong} wrong. Expected calibration error {found.ece:.4f}, "
        f"Brier score {found.brier:.4f}."
    )
    return sentence, reliability_table(found)


def _what_they_are(comparisons: Sequence[BoardComparison]) -> str:
    rendered = sum(c.case.is_rendered for c in comparisons)
    count = len(comparisons)
    if rendered == count:
        return f"{count} pictures, all of them rendered: none is a photograph of a real table."
    if not rendered:
        return f"{count} photographs."
    return f"{count} pictures: {count - rendered} photographs and {rendered} that are rendered."


def _in_words(comparison: BoardComparison) -> str:
    counts = {
        "missed": len(comparison.missed),
        "turned": len(comparison.turned),
        "in a wrong cell": len(comparison.misplaced),
        "phantom": len(comparison.phantoms),
        "of them sure": comparison.wrong_and_sure,
    }
    words = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    case = comparison.case
    what = f"{case.part}, {case.level}{', rendered' if case.is_rendered else ''}"
    return f"**{case.name}** ({what}): {words}"


def _titled(comparison: BoardComparison) -> str:
    made = "A rendered picture" if comparison.case.is_rendered else "A photograph"
    return f"{made}, {comparison.case.name}, with what was read wrongly"
