"""Chapter 10: the quest step."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.deed import Deed
from marchland.engine.options import Options
from marchland.engine.sayings import Saying, phrase
from marchland.engine.sets import bit, set_of
from marchland.engine.slots import Slot
from marchland.engine.step import Step
from marchland.games.swarm.cards import AMOUNT, ELEMENT, NUMBERS, REWARD
from marchland.games.swarm.conditions import CONDITIONS, COUNCIL, PLAIN, SPYMASTER, VIGILS, Vigil
from marchland.games.swarm.in_turn import DONE, InTurn
from marchland.games.swarm.settings import QUEST_POINTS
from marchland.games.swarm.table import COVERT_PILE, LEADER_PILE, Swarm
from marchland.games.swarm.treason import TREASON

# -- SWM-10.1: claims ------------------------------------------------------------------------------------------------

SPENDS_TWO: Final = phrase("SWM-10.1", "Both covert cards are discarded")
RISKS_TREASON: Final = phrase("SWM-10.2", "They are shown and can be betrayed; then the claim fails")
QUEST_NOT_MET: Final = phrase("SWM-10.1", "The condition of that quest is not met, or the quest is not yours")


def open_quests(t: Swarm, seat: i64, among: i64) -> i64:
    """SWM-10.1  The unfinished quests of a seat whose conditions are met, out of a set of quests; SWM-4.4  but none
    whose claim has failed this round."""
    met: i64 = 0
    for quest in t.quests[seat]:
        if among >> quest & 1 and not t.failed >> quest & 1 and CONDITIONS[quest].met(t, seat):
            met |= bit(quest)
    return met


class QuestClaim(Deed[Swarm]):
    grave = True

    def why(self, t: Swarm, seat: i64, action: i64) -> Saying:
        return [QUEST_NOT_MET]


class Claim(QuestClaim):
    """SWM-10.1  A quest without further choice."""

    words = ["claim {quest}", "quest:quest"]

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        found.fan(self, open_quests(t, seat, PLAIN))

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        quest = self.a(action)
        CONDITIONS[quest].pay(t, seat)
        complete(t, seat, quest)


class ClaimSpy(QuestClaim):
    """Spymaster: any two covert cards, named by kind."""

    words = ["claim the spymaster with {one} and {two}", "one:covert two:covert"]
    effect = SPENDS_TWO

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        if open_quests(t, seat, bit(SPYMASTER)):
            mine = t.coverts[seat]
            pairs = sorted({(one, two) for i, one in enumerate(mine) for two in mine[i + 1 :]})
            for one, two in pairs:
                found.add(self.of(one, two))

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        t.spend_card(seat, self.a(action))
        t.spend_card(seat, self.b(action))
        complete(t, seat, SPYMASTER)


# -- SWM-10.2: claims with leaders -----------------------------------------------------------------------------------

CLAIMED: Final = Slot(0)  # the quest
WITNESSES: Final = Slot(1)  # the leaders shown, as a mask

SHOWS_FOR_QUEST: Final = phrase("SWM-10.2", "{who:seat} shows {leader:leader} for {quest:quest}")
QUEST_FAILS: Final = phrase("SWM-4.4", "The claim of {quest:quest} fails")


def show(t: Swarm, seat: i64, quest: i64, leaders: i64) -> None:
    """SWM-10.2  The leaders are shown and a treason window opens."""
    t.quest_shown(seat, quest)
    for leader in t.leaders[seat][:]:
        if leaders >> leader & 1:
            t.leader_shown(seat, leader)
            t.tell(SHOWS_FOR_QUEST, seat, leader, quest)
    t.call(CLAIM_WITH_LEADERS, quest, leaders)


class ClaimShow(QuestClaim):
    """The Vigils: a leader of the temple's element."""

    words = ["claim {quest} with {leader}", "quest:quest leader:leader"]
    effect = RISKS_TREASON

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        met = open_quests(t, seat, VIGILS)
        for quest in t.quests[seat]:
            if met >> quest & 1:
                vigil = CONDITIONS[quest]
                assert isinstance(vigil, Vigil)
                found.fan(
                    self, set_of([leader for leader in t.leaders[seat] if ELEMENT[leader] == vigil.element]), 1, quest
                )

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        show(t, seat, self.a(action), bit(self.b(action)))


