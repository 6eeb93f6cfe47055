"""Who has played the seats of a match, as results say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchland.engine.record import RESIGNED
from marchland.server.absence import ABSENT
from marchland.server.bots import numbered

MOST_TOLD = 8  # of those who have played a seat


def who_played(holders: Sequence[dict[str, Any]]) -> str:
    """In words, from the rows of one seat: "Ann, from round 5 the bot greedy, from round 7 Ann again". Of many changes
    the first and the last are told."""
    said: list[str] = []
    known: set[str] = set()
    changes = [at for at, holder in enumerate(holders) if not at or player_in(holder) != player_in(holders[at - 1])]
    for holder in [holders[at] for at in changes]:
        name = str(holder["name"] or numbered("seat", holder["seat"]))
        if holder["bot"]:
            reason = reason_of(holder)
            whose = "" if known or holder["person"] is None else f" for {name}"
            who = f"the bot {holder['bot']}{whose}{f' ({reason})' if reason else ''}"
        else:
            who = f"{name} again" if holder["person"] in known else name
            known.add(holder["person"])
        since = f"from round {holder['round']} " if holder["round"] else "from the set-up on "
        said.append(f"{since if said else ''}{who}")
    if len(said) > MOST_TOLD:
        said[1 : 1 - MOST_TOLD] = ["and so on"]
    alone = known or not holders or holders[0]["person"] is None
    return ", ".join(said) if len(said) > 1 or not alone else ""


def reason_of(holder: dict[str, Any]) -> str:
    """Why a bot plays, where its player did not want it so."""
    return str(holder["why"]) if holder["bot"] and holder["why"] in (ABSENT, RESIGNED) else ""


def player_in(holder: dict[str, Any]) -> tuple[str | None, ...]:
    """Who plays a seat, by its row."""
    return holder["person"], holder["bot"], reason_of(holder)
