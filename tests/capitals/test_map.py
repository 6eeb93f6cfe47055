"""Chapter S and the board: control, the world as a map, income and bonuses."""

import random

import pytest

from capitals.table import CODES, CONTINENTS, GAME, NEIGHBOURS, deal, lay, number, of, on, refused
from marchland.games.capitals.cards import ACTION, EVENT, REWARD_CARDS, REWARD_EUR, REWARD_UNITS
from marchland.games.capitals.world import TERRAIN, WORLD

# Continent, border territories, bonus by the formula, classic bonus.
BONUSES = [
    ("NA", "ALA GRL CTA", 5, 5),
    ("SA", "VEN BRA", 2, 2),
    ("EU", "ICE WEU SEU EEU", 5, 5),
    ("AF", "NAF EGY EAF", 4, 3),
    ("AS", "URA KAM CAS MEA ICH", 7, 7),
    ("OC", "INO", 2, 2),
]

EVENTS = """
Quiet Season 2, Good Harvest 2, Levy 2, Inflation 1, Uprising 2, Harsh Winter 1, Storms at Sea 2, Arms Fair 2,
Foreign Aid 2, Open Archives 1, Purge 1, Truce of Capitals 1, Congress 2, Arms Surplus 1, Epidemic 1, Trade Sanctions 1
"""
ACTIONS = """
Conscription 4, War Bonds 3, Airlift 2, Forced March 3, Spearhead 3, Barrage 3, Entrenchment 4, Ambush 2, Ceasefire 2,
Tax Raid 2, Espionage 2, Embargo 2, Arms Auction 2, Defection 2, Peace Conference 2, Lobbyist 2
"""


def counted(text: str) -> list[tuple[str, int]]:
    return [(name.rsplit(" ", 1)[0], int(name.rsplit(" ", 1)[1])) for name in (n.strip() for n in text.split(","))]


@pytest.mark.parametrize("code", CODES)
def test_the_neighbours_of_every_territory(code: str) -> None:
    """CAP-S.2  By land and by sea, exactly as the table prints them, and in both directions."""
    near = NEIGHBOURS[code].split()
    assert sorted(CODES[i] for i in WORLD.neighbours[number(code)]) == sorted(name[:3] for name in near)
    assert [c for c in CODES if TERRAIN.sea[number(code)] >> number(c) & 1] == sorted(
        (name[:3] for name in near if "~" in name), key=CODES.index
    )
    assert all(number(code) in WORLD.neighbours[i] for i in WORLD.neighbours[number(code)])


def test_there_are_83_pairs() -> None:
    """CAP-S.2"""
    assert sum(len(near) for near in WORLD.neighbours) == 2 * 83
    assert sum(int(mask).bit_count() for mask in TERRAIN.sea) == 2 * 25


def test_every_pair_that_shares_no_border_is_drawn() -> None:
    """CAP-S.2  Sea lanes and the short border of SIB and CHI are lines; nothing else is."""
    drawn = {frozenset(link.pairs[0]): link for link in WORLD.links}
    assert len(drawn) == 26 and drawn[frozenset(("SIB", "CHI"))].kind == "border"
    assert all(link.lines for link in drawn.values())
    assert len({link.name for link in WORLD.links}) == 26


def test_only_adjacent_territories_can_be_attacked() -> None:
    """CAP-S.2  The North is near the pole, and yet SCA does not reach SIB."""
    t = lay(of(0, "SCA", units=9), rest=(1, 1), seats=3, fallen=[2])
    assert refused(t, "attack SIB from SCA") == "CAP-S.2"


def test_the_continents() -> None:
    """CAP-S.4"""
    for code, codes in CONTINENTS.items():
        group = WORLD.group_number[code]
        assert [CODES[i] for i in WORLD.members[group]] == codes.split()


@pytest.mark.parametrize(("code", "borders", "formula", "classic"), BONUSES)
def test_the_bonus_of_a_continent(code: str, borders: str, formula: int, classic: int) -> None:
    """CAP-S.5  floor((n + 2b) / 3), or the classic table."""
    group = WORLD.group_number[code]
    assert sorted(CODES[i] for i in WORLD.borders(group)) == sorted(borders.split())
    assert deal(3).bonus[group] == formula == (len(CONTINENTS[code].split()) + 2 * len(borders.split())) // 3
    assert deal(3, bonus_table="classic").bonus[group] == classic


