"""Capitals in a terminal: the world by continents, the purses, and one's own cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchland.cli.choices import Line
from marchland.cli.drawing import Drawing, View
from marchland.cli.seats import Player
from marchland.cli.text import Paint, listed, shortened, table, width, wrapped
from marchland.games.capitals.cards import ACTION, EVENT
from marchland.games.capitals.world import WORLD
from marchland.games.conquest.table import NEUTRAL, NOBODY

NEUTRAL_MARK = "n"
CAPITAL_MARK = "*"
CELL = 26
HEADS = ["", "", "capitals", "territories", "units", "EUR", "cards", ""]
# Kinds of action whose last named territory is worth a word or two.
REGION_KINDS = (
    "claim",
    "place_start",
    "found",
    "place_now",
    "place",
    "play_in",
    "attack",
    "strike",
    "storm",
    "fortify",
)
CARD_KINDS = ("play", "play_on", "play_in", "play_from", "react", "take_card", "discard")


class CapitalsDrawing(Drawing):
    # Events, bids, plunder, captures, eliminations and the end.
    telling = frozenset(
        {"CAP-3.3", "CAP-3.4", "CAP-2.8", "CAP-9.1", "CAP-10.3", "CAP-S.13", "CAP-S.14", "CAP-S.15", "CAP-S.16"}
    )

    def board(
        self, view: View, seat: int, players: Sequence[Player], paint: Paint, options: Mapping[str, Any]
    ) -> list[str]:
        sight = view["table"]
        lines = [paint.strong(self._stage(view, players, options))]
        if sight["event"] >= 0:
            card = EVENT.cards[sight["event"]]
            lines.append(wrapped(f"Event: {card.name}. {card.text} ({card.data['clause']})", "  "))
        lines += self._standings(view, seat, players, paint)
        if sight["order"]:
            order = [players[other].mark for other in sight["order"] if other not in sight["fallen"]]
            lines.append(f"  Order: {', '.join(order)}")
        if any(owner != NOBODY for owner in sight["owner"]):
            for group, continent in enumerate(WORLD.groups):
                lines.append(self._heading(sight, continent.name, group, players, paint))
                lines += self._territories(sight, WORLD.members[group], players, paint)
            if any(place >= 0 for place in sight["capitals"]):
                lines.append(paint.faint(f"{CAPITAL_MARK} marks a capital"))
        if seat >= 0:
            lines += self._cards(sight, seat, players)
        return lines

    def _stage(self, view: View, players: Sequence[Player], options: Mapping[str, Any]) -> str:
        limit = f" of {options['max_rounds']}" if "max_rounds" in options else ""
        stage = f"round {view['round']}{limit}" if view["round"] else "setup"
        whose = "the match is over" if view["over"] else f"{players[view['active']].name}'s turn"
        return f"Capitals, {stage}, {whose}"

    def _standings(self, view: View, seat: int, players: Sequence[Player], paint: Paint) -> list[str]:
        sight = view["table"]
        rows = []
        for owner, player in enumerate(players):
            held = [territory for territory, holder in enumerate(sight["owner"]) if holder == owner]
            capitals = sum(1 for place in sight["capitals"] if place in held)
            name = player.name + (" (you)" if owner == seat and not player.bot else "")
            if owner in sight["fallen"]:
                rows.append([player.mark, name, "", "", "", "", "", "eliminated"])
                continue
            eur = str(sight["eur"][owner]) if sight["eur"][owner] >= 0 else "?"
            notes = [word for word in ("sanctioned", "embargoed") if sight[word] >> owner & 1]
            if sight["pool"][owner]:
                notes.append(f"{sight['pool'][owner]} to place")
            rows.append(
                [
                    player.mark,
                    name,
                    str(capitals),
                    str(len(held)),
                    str(sum(sight["units"][territory] for territory in held)),
                    eur,
                    str(sight["cards"][owner]),
                    ", ".join(notes),
                ]
            )
        head, rule, *aligned = table(rows, HEADS, right=[2, 3, 4, 5, 6]).split("\n")
        return ["  " + head, "  " + rule, *("  " + paint.seat(owner, line) for owner, line in enumerate(aligned))]

    def _heading(self, sight: View, name: str, group: int, players: Sequence[Player], paint: Paint) -> str:
        owners = [sight["owner"][territory] for territory in WORLD.members[group]]
        shares = sorted(
            ((owners.count(owner), owner) for owner in set(owners)), key=lambda share: (-share[0], share[1])
        )
        held = ", ".join(f"{_mark(owner, players)} {count}" for count, owner in shares if owner != NOBODY)
        if len(shares) == 1 and held:
            held = f"all {_mark(owners[0], players)}"
        return paint.strong(f"{name}, bonus {sight['bonuses'][group]}") + (f": {held}" if held else "")

    def _territories(self, sight: View, members: list[int], players: Sequence[Player], paint: Paint) -> list[str]:
        cells = []
        for territory in members:
            owner, units = sight["owner"][territory], sight["units"][territory]
            held = "   -" if owner == NOBODY else f"{_mark(owner, players)} {units:>2}"
            capital = CAPITAL_MARK if territory in sight["capitals"] else " "
            name = shortened(WORLD.regions[territory].name, CELL - 7 - len(held))
            text = f"{WORLD.regions[territory].code}{capital}{paint.seat(owner, held)} {name}"
            cells.append(text + " " * max(1, CELL - 5 - len(held) - len(name)))
        abreast = max(1, (width() - 1) // CELL)
        return ["  " + "".join(cells[i : i + abreast]).rstrip() for i in range(0, len(cells), abreast)]

    def _cards(self, sight: View, seat: int, players: Sequence[Player]) -> list[str]:
        lines = []
        for number in sorted(set(sight["hands"][seat])):
            card = ACTION.cards[number]
            copies = sight["hands"][seat].count(number)
            times = f" ({copies} of them)" if copies > 1 else ""
            lines.append(wrapped(f"{card.name}{times}, {card.data['time']}: {card.text}", "    ", "  "))
        if lines:
            lines.insert(0, "Your cards")
        known = sight["told"][seat]
        for other, player in enumerate(players):
            names = [ACTION.cards[known[i + 1]].name for i in range(0, len(known), 2) if known[i] == 1 << other]
            if names:
                lines.append(f"You know that {player.name} holds {listed(names)}.")
        return lines

    def note(self, view: View, seat: int, line: Line, players: Sequence[Player], options: Mapping[str, Any]) -> str:
        sight = view["table"]
        kind = self.game.words.kinds[line.kind]
        values = kind.values(line.first)
        notes = []
        if kind.name in CARD_KINDS:
            notes.append(ACTION.cards[values[0]].text)
        if kind.name in REGION_KINDS:
            named = [value for value, (_, domain) in zip(values, kind.arguments, strict=True) if domain == "region"]
            notes.append(self._seen(sight, seat, named[-1], players))
        return " ".join(notes)

    def _seen(self, sight: View, seat: int, territory: int, players: Sequence[Player]) -> str:
        """A territory by name, who holds it, and the enemies next door."""
        name = WORLD.regions[territory].name
        if sight["owner"][territory] == NOBODY:
            return name
        held = f"{name}, {self._held(sight, territory, players)}"
        if sight["owner"][territory] != seat:
            return held
        near = [other for other in WORLD.neighbours[territory] if sight["owner"][other] not in (seat, NOBODY)]
        if not near:
            return f"{held}, no enemy next to it"
        return f"{held} facing " + ", ".join(
            f"{WORLD.regions[other].code} {self._held(sight, other, players)}" for other in near
        )

    def _held(self, sight: View, territory: int, players: Sequence[Player]) -> str:
        capital = " (capital)" if territory in sight["capitals"] else ""
        return f"{_mark(sight['owner'][territory], players)} {sight['units'][territory]}{capital}"

    def news(self, before: View, after: View, seat: int, players: Sequence[Player]) -> list[str]:
        was, now = before["table"], after["table"]
        lost = [
            f"{region.name} to {_name(now['owner'][territory], players)}"
            for territory, region in enumerate(WORLD.regions)
            if was["owner"][territory] == seat and now["owner"][territory] != seat
        ]
        return [f"{players[seat].name} has lost {listed(lost)}."] if lost else []


def _mark(owner: int, players: Sequence[Player]) -> str:
    return players[owner].mark if owner < len(players) else NEUTRAL_MARK


def _name(owner: int, players: Sequence[Player]) -> str:
    return "neutral units" if owner == NEUTRAL else players[owner].name
