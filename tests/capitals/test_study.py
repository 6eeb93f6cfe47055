"""What a study is told of a match agrees with what the players did."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from marchland.engine.dice import fast_dice
from marchland.engine.match import Match
from marchland.games.capitals.cards import ACTION
from marchland.games.capitals.game import GAME
from marchland.games.capitals.study import FACTS, stage
from marchland.games.capitals.table import Capitals
from marchland.games.capitals.world import WORLD

CARD_FIRST = ("play", "play_on", "play_in", "play_from", "react")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_facts_are_those_of_the_match(seats: int) -> None:
    # An event of round 1 could change the first hands before anybody decides.
    match = Match(GAME, seats, {"max_rounds": 12, "first_round_event": "no"}, fast_dice(seats))
    rng = random.Random(seats)
    bids: dict[int, int] = {}
    continents: dict[int, str] = {}
    played: set[tuple[int, str]] = set()
    first_order: list[int] = []
    hands: list[list[int]] = []
    while not match.table.over:
        t = match.table
        assert isinstance(t, Capitals)
        if t.round == 1 and not hands:
            first_order, hands = t.order[:], [hand[:] for hand in t.hands.held]
        seat = rng.choice(t.deciders())
        action = rng.choice(t.options(seat).actions())
        kind = GAME.words.kind_of(action)
        if kind.name in ("bid", "lobby") and t.step().tag == "capitals.setup_bid":
            bids[seat] = kind.a(action)
        if kind.name == "lobby":
            played.add((seat, "Lobbyist"))
        if kind.name == "airlift":
            played.add((seat, "Airlift"))
        if kind.name == "found":
            continents[seat] = WORLD.groups[WORLD.group_of[kind.a(action)]].name
        if kind.name in CARD_FIRST:
            played.add((seat, ACTION.cards[kind.a(action)].name))
        match.play(seat, action)
    facts = GAME.study(match.table, match.events)

    def said(fact: str) -> list[tuple[int, str]]:
        return sorted((seat, value) for seat, name, value in facts if name == fact)

    assert {name for _, name, _ in facts} <= set(FACTS)
    assert said("setup_bid") == sorted((seat, stage(bid)) for seat, bid in bids.items())
    assert said("setup_order") == sorted((seat, str(place + 1)) for place, seat in enumerate(first_order))
    assert said("continent") == sorted(continents.items())
    assert said("played") == sorted(played)
    assert said("dealt") == sorted({(seat, ACTION.cards[c].name) for seat, hand in enumerate(hands) for c in hand})
    # From round 2 on every round seats its players on places 1 to their number.
    rounds = Counter(value for _, value in said("order"))
    assert len(said("bid")) == len(said("order")) == sum(rounds.values())
    for players in range(2, seats + 1):
        assert len({rounds[f"{players} players: {place}"] for place in range(1, players + 1)}) == 1
    assert rounds[f"{seats} players: 1"] > 0


def test_bids_are_grouped_in_stages() -> None:
    assert [stage(bid) for bid in (0, 1, 3, 4, 5, 6, 9)] == ["0", "1", "3", "4 to 5", "4 to 5", "6 to 9", "6 to 9"]
    assert stage(10) == stage(40) == "10 or more"
