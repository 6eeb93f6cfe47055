"""What designers get wrong is found, and said in a sentence with the match that shows it.

Every game here has a name, and so clauses and steps, of its own: none can be taken back in one process."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from contract.variants import sample, shortest
from marchland.contract import CHECKS, Fault, check, trial
from marchland.engine.errors import MarchlandError
from marchland.engine.game import Game
from marchland.games import load


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
        "numbered",
        "rounds.py",
        "The card is spent, whether",
        "1 card is spent, whether",
        "effects",
        "The effect '1 card is spent, whether you get through or not' has a number that no house rule turns",
    ),
    Slip(
        "sketchy",
        "table.py",
        "    def depict(self",
        "    def sketch(self) -> list[int]:\n        return self.owner[:]\n\n    def depict(self",
        "board",
        "after the last event, or sketch does not notice; tell what happened once it has happened",
    ),
    Slip(
        "alike",
        "table.py",
        "    def depict(self",
        "    def sees_alike(self, seat: int) -> bool:\n        return True\n\n    def depict(self",
        "pictures",
        "sees_alike, and its picture is not that of the spectators",
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
    Slip(
        "citing",
        "rounds.py",
        'NO_SUCH_CARD: Final = phrase("CIT-3.2"',
        'NO_SUCH_CARD: Final = phrase("RID-3.2"',
        "refusals",
        "cites RID-3.2, which the rulebook does not have (seed 0, ",
    ),
    Slip(
        "strayed",
        "rounds.py",
        "FULL_HAND: Final = NUMBERS.one(",
        "MORE: Final = type(NUMBERS)()\nFULL_HAND: Final = MORE.one(",
        "numbers",
        "Number cards.hand is not among the numbers of the game: it is not given MORE (rounds.py).",
    ),
    Slip(
        "needless",
        "rounds.py",
        "len(t.cards[seat]) < FULL_HAND.of(t)",
        "len(t.cards[seat]) < 3",
        "numbers",
        "Number cards.hand is declared as FULL_HAND (rounds.py) and read nowhere.",
    ),
    Slip(
        "engraved",
        "cards.toml",
        'text = "Your march is {strength} stronger."\neffect = { strength = 2 }',
        'text = "Your march is 2 stronger."\neffect = { strength = 2 }',
        "numbers",
        "The card Guide says 2 whatever card.Guide.strength is turned to: its text needs the gap {strength}.",
    ),
    Slip(
        "brittle",
        "rounds.py",
        "return 1 + int(STRENGTH.of(t, card))",
        "return 1 + 2 // int(STRENGTH.of(t, card))",
        "house rules",
        "With card.Rope.strength 0 instead of 1 'march to ",
    ),
    Slip(
        "overflowing",
        "rounds.py",
        "= int(FIRST_SCOUTS.of(t))",
        "= int(FIRST_SCOUTS.of(t)) % 9",
        "house rules",
        "With scouts.first 9 instead of 2 a law is broken: in ",
    ),
    Slip(
        "peeking",
        "rounds.py",
        "cards = sorted(set(t.cards[seat]))",
        "cards = sorted(set(t.cards[seat]) & set(t.cards[(seat + 1) % t.seats]))",
        "secrets",
        "can tell what it imagines from the truth: among its options 'march to ",
    ),
    Slip(
        "blabbing",
        "rounds.py",
        "t.tell_seats(1 << seat, DRAWN, card)",
        "t.tell(DRAWN, card)",
        "two truths",
        "hears what it does not see: 'You draw Guide' on one of two tables that look the same to it, 'You draw Rope'",
    ),
    Slip(
        "drained",
        "rounds.py",
        "if card >= 0:",
        "if card >= -1:",
        "sayings",
        "What is told names a card that does not exist, -1 for card: 'You draw card -1' (seed ",
    ),
    Slip(
        "departing",
        "rounds.py",
        "        t.tell(NEW_ROUND, t.round)\n",
        "        t.tell(NEW_ROUND, t.round)\n        raise SystemExit\n",
        "playing",
        "A match cannot be dealt: SystemExit (departing/rounds.py, line ",
    ),
    Slip(
        "meddling",
        "game.py",
        "        return worth(t, seat) - max",
        "        t.scouts.sort()\n        return worth(t, seat) - max",
        "worth",
        "Evaluate changes the table that it looks at (seed 0, ",
    ),
    Slip(
        "studious",
        "game.py",
        '(seat, "home", BOARD',
        '(seat, "corner", BOARD',
        "ends",
        "Study tells 'corner' of seat 0, which is not among the facts of the game (seed 0, ",
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


def test_an_action_that_changes_nothing_is_found(tmp_path: Path) -> None:
    passage = "        t.tell(GUESSED"
    game = shortest(
        "void", tmp_path, {"game.py": (passage, f"        if self.a(action) == 3:\n            return\n{passage}")}
    )
    (found,) = faults(game, "playing")
    assert found.sentence == "'guess 3' of seat 0 changes nothing at void.ask"


ROUNDS = "        t.round += 1\n        t.tell(NEW_ROUND, t.round)\n        t.call(ROUND)\n"


@pytest.mark.parametrize(
    ("name", "instead", "sentence"),
    [
        ("swinging", "        t.call(DRAW)\n", "a match cannot be dealt: swinging.draw never comes to a decision"),
        (
            "vanishing",
            "        t.finish()\n",
            "a match cannot be dealt: the last step has finished, and the match is not over",
        ),
    ],
)
def test_steps_that_lead_nowhere_are_found(tmp_path: Path, name: str, instead: str, sentence: str) -> None:
    """Two that follow each other for ever, and none that ends the match."""
    (found,) = faults(sample(name, tmp_path, {"rounds.py": (ROUNDS, instead)}), "playing")
    assert found.sentence == sentence


def test_a_loop_is_found_and_nothing_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is, there is nothing more to look at."""
    monkeypatch.setattr(trial, "PATIENCE", 0.3)
    looping = f"        while t.round >= 0:\n            pass\n{ROUNDS}"
    game = sample("circling", tmp_path, {"rounds.py": (ROUNDS, looping)})
    done: list[str] = []
    (found,) = check(game, progress=lambda one, faults: done.append(one.name))
    assert "does not come to an end within 0.3 seconds (circling/rounds.py, line " in found.sentence
    assert done[-1] == "playing"


