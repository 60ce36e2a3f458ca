"""What the description of every path is made of: answers, bodies, queries, what can go wrong."""

from __future__ import annotations

from .schemas import MOVE_NUMBER, VERSION_NUMBER, Schema, ref


def answer(schema: Schema, what: str) -> Schema:
    """An answer in JSON."""
    return {"description": what, "content": {"application/json": {"schema": schema}}}


def file(what: str, *kinds: str) -> Schema:
    """An answer that is a file of one of these kinds."""
    return {"description": what, "content": {kind: {"schema": {}} for kind in kinds}}


#: What can go wrong, by status.
PROBLEMS: dict[str, str] = {
    "400": "A field is missing or wrong.",
    "401": "Only referees may do this; or the PIN or key is wrong.",
    "403": "The request came from another site's page.",
    "404": "There is no such thing.",
    "409": "Somebody else changed the game first; `error.version` is where it stands.",
    "413": "Too large.",
    "415": "Send JSON.",
    "422": "It cannot be done; the message says why.",
    "429": "Too many requests; `Retry-After` says when to come again.",
    "503": "Busy; `Retry-After` says when to come again.",
    "507": "The disk is full.",
}


def operation(
    summary: str,
    answers: dict[str, Schema],
    problems: str = "",
    *,
    body: Schema | None = None,
    queries: tuple[Schema, ...] = (),
    changes: bool = False,
) -> Schema:
    """One method of a path.

    ``problems`` are the statuses that it can fail with besides those of every operation.
    """
    codes = ["400", *problems.split(), *(("401", "403", "429") if changes else ("401", "429"))]
    described: Schema = {
        "summary": summary,
        "responses": answers
        | {code: answer(ref("Error"), PROBLEMS[code]) for code in sorted(set(codes))},
    }
    if body is not None:
        described["requestBody"] = {"required": True, "content": body}
    if queries:
        described["parameters"] = list(queries)
    return described


def json_body(schema: Schema) -> Schema:
    """A body in JSON."""
    return {"application/json": {"schema": schema}}


def query(name: str, schema: Schema, description: str) -> Schema:
    """A parameter behind the question mark."""
    return {"name": name, "in": "query", "schema": schema, "description": description}


PICTURE_BODY: Schema = {
    **{
        kind: {"schema": {"type": "string", "format": "binary"}}
        for kind in ("image/jpeg", "image/png", "image/webp", "image/heif")
    },
    "multipart/form-data": {
        "schema": {
            "type": "object",
            "properties": {"photo": {"type": "string", "format": "binary"}},
            "required": ["photo"],
        }
    },
}
LANGUAGE = query("language", {"type": "string", "enum": ["en", "fr", "zh-Hant"]}, "Of the words.")
AT = query("at", VERSION_NUMBER, "A version of the game; without it, now.")
MOVE = query("move", MOVE_NUMBER, "The number of a move of the record; without it, now.")
GAME_ANSWER = answer(ref("Game"), "The game.")
