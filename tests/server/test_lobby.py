"""Guests, games, the lobby, and matches before they begin."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from marchland.games import every
from server.world import SHORT, Person, Server, bot, running, wait_until

People = Callable[..., Person]

# -- guests ----------------------------------------------------------------------------------------------------------


def test_nobody_is_anybody_at_first(stranger: Person) -> None:
    assert stranger.get("/api/me") is None
    assert stranger.get("/api/lobby")["mine"] == []


def test_a_guest_says_a_name_and_is_known_from_then_on(stranger: Person) -> None:
    me = stranger.post("/api/guests", {"name": "  Zoë ✨ O'Hara "})
    assert me["name"] == "Zoë ✨ O'Hara"
    assert stranger.get("/api/me") == me


def test_a_second_call_renames(ann: Person) -> None:
    again = ann.post("/api/guests", {"name": "Anna"})
    assert again == {"id": ann.me["id"], "name": "Anna", "account": False}
    assert ann.get("/api/me") == again


PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"


@pytest.mark.parametrize("name", [PERSIAN, "👩🏽\u200d🚀", "Ann ❤\ufe0f", "Zoe\u0308", "O'Neill & Söhne", "x" * 30])
def test_names_of_all_sorts(ann: Person, name: str) -> None:
    assert ann.post("/api/guests", {"name": name})["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 31,
        "<b>Ann</b>",
        "a>b",
        "An\nn",
        "An\x00n",
        "An\x1b[31mn",
        "\x7f",
        "ne\x85xt",
        "\u202eevil",
        "\u2066x",
        "\u200b",
        "\u200d",
        "An\u200dn",
        "An\u200cn",
        "👩\u200d",
        "A\ufe0fnn",
        "An\u00adn",
        "\u115fAnn",
        "\u3164",
        "\uffa0",
        "\u2800",
        "An\u034fn",
        "\U000e0041nn",
        "A\U000e0100nn",
        "An\u00a0n",
        "\ue000",
        "\u0301Ann",
        "A" + "\u0301" * 4,
        "\ufeffAnn",
        "line\u2028break",
        7,
        None,
        ["Ann"],
        {"a": 1},
    ],
)
def test_names_that_are_refused(ann: Person, name: Any) -> None:
    assert ann.refused(422, "POST", "/api/guests", {"name": name}).startswith(("name: ", "A name has"))
    assert ann.get("/api/me")["name"] == "Ann"


@pytest.mark.parametrize("body", [{}, {"name": "Ann", "admin": True}, [], "Ann", 7])
def test_bodies_that_are_refused(ann: Person, body: Any) -> None:
    ann.refused(422, "POST", "/api/guests", body)


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[" * 60000, b'{"name": "A"', b"9" * 5000])
def test_what_is_not_json_is_refused(ann: Person, content: bytes) -> None:
    answer = ann.web.post("/api/guests", content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"].endswith(".")


def test_the_cookie_is_for_the_server_alone(stranger: Person, server: Server) -> None:
    answer = stranger.web.post("/api/guests", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    # A stolen database opens no account.
    token = answer.cookies["marchland"]
    assert token not in str(server.query("select * from sessions"))


@pytest.mark.parametrize("cookie", ["x", "../../etc/passwd", "' or 1=1 --", "%00", "a" * 5000, "ÿþ", ""])
def test_a_forged_cookie_is_nobodys(stranger: Person, cookie: str) -> None:
    headers = {"cookie": f"marchland={cookie}".encode("latin-1")}
    answer = stranger.web.get("/api/me", headers=headers)
    assert (answer.status_code, answer.json()) == (200, None)
    answer = stranger.web.post("/api/matches", json={"game": "campus", "seats": [{"kind": "me"}]}, headers=headers)
    assert answer.status_code == 401


# -- games -----------------------------------------------------------------------------------------------------------


def test_the_games(stranger: Person) -> None:
    cards = stranger.get("/api/games")
    assert [card["name"] for card in cards] == [game.name for game in every()]
    campus = next(card for card in cards if card["name"] == "campus")
    assert campus["seats"] == {"least": 2, "usual": 4, "most": 6}


@pytest.mark.parametrize("game", every(), ids=lambda game: game.name)
def test_the_catalogue_of_a_game(stranger: Person, game: Any) -> None:
    found = stranger.get(f"/api/games/{game.name}")
    assert [kind["number"] for kind in found["kinds"]] == list(range(len(game.words.kinds)))
    for kind, spec in zip(game.words.kinds, found["kinds"], strict=True):
        # The arithmetic that the protocol promises: kind and arguments can be read off an action.
        values = [min(5, argument["mask"]) for argument in spec["arguments"]]
        action = kind.of(*values)
        assert action >> 23 == spec["number"]
        assert [(action >> a["shift"]) & a["mask"] for a in spec["arguments"]] == values
    assert {option["name"] for option in found["options"]} == {setting.name for setting in game.settings.every}
    assert "random" in found["game"]["bots"]


def test_the_rules_of_a_game(stranger: Person) -> None:
    clauses = stranger.get("/api/games/campus/rules")
    assert "CAM-2.4" in {clause["id"] for clause in clauses}
    assert all(clause["text"] for clause in clauses if clause["id"])


@pytest.mark.parametrize("path", ["/api/games/campus", "/api/games/campus/rules"])
def test_what_a_browser_has_kept_of_a_game_is_not_sent_again(stranger: Person, path: str) -> None:
    first = stranger.web.get(path)
    tag = first.headers["etag"]
    # Kept, but never believed without asking: the rules may have changed since.
    assert first.headers["cache-control"] == "no-cache"
    for known in (tag, f'"another", {tag}'):
        again = stranger.web.get(path, headers={"if-none-match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    outdated = stranger.web.get(path, headers={"if-none-match": 'W/"0123"'})
    assert (outdated.status_code, outdated.json()) == (200, first.json())
    other = stranger.web.get(path.replace("campus", "swarm"), headers={"if-none-match": tag})
    assert other.status_code == 200 and other.headers["etag"] != tag


@pytest.mark.parametrize("path", ["/api/games/chess", "/api/games/chess/rules", "/api/games/__init__", "/api/nothing"])
def test_what_is_not_there(stranger: Person, path: str) -> None:
    stranger.refused(404, "GET", path)


def test_other_methods_are_refused_with_those_that_are_not(stranger: Person) -> None:
    answer = stranger.web.delete("/api/me")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET"
    assert answer.headers["content-type"] == "application/problem+json"


# -- new matches -----------------------------------------------------------------------------------------------------


def test_a_new_match_waits_for_its_players(ann: Person, stranger: Person) -> None:
    made = ann.new_match("open", "greedy")
    assert made["status"] == "waiting"
    assert made["creator"] is True
    assert made["public"] is False
    assert made["options"]["max_rounds"] == 5
    assert made["options"]["attack_style"] == "force"
    assert [(seat["kind"], seat["mine"]) for seat in made["seats"]] == [
        ("person", True),
        ("open", False),
        ("bot", False),
    ]
    assert made["invite"]
    seen = stranger.info(made["id"])
    assert (seen["creator"], seen["invite"], seen["rematch"]) == (False, None, None)
    assert not any(seat["mine"] for seat in seen["seats"])


def test_without_open_seats_it_can_begin_at_once(ann: Person) -> None:
    assert ann.new_match("random", start=True)["status"] == "running"
    assert ann.new_match("random", start=False)["status"] == "waiting"
    assert ann.new_match("open", start=True)["status"] == "waiting"


ME = {"kind": "me"}


@pytest.mark.parametrize(
    ("wanted", "status", "said"),
    [
        ({"game": "chess"}, 409, "no game 'chess'"),
        ({"options": {"speed": "fast"}}, 409, "no option 'speed'"),
        ({"options": {"max_rounds": 4}}, 409, "max_rounds cannot be '4'"),
        ({"options": {"max_rounds": "9" * 50}}, 409, "max_rounds cannot be"),
        ({"options": {"attack_style": "wild"}}, 409, "attack_style cannot be 'wild'"),
        ({"seats": [ME]}, 409, "2 to 6 players, not 1"),
        ({"seats": [ME, *[{"kind": "open"}] * 6]}, 409, "2 to 6 players, not 7"),
        ({"seats": [ME, {"kind": "bot", "bot": "deepblue"}]}, 409, "no bot 'deepblue'"),
        ({"seats": [ME, {"kind": "bot"}]}, 409, "no bot ''"),
        ({"seats": [ME, ME]}, 409, "Exactly one seat"),
        ({"seats": [bot("random"), bot("random")]}, 409, "Exactly one seat"),
        ({"seats": [ME, {"kind": "king"}]}, 422, "seats.1.kind"),
        ({"seats": []}, 422, "seats"),
        ({"seats": [ME] * 9}, 422, "seats"),
        ({"options": {"max_rounds": 5.5}}, 422, "options"),
        ({"options": {"max_rounds": None}}, 422, "options"),
        ({"public": "yes"}, 422, "public"),
        ({"id": "mine"}, 422, "id"),
    ],
)
def test_matches_that_cannot_be_made(ann: Person, wanted: Any, status: int, said: str) -> None:
    usual = {"game": "campus", "options": SHORT, "seats": [ME, bot("random")]}
    assert said in ann.refused(status, "POST", "/api/matches", {**usual, **wanted})
    assert ann.get("/api/lobby")["mine"] == []


def test_without_a_guest_nothing_can_be_done(stranger: Person, ann: Person) -> None:
    made = ann.new_match("open", public=True)
    body = {"game": "campus", "seats": [ME, bot("random")]}
    assert "who you are" in stranger.refused(401, "POST", "/api/matches", body)
    for what in ("join", "leave", "start", "rematch"):
        stranger.refused(401, "POST", f"/api/matches/{made['id']}/{what}", {})


def test_matches_that_do_not_exist(ann: Person) -> None:
    for what in ("join", "leave", "start", "rematch"):
        assert "no match" in ann.refused(404, "POST", f"/api/matches/nosuchmatch/{what}", {})
    ann.refused(404, "GET", "/api/matches/nosuchmatch")
    ann.refused(404, "GET", "/api/matches/nosuchmatch/chat")


# -- joining and leaving ---------------------------------------------------------------------------------------------


def test_joining_by_invite(ann: Person, ben: Person, stranger: Person) -> None:
    made = ann.new_match("open", "open")
    found = ben.post(f"/api/invites/{made['invite']}")
    assert found["id"] == made["id"]
    assert found["invite"] is None
    assert stranger.post(f"/api/invites/{made['invite']}")["id"] == made["id"]
    assert "private" in ben.refused(403, "POST", f"/api/matches/{made['id']}/join", {})
    assert "private" in ben.refused(403, "POST", f"/api/matches/{made['id']}/join", {"invite": "Ünsinn"})
    joined = ben.join(made)
    assert [(seat["name"], seat["mine"]) for seat in joined["seats"]] == [("Ann", False), ("Ben", True), ("", False)]
    assert joined["invite"] is None


def test_an_invite_that_leads_nowhere(ann: Person) -> None:
    assert "no match" in ann.refused(404, "POST", "/api/invites/nosuchinvite")


def test_joining_twice_takes_one_seat(ann: Person, ben: Person) -> None:
    made = ann.new_match("open", "open")
    assert ben.join(made)["seats"] == ben.join(made)["seats"]
    assert [seat["kind"] for seat in ben.post(f"/api/matches/{made['id']}/join", {})["seats"]].count("open") == 1
    assert [seat["kind"] for seat in ann.join(made)["seats"]].count("open") == 1


def test_a_public_match_is_open_to_all_and_a_private_one_is_not_listed(ann: Person, ben: Person) -> None:
    public, private = ann.new_match("open", public=True), ann.new_match("open")
    listed = [match["id"] for match in ben.get("/api/lobby")["open"]]
    assert public["id"] in listed
    assert private["id"] not in listed
    assert public["id"] not in [match["id"] for match in ann.get("/api/lobby")["open"]]
    ben.post(f"/api/matches/{public['id']}/join", {})
    lobby = ben.get("/api/lobby")
    assert public["id"] not in [match["id"] for match in lobby["open"]]
    assert [match["id"] for match in lobby["mine"]] == [public["id"]]


def test_a_full_match(ann: Person, ben: Person, people: People) -> None:
    made = ann.new_match("open", public=True)
    ben.join(made)
    late = people(ann.server, "Cy")
    assert "All seats" in late.refused(409, "POST", f"/api/matches/{made['id']}/join", {})
    ann.post(f"/api/matches/{made['id']}/start")
    assert "already begun" in late.refused(409, "POST", f"/api/matches/{made['id']}/join", {})


def test_of_many_who_race_for_the_last_seat_one_wins(ann: Person, people: People) -> None:
    made = ann.new_match("open", public=True)
    racers = [people(ann.server, f"Racer {number}") for number in range(6)]
    gate = threading.Barrier(len(racers))
    results: list[int] = []

    def race(racer: Person) -> None:
        gate.wait()
        results.append(racer.web.post(f"/api/matches/{made['id']}/join", json={}).status_code)

    threads = [threading.Thread(target=race, args=(racer,)) for racer in racers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [200] + [409] * 5
    assert sum(seat["mine"] for racer in racers for seat in racer.info(made["id"])["seats"]) == 1


def test_leaving_before_the_start_opens_the_seat(ann: Person, ben: Person) -> None:
    made = ann.new_match("open")
    ben.join(made)
    left = ben.post(f"/api/matches/{made['id']}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["person", "open"]
    assert "no seat" in ben.refused(403, "POST", f"/api/matches/{made['id']}/leave")


def test_when_the_creator_leaves_the_match_is_gone(ann: Person, ben: Person) -> None:
    made = ann.new_match("open")
    ben.join(made)
    assert ann.post(f"/api/matches/{made['id']}/leave") is None
    ben.refused(404, "GET", f"/api/matches/{made['id']}")
    assert ben.get("/api/lobby")["mine"] == []
    assert "called off" in ben.refused(404, "POST", f"/api/invites/{made['invite']}")


def test_whoever_leaves_a_match_that_has_begun_lets_a_bot_play(ann: Person, ben: Person) -> None:
    made = ann.new_match("random", start=True)
    path = f"/api/matches/{made['id']}/leave"
    assert "no seat" in ben.refused(403, "POST", path)
    assert ann.post(path)["seats"][0]["away"] == "handed"


def test_only_the_creator_starts_and_bots_fill_up(ann: Person, ben: Person) -> None:
    made = ann.new_match("open", "open")
    ben.join(made)
    assert "Only the player who made" in ben.refused(403, "POST", f"/api/matches/{made['id']}/start")
    started = ann.post(f"/api/matches/{made['id']}/start")
    assert started["status"] == "running"
    assert [(seat["kind"], seat["bot"]) for seat in started["seats"]] == [
        ("person", None),
        ("person", None),
        ("bot", "gentle"),
    ]
    assert ann.post(f"/api/matches/{made['id']}/start")["seats"] == started["seats"]


# -- the lobby -------------------------------------------------------------------------------------------------------


def awaited(person: Person, match: str) -> bool:
    mine = {info["id"]: info for info in person.get("/api/lobby")["mine"]}
    return bool(mine[match]["your_turn"])


def test_mine_to_move_come_first_and_no_match_is_forgotten(ann: Person) -> None:
    first = ann.new_match("random", start=True)["id"]
    wait_until(lambda: awaited(ann, first), "Ann is to move")
    waiting = ann.new_match("open")["id"]
    assert [info["id"] for info in ann.get("/api/lobby")["mine"]] == [first, waiting]
    # Sixty matches that are over are more than a list holds.
    columns = "game, rules, options, 'over', public, creator, dice, places, round, awaited, rematch, ?"
    names = "id, game, rules, options, status, public, creator, dice, places, round, awaited, rematch, created"
    for number in range(60):
        late = f"2999-01-01T00:00:{number:02}"
        sql = f"insert into matches ({names}) select id || ?, {columns} from matches where id = ?"
        ann.server.query(sql, f"-{number}", late, first)
        sql = "insert into seats (match, seat, kind, person, bot) select match || ?, seat, kind, person, bot from seats"
        ann.server.query(f"{sql} where match = ?", f"-{number}", first)
    mine = ann.get("/api/lobby")["mine"]
    assert [info["id"] for info in mine[:2]] == [first, waiting]
    assert {info["status"] for info in mine[2:]} == {"over"}


@pytest.mark.parametrize(("options", "first"), [(SHORT, 1), ({"max_rounds": 5}, 0)])
def test_the_lobby_knows_the_round_from_the_start(ann: Person, ben: Person, options: Any, first: int) -> None:
    """Where the set-up is left to chance there is none to wait for."""
    made = ann.new_match("open", options=options)
    ben.join(made)
    assert made["round"] == 0
    assert ann.post(f"/api/matches/{made['id']}/start")["round"] == first


def test_the_lobby_knows_whose_turn_it_is_also_after_a_restart(tmp_path: Path, people: People) -> None:
    with running(tmp_path) as server:
        ann, ben = people(server, "Ann"), people(server, "Ben")
        matches = [ann.new_match("open") for _ in range(6)]
        for match in matches:
            ben.join(match)
            ann.post(f"/api/matches/{match['id']}/start")
        ids = [match["id"] for match in matches]
        before = [(awaited(ann, match), awaited(ben, match)) for match in ids]
        assert all(mine != yours for mine, yours in before)
        server.stop()
        server.start()
        assert [(awaited(ann, match), awaited(ben, match)) for match in ids] == before
        assert ann.info(ids[0])["your_turn"] == before[0][0]
        assert server.faults() == ""
