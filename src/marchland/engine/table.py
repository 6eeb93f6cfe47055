"""The table of one match: everything lying on it, as plain data, and the machinery that moves it on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import extend, vec
from mypy_extensions import i64, mypyc_attr

from marchland.engine.dice import Dice
from marchland.engine.errors import EngineError, IllegalAction, UsageError
from marchland.engine.numbers import House
from marchland.engine.offer_words import read_assets, seen_offer
from marchland.engine.offers import (
    ANSWERS,
    BETWEEN_PLAYERS,
    NO_OFFERS,
    PROPOSED,
    maker_of,
    new_offer,
    number_of,
    taker_of,
)
from marchland.engine.options import Options
from marchland.engine.picture import Picture, Region, Seat
from marchland.engine.saving import data_of, load
from marchland.engine.sayings import EVERYBODY, PHRASES, Saying, Told, phrase
from marchland.engine.sets import lowest
from marchland.engine.step import FRAME, STEPS, Step
from marchland.engine.witness import Witness

if TYPE_CHECKING:
    from marchland.engine.game import Game

ROOM: Final = 8  # frames for which there is room at first
OVER: Final = phrase("", "The match is over")
NOT_YOUR_DECISION: Final = phrase("", "It is not your decision now")

UNSAID: Final = -(1 << 30)  # an argument that was left out; further C does not shift a plain 1

SPECTATOR: Final = -1
ALL_SEEING: Final = -2  # from this viewer nothing is hidden; only who looks back at a match that is over is one


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The base of every game's table. A game adds its own attributes: ints, bools, lists of them, and Cards.

    Attributes are declared in the class body and set in `set_up`: whatever is declared is saved, compared and hashed.
    """

    game: Game
    dice: Dice
    events: list[list[int]] | None  # what was told, for Game.read; None where nobody listens
    witness: Witness | None  # who looks at the board whenever something is told

    seats: i64
    settings: list[int]
    house: House
    numbers: vec[i64]  # all numbers of the rulebook, with the house rules in their places
    frames: vec[i64]  # the agenda: frame upon frame, the present one beginning at `top`
    top: i64
    known: Options | None  # what `known_of` may do, if that has been found out already
    known_of: i64
    draft: Options | None  # in which options are found, used again and again
    asked: i64
    active: i64
    round: i64
    over: bool
    places: list[int]
    reveals: i64
    sealed: list[list[int]]
    offers: list[list[int]]
    offers_made: i64

    # -- for the game to fill in -------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Lay out an empty table for `seats` and `settings`; the steps of the setup then fill it."""
        raise NotImplementedError

    def restore(self) -> None:
        """Make again what is derived and not saved, after the saved attributes have been set."""

    def copy(self) -> Table:
        raise NotImplementedError

    def derived(self) -> list[str]:
        """Attributes that `restore` makes and nobody saves."""
        return []

    def determinize(self, seat: i64, dice: Dice) -> Table:
        """A table that `seat` cannot tell from this one: all that it does not know drawn anew with `dice`.

        It waits for whom this one waits for, so others may have to choose before `seat` is asked (again), as in every
        secret choice of several. Ask `options(seat)`, never `deciders()[0]`, and to look further let the others go on:

            while not imagined.over and seat not in imagined.deciders():
                play_out(imagined, dice, 1)
        """
        self.check_viewer(seat)
        imagined = self.copy()
        imagined.dice = dice
        if seat == ALL_SEEING:
            return imagined
        for i, offer in enumerate(imagined.offers):
            if seat != maker_of(offer) and seat != taker_of(offer):
                imagined.offers[i] = new_offer(number_of(offer), maker_of(offer), taker_of(offer), [], [])
        imagined.imagine(seat)
        if not imagined.over:
            # Last, so that secret choices are made from the imagined hands.
            imagined.step().resample(imagined, seat)
        return imagined

    def imagine(self, seat: i64) -> None:
        """The game's part of determinize: redraw, with self.dice, what `seat` does not know."""

    def sight(self, seat: i64) -> dict[str, object]:
        """The game's part of view: what `seat` sees, built up from nothing."""
        raise NotImplementedError

    def sees(self, viewer: i64, seat: i64) -> bool:
        """Whether a viewer sees what only `seat` and the all-seeing may see."""
        return viewer in (seat, ALL_SEEING)

    def teams(self) -> list[int]:
        """The team of every seat, where seats play in teams; nothing where everybody plays alone."""
        return []

    def seat_behind(self, domain: str, value: int) -> int:
        """The seat that is meant where an event names a value of a domain: of a power, who plays it; -1 for nobody."""
        return value if domain == "seat" else -1

    def seats_in(self, told: Told) -> list[int]:
        """The seats that an event names, or means by what it names; each once."""
        found: list[int] = []
        for name, domain in told.domains.items():
            seat = self.seat_behind(domain, told.arguments[name])
            if seat >= 0 and seat not in found:
                found.append(seat)
        return found

    def depict(self, seat: i64) -> Picture:
        """The game's part of picture: what `seat` sees, in a form that needs no knowledge of the game."""
        return Picture(seats=[Seat() for _ in range(self.seats)])

    def sees_alike(self, seat: i64) -> bool:
        """Whether a seat is shown what spectators are. Where nothing is hidden it is while it waits; a game that adds
        nothing to the picture of whoever is asked says so."""
        return self.game.open_information and not self.asked >> seat & 1

    def sketch(self) -> list[int]:
        """A number for each region that changes whenever it looks different to spectators, for whoever follows the
        board from one event to the next. Games have a quicker one of their own, and tell what happened right after it
        has happened."""
        return [hash(repr(region)) for region in self.depict(SPECTATOR).regions]

    def region_shown(self, region: int) -> Region:
        """A region as spectators see it."""
        return self.depict(SPECTATOR).regions[region]

    def regions_shown(self, count: int) -> list[Region]:
        """All of so many regions as spectators see them, for games with a sketch and a region_shown of their own. They
        are kept until they change: who shows one viewer more of a region makes another."""
        if self.witness is not None:
            return self.witness.regions(self)
        return [self.region_shown(region) for region in range(count)]

    def reckon(self, seat: i64, actions: list[int]) -> list[tuple[str, str]]:
        """What choices in the making would come to, as far as `seat` can know: rows of what and how much."""
        return []

    # -- deals -------------------------------------------------------------------------------------------------------

    def assets(self, giver: i64, viewer: i64) -> list[dict[str, object]]:
        """What `giver` can put into a deal, as far as `viewer` knows, type by type: see offers.offerable."""
        return []

    def offer_fault(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> Saying:
        """Why an offer cannot be made, as a saying; empty if it can."""
        return [NO_OFFERS]

    def offer_made(self, maker: i64, to: i64) -> None:
        """An offer now stands; some games count them."""

    def can_give(self, seat: i64, assets: list[int]) -> bool:
        return False

    def hand_over(self, giver: i64, taker: i64, assets: list[int]) -> None:
        raise EngineError("this game hands over nothing")

    def exchange(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> None:
        """A deal is carried out; a game in which that happens at once for both sides says how."""
        self.hand_over(maker, to, give)
        self.hand_over(to, maker, ask)

    def deals_open(self) -> bool:
        """Whether offers can be made and answered just now."""
        return False

    # -- the agenda --------------------------------------------------------------------------------------------------

    def call(self, step: Step[Any], a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0, f: i64 = 0) -> None:
        """Put a step on top of the agenda; the present one goes on when it has finished."""
        top: i64 = self.top + FRAME
        if top + FRAME > len(self.frames):
            self.frames = extend(self.frames, vec[i64]([0] * len(self.frames)))
        frames = self.frames
        frames[top] = step.number
        frames[top + 1] = 0
        frames[top + 2] = a
        frames[top + 3] = b
        frames[top + 4] = c
        frames[top + 5] = d
        frames[top + 6] = e
        frames[top + 7] = f
        self.top = top

    def goto(self, step: Step[Any]) -> None:
        """Let another step take over this frame with its arguments."""
        self.frames[self.top] = step.number
        self.frames[self.top + 1] = 0

    def finish(self) -> None:
        """Take the present step off the agenda."""
        self.top -= FRAME

    def progress(self) -> i64:
        """How far the present step has come; 0 when it is called."""
        return self.frames[self.top + 1]

    def set_progress(self, progress: i64) -> None:
        self.frames[self.top + 1] = progress

    def step(self) -> Step[Any]:
        if self.top < 0:
            raise EngineError("nothing is on the agenda")
        return STEPS.steps[self.frames[self.top]]

    def depth(self) -> i64:
        """How many steps are on the agenda."""
        return self.top // FRAME + 1

    def agenda(self) -> list[list[int]]:
        """The frames from the lowest to the present one: the step's number, its progress, its arguments."""
        return [list(self.frames[i : i + FRAME]) for i in range(0, self.top + FRAME, FRAME)]

    def frame_of(self, steps: Sequence[Step[Any]]) -> list[int]:
        """The frame of the innermost of these steps that is being resolved; empty if none is."""
        top = self.top
        while top >= 0:
            for step in steps:
                if step.number == self.frames[top]:
                    return list(self.frames[top : top + FRAME])
            top -= FRAME
        return []

    def clear_agenda(self) -> None:
        self.known = None
        self.known_of = -1
        self.draft = None
        self.frames = vec[i64]([0] * (ROOM * FRAME))
        self.top = -FRAME

    def ask(self, seat: i64, known: Options | None = None) -> None:
        """Let a seat decide; a step that knows its options already hands them over."""
        self.asked = 1 << seat
        self.known = known
        self.known_of = seat

    def ask_all(self, seats: i64) -> None:
        """`seats` is a mask."""
        self.asked = seats
        self.known = None

    def end(self, places: list[int]) -> None:
        """The match is over; `places` ranks the seats from 1, equal seats sharing a place. Where they play in teams, it
        ranks the teams."""
        self.over = True
        self.places = places
        self.asked = 0

    def tell(
        self,
        phrase: i64,
        a: i64 = UNSAID,
        b: i64 = UNSAID,
        c: i64 = UNSAID,
        d: i64 = UNSAID,
        e: i64 = UNSAID,
        f: i64 = UNSAID,
    ) -> None:
        """Say what happened, to everybody."""
        if self.events is not None:
            self.note(EVERYBODY, phrase, [a, b, c, d, e, f])

    def tell_seats(
        self, seats: i64, phrase: i64, a: i64 = UNSAID, b: i64 = UNSAID, c: i64 = UNSAID, d: i64 = UNSAID
    ) -> None:
        """Say what happened to the seats of a mask only."""
        if self.events is not None:
            self.note(seats, phrase, [a, b, c, d])

    def note(self, audience: int, phrase: int, arguments: list[int]) -> None:
        if self.events is not None:
            # No more than the phrase has gaps: compiled code passes 0 for what it leaves out to an interpreted table.
            gaps = len(PHRASES[phrase].gaps)
            saying = [phrase, *(value for value in arguments[:gaps] if value != UNSAID)]
            self.events.append([audience, *saying])
            if self.witness is not None:
                self.witness.look(self, audience, saying)

    # -- playing -----------------------------------------------------------------------------------------------------

    def deciders(self) -> list[int]:
        left = self.asked
        if left & left - 1 == 0 and left:
            return [lowest(left)]
        found: list[int] = []
        while left:
            found.append(lowest(left))
            left &= left - 1
        return found

    def options(self, seat: i64) -> Options:
        """All that `seat` may do now; empty unless it is asked. Only to be read: it is kept until the table moves."""
        if seat < 0 or seat >= self.seats or not self.asked >> seat & 1:
            self.check_viewer(seat)
            return Options()
        known = self.known
        if known is None or self.known_of != seat:
            draft = self.draft
            if draft is None:
                self.draft = draft = Options()
            draft.clear()
            STEPS.steps[self.frames[self.top]].options(self, seat, draft)
            self.known = known = draft.copy()
            self.known_of = seat
        return known

    def find(self, seat: i64, found: Options) -> None:
        """The options of a seat that is asked, into a list that is used again and again."""
        if self.known is not None and self.known_of == seat:
            found.take(self.known)
            return
        found.clear()
        STEPS.steps[self.frames[self.top]].options(self, seat, found)

    def asides(self, seat: i64) -> Options:
        """What a seat may do besides, whoever is deciding: answer or withdraw an offer, and what else the game has."""
        self.check_viewer(seat)
        found = Options()
        if not self.over:
            for deed in self.game.beside:
                deed.offer(self, seat, found)
        return found

    def play(self, seat: i64, action: i64) -> None:
        """Carry out an action if it is legal; otherwise IllegalAction says why, and nothing has changed."""
        if self.options(seat).holds(action):
            self.apply(seat, action)
        elif self.asides(seat).holds(action):
            self.aside(seat, action)
            self.advance()
        else:
            raise self.refusal(seat, action)

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action that is known to be among the options."""
        self.known = None
        STEPS.steps[self.frames[self.top]].act(self, seat, action)
        self.advance()

    def advance(self) -> None:
        """Resume step after step until somebody has to decide."""
        rounds: i64 = 0
        while not self.over:
            self.asked = 0
            if self.top < 0:
                raise EngineError("the last step has finished, and the match is not over")
            step = STEPS.steps[self.frames[self.top]]
            step.resume(self)
            if self.asked:
                return
            rounds += 1
            if rounds > 100000:
                raise EngineError(f"{step.tag} never comes to a decision")

    def aside(self, seat: i64, action: i64) -> None:
        """Carry out one of the asides."""
        self.known = None
        for deed in self.game.beside:
            if deed.fits(action):
                deed.do(self, seat, action)

    def propose(self, maker: i64, to: i64, give: str, ask: str = "") -> None:
        """Make an offer in words: `propose(0, 2, "3 water and Ambush", "nothing")`. It stands beside the decision."""
        self.make_offer(maker, to, read_assets(self.game, give), read_assets(self.game, ask))

    def make_offer(self, maker: i64, to: i64, give: list[int], ask: list[int]) -> None:
        """Make an offer of assets (see offers.Asset)."""
        if maker == to or min(maker, to) < 0 or max(maker, to) >= self.seats:
            raise self.illegal([BETWEEN_PLAYERS])
        fault = [OVER] if self.over else self.offer_fault(maker, to, give, ask)
        if not fault and not self.deals_open():
            fault = [NO_OFFERS]
        if fault:
            raise self.illegal(fault)
        self.offers_made += 1
        self.known = None
        self.offers.append(new_offer(self.offers_made, maker, to, give, ask))
        self.reveals += 1
        self.offer_made(maker, to)
        self.tell(PROPOSED, maker, to)

    def lapse_offers(self) -> None:
        self.offers = []

    # -- refusals ----------------------------------------------------------------------------------------------------

    def refusal(self, seat: i64, action: i64) -> IllegalAction:
        saying = self.why(seat, action)
        if saying:
            return self.illegal(saying)
        step = self.step()
        try:
            name = self.game.name_of(action)
        except UsageError as fault:
            return IllegalAction(str(fault).rstrip("."))
        return IllegalAction(f"'{name}' is not possible now", self.game.clause(step.clause))

    def why(self, seat: i64, action: i64) -> Saying:
        if self.over:
            return [OVER]
        for answer in ANSWERS:
            if answer.fits(action):
                return answer.why(self, seat, action)
        if not (seat >= 0 and self.asked >> seat & 1):
            return [NOT_YOUR_DECISION]
        return self.step().why(self, seat, action)

    def illegal(self, saying: Saying) -> IllegalAction:
        sentence = self.game.say(saying)
        return IllegalAction(sentence, self.game.clause_of(saying))

    # -- data --------------------------------------------------------------------------------------------------------

    def copy_into(self, twin: Table) -> None:
        """Copy the attributes that every table has; `copy` of a game does the rest."""
        twin.game = self.game
        twin.dice = self.dice.copy()
        twin.events = None
        twin.witness = None
        twin.known = None
        twin.known_of = -1
        twin.draft = None
        twin.seats = self.seats
        twin.settings = self.settings
        twin.house = self.house
        twin.numbers = self.numbers
        twin.frames = self.frames[:]
        twin.top = self.top
        twin.asked = self.asked
        twin.active = self.active
        twin.round = self.round
        twin.over = self.over
        twin.places = self.places
        twin.reveals = self.reveals
        twin.sealed = [choices[:] for choices in self.sealed] if self.sealed else []
        twin.offers = [offer[:] for offer in self.offers] if self.offers else []
        twin.offers_made = self.offers_made

    def to_data(self) -> dict[str, object]:
        """Everything on the table as JSON-ready data."""
        return data_of(self)

    def load_data(self, data: dict[str, Any]) -> None:
        """Set a blank table to saved data; RecordError says what does not fit."""
        load(self, data)

    def fingerprint(self) -> str:
        """Equal tables, and only they, have equal fingerprints."""
        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.fingerprint() == other.fingerprint()

    def __hash__(self) -> int:
        return hash(self.fingerprint())

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled is what is saved. As in a copy, what was told is left behind, and nobody listens."""
        return restored, (self.game, self.to_data())

    def __repr__(self) -> str:
        if getattr(self, "game", None) is None:
            return f"<{type(self).__name__}: nothing lies on it>"
        said = f"<{self.game.title}: {self.seats} seats, "
        if self.over:
            return said + f"over in round {self.round}, places {self.places}>"
        deciders = self.deciders()
        who = ", ".join(str(seat) for seat in deciders)
        decide = f"seat {who} decides" if len(deciders) == 1 else f"seats {who} decide" if who else "nobody decides"
        return said + f"round {self.round}, {decide}>"

    # -- views -------------------------------------------------------------------------------------------------------

    def view(self, seat: i64) -> dict[str, object]:
        """What one seat (a spectator, the all-seeing) may see, for programs; an allow-list."""
        self.check_viewer(seat)
        return {
            "seats": self.seats,
            "round": self.round,
            "active": self.active,
            "over": self.over,
            "places": self.places[:],
            "deciders": self.awaited(seat),
            "agenda": [STEPS[frame[0]].tag for frame in self.agenda()],
            "prompt": self.prompt(seat),
            "sealed": self.sealed_sight(seat),
            "offers": self.offers_sight(seat),
            "table": self.sight(seat),
        }

    def picture(self, seat: i64) -> Picture:
        """What one seat (a spectator, the all-seeing) may see, for terminal and client to draw."""
        self.check_viewer(seat)
        shown = self.depict(seat)
        # New seats, since a game may show those that look alike as one object.
        teams = self.teams()
        if teams:
            shown.seats = [replace(of, team=team) for of, team in zip(shown.seats, teams, strict=False)]
        return shown

    def check_viewer(self, seat: i64) -> None:
        if not ALL_SEEING <= seat < self.seats:
            raise UsageError(
                f"There is no viewer {seat}: seats are 0 to {self.seats - 1}, {SPECTATOR} is a spectator, "
                f"{ALL_SEEING} the all-seeing."
            )

    def prompt(self, seat: i64) -> Saying:
        """The saying that a seat reads: what it is asked, or who is awaited."""
        self.check_viewer(seat)
        if self.over:
            return [OVER]
        if seat >= 0 and self.asked >> seat & 1:
            return self.step().prompt(self, seat)
        return self.step().waiting(self)

    def chore(self, seat: i64) -> str:
        """What of that which a seat is asked it may hand over, as a button says it; empty if nothing."""
        if seat < 0 or self.over or not self.asked >> seat & 1:
            return ""
        return self.step().chore(self, seat)

    def awaited(self, seat: i64) -> list[int]:
        """The deciders, as far as `seat` may know: a secret choice can hide who has made it already."""
        from marchland.engine.sealed import Sealed

        step = self.step() if self.asked else None
        return step.awaited(self, seat) if isinstance(step, Sealed) else self.deciders()

    def sealed_sight(self, seat: i64) -> list[list[int]]:
        """The secret choices not yet revealed that `seat` sees, its own: [hand, choices...] for each of its hands."""
        from marchland.engine.sealed import Sealed

        step = self.step() if self.asked else None
        return step.choices_seen(self, seat) if isinstance(step, Sealed) else []

    def offers_sight(self, seat: i64) -> list[dict[str, object]]:
        """Offers: their content, in words, for the two parties, the fact for everybody."""
        return [
            seen_offer(self.game, offer, self.sees(seat, maker_of(offer)) or self.sees(seat, taker_of(offer)))
            for offer in self.offers
        ]


def restored(game: Game, data: dict[str, Any]) -> Table:
    """A table from its pickle."""
    return game.from_data(data)
