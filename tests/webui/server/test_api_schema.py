"""The API against its own description: every route described, and no request that breaks it."""

import contextlib
import re
from pathlib import Path
from typing import Any

import pytest
from dashboards import opened
from further_cases import further
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import booleans
from palago.webui.server.configuration import Configuration


def test_every_route_is_described_and_what_the_guide_names_is_there(client: Any) -> None:
    described = client.get("/api/v1/openapi.json").json
    said = {
        (method.upper(), "/api/v1" + path)
        for path, operations in described["paths"].items()
        for method in operations
    }
    routes = {
        (method, str(rule).replace("<", "{").replace(">", "}"))
        for rule in client.application.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert said == routes

    guide = (Path(__file__).resolve().parents[3] / "docs" / "dashboard.md").read_text("utf-8")
    named = re.findall(r"`(GET|POST|PUT|DELETE) (?:/api/v1)?(/[a-zA-Z/]+)(?:\?(\w+))?", guide)
    operations = {
        (method.upper(), re.sub(r"{\w+}", "ID", path)): str(operation)
        for path, each in described["paths"].items()
        for method, operation in each.items()
    }
    assert len(named) >= 8
    for method, path, query in named:
        assert f"'name': '{query}'" in operations[method, path] or not query, path
    for change in re.findall(r'"change": "(\w+)"', guide):
        assert f"'enum': ['{change}']" in str(described["components"])


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A dashboard whose streams end at once, so that they can be read whole."""
    data, reader = tmp_path_factory.mktemp("schema"), "table_photos:read_truth"
    with opened(Configuration(data=data, reader=reader, stream_seconds=0.0)) as application:
        yield application


@pytest.fixture(scope="module")
def known_game(app: Any) -> str:
    """A game that generated requests can hit."""
    body = {"kind": "palago", "title": "known"}
    return str(app.test_client().post("/api/v1/games", json=body).json["id"])


@pytest.mark.parametrize("most", [1, *further([12])])
def test_no_request_breaks_it(app: Any, known_game: str, most: int) -> None:
    # Here, for it takes long to load, and every process that collects tests would load it.
    import schemathesis
    from schemathesis import GenerationMode

    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for result in schema.get_all_operations():
        operation = result.ok()
        try_requests(
            operation.as_strategy(generation_mode=GenerationMode.POSITIVE), known_game, most
        )
        if operation.body or operation.query:
            wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
            with contextlib.suppress(Unsatisfiable):  # any bytes at all may be sent
                try_requests(wrong, known_game, most)


def try_requests(cases: Any, known_game: str, most: int) -> None:
    """Send requests made up from the description; half of them to a game that is there."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    all_checks = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]

    @settings(max_examples=most, database=None, suppress_health_check=list(HealthCheck))
    @given(case=cases, hit=booleans())
    def send(case: Any, hit: bool) -> None:
        if hit and "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = known_game
        case.call_and_validate(checks=all_checks)

    send()
