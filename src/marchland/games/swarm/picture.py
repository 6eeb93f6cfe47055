"""The table of Swarm as the client shows it to one viewer: an allow-list, like sight.py, in notions of no game."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, OUT, STANDING
from marchland.engine.table import ALL_SEEING, SPECTATOR
from marchland.games.swarm.auctions import SALE
from marchland.games.swarm.battle import FIGHT
from marchland.games.swarm.cards import FRENZY, LEADERS, NO_LEADER, NO_TACTIC, POSITIONS, RAIN_LINE, swarm_step
from marchland.games.swarm.deals import DealingSwarm
from marchland.games.swarm.ending import DUEL_STEP, SENT, TIED, score_of, seats_of, sent_by
from marchland.games.swarm.event import MOVE_SWARM
from marchland.games.swarm.harvest import yielding_tiles
from marchland.games.swarm.operations import TURNCOATS
from marchland.games.swarm.plan import COMMITTED, LED_BY, ONE, TACTIC, TWO, WHERE
from marchland.games.swarm.sequence import ROUND
from marchland.games.swarm.settings import HIDDEN_WATER
from marchland.games.swarm.setup import KEEP_TRAITOR
from marchland.games.swarm.table import COVERT_PILE, EVENT_PILE, Swarm
from marchland.games.swarm.treason import SHOWN, TREASON

LOT_DECKS = ["quest", "leader", "covert"]


def picture(t: DealingSwarm, viewer: i64) -> dict[str, object]:
    made: dict[str, object] = {
        "regions": [region(t, p) for p in range(POSITIONS)],
        "seats": [seat_picture(t, viewer, seat) for seat in range(t.seats)],
        "facts": [
            ("events left", len(t.event_pile)),
            ("leaders left", len(t.leaders.pile)),
            ("covert cards left", len(t.coverts.pile)),
            ("quests left", len(t.quests.pile)),
        ],
        "tiles": t.tile_at[:],
        "sites": {"temple": t.temple_at[:]},
        "hand": [entry for seat in range(t.seats) if t.sees(viewer, seat) for entry in hand(t, seat)],
        "open": open_cards(t, viewer),
        "areas": areas(t),
        "paths": paths(t),
    }
    if is_on(t, SALE.number):
        made["auction"] = auction(t, viewer)
    met = contest(t)
    if met:
        made["contest"] = met
    return made


def is_on(t: Swarm, step: i64) -> bool:
    """Whether the step on top of the agenda is this one."""
    return not t.over and t.depth() > 0 and t.step().number == step


# -- the board -------------------------------------------------------------------------------------------------------


def region(t: Swarm, p: int) -> dict[str, object]:
    here = [(seat, int(t.on(seat, p))) for seat in range(t.seats) if t.occupies(seat, p)]
    pieces = [(seat, "troops", count) for seat, count in here]
    if p in t.temple_at:
        temple = t.temple_at.index(p)
        inside = [(seat, int(t.inside(seat, temple))) for seat in range(t.seats)]
        pieces += [(seat, "temple", count) for seat, count in inside if count > 0]
    marks: list[tuple[str, int]] = []
    if p == t.swarm:
        marks.append(("swarm", 1))
    if t.event >= 0 and yielding_tiles(t) >> p & 1:
        marks.append(("yields water", 1))
    return {
        "owner": here[0][0] if len(here) == 1 else -1,
        "count": sum(count for _, count in here),
        "marks": marks,
        "pieces": pieces,
    }


def areas(t: Swarm) -> list[dict[str, object]]:
    """SWM-8.2  The line on which rain falls this round."""
    line = RAIN_LINE[t.event] if t.event >= 0 else 0
    regions = [p for p in range(POSITIONS) if line >> p & 1]
    return [{"name": "Rain", "emblem": "rain", "regions": regions}] if regions else []


def paths(t: Swarm) -> list[dict[str, object]]:
    """SWM-5.8  Where the swarm will go as things stand, and after its move where it has come from."""
    frame = t.frame_of([ROUND])
    if not frame or t.event < 0 or t.steps == 0:
        return []
    turns = [int(t.direction), int(t.direction + 1) % 4] if FRENZY[t.event] else [int(t.direction)]
    ahead = frame[1] <= ROUND.sequence.index(MOVE_SWARM)
    if not ahead:
        turns = [(direction + 2) % 4 for direction in reversed(turns)]
    course = [int(t.swarm)]
    for direction in turns:
        for _ in range(t.steps):
            course.append(int(swarm_step(course[-1], direction)))
    name = "The swarm will move this way" if ahead else "The swarm came this way"
    return [{"name": name, "ahead": ahead, "around": True, "regions": course if ahead else course[::-1]}]


# -- seats and cards -------------------------------------------------------------------------------------------------


def seat_picture(t: DealingSwarm, viewer: i64, seat: int) -> dict[str, object]:
    facts = [("points", int(score_of(t, seat))), ("bastions", int(t.bastions(seat)))]
    if not HIDDEN_WATER.on(t) or t.sees(viewer, seat):
        facts.append(("water", int(t.water[seat])))
    facts += [("in reserve", int(t.reserve[seat])), ("leaders", len(t.leaders[seat]))]
    facts += [("covert", len(t.coverts[seat])), ("quests", len(t.quests[seat])), ("traitors", len(t.traitors[seat]))]
    notes = ["start player"] if seat == t.start else []
    if t.prays(seat):
        notes.append("prays")
    return {"facts": facts, "out": False, "notes": notes}


def card(seat: int, deck: str, number: int, note: str = "", secret: bool = False) -> dict[str, object]:
    return {"seat": seat, "deck": deck, "card": number, "note": note, "secret": secret}


def hand(t: Swarm, seat: int) -> list[dict[str, object]]:
    """The cards that a player holds and can play."""
    public = t.leaders.surely(SPECTATOR, seat)
    made = [card(seat, "leader", leader, "known to all" if leader in public else "") for leader in t.leaders[seat]]
    made += [card(seat, "covert", kind) for kind in t.coverts[seat]]
    made += [
        card(seat, "quest", quest, "failed this round" if t.failed >> quest & 1 else "") for quest in t.quests[seat]
    ]
    made += [card(seat, "traitor", leader) for leader in t.traitors[seat]]
    if is_on(t, KEEP_TRAITOR.number):
        made += [card(seat, "traitor", leader, "drawn") for leader in t.noted[seat]]
    if t.active == seat:
        made += [card(seat, "traitor", leader, "drawn") for leader in TURNCOATS.drawn(t)]
    return made


def open_cards(t: Swarm, viewer: i64) -> list[dict[str, object]]:
    """What lies face up, what all know of each other's hands, and (secret) what the viewer alone knows."""
    made = [card(-1, "event", int(t.event))] if t.event >= 0 else []
    for seat in range(t.seats):
        if t.specialty[seat] >= 0:
            made.append(card(seat, "specialty", t.specialty[seat]))
        made += [card(seat, "quest", quest, "completed") for quest in t.completed[seat]]
        if t.sees(viewer, seat):
            made += private(t, seat)
    if viewer != ALL_SEEING:
        made += known_of_others(t, viewer)
    made += [card(-1, "leader", leader, "out of the game") for leader in range(LEADERS) if t.removed >> leader & 1]
    return made


