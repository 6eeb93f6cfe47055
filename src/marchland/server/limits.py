"""How much of everything one person, and one address, may ask for; so that nobody can spoil it for others."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from operator import attrgetter
from typing import Final, NamedTuple

from marchland.server.addresses import around
from marchland.server.errors import TooMany


class Rate(NamedTuple):
    """So many at once; after that, so many a minute."""

    burst: int
    a_minute: float


class Limit(NamedTuple):
    """`what` is as the refusal says it."""

    what: str
    person: Rate
    address: Rate  # a household, a school and a café have one address


LIMITS: Final[Mapping[str, Limit]] = {
    "look": Limit("requests", Rate(200, 600), Rate(600, 1800)),
    # A page is some forty of them, and a school has a hundred people who open it at once. Nobody asks who they are.
    "file": Limit("files", Rate(4000, 6000), Rate(4000, 6000)),
    "change": Limit("requests", Rate(100, 300), Rate(200, 1200)),
    "check": Limit("checks and records", Rate(10, 10), Rate(30, 30)),
    "moment": Limit("looks back at matches", Rate(60, 300), Rate(200, 1000)),
    "match": Limit("new matches", Rate(20, 6), Rate(40, 20)),
    "name": Limit("changes of name", Rate(10, 3), Rate(60, 20)),
    "login": Limit("log-ins and passwords", Rate(10, 5), Rate(20, 10)),
    "socket": Limit("connections", Rate(40, 40), Rate(150, 150)),
    # All of these come by the socket, which has a rate of its own; but one address may have many of them.
    "message": Limit("messages", Rate(240, 4800), Rate(600, 6000)),
    "chat": Limit("chat messages", Rate(10, 20), Rate(40, 80)),
    "ask": Limit("questions about the rules and the odds", Rate(60, 600), Rate(240, 2400)),
}

# What a request counts as, by method and path; else a look or a change.
COUNTED: Final = [
    (("GET",), re.compile(r"/assets/.*"), "file"),
    (("GET",), re.compile(r"/api/matches/[^/]+/(check|record)"), "check"),
    (("GET",), re.compile(r"/api/matches/[^/]+/(moment|milestones|summary|chat|catalogue)"), "moment"),
    (("POST",), re.compile(r"/api/matches|/api/matches/[^/]+/rematch"), "match"),
    (("POST",), re.compile(r"/api/guests"), "name"),
    (("POST",), re.compile(r"/api/(login|account(/.*)?)"), "login"),
]
LOOKS: Final = ("GET", "HEAD", "OPTIONS")

MESSAGES: Final = Rate(60, 1200)  # of one socket

# Refusals that an address is given at once. Who goes on asking all the same is answered after a moment, or as many as
# it takes until only so many are answered in each: loops that wait for their answers take next to nothing from others.
REFUSALS: Final = Rate(20, 60)
A_MOMENT: Final = 1.0  # seconds
IN_A_MOMENT: Final = 60

# What a network of IPv6 (/48) may have in place of its addresses, of which it has 65,536.
ADDRESSES_OF_NETWORK: Final = 4

# What one may have at a time.
CONNECTIONS_OF_ADDRESS: Final = 800  # a browser takes six, and a school has a hundred of them
SOCKETS_OF_PERSON: Final = 12
SOCKETS_OF_ADDRESS: Final = 120
MOST_SEATS: Final = 8  # of a match
WAITING_MATCHES: Final = 10  # that somebody has made and not started
OPEN_MATCHES: Final = 60  # that somebody has made and that are not over
WAITING_OF_ADDRESS: Final = 200  # matches made from one address that wait
CHATS_IN_MATCH: Final = 300  # messages of one person
CHATS_OF_SEAT: Final = 1000  # messages of all who play one seat in turn
TAKEN_BACK_IN_MATCH: Final = 2000  # moves of one seat
OFFERS_IN_MATCH: Final = 2000  # of one seat
HANDS_IN_MATCH: Final = 100  # changes of who plays one seat, after which it is handed on no more
SESSIONS_OF_PERSON: Final = 50  # devices
SESSIONS_OF_SEAT: Final = 20  # devices that have it by its link
INVITES_OF_PERSON: Final = 20  # to one match

# How long a match waits for its players, and how many of one creator, and from one address, the lobby shows before
# those of others.
PRIVATE_WAITS: Final = timedelta(days=14)
PUBLIC_WAITS: Final = timedelta(days=2)
FIRST_OF_CREATOR: Final = 3
FIRST_OF_ADDRESS: Final = 6

BUCKETS: Final = 10_000  # that are kept of each rate
A_WHILE: Final = 10.0  # seconds after which it is worth to try again what others have to end first


def together(rate: Rate) -> Rate:
    """What the addresses of a network may ask for."""
    return Rate(rate.burst * ADDRESSES_OF_NETWORK, rate.a_minute * ADDRESSES_OF_NETWORK)


class Bucket:
    """A token bucket; all it has to remember is when it will be full again."""

    __slots__ = ("full_at", "rate")

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.full_at = 0.0

    def take(self, now: float | None = None) -> float:
        """Take one; how many seconds one has to wait instead, if there is none."""
        now = time.monotonic() if now is None else now
        seconds = 60 / self.rate.a_minute
        full_at = max(self.full_at, now) + seconds
        wait = full_at - now - self.rate.burst * seconds
        if wait > 1e-6:
            return wait
        self.full_at = full_at
        return 0.0

    def give_back(self) -> None:
        """One that was taken after all for nothing."""
        self.full_at -= 60 / self.rate.a_minute


class Buckets:
    """A bucket for everybody who asks. Where there are too many, the fullest go: whoever has taken most is remembered
    longest, and no flood of addresses gives anybody a fresh one."""

    def __init__(self, rate: Rate, most: int = BUCKETS, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.most = most
        self.clock = clock
        self.buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> float:
        bucket = self.buckets.get(who)
        if bucket is None:
            if len(self.buckets) >= self.most:
                self._make_room()
            bucket = self.buckets[who] = Bucket(self.rate)
        return bucket.take(self.clock())

    def give_back(self, who: str) -> None:
        if who in self.buckets:
            self.buckets[who].give_back()

    def _make_room(self) -> None:
        now = self.clock()
        # A full bucket is as good as none.
        kept = [(who, bucket) for who, bucket in self.buckets.items() if bucket.full_at > now]
        if len(kept) > self.most * 3 // 4:
            kept.sort(key=lambda each: each[1].full_at)
            kept = kept[-self.most * 3 // 4 :]
        self.buckets = dict(kept)


Share = tuple[Buckets, str]  # what somebody may have of a rate


@contextmanager
def held(counts: Counter[str], who: str) -> Iterator[int]:
    """Count one more for somebody, meanwhile; so many there are with it."""
    counts[who] += 1
    try:
        yield counts[who]
    finally:
        counts[who] -= 1
        if not counts[who]:
            del counts[who]


class Places:
    """What several may hold at a time, and none too many of."""

    def __init__(self, what: str, most: int) -> None:
        self.what = what
        self.most = most
        self.held: Counter[str] = Counter()

    @contextmanager
    def one(self, who: str) -> Iterator[None]:
        if self.held[who] >= self.most:
            raise TooMany(self.what, A_WHILE)
        with held(self.held, who):
            yield


class Place:
    """One that somebody holds; `give_up`, once it is there, lets them go."""

    def __init__(self, address: str, who: str) -> None:
        self.address = address
        self.who = who
        self.give_up: Callable[[], None] | None = None


class SharedPlaces:
    """What those at an address may hold together, and all of a network. Where all of it is taken, whoever has few gets
    one of whoever has most: one person, or a few names of the same, keep nobody else there out, nor do a few addresses
    others of their network."""

    def __init__(self, what: str, most: int) -> None:
        self.what = what
        self.most = most
        self.taken: dict[str, list[Place]] = {}  # by network

    @contextmanager
    def one(self, address: str, who: str) -> Iterator[Place]:
        place, network = Place(address, who), around(address)
        taken = self.taken.setdefault(network, [])
        here = [each for each in taken if each.address == address]
        if len(here) >= self.most:
            self._make_room(taken, here, place, attrgetter("who"))
        elif len(taken) >= self.most * ADDRESSES_OF_NETWORK:
            self._make_room(taken, taken, place, attrgetter("address"))
        taken.append(place)
        try:
            yield place
        finally:
            if place in taken:  # else somebody else has it
                taken.remove(place)
                if not taken:
                    del self.taken[network]

    def _make_room(self, taken: list[Place], among: list[Place], wanted: Place, whose: Callable[[Place], str]) -> None:
        counts = Counter(map(whose, among))
        most = max(counts.values())
        for place in among:
            # Nobody is to have fewer afterwards than whoever has come.
            if counts[whose(wanted)] + 1 < most == counts[whose(place)] and place.give_up is not None:
                taken.remove(place)
                place.give_up()
                return
        raise TooMany(self.what, A_WHILE)


class Limits:
    """What everybody has taken so far."""

    def __init__(self, table: Mapping[str, Limit] = LIMITS) -> None:
        self.table = table
        self.persons = {name: Buckets(limit.person) for name, limit in table.items()}
        self.addresses = {name: Buckets(limit.address) for name, limit in table.items()}
        self.networks = {name: Buckets(together(limit.address)) for name, limit in table.items()}
        self.refusals = Buckets(REFUSALS)
        self.held_back: Counter[str] = Counter()  # answers, by address
        self.sockets_of_person = Places("open connections", SOCKETS_OF_PERSON)
        self.sockets_of_address = SharedPlaces("open connections", SOCKETS_OF_ADDRESS)

    def charge(self, name: str, address: str, person: str | None = None) -> None:
        """TooMany says how long to wait."""
        self._take(name, self._of(name, address))
        if person is not None:
            self.charge_person(name, address, person)

    def charge_person(self, name: str, address: str, person: str) -> None:
        """What has counted for the address already."""
        self._take(name, [(self.persons[name], person)], self._of(name, address))

    def give_back(self, name: str, address: str) -> None:
        """What has counted for the address, and was refused for another reason."""
        for buckets, who in self._of(name, address):
            buckets.give_back(who)

    def _take(self, name: str, wanted: list[Share], had: Sequence[Share] = ()) -> None:
        """One of each. Whoever is refused takes nothing from others, and has what they had before."""
        taken = list(had)
        for buckets, who in wanted:
            if wait := buckets.take(who):
                for given, back in taken:
                    given.give_back(back)
                raise TooMany(self.table[name].what, wait)
            taken.append((buckets, who))

    def _of(self, name: str, address: str) -> list[Share]:
        """The buckets of an address, and of the network around it."""
        network = around(address)
        own = (self.addresses[name], address)
        return [own] if network == address else [own, (self.networks[name], network)]

    async def before_refusing(self, address: str) -> None:
        """Let those wait who do not take no for an answer: the longer, the more of them there are, and so many at most
        as have a connection."""
        who = around(address)
        if self.refusals.take(who) and self.held_back[who] < CONNECTIONS_OF_ADDRESS:
            with held(self.held_back, who) as count:
                await asyncio.sleep(A_MOMENT * (1 + count / IN_A_MOMENT))


def counted_as(method: str, path: str) -> str:
    """The limit that a request counts towards."""
    for methods, pattern, name in COUNTED:
        if method in methods and pattern.fullmatch(path):
            return name
    return "look" if method in LOOKS else "change"
