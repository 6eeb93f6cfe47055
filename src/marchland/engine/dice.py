"""Chance. Every roll, shuffle and random pick of a match comes from the dice lying on its table.

FastDice serve simulation, FairDice live play (the hash of their key is published before the match and the key after
it, so that anybody can check every draw), ScriptedDice tests.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, final

from mypy_extensions import i64, mypyc_attr

from marchland.engine.errors import RecordError, UsageError


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """A source of chance. `draws` counts what was drawn; `heard`, if a list, keeps each result for the record."""

    draws: i64
    heard: list[int] | None

    def __init__(self) -> None:
        self.draws = 0
        self.heard = None

    def word(self) -> i64:
        """The next 32 random bits."""
        raise NotImplementedError

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each equally likely."""
        # Lemire's method: the few low words that would favour some numbers are drawn again.
        product: i64 = self.word() * n
        low: i64 = product & 0xFFFFFFFF
        if low < n:
            bound: i64 = (4294967296 - n) % n
            while low < bound:
                product = self.word() * n
                low = product & 0xFFFFFFFF
        result: i64 = product >> 32
        self.draws += 1
        if self.heard is not None:
            self.heard.append(result)
        return result

    def roll(self, sides: i64 = 6) -> i64:
        """One die, 1 to `sides`."""
        return self.below(sides) + 1

    def shuffle(self, items: list[int]) -> None:
        i: i64 = len(items) - 1
        while i > 0:
            j: i64 = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1

    def copy(self) -> "Dice":
        raise NotImplementedError

    def to_data(self) -> dict[str, object]:
        raise NotImplementedError

    def __copy__(self) -> "Dice":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Dice":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return dice_from_data, (self.to_data(),)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.draws} draws>"


@final
class FastDice(Dice):
    """The generator sfc32: 128 bits of state, every intermediate value below 2^63, so that compiled and
    interpreted code agree."""

    a: i64
    b: i64
    c: i64
    counter: i64

    def __init__(self, a: i64, b: i64, c: i64, counter: i64, draws: i64) -> None:
        self.draws = draws
        self.heard = None
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def word(self) -> i64:
        out: i64 = (self.a + self.b + self.counter) & 0xFFFFFFFF
        self.counter = (self.counter + 1) & 0xFFFFFFFF
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & 0xFFFFFFFF
        turned: i64 = ((self.c << 21) & 0xFFFFFFFF) | (self.c >> 11)
        self.c = (turned + out) & 0xFFFFFFFF
        return out

    def copy(self) -> "FastDice":
        return FastDice(self.a, self.b, self.c, self.counter, self.draws)

    def to_data(self) -> dict[str, object]:
        return {"kind": "fast", "state": [self.a, self.b, self.c, self.counter], "draws": self.draws}


def fast_dice(seed: int) -> FastDice:
    """Any int is a seed: a hash spreads it over the state, so that neighbouring seeds do not resemble."""
    spread = hashlib.blake2b(str(seed).encode(), digest_size=12).digest()
    a, b, c = (int.from_bytes(spread[i : i + 4], "little") for i in (0, 4, 8))
    return FastDice(a, b, c, 1, 0)


def commitment(key: bytes) -> str:
    """What is published before the match; sha256 so that any machine has a tool to check it."""
    return hashlib.sha256(key).hexdigest()


class FairDice(Dice):
    """Draw i comes from word i of the stream blake2b(block number, key): 16 words a block."""

    key: bytes
    position: i64
    words: list[int]

    def __init__(self, key: bytes) -> None:
        super().__init__()
        if not 16 <= len(key) <= 64:
            raise UsageError(f"The key of fair dice has 16 to 64 bytes, this one has {len(key)}.")
        self.key = key
        self.position = 0
        self.words = []

    @staticmethod
    def fresh() -> "FairDice":
        return FairDice(secrets.token_bytes(32))

    def word(self) -> i64:
        place: i64 = self.position & 15
        if place == 0 or not self.words:
            self._open_block()
        self.position += 1
        return self.words[place]

    def _open_block(self) -> None:
        number: int = self.position >> 4
        block = hashlib.blake2b(number.to_bytes(8, "little"), key=self.key).digest()
        self.words = [int.from_bytes(block[i : i + 4], "little") for i in range(0, 64, 4)]

    def copy(self) -> "FairDice":
        twin = FairDice(self.key)
        twin.position, twin.words, twin.draws = self.position, self.words, self.draws
        return twin

    def to_data(self) -> dict[str, object]:
        return {"kind": "fair", "key": self.key.hex(), "position": self.position, "draws": self.draws}


