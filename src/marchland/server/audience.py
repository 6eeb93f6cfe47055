"""The audience of a live match: the connections that look on, and what each of them is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import orjson

from marchland.engine.table import SPECTATOR
from marchland.engine.timeline import Timeline
from marchland.server.state import event_data, question, scene, seal_of


class Connection(Protocol):
    """Somebody who looks on. `since` is the last count of moments that was sent there."""

    seat: int
    since: int

    def send(self, data: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


# The message of a connection that what is sent next answers.
ReplyTo = tuple[Connection, int]

# The bots that have stopped, as in messages.BotFault.
Faults = list[dict[str, Any]]

# States without their heads, by viewer and by how much it had seen.
Bodies = dict[tuple[int, int], bytes]


class Audience:
    timeline: Timeline
    seals: dict[bool, dict[str, Any]]  # what is shown of the dice while the match runs, and when it is over

    def __init__(self, match: str, timeline: Timeline, opening: dict[str, Any], faults: Faults) -> None:
        self.match = match
        self.connections: set[Connection] = set()
        self.present: list[int] = []  # the seats that everybody was shown as present
        self.follow(timeline, opening, faults)

    def follow(self, timeline: Timeline, opening: dict[str, Any], faults: Faults) -> None:
        """Show this from now on."""
        self.timeline = timeline
        timeline.follow()
        self.faults = faults
        self.seals = {over: seal_of(opening, over) for over in (False, True)}
        self._events: list[bytes] = []  # as JSON without the beginning, which has the viewer's count
        self._scenes: dict[int, bytes] = {}
        self._scenes_of = timeline.n

    # -- states ------------------------------------------------------------------------------------------------------

    def state(self, seat: int, since: int, bodies: Bodies | None = None, answers: int | None = None) -> bytes:
        """What a viewer is sent. One of the `bodies` made before serves all who see the same."""
        bodies = {} if bodies is None else bodies
        viewer = SPECTATOR if self._only_waits(seat) else seat
        body = bodies.get((viewer, since))
        if body is None:
            match = self.timeline.match
            entry = match.can_undo(viewer)
            undo = match.describe(entry) if entry is not None else None
            asked = orjson.dumps(question(match.table, match.players, viewer, self.events(viewer, since), undo))
            body = bodies[viewer, since] = b"%b,%b" % (self._scene(seat)[1:-1], asked[1:])
        head = b'{"type":"state","answers":%b,"match":"%b","n":%d,"seat":%d,%b'
        answered = b"null" if answers is None else b"%d" % answers
        return head % (answered, self.match.encode(), self.timeline.counts[seat], seat, body)

    def events(self, viewer: int, since: int) -> list[orjson.Fragment]:
        """What happened after the moment that a viewer counts as `since`, as far as it may hear of it."""
        timeline = self.timeline
        for index in range(len(self._events), len(timeline.events)):
            event = timeline.events[index]
            data = event_data(timeline.match, (event[1], *event[2]), event[3], timeline.changes.pop(index, None))
            self._events.append(orjson.dumps(data)[1:])
        return [
            orjson.Fragment(b'{"n":%d,%b' % (timeline.count_at(index, viewer), self._events[index]))
            for index in timeline.news(viewer, since)
        ]

    def _scene(self, seat: int) -> bytes:
        # Where nothing is hidden all see the same: it is drawn once per moment.
        table = self.timeline.match.table
        viewer = SPECTATOR if table.game.open_information else seat
        if self._scenes_of != self.timeline.n:
            self._scenes_of = self.timeline.n
            self._scenes.clear()
        if viewer not in self._scenes:
            self._scenes[viewer] = orjson.dumps(scene(table, viewer, self.present, self.seals[table.over], self.faults))
        return self._scenes[viewer]

    def _only_waits(self, seat: int) -> bool:
        """Where nothing is hidden, whoever has nothing to do sees what a spectator sees."""
        match = self.timeline.match
        table = match.table
        idle = seat < 0 or not (table.asked >> seat & 1 or match.can_undo(seat) or table.asides(seat).total)
        return idle and table.game.open_information

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

    def show_faults(self, faults: Faults) -> None:
        self.faults = faults
        self._scenes.clear()
        self._show(self.connections)

    def send_chat(self, row: dict[str, Any]) -> None:
        message = orjson.dumps(chat_message(row))
        for connection in list(self.connections):
            if may_read(row, connection.seat):
                connection.send(message)

    def close(self, code: int, reason: str) -> None:
        for connection in list(self.connections):
            connection.close(code, reason)

    def _show(self, connections: Iterable[Connection], reply_to: ReplyTo | None = None) -> None:
        bodies: Bodies = {}
        for connection in list(connections):
            answers = reply_to[1] if reply_to is not None and reply_to[0] is connection else None
            data = self.state(connection.seat, connection.since, bodies, answers)
            connection.since = self.timeline.counts[connection.seat]
            connection.send(data)

    def _show_presence(self) -> bool:
        """Show everybody who is there, if that has changed."""
        present = sorted({connection.seat for connection in self.connections if connection.seat >= 0})
        if present == self.present:
            return False
        self.present = present
        self._scenes.clear()
        self._show(self.connections)
        return True


def chat_message(row: dict[str, Any]) -> dict[str, Any]:
    return {"type": "chat", **{name: value for name, value in row.items() if name != "match"}}


def may_read(row: dict[str, Any], seat: int) -> bool:
    return row["to"] is None or (seat >= 0 and seat in (row["to"], row["seat"]))
