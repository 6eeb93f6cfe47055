"""The contract that the client's types are generated from, and a machine that tries to break it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marchland.server.serve import openapi_text
from server.world import Person, Server, new_address

COMMITTED = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_committed_contract_is_the_servers() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == openapi_text()


def test_it_is_openapi_with_the_messages_of_the_socket() -> None:
    document = json.loads(openapi_text())
    assert document["openapi"].startswith("3.1")
    schemas = document["components"]["schemas"]
    assert {"SocketRequest", "SocketReply", "State", "PlayAction", "Problem"} <= schemas.keys()
    text = json.dumps(document)
    named = {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert named <= schemas.keys()


def test_every_call_of_the_protocol_is_in_it() -> None:
    document = json.loads(openapi_text())
    told = (COMMITTED.parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
    calls = {
        f"{method.upper()} {path}".replace("{match}", "{id}")
        for path, methods in document["paths"].items()
        for method in methods
    }
    for call in calls:
        assert f"`{call}`" in told or f"`{call}?" in told, call


schemathesis = pytest.importorskip("schemathesis")
hypothesis = pytest.importorskip("hypothesis")


@pytest.fixture(scope="module")
def guest(server: Server) -> Iterator[Person]:
    """A guest with one match of each sort, so that the machine finds something behind the paths."""
    person = Person(server, "Machine")
    yield person
    person.web.close()


@pytest.fixture
def contract() -> Any:
    return schemathesis.openapi.from_dict(json.loads(openapi_text()))


machine = schemathesis.pytest.from_fixture("contract")


@machine.parametrize()
@hypothesis.settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_no_request_breaks_the_server_or_the_contract(case: Any, guest: Person, server: Server) -> None:
    checks = schemathesis.checks
    case.call_and_validate(
        base_url=server.address,
        headers={"x-forwarded-for": new_address(), "cookie": f"marchland={guest.cookie}"},
        # FastAPI declares the model of a problem under application/json, and we send application/problem+json.
        excluded_checks=[checks.content_type_conformance],
    )
