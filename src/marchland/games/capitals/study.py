"""What a study of many matches groups the players by: order, bids, capital, cards."""

from __future__ import annotations

from typing import Final

from marchland.games.capitals.actions import PLAYS, PLAYS_IN, PLAYS_ON
from marchland.games.capitals.battle import CEASED, ENTRENCHED, IN_AMBUSH, PLAYS_FROM
from marchland.games.capitals.bids import HAS_BID, HAS_LOBBIED, RANKS, TAKES_POSITION
from marchland.games.capitals.cards import ACTION, AIRLIFT_CARD, LOBBYIST
from marchland.games.capitals.events import NEW_ROUND
from marchland.games.capitals.fortify import AIRLIFTS
from marchland.games.capitals.hands import DREW
from marchland.games.capitals.setup import FOUNDS
from marchland.games.capitals.world import WORLD

FACTS: Final = {
    "setup_order": "the place in the order of setup and of round 1",
    "setup_bid": "the EUR that were bid for it",
    "order": "the place in the order of every later round, among the players of that round",
    "bid": "the EUR that were bid for it",
    "continent": "where the capital was founded",
    "dealt": "every card of the first three, which chance gave",
    "played": "every card that was played at least once",
}
# Bids are grouped up to these.
STAGES: Final = [0, 1, 2, 3, 5, 9]
CARD_PLAYS: Final = [PLAYS, PLAYS_ON, PLAYS_IN, PLAYS_FROM, ENTRENCHED, IN_AMBUSH, CEASED]


def study(story: list[list[int]]) -> list[tuple[int, str, str]]:
    found: list[tuple[int, str, str]] = []
    bids: dict[int, int] = {}
    rivals = 0
    rounds = 0
    dealt: list[tuple[int, int]] = []
    played: list[tuple[int, int]] = []
    for saying in story:
        phrase = saying[1]
        if phrase == NEW_ROUND:
            rounds += 1
        elif phrase in (HAS_BID, HAS_LOBBIED):
            bids[saying[2]] = saying[3]
            if phrase == HAS_LOBBIED:
                played.append((saying[2], int(LOBBYIST)))
        elif phrase == RANKS:
            rivals = saying[3]
        elif phrase == TAKES_POSITION:
            seat = saying[2]
            if rounds == 0:
                found.append((seat, "setup_order", str(saying[3])))
                found.append((seat, "setup_bid", stage(bids[seat])))
            else:
                found.append((seat, "order", f"{rivals} players: {saying[3]}"))
                found.append((seat, "bid", stage(bids[seat])))
        elif phrase == FOUNDS:
            found.append((saying[2], "continent", WORLD.groups[WORLD.group_of[saying[3]]].name))
        elif phrase == DREW and rounds == 0:
            dealt.append((saying[0].bit_length() - 1, saying[2]))
        elif phrase == AIRLIFTS:
            played.append((saying[2], int(AIRLIFT_CARD)))
        elif phrase in CARD_PLAYS:
            played.append((saying[2], saying[3]))
    found += [(seat, "dealt", ACTION.cards[card].name) for seat, card in sorted(set(dealt))]
    found += [(seat, "played", ACTION.cards[card].name) for seat, card in sorted(set(played))]
    return found


def stage(bid: int) -> str:
    """0, 1, 2, 3, 4 to 5, …"""
    least = 0
    for most in STAGES:
        if bid <= most:
            return str(bid) if least == most else f"{least} to {most}"
        least = most + 1
    return f"{least} or more"
