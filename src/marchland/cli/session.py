"""A match at a terminal: people and bots in turn, and what people can type."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from marchland.bots import Sight
from marchland.bots.arena import choice_of
from marchland.cli.choices import ALL, Line, counted_action, headings, in_words, lines_of, pick
from marchland.cli.deals import offer_typed, offer_words
from marchland.cli.drawing import Drawing
from marchland.cli.records import ENDING, write_file
from marchland.cli.remarks import Remarks
from marchland.cli.rules import clause_text
from marchland.cli.seats import Player, bot_for
from marchland.cli.sentences import refusal, say_event, say_events, say_together
from marchland.cli.text import Paint, counted, height, percent, sentence, shortened, table, width, wrapped
from marchland.engine.errors import IllegalAction, MarchlandError, PlayError, UsageError
from marchland.engine.match import Match
from marchland.engine.odds import Odds
from marchland.engine.offer_words import offer_in_words
from marchland.engine.offers import ACCEPT, DECLINE, WITHDRAW
from marchland.engine.picture import Picture
from marchland.engine.table import SPECTATOR
from marchland.games import source_of
from marchland.odds.chart import figures
from marchland.rulebook import read_rulebook

SHORT_TURN = 6  # entries of a bot that are told one by one
LOG = 20
PATIENCE = 2  # rounds without a question, after which the bots' moves are no longer told
OFFER_KINDS = (ACCEPT.number, DECLINE.number, WITHDRAW.number)
EVERYBODY = -2  # where all people share one screen
HELPER = "gentle"  # who sees to what people hand over
STAND_IN = "random"  # who plays on for a bot that has failed

HELP = """\
Pick a choice by its number (3, or 3 5 with a count), or type it in words, such as
  {example}
