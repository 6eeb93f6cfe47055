"""Every verb takes a game from anywhere, worker processes included; bots and rules that fail are told in a sentence."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

import marchland
from cli.command import Command, process
from games.ridge import BAD_EVALUATION, BAD_RULES, write_project
from marchland.engine.errors import UsageError
from marchland.games import NAMES, source_of
from marchland.games.finding import KNOWN
from marchland.lab.tournament import Pairing, play_chunk
from server.world import free_port, wait_until

# -- every verb ------------------------------------------------------------------------------------------------------


def test_simulate_records_verify_and_replay(command: Command, away: Path) -> None:
    write_project(away / "ridge")
    outcome = command("simulate", "./ridge", "--matches", 6, "--jobs", 2, "--records", "kept")
    assert outcome.code == 0
    assert "6 matches of ridge 0.1, 2 players" in outcome.out
    assert "'marchland verify kept/*.record --game ./ridge/ridge' checks them." in outcome.out
    records = sorted((away / "kept").iterdir())
    assert [record.name for record in records] == [f"ridge-{number:06}.record" for number in range(1, 7)]
    assert '"game":"ridge","rules":"0.1"' in records[0].read_text()

    KNOWN.pop("ridge")  # as in another process
    unknown = "is a match of 'ridge', which is not installed; say where it is, as in --game ./ridge.\n"
    for verb, code in (("verify", 1), ("replay", 2)):
        outcome = command(verb, records[0])
        assert (outcome.code, outcome.out) == (code, "")
        assert outcome.err.endswith(f"{records[0]} {unknown}")
    outcome = command("verify", *records, "--game", "campus")
    assert outcome.code == 1
    assert outcome.err.count("is a match of ridge, not of campus.\n") == 6
    outcome = command("verify", *records, "--game", "./ridge")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.count("ok: ") == 6
    assert "   1  Greedy A climbs 2 steps. (RDG-1.2)\n" in command("replay", records[0], "--game", "./ridge").out


def test_the_result_does_not_depend_on_the_jobs(command: Command, away: Path) -> None:
    write_project(away / "ridge")
    shown = [
        command("simulate", "./ridge", "--seats", "random,random,random", "--matches", 40, "--jobs", jobs).out
        for jobs in (1, 2)
    ]
    first, second = (out.split("A match lasts")[0] for out in shown)
    assert first == second


def test_a_worker_that_knows_nothing_loads_the_game_itself(away: Path) -> None:
    """As on systems where a worker is not a copy of its parent."""
    write_project(away / "ridge")
    game = marchland.load("./ridge")
    pairing = Pairing(source_of(game).where, ("greedy", "random"), {})
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(UsageError, match="There is no game 'ridge'"):
            pool.submit(play_chunk, replace(pairing, game="ridge"), 0, 5).result()
        assert pool.submit(play_chunk, pairing, 0, 5).result() == play_chunk(pairing, 0, 5)


def test_a_match_is_left_and_resumed(command: Command, away: Path) -> None:
    write_project(away / "ridge")
    left = command("play", "./ridge", "--save", "evening.record", typed=["2", "help", "quit"])
    assert left.code == 0
    assert "marchland play ./ridge/ridge --resume FILE" in left.out
    # Without a name the record says which game it is.
    ended = command("play", "--resume", "evening.record", typed=["2"] * 6)
    assert ended.code == 0
    assert "Going on after 2 decisions." in ended.out
    assert "The match is over" in ended.out
    assert "'marchland verify evening.record --game ./ridge/ridge' replays" in " ".join(ended.out.split())
    assert command("verify", "evening.record", "--game", "./ridge").code == 0
    KNOWN.pop("ridge")
    unknown = command("play", "--resume", "evening.record")
    assert unknown.code == 2
    assert unknown.complaint.endswith("which is not installed; say where it is, as in marchland play ./ridge.")
    marchland.load("./ridge")
    wrong = command("play", "campus", "--resume", "evening.record")
    assert (wrong.code, wrong.complaint) == (2, "evening.record is a match of ridge, not of campus.")


def test_rules_and_their_coverage(command: Command, away: Path) -> None:
    write_project(away / "ridge")
    (away / "ridge" / "tests").mkdir()
    (away / "ridge" / "tests" / "test_climb.py").write_text('def test_climb():\n    """RDG-1.2"""\n')
    assert "marchland rules ./ridge/ridge RDG-1.1 prints a clause" in command("rules", "./ridge").out
    assert command("rules", "./ridge", "--options").out == "Ridge has no options.\n"
    covered = command("rules", "./ridge", "--coverage").out
    assert "no test names RDG-1.1 and RDG-1.3." in " ".join(covered.split())


def test_serve_puts_it_into_the_lobby(away: Path) -> None:
    write_project(away / "ridge")
    port = free_port()
    server = process("serve", "--game", "./ridge", "--port", port, "--database", f"sqlite:///{away / 'club.sqlite'}")
    try:
        assert server.stdout is not None
        assert "Marchland is at" in server.stdout.readline()

        def cards() -> list[str]:
            try:
                return [card["name"] for card in httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=30).json()]
            except httpx.TransportError:
                return []

        assert wait_until(cards, "the server answers") == [*NAMES, "ridge"]
    finally:
        server.terminate()
        server.communicate(timeout=30)


def test_what_is_said_of_a_game_at_a_path_can_be_typed(command: Command, away: Path) -> None:
    write_project(away / "ridge")
    outcome = command("play", "./ridge", "--set", "summit.height=3")
    assert outcome.complaint == "Ridge has no number 'summit.height'; 'marchland numbers ./ridge/ridge' lists them."
    out = command("play", "./ridge", "--seats", "random,random").out
    assert "'marchland verify FILE --game ./ridge/ridge' replays it" in " ".join(out.split())


# -- what fails ------------------------------------------------------------------------------------------------------

FAILED = "has failed at decision {}: ZeroDivisionError: division by zero (ridge/game.py, line 70)."


@pytest.mark.parametrize("more", [[], ["--jobs", 2], ["--records", "kept"]], ids=["alone", "jobs", "records"])
def test_a_simulation_stops_with_seed_and_decision(command: Command, away: Path, more: list[object]) -> None:
    write_project(away / "ridge", BAD_EVALUATION)
    seats = ["--seats", "random,greedy", "--matches", 1, "--seed", 5]
    outcome = command("simulate", "./ridge", *seats, "--jobs", 1, *more)
    assert outcome.code == 2
    assert outcome.complaint == f"Match 1, dealt by seed 5000015: The bot greedy in seat 1 {FAILED.format(2)}"


@pytest.mark.parametrize("more", [[], ["--records", "kept"]], ids=["alone", "records"])
def test_so_do_rules_that_fail(command: Command, away: Path, more: list[object]) -> None:
    write_project(away / "ridge", BAD_RULES)
    outcome = command("simulate", "./ridge", "--seats", "random,random", "--matches", 1, *more)
    assert outcome.code == 2
    assert outcome.complaint.startswith("Match 1, dealt by seed 0: The rules of Ridge have failed at ")
    assert "IndexError: list index out of range (ridge/game.py, line 47)" in outcome.complaint


DEADLY_BOT = """
import os

