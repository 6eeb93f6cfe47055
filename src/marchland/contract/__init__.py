"""The contract: what holds for every game, in every state that random play reaches.

    from marchland.contract import check

    def test_the_contract() -> None:
        assert check(GAME) == []

`check` plays random matches, each of which follows from its seed, and returns the faults, each a sentence with the seed
and the decision that show it. `marchland check GAME` does the same at the command line.
"""

from __future__ import annotations

from collections.abc import Callable

from marchland.contract import choices, laws, numbers, options, secrets, sources, tables, views, words
from marchland.contract.fault import Check, Fault
from marchland.engine.game import Game

MATCHES = 12

CHECKS = [
    Check("rulebook", "clauses and options stand in the rulebook", sources.agree_with_the_rulebook, True),
    Check("deeds", "every deed is carried by a step", sources.are_carried, True),
    Check("phrases", "phrases are said with their arguments", sources.have_their_arguments, True),
    Check("numbers", "numbers are the game's, and are read", numbers.are_in_use, True),
    Check("playing", "every option can be carried out", options.can_be_carried_out),
    Check("attributes", "all that lies on the table is declared", tables.are_declared),
    Check("deciders", "options are for deciders and for nobody else", options.are_for_deciders),
    Check("order", "options rise and agree with themselves", options.rise),
    Check("names", "every action has a name that is read back", options.have_names),
    Check("sayings", "all that is told and asked can be said", words.can_be_said),
    Check("effects", "what a choice comes to can be said", choices.are_explained),
    Check("way on", "what ends a question is the way forward", choices.lead_on),
    Check("refusals", "what is no option is refused, with its clause", words.are_refused),
    Check("silence", "telling changes nothing", words.events_change_nothing),
    Check("copies", "copies are independent", tables.are_independent),
    Check("saving", "a saved table comes back and goes on the same", tables.are_saved),
    Check("seeds", "the same seed gives the same match", tables.follow_from_the_seed),
    Check("fair dice", "a match with fair dice can be resumed", tables.go_on_with_fair_dice),
    Check("laws", "nothing is lost or made from nothing", laws.are_kept),
    Check("ends", "every match ends and ranks everybody", laws.come_to_an_end),
    Check("house rules", "matches go on with any number turned", numbers.can_be_turned),
    Check("worth", "bots can tell how they stand", laws.can_be_judged),
    Check("views", "views are plain and do not hang on the table", views.are_plain),
    Check("pictures", "pictures can be drawn", views.can_be_drawn),
    Check("board", "the board can be followed from event to event", views.can_be_followed),
    Check("all-seeing", "nothing is hidden from the all-seeing", views.nothing_is_hidden_from_the_all_seeing),
    Check("secrets", "nobody can tell what it imagines from the truth", secrets.cannot_be_told_from_the_truth),
    Check("imagining", "what is imagined owes nothing to the truth", secrets.is_imagined),
    Check("two truths", "two truths that look the same are shown the same", secrets.two_truths_look_the_same),
    Check("taking back", "secret choices taken back leave no trace", secrets.can_be_taken_back),
]


def check(
    game: Game, matches: int = MATCHES, seed: int = 0, progress: Callable[[Check, list[Fault]], None] | None = None
) -> list[Fault]:
    """All faults of a game in so many random matches, the first of which has this seed. A check that has found one
    match at fault looks at no other. `progress` hears of every check when it is done."""
    found: list[Fault] = []
    for one in CHECKS:
        faults = one.faults(game, range(seed, seed + matches))
        found += faults
        if progress is not None:
            progress(one, faults)
        if any(fault.endless for fault in faults):
            break
    return found


__all__ = ["CHECKS", "MATCHES", "Check", "Fault", "check"]
