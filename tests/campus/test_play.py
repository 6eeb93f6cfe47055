"""Random play against a second, slow reckoning that moves every troop as a token of its own."""

import re
from itertools import product

import pytest

from campus.table import BUILDINGS, GAME, NEIGHBOURS, ROOMS, deal, number
from marchland.engine.dice import fast_dice
from marchland.games.campus.table import Campus

BONUS = {
    2: {"SCI": 4, "LIB": 4, "UNI": 4},
    3: {"SCI": 5, "LIB": 4, "ART": 2, "UNI": 4, "WRK": 4},
    4: {"SCI": 5, "LIB": 4, "ART": 3, "UNI": 6, "WRK": 4, "OLD": 4, "SPO": 3},
}
ACTION = re.compile(
    r"(place|attack|reinforce|move in|continue|stop|end turn)(?: (\d+))?(?: in)?(?: ([A-Z]{3}))?(?: from ([A-Z]{3}))?"
    r"(?: with (\d+))?"
)


class Tokens:
    """A match from the first turn on: for each room its owner and a list of troops, "f", "s" or "v"."""

    def __init__(self, t: Campus, style: str, stop: str, ties: str) -> None:
        self.style, self.stop, self.ties = style, stop, ties
        self.bonus = BONUS[min(t.seats, 4)]
        self.rooms = [room for building in self.bonus for room in BUILDINGS[building]]
        self.owner = {room: int(t.owner[number(room)]) for room in self.rooms}
        self.troops = {room: ["f"] * t.units[number(room)] for room in self.rooms}
        self.order, self.seat, self.round = t.order[:], t.order[0], 1
        self.force = 0  # troops of `source` that are fighting `target`; or, in style roll, the dice of the last roll
        self.source = self.target = ""
        self.phase, self.to_place = "place", self.income()

    # -- what may be done --------------------------------------------------------------------------------------------

    def income(self) -> int:
        mine = {room for room in self.rooms if self.owner[room] == self.seat}
        whole = sum(bonus for building, bonus in self.bonus.items() if mine.issuperset(BUILDINGS[building]))
        return max(3, len(mine) // 3) + whole

    def near(self, room: str) -> list[str]:
        return [other[:3] for other in NEIGHBOURS[room].split() if other[:3] in self.owner]

    def may_go(self, room: str, states: str) -> int:
        """Troops in these states that can leave, one at a time, while somebody stays."""
        here = self.troops[room]
        return min(sum(token in states for token in here), len(here) - 1)

    def options(self) -> set[str]:
        if self.phase == "place":
            mine = [room for room in self.rooms if self.owner[room] == self.seat]
            return {f"place {n} in {room}" for room in mine for n in range(1, self.to_place + 1)}
        if self.phase == "run":
            return {f"attack {self.target} from {self.source}"}
        if self.phase == "continue":
            return {"continue", "stop"}
        if self.phase == "move in":
            return {f"move in {m}" for m in range(self.force, self.may_go(self.source, "fv") + 1)}
        found = {"end turn"}
        for room in self.rooms:
            if self.owner[room] != self.seat:
                continue
            for other in self.near(room):
                fighters = self.may_go(room, "fv")
                if self.owner[other] == self.seat:
                    walkers = self.may_go(room, "f")
                    found |= {f"reinforce {other} from {room} with {n}" for n in range(1, walkers + 1)}
                elif self.style == "force":
                    found |= {f"attack {other} from {room} with {n}" for n in range(1, fighters + 1)}
                elif fighters:
                    found.add(f"attack {other} from {room}")
        return found

    # -- what it does ------------------------------------------------------------------------------------------------

    def act(self, name: str, faces: list[int]) -> None:
        matched = ACTION.fullmatch(name)
        assert matched is not None
        verb, first, target, source, last = matched.groups()
        if verb == "place":
            self.troops[target] += ["f"] * int(first)
            self.to_place -= int(first)
            self.phase = "place" if self.to_place else "move"
        elif verb == "reinforce":
            for _ in range(int(last)):
                self.troops[source].remove("f")
                self.troops[target].append("s")
        elif verb == "attack":
            self.source, self.target = source, target
            if self.style == "force":
                self.force = int(last)
                self.enlist(self.force)
                self.fight(faces)
            else:
                self.strike(faces)
        elif verb == "continue":
            self.fight(faces)
        elif verb == "stop":
            self.phase = "move"
        elif verb == "move in":
            self.enlist(int(first))
            self.capture(int(first))
        else:
            self.next_turn()
        assert faces == []

    def enlist(self, count: int) -> None:
        """So many troops take part: veterans first; fresh ones become veterans by it."""
        here = self.troops[self.source]
        for _ in range(count - here.count("v")):
            here[here.index("f")] = "v"

    def roll(self, dice: int, faces: list[int]) -> None:
        answer = min(2, len(self.troops[self.target]))
        ours = sorted((faces.pop(0) for _ in range(dice)), reverse=True)
        theirs = sorted((faces.pop(0) for _ in range(answer)), reverse=True)
        for high, other in zip(ours, theirs, strict=False):
            if high > other:
                self.troops[self.target].pop()
            elif high < other or self.ties == "defender":
                self.troops[self.source].remove("v")
                self.force -= 1

    def fight(self, faces: list[int]) -> None:
        while True:
            self.roll(min(3, self.force), faces)
            if not self.troops[self.target]:
                self.capture(self.force)
                return
            if self.force == 0:
                self.phase = "move"
                return
            if self.stop == "yes":
                self.phase = "continue"
                return

    def strike(self, faces: list[int]) -> None:
        dice = min(3, self.may_go(self.source, "fv"))
        self.enlist(dice)
        self.roll(dice, faces)
        self.force = dice
        if not self.troops[self.target]:
            self.phase = "move in"
            if self.options() == {f"move in {dice}"}:
                self.capture(dice)
        else:
            self.phase = "run" if self.stop == "no" and self.may_go(self.source, "fv") else "move"

    def capture(self, count: int) -> None:
        for _ in range(count):
            self.troops[self.source].remove("v")
        self.troops[self.target] = ["v"] * count
        self.owner[self.target] = self.seat
        self.phase = "over" if len(set(self.owner.values())) == 1 else "move"

    def next_turn(self) -> None:
        for room in self.rooms:
            self.troops[room] = ["f"] * len(self.troops[room])
        place = self.order.index(self.seat)
        left = [seat for seat in self.order[place + 1 :] if seat in self.owner.values()]
        if not left:
            self.round += 1
            left = [seat for seat in self.order if seat in self.owner.values()]
        self.seat = left[0]
        self.phase, self.to_place = "place", self.income()

    def map(self) -> dict[str, tuple[int, int, int, int]]:
        counted = {}
        for room in self.rooms:
            here = self.troops[room]
            counted[room] = (self.owner[room], here.count("f"), here.count("s"), here.count("v"))
        return counted


def map_of(t: Campus) -> dict[str, tuple[int, int, int, int]]:
    rooms = [i for i in range(42) if t.board.in_play[i]]
    return {ROOMS[i]: (t.owner[i], t.fresh(i), t.settled[i], t.veteran[i]) for i in rooms}


@pytest.mark.parametrize(
    ("seats", "style", "stop", "ties"),
    [
        *product([2], ["force", "roll"], ["no", "yes"], ["defender", "nobody"]),
        (3, "force", "no", "defender"),
        (3, "roll", "yes", "defender"),
        (4, "force", "yes", "defender"),
        (6, "roll", "no", "defender"),
    ],
)
def test_play_agrees_with_single_tokens(seats: int, style: str, stop: str, ties: str) -> None:
    """CAM-4.1, CAM-4.2, CAM-4.3, CAM-4.4, CAM-4.5, CAM-4.6, CAM-4.7, CAM-4.8, CAM-4.9, CAM-4.10, CAM-4.11, CAM-4.12

    CAM-2.3, CAM-2.4, CAM-2.5, CAM-3.1, CAM-5.1, CAM-5.3, CAM-5.4, CAM-5.6, CAM-S.6 to CAM-S.13: after every decision
    of a match, troops and states are those of the tokens, and the options are all that the tokens could do and no more.
    """
    captures = 0
    for seed in range(3):
        t = deal(seats, seed, setup_place="random", attack_style=style, attack_stop=stop, dice_ties=ties)
        tokens = Tokens(t, style, stop, ties)
        chooser = fast_dice(seed + 100)
        for _ in range(250):
            options = list(t.options(tokens.seat))
            assert options == sorted(set(options))
            names = {GAME.name_of(action): action for action in options}
            assert set(names) == tokens.options()
            # Half of the time an attack, if there is one: random turns seldom come to blows.
            likely = sorted(name for name in names if name.startswith("attack")) if chooser.below(2) else []
            pool = likely or sorted(names)
            name = pool[chooser.below(len(pool))]
            t.dice.heard = []
            t.play(tokens.seat, names[name])
            faces = [drawn + 1 for drawn in t.dice.heard]
            before = list(tokens.owner.values())
            tokens.act(name, faces)
            captures += before != list(tokens.owner.values())
            assert map_of(t) == tokens.map()
            assert t.over == (tokens.phase == "over" or tokens.round > 40)
            if t.over:
                break
            assert (t.active, t.round, t.deciders()) == (tokens.seat, tokens.round, [tokens.seat])
    assert captures > 30
