"""What a viewer is shown of a match, in pieces of JSON: who was shown one state is sent only what the next has anew."""

from __future__ import annotations

from operator import attrgetter

import orjson

from marchland.engine.picture import Picture
from marchland.engine.witness import replaced

# The parts of a picture but its regions, and what is written of those of which nothing is to be seen.
EMPTY = {name: value for name, value in vars(Picture()).items() if name != "regions"}
PARTS = attrgetter(*EMPTY)
NAMES = [b'"%b":' % name.encode() for name in EMPTY]
NOTHING = [name + orjson.dumps(value) for name, value in zip(NAMES, EMPTY.values(), strict=True)]


class Drawn:
    """A picture. Regions, and the members of its other parts, are the same objects as long as they look the same, if
    their game keeps them; what was written of them `before` is not written again."""

    __slots__ = ("parts", "regions", "written")

    def __init__(self, picture: Picture, before: Drawn | None = None) -> None:
        self.regions = picture.regions
        self.parts: list[bytes] = []
        self.written: list[list[tuple[object, bytes]]] = []  # of the parts that are lists, their members
        values: tuple[object, ...] = PARTS(picture)
        for number in range(len(values)):
            part = values[number]
            members: list[tuple[object, bytes]] = []
            if not part:
                self.parts.append(NOTHING[number])
            elif isinstance(part, list):
                members = written(part, before.written[number] if before is not None else [])
                self.parts.append(b"%b[%b]" % (NAMES[number], b",".join([data for _, data in members])))
            else:
                self.parts.append(NAMES[number] + orjson.dumps(part))
            self.written.append(members)

    def whole(self) -> bytes:
        return b'"picture":{%b}' % b",".join([b'"regions":' + orjson.dumps(self.regions), *self.parts])

    def since(self, then: Drawn) -> list[bytes]:
        """Members of an update: the parts and, by their numbers, the regions that look different now."""
        news = []
        if parts := changed(then.parts, self.parts):
            news.append(b'"picture":{%b}' % b",".join(parts))
        was, now = then.regions, self.regions
        anew = [(number, orjson.dumps(now[number])) for number in replaced(was, now)]
        if regions := [b"[%d,%b]" % (number, data) for number, data in anew if data != orjson.dumps(was[number])]:
            news.append(b'"regions":[%b]' % b",".join(regions))
        return news


def written(members: list[object], before: list[tuple[object, bytes]]) -> list[tuple[object, bytes]]:
    """The members of a part, each as JSON. Who is not the same object as in its place before is written anew."""
    found: list[tuple[object, bytes]] = []
    for place in range(len(members)):
        member = members[place]
        if place < len(before) and before[place][0] is member:
            found.append(before[place])
        else:
            found.append((member, orjson.dumps(member)))
    return found


# What one picture has anew beside another, for all who are shown the one after the other.
Compared = dict[tuple[Drawn, Drawn], list[bytes]]


class Shown:
    """All that is sent of a state but its head and what happened: `members` have their names, and those that change
    together stand together. Every one has as many."""

    __slots__ = ("drawn", "members")

    def __init__(self, members: list[bytes], drawn: Drawn) -> None:
        self.members = members
        self.drawn = drawn

    def whole(self) -> bytes:
        return b",".join([*self.members, self.drawn.whole()])

    def since(self, before: Shown, compared: Compared) -> bytes:
        """What is not as it was then; perhaps nothing."""
        new = changed(before.members, self.members)
        both = before.drawn, self.drawn
        if both[0] is not both[1]:
            if both not in compared:
                compared[both] = self.drawn.since(before.drawn)
            new += compared[both]
        return b",".join(new)


def changed(before: list[bytes], now: list[bytes]) -> list[bytes]:
    return [now[place] for place in range(len(now)) if now[place] != before[place]]
