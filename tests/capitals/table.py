"""What the tests of Capitals share: the map as the rulebook prints it, and short ways to lay out and read a table."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from engine.by_words import answers as answers
from engine.by_words import offered as offered
from engine.by_words import play as play
from engine.by_words import refused as refused
from engine.by_words import told as told
from marchland.engine.dice import Dice, ScriptedDice, fast_dice
from marchland.games.capitals.cards import ACTION, EVENT
from marchland.games.capitals.game import GAME
from marchland.games.capitals.sight import CapitalsTable
from marchland.games.capitals.world import WORLD

# Typed from the chapter on the board, not read from the board file: the tests compare the two.
CONTINENTS = {
    "NA": "ALA NWT GRL ALB ONT QUE WUS EUS CTA",
    "SA": "VEN PER BRA ARG",
    "EU": "ICE GBR SCA NEU WEU SEU EEU",
    "AF": "NAF EGY EAF CAF SAF MAD",
    "AS": "URA SIB YAK IRK KAM MON JAP CAS CHI MEA IND ICH",
    "OC": "INO NGU WAU EAU",
}
CODES = " ".join(CONTINENTS.values()).split()

# The list of neighbours as the rulebook prints it; ~ marks a sea lane.
NEIGHBOURS = {
    "ALA": "NWT ALB KAM~",
    "NWT": "ALA GRL~ ALB ONT",
    "GRL": "NWT~ ONT~ QUE~ ICE~",
    "ALB": "ALA NWT ONT WUS",
    "ONT": "NWT GRL~ ALB QUE WUS EUS",
    "QUE": "GRL~ ONT EUS",
    "WUS": "ALB ONT EUS CTA",
    "EUS": "ONT QUE WUS CTA",
    "CTA": "WUS EUS VEN",
    "VEN": "CTA PER BRA",
    "PER": "VEN BRA ARG",
    "BRA": "VEN PER ARG NAF~",
    "ARG": "PER BRA",
    "ICE": "GRL~ GBR~ SCA~",
    "GBR": "ICE~ SCA~ NEU~ WEU~",
    "SCA": "ICE~ GBR~ NEU~ EEU",
    "NEU": "GBR~ SCA~ WEU SEU EEU",
    "WEU": "GBR~ NEU SEU NAF~",
    "SEU": "NEU WEU EEU NAF~ EGY~ MEA",
    "EEU": "SCA NEU SEU URA CAS MEA",
    "NAF": "BRA~ WEU~ SEU~ EGY EAF CAF",
    "EGY": "SEU~ NAF EAF MEA",
    "EAF": "NAF EGY CAF SAF MAD~ MEA~",
    "CAF": "NAF EAF SAF",
    "SAF": "EAF CAF MAD~",
    "MAD": "EAF~ SAF~",
    "URA": "EEU SIB CAS CHI",
    "SIB": "URA YAK IRK MON CHI",
    "YAK": "SIB IRK KAM",
    "IRK": "SIB YAK KAM MON",
    "KAM": "ALA~ YAK IRK MON JAP~",
    "MON": "SIB IRK KAM JAP~ CHI",
    "JAP": "KAM~ MON~",
    "CAS": "EEU URA CHI MEA IND",
    "CHI": "URA SIB MON CAS IND ICH",
    "MEA": "SEU EEU EGY EAF~ CAS IND",
    "IND": "CAS CHI MEA ICH",
    "ICH": "CHI IND INO~",
    "INO": "ICH~ NGU~ WAU~",
    "NGU": "INO~ WAU~ EAU~",
    "WAU": "INO~ NGU~ EAU",
    "EAU": "NGU~ WAU",
}

Position = dict[str, list[Any]]


def number(code: str) -> int:
    return CODES.index(code)


def lay(
    territories: Position | None = None, rest: Sequence[Any] | None = (2, 1), faces: Sequence[int] = (), **entries: Any
) -> CapitalsTable:
    """A position in the Attack step of seat 0, three seats, dice that fall as written; `entries` say otherwise."""
    dice = entries.pop("dice", None) or ScriptedDice(list(faces), 0, entries.pop("picks", None))
    position = {"seats": 3, "active": 0, "step": "attack", "territories": territories or {}, **entries}
    if rest is not None:
        position["rest"] = list(rest)
    t = GAME.position(position, dice=dice, events=True)
    assert isinstance(t, CapitalsTable)
    assert GAME.conserved(t) == ""
    return t


def deal(seats: int = 4, seed: int = 0, dice: Dice | None = None, **options: object) -> CapitalsTable:
    t = GAME.deal(seats, seed, options, dice=dice, events=True)
    assert isinstance(t, CapitalsTable)
    return t


def of(owner: int | str, *codes: str, units: int = 1) -> Position:
    """The same units of one owner in several territories."""
    return {code: [owner, units] for code in codes}


def spread(*owners: int) -> Position:
    """So many territories for each seat, in the order of the board."""
    made: Position = {}
    for seat, count in enumerate(owners):
        for code in CODES[len(made) : len(made) + count]:
            made[code] = [seat, 1]
    return made


def bid(t: CapitalsTable, *amounts: int | str) -> None:
    """The bids of all who take part, by rising seat; "2L" is a bid of 2 with a Lobbyist."""
    for seat, amount in zip(t.deciders(), amounts, strict=True):
        said = str(amount)
        words = f"bid {said[:-1]} with a Lobbyist" if said.endswith("L") else f"bid {said}"
        t.play(seat, GAME.parse(words))
    assert GAME.conserved(t) == ""


def on(t: CapitalsTable, code: str) -> list[Any]:
    """[owner, units] of a territory."""
    owner = t.owner[number(code)]
    return ["neutral" if owner == 6 else owner, t.units[number(code)]]


def eur(t: CapitalsTable) -> list[int]:
    return list(t.eur)


def hand(t: CapitalsTable, seat: int) -> list[str]:
    return [ACTION.cards[card].name for card in t.hands[seat]]


def cards(t: CapitalsTable) -> list[int]:
    return [len(held) for held in t.hands.held]


def discards(t: CapitalsTable) -> list[str]:
    return [ACTION.cards[card].name for card in t.hands.discard]


def event(t: CapitalsTable) -> str:
    return EVENT.cards[t.event].name if t.event >= 0 else ""


def step(t: CapitalsTable) -> str:
    return t.step().tag.removeprefix("capitals.").removeprefix("conquest.")


def attackable(t: CapitalsTable) -> set[str]:
    """The attacks that are offered, as MEA-IND."""
    kind = "attack" if offered(t, "attack ") else "storm"
    found = set()
    for name in offered(t, f"{kind} "):
        words = name.split()
        found.add(f"{words[3]}-{words[1]}")
    return found


def imagined(t: CapitalsTable, seat: int, count: int = 40) -> Iterator[CapitalsTable]:
    """Tables that a seat thinks possible."""
    for seed in range(count):
        made = t.determinize(seat, fast_dice(seed))
        assert isinstance(made, CapitalsTable)
        assert GAME.conserved(made) == ""
        yield made


def idle(t: CapitalsTable, until: str = "", round: int = 0, rng: random.Random | None = None) -> None:
    """Everybody does as little as possible, up to a step or the beginning of a round."""
    before = t.round
    while not t.over and (step(t) != until if until else t.round < (round or before + 1)):
        seat = t.deciders()[0]
        options = t.options(seat)
        names = {GAME.name_of(a): a for a in options}
        quiet = [a for name, a in names.items() if name in ("end muster", "end attacks", "end turn", "pass", "bid 0")]
        t.play(seat, quiet[0] if quiet else options.at(rng.randrange(options.total) if rng else 0))
        assert GAME.conserved(t) == ""


def random_options(rng: random.Random) -> dict[str, object]:
    return {
        setting.name: rng.choice(setting.values or range(setting.least, min(setting.most, 12) + 1))
        for setting in GAME.settings.every
    }


assert [region.code for region in WORLD.regions] == CODES
