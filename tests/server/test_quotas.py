"""How many matches one may have, how long they wait, and that nobody fills the lobby with them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from marchland.engine.errors import UsageError
from marchland.server import lists
from marchland.server import lobby as lobby_module
from marchland.server.calls import NewMatch
from marchland.server.limits import (
    OPEN_MATCHES,
    WAITING_MATCHES,
)
from marchland.server.lists import open_matches, watchable
from server.inside import house, lobby_of, outside
from server.world import Person, Server, running

WANTED = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}


def test_matches_that_wait_are_so_many_and_no_more(server: Server, people: Callable[..., Person]) -> None:
    eve = people(server, "Eve")
    made = [eve.new_match("open")["id"] for _ in range(WAITING_MATCHES)]
    body = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert "start or call off one" in eve.refused(409, "POST", "/api/matches", body)
    eve.post(f"/api/matches/{made[0]}/leave")
    eve.new_match("open")
    people(server, "Ann").new_match("open")


@pytest.mark.anyio
async def test_matches_that_are_not_over_are_so_many_and_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        me, _ = await use.run(use.people.new_guest, "Eve")
        wanted = NewMatch.model_validate({**WANTED, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]})
        for _ in range(OPEN_MATCHES):
            match = await use.run(use.front.create, me, wanted)
            outside(tmp_path, "update matches set status = 'running'")
        with pytest.raises(UsageError, match=f"{OPEN_MATCHES} matches that you have made are not over"):
            await use.run(use.front.create, me, wanted)
        for status in ("over", "aborted"):
            outside(tmp_path, f"update matches set status = '{status}' where id = '{match}'")
            match = await use.run(use.front.create, me, wanted)
            outside(tmp_path, "update matches set status = 'running' where status = 'waiting'")


@pytest.mark.anyio
async def test_nobody_fills_the_lobby_alone(tmp_path: Path) -> None:
    """Nine matches of everybody's, the newest all Eve's: a few of hers, then everybody else's, then the rest."""
    async with house(tmp_path) as use:
        wanted = NewMatch.model_validate(WANTED)
        made: dict[str, list[str]] = {}
        for hour, name in enumerate([*["Ann"] * 4, *["Ben"] * 2, *["Eve"] * 9]):
            if name not in made:
                me, _ = await use.run(use.people.new_guest, name)
                made[name] = []
            identity = await use.run(use.front.create, me, wanted)
            outside(tmp_path, f"update matches set created = '2026-01-01T{hour:02}:00:00' where id = '{identity}'")
            made[name].insert(0, identity)
        shown = [info.id for info in (await lobby_of(use)).open]
        ann, ben, eve = made["Ann"], made["Ben"], made["Eve"]
        assert shown == [*eve[:3], *ben, *ann[:3], *eve[3:], *ann[3:]]
        first = [row["id"] for row in await use.run(open_matches, use.store, 8)]
        assert first == shown[:8]


