"""Reviews of finished games: asked for, looked at while they grow, and taken away as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypedDict

from flask import Response, jsonify
from msgspec import Meta

from ....engine.games.registry import kinds, plug_of
from ....engine.phrases import Phrase
from ....engine.records.files import write_record
from ....engine.records.record import Record
from ....engine.records.reviewed import annotated
from ...games.game_pages import page_of
from ...games.kept.records import record_of
from ...games.play import ChangeRefused
from ...games.state import GameState
from ...games.views import called_in_full
from ...sent import Sent, SideWord
from ...server.limits import HEAVY
from ...services import parts
from ...studying.reviews import DONE, EFFORTS, FAILED, KeptReview, moves_mark
from ...texts import calling_colours, in_a_row, say, say_phrase, say_word, texts
from .. import api
from ..language import language
from ..requests import guarded
from ..routes.records import JSON, SGF, download, file_name

PROVING_SECONDS = 20.0
MOST_MOVES = 5_000

ReviewedMove = Annotated[int, Meta(ge=1, le=MOST_MOVES)]


class EffortWanted(Sent):
    """How thoroughly a game is to be reviewed."""

    effort: Literal[tuple(EFFORTS)] = "usual"  # type: ignore[valid-type]


class EffortOffered(TypedDict):
    """An effort by name, and in words how thorough it is."""

    name: str
    text: str
    told: str


class RemarkAnswer(TypedDict):
    """What there is to say of a move on a ``board``: ``marks`` for programs, ``text`` for people.

    ``better`` is a line that starts instead of it. ``value`` is the position after it: from 1, a
    win of the first side is proved, to -1; for games of points what was given away.
    """

    number: int
    who: str
    colour: SideWord | None
    move: str
    board: str
    marks: list[str]
    better: list[str]
    value: float
    complete: bool
    text: str


class ReviewAnswer(TypedDict):
    """A review as far as it is: ``done`` moves ``of`` all, a remark for each in ``moves``;
    ``is_of_now``: the game has not gone on since."""

    status: Literal["none", "waiting", "running", "done", "stopped", "failed"]
    may_review: bool
    efforts: list[EffortOffered]
    effort: str
    done: int
    of: int
    moves: list[RemarkAnswer]
    turning_point: int | None
    is_of_now: bool
    why: str


@api.get("/games/<game>/review")
@guarded(answer=ReviewAnswer)
def show_review(game: str) -> dict[str, Any]:
    """The review of a game as far as it is."""
    state = parts.desk.state(game)
    return _shown(state, parts.reviews.of(game))


@api.post("/games/<game>/review")
@guarded(rate=("heavy", HEAVY), answer=ReviewAnswer)
def start_review(game: str, body: EffortWanted) -> dict[str, Any]:
    """Ask for a review with some effort. Refused while a game goes on without advice."""
    state = parts.desk.state(game)
    if not _knows_reviews(state):
        raise ChangeRefused.of("no_review")
    if not may_review(state):
        raise ChangeRefused.of("review_when_over")
    record = record_of(state).to_json()
    if state.play is None or not record["moves"]:
        raise ChangeRefused.of("no_moves_to_record")
    kept = parts.reviews.start(game, body.effort, record, len(state.play.entries))
    return _shown(state, kept)


@api.delete("/games/<game>/review")
@guarded(answer=ReviewAnswer)
def stop_review(game: str) -> dict[str, Any]:
    """Let a review rest as far as it is; asked for again it goes on."""
    state = parts.desk.state(game)
    parts.reviews.stop(game)
    return _shown(state, parts.reviews.of(game))


@api.get("/games/<game>/review/file")
@guarded(rate=("heavy", HEAVY), gives=(SGF, JSON))
def export_review(game: str, *, format: Literal["sgf", "json"] = "sgf") -> Response:
    """The record with the review as comments and variations, or the review as JSON."""
    kept = _known(game)
    record, found = Record.from_json(kept.record), kept.as_review()
    tongue = language()
    name = file_name(f"{record.title} review", format)
    if format == "json":
        return download(jsonify(found.to_json()).get_data(), JSON, name)
    with calling_colours(called_in_full(parts.desk.state(game), tongue)):
        noted = annotated(record, found, lambda phrase: say_phrase(tongue, phrase))
    return download(write_record(noted, "sgf"), SGF, name)


@api.get("/games/<game>/review/proof")
@guarded(rate=("heavy", HEAVY))
def prove_position(game: str, *, move: ReviewedMove = 1, after: str = "") -> dict[str, Any]:
    """The whole proof of what is said of the position before a move, ``move`` its number; or with
    ``after=true``, of the one after it."""
    kept = _known(game)
    if move > len(kept.remarks):
        raise ChangeRefused.of("not_reviewed_yet")
    remark = kept.remarks[move - 1]
    is_after = after == "true"
    outlook = remark.get("after" if is_after else "before")
    if not outlook or outlook["result"] not in ("win", "loss"):
        raise ChangeRefused.of("nothing_proved")
    board, mover = remark["board"], remark["who"]
    if is_after:
        board = f"{board} {remark['move']}".strip()
        mover = "blue" if mover == "white" else "white"
    options = Record.from_json(kept.record).options
    searched = {"board": board, "to_move": mover, "tiles": int(options.get("tiles", 48))}
    proof = proof_of(searched, outlook["moves"], PROVING_SECONDS)
    if proof is None:
        raise ChangeRefused.of("proof_too_long")
    return proof


def proof_of(searched: Mapping[str, Any], moves: int, seconds: float) -> dict[str, Any] | None:
    """The proof that a process apart finds of who wins by force; None where it finds none. What is
    ``searched`` is what a game's plug tells of a position."""
    job = "palago.webui.game_jobs.reviewing:prove_position"
    proof: dict[str, Any] | None = parts.thinkers.run(
        job, {**searched, "moves": moves, "seconds": seconds}, seconds=seconds + 25.0
    )
    return proof


