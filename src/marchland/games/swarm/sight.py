"""Hidden information: what a seat sees, and what it must imagine; and the whole table of Swarm."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, STANDING, Auction
from marchland.engine.errors import EngineError
from marchland.engine.offers import asked_in, given_in, maker_of, number_in, taker_of, type_in
from marchland.engine.picture import Picture, Region
from marchland.engine.recall import has, has_not
from marchland.engine.stocks import at_least, at_most, drawn, least, most, shifted
from marchland.engine.table import ALL_SEEING, SPECTATOR
from marchland.games.swarm.battle import FIGHT
from marchland.games.swarm.cards import END, LEADERS, POSITIONS, RAIN
from marchland.games.swarm.deals import DealingSwarm, card_in, water_in
from marchland.games.swarm.operations import HIGHER, LOWER, TURNCOATS
from marchland.games.swarm.picture import picture, region_of, sketch
from marchland.games.swarm.reckoning import reckon
from marchland.games.swarm.settings import END_CARD, HIDDEN_WATER, LATE
from marchland.games.swarm.setup import END_AMONG
from marchland.games.swarm.table import COVERT_PILE, EVENT_PILE, LEADER_PILE, QUEST_PILE
from marchland.games.swarm.treason import SHOWN, TREASON


class Standing:
    """An offer to a seat, and what the seat can tell from whether it can be accepted."""

    maker: int
    card: int  # as an asset, -1 if none is offered
    ask: list[int]
    bound: int  # the water that the maker needs for it, with what is locked; 0 if none is offered
    payable: bool
    lacks_card: bool
    lacks_water: bool
    is_open: bool  # it cannot be accepted, and that can be for want of the card or of water

    def __init__(self, t: DealingSwarm, offer: list[int]) -> None:
        give, self.ask = given_in(offer), asked_in(offer)
        self.maker = maker_of(offer)
        self.card = card_in(give)
        self.bound = water_in(give) + int(t.locked_water(self.maker)) if water_in(give) else 0
        self.payable = t.can_give(self.maker, give)
        row = t.doubts[taker_of(offer)] if t.doubts else []
        may_be_short = self.bound > least(row, t.water, self.maker)
        must_be_short = self.bound > most(row, t.water, self.maker)
        self.lacks_card = not self.payable and not may_be_short
        self.lacks_water = not self.payable and self.card < 0
        self.is_open = not self.payable and self.card >= 0 and may_be_short and not must_be_short


class SwarmTable(DealingSwarm):
    """Swarm whole: pieces and cards, deals, and who knows what."""

    # -- copies ------------------------------------------------------------------------------------------------------

    def copy(self) -> SwarmTable:
        twin = SwarmTable()
        self.copy_into(twin)
        twin.tile_at = self.tile_at
        twin.type_at = self.type_at
        twin.temple_at = self.temple_at
        twin.sanctuary = self.sanctuary
        twin.swarm = self.swarm
        twin.start = self.start
        twin.troops = self.troops[:]
        twin.present = self.present[:]
        twin.arrived = self.arrived[:]
        twin.clock = self.clock
        twin.held_before = self.held_before[:]
        twin.in_temple = self.in_temple[:]
        twin.reserve = self.reserve[:]
        twin.water = self.water[:]
        twin.specialty = self.specialty
        twin.event = self.event
        twin.events_seen = self.events_seen
        twin.direction = self.direction
        twin.steps = self.steps
        twin.praying = self.praying
        twin.dowsed = self.dowsed
        twin.moved = self.moved[:]
        twin.moves_made = self.moves_made
        twin.event_pile = self.event_pile
        twin.early_rain = self.early_rain
        twin.leaders = self.leaders.copy()
        twin.coverts = self.coverts.copy()
        twin.quests = self.quests.copy()
        twin.traitor_pile = self.traitor_pile
        twin.traitors = self.traitors[:]
        twin.noted = self.noted[:]
        twin.completed = self.completed[:]
        twin.removed = self.removed
        twin.played_traitors = self.played_traitors
        twin.doubts = self.doubts
        twin.failed = self.failed
        twin.feats = self.feats[:]
        twin.unmasked = self.unmasked
        twin.used = self.used
        twin.points = self.points[:]
        twin.offers_this_round = self.offers_this_round[:]
        twin.lot = self.lot
        twin.peeped = self.peeped
        twin.plan = self.plan[:]
        twin.betrayed = self.betrayed
        twin.duelled = self.duelled
        return twin

    # -- imagining ---------------------------------------------------------------------------------------------------

    def imagine(self, seat: i64) -> None:
        """Draw anew all that `seat` does not know, in agreement with all that it has seen."""
        top = self.kept_top(seat)
        self.imagine_events(top[1] if top and top[0] == EVENT_PILE else -1)
        self.imagine_traitors(seat)
        self.imagine_hands(seat)

    def imagine_events(self, top: int) -> None:
        """SWM-2.5  The first five cards are rain: shuffle within what is known."""
        known = 1 if top >= 0 else 0
        unknown = self.event_pile[: len(self.event_pile) - known]
        early = min(max(0, self.early_rain - int(self.round) - known), len(unknown))
        lower = unknown[: len(unknown) - early]
        rain = [card for card in unknown if RAIN[card]]
        rain.sort()
        self.dice.shuffle(rain)
        upper, rest = rain[:early], rain[early:] + [card for card in lower if not RAIN[card]]
        rest.sort()
        self.dice.shuffle(rest)
        if END_CARD.of(self) == LATE:
            self.keep_end_late(rest)
        self.event_pile = rest + upper + ([top] if top >= 0 else [])

    def keep_end_late(self, lower: list[int]) -> None:
        """SWM-2.6  With `late` the end card is among the last six."""
        last = int(END_AMONG.of(self))
        for here in range(last, len(lower)):
            if END[lower[here]]:
                place = int(self.dice.below(last))
                lower[here], lower[place] = lower[place], lower[here]
                return

    def imagine_hands(self, seat: i64) -> None:
        """Cards and hidden water. Offers that stand can be accepted, or cannot: what is imagined must agree."""
        if not self.offers or not self.deals_open():
            if not self.imagine_so(seat, [], 0):
                raise EngineError("what a seat has seen is not possible")
            return
        standing = [Standing(self, offer) for offer in self.offers if taker_of(offer) == seat]
        standing = [one for one in standing if self.can_give(seat, one.ask)]
        # Where either the card or the water may have gone, one of the ways in which it can have been.
        ways = list(range(1 << sum(one.is_open for one in standing)))
        self.dice.shuffle(ways)
        if not any(self.imagine_so(seat, standing, way) for way in ways):
            raise EngineError("what a seat has seen is not possible")

    def imagine_so(self, seat: i64, standing: list[Standing], way: int) -> bool:
        """Draw hands and water anew; False if they cannot be drawn. `way` says for each offer that is open whether
        it is the card that has gone."""
        facts: list[list[int]] = [[], [], [], []]
        row = self.doubts[seat] if self.doubts else []
        for offer in standing:
            gone = offer.lacks_card
            short = offer.lacks_water
            if offer.is_open:
                gone = way & 1 == 1
                short = not gone
                way >>= 1
            if offer.card >= 0 and (gone or short or offer.payable):
                card = int(number_in(offer.card))
                facts[type_in(offer.card)] += has_not(offer.maker, card) if gone else has(offer.maker, card)
            if short:
                if offer.bound - 1 < least(row, self.water, offer.maker):
                    return False
                row = at_most(row, self.water, offer.maker, offer.bound - 1)
            elif offer.payable and offer.bound > 0:
                row = at_least(row, self.water, offer.maker, offer.bound)
        top = self.kept_top(seat)
        for pile in (LEADER_PILE, COVERT_PILE, QUEST_PILE):
            keeps = 1 if top and top[0] == pile else 0
            if not self.deck(pile).imagine(seat, self.dice, keeps, facts[pile]):
                return False
        if self.doubts:
            self.imagine_water(seat, row)
        return True

    def imagine_traitors(self, seat: i64) -> None:
        """Others' traitor cards, what they set aside, the pile, and what a Turncoat has just drawn."""
        drawn = TURNCOATS.drawn(self) if seat != self.active else []
        pool = self.traitor_pile + drawn
        for p in range(self.seats):
            if p != seat:
                pool += self.traitors[p] + self.noted[p]
        pool.sort()
        self.dice.shuffle(pool)
        for p in range(self.seats):
            if p != seat:
                self.traitors[p] = sorted([pool.pop() for _ in range(len(self.traitors[p]))])
                self.noted[p] = sorted([pool.pop() for _ in range(len(self.noted[p]))])
        if drawn:
            one, two = pool.pop(), pool.pop()
            LOWER.put(self, min(one, two))
            HIGHER.put(self, max(one, two))
        self.traitor_pile = pool

    def imagine_water(self, seat: i64, row: list[int]) -> None:
        """Whoever keeps count knows all water but for deals of others. What others know is not known but for what all
        do, and their own water."""
        before = self.water
        self.water = drawn(row, before, self.dice)
        public = shifted(self.doubts[-1], before, self.water)
        rows: list[list[int]] = []
        for viewer in range(self.seats):
            if viewer == seat:
                rows.append(shifted(self.doubts[viewer], before, self.water))
            else:
                mine = self.water[viewer]
                rows.append(at_most(at_least(public, self.water, viewer, mine), self.water, viewer, mine))
        self.doubts = [*rows, public] if any(rows) or public else []

    # -- seeing ------------------------------------------------------------------------------------------------------

    def sight(self, seat: i64) -> dict[str, object]:
        screen = HIDDEN_WATER.on(self)
        water = [int(self.water[p]) if not screen or self.sees(seat, p) else -1 for p in range(self.seats)]
        piles = [self.event_pile, self.leaders.pile, self.coverts.pile, self.quests.pile, self.traitor_pile]
        return {
            "tiles": self.tile_at[:],
            "swarm": self.swarm,
            "start": self.start,
            "troops": [[int(self.on(p, q)) for q in range(POSITIONS)] for p in range(self.seats)],
            "temples": [[int(self.inside(p, temple)) for temple in range(4)] for p in range(self.seats)],
            "reserve": list(self.reserve),
            "water": water,
            "specialty": self.specialty[:],
            "event": self.event,
            "events_seen": self.events_seen[:],
            "direction": self.direction,
            "steps": self.steps,
            "praying": self.praying,
            "dowsed": self.dowsed,
            "moved": list(self.moved),
            "piles": [len(pile) for pile in piles],
            "discard": self.coverts.discard[:],
            "cards": [
                [len(self.leaders[p]), len(self.coverts[p]), len(self.quests[p]), len(self.traitors[p])]
                for p in range(self.seats)
            ],
            "completed": [cards[:] for cards in self.completed],
            "points": list(self.points),
            "removed": self.removed,
            "played_traitors": self.played_traitors[:],
            # Masks of the seats one of which is known to hold a leader, or a quest whose claim has failed.
            "known_leaders": self.leaders.told(SPECTATOR),
            "known_quests": self.quests.told(SPECTATOR),
            "failed": self.failed,
            "used": self.used,
            "sale": self.sale_sight(),
            "battle": self.battle_sight(),
            "shown": self.shown_sight(),
            # By seat, for who may see them.
            "hands": [self.hand_sight(p) if self.sees(seat, p) else None for p in range(self.seats)],
            "pile_cards": [pile[:] for pile in piles] if seat == ALL_SEEING else None,
            "lot": self.lot_sight() if seat == ALL_SEEING else None,
        }

    def sale_sight(self) -> list[int]:
        """[lot, standing bid, holder or -1] while a card is for sale."""
        if self.depth() == 0 or not isinstance(self.step(), Auction):
            return []
        return [int(self.lot), int(STANDING.of(self)), int(HOLDER.of(self)) - 1]

    def lot_sight(self) -> list[int]:
        """[the card that is for sale or -1, the seats that know which, as a mask]."""
        lot = self.for_sale()
        return [int(lot.apart), int(lot.apart_seen)]

    def battle_sight(self) -> list[int]:
        """[tile, one, two, and of either: commitment, leader, effective tactics card] once plans are turned up."""
        frame = self.frame_of([FIGHT])
        if not frame:
            return []
        revealed = frame[1] > 1
        return frame[2:5] + (list(self.plan) if revealed else [])

    def shown_sight(self) -> list[int]:
        """The leaders that can be betrayed in an open treason window."""
        if self.depth() == 0 or self.step() is not TREASON:
            return []
        return [leader for leader in range(LEADERS) if SHOWN.of(self) >> leader & 1]

    def hand_sight(self, seat: i64) -> dict[str, object]:
        lot = self.for_sale()
        return {
            "leaders": self.leaders[seat][:],
            "coverts": self.coverts[seat][:],
            "quests": self.quests[seat][:],
            "traitors": self.traitors[seat][:],
            "noted": self.noted[seat][:],
            "top": self.kept_top(seat),
            "hall": int(lot.apart) if lot.apart_seen >> seat & 1 else -1,
            "drawn": TURNCOATS.drawn(self) if self.active == seat else [],
            "told_leaders": self.leaders.told(seat),
            "told_coverts": self.coverts.known[seat][:],
            "told_quests": self.quests.told(seat),
        }

    def depict(self, seat: i64) -> Picture:
        return picture(self, seat)

    def sketch(self) -> list[int]:
        return sketch(self)

    def region_shown(self, region: int) -> Region:
        return region_of(self, region)

    def reckon(self, seat: i64, actions: list[int]) -> list[tuple[str, str]]:
        return reckon(self, seat, actions)
