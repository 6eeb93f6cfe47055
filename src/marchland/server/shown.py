"""What a viewer is shown of a match, in pieces of JSON: who was shown one state is sent only what the next has anew."""

from __future__ import annotations

from collections.abc import Iterable
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
    """A picture. Regions are the same objects as long as they look the same, if their game keeps them."""

    __slots__ = ("parts", "regions")

    def __init__(self, picture: Picture) -> None:
        self.regions = picture.regions
        # Each with its name; what a game does not have is not written again and again.
        named = zip(PARTS(picture), NAMES, NOTHING, strict=True)
        self.parts = [name + orjson.dumps(part) if part else nothing for part, name, nothing in named]

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


def changed(before: Iterable[bytes], now: Iterable[bytes]) -> list[bytes]:
    return [one for then, one in zip(before, now, strict=True) if one != then]
