"""Errors as JSON: a code for programs and a sentence for people."""

from __future__ import annotations

import math
from typing import Any

from flask import Response, jsonify

from ..refusal import Refusal
from ..services import parts
from ..texts import say
from .language import language


def problem(
    status: int, code: str, message: str | Refusal | None = None, **details: Any
) -> tuple[Response, int]:
    """An error response: ``{"error": {"code", "message", ...}}``.

    Without a message it is the one that the texts have for the code.
    """
    if isinstance(message, Refusal):
        sentence = message.said(language())
    else:
        sentence = message or say(language(), f"refusal.{code}")
    return jsonify(error={"code": code, "message": sentence, **details}), status


def key_needed() -> tuple[Response, int]:
    """Refuse somebody who may only look on, or not even that."""
    if parts.configuration.asks_for == "pin":
        return problem(401, "pin_needed")
    return problem(401, "key_needed")


def wrong_key() -> tuple[Response, int]:
    """Refuse a PIN or key that is none."""
    if parts.configuration.asks_for == "pin":
        return problem(401, "wrong_pin")
    return problem(401, "wrong_key")


def come_again(seconds: float | None, code: str, status: int = 429) -> tuple[Response, int]:
    """An error response that says when to try again, where that can help."""
    response, number = problem(status, code)
    if seconds is not None:
        response.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return response, number
