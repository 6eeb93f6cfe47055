"""Chance: fair, reproducible, verifiable, and the same in compiled and interpreted builds."""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from marchland.engine.dice import Dice, FairDice, ScriptedDice, commitment, dice_from_data, fast_dice
from marchland.engine.errors import RecordError, UsageError

KEY = bytes(range(32))

# Frozen: every build, compiled or interpreted, on every machine, has to draw exactly these.
FAST_WORDS = [3176365442, 3952243152, 2741398468, 1174994644]
FAST_ROLLS = [1, 4, 6, 1, 5, 3, 5, 5, 3, 3, 1, 4, 2, 5, 2, 3, 6, 6, 6, 2]
FAST_SHUFFLE = [1, 10, 2, 11, 6, 3, 0, 9, 8, 7, 4, 5]
FAIR_WORDS = [2545685138, 4132857109, 2947649576, 1364734486]
FAIR_ROLLS = [4, 4, 5, 4, 5, 4, 5, 2, 1, 5, 4, 1, 1, 5, 4, 1, 4, 1, 6, 2]
FAIR_SHUFFLE = [11, 4, 0, 3, 8, 2, 1, 6, 10, 7, 5, 9]


def all_kinds() -> list[Dice]:
    return [fast_dice(7), FairDice(KEY), ScriptedDice([1, 2, 3, 4, 5, 6, 1, 2], seed=7)]


kinds = pytest.mark.parametrize("kind", range(3), ids=["fast", "fair", "scripted"])
sources = pytest.mark.parametrize("dice", [fast_dice(11), FairDice(KEY)], ids=["fast", "fair"])


# -- frozen numbers --------------------------------------------------------------------------------------------------


def test_the_first_numbers_of_fast_dice() -> None:
    dice = fast_dice(2024)
    assert [dice.word() for _ in FAST_WORDS] == FAST_WORDS
    assert [dice.roll() for _ in FAST_ROLLS] == FAST_ROLLS
    cards = list(range(12))
    dice.shuffle(cards)
    assert cards == FAST_SHUFFLE


def test_the_first_numbers_of_fair_dice() -> None:
    dice = FairDice(KEY)
    assert [dice.word() for _ in FAIR_WORDS] == FAIR_WORDS
    assert [dice.roll() for _ in FAIR_ROLLS] == FAIR_ROLLS
    cards = list(range(12))
    dice.shuffle(cards)
    assert cards == FAIR_SHUFFLE


def test_fast_dice_are_sfc32() -> None:
    """The published generator, written down once more."""
    spread = hashlib.blake2b(b"5", digest_size=12).digest()
    a, b, c = (int.from_bytes(spread[i : i + 4], "little") for i in (0, 4, 8))
    counter = 1
    dice = fast_dice(5)
    for _ in range(1000):
        out = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a, b, c = b ^ b >> 9, c * 9 % 2**32, ((c << 21 | c >> 11) % 2**32 + out) % 2**32
        assert dice.word() == out


