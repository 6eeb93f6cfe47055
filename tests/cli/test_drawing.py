"""What is drawn of any game at a terminal: all states of random matches, and any picture that a game could have."""

import io
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bazaar.game import GAME as BAZAAR
from cli.test_terminal import Terminal
from engine.playing import dealt, everybody, games, walk
from marchland.cli.choices import lines_of
from marchland.cli.drawing import Drawing
from marchland.cli.remarks import Remarks
from marchland.cli.seats import MARKS, Player, seated
from marchland.cli.text import ESCAPE, Paint, breadth, flowed, width
from marchland.engine.board import Board, Group, Region, Tile
from marchland.engine.dice import fast_dice
from marchland.engine.faces import Face, Faces
from marchland.engine.game import Game
from marchland.engine.picture import (
    LAST_ROUND,
    NOBODY,
    NOT_IN_PLAY,
    Area,
    AuctionShown,
    Bid,
    Bidding,
    CardShown,
    Contest,
    Fact,
    Mark,
    Path,
    Picture,
    Piece,
    Prize,
    Seat,
    Side,
)
from marchland.engine.picture import Group as GroupShown
from marchland.engine.picture import Region as RegionShown
from marchland.engine.table import ALL_SEEING, SPECTATOR, Table
from marchland.games import load

PLAIN = Paint(io.StringIO())


def people(seats: int) -> list[Player]:
    """Names as long as they may be."""
    return [Player(f"{mark} the Conqueror of all"[:20], "", mark) for mark in MARKS[:seats]]


def drawn(t: Table, viewer: int, paint: Paint = PLAIN) -> str:
    return "\n".join(Drawing(t, people(t.seats), paint).table(t, viewer))


# -- real tables -------------------------------------------------------------------------------------------------------


