"""Kinds, phrases and labels: from ints to words and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchland.engine.errors import UsageError
from marchland.engine.labels import Labels
from marchland.engine.sayings import phrase, say
from marchland.engine.words import KINDS, Kind, Words, describe, name_of, parse

LABELS = Labels()
LABELS.put("region", ["NOR", "SOU", "EAS"], ["North March", "South Fields", "East"])
LABELS.put("card", ["C1", "C2", "C3", "C4", "C5"], ["Storm", "Storm Surge", "Calm", "Fog", "Hail"])

MARCH = Kind("march", "march to {target} from {source} with {n}", "source:region target:region n:count")
MARCH_ALL = Kind("march_all", "march to {target} from {source}", "source:region target:region")
GIVE = Kind("give", "give {n} to {to}", "to:seat n:count")
PLAY = Kind("play", "play {card} at {region} for {who} with {n}", "card:card region:region who:seat n:count")
REST = Kind("rest", "rest")

WORDS = Words()
for each in (MARCH, MARCH_ALL, GIVE, PLAY, REST):
    WORDS.take(each, LABELS)

TOOK = phrase("X-1.2", "{who:seat} takes {target:region} with {n}")
ROLLED = phrase("X-1.3", "Dice {dice:dice}")


def back(text: str) -> int:
    return parse(WORDS, LABELS, text)


# -- packing ---------------------------------------------------------------------------------------------------------


@given(st.integers(0, 7), st.integers(0, 63), st.integers(0, 7), st.integers(0, 2047))
def test_arguments_come_out_as_they_went_in(card: int, region: int, seat: int, n: int) -> None:
    action = PLAY.of(card, region, seat, n)
    assert PLAY.values(action) == [card, region, seat, n]
    assert [PLAY.a(action), PLAY.b(action), PLAY.c(action), PLAY.d(action)] == [card, region, seat, n]
    assert action >> 23 == PLAY.number
    assert 0 <= action < 1 << 30


def test_a_count_in_last_place_takes_all_bits_that_are_left_and_neighbours_differ_by_one() -> None:
    assert GIVE.most(1) == (1 << 19) - 1
    assert MARCH.most(2) == (1 << 11) - 1
    assert MARCH.of(1, 2, 4) == MARCH.of(1, 2, 3) + 1


def test_a_count_in_last_place_has_room_beside_two_regions_and_an_arm() -> None:
    labels = Labels()
    labels.put("arm", ["foot", "horse", "cannon", "cart"])
    kind = Kind("send", "send {n} {arm} from {a} to {b}", "a:region arm:arm b:region n:count")
    Words().take(kind, labels)
    assert kind.most(3) == (1 << 9) - 1 and kind.values(kind.of(57, 3, 41, 255)) == [57, 3, 41, 255]


def test_arguments_that_do_not_fit_are_a_fault_of_the_game() -> None:
    labels = Labels()
    labels.put("huge", [str(number) for number in range(1 << 18)])
    with pytest.raises(ValueError, match="do not fit into 23 bits"):
        Words().take(Kind("push", "push {a} {b}", "a:huge b:region"), labels)


def test_a_domain_is_as_wide_as_its_labels() -> None:
    kind = Kind("draw", "draw {card}", "card:card")
    Words().take(kind, LABELS)
    assert kind.most(0) == 7
    with pytest.raises(ValueError, match="an argument ranges over 'colour', for which there are no labels"):
        Words().take(Kind("paint", "paint it {colour}", "colour:colour"), LABELS)


def test_kinds_are_numbered_on_from_the_family() -> None:
    more = Words(WORDS)
    kind = Kind("sing", "sing")
    more.take(kind, LABELS)
    assert kind.number == len(WORDS.kinds)
    assert more.kinds[: len(WORDS.kinds)] == WORDS.kinds
    assert len(WORDS.kinds) == 5  # the family does not learn its child's words


def test_kinds_of_one_name_are_one_kind() -> None:
    more = Words(WORDS)
    again = Kind("rest", "rest")
    more.take(again, LABELS)
    assert again.number == REST.number
    assert more.kinds == WORDS.kinds


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Kind("rest", "sleep"), "two kinds of action are called rest, and their words differ"),
        (Kind("give", "give {n} to {to}", "to:region n:count"), "two kinds of action are called give"),
        (Kind("doze", "rest"), "doze is said like another kind of action: 'rest'"),
    ],
)
def test_names_that_clash_are_a_fault_of_the_game(kind: Kind, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Words(WORDS).take(kind, LABELS)


def test_a_kind_of_two_games_belongs_into_their_family() -> None:
    shared = Kind("sing", "sing")
    Words(WORDS).take(shared, LABELS)
    with pytest.raises(ValueError, match="sing is carried by another game too"):
        Words().take(shared, LABELS)


def test_there_is_an_end_to_kinds() -> None:
    words = Words(None, [Kind(f"kind{number}", f"kind {number}") for number in range(KINDS)])
    with pytest.raises(ValueError, match="at most 128 kinds"):
        words.take(Kind("one_more", "one more"), LABELS)


def test_an_action_fits_its_own_kind_alone() -> None:
    assert [kind for kind in WORDS.kinds if kind.fits(GIVE.of(3, 7))] == [GIVE]


# -- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (MARCH.of(0, 1, 12), "march to SOU from NOR with 12"),
        (MARCH_ALL.of(2, 0), "march to NOR from EAS"),
        (GIVE.of(3, 7), "give 7 to 3"),
        (PLAY.of(1, 2, 4, 0), "play C2 at EAS for 4 with 0"),
        (REST.of(), "rest"),
    ],
)
def test_names_and_back(action: int, name: str) -> None:
    assert name_of(WORDS, LABELS, action) == name
    assert back(name) == action


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (MARCH.of(0, 1, 12), "march to South Fields from North March with 12"),
        (GIVE.of(1, 7), "give 7 to Ben"),
        (GIVE.of(2, 7), "give 7 to seat 2"),
        (REST.of(), "rest"),
        (99 << 23, f"action {99 << 23}"),
    ],
)
def test_actions_are_described_with_full_names(action: int, said: str) -> None:
    assert describe(WORDS, LABELS, action, ["Ann", "Ben"]) == said


@given(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2047))
def test_every_march_has_a_name_that_means_it(source: int, target: int, n: int) -> None:
    for action in (MARCH.of(source, target, n), MARCH_ALL.of(source, target)):
        assert back(name_of(WORDS, LABELS, action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "march to South Fields from North March with 3",
        "  MARCH  to\tsouth fields FROM nor with 3 ",
        "march to sou from NORTH MARCH with 003",
    ],
)
def test_full_names_any_case_and_any_spacing_are_understood(text: str) -> None:
    assert back(text) == MARCH.of(0, 1, 3)


def test_a_name_that_begins_like_another_is_understood() -> None:
    assert back("play storm at EAS for 0 with 1") == PLAY.of(0, 2, 0, 1)
    assert back("play storm surge at EAS for seat 1 with 1") == PLAY.of(1, 2, 1, 1)


def test_what_is_no_action_can_still_be_named() -> None:
    """A refusal has to say what it refuses."""
    assert name_of(WORDS, LABELS, 99 << 23) == f"action {99 << 23}"
    assert name_of(WORDS, LABELS, -1) == "action -1"
    assert name_of(WORDS, LABELS, MARCH_ALL.of(40, 0)) == "march to NOR from region 40"


def test_games_can_call_the_seats_something_else() -> None:
    labels = Labels()
    labels.put("seat", ["RED", "BLU"], ["Red", "Blue"])
    assert name_of(WORDS, labels, GIVE.of(1, 7)) == "give 7 to BLU"
    assert parse(WORDS, labels, "give 7 to blue") == GIVE.of(1, 7)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("march to SOT from NOR with 3", "There is no region called 'SOT'; did you mean SOU."),
        ("march to Sout Fields from NOR", "There is no region called 'Sout Fields'; did you mean South Fields."),
        ("march to zzz from NOR", "There is no region called 'zzz'."),
        ("march to SOU from NOR with many", "'many' is not a count; a whole number is meant there."),
        ("march to SOU from NOR with -1", "'-1' is not a count; a whole number is meant there."),
        ("march to SOU from NOR with ²", "'²' is not a count; a whole number is meant there."),
        ("march to SOU from NOR with 2048", "2048 is more than any n can be."),
        ("give 1 to 9", "9 is more than any to can be."),
        ("give 1 to nobody", "'nobody' is not a seat; a whole number is meant there."),
        ("give 99999999999 to 1", "'99999999999' is not a count; a whole number is meant there."),
        ("march", "'march' names no action. Say it like this: march to {target} from {source} with {n}."),
        ("dance", "'dance' names no action."),
        ("", "'' names no action."),
        ("rest now", "'rest now' names no action. Say it like this: rest."),
    ],
)
def test_what_cannot_be_understood_is_refused_with_a_hint(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as refused:
        back(text)
    assert str(refused.value) == sentence


def test_an_int_of_no_kind_is_refused() -> None:
    assert WORDS.kind_of(GIVE.of(1, 1)) is GIVE
    for action in (-1, 5 << 23, 1 << 40):
        with pytest.raises(UsageError, match="is not an action of this game"):
            WORDS.kind_of(action)


# -- sayings ---------------------------------------------------------------------------------------------------------


def test_sayings() -> None:
    assert say(LABELS, [TOOK, 1, 0, 5]) == "seat 1 takes North March with 5"
    assert say(LABELS, [TOOK, 1, 0, 5], ["Ann", "Bo"]) == "Bo takes North March with 5"
    assert say(LABELS, [TOOK, 2, 63, 5], ["Ann", "Bo"]) == "seat 2 takes region 63 with 5"


def test_dice_are_read_from_one_number_four_bits_to_the_die() -> None:
    assert say(LABELS, [ROLLED, 0x631]) == "Dice 6, 3, 1"
    assert say(LABELS, [ROLLED, 0]) == "Dice none"


def test_a_saying_with_too_little_stays_open_and_what_is_too_much_is_not_said() -> None:
    """Whoever plays cannot help it; the contract finds where it is said."""
    assert say(LABELS, [TOOK, 1]) == f"{say(LABELS, [TOOK, 1, 0, 5]).split(' takes ')[0]} takes … with …"
    assert say(LABELS, [TOOK, 1, 0, 5, 6]) == say(LABELS, [TOOK, 1, 0, 5])
