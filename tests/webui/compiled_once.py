"""What every dashboard would compile anew, compiled once for all tests of a process.

Hundreds of dashboards have the same routes, pages and questions to their databases. To make the
same code of them again is most of the time in which a dashboard starts and answers once.
"""

from typing import Any

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from palago.webui.store import opening
from sqlalchemy import Engine
from werkzeug.routing import Rule


def compile_once(patch: pytest.MonkeyPatch) -> None:
    """From now on, until ``patch`` is undone."""
    _compile_routes_once(patch)
    _compile_questions_once(patch)
    pages = {**Flask.jinja_options, "bytecode_cache": CompiledPages()}
    patch.setattr(Flask, "jinja_options", pages)


class CompiledPages(BytecodeCache):
    """Templates by their sources."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.code


def _compile_routes_once(patch: pytest.MonkeyPatch) -> None:
    compiled: dict[Any, Any] = {}
    compile_builder = Rule._compile_builder

    def once(rule: Rule, append_unknown: bool = True) -> Any:
        path = (tuple(rule._trace), repr(rule.defaults), append_unknown)
        if path not in compiled:
            compiled[path] = compile_builder(rule, append_unknown)
        return compiled[path]

    patch.setattr(Rule, "_compile_builder", once)


def _compile_questions_once(patch: pytest.MonkeyPatch) -> None:
    """SQLAlchemy keeps what it compiled with the database and by its dialect, which know nothing
    of one SQLite file that does not hold for all."""
    first: list[Engine] = []
    make_engine: Any = vars(opening)["create_engine"]

    def make(*words: Any, **names: Any) -> Engine:
        engine = make_engine(*words, **names)
        if engine.dialect.name != "sqlite":
            return engine
        first.append(engine)
        engine.dialect = first[0].dialect
        engine._compiled_cache = first[0]._compiled_cache
        del first[1:]
        return engine

    patch.setattr(opening, "create_engine", make)