@pytest.mark.anyio
@pytest.mark.parametrize("watched", [False, True])
async def test_nobody_fills_the_lobby_by_many_names(tmp_path: Path, watched: bool) -> None:
    """Eve is ten guests at one address. What she makes does not push out what others have made before: neither where
    players are looked for nor where one may look on."""
    async with house(tmp_path) as use:
        wanted = NewMatch.model_validate(WANTED)
        made: dict[str, list[str]] = {}
        names = [*[("Ann", "10.0.0.1"), ("Ben", "10.0.0.2")] * 2, *((f"Eve {n}", "10.0.0.3") for n in range(10))]
        for hour, (name, address) in enumerate(names):
            me, _ = await use.run(use.people.new_guest, name)
            identity = await use.run(use.front.create, me, wanted, address)
            if watched:
                await use.run(use.front.start, me, identity)
            at = f"'2026-01-01T{hour:02}:00:00'"
            outside(tmp_path, f"update matches set created = {at}, started = {at} where id = '{identity}'")
            made.setdefault(address, []).insert(0, identity)
        eve = made["10.0.0.3"]
        others = [made[f"10.0.0.{1 + number % 2}"][number // 2] for number in (1, 0, 3, 2)]
        lobby = await lobby_of(use)
        shown = [info.id for info in (lobby.watch if watched else lobby.open)]
        assert shown == [*eve[:6], *others, *eve[6:]]
        origins = [row[0] for row in outside(tmp_path, "select origin from matches")]
        assert len(set(origins)) == 3 and not any("10.0.0" in origin for origin in origins)


@pytest.mark.anyio
async def test_nobody_fills_the_list_of_those_to_watch_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        wanted = NewMatch.model_validate(WANTED)
        callers = {name: (await use.run(use.people.new_guest, name))[0] for name in ("Ann", "Eve")}
        made = []
        for hour, name in enumerate(["Ann", *["Eve"] * 5]):
            made.append(await use.run(use.front.create, callers[name], wanted))
            await use.run(use.front.start, callers[name], made[-1])
            outside(tmp_path, f"update matches set started = '2026-01-01T{hour:02}:00:00' where id = '{made[-1]}'")
        shown = [row["id"] for row in await use.run(watchable, use.store, 4)]
        assert shown == [*made[:2:-1], made[0]]


@pytest.mark.anyio
@pytest.mark.parametrize("same", ["creator", "origin"])
async def test_nor_by_more_than_are_looked_at_in_one_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: str
) -> None:
    """Hundreds of one person's, or from one address, are newer than those of the others."""
    monkeypatch.setattr(lists, "NEWEST", 10)
    async with house(tmp_path) as use:
        wanted = NewMatch.model_validate(WANTED)
        eve, _ = await use.run(use.people.new_guest, "Eve")
        made = []
        for number in range(30):
            me, address = eve, "10.0.0.1"
            if number < 2 or same == "origin":
                me, _ = await use.run(use.people.new_guest, f"Guest of {number}")
            if number < 2 or same == "creator":
                address = f"10.0.1.{number}"
            made.append(await use.run(use.front.create, me, wanted, address))
            await use.run(use.front.start, me, made[-1])
            outside(tmp_path, f"update matches set started = '2026-01-01T00:00:{number:02}' where id = '{made[-1]}'")
        shown = [row["id"] for row in await use.run(watchable, use.store)]
        few = 3 if same == "creator" else 6
        assert shown[: few + 2] == [*made[: -few - 1 : -1], made[1], made[0]]
        assert len(shown) == len(set(shown)) == 12


def test_what_others_have_made_is_listed_once_for_all(tmp_path: Path, people: Callable[..., Person]) -> None:
    """To make the lists costs more than to ask for them; the own matches are always there."""
    with running(tmp_path, prelude="import marchland.server.lobby as lobby; lobby.LISTS_LAST = 3600.0") as server:
        ann, eve = people(server, "Ann"), people(server)
        assert eve.get("/api/lobby") == {"mine": [], "open": [], "watch": []}
        made = ann.new_match("open", public=True)
        assert [info["id"] for info in ann.get("/api/lobby")["mine"]] == [made["id"]]
        assert eve.get("/api/lobby")["open"] == []


@pytest.mark.anyio
async def test_many_matches_of_an_address_keep_nobody_else_there_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "WAITING_OF_ADDRESS", 5)
    async with house(tmp_path) as use:
        wanted = NewMatch.model_validate(WANTED)
        eve, ann = [(await use.run(use.people.new_guest, name))[0] for name in ("Eve", "Ann")]
        for _ in range(5):
            await use.run(use.front.create, eve, wanted, "10.0.0.1")
        for _ in range(2):
            made = await use.run(use.front.create, ann, wanted, "10.0.0.1")
            await use.run(use.front.start, ann, made)
        await use.run(use.front.create, ann, wanted, "10.0.0.1")
        for me in (ann, eve):
            with pytest.raises(UsageError, match="Too many matches made from your address"):
                await use.run(use.front.create, me, wanted, "10.0.0.1")
            await use.run(use.front.create, me, wanted, "10.0.0.2")


@pytest.mark.anyio
async def test_a_rematch_counts_for_where_it_is_asked_for(tmp_path: Path) -> None:
    async with house(tmp_path) as use:
        ann, _ = await use.run(use.people.new_guest, "Ann")
        first = await use.run(use.front.create, ann, NewMatch.model_validate(WANTED), "10.0.0.1")
        outside(tmp_path, "update matches set status = 'over'")
        again = await use.run(use.front.rematch, ann, first, "10.0.0.2")
        origins = [outside(tmp_path, f"select origin from matches where id = '{match}'") for match in (first, again)]
        assert origins == [[(use.front.origin_of(f"10.0.0.{number}"),)] for number in (1, 2)]


def test_matches_do_not_wait_for_ever(tmp_path: Path, people: Callable[..., Person]) -> None:
    """Two days where they are public, two weeks where not; matches that have begun stay, however old."""
    with running(tmp_path) as server:
        ann = people(server, "Ann")
        ages = {"fresh public": 1, "old public": 3, "fresh private": 13, "old private": 15, "begun": 100}
        made = {what: ann.new_match("open", public="public" in what)["id"] for what in ages}
        ann.post(f"/api/matches/{made['begun']}/start")
        invite = ann.post(f"/api/matches/{made['old private']}/invite")["link"]
        server.stop()
        for what, days in ages.items():
            server.query(f"update matches set created = {before(days)} where id = ?", made[what])
        server.start()
        left = {what: ann.info(made[what]) for what in ages if what.startswith("fresh")}
        for what, days in (("fresh public", 2), ("fresh private", 14)):
            created, until = (datetime.fromisoformat(left[what][name]) for name in ("created", "waits_until"))
            assert until - created == timedelta(days=days)
        assert ann.info(made["begun"])["waits_until"] is None
        gone = ["old public", "old private"]
        for what in gone:
            while ann.web.get(f"/api/matches/{made[what]}").status_code != 404:
                pass
        assert {what for what in ages if ann.web.get(f"/api/matches/{made[what]}").status_code == 200} == {*ages} - {
            *gone
        }
        assert server.query("select count(*) from seats") == [(6,)]
        assert "waited too long" in ann.refused(404, "POST", f"/api/invites/{invite}")
        server.stop()


def before(days: int) -> str:
    return f"strftime('%Y-%m-%dT%H:%M:%S', 'now', '-{days} days') || '+00:00'"
