"""A machine that reads the contract tries to break the server, or to catch it at breaking the contract."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from hypothesis import strategies as st
from schemathesis import GenerationMode

from marchland.server.names import LONGEST, PATTERN
from marchland.server.serve import openapi_text
from server.world import SHORT, Person, Server, new_address, running, sentence_of

FEWEST = 500  # cases, below which the machine has not looked
REACHED = {
    "GET /api/games",
    "GET /api/games/{game}",
    "GET /api/games/{game}/brief",
    "GET /api/games/{game}/rules",
    "GET /api/games/{game}/sample",
    "GET /api/lobby",
    "GET /api/matches/{match}",
    "GET /api/matches/{match}/catalogue",
    "GET /api/matches/{match}/chat",
    "GET /api/matches/{match}/events",
    "GET /api/me",
    "GET /api/server",
    "POST /api/guests",
    "POST /api/invites/{invite}",
    "POST /api/logout",
    "POST /api/matches",
    "POST /api/matches/{match}/seat-link",
}
NEW_MATCH = {"game": "campus", "options": {}, "seats": [{"kind": "me"}, {"kind": "open"}]}


def calls(name: dict[str, Any]) -> list[Any]:
    """All of the contract. A million characters may stand in a name: the machine takes a second for each that it draws
    from their pattern, so something plainer stands for a name here."""

    def plain(part: dict[str, Any]) -> dict[str, Any]:
        return {"type": "string", **name} if part.get("pattern") == PATTERN else part

    contract = schemathesis.openapi.from_dict(json.loads(openapi_text(), object_hook=plain))
    wrong = contract.config.checks.negative_data_rejection
    wrong.expected_statuses = [*wrong.expected_statuses, "414"]  # what is wrong may also be long
    return sorted((found.ok() for found in contract.get_all_operations()), key=lambda call: str(call.label))


RIGHT = {"pattern": "^[A-Z][a-z]{1,9}$"}
WRONG = {"minLength": 1, "maxLength": LONGEST}  # too short and too long; which signs are none is tried elsewhere

# What fits the schema may still be refused: a full table, a match that is over, 0.0 where JSON Schema sees an integer.
EXCLUDED = [schemathesis.checks.positive_data_acceptance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("contract")) as made:
        yield made
    assert made.faults() == ""


class Visitors:
    """People, each at a limit of their own, and matches in every state for the machine to find."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ann, self.ben, self.eve = Person(server, "Ann"), Person(server, "Ben"), Person(server)
        running = self.ann.new_match("random", start=True)
        waiting = self.ann.new_match("open", options=SHORT, public=True)
        self.places = {
            "match": [running["id"], waiting["id"]],
            "game": ["campus", "swarm"],
            "invite": [waiting["invite"]],
        }
        self.cases = 0
        self.statuses: dict[str, set[int]] = {}

    def all_of(self, call: Any, mode: GenerationMode, each: int) -> None:
        """All that the machine can think of for one call, as it should be said or as it should not."""
        people = st.sampled_from([self.ann, self.ben, self.eve])

        @hypothesis.settings(
            max_examples=each,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=call.as_strategy(generation_mode=mode), person=people, real=st.integers(0, 5))
        def attempt(case: Any, person: Person, real: int) -> None:
            # Most of the time there is something behind the path.
            for name, places in self.places.items():
                if real and name in case.path_parameters:
                    case.path_parameters[name] = places[real % len(places)]
            if real > 2 and call.label == "POST /api/matches" and mode is GenerationMode.POSITIVE:
                case.body.update(NEW_MATCH)
            headers = {"x-forwarded-for": new_address(), "cookie": f"marchland={person.cookie}"}
            answer = case.call_and_validate(base_url=self.server.address, headers=headers, excluded_checks=EXCLUDED)
            self.cases += 1
            self.statuses.setdefault(str(call.label), set()).add(answer.status_code)

        attempt()

    def close(self) -> None:
        for person in (self.ann, self.ben, self.eve):
            person.web.close()


@pytest.fixture
def visitors(server: Server) -> Iterator[Visitors]:
    made = Visitors(server)
    yield made
    made.close()


def test_no_request_breaks_the_server_or_the_contract(visitors: Visitors) -> None:
    every = list(zip(calls(RIGHT), calls(WRONG), strict=True))
    # Of every call, as it should be said and as it should not, so many that it is enough for all of them together.
    each = max(10, FEWEST // len(every))
    # Those come last after which nobody is known any more.
    for right, wrong in sorted(every, key=lambda both: bool(re.search("/api/(log|devices|account)", both[0].label))):
        visitors.all_of(right, GenerationMode.POSITIVE, each)
        if len(wrong.body) or len(wrong.query):  # otherwise nothing about the call can be said wrongly
            visitors.all_of(wrong, GenerationMode.NEGATIVE, each)
    print(f"{visitors.cases} cases of {len(every)} calls")
    assert visitors.cases >= FEWEST
    # It came in. Others need what chance does not find: a secret, a match that is over, a password.
    assert {call for call, found in visitors.statuses.items() if 200 in found} >= REACHED


# -- wrong methods, and what is no JSON ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/me", "GET"),
        ("HEAD", "/api/me", "GET"),
        ("GET", "/api/guests", "POST"),
        ("GET", "/api/matches", "POST"),
        ("PUT", "/api/matches/abc", "GET"),
        ("GET", "/api/matches/abc/join", "POST"),
        ("POST", "/rules/campus", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(server: Server, method: str, path: str, allowed: str) -> None:
    answer = httpx.request(method, f"{server.address}{path}", headers={"x-forwarded-for": new_address()})
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    if method != "HEAD":
        assert sentence_of(answer, 405) == f"{path} takes {allowed}, not {method}."


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_where_there_is_nothing_no_method_is_right(server: Server, method: str) -> None:
    answer = httpx.request(method, f"{server.address}/api/nothing", headers={"x-forwarded-for": new_address()})
    assert sentence_of(answer, 404) == "There is nothing at /api/nothing."


def test_a_page_can_be_looked_for_without_reading_it(server: Server) -> None:
    assert httpx.head(f"{server.address}/match/abc").content == b""


@pytest.mark.parametrize("body", [b"{", b"name=Ann", b'{"name": "Ann"', b"\xff\xfe", b"[" * 20000, b'{"name": NaN x}'])
def test_a_body_that_is_no_json(server: Server, body: bytes) -> None:
    headers = {"content-type": "application/json", "x-forwarded-for": new_address()}
    assert sentence_of(httpx.post(f"{server.address}/api/guests", content=body, headers=headers), 400)


@pytest.mark.parametrize("body", [b"[]", b"7", b"null", b'"Ann"', b"{}", b'{"name": 7}', b'{"name": "Ann", "age": 7}'])
def test_json_that_is_something_else(server: Server, body: bytes) -> None:
    headers = {"content-type": "application/json", "x-forwarded-for": new_address()}
    assert sentence_of(httpx.post(f"{server.address}/api/guests", content=body, headers=headers), 422)


def test_every_problem_of_the_contract_is_problem_details() -> None:
    document = json.loads(openapi_text())
    answers = document["components"]["responses"]
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            for status, answer in call["responses"].items():
                if int(status) >= 400:
                    assert answer == {"$ref": f"#/components/responses/{status}"}, (method, path, status)
                    assert list(answers[status]["content"]) == ["application/problem+json"]
            assert {"405", "421", "500"} <= call["responses"].keys()
    assert "Allow" in answers["405"]["headers"]
