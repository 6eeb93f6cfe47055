"""What the tests of Swarm share: the names of its cards by number, and short ways to lay out and read a table."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.by_words import answers as answers
from engine.by_words import offered as offered
from engine.by_words import play as play
from engine.by_words import refused as refused
from engine.by_words import told as told
from marchland.engine.dice import Dice, fast_dice
from marchland.engine.errors import IllegalAction
from marchland.games.swarm.cards import CODES, COVERT, LEADER
from marchland.games.swarm.game import GAME
from marchland.games.swarm.sight import SwarmTable

# Leaders by the number that the rulebook gives them.
LEADERS = [card.name for card in LEADER.cards]


def names(*numbers: int) -> list[str]:
    """Leaders by number."""
    return [LEADERS[number] for number in numbers]


def hand(**seats: Sequence[int]) -> dict[str, list[str]]:
    """Leaders of some seats: hand(p0=[3, 4])."""
    return {seat[1:]: names(*numbers) for seat, numbers in seats.items()}


def lay(dice: Dice | None = None, events: bool = True, **entries: Any) -> SwarmTable:
    """A position: four seats, the swarm on C4, the move turn of seat 0; `entries` say otherwise."""
    t = GAME.position(entries, dice=dice or fast_dice(7), events=events)
    assert isinstance(t, SwarmTable)
    assert GAME.conserved(t) == ""
    return t


def deal(seats: int = 4, seed: int = 0, **options: object) -> SwarmTable:
    t = GAME.deal(seats, seed, options, events=True)
    assert isinstance(t, SwarmTable)
    return t


def words(assets: Sequence[int | str]) -> str:
    """Amounts of water, and cards by their names."""
    return " and ".join(str(asset) for asset in assets)


def offer(t: SwarmTable, maker: int, to: int, give: Sequence[int | str] = (), ask: Sequence[int | str] = ()) -> int:
    """Make an offer; its number."""
    t.propose(maker, to, words(give), words(ask))
    return t.offers[-1][0]


def no_offer(t: SwarmTable, maker: int, to: int, give: Sequence[int | str] = (), ask: Sequence[int | str] = ()) -> str:
    """The clause by which an offer cannot be made; nothing on the table may have changed."""
    before = t.fingerprint()
    with pytest.raises(IllegalAction) as refusal:
        t.propose(maker, to, words(give), words(ask))
    assert t.fingerprint() == before
    return refusal.value.clause


def struck(t: SwarmTable, maker: int, to: int, give: Sequence[int | str] = (), ask: Sequence[int | str] = ()) -> None:
    """An offer that is accepted at once."""
    t.play(to, GAME.parse(f"accept offer {offer(t, maker, to, give, ask)}"))
    assert GAME.conserved(t) == ""


def on(t: SwarmTable, tile: str) -> dict[int, int]:
    """Who stands on a tile with how many."""
    return {seat: int(t.on(seat, CODES.index(tile))) for seat in range(t.seats) if t.on(seat, CODES.index(tile))}


def temple(t: SwarmTable, seat: int) -> list[int]:
    """A seat's troops in the temples of fire, earth, water and wind."""
    return [int(t.in_temple[seat * 4 + i]) for i in range(4)]


def water(t: SwarmTable) -> list[int]:
    return list(t.water)


def reserve(t: SwarmTable) -> list[int]:
    return list(t.reserve)


def tile(t: SwarmTable) -> str:
    """Where the swarm is."""
    return CODES[t.swarm]


def coverts(t: SwarmTable, seat: int) -> list[str]:
    return [COVERT.cards[kind].name for kind in t.coverts[seat]]


def discards(t: SwarmTable) -> list[str]:
    return sorted(COVERT.cards[kind].name for kind in t.coverts.discard)


def step(t: SwarmTable) -> str:
    return t.step().tag.removeprefix("swarm.")


def fight(t: SwarmTable, *plans: str) -> None:
    """Plans as "0: 4, Asha Cinder, Ambush" (a dash for no leader); what is chosen by itself is left out."""
    for plan in plans:
        seat = int(plan[0])
        parts = [part.strip() for part in plan[2:].split(",")]
        said = [f"commit {parts[0]}"]
        said.append("lead without a leader" if parts[1] == "-" else f"lead with {parts[1]}")
        said.append(f"play {parts[2]}" if len(parts) > 2 else "play no tactics")
        for word in said:
            if step(t) == "plan" and seat in t.deciders() and GAME.parse(word) in t.options(seat):
                t.play(seat, GAME.parse(word))
    assert step(t) != "plan" or len(t.deciders()) > 0
    assert GAME.conserved(t) == ""


def idle(t: SwarmTable, until: str = "", round: int = 0) -> None:
    """Everybody does as little as possible, up to a step or the beginning of a round."""
    before = t.round
    while not t.over and (step(t) != until if until else t.round < (round or before + 1)):
        seat = t.deciders()[0]
        t.play(seat, t.options(seat).at(0))
        assert GAME.conserved(t) == ""


def all_pass(t: SwarmTable) -> None:
    """Nobody betrays anybody."""
    while not t.over and step(t) == "treason":
        t.play(t.deciders()[0], GAME.parse("pass"))


def imagined(t: SwarmTable, seat: int, count: int = 40) -> Iterator[SwarmTable]:
    """Tables that a seat thinks possible."""
    for seed in range(count):
        made = t.determinize(seat, fast_dice(seed))
        assert isinstance(made, SwarmTable)
        assert GAME.conserved(made) == ""
        yield made


def random_options(rng: random.Random) -> dict[str, object]:
    return {
        setting.name: rng.choice(setting.values or range(setting.least, setting.most + 1))
        for setting in GAME.settings.every
    }