class ClaimCouncil(QuestClaim):
    """Council of Elements: three leaders of three different elements."""

    words = ["claim the council with {one}, {two} and {three}", "one:leader two:leader three:leader"]
    effect = RISKS_TREASON

    def offer(self, t: Swarm, seat: i64, found: Options) -> None:
        if not open_quests(t, seat, bit(COUNCIL)):
            return
        mine = t.leaders[seat]
        for i, one in enumerate(mine):
            for j, two in enumerate(mine[i + 1 :], i + 1):
                for three in mine[j + 1 :]:
                    if len({ELEMENT[one], ELEMENT[two], ELEMENT[three]}) == 3:
                        found.add(self.of(one, two, three))

    def do(self, t: Swarm, seat: i64, action: i64) -> None:
        show(t, seat, COUNCIL, bit(self.a(action)) | bit(self.b(action)) | bit(self.c(action)))


class ClaimWithLeaders(Step[Swarm]):
    """SWM-10.2  If none of the shown leaders is betrayed the quest is completed; otherwise it fails (SWM-4.4)."""

    def resume(self, t: Swarm) -> None:
        quest, leaders = CLAIMED.of(t), WITNESSES.of(t)
        if t.progress() == 0:
            t.set_progress(1)
            t.call(TREASON, leaders)
            return
        t.finish()
        if t.betrayed & leaders:
            t.failed |= 1 << quest
            t.tell(QUEST_FAILS, quest)
        else:
            complete(t, t.active, quest)


# -- SWM-10.3: completing a quest ------------------------------------------------------------------------------------

COMPLETES: Final = phrase("SWM-10.3", "{who:seat} completes {quest:quest}")
REWARD_POINT: Final = phrase("SWM-10.3", "The reward of {who:seat} is {n point}")
REWARD_WATER: Final = phrase("SWM-10.3", "The reward of {who:seat} is {n} water")
GIVEN_LEADER: Final = phrase("SWM-10.3", "Your reward is the leader {leader:leader}")
GIVEN_COVERT: Final = phrase("SWM-10.3", "Your reward is {card:covert}")


FOR_A_POINT: Final = NUMBERS.one("water.point", "SWM-10.4", 3, 0, 50, "water for each point, with quest_points = no")
FOR_A_CARD: Final = NUMBERS.one("water.card", "SWM-10.3", 2, 0, 50, "water for each card that cannot be drawn")


def complete(t: Swarm, seat: i64, quest: i64) -> None:
    """SWM-10.3  Face up, and the reward at once; SWM-10.4  points may be worth water instead."""
    t.quests.lose(t, seat, quest)
    t.completed[seat] = [*t.completed[seat], int(quest)]
    t.tell(COMPLETES, seat, quest)
    reward, amount = REWARD[quest], AMOUNT.of(t, quest)
    if reward == "vp" and QUEST_POINTS.on(t):
        t.points[seat] += amount
        t.tell(REWARD_POINT, seat, amount)
    elif reward == "vp":
        take_water(t, seat, FOR_A_POINT.of(t) * amount)
    elif reward == "water":
        take_water(t, seat, amount)
    else:
        for _ in range(amount):
            card = t.draw(LEADER_PILE if reward == "leader" else COVERT_PILE, seat)
            if card < 0:
                take_water(t, seat, FOR_A_CARD.of(t))
            else:
                t.tell_seats(1 << seat, GIVEN_LEADER if reward == "leader" else GIVEN_COVERT, card)


def take_water(t: Swarm, seat: i64, amount: i64) -> None:
    t.water[seat] += amount
    t.tell(REWARD_WATER, seat, amount)


# -- SWM-10.1: the quest step ----------------------------------------------------------------------------------------

CLAIM_LATER: Final = phrase("SWM-10.1", "You keep your quests; conditions are looked at again next round")
ASK_CLAIM: Final = phrase("SWM-10.1", "Claim a quest, or done.")


class Quests(InTurn):
    """SWM-10.1  In turn order everybody, praying or not, may claim quests whose conditions are met."""

    def takes_part(self, t: Swarm, seat: i64) -> bool:
        return len(t.quests[seat]) > 0

    def must_ask(self, t: Swarm, seat: i64) -> bool:
        return len(t.quests[seat]) > 0

    def prompt(self, t: Swarm, seat: i64) -> Saying:
        return [ASK_CLAIM]

    def onward(self, t: Swarm, seat: i64) -> Saying:
        return [CLAIM_LATER]


QUEST_STEP: Final = Quests(
    "swarm.quests", "Quests", "SWM-10.1", [DONE, Claim(), ClaimShow(), ClaimCouncil(), ClaimSpy()]
)
CLAIM_WITH_LEADERS: Final = ClaimWithLeaders("swarm.claim", "Claim", "SWM-10.2")
