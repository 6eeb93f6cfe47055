"""How a table looks in a terminal: the picture that the browser draws, in letters. It knows no game, and sees of the
table what its viewer sees."""

from __future__ import annotations

from collections.abc import Sequence

from marchland.cli.board import BoardDrawing
from marchland.cli.cards import CardWords, lone
from marchland.cli.deals import offers_in_words
from marchland.cli.seats import Player
from marchland.cli.standings import standings
from marchland.cli.text import Paint, listed, width, wrapped
from marchland.engine.picture import LAST_ROUND, NOBODY, Effect, Picture, Side
from marchland.engine.sayings import counted
from marchland.engine.sealed import Sealed
from marchland.engine.step import STEPS
from marchland.engine.table import Table


class Drawing:
    """For one match: `table` is any of its tables, whose house rules stand on cards and board."""

    def __init__(self, table: Table, players: Sequence[Player], paint: Paint) -> None:
        self.game = table.game
        self.players = players
        self.paint = paint
        self.cards = CardWords(table)
        board = self.game.board_at(table)
        self.board = BoardDrawing(board, self.game.labels, players, paint) if board is not None else None

    def table(self, table: Table, viewer: int) -> list[str]:
        """All of it."""
        picture = table.picture(viewer)
        lines = [self.paint.strong(line) for line in wrapped(self.headline(table, picture), "  ", "").split("\n")]
        lines += self._in_force(picture)
        lines += self._seats(picture, viewer)
        lines += self.board.lines(picture) if self.board is not None else []
        lines += self.under_way(table, viewer)
        lines += self._ledger(picture)
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
        rows = standings(picture.seats, viewer, self.players)
        heads, standing = rows[: -len(self.players)], rows[-len(self.players) :]
        sheets = [[lasting(effect) for effect in seat.sheet] for seat in picture.seats]
        notes = [", ".join(["out"] * seat.out + seat.notes + sheets[at]) for at, seat in enumerate(picture.seats)]
        behind = all(len(f"  {row}  {note}".rstrip()) <= width() for row, note in zip(standing, notes, strict=True))
        lines = [self.paint.faint(f"  {head}".rstrip()) for head in heads]
        below = []
        for seat, (row, note) in enumerate(zip(standing, notes, strict=True)):
            line = f"  {row}  {note if behind else ''}".rstrip()
            text = line if len(line) <= width() else wrapped(line, "     ", "  ")
            lines += [self.paint.seat(seat, part) for part in text.split("\n")]
            # The viewer's own cards have more room further below.
            cards = [card for card in picture.open if card.seat == seat != viewer]
            known = "; ".join(filter(None, ["" if behind else note, self.cards.named(cards)]))
            if known:
                text = wrapped(known, "     ", f"  {self.players[seat].mark}  ")
                below += [self.paint.seat(seat, line) for line in text.split("\n")]
        return lines + below

    def _ledger(self, picture: Picture) -> list[str]:
        """What the next turn brings, a line for each account."""
        lines = []
        for account in picture.ledger:
            parts = [line.text if line.amount is None else f"{line.text} {line.amount:+d}" for line in account.lines]
            lines.append(wrapped(f"{account.title}: {', '.join(parts)}", "    ", "  "))
        return [self.paint.strong("Your next turn"), *lines] if lines else []

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
        lot = f"{auction.title}. {auction.text}" if auction.title else f"a {auction.deck} card, face down."
        if auction.card >= 0:
            lot = self.cards.whole(auction.deck, auction.card)
        bid = "No bid yet."
        if auction.holder >= 0:
            bid = f"{self.players[auction.holder].name} bids {auction.standing} {auction.currency}."
        still = [self.players[seat].mark for seat in auction.bidders if seat not in auction.passed]
        out = [self.players[seat].mark for seat in auction.passed]
        bidders = f"Still bidding: {', '.join(still) or 'nobody'}." + (f" Out: {', '.join(out)}." if out else "")
        return [f"For sale: {lot} {bid} {bidders}"]

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
            prize.name + (f" {prize.text}" if prize.text else "") + self._taken(prize.seat) for prize in bidding.prizes
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


def lasting(effect: Effect) -> str:
    """Landing ship: 4 infantry from Peru to Siam (2 turns)"""
    return f"{effect.title}: {effect.text}" + (f" ({counted(effect.turns, 'turn')})" if effect.turns else "")


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
