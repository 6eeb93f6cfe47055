"""Secrets: nobody learns more than the rules tell, and what a seat imagines agrees with all that it knows."""

from __future__ import annotations

from collections.abc import Iterator

from marchland.contract.choices import effects
from marchland.contract.fault import Broken
from marchland.contract.trial import Stuck, Trial, difference, everybody, heard, play, play_on, seen
from marchland.engine.cards import Cards
from marchland.engine.dice import fast_dice
from marchland.engine.saving import fields
from marchland.engine.sealed import Sealed
from marchland.engine.table import Table

DEALS = 40  # among which two are looked for that a seat cannot tell apart
TOGETHER = 12  # decisions for which they are played on side by side
TRIES = 24  # imagined tables, one of which must differ from the truth


def has_secrets(t: Table) -> bool:
    return bool(t.offers) or (not t.over and isinstance(t.step(), Sealed))


# -- what is imagined --------------------------------------------------------------------------------------------------


def cannot_be_told_from_the_truth(trial: Trial) -> None:
    for t in trial.states():
        if not trial.closely() and not has_secrets(t):
            continue
        before = t.fingerprint()
        for seat in everybody(t):
            made = t.determinize(seat, fast_dice(trial.decision))
            found = tell_apart(t, made, seat)
            if found:
                raise Broken(f"seat {seat} can tell what it imagines from the truth: {found}")
            broken = t.game.conserved(made)
            if broken:
                raise Broken(f"what seat {seat} imagines breaks a law: {broken.rstrip('.')}")
        if t.fingerprint() != before:
            raise Broken("imagining changes the table itself")


def tell_apart(one: Table, two: Table, seat: int) -> str:
    """What a seat sees otherwise on one table than on the other."""
    for what, here, there in (
        ("view", one.view(seat), two.view(seat)),
        ("picture", one.picture(seat), two.picture(seat)),
        *((f"assets of seat {of}", one.assets(of, seat), two.assets(of, seat)) for of in range(one.seats)),
    ):
        found = difference(here, there)
        if found:
            return f"in its {what} {found}"
    for what, options in (("options", "options"), ("answers to offers", "asides")):
        here, there = (set(getattr(t, options)(seat)) for t in (one, two))
        for action in sorted(here ^ there)[:1]:
            only = "here and not there" if action in here else "there and not here"
            return f"among its {what} '{one.game.name_of(action)}' is {only}"
    beside, besides = effects(one, seat), effects(two, seat)
    return "" if beside == besides else f"beside its options {difference(beside, besides)}"


def is_imagined(trial: Trial) -> None:
    """By the dice alone, such that it can be played on; and not by looking at the truth."""
    redealt = Redealt()
    for t in trial.states():
        if not (trial.decision % 9 == 0 or trial.decision < 20 or (has_secrets(t) and trial.decision < 200)):
            continue
        seat = trial.rng.choice(everybody(t))
        made = t.determinize(seat, fast_dice(trial.decision))
        if made != t.determinize(seat, fast_dice(trial.decision)):
            raise Broken(f"the same dice let seat {seat} imagine two tables")
        redealt.look(t, seat)
        try:
            play_on(made, fast_dice(trial.decision), 40)
        except Stuck as stuck:
            raise Broken(f"what seat {seat} imagines cannot be played on: {stuck}") from stuck
        if broken := t.game.conserved(made):
            raise Broken(f"what seat {seat} imagines breaks a law when it is played on: {broken.rstrip('.')}")


class Redealt:
    """Whether hidden cards are ever dealt anew. One table may be as it is by chance, but not table after table."""

    def __init__(self) -> None:
        self.tries: dict[str, int] = {}
        self.moved: set[str] = set()

    def look(self, t: Table, seat: int) -> None:
        for name in fields(t):
            cards = getattr(t, name)
            if isinstance(cards, Cards) and name not in self.moved and could_lie_elsewhere(cards, seat):
                for seed in range(4):
                    other = getattr(t.determinize(seat, fast_dice(seed)), name)
                    if (other.held, other.pile, other.apart) != (cards.held, cards.pile, cards.apart):
                        self.moved.add(name)
                self.tries[name] = self.tries.get(name, 0) + 4
                if name not in self.moved and self.tries[name] >= TRIES:
                    raise Broken(f"imagine leaves {name!r} as they are: bots would know the cards of the others")