def moments(game: Game, share: float) -> Iterator[tuple[Table, random.Random]]:
    """Some tables of random matches with any options, with few seats and many."""
    for seats in (game.least_seats, game.most_seats):
        rng = random.Random(f"{game.name} {seats}")
        t = dealt(game, seats, seats)
        for _ in walk(t, rng):
            if t.over or rng.random() < share:
                yield t, rng


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_any_table_can_be_drawn_for_anybody(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """At any width no line is too long, in colours or without; and nobody sees more than their picture: on a table
    that they cannot tell from this one all is drawn alike."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    colours = Paint(Terminal())
    for t, rng in moments(game, 0.3 if game is BAZAAR else 0.02):
        monkeypatch.setenv("COLUMNS", str(rng.randrange(60, 201)))
        for viewer in [*everybody(t), ALL_SEEING]:
            text = drawn(t, viewer)
            assert max(map(len, text.split("\n"))) <= width(), text
            assert ESCAPE.sub("", drawn(t, viewer, colours)) == text
            if viewer != ALL_SEEING:
                assert drawn(t.determinize(viewer, fast_dice(1)), viewer) == text


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_any_choice_and_any_change_has_its_remark(game: Game) -> None:
    for t, rng in moments(game, 0.01):
        remarks = Remarks(t, people(t.seats))
        earlier = t.copy()
        for _ in range(12):
            if not t.over:
                seat = rng.choice(t.deciders())
                t.play(seat, rng.choice(t.options(seat).actions()))
        for viewer in range(t.seats):
            for line in lines_of(t, viewer):
                remarks.note(t.picture(viewer), viewer, line)
            remarks.news(earlier.picture(viewer), t.picture(viewer), viewer)
            assert remarks.news(t.picture(viewer), t.picture(viewer), viewer) == []


# -- any picture -------------------------------------------------------------------------------------------------------

ROWS = 3
NAMES = ["Ford", "The Upper Marches of the North", "Keep", "Old Quarry by the Mill", "Moor", "Salt Pans", "A", "B", "C"]
FACES = Faces(
    "tool", "Tools", [Face("Saw", "Cut a path.", note="Once a turn", clause="TST-1.1"), Face("Axe", corner="7")]
)


def nine(tiles: bool) -> Board:
    groups = [Group("NOR", "North"), Group("SOU", "South")]
    regions = [
        Region(f"R{n}", NAMES[n], "NOR" if n < 5 else "SOU", [100 * (n % 3), 100 * (n // 3), 90, 90], [0, 0])
        for n in range(9)
    ]
    pairs = {(a, b) for a in range(9) for b in range(9) if abs(a - b) == 3 or (abs(a - b) == 1 and a // 3 == b // 3)}
    laid = [Tile(f"Tile {n}", n % 2, "", "") for n in range(9)]
    return Board([300, 300], regions, groups, [], pairs, laid if tiles else None)


class Posed(Table):
    """A table that shows any picture: what a game of somebody else might."""

    shown: Picture

    def depict(self, seat: int) -> Picture:
        return self.shown


def new_game(tiles: bool) -> Game:
    return Game(
        "posed",
        "Posed",
        "TST",
        "1.0",
        "",
        (2, 3, 6),
        BAZAAR.labels,
        BAZAAR.settings,
        BAZAAR.root,
        [],
        "posed",
        board=nine(tiles),
        decks=[FACES],
    )


PRINTED, LAID = new_game(tiles=False), new_game(tiles=True)


def posed(picture: Picture) -> Posed:
    t = Posed()
    t.game = LAID if picture.tiles else PRINTED
    t.house = t.game.house_rules({})
    t.shown = picture
    t.seats = len(picture.seats)
    t.round, t.active, t.over, t.offers = 4, 0, True, []
    return t


def lines(picture: Picture) -> str:
    return "\n".join(Drawing(posed(picture), seated("you,random,greedy"), PLAIN).table(posed(picture), 0))


WORDS = st.sampled_from(["settled", "swarm", "seat of an old and venerable order", "s", "capital"])
SEATS = st.integers(0, 5)
COUNTS = st.sampled_from([0, 1, 7, 12, 100000])
MARKINGS = st.builds(Mark, WORDS, st.integers(NOBODY, 5), COUNTS)
PIECES = st.builds(
    Piece, SEATS, COUNTS, st.sampled_from(["", "rider", "war elephants"]), st.sampled_from(["", "temple"])
)
REGIONS = st.builds(
    RegionShown, st.integers(NOT_IN_PLAY, 5), COUNTS, st.lists(MARKINGS, max_size=3), st.lists(PIECES, max_size=8)
)
FACTS = st.lists(
    st.builds(Fact, COUNTS, st.sampled_from([*"abcdefghij", "in the reserve", "legionaries"])), max_size=12
)
CARDS = st.builds(CardShown, st.integers(NOBODY, 5), st.just("tool"), st.integers(0, 1), WORDS)
PICTURES = st.builds(
    Picture,
    regions=st.lists(REGIONS, min_size=9, max_size=9),
    seats=st.lists(st.builds(Seat, FACTS, st.booleans(), st.lists(WORDS, max_size=4)), min_size=6, max_size=6),
    facts=FACTS,
    groups=st.sampled_from([[], [GroupShown(5, NOBODY), GroupShown(0, 1)]]),
    sites=st.sampled_from([{}, {"temple": [3, -1]}, {"good": [8, 2]}]),
    hand=st.lists(CARDS, max_size=4),
    open=st.lists(CARDS, max_size=4),
    areas=st.just([Area("Rain", "rain", [0, 1])]),
    paths=st.just([Path("The way", True, False, [0, 1, 0, 3])]),
)


# Such large pictures take too long to be made smaller.
@settings(deadline=None, max_examples=60, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(PICTURES, st.booleans(), st.integers(60, 200))
def test_any_picture_fits_into_the_terminal(picture: Picture, tiles: bool, columns: int) -> None:
    picture.tiles = list(range(9)) if tiles else []
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COLUMNS", str(columns))
        text = drawn(posed(picture), 0)
        assert max(map(len, text.split("\n"))) <= width(), text
    for n, shown in enumerate(picture.regions):
        if shown.owner != NOT_IN_PLAY and (tiles or shown.owner >= 0):
            assert f"R{n} " in text


# -- words -------------------------------------------------------------------------------------------------------------


def test_owners_counts_marks_and_their_legend() -> None:
    regions = [RegionShown(0, 3) for _ in range(9)]
    regions[1] = RegionShown(1, 12, [Mark("settled", count=2), Mark("seat", 2)])
    regions[2] = RegionShown(NOBODY, 4)
    regions[3] = RegionShown(NOBODY, 0)
    regions[4] = RegionShown(NOT_IN_PLAY, 0)
    regions[5] = RegionShown(0, 5, pieces=[Piece(0, 2, "rider"), Piece(1, 3, "rider"), Piece(2, 1, within="temple")])
    picture = Picture(
        regions=regions,
        seats=[Seat() for _ in range(3)],
        groups=[GroupShown(5, NOBODY), GroupShown(2, 0)],
        areas=[Area("Rain", "rain", [0, 1])],
    )
    text = lines(picture)
    assert "North, worth 5: A 1, B 1, n 1\n" in text
    assert "South, worth 2: all A\n" in text
    assert "R0 A  3 Ford" in text
    assert "R2 n  4 Keep" in text
    assert "R3    - Old Quarry" in text
    assert "Moor" not in text
    assert "2e sC" in text
    assert "sC: seat of C, 2e: 2 settled\n" in text
    assert "  R5 Salt Pans A:2 rider B:3 rider\n" in text
    assert "  Temple, R5: C:1\n" in text
    assert text.endswith("  Rain: R0, R1")


def test_facts_of_the_seats_stand_in_columns() -> None:
    seats = [
        Seat([Fact(1, "city", "cities"), Fact(9, "water")]),
        Seat([Fact(3, "city", "cities"), Fact(4, "to place"), Fact(12, "water")], notes=["prays"]),
        Seat([Fact(0, "city", "cities")], out=True),
    ]
    picture = Picture(
        regions=[RegionShown(NOBODY, 0) for _ in range(9)],
        seats=seats,
        facts=[Fact(9, LAST_ROUND), Fact(1, "card left", "cards left")],
    )
    assert lines(picture) == (
        "Posed, round 4 of 9, the match is over\n"
        "  Card left 1\n"
        "                     cities  to place  water\n"
        "  A  Player A (you)       1                9\n"
        "  B  Random B             3         4     12  prays\n"
        "  C  Greedy C                                 out"
    )


def test_columns_that_are_too_wide_are_broken_and_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["cities", "water", "in reserve", "leaders", "quests", "legionaries", "units a turn"]
    picture = Picture(seats=[Seat([Fact(10 + n, word) for n, word in enumerate(words)]) for _ in range(3)])
    monkeypatch.setenv("COLUMNS", "90")
    assert lines(picture).split("\n")[1:4] == [
        "                                         in                                 units",
        "                     cities  water  reserve  leaders  quests  legionaries  a turn",
        "  A  Player A (you)      10     11       12       13      14           15      16",
    ]
    monkeypatch.setenv("COLUMNS", "60")
    assert lines(picture).split("\n")[1:4] == [
        "                                  in                   units",
        "                   citi… water rese… lead… ques… legi… a tu…",
        "  A Player A (you)    10    11    12    13    14    15    16",
    ]


def test_cards_bids_auctions_and_contests() -> None:
    picture = Picture(
        seats=[Seat() for _ in range(3)],
        hand=[CardShown(0, "tool", 0), CardShown(0, "tool", 0), CardShown(1, "tool", 1)],
        open=[CardShown(0, "tool", 1, "shown"), CardShown(2, "tool", 0, "known to you", secret=True)],
        banner=CardShown(NOBODY, "tool", 1, "in force"),
        auction=AuctionShown("tool", -1, 3, 1, [1, 0, 2], [2], "water"),
        bidding=Bidding(
            "The lead",
            "The highest bid leads.",
            "EUR",
            [0, 1],
            [Bid(1, 7, "with a friend"), Bid(0, 2)],
            [Prize("First", "acts first", 5, 1), Prize("Last", "", 6, NOBODY)],
        ),
        contest=Contest("Duel", 1, [Side(0, [Fact(1, "unit", "units")], [("tool", 1)]), Side(NOBODY, [])]),
    )
    text = lines(picture)
    assert "  Tool: Axe (7, in force).\n" in text
    assert "  C  known to you: Saw (once a turn)\n" in text
    told = " ".join(text.split())
    assert "For sale: a tool card, face down. Random B bids 3 water. Still bidding: B, A. Out: C." in told
    assert "Bids for: The lead. The highest bid leads." in told
    assert "The bids: B 7 EUR with a friend, A 2 EUR." in told
    assert "To take: First acts first (Random B); Last." in told
    assert "Duel, The Upper Marches of the North (R1): Player A with 1 unit and Axe (7) against neutral." in told
    assert "Your cards\n  2 x Saw (once a turn). Cut a path. (TST-1.1)\n  Axe (7, shown).\n" in text
    assert text.endswith("Cards of Random B\n  Axe (7).")


def test_parts_flow_by_what_is_seen_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    painted = [f"\x1b[36m{'x' * 19}\x1b[0m"] * 4
    assert [breadth(line) for line in flowed(painted, "  ", "")] == [59, 21]
    assert flowed([]) == []


def test_what_is_told_of_a_long_turn() -> None:
    """What names somebody else, or a region of the viewer, or for spectators one of the others'."""
    game = load("campus")
    rooms = {"PHY": [1, 3], "OBS": [1, 1], "CAF": [2, 3]}
    t = game.position({"seats": 3, "rooms": rooms, "rest": [0, 1]}, events=True)
    remarks = Remarks(t, people(3))
    phy, obs, caf = (game.labels.number("region", code) for code in rooms)
    mine, others = remarks.watched(t.picture(1), 1, 0), remarks.watched(t.picture(SPECTATOR), SPECTATOR, 0)
    assert (mine, others) == ([phy, obs], [phy, obs, caf])
    for source, target in (("COR", "PHY"), ("FOY", "CAF")):
        t.units[game.labels.number("region", source)] = 4
        t.play(0, game.parse(f"attack {target} from {source} with 3"))
    told = t.events or []
    said = {game.read(event, "ABC").text: event for event in told if not game.read(event).of("dice")}
    assert [words for words, event in said.items() if remarks.concerns(event, 0, mine)] == [
        words for words in said if "Physics Lab" in words
    ]
    assert all(remarks.concerns(event, 0, others) for event in said.values())
    assert not any(remarks.concerns(event, 0, others) for event in told if event not in said.values())
