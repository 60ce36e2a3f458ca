"""The tables. Events are the truth; a game's row only sums up what its events say."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, ForeignKey, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """All tables of the dashboard."""


class GameRow(Base):
    """One game. ``version`` is the number of its newest event."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    title: Mapped[str] = mapped_column(String(200))
    version: Mapped[int] = mapped_column(Integer)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    deleted: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class EventRow(Base):
    """One change of one game. The primary key is what makes two writers of one version clash."""

    __tablename__ = "events"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    kind: Mapped[str] = mapped_column(String(32))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class LineRow(Base):
    """What the list of games says of one: it sums up the game's events up to ``version``."""

    __tablename__ = "game_lines"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    players: Mapped[list[str]] = mapped_column(JSON)
    turn: Mapped[str | None] = mapped_column(Text)
    over: Mapped[bool] = mapped_column(Boolean)
    winner: Mapped[str] = mapped_column(Text)
    words: Mapped[str] = mapped_column(Text)
    colours: Mapped[LineColoursRow | None] = relationship(lazy="joined")


class LineColoursRow(Base):
    """What the list calls the two colours of a game's set, by language."""

    __tablename__ = "game_line_colours"

    game_id: Mapped[str] = mapped_column(ForeignKey("game_lines.game_id"), primary_key=True)
    called: Mapped[dict[str, list[str]]] = mapped_column(JSON)


class EveningRow(Base):
    """A club night or tournament: who came, who plays whom. Its games know nothing of it."""

    __tablename__ = "evenings"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    title: Mapped[str] = mapped_column(String(200))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    binned: Mapped[BinnedEveningRow | None] = relationship(
        lazy="joined", cascade="all, delete-orphan"
    )


class BinnedEveningRow(Base):
    """That a club night lies in the bin."""

    __tablename__ = "binned_evenings"

    evening_id: Mapped[str] = mapped_column(ForeignKey("evenings.id"), primary_key=True)


class PhotoRow(Base):
    """A photo by the SHA-256 of its bytes. A deleted photo leaves only this line behind."""

    __tablename__ = "photos"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    media_type: Mapped[str] = mapped_column(String(32))
    size: Mapped[int] = mapped_column(Integer)
    added: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    deleted: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class PhotoUseRow(Base):
    """Which games show which photos, so that deleting a game finds what nobody else needs."""

    __tablename__ = "photo_uses"

    digest: Mapped[str] = mapped_column(ForeignKey("photos.digest"), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)


class SettingRow(Base):
    """A setting of this dashboard by name."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
