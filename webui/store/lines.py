"""The list of games: a line for each, found by player, kind, day and whether it still goes on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import ColumnElement, Engine, Select, and_, func, or_, select
from sqlalchemy.orm import sessionmaker

from .event_store import summary_of
from .schema import GameRow, LineColoursRow, LineRow
from .stored import GameSummary

MOST_NAMES = 200


@dataclass(frozen=True)
class ListedGame:
    """What a game's events add up to, as the list says it.

    ``turn`` is who is to act and ``winner`` who has won, each a colour's word or a name; "draw"
    where nobody has. ``players`` are names, the one with the first colour first. ``colours`` are
    what the set's two are called, by language, where they are not White and Blue.
    """

    title: str
    players: tuple[str, ...] = ()
    turn: str | None = None
    over: bool = False
    winner: str = ""
    colours: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class ListFilter:
    """Which games to list. Empty fields do not matter; ``text`` is looked for in title and names.
    Games changed from ``since`` on and before ``until``; ``over`` says whether they have ended."""

    text: str = ""
    player: str = ""
    kind: str = ""
    since: datetime | None = None
    until: datetime | None = None
    over: bool | None = None
    deleted: bool = False


class LineStore:
    """The lines of all games in one database; each knows which version of its game it sums up."""

    def __init__(self, engine: Engine) -> None:
        self._session = sessionmaker(engine, expire_on_commit=False)
        # Lines can be made again at any time: nobody is kept waiting for them to be stored.
        self._writing = sessionmaker(engine.execution_options(writes=True, patience=0.1))

    def stale(self) -> list[tuple[str, int]]:
        """Games whose line is not there, of an earlier version or without what an earlier program
        did not keep, and their versions now."""
        query = (
            select(GameRow.id, GameRow.version)
            .outerjoin(LineRow, LineRow.game_id == GameRow.id)
            .where(or_(~LineRow.colours.has(), LineRow.version != GameRow.version))
            .order_by(GameRow.changed.desc())
        )
        with self._session() as session:
            return [(game, version) for game, version in session.execute(query)]

    def keep(self, lines: Mapping[str, tuple[int, ListedGame]]) -> None:
        """Store lines by their games, each with the version that it sums up."""
        if not lines:
            return
        with self._writing.begin() as session:
            there = set(session.scalars(select(GameRow.id).where(GameRow.id.in_(lines))))
            for game, (version, line) in lines.items():
                # What is searched: title and names, each between line ends.
                words = "\n".join(["", line.title, *line.players, ""])
                if game in there:  # nobody has deleted it for good meanwhile
                    session.merge(
                        LineRow(
                            game_id=game,
                            version=version,
                            players=list(line.players),
                            turn=line.turn,
                            over=line.over,
                            winner=line.winner,
                            words=words.casefold(),
                            colours=LineColoursRow(game_id=game, called=dict(line.colours)),
                        )
                    )

    def find(
        self, wish: ListFilter, most: int, after: int = 0
    ) -> list[tuple[GameSummary, ListedGame | None]]:
        """Games with their lines, the one changed last first; ``after`` so many others."""
        query = (
            _wished(select(GameRow, LineRow), wish)
            .order_by(GameRow.changed.desc(), GameRow.id)
            .limit(most)
            .offset(after)
        )
        with self._session() as session:
            return [(summary_of(row), _line(row, line)) for row, line in session.execute(query)]

    def count(self, wish: ListFilter) -> int:
        """How many games there are of those that are wished."""
        with self._session() as session:
            return session.scalar(_wished(select(func.count(GameRow.id)), wish)) or 0

    def line(self, game: str) -> ListedGame | None:
        """One game's line as it was made last, None where there is none."""
        with self._session() as session:
            row = session.get(LineRow, game)
            return None if row is None else _line(session.get(GameRow, game), row)

    def lines(self, games: Collection[str]) -> dict[str, ListedGame]:
        """The lines of some games by their names; games that are not there are left out."""
        query = select(GameRow, LineRow).join(LineRow, LineRow.game_id == GameRow.id)
        with self._session() as session:
            found = session.execute(query.where(GameRow.id.in_(games)))
            lines = {row.id: _line(row, line) for row, line in found}
        return {game: line for game, line in lines.items() if line is not None}

    def names(self) -> list[str]:
        """All players' names, those who played last first."""
        query = (
            select(LineRow.players)
            .join(GameRow, GameRow.id == LineRow.game_id)
            .where(GameRow.deleted.is_(None))
            .order_by(GameRow.changed.desc())
        )
        with self._session() as session:
            known = dict.fromkeys(
                name for names in session.scalars(query) for name in names if name
            )
        return list(known)[:MOST_NAMES]


def _wished(query: Select, wish: ListFilter) -> Select:  # type: ignore[type-arg]
    conditions: list[ColumnElement[bool]] = [
        GameRow.deleted.is_not(None) if wish.deleted else GameRow.deleted.is_(None)
    ]
    if wish.text:
        conditions += [
            LineRow.words.contains(word, autoescape=True) for word in wish.text.casefold().split()
        ]
    if wish.player:
        line = f"\n{wish.player.casefold()}\n"
        conditions.append(LineRow.words.contains(line, autoescape=True))
    if wish.kind:
        conditions.append(GameRow.kind == wish.kind)
    if wish.since is not None:
        conditions.append(GameRow.changed >= wish.since)
    if wish.until is not None:
        conditions.append(GameRow.changed < wish.until)
    if wish.over is not None:
        # A game without a line yet is listed with those that go on.
        over = func.coalesce(LineRow.over, False)
        conditions.append(over.is_(wish.over))
    joined = query.select_from(GameRow).outerjoin(LineRow, LineRow.game_id == GameRow.id)
    return joined.where(and_(*conditions))


def _line(row: GameRow | None, line: LineRow | None) -> ListedGame | None:
    if row is None or line is None:
        return None
    called = {} if line.colours is None else line.colours.called
    colours = {language: (white, blue) for language, (white, blue) in called.items()}
    return ListedGame(row.title, tuple(line.players), line.turn, line.over, line.winner, colours)