def test_a_row_of_numbers_that_nobody_reads_is_found(tmp_path: Path) -> None:
    rules = ("return 1 + int(STRENGTH.of(t, card))", "return 2")
    bots = ("sum(int(STRENGTH.of(t, card)) for card in t.cards[seat])", "len(t.cards[seat])")
    (found,) = faults(sample("wasted", tmp_path, {"rounds.py": rules, "game.py": bots}), "numbers")
    assert found.sentence == "a row of numbers is declared as STRENGTH (table.py) and read nowhere"


def test_what_is_wrong_by_the_rulebook_already_is_not_said_of_house_rules(tmp_path: Path) -> None:
    game = sample("hopeless", tmp_path, {"rounds.py": ("t.scouts[target] = abs(left)", "t.scouts[target] = left")})
    assert faults(game, "laws") and not faults(game, "house rules")


@pytest.mark.parametrize(
    ("name", "file", "change", "sentence"),
    [
        ("generous", "table.py", ('default="6"', 'default="20"'), "Option rounds cannot be '20'; allowed: 3 to 12."),
        (
            "outside",
            "table.py",
            ('"OUT-4.1", 2, 0, 9', '"OUT-4.1", 2, 3, 9'),
            "The number points.row is 2, which is not",
        ),
        ("doubled", "board.toml", ('code = "NEE"', 'code = "FRO"'), "the region code 'FRO' is used twice."),
    ],
)
def test_what_cannot_be_is_a_sentence_when_the_game_is_imported(
    tmp_path: Path, name: str, file: str, change: tuple[str, str], sentence: str
) -> None:
    with pytest.raises(MarchlandError, match=re.escape(sentence)):
        sample(name, tmp_path, {file: change})


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


def test_a_way_forward_that_is_not_marked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("campus")
    (end,) = [deed for step in game.steps for deed in step.deeds if deed.name == "end_turn"]
    monkeypatch.setattr(end, "forward", False)
    (fault, *_) = faults(game, "way on")
    assert "End_turn ends campus.move, where one may go on, and is not marked as the way forward" in str(fault)
