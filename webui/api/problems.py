"""Errors as JSON: a code for programs and a sentence for people."""

from __future__ import annotations

import math
from typing import Any

from flask import Response, jsonify


def problem(status: int, code: str, message: str, **details: Any) -> tuple[Response, int]:
    """An error response: ``{"error": {"code", "message", ...}}``."""
    return jsonify(error={"code": code, "message": message, **details}), status


def come_again(seconds: float, code: str, message: str, status: int = 429) -> tuple[Response, int]:
    """An error response that says when to try again."""
    response, number = problem(status, code, message)
    response.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return response, number
