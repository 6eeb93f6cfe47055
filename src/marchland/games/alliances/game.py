"""Alliances as a game: its laws and its labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.board import Board
from marchland.engine.game import Game, Preset, load_emblems, load_first_steps
from marchland.engine.labels import Labels
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.offers import Deals
from marchland.engine.picture import Fact
from marchland.engine.report import Reporter
from marchland.engine.sets import bit, size
from marchland.engine.table import Table
from marchland.games.alliances.battle import BATTLE
from marchland.games.alliances.command import BATTLES, PICK_TOKEN, PLAN, PLUNDER, left_to_send
from marchland.games.alliances.draft import GIVE_UP, PICK_CARD
from marchland.games.alliances.entries import ENTRIES, FRAMES
from marchland.games.alliances.evaluation import evaluate
from marchland.games.alliances.gifts import GIVE_BESIDE
from marchland.games.alliances.position import laid, place
from marchland.games.alliances.powers import CODES, NAMES, NEUTRAL, POWERS, TEAMS
from marchland.games.alliances.regions import CODES as REGION_CODES
from marchland.games.alliances.regions import (
    EUROPE,
    LAND,
    LIMIT,
    NUMBERS,
    PACKAGE,
    PLACEHOLDERS,
    REGIONS,
    SEA,
    read_europe,
)
from marchland.games.alliances.regions import NAMES as REGION_NAMES
from marchland.games.alliances.seats import SCENARIOS
from marchland.games.alliances.sequence import MATCH, ROUND
from marchland.games.alliances.settings import SETTINGS
from marchland.games.alliances.sight import AlliancesTable
from marchland.games.alliances.study import FACTS, ending, study
from marchland.games.alliances.table import (
    ARTILLERY,
    DIG,
    FORCES,
    INFANTRY,
    INVEST,
    KINDS,
    TOKENS,
    UNITS,
    Alliances,
    force_in_words,
)
from marchland.games.alliances.tokens import TOKENS_OF
from marchland.games.alliances.training import PATTERNS
from marchland.games.alliances.victory import VICTORY


class AlliancesGame(Game[AlliancesTable]):
    def blank(self) -> AlliancesTable:
        return AlliancesTable()

    def evaluate(self, t: Table, seat: i64) -> float:
        assert isinstance(t, Alliances)
        return evaluate(t, seat)

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        assert isinstance(t, Alliances)
        place(t, dict(position))

    def laid_out(self, t: Table) -> dict[str, Any]:
        assert isinstance(t, Alliances)
        return laid(t)

    def read_house_board(self, text: str) -> Board:
        return read_europe(text)

    def conserved(self, t: Table) -> str:
        assert isinstance(t, Alliances)
        return broken_law(t)

    # Odds are imported by whoever asks for them: a match that nobody weighs needs none.

    def odds(self, t: Table, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
        from marchland.games.alliances.odds import odds_of_battle

        assert isinstance(t, Alliances)
        return odds_of_battle(t, seat, actions)

    def inquiry(self) -> Inquiry | None:
        from marchland.games.alliances.odds import BattleInquiry

        return BattleInquiry(self)

    def standing(self, t: Table) -> list[list[Fact]]:
        """ALL-4.1  Points of the team; stars and units of the seat."""
        assert isinstance(t, Alliances)
        return [standing_of(t, seat) for seat in range(t.seats)]

    def reporter(self, t: Table) -> Reporter:
        from marchland.games.alliances.report import AlliancesReporter

        return AlliancesReporter(t)

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        assert isinstance(dealt, Alliances)
        return study(dealt, story)

    def ending(self, t: Table) -> str:
        assert isinstance(t, Alliances)
        return ending(t)


def standing_of(t: Alliances, seat: int) -> list[Fact]:
    own = t.powers_of(seat)
    return [
        Fact(int(t.points[t.team_at(seat)]) if own else 0, "point", "points"),
        Fact(sum([int(size(t.lands(power) & t.strategic)) for power in own]), "star", "stars"),
        Fact(sum([int(t.unit_cost(power)) for power in own]), "unit cost"),
    ]


def broken_law(t: Alliances) -> str:
    """ALL-2.1, ALL-1.12, ALL-8.3, ALL-10.2  Units as far as the stock goes, one owner to a region, one token to a land
    region and no more tokens than there are, coins within the limits, and what is kept by hand agrees with the map."""
    for power in range(POWERS):
        has = [int(t.pieces(power, kind)) for kind in range(2)]
        stock = [int(INFANTRY.of(t)), int(ARTILLERY.of(t))]
        if has[0] > stock[0] or has[1] > stock[1]:
            return f"{CODES[power]} has {has[0]} infantry and {has[1]} artillery, and {stock[0]} and {stock[1]} are all"
        if t.drafted[power] & ~t.held[power]:
            return f"{CODES[power]} has drafted a card and has no unit there"
        if t.supply[power] < 0:
            return f"{CODES[power]} has {t.supply[power]} coins"
        for kind in range(KINDS):
            if size(t.tokens[power * KINDS + kind]) > TOKENS_OF[kind].of(t):
                return f"{CODES[power]} has laid too many {TOKENS[kind]} tokens"
    if sum([*t.attackers, *t.plan]) > 0 and (t.mover < 0 or t.origin < 0):
        return "there is a plan or a battle, and no origin of a Move token"
    if t.origin >= 0 and any(left_to_send(t, kind) < 0 for kind in range(2)):
        return f"the plan sends more units from {REGION_CODES[t.origin]} than there are"
    for region in range(REGIONS):
        fault = broken_in(t, region)
        if fault:
            return f"{REGION_CODES[region]} {fault}"
    return ""


def broken_in(t: Alliances, region: int) -> str:
    holders = [power for power in range(POWERS + 1) if t.units(power, region) > 0]
    for power in range(POWERS + 1):
        if (t.held[power] & bit(region) != 0) != (power in holders):
            return f"is wrongly noted for power {power}"
        if t.infantry_in(power, region) < 0 or t.artillery_in(power, region) < 0:
            return "has less than no units"
    if t.artillery_in(NEUTRAL, region) > 0:
        return "has neutral artillery"
    if SEA & bit(region) and NEUTRAL in holders:
        return "is a sea and has neutral units"
    if not 0 <= t.coins[region] <= LIMIT[region]:
        return f"can hold coins up to {LIMIT[region]}, not {t.coins[region]}"
    hands = [CODES[power] for power in range(POWERS) if t.hands[power] & bit(region)]
    if len(hands) > 1:
        return f"is a card in the hands of {' and '.join(hands)}"
    if t.trenches[region] & ~PLACEHOLDERS[region]:
        return "has a trench where none can be dug"
    tokens = [place for place in range(POWERS * KINDS) if t.tokens[place] & bit(region)]
    if LAND & bit(region):
        if len(holders) > 1:
            return f"has units of {' and '.join([*CODES, 'neutral'][power] for power in holders)}"
        if t.owner[region] != (holders[0] if holders else -1):
            return f"is wrongly noted to be owned by {t.owner[region]}"
        fought_for = t.attackers[region] + t.attackers[REGIONS + region] > 0
        if len(tokens) > 1 or (tokens and not holders and not fought_for):
            return "has more than one token" if len(tokens) > 1 else "has a token and no units"
        if any(place % KINDS in (INVEST, DIG) and place // KINDS not in holders for place in tokens):
            return "has a token to invest or to dig of a power that is not there"
    elif any(tokens.count(place) and place // KINDS not in holders for place in tokens):
        return "has a token of a power that is not there"
    return ""


def labels() -> Labels:
    made = Labels()
    made.put("region", REGION_CODES, REGION_NAMES)
    made.put("power", CODES, NAMES)
    made.put("team", ["entente", "central"], TEAMS)
    made.put("token", TOKENS, ["Invest", "Dig trenches", "Move", "Train units"])
    made.put("unit", UNITS)
    made.put("force", [force_in_words(number) for number in range((INFANTRY.most + 1) * FORCES)])
    made.put("training", ["nothing", "infantry", "two_infantry", "artillery", "upgrade", "two_upgrades"], PATTERNS)
    made.put("direction", ["rise", "fall"])
    made.put("scenario", [scenario.name for scenario in SCENARIOS])
    return made


EMBLEMS: Final = load_emblems(PACKAGE, "emblems.toml")
FIRST_WAR: Final = {"setup": "beginner", "beginner_variant": "three_regions", "points_to_win": "4"}

GAME: Final = AlliancesGame(
    name="alliances",
    title="Alliances",
    prefix="ALL",
    version="1.0",
    summary="Two alliances, secret command tokens, strong defences: hold more strategic regions than the other team.",
    seats=(2, 6, 6),  # ALL-3.3
    labels=labels(),
    settings=SETTINGS,
    root=MATCH,
    steps=[
        *MATCH.sequence,
        PICK_CARD,
        GIVE_UP,
        ROUND,
        *ROUND.sequence,
        # What the Move tokens call.
        PICK_TOKEN,
        PLAN,
        PLUNDER,
        BATTLES,
        *BATTLE,
        *VICTORY,
    ],
    beside=[GIVE_BESIDE],
    package=PACKAGE,
    deals=Deals("ALL-3.6"),
    numbers=[NUMBERS],
    board=EUROPE,
    emblems=EMBLEMS,
    opening=[PICK_CARD, GIVE_UP],
    sequence=[step for step in ROUND.sequence if step.tag not in ("alliances.begin", "alliances.order")],
    length="60 to 120 minutes",
    presets=[
        Preset("Rulebook", "As the rulebook has it.", {}),
        Preset("First war", "One unit in each of three regions, and four points win.", FIRST_WAR),
        Preset("Draft", "Powers draft the regions in which they begin.", {"setup": "expert"}),
        Preset("Open staff", "Team mates see each other's tokens before they are turned up.", {"team_view": "on"}),
    ],
    first_evening="First war",
    first_steps=load_first_steps(PACKAGE, "first_steps.toml", EMBLEMS),
    facts=FACTS,
    entries=ENTRIES,
    frames=FRAMES,
)
