"""What a position of Rebellion can say, entry by entry, and how it names the arguments of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from marchland.engine.agenda import Argument
from marchland.engine.auction import LOT
from marchland.engine.forms import (
    ByName,
    BySeat,
    Fields,
    Flag,
    Form,
    Listed,
    OneOf,
    OrNone,
    Row,
    Schema,
    Seat,
    SetOf,
    UpTo,
    Whole,
    Word,
    a_seat,
    refuse,
)
from marchland.engine.position import Entry, kept
from marchland.engine.step import Step
from marchland.games.rebellion.aftermath import NAME_PLACE, WHO
from marchland.games.rebellion.attack import ATTACK, NAMED
from marchland.games.rebellion.battle import LOSER, LOSS, SIDE
from marchland.games.rebellion.capital import SIEGE
from marchland.games.rebellion.deals import MOST_PLEDGED
from marchland.games.rebellion.food import DUE as FAMINE_DUE
from marchland.games.rebellion.food import FAMINE
from marchland.games.rebellion.losses import DUE as LOSS_DUE
from marchland.games.rebellion.peace import (
    CEDED,
    CLAIMED,
    PAID,
    PARTNER,
    RELOCATION,
    REPLY,
    TO_MOVE,
    TREATY,
)
from marchland.games.rebellion.revolts import BRIBERY, REVOLT
from marchland.games.rebellion.revolts import DUE as REVOLT_DUE
from marchland.games.rebellion.sea_position import ARM, PROVINCE, SEA_ENTRIES, SEA_FRAMES, SOURCE, STACK
from marchland.games.rebellion.sequence import ROUND, TAKEN, TURN, TURNS
from marchland.games.rebellion.setup import PICK_CAPITAL, PICKED
from marchland.games.rebellion.sheet_entries import MARKERS, entries_of_sheets, frames_of_sheets
from marchland.games.rebellion.table import BATTLE_ROW, BUILDINGS, REBELS, TRIBE, WEATHER

if TYPE_CHECKING:
    from marchland.engine.game import Game
    from marchland.engine.table import Table

# The steps at which a position can stand, by name: the setup, a round that begins, and every step of a turn.
STANDS: Final[dict[str, Step[Any]]] = {
    step.tag.removeprefix("rebellion."): step for step in [PICK_CAPITAL, *TURN.sequence, *ROUND.sequence]
}

LANDS: Final = SetOf(PROVINCE)
BUILDING: Final = OneOf(BUILDINGS)
NEUTRALS: Final = {"rebels": REBELS, "tribe": TRIBE}


class Holder(Form):
    """Who holds a province."""

    def __init__(self) -> None:
        super().__init__("a seat, 'rebels', 'tribe', or null")

    def read(self, t: Table, value: Any, where: str) -> Any:
        if value is None:
            return -1
        if isinstance(value, str):
            if value not in NEUTRALS:
                refuse(where, self.noun, value)
            return NEUTRALS[value]
        return a_seat(t, value, where)

    def write(self, t: Table, value: Any) -> Any:
        for word, holder in NEUTRALS.items():
            if value == holder:
                return word
        return None if value < 0 else int(value)

    def schema(self, game: Game) -> Schema:
        return {"anyOf": [{"type": "null"}, {"enum": list(NEUTRALS)}, Seat().schema(game)]}


CAPTIVES: Final = Row([Seat(), Whole(1), Whole(0, 2)], "nation, captives, points", least=2)
LAND: Final = Fields(
    {
        "holder": Holder(),
        "owner": OrNone(Seat()),
        "units": Listed(STACK),
        "buildings": Listed(BUILDING),
        "bunkers": Whole(0, 2),
        "tokens": Whole(0, 100),
        "robbery": Whole(0, 3),
        "annexed": Whole(0, 10),
        "origin": OrNone(Seat()),
        "captives": Listed(CAPTIVES),
        "markers": Listed(OneOf(MARKERS)),
    },
    noun="{holder, owner, units, buildings, bunkers, tokens, robbery, annexed, origin, captives, markers}",
)
PAIR: Final = Row([Seat(), Seat()], "seat, seat")
TRUCE: Final = Row([Seat(), Seat(), Whole(0, 1000)], "seat, seat, last round")
KINDS: Final = ["no attack", "payment"]
PLEDGE: Final = Row(
    [OneOf(KINDS), Seat(), Seat(), UpTo(MOST_PLEDGED), OrNone(Seat()), Whole(0, 1000), Whole(0, 1)],
    "kind, from, to, coins, guarantor, round, broken",
)
FORCE_ROW: Final = Row([SOURCE, ARM, Whole(1), Whole(0, 6), Flag()], "source, arm, units, points, fresh")

ENTRIES: Final[list[Entry]] = [
    Entry("step", "Where the match stands.", Word(list(STANDS)), "REB-3.2", "main"),
    Entry(
        "provinces",
        "What a province is: who holds it and has the title (the holder, if nothing is said), units, buildings, "
        "tokens. Units have all their points unless they are said.",
        ByName(PROVINCE, LAND),
        "REB-4.1",
        "only the capital sites are held, by their players",
    ),
    Entry("capital", "The capital sites.", BySeat(OrNone(PROVINCE), -1), "REB-2.3", "BRA, JAP, SAF, GRL, WAU, WEU"),
    kept("level", "The levels of the capital.", BySeat(Whole(1, 3), 1), "REB-10.1"),
    kept("place", "Temporary recruit places.", BySeat(OrNone(PROVINCE), -1), "REB-10.8"),
    kept("coins", "The purses.", BySeat(Whole(), 0), "REB-2.5"),
    Entry("food", "The stocks of food.", BySeat(Whole(), 0), "REB-14.1", "what each would harvest now", "food"),
    Entry("wars", "Who is at war with whom.", Listed(PAIR), "REB-11.1", "nobody"),
    Entry("truces", "Truces, with their last round.", Listed(TRUCE), "REB-11.2", "none"),
    Entry("fallen", "Who is eliminated, the first first.", Listed(Seat()), "REB-25.7", "nobody"),
    kept("pledges", "The pledges that were signed.", Listed(PLEDGE), "REB-11.14"),
    kept("first", "Who begins each round.", Seat(), "REB-2.2"),
    kept("weather", "The weather.", OneOf(WEATHER), "REB-15.1"),
    kept("weather_left", "Its marker.", Whole(0, 6), "REB-15.2"),
    kept("roller", "Who rolled it.", Seat(), "REB-15.2"),
    kept("recruited", "Soldiers recruited this turn.", Whole(), "REB-6.3"),
    kept("offers_this_turn", "Offers made this turn.", Whole(), "REB-11.15"),
    kept("treaties", "Proposals of peace to each seat this turn.", BySeat(Whole(), 0), "REB-11.3"),
    kept("bereft", "Who has just lost the capital or the recruit place.", SetOf(Seat()), "REB-10.8"),
    kept("cancels", "How often something was called off this turn.", Whole(), "REB-3.3"),
    kept("bribed", "Provinces whose rebels were offered coins this turn.", LANDS, "REB-24.13"),
    kept("shortage", "Whether there was a shortage at E1.", Flag(), "REB-14.4"),
    kept("all_paid", "Whether all of it was paid in coins.", Flag(), "REB-14.5"),
    *entries_of_sheets(PROVINCE),
    *SEA_ENTRIES,
    Entry("force", "Units committed to an attack, on board, or on their way.", Listed(FORCE_ROW), "REB-8.1", "none"),
    kept(
        "battle", "The battle under way, as force.py lists it.", Row([Whole(-1000)] * BATTLE_ROW, "numbers"), "REB-8.4"
    ),
]

CONFERENCE: Final = [
    Argument("partner", PARTNER, Seat()),
    Argument("claims", CLAIMED, LANDS),
    Argument("cedes", CEDED, LANDS),
    Argument("pays", PAID, Whole(-500, 500), "coins that the proposer pays; below 0, demands"),
]

FRAMES: Final[dict[str, list[Argument]]] = {
    PICK_CAPITAL.tag: [Argument("picked", PICKED, Whole(0, 6), "how many have chosen")],
    TURNS.tag: [Argument("taken", TAKEN, Whole(0, 6), "turns taken in this round")],
    NAME_PLACE.tag: [Argument("who", WHO, Seat())],
    ATTACK.tag: [Argument("target", NAMED, PROVINCE)],
    LOSS.tag: [Argument("defender", SIDE, Whole(0, 1)), Argument("loser", LOSER, Seat())],
    TREATY.tag: CONFERENCE,
    REPLY.tag: CONFERENCE,
    RELOCATION.tag: [*CONFERENCE, Argument("to_move", TO_MOVE, LANDS)],
    FAMINE.tag: [Argument("due", FAMINE_DUE, Whole(0, 1000))],
    SIEGE.tag: [Argument("due", LOSS_DUE, Whole(0, 1000))],
    REVOLT.tag: [Argument("due", REVOLT_DUE, Whole(0, 1000))],
    BRIBERY.tag: [Argument("province", LOT, PROVINCE)],
    **frames_of_sheets(PROVINCE),
    **SEA_FRAMES,
}
