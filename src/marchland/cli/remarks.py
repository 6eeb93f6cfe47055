"""What is said of a table besides drawing it: a few words beside a choice, and what others have done meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from marchland.cli.cards import CardWords
from marchland.cli.choices import Line
from marchland.cli.ground import Ground
from marchland.cli.seats import Player
from marchland.cli.text import listed
from marchland.engine.picture import Picture, Price
from marchland.engine.table import Table
from marchland.engine.words import Kind


class Remarks:
    """They follow from the domains of what an action names: regions, places on them, cards."""

    def __init__(self, table: Table, players: Sequence[Player]) -> None:
        self.game = table.game
        self.players = players
        self.cards = CardWords(table)
        board = self.game.board_at(table)
        self.ground = Ground(board, players) if board is not None else None
        # Kinds of action that only one card allows, by name.
        self.needed = {
            kind: (deck.name, number)
            for deck in self.game.decks
            for number, face in enumerate(deck.faces)
            for kind in face.plays
        }

    # -- beside a choice -----------------------------------------------------------------------------------------------

    def effect(self, table: Table, seat: int, kind: int) -> str:
        """What a kind of action brings or gives up, by the rules."""
        deed = table.step().deed(table, kind)
        names = [player.name for player in self.players]
        return self.game.say(deed.effect_at(table, seat), names) if deed is not None else ""

    def note(self, picture: Picture, seat: int, line: Line) -> str:
        kind = self.game.words.kinds[line.kind]
        named = [(domain, value) for (_, domain), value in zip(kind.arguments, kind.values(line.first), strict=True)]
        notes = [_cost(price, kind, line) for price in picture.prices if _is_of(price, line)][:1]
        notes += [caution.text for caution in picture.cautions if caution.first <= line.first <= caution.last][:1]
        if picture.bidding is not None:
            notes += [prize.text for prize in picture.bidding.prizes if prize.action == line.first]
        cards = [(domain, value) for domain, value in named if value < len(self.cards.faces.get(domain, []))]
        if kind.name in self.needed and not cards:
            cards = [self.needed[kind.name]]
        notes += [self.cards.in_short(deck, card) for deck, card in cards]
        notes += [self._place(picture, domain, value) for domain, value in named if domain in picture.sites]
        regions = [value for domain, value in named if domain == "region" and value < len(picture.regions)]
        if regions:
            notes.append(self._region(picture, seat, regions[-1]))
        return ", ".join(filter(None, (note.rstrip(".") for note in notes)))

    def _region(self, picture: Picture, seat: int, region: int) -> str:
        """A region by name, who holds it with what, and if it is one's own or nobody's, the enemies next to it."""
        assert self.ground is not None
        shown = picture.regions[region]
        name = self.ground.name(picture, region)
        sort = self.ground.sort(picture, region) if picture.tiles else ""
        said = ", ".join(filter(None, [name, sort if sort not in name.lower() else ""]))
        held = self.ground.held(shown)
        said += f"{' ' if held.startswith('(') else ', '}{held}" if held else ""
        beside = self._lone_marks(picture, region)
        if self.ground.has_others(shown, seat):
            return said + beside
        near = [
            f"{self.ground.code(other)} {self.ground.held(picture.regions[other])}"
            for other in self.ground.board.neighbours[region]
            if self.ground.has_others(picture.regions[other], seat)
        ]
        if near:
            return f"{said}{beside} facing {', '.join(near)}"
        return said + beside + (", no enemy next to it" if self.ground.count_of(shown, seat) else "")

    def _lone_marks(self, picture: Picture, region: int) -> str:
        """What there is only one of on the board is worth a word where it is next door."""
        assert self.ground is not None
        every = [mark.word for shown in picture.regions for mark in shown.marks]
        near = [
            mark.word
            for other in self.ground.board.neighbours[region]
            for mark in picture.regions[other].marks
            if mark.seat < 0 and not mark.count and every.count(mark.word) == 1
        ]
        return f", next to the {listed(near)}" if near else ""

    def _place(self, picture: Picture, domain: str, value: int) -> str:
        """A place on a region, and who is there."""
        assert self.ground is not None
        region = picture.sites[domain][value] if value < len(picture.sites[domain]) else -1
        if region < 0:
            return ""
        inside = [self.ground.stack(piece) for piece in picture.regions[region].pieces if piece.within == domain]
        where = f"{self.ground.code(region)} {self.ground.name(picture, region)}"
        return f"{where}, {' '.join(inside)} inside" if inside else where

    # -- meanwhile -----------------------------------------------------------------------------------------------------

    def news(self, before: Picture, after: Picture, seat: int) -> list[str]:
        """What has changed for a seat since its last decision, and who has taken what from others."""
        name = self.players[seat].name
        lines = self._on_the_board(before, after, seat, name) if self.ground is not None else []
        was = {fact.many or fact.one: fact.value for fact in before.seats[seat].facts}
        sums = list(zip(self._sums(before, seat), self._sums(after, seat), strict=True))
        fallen = [
            f"{word} from {was[word]} to {fact.value}"
            for fact in after.seats[seat].facts
            if (word := fact.many or fact.one) in was and fact.value < was[word] and (was[word], fact.value) not in sums
        ]
        return [*lines, f"Less of {name}: {listed(fallen)}."] if fallen else lines

    def _sums(self, picture: Picture, seat: int) -> list[int]:
        """What a fact may count that the board shows anyhow: regions and pieces."""
        if self.ground is None:
            return []
        counts = [self.ground.count_of(shown, seat) for shown in picture.regions]
        return [sum(shown.owner == seat for shown in picture.regions), sum(counts)]

    def _on_the_board(self, before: Picture, after: Picture, seat: int, name: str) -> list[str]:
        ground = self.ground
        assert ground is not None
        lost, gained, weaker = [], [], []
        taken: dict[int, list[str]] = {}
        for region, (was, now) in enumerate(zip(before.regions, after.regions, strict=True)):
            called = ground.name(after, region)
            had, has = ground.count_of(was, seat), ground.count_of(now, seat)
            if (had or was.owner == seat) and not has and now.owner != seat:
                lost.append(called if now.owner < 0 and not now.count else f"{called} to {ground.owner(now)}")
            elif has < had:
                weaker.append(f"{called} from {had} to {has}")
            elif was.owner != now.owner == seat:
                gained.append(called)
            elif was.owner != now.owner and was.owner >= 0 and now.owner >= 0:
                taken.setdefault(now.owner, []).append(called)
        lines = [f"{name} has lost {listed(lost)}."] if lost else []
        lines += [f"{name} now holds {listed(gained)}."] if gained else []
        lines += [f"Down in {ground.board.pieces}: {listed(weaker)}."] if weaker else []
        for taker, regions in sorted(taken.items()):
            lines.append(f"{self.players[taker].name} has taken {listed(regions)}.")
        return lines

    def watched(self, picture: Picture, viewer: int, actor: int) -> list[int]:
        """The regions that matter to a viewer while somebody acts: its own, or for a spectator those of the others."""
        if self.ground is None:
            return []
        if viewer >= 0:
            return [region for region, shown in enumerate(picture.regions) if self.ground.count_of(shown, viewer)]
        return [region for region, shown in enumerate(picture.regions) if 0 <= shown.owner != actor]

    def concerns(self, event: Sequence[int], actor: int, regions: Collection[int]) -> bool:
        """Whether what a player did in a long turn is worth telling: it names somebody else or one of these regions."""
        told = self.game.read(event)
        return any(seat != actor for seat in told.of("seat")) or any(region in regions for region in told.of("region"))


def _is_of(price: Price, line: Line) -> bool:
    """Whether it is the price of a choice."""
    return price.kind == line.kind and (price.first < 0 or price.first <= line.first <= price.last)


def _cost(price: Price, kind: Kind, line: Line) -> str:
    """for 1, 3 or 6 of your 7 EUR"""
    counted = kind.arguments and kind.arguments[-1][1] == "count"
    first = kind.values(line.first)[-1] if counted else 1
    totals = [str(total) for total in price.totals[first - 1 : first - 1 + line.count]]
    totals = list(dict.fromkeys(totals))
    gain = f": {price.text}" if price.text else ""
    if totals == ["0"]:
        return f"for nothing{gain}"
    return f"for {listed(totals, 'or')} of your {price.purse} {price.currency}{gain}" if totals else ""