def test_anybody_can_check_fair_dice_from_the_key_and_the_position() -> None:
    """Word i is 4 bytes of blake2b(block number, key), 16 words to the block."""
    dice = FairDice(KEY)
    for position in range(50):
        block = hashlib.blake2b((position // 16).to_bytes(8, "little"), key=KEY).digest()
        place = position % 16 * 4
        assert dice.word() == int.from_bytes(block[place : place + 4], "little")


def test_the_commitment_is_the_sha256_of_the_key() -> None:
    assert commitment(b"marchland" * 3) == hashlib.sha256(b"marchland" * 3).hexdigest()
    assert commitment(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_fresh_keys_differ_and_bad_ones_are_refused() -> None:
    assert len({FairDice.fresh().key for _ in range(20)}) == 20
    assert len(FairDice.fresh().key) == 32
    for length in (0, 15, 65):
        with pytest.raises(UsageError, match=f"this one has {length}"):
            FairDice(bytes(length))


def test_neighbouring_seeds_do_not_resemble() -> None:
    first = {tuple(fast_dice(seed).word() for _ in range(2)) for seed in range(-200, 200)}
    assert len(first) == 400
    assert fast_dice(10**30).word() != fast_dice(10**30 + 1).word()


# -- fairness --------------------------------------------------------------------------------------------------------


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(cells: int) -> float:
    """Wilson and Hilferty: chi-square exceeds this less than once in ten thousand times."""
    k = cells - 1
    return k * (1 - 2 / (9 * k) + 3.719 * math.sqrt(2 / (9 * k))) ** 3


@sources
@pytest.mark.parametrize("n", [2, 3, 6, 7, 20, 52])
def test_numbers_are_uniform(dice: Dice, n: int) -> None:
    drawn = Counter(dice.below(n) for _ in range(600 * n))
    assert set(drawn) <= set(range(n))
    assert chi_square([drawn[value] for value in range(n)]) < limit(n)


@sources
def test_pairs_of_rolls_are_uniform(dice: Dice) -> None:
    drawn = Counter((dice.roll(), dice.roll()) for _ in range(10800))
    assert len(drawn) == 36
    assert chi_square(list(drawn.values())) < limit(36)


@sources
def test_shuffles_are_uniform(dice: Dice) -> None:
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(9600):
        cards = [0, 1, 2, 3]
        dice.shuffle(cards)
        drawn[tuple(cards)] += 1
    assert chi_square([drawn[order] for order in permutations(range(4))]) < limit(24)


class Spoken(Dice):
    """Words said one by one, to see what is done with them."""

    def __init__(self, words: list[int]) -> None:
        super().__init__()
        self.words = words

    def word(self) -> int:
        return self.words.pop(0)


def test_words_that_would_favour_some_numbers_are_drawn_again() -> None:
    # Of the 2^32 words, 2^32 mod 3 = 1 is one too many for three numbers: the word 0.
    dice = Spoken([0, 0, 2**32 - 1, 1])
    assert dice.below(3) == 2
    assert dice.below(3) == 0
    assert dice.draws == 2
    assert Spoken([0]).below(4) == 0  # none too many


def test_every_number_of_an_odd_range_has_the_same_number_of_words() -> None:
    """Of n * k words in even steps, exactly k give each number."""
    n, k = 5, 40
    step = 2**32 // (n * k)
    drawn = Counter(Spoken([step * i + step // 2]).below(n) for i in range(n * k))
    assert drawn == dict.fromkeys(range(n), k)


def test_shuffles_keep_what_they_shuffle() -> None:
    dice = fast_dice(3)
    for length in range(10):
        cards = list(range(length))
        dice.shuffle(cards)
        assert sorted(cards) == list(range(length))
    assert dice.draws == sum(max(length - 1, 0) for length in range(10))


def test_what_is_drawn_is_counted_and_heard() -> None:
    dice = fast_dice(3)
    dice.below(6)
    assert dice.draws == 1
    dice.heard = []
    numbers = [dice.below(6), dice.roll() - 1, dice.below(40)]
    assert dice.heard == numbers
    assert dice.draws == 4


# -- copies and saving -----------------------------------------------------------------------------------------------


def draw_some(dice: Dice) -> list[int]:
    cards = list(range(9))
    dice.shuffle(cards)
    return [dice.roll(), *cards, dice.below(1000), dice.roll()]


@kinds
@pytest.mark.parametrize("position", [0, 1, 15, 16, 17, 40])
def test_copies_and_saved_dice_go_on_the_same_and_apart(kind: int, position: int) -> None:
    dice = all_kinds()[kind]
    dice.roll()
    for _ in range(position):
        dice.below(10)
    data = json.loads(json.dumps(dice.to_data()))
    twin, loaded = dice.copy(), dice_from_data(data)
    assert type(twin) is type(loaded) is type(dice)
    drawn = draw_some(dice)
    assert dice.to_data() != data
    assert twin.to_data() == loaded.to_data() == data
    assert draw_some(twin) == draw_some(loaded) == drawn
    assert twin.to_data() == loaded.to_data() == dice.to_data()
    assert twin.draws == loaded.draws == dice.draws


# -- scripts ---------------------------------------------------------------------------------------------------------


def test_a_script_is_read_roll_by_roll() -> None:
    faces = [6, 1, 3]
    dice = ScriptedDice(faces)
    dice.heard = []
    assert [dice.roll(), dice.roll(), dice.roll()] == [6, 1, 3]
    assert dice.heard == [5, 0, 2]
    assert dice.draws == 3
    assert faces == [6, 1, 3]
    with pytest.raises(UsageError, match="used up, but another roll is due"):
        dice.roll()


@pytest.mark.parametrize(("face", "sides"), [(7, 6), (0, 6), (-1, 6), (5, 4)])
def test_a_script_cannot_say_what_the_die_does_not_have(face: int, sides: int) -> None:
    with pytest.raises(UsageError, match=f"says {face}, but the die has {sides} sides"):
        ScriptedDice([face]).roll(sides)


def test_shuffles_of_scripted_dice_come_from_their_seed() -> None:
    orders = []
    for seed in (1, 1, 2):
        cards = list(range(20))
        ScriptedDice([], seed).shuffle(cards)
        orders.append(cards)
    assert orders[0] == orders[1] != orders[2]


def test_a_script_picks_and_shuffles_in_order() -> None:
    dice = ScriptedDice([6], picks=[2, 0], shuffles=[[], [3, 1, 3]])
    dice.heard = []
    first, second = list(range(8)), [1, 2, 3, 3, 4]
    assert dice.below(3) == 2
    dice.shuffle(first)
    assert sorted(first) == list(range(8))
    dice.shuffle(second)
    assert second[:-4:-1] == [3, 1, 3] and sorted(second) == [1, 2, 3, 3, 4]
    assert (dice.roll(), dice.below(1)) == (6, 0)
    assert dice.heard[0] == 2 and dice.heard[-2:] == [5, 0] and len(dice.heard) == dice.draws


@pytest.mark.parametrize(
    ("dice", "draw", "fault"),
    [
        (ScriptedDice(picks=[4]), lambda dice: dice.below(4), "The script picks 4, but .* is 0 to 3"),
        (ScriptedDice(picks=[-1]), lambda dice: dice.below(4), "The script picks -1"),
        (ScriptedDice(picks=[]), lambda dice: dice.below(4), "The script of the picks is used up, but one of 4 is due"),
        (ScriptedDice(shuffles=[]), lambda dice: dice.shuffle([1, 2]), "used up, but 2 are to be shuffled"),
        (ScriptedDice(shuffles=[[7]]), lambda dice: dice.shuffle([2, 1]), r"shuffles 7 .* not among \[1, 2\]"),
        (ScriptedDice(shuffles=[[1, 1]]), lambda dice: dice.shuffle([2, 1]), "shuffles 1 to the top"),
    ],
)
def test_a_script_that_cannot_be_says_so_and_stays(dice: Dice, draw: Callable[[Dice], object], fault: str) -> None:
    before = dice.to_data()
    with pytest.raises(UsageError, match=fault):
        draw(dice)
    assert dice.to_data() == before


# -- refusals --------------------------------------------------------------------------------------------------------

FAST = {"kind": "fast", "state": [1, 2, 3, 4], "draws": 0}
FAIR = {"kind": "fair", "key": KEY.hex(), "position": 3, "draws": 3}
SCRIPTED = {"kind": "scripted", "faces": [1], "rest": FAST, "picks": [3], "shuffles": [[1, 2]], "draws": 0}


@pytest.mark.parametrize("data", [FAST, FAIR, SCRIPTED], ids=["fast", "fair", "scripted"])
def test_these_are_dice(data: dict[str, object]) -> None:
    assert dice_from_data(data).to_data() == data


@pytest.mark.parametrize(
    "data",
    [
        None,
        [1, 2],
        {},
        {"kind": "loaded"},
        {**FAST, "state": [1, 2, 3]},
        {**FAST, "state": [1, 2, 3, "4"]},
        {**FAST, "state": [1, 2, 3, -4]},
        {**FAST, "draws": None},
        {"kind": "fast", "draws": 0},
        {**FAIR, "key": "xyz"},
        {**FAIR, "key": 5},
        {**FAIR, "key": "00ff"},
        {**FAIR, "position": "3"},
        {**FAIR, "position": -1},
        {**SCRIPTED, "faces": "123"},
        {**SCRIPTED, "picks": 3},
        {**SCRIPTED, "shuffles": [1]},
        {**SCRIPTED, "rest": None},
        {**SCRIPTED, "rest": FAIR},
    ],
)
def test_these_are_not(data: object) -> None:
    with pytest.raises(RecordError, match=r"dice") as refused:
        dice_from_data(data)
    assert str(refused.value).endswith(".")
