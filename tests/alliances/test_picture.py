"""What players see of a table: the board with what is marked on it, the move that is planned, the battle under way."""

import pytest

from alliances.table import FR, GB, GE, REGIONS, RU, AlliancesTable, deal, lay, number, play
from marchland.engine.picture import Contest, Mark
from marchland.games.alliances.forecast import Dice
from marchland.games.alliances.picture import said_of_dice

BOOK = Dice(5, 3, 5, 2)


def marks(t: AlliancesTable, region: str, viewer: int) -> list[Mark]:
    """Those that lie face down."""
    return [mark for mark in t.picture(viewer).regions[number(region)].marks if mark.secret]


def test_all_24_2_marks_are_seen_by_whoever_has_made_them() -> None:
    """ALL-24.2"""
    tokens = {"NFR": "FR invest", "SFR": "FR dig", "EGE": "GE invest"}
    t = lay([], {"NFR": "FR 1", "SFR": "FR 1", "EGE": "GE 1"}, tokens, step="invest")
    play(t, "4: invest up to 2 in NFR", "4: dig in SFR towards ITA", "4: dig in SFR towards SPA")
    play(t, "4: do not dig in SFR towards SPA")
    assert marks(t, "NFR", FR) == [Mark("coins to lie here", FR, 2, secret=True)]
    assert marks(t, "SFR", FR) == [Mark("trench", FR, towards=number("ITA"), secret=True)]
    assert marks(t, "NFR", GE) == marks(t, "SFR", GE) == marks(t, "NFR", -1) == []
    t = lay([], {"RUS": "RU 2", "EGE": "GE 1"}, {"RUS": "RU train", "EGE": "GE train"}, step="train")
    play(t, "2: train two_infantry in RUS")
    assert marks(t, "RUS", RU) == [Mark("to be trained: two infantry", RU, secret=True)]
    t = lay([], {"RUS": "RU 1", "UKR": "RU 1", "EGE": "GE 1"}, step="pay")
    play(t, "2: give up UKR")
    assert marks(t, "UKR", RU) == [Mark("given up", RU, secret=True)] and marks(t, "RUS", RU) == []


def test_all_24_1_everybody_sees_which_powers_of_a_seat_are_ready() -> None:
    """ALL-24.1, ALL-3.7  And nothing of what they have laid."""
    t = lay([], {"ENG": "GB 1", "RUS": "RU 1", "EGE": "GE 1"}, step="tokens", seats=2)
    assert t.sight(-1)["ready"] == []
    play(t, "0: place move in ENG", "0: ready")
    for viewer in (-1, 0, 1):
        assert t.sight(viewer)["ready"] == [GB] and t.deciders() == [0, 1]
        assert t.picture(viewer).seats[0].notes[1:4] == ["British Empire: ready", "Russian Empire", "French Republic"]
    assert marks(t, "ENG", 1) == marks(t, "ENG", -1) == []


def test_all_24_3_cards_to_be_given_up_are_marked_for_the_seat_and_with_team_view_for_its_team() -> None:
    """ALL-24.2, ALL-24.3, ALL-6.6"""
    for view in ("off", "on"):
        units = {"ENG": "GB 1", "NOR": "GB 1", "IRE": "GB 1"}
        options = {"setup": "expert", "team_view": view}
        t = lay([], units, drafted={"GB": list(units)}, options=options, step="give_up")
        play(t, "0: give up card NOR")
        assert marks(t, "NOR", GB) == [Mark("given up", GB, secret=True)] and marks(t, "ENG", GB) == []
        assert (marks(t, "NOR", FR) == marks(t, "NOR", GB)) == (view == "on")
        assert marks(t, "NOR", GE) == marks(t, "NOR", -1) == []


def test_all_2_2_the_tray_counts_what_is_left_to_lay() -> None:
    """ALL-2.2, ALL-8.1"""
    t = lay([], {"RUS": "RU 2", "EGE": "GE 1"}, step="tokens")
    play(t, "2: place move in RUS")
    assert marks(t, "RUS", RU) == [Mark("move", RU, secret=True)] and marks(t, "RUS", GE) == []
    assert t.picture(RU).tray == {"token": [2, 1, 2, 3]} and t.picture(GE).tray == {"token": [2, 1, 3, 3]}
    play(t, "2: ready")
    assert t.picture(RU).tray == t.picture(-1).tray == {}


