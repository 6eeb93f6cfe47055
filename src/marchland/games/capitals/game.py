"""Capitals as a game: its laws and its labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.board import Board
from marchland.engine.game import Game, Preset, load_emblems, load_first_steps
from marchland.engine.labels import Labels
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.picture import Fact
from marchland.engine.report import Reporter
from marchland.engine.table import Table
from marchland.games.capitals.actions import CARD_DONE, SPY
from marchland.games.capitals.battle import REACTION
from marchland.games.capitals.bids import BIDDING, SETTLING
from marchland.games.capitals.cards import ACTION, ACTION_COUNT, EVENT, EVENT_COUNT, NUMBERS, PACKAGE
from marchland.games.capitals.deals import TERMS
from marchland.games.capitals.evaluation import evaluate
from marchland.games.capitals.faces import DECKS
from marchland.games.capitals.position import ENTRIES, FRAMES, laid, place
from marchland.games.capitals.receiving import RECEIVE
from marchland.games.capitals.sequence import MATCH, OPENING, ROUND, STRIP, TURN
from marchland.games.capitals.setup import PLACE_STARTS
from marchland.games.capitals.sight import CapitalsTable
from marchland.games.capitals.study import FACTS, study
from marchland.games.capitals.table import SETTINGS, Capitals
from marchland.games.capitals.world import TERRITORIES, WORLD, read_world
from marchland.games.conquest.battle import BATTLE
from marchland.games.conquest.table import NEUTRAL, NOBODY, SHARED_NUMBERS
from marchland.games.conquest.words import CONQUEST


class CapitalsGame(Game[CapitalsTable]):
    def blank(self) -> CapitalsTable:
        return CapitalsTable()

    def evaluate(self, t: Table, seat: i64) -> float:
        assert isinstance(t, Capitals)
        return evaluate(t, seat)

    def read_house_board(self, text: str) -> Board:
        return read_world(text)

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        assert isinstance(t, Capitals)
        place(t, dict(position))

    def laid_out(self, t: Table) -> dict[str, Any]:
        assert isinstance(t, Capitals)
        return laid(t)

    def conserved(self, t: Table) -> str:
        assert isinstance(t, Capitals)
        return broken_law(t)

    # Odds are imported by whoever asks for them: a match that nobody weighs needs none.

    def odds(self, t: Table, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
        from marchland.games.conquest.odds import odds_of_attack

        assert isinstance(t, Capitals)
        return odds_of_attack(t, actions, quick)

    def inquiry(self) -> Inquiry | None:
        from marchland.games.conquest.odds import DiceInquiry

        return DiceInquiry(self)

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        return study(story)

    def standing(self, t: Table) -> list[list[Fact]]:
        assert isinstance(t, Capitals)
        return [
            [
                Fact(t.held[seat], "territory", "territories"),
                Fact(t.units_of(seat), "unit", "units"),
                Fact(t.capitals_of(seat), "capital", "capitals"),
            ]
            for seat in range(t.seats)
        ]

    def reporter(self, t: Table) -> Reporter:
        from marchland.games.capitals.report import CapitalsReporter

        return CapitalsReporter(t)

    def ending(self, t: Table) -> str:
        """CAP-11.1  The three ways in which a game ends."""
        assert isinstance(t, Capitals)
        if len(t.fallen) == t.seats - 1:
            return "elimination"
        return "capitals" if t.capitals_of(t.places.index(1)) == t.founded() else "ranking"


def broken_law(t: Capitals) -> str:
    """S.1  Every territory is held; every EUR is with a player or the bank; every card is somewhere, once."""
    held = [0] * 8
    moving_in = t.depth() > 0 and not t.over and t.step().tag == "conquest.move_in"
    for territory in range(TERRITORIES):
        owner = t.owner[territory]
        held[owner] += 1
        if owner != NOBODY and not t.terrain.in_play >> territory & 1:
            return f"territory {territory} is not in play"
        if t.round > 0 and owner == NOBODY and t.terrain.in_play >> territory & 1:
            return f"territory {territory} is held by nobody"
        if owner <= NEUTRAL and t.units[territory] < 1 and not moving_in:
            return f"territory {territory} stands empty"
    if held[: NEUTRAL + 1] != list(t.held)[: NEUTRAL + 1]:
        return f"territories were counted as {t.held}, the map says {held}"
    if t.round > 0 and sorted(t.fallen) != [seat for seat in range(t.seats) if held[seat] == 0]:
        return f"eliminated are {t.fallen}, the map says otherwise"
    total = int(t.bank)
    for seat in range(t.seats):
        total += int(t.eur[seat])
        if t.eur[seat] < 0 or t.pool[seat] < 0:
            return f"seat {seat} has {t.eur[seat]} EUR and {t.pool[seat]} units in the pool"
        if seat in t.fallen and (t.eur[seat] or t.hands[seat]):
            return f"seat {seat} is eliminated and still has something"
    if total:
        return f"{total} EUR too many are about"
    cards = [*t.hands.everywhere(), *t.removed]
    if t.playing >= 0:
        cards.append(int(t.playing))
    if t.hands.pile or t.round > 0:
        if sorted(cards) != ACTION.pile_at(t, ACTION_COUNT):
            return "the Action cards do not add up"
        if sorted([*t.event_deck, *t.event_discards]) != EVENT.pile_at(t, EVENT_COUNT):
            return "the Event cards do not add up"
    return ""


def labels() -> Labels:
    made = Labels()
    made.put("region", [region.code for region in WORLD.regions], [region.name for region in WORLD.regions])
    made.put("card", ACTION.names())
    made.put("event", EVENT.names())
    return made


QUICK: Final = {"setup_claim": "random", "max_rounds": "15"}
FIRST: Final = {"setup_claim": "random", "first_round_event": "no", "max_rounds": "15"}
MILD: Final = {"first_round_event": "no", "bonus_table": "classic"}
TO_THE_END: Final = {"attack_style": "force", "attack_stop": "no"}

EMBLEMS: Final = load_emblems(PACKAGE, "emblems.toml")

GAME: Final = CapitalsGame(
    name="capitals",
    title="Capitals",
    prefix="CAP",
    version="1.0",
    summary="Bid in secret for everything, and control every capital of the world when a round begins.",
    seats=(3, 4, 6),  # CAP-1.1
    labels=labels(),
    settings=SETTINGS,
    root=MATCH,
    steps=[
        *MATCH.sequence,
        PLACE_STARTS,
        ROUND,
        *ROUND.sequence,
        TURN,
        *TURN.sequence,
        CARD_DONE,
        SPY,
        REACTION,
        *BATTLE,
        *BIDDING,
        *SETTLING,
        RECEIVE,
    ],
    package=PACKAGE,
    deals=TERMS,
    family=CONQUEST,
    numbers=[SHARED_NUMBERS, NUMBERS],
    board=WORLD,
    decks=DECKS,
    emblems=EMBLEMS,
    opening=OPENING,
    sequence=STRIP,
    length="90 to 180 minutes",
    presets=[
        Preset("Rulebook", "As the rulebook has it.", {}),
        Preset("Quick", "Chance deals the territories, and fifteen rounds decide.", QUICK),
        Preset("First evening", "As quick, and the first round has no event.", FIRST),
        Preset("Mild start", "No event in the first round, and the bonuses that many players know.", MILD),
        Preset("To the end", "An attack commits a force that fights until one side is gone.", TO_THE_END),
        Preset("Bazaar", "The active player may trade EUR and cards with the others.", {"deals": "on"}),
        Preset("Closed purses", "Everybody is shown their own EUR only.", {"eur_visible": "no"}),
    ],
    first_evening="First evening",
    first_steps=load_first_steps(PACKAGE, "first_steps.toml", EMBLEMS),
    facts=FACTS,
    entries=ENTRIES,
    frames=FRAMES,
)
