"""marchland replay RECORD --summary."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

import marchland
from cli.command import Command
from cli.test_records import joined, lines, saved
from marchland.engine import record
from marchland.engine.dice import FairDice
from marchland.engine.match import Match
from marchland.engine.retrospect import look_back

OLD = Path(__file__).parents[1] / "match" / "format1"


def test_the_figures_are_those_of_the_match(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, joined(lines()))
    summary = look_back(record.verify(record.read(joined(lines())), marchland.load("campus")))
    assert json.loads(command("replay", path, "--summary", "--json").out) == asdict(summary)
    out = command("replay", path, "--summary").out
    assert summary.reason.clause in out
    assert f"{summary.luck[0].luck:+.1f}" in out
    for curve in summary.curves:
        assert f"\n{curve.many} " in out
        ends = [line.split()[1:] for line in out.splitlines() if line.startswith("end ")]
        assert [str(values[-1]) for values in curve.values] in ends
    for point in summary.turning_points:
        assert point.text in out


@pytest.mark.parametrize("path", sorted(OLD.glob("*.record")), ids=lambda path: path.stem)
def test_records_of_an_old_format(command: Command, path: Path) -> None:
    outcome = command("replay", path, "--summary")
    assert (outcome.code, outcome.err) == (0, "")
    assert ("No dice were rolled." in outcome.out) == path.stem.startswith("swarm")


def test_a_resigned_match(command: Command, tmp_path: Path) -> None:
    match = Match(marchland.load("campus"), 2, {}, FairDice(bytes(range(32))), ["Ann", "Ben"])
    match.ended = {"why": "resigned", "places": [2, 1]}
    out = command("replay", saved(tmp_path, record.write(match)), "--summary").out
    assert "0 decisions, 0 rounds. All others have resigned, so Ben has won.\n" in out
    assert "Nobody fought a battle." in out


def test_a_given_table_is_said_first(command: Command, tmp_path: Path) -> None:
    game = marchland.load("campus")
    base = Match(game, 2, {}, FairDice(bytes(range(32)))).table.to_data()
    path = saved(tmp_path, record.write(Match(game, 2, base=base)))
    assert command("replay", path, "--summary").out.startswith("NOT DEALT:")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--json"], "What is told is sentences; --json goes with --summary."),
        (["--summary", "--board"], "A summary is of the whole match: --from, --to, --seat and --board are for"),
        (["--summary", "--to", "0"], "A summary is of the whole match"),
        (["--summary", "--seat", "a"], "A summary is of the whole match"),
    ],
)
def test_what_does_not_go_together(command: Command, tmp_path: Path, arguments: list[str], sentence: str) -> None:
    outcome = command("replay", saved(tmp_path, joined(lines())), *arguments)
    assert outcome.code == 2
    assert outcome.complaint.startswith(sentence)


def test_a_record_that_was_altered(command: Command, tmp_path: Path) -> None:
    path = saved(tmp_path, joined(lines()).replace('"seat":0', '"seat":1', 1))
    outcome = command("replay", path, "--summary")
    assert outcome.code == 1 and outcome.out == ""
    assert "was altered" in outcome.complaint
