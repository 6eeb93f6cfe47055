"""What designers get wrong is found, and said in a sentence with the match that shows it.

Every game here has a name, and so clauses and steps, of its own: none can be taken back in one process."""

from pathlib import Path
from typing import NamedTuple

import pytest

from contract.variants import sample, shortest
from marchland.contract import CHECKS, Fault, check
from marchland.engine.game import Game


def faults(game: Game, name: str) -> list[Fault]:
    (one,) = [one for one in CHECKS if one.name == name]
    return one.faults(game, range(9))


class Slip(NamedTuple):
    name: str  # of the game that has it
    file: str
    passage: str
    instead: str
    check: str
    sentence: str


SLIPS = [
    Slip(
        "sketchy",
        "table.py",
        "    def depict(self",
        "    def sketch(self) -> list[int]:\n        return self.owner[:]\n\n    def depict(self",
        "board",
        "after the last event, or sketch does not notice; tell what happened once it has happened",
    ),
    Slip(
        "undeclared",
        "rounds.py",
        "        t.round += 1\n",
        "        t.round += 1\n        t.weather = 3\n",
        "attributes",
        "an attribute 'weather' that Undeclared does not declare, so that copies and saved matches lose it",
    ),
    Slip(
        "wordy",
        "table.py",
        "self.home = [NOBODY] * self.seats",
        "self.home = {0: 1}",
        "attributes",
        "}; a table is made of whole numbers, bools, lists of them, and Cards",
    ),
    Slip(
        "shared",
        "table.py",
        "twin.owner = self.owner[:]",
        "twin.owner = self.owner",
        "copies",
        "What happens on the table happens on its copy as well: owner[",
    ),
    Slip("forgetful", "table.py", "        twin.home = self.home[:]\n", "", "copies", "Copy leaves out 'home'"),
    Slip(
        "falling",
        "rounds.py",
        "cards = sorted(set(t.cards[seat]))",
        "cards = sorted(set(t.cards[seat]), reverse=True)",
        "order",
        "do not rise: 'march to FRO with Guide' stands before 'march to FRO with Rope'",
    ),
    Slip(
        "impossible",
        "rounds.py",
        "cards = sorted(set(t.cards[seat]))",
        "cards = [0]",
        "playing",
        ", but carrying it out raises ValueError: list.remove(x): x not in list (impossible/rounds.py, line ",
    ),
    Slip(
        "endless",
        "rounds.py",
        "        t.call(ROUND)\n",
        "        t.round -= 1\n",
        "playing",
        "A match cannot be dealt: endless.rounds never comes to a decision",
    ),
    Slip(
        "leaky",
        "table.py",
        "                if self.sees(seat, other)\n",
        "",
        "secrets",
        "can tell what it imagines from the truth: in its picture hand",
    ),
    Slip(
        "openhanded",
        "table.py",
        "self.cards[other][:] if self.sees(seat, other) else []",
        "self.cards[other][:]",
        "secrets",
        "can tell what it imagines from the truth: in its view table.hands[",
    ),
    Slip(
        "unlisted",
        "rounds.py",
        "MARCH: Final = March()\n",
        'class Rest(Deed[Unlisted]):\n    words = ["rest"]\n\n\nMARCH: Final = March()\n',
        "deeds",
        "No step carries the deed Rest (rounds.py).",
    ),
    Slip(
        "idle",
        "rounds.py",
        "class Plan(Sealed[Idle]):\n",
        "class Wait(Step[Idle]):\n    pass\n\n\nWAIT: Final = Wait('idle.wait', 'Wait', 'IDL-2.1', [MARCH])\n\n\n"
        "class Plan(Sealed[Idle]):\n",
        "deeds",
        "Step idle.wait (rounds.py) is not among the steps of the game.",
    ),
    Slip(
        "speechless",
        "rounds.py",
        "t.tell(TAKES, seat, target, left)",
        "t.tell(TAKES, seat, target)",
        "sayings",
        "What is told has 2 of its 3 arguments: '{who} takes {target} with {n}'",
    ),
    Slip(
        "wordless",
        "rounds.py",
        "t.tell(HOLDS, holder, target, -left)",
        "t.tell(HOLDS, holder)",
        "phrases",
        "HOLDS is said with 1 of its 3 arguments: '{who} holds {target} with {n}'.",
    ),
    Slip(
        "misplaced",
        "rounds.py",
        "t.tell(AT_HOME, seat, corners[seat])",
        "t.tell(AT_HOME, corners[seat], seat)",
        "sayings",
        "What is told names a seat that does not exist, ",
    ),
    Slip(
        "asking",
        "rounds.py",
        "        return [OUT_OF_REACH, self.a(action)]",
        "        return [OUT_OF_REACH, self.a(action)] if t.owner[self.a(action)] else []",
        "refusals",
        "Asked why 'march to region 63' of seat ",
    ),
    Slip(
        "curt",
        "rounds.py",
        'phrase("CUR-3.1", "{target:region} is not yours',
        'phrase("", "{target:region} is not yours',
        "refusals",
        "is refused without a clause: '",
    ),
    Slip(
        "knowing",
        "table.py",
        "        self.cards.imagine(seat, self.dice, 0, [])\n",
        "        pass\n",
        "imagining",
        "Imagine leaves 'cards' as they are: bots would know the cards of the others",
    ),
    Slip(
        "lawless",
        "rounds.py",
        "t.scouts[target] = abs(left)",
        "t.scouts[target] = left",
        "laws",
        "A law is broken: in ",
    ),
    Slip(
        "unwritten",
        "RULES.md",
        "**UNW-3.3**",
        "**UNW-3.9**",
        "rulebook",
        "Carry_out (unwritten/rounds.py, line ",
    ),
    Slip("unsaid", "RULES.md", "| 3 to 12 |", "| 3 to 20 |", "rulebook", "does not say that option rounds can be 12."),
    Slip(
        "remembering",
        "rounds.py",
        "        corners = CORNERS[:]\n        t.dice.shuffle(corners)\n",
        "        CORNERS.reverse()\n        corners = CORNERS[:]\n",
        "seeds",
        "The same seed and the same decisions give two matches: ",
    ),
    Slip(
        "nameless",
        "rounds.py",
        '["march to {target}", ',
        '["march to {place}", ',
        "names",
        "'march to {place}' has other gaps than march has arguments, which are target",
    ),
    Slip(
        "handed_out",
        "table.py",
        '"owner": self.owner[:],',
        '"owner": self.owner,',
        "views",
        "hangs on the table: whoever changes it changes the match",
    ),
    Slip(
        "halfdrawn",
        "table.py",
        'Fact(self.points(other), "point", "points")',
        'Fact(f"{self.points(other)}", "point", "points")',
        "pictures",
        "cannot be drawn: seats[0].facts[0].value is '1', and no int",
    ),
]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_slip_is_found_and_said(slip: Slip, tmp_path: Path) -> None:
    game = sample(slip.name, tmp_path, {slip.file: (slip.passage, slip.instead)})
    found = faults(game, slip.check)
    assert found
    assert any(slip.sentence in str(fault) for fault in found), found
    for fault in found:
        assert str(fault).endswith(".") and "\n" not in str(fault)
        # The same match shows it again, at the same decision.
        if fault.seed is not None:
            (one,) = [one for one in CHECKS if one.name == slip.check]
            (again,) = one.faults(game, [fault.seed])
            assert (again.seats, again.decision, again.last) == (fault.seats, fault.decision, fault.last)


