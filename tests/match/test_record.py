"""Records replay, verify, resume; and the least alteration shows."""

import json
import random

import pytest

from marchland import load
from marchland.engine import record
from marchland.engine.dice import FairDice, fast_dice
from marchland.engine.errors import RecordError
from marchland.engine.match import Match

CAMPUS = load("campus")


def played(decisions: int = 100000, rounds: int = 5, fair: bool = True) -> Match:
    dice = FairDice(bytes(range(32))) if fair else fast_dice(3)
    match = Match(CAMPUS, 3, {"max_rounds": rounds}, dice, ["Ann", "Ben", "Cy"])
    chooser = fast_dice(11)
    while not match.table.over and len(match.entries) < decisions:
        seat = match.table.deciders()[0]
        options = match.table.options(seat)
        match.play(seat, int(options.at(chooser.below(options.total))))
    return match


@pytest.fixture(scope="module")
def text() -> str:
    return record.write(played())


def test_a_record_verifies(text: str) -> None:
    match = record.verify(record.read(text), CAMPUS)
    assert match.table.over
    assert record.write(match) == text


@pytest.mark.parametrize("fair", [True, False])
def test_an_open_record_resumes_to_the_same_end(fair: bool) -> None:
    half = record.resume(record.read(record.write(played(60, fair=fair))), CAMPUS)
    assert not half.table.over
    whole = played(fair=fair)
    for entry in whole.entries[60:]:
        half.play(entry.seat, entry.action)
    assert half.table.fingerprint() == whole.table.fingerprint()


def test_snapshots_stand_in_the_record() -> None:
    match = played(rounds=12)
    lines = [json.loads(line) for line in record.write(match).splitlines()]
    snapshots = [line for line in lines if "snapshot" in line]
    assert [line["snapshot"] for line in snapshots] == list(range(100, len(match.entries) + 1, 100))
    assert CAMPUS.from_data(snapshots[0]["table"]).to_data() == snapshots[0]["table"]


def test_after_a_change_of_rules_the_last_snapshot_goes_on() -> None:
    lines = record.write(played(130, rounds=12)).splitlines()
    told = [json.loads(line) for line in lines]
    told[0]["rules"] = "0.9"
    older = resealed(told)
    with pytest.raises(RecordError, match=r"rules 0\.9"):
        record.verify(record.read(older), CAMPUS)
    match = record.resume(record.read(older), CAMPUS)
    assert match.table.to_data() == next(line["table"] for line in told if "snapshot" in line)
    # What goes on from a snapshot has a record of its own that verifies.
    seat = match.table.deciders()[0]
    match.play(seat, match.table.options(seat)[0])
    assert record.verify(record.read(record.write(match)), CAMPUS).table == match.table


def resealed(lines: list[dict[str, object]]) -> str:
    """A forger can make the marks fit again; the rules and the dice still tell."""
    mark, text = "", []
    for line in lines:
        line.pop("mark", None)
        mark = record.mark_of(mark, line)
        text.append(json.dumps({**line, "mark": mark}))
    return "\n".join(text) + "\n"


def test_any_altered_character_of_an_action_or_the_key_shows(text: str) -> None:
    lines = text.splitlines()
    chance = random.Random(4)
    tried = 0
    for number in [0, *chance.sample(range(1, len(lines) - 1), 40)]:
        line = lines[number]
        place = line.index('"key":"') + 7 + chance.randrange(64) if number == 0 else chance.randrange(len(line))
        for other in chance.sample('0123456789abcdefXYZ {}",:', 6):
            if other == line[place]:
                continue
            altered = [*lines[:number], line[:place] + other + line[place + 1 :], *lines[number + 1 :]]
            with pytest.raises(RecordError):
                record.verify(record.read("\n".join(altered) + "\n"), CAMPUS)
            tried += 1
    assert tried > 150


def test_a_forged_draw_shows_though_the_marks_fit(text: str) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    rolled = next(line for line in lines if line.get("draws"))
    rolled["draws"][0] = (rolled["draws"][0] + 1) % 6
    with pytest.raises(RecordError, match="draws that the dice did not give"):
        record.verify(record.read(resealed(lines)), CAMPUS)


def test_a_forged_key_shows_though_the_marks_fit(text: str) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    lines[0]["dice"]["key"] = "ff" + lines[0]["dice"]["key"][2:]
    with pytest.raises(RecordError, match="does not fit the hash"):
        record.verify(record.read(resealed(lines)), CAMPUS)


def test_a_forged_result_shows_though_the_marks_fit(text: str) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    lines[-1]["places"] = lines[-1]["places"][::-1]
    with pytest.raises(RecordError, match="result"):
        record.verify(record.read(resealed(lines)), CAMPUS)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda text: "", "not a record"),
        (lambda text: "hello\n", "Line 1 of the record is not JSON"),
        (lambda text: "[]\n", "not an object with a mark"),
        (lambda text: "\n".join(text.splitlines()[:20]), "cut off"),
        (lambda text: text[: len(text) // 2], "not JSON"),
        (lambda text: "\n".join(text.splitlines()[:5] + text.splitlines()[6:]), "was altered"),
        (lambda text: text.replace('"game":"campus"', '"game":"kampus"'), "Line 1 of the record was altered"),
    ],
)
def test_a_spoilt_record_is_refused_with_a_sentence(text: str, spoil: object, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        record.read(spoil(text))  # type: ignore[operator]
