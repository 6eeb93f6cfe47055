"""marchland simulate."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command, process

SHORT = ["--option", "max_rounds=5", "--option", "setup_place=random"]


def counts(out: str) -> dict[str, Any]:
    """A result without what depends on the clock."""
    data: dict[str, Any] = json.loads(out)
    return {
        name: value
        for name, value in data.items()
        if name not in ("seconds", "jobs") and not name.endswith("per_second")
    }


def test_the_report(command: Command) -> None:
    out = command("simulate", "campus", "--seats", "random,random,random", "--matches", 12, "--jobs", 1, *SHORT).out
    assert out.startswith("12 matches of campus 1.0, 3 players, seed 0\n")
    assert "95% interval" in out
    assert "A match lasts 5.0 rounds" in out
    assert "1 job:" in out


def test_wins_by_a_fact_of_the_seats(command: Command) -> None:
    run = ["simulate", "swarm", "--seats", "random,random", "--matches", 8, "--jobs", 1]
    out = command(*run, "--by", "specialty", "--by", "turn").out
    assert "specialty  " in out and "turn  " in out and "ended by  " in out
    assert "ended by" not in command(*run).out
    data = json.loads(command(*run, "--by", "specialty", "--json").out)
    assert sum(group["of"] for group in data["by"]["specialty"]) == 16
    assert sum(ending["wins"] for ending in data["endings"]) == 8
    fault = command(*run, "--by", "hair").complaint
    assert fault == (
        "Swarm tells no 'hair' of its seats. It tells specialty, the specialty that was dealt; turn, the place in the "
        "turn order of round 1."
    )


def test_the_numbers_add_up(command: Command) -> None:
    run = ["simulate", "campus", "--seats", "random,greedy", "--matches", 8, "--jobs", 1, "--rotate", "--json", *SHORT]
    data = json.loads(command(*run).out)
    assert data["matches"] == 8
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(8)
    assert sum(bot["wins"] for bot in data["bots"]) == pytest.approx(8)
    assert sum(seat["place_mean"] for seat in data["seats"]) == pytest.approx(3)
    assert all(share["low"] <= share["share"] <= share["high"] for share in data["seats"] + data["bots"])
    assert data["decisions_mean"] * 8 == data["decisions"]
    assert data["options"] == {"max_rounds": "5", "setup_place": "random"}


def test_the_same_seed_gives_the_same_matches(command: Command) -> None:
    run = ["simulate", "campus", "--seats", "random,random", "--matches", 6, "--jobs", 1, "--json", *SHORT]
    first = counts(command(*run, "--seed", 5).out)
    assert counts(command(*run, "--seed", 5).out) == first
    assert counts(command(*run, "--seed", 6).out) != first


def test_two_jobs_and_records_change_nothing(command: Command, tmp_path: Path) -> None:
    """In a process of its own, because it starts others."""
    run = ["simulate", "campus", "--seats", "random,random", "--matches", "6", "--json", *SHORT]
    alone = counts(command(*run, "--jobs", 1).out)
    folder = tmp_path / "new" / "records"
    with process(*run, "--jobs", "2", "--records", folder) as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert counts(out) == alone
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"campus-00000{n}.record" for n in range(1, 7)]
    checked = command("verify", *files)
    assert checked.code == 0
    assert checked.out.count("ok: ") == 6

    again = command(*run, "--records", folder)
    assert again.code == 2
    assert "There are records in" in again.complaint
    assert sorted(folder.iterdir()) == files


def test_records_where_a_file_stands(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outcome = command("simulate", "campus", "--records", tmp_path / "file" / "deeper")
    assert outcome.code == 2
    assert "cannot be used for records" in outcome.complaint
