"""Looking back at a match: it is played over again, once, and summed up (see summary.py)."""

from __future__ import annotations

from math import sqrt
from typing import Final

from marchland.engine.match import Match, all_others_resigned
from marchland.engine.picture import Fact
from marchland.engine.report import Fortune, Reporter
from marchland.engine.sayings import EVERYBODY
from marchland.engine.summary import (
    BLOW,
    BY_RULE,
    LEAD,
    RUNNING,
    SWING,
    Curve,
    Luck,
    Point,
    Reason,
    Rivalry,
    Summary,
    Toll,
    TurningPoint,
)
from marchland.engine.table import Table

GREATEST: Final = 5  # battles that are told one by one
LEAST_SWING: Final = 2


class Sample:
    """What the seats had after `n` entries, fact by fact in the order of `Standings.nouns`."""

    def __init__(self, n: int, round: int, values: list[list[int]]) -> None:
        self.n = n
        self.round = round
        self.values = values


class Standings:
    """What the game counts of its seats, whenever a turn has passed."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.nouns: list[Fact] = []
        self.turns: list[Sample] = []
        self.points: list[Point] = []
        self.at_points: list[Sample] = []

    def take(self, t: Table, n: int) -> Sample:
        values = [[0] * self.seats for _ in self.nouns]
        for seat, facts in enumerate(t.game.standing(t)):
            for fact in facts:
                names = [noun.one for noun in self.nouns]
                if fact.one not in names:
                    self.nouns.append(fact)
                    names.append(fact.one)
                    values.append([0] * self.seats)
                values[names.index(fact.one)][seat] = fact.value
        return Sample(n, int(t.round), values)

    def note_turn(self, t: Table, n: int) -> None:
        self.turns.append(self.take(t, n))

    def note_point(self, t: Table, n: int, over: bool) -> None:
        self.points.append(Point(n, int(t.round), over))
        self.at_points.append(self.take(t, n))

    def counted(self, n: int) -> str:
        """So many of what the lead goes by: 1 room, 3 rooms."""
        return f"{n} {Fact(n, self.nouns[0].one, self.nouns[0].many).word()}"

    def curves(self) -> list[Curve]:
        return [
            Curve(
                noun.one,
                noun.many or noun.one,
                [[value(sample, which, seat) for sample in self.at_points] for seat in range(self.seats)],
            )
            for which, noun in enumerate(self.nouns)
        ]


def value(sample: Sample, which: int, seat: int) -> int:
    """What nobody had yet was not counted yet."""
    return sample.values[which][seat] if which < len(sample.values) else 0


def look_back(match: Match) -> Summary:
    """Sum up a match, over or not."""
    game = match.game
    standings, reporter = play_again(match)
    battles = sorted(reporter.battles, key=lambda battle: -sum(battle.lost))
    rolled = any(fortune.rolls for fortune in reporter.fortunes)
    return Summary(
        game=game.name,
        title=game.title_of(match.options),
        rules=game.version,
        players=match.players[:],
        places=match.places[:] if match.over else [],
        reason=reason_of(match),
        given_table=match.base is not None,
        entries=len(match.entries),
        rounds=int(match.table.round),
        points=standings.points,
        curves=standings.curves(),
        battles=len(battles),
        rivalries=rivalries(reporter),
        greatest=[battle for battle in battles[:GREATEST] if sum(battle.lost)],
        lost=reporter.lost,
        luck=[luck_of(seat, fortune) for seat, fortune in enumerate(reporter.fortunes)] if rolled else [],
        tolls=[Toll(what, values) for what, values in reporter.tolls.items()],
        turning_points=turning_points(match, standings, reporter),
    )


def play_again(match: Match) -> tuple[Standings, Reporter]:
    t = match.at(0)
    reporter = match.game.reporter(t)
    t.witness = reporter
    standings = Standings(int(t.seats))
    if t.round > 0:
        standings.note_point(t, 0, False)
    standings.note_turn(t, 0)
    turn = (int(t.round), int(t.active))
    for number, entry in enumerate(match.entries, 1):
        reporter.n = number
        t.events = []
        entry.carry_out(t)
        now = (int(t.round), int(t.active))
        if now[0] > turn[0] and not t.over:
            standings.note_point(t, number, False)
        if now != turn:
            standings.note_turn(t, number)
        turn = now
    last = len(match.entries)
    if not standings.points or standings.points[-1].n < last:
        standings.note_point(t, last, match.over)
    else:
        standings.points[-1].over = match.over
    if standings.turns[-1].n < last:
        standings.note_turn(t, last)
    return standings, reporter


def reason_of(match: Match) -> Reason:
    """By the rules a match ends with the last thing that everybody is told."""
    if match.ended is not None:
        return Reason(str(match.ended["why"]), all_others_resigned(match.players, match.places), "", "")
    if not match.table.over:
        return Reason(RUNNING, "The match is not over yet", "", "")
    for event in reversed(match.events):
        if event[0] == EVERYBODY:
            told = match.game.read(event, match.players)
            return Reason(BY_RULE, told.text, told.clause, match.game.ending(match.table))
    return Reason(BY_RULE, "The match is over", "", "")


def rivalries(reporter: Reporter) -> list[Rivalry]:
    found: dict[tuple[int, int], Rivalry] = {}
    for battle in reporter.battles:
        pair = (battle.attacker, battle.defender)
        rivalry = found.setdefault(pair, Rivalry(battle.attacker, battle.defender, 0, 0, [0, 0]))
        rivalry.battles += 1
        rivalry.won += 1 if battle.won else 0
        rivalry.lost = [rivalry.lost[side] + battle.lost[side] for side in range(2)]
    return [found[pair] for pair in sorted(found)]


def luck_of(seat: int, fortune: Fortune) -> Luck:
    luck, deviation = float(fortune.luck()), sqrt(float(fortune.variance))
    return Luck(
        seat=seat,
        rolls=fortune.rolls,
        lost=fortune.lost,
        expected_lost=float(fortune.expected_lost),
        taken=fortune.taken,
        expected_taken=float(fortune.expected_taken),
        luck=luck,
        deviation=deviation,
        said=in_a_word(luck / deviation if deviation else 0.0),
    )


def in_a_word(deviations: float) -> str:
    """Within one standard deviation anything is usual."""
    if abs(deviations) < 1:
        return "as usual"
    return f"{'very ' if abs(deviations) >= 2 else ''}{'lucky' if deviations > 0 else 'unlucky'}"


# -- turning points --------------------------------------------------------------------------------------------------


def turning_points(match: Match, standings: Standings, reporter: Reporter) -> list[TurningPoint]:
    found = blows(match, reporter)
    if standings.nouns:
        found += leads(match, standings) + swings(match, standings)
    return sorted(found, key=lambda point: point.n)


def blows(match: Match, reporter: Reporter) -> list[TurningPoint]:
    told = [(n, round, seat, match.game.read(event, match.players)) for n, round, seat, event in reporter.blows]
    return [TurningPoint(n, round, BLOW, seat, said.text, said.clause) for n, round, seat, said in told]


def leader(sample: Sample, before: int) -> int:
    """Who has most of what is counted first; who led keeps the lead while nobody has more."""
    have = sample.values[0] if sample.values else []
    best = max(have, default=0)
    ahead = [seat for seat, count in enumerate(have) if count == best]
    return before if before in ahead or len(ahead) != 1 else ahead[0]


def leads(match: Match, standings: Standings) -> list[TurningPoint]:
    """Changes of the lead that last until the next round is over, or the match."""
    played = [sample for sample in standings.turns if sample.round > 0]
    leaders: list[int] = []
    for sample in played:
        leaders.append(leader(sample, leaders[-1] if leaders else -1))
    found: list[TurningPoint] = []
    known = -1
    for index, sample in enumerate(played):
        seat = leaders[index]
        if seat == known:
            continue
        span = [at for at in range(index, len(played)) if played[at].round <= sample.round + 1]
        if any(leaders[at] != seat for at in span):
            continue
        if known >= 0:
            count = Fact(value(sample, 0, seat), standings.nouns[0].one, standings.nouns[0].many)
            text = (
                f"{match.players[seat]} takes the lead from {match.players[known]}, with {count.value} {count.word()}"
            )
            found.append(TurningPoint(sample.n, sample.round, LEAD, seat, text, ""))
        known = seat
    return found


def swings(match: Match, standings: Standings) -> list[TurningPoint]:
    """The turn in which a seat has gained or lost most of what is counted first."""
    played = [sample for sample in standings.turns if sample.round > 0]
    best: TurningPoint | None = None
    most = LEAST_SWING - 1
    for index in range(1, len(played)):
        for seat in range(standings.seats):
            before, after = value(played[index - 1], 0, seat), value(played[index], 0, seat)
            if abs(after - before) > most:
                most = abs(after - before)
                what = f"{'gains' if after > before else 'loses'} {standings.counted(most)}"
                text = f"{match.players[seat]} {what} at once: {before} before, {after} after"
                best = TurningPoint(played[index].n, played[index].round, SWING, seat, text, "")
    return [best] if best is not None else []
