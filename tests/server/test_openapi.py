"""The contract that the client's types are generated from, and a machine that tries to break it."""

from __future__ import annotations

import json
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


# -- the machine -----------------------------------------------------------------------------------------------------

schemathesis = pytest.importorskip("schemathesis")
hypothesis = pytest.importorskip("hypothesis")

CONTRACT = schemathesis.openapi.from_dict(json.loads(openapi_text()))
CALLS = {found.ok().label: found.ok() for found in CONTRACT.get_all_operations()}

# FastAPI declares the model of a problem under application/json, and we send application/problem+json; and by JSON
# Schema 0.0 is an integer, which strict models refuse.
EXCLUDED = [schemathesis.checks.content_type_conformance, schemathesis.checks.positive_data_acceptance]


@pytest.mark.parametrize("call", sorted(CALLS))
def test_no_request_breaks_the_server_or_the_contract(call: str, server: Server, ann: Person) -> None:
    match = ann.new_match("random", start=True)

    @hypothesis.settings(max_examples=15, derandomize=True, deadline=None, database=None)
    @hypothesis.given(case=CALLS[call].as_strategy())
    def attempt(case: Any) -> None:
        # Every other time there is something behind the path.
        if "match" in case.path_parameters and len(case.path_parameters["match"]) % 2:
            case.path_parameters["match"] = match["id"]
        headers = {"x-forwarded-for": new_address(), "cookie": f"marchland={ann.cookie}"}
        case.call_and_validate(base_url=server.address, headers=headers, excluded_checks=EXCLUDED)

    attempt()
