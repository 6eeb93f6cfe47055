"""A second model of Alliances, written from the rulebook alone and in another style: one generator tells the whole
round, and stops wherever somebody has to decide. The tests play it side by side with the game.

It yields what every seat may do and which gifts it may make, in the words that people type, and is sent who does what.
Rolls come from a list that the game has written. Nothing of the game is used but the way it writes positions down.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any

Words = dict[int, set[str]]
Play = Generator[tuple[Words, Words], tuple[int, str], None]

# Code, kind, limit, land, sea.
BOARD = """
ENG S 4 NFR,SCO NAO,ATL,NTH; NFR S 4 ENG,BEN,SFR,SWI,WGE ATL,NTH; RUS S 4 POL,FIN,BAL,UKR,CAU BLT
EGE S 3 POL,DEN,WGE,CZE BLT; TUR S 4 CAU,MEA,BUL MED,BLK; HUN S 3 ROM,AUS,BOS,SER,CZE -; SWE S 3 NOR,DEN,FIN NTH,BLT
BEN S 5 NFR,WGE NTH; POL S 5 RUS,EGE,ROM,BAL,UKR,CZE BLT; ITA S 6 SFR,SWI,AUS,BOS MED; LIB S 5 EGY,NAF MED
ROM S 3 HUN,POL,UKR,SER,BUL,CZE BLK; IRE O 2 SCO NAO,ATL; SCO O 2 ENG,IRE NAO,NTH; NOR O 2 SWE NTH
DEN O 5 EGE,SWE,WGE NTH,BLT; FIN O 2 RUS,SWE BLT; BAL O 3 RUS,POL BLT; UKR O 4 RUS,POL,ROM,CAU BLK
CAU O 2 RUS,TUR,UKR,MEA BLK; MEA O 3 TUR,CAU,EGY MED; EGY O 2 LIB,MEA MED; NAF O 2 LIB,SPA ATL,MED; POR O 4 SPA ATL
SPA O 3 NAF,POR,SFR ATL,MED; SFR O 3 NFR,ITA,SPA,SWI ATL,MED; SWI O 3 NFR,ITA,SFR,WGE,AUS -
WGE O 4 NFR,EGE,BEN,DEN,SWI,AUS,CZE NTH; AUS O 3 HUN,ITA,SWI,WGE,BOS,CZE -; BOS O 2 HUN,ITA,AUS,SER MED
SER O 2 HUN,ROM,BOS,GRE,BUL MED; GRE O 2 SER,BUL MED; BUL O 3 TUR,ROM,SER,GRE MED,BLK; CZE O 2 EGE,HUN,POL,ROM,WGE,AUS -
NAO W 0 ENG,IRE,SCO ATL,NTH; ATL W 0 ENG,NFR,IRE,NAF,POR,SPA,SFR NAO,NTH,MED
NTH W 0 ENG,NFR,SWE,BEN,SCO,NOR,DEN,WGE NAO,ATL,BLT; BLT W 0 RUS,EGE,SWE,POL,DEN,FIN,BAL NTH
MED W 0 TUR,ITA,LIB,MEA,EGY,NAF,SPA,SFR,BOS,SER,GRE,BUL ATL,BLK; BLK W 0 TUR,ROM,UKR,CAU,BUL MED
"""
ROWS = [row.split() for line in BOARD.strip().splitlines() for row in line.split(";")]
CODES = [row[0] for row in ROWS]
KIND = {row[0]: row[1] for row in ROWS}
LIMIT = {row[0]: int(row[2]) for row in ROWS}
NEAR = {row[0]: {code for part in row[3:] if part != "-" for code in part.split(",")} for row in ROWS}
STRAITS = {
    frozenset({"ATL", "NTH"}): {"ENG", "NFR"},
    frozenset({"ATL", "MED"}): {"SPA", "NAF"},
    frozenset({"NTH", "BLT"}): {"SWE", "DEN"},
    frozenset({"MED", "BLK"}): {"BUL", "TUR"},
}
NO_PLACEHOLDER = [{"NAF", "LIB"}, {"LIB", "EGY"}, {"FIN", "SWE"}, {"SWE", "NOR"}, {"MEA", "CAU"}, {"SCO", "IRE"}]
POWERS = ["GB", "GE", "RU", "OT", "FR", "AH"]
KINDS = ["invest", "dig", "move", "train"]
NUMBERS = {  # of the rulebook, under the names by which a group turns them
    "units.infantry": 14,
    "units.artillery": 5,
    "tokens.invest": 2,
    "tokens.dig": 1,
    "tokens.move": 3,
    "tokens.train": 3,
    "tokens.trenches": 2,
    "turn.take_backs": 30,
    "dice.retreat": 3,
    "dice.kill": 5,
    "dice.defence_kill": 5,
    "dice.trench": 2,
    "production.least": 3,
    "revival.cost": 3,
    "gifts.most": 2,
    "gifts.fee": 1,
}
PATTERNS = {  # infantry more, artillery more, cost, infantry needed
    "nothing": (0, 0, 0, 0),
    "infantry": (1, 0, 1, 0),
    "two_infantry": (2, 0, 2, 0),
    "artillery": (0, 1, 2, 0),
    "upgrade": (-1, 1, 1, 1),
    "two_upgrades": (-2, 2, 2, 2),
}


def land(code: str) -> bool:
    return KIND[code] != "W"


def other_team(power: str, other: str) -> bool:
    return POWERS.index(power) % 2 != POWERS.index(other) % 2


def pair(i: int, a: int) -> str:
    return f"{i} infantry and {a} artillery"


class Over(Exception):
    """Somebody has won, or nobody any more."""


class Model:
    """Everything on the board by its name: units[region][power] is [infantry, artillery], "neutral" a power."""

    def __init__(self, position: dict[str, Any], options: dict[str, Any], rolls: list[int]) -> None:
        self.options = options
        self.number = {name: int(options.get(name, value)) for name, value in NUMBERS.items()}
        self.rolls = rolls  # those that the game has made and the model has not used
        self.seat = dict(position["powers"])
        self.powers = [power for power in POWERS if power in self.seat]
        self.order = list(position.get("order", self.powers))
        self.units: dict[str, dict[str, list[int]]] = {code: {} for code in CODES}
        for code, stacks in position.get("units", {}).items():
            for power, i, a in stacks:
                self.units[code][power] = [i, a]
        self.coins = {code: position.get("coins", {}).get(code, 0) for code in CODES}
        self.supply = dict(position["supply"])
        self.trenches = {(code, to) for code, facing in position.get("trenches", {}).items() for to in facing}
        self.tokens = {  # by region and owner
            (code, owner): str(kind) for code, lying in position.get("tokens", {}).items() for owner, kind in lying
        }
        self.points = list(position.get("points", [0, 0]))
        self.round = position["round"]
        self.decider = ""  # whose gift it would be in a decision of one power
        self.bound: dict[str, int] = {}

    # -- small truths ------------------------------------------------------------------------------------------------

    def owner(self, code: str) -> str | None:
        return next(iter(self.units[code]), None) if land(code) else None

    def friendly(self, power: str, code: str) -> bool:
        owner = self.owner(code)
        return owner is not None and owner != "neutral" and not other_team(power, owner)

    def hostile(self, power: str, code: str) -> bool:
        owner = self.owner(code)
        return owner is not None and (owner == "neutral" or other_team(power, owner))

    def put(self, code: str, power: str, i: int, a: int) -> None:
        if i or a:
            stack = self.units[code].setdefault(power, [0, 0])
            stack[0] += i
            stack[1] += a
            if stack == [0, 0]:
                del self.units[code][power]

    def regions(self, power: str) -> list[str]:
        return [code for code in CODES if power in self.units[code]]

    def pieces(self, power: str, kind: int) -> int:
        return sum(self.units[code][power][kind] for code in self.regions(power))

    def cost(self, power: str, codes: list[str]) -> int:
        return sum(self.units[code][power][0] + 2 * self.units[code][power][1] for code in codes)

    def holds(self, power: str, kind: str) -> set[str]:
        """ALL-16.6, ALL-16.9"""
        return {
            code
            for (code, owner), laid in self.tokens.items()
            if laid == kind and power in self.units[code] and (land(code) or owner == power)
        }

    def drop_tokens(self, code: str, owner: str | None = None) -> None:
        for key in [key for key in self.tokens if key[0] == code and owner in (None, key[1])]:
            del self.tokens[key]

    def roll(self) -> int:
        return self.rolls.pop(0)

    # -- asking ------------------------------------------------------------------------------------------------------

    def gifts(self, giver: str, free: int) -> set[str]:
        """ALL-23.1"""
        most = min(self.number["gifts.most"], free - self.number["gifts.fee"])
        return {f"give {n} to {to}" for n in range(1, most + 1) for to in self.powers if to != giver}

    def give(self, giver: str, said: str) -> None:
        _, n, _, to = said.split()
        self.supply[giver] -= int(n) + self.number["gifts.fee"]
        self.supply[to] += int(n)

    def ask(
        self, power: str, options: set[str], again: Callable[[], set[str]] | None = None
    ) -> Generator[tuple[Words, Words], tuple[int, str], str]:
        """ALL-7.6  A decision of one power; gifts may come before it, after which it may be put `again`."""
        while len(options) > 1:
            anytime = self.options["coin_trading"] == "anytime"
            free = {self.seat[power]: self.gifts(power, self.supply[power])} if anytime else {}
            _, said = yield {self.seat[power]: options}, free
            if not said.startswith("give"):
                return said
            self.give(power, said)
            if again is not None:
                options = again()
        return next(iter(options))

    # -- the round ---------------------------------------------------------------------------------------------------

    def play(self, moving: bool = False) -> Play:
        """From the tokens of a round on, or from its moves, to the end of the match."""
        try:
            while True:
                if not moving:
                    yield from self.part(TokenPart(self))
                    self.roll_order()
                    yield from self.window(any(land(c) and kind == "invest" for (c, _), kind in self.tokens.items()))
                    yield from self.part(InvestPart(self))
                moving = False
                yield from self.moves()
                self.score()
                for power in self.powers:
                    codes = [code for code in self.regions(power) if land(code)]
                    self.supply[power] += max(self.number["production.least"], sum(self.coins[code] for code in codes))
                short = any(self.supply[power] < self.cost(power, self.regions(power)) for power in self.powers)
                yield from self.window(short)
                yield from self.part(PayPart(self))
                yield from self.window(any(self.wants_coins(power) for power in self.powers))
                yield from self.part(TrainPart(self))
                yield from self.revival()
                self.tokens = {}
                self.round += 1
        except Over:
            return

    def pays(self, what: str) -> bool:
        return self.options["added_units_pay"] in ("all", what)

    def wants_coins(self, power: str) -> bool:
        trains = self.pays("trained") and any(land(code) for code in self.holds(power, "train"))
        return trains or (self.pays("revived") and self.can_revive(power))

    def can_revive(self, power: str) -> bool:
        return self.cost(power, self.regions(power)) < self.number["revival.cost"]

    def part(self, part: Part) -> Play:
        """ALL-7.4  All at once: marks in secret, until the last is ready."""
        asked = [power for power in self.powers if part.asks(power)]
        marks: dict[str, list[str]] = {power: [] for power in self.powers}
        ready: set[str] = set()
        while len(ready) < len(asked):
            answering: dict[int, str] = {}
            for power in asked:
                if power not in ready:
                    answering.setdefault(self.seat[power], power)
            options = {seat: part.options(power, marks[power]) for seat, power in answering.items()}
            free: Words = {}
            if self.options["coin_trading"] == "anytime":
                for seat, power in answering.items():
                    free[seat] = self.gifts(power, self.supply[power] - max(0, part.bound(power, marks[power])))
            seat, said = yield options, free
            power = answering[seat]
            if said.startswith("give ") and " to " in said:
                self.give(power, said)
            elif said == "ready":
                ready.add(power)
            else:
                marks[power].append(said)
        for power in self.powers:
            part.carry_out(power, marks[power], power in asked)
        part.end()

    def roll_order(self) -> None:
        """ALL-9.2, ALL-9.3"""
        start = self.roll()
        while POWERS[start - 1] not in self.powers:
            start = self.roll()
        step = 1 if start % 2 else -1
        circle = [POWERS[(start - 1 + step * k) % 6] for k in range(6)]
        self.order = [power for power in circle if power in self.powers]

    def window(self, opens: bool) -> Play:
        """ALL-23.5"""
        if not opens or self.options["coin_trading"] == "off":
            return
        passed: set[str] = set()
        place = 0
        while any(self.gifts(power, self.supply[power]) and power not in passed for power in self.powers):
            power = self.order[place % len(self.order)]
            if not self.gifts(power, self.supply[power]) or power in passed:
                place += 1
                continue
            _, said = yield {self.seat[power]: {"pass"} | self.gifts(power, self.supply[power])}, {}
            if said == "pass":
                passed.add(power)
                place += 1
            else:
                self.give(power, said)
                passed = set()

    def score(self) -> None:
        """ALL-19, ALL-4"""
        training = {code for (code, _), kind in self.tokens.items() if kind == "train"}
        count = [0, 0]
        for code in CODES:
            owner = self.owner(code)
            if KIND[code] == "S" and owner not in (None, "neutral") and code not in training:
                count[POWERS.index(str(owner)) % 2] += 1
        if count[0] == count[1]:
            gain = [1, 1] if self.options["tie_scoring"] == "both_one" else [0, 0]
        else:
            gain = [max(0, count[0] - count[1]), max(0, count[1] - count[0])]
        self.points = [self.points[0] + gain[0], self.points[1] + gain[1]]
        if max(self.points) >= self.options["points_to_win"] or self.round >= self.options["round_limit"]:
            raise Over

    # -- part 4 ------------------------------------------------------------------------------------------------------

    def moves(self) -> Play:
        """ALL-11.1, ALL-11.8"""
        place = 0
        while True:
            holders = [k for k in range(len(self.order)) if self.holds(self.order[k], "move")]
            if not holders:
                return
            place = min((k for k in holders), key=lambda k: (k - place) % len(self.order))
            yield from self.command(self.order[place])
            if not (self.options["move_turns"] == "all" and self.holds(self.order[place], "move")):
                place += 1

    def step(self, power: str, here: str, there: str) -> bool:
        shores = STRAITS.get(frozenset({here, there}), set())
        return there in NEAR[here] and not any(self.hostile(power, shore) for shore in shores)

    def ways(self, power: str, origin: str, goal: str) -> set[str]:
        """Table 4.2: the regions from which the last border is crossed."""
        paved = {code for code in CODES if land(code) and self.friendly(power, code) and self.coins[code]}
        through = {code for code in paved if self.step(power, origin, code)}
        if self.options["road_steps"] == "chain":
            while more := {code for code in paved - through if any(self.step(power, via, code) for via in through)}:
                through |= more
        found = {via for via in through if via not in (goal, origin) and self.step(power, via, goal)}
        return found | ({origin} if self.step(power, origin, goal) else set())

    def command(self, power: str) -> Play:
        options = {f"move from {code}" for code in self.holds(power, "move")}
        chosen = yield from self.ask(power, options)
        origin = chosen.split()[-1]
        self.drop_tokens(origin, None if land(origin) else power)
        ways = {goal: self.ways(power, origin, goal) for goal in CODES if goal != origin}
        goals = [
            goal
            for goal, found in ways.items()
            if found and not (self.friendly(power, goal) and self.owner(goal) != power)
        ]
        plan: dict[str, list[int]] = {}
        recalls = 0
        while True:
            stack = self.units[origin][power]
            left = [stack[kind] - sum(sent[kind] for sent in plan.values()) for kind in (0, 1)]
            options = {"go"}
            for kind, name in enumerate(("infantry", "artillery")):
                options |= {f"send {n} {name} to {goal}" for goal in goals for n in range(1, left[kind] + 1)}
            if recalls < self.number["turn.take_backs"]:
                options |= {f"recall from {goal}" for goal in plan}
            said = (yield from self.ask(power, options)).split()
            if said[0] == "go":
                break
            if said[0] == "send":
                plan.setdefault(said[4], [0, 0])[0 if said[2] == "infantry" else 1] += int(said[1])
            else:
                del plan[said[2]]
                recalls += 1
        entrenched = {goal for goal in plan if land(goal) and all((goal, via) in self.trenches for via in ways[goal])}
        free = [goal for goal in CODES if goal in plan and land(goal) and self.owner(goal) is None]
        fights = {goal: plan[goal] for goal in plan if self.hostile(power, goal)}
        for goal, (i, a) in plan.items():
            self.put(origin, power, -i, -a)
            if goal not in fights:
                self.put(goal, power, i, a)
        for goal in free:
            yield from self.steal(power, goal)
        while fights:
            chosen = yield from self.ask(power, {f"fight in {goal}" for goal in fights})
            goal = chosen.split()[-1]
            yield from self.battle(power, origin, goal, fights, goal in entrenched)

    def steal(self, power: str, code: str) -> Play:
        said = yield from self.ask(power, {f"steal {n}" for n in range(self.coins[code] + 1)})
        n = int(said.split()[1])
        self.coins[code] -= n
        self.supply[power] += n

    def chooser(self, attacker: str) -> str:
        """ALL-18.3"""
        place = self.order.index(attacker)
        turn = [self.order[(place + k) % len(self.order)] for k in range(1, len(self.order))]
        return next(power for power in turn if other_team(attacker, power))

    def lose(self, decider: str, stack: list[int], kills: int) -> Generator[Any, Any, tuple[int, int]]:
        """ALL-14.10"""
        if kills == 0:
            return 0, 0
        if self.options["casualties"] == "infantry_first":
            i = min(stack[0], kills)
            return i, kills - i
        ways = {(i, kills - i) for i in range(kills + 1) if i <= stack[0] and kills - i <= stack[1]}
        said = (yield from self.ask(decider, {f"lose {pair(*way)}" for way in ways})).split()
        return int(said[1]), int(said[4])

    def battle(self, power: str, origin: str, code: str, fights: dict[str, list[int]], trench: bool) -> Play:
        """ALL-14 to ALL-16"""
        ours = fights[code]
        defender = str(self.owner(code))
        decider = self.chooser(power) if defender == "neutral" else defender
        refuge = ""
        while True:
            theirs = self.units[code].get(defender, [0, 0])
            # Strike.
            i, a = yield from self.lose(decider, theirs, min(ours[1], sum(theirs)))
            self.put(code, defender, -i, -a)
            if defender not in self.units[code]:
                break
            theirs = self.units[code][defender]
            # Dice.
            attack = [self.roll() for _ in range(ours[0])]
            defence = [self.roll() for _ in range(sum(theirs) * (self.number["dice.trench"] if trench else 1))]
            kill = self.number["dice.kill"]
            killed = min(sum(die >= self.number["dice.defence_kill"] for die in defence), sum(ours))
            forced = sum(die < self.number["dice.defence_kill"] for die in defence)
            hit = min(sum(die >= kill for die in attack), sum(theirs))
            pushed = 0 if trench else sum(self.number["dice.retreat"] <= die < kill for die in attack)
            i, a = yield from self.lose(power, ours, killed)
            ours[0], ours[1] = ours[0] - i, ours[1] - a
            i, a = yield from self.lose(decider, theirs, hit)
            self.put(code, defender, -i, -a)
            # The attacker's retreat.
            least = min(forced, sum(ours))
            i, a = yield from self.leave(power, ours, least, sum(ours))
            ours[0], ours[1] = ours[0] - i, ours[1] - a
            self.put(origin, power, i, a)
            if sum(ours) == 0:
                del fights[code]
                if self.owner(code) is None:
                    self.drop_tokens(code)
                return
            if defender not in self.units[code]:
                break
            # The defender's retreat.
            theirs = self.units[code][defender]
            least = min(pushed, sum(theirs))
            regions = {refuge} if refuge else self.refuges(code, origin, defender)
            i, a = yield from self.leave(decider, theirs, least, sum(theirs) if regions else least)
            if (i or a) and regions:
                chosen = yield from self.ask(decider, {f"retreat to {region}" for region in regions})
                refuge = chosen.split()[-1]
                self.put(refuge, defender, i, a)
            self.put(code, defender, -i, -a)
            if defender not in self.units[code]:
                break
        del fights[code]
        self.put(code, power, *ours)
        yield from self.steal(power, code)
        foreign = [owner for (where, owner), kind in self.tokens.items() if where == code and kind == "train"]
        if KIND[code] == "S" and foreign and foreign != [power]:
            said = yield from self.ask(power, {"keep the token", "send the token back"})
            if said != "keep the token":
                self.drop_tokens(code)
        stack = self.units[code][power]
        ways = {f"withdraw {pair(i, a)}" for i in range(stack[0] + 1) for a in range(stack[1] + 1)}
        words = (yield from self.ask(power, ways)).split()
        i, a = int(words[1]), int(words[4])
        self.put(code, power, -i, -a)
        self.put(origin, power, i, a)
        if self.owner(code) is None:
            self.drop_tokens(code)

    def leave(self, decider: str, stack: list[int], least: int, most: int) -> Generator[Any, Any, tuple[int, int]]:
        ways = {(i, a) for i in range(stack[0] + 1) for a in range(stack[1] + 1) if least <= i + a <= most}
        said = (yield from self.ask(decider, {f"retreat {pair(*way)}" for way in ways})).split()
        return int(said[1]), int(said[4])

    def refuges(self, code: str, origin: str, defender: str) -> set[str]:
        """ALL-15.5"""
        near = {region for region in NEAR[code] if land(region) and region != origin}
        return {region for region in near if self.owner(region) in (None, defender)}

    def ways_to_revive(self, power: str, spent: int, places: list[str]) -> set[str]:
        """ALL-22.1, ALL-22.4"""
        options = {"done"}
        for kind, (name, price) in enumerate((("infantry", 1), ("artillery", 2))):
            most = self.number[f"units.{name}"]
            paid = self.supply[power] >= price or not self.pays("revived")
            if spent + price <= self.number["revival.cost"] and paid and self.pieces(power, kind) < most:
                options |= {f"add {name} in {code}" for code in places}
        return options

    # -- part 7b -----------------------------------------------------------------------------------------------------

    def revival(self) -> Play:
        """ALL-22"""
        for power in self.order:
            picked = ""
            while self.can_revive(power):
                spent = self.cost(power, self.regions(power))
                own = [code for code in self.regions(power) if land(code)]
                free = [code for code in CODES if not land(code) or self.owner(code) is None]
                places = [picked] if picked else own or free
                ways = partial(self.ways_to_revive, power, spent, places)
                said = yield from self.ask(power, ways(), ways)
                if said == "done":
                    break
                _, name, _, code = said.split()
                picked = picked or ("" if own else code)
                kind = 0 if name == "infantry" else 1
                self.put(code, power, 1 - kind, kind)
                self.supply[power] -= kind + 1 if self.pays("revived") else 0


# -- simultaneous parts ----------------------------------------------------------------------------------------------


class Part:
    def __init__(self, model: Model) -> None:
        self.m = model

    def asks(self, power: str) -> bool:
        return len(self.options(power, [])) > 1

    def options(self, power: str, marks: list[str]) -> set[str]:
        raise NotImplementedError

    def bound(self, power: str, marks: list[str]) -> int:
        return 0

    def carry_out(self, power: str, marks: list[str], asked: bool) -> None:
        raise NotImplementedError

    def end(self) -> None:
        pass


class TokenPart(Part):
    def laid(self, marks: list[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for mark in marks:
            words = mark.split()
            if words[0] == "place":
                found[words[3]] = words[1]
            else:
                del found[words[4]]
        return found

    def asks(self, power: str) -> bool:
        return bool(self.m.regions(power))

    def options(self, power: str, marks: list[str]) -> set[str]:
        laid = self.laid(marks)
        left = {kind for kind in KINDS if list(laid.values()).count(kind) < self.m.number[f"tokens.{kind}"]}
        found = {"ready"}
        found |= {f"place {kind} in {code}" for kind in left for code in self.m.regions(power) if code not in laid}
        if sum(mark.startswith("take") for mark in marks) < self.m.number["turn.take_backs"]:
            found |= {f"take the token from {code}" for code in laid}
        return found

    def carry_out(self, power: str, marks: list[str], asked: bool) -> None:
        for code, kind in self.laid(marks).items():
            self.m.tokens[code, power] = kind


class InvestPart(Part):
    def own(self, power: str, kind: str) -> list[str]:
        return [code for code in CODES if land(code) and self.m.tokens.get((code, power)) == kind]

    def read(self, marks: list[str]) -> tuple[dict[str, int], set[tuple[str, str]], int]:
        """Coins, trenches, and how many marks were taken back."""
        coins: dict[str, int] = {}
        dug: set[tuple[str, str]] = set()
        back = 0
        for mark in marks:
            words = mark.split()
            if words[0] == "invest":
                back += words[5] in coins
                coins[words[5]] = int(words[3])
            elif words[0] == "dig":
                dug.add((words[2], words[4]))
            else:
                dug.remove((words[4], words[6]))
                back += 1
        return coins, dug, back

    def bound(self, power: str, marks: list[str]) -> int:
        coins, _, _ = self.read(marks)
        return sum(n - self.m.coins[code] for code, n in coins.items())

    def options(self, power: str, marks: list[str]) -> set[str]:
        coins, dug, back = self.read(marks)
        found = {"ready"}
        for code in self.own(power, "invest"):
            if code in coins and back >= self.m.number["turn.take_backs"]:
                continue
            now = coins.get(code, self.m.coins[code])
            rest = self.bound(power, marks) - (now - self.m.coins[code])
            for n in range(LIMIT[code] + 1):
                if n != now and self.m.supply[power] - rest - (n - self.m.coins[code]) >= 0:
                    found.add(f"invest up to {n} in {code}")
        for code in self.own(power, "dig"):
            if sum(where == code for where, _ in dug) < self.m.number["tokens.trenches"]:
                for to in NEAR[code]:
                    taken = (code, to) in self.m.trenches or (code, to) in dug
                    if land(to) and {code, to} not in NO_PLACEHOLDER and not taken:
                        found.add(f"dig in {code} towards {to}")
        if back < self.m.number["turn.take_backs"]:
            found |= {f"do not dig in {code} towards {to}" for code, to in dug}
        return found

    def carry_out(self, power: str, marks: list[str], asked: bool) -> None:
        coins, dug, _ = self.read(marks)
        self.m.supply[power] -= self.bound(power, marks)
        self.m.coins |= coins
        self.m.trenches |= dug

    def end(self) -> None:
        self.m.tokens = {key: kind for key, kind in self.m.tokens.items() if kind in ("move", "train")}


class PayPart(Part):
    def gone(self, marks: list[str]) -> set[str]:
        found: set[str] = set()
        for mark in marks:
            code = mark.split()[-1]
            found = found | {code} if mark.startswith("give up") else found - {code}
        return found

    def asks(self, power: str) -> bool:
        return any(self.m.cost(power, [code]) <= self.m.supply[power] for code in self.m.regions(power))

    def options(self, power: str, marks: list[str]) -> set[str]:
        gone = self.gone(marks)
        kept = [code for code in self.m.regions(power) if code not in gone]
        found = {f"give up {code}" for code in kept}
        if sum(mark.startswith("keep") for mark in marks) < self.m.number["turn.take_backs"]:
            found |= {f"keep {code}" for code in gone}
        if self.m.cost(power, kept) <= self.m.supply[power]:
            found.add("ready")
        return found

    def carry_out(self, power: str, marks: list[str], asked: bool) -> None:
        gone = self.gone(marks) if asked else set(self.m.regions(power))
        kept = [code for code in self.m.regions(power) if code not in gone]
        self.m.supply[power] -= self.m.cost(power, kept)
        for code in gone:
            count = sum(self.m.units[code].pop(power))
            self.m.drop_tokens(code, None if land(code) else power)
            if land(code):
                self.m.put(code, "neutral", count, 0)


class TrainPart(Part):
    def places(self, power: str) -> list[str]:
        return [code for code in CODES if land(code) and code in self.m.holds(power, "train")]

    def read(self, marks: list[str]) -> tuple[dict[str, str], int]:
        chosen: dict[str, str] = {}
        back = 0
        for mark in marks:
            _, pattern, _, code = mark.split()
            back += code in chosen
            chosen[code] = pattern
        return chosen, back

    def bound(self, power: str, marks: list[str]) -> int:
        chosen, _ = self.read(marks)
        return sum(PATTERNS[pattern][2] for pattern in chosen.values()) if self.m.pays("trained") else 0

    def options(self, power: str, marks: list[str]) -> set[str]:
        chosen, back = self.read(marks)
        found = {"ready"}
        for code in self.places(power):
            if code in chosen and back >= self.m.number["turn.take_backs"]:
                continue
            for pattern, (_, _, cost, needed) in PATTERNS.items():
                if pattern == chosen.get(code, "nothing") or cost > (2 if KIND[code] == "S" else 1):
                    continue
                every = [PATTERNS[one] for one in {**chosen, code: pattern}.values()]
                i = self.m.pieces(power, 0) + sum(one[0] for one in every)
                a = self.m.pieces(power, 1) + sum(one[1] for one in every)
                paid = sum(one[2] for one in every) <= self.m.supply[power] or not self.m.pays("trained")
                stocked = i <= self.m.number["units.infantry"] and a <= self.m.number["units.artillery"]
                if needed <= self.m.units[code][power][0] and stocked and paid:
                    found.add(f"train {pattern} in {code}")
        return found

    def carry_out(self, power: str, marks: list[str], asked: bool) -> None:
        chosen, _ = self.read(marks)
        self.m.supply[power] -= self.bound(power, marks)
        for code, pattern in chosen.items():
            self.m.put(code, power, PATTERNS[pattern][0], PATTERNS[pattern][1])

    def end(self) -> None:
        self.m.tokens = {key: kind for key, kind in self.m.tokens.items() if kind != "train"}
