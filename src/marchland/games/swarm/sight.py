"""Hidden information: what a seat sees, and what it must imagine; and the whole table of Swarm."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, STANDING, Auction
from marchland.games.swarm.cards import (
    EVENT,
    POSITIONS,
)
from marchland.games.swarm.deals import DealingSwarm
from marchland.games.swarm.harvest import COVERT_LOT, LEADER_LOT, QUEST_LOT
from marchland.games.swarm.table import HIDDEN_WATER

EVENT_PILE = 0
LEADER_PILE = 1
COVERT_PILE = 2


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
        twin.specialty = self.specialty[:]
        twin.event = self.event
        twin.events_seen = self.events_seen[:]
        twin.direction = self.direction
        twin.steps = self.steps
        twin.praying = self.praying
        twin.dowsed = self.dowsed
        twin.moved = self.moved[:]
        twin.moves_made = self.moves_made
        twin.event_pile = self.event_pile[:]
        twin.leader_pile = self.leader_pile[:]
        twin.covert_pile = self.covert_pile[:]
        twin.quest_pile = self.quest_pile[:]
        twin.traitor_pile = self.traitor_pile[:]
        twin.covert_discard = self.covert_discard[:]
        twin.leaders = [cards[:] for cards in self.leaders]
        twin.coverts = [cards[:] for cards in self.coverts]
        twin.quests = [cards[:] for cards in self.quests]
        twin.traitors = [cards[:] for cards in self.traitors]
        twin.noted = [cards[:] for cards in self.noted]
        twin.completed = [cards[:] for cards in self.completed]
        twin.removed = self.removed
        twin.played_traitors = self.played_traitors[:]
        twin.known_owner = self.known_owner[:]
        twin.known_quest = self.known_quest[:]
        twin.told_leader = [told[:] for told in self.told_leader]
        twin.told_covert = [told[:] for told in self.told_covert]
        twin.told_quest = [told[:] for told in self.told_quest]
        twin.failed = self.failed
        twin.feats = self.feats[:]
        twin.unmasked = self.unmasked
        twin.used = self.used
        twin.points = self.points[:]
        twin.offers_this_round = self.offers_this_round[:]
        twin.lot = self.lot
        twin.hall = self.hall
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
        self.imagine_leaders(seat, top[1] if top and top[0] == LEADER_PILE else -1)
        self.imagine_coverts(seat, top[1] if top and top[0] == COVERT_PILE else -1)
        self.imagine_quests(seat)
        self.imagine_traitors(seat)
        if self.settings[HIDDEN_WATER]:
            self.imagine_water(seat)

    def imagine_events(self, top: int) -> None:
        """The first five cards are rain, the end card is among the lower ones: shuffle within what is known."""
        unknown = self.event_pile[: len(self.event_pile) - (1 if top >= 0 else 0)]
        early = max(0, 5 - len(self.events_seen) - (1 if top >= 0 else 0))
        lower, upper = unknown[: len(unknown) - early], unknown[len(unknown) - early :]
        rain = [card for card in lower if card < 9] + upper
        self.dice.shuffle(rain)
        upper, rest = rain[:early], rain[early:] + [card for card in lower if card >= 9]
        self.dice.shuffle(rest)
        if self.settings[2]:
            rest = self.keep_end_late(rest)
        self.event_pile = rest + upper + ([top] if top >= 0 else [])

    def keep_end_late(self, lower: list[int]) -> list[int]:
        """SWM-2.6  With `late` the end card is among the last six."""
        end = len(EVENT.cards) - 1
        if end in lower and lower.index(end) > 5:
            place = int(self.dice.below(min(6, len(lower))))
            here = lower.index(end)
            lower[here], lower[place] = lower[place], lower[here]
        return lower

    def in_hall(self, lot: int, seat: i64, top_pile: bool) -> bool:
        """Whether a card of this sort lies in the hall unseen by the seat."""
        return self.hall >= 0 and self.lot == lot and not self.peeped >> seat & 1 and not top_pile

    def imagine_leaders(self, seat: i64, top: int) -> None:
        hands = [[card for card in self.leaders[p] if self.knows_leader(seat, p, card)] for p in range(self.seats)]
        pool = [card for p in range(self.seats) for card in self.leaders[p] if card not in hands[p]]
        pool += self.leader_pile[: len(self.leader_pile) - (1 if top >= 0 else 0)]
        hidden = self.in_hall(LEADER_LOT, seat, False)
        if hidden:
            pool.append(int(self.hall))
        self.dice.shuffle(pool)
        for p in range(self.seats):
            while len(hands[p]) < len(self.leaders[p]):
                hands[p].append(pool.pop())
            hands[p].sort()
        self.leaders = hands
        if hidden:
            self.hall = pool.pop()
        self.leader_pile = pool + ([top] if top >= 0 else [])

    def knows_leader(self, seat: i64, holder: int, leader: int) -> bool:
        return holder == seat or self.known_owner[leader] == holder or self.told_leader[seat][leader] == holder

    def imagine_coverts(self, seat: i64, top: int) -> None:
        hands: list[list[int]] = [self.coverts[p][:] if p == seat else [] for p in range(self.seats)]
        told = self.told_covert[seat]
        for i in range(0, len(told), 2):
            hands[told[i]].append(told[i + 1])
        pool: list[int] = []
        for p in range(self.seats):
            rest = self.coverts[p][:]
            for card in hands[p]:
                rest.remove(card)
            pool += rest
        pool += self.covert_pile[: len(self.covert_pile) - (1 if top >= 0 else 0)]
        hidden = self.in_hall(COVERT_LOT, seat, False)
        if hidden:
            pool.append(int(self.hall))
        self.dice.shuffle(pool)
        for p in range(self.seats):
            while len(hands[p]) < len(self.coverts[p]):
                hands[p].append(pool.pop())
            hands[p].sort()
        self.coverts = hands
        if hidden:
            self.hall = pool.pop()
        self.covert_pile = pool + ([top] if top >= 0 else [])

    def imagine_quests(self, seat: i64) -> None:
        hands = [[card for card in self.quests[p] if self.knows_quest(seat, p, card)] for p in range(self.seats)]
        pool = [card for p in range(self.seats) for card in self.quests[p] if card not in hands[p]] + self.quest_pile
        hidden = self.in_hall(QUEST_LOT, seat, False)
        if hidden:
            pool.append(int(self.hall))
        self.dice.shuffle(pool)
        for p in range(self.seats):
            while len(hands[p]) < len(self.quests[p]):
                hands[p].append(pool.pop())
            hands[p].sort()
        self.quests = hands
        if hidden:
            self.hall = pool.pop()
        self.quest_pile = pool

    def knows_quest(self, seat: i64, holder: int, quest: int) -> bool:
        return holder == seat or self.known_quest[quest] == holder or self.told_quest[seat][quest] == holder

    def imagine_traitors(self, seat: i64) -> None:
        """Others' traitor cards, what they set aside, and the pile."""
        pool = self.traitor_pile[:]
        for p in range(self.seats):
            if p != seat:
                pool += self.traitors[p] + self.noted[p]
        self.dice.shuffle(pool)
        for p in range(self.seats):
            if p != seat:
                self.traitors[p] = sorted(pool.pop() for _ in range(len(self.traitors[p])))
                self.noted[p] = sorted(pool.pop() for _ in range(len(self.noted[p])))
        self.traitor_pile = pool

    def imagine_water(self, seat: i64) -> None:
        """Behind their screens the others have what they have between them."""
        others = [p for p in range(self.seats) if p != seat]
        least = [int(self.locked_water(p)) for p in others]
        total = sum(int(self.water[p]) for p in others) - sum(least)
        for p, bound in zip(others, least, strict=True):
            self.water[p] = bound
        for _ in range(total):
            self.water[others[self.dice.below(len(others))]] += 1

    def locked_water(self, seat: i64) -> i64:
        step = self.step()
        return step.locked(self, seat) if isinstance(step, Auction) else 0

    # -- seeing ------------------------------------------------------------------------------------------------------

    def sight(self, seat: i64) -> dict[str, object]:
        mine = seat if seat >= 0 else -1
        screen = self.settings[HIDDEN_WATER] == 1
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
            "known_owner": self.known_owner[:],
            "known_quest": self.known_quest[:],
            "sale": self.sale_sight(),
            "hand": self.hand_sight(mine) if mine >= 0 else {},
        }

    def sale_sight(self) -> list[int]:
        """[lot, standing bid, holder or -1] while a card is for sale."""
        if not self.agenda or not isinstance(self.step(), Auction):
            return []
        return [int(self.lot), int(self.arg(STANDING)), int(self.arg(HOLDER)) - 1]

    def hand_sight(self, seat: i64) -> dict[str, object]:
        looked = self.hall >= 0 and self.peeped >> seat & 1
        return {
            "leaders": self.leaders[seat][:],
            "coverts": self.coverts[seat][:],
            "quests": self.quests[seat][:],
            "traitors": self.traitors[seat][:],
            "noted": self.noted[seat][:],
            "top": self.kept_top(seat),
            "hall": int(self.hall) if looked else -1,
        }

    def picture(self, seat: i64) -> dict[str, object]:
        regions: list[dict[str, object]] = []
        for p in range(POSITIONS):
            here = [(player, int(self.on(player, p))) for player in range(self.seats) if self.occupies(player, p)]
            owner = here[0][0] if len(here) == 1 else -1
            marks = [(f"seat {player}", count) for player, count in here] if len(here) > 1 else []
            if p == self.swarm:
                marks.append(("swarm", 1))
            regions.append({"owner": owner, "count": sum(count for _, count in here), "marks": marks})
        screen = self.settings[HIDDEN_WATER] == 1
        seats: list[dict[str, object]] = []
        for player in range(self.seats):
            facts = [
                ("points", int(self.points[player] + self.cities(player))),
                ("bastions", int(self.bastions(player))),
            ]
            if not screen or player == seat:
                facts.append(("water", int(self.water[player])))
            facts += [("reserve", int(self.reserve[player])), ("leaders", len(self.leaders[player]))]
            facts += [("covert", len(self.coverts[player])), ("quests", len(self.quests[player]))]
            seats.append({"facts": facts, "out": False})
        return {"regions": regions, "seats": seats, "facts": [("start player", int(self.start) + 1)]}
