"""Seats and matches that have not begun, and the lists of the lobby."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa

from marchland.bots import make_bot
from marchland.engine.dice import dice_from_data
from marchland.engine.errors import UsageError
from marchland.engine.numbers import BOARD
from marchland.engine.record import RESIGNED
from marchland.games import named
from marchland.server import entropy
from marchland.server.absence import ABORTED, HANDED
from marchland.server.access import Access, is_invited, lends, played_here, seat_of
from marchland.server.addresses import around
from marchland.server.bots import STAND_IN, seat_name
from marchland.server.calls import Device, Lobby, MatchInfo, NewMatch, SeatInfo, SeatOffer, SeatPlan
from marchland.server.colours import shared_out
from marchland.server.errors import Forbidden, NoSeat, NotFound
from marchland.server.expiry import waits_until
from marchland.server.handover import offered
from marchland.server.holders import who_played
from marchland.server.limits import OPEN_MATCHES, WAITING_MATCHES, WAITING_OF_ADDRESS
from marchland.server.links import Links
from marchland.server.lists import open_matches, watchable
from marchland.server.names import clash, like
from marchland.server.people import refuse_double, refuse_misleading
from marchland.server.rematch import once_more, owner_of
from marchland.server.schema import MATCHES, PEOPLE, SEATS, SESSIONS
from marchland.server.sessions import Caller, Sessions
from marchland.server.storage import EMPTY_SEAT, Store, now

LISTS_LAST = 1.0  # seconds for which others' matches are listed as they were: everybody asks again and again


def as_json(info: MatchInfo) -> bytes:
    return info.model_dump_json().encode()


def described(game: str, options: dict[str, str | int]) -> tuple[str, list[str]]:
    """The name of a match and its house rules; one of a game that this server has not got is listed all the same."""
    try:
        found = named(game)
    except UsageError:
        return game, []
    return found.title_of(options), found.house_words(options)


def is_awaited(seat: dict[str, Any], awaited: int) -> bool:
    """Whether it is for the person of a seat to move; one who is absent is still waited for."""
    return bool(awaited >> seat["seat"] & 1) and seat["away"] not in (HANDED, RESIGNED)


class Front:
    """What happens before and around matches. All methods run in the database thread."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        links: Links,
        access: Access,
        house: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.store = store
        self.sessions = sessions
        self.links = links
        self.access = access
        self.house = house or {}
        self.salt = secrets.token_bytes(16)  # so that nobody who reads the database learns an address
        self.lists: dict[str, list[tuple[str, bytes]]] = {}
        self.lists_until = 0.0

    # -- lists -------------------------------------------------------------------------------------------------------

    def lobby(self, me: Caller | None) -> bytes:
        """A Lobby, as JSON."""
        infos = self.infos(self.store.matches_of(me.id), me) if me is not None else []
        # Mine to move first, then what runs, then what waits, then what is over; the newest of each first.
        rank = {"opening": 1, "running": 1, "waiting": 2, "over": 3, "aborted": 3}
        infos.sort(key=lambda info: 0 if info.your_turn else rank[info.status])
        known = {info.id for info in infos}
        lists = {name: [data for match, data in found if match not in known] for name, found in self.others().items()}
        lists["mine"] = [as_json(info) for info in infos]
        return b"{%b}" % b",".join(
            b'"%b":[%b]' % (name.encode(), b",".join(lists[name])) for name in Lobby.model_fields
        )

    def others(self) -> dict[str, list[tuple[str, bytes]]]:
        """The lists of the lobby that are the same for everybody: matches, each as JSON."""
        if time.monotonic() >= self.lists_until:
            found = {"open": open_matches(self.store), "watch": watchable(self.store)}
            self.lists = {
                name: [(info.id, as_json(info)) for info in self.infos(rows, None)] for name, rows in found.items()
            }
            self.lists_until = time.monotonic() + LISTS_LAST
        return self.lists

    def infos(self, rows: list[dict[str, Any]], me: Caller | None, at: int | None = None) -> list[MatchInfo]:
        identities = [row["id"] for row in rows]
        seats = self.store.seats_of(identities)
        played = [row["id"] for row in rows if row["status"] == "running"]
        awaited = self.store.awaited(played)
        holders = self.store.holders_of(identities)
        offers = offered(self.store, me.id, played) if me is not None and not me.limited and played else set()
        return [
            self.info(row, seats[row["id"]], awaited.get(row["id"], 0), me, holders[row["id"]], offers, at)
            for row in rows
        ]

    def info(
        self,
        row: dict[str, Any],
        seats: list[dict[str, Any]],
        awaited: int,
        me: Caller | None,
        holders: list[dict[str, Any]],
        offers: set[str],
        at: int | None = None,
    ) -> MatchInfo:
        options = json.loads(row["options"])
        title, house = described(row["game"], options)
        mine = seat_of(seats, me, at)
        here = [seat["seat"] for seat in played_here(seats, me)]
        running = row["status"] == "running"
        theirs = [seat for seat in here or [mine] if running and seat >= 0 and is_awaited(seats[seat], awaited)]
        colours = shared_out([seat["colour"] for seat in seats])
        whole = me if me is not None and not me.limited else None
        return MatchInfo(
            id=row["id"],
            game=row["game"],
            title=title,
            status=row["status"],
            public=row["public"],
            watch=row["watch"],
            options={name: value for name, value in options.items() if name != BOARD},
            house=house,
            own_board=BOARD in options,
            seats=[
                SeatInfo(
                    seat=seat["seat"],
                    kind=seat["kind"],
                    name="" if seat["kind"] == "open" else seat_name(seat),
                    bot=seat["bot"],
                    mine=seat["seat"] == mine,
                    invited=seat["invited_name"] if seat["kind"] == "open" else None,
                    for_me=is_invited([seat], whole),
                    lender=seat["lender_name"],
                    lent=lends([seat], whole),
                    offered=row["id"] in offers and me is not None and seat["person"] == me.id,
                    away=seat["away"],
                    played=who_played([holder for holder in holders if holder["seat"] == seat["seat"]]),
                    colour=colours[seat["seat"]],
                    here=seat["seat"] in here,
                    awaited=seat["seat"] in here and seat["seat"] in theirs,
                )
                for seat in seats
            ],
            creator=whole is not None and row["creator"] == whole.id,
            your_turn=bool(theirs),
            round=row["round"],
            places=json.loads(row["places"]),
            borrowed=mine >= 0 and whole is None,
            created=row["created"],
            waits_until=waits_until(row),
            rematch=row["rematch"] if whole and any(owner_of(seat) == whole.id for seat in seats) else None,
            draw=entropy.draw_of(json.loads(row["dice"]), row["status"] == "over", seats),
            patience=row["patience"],
        )

    def show(self, identity: str, me: Caller | None, invite: str | None = None, at: int | None = None) -> MatchInfo:
        self.access.look(identity, me, invite)
        return self.shown(identity, me, at)

    def shown(self, identity: str, me: Caller | None, at: int | None = None) -> MatchInfo:
        """Also one that is closed to strangers, to whoever was let in otherwise."""
        return self.infos([self.punctual(identity)], me, at)[0]

    def devices(self, me: Caller) -> list[Device]:
        """My sessions, those used last first."""
        rows = [row for row in self.store.find(SESSIONS, person=me.id) if row["expires"] > now()]
        matches = self.store.matches({row["match"] for row in rows})
        titles = {match["id"]: described(match["game"], json.loads(match["options"]))[0] for match in matches}
        seats = self.store.seats_of([match["id"] for match in matches])
        found = []
        for row in rows:
            shown = {name: row[name] for name in ("id", "device", "created", "used")}
            table = [seat for seat in seats.get(row["match"], ()) if seat["kind"] != "open" and seat["person"] != me.id]
            here, match = row["id"] == me.session, titles.get(row["match"])
            found.append(Device(**shown, here=here, match=match, others=[seat_name(seat) for seat in table]))
        return sorted(found, key=lambda device: (device.used, device.created), reverse=True)

    def row(self, identity: str) -> dict[str, Any]:
        row = self.store.one(MATCHES, id=identity)
        if row is None:
            raise NotFound(f"There is no match {identity!r}.")
        return row

    # -- before the start ----------------------------------------------------------------------------------------------

    def create_and_invite(self, me: Caller, wanted: NewMatch, address: str) -> tuple[str, str]:
        identity = self.create(me, wanted, address)
        return identity, self.new_invite(me, identity)

    def create(self, me: Caller, wanted: NewMatch, address: str = "") -> str:
        origin = self.origin_of(address)
        self.check_quota(me, origin)
        game = named(wanted.game)
        options = game.agreed({**self.house.get(game.name, {}), **wanted.options})
        game.prepared(len(wanted.seats), options)
        if [plan.kind for plan in wanted.seats].count("me") != 1:
            raise UsageError("Exactly one seat of a new match is yours.")
        for plan in wanted.seats:
            if plan.kind == "bot":
                make_bot(plan.bot or "")
        identity = secrets.token_urlsafe(8)
        kinds = {"me": "person", "open": "open", "bot": "bot", "here": "person"}
        friends = self.friends_here(me, wanted.seats)
        self.store.add_match(
            {
                "id": identity,
                "game": game.name,
                "rules": game.version,
                "options": json.dumps(options),
                "status": "waiting",
                "public": wanted.public,
                "watch": wanted.watch,
                "patience": wanted.patience,
                "creator": me.id,
                "origin": origin,
                "dice": entropy.new_dice(),
                "places": "[]",
                "round": 0,
                "awaited": 0,
                "created": now(),
            },
            [
                {
                    "match": identity,
                    "seat": number,
                    "kind": kinds[plan.kind],
                    "person": me.id if plan.kind == "me" else friends.get(number),
                    "host": me.id if plan.kind == "here" else None,
                    "colour": wanted.colour if plan.kind == "me" else None,
                    "bot": plan.bot if plan.kind == "bot" else None,
                    "entropy_hash": wanted.entropy if plan.kind == "me" else None,
                }
                for number, plan in enumerate(wanted.seats)
            ],
        )
        if wanted.start and all(plan.kind != "open" for plan in wanted.seats):
            self.begin_or_open(identity)
        return identity

    def friends_here(self, me: Caller, seats: list[SeatPlan]) -> dict[int, str]:
        """Those who play at the same screen, by seat: guests without a session, whom their host lets play."""
        found: dict[int, str] = {}
        known = [me.name]
        for number, plan in enumerate(seats):
            if plan.kind != "here":
                continue
            if plan.name is None:
                raise UsageError("Everybody who plays at this screen needs a name.")
            refuse_misleading(plan.name)
            double = like(plan.name, known)
            if double is not None:
                raise UsageError(clash(plan.name, double, "who plays here too"))
            known.append(plan.name)
            found[number] = secrets.token_urlsafe(9)
        for number, identity in found.items():
            self.store.add(PEOPLE, {"id": identity, "name": seats[number].name, "created": now()})
        return found

    def origin_of(self, address: str) -> str | None:
        return blake2b(around(address).encode(), key=self.salt, digest_size=12).hexdigest() if address else None

    def check_quota(self, me: Caller, origin: str | None) -> None:
        """Whether somebody may make one more match, from where they ask."""
        waiting, *begun = (
            self.store.count(MATCHES, creator=me.id, status=status) for status in ("waiting", "opening", "running")
        )
        if waiting >= WAITING_MATCHES:
            raise UsageError(f"{waiting} matches of yours wait for players; start or call off one of them first.")
        still_open = waiting + sum(begun)
        if still_open >= OPEN_MATCHES:
            raise UsageError(f"{still_open} matches that you have made are not over; end one of them first.")
        # Whoever has none waiting may make one all the same: others at that address have made the many.
        from_there = self.store.count(MATCHES, origin=origin, status="waiting") if origin and waiting else 0
        if from_there >= WAITING_OF_ADDRESS:
            raise UsageError(
                "Too many matches made from your address wait for players; try again when some have begun."
            )

    def join(
        self,
        me: Caller,
        identity: str,
        invite: str | None,
        promised: str | None = None,
        colour: int | None = None,
    ) -> None:
        row, seats, mine, _ = self.access.look(identity, me, invite)
        if mine >= 0:
            return
        link = self.links.find("invite", invite or "")
        invited = is_invited(seats, me) or (link is not None and link["match"] == identity)
        if not row["public"] and not invited:
            raise Forbidden("This match is private: you need its invite link.")
        if row["status"] != "waiting":
            raise UsageError("This match has already begun.")
        refuse_double(me.name, me, seats, "who already sits in this match")
        if self.store.take_seat(identity, me.id) is None:
            kept = any(seat["kind"] == "open" for seat in seats)
            raise UsageError(f"All seats of this match are {'kept for others' if kept else 'taken'}.")
        added = {**entropy.NOTHING, "entropy_hash": promised, "colour": colour}
        self.store.change(SEATS, {"match": identity, "person": me.id}, added)

    def leave(self, me: Caller, identity: str) -> bool:
        """Whether the match is still there for whoever leaves: it goes when its creator does before the start."""
        row, seats, mine, _ = self.access.look(identity, me)
        if row["status"] != "waiting":
            raise UsageError("This match has begun.")
        if row["creator"] == me.id:
            self.store.remove_match(identity)
            return False
        if mine >= 0:
            self.empty(identity, mine)
        elif is_invited(seats, me):
            self.store.change(SEATS, {"match": identity, "invited": me.id}, {"invited": None})
        else:
            raise NoSeat
        return bool(row["watch"] or row["public"])

    def remove(self, me: Caller, identity: str, seat: int) -> None:
        """Send somebody away from the table, or keep a seat no longer for somebody who does not come."""
        row, seats, _, _ = self.access.look(identity, me)
        if row["creator"] != me.id:
            raise Forbidden("Only the player who made the match can remove somebody.")
        if row["status"] != "waiting":
            raise UsageError("The match has begun; nobody can be removed any more.")
        found = next((row for row in seats if row["seat"] == seat), None)
        if found is None or found["kind"] == "bot" or not (found["person"] or found["invited"]):
            raise UsageError("Nobody sits there.")
        if found["person"] == me.id:
            raise UsageError("This is your own seat; you can leave the match.")
        self.empty(identity, seat)

    def empty(self, identity: str, seat: int) -> None:
        change = sa.update(SEATS).where(SEATS.c.match == identity, SEATS.c.seat == seat).values(**EMPTY_SEAT)
        self.links.change_holder(identity, seat, change)

    def start(self, me: Caller, identity: str) -> None:
        row = self.access.look(identity, me).row
        if row["creator"] != me.id:
            raise Forbidden("Only the player who made the match can start it.")
        if row["status"] == "waiting":
            bot = {"kind": "bot", "bot": STAND_IN, "invited": None}
            self.store.change(SEATS, {"match": identity, "kind": "open"}, bot)
            self.begin_or_open(identity)

    def begin_or_open(self, identity: str) -> None:
        """Before a match begins, all who have promised to add something to its dice show it."""
        if not entropy.ask_to_open(self.store, self.row(identity)):
            self.begin(identity)

    def begin(self, identity: str) -> None:
        row = self.row(identity)
        if row["status"] not in ("waiting", "opening"):
            return
        seats = self.store.find(SEATS, match=identity)
        dice = entropy.final_dice(json.loads(row["dice"]), seats)
        table = named(row["game"]).deal(len(seats), options=json.loads(row["options"]), dice=dice_from_data(dice))
        values = {"status": "running", "awaited": int(table.asked), "started": now(), "dice": json.dumps(dice)}
        values["round"] = int(table.round)
        self.store.change(MATCHES, {"id": identity, "status": row["status"]}, values)

    def punctual(self, identity: str) -> dict[str, Any]:
        """The row of a match, which has begun if the time to open is over."""
        row = self.row(identity)
        if entropy.overdue(row):
            self.begin(identity)
            row = self.row(identity)
        return row

    def promise(self, me: Caller, identity: str, given: str) -> None:
        view = self.access.look(identity, me)
        entropy.promise(self.store, view.row, entropy.own_seat(view.seats, view.seat), given)

    def open_part(self, me: Caller, identity: str, part: str) -> None:
        view = self.access.look(identity, me)
        seat = entropy.own_seat(view.seats, view.seat)
        if entropy.open_part(self.store, self.punctual(identity), seat, part):
            self.begin(identity)

    # -- links -------------------------------------------------------------------------------------------------------

    def by_invite(self, invite: str, me: Caller | None) -> MatchInfo:
        link = self.links.find("invite", invite)
        if link is None:
            raise NotFound(
                "This invite leads to no match; perhaps it was called off, has waited too long for its players, or "
                "they renewed the link."
            )
        return self.show(link["match"], me, invite)

    def new_invite(self, me: Caller, identity: str) -> str:
        """One more, by anybody at the table."""
        if self.access.look(identity, me).seat < 0:
            raise Forbidden("Only players of a match can invite others.")
        return self.links.invite(identity, me.id)

    def renew_invites(self, me: Caller, identity: str) -> str:
        """By whoever made the match; by anybody at the table where that one has left it."""
        row, seats, mine, _ = self.access.look(identity, me)
        sits = any(row["creator"] == owner_of(seat) for seat in seats)
        if (row["creator"] != me.id) if sits else mine < 0:
            raise Forbidden("Only the player who made the match can renew its invite link.")
        return self.links.renew_invites(identity, me.id)

    def new_seat_link(self, me: Caller, identity: str) -> str:
        seat = self.access.look(identity, me).seat
        if seat < 0:
            raise NoSeat
        return self.links.renew_seat(identity, seat, me.id)

    def by_seat_link(self, secret: str, me: Caller | None) -> tuple[str, dict[str, Any]]:
        """The match and the seat behind the link of a seat, while it is held by whom the link was made for."""
        link = self.links.find("seat", secret)
        seats = self.store.seats_of([link["match"]])[link["match"]] if link is not None else []
        seat = seats[link["seat"]] if link is not None else None
        if link is None or seat is None or seat["person"] is None or seat["person"] != link["person"]:
            raise NotFound("This link leads to no seat; perhaps whoever sits there has renewed it.")
        # Who plays there as well would lose the own seat from sight.
        if seat_of(seats, me) not in (-1, seat["seat"]):
            raise UsageError(
                f"It opens the seat of {seat_name(seat)}, and you have one of your own in this match: nobody plays two "
                "on one device."
            )
        return link["match"], seat

    def seat_offer(self, secret: str, me: Caller | None) -> SeatOffer:
        match, seat = self.by_seat_link(secret, me)
        holder = Caller(seat["person"], seat["name"], match=match, seat=seat["seat"])
        you = me.name if me is not None else None
        return SeatOffer(match=self.show(match, holder), seat=seat["seat"], holder=seat_name(seat), you=you)

    def open_seat(self, secret: str, me: Caller | None, device: str) -> tuple[str, str | None]:
        """The match, and the token of a session that is limited to the seat; its holder needs none."""
        match, seat = self.by_seat_link(secret, me)
        if me is not None and me.id == seat["person"]:
            return match, None
        return match, self.sessions.begin(seat["person"], device, match, seat["seat"])

    # -- afterwards --------------------------------------------------------------------------------------------------

    def rematch(self, me: Caller, identity: str, address: str = "") -> str:
        """The same seats and options once more: whoever asks first makes it, and the seats of the others are kept for
        them. It begins when its maker says so, as every match does."""
        row, seats, mine, _ = self.access.look(identity, me)
        if not any(owner_of(seat) == me.id for seat in seats):
            lender = seats[mine]["lender_name"] if mine >= 0 else None
            said = f"You have played for {lender}, who" if lender else "Only players of a match"
            raise Forbidden(f"{said} can ask for a rematch.")
        if row["status"] == ABORTED:
            raise UsageError("The match was called off before anybody moved; make a new one instead.")
        if row["status"] != "over":
            raise UsageError("The match is not over yet.")
        if row["rematch"]:
            return str(row["rematch"])
        origin = self.origin_of(address)
        self.check_quota(me, origin)
        again = secrets.token_urlsafe(8)
        self.store.add_match(
            {
                **row,
                "id": again,
                "rules": named(row["game"]).version,
                "status": "waiting",
                "public": False,
                "creator": me.id,
                "origin": origin,
                "dice": entropy.new_dice(),
                "places": "[]",
                "round": 0,
                "awaited": 0,
                "rematch": None,
                "created": now(),
                "started": None,
                "ended": None,
            },
            [{"match": again, "seat": seat["seat"], **once_more(seat, me)} for seat in seats],
        )
        self.store.change(MATCHES, {"id": identity}, {"rematch": again})
        return again
