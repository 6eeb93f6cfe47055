"""Chapters 1 and 2: terms and setup."""

import random
from collections import Counter

import pytest

from marchland.engine.errors import UsageError
from marchland.games.swarm.cards import CODES, COVERT, EVENT, LEADER, NEAR, QUEST, SPECIALTY, TILE_NAMES
from swarm.table import (
    GAME,
    SwarmTable,
    coverts,
    deal,
    discards,
    hand,
    idle,
    imagined,
    lay,
    names,
    offered,
    on,
    play,
    reserve,
    step,
    temple,
    told,
    water,
)

RAIN = range(9)
END = 16
BASTIONS = {"Crownrock", "West Wall", "East Wall", "Old Keep", "Iron Keep"}


def from_the_top(pile: list[int]) -> list[int]:
    return pile[::-1]


def test_seats_and_turn_order() -> None:
    """SWM-1.1, SWM-1.2  Two to six players; from the start player through rising seats, each finishing first."""
    for seats in (1, 7):
        with pytest.raises(UsageError, match="2 to 6 players"):
            GAME.deal(seats)
    t = lay(step="drop", start=2, water=[4, 4, 4, 4])
    order = []
    while step(t) == "drop":
        order += t.deciders()
        play(t, "drop 1 on C3")
        assert t.deciders() == order[-1:]
        play(t, "done")
    assert order == [2, 3, 0, 1]


def test_troops_are_somewhere() -> None:
    """SWM-1.3, SWM-2.10  Fifteen each, in reserve, on tiles or in temples; the lost come back to the reserve."""
    t = deal(5, 3)
    idle(t, "prayer")
    for seat in range(5):
        placed = sum(t.on(seat, p) for p in range(20)) + sum(temple(t, seat))
        assert placed + t.reserve[seat] == 15
    t = lay(step="battles", troops={"B3": [[0, 3], [1, 3]]}, leaders=hand(p0=[0], p1=[0 + 6]))
    play(t, "0: commit 1", "1: commit 1")
    assert on(t, "B3") == {0: 2}
    assert reserve(t)[:2] == [13, 15]


def test_water_is_public_unless_hidden() -> None:
    """SWM-1.4  Nobody pays more than he has; all see all water, except behind the screen."""
    position = {"step": "auctions", "water": [3, 1, 0, 7]}
    t = lay(**position)
    assert t.view(2)["table"]["water"] == [3, 1, 0, 7]
    assert offered(t) == ["pass", "bid 1", "bid 2", "bid 3"]
    t = lay(**position, options={"hidden_water": "yes"})
    assert t.view(0)["table"]["water"] == [3, -1, -1, -1]
    assert t.view(-1)["table"]["water"] == [-1] * 4
    water = [[fact.value for fact in seat.facts if fact.one == "water"] for seat in t.picture(1).seats]
    assert water == [[], [1], [], []]


def test_occupying_and_controlling() -> None:
    """SWM-1.5  One troop occupies, sole occupation controls, and nothing remains when the last troop has left."""
    t = lay(troops={"A2": [[0, 1]], "C2": [[1, 1], [2, 4]]}, water=[1, 0, 0, 0])
    assert t.controls(0, 5) and t.occupies(0, 5)
    assert t.occupies(1, 7) and not t.controls(1, 7) and not t.controls(2, 7)
    assert t.bastions(0) == 1
    play(t, "move 1 from A2 to A3")
    assert t.bastions(0) == 0 and not t.occupies(0, 5)


def test_W21_no_wraparound_for_troops() -> None:
    """SWM-1.6  From the corner A1 troops reach B1 and A2, not the far ends of row and column."""
    t = lay(troops={"A1": [[0, 2]]})
    assert offered(t, "move 1") == ["move 1 from A1 to B1", "move 1 from A1 to A2"]


