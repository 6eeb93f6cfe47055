"""What holds for every game, held against Capitals."""

import random

import pytest

from engine import playing, test_contract, test_non_interference
from marchland.engine.table import Table
from marchland.games.capitals.game import GAME
from marchland.games.capitals.sight import CapitalsTable

CONTRACT = [
    test_contract.test_options_are_for_deciders_and_for_nobody_else,
    test_contract.test_options_are_sorted_and_agree_with_themselves,
    test_contract.test_every_action_has_a_name_of_its_own,
    test_contract.test_everybody_is_told_what_is_going_on,
    test_contract.test_events_change_nothing,
    test_contract.test_copies_are_independent,
    test_contract.test_a_saved_table_is_the_same_and_goes_on_the_same,
    test_contract.test_the_same_seed_gives_the_same_match,
    test_contract.test_fair_dice_play_like_any_others,
    test_contract.test_nothing_is_lost_or_made_from_nothing,
    test_contract.test_every_match_ends_and_ranks_everybody,
    test_contract.test_what_is_no_option_is_refused_and_changes_nothing,
    test_contract.test_views_are_plain_and_do_not_hang_on_the_table,
    test_contract.test_a_secret_choice_taken_back_and_made_again_leaves_no_trace,
    test_non_interference.test_a_seat_cannot_tell_an_imagined_table_from_the_true_one,
    test_non_interference.test_imagined_tables_can_be_played_on,
    test_non_interference.test_the_same_dice_imagine_the_same_table,
]
MATCHES = [(3, 3), (4, 1), (5, 4), (6, 2)]


def assets_of(t: Table, seat: int, rng: random.Random) -> list[int]:
    assert isinstance(t, CapitalsTable)
    found = [rng.randrange(0, 4)] if rng.random() < 0.6 else []
    if t.hands[seat] and rng.random() < 0.5:
        found.append(1 << 8 | rng.choice(t.hands[seat]))
    return found if rng.random() < 0.9 else [*found, rng.randrange(-600, 1200)]


@pytest.fixture(autouse=True)
def deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "assets_of", assets_of)


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__.removeprefix("test_"))
def test_contract_of_the_engine(check: object, seats: int, seed: int) -> None:
    assert callable(check)
    check(GAME, seats, seed)