Words can be cut short, small words left out, and full names used for codes. A word
or two list the choices that they fit. A count can be 'all'; Enter shows more choices.
Besides there are:
  board         the board
  why ACTION    why something is not possible, with the clause of the rulebook
  rule CLAUSE   a clause of the rulebook, for example: rule {clause}
  odds ACTION   how an attack or a battle plan will probably end
  offer NAME: GIVE for ASK   a deal, where the game knows deals: offer Ann: 3 water for nothing
  log [N]       the last N events with every roll; log all for the whole match
  rest          where you place or claim one by one: let a bot do the rest of it
  undo          take back what you did, as long as nothing was rolled or shown and nobody else asked
  save FILE     save the match; marchland play {game} --resume FILE goes on with it
  quit          leave (you are asked about saving)
  help          this page"""


class Left(Exception):
    """Somebody has left the table before the match was over."""


class Session:
    def __init__(self, match: Match, players: list[Player], save: Path | None) -> None:
        self.match = match
        self.players = players
        self.save = save
        self.saved_at = -1  # how many entries the last saved record has
        self.ours = {save} if save is not None else set[Path]()  # files that may be written again
        self.paint = Paint(sys.stdout)
        if sys.stdin.isatty():
            # Arrow keys and earlier lines at the prompt, where Python has them.
            with suppress(ImportError):
                import readline  # noqa: F401
        self.drawing = Drawing(match.table, players, self.paint)
        self.remarks = Remarks(match.table, players)
        self.book = read_rulebook(match.game.rulebook())
        self.people = [seat for seat, player in enumerate(players) if not player.bot]
        self.shared = len(self.people) < 2 or match.game.open_information
        self.told: dict[int, int] = {}  # entries that each person (or all of them) have been told about; -1: nothing
        self.reported: dict[int, Picture] = {}  # what was on the table when each was told of something last
        self.drawn: dict[int, tuple[int, bool]] = {}  # the turn in which each person last saw the board
        self.under_way: dict[int, list[str]] = {}  # what each person last saw of auctions, contests and the like
        self.left_with: dict[int, Picture] = {}  # what each person saw after their last decision
        self.instead = ""
        self.handed: dict[int, str] = {}  # chores that people let a bot see to, as the rules call them
        self.asked_in = int(match.table.round)
        self.said_so = False
        self.at_the_keyboard = self.people[0] if self.people else SPECTATOR
        self.commands: dict[str, Callable[[int, str], None]] = {
            "help": self.help,
            "board": self.board,
            "why": self.why,
            "rule": self.rule,
            "odds": self.odds,
            "log": self.log,
            "save": self.save_as,
        }

    # -- the match -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """To the end of the match; Left if somebody leaves before."""
        actor = -1
        while not self.match.over:
            seat = self._next()
            if seat != actor and self.shared and not self._forgotten():
                self.report(self.at_the_keyboard)
            actor = seat
            if self.players[seat].bot:
                self._let_play(seat)
            elif self._is_handed(seat):
                self._do_chore(seat)
            else:
                self.handed.pop(seat, None)
                self.decide(seat)
        if self._forgotten():
            self.told[EVERYBODY] = max(self.told.get(EVERYBODY, 0), len(self.match.entries) - 1)
        self.report(self.at_the_keyboard if self.shared else SPECTATOR)

    def _let_play(self, seat: int) -> list[list[int]]:
        """One decision of a bot; returns the events. If it fails the people decide who plays on for it."""
        while True:
            bot = bot_for(self.match, seat, self.players[seat].bot)
            sight = Sight(self.match.table, seat)
            try:
                return self.match.play(seat, choice_of(bot, sight, len(self.match.entries) + 1))
            except IllegalAction as fault:
                self._stand_in(seat, PlayError(f"The bot {bot.name} chose what is not possible: {fault.sentence}."))
            except PlayError as fault:
                self._stand_in(seat, fault)

    def _is_handed(self, seat: int) -> bool:
        """Whether a bot sees to what a person is asked; offers are their own affair."""
        table = self.match.table
        return self.handed.get(seat) == table.chore(seat) and not Sight(table, seat).answers().total

    def _do_chore(self, seat: int) -> None:
        """One decision of somebody who has handed a chore over; where the bot fails, it is theirs again."""
        bot = bot_for(self.match, seat, HELPER)
        try:
            self.match.play(seat, choice_of(bot, Sight(self.match.table, seat), len(self.match.entries) + 1))
        except PlayError as fault:
            del self.handed[seat]
            print(wrapped(str(fault)))

    def rest(self, seat: int) -> None:
        """Hand over what is asked, as long as it is the same."""
        chore = self.match.table.chore(seat)
        if not chore:
            raise IllegalAction("This is for you to decide")
        self.handed[seat] = chore

    def _stand_in(self, seat: int, fault: PlayError) -> None:
        """Where nobody is there to be asked, or the stand-in fails as well, the match stops with the fault."""
        player = self.players[seat]
        if not self.people or player.bot == STAND_IN:
            if self.people and self.save is None:
                self.offer_save()
            raise fault
        print(wrapped(str(fault)))
        if self.ask(f"Press Enter to let {STAND_IN} play on for {player.name}, or type 'quit': ").strip():
            self.quit()
        self.players[seat] = replace(player, bot=STAND_IN)

    def _next(self) -> int:
        """Who acts: bots that have been made an offer, then bots that decide, so that people need not wait."""
        table = self.match.table
        for seat, player in enumerate(self.players):
            if player.bot and Sight(table, seat).answers().total:
                return seat
        return min(table.deciders(), key=lambda decider: (not self.players[decider].bot, decider))

    def _forgotten(self) -> bool:
        """Whether the people have not been asked for rounds, most likely because they are out: the end is enough."""
        forgotten = bool(self.people) and self.match.table.round - self.asked_in > PATIENCE
        if forgotten and not self.said_so:
            print("  (Nobody here is asked any more; the others play on to the end.)")
        self.said_so = forgotten
        return forgotten

    def report(self, seat: int) -> None:
        """Tell what has happened since somebody was told last; the runs of a bot's actions in short."""
        who = EVERYBODY if self.shared else seat
        told = self.told.get(who, -1)
        if told < 0:
            self._say(say_events(self.match.game, self._heard(seat, -1), self.match.players))
            told = 0
        entries = self.match.entries
        while told < len(entries):
            actor = entries[told].seat
            end = told
            while end < len(entries) and entries[end].seat == actor:
                end += 1
            self._say(self._short(seat, list(range(told, end))))
            told = end
        self.told[who] = told
        self.reported[seat] = self.match.table.picture(seat)

    def _short(self, seat: int, numbers: list[int]) -> list[str]:
        """The entries of one player in a row, one line each; of a long row only what matters most."""
        game, players = self.match.game, self.match.players
        heard = {number: self._heard(seat, number) for number in numbers}
        kept = [number for number in numbers if heard[number]]
        if len(kept) <= SHORT_TURN:
            return [say_together(game, heard[number], players) for number in kept]
        actor = self.match.entries[numbers[0]].seat
        regions = self.remarks.watched(self.reported[seat], seat, actor) if seat in self.reported else []
        telling = [
            number
            for number in kept
            if number == kept[-1] or any(self.remarks.concerns(event, actor, regions) for event in heard[number])
        ]
        return [
            f"{players[actor]} acts {len(numbers)} times ('log all' tells all of it):",
            *(say_together(game, heard[number], players) for number in telling),
        ]

    def _heard(self, seat: int, number: int) -> list[list[int]]:
        """What a seat heard of the entry of that number, counted from 0; -1 is the deal."""
        return [event for _, event in self.match.heard(seat, number, number + 1)]

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            print(wrapped(line, "    ", "  "))

    # -- one decision --------------------------------------------------------------------------------------------------

    def decide(self, seat: int) -> None:
        """Ask a person until they have done something or taken something back."""
        if not self.shared and seat != self.at_the_keyboard:
            # Secrets: the last player's screen goes out of sight before the next one looks.
            print("\n" * height())
            self.ask(f"{self.players[seat].name} is next. Press Enter when nobody else is looking. ")
        self.at_the_keyboard = seat
        self.asked_in = int(self.match.table.round)
        self.report(seat)
        table = self.match.table
        picture = table.picture(seat)
        if seat in self.left_with:
            self._say(self.remarks.news(self.left_with.pop(seat), picture, seat))
        turn = (int(table.round), table.active == seat)
        under_way = self.drawing.under_way(table, seat)
        if seat not in self.drawn or (self.drawn[seat] != turn and turn[1]):
            self.board(seat, "")
        elif under_way and under_way != self.under_way[seat]:
            print("\n" + "\n".join(under_way))
        self.drawn[seat] = turn
        self.under_way[seat] = under_way
        self._decide(seat, picture)
        self.left_with[seat] = self.match.table.picture(seat)

    def _decide(self, seat: int, picture: Picture) -> None:
        lines = lines_of(self.match.table, seat)
        self.prompt(seat)
        shown = self._choices(seat, picture, lines, lines, 0)
        while True:
            # Whoever was asked for a count may have typed something else instead.
            text = self.instead or self.ask("> ").strip()
            self.instead = ""
            word, _, rest = text.partition(" ")
            word = word.lower()
            try:
                if not text:
                    shown = self._choices(seat, picture, lines, lines, shown if shown < len(lines) else 0)
                elif word in ("quit", "exit"):
                    self.quit()
                elif word == "undo":
                    if self.undo(seat):
                        return
                elif word == "rest":
                    self.rest(seat)
                    return
                elif word == "offer":
                    self.offer(seat, rest.strip())
                    return
                elif word in self.commands:
                    self.commands[word](seat, rest.strip())
                elif self._act(seat, picture, lines, text):
                    return
            except MarchlandError as fault:
                print(refusal(fault))
                if isinstance(fault, UsageError):
                    print("('help' lists what can be typed.)")

    def _act(self, seat: int, picture: Picture, lines: list[Line], text: str) -> bool:
        picked = pick(self.match.table, seat, lines, text, self.players)
        action = picked.action
        if len(picked.lines) > 1:
            print(f"{counted(len(picked.lines), 'choice')} fit '{text}':")
            self._choices(seat, picture, lines, picked.lines, 0, len(picked.lines))
            return False
        if action < 0:
            action = self._ask_count(seat, picked.lines[0])
            if action < 0:
                return False
        before = len(self.match.entries)
        events = self.match.play(seat, action)
        heard = self.match.heard_by(seat, events)
        self._say(
            say_events(self.match.game, heard, self.match.players) or [f"Done: {self.match.game.name_of(action)}."]
        )
        self.told[EVERYBODY if self.shared else seat] = before + 1
        return True

    def _ask_count(self, seat: int, line: Line) -> int:
        kind = self.match.game.words.kinds[line.kind]
        least, most = kind.values(line.first)[-1], kind.values(line.last)[-1]
        said = in_words(self.match.game, line, self.players)
        while True:
            text = self.ask(f"{said}: how many? ({least} to {most}, Enter to choose something else) ").strip()
            if not text or not (text.isdecimal() or text.lower() in ALL):
                self.instead = text
                return -1
            try:
                return counted_action(self.match.table, seat, line, text)
            except MarchlandError as fault:
                print(refusal(fault))

    def prompt(self, seat: int) -> None:
        """What a seat is asked."""
        print()
        saying = self.match.table.prompt(seat)
        clause = self.match.game.clause_of(saying)
        said = sentence(self.match.game.say(saying, self.match.players)) if saying else "It is your decision."
        name = f"{self.players[seat].name}: " if len(self.people) > 1 else ""
        print(wrapped(self.paint.strong(f"{name}{said}") + (f" ({clause})" if clause else "")))
        for hand in self.match.table.sealed_sight(seat):
            if len(hand) > 1:
                made = [self.match.game.name_of(action) for action in hand[1:]]
                print(f"  chosen so far: {', '.join(made)}")

    def _choices(
        self, seat: int, picture: Picture, every: list[Line], lines: list[Line], start: int, room: int = 0
    ) -> int:
        """Print a page of choices under their numbers; returns where the next page begins."""
        table = self.match.table
        if len(every) == 1 and every[0].count > 1:
            print(f"  {in_words(self.match.game, every[0], self.players)}  (type how many)")
            notes = [self.remarks.note(picture, seat, every[0]), self.remarks.effect(table, seat, every[0].kind)]
            for note in filter(None, notes):
                print(wrapped(note, " " * 4))
            if self._odds(seat, every[0].first, quick=True) is not None:
                print("The chance to win:")
                print(self._chances(seat, every[0]))
            return 1
        page = lines[start : start + (room or max(10, height() - 9))]
        kinds = [line.kind for line in lines]
        texts = [in_words(self.match.game, line, self.players) for line in page]
        longest = max(len(text) for text in texts)
        number = {line: place for place, line in enumerate(every, 1)}
        heading = headings([self.match.game.words.kinds[kind] for kind in set(kinds)])
        last_kind = -1
        for line, text in zip(page, texts, strict=True):
            effect = self.remarks.effect(table, seat, line.kind) if line.kind != last_kind else ""
            if line.kind != last_kind and len(lines) > 10 and 1 < kinds.count(line.kind) < len(lines):
                said = f"  {heading[line.kind]}, {counted(kinds.count(line.kind), 'choice')}:"
                print(said + (self.paint.faint(f" {shortened(effect, width() - len(said) - 1)}") if effect else ""))
                effect = ""
            last_kind = line.kind
            start_of_line = f"  {number[line]:>3}  {text.ljust(longest)}  "
            notes = [self._chance(seat, line), self.remarks.note(picture, seat, line), effect]
            if line.kind in OFFER_KINDS:
                notes = [offer_words(self.match.table, int(ACCEPT.a(line.first)), seat, self.players)]
            note = shortened(", ".join(filter(None, notes)), width() - len(start_of_line))
            print((start_of_line + (self.paint.faint(note) if note else "")).rstrip())
        end = start + len(page)
        if end < len(lines):
            print(f"  … {len(lines) - end} more: press Enter, or type a word or two to narrow them down")
        return end

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; Left at the end of the input."""
        try:
            text = input(prompt)
        except EOFError:
            print()
            raise Left from None
        if not sys.stdin.isatty():
            # So that a transcript of piped input can be read.
            print(text)
        return text

    # -- commands ------------------------------------------------------------------------------------------------------

    def help(self, seat: int, rest: str) -> None:
        first = self.book.clauses[0].number if self.book.clauses else "1.1"
        last = lines_of(self.match.table, seat)[-1]
        example = self.match.game.name_of(last.last)
        print(HELP.format(clause=first, game=source_of(self.match.game).typed(), example=example))

    def board(self, seat: int, rest: str) -> None:
        print()
        print("\n".join(self.drawing.table(self.match.table, seat)))

    def why(self, seat: int, rest: str) -> None:
        if not rest:
            raise UsageError("Type an action after 'why'.")
        try:
            picked = pick(self.match.table, seat, lines_of(self.match.table, seat), rest, self.players)
        except IllegalAction as fault:
            print(refusal(fault))
            return
        if len(picked.lines) > 1:
            print(f"It is possible, in {len(picked.lines)} ways.")
        else:
            print(f"It is possible: {in_words(self.match.game, picked.lines[0], self.players)}.")

    def rule(self, seat: int, rest: str) -> None:
        if not rest:
            raise UsageError("Type a clause after 'rule'.")
        print(clause_text(self.book.clause(rest)))

    def odds(self, seat: int, rest: str) -> None:
        if not rest:
            raise UsageError("Type an attack or a plan after 'odds'.")
        picked = pick(self.match.table, seat, lines_of(self.match.table, seat), rest, self.players)
        line = picked.lines[0]
        first = self._odds(seat, picked.action if picked.action >= 0 else line.first)
        if first is None or len(picked.lines) > 1:
            raise UsageError("Odds are known for one attack or one choice of a battle plan at a time.")
        if picked.action >= 0:
            for outlook in first.outlooks[:-1]:
                print(figures(outlook.about, [(words, percent(chance)) for chance, words in outlook.parts]) + "\n")
            print(figures(first.title, first.rows))
        else:
            print("The chance to win:")
            print(self._chances(seat, line))

    def _odds(self, seat: int, action: int, quick: bool = False) -> Odds | None:
        return self.match.game.odds(self.match.table, seat, [action], quick)

    def _chances(self, seat: int, line: Line) -> str:
        """The chance to win with each count of a line, the least of them first."""
        least = self.match.game.words.kinds[line.kind].values(line.first)[-1]
        every = range(line.count)
        rows = []
        for i in every if line.count <= 12 else [*every[:11], every[-1]]:
            odds = self._odds(seat, line.first + i)
            if odds is not None:
                rows.append([f"with {least + i}", percent(odds.win)])
        return table(rows, right=[1])

    def _chance(self, seat: int, line: Line) -> str:
        """The chance to win with all that a line allows, in a few words; empty where there is none."""
        odds = self._odds(seat, line.last, quick=True)
        if odds is None:
            return ""
        kind = self.match.game.words.kinds[line.kind]
        counted_by = kind.arguments[-1][1] == "count" if kind.arguments else False
        most = f" with {kind.values(line.last)[-1]}" if counted_by else ""
        # Only what is certain is called so.
        share = round(100 * odds.win) if odds.win in (0, 1) else min(99, max(1, round(100 * odds.win)))
        # What is declared may be less than what it leads to.
        whole = " the whole fight" if len(odds.outlooks) > 1 else ""
        return f"{share}% to win{whole}{most}"

    def offer(self, seat: int, rest: str) -> None:
        """Make an offer; it stands beside the decision, and bots answer it at once."""
        entry = offer_typed(self.match, seat, rest, self.players)
        events = self.match.enter(entry)
        self._say(say_events(self.match.game, self.match.heard_by(seat, events), self.match.players))
        assert entry.offer is not None
        (to,), give, ask = entry.offer
        # What was understood of a name that was only begun.
        print(f"Done: {offer_in_words(self.match.game, to, give, ask, self.match.players)}.")
        if self.players[to].bot:
            events = self._let_play(to)
            self._say(say_events(self.match.game, self.match.heard_by(seat, events), self.match.players))
        self.told[EVERYBODY if self.shared else seat] = len(self.match.entries)

    def log(self, seat: int, rest: str) -> None:
        events = self.match.heard_by(seat, self.match.events)
        if rest != "all":
            if rest and not rest.isdecimal():
                raise UsageError("Type 'log', 'log 50' or 'log all'.")
            events = events[-max(1, int(rest[:6] or LOG)) :]
        self._say([say_event(self.match.game, event, self.match.players) for event in events])

    def undo(self, seat: int) -> bool:
        entry = self.match.undo(seat)
        print(f"Undone: {self.match.describe(entry)}.")
        for who, told in self.told.items():
            self.told[who] = min(told, len(self.match.entries))
        return True

    def save_as(self, seat: int, rest: str) -> None:
        if not rest and self.save is None:
            raise UsageError("Type a file name after 'save'.")
        path = Path(rest).expanduser() if rest else self.save
        assert path is not None
        if path.exists() and path not in self.ours:
            raise UsageError(f"{path} exists already; save under another name.")
        write_file(path, self.match)
        self.ours.add(path)
        self.save = path
        self.saved_at = len(self.match.entries)
        print(f"Saved to {path}.")

    def quit(self) -> None:
        if self.save is None and self.match.entries:
            self.offer_save()
        raise Left

    def offer_save(self) -> None:
        """Ask for a file name until the match is saved or nobody wants it."""
        while self.saved_at != len(self.match.entries):
            name = self.ask(f"Save the match? Type a file name (such as evening{ENDING}), or Enter for no: ").strip()
            if not name:
                return
            try:
                self.save_as(SPECTATOR, name)
            except MarchlandError as fault:
                print(refusal(fault))
