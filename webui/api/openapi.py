"""The API's description, OpenAPI 3.1: made of the routes and of their types."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, is_typeddict

from flask import current_app
from msgspec.json import schema_components
from werkzeug.routing import Rule

from ..server.access import SAFE_METHODS
from ..server.routes import Right, right_for
from ..texts import LANGUAGES
from . import api
from .answer_types import Error
from .requests import RouteTypes, guarded

Schema = dict[str, Any]
_WHERE = "#/components/schemas/{name}"
_ANYTHING: Schema = {"type": "object", "additionalProperties": True}

#: What can go wrong, by status.
PROBLEMS: dict[int, str] = {
    400: "A field is missing or wrong.",
    401: "Only referees may do this; or the PIN or key is wrong.",
    403: "The request came from another site's page.",
    404: "There is no such thing.",
    409: "Somebody else changed the game first; `error.version` is where it stands.",
    413: "Too large.",
    415: "Send JSON.",
    422: "It cannot be done; the message says why.",
    429: "Too many requests; `Retry-After` says when to come again.",
    503: "Busy; `Retry-After` says when to come again.",
    507: "The disk is full.",
}
#: Those that only a request can meet that changes something.
_OF_CHANGES = (403, 409, 413, 415, 507)


@api.get("/openapi.json")
@guarded()
def openapi() -> Schema:
    """This description."""
    return description()


@cache
def description() -> Schema:
    """The whole description: made once, as anybody may ask for it."""
    routes = sorted(_routes(), key=lambda route: route[0].rule)
    described = [kind for _, _, types in routes for kind in (types.body, *_answers(types))]
    kinds = {id(kind): kind for kind in described if kind is not None}
    found, components = schema_components(
        [Error, *kinds.values()], ref_template=_WHERE, schema_hook=lambda kind: _ANYTHING
    )
    schemas = dict(zip([id(Error), *kinds], found, strict=True))
    paths: dict[str, Schema] = {}
    for rule, method, types in routes:
        path = rule.rule.removeprefix("/api/v1").replace("<", "{").replace(">", "}")
        paths.setdefault(path, {})[method.lower()] = _operation(rule, method, types, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Palago dashboard",
            "version": "1",
            "description": (
                "Programs on another machine send the PIN or key as `Authorization: Bearer PIN`. "
                "Every answer that is an error has a code for programs and a sentence for people."
            ),
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"referee": {"type": "http", "scheme": "bearer"}},
        },
    }


def _routes() -> Iterator[tuple[Rule, str, RouteTypes]]:
    for rule in current_app.url_map.iter_rules():
        if rule.endpoint.startswith("api."):
            types = getattr(current_app.view_functions[rule.endpoint], "types", RouteTypes())
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield rule, method, types


def _answers(types: RouteTypes) -> list[Any]:
    """The type of the JSON that a route answers with, or several of which it is one."""
    return [one for one in get_args(types.answer) or (types.answer,) if is_typeddict(one)]


def _operation(rule: Rule, method: str, types: RouteTypes, schemas: dict[int, Schema]) -> Schema:
    """One method of a path."""
    said = inspect.getdoc(current_app.view_functions[rule.endpoint]) or ""
    summary, _, more = said.partition("\n\n")
    answers = [schemas[id(kind)] for kind in _answers(types)] or [_ANYTHING]
    answer = answers[0] if len(answers) == 1 else {"anyOf": answers}
    contents: dict[str, Schema] = {kind: {} for kind in types.gives} or {"application/json": answer}
    described: Schema = {
        "summary": " ".join(summary.split()).removesuffix("."),
        "responses": {
            str(types.status): _content("The answer.", contents),
            **{
                str(status): _content(told, {"application/json": schemas[id(Error)]})
                for status, told in PROBLEMS.items()
                if status not in _OF_CHANGES or method not in SAFE_METHODS
            },
        },
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in re.findall(r"<(\w+)>", rule.rule)
            ),
            *_query(types.query),
            {"name": "language", "in": "query", "schema": {"enum": list(LANGUAGES)}},
        ],
    }
    if more:
        described["description"] = " ".join(more.split())
    if right_for(method, rule.rule) is Right.REFEREE:
        described["security"] = [{"referee": []}, {}]
    taken: Schema = {kind: {"type": "string", "format": "binary"} for kind in types.takes}
    if types.body is not None:
        taken = {"application/json": schemas[id(types.body)]}
    elif types.takes and "image/png" in types.takes:
        form = {"photo": {"type": "string", "format": "binary"}}
        taken["multipart/form-data"] = {"type": "object", "properties": form, "required": ["photo"]}
    if taken:
        described["requestBody"] = {"required": True} | _content("", taken)
    return described


def _content(told: str, schemas: dict[str, Schema]) -> Schema:
    content = {"content": {kind: {"schema": schema} for kind, schema in schemas.items()}}
    return {"description": told, **content} if told else content


def _query(kind: Any) -> Iterator[Schema]:
    if kind is None:
        return
    _, components = schema_components([kind], ref_template=_WHERE)
    (found,) = components.values()
    for name, schema in found["properties"].items():
        required = name in found.get("required", ())
        yield {"name": name, "in": "query", "required": required, "schema": schema}
