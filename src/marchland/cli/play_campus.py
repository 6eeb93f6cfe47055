"""The campus in a terminal: its rooms by building."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchland.cli.choices import Line
from marchland.cli.drawing import Drawing, View
from marchland.cli.seats import Player
from marchland.cli.text import Paint, counted, listed, table, width
from marchland.games.campus.table import WHOLE
from marchland.games.conquest.table import NEUTRAL, NOBODY

NEUTRAL_MARK = "n"
CELL = 26


class CampusDrawing(Drawing):
    # Captures, eliminations and the end.
    telling = frozenset({"CAM-S.13", "CAM-S.14", "CAM-S.15", "CAM-S.16"})

    def board(
        self, view: View, seat: int, players: Sequence[Player], paint: Paint, options: Mapping[str, Any]
    ) -> list[str]:
        sight = view["table"]
        limit = f" of {options['max_rounds']}" if "max_rounds" in options else ""
        whose = "the match is over" if view["over"] else f"{players[view['active']].name}'s turn"
        stage = f"round {view['round']}{limit}" if view["round"] else "setup"
        lines = [paint.strong(f"Campus, {stage}, {whose}")]
        lines += self._standings(sight, seat, players, paint)
        for group, building in enumerate(WHOLE.groups):
            rooms = [room for room in WHOLE.members[group] if sight["owner"][room] != NOBODY]
            if rooms:
                lines.append(self._heading(sight, building.name, sight["bonuses"][group], rooms, players, paint))
                lines += self._rooms(sight, rooms, players, paint)
        if any(sight["settled"]) or any(sight["veteran"]):
            lines.append(
                paint.faint("2s: two of the troops are settled for this turn; 3v: three are veterans (CAM-4.1)")
            )
        return lines

    def _standings(self, sight: View, seat: int, players: Sequence[Player], paint: Paint) -> list[str]:
        owners = list(range(len(players))) + ([NEUTRAL] if NEUTRAL in sight["owner"] else [])
        rows = []
        for owner in owners:
            held = [room for room, holder in enumerate(sight["owner"]) if holder == owner]
            troops = sum(sight["units"][room] for room in held)
            you = " (you)" if owner == seat and not players[owner].bot else ""
            row = [_mark(owner, players), _name(owner, players) + you]
            if held:
                income = f"income {sight['income'][owner]}" if owner < NEUTRAL else ""
                row += [counted(len(held), "room"), counted(troops, "troop"), income]
            else:
                row += ["eliminated", "", ""]
            rows.append(row)
        aligned = table(rows, right=[2, 3]).split("\n")
        return ["  " + paint.seat(owner, line) for owner, line in zip(owners, aligned, strict=True)]

    def _heading(
        self, sight: View, name: str, bonus: int, rooms: list[int], players: Sequence[Player], paint: Paint
    ) -> str:
        owners = [sight["owner"][room] for room in rooms]
        shares = [(owners.count(owner), owner) for owner in sorted(set(owners))]
        if len(shares) == 1:
            held = f"all {_mark(owners[0], players)}"
        else:
            shares.sort(key=lambda share: -share[0])
            held = ", ".join(f"{_mark(owner, players)} {count}" for count, owner in shares)
        return paint.strong(f"{name}, bonus {bonus}") + f": {held}"

    def _rooms(self, sight: View, rooms: list[int], players: Sequence[Player], paint: Paint) -> list[str]:
        cells = []
        for room in rooms:
            owner, units = sight["owner"][room], sight["units"][room]
            states = "".join(
                f" {count}{letter}"
                for count, letter in ((sight["settled"][room], "s"), (sight["veteran"][room], "v"))
                if count
            )
            held = f"{_mark(owner, players)} {units:>2}"
            space = CELL - 3 - 1 - len(held) - 1 - len(states) - 1
            name = WHOLE.regions[room].name
            if len(name) > space:
                name = name[: max(1, space - 1)] + "."
            text = f"{name}{states}"
            padding = " " * max(1, CELL - 5 - len(held) - len(text))
            cells.append(f"{WHOLE.regions[room].code} {paint.seat(owner, held)} {text}{padding}")
        abreast = max(1, (width() - 1) // CELL)
        return ["  " + "".join(cells[i : i + abreast]).rstrip() for i in range(0, len(cells), abreast)]

    def note(self, view: View, seat: int, line: Line, players: Sequence[Player], options: Mapping[str, Any]) -> str:
        sight = view["table"]
        kind = self.game.words.kinds[line.kind]
        if kind.name in ("attack", "strike"):
            target = int(kind.b(line.first))
            return f"{WHOLE.regions[target].name}, {self._held(sight, target, players)}"
        if kind.name in ("reinforce", "place", "place_start"):
            room = int(kind.b(line.first) if kind.name == "reinforce" else kind.a(line.first))
            return f"{WHOLE.regions[room].name}, {sight['units'][room]}{self._facing(sight, seat, room, players)}"
        return ""

    def _held(self, sight: View, room: int, players: Sequence[Player]) -> str:
        return f"{_mark(sight['owner'][room], players)} {sight['units'][room]}"

    def _facing(self, sight: View, seat: int, room: int, players: Sequence[Player]) -> str:
        """The enemies next door."""
        owner = sight["owner"]
        near = [other for other in WHOLE.neighbours[room] if owner[other] not in (seat, NOBODY)]
        if not near:
            return ", no enemy next to it"
        return " facing " + ", ".join(
            f"{WHOLE.regions[other].code} {self._held(sight, other, players)}" for other in near
        )

    def news(self, before: View, after: View, seat: int, players: Sequence[Player]) -> list[str]:
        was, now = before["table"], after["table"]
        lost, weaker = [], []
        for room, region in enumerate(WHOLE.regions):
            if was["owner"][room] != seat:
                continue
            if now["owner"][room] != seat:
                lost.append(f"{region.name} to {_name(now['owner'][room], players)}")
            elif now["units"][room] < was["units"][room]:
                weaker.append(f"{region.name} from {was['units'][room]} to {now['units'][room]}")
        lines = []
        if lost:
            lines.append(f"{players[seat].name} has lost {listed(lost)}.")
        if weaker:
            lines.append(f"Down in troops: {listed(weaker)}.")
        return lines


def _mark(owner: int, players: Sequence[Player]) -> str:
    return players[owner].mark if owner < len(players) else NEUTRAL_MARK


def _name(owner: int, players: Sequence[Player]) -> str:
    return players[owner].name if owner < len(players) else "neutral troops"