def private(t: Swarm, seat: int) -> list[dict[str, object]]:
    """SWM-13.1  The top of a kept pile; SWM-2.13  the private note of traitor cards not kept."""
    made: list[dict[str, object]] = []
    top = t.kept_top(seat)
    if top:
        deck = "event" if top[0] == EVENT_PILE else "covert" if top[0] == COVERT_PILE else "leader"
        made.append(card(seat, deck, top[1], "top of the pile", True))
    if not is_on(t, KEEP_TRAITOR.number):
        made += [card(seat, "traitor", leader, "not kept", True) for leader in t.noted[seat]]
    return made


def known_of_others(t: Swarm, viewer: i64) -> list[dict[str, object]]:
    """SWM-4.9  Leaders, and quests of failed claims, whose holder the viewer knows; secret if not everybody does."""
    made: list[dict[str, object]] = []
    for deck, cards in (("leader", t.leaders), ("quest", t.quests)):
        found = [(number, seat) for seat in range(t.seats) for number in cards.surely(viewer, seat)]
        for number, seat in sorted(found):
            secret = number not in cards.surely(SPECTATOR, seat)
            made.append(card(seat, deck, number, "known to you" if secret else "known to all", secret))
    return made


# -- what is going on ------------------------------------------------------------------------------------------------


def auction(t: Swarm, viewer: i64) -> dict[str, object]:
    lot = t.for_sale()
    known = viewer == ALL_SEEING or (viewer >= 0 and lot.apart_seen >> viewer & 1 == 1)
    bidders = SALE.order(t)
    return {
        "deck": LOT_DECKS[t.lot],
        "card": int(lot.apart) if known else -1,
        "standing": int(STANDING.of(t)),
        "holder": int(HOLDER.of(t)) - 1,
        "bidders": bidders,
        "passed": [seat for seat in bidders if OUT.of(t) >> seat & 1],
        "currency": "water",
    }


def contest(t: Swarm) -> dict[str, object]:
    """A battle or duel under way, or leaders shown for something else while they can be betrayed."""
    fight = t.frame_of([FIGHT])
    if fight:
        return battle(t, fight)
    duel = t.frame_of([DUEL_STEP])
    if duel:
        sides = [duellist(t, seat, duel) for seat in seats_of(TIED.inside(duel))]
        return {"title": "Duel", "region": -1, "sides": sides}
    if is_on(t, TREASON.number):
        shown = [("leader", leader) for leader in range(LEADERS) if SHOWN.of(t) >> leader & 1]
        return {"title": "Shown", "region": -1, "sides": [side(int(t.active), [], shown)]}
    return {}


def side(seat: int, facts: list[tuple[str, int]], cards: list[tuple[str, int]]) -> dict[str, object]:
    return {"seat": seat, "facts": facts, "cards": cards}


def battle(t: Swarm, fight: list[int]) -> dict[str, object]:
    """SWM-7.7  Before the plans are turned up, only the armies; then commitment, leader and tactics too."""
    p = WHERE.inside(fight)
    sides = []
    for number, seat in enumerate([ONE.inside(fight), TWO.inside(fight)]):
        facts = [("troops", int(t.on(seat, p)))]
        cards: list[tuple[str, int]] = []
        if fight[1] > 1:
            leader, tactic = LED_BY.of(t.plan, number), TACTIC.of(t.plan, number)
            facts.append(("committed", int(COMMITTED.of(t.plan, number))))
            if leader != NO_LEADER:
                cards.append(("leader", int(leader)))
            if tactic != NO_TACTIC:
                cards.append(("covert", int(tactic)))
        sides.append(side(seat, facts, cards))
    return {"title": "Battle", "region": p, "sides": sides}


def duellist(t: Swarm, seat: int, duel: list[int]) -> dict[str, object]:
    sent = int(sent_by(SENT.inside(duel), seat))
    shown = duel[1] == 2 and sent != NO_LEADER
    return side(seat, [("points", int(score_of(t, seat)))], [("leader", sent)] if shown else [])
