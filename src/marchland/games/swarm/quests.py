"""Chapter 10: the quest step. One function for each quest, by the words of its card."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.options import Options
from marchland.engine.step import Step
from marchland.games.swarm.cards import AMOUNT, BASIN, ELEMENT, NEAR, OASIS, POSITIONS, QUEST, REWARD
from marchland.games.swarm.in_turn import InTurn
from marchland.games.swarm.table import (
    AGAINST_THE_GRAIN,
    COVERT_PILE,
    GIANT_KILLER,
    LEADER_PILE,
    QUEST_POINTS,
    THIN_LINE,
    WALLBREAKER,
    Swarm,
)
from marchland.games.swarm.treason import TREASON
from marchland.games.swarm.words import (
    ASK_CLAIM,
    CLAIM,
    CLAIM_COUNCIL,
    CLAIM_SHOW,
    CLAIM_SPY,
    COMPLETES,
    DONE,
    GIVEN_COVERT,
    GIVEN_LEADER,
    QUEST_FAILS,
    QUEST_NOT_MET,
    REWARD_POINT,
    REWARD_WATER,
    SHOWS_FOR_QUEST,
)

VIGILS: Final = 4  # quests 0 to 3: one leader is shown
COUNCIL: Final = QUEST.number["Council of Elements"]
SPYMASTER: Final = QUEST.number["Spymaster"]
FULL_CISTERNS: Final = QUEST.number["Full Cisterns"]


def occupied(t: Swarm, seat: i64, first: int, step: int, count: int) -> int:
    return sum(1 for i in range(count) if t.occupies(seat, first + i * step))


def of_type(t: Swarm, kind: int) -> list[int]:
    return [p for p in range(POSITIONS) if t.type_at[p] == kind]


def condition(t: Swarm, seat: i64, quest: int) -> bool:
    """Whether the condition on a quest card is met now; leaders and cards to be shown are named in the claim."""
    if quest < VIGILS:
        return t.favour(seat, quest)
    if quest == 4:  # Northern Banner
        return occupied(t, seat, 0, 1, 5) >= 3
    if quest == 5:  # Southern Banner
        return occupied(t, seat, 15, 1, 5) >= 3
    if quest == 6:  # Western Banner
        return occupied(t, seat, 0, 5, 4) >= 3
    if quest == 7:  # Eastern Banner
        return occupied(t, seat, 4, 5, 4) >= 3
    if quest == 8:  # Giant-Killer
        return bool(t.feats[seat] & GIANT_KILLER)
    if quest == 9:  # Against the Grain
        return bool(t.feats[seat] & AGAINST_THE_GRAIN)
    if quest == 10:  # The Thin Line
        return bool(t.feats[seat] & THIN_LINE)
    if quest == 11:  # Wallbreaker
        return bool(t.feats[seat] & WALLBREAKER)
    if quest == FULL_CISTERNS:
        return t.water[seat] >= 8
    if quest == 13:  # Keeper of Wells
        return sum(1 for p in of_type(t, BASIN) if t.controls(seat, p)) >= 2
    if quest == 14:  # Green Hand
        return sum(1 for p in of_type(t, OASIS) if t.occupies(seat, p)) >= 3
    if quest == 15:  # Lord of Gates
        return t.cities(seat) >= 2 and t.bastions(seat) >= 1
    if quest == 18:  # Unmasked
        return t.unmasked >> seat & 1 == 1
    if quest == 19:  # In the Swarm's Shadow
        return sum(int(t.on(seat, p)) for p in NEAR[t.swarm]) >= 3
    return True


class Quests(InTurn):
    """SWM-10.1  In turn order everybody, praying or not, may claim quests whose conditions are met."""

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return len(t.quests[seat]) > 0

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return len(t.quests[seat]) > 0

    def options(self, t: Swarm, seat: i64, found: Options) -> None:
        found.add(DONE.of())
        open_quests = [q for q in t.quests[seat] if not t.failed >> q & 1 and condition(t, seat, q)]
        for quest in open_quests:
            if quest >= VIGILS and quest != COUNCIL and quest != SPYMASTER:
                found.add(CLAIM.of(quest))
        for quest in open_quests:
            if quest < VIGILS:
                for leader in t.leaders[seat]:
                    if ELEMENT[leader] == quest:
                        found.add(CLAIM_SHOW.of(quest, leader))
        if COUNCIL in open_quests:
            self.councils(t, seat, found)
        if SPYMASTER in open_quests:
            self.spies(t, seat, found)

    def councils(self, t: Swarm, seat: i64, found: Options) -> None:
        """Three leaders of three different elements."""
        mine = t.leaders[seat]
        for i, one in enumerate(mine):
            for j, two in enumerate(mine[i + 1 :], i + 1):
                for three in mine[j + 1 :]:
                    if len({ELEMENT[one], ELEMENT[two], ELEMENT[three]}) == 3:
                        found.add(CLAIM_COUNCIL.of(one, two, three))

    def spies(self, t: Swarm, seat: i64, found: Options) -> None:
        """Any two covert cards, named by kind."""
        mine = t.coverts[seat]
        pairs = sorted({(one, two) for i, one in enumerate(mine) for two in mine[i + 1 :]})
        for one, two in pairs:
            found.add(CLAIM_SPY.of(one, two))

    def claim(self, t: Swarm, quest: i64) -> None:
        if quest == FULL_CISTERNS:
            t.pay(t.active, 8)
        complete(t, t.active, quest)

    def claim_show(self, t: Swarm, quest: i64, leader: i64) -> None:
        self.show(t, quest, 1 << leader)

    def claim_council(self, t: Swarm, one: i64, two: i64, three: i64) -> None:
        self.show(t, COUNCIL, 1 << one | 1 << two | 1 << three)

    def show(self, t: Swarm, quest: i64, leaders: i64) -> None:
        """SWM-10.2  The leaders are shown and a treason window opens."""
        t.quest_shown(t.active, quest)
        for leader in t.leaders[t.active][:]:
            if leaders >> leader & 1:
                t.leader_shown(t.active, leader)
                t.tell(SHOWS_FOR_QUEST, t.active, leader, quest)
        t.call(CLAIM_WITH_LEADERS, quest, leaders)

    def claim_spy(self, t: Swarm, one: i64, two: i64) -> None:
        t.spend_card(t.active, one)
        t.spend_card(t.active, two)
        complete(t, t.active, SPYMASTER)

    def done(self, t: Swarm) -> None:
        self.next(t)

    def prompt(self, t: Swarm, seat: i64) -> list[int]:
        return [ASK_CLAIM]

    def why(self, t: Swarm, seat: i64, action: i64) -> list[int]:
        claims = (CLAIM.number, CLAIM_SHOW.number, CLAIM_COUNCIL.number, CLAIM_SPY.number)
        return [QUEST_NOT_MET] if action >> 23 in claims else []


class ClaimWithLeaders(Step[Swarm]):
    """SWM-10.2  If none of the shown leaders is betrayed the quest is completed; otherwise it fails (SWM-4.4)."""

    def resume(self, t: Swarm) -> None:
        quest, leaders = t.arg(0), t.arg(1)
        if t.place() == 0:
            t.set_place(1)
            t.call(TREASON, leaders)
            return
        t.finish()
        if t.betrayed & leaders:
            t.failed |= 1 << quest
            t.tell(QUEST_FAILS, quest)
        else:
            complete(t, t.active, quest)


def complete(t: Swarm, seat: i64, quest: i64) -> None:
    """SWM-10.3  Face up, and the reward at once; SWM-10.4  points may be worth water instead."""
    t.quests.lose(t, seat, quest)
    t.completed[seat] = [*t.completed[seat], int(quest)]
    t.tell(COMPLETES, seat, quest)
    reward, amount = REWARD[quest], AMOUNT[quest]
    if reward == "vp" and t.settings[QUEST_POINTS]:
        t.points[seat] += amount
        t.tell(REWARD_POINT, seat, amount)
    elif reward == "vp":
        take_water(t, seat, 3)
    elif reward == "water":
        take_water(t, seat, amount)
    else:
        card = t.draw(LEADER_PILE if reward == "leader" else COVERT_PILE, seat)
        if card < 0:
            take_water(t, seat, 2)
        else:
            t.tell_seats(1 << seat, GIVEN_LEADER if reward == "leader" else GIVEN_COVERT, card)


def take_water(t: Swarm, seat: i64, amount: i64) -> None:
    t.water[seat] += amount
    t.tell(REWARD_WATER, seat, amount)


QUEST_STEP: Final = Quests("swarm.quests", "Quests", "SWM-10.1")
CLAIM_WITH_LEADERS: Final = ClaimWithLeaders("swarm.claim", "Claim", "SWM-10.2")