def test_a_deed_that_is_made_and_carried_nowhere_is_said_when_the_game_is_imported(tmp_path: Path) -> None:
    passage = "MARCH: Final = March()\n"
    made = f'class Rest(Deed[Uncarried]):\n    words = ["rest"]\n\n\nREST: Final = Rest()\n{passage}'
    with pytest.raises(ValueError, match="no step carries rest"):
        sample("uncarried", tmp_path, {"rounds.py": (passage, made)})


def test_a_match_without_a_decision_is_found(tmp_path: Path) -> None:
    passage = "        t.finish()\n"
    game = shortest("stopped", tmp_path, {"game.py": (passage, "        t.end([1, 1])\n")})
    (found,) = faults(game, "playing")
    assert found.sentence == "the match is over before anybody has decided anything"


def test_a_match_that_never_ends_is_found(tmp_path: Path) -> None:
    """However short its decisions are."""
    passage = "        t.end([1, 2] if self.a(action) == t.lots[1] else [2, 1])\n"
    (found,) = faults(shortest("unending", tmp_path, {"game.py": (passage, "")}), "ends")
    assert found.sentence == "the match does not end within 100,000 decisions; it is at unending.ask"


def test_a_secret_of_ones_own_making_that_is_not_imagined_is_found(tmp_path: Path) -> None:
    """No card, no sealed choice: a list that the game itself hides."""
    passage = "self.lots[other] = int(self.dice.roll(3))"
    (found,) = faults(shortest("true_ish", tmp_path, {"game.py": (passage, "pass")}), "two truths")
    assert found.sentence.startswith(
        "imagine keeps what seat -1 cannot know: of two tables that it cannot tell apart lots["
    )


def test_a_secret_in_the_picture_alone_is_found(tmp_path: Path) -> None:
    passage = "        lots = [lot if self.sees(seat, other) else 0 for other, lot in enumerate(self.lots)]\n"
    found = faults(shortest("painted", tmp_path, {"game.py": (passage, "        lots = self.lots\n")}), "two truths")
    assert "is shown different things: in its picture seats[" in str(found)


def test_the_shortest_game_keeps_every_promise(tmp_path: Path) -> None:
    """One decision, and the match is over."""
    assert check(shortest("quick", tmp_path, {}), matches=6) == []