def test_adjacency_is_sharing_an_edge() -> None:
    """SWM-1.6  Every tile of the grid has its two, three or four neighbours."""
    for p in range(20):
        row, column = divmod(p, 5)
        near = [q for q in range(20) if abs(q // 5 - row) + abs(q % 5 - column) == 1]
        assert NEAR[p] == near


def test_the_swarms_tile() -> None:
    """SWM-1.7  It is wherever the marker stands."""
    t = lay(step="event", swarm="A1", piles={"events": ["Rain on Column A"]})
    assert CODES[t.swarm] == "B1"
    assert t.view(-1)["table"]["swarm"] == 1


def test_this_round_ends_with_the_next_event() -> None:
    """SWM-1.8  A dust storm, a prayer and a dowsed tile last until the next event card is turned up."""
    t = lay(
        event="Dust Storm",
        troops={"B3": [[0, 3]], "E3": [[1, 1]]},
        water=[4, 0, 0, 0],
        coverts={"0": ["Dowsing"]},
        praying=[1],
        piles={"events": ["Rain on Row 1"]},
        swarm="A1",
    )
    play(t, "dowse B3", "move 1 from B3 to B2")
    assert water(t)[0] == 2
    idle(t)
    assert t.praying == 0 and t.dowsed == 0
    before = water(t)[0]
    idle(t, "move")
    play(t, "move 1 from B2 to A2")
    assert water(t)[0] == before - 1


def test_hands_are_secret_their_numbers_are_not() -> None:
    """SWM-1.9  Any number of cards; how many is public, which is not."""
    many = [card.name for card in COVERT.cards][:12]
    t = lay(coverts={"1": many}, leaders=hand(p1=range(10)), quests={"1": ["Green Hand"]}, traitors=hand(p1=[3]))
    view = t.view(0)["table"]
    assert view["cards"][1] == [10, 12, 1, 1]
    assert view["hands"][0]["coverts"] == [] and view["hands"][1] is None
    assert t.view(1)["table"]["hands"][1]["coverts"] == sorted(COVERT.number[name] for name in many)
    one = {tuple(made.coverts[1]) for made in imagined(t, 0)}
    assert len(one) > 5


def test_a_single_option_is_not_asked() -> None:
    """SWM-1.10  Without reserve nobody is asked to pray, without water nobody to bid."""
    t = lay(step="prayer", troops={"B4": [[0, 15]], "E3": [[1, 15]]}, water=[0, 0, 0, 0])
    assert t.deciders() == [2]


def test_covert_discards_make_a_new_pile() -> None:
    """SWM-1.11  When the covert pile is empty the discards are shuffled; leader and quest piles stay empty."""
    every = COVERT.names()
    copies = [name for name, card in zip(every, COVERT.cards, strict=True) for _ in range(card.count)]
    t = lay(
        step="auctions",
        water=[3, 0, 0, 0],
        coverts={"1": copies[5:]},
        discard=copies[:5],
        leaders=hand(p1=range(24)),
        quests={"1": QUEST.names()},
    )
    assert told(t, "SWM-9.1") == ["For sale: a covert card"]
    assert discards(t) == [] and len(t.coverts.pile) == 4
    t = lay(step="auctions", water=[3, 0, 0, 0], coverts={"1": copies}, leaders=hand(p1=range(24)))
    assert told(t, "SWM-9.1") == ["For sale: a quest card"]
    play(t, "pass")
    assert told(t, "SWM-9.1") == ["For sale: a quest card"]


def test_W53_who_is_asked() -> None:
    """SWM-1.10, SWM-1.12, SWM-4.3, SWM-9.2, SWM-9.6  A card of the sort is enough to be asked, whatever it is."""
    position = {
        "troops": {"D3": [[1, 2]], "B1": [[2, 2]], "A4": [[1, 8]], "E1": [[2, 8]]},
        "water": [0, 0, 0, 0],
        "coverts": {"1": ["Ambush"]},
        "traitors": hand(p1=[3]),
        "quests": {"1": ["Green Hand"]},
        "event": "Drought",
    }
    for at, idle_word in (("window", "pass"), ("drop", "done"), ("move", "done"), ("quests", "done")):
        t = lay(**position, step=at)
        assert t.deciders() == [1]
        assert offered(t) == [idle_word]
        play(t, idle_word)
        assert not (not t.over and step(t) == at)
    # A treason window: a mission of seat 0, whose leader nobody has the card of.
    t = lay(**{**position, "coverts": {"0": ["Water Thief"]}, "leaders": hand(p0=[9])})
    play(t, "steal from 2 with Irsa Deeproot")
    assert t.deciders() == [1] and offered(t) == ["pass"]


@pytest.mark.parametrize("card", ["Peephole", "Ambush"])
def test_W53_peephole_does_not_delay_a_pass(card: str) -> None:
    """SWM-1.12, SWM-9.6  Without water both pass by themselves; behind screens both are asked everywhere."""
    position = {"troops": {"D3": [[1, 2]], "B1": [[2, 2]]}, "water": [0, 0, 0, 0], "event": "Drought"}
    hands = {"coverts": {"1": [card]}}
    t = lay(**position, **hands, step="auctions")
    assert step(t) != "sale"
    screen = {"options": {"hidden_water": "yes"}}
    for at in ("drop", "move"):
        t = lay(**position, **hands, **screen, step=at)
        asked = []
        while step(t) == at:
            asked += t.deciders()
            play(t, "done")
        assert asked == [0, 1, 2, 3]
    t = lay(**position, **hands, **screen, step="auctions")
    asked = []
    while t.lot == 0 and step(t) == "sale":
        asked += t.deciders()
        assert offered(t) == ["pass"]
        play(t, "pass")
    assert asked == [0, 1, 2, 3]


# -- chapter 2 -------------------------------------------------------------------------------------------------------


def test_fixed_layout() -> None:
    """SWM-2.1  By default every tile card lies where the rulebook draws it."""
    assert deal(4, 9).tile_at == list(range(20))
    assert {TILE_NAMES[p] for p in (2, 5, 9, 16, 18)} == BASTIONS


def test_the_tiles_lie_side_by_side() -> None:
    """SWM-2.1  Five columns and four rows with one gap between them and around them; a tile's label is on the tile."""
    board = GAME.board
    assert board is not None
    boxes = [list(region.shape) for region in board.regions]
    gap = boxes[0][0]
    for p, (x, y, width, height) in enumerate(boxes):
        assert [x, y] == [gap + p % 5 * (width + gap), gap + p // 5 * (height + gap)]
        across, down = board.regions[p].label
        assert across == x + width // 2 and y < down < y + height
    assert list(board.canvas) == [boxes[-1][0] + boxes[-1][2] + gap, boxes[-1][1] + boxes[-1][3] + gap]


def bastion_pairs(t: SwarmTable) -> int:
    places = [p for p in range(20) if t.type_at[p] == 0]
    return sum(q in NEAR[p] for p in places for q in places) // 2


def test_shuffled_and_spread_layouts() -> None:
    """SWM-2.1  Dealt at random, or at random until no bastions touch; temples go with their cities."""
    shuffled = [deal(4, seed, layout="shuffled") for seed in range(30)]
    spread = [deal(4, seed, layout="spread") for seed in range(30)]
    assert len({tuple(t.tile_at) for t in shuffled}) == 30
    assert any(bastion_pairs(t) for t in shuffled)
    assert not any(bastion_pairs(t) for t in spread)
    for t in shuffled + spread:
        assert sorted(t.tile_at) == list(range(20))
        assert [TILE_NAMES[t.tile_at[p]] for p in t.temple_at] == ["Ashmarket", "Claygate", "Cistern Town", "Galehaven"]
        assert TILE_NAMES[t.tile_at[t.sanctuary]] == "The Sanctuary"


def test_the_swarm_begins_anywhere() -> None:
    """SWM-2.2  Each of the twenty tiles is as likely as any other."""
    found = Counter(int(deal(2, seed).swarm) for seed in range(600))
    assert len(found) == 20
    assert all(8 <= count <= 60 for count in found.values())


def test_first_start_player() -> None:
    """SWM-2.3  A named seat, or one that is drawn."""
    assert [int(deal(4, 5, first_player=str(seat)).start) for seat in range(4)] == [0, 1, 2, 3]
    assert {int(deal(4, seed).start) for seed in range(40)} == {0, 1, 2, 3}
    # Counted round the table where nobody sits on that seat.
    assert deal(3, 5, first_player="5").start == 2


def test_piles_and_their_keepers() -> None:
    """SWM-2.4, SWM-13.1  Four shuffled piles; event, leader and covert pile have keepers, the quests have none."""
    tables = [deal(6, seed) for seed in range(12)]
    assert len({tuple(t.leaders.pile) for t in tables}) == 12
    assert len({tuple(t.coverts.pile) for t in tables}) == 12
    assert len({tuple(t.quests.pile) for t in tables}) == 12
    t = lay(traitors=hand(p0=[1], p1=[2], p2=[3], p3=[4]))
    assert [t.kept_top(seat)[:1] for seat in range(4)] == [[0], [1], [2], []]


def test_W1_event_pile() -> None:
    """SWM-2.5, SWM-2.6  Seventeen cards, five rain on top, the end card anywhere among the lower twelve."""
    places = Counter()
    for seed in range(600):
        pile = from_the_top(deal(2, seed).event_pile)
        assert sorted(pile) == list(range(17))
        assert all(card in RAIN for card in pile[:5])
        places[pile.index(END) + 1] += 1
    assert sorted(places) == list(range(6, 18))
    assert all(20 <= count <= 90 for count in places.values())


def test_W1_late_end_card() -> None:
    """SWM-2.6  With `late` it comes in one of the rounds 12 to 17."""
    places = set()
    for seed in range(150):
        pile = from_the_top(deal(2, seed, end_card="late").event_pile)
        assert sorted(pile) == list(range(17)) and all(card in RAIN for card in pile[:5])
        places.add(pile.index(END) + 1)
    assert places == set(range(12, 18))


def test_specialties_lie_face_up() -> None:
    """SWM-2.7  One each, all different, seen by all; the others are out of the game."""
    t = deal(6, 4)
    assert len(set(t.specialty)) == 6
    assert t.view(-1)["table"]["specialty"] == t.specialty
    assert len(told(t, "SWM-2.7")) == 6


@pytest.mark.parametrize("leaders", [0, 1, 2])
def test_starting_leaders(leaders: int) -> None:
    """SWM-2.8, SWM-2.12  As many as agreed; the Tactician draws one more."""
    for seed in range(6):
        t = deal(5, seed, starting_leaders=leaders)
        for seat in range(5):
            assert len(t.leaders[seat]) == leaders + (SPECIALTY.cards[t.specialty[seat]].name == "Tactician")


def test_one_quest_and_five_water() -> None:
    """SWM-2.9, SWM-2.11, SWM-2.12  A quest and 5 water each; the Merchant takes 3 more, the Clandestine a card."""
    for seed in range(6):
        t = deal(6, seed)
        assert [len(quests) for quests in t.quests.held] == [1] * 6
        for seat in range(6):
            name = SPECIALTY.cards[t.specialty[seat]].name
            assert t.water[seat] == (8 if name == "Merchant" else 5)
            assert len(t.coverts[seat]) == (1 if name == "Clandestine" else 0)


def test_the_zealot_begins_in_a_temple() -> None:
    """SWM-2.12  The Zealot is asked for a temple before the traitor cards are drawn."""
    t = next(t for t in (deal(6, seed) for seed in range(50)) if 4 in t.specialty)
    zealot = t.specialty.index(4)
    assert step(t) == "zealot" and t.deciders() == [zealot]
    assert offered(t) == [f"start in Temple of {name}" for name in ("Fire", "Earth", "Water", "Wind")]
    play(t, "start in Temple of Water")
    assert temple(t, zealot) == [0, 0, 1, 0] and t.reserve[zealot] == 14
    assert step(t) == "keep_traitor"


def without_zealot(seats: int) -> SwarmTable:
    return next(t for t in (deal(seats, seed) for seed in range(50)) if 4 not in t.specialty)


def test_traitor_cards() -> None:
    """SWM-2.13  Four are drawn, one is kept in secret; the other three are noted, and the rest is a pile."""
    t = without_zealot(3)
    assert step(t) == "keep_traitor" and t.deciders() == [0, 1, 2]
    drawn = [cards[:] for cards in t.noted]
    assert [len(cards) for cards in drawn] == [4] * 3 and len(t.traitor_pile) == 12
    assert t.view(0)["table"]["hands"][0]["noted"] == drawn[0]
    for seat in (2, 0, 1):
        assert offered(t, seat=seat) == [f"keep {name}" for name in names(*drawn[seat])]
        play(t, f"{seat}: keep {names(drawn[seat][1])[0]}")
    for seat in range(3):
        assert t.traitors[seat] == [drawn[seat][1]]
        assert t.noted[seat] == [drawn[seat][0], *drawn[seat][2:]]
    assert t.view(1)["table"]["hands"][1]["noted"] == t.noted[1]
    # Nobody hears what another keeps.
    assert [len(told(t, "SWM-2.13", seat)) - len(told(t, "SWM-2.13")) for seat in range(3)] == [5, 5, 5]


def test_six_players_use_up_all_traitor_cards() -> None:
    """SWM-2.13  Twenty-four cards, four each."""
    t = deal(6, 1)
    idle(t, "settle")
    assert t.traitor_pile == []


def test_first_troops() -> None:
    """SWM-2.14  Five together on any free tile, the sanctuary too if empty; never where the swarm is."""
    t = lay(step="settle", start=3, swarm="C2")
    assert t.deciders() == [3]
    free = [code for code in CODES if code != "C2"]
    assert offered(t) == [f"settle in {code}" for code in free]
    play(t, "settle in C3")
    assert on(t, "C3") == {3: 5} and t.reserve[3] == 10
    assert t.deciders() == [0]
    assert "settle in C3" not in offered(t)
    play(t, "settle in B4", "settle in E1", "settle in A1")
    assert t.round == 1


def test_W3_round_one() -> None:
    """SWM-5.3  In round 1 no card lies there, and the token stays where it is."""
    t = lay(step="event", start=2, piles={"events": ["Rain on Row 1"]})
    assert t.round == 1 and t.start == 2 and t.deciders() == [2]
    assert EVENT.cards[t.event].name == "Rain on Row 1"


# -- positions -------------------------------------------------------------------------------------------------------


BAD_POSITIONS = [
    ({"colour": 1}, "has no entry 'colour'"),
    ({"step": "lunch"}, "'step' of a position is one of traitors, .*, not 'lunch'"),
    ({"start": 4}, "'start' of a position is a seat from 0 to 3, not 4"),
    ({"swarm": "F1"}, "is a tile, not 'F1'"),
    ({"event": "Snow"}, "is an event, not 'Snow'"),
    ({"event": None}, "an event card lies face up"),
    ({"step": "settle", "event": "Drought"}, "no event card lies face up yet"),
    ({"round": 18}, "'round' of a position is a whole number from 1 to 17"),
    ({"seen": "Drought"}, "'seen' of a position is a list, not 'Drought'"),
    ({"seen": ["Drought", "Drought"]}, "event Drought is named more often"),
    ({"tiles": ["Ashmarket"]}, "names of all 20 tile cards"),
    ({"troops": []}, "'troops' of a position is an object by tile, not"),
    ({"troops": {"B9": [[0, 1]]}}, "by tile, and 'B9' is none"),
    ({"troops": {"B3": 4}}, r"'troops' of a position \(B3\) is a list, not 4"),
    ({"troops": {"B3": [[0]]}}, r"\(B3, item 1\) is \[seat, troops\], not"),
    ({"troops": {"B3": [[4, 1]]}}, r"\(B3, item 1, item 1\) is a seat from 0 to 3, not 4"),
    ({"troops": {"B3": [[0, 0]]}}, r"\(B3, item 1, item 2\) is a whole number from 1 to 15"),
    ({"troops": {"B3": [[0, 1], [0, 2]]}}, "Seat 0 is named twice on tile B3"),
    ({"troops": {"B3": [[0, 9]], "B4": [[0, 7]]}}, "Seat 0 has 15 troops"),
    ({"temples": {"sand": [[0, 1]]}}, "by temple, and 'sand' is none"),
    ({"temples": {"fire": [[0, 16]]}}, r"\(fire, item 1, item 2\) is a whole number from 1 to 15"),
    ({"held": {"C1": 0}}, r"'held' of a position \(C1\) is a list, not 0"),
    ({"water": [1, 2, 3]}, "'water' of a position has values for 3 seats, and there are 4"),
    ({"water": {"0": -1}}, r"'water' of a position \(seat 0\) is a whole number from 0"),
    ({"water": {"9": 1}}, r"\(9\) is a seat from 0 to 3"),
    ({"water": 5}, "'water' of a position is a list or an object by seat"),
    ({"specialties": {"0": "Baker"}}, "is a specialty, not 'Baker'"),
    ({"specialties": ["Seer", "Seer", None, None]}, "Two seats have the specialty Seer"),
    ({"leaders": {"0": ["Nobody"]}}, r"'leaders' of a position \(seat 0, item 1\) is a leader, not 'Nobody'"),
    ({"leaders": {"0": ["Whisper"], "1": ["Whisper"]}}, "leader Whisper is named more often"),
    ({"coverts": {"0": ["Turncoat", "Turncoat"]}}, "covert card Turncoat is named more often"),
    ({"quests": {"0": ["Green Hand"]}, "completed": {"1": ["Green Hand"]}}, "quest Green Hand is named more often"),
    ({"traitors": {"0": ["Whisper"]}, "noted": {"0": ["Whisper"]}}, "traitor card Whisper is named more often"),
    ({"piles": {"water": []}}, "'piles' of a position has no 'water'"),
    ({"piles": {"leaders": "Whisper"}}, r"'piles' of a position \(leaders\) is a list"),
    ({"shown": ["Whisper"]}, "Whisper is in nobody's hand"),
    ({"feats": {"0": ["Juggling"]}}, "is a feat, not 'Juggling'"),
    ({"praying": [7]}, r"'praying' of a position \(item 1\) is a seat from 0 to 3, not 7"),
    ({"dowsed": ["Z1"]}, "is a tile, not 'Z1'"),
    ({"turn": 4}, "'turn' of a position is a seat from 0 to 3"),
    ({"step": "harvest", "turn": 1}, "it is nobody's 'turn'"),
    ({"step": "drop", "moved": {"B3": 1}}, "only at the step 'move'"),
    ({"moved": {"B3": 1}}, "moved troops on B3 is a whole number from 1 to 0"),
    ({"lot": "leader"}, "At the step 'auctions'"),
    ({"step": "auctions", "lot": "boat"}, "'lot' of a position is one of quest, leader"),
    ({"step": "auctions", "lot": "second leader"}, "only in a Great Bazaar"),
    ({"step": "traitors"}, "every seat has 'noted' its draw"),
]


@pytest.mark.parametrize(("position", "sentence"), BAD_POSITIONS)
def test_a_bad_position_is_refused_with_a_sentence(position: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence) as fault:
        GAME.position(position)
    assert str(fault.value).endswith(".") and "{" not in str(fault.value)


def test_a_whole_position() -> None:
    """Everything that can be said of a position is found again on the table."""
    t = lay(
        seats=3,
        start=1,
        round=8,
        event="Rain on Row 1",
        seen=["Drought"],
        swarm="A1",
        tiles=[TILE_NAMES[(p + 5) % 20] for p in range(20)],
        troops={"B3": [[2, 1], [0, 4]]},
        temples={"Temple of Wind": [[0, 2]]},
        water={"2": 11},
        specialties={"0": "Warden"},
        leaders=hand(p0=[3]),
        coverts={"0": ["Ambush"]},
        quests={"1": ["Unmasked"]},
        completed={"2": ["Giant-Killer", "Northern Banner"]},
        traitors=hand(p2=[5]),
        noted=hand(p2=[6, 7]),
        piles={"leaders": names(8, 2), "events": ["Frenzy"]},
        discard=["Healers"],
        removed=names(20),
        shown=names(3),
        praying=[1],
        step="move",
        turn=0,
        moved={"B3": 2},
    )
    assert (t.seats, t.start, t.round, t.active) == (3, 1, 8, 0)
    assert on(t, "B3") == {0: 4, 2: 1} and t.arrived[2 * 20 + 11] < t.arrived[11]
    assert temple(t, 0) == [0, 0, 0, 2] and reserve(t) == [9, 15, 14] and water(t) == [5, 5, 11]
    assert [SPECIALTY.cards[s].name for s in t.specialty] == ["Warden", "Seer", "Tactician"]
    assert from_the_top(t.leaders.pile)[:3] == [8, 2, 0] and from_the_top(t.event_pile)[:2] == [11, 1]
    assert t.points[2] == 1 and t.removed == 1 << 20 and t.played_traitors == [20]
    assert t.leaders.holders(1, 3) == 1 and coverts(t, 0) == ["Ambush"] and discards(t) == ["Healers"]
    assert t.moved[11] == 2 and t.moves_made == 1 and t.deciders() == [0]
    assert LEADER.cards[5].name == "Pell Torchbearer" and t.noted[2] == [6, 7]


def test_every_step_of_a_position_can_be_played_on() -> None:
    rng = random.Random(3)
    noted = [names(*range(4 * seat, 4 * seat + 4)) for seat in range(4)]
    for at in ("traitors", "settle", "event", "window", "prayer", "drop", "move", "battles", "harvest", "auctions"):
        entries: dict[str, object] = {"noted": noted} if at == "traitors" else {}
        t = lay(step=at, troops={"B3": [[0, 3], [1, 2]]}, coverts={"2": ["Smoke Pots"]}, **entries)
        for _ in range(60):
            if t.over:
                break
            seat = rng.choice(t.deciders())
            t.play(seat, t.options(seat).at(rng.randrange(t.options(seat).total)))
            assert GAME.conserved(t) == ""
