"""What is refused says why, in a sentence that fits, with the clause that it is about."""

from typing import Any

import pytest

from alliances.table import GAME, lay, play
from engine.by_words import split
from marchland.engine.errors import IllegalAction

SHORT: dict[str, Any] = {"units": {"TUR": "OT 2+1", "MEA": "OT 2"}, "step": "pay", "supply": {"OT": 4}}
DRAFTED: dict[str, Any] = {
    "units": {"ENG": "GB 1", "ITA": "GB 1", "NOR": "GB 1", "IRE": "GB 1"},
    "drafted": {"GB": ["ENG", "ITA", "NOR", "IRE"]},
    "options": {"setup": "expert"},
    "step": "give_up",
}
TRAINING: dict[str, Any] = {
    "units": {"WGE": "GE 1", "EGE": "GE 2"},
    "tokens": {"WGE": "GE train", "EGE": "GE train"},
    "supply": {"GE": 2},
    "step": "train",
}
INVESTING: dict[str, Any] = {
    "units": {"ENG": "GB 1", "EGE": "GE 1"},
    "tokens": {"ENG": "GB invest", "EGE": "GE invest"},
    "step": "invest",
}
REVIVING: dict[str, Any] = {"units": {"SPA": "FR 1"}, "step": "revive", "order": "FR GB GE RU OT AH"}
AT_SEA: dict[str, Any] = {
    "units": {"NTH": "GE 2", "ENG": "GB 2", "SCO": "AH 1"},
    "tokens": {"NTH": "GE move"},
    "step": "move",
}
FREE_LAND: dict[str, Any] = {
    "units": {"UKR": "RU 2"},
    "tokens": {"UKR": "RU move"},
    "coins": {"ROM": 2},
    "step": "move",
}
ATTACK: dict[str, Any] = {"tokens": {"WGE": "GE move"}, "step": "move"}
TO_BENELUX = ["send 4 infantry to BEN", "go"]