def _known(game: str) -> KeptReview:
    kept = parts.reviews.of(game)
    if kept is None:
        raise ChangeRefused.of("not_reviewed_yet")
    return kept


def may_review(state: GameState) -> bool:
    """Whether a game's kind knows reviews, and its review gives no advice that is not wished."""
    play = state.play
    return _knows_reviews(state) and play is not None and (play.over or state.shows_threats)


def _knows_reviews(state: GameState) -> bool:
    return state.kind in kinds() and plug_of(state.kind).review is not None


def _shown(state: GameState, kept: KeptReview | None) -> dict[str, Any]:
    """A review as the page shows it, in the request's language, its sides named as the game's."""
    tongue = language()
    with calling_colours(called_in_full(state, tongue)):
        return _told(state, kept, tongue)


def _told(state: GameState, kept: KeptReview | None, tongue: str) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "status": "none" if kept is None else kept.status,
        "may_review": may_review(state),
        "efforts": _efforts_json(page_of(state.kind).review_efforts, tongue),
        "effort": "usual" if kept is None else kept.effort,
        "done": 0,
        "of": 0,
        "moves": [],
        "turning_point": None,
        "is_of_now": True,
        "why": "",
    }
    if kept is None:
        return shown
    if state.play is not None:
        now = moves_mark(record_of(state).to_json())
        shown["is_of_now"] = now == moves_mark(kept.record)
    shown |= {
        "done": kept.of if kept.status == DONE else len(kept.remarks),
        "of": kept.of,
        "moves": [_remark_json(remark, tongue) for remark in kept.remarks],
        "turning_point": kept.as_review().turning_point,
    }
    if kept.status == FAILED:
        key = f"refusal.{kept.why}"
        shown["why"] = say(tongue, key) if key in texts(tongue) else kept.why
    return shown


def _efforts_json(offered: tuple[str, ...], tongue: str) -> list[EffortOffered]:
    """The efforts to choose from; one alone is no choice."""
    if len(offered) == 1:
        return [{"name": offered[0], "text": say(tongue, "page.start"), "told": ""}]
    shown: list[EffortOffered] = []
    for name in offered:
        effort = EFFORTS[name]
        told = say(tongue, "review.effort", moves=effort.moves, seconds=f"{effort.seconds:g}")
        shown.append({"name": name, "text": say(tongue, f"review.{name}"), "told": told})
    return shown


def _remark_json(remark: dict[str, Any], tongue: str) -> dict[str, Any]:
    said = [say_phrase(tongue, Phrase.from_json(value)) for value in remark["phrases"]]
    who = remark["who"]
    is_colour = who in ("white", "blue")
    left_out = ("phrases", "sentences")
    return {
        **{name: value for name, value in remark.items() if name not in left_out},
        "who": say_word(tongue, who) if is_colour else who or "?",
        "colour": who if is_colour else None,
        "text": in_a_row(said),
    }
