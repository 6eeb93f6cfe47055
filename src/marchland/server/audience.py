"""The audience of a live match: the connections that look on, and what each of them is shown."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import orjson

from marchland.engine.match import may_hear
from marchland.engine.table import SPECTATOR
from marchland.engine.timeline import Timeline
from marchland.server.chats import chat_message
from marchland.server.shown import Compared, Drawn, Shown
from marchland.server.state import (
    LONGEST_LOG,
    NO_CHOICE,
    Remarked,
    choice,
    deals,
    ending,
    event_data,
    prompt,
    remark_data,
    remarks,
    scene,
    seal_of,
)

if TYPE_CHECKING:
    from marchland.server.absence import Absence


class Connection(Protocol):
    """Somebody who looks on. `since` is the last count of moments that was sent there, `shown` what else."""

    seat: int
    since: int
    shown: Shown | None

    def send(self, data: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


# The message of a connection that what is sent next answers.
ReplyTo = tuple[Connection, int]

# The bots that have stopped, as in messages.BotFault.
Faults = list[dict[str, Any]]


# Sentences of the rules that are kept as JSON: those that are said again and again are few.
MOST_KEPT = 500
K = TypeVar("K")


def keep(kept: dict[K, bytes], key: K, data: bytes) -> bytes:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = data
    return data


def member(name: str, value: Any) -> bytes:
    return orjson.dumps({name: value})[1:-1]


NOTHING_TO_CHOOSE = orjson.dumps(NO_CHOICE)[1:-1]
NO_REMARKS = member("remarks", [])
NO_DEALS = member("deals", None)


class Audience:
    timeline: Timeline
    # As JSON, until somebody is called otherwise: who sits at the table, what was asked and what was said of choices.
    _company: bytes | None
    _prompts: dict[tuple[int, ...], bytes]
    _remarked: dict[tuple[Remarked, ...], bytes]

    def __init__(
        self, match: str, timeline: Timeline, opening: dict[str, Any], faults: Faults, absence: Absence
    ) -> None:
        self.match = match
        self.absence = absence
        self.connections: set[Connection] = set()
        self.present: list[int] = []  # the seats that everybody was shown as present
        self.follow(timeline, opening, faults)

    def follow(self, timeline: Timeline, opening: dict[str, Any], faults: Faults) -> None:
        """Show this from now on."""
        self.timeline = timeline
        self.faults = faults
        # What is shown of the dice while the match runs, and when it is over.
        self._dice = [member("dice", seal_of(opening, over)) for over in (False, True)]
        self._events: dict[int, bytes] = {}  # by index, as JSON without the beginning, which has the viewer's count
        self._changes: dict[int, bytes] = {}  # of those events
        self._scenes: dict[int, tuple[list[bytes], Drawn]] = {}
        self._scenes_of = timeline.n
        self._drawn: dict[int, Drawn] = {}  # the last picture of each viewer
        self.forget_words()

    # -- states ------------------------------------------------------------------------------------------------------

    def state(self, seat: int, since: int) -> bytes:
        """All that a viewer may see, and what happened since."""
        viewer = SPECTATOR if self._only_waits(seat) else seat
        return self._whole(seat, b"%b,%b" % (self._shown(viewer).whole(), self.told(viewer, since)), None)

    def _whole(self, seat: int, body: bytes, answers: int | None) -> bytes:
        head = b'{"type":"state","match":"%b","seat":%d,' % (self.match.encode(), seat)
        return b"%b%b%b}" % (head, self._head(self.timeline.counts[seat], answers), body)

    def _update(self, count: int, body: bytes, answers: int | None) -> bytes:
        return b'{"type":"update",%b%b}' % (self._head(count, answers), body)

    def _head(self, count: int, answers: int | None) -> bytes:
        answered, clock = number_or_null(answers), number_or_null(self.absence.clock())
        return b'"answers":%b,"n":%d,"clock":%b,' % (answered, count, clock)

    def _shown(self, viewer: int) -> Shown:
        """What a viewer sees now, and what it is asked."""
        members, drawn = self._scene(viewer)
        return Shown(members + self._asked(viewer), drawn)

    def _asked(self, viewer: int) -> list[bytes]:
        match = self.timeline.match
        table = match.table
        if match.ended is not None:
            return [NOTHING_TO_CHOOSE, NO_REMARKS, member("prompt", ending(match.ended, match.players)), NO_DEALS]
        # Whom a bot plays for looks on.
        looks_on = viewer < 0 or self.absence.looks_on(viewer)
        reader = SPECTATOR if looks_on else viewer
        offered = deals(table, reader)
        beside = [self._prompt(table.prompt(reader)), member("deals", offered) if offered is not None else NO_DEALS]
        if looks_on:
            return [NOTHING_TO_CHOOSE, NO_REMARKS, *beside]
        entry = match.can_undo(viewer) if not self.timeline.is_bound(viewer) else None
        may = choice(table, viewer, match.describe(entry) if entry is not None else None)
        return [orjson.dumps(may)[1:-1], self._remarks(remarks(table, viewer, may)), *beside]

    def _prompt(self, asked: list[int]) -> bytes:
        key, match = tuple(asked), self.timeline.match
        return self._prompts.get(key) or keep(
            self._prompts, key, member("prompt", prompt(match.game, match.players, asked))
        )

    def _remarks(self, made: list[Remarked]) -> bytes:
        key, match = tuple(made), self.timeline.match
        return self._remarked.get(key) or keep(
            self._remarked, key, member("remarks", [remark_data(match.game, match.players, one) for one in made])
        )

    def told(self, viewer: int, since: int, before: int | None = None) -> bytes:
        """What happened after the moment that a viewer counts as `since`, as far as it may hear of it, and before
        another: the last of it, in whole moments. And whether there is more that is older. Both as members of JSON."""
        timeline = self.timeline
        indices, earlier = latest(timeline, viewer, since, before)
        events = [b'{"n":%d,%b' % (timeline.count_at(index, viewer), self._event(index)) for index in indices]
        return b'"earlier":%b,"events":[%b]' % (b"true" if earlier else b"false", b",".join(events))

    def _event(self, index: int) -> bytes:
        data = self._events.get(index)
        if data is None:
            _, audience, saying, undone = self.timeline.events[index]
            told = event_data(self.timeline.match, (audience, *saying), undone)
            data = b'%b,"changes":%b}' % (orjson.dumps(told)[1:-1], self._changed(index))
            self._events[index] = data
        return data

    def _changed(self, index: int) -> bytes:
        """What an event has changed. Once that is written nobody needs the regions any more, of which a long match has
        a great many."""
        changes = self.timeline.changes.pop(index, None)
        if changes is not None:
            self._changes[index] = orjson.dumps(changes)
        return self._changes.get(index, b"[]")

    def _scene(self, viewer: int) -> tuple[list[bytes], Drawn]:
        """What is seen, whatever is asked: members of a state, and the picture."""
        table = self.timeline.match.table
        if viewer >= 0 and table.sees_alike(viewer):
            viewer = SPECTATOR
        if self._scenes_of != self.timeline.n:
            self._scenes_of = self.timeline.n
            self._scenes.clear()
        if viewer not in self._scenes:
            seen = scene(table, viewer, self.timeline.match.ended)
            seen["seats"] = self.absence.shown(viewer)
            seen["can_abort"] = self.absence.can_abort(viewer)
            dice = self._dice[seen["status"] == "over"]
            members = [orjson.dumps(seen)[1:-1], dice, self._company_shown()]
            drawn = self._drawn[viewer] = Drawn(table.picture(viewer), self._drawn.get(viewer))
            self._scenes[viewer] = members, drawn
        return self._scenes[viewer]

    def _company_shown(self) -> bytes:
        if self._company is None:
            players, bots = self.timeline.match.players, self.absence.levels()
            company = {"players": players, "bots": bots, "present": self.present, "faults": self.faults}
            company["last_here"] = self.absence.last_here(self.present)
            self._company = orjson.dumps(company)[1:-1]
        return self._company

    def _only_waits(self, seat: int) -> bool:
        """Where nothing is hidden, whoever has nothing to do sees what a spectator sees."""
        match = self.timeline.match
        table = match.table
        if not table.game.open_information:
            return False
        if seat < 0 or match.over:
            return True
        return not (table.asked >> seat & 1 or match.can_undo(seat) or table.asides(seat).total)

    # -- connections -------------------------------------------------------------------------------------------------

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)
        if not self._show_presence():
            self._show([connection])

    def remove(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._show_presence()

    def show_news(self, reply_to: ReplyTo | None = None) -> None:
        """Send everybody what they can know of and have not been sent. The state of who asked for it says so."""
        counts = self.timeline.counts
        self._show([each for each in self.connections if each.since != counts[each.seat]], reply_to)

    def show_all(self, faults: Faults) -> None:
        """Show everybody what has changed beside the rules: who plays, who is there, which bots have stopped."""
        self.faults = faults
        self.present = self._seats_there()
        self._company = None
        self._scenes.clear()
        self._show(self.connections)

    def show_seat(self, seat: int) -> None:
        """Show a seat anew what it is asked."""
        self._show([each for each in self.connections if each.seat == seat])

    def forget_words(self) -> None:
        """Somebody is called otherwise from now on."""
        self._company = None
        self._prompts = {}
        self._remarked = {}
        self._events.clear()

    def dismiss(self, seat: int, code: int, reason: str) -> None:
        """Close all connections of a seat."""
        for connection in [each for each in self.connections if each.seat == seat]:
            self.connections.discard(connection)
            connection.close(code, reason)

    def send_chat(self, row: dict[str, Any], numbers: dict[int, int], seats: Sequence[dict[str, Any]]) -> None:
        """To the viewers that may read it, each with a number of its own."""
        for connection in list(self.connections):
            if connection.seat in numbers:
                connection.send(orjson.dumps(chat_message(row, numbers[connection.seat], seats)))

    def close(self, code: int, reason: str) -> None:
        for connection in list(self.connections):
            connection.close(code, reason)

    def _show(self, connections: Iterable[Connection], reply_to: ReplyTo | None = None) -> None:
        """Who has been shown a state is sent what has changed since. What is made for one serves all who have seen, and
        see, the same."""
        made: dict[int, Shown] = {}
        bodies: dict[tuple[int, int, Shown | None], bytes] = {}
        unasked: dict[tuple[bytes, int], bytes] = {}  # updates that answer nobody: of a seat they have but the count
        compared: Compared = {}
        for connection in list(connections):
            seat, before = connection.seat, connection.shown
            count = self.timeline.counts[seat]
            viewer = SPECTATOR if self._only_waits(seat) else seat
            if viewer not in made:
                made[viewer] = self._shown(viewer)
            shown = made[viewer]
            body = bodies.get((viewer, connection.since, before))
            if body is None:
                new = shown.whole() if before is None else shown.since(before, compared)
                told = self.told(viewer, connection.since)
                body = b"%b,%b" % (new, told) if new else told
                bodies[viewer, connection.since, before] = body
            answers = reply_to[1] if reply_to is not None and reply_to[0] is connection else None
            if before is None:
                message = self._whole(seat, body, answers)
            elif answers is not None:
                message = self._update(count, body, answers)
            elif (body, count) in unasked:
                message = unasked[body, count]
            else:
                message = unasked[body, count] = self._update(count, body, None)
            connection.since, connection.shown = count, shown
            connection.send(message)

    def _show_presence(self) -> bool:
        """Show everybody who is there, if that has changed."""
        if self._seats_there() == self.present:
            return False
        self.show_all(self.faults)
        return True

    def _seats_there(self) -> list[int]:
        return sorted({connection.seat for connection in self.connections if connection.seat >= 0})


def number_or_null(number: int | None) -> bytes:
    return b"null" if number is None else b"%d" % number


def latest(timeline: Timeline, viewer: int, since: int, before: int | None) -> tuple[list[int], bool]:
    """The events of Audience.told, by index. Nothing is walked through but what is found."""
    events = timeline.events
    index = len(events)
    if before is not None:
        index = bisect_left(range(index), before, key=lambda each: timeline.count_at(each, viewer))
    found: list[int] = []
    while index > 0 and (count := timeline.count_at(index - 1, viewer)) > since:
        index -= 1
        if may_hear(viewer, events[index][1]):
            if len(found) >= LONGEST_LOG and count < timeline.count_at(found[-1], viewer):
                return found[::-1], True
            found.append(index)
    return found[::-1], False
