"""Swarm as a game: its laws and its labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from marchland.engine.board import Board
from marchland.engine.errors import UsageError
from marchland.engine.game import Game, Preset, load_emblems, load_first_steps
from marchland.engine.labels import Labels
from marchland.engine.odds import Inquiry, Odds
from marchland.engine.report import Reporter
from marchland.engine.table import Table
from marchland.games.swarm.auctions import SALE
from marchland.games.swarm.battle import FIGHT
from marchland.games.swarm.cards import (
    CODES,
    COVERT,
    COVERT_COUNT,
    EVENT,
    EVENTS,
    LEADER,
    LEADER_COUNT,
    NUMBERS,
    PACKAGE,
    POSITIONS,
    QUEST,
    QUEST_COUNT,
    SPECIALTY,
    TEMPLE_NAMES,
)
from marchland.games.swarm.deals import TERMS
from marchland.games.swarm.ending import DUEL_STEP, END_OF_ROUND, score_of
from marchland.games.swarm.entries import ENTRIES, FRAMES
from marchland.games.swarm.evaluation import evaluate
from marchland.games.swarm.event import MOVE_SWARM, SWARM_WINDOW
from marchland.games.swarm.faces import BOARD, DECKS, board_at
from marchland.games.swarm.operations import MISSION, TURNCOATS
from marchland.games.swarm.plan import PLAN
from marchland.games.swarm.position import laid, place
from marchland.games.swarm.quests import CLAIM_WITH_LEADERS
from marchland.games.swarm.sequence import MATCH, ROUND
from marchland.games.swarm.settings import BASTIONS_TO_WIN, SETTINGS
from marchland.games.swarm.setup import KEEP_TRAITOR, SETTLE_TROOPS, ZEALOT_TEMPLE
from marchland.games.swarm.sight import SwarmTable
from marchland.games.swarm.table import TROOPS, Swarm
from marchland.games.swarm.treason import TREASON


class SwarmGame(Game[SwarmTable]):
    def blank(self) -> SwarmTable:
        return SwarmTable()

    def evaluate(self, t: Table, seat: i64) -> float:
        assert isinstance(t, Swarm)
        return evaluate(t, seat)

    def lay_out(self, t: Table, position: Mapping[str, Any]) -> None:
        assert isinstance(t, Swarm)
        place(t, dict(position))

    def laid_out(self, t: Table) -> dict[str, Any]:
        assert isinstance(t, Swarm)
        return laid(t)

    def read_house_board(self, text: str) -> Board:
        raise UsageError("The board of Swarm cannot be replaced: its tiles are laid out by the match, see 'layout'.")

    def board_at(self, t: Table) -> Board:
        return board_at(t)

    def conserved(self, t: Table) -> str:
        assert isinstance(t, Swarm)
        return broken_law(t)

    # Odds are imported by whoever asks for them: a match that nobody weighs needs none.

    def odds(self, t: Table, seat: int, actions: list[int], quick: bool = False) -> Odds | None:
        from marchland.games.swarm.odds import odds_of_plan

        assert isinstance(t, SwarmTable)
        return odds_of_plan(t, seat, actions, quick)

    def inquiry(self) -> Inquiry | None:
        from marchland.games.swarm.inquiry import PlanInquiry

        return PlanInquiry(self)

    def study(self, dealt: Table, story: list[list[int]]) -> list[tuple[int, str, str]]:
        assert isinstance(dealt, Swarm)
        found: list[tuple[int, str, str]] = []
        for seat in range(dealt.seats):
            own = dealt.specialty[seat]
            found.append((seat, "specialty", SPECIALTY.cards[own].name if own >= 0 else "none"))
            found.append((seat, "turn", str((seat - int(dealt.start)) % int(dealt.seats) + 1)))
        return found

    def reporter(self, t: Table) -> Reporter:
        from marchland.games.swarm.report import SwarmReporter

        return SwarmReporter(t)

    def ending(self, t: Table) -> str:
        """SWM-11.1, SWM-11.6, SWM-11.7, SWM-11.11"""
        assert isinstance(t, Swarm)
        winners = [seat for seat in range(t.seats) if t.places[seat] == 1]
        if len(winners) > 1:
            return "draw"
        if t.bastions(winners[0]) >= BASTIONS_TO_WIN.of(t):
            return "bastions"
        points = [int(score_of(t, seat)) for seat in range(t.seats)]
        return "points" if points.count(max(points)) == 1 else "duel"


def broken_law(t: Swarm) -> str:
    """SWM-1.3  Fifteen troops each; every card is somewhere, once; presence agrees with the troops."""
    if not t.event_pile and not t.events_seen:
        return ""  # nothing has been laid out yet
    for seat in range(t.seats):
        troops = int(t.reserve[seat])
        troops += sum(int(t.on(seat, p)) for p in range(POSITIONS)) + sum(
            int(t.inside(seat, temple)) for temple in range(4)
        )
        if troops != TROOPS.of(t):
            return f"seat {seat} has {troops} troops"
        if t.water[seat] < 0:
            return f"seat {seat} has {t.water[seat]} water"
        for p in range(POSITIONS):
            if (t.present[p] >> seat & 1 == 1) != (t.on(seat, p) > 0):
                return f"presence of seat {seat} on {CODES[p]} is wrong"
    sorts: list[tuple[str, list[int], list[int]]] = [
        (
            "leader",
            LEADER.pile_at(t, LEADER_COUNT),
            t.leaders.everywhere() + [number for number in range(24) if t.removed >> number & 1],
        ),
        ("covert", COVERT.pile_at(t, COVERT_COUNT), t.coverts.everywhere()),
        ("event", EVENT.pile_at(t, EVENTS), t.event_pile + t.events_seen),
        (
            "quest",
            QUEST.pile_at(t, QUEST_COUNT),
            t.quests.everywhere() + [card for hand in t.completed for card in hand],
        ),
    ]
    for name, every, found in sorts:
        if sorted(found) != sorted(every):
            return f"the {name} cards do not add up"
    traitors = [*t.traitor_pile, *t.played_traitors, *TURNCOATS.drawn(t)]
    for hand in t.traitors + t.noted:
        traitors += hand
    if sorted(traitors) != LEADER.pile_at(t, LEADER_COUNT):
        return "the traitor cards do not add up"
    return ""


def labels() -> Labels:
    made = Labels()
    made.put("region", CODES)
    made.put("leader", [*LEADER.names(), "nobody"])
    made.put("traitor", LEADER.names())
    made.put("covert", [*COVERT.names(), "no tactics card"])
    made.put("quest", QUEST.names())
    made.put("temple", TEMPLE_NAMES)
    made.put("event", EVENT.names())
    made.put("specialty", SPECIALTY.names())
    made.put("direction", ["north", "east", "south", "west"])
    made.put("lot", ["quest", "leader", "covert"])
    return made


FIRST: Final = {"deals": "off"}
EMBLEMS: Final = load_emblems(PACKAGE, "emblems.toml")

GAME: Final = SwarmGame(
    name="swarm",
    title="Swarm",
    prefix="SWM",
    version="1.0",
    summary="Desert factions under a roaming swarm: secret battle plans, traitors and auctions for water.",
    seats=(2, 4, 6),  # SWM-1.1
    labels=labels(),
    settings=SETTINGS,
    root=MATCH,
    steps=[
        *MATCH.sequence,
        ROUND,
        *ROUND.sequence,
        # What these call.
        KEEP_TRAITOR,
        MISSION,
        TURNCOATS,
        TREASON,
        PLAN,
        FIGHT,
        SALE,
        CLAIM_WITH_LEADERS,
        DUEL_STEP,
    ],
    package=PACKAGE,
    deals=TERMS,
    numbers=[NUMBERS],
    board=BOARD,
    decks=DECKS,
    emblems=EMBLEMS,
    opening=[ZEALOT_TEMPLE, KEEP_TRAITOR, SETTLE_TROOPS],
    sequence=[step for step in ROUND.sequence if step not in (SWARM_WINDOW, MOVE_SWARM, END_OF_ROUND)],
    length="60 to 120 minutes",
    presets=[
        Preset("Rulebook", "As the rulebook has it.", {}),
        Preset("First evening", "Nobody makes deals, so that nothing stands beside the sequence of play.", FIRST),
        Preset("Another desert", "The tiles are dealt at random, with the bastions apart.", {"layout": "spread"}),
    ],
    first_evening="First evening",
    first_steps=load_first_steps(PACKAGE, "first_steps.toml", EMBLEMS),
    facts={"specialty": "the specialty that was dealt", "turn": "the place in the turn order of round 1"},
    entries=ENTRIES,
    frames=FRAMES,
)
