"""Seats and matches that have not begun, and the lists of the lobby."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from marchland.bots import make_bot
from marchland.engine.dice import FairDice, dice_from_data
from marchland.engine.errors import UsageError
from marchland.engine.numbers import BOARD
from marchland.engine.record import RESIGNED
from marchland.games import named
from marchland.server.absence import HANDED, who_played
from marchland.server.bots import STAND_IN, seat_name
from marchland.server.errors import Forbidden, NotFound
from marchland.server.messages import Lobby, MatchInfo, Me, NewMatch, SeatInfo
from marchland.server.people import People
from marchland.server.schema import MATCHES, SEATS
from marchland.server.storage import Store, now

ANEW: dict[str, None] = dict.fromkeys(("stand_in", "away", "away_since", "fault"))  # a seat before anything happened


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

    def __init__(self, store: Store, people: People, house: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self.store = store
        self.people = people
        self.house = house or {}

    # -- lists -------------------------------------------------------------------------------------------------------

    def lobby(self, me: Me | None) -> Lobby:
        mine = self.store.matches_of(me.id) if me is not None else []
        known = {row["id"] for row in mine}
        others = [row for row in self.store.open_matches() if row["id"] not in known]
        infos = self.infos(mine, me)
        # Mine to move first, then what runs, then what waits, then what is over; the newest of each first.
        rank = {"running": 1, "waiting": 2, "over": 3, "aborted": 3}
        infos.sort(key=lambda info: 0 if info.your_turn else rank[info.status])
        return Lobby(mine=infos, open=self.infos(others, me))

    def infos(self, rows: list[dict[str, Any]], me: Me | None) -> list[MatchInfo]:
        identities = [row["id"] for row in rows]
        seats = self.store.seats_of(identities)
        awaited = self.store.awaited([row["id"] for row in rows if row["status"] == "running"])
        holders = self.store.holders_of(identities)
        return [self.info(row, seats[row["id"]], awaited.get(row["id"], 0), me, holders[row["id"]]) for row in rows]

    def info(
        self,
        row: dict[str, Any],
        seats: list[dict[str, Any]],
        awaited: int,
        me: Me | None,
        holders: list[dict[str, Any]],
    ) -> MatchInfo:
        options = json.loads(row["options"])
        title, house = described(row["game"], options)
        mine = next((seat for seat in seats if me is not None and seat["person"] == me.id), None)
        return MatchInfo(
            id=row["id"],
            game=row["game"],
            title=title,
            status=row["status"],
            public=row["public"],
            options={name: value for name, value in options.items() if name != BOARD},
            house=house,
            own_board=BOARD in options,
            seats=[
                SeatInfo(
                    seat=seat["seat"],
                    kind=seat["kind"],
                    name="" if seat["kind"] == "open" else seat_name(seat),
                    bot=seat["bot"],
                    mine=seat is mine,
                    away=seat["away"],
                    played=who_played([holder for holder in holders if holder["seat"] == seat["seat"]]),
                )
                for seat in seats
            ],
            creator=me is not None and row["creator"] == me.id,
            your_turn=row["status"] == "running" and mine is not None and is_awaited(mine, awaited),
            round=row["round"],
            places=json.loads(row["places"]),
            invite=row["invite"] if mine is not None else None,
            seat_link=mine["secret"] if mine is not None else None,
            created=row["created"],
            rematch=row["rematch"] if mine is not None else None,
            patience=row["patience"],
        )

    def show(self, identity: str, me: Me | None) -> MatchInfo:
        return self.infos([self.row(identity)], me)[0]

    def agreed(self, identity: str) -> tuple[str, dict[str, str | int]]:
        """The game of a match, and all that was agreed on for it."""
        row = self.row(identity)
        return row["game"], json.loads(row["options"])

    def row(self, identity: str) -> dict[str, Any]:
        row = self.store.one(MATCHES, id=identity)
        if row is None:
            raise NotFound(f"There is no match {identity!r}.")
        return row

    # -- before the start ----------------------------------------------------------------------------------------------

    def create(self, me: Me, wanted: NewMatch) -> str:
        game = named(wanted.game)
        options = game.agreed({**self.house.get(game.name, {}), **wanted.options})
        game.prepared(len(wanted.seats), options)
        if [plan.kind for plan in wanted.seats].count("me") != 1:
            raise UsageError("Exactly one seat of a new match is yours.")
        for plan in wanted.seats:
            if plan.kind == "bot":
                make_bot(plan.bot or "")
        identity = secrets.token_urlsafe(8)
        kinds = {"me": "person", "open": "open", "bot": "bot"}
        self.store.add_match(
            {
                "id": identity,
                "game": game.name,
                "rules": game.version,
                "options": json.dumps(options),
                "status": "waiting",
                "public": wanted.public,
                "watch": True,
                "patience": wanted.patience,
                "invite": secrets.token_urlsafe(12),
                "creator": me.id,
                "dice": json.dumps(FairDice.fresh().to_data()),
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
                    "person": me.id if plan.kind == "me" else None,
                    "bot": plan.bot if plan.kind == "bot" else None,
                    "secret": secrets.token_urlsafe(16),
                }
                for number, plan in enumerate(wanted.seats)
            ],
        )
        if wanted.start and all(plan.kind != "open" for plan in wanted.seats):
            self.begin(identity)
        return identity

    def join(self, me: Me, identity: str, invite: str | None) -> None:
        row = self.row(identity)
        if any(seat["person"] == me.id for seat in self.store.find(SEATS, match=identity)):
            return
        if not row["public"] and not secrets.compare_digest(row["invite"].encode(), (invite or "").encode()):
            raise Forbidden("This match is private: you need its invite link.")
        if row["status"] != "waiting":
            raise UsageError("This match has already begun.")
        if self.store.take_seat(identity, me.id) is None:
            raise UsageError("All seats of this match are taken.")

    def leave(self, me: Me, identity: str) -> bool:
        """Whether the match is still there: it goes when its creator leaves before the start."""
        row = self.row(identity)
        if row["status"] != "waiting":
            raise UsageError("This match has begun.")
        if row["creator"] == me.id:
            self.store.remove_match(identity)
            return False
        if not self.store.change(SEATS, {"match": identity, "person": me.id}, {"kind": "open", "person": None}):
            raise Forbidden("You have no seat in this match.")
        return True

    def start(self, me: Me, identity: str) -> None:
        row = self.row(identity)
        if row["creator"] != me.id:
            raise Forbidden("Only the player who made the match can start it.")
        if row["status"] == "waiting":
            self.store.change(SEATS, {"match": identity, "kind": "open"}, {"kind": "bot", "bot": STAND_IN})
            self.begin(identity)

    def begin(self, identity: str) -> None:
        row = self.row(identity)
        seats = len(self.store.find(SEATS, match=identity))
        dice = dice_from_data(json.loads(row["dice"]))
        table = named(row["game"]).deal(seats, options=json.loads(row["options"]), dice=dice)
        values = {"status": "running", "awaited": int(table.asked), "started": now()}
        self.store.change(MATCHES, {"id": identity, "status": "waiting"}, values)

    # -- afterwards --------------------------------------------------------------------------------------------------

    def by_invite(self, invite: str) -> dict[str, Any]:
        row = self.store.one(MATCHES, invite=invite)
        if row is None:
            raise NotFound("This invite leads to no match; perhaps it was called off.")
        return row

    def by_secret(self, secret: str) -> tuple[str, str]:
        """The match behind the secret link of a seat, and a session for the guest who holds the seat."""
        seat = self.store.one(SEATS, secret=secret)
        if seat is None or seat["person"] is None:
            raise NotFound("This link leads to no seat.")
        return str(seat["match"]), self.people.new_session(seat["person"])

    def rematch(self, me: Me, identity: str) -> str:
        """The same seats and options once more: whoever asks first makes it, the others find it."""
        row = self.row(identity)
        seats = self.store.find(SEATS, match=identity)
        if not any(seat["person"] == me.id for seat in seats):
            raise Forbidden("Only players of a match can ask for a rematch.")
        if row["status"] != "over":
            raise UsageError("The match is not over yet.")
        if row["rematch"]:
            return str(row["rematch"])
        again = secrets.token_urlsafe(8)
        game = named(row["game"])
        self.store.add_match(
            {
                **row,
                "id": again,
                "rules": game.version,
                "status": "waiting",
                "invite": secrets.token_urlsafe(12),
                "creator": me.id,
                "dice": json.dumps(FairDice.fresh().to_data()),
                "places": "[]",
                "round": 0,
                "awaited": 0,
                "rematch": None,
                "created": now(),
                "started": None,
                "ended": None,
            },
            [{**seat, **ANEW, "match": again, "secret": secrets.token_urlsafe(16)} for seat in seats],
        )
        self.store.change(MATCHES, {"id": identity}, {"rematch": again})
        # Everybody keeps their seat, so it begins at once.
        self.begin(again)
        return again
