"""Everything that passes over the socket of a match, as strict models; what a viewer sees of a table is the engine's
Picture. The client's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from marchland.engine.offer_words import MOST_THINGS
from marchland.engine.picture import Picture, Region
from marchland.server.specs import Model, make_optional

Talk = Annotated[
    str, StringConstraints(min_length=1, max_length=500, strip_whitespace=True, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]+$")
]


# -- a live match: what the server sends ---------------------------------------------------------


class Sentence(Model):
    text: str
    clause: str


class Prompt(Sentence):
    """What is asked, and what it is `about`: regions, cards, seats and so on that it names, by domain and number."""

    about: list[tuple[str, int]]


class Remark(Model):
    """What the rules say of a kind of action that is open to the viewer now: what it brings or gives up (`text`, empty
    where its words say all), whether it is the way `forward` from this step, whether it is `grave`: to be asked once
    more, since it cannot be undone, and whether it is to be `weighed`: shown with its odds before it is done. `lasts`
    says for how long the same answer can be left standing: for the turn of whoever is active, or the round; empty where
    it cannot."""

    kind: int
    text: str
    clause: str
    forward: bool
    grave: bool
    weighed: bool
    lasts: Literal["", "turn", "round"]


Role = Literal["", "round", "turn", "battle", "reveal", "blow"]


class MatchEvent(Model):
    """Something that happened, with the `n` of the state that it led to. `role` is what it means to those who follow:
    a round, a turn or a battle begins, something secret is turned up, or a blow may decide the match. `seats` and
    `regions` are those that it names, first who does it and where, `cards` those that it is about, each with its deck.
    `changes` are the regions that look different after it, as spectators see them: so the board can be shown as it was
    between two events. A battle has all its regions there, as it finds them."""

    n: int
    text: str
    clause: str
    role: Role
    dice: list[list[int]] | None
    regions: list[int]
    seats: list[int]
    cards: list[tuple[str, int]]
    changes: list[tuple[int, Region]]


class Question(Model):
    """One of several secret choices: what it may be, and what it is so far."""

    spans: list[tuple[int, int]]
    made: int | None


class Plan(Model):
    """Secret choices that a seat can weigh together before it makes them one by one."""

    questions: list[Question]


class Assets(Model):
    """A type of asset that a seat can put into a deal: one of the `cards` of a `deck`, said by its name, or an amount
    from 1 to `most`, said as `3 water`."""

    name: str
    deck: str
    most: int
    cards: list[int]


class Offer(Model):
    """An offer that stands. What it is about is told to its two parties."""

    number: int
    maker: int
    to: int
    give: list[str] | None
    ask: list[str] | None


class Deals(Model):
    """`assets` are by seat: the viewer's own, and of the others as much as the viewer knows."""

    open: bool
    offers: list[Offer]
    assets: list[list[Assets]]


class Draw(Model):
    """Where the key of the dice comes from: hashes from the start, the parts themselves when the match is over."""

    server: str  # the hash of the server's part
    seats: list[str | None]  # the hash that each seat has given
    opened: list[bool]
    missing: list[int]  # once the match has begun: people who have added nothing
    server_part: str | None
    parts: list[str | None] | None


class SealOfDice(Model):
    """The hash is shown from the start, the key when the match is over."""

    hash: str
    key: str | None
    draw: Draw | None


class BotFault(Model):
    """A bot that has failed and waits; players let it try again, or another play for it."""

    seat: int
    text: str


# Why a bot plays for a person: it was asked to, the person has not moved in time, or has given up for good.
Away = Literal["handed", "absent", "resigned"]


class SeatState(Model):
    """A seat that a bot (`stand_in`) plays for somebody who is `away` since then; or one that is awaited and has time
    until the `deadline`, in the seconds of State.clock."""

    seat: int
    stand_in: str | None
    away: Away | None
    since: str | None
    deadline: int | None


class Seen(Model):
    """All that a seat (a spectator with seat -1; in a replay -2, the all-seeing) may see of a match."""

    status: Literal["running", "over", "aborted"]
    round: int
    active: int
    deciders: list[int]
    stages: list[str]
    prompt: Prompt
    spans: list[tuple[int, int]]
    asides: list[tuple[int, int]]
    remarks: list[Remark]  # on every kind of action among the spans, the asides and the plan
    picture: Picture
    plan: Plan | None
    deals: Deals | None
    undo: str | None
    chore: str  # what can be handed over of that which is asked (`rest`), as its button says; empty if nothing
    places: list[int]
    dice: SealOfDice
    players: list[str]
    seats: list[SeatState]  # those of which there is something to say
    bots: list[str | None]  # by seat, the level of the bot that plays it
    can_abort: bool  # whether the match can still be called off
    present: list[int]
    last_here: list[str | None]  # by seat, when somebody was last at the table who is not there now
    faults: list[BotFault]


class News(Seen):
    """What a viewer is sent of a match whenever something has happened. `n` counts the entries."""

    answers: int | None = None  # the id of the client's message that led to this; it is committed
    n: int
    clock: int | None = None  # the server's, in seconds since 1970, where a match does not wait for ever
    events: list[MatchEvent]
    earlier: bool  # whether more has happened before these, which was not sent