def could_lie_elsewhere(cards: Cards, viewer: int) -> bool:
    """Whether somebody holds a card that a viewer cannot know."""
    if len(set(cards.unseen(viewer))) < 2:
        return False
    return any(len(cards[seat]) > len(cards.surely(viewer, seat)) for seat in range(cards.seats) if seat != viewer)


def two_truths_look_the_same(trial: Trial) -> None:
    """Two deals that a seat cannot tell apart, played on by the same decisions as long as it cannot: nothing that it
    is shown may differ, nor what it imagines."""
    deals = [trial.deal(trial.seed * DEALS + number) for number in range(DEALS)]
    for seat in everybody(deals[0]):
        known: dict[str, Table] = {}
        for t in deals:
            like = known.setdefault(seen(t, seat) + str(heard(t.events or [], seat)), t)
            if like is not t and like.to_data() != t.to_data():
                side_by_side(trial, like.copy(), t.copy(), seat)
                break


def side_by_side(trial: Trial, one: Table, two: Table, seat: int) -> None:
    two.dice = one.dice.copy()  # so that only what lies hidden differs
    for trial.decision in range(TOGETHER):
        found = tell_apart(one, two, seat)
        if found:
            raise Broken(f"of two tables that seat {seat} cannot tell apart it is shown different things: {found}")
        # A few imagined tables are enough to see that nothing is kept, and many needed to be sure that something is.
        if kept(one, two, seat, 4) and (found := kept(one, two, seat, TRIES)):
            raise Broken(f"imagine keeps what seat {seat} cannot know: of two tables that it cannot tell apart {found}")
        both = [other for other in one.deciders() if other in two.deciders()]
        choices = [(s, a) for s in both for a in set(one.options(s)) & set(two.options(s))]
        if not choices:
            return
        who, action = trial.rng.choice(sorted(choices))
        trial.last = f"seat {who}: {one.game.name_of(action)}"
        for t in (one, two):
            t.events = []
            play(t, who, action)
        if one.over or seen(one, seat) != seen(two, seat):
            return
        here, there = (heard(t.events or [], seat) for t in (one, two))
        if here != there:
            raise Broken(f"seat {seat} {overhears(one, here, there)}")


def overhears(t: Table, here: list[list[int]], there: list[list[int]]) -> str:
    """What a seat hears that it does not see, so that what it imagines would not agree with it."""
    said, otherwise = ([t.game.say(event) for event in told] for told in (here, there))
    differing = [pair for pair in zip(said, otherwise, strict=False) if pair[0] != pair[1]]
    one, two = differing[0] if differing else (" ".join(said) or "nothing", " ".join(otherwise) or "nothing")
    return f"hears what it does not see: '{one}' on one of two tables that look the same to it, '{two}' on the other"


def kept(one: Table, two: Table, seat: int, tries: int) -> str:
    here, there = always(one, seat, tries), always(two, seat, tries)
    for place, value in here.items():
        if there.get(place, value) != value:
            return f"{place} is always {value} on the one and always {there[place]} on the other"
    return ""


def always(t: Table, seat: int, tries: int) -> dict[str, str]:
    """What is the same on all tables that a seat imagines, by its place."""
    found = dict(leaves(t.determinize(seat, fast_dice(0)).to_data()))
    for seed in range(1, tries):
        other = dict(leaves(t.determinize(seat, fast_dice(seed)).to_data()))
        found = {place: value for place, value in found.items() if other.get(place) == value}
    # How much has been turned up is nothing that one imagines.
    found.pop("reveals", None)
    return found


def leaves(data: object, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}".lstrip("."))
    elif isinstance(data, list):
        yield f"the length of {path}", str(len(data))
        for i, value in enumerate(data):
            yield from leaves(value, f"{path}[{i}]")
    else:
        yield path, str(data)


# -- secret choices ----------------------------------------------------------------------------------------------------


def can_be_taken_back(trial: Trial) -> None:
    """A secret choice taken back and made again leaves no trace."""
    for t in trial.states():
        if t.over or not isinstance(t.step(), Sealed):
            continue
        for seat in range(t.seats):
            twin = t.copy()
            action = twin.step().take_back(twin, seat)
            if action >= 0:
                if seat not in twin.deciders() or action not in twin.options(seat):
                    raise Broken(f"seat {seat} takes back '{t.game.name_of(action)}' and cannot choose it again")
                twin.play(seat, action)
            if twin != t:
                found = difference(t.to_data(), twin.to_data())
                raise Broken(f"a secret choice of seat {seat}, taken back and made again, leaves a trace: {found}")
