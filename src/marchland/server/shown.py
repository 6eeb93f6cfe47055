"""What a viewer is shown of a match, in pieces of JSON: who was shown one state is sent only what the next has anew."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from marchland.engine.picture import Picture, Region

# What is written of the parts of a picture of which nothing is to be seen.
EMPTY = {name: b'"%b":%b' % (name.encode(), orjson.dumps(value)) for name, value in vars(Picture()).items()}


class Drawn:
    """A picture. Regions that a viewer was shown before are the same objects as long as they look the same, and need
    not be written again."""

    def __init__(self, picture: Picture, before: Drawn | None) -> None:
        parts = dict(vars(picture))
        self.of: list[Region] = parts.pop("regions")
        if before is None:
            self.regions = [orjson.dumps(region) for region in self.of]
        else:
            known = zip(self.of, before.of, before.regions, strict=True)
            self.regions = [data if region is same else orjson.dumps(region) for region, same, data in known]
        # Each with its name. What a game does not have need not be written again and again.
        self.parts = [
            b'"%b":%b' % (name.encode(), orjson.dumps(value)) if value else EMPTY[name] for name, value in parts.items()
        ]

    def regions_since(self, then: Drawn) -> list[bytes]:
        """Those that look different now, by their numbers."""
        numbered = enumerate(zip(then.regions, self.regions, strict=True))
        return [b"[%d,%b]" % (number, region) for number, (before, region) in numbered if region != before]


class Shown:
    """All that is sent of a state but its head and what happened: `members` have their names, and those that change
    together stand together. Every one has as many."""

    __slots__ = ("drawn", "members")

    def __init__(self, members: list[bytes], drawn: Drawn) -> None:
        self.members = members
        self.drawn = drawn

    def whole(self) -> bytes:
        drawn = self.drawn
        regions = b'"regions":[%b]' % b",".join(drawn.regions)
        return b'%b,"picture":{%b}' % (b",".join(self.members), b",".join([regions, *drawn.parts]))

    def since(self, before: Shown) -> bytes:
        """What is not as it was then: members, parts of the picture, and regions; perhaps nothing."""
        new = changed(before.members, self.members)
        was, drawn = before.drawn, self.drawn
        if drawn is not was:
            if parts := changed(was.parts, drawn.parts):
                new.append(b'"picture":{%b}' % b",".join(parts))
            if regions := drawn.regions_since(was):
                new.append(b'"regions":[%b]' % b",".join(regions))
        return b",".join(new)


def changed(before: Iterable[bytes], now: Iterable[bytes]) -> list[bytes]:
    return [one for then, one in zip(before, now, strict=True) if one != then]
