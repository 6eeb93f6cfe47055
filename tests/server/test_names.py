"""Names that cannot be seen, and names that look like others."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from unicodedata import category

import pytest

from marchland.server.names import PATTERN, like, likeness
from marchland.server.people import refuse_misleading
from marchland.server.serve import openapi_text
from server.world import Person

People = Callable[..., Person]

UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs")


def test_the_rule_is_in_the_contract() -> None:
    name = json.loads(openapi_text())["components"]["schemas"]["NewGuest"]["properties"]["name"]
    assert (name["minLength"], name["maxLength"], name["pattern"]) == (1, 30, PATTERN)
    assert re.search(name["pattern"], "Zoë ✨ O'Hara")
    assert not re.search(name["pattern"], "An\u200bn")


def test_no_character_that_draws_nothing_is_part_of_a_name() -> None:
    rule = re.compile(PATTERN)
    every = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    assert [hex(ord(one)) for one in every if category(one) in UNSEEN and one != " " and rule.search(f"A{one}n")] == []
    # Of these some fonts have an empty picture, or none.
    assert [hex(ord(gap)) for gap in "\ufb37\ufb3d\ufb3f\ufb42\ufb45\ufdd0\ufdef" if rule.search(f"A{gap}n")] == []


def test_the_rule_is_quick_where_it_refuses() -> None:
    """Whoever checks it in another language has engines that go astray in patterns with several ways."""
    for repeated in ("👩", "ع", "A", "👩\u200d", "ع\u200c", "\u0d9a\u0dca\u200d", "\u0d9a\u0dca"):
        assert not re.search(PATTERN, repeated * 30 + "\u200b")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "\u1d00\u0274\u0274"),  # small capitals
        ("Zoe", "\U0001f169\U0001f15e\U0001f154"),  # in black circles
        ("Zoe", "\U0001f189\U0001f17e\ufe0f\U0001f174"),  # in black squares
        ("De", "\U0001f1e9\U0001f1ea"),  # which make a flag
        ("Ann", "\u0410nn"),  # a Cyrillic A
        ("Ann", "\uff21nn"),  # a wide one
        ("Ann", "\U0001d400nn"),  # one from mathematics
        ("Hans", "\u041dans"),  # capitals alike, small letters not
        ("Ivan", "lvan"),
        ("Ivan", "1van"),
        ("Ole", "0le"),
        ("Bern", "Bem"),
        ("Ann", "ANN"),
        ("Ann Lee", "AnnLee"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("\u2764", "\u2764\ufe0f"),
        ("\u0412\u0435\u0440\u0430", "Bepa"),  # Vera
        ("Neil", "Nei\u0307l"),  # a dot in the place of the dot
        ("Neil", "Ne\u0131\u0307l"),
        ("Jojo", "Joj\u0307\u0307o"),
        ("Th\u1ecb", "Th\u1ecb\u0307"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Max", "max"),  # of the two m alone looks like rn
        ("Max", "RNAX"),
        ("\u0412\u0435\u0440\u0430", "\u0432\u0435\u0440\u0430"),  # Vera: of the two the capital alone looks like B
        ("\u039d\u03af\u03ba\u03bf\u03c2", "\u03bd\u03af\u03ba\u03bf\u03c2"),  # Nikos
        ("Neil", "NeIl"),
        ("Nell", "NeIl"),
        ("Neil", "NEIL"),
    ],
)
def test_names_that_differ_in_capitals(one: str, other: str) -> None:
    assert (like(one, ["Eve", other]), like(other, ["Eve", one])) == (other, one)


def test_every_letter_is_like_its_capital() -> None:
    every = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    pairs = [(one, one.upper()) for one in every if one.islower() and one.upper().lower() == one]
    assert [pair for pair in pairs if like(pair[0], [pair[1]]) is None] == []
    assert len(pairs) > 1000


@pytest.mark.parametrize("mark", ["\u0301", "\u0489", "\u05b0", "\u0651", "\u0e4a", "\u0f74", "\u20dd"])
def test_a_letter_has_a_few_marks(mark: str) -> None:
    assert re.search(PATTERN, "a" + mark * 3)


@pytest.mark.parametrize(
    "name",
    [
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Shri in Sinhala
        "\u0db4\u0dca\u200d\u0dbb\u0dd2\u0dba\u0dcf",  # Priya
        "\u0cb0\u0cbe\u0c9c\u0ccd\u200c\u0c95\u0cc1\u0cae\u0cbe\u0cb0\u0ccd",  # Rajkumar in Kannada
        "\u0c30\u0c3e\u0c1c\u0c4d\u200c\u0c15\u0c41\u0c2e\u0c3e\u0c30\u0c4d",  # in Telugu
        "\u0d2e\u0d4b\u0d39\u0d28\u0d4d\u200d \u0d32\u0d3e\u0d32\u0d4d\u200d",  # Mohan Lal in Malayalam
        "\u09b0\u200d\u09cd\u09af\u09be\u099a\u09c7\u09b2",  # Rachel in Bengali
    ],
)
def test_joiners_stand_where_they_belong(name: str) -> None:
    """Some names are not to be written without them; and two are alike where only these tell them apart."""
    assert re.search(PATTERN, name)
    assert likeness(name) == likeness(re.sub("[\u200c\u200d]", "", name))
    for astray in ("\u200d" + name, "A\u094d\u200d" + name, re.sub("([\u200c\u200d])", r"\1\1", name)):
        assert not re.search(PATTERN, astray)


def test_no_towers_of_marks_and_no_marks_on_nothing() -> None:
    rule = re.compile(PATTERN)
    marks = [chr(code) for code in range(sys.maxunicode + 1) if category(chr(code)) in ("Mn", "Me")]
    assert [hex(ord(mark)) for mark in marks if rule.search("a" + mark * 4) or rule.search(mark)] == []
    assert len(marks) > 1800


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Ann", "Ánn"), ("Eva", "Ena"), ("Guy", "Guu"), ("A", "B"), ("Neil", "Nell"), ("Kai", "Kal")],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert like(one, [other]) is None


FALSE_ANN = "\u0410nn"


def test_no_second_of_that_look_joins_a_match(ann: Person, people: People) -> None:
    made = ann.new_match("open", public=True)
    path = f"/api/matches/{made['id']}/join"
    false = people(ann.server, FALSE_ANN)
    said = false.refused(409, "POST", path, {})
    assert said.startswith(f'"{FALSE_ANN}" looks like "Ann", who already sits in this match.')
    assert "also the name" in people(ann.server, "Ann").refused(409, "POST", path, {})
    assert ann.info(made["id"])["seats"][1]["kind"] == "open"
    # Under another name it is welcome.
    false.post("/api/guests", {"name": "Mallory"})
    false.post(path, {})


@pytest.mark.parametrize("name", ["Greedy 2", "GENTLE 8", "Random l", "S\u0435at 3", "Gentle \uff12", "\uff27entle 1"])
def test_nobody_has_the_look_of_a_bot_or_of_a_seat(ann: Person, people: People, name: str) -> None:
    said = f'"{name}" is what a bot or an empty seat is called. Choose another name.'
    for somebody in (ann, people(ann.server)):
        assert somebody.refused(409, "POST", "/api/guests", {"name": name}) == said
    seats = [{"kind": "me"}, {"kind": "here", "name": name}]
    assert ann.refused(409, "POST", "/api/matches", {"game": "campus", "seats": seats}) == said


@pytest.mark.parametrize(
    "name",
    [
        "You",
        "y\u043eu",
        "\uff39\uff4f\uff55",
        "nobody",
        "Open",
        "Neutral",
        "The Server",
        "the bot gentle",
        "THE B0T, gentle",
        "\uff54\uff48\uff45 bot greedy",
        "Z, from round 9 the b\u043et",
        "Zo\u00eb from R\u043eund 2 Ann",
        "Eve, from the set-up on Ann",
        "Ann aga\u0456n",
        "Once again (Ann)",
    ],
)
def test_no_name_reads_like_what_the_table_says(ann: Person, people: People, name: str) -> None:
    """Results name bots and people in one sentence, and lists say "you" of whoever reads them."""
    said = f'"{name}" would be read as something else than a name. Choose another name.'
    for somebody in (ann, people(ann.server)):
        assert somebody.refused(409, "POST", "/api/guests", {"name": name}) == said
    seats = [{"kind": "me"}, {"kind": "here", "name": name}]
    assert ann.refused(409, "POST", "/api/matches", {"game": "campus", "seats": seats}) == said


@pytest.mark.parametrize("name", ["The Botanist", "Magain", "Youri", "Openshaw", "Bob Roundtree", "Againn from Rome"])
def test_but_a_name_may_have_a_part_of_it(name: str) -> None:
    refuse_misleading(name)


def test_nor_does_one_who_was_called_so_before(ann: Person, ben: Person) -> None:
    ben.server.query("update people set name = 'GREEDY 2' where id = ?", ben.get("/api/me")["id"])
    made = ann.new_match("greedy", "open", public=True)
    assert '"Greedy 2"' in ben.refused(409, "POST", f"/api/matches/{made['id']}/join", {})


def test_nor_takes_that_look_once_seated(ann: Person, ben: Person) -> None:
    made = ann.new_match("open", "random")
    ben.join(made)
    assert '"Ann", who sits, or has sat, in a match with you' in ben.refused(
        409, "POST", "/api/guests", {"name": FALSE_ANN}
    )
    ann.post(f"/api/matches/{made['id']}/start")
    ben.refused(409, "POST", "/api/guests", {"name": "ann"})
    assert ben.get("/api/me")["name"] == "Ben"
    # To one's own name one may be as close as one likes.
    assert ben.post("/api/guests", {"name": "BEN"})["name"] == "BEN"
    # Nor when the match is over: who has won it is still to be read.
    ann.server.query("update matches set status = 'over' where id = ?", made["id"])
    ben.refused(409, "POST", "/api/guests", {"name": FALSE_ANN})


def test_nor_is_anybody_kept_from_a_seat_that_is_kept_for_them(ann: Person, ben: Person, people: People) -> None:
    made = ann.new_match("open", "open")
    for person in (ben, cyd := people(ann.server, "Cyd")):
        person.join(made)
    ann.server.query("update matches set status = 'over' where id = ?", made["id"])
    again = ann.post(f"/api/matches/{made['id']}/rematch")["id"]
    invite = ann.post(f"/api/matches/{again}/invite")["link"]
    ann.post(f"/api/matches/{again}/remove", {"seat": 2})
    false = people(ann.server, "B\u0435n")
    said = false.refused(409, "POST", f"/api/matches/{again}/join", {"invite": invite})
    assert said.startswith('"B\u0435n" looks like "Ben", who already sits in this match.')
    assert cyd.post(f"/api/matches/{again}/join", {"invite": invite})
    assert ben.post(f"/api/matches/{again}/join", {})
    assert [seat["name"] for seat in ben.info(again)["seats"]] == ["Ann", "Ben", "Cyd"]


def test_nor_takes_that_look_who_is_yet_to_come(ann: Person, ben: Person, people: People) -> None:
    """For whom a seat is kept is read in the waiting room as well."""
    made = ann.new_match("open", "open")
    for person in (ben, people(ann.server, "Cyd")):
        person.join(made)
    ann.server.query("update matches set status = 'over' where id = ?", made["id"])
    again = ann.post(f"/api/matches/{made['id']}/rematch")["id"]
    invite = ann.post(f"/api/matches/{again}/invite")["link"]
    ann.post(f"/api/matches/{again}/remove", {"seat": 2})
    people(ann.server, "Dan").post(f"/api/matches/{again}/join", {"invite": invite})
    said = ben.refused(409, "POST", "/api/guests", {"name": "D\u0430n"})
    assert said.startswith('"D\u0430n" looks like "Dan", who sits, or has sat, in a match with you')
    assert ben.post(f"/api/matches/{again}/join", {})


def test_nor_has_an_account_of_that_look(ann: Person, people: People) -> None:
    people(ann.server, "Bob").post("/api/account", {"password": "correct horse"})
    for name in ("\uff22\uff4f\uff42", "\u1d2e\u1d52\u1d47", "\u24d1\u24de\u24d1"):
        said = people(ann.server, name).refused(409, "POST", "/api/account", {"password": "correct horse"})
        assert f'"{name}" looks like "Bob", who has an account here' in said


@pytest.mark.parametrize("name", ["Pau\u200bla", "\u202eannA", "<Ann>", "a\u0301\u0301\u0301\u0301"])
def test_whoever_takes_another_is_told_what_a_name_is(ann: Person, name: str) -> None:
    for path, body in (
        ("/api/guests", {"name": name}),
        ("/api/matches", {"game": "campus", "seats": [{"kind": "me"}, {"kind": "here", "name": name}]}),
    ):
        assert ann.refused(422, "POST", path, body).startswith("A name has nothing invisible in it")


@pytest.mark.anyio
async def test_a_new_name_is_the_name_at_all_tables_at_once(ann: Person, ben: Person) -> None:
    """Otherwise the old one could be taken by another who sits there."""
    made = ann.new_match("open", options={"max_rounds": 5})
    ben.join(made)
    ann.post(f"/api/matches/{made['id']}/start")
    wire = await ben.open(made["id"])
    ben.post("/api/guests", {"name": "Benno"})
    assert (await wire.ask("say", text="It is me"))["type"] == "ack"
    assert [chat["name"] for chat in ann.get(f"/api/matches/{made['id']}/chat")] == ["Benno"]
    await wire.close()


@pytest.mark.anyio
async def test_nobody_takes_a_name_that_stands_in_the_chat(ann: Person, ben: Person, people: People) -> None:
    """Whatever was said there would be theirs; also where its speaker has another name by now, or has gone on."""
    made = ann.new_match("open", options={"max_rounds": 5})
    match = made["id"]
    ben.join(made)
    ann.post(f"/api/matches/{match}/start")
    cyd, dan, false = people(ann.server, "Cyd"), people(ann.server, "Dan"), people(ann.server, "C\u0443d")
    for taker, giver in ((cyd, ben), (dan, cyd)):
        link = giver.post(f"/api/matches/{match}/handover")["link"]
        taker.post(f"/api/handovers/{link}/take")
        wire = await taker.open(match)
        await wire.ask("say", text="It is me")
        await wire.close()
    dan.post("/api/guests", {"name": "Daniel"})
    for name in ("Dan", "Cyd", "C\u0443d"):
        assert "has sat, in a match with you" in ann.refused(409, "POST", "/api/guests", {"name": name})
    link = ann.post(f"/api/matches/{match}/handover")["link"]
    said = false.refused(409, "POST", f"/api/handovers/{link}/take")
    assert said.startswith('"C\u0443d" looks like "Cyd", who has played in this match.')
    # Their own they may have again.
    assert dan.post("/api/guests", {"name": "Dan"})["name"] == "Dan"
    assert cyd.post(f"/api/handovers/{link}/take")["seats"][0]["name"] == "Cyd"


@pytest.mark.anyio
async def test_those_who_look_on_read_a_new_name_at_once(ann: Person, ben: Person, stranger: Person) -> None:
    """Whatever somebody says and does from then on is not taken for another's."""
    made = ann.new_match("open", options={"max_rounds": 5})
    ben.join(made)
    ann.post(f"/api/matches/{made['id']}/start")
    wires = [await person.open(made["id"]) for person in (ann, ben, stranger)]
    ben.post("/api/guests", {"name": "Benno"})
    assert ben.get("/api/lobby")["mine"][0]["seats"][1]["name"] == "Benno"
    for wire in wires:
        await wire.until(lambda state: state["players"] == ["Ann", "Benno"])
        await wire.close()