def test_all_20_3_it_is_said_what_a_token_is_for_and_what_giving_up_a_region_saves() -> None:
    """ALL-10.4, ALL-20.3  To whoever lays tokens or pays, and to nobody else."""
    units = {"RUS": "RU 2+1", "UKR": "RU 1", "EGE": "GE 1"}
    t = lay([], units, step="tokens")
    said = [price.text for price in t.picture(RU).prices]
    assert len(said) == 4 and said[1] == "up to 2 trenches at its borders, which make it hard to attack"
    assert t.picture(FR).prices == t.picture(-1).prices == []
    t = lay([], units, step="pay")
    assert [price.text for price in t.picture(RU).prices] == ["saves 4 coins", "saves 1 coin"]
    assert t.picture(FR).prices == t.picture(-1).prices == []


def test_all_1_12_attackers_are_shown_beside_those_whose_region_it_is() -> None:
    """ALL-1.12, ALL-3.4, ALL-17.1  Where a seat has several powers, pieces bear the flag of theirs."""
    t = lay([], {"WGE": "GE 3+1", "BEN": "neutral 3", "NFR": "FR 2"}, {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 2 infantry to NFR", "send 1 artillery to BEN", "go")
    shown = t.picture(-1).regions[number("NFR")]
    assert [(piece.type, piece.count, piece.attacking) for piece in shown.pieces] == [
        ("French infantry", 2, False),
        ("German infantry", 2, True),
    ]
    assert (shown.owner, shown.count) == (FR, 2)
    assert [(mark.word, mark.towards) for mark in shown.marks] == [("strategic", -1), ("trench", number("WGE"))]
    assert t.picture(-1).regions[number("BEN")].owner == -1
    shared = deal(2, seed=1, scenario="A").picture(-1)
    assert [(piece.seat, piece.flag) for piece in shared.regions[number("ENG")].pieces] == [(0, "GB")]
    assert [fact.one for fact in shared.seats[0].facts[:4]] == ["coin GB", "income GB", "unit cost GB", "star GB"]
    assert shared.seats[1].notes == ["Central Powers", "German Empire", "Ottoman Empire", "Austro-Hungarian Empire"]
    assert shared.seats[0].aim == "0 of 6 points"


def test_the_panel_of_a_move_counts_what_is_sent_and_says_what_waits_there() -> None:
    """ALL-11.4, ALL-11.6, ALL-12.2"""
    units = {"WGE": "GE 3+2", "BEN": "neutral 2", "EGE": "GE 1"}
    t = lay([], units, {"WGE": "GE move"}, coins={"EGE": 1, "DEN": 2}, step="move")
    play(t, "send 2 infantry to BEN", "send 1 artillery to BEN")
    assert [path.name for path in t.picture(-1).paths] == ["W-Germany to Benelux"]  # for everybody to see
    panel = t.picture(1).dispatch
    assert panel is not None and panel.left == [1, 1]
    goals = {REGIONS[goal.region]: goal for goal in panel.destinations}
    assert goals["BEN"].sent == [2, 1] and goals["BEN"].fight
    assert goals["BEN"].win == BOOK.battle(2, 1, 2, False).win
    assert goals["DEN"].sent == [0, 0] and goals["DEN"].text == "unoccupied, 2 to plunder"
    assert goals["POL"].text == "unoccupied, by road through E-Germany"


def battle_shown(t: AlliancesTable) -> Contest:
    shown = t.picture(-1).contest
    assert shown is not None and shown.title == "Battle"
    return shown


def force(shown: Contest, side: int) -> dict[str, int]:
    return {fact.one: fact.value for fact in shown.sides[side].facts}


def test_all_14_2_a_battle_is_shown_part_by_part() -> None:
    """ALL-14.2, ALL-14.3, ALL-14.9, ALL-14.10"""
    t = lay([5, 5, 6, 1], {"WGE": "GE 2+1", "NFR": "FR 2+1"}, {"WGE": "GE move"}, step="move")
    assert t.picture(-1).contest is None
    play(t, "send 2 infantry to NFR", "send 1 artillery to NFR", "go")
    shown = battle_shown(t)
    assert (shown.region, shown.at) == (number("NFR"), 0)
    assert [(side.seat, side.name, side.text) for side in shown.sides] == [
        (GE, "German Empire", ""),
        (FR, "French Republic", "1 to be killed"),
    ]
    assert force(shown, 0) == {"infantry": 2, "artillery": 1} and force(shown, 1) == {"infantry": 2, "artillery": 1}
    play(t, "lose 1 infantry and 0 artillery")
    shown = battle_shown(t)
    assert (shown.at, shown.sides[0].text, shown.sides[1].text) == (
        1,
        "1 to be killed, 1 forced back",
        "2 to be killed",
    )
    assert shown.text == (
        "Attacker: 5 or more kills, 3 or more forces a defender back. "
        "Defender: 5 or more kills, less forces an attacker back."
    )
    play(t, "lose 1 infantry and 0 artillery")
    shown = battle_shown(t)
    assert (shown.at, shown.sides[0].text) == (2, "1 forced back") and force(shown, 0) == {
        "infantry": 1,
        "artillery": 1,
    }


def test_all_15_4_neutral_units_and_trenches_in_the_panel_of_a_battle() -> None:
    """ALL-15.4, ALL-17.1, ALL-18.3"""
    t = lay(
        [3, 1, 1, 2], {"RUS": "RU 3", "POL": "neutral 1"}, {"RUS": "RU move"}, step="move", order="RU OT FR AH GB GE"
    )
    play(t, "send 3 infantry to POL", "go")
    shown = battle_shown(t)
    assert (shown.at, shown.sides[0].text) == (2, "1 forced back")
    assert (shown.sides[1].seat, shown.sides[1].name, shown.sides[1].text) == (-1, "Neutral units", "1 forced back")
    play(t, "retreat 1 infantry and 0 artillery")
    assert battle_shown(t).at == 3
    t = lay([1, 1, 1, 5, 1], {"WGE": "GE 3", "NFR": "FR 1"}, {"WGE": "GE move"}, "NFR>WGE", step="move")
    play(t, "send 3 infantry to NFR", "go")
    assert force(battle_shown(t), 1) == {"infantry": 1, "trench": 1}


@pytest.mark.parametrize(
    ("house", "trench", "said"),
    [
        (
            {},
            False,
            "Attacker: 5 or more kills, 3 or more forces a defender back. "
            "Defender: 5 or more kills, less forces an attacker back.",
        ),
        (
            {"dice.kill": 7, "dice.defence_kill": 7},
            False,
            "Attacker: 3 or more forces a defender back. Defender: every die forces an attacker back.",
        ),
        (
            {"dice.kill": 3, "dice.retreat": 5, "dice.defence_kill": 1, "dice.trench": 1},
            True,
            "Attacker: 3 or more kills. A defender in a trench rolls 1 die and is not forced back: every die kills.",
        ),
        (
            {"dice.kill": 7, "dice.retreat": 7},
            False,
            "Attacker: no die does anything. Defender: 5 or more kills, less forces an attacker back.",
        ),
    ],
)
def test_all_14_6_the_panel_says_what_dice_do_by_the_numbers_of_the_match(
    house: dict[str, int], trench: bool, said: str
) -> None:
    """ALL-14.6, ALL-14.7, ALL-17.1, ALL-2.10"""
    assert said_of_dice(lay([], {"WGE": "GE 2"}, options=house), trench) == said


def test_all_2_3_so_many_neutral_units_are_told_apart() -> None:
    """ALL-2.3  What has changed on the board is seen, however many neutral units there are."""
    one, other = (lay([], {"WGE": "GE 1", "BEN": units}) for units in ("neutral 32", "AH 0+1"))
    assert one.sketch() != other.sketch()
