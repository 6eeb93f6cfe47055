"""The contract that the client's types are generated from."""

from __future__ import annotations

import json
from pathlib import Path

from marchland.server.serve import openapi_text

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
