"""Hidden information: what a seat sees, and what it must imagine; and the whole table of Swarm."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, STANDING, Auction
from marchland.engine.redeal import HALL, ON_THE_TABLE, Redeal
from marchland.games.swarm.auctions import COVERT_LOT, LEADER_LOT, QUEST_LOT
from marchland.games.swarm.battle import FIGHT
from marchland.games.swarm.cards import CLANDESTINE, END, LEADERS, POSITIONS, RAIN, TACTICIAN
from marchland.games.swarm.deals import COVERT_ASSET, LEADER_ASSET, QUEST_ASSET, WATER_ASSET, DealingSwarm
from marchland.games.swarm.operations import HIGHER, LOWER, TURNCOATS
from marchland.games.swarm.picture import picture
from marchland.games.swarm.reckoning import reckon
from marchland.games.swarm.settings import END_CARD, HIDDEN_WATER, LATE
from marchland.games.swarm.table import EVENT_PILE
from marchland.games.swarm.treason import SHOWN, TREASON


class SwarmTable(DealingSwarm):
    """Swarm whole: pieces and cards, deals, and who knows what."""

    # -- copies ------------------------------------------------------------------------------------------------------

    def copy(self) -> SwarmTable:
        twin = SwarmTable()
        self.lay_out(twin)
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
        twin.leader_pile = self.leader_pile
        twin.covert_pile = self.covert_pile
        twin.quest_pile = self.quest_pile
        twin.traitor_pile = self.traitor_pile
        twin.covert_discard = self.covert_discard
        twin.leader_seen = self.leader_seen
        twin.covert_seen = self.covert_seen
        twin.quest_seen = self.quest_seen
        twin.leaders = self.leaders[:]
        twin.coverts = self.coverts[:]
        twin.quests = self.quests[:]
        twin.traitors = self.traitors[:]
        twin.noted = self.noted[:]
        twin.completed = self.completed[:]
        twin.removed = self.removed
        twin.played_traitors = self.played_traitors
        twin.told_leader = self.told_leader[:]
        twin.told_covert = self.told_covert[:]
        twin.told_quest = self.told_quest[:]
        twin.doubts = self.doubts[:]
        twin.failed = self.failed
        twin.feats = self.feats[:]
        twin.unmasked = self.unmasked
        twin.used = self.used
        twin.points = self.points[:]
        twin.offers_this_round = self.offers_this_round[:]
        twin.lot = self.lot
        twin.hall = self.hall
        twin.hall_seen = self.hall_seen
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
        self.imagine_leaders(seat)
        self.imagine_coverts(seat)
        self.imagine_quests(seat)
        self.imagine_traitors(seat)
        if HIDDEN_WATER.on(self):
            self.imagine_water(seat)

    def imagine_events(self, top: int) -> None:
        """SWM-2.5  The first five cards are rain: shuffle within what is known."""
        known = 1 if top >= 0 else 0
        unknown = self.event_pile[: len(self.event_pile) - known]
        early = min(max(0, 5 - int(self.round) - known), len(unknown))
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
        for here in range(6, len(lower)):
            if END[lower[here]]:
                place = int(self.dice.below(6))
                lower[here], lower[place] = lower[place], lower[here]
                return

    def offered_cards(self, seat: i64, sort: i64) -> list[tuple[int, int]]:
        """(maker, card) of the cards of one sort that others offer to this seat just now."""
        return [
            (offer[1], asset & 255)
            for offer in self.offers
            if offer[2] == seat
            for asset in offer[4 : 4 + offer[3]]
            if asset >> 8 == sort
        ]

    def imagine_leaders(self, seat: i64) -> None:
        deal = Redeal()
        deal.add_hands(self.leaders, seat, self.told_leader[seat])
        deal.add_pile(self.leader_pile, self.leader_seen, seat, self.keeps(seat, TACTICIAN))
        if self.hall_hidden(LEADER_LOT, seat):
            deal.add(self.hall, ON_THE_TABLE, HALL)
        for maker, leader in self.offered_cards(seat, LEADER_ASSET):
            deal.judge(leader, maker, leader in self.leaders[maker])
        deal.shuffle(self.dice)
        self.leader_pile = self.leader_pile[:]
        self.hall = deal.deal(self.leaders, self.leader_pile, self.hall)

    def imagine_quests(self, seat: i64) -> None:
        deal = Redeal()
        deal.add_hands(self.quests, seat, self.told_quest[seat])
        deal.add_pile(self.quest_pile, self.quest_seen, seat, False)
        if self.hall_hidden(QUEST_LOT, seat):
            deal.add(self.hall, ON_THE_TABLE, HALL)
        for maker, quest in self.offered_cards(seat, QUEST_ASSET):
            deal.judge(quest, maker, quest in self.quests[maker])
        deal.shuffle(self.dice)
        self.quest_pile = self.quest_pile[:]
        self.hall = deal.deal(self.quests, self.quest_pile, self.hall)

    def imagine_coverts(self, seat: i64) -> None:
        deal = Redeal()
        deal.add_hands(self.coverts, seat, [])
        deal.add_pile(self.covert_pile, self.covert_seen, seat, self.keeps(seat, CLANDESTINE))
        if self.hall_hidden(COVERT_LOT, seat):
            deal.add(self.hall, ON_THE_TABLE, HALL)
        pairs = self.told_covert[seat]
        if pairs:
            for width in range(1, int(self.seats) + 1):
                # What is known best first, so that every pair finds its card.
                for i in range(0, len(pairs), 2):
                    if pairs[i].bit_count() == width:
                        deal.tie(pairs[i + 1], pairs[i])
        for maker, kind in self.offered_cards(seat, COVERT_ASSET):
            if kind not in self.coverts[maker]:
                deal.judge(kind, maker, False)
            elif not deal.is_tied(kind, 1 << maker):
                deal.tie(kind, 1 << maker)
        deal.shuffle(self.dice)
        self.covert_pile = self.covert_pile[:]
        self.hall = deal.deal(self.coverts, self.covert_pile, self.hall)

    def keeps(self, seat: i64, specialty: i64) -> bool:
        """Whether a seat is the keeper of a pile, and may look already (SWM-13.1)."""
        return seat >= 0 and self.specialty[seat] == specialty and self.dealt()

    def hall_hidden(self, lot: i64, seat: i64) -> bool:
        """Whether a card of this sort lies in the hall and the seat does not know which."""
        return self.hall >= 0 and self.lot == lot and not (seat >= 0 and self.hall_seen >> seat & 1)

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

    def imagine_water(self, seat: i64) -> None:
        """Whoever keeps count knows all water but for deals of others: that of each group is shared out anew."""
        for group in self.doubts[seat]:
            members = [p for p in range(self.seats) if group >> p & 1]
            total = sum(int(self.water[p]) for p in members)
            most = [self.water_bound(seat, p, False, total) for p in members]
            for p in members:
                least = self.water_bound(seat, p, True, total)
                self.water[p] = least
                total -= least
            while total > 0:
                i = int(self.dice.below(len(members)))
                if self.water[members[i]] < most[i]:
                    self.water[members[i]] += 1
                    total -= 1

    def water_bound(self, seat: i64, player: i64, least: bool, most: int) -> int:
        """The least or most water of a player, from a standing bid and from what is still payable of offers made."""
        locked = int(self.locked_water(player))
        low, high = locked, most
        for offer in self.offers:
            if offer[1] == player and offer[2] == seat:
                for asset in offer[4 : 4 + offer[3]]:
                    if asset >> 8 == WATER_ASSET and self.free_water(player) >= asset:
                        low = max(low, asset + locked)
                    elif asset >> 8 == WATER_ASSET:
                        high = min(high, asset + locked - 1)
        return low if least else high

    def locked_water(self, seat: i64) -> i64:
        step = self.step()
        return step.locked(self, seat) if isinstance(step, Auction) else 0

    # -- seeing ------------------------------------------------------------------------------------------------------

    def sight(self, seat: i64) -> dict[str, object]:
        mine = seat if seat >= 0 else -1
        screen = HIDDEN_WATER.on(self)
        water = [int(self.water[p]) if not screen or p == mine else -1 for p in range(self.seats)]
        return {
            "tiles": self.tile_at[:],
            "swarm": self.swarm,
            "start": self.start,
            "troops": [[int(self.on(p, q)) for q in range(POSITIONS)] for p in range(self.seats)],
            "temples": [[int(self.in_temple[p * 4 + temple]) for temple in range(4)] for p in range(self.seats)],
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
            "piles": [
                len(pile)
                for pile in (self.event_pile, self.leader_pile, self.covert_pile, self.quest_pile, self.traitor_pile)
            ],
            "discard": self.covert_discard[:],
            "cards": [
                [len(hand[p]) for hand in (self.leaders, self.coverts, self.quests, self.traitors)]
                for p in range(self.seats)
            ],
            "completed": [cards[:] for cards in self.completed],
            "points": list(self.points),
            "removed": self.removed,
            "played_traitors": self.played_traitors[:],
            # Masks of the seats one of which is known to hold a leader, or a quest whose claim has failed.
            "known_leaders": self.told_leader[-1][:],
            "known_quests": self.told_quest[-1][:],
            "failed": self.failed,
            "used": self.used,
            "sale": self.sale_sight(),
            "battle": self.battle_sight(),
            "shown": self.shown_sight(),
            "hand": self.hand_sight(mine) if mine >= 0 else {},
        }

    def sale_sight(self) -> list[int]:
        """[lot, standing bid, holder or -1] while a card is for sale."""
        if self.depth() == 0 or not isinstance(self.step(), Auction):
            return []
        return [int(self.lot), int(STANDING.of(self)), int(HOLDER.of(self)) - 1]

    def battle_sight(self) -> list[int]:
        """[tile, one, two, and of either: commitment, leader, effective tactics card] once plans are turned up."""
        for frame in self.agenda():
            if frame[0] == FIGHT.number:
                revealed = frame[1] > 1
                return frame[2:5] + (list(self.plan) if revealed else [])
        return []

    def shown_sight(self) -> list[int]:
        """The leaders that can be betrayed in an open treason window."""
        if self.depth() == 0 or self.step() is not TREASON:
            return []
        return [leader for leader in range(LEADERS) if SHOWN.of(self) >> leader & 1]

    def hand_sight(self, seat: i64) -> dict[str, object]:
        looked = self.hall >= 0 and self.hall_seen >> seat & 1
        return {
            "leaders": self.leaders[seat][:],
            "coverts": self.coverts[seat][:],
            "quests": self.quests[seat][:],
            "traitors": self.traitors[seat][:],
            "noted": self.noted[seat][:],
            "top": self.kept_top(seat),
            "hall": int(self.hall) if looked else -1,
            "drawn": TURNCOATS.drawn(self) if self.active == seat else [],
            "told_leaders": self.told_leader[seat][:],
            "told_coverts": self.told_covert[seat][:],
            "told_quests": self.told_quest[seat][:],
        }

    def picture(self, seat: i64) -> dict[str, object]:
        return picture(self, seat)

    def reckon(self, seat: i64, actions: list[int]) -> list[tuple[str, str]]:
        return reckon(self, seat, actions)
