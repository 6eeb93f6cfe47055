"""Rebellion as a game: its laws and its labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.game import Game, Preset, load_emblems, load_first_steps
from marchland.engine.labels import Labels
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.picture import Fact
from marchland.engine.report import Reporter
from marchland.engine.sets import bit, size
from marchland.engine.table import Table
from marchland.games.rebellion.aftermath import AFTERMATH, CONSEQUENCES, NAME_PLACE
from marchland.games.rebellion.agents import CARD_CODES, CARDS, has_dealt
from marchland.games.rebellion.army import EXCHANGES
from marchland.games.rebellion.attack import ATTACK
from marchland.games.rebellion.battle import BATTLE, LOSS
from marchland.games.rebellion.buildings import SCRAP
from marchland.games.rebellion.captain import CAPTAIN
from marchland.games.rebellion.captives import CAPTURED_CAPTIVES, KEEPING, TAKING
from marchland.games.rebellion.capture import PLUNDERING
from marchland.games.rebellion.deals import PLEDGE_CODES, PLEDGE_NAMES, TERMS
from marchland.games.rebellion.ending import points
from marchland.games.rebellion.entries import ENTRIES, FRAMES
from marchland.games.rebellion.evaluation import evaluate
from marchland.games.rebellion.expeditions import MINERAL, TRIBE_APPEARS
from marchland.games.rebellion.faces import DECKS
from marchland.games.rebellion.finds import COCONUT_TREE, POISON, UNREST, WINDS
from marchland.games.rebellion.force import TARGET
from marchland.games.rebellion.income import INSOLVENCY
from marchland.games.rebellion.losses import LOSING
from marchland.games.rebellion.mutiny import MUTINY_TEST, RISING
from marchland.games.rebellion.overseas import CAPTAIN_SALE
from marchland.games.rebellion.peace import RELOCATION, REPLY, TREATY
from marchland.games.rebellion.plots import FREEING
from marchland.games.rebellion.position import laid, place
from marchland.games.rebellion.revolts import BRIBERY, REVOLT
from marchland.games.rebellion.sea_battle import SEA_BATTLE, SEA_LOSS
from marchland.games.rebellion.sequence import MATCH, ROUND, TURN
from marchland.games.rebellion.settings import NUMBERS, SETTINGS
from marchland.games.rebellion.setup import PICK_CAPITAL, START_ROLL
from marchland.games.rebellion.sheets import OVERSEAS
from marchland.games.rebellion.sight import RebellionTable
from marchland.games.rebellion.table import BUILDINGS, NOBODY, REBELS, UNITS, WEATHER, Rebellion, cargo_soldiers
from marchland.games.rebellion.transporters import CAPACITY
from marchland.games.rebellion.voyages import VOYAGE
from marchland.games.rebellion.waters import INDEX, LOAD, MOST_TRANSPORTERS, NUMBER, OWNER, SEA, SHIPS
from marchland.games.rebellion.world import CODES, PACKAGE, PROVINCES, WORLD


class RebellionGame(Game[RebellionTable]):
    def blank(self) -> RebellionTable:
        return RebellionTable()

    def evaluate(self, t: Table, seat: i64) -> float:
        assert isinstance(t, Rebellion)
        return evaluate(t, seat)

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        assert isinstance(t, Rebellion)
        place(t, dict(position))

    def laid_out(self, t: Table) -> dict[str, Any]:
        assert isinstance(t, Rebellion)
        return laid(t)

    def conserved(self, t: Table) -> str:
        assert isinstance(t, Rebellion)
        return broken_law(t)

    # Odds are imported by whoever asks for them: a match that nobody weighs needs none.

    def odds(self, t: Table, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
        from marchland.games.rebellion.odds import odds_of

        assert isinstance(t, RebellionTable)
        return odds_of(t, seat, actions, quick)

    def inquiry(self) -> Inquiry | None:
        from marchland.games.rebellion.odds import BattleInquiry

        return BattleInquiry(self)

    def standing(self, t: Table) -> list[list[Fact]]:
        assert isinstance(t, Rebellion)
        return [
            [
                Fact(int(points(t, seat)) if t.capital[seat] >= 0 else 0, "point", "points"),
                Fact(int(size(t.owned(seat))), "province", "provinces"),
                Fact(int(t.soldiers_of(seat)), "soldier", "soldiers"),
            ]
            for seat in range(t.seats)
        ]

    def reporter(self, t: Table) -> Reporter:
        from marchland.games.rebellion.report import RebellionReporter

        return RebellionReporter(t)

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        from marchland.games.rebellion.study import study

        return study(dealt, story)

    def ending(self, t: Table) -> str:
        """REB-25.1, REB-25.3, REB-25.4"""
        from marchland.games.rebellion.study import ending

        assert isinstance(t, Rebellion)
        return ending(t)


def broken_law(t: Rebellion) -> str:
    """REB-4.12  What a province can be; nobody owes anything, nothing is counted twice."""
    for province in range(PROVINCES):
        holder, owner = t.holder[province], t.owner[province]
        there = t.units_in(province)
        name = WORLD.regions[province].name
        if holder == NOBODY and (owner != NOBODY or there):
            return f"{name} is held by nobody and not empty"
        if holder >= REBELS and (owner != NOBODY or not there):
            return f"{name} is held by rebels or a tribe, and has an owner or no units"
        if 0 <= holder < t.seats and not (t.lives(holder) and 0 <= owner < t.seats and t.lives(owner)):
            return f"{name} is held or owned by somebody who is not in the game"
        if t.seats <= holder < REBELS:
            return f"{name} is held by a seat that does not exist"
        if t.tokens[province] < 0 or (t.tokens[province] and t.crowned >> province & 1):
            return f"{name} has {t.tokens[province]} red tokens"
        if t.robbery[province] and not (owner == holder and 0 <= owner < t.seats):
            return f"{name} is robbed by somebody who does not own it"
        if sum(int(t.stands(building, province)) for building in range(6)) > 1:
            return f"{name} has two main buildings"
        if t.crowned >> province & 1 and t.developed() >> province & 1:
            return f"{name} has a capital and a building"
        if t.redoubts >> province & 1 and not t.stands(3, province):
            return f"{name} has a second level of bunkers without a first"
        if (holder >= 0) != any(t.held[who] >> province & 1 for who in range(8)):
            return f"who holds {name} is not what was counted"
    for cell in t.units:
        if cell < 0:
            return "there are fewer units than none"
    for seat in range(t.seats):
        if t.coins[seat] < 0 or t.food[seat] < 0:
            return f"seat {seat} has {t.coins[seat]} coins and {t.food[seat]} food"
        if not t.lives(seat) and (t.held[seat] or t.titled[seat] or t.coins[seat]):
            return f"seat {seat} is eliminated and still has something"
        if t.place[seat] >= 0 and (t.holder[t.place[seat]] != seat or t.holds_own_capital(seat)):
            return f"seat {seat} recruits where it cannot"
        if t.capital[seat] >= 0 and not t.crowned & bit(t.capital[seat]):
            return f"the capital of seat {seat} was not counted"
        for other in range(t.seats):
            if t.at_war(seat, other) != t.at_war(other, seat):
                return f"seat {seat} is at war with seat {other}, but not the other way round"
    return broken_sheet(t) or broken_at_sea(t) or counted_wrong(t)


def broken_sheet(t: Rebellion) -> str:
    """Markers lie on land that can have them (REB-20.12), captives stand with a master (REB-22.11), nothing is
    less than none, and the eliminated have nothing under way (REB-20.7)."""
    if (t.trees | t.explored) & t.crowned:
        return "a tree or an expedition is in a province with a capital"
    for province in range(PROVINCES):
        holder = t.holder[province]
        name = WORLD.regions[province].name
        if t.captive_land >> province & 1 and not 0 <= holder < t.seats:
            return f"there are captives in {name}, and no player holds it"
        # After a capture they are free as soon as the march is settled (REB-9.1).
        settled = not t.over and (province != t.battle[TARGET] or not t.frame_of([CONSEQUENCES]))
        if settled and 0 <= holder < t.seats and t.captives_of(province, holder):
            return f"there are captives of their own master in {name}"
    for n in t.captives:
        if n < 0:
            return "there are fewer captives than none"
    for seat in range(t.seats):
        if least_on_sheet(t, seat) < 0:
            return f"seat {seat} has less than nothing on the sheet"
        if not t.lives(seat) and (t.agents[seat] or t.vouchers[seat] or has_dealt(t, seat)):
            return f"seat {seat} is eliminated and still has a sheet"
    for who, site, _ in t.expeditions:
        if not t.lives(who) or (site != OVERSEAS and not t.owned(who) >> site & 1):
            return f"seat {who} explores land of somebody else"
    return ""


def broken_at_sea(t: Rebellion) -> str:
    """REB-17.11, REB-17.15, REB-18.1  Nobody who is out has ships, and nothing is too full."""
    seas = [row[SEA] for row in t.boats]
    if len(set(seas)) < len(seas):
        return "two fishing boats lie in one sea"
    numbers = [(row[OWNER], row[INDEX]) for row in t.transports]
    if len(set(numbers)) < len(numbers):
        return "two transporters have the same number"
    for row in t.transports:
        if cargo_soldiers(row) > CAPACITY.of(t) or min(row) < 0:
            return f"transporter {row[INDEX] + 1} of seat {row[OWNER]} is too full"
    if any(row[NUMBER] <= 0 for row in t.ships) or any(n < 0 for row in t.voyages for n in row[LOAD:]):
        return "there are fewer ships or units at sea than none"
    for seat in range(t.seats):
        if not t.lives(seat) and (t.has_vessel(seat) or t.soldiers_afloat(seat) or t.docked[seat]):
            return f"seat {seat} is eliminated and still has something at sea"
        if t.docked[seat] < 0:
            return f"seat {seat} has fewer construction ships than none"
    return ""


def least_on_sheet(t: Rebellion, seat: int) -> int:
    counted = [t.agents[seat], t.fruit[seat], t.fruit_bought[seat], t.vouchers[seat], t.farm_hands[seat]]
    lasting = [t.weapons[seat], t.cannonballs[seat], t.environment[seat]]
    plotted = [t.sabotaged[seat], t.burned[seat], t.incited[seat]]
    return min(int(n) for n in [*counted, *lasting, *plotted])


def counted_wrong(t: Rebellion) -> str:
    """What is kept for speed is what the table says."""
    twin = t.copy()
    assert isinstance(twin, Rebellion)
    twin.restore()
    for name in ("count", "ready", "held", "titled", "nets", "patrols"):
        if list(getattr(twin, name)) != list(getattr(t, name)):
            return f"{name} was counted wrongly"
    if (twin.marred, twin.crowned) != (t.marred, t.crowned):
        return "tokens or capital sites were counted wrongly"
    return "" if twin.captive_land == t.captive_land else "captives were counted wrongly"


def labels() -> Labels:
    made = Labels()
    made.put("region", CODES, [region.name for region in WORLD.regions])
    made.put("unit", UNITS)
    made.put("building", BUILDINGS)
    made.put("ship", SHIPS)
    numbers = range(1, MOST_TRANSPORTERS + 1)
    made.put("transporter", [f"T{n}" for n in numbers], [f"transporter {n}" for n in numbers])
    made.put("weather", WEATHER)
    made.put("exchange", [code for code, _ in EXCHANGES], [name for _, name in EXCHANGES])
    made.put("card", CARD_CODES, CARDS)
    made.put("pledge", PLEDGE_CODES, PLEDGE_NAMES)
    return made


CALM: Final = {
    "mod_sea": "off",
    "mod_expeditions": "off",
    "mod_agents": "off",
    "mod_weather": "off",
    "mod_revolts": "off",
    "mod_captives": "off",
}
BUILDERS: Final = {**CALM, "mod_economy": "off"}
CORE: Final = {**BUILDERS, "mod_buildings": "off"}

FIRST: Final = {**CORE, "mod_buildings": "on", "round_limit": "10"}
EMBLEMS: Final = load_emblems(PACKAGE, "emblems.toml")

GAME: Final = RebellionGame(
    name="rebellion",
    title="Rebellion",
    prefix="REB",
    version="0.8",
    summary="A nation with a capital, an economy and small armies: occupied land is yours only by treaty.",
    seats=(2, 4, 6),
    labels=labels(),
    settings=SETTINGS,
    root=MATCH,
    steps=[
        *MATCH.sequence,
        ROUND,
        *ROUND.sequence,
        TURN,
        *TURN.sequence,
        # What these call.
        INSOLVENCY,
        ATTACK,
        BATTLE,
        LOSS,
        CONSEQUENCES,
        PLUNDERING,
        VOYAGE,
        SEA_BATTLE,
        SEA_LOSS,
        NAME_PLACE,
        AFTERMATH,
        SCRAP,
        TREATY,
        REPLY,
        RELOCATION,
        REVOLT,
        BRIBERY,
        LOSING,
        MINERAL,
        TRIBE_APPEARS,
        UNREST,
        COCONUT_TREE,
        WINDS,
        CAPTAIN,
        POISON,
        CAPTAIN_SALE,
        CAPTURED_CAPTIVES,
        TAKING,
        KEEPING,
        MUTINY_TEST,
        RISING,
        FREEING,
    ],
    package=PACKAGE,
    deals=TERMS,
    numbers=[NUMBERS],
    board=WORLD,
    emblems=EMBLEMS,
    decks=DECKS,
    opening=[START_ROLL, PICK_CAPITAL],
    sequence=TURN.sequence,
    length="2 to 4 hours",
    presets=[
        Preset("Rulebook", "All modules.", {}),
        Preset("First evening", "Land, armies, buildings and peace, in ten rounds.", FIRST),
        Preset("First war", "Land, armies and peace alone, in ten rounds.", {**CORE, "round_limit": "10"}),
        Preset("Builders", "With buildings, without hunger, weather and revolts.", BUILDERS),
        Preset("Calm", "Buildings and food, without weather and revolts.", CALM),
    ],
    first_evening="First evening",
    first_steps=load_first_steps(PACKAGE, "first_steps.toml", EMBLEMS),
    facts={
        "turn": "the place in the turn order",
        "continent": "where the capital was founded",
        "built": "a building, once for each",
        "revolts": "how often soldiers mutinied",
        "income": "what a turn brought less its upkeep, once for each round",
    },
    entries=ENTRIES,
    frames=FRAMES,
)