def test_the_bonus_comes_with_the_whole_continent_only() -> None:
    """CAP-S.4  Africa pays 4 on top of the base, 3 by the classic table; without Madagascar it pays nothing."""
    africa = of(0, *CONTINENTS["AF"].split())
    assert lay(africa).income(0) == 3 + 4
    assert lay(africa, options={"bonus_table": "classic"}).income(0) == 3 + 3
    assert lay({**africa, "MAD": ["neutral", 1]}).income(0) == 3
    both = {**africa, **of(0, *CONTINENTS["OC"].split())}
    assert lay(both).income(0) == 3 + 4 + 2


@pytest.mark.parametrize(("held", "units"), [(1, 3), (4, 3), (11, 3), (12, 4), (14, 4), (15, 5), (20, 6)])
def test_the_base_income(held: int, units: int) -> None:
    """CAP-S.3  A third of the territories, rounded down, at least 3."""
    t = lay(of(0, *CODES[:held]))
    assert t.base_income(0) == units


def test_the_north() -> None:
    """CAP-E.6"""
    assert [CODES[i] for i in range(42) if TERRAIN.north >> i & 1] == [
        "ALA",
        "NWT",
        "GRL",
        "ICE",
        "SCA",
        "SIB",
        "YAK",
        "KAM",
    ]


def test_the_decks() -> None:
    """CAP-1.2  24 Event cards and 40 Action cards, in as many copies as the rulebook says."""
    assert [(card.name, card.count) for card in EVENT.cards] == counted(EVENTS)
    assert [(card.name, card.count) for card in ACTION.cards] == counted(ACTIONS)
    assert len(EVENT.pile()) == 24 and len(ACTION.pile()) == 40
    for deck, letter in ((EVENT, "E"), (ACTION, "A")):
        assert [card.data["clause"] for card in deck.cards] == [f"CAP-{letter}.{n}" for n in range(1, 17)]
    bids = {card.name: card.data["bid"] for deck in (EVENT, ACTION) for card in deck.cards if "bid" in card.data}
    assert bids == {
        "Arms Fair": "winner",
        "Congress": "ranked",
        "Trade Sanctions": "winner",
        "Arms Auction": "winner",
        "Defection": "winner",
        "Peace Conference": "ranked",
    }


def test_the_conference_table() -> None:
    """CAP-4.3"""
    t = deal(3)
    assert [tuple(row.of(t, k) for row in (REWARD_UNITS, REWARD_EUR, REWARD_CARDS)) for k in range(6)] == [
        (4, 0, 0),
        (0, 5, 0),
        (0, 0, 1),
        (2, 0, 0),
        (0, 2, 0),
        (0, 0, 0),
    ]


def test_a_territory_belongs_to_the_units_on_it() -> None:
    """CAP-S.1  Neutral units hold it for nobody; after an attack it is the newcomers' alone."""
    t = lay({"WEU": ["neutral", 1], "SEU": [0, 6]}, faces=[6, 6, 1, 5])
    assert on(t, "WEU") == ["neutral", 1] and t.held[6] == 1
    t.play(0, GAME.parse("attack WEU from SEU"))
    t.play(0, GAME.parse("move in 4"))
    assert on(t, "WEU") == [0, 4] and t.held[6] == 0


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_territory_is_held_at_every_moment(seats: int) -> None:
    """CAP-S.1  Once setup has filled the map, no territory is ever empty or without units."""
    t = deal(seats, 5, setup_claim="random", max_rounds=6)
    rng = random.Random(seats)
    while not t.over:
        seat = rng.choice(t.deciders())
        first, count = rng.choice(t.options(seat).spans())
        t.play(seat, first + rng.randrange(count))
        if t.round > 0 and (t.over or t.step().tag != "conquest.move_in"):
            assert min(t.units) >= 1 and max(t.owner) <= 6