class ScriptedDice(Dice):
    """Chance by a script, for tests and worked examples: rolls, and where they are given also picks and shuffles, each
    in the order in which they come; what is not scripted comes from a seed.

    A pick is a number below how many there are to pick from. A shuffle names what lies on top afterwards, the top card
    (the last of the list) first; what it leaves out lies below, by the seed: `shuffles=[[], [AMBUSH, BARRAGE]]` leaves
    the first shuffle to the seed, and after the second Ambush is drawn first.
    """

    faces: list[int]
    picks: list[int] | None
    shuffles: list[list[int]] | None
    rest: FastDice

    def __init__(
        self,
        faces: Sequence[int] = (),
        seed: int = 0,
        picks: Sequence[int] | None = None,
        shuffles: Sequence[Sequence[int]] | None = None,
    ) -> None:
        super().__init__()
        self.faces = list(faces)
        self.picks = list(picks) if picks is not None else None
        self.shuffles = [list(order) for order in shuffles] if shuffles is not None else None
        self.rest = fast_dice(seed)

    def word(self) -> i64:
        return self.rest.word()

    def roll(self, sides: i64 = 6) -> i64:
        if not self.faces:
            raise UsageError("The script of the dice is used up, but another roll is due.")
        if not 1 <= self.faces[0] <= sides:
            raise UsageError(f"The script says {self.faces[0]}, but the die has {sides} sides.")
        face: i64 = self.faces.pop(0)
        self.note(face - 1)
        return face

    def below(self, n: i64) -> i64:
        picks = self.picks
        if picks is None:
            return super().below(n)
        if not picks:
            raise UsageError(f"The script of the picks is used up, but one of {n} is due.")
        if not 0 <= picks[0] < n:
            raise UsageError(f"The script picks {picks[0]}, but what there is to pick from is 0 to {n - 1}.")
        pick: i64 = picks.pop(0)
        self.note(pick)
        return pick

    def shuffle(self, items: list[int]) -> None:
        top: list[int] = []
        if self.shuffles is not None:
            if not self.shuffles:
                raise UsageError(f"The script of the shuffles is used up, but {len(items)} are to be shuffled.")
            top = self.shuffles[0]
            for item in top:
                if top.count(item) > items.count(item):
                    raise UsageError(f"The script shuffles {item} to the top, which is not among {sorted(items)}.")
            del self.shuffles[0]
        for item in top:
            items.remove(item)
        for i in range(len(items) - 1, 0, -1):
            j = int(super().below(i + 1))
            items[i], items[j] = items[j], items[i]
        for item in reversed(top):
            items.append(item)
            self.note(item)

    def note(self, result: i64) -> None:
        self.draws += 1
        if self.heard is not None:
            self.heard.append(result)

    def copy(self) -> "ScriptedDice":
        twin = ScriptedDice(self.faces, 0, self.picks, self.shuffles)
        twin.rest = self.rest.copy()
        twin.draws = self.draws
        return twin

    def to_data(self) -> dict[str, object]:
        data: dict[str, object] = {"kind": "scripted", "faces": self.faces[:], "rest": self.rest.to_data()}
        if self.picks is not None:
            data["picks"] = self.picks[:]
        if self.shuffles is not None:
            data["shuffles"] = [order[:] for order in self.shuffles]
        data["draws"] = self.draws
        return data

    def __repr__(self) -> str:
        return f"<ScriptedDice: {self.draws} draws, then {self.faces}>"


def dice_from_data(data: object) -> Dice:
    """The dice of a snapshot."""
    if not isinstance(data, dict):
        raise RecordError("The dice of a snapshot are described by an object.")
    try:
        kind = data["kind"]
        if kind == "fast":
            a, b, c, counter = [_count(word) for word in data["state"]]
            return FastDice(a, b, c, counter, _count(data["draws"]))
        if kind == "fair":
            fair = FairDice(bytes.fromhex(data["key"]))
            fair.position = _count(data["position"])
            fair.draws = _count(data["draws"])
            return fair
        if kind == "scripted":
            picks, shuffles = data.get("picks"), data.get("shuffles")
            scripted = ScriptedDice(
                [_count(face) for face in data["faces"]],
                0,
                [_count(pick) for pick in picks] if picks is not None else None,
                [[_count(item) for item in order] for order in shuffles] if shuffles is not None else None,
            )
            rest = dice_from_data(data["rest"])
            if not isinstance(rest, FastDice):
                raise ValueError("behind a script there are fast dice")
            scripted.rest = rest
            scripted.draws = _count(data["draws"])
            return scripted
    except (KeyError, TypeError, ValueError, UsageError) as fault:
        raise RecordError(f"The dice of a snapshot are malformed: {fault!r}.") from fault
    raise RecordError(f"There are no dice of kind {kind!r}; known are fast, fair and scripted.")


def _count(value: object) -> int:
    if type(value) is int and 0 <= value < 1 << 62:
        return value
    raise ValueError(f"{value!r} is not a count")
