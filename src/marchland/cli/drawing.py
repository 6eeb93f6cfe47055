"""How a table looks in a terminal: the picture that the browser draws, in letters. It knows no game, and sees of the
table what its viewer sees."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from marchland.cli.board import BoardDrawing
from marchland.cli.cards import CardWords, lone
from marchland.cli.deals import offers_in_words
from marchland.cli.seats import Player
from marchland.cli.text import Paint, listed, shortened, width, wrapped
from marchland.engine.game import Game
from marchland.engine.picture import LAST_ROUND, NOBODY, Fact, Picture, Side
from marchland.engine.sealed import Sealed
from marchland.engine.step import STEPS
from marchland.engine.table import Table

LEAST_HEADER = 4
LEAST_NAME = 8


class Drawing:
    def __init__(self, game: Game, players: Sequence[Player], paint: Paint) -> None:
        self.game = game
        self.players = players
        self.paint = paint
        self.cards = CardWords(game)
        self.board = BoardDrawing(game, players, paint) if game.board is not None else None

    def table(self, table: Table, viewer: int) -> list[str]:
        """All of it."""
        picture = table.picture(viewer)
        lines = [self.paint.strong(self.headline(table, picture)), *self._in_force(picture)]
        lines += self._seats(picture, viewer)
        lines += self.board.lines(picture) if self.board is not None else []
        lines += self.under_way(table, viewer)
        for seat in range(len(self.players)):
            lines += self._hand(picture, seat, viewer)
        return lines

    def headline(self, table: Table, picture: Picture) -> str:
        last = [fact.value for fact in picture.facts if fact.one == LAST_ROUND]
        parts = [self.game.title]
        parts.append(f"round {table.round}" + "".join(f" of {value}" for value in last) if table.round else "setup")
        if table.over:
            return ", ".join([*parts, "the match is over"])
        if not isinstance(table.step(), Sealed):
            parts.append(f"{self.players[table.active].name}'s turn")
        return ", ".join([*parts, *_stage(table)])

    def _in_force(self, picture: Picture) -> list[str]:
        """What holds for everybody: the banner, cards on the table, counts of what is left."""
        banner = [picture.banner] if picture.banner is not None else []
        on_table = [card for card in picture.open if card.seat == NOBODY]
        alone = banner + lone(on_table)
        lines = [_capitalised(f"{card.deck}: {self.cards.whole(card.deck, card.card, card.note)}") for card in alone]
        rest = [card for card in on_table if card not in alone]
        lines += [self.cards.named(rest)] if rest else []
        facts = [f"{fact.word()} {fact.value}" for fact in picture.facts if fact.one != LAST_ROUND]
        lines += [_capitalised(", ".join(facts))] if facts else []
        return [wrapped(line, "    ", "  ") for line in lines]

    # -- seats and cards -----------------------------------------------------------------------------------------------

    def _seats(self, picture: Picture, viewer: int) -> list[str]:
        """A row of facts for every seat; behind it, or where there is no room below all, what else is known of it."""
        rows = _standings(picture, viewer, self.players)
        heads, standing = rows[: -len(self.players)], rows[-len(self.players) :]
        notes = [", ".join(["out"] * seat.out + seat.notes) for seat in picture.seats]
        behind = all(len(f"  {row}  {note}") <= width() for row, note in zip(standing, notes, strict=True))
        lines = [self.paint.faint(f"  {head}") for head in heads]
        below = []
        for seat, (row, note) in enumerate(zip(standing, notes, strict=True)):
            lines.append(self.paint.seat(seat, f"  {row}  {note if behind else ''}".rstrip()))
            # The viewer's own cards have more room further below.
            cards = [card for card in picture.open if card.seat == seat != viewer]
            known = "; ".join(filter(None, ["" if behind else note, self.cards.named(cards)]))
            if known:
                text = wrapped(known, "     ", f"  {self.players[seat].mark}  ")
                below += [self.paint.seat(seat, line) for line in text.split("\n")]
        return lines + below

    def _hand(self, picture: Picture, seat: int, viewer: int) -> list[str]:
        cards = [card for card in picture.hand if card.seat == seat]
        cards += [card for card in picture.open if card.seat == seat == viewer]
        alone = lone(cards)
        rest = [card for card in cards if card not in alone]
        lines = self.cards.held(alone) + ([self.cards.named(rest)] if rest else [])
        whose = "Your cards" if seat == viewer else f"Cards of {self.players[seat].name}"
        return [self.paint.strong(whose), *(wrapped(line, "    ", "  ") for line in lines)] if lines else []

    # -- what is under way ---------------------------------------------------------------------------------------------

    def under_way(self, table: Table, viewer: int) -> list[str]:
        """An auction, bids, a contest, and offers that stand."""
        picture = table.picture(viewer)
        told = [*self._auction(picture), *self._bidding(picture), *self._contest(picture)]
        told += offers_in_words(table, viewer, self.players)
        return [wrapped(line, "    ", "  ") for line in told]

    def _auction(self, picture: Picture) -> list[str]:
        auction = picture.auction
        if auction is None:
            return []
        lot = (
            self.cards.whole(auction.deck, auction.card) if auction.card >= 0 else f"a {auction.deck} card, face down."
        )
        bid = "No bid yet"
        if auction.holder >= 0:
            bid = f"{self.players[auction.holder].name} bids {auction.standing} {auction.currency}"
        told = [f"For sale: {lot} {bid}."]
        for word, seats in (("Still bidding", set(auction.bidders) - set(auction.passed)), ("Out", auction.passed)):
            if seats:
                told[0] += f" {word}: {', '.join(self.players[s].mark for s in auction.bidders if s in seats)}."
        return told

    def _bidding(self, picture: Picture) -> list[str]:
        bidding = picture.bidding
        if bidding is None:
            return []
        told = [f"Bids for: {bidding.title}. {bidding.text}"]
        if bidding.bids:
            bids = [
                f"{self.players[bid.seat].mark} {bid.amount} {bidding.currency}" + (f" {bid.note}" if bid.note else "")
                for bid in bidding.bids
            ]
            told.append(f"The bids: {', '.join(bids)}.")
        prizes = [
            f"{prize.name}" + (f" {prize.text}" if prize.text else "") + self._taken(prize.seat)
            for prize in bidding.prizes
        ]
        return [*told, f"To take: {'; '.join(prizes)}."] if prizes else told

    def _taken(self, seat: int) -> str:
        return f" ({self.players[seat].name})" if seat >= 0 else ""

    def _contest(self, picture: Picture) -> list[str]:
        contest = picture.contest
        if contest is None:
            return []
        where = ""
        if contest.region >= 0 and self.board is not None:
            ground = self.board.ground
            where = f", {ground.name(picture, contest.region)} ({ground.code(contest.region)})"
        return [f"{contest.title}{where}: {' against '.join(self._side(side) for side in contest.sides)}."]

    def _side(self, side: Side) -> str:
        brings = [f"{fact.value} {fact.word()}" for fact in side.facts]
        brings += [self.cards.titled(deck, card) for deck, card in side.cards]
        name = self.players[side.seat].name if side.seat >= 0 else "neutral"
        return f"{name} with {listed(brings)}" if brings else name


def _stage(table: Table) -> list[str]:
    """The title of the innermost step that is a stage of the match."""
    stages = [*table.game.opening, *table.game.sequence]
    for frame in reversed(table.agenda()):
        step = STEPS[frame[0]]
        if step in stages and step.title:
            return [step.title]
    return []


# -- the seats -----------------------------------------------------------------------------------------------------


def _standings(picture: Picture, viewer: int, players: Sequence[Player]) -> list[str]:
    """A row for every seat, its facts in columns of the same name, below their heads."""
    columns = _columns([seat.facts for seat in picture.seats])
    rows = []
    for seat, (shown, player) in enumerate(zip(picture.seats, players, strict=True)):
        values = {fact.many or fact.one: str(fact.value) for fact in shown.facts} if not shown.out else {}
        you = " (you)" if seat == viewer and not player.bot else ""
        rows.append([player.mark, player.name + you, *(values.get(column, "") for column in columns)])
    return _fitted(columns, rows)


def _columns(every: Sequence[Sequence[Fact]]) -> list[str]:
    """The names of all facts, each behind the one that it follows where it is known first."""
    columns: list[str] = []
    for facts in every:
        at = 0
        for fact in facts:
            name = fact.many or fact.one
            if name not in columns:
                columns.insert(at, name)
            at = columns.index(name) + 1
    return columns


def _fitted(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of mark, name and values below their heads. Where they are too wide heads are broken, then columns moved
    together, then heads and names cut."""
    room = width() - 2
    values = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    heads = [[head] for head in columns]
    gap = 2
    if _total(heads, values, gap) > room:
        heads = [textwrap.wrap(head, max(6, *map(len, head.split()))) for head in columns]
    if _total(heads, values, gap) > room:
        gap = 1
    while _total(heads, values, gap) > room:
        widest = max(range(len(heads)), key=lambda i: _head(heads[i]) - values[2 + i], default=-1)
        if widest >= 0 and _head(heads[widest]) > max(values[2 + widest], LEAST_HEADER):
            most = _head(heads[widest]) - 1
            heads[widest] = [shortened(word, most) for word in heads[widest]]
        elif values[1] > LEAST_NAME:
            values[1] -= 1
        else:
            break
    widths = [*values[:2], *(max(_head(head), value) for head, value in zip(heads, values[2:], strict=True))]
    deep = max(map(len, heads), default=0)
    lines = [["", "", *(([""] * (deep - len(head)) + head)[i] for head in heads)] for i in range(deep)]
    lines += [[row[0], shortened(row[1], widths[1]), *row[2:]] for row in rows]
    return [
        (" " * gap)
        .join(
            cell.ljust(most) if i < 2 else cell.rjust(most)
            for i, (cell, most) in enumerate(zip(line, widths, strict=True))
        )
        .rstrip()
        for line in lines
    ]


def _head(words: Sequence[str]) -> int:
    return max(map(len, words))


def _total(heads: Sequence[Sequence[str]], values: Sequence[int], gap: int) -> int:
    widths = [*values[:2], *(max(_head(head), value) for head, value in zip(heads, values[2:], strict=True))]
    return sum(widths) + gap * (len(widths) - 1)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