@pytest.mark.parametrize(
    ("position", "before", "action", "sentence"),
    [
        (SHORT, [], "3: ready", "The regions that you keep cost 6, and you have 4 coins (ALL-20.5)"),
        (DRAFTED, [], "0: ready", "You must give up at least 2 cards (ALL-6.6)"),
        (
            DRAFTED,
            ["0: give up card NOR", "0: give up card IRE"],
            "0: ready",
            "You may keep 1 strategic region at most (ALL-6.7)",
        ),
        (TRAINING, [], "train nothing in WGE", "In W-Germany you have marked nothing already (ALL-21.3)"),
        (TRAINING, [], "train artillery in WGE", "Only a strategic region can train an artillery (ALL-21.2)"),
        (
            TRAINING,
            ["train two_upgrades in EGE"],
            "train infantry in WGE",
            "Your supply does not suffice for an infantry in W-Germany as well (ALL-21.6)",
        ),
        (
            TRAINING | {"options": {"units.artillery": 0}},
            [],
            "train upgrade in EGE",
            "Your stock does not suffice for an upgrade in E-Germany as well (ALL-21.7)",
        ),
        (
            TRAINING,
            ["train upgrade in WGE"],
            "train two_upgrades in EGE",
            "Your supply does not suffice for two upgrades in E-Germany as well (ALL-21.6)",
        ),
        (INVESTING, [], "0: give 3 to GE", "A gift is 2 coins at most (ALL-23.1)"),
        (INVESTING, [], "0: give 1 to GB", "A gift goes to another power in the game (ALL-23.1)"),
        (
            INVESTING | {"supply": {"GB": 1}},
            [],
            "0: give 1 to GE",
            "A gift of 1 coin costs 2 with its fee, and you have 1 (ALL-23.1)",
        ),
        (
            INVESTING,
            ["0: invest up to 2 in ENG"],
            "0: give 1 to GE",
            "A gift of 1 coin costs 2 with its fee, and 1 of yours is not bound (ALL-23.7)",
        ),
        (
            INVESTING | {"options": {"coin_trading": "windows"}},
            [],
            "0: give 1 to GE",
            "Coins cannot be given now (ALL-23.4)",
        ),
        (
            INVESTING | {"options": {"turn.take_backs": 1}},
            ["0: invest up to 2 in ENG", "0: invest up to 1 in ENG"],
            "0: invest up to 2 in ENG",
            "In one state you take back 1 mark at most (ALL-7.8)",
        ),
        (INVESTING, [], "1: dig in EGE towards POL", "You have no Dig trenches token in E-Germany (ALL-10.4)"),
        (REVIVING | {"supply": {"FR": 1}}, [], "add artillery in SPA", "Your supply does not suffice for artillery"),
        (
            REVIVING,
            ["add infantry in SPA"],
            "add artillery in SPA",
            "With artillery more your units would cost more than 3 in all (ALL-22.1)",
        ),
        (
            REVIVING | {"options": {"units.artillery": 0}},
            [],
            "add artillery in SPA",
            "There is no artillery left in your stock (ALL-2.5)",
        ),
        (AT_SEA, [], "send 1 infantry to ATL", "A shore of the strait to Atlantic Ocean is an enemy region (ALL-13.4)"),
        (AT_SEA, [], "send 1 infantry to NTH", "A move cannot end in North Sea, where it begins (ALL-12.5)"),
        (AT_SEA, [], "send 1 infantry to SCO", "Scotland is owned by an ally (ALL-12.5)"),
        (AT_SEA, [], "send 1 infantry to ITA", "Italy cannot be reached from North Sea (ALL-12.1)"),
        (
            FREE_LAND,
            ["send 1 infantry to ROM", "go"],
            "steal 3",
            "There are not so many coins in Romania (ALL-12.7)",
        ),
        (
            ATTACK | {"dice": [1, 1, 1, 1, 1, 2], "units": {"WGE": "GE 4", "BEN": "FR 2"}},
            TO_BENELUX,
            "retreat 1 infantry and 0 artillery",
            "Of the attackers in the battle at least 2 must go back (ALL-15.1)",
        ),
        (
            ATTACK | {"dice": [3, 1, 1, 1, 1, 2], "units": {"WGE": "GE 4", "BEN": "FR 1+1", "NFR": "FR 1"}},
            [*TO_BENELUX, "retreat 2 infantry and 0 artillery"],
            "retreat 0 infantry and 0 artillery",
            "Of the defenders in the battle at least 1 must retreat (ALL-15.4)",
        ),
        (
            ATTACK | {"dice": [3, 1, 1, 1, 1, 2], "units": {"WGE": "GE 4", "BEN": "FR 1+1", "NFR": "GB 1"}},
            [*TO_BENELUX, "retreat 2 infantry and 0 artillery"],
            "retreat 1 infantry and 1 artillery",
            "There is no way out: exactly 1 unit must die, and nobody can retreat (ALL-15.7)",
        ),
    ],
)
def test_a_refusal_says_what_is_in_the_way(
    position: dict[str, Any], before: list[str], action: str, sentence: str
) -> None:
    """ALL-2.5, ALL-6.6, ALL-6.7, ALL-7.8, ALL-12.5, ALL-12.7, ALL-13.4, ALL-15.1, ALL-15.4, ALL-15.7, ALL-20.5,
    ALL-21.6, ALL-21.7, ALL-22.1, ALL-22.4, ALL-23.1, ALL-23.4, ALL-23.7"""
    t = lay(**position)
    play(t, *before)
    unchanged = t.fingerprint()
    seat, said = split(t, action)
    with pytest.raises(IllegalAction) as refusal:
        t.play(seat, GAME.parse(said))
    assert str(refusal.value).startswith(sentence)
    assert t.fingerprint() == unchanged


@pytest.mark.parametrize(
    ("dice", "units", "before", "prompt"),
    [
        (
            [3, 1, 1, 1, 1, 2],
            {"BEN": "FR 1+1", "NFR": "FR 1"},
            [],
            "German Empire: go back from Benelux with at least 2 units.",
        ),
        (
            [1, 1, 1, 1, 1, 2],
            {"BEN": "FR 1+1", "NFR": "FR 1"},
            ["retreat 2 infantry and 0 artillery"],
            "French Republic: retreat from Benelux with any units, or stay.",
        ),
        (
            [3, 1, 1, 1, 1],
            {"BEN": "neutral 2"},
            ["retreat 2 infantry and 0 artillery"],
            "Russian Empire: you decide for the neutral units in Benelux. At least 1 must retreat.",
        ),
    ],
)
def test_all_15_4_a_question_says_who_leaves_and_whether_anybody_must(
    dice: list[int], units: dict[str, str], before: list[str], prompt: str
) -> None:
    """ALL-15.1, ALL-15.4, ALL-18.3"""
    t = lay([*dice, 1], {"WGE": "GE 4"} | units, {"WGE": "GE move"}, step="move")
    play(t, *TO_BENELUX, *before)
    assert GAME.say(t.step().prompt(t, t.deciders()[0])) == prompt