class State(News):
    """What a viewer is sent first: everything."""

    type: Literal["state"] = "state"
    match: str
    seat: int


class Update(News):
    """What has changed since the state or update that was sent before: the fields that are there, of the picture the
    parts that are there, and `regions` by their numbers. All else is as it was."""

    type: Literal["update"] = "update"
    regions: list[tuple[int, Region]]


make_optional(Update, [*Seen.model_fields, "regions"])


class EventPage(Model):
    """What happened before a moment: the last of it, and whether there is more."""

    events: list[MatchEvent]
    earlier: bool


class Chat(Model):
    type: Literal["chat"] = "chat"
    number: int
    seat: int
    name: str
    to: int | Literal["team"] | None
    whom: str | None  # for whom a whisper was, unless the seat has gone to somebody else since
    text: str
    at: str


class Acknowledged(Model):
    """What the client's message `id` said is committed."""

    type: Literal["ack"] = "ack"
    id: int
    n: int


class Refused(Model):
    """Nothing has changed. `stale` says that the client acted on an older state."""

    type: Literal["refused"] = "refused"
    id: int
    reason: str
    clause: str
    stale: bool


class Outlook(Model):
    """How something will probably go, such as this roll or the whole fight: what can come of it, with its chance, the
    best first; and more in words."""

    about: str
    parts: list[tuple[float, str]]
    text: str


class Answer(Model):
    """To `why`, `odds` and `reckon`."""

    type: Literal["answer"] = "answer"
    id: int
    text: str
    clause: str
    win: float | None
    rows: list[tuple[str, str]] = []
    outlooks: list[Outlook] = []


# -- a live match: what the client sends ---------------------------------------------------------


class PlayAction(Model):
    """`n` is the state that the player saw; the action is refused as stale if the match has gone on since."""

    type: Literal["play"]
    id: int
    n: int
    action: Annotated[int, Field(ge=0, lt=1 << 30)]


Thing = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class PlayText(Model):
    """An action or an offer in words."""

    type: Literal["type"]
    id: int
    n: int
    text: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class MakeOffer(Model):
    """What is given and what is asked, each in words: `3 water`, `Ambush`, `covert Ambush`."""

    type: Literal["offer"]
    id: int
    n: int
    to: Annotated[int, Field(ge=0, lt=8)]
    give: Annotated[list[Thing], Field(max_length=MOST_THINGS)]
    ask: Annotated[list[Thing], Field(max_length=MOST_THINGS)]


class TakeBack(Model):
    type: Literal["undo"]
    id: int
    n: int


class HandOver(Model):
    """Let a bot see to the rest of this: as long as I am asked for the same, it decides for me."""

    type: Literal["rest"]
    id: int
    n: int


class AskWhy(Model):
    """Why is this action not possible?"""

    type: Literal["why"]
    id: int
    action: Annotated[int, Field(ge=0, lt=1 << 30)]


class AskOdds(Model):
    type: Literal["odds"]
    id: int
    action: Annotated[int, Field(ge=0, lt=1 << 30)]


class AskReckoning(Model):
    """What would these choices come to? Rows of what and how much."""

    type: Literal["reckon"]
    id: int
    actions: Annotated[list[Annotated[int, Field(ge=0, lt=1 << 30)]], Field(max_length=16)]


class Say(Model):
    """To the table, to one seat, or to one's own team. `name` is who has that seat, as far as the sender knows: nobody
    else who has come there meanwhile is told."""

    type: Literal["say"]
    id: int
    text: Talk
    to: Annotated[int, Field(ge=0, lt=8)] | Literal["team"] | None = None
    name: Annotated[str, StringConstraints(max_length=80)] | None = None


class LetPlay(Model):
    """Let a bot that has failed go on: itself once more, or another in its place. Whoever has made the match can change
    the level of one that has not failed, too."""

    type: Literal["bot"]
    id: int
    seat: Annotated[int, Field(ge=0, lt=8)]
    bot: Annotated[str, StringConstraints(min_length=1, max_length=30)]


class Leave(Model):
    """Let a bot play for me until I am back."""

    type: Literal["leave"]
    id: int
    bot: Annotated[str, StringConstraints(min_length=1, max_length=30)]


class Back(Model):
    """I play my seat again."""

    type: Literal["back"]
    id: int


class Resign(Model):
    """Give up, for good."""

    type: Literal["resign"]
    id: int


class Abort(Model):
    """Call the match off; possible until a player has done something."""

    type: Literal["abort"]
    id: int


Play = PlayAction | PlayText | MakeOffer | TakeBack
Message = Play | HandOver | AskWhy | AskOdds | AskReckoning | Say | LetPlay | Leave | Back | Resign | Abort


class Request(Model):
    """One message from the client."""

    message: Annotated[Message, Field(discriminator="type")]


class Reply(Model):
    """One message from the server."""

    message: Annotated[State | Update | Chat | Acknowledged | Refused | Answer, Field(discriminator="type")]
