"""Colours, widths, pipes and interrupts."""

import io
import os
import signal
from pathlib import Path

import pytest

from cli.command import process
from marchland.cli.text import Paint, Progress, counted, listed, shortened, table


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_only_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Paint(Terminal()).seat(0, "A") == "\x1b[36mA\x1b[0m"
    assert Paint(io.StringIO()).seat(0, "A") == "A"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Paint(Terminal()).seat(0, "A") == "A"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert Paint(Terminal()).strong("A") == "A"


def test_tables_and_lists() -> None:
    assert table([["a", "1"], ["bcd", "22"]], ["x", "n"], right=[1]) == "x     n\n---  --\na     1\nbcd  22"
    assert table([]) == ""
    assert (listed(["a"]), listed(["a", "b", "c"])) == ("a", "a, b and c")
    assert (counted(1, "match"), counted(2, "match"), counted(1000, "room")) == ("1 match", "2 matches", "1,000 rooms")
    assert (shortened("abcdef", 6), shortened("abcdef", 4)) == ("abcdef", "abc…")


def test_progress_is_quiet_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(10, "matches")
    progress(5)
    progress.close()
    assert capsys.readouterr() == ("", "")


def test_as_a_program() -> None:
    with process("games") as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert "campus" in out
    assert "\x1b" not in out
    with process("rules", "chess") as child:
        out, err = child.communicate()
    assert (child.returncode, out) == (2, "")
    assert err == "marchland: There is no game 'chess'; the games are: alliances, campus, capitals, rebellion, swarm.\n"


def test_a_terminal_without_bars() -> None:
    """Where block letters cannot be printed there are question marks, not a failure."""
    with process("odds", "campus", 3, 2, PYTHONIOENCODING="ascii") as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert "chance to win" in out


def test_a_reader_that_goes_away() -> None:
    with process("rules", "campus", "--coverage", "--json") as child:  # more than a pipe holds
        assert child.stdout is not None and child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == ""
        assert child.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("arguments", [["games"], ["rules", "campus", "--coverage", "--json"]])
def test_no_room_for_what_is_said(arguments: list[str]) -> None:
    """Whether it is noticed in the middle or at the end."""
    with Path("/dev/full").open("w") as full, process(*arguments, stdout=full) as child:
        _, err = child.communicate()
    assert child.returncode == 1
    assert err == "marchland: What there is to say cannot be written or read: No space left on device.\n"


def test_an_interrupt_at_the_prompt(tmp_path: Path) -> None:
    """Ctrl-C saves what was to be saved."""
    path = tmp_path / "stopped.record"
    with process("play", "campus", "--seats", "you,random", "--seed", 1, "--save", path) as child:
        assert child.stdout is not None
        told = ""
        while not told.endswith("\n> "):
            told += child.stdout.read(1)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate()
    assert (child.returncode, err) == (130, "")
    assert out.endswith(f"Saved to {path}.\nStopped.\n")
    with process("verify", path) as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert "not over yet" in out


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_of_long_work(tmp_path: Path, jobs: int) -> None:
    """Workers are not waited for, and nobody prints a traceback."""
    records = tmp_path / "records"
    run = ["simulate", "campus", "--matches", 100_000, "--jobs", jobs, "--seats", "random,random"]
    with process(*run, "--records", records) as child:
        # The first record shows that the work is under way.
        while child.poll() is None and not (records.is_dir() and any(records.glob("*.record"))):
            os.sched_yield()
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate()
    assert (child.returncode, out, err) == (130, "", "Stopped.\n")
