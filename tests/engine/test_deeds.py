"""Deeds and the steps that carry them: what is bound together when a game is made, and what is amiss is said then."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from bazaar.game import GAME
from bazaar.steps import GIVE, SALES, STALLS
from bazaar.table import Bazaar
from marchland.engine.deed import UNCARRIED, Deed
from marchland.engine.dice import fast_dice
from marchland.engine.errors import EngineError, IllegalAction
from marchland.engine.game import Game
from marchland.engine.labels import Labels
from marchland.engine.sayings import phrase
from marchland.engine.sealed import Sealed
from marchland.engine.step import Step, bind
from marchland.engine.words import Kind, Words
from marchland.games.campus.game import GAME as CAMPUS

TAGS = count()


class SwimFar(Deed[Bazaar]):
    words = ["swim {n}", "n:count", "far"]


class Run(Deed[Bazaar]):
    words = ["run"]


class Jog(Deed[Bazaar]):
    words = ["run"]


class Waits(Step[Bazaar]):
    def resume(self, t: Bazaar) -> None:
        t.finish()


@pytest.fixture(autouse=True)
def _leave_nothing_uncarried() -> Iterator[None]:
    before = UNCARRIED[:]
    yield
    UNCARRIED[:] = before


def step(*deeds: Deed[Any]) -> Step[Bazaar]:
    return Step(f"test.{next(TAGS)}", "Test", "", deeds)


def bound(*steps: Step[Bazaar], beside: list[Deed[Any]] | None = None) -> Words:
    words = Words()
    bind(steps, beside or [], words, Labels(), __name__)
    return words


def test_a_deed_is_known_by_the_name_of_its_class() -> None:
    swim = SwimFar()
    assert (swim.name, swim.pattern, swim.arguments, swim.note) == ("swim_far", "swim {n}", [("n", "count")], "far")


def test_a_deed_made_like_a_kind_has_its_words() -> None:
    kind = Kind("crawl", "crawl {n}", "n:count")
    crawl = Run(kind)
    assert (crawl.name, crawl.pattern, crawl.arguments) == ("crawl", "crawl {n}", [("n", "count")])
    words = bound(step(crawl), step(SwimFar()))
    assert [known.name for known in words.kinds] == ["crawl", "swim_far"]
    assert crawl.most(0) == (1 << 19) - 1


def test_kinds_are_numbered_as_the_steps_list_them() -> None:
    swim, run = SwimFar(), Run()
    assert [kind.name for kind in bound(step(run), step(run, swim)).kinds] == ["run", "swim_far"]
    assert (run.number, swim.number) == (0, 1)


def test_steps_carry_out_the_same_kind_in_their_own_ways() -> None:
    one, other = Run(), Run()
    here, there = step(one), step(other)
    bound(here, there)
    assert one.number == other.number
    assert here.by_kind[one.number] is one
    assert there.by_kind[one.number] is other


def test_a_chapter_adds_its_deeds_to_a_step_that_stands_elsewhere() -> None:
    carrying, swim = step(Run()), SwimFar()
    carrying.add([swim])
    bound(carrying)
    assert carrying.carries(swim.number)
    assert [deed.name for deed in carrying.deeds] == ["run", "swim_far"]


def test_options_must_rise() -> None:
    swim, run = SwimFar(), Run()
    with pytest.raises(ValueError, match=r"test\.\d+ lists swim_far behind a deed of a higher number"):
        bound(step(swim, run), step(run, swim))


def test_a_deed_that_no_step_carries() -> None:
    SwimFar()
    with pytest.raises(ValueError, match="no step carries swim_far"):
        bound(step(Run()))


def test_a_deed_beside_the_decisions_is_carried() -> None:
    swim = SwimFar()
    bound(step(Run()), beside=[swim])
    assert swim.number == 1


def test_a_step_that_asks_and_carries_nothing() -> None:
    with pytest.raises(ValueError, match=r"test\.\d+ asks somebody and carries no deed"):
        bound(step())
    with pytest.raises(ValueError, match=r"test\.\d+ asks somebody and carries no deed"):
        bound(Sealed(f"test.{next(TAGS)}"))
    bound(Waits(f"test.{next(TAGS)}"))


def test_words_that_clash() -> None:
    with pytest.raises(ValueError, match="jog is said like another kind of action: 'run'"):
        bound(step(Run(), Jog()))


def test_two_steps_of_one_tag() -> None:
    with pytest.raises(ValueError, match=r"two steps are tagged bazaar\.sales"):
        Waits("bazaar.sales")


def test_what_is_done_beside_a_decision_is_the_same_kind() -> None:
    """BAZ-7.3"""
    hands = [["tea6"], [], []]
    t = GAME.position(
        {"seats": 3, "step": "sales", "coins": [9, 9, 9], "hands": hands, "options": {"gifts": "anytime"}}
    )
    assert t.step() is SALES
    assert not SALES.carries(GIVE.number)
    assert [action for action in t.asides(0) if GIVE.fits(action)] == [GIVE.of(1), GIVE.of(2)]


def test_refusals_come_from_the_deed_from_the_step_or_from_the_deed_elsewhere() -> None:
    """CAM-2.3, CAM-1.6"""
    position = {"seats": 4, "rooms": {"PHY": [0, 3]}, "rest": [1, 1], "fallen": [2, 3]}
    placing = CAMPUS.position({**position, "step": "place", "to_place": 2})
    moving = CAMPUS.position({**position, "step": "move"})
    for t, action, sentence in (
        (placing, "place 9 in PHY", "You can place 1 to 2 troops"),
        (placing, "end turn", "First place all 2 troops that you received"),
        (moving, "place 1 in PHY", "There are no troops left to place"),
    ):
        with pytest.raises(IllegalAction, match=sentence):
            t.play(0, CAMPUS.parse(action))


# -- options that are kept -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [CAMPUS, GAME], ids=["campus", "bazaar"])
def test_options_are_kept_until_the_table_moves(game: Game) -> None:
    t = game.deal(3, seed=2)
    chooser = fast_dice(1)
    for _ in range(60):
        if t.over:
            break
        for seat in t.deciders():
            assert t.options(seat).actions() == t.copy().options(seat).actions()
        seat = t.deciders()[int(chooser.below(len(t.deciders())))]
        kept = t.options(seat)
        assert t.options(seat) is kept
        before = kept.actions()
        t.play(seat, kept[int(chooser.below(len(kept)))])
        if not t.over:
            t.options(t.deciders()[0])
        assert kept.actions() == before  # whoever holds on to them


def test_an_offer_or_its_answer_lets_options_be_found_anew() -> None:
    t = GAME.position({"seats": 3, "step": "market", "coins": [9, 9, 9]})
    seat = t.deciders()[0]
    before = len(t.options(seat))
    other = (seat + 1) % 3
    t.make_offer(seat, other, [5], [])
    t.play(other, GAME.parse("accept offer 1"))
    assert len(t.options(seat)) == before - 5


def test_nothing_is_on_an_empty_agenda() -> None:
    t = GAME.prepared(3, {})
    assert t.depth() == 0
    with pytest.raises(EngineError, match="nothing is on the agenda"):
        t.step()


def test_stalls_list_their_deeds() -> None:
    """BAZ-4.1"""
    assert [deed.name for deed in STALLS.deeds] == ["lay", "lift", "ready"]


class Onward(Deed[Bazaar]):
    words = ["onward"]
    forward = True


class Ahead(Deed[Bazaar]):
    words = ["ahead"]
    forward = True


def test_a_step_has_one_way_forward() -> None:
    with pytest.raises(ValueError, match="has more than one way forward: onward and ahead"):
        bound(step(Onward(), Ahead()))


def test_a_deed_that_is_not_compiled_says_its_effect() -> None:
    """What stands in a class alone is found, in a step that is compiled as well."""
    loud = phrase("", "It is loud")

    class Shout(Deed[Bazaar]):
        words = ["shout"]
        effect = loud
        grave = True

    t = GAME.deal()
    assert Shout().effect_at(t, 0) == [loud] and Shout().grave
    assert Run().effect_at(t, 0) == [] and not Run().grave