from marchland.bots import Bot


class Deadly(Bot):
    def __init__(self, seed=0):
        super().__init__("deadly", seed)
        self.match = seed // 64

    def choose(self, sight):
        if self.match == 3:
            {deed}
        return sight.options()[0]
"""


@pytest.mark.parametrize(
    ("deed", "how"),
    [
        ("os._exit(7)", "has died (exit code 7)."),
        ("os._exit(0)", "has died (exit code 0)."),
        ("os.kill(os.getpid(), 10)", "has died (signal 10)."),
        ("os.kill(os.getpid(), 9)", "was killed, perhaps for lack of memory; try fewer --jobs."),
    ],
    ids=["exit", "quiet", "signal", "kill"],
)
@pytest.mark.parametrize("more", [[], ["--records", "kept"]], ids=["alone", "records"])
def test_a_simulation_names_the_match_that_killed_its_process(
    command: Command, away: Path, deed: str, how: str, more: list[object]
) -> None:
    """The fourth of twelve, while the other process plays on."""
    write_project(away / "ridge")
    (away / "deadly.py").write_text(DEADLY_BOT.format(deed=deed), encoding="utf-8")
    outcome = command("simulate", "./ridge", "--seats", f"{away}/deadly.py,random", "--matches", 12, "--jobs", 2, *more)
    assert outcome.code == 2
    assert outcome.complaint == f"Match 4, dealt by seed 3: the process that played it {how}"


def test_rules_that_leave_the_program_do_not_leave_in_silence(command: Command, away: Path) -> None:
    write_project(away / "ridge", ("        t.height[seat] += self.a(action)\n", "        raise SystemExit\n"))
    outcome = command("play", "./ridge", typed=["climb 1"])
    assert outcome.code == 1
    assert outcome.complaint == "The program was left in the middle of something: SystemExit (ridge/game.py, line 47)."


def test_a_bot_that_leaves_is_a_bot_that_fails(command: Command, away: Path) -> None:
    write_project(away / "ridge", ("return float(t.height[seat])", "raise SystemExit(0)"))
    for jobs in (1, 2):
        outcome = command("simulate", "./ridge", "--seats", "random,greedy", "--matches", 1, "--jobs", jobs)
        assert outcome.code == 2
        failed = "The bot greedy in seat 1 has failed at decision 2: SystemExit: 0 (ridge/game.py, line 70)."
        assert outcome.complaint == f"Match 1, dealt by seed 0: {failed}"


def test_random_plays_on_in_the_terminal_after_asking(command: Command, away: Path) -> None:
    write_project(away / "ridge", BAD_EVALUATION)
    outcome = command("play", "./ridge", "--save", "evening.record", typed=["2", "", *["1"] * 20])
    assert outcome.code == 0
    said = " ".join(outcome.out.split())
    assert said.count(f"The bot gentle in seat 1 {FAILED.format(2)}") == 1
    assert "Press Enter to let random play on for Gentle B, or type 'quit':" in said
    assert "The match is over" in said
    # Its name stays, and the record with it.
    assert command("verify", "evening.record", "--game", "./ridge").code == 0


def test_whoever_does_not_want_that_leaves(command: Command, away: Path) -> None:
    write_project(away / "ridge", BAD_EVALUATION)
    outcome = command("play", "./ridge", "--save", "evening.record", typed=["2", "quit"])
    assert outcome.code == 0
    assert "Saved to evening.record." in outcome.out
    assert "1 decision, fair dice, not over yet" in command("verify", "evening.record", "--game", "./ridge").out


def test_bots_alone_stop_with_the_sentence(command: Command, away: Path) -> None:
    write_project(away / "ridge", BAD_EVALUATION)
    outcome = command("play", "./ridge", "--seats", "random,greedy", "--save", "evening.record")
    assert outcome.code == 2
    assert outcome.complaint == f"The bot greedy in seat 1 {FAILED.format(2)}"
    assert "1 decision" in command("verify", "evening.record", "--game", "./ridge").out


def test_rules_that_fail_change_nothing_in_the_terminal(command: Command, away: Path) -> None:
    """The half of it that was done before they failed is undone."""
    summit = "        if t.height[seat] >= TOP:\n"
    half = (summit, f"{summit}            if self.a(action) == 2:\n                raise KeyError(seat)\n")
    write_project(away / "ridge", half)
    typed = [*["2"] * 10, "2", "board", "1", "1", "1"]
    outcome = command("play", "./ridge", "--seats", "you=Ann,you=Ben", typed=typed)
    said = " ".join(outcome.out.split())
    failed = "The rules of Ridge have failed at 'climb 2': KeyError: 0 (ridge/game.py, line 51)"
    assert f"{failed}. Nothing has changed." in said
    assert "board Ridge, round 5, Ann's turn, Turn height A Ann (you) 10 B Ben 10" in said
    assert "The match is over" in said
