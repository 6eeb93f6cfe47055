"""Absence: who plays the seat of somebody who does not, and how players end a match before its end.

A person's seat stays that person's. While a bot plays it, `stand_in` names the bot and `away` says why: `handed` (the
player wanted it so), `absent` (the player has not moved in time), or `resigned`, which is for good. All of it is
decided under the lock of the live match, written, and only then shown.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from marchland.bots import make_bot
from marchland.engine.errors import IllegalAction, MarchlandError, UsageError
from marchland.engine.record import RESIGNED, places_in_turn, places_of_teams, seats_out
from marchland.engine.sealed import Sealed
from marchland.engine.table import SPECTATOR
from marchland.server.audience import Connection
from marchland.server.bots import STAND_IN, level_of
from marchland.server.errors import Forbidden, NoSeat, NotFound, NotSaved
from marchland.server.limits import HANDS_IN_MATCH
from marchland.server.links import HANDOVER, SEAT, forget_links
from marchland.server.names import clash, like
from marchland.server.patience import can_be_late, first_due, waiting_since
from marchland.server.people import NEUTRAL, refuse_double
from marchland.server.schema import HOLDERS, LINKS, MATCHES, PEOPLE, SEATS, SESSIONS
from marchland.server.sessions import Caller, Sessions
from marchland.server.storage import ACT, LATE, EntryRow, SavedMatch, Statement, seconds_of, stamp

if TYPE_CHECKING:
    from marchland.server.live import LiveMatch

log = logging.getLogger("marchland.server")

HANDED, ABSENT, TAKEN = "handed", "absent", "handover"
ABORTED = "aborted"
TIME_IS_UP = "Your time was up, so a bot decides this one thing for you; then say that you are back."
TIME_IS_UP_FIRST = "Your time was up, so a bot decides this one thing for you; then you can let one play."
THEIR_TIME_IS_UP = "The time of whoever plays this seat was up, so a bot decides one thing for them; then try again."
FOR_ANOTHER = "You play this seat for somebody else, who alone can give it up; you can let a bot play."
SEAT_IS_GONE = 4403  # with which the sockets of a seat are closed that has become another's


class Absence:
    """Who plays the seats of one live match, and how long it waits for them."""

    patience: int | None

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self.hub = live.hub

    def restore(self, saved: SavedMatch) -> None:
        self.patience = saved.row["patience"]
        self.began = saved.row["started"] or saved.row["created"]
        entries = saved.entries if self.patience is not None else []
        moment = int(self.hub.clock())
        self.waiting = waiting_since(saved.row, len(saved.seats), entries, saved.holders, moment)
        self.people = [row["seat"] for row in saved.seats if row["kind"] == "person"]
        self.hands = Counter(holder["seat"] for holder in saved.holders)  # how often seats have changed them
        last = {holder["seat"]: holder for holder in saved.holders}
        # By somebody else, and nobody has been absent there since.
        self.taken_at = {seat: seconds_of(holder["at"]) for seat, holder in last.items() if holder["why"] == TAKEN}
        decided = {entry.seat: entry.at for entry in entries if entry.type == LATE}
        # Seats for which a bot has yet to decide what their players have not decided in time.
        self.overdue = {
            row["seat"]
            for row in saved.seats
            if row["away"] == ABSENT and decided.get(row["seat"], "") < row["away_since"]
        }
        # Seats that a bot plays since their player has deleted the account, of which nothing is noted yet.
        self.deserted = [
            row["seat"]
            for row in saved.seats
            if row["away"] == HANDED
            and row["name"] == NEUTRAL
            and last.get(row["seat"], {}).get("bot") != row["stand_in"]
        ]
        self.expect()

    # -- what is shown -----------------------------------------------------------------------------------------------

    def clock(self) -> int | None:
        """The server's time, where somebody has to count by it."""
        return int(self.hub.clock()) if self.patience is not None else None

    def shown(self, viewer: int) -> list[dict[str, Any]]:
        """The seats that a bot plays for somebody, and those whose time is running, as in messages.SeatState."""
        found = []
        for row in self.live.seats:
            deadline = self._deadline(row, viewer)
            if row["away"] or deadline is not None:
                state = {"seat": row["seat"], "stand_in": row["stand_in"], "away": row["away"]}
                found.append({**state, "since": row["away_since"], "deadline": deadline})
        return found

    def _deadline(self, row: dict[str, Any], viewer: int) -> int | None:
        """Of a secret choice each sees the own time alone: another's would tell when that one has clicked."""
        if self.patience is None:
            return None
        since = self.waiting.since[row["seat"]]
        if not since or not can_be_late(row) or self.live.match.over:
            return None
        secret = isinstance(self.live.match.table.step(), Sealed) and row["seat"] != viewer
        return None if secret else since + self.patience

    def last_here(self, present: list[int]) -> list[str | None]:
        """By seat, when somebody was last at the table who is not there now."""
        return [None if row["seat"] in present else row["here_at"] for row in self.live.seats]

    def levels(self) -> list[str | None]:
        """Of the bots that play, by seat."""
        return [level_of(row) for row in self.live.seats]

    def looks_on(self, seat: int) -> bool:
        """Whether a bot plays for the person of a seat, or does a chore."""
        return seat >= 0 and (self.live.seats[seat]["away"] is not None or self.live.chores.sees_to(seat))

    @property
    def paused(self) -> bool:
        """Bots do not play on for nobody: the match rests while all whom it waits for are absent."""
        people = [self.live.seats[seat]["away"] for seat in self.people]
        awaited = [away for away in people if away not in (HANDED, RESIGNED)]
        return bool(awaited) and all(away == ABSENT for away in awaited)

    # -- time --------------------------------------------------------------------------------------------------------

    def in_time(self, entry: EntryRow) -> EntryRow:
        """Where a player has not decided in time, what the bot decides is marked as such."""
        late = entry.seat in self.overdue and entry.type == ACT and self.waiting.is_answer(entry)
        return entry._replace(type=LATE) if late else entry

    def note(self, entry: EntryRow) -> None:
        """After every entry."""
        if entry.type == LATE:
            self.overdue.discard(entry.seat)
            self.live.timeline.bind(entry.seat)
        if self.patience is not None:
            self.waiting.go_on(entry)
            self.expect()

    def refuse_undo(self, seat: int) -> None:
        """What a bot has decided because its player did not stands; otherwise nobody would have to come in time."""
        if self.live.timeline.is_bound(seat):
            raise IllegalAction("You did not decide this in time, so what the bot has decided stands")

    def expect(self) -> None:
        due = first_due(self.live.seats, self.waiting, self.patience) if not self.live.match.over else None
        self.hub.watch.expect(self.live.id, due)

    async def judge(self) -> None:
        """Let bots play for all whose time is up."""
        live = self.live
        async with live.lock:
            if not live.failed and not live.match.over and self.patience is not None:
                moment = self.hub.clock()
                for row, since in zip(live.seats, self.waiting.since, strict=True):
                    if since and can_be_late(row) and since + self.patience <= moment:
                        await self._change(row, ABSENT, STAND_IN)
                        self.overdue.add(row["seat"])
                        self._show()
                self.expect()
        live.bots.wake()

    # -- a bot for a person, and back again --------------------------------------------------------------------------

    async def let_play(self, seat: int, bot: str, by: Connection | Caller | None = None) -> None:
        """The player of a seat lets a bot play it, until he is back."""
        make_bot(bot)
        async with self.live.lock:
            row = self._mine(seat, by)
            if (row["away"], row["stand_in"]) != (HANDED, bot):
                self._refuse_overdue(row, TIME_IS_UP_FIRST)
                self.check_hands(seat)
                await self._change(row, HANDED, bot, by=by if isinstance(by, Caller) else None)
                self._show()
        self.live.bots.wake()

    async def back(self, seat: int, by: Connection | Caller | None = None) -> None:
        async with self.live.lock:
            row = self._mine(seat, by)
            self._refuse_overdue(row)
            if row["away"]:
                await self._change(row, None, None, by=by if isinstance(by, Caller) else None)
                self._show()
        self.live.bots.wake()

    async def note_deserted(self) -> None:
        """That a bot plays for somebody who is gone is to be read from the results too; if it cannot be written now,
        whoever loads the match next does."""
        live = self.live
        async with live.lock:
            with suppress(NotSaved):
                while self.deserted and not live.failed:
                    row = live.seats[self.deserted[-1]]
                    await self._write(self.another_bot(row, row))
                    self.hands[self.deserted.pop()] += 1

    async def if_absent_back(self, seat: int, by: Connection | None = None) -> None:
        """Whoever does something is there."""
        if 0 <= seat < len(self.live.seats) and self.live.seats[seat]["away"] == ABSENT:
            await self.back(seat, by)

    def refuse_away(self, seat: int) -> None:
        """While a bot plays a seat its player does not."""
        away = self.live.seats[seat]["away"]
        if away == RESIGNED:
            raise IllegalAction("You have resigned; a bot plays your seat now")
        if away:
            raise IllegalAction("A bot plays for you just now; first say that you are back")

    # -- ends --------------------------------------------------------------------------------------------------------

    async def resign(self, seat: int, by: Connection | None = None) -> None:
        """For good. A bot plays the seat on; where only one is left who has not resigned, or one team, it has won."""
        live = self.live
        async with live.lock:
            row = self._mine(seat, by)
            if row["lender"]:
                raise Forbidden(FOR_ANOTHER)
            if seat in seats_out(live.match.table):
                raise UsageError("You are out of the match; there is nothing to resign.")
            statements: list[Statement] = [(forget_links(live.id, seat, SEAT, HANDOVER), {})]
            ended = self.decided(seat)
            if ended is not None:
                statements.append(self.end("over", ended))
            await self._change(row, RESIGNED, STAND_IN, *statements)
            live.match.ended = ended
            self._show()
        live.bots.wake()

    async def abort(self, seat: int, by: Connection | None = None) -> None:
        """Call the match off, as long as no player has done anything."""
        live = self.live
        async with live.lock:
            if self._mine(seat, by)["lender"]:
                raise Forbidden(FOR_ANOTHER)
            if not self.can_abort(seat):
                raise UsageError(
                    "Somebody has moved already, so the match cannot be called off; you can resign, or let a bot play."
                )
            ended = {"why": ABORTED, "by": seat, "places": []}
            await self._write([self.end(ABORTED, ended)])
            live.match.ended = ended
            self._show()

    def can_abort(self, viewer: int) -> bool:
        """As far as a viewer can know. That others have begun to choose in secret is no more to be seen here than
        anywhere."""
        live = self.live
        if live.timeline.start > 0 or live.match.over:
            return False
        known = live.timeline.known[viewer]
        return not any(known[seat] for seat in self.people)

    def decided(self, *leaving: int) -> dict[str, Any] | None:
        """How the match ends where others have resigned, or are `leaving`, and only one who is not out, or one team, is
        left. Whoever held out longer comes before."""
        live = self.live
        resigned = [row for row in live.seats if row["away"] == RESIGNED]
        resigned.sort(key=lambda row: str(row["away_since"]))
        gone = [*(row["seat"] for row in resigned), *leaving]
        if not gone:
            return None
        table = live.match.table
        out, teams = seats_out(table), table.teams()
        standing = [row["seat"] for row in live.seats if row["seat"] not in out and row["seat"] not in gone]
        if len({teams[seat] if teams else seat for seat in standing}) != 1:
            return None
        if teams:
            return {"why": RESIGNED, "places": places_of_teams(teams, standing[0])}
        order = [standing[0], *(seat for seat in reversed(gone) if seat not in out)]
        return {"why": RESIGNED, "places": places_in_turn(len(live.seats), order)}

    def end(self, status: str, ended: dict[str, Any]) -> Statement:
        query = sa.update(MATCHES).where(MATCHES.c.id == self.live.id)
        return query.values(status=status, places=json.dumps(ended["places"]), ended=json.dumps(ended)), {}

    # -- another person ----------------------------------------------------------------------------------------------

    async def hand_on(self, seat: int, to: Caller, link: str) -> None:
        """Somebody else takes the seat by the link (its hash) that the player of it has made."""
        live = self.live
        async with live.lock:
            row = self._mine(seat, None)
            self.check_hands(seat)
            self._refuse_overdue(row, THEIR_TIME_IS_UP)
            await self._give(row, to, link)
        live.bots.wake()

    async def take_back(self, me: Caller) -> None:
        """Who has handed a seat on plays it again."""
        live = self.live
        async with live.lock:
            row = next((row for row in live.seats if row["lender"] == me.id), None)
            if row is None:
                raise Forbidden("You have handed on no seat of this match.")
            row = self._mine(row["seat"], None)
            self._refuse_overdue(row, THEIR_TIME_IS_UP)
            await self._give(row, me)
        live.bots.wake()

    async def _give(self, row: dict[str, Any], to: Caller, link: str = "") -> None:
        """The seat to somebody else, who came by a link (its hash) or is whose seat it is."""
        live, seat = self.live, row["seat"]
        if any(other["person"] == to.id for other in live.seats):
            raise UsageError("You have a seat in this match already.")
        by_seat = {"match": live.id, "seat": seat}
        gone: list[Statement] = [
            (forget_links(live.id, seat, SEAT, HANDOVER), {}),
            (sa.delete(SESSIONS).where(*(SESSIONS.c[name] == value for name, value in by_seat.items())), {}),
        ]
        name = await self._change(row, None, None, *gone, taker=to, link=link)
        await live.recount_chats()
        live.chores.handed.pop(seat, None)
        live.call(seat, name)
        live.audience.dismiss(seat, SEAT_IS_GONE, f"{name} plays this seat now.")
        self._show()

    # -- all changes -------------------------------------------------------------------------------------------------

    def _refuse_overdue(self, row: dict[str, Any], said: str = TIME_IS_UP) -> None:
        """Who could come back before the bot has moved, perhaps by leaving, would keep the others waiting for ever."""
        seat = row["seat"]
        if seat in self.overdue and self.waiting.since[seat] and not row["fault"] and not self.paused:
            raise UsageError(said)

    def check_hands(self, seat: int) -> None:
        """Each is written down, and read by everybody who looks at the match."""
        if self.hands[seat] >= HANDS_IN_MATCH:
            raise UsageError(f"This seat has changed hands {HANDS_IN_MATCH} times in this match; more cannot be kept.")

    def _mine(self, seat: int, by: Connection | Caller | None) -> dict[str, Any]:
        """The row of a person's seat in a match that runs. `by` may have lost it while it waited for the lock."""
        live = self.live
        if live.failed:
            raise NotSaved("The server cannot read this match just now; try again.")
        if not 0 <= seat < len(live.seats):
            raise NoSeat
        row = live.seats[seat]
        if isinstance(by, Caller):
            still = by.id in (row["person"], row["host"])
        else:
            still = by is None or by in live.audience.connections
        if not still:
            raise NoSeat
        if row["kind"] != "person":
            raise Forbidden("A bot has this seat.")
        if live.match.over:
            raise UsageError("The match is over.")
        if row["away"] == RESIGNED:
            raise UsageError("You have resigned; that is for good.")
        return row

    async def _change(
        self,
        row: dict[str, Any],
        away: str | None,
        bot: str | None,
        *more: Statement,
        by: Caller | None = None,
        taker: Caller | None = None,
        link: str = "",
    ) -> str:
        """Write down who plays a seat from now on, as `by` wants it; or that another person takes it, perhaps by a link
        (its hash), whose name that is."""
        moment = self.hub.clock()
        # Who has resigned before whom decides about their places.
        at = stamp(moment) if away != RESIGNED else datetime.fromtimestamp(moment, UTC).isoformat()
        values: dict[str, Any] = {"stand_in": bot, "away": away, "away_since": at if away else None, "fault": None}
        if taker is not None:
            owner = row["lender"] or row["person"]
            lender = owner if owner != taker.id else None
            values |= {"person": taker.id, "lender": lender, "here_at": at, "whispers_after": self.live.chats.last}
        seat = row["seat"]
        update = sa.update(SEATS).where(SEATS.c.match == self.live.id, SEATS.c.seat == seat).values(**values)
        now, since = {**row, **values}, self._time_from(row, taker, int(moment))
        why = TAKEN if taker is not None else self._why(now)
        statements = [(update, {}), *self.holder(now, row, why, stamp(since)), *more]
        name = await self._write(statements, partial(self._played_by, row, by, taker, link))
        row.update(values)
        self.hands[seat] += 1
        if away != ABSENT:
            self.overdue.discard(seat)
        self.taken_at.pop(seat, None)
        if why == TAKEN:
            self.taken_at[seat] = since
        self.waiting.begin_anew(seat, since)
        return name

    def _time_from(self, row: dict[str, Any], taker: Caller | None, moment: int) -> int:
        """Since when the time of a seat runs after a change. Who was absent has all of it again, and so has another
        person, once until the seat gets further; while somebody has let a bot play it stood still."""
        seat = row["seat"]
        since: int = self.waiting.since[seat]
        begun: int = self.waiting.begun[seat]
        if taker is not None and not self._is_taken(seat):
            return moment
        if not since:
            return begun
        if row["away"] == ABSENT:
            return moment
        return since + (moment - max(since, seconds_of(row["away_since"])) if row["away"] == HANDED else 0)

    def _is_taken(self, seat: int) -> bool:
        """Whether somebody else has taken a seat since it got further, so that the next one has no time anew."""
        return self.taken_at.get(seat, -1) >= self.waiting.further_at[seat]

    def _why(self, row: dict[str, Any]) -> str:
        """What is noted of who plays a seat from now on. A note takes the place of another of the same moment: that the
        seat was taken is not forgotten as long as it counts."""
        if row["away"] not in (ABSENT, RESIGNED) and self._is_taken(row["seat"]):
            return TAKEN
        return str(row["away"] or "back")

    def _show(self) -> None:
        self.expect()
        self.live.audience.show_all(self.live.faults())

    def another_bot(self, row: dict[str, Any], before: dict[str, Any]) -> list[Statement]:
        """Note that a seat is played by another bot from here on, whosever it is."""
        since = self.waiting.since[row["seat"]] or self.waiting.begun[row["seat"]]
        return self.holder(row, before, self._why(row), stamp(since))

    def holder(self, row: dict[str, Any], before: dict[str, Any], why: str, at: str) -> list[Statement]:
        """Note who plays the seat from here on; and, the first time, who has played it so far."""
        # By what everybody knows of: that others choose in secret is not to be found out here either.
        number = self.live.timeline.counts[SPECTATOR]
        key = {"match": self.live.id, "seat": row["seat"], "number": number}
        origin = {"person": before["person"], "bot": before["bot"], "why": "start", "at": self.began}
        first = {**key, "number": 0, "round": 0, **origin}
        played_before = [(sa.insert(HOLDERS), first)] if not self.hands[row["seat"]] and number > 0 else []
        holder = {**key, "round": int(self.live.match.table.round), "person": row["person"], "bot": level_of(row)}
        same_moment = sa.delete(HOLDERS).where(*(HOLDERS.c[name] == value for name, value in key.items()))
        return [*played_before, (same_moment, {}), (sa.insert(HOLDERS), {**holder, "why": why, "at": at})]

    def _played_by(self, row: dict[str, Any], by: Caller | None, taker: Caller | None, link: str) -> str:
        """The name of whoever takes a seat, if all may still be done: an account may have been deleted, a session have
        ended, a link have been taken back, and somebody have got another name. In the database thread."""
        store = self.hub.store
        asks = taker or by
        if asks is not None:
            asks = Sessions(store, self.hub.end).anew(asks)
        # Whose seat it is takes it back from anybody, also from somebody who is gone.
        gone = any(store.one(PEOPLE, id=owner, name=NEUTRAL) for owner in (row["person"], row["host"]) if owner)
        if gone and (taker is None or taker.id != row["lender"]):
            raise NoSeat
        if taker is None or asks is None:
            return ""
        if link and store.one(LINKS, hash=link) is None:
            raise NotFound("This link leads to no seat any more.")
        seats = store.seats_of([self.live.id])[self.live.id]
        # Nor does anybody come who looks like the player before; but who plays for somebody may have any name.
        others = [other for other in seats if other["seat"] != row["seat"] or link]
        refuse_double(asks.name, asks, others, "who already sits in this match")
        if link:
            holders = store.holders_of([self.live.id])[self.live.id]
            played = [holder["name"] for holder in holders if holder["name"] and holder["person"] != asks.id]
            if (double := like(asks.name, played + store.speakers(self.live.id, asks.id))) is not None:
                raise UsageError(clash(asks.name, double, "who has played in this match"))
        return asks.name

    async def _write(self, statements: list[Statement], check: Callable[[], str] | None = None) -> str:
        """Together with what has to hold in the same moment; what that has found."""
        store = self.hub.store

        def write() -> str:
            found = check() if check is not None else ""
            store.carry_out(statements)
            return found

        try:
            return await store.run(write)
        except MarchlandError:
            raise
        except Exception as fault:
            log.error("who plays in match %s was not saved", self.live.id, exc_info=fault)
            raise NotSaved("The server could not save this, so it has not happened; try again.") from fault
