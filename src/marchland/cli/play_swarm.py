"""Swarm in a terminal: the grid of tiles, the players, and one's own cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchland.cli.choices import Line
from marchland.cli.drawing import Drawing, View
from marchland.cli.seats import Player
from marchland.cli.text import Paint, counted, listed, shortened, table, wrapped
from marchland.engine.words import ARGUMENT_BITS
from marchland.games.swarm.cards import (
    BASTION,
    CITY,
    CODES,
    COVERT,
    ELEMENT,
    ELEMENTS,
    EVENT,
    EVENT_DIRECTION,
    FRENZY,
    LEADER,
    NEAR,
    POSITIONS,
    QUEST,
    RAIN_LINE,
    REWARD,
    SPECIALTY,
    TEMPLE_NAMES,
    TEMPLE_TILE,
    TILE_NAMES,
    TILE_TYPE,
    TYPES,
    swarm_step,
)
from marchland.games.swarm.table import COVERT_PILE, EVENT_PILE

CELL = 15
LEFT = 3
DIRECTIONS = ["north", "east", "south", "west"]
LOTS = ["quest", "leader", "covert"]
REWARDS = {"vp": "point", "water": "water", "leader": "leader card", "covert": "covert card"}
# Kinds of action whose last named tile is worth a word or two.
TILE_KINDS = ("settle", "drop", "temple_drop", "camp", "move", "march", "dowse", "raid", "battle")
LEADER_KINDS = ("keep", "lead", "duel", "betray", "thief", "raid", "claim_show")


class SwarmDrawing(Drawing):
    # What the swarm eats, treason, battles and their ends, quests, the end.
    telling = frozenset(
        {"SWM-5.6", "SWM-5.9", "SWM-4.1", "SWM-7.2", "SWM-7.14", "SWM-7.15", "SWM-10.3", "SWM-11.1", "SWM-11.6"}
    )

    def board(
        self, view: View, seat: int, players: Sequence[Player], paint: Paint, options: Mapping[str, Any]
    ) -> list[str]:
        sight = view["table"]
        lines = [paint.strong(self.headline(view, players))]
        if sight["event"] >= 0:
            lines.append(self._event(sight["event"], "Event"))
        lines += [*self._grid(view, players, paint), *self._temples(sight, players, paint), ""]
        lines += self._standings(view, seat, players, paint)
        lines += self._state(view, players)
        if seat >= 0:
            lines += self._hand(view, seat, players)
        return lines

    def headline(self, view: View, players: Sequence[Player]) -> str:
        stage = f"round {view['round']}" if view["round"] else "setup"
        if view["over"]:
            return f"Swarm, {stage}, over"
        return f"Swarm, {stage}, {players[view['table']['start']].name} is the start player"

    def _event(self, card: int, what: str, margin: str = "") -> str:
        name, text = EVENT.cards[card].name, EVENT.cards[card].text
        steps = counted(int(EVENT.cards[card].data["steps"]), "step")
        way = f"The swarm goes {DIRECTIONS[EVENT_DIRECTION[card]]}, {steps}."
        return wrapped(f"{what}: {name}. {text} {way}", f"{margin}  ", margin)

    # -- the grid ------------------------------------------------------------------------------------------------------

    def _grid(self, view: View, players: Sequence[Player], paint: Paint) -> list[str]:
        sight = view["table"]
        path = self._path(view)
        lines = [" " * LEFT + "".join(column.ljust(CELL) for column in "ABCDE").rstrip()]
        for row in range(4):
            cells = [self._cell(sight, 5 * row + column, path, players, paint) for column in range(5)]
            for line in range(max(map(len, cells))):
                label = str(row + 1) if line == 0 else ""
                parts = [cell[line] if line < len(cell) else ("", 0) for cell in cells]
                text = label.ljust(LEFT) + "".join(part + " " * (CELL - size) for part, size in parts)
                lines.append(text.rstrip())
        lines.append(paint.faint("A:5 means 5 troops of A; ~ yields water; +1 is where the swarm goes first"))
        return lines

    def _path(self, view: View) -> dict[int, list[int]]:
        """The tiles that the swarm is announced to enter, and as which of its steps; nothing once it has moved."""
        sight = view["table"]
        if "swarm.window" not in view["agenda"]:
            return {}
        entered: dict[int, list[int]] = {}
        tile, direction, number = sight["swarm"], sight["direction"], 0
        for turn in range(2 if FRENZY[sight["event"]] else 1):
            for _ in range(sight["steps"]):
                tile = int(swarm_step(tile, (direction + turn) % 4))
                number += 1
                entered.setdefault(tile, []).append(number)
        return entered

    def _cell(
        self, sight: View, p: int, path: Mapping[int, list[int]], players: Sequence[Player], paint: Paint
    ) -> list[tuple[str, int]]:
        """The lines of a tile, each with its width on the screen."""
        tile = sight["tiles"][p]
        kind = TYPES[TILE_TYPE[tile]]
        if tile in TEMPLE_TILE:
            kind += f", {ELEMENTS[TEMPLE_TILE.index(tile)]}"
        if self._yields(sight, p):
            kind += " ~"
        if p in path:
            kind += " +" + "+".join(map(str, path[p]))
        name = TILE_NAMES[tile]
        lines = [(paint.strong(name) if TILE_TYPE[tile] == BASTION else name, len(name)), (kind, len(kind))]
        if sight["swarm"] == p:
            lines.append((paint.strong("*** SWARM ***"), 13))
        return lines + self._stacks(sight, p, players, paint)

    def _yields(self, sight: View, p: int) -> bool:
        """SWM-8.2  As it stands now; before the first event only the oases."""
        if sight["dowsed"] >> p & 1:
            return True
        if sight["event"] >= 0 and EVENT.cards[sight["event"]].name == "Drought":
            return False
        rain = sight["event"] >= 0 and RAIN_LINE[sight["event"]] >> p & 1 == 1
        return rain or TYPES[TILE_TYPE[sight["tiles"][p]]] == "oasis"

    def _stacks(self, sight: View, p: int, players: Sequence[Player], paint: Paint) -> list[tuple[str, int]]:
        lines: list[tuple[str, int]] = []
        line, size = "", 0
        for seat, player in enumerate(players):
            if sight["troops"][seat][p]:
                stack = f"{player.mark}:{sight['troops'][seat][p]}"
                if size and size + 1 + len(stack) >= CELL:
                    lines.append((line, size))
                    line, size = "", 0
                line += (" " if size else "") + paint.seat(seat, stack)
                size += len(stack) + (1 if size else 0)
        return [*lines, (line, size)]

    def _temples(self, sight: View, players: Sequence[Player], paint: Paint) -> list[str]:
        lines = []
        for temple, name in enumerate(TEMPLE_NAMES):
            inside = [
                paint.seat(seat, f"{player.mark}:{sight['temples'][seat][temple]}")
                for seat, player in enumerate(players)
                if sight["temples"][seat][temple]
            ]
            if inside:
                lines.append(f"   {name}, {CODES[sight['tiles'].index(TEMPLE_TILE[temple])]}: {' '.join(inside)}")
        return lines

    # -- players -------------------------------------------------------------------------------------------------------

    def _standings(self, view: View, seat: int, players: Sequence[Player], paint: Paint) -> list[str]:
        sight = view["table"]
        rows = []
        for number, player in enumerate(players):
            leaders, coverts, quests, traitors = sight["cards"][number]
            you = " (you)" if number == seat and not player.bot else ""
            held = [self._held(sight, number, kind) for kind in (BASTION, CITY)]
            water = sight["water"][number]
            rows.append(
                [
                    player.mark,
                    shortened(player.name + you, 20),
                    SPECIALTY.cards[sight["specialty"][number]].name if sight["specialty"][number] >= 0 else "",
                    str(sight["points"][number] + held[1]),
                    str(held[0]),
                    str(water) if water >= 0 else "?",
                    str(sight["reserve"][number]),
                    f"{leaders}/{coverts}/{quests}/{traitors}",
                ]
            )
        header = ["", "", "", "points", "bastions", "water", "reserve", "cards"]
        aligned = table(rows, header, right=[3, 4, 5, 6, 7]).split("\n")
        lines = ["  " + aligned[0]]
        lines += ["  " + paint.seat(number, line) for number, line in enumerate(aligned[2:])]
        return [*lines, paint.faint("  cards: leaders/covert cards/quests/traitor cards in hand")]

    def _held(self, sight: View, seat: int, kind: int) -> int:
        """Tiles of a type under the control of a seat (SWM-1.5)."""
        held = 0
        for p in range(POSITIONS):
            if TILE_TYPE[sight["tiles"][p]] == kind and sight["troops"][seat][p]:
                held += all(not troops[p] for other, troops in enumerate(sight["troops"]) if other != seat)
        return held

    def _state(self, view: View, players: Sequence[Player]) -> list[str]:
        """What is going on besides: a sale, a battle, quests done, leaders known and gone."""
        sight = view["table"]
        lines = []
        praying = [player.name for seat, player in enumerate(players) if sight["praying"] >> seat & 1]
        if praying:
            lines.append(f"Praying this round: {listed(praying)}.")
        if sight["sale"]:
            lot, bid, holder = sight["sale"]
            standing = f"{players[holder].name} has bid {bid}" if holder >= 0 else "no bid yet"
            lines.append(f"For sale: a {LOTS[lot]} card, {standing}.")
        if sight["battle"]:
            tile, one, two, *plans = sight["battle"]
            lines.append(f"Battle on {CODES[tile]}: {players[one].name} against {players[two].name}.")
            for side, who in enumerate((one, two)):
                if plans:
                    commitment, leader, tactic = plans[3 * side : 3 * side + 3]
                    led = leader_words(leader) if leader < len(LEADER.cards) else "nobody"
                    card = f", {COVERT.cards[tactic].name}" if tactic < len(COVERT.cards) else ""
                    lines.append(f"  {players[who].name} commits {commitment}, led by {led}{card}.")
        for seat, done in enumerate(sight["completed"]):
            if done:
                lines.append(f"{players[seat].name} has completed {listed([QUEST.cards[q].name for q in done])}.")
        gone = [LEADER.cards[leader].name for leader in range(len(LEADER.cards)) if sight["removed"] >> leader & 1]
        if gone:
            lines.append(f"Out of the game: {listed(gone)}.")
        return [wrapped(line, "    ", "  ") for line in lines]

    # -- cards ---------------------------------------------------------------------------------------------------------

    def _hand(self, view: View, seat: int, players: Sequence[Player]) -> list[str]:
        sight = view["table"]
        hand = sight["hand"]
        lines = ["", f"{players[seat].name} holds"]
        led = [leader_words(leader) for leader in hand["leaders"]] or ["none"]
        lines.append(wrapped(f"leaders: {', '.join(led)}", "    ", "  "))
        for kind in dict.fromkeys(hand["coverts"]):
            card = COVERT.cards[kind]
            times = hand["coverts"].count(kind)
            name = card.name if times == 1 else f"{times} {card.name}"
            lines.append(wrapped(f"{card.data['class']}: {name}. {card.text}", "    ", "  "))
        for quest in hand["quests"]:
            lines.append(wrapped(f"quest: {quest_words(quest)}", "    ", "  "))
        if hand["traitors"]:
            named = ", ".join(leader_words(leader) for leader in hand["traitors"])
            lines.append(wrapped(f"traitor cards: {named}", "    ", "  "))
        if hand["noted"]:
            named = ", ".join(LEADER.cards[leader].name for leader in hand["noted"])
            noted = "traitor cards set aside, whom nobody can betray" if hand["traitors"] else "traitor cards drawn"
            lines.append(wrapped(f"{noted}: {named}", "    ", "  "))
        if hand["top"]:
            pile, card_number = hand["top"]
            if pile == EVENT_PILE:
                lines.append(self._event(card_number, "next event", "  "))
            else:
                name = COVERT.cards[card_number].name if pile == COVERT_PILE else leader_words(card_number)
                lines.append(f"  on top of your pile: {name}")
        if hand["hall"] >= 0 and sight["sale"]:
            decks = [QUEST.cards, LEADER.cards, COVERT.cards]
            lines.append(f"  in the auction hall: {decks[sight['sale'][0]][hand['hall']].name}")
        return lines + self._known(hand, seat, players)

    def _known(self, hand: View, seat: int, players: Sequence[Player]) -> list[str]:
        """Leaders of others that have been seen, by who may hold them."""
        by_holders: dict[int, list[str]] = {}
        for leader, holders in enumerate(hand["told_leaders"]):
            if holders and holders != 1 << seat:
                by_holders.setdefault(holders, []).append(leader_words(leader))
        lines = []
        for holders, leaders in sorted(by_holders.items()):
            who = [player.name for number, player in enumerate(players) if holders >> number & 1]
            lines.append(wrapped(f"seen with {listed(who, 'or')}: {', '.join(leaders)}", "    ", "  "))
        return lines

    # -- beside a choice -----------------------------------------------------------------------------------------------

    def note(self, view: View, seat: int, line: Line, players: Sequence[Player], options: Mapping[str, Any]) -> str:
        sight = view["table"]
        kind = self.game.words.kinds[line.first >> ARGUMENT_BITS]
        values = dict(zip([name for name, _ in kind.arguments], kind.values(line.first), strict=True))
        if kind.name in TILE_KINDS:
            p = values.get("target", values.get("tile", 0))
            return self._tile_note(sight, seat, p, players, kind.name)
        if kind.name in LEADER_KINDS and "leader" in values:
            return leader_rank(values["leader"])
        if kind.name == "tactic":
            return COVERT.cards[values["card"]].text
        if kind.name == "claim":
            return reward_words(values["quest"])
        if kind.name in ("pray", "temple"):
            return f"{sight['temples'][seat][values['temple']]} there now"
        return ""

    def _tile_note(self, sight: View, seat: int, p: int, players: Sequence[Player], verb: str) -> str:
        tile = sight["tiles"][p]
        kind = TYPES[TILE_TYPE[tile]]
        name = TILE_NAMES[tile] if kind in TILE_NAMES[tile].lower() else f"{TILE_NAMES[tile]}, {kind}"
        there = [
            f"{player.mark}:{sight['troops'][number][p]}"
            for number, player in enumerate(players)
            if sight["troops"][number][p]
        ]
        words = [name]
        if there:
            words.append(" ".join(there))
        if self._yields(sight, p):
            words.append("yields")
        if verb == "settle" and sight["swarm"] in NEAR[p]:
            words.append("next to the swarm")
        return ", ".join(words)

    def news(self, before: View, after: View, seat: int, players: Sequence[Player]) -> list[str]:
        was, now = before["table"]["troops"][seat], after["table"]["troops"][seat]
        lost = [f"{CODES[p]} from {was[p]} to {now[p]}" for p in range(POSITIONS) if now[p] < was[p]]
        return [f"Your troops: {listed(lost)}."] if lost else []


def leader_rank(leader: int) -> str:
    return f"{ELEMENTS[ELEMENT[leader]]} {LEADER.cards[leader].data['skill']}" if leader < len(LEADER.cards) else ""


def leader_words(leader: int) -> str:
    return f"{LEADER.cards[leader].name} ({leader_rank(leader)})"


def reward_words(quest: int) -> str:
    what, amount = REWARDS[REWARD[quest]], int(QUEST.cards[quest].data["amount"])
    return f"{amount} water" if what == "water" else counted(amount, what)


def quest_words(quest: int) -> str:
    card = QUEST.cards[quest]
    return f"{card.name}, for {reward_words(quest)}. {card.data['cond']}"
