"""What calls over HTTP take and give, as strict models. The client's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from marchland.server.colours import COLOURS
from marchland.server.limits import MOST_SEATS
from marchland.server.messages import Away, Draw, State
from marchland.server.names import Name
from marchland.server.specs import Model

# -- people and the lobby ---------------------------------------------------------


class NewGuest(Model):
    name: Name


class Me(Model):
    id: str
    name: str
    account: bool  # whether a password is set; without one the person is a guest, known on this device alone


# A new password; the old one is whatever was typed.
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Typed = Annotated[str, StringConstraints(max_length=200)]


class NewAccount(Model):
    password: Password


class Login(Model):
    name: Typed
    password: Typed


class NewPassword(Model):
    old: Typed
    new: Password


class DeleteAccount(Model):
    password: Typed


class Device(Model):
    """A session of mine. One that came by the link of a seat is limited to it, and names its `match` and the `others`
    who play there."""

    id: str
    device: str
    created: str
    used: str
    here: bool
    match: str | None
    others: list[str]


class EndDevices(Model):
    """All my other sessions, and with `here` also the one that asks."""

    here: bool = False


# One of the six pairs of colour and mark.
Colour = Annotated[int, Field(ge=0, lt=COLOURS)]


class SeatPlan(Model):
    """`here` is somebody who plays at the same screen, under this name."""

    kind: Literal["me", "open", "bot", "here"]
    bot: str | None = None
    name: Name | None = None


# 32 bytes as hex: the hash of what a seat adds to the dice, and that itself.
Bytes32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class NewMatch(Model):
    game: str
    options: dict[str, str | int] = Field(default_factory=dict)
    seats: Annotated[list[SeatPlan], Field(min_length=1, max_length=MOST_SEATS)]
    public: bool = False  # listed for everybody, who may join
    watch: bool = True  # whether strangers may look on once it runs, and at a private one before
    start: bool = False
    entropy: Bytes32 | None = None  # the hash of what I add to the dice
    colour: Colour | None = None  # that I should like to have
    # Seconds after which a bot plays for somebody who does not move, until he is back; without: wait.
    patience: Annotated[int, Field(ge=60, le=30 * 24 * 3600)] | None = None


class JoinMatch(Model):
    invite: str | None = None
    entropy: Bytes32 | None = None
    colour: Colour | None = None  # that I should like to have


class Promise(Model):
    """The hash of what my seat adds to the dice."""

    hash: Bytes32


class OpenPart(Model):
    """What my seat adds to the dice."""

    entropy: Bytes32


class RemovePlayer(Model):
    seat: Annotated[int, Field(ge=0, lt=8)]


class Link(Model):
    """The secret part of a new link. It is shown this once."""

    link: str


class SeatInfo(Model):
    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    bot: str | None
    mine: bool
    invited: str | None  # the name of the person for whom an open seat is kept
    for_me: bool  # it is kept for me
    lender: str | None  # the name of the person whose seat it is, where they have handed it on
    lent: bool  # that is me: I can take it back
    offered: bool  # it is mine, and a link is out by which somebody else can take it
    away: Away | None
    played: str  # who has played it, in words, where it was not one alone
    colour: int  # and mark: no two seats have the same
    here: bool  # it is played at my screen, where several people share it
    awaited: bool  # of seats at my screen: it is theirs to move


class MatchInfo(Model):
    """A match in a list or a waiting room."""

    id: str
    game: str
    title: str
    status: Literal["waiting", "opening", "running", "over", "aborted"]
    public: bool
    watch: bool
    options: dict[str, str | int]
    house: list[str]  # what it has otherwise than the rulebook, in words
    own_board: bool
    seats: list[SeatInfo]
    creator: bool
    your_turn: bool
    round: int
    places: list[int]
    borrowed: bool  # this device has my seat by its link, and nothing else of mine
    invite: str | None = None  # in the answer to its creation only
    created: str
    waits_until: str | None  # called off then, unless it has begun
    rematch: str | None
    draw: Draw | None  # null in matches that older servers have made
    patience: int | None


class Handover(Model):
    """A seat that its player offers to whoever has the link."""

    match: MatchInfo
    seat: int
    holder: str


class SeatOffer(Handover):
    """What the link of a seat opens: the seat of `holder`, on a device on which I am `you`."""

    you: str | None


class Lobby(Model):
    """`watch` are public matches of others at which strangers may look on: those that run, then those just over."""

    mine: list[MatchInfo]
    open: list[MatchInfo]
    watch: list[MatchInfo]


# -- replay and check ---------------------------------------------------------


class Moment(Model):
    """A finished match as it stood after `n` of its `last` entries."""

    last: int
    state: State


class Milestone(Model):
    """Something in a finished match to look at, after its entry `n`: a round or a battle that begins, a region that is
    taken from somebody, a blow."""

    n: int
    what: Literal["round", "battle", "capture", "blow"]
    text: str


class Check(Model):
    ok: bool
    sentence: str
    hash: str
    key: str
    draw: Draw | None
    faces: list[tuple[str, list[int]]]


class ServerInfo(Model):
    """Under which address others reach the server: its public one, or those in its network, told to who sits at it.
    `local`: it listens to this machine alone."""

    public_url: str | None
    addresses: list[str]
    local: bool


class Problem(BaseModel):
    """RFC 9457."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    clause: str | None = None
    errors: list[Any] | None = None
