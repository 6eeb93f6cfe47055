"""The table of Swarm as the client shows it to one viewer: an allow-list, like sight.py, in notions of no game."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, OUT, STANDING
from marchland.engine.picture import (
    NOBODY,
    Area,
    AuctionShown,
    CardShown,
    Contest,
    Fact,
    Mark,
    Path,
    Picture,
    Piece,
    Price,
    Region,
    Seat,
    Side,
)
from marchland.engine.sayings import counted
from marchland.engine.table import ALL_SEEING, SPECTATOR
from marchland.games.swarm.auctions import SALE
from marchland.games.swarm.battle import FIGHT
from marchland.games.swarm.cards import FRENZY, LEADERS, NO_LEADER, NO_TACTIC, POSITIONS, RAIN_LINE, swarm_step
from marchland.games.swarm.deals import DealingSwarm
from marchland.games.swarm.drops import DROP, DROP_TURNS, TEMPLE_DROP, payable
from marchland.games.swarm.drops import price as price_of_drops
from marchland.games.swarm.ending import DUEL_STEP, SENT, TIED, score_of, seats_of, sent_by
from marchland.games.swarm.event import MOVE_SWARM
from marchland.games.swarm.harvest import yielding_tiles
from marchland.games.swarm.moves import MOVE, MOVE_TURNS
from marchland.games.swarm.moves import price as price_of_move
from marchland.games.swarm.operations import TURNCOATS
from marchland.games.swarm.plan import COMMITTED, LED_BY, ONE, TACTIC, TWO, WHERE
from marchland.games.swarm.sequence import ROUND
from marchland.games.swarm.settings import BASTIONS_TO_WIN, HIDDEN_WATER
from marchland.games.swarm.setup import KEEP_TRAITOR
from marchland.games.swarm.table import COVERT_PILE, EVENT_PILE, Swarm
from marchland.games.swarm.treason import SHOWN, TREASON

LOT_DECKS = ["quest", "leader", "covert"]


def picture(t: DealingSwarm, viewer: i64) -> Picture:
    return Picture(
        regions=t.regions_shown(POSITIONS),
        seats=[seat_shown(t, viewer, seat) for seat in range(t.seats)],
        facts=[
            Fact(len(t.event_pile), "event left", "events left"),
            Fact(len(t.leaders.pile), "leader left", "leaders left"),
            Fact(len(t.coverts.pile), "covert card left", "covert cards left"),
            Fact(len(t.quests.pile), "quest left", "quests left"),
        ],
        tiles=t.tile_at[:],
        sites={"temple": t.temple_at[:]},
        hand=[entry for seat in range(t.seats) if t.sees(viewer, seat) for entry in hand(t, seat)],
        open=open_cards(t, viewer),
        areas=areas(t),
        paths=paths(t),
        auction=auction(t, viewer) if is_on(t, SALE.number) else None,
        prices=prices(t, viewer),
        contest=contest(t),
    )


def is_on(t: Swarm, step: i64) -> bool:
    """Whether the step on top of the agenda is this one."""
    return not t.over and t.depth() > 0 and t.step().number == step


# -- the board -------------------------------------------------------------------------------------------------------


def sketch(t: Swarm) -> list[int]:
    """What region_of shows, as numbers: each seat's troops have six bits, then those in a temple."""
    yielding = yielding_tiles(t) if t.event >= 0 else 0
    found: list[int] = []
    for p in range(POSITIONS):
        here: i64 = 0
        for seat in range(t.seats):
            here = here << 6 | t.on(seat, p)
        found.append(int(here << 1 | (yielding >> p & 1)))
    for temple, p in enumerate(t.temple_at):
        within: i64 = 0
        for seat in range(t.seats):
            within = within << 6 | t.inside(seat, temple)
        # Six bits for each of six seats; both together are longer than a register.
        found[p] = found[p] << 36 | int(within)
    found[t.swarm] = -1 - found[t.swarm]
    return found


def region_of(t: Swarm, p: int) -> Region:
    here = [Piece(seat, t.on(seat, p)) for seat in range(t.seats) if t.occupies(seat, p)]
    inside: list[Piece] = []
    if p in t.temple_at:
        temple = t.temple_at.index(p)
        inside = [Piece(seat, t.inside(seat, temple), within="temple") for seat in range(t.seats)]
    marks: list[Mark] = []
    if p == t.swarm:
        marks.append(Mark("swarm"))
    if t.event >= 0 and yielding_tiles(t) >> p & 1:
        marks.append(Mark("yields water"))
    return Region(
        owner=here[0].seat if len(here) == 1 else NOBODY,
        count=sum([piece.count for piece in here]),
        marks=marks,
        pieces=here + [piece for piece in inside if piece.count > 0],
    )


def areas(t: Swarm) -> list[Area]:
    """SWM-8.2  The line on which rain falls this round."""
    line = RAIN_LINE[t.event] if t.event >= 0 else 0
    regions = [p for p in range(POSITIONS) if line >> p & 1]
    return [Area("Rain", "rain", regions)] if regions else []


def paths(t: Swarm) -> list[Path]:
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
    return [Path(name, ahead, around=True, regions=course if ahead else course[::-1])]


# -- seats and cards -------------------------------------------------------------------------------------------------


def seat_shown(t: DealingSwarm, viewer: i64, seat: int) -> Seat:
    facts = [Fact(score_of(t, seat), "point", "points"), Fact(t.bastions(seat), "bastion", "bastions")]
    if not HIDDEN_WATER.on(t) or t.sees(viewer, seat):
        facts.append(Fact(t.water[seat], "water"))
    facts += [
        Fact(t.reserve[seat], "in reserve"),
        Fact(len(t.leaders[seat]), "leader", "leaders"),
        Fact(len(t.coverts[seat]), "covert"),
        Fact(len(t.quests[seat]), "quest", "quests"),
        Fact(len(t.traitors[seat]), "traitor", "traitors"),
    ]
    notes = ["start player"] if seat == t.start else []
    if t.prays(seat):
        notes.append("prays")
    return Seat(facts, notes=notes, aim=aim(t, seat))


def aim(t: Swarm, seat: int) -> str:
    """SWM-11.1  Bastions; SWM-11.6  in the end points, where the game was not won by those."""
    if t.over and t.game.ending(t) != "bastions":
        return counted(int(score_of(t, seat)), "point")
    return f"{t.bastions(seat)} of {BASTIONS_TO_WIN.of(t)} bastions"


def hand(t: Swarm, seat: int) -> list[CardShown]:
    """The cards that a player holds and can play."""
    public = t.leaders.surely(SPECTATOR, seat)
    made = [CardShown(seat, "leader", leader, "known to all" if leader in public else "") for leader in t.leaders[seat]]
    made += [CardShown(seat, "covert", kind) for kind in t.coverts[seat]]
    made += [
        CardShown(seat, "quest", quest, "failed this round" if t.failed >> quest & 1 else "")
        for quest in t.quests[seat]
    ]
    made += [CardShown(seat, "traitor", leader) for leader in t.traitors[seat]]
    if is_on(t, KEEP_TRAITOR.number):
        made += [CardShown(seat, "traitor", leader, "drawn") for leader in t.noted[seat]]
    if t.active == seat:
        made += [CardShown(seat, "traitor", leader, "drawn") for leader in TURNCOATS.drawn(t)]
    return made


def open_cards(t: Swarm, viewer: i64) -> list[CardShown]:
    """What lies face up, what all know of each other's hands, and (secret) what the viewer alone knows."""
    made = [CardShown(NOBODY, "event", int(t.event))] if t.event >= 0 else []
    for seat in range(t.seats):
        if t.specialty[seat] >= 0:
            made.append(CardShown(seat, "specialty", t.specialty[seat]))
        made += [CardShown(seat, "quest", quest, "completed") for quest in t.completed[seat]]
        if t.sees(viewer, seat):
            made += private(t, seat)
    if viewer != ALL_SEEING:
        made += known_of_others(t, viewer)
    made += [
        CardShown(NOBODY, "leader", leader, "out of the game") for leader in range(LEADERS) if t.removed >> leader & 1
    ]
    return made


def private(t: Swarm, seat: int) -> list[CardShown]:
    """SWM-13.1  The top of a kept pile; SWM-2.13  the private note of traitor cards not kept."""
    made: list[CardShown] = []
    top = t.kept_top(seat)
    if top:
        deck = "event" if top[0] == EVENT_PILE else "covert" if top[0] == COVERT_PILE else "leader"
        made.append(CardShown(seat, deck, top[1], "top of the pile", True))
    if not is_on(t, KEEP_TRAITOR.number):
        made += [CardShown(seat, "traitor", leader, "not kept", True) for leader in t.noted[seat]]
    return made


def known_of_others(t: Swarm, viewer: i64) -> list[CardShown]:
    """SWM-4.9  Leaders, and quests of failed claims, whose holder the viewer knows; secret if not everybody does."""
    made: list[CardShown] = []
    for deck, cards in (("leader", t.leaders), ("quest", t.quests)):
        found = [(number, seat) for seat in range(t.seats) for number in cards.surely(viewer, seat)]
        for number, seat in sorted(found):
            secret = number not in cards.surely(SPECTATOR, seat)
            made.append(CardShown(seat, deck, number, "" if secret else "known to all", secret))
    return made


# -- what is going on ------------------------------------------------------------------------------------------------


def auction(t: Swarm, viewer: i64) -> AuctionShown:
    lot = t.for_sale()
    known = viewer == ALL_SEEING or (viewer >= 0 and lot.apart_seen >> viewer & 1 == 1)
    bidders = SALE.order(t)
    return AuctionShown(
        deck=LOT_DECKS[t.lot],
        card=lot.apart if known else -1,
        standing=STANDING.of(t),
        holder=HOLDER.of(t) - 1,
        bidders=bidders,
        passed=[seat for seat in bidders if OUT.of(t) >> seat & 1],
        currency="water",
    )


def prices(t: Swarm, viewer: i64) -> list[Price]:
    """SWM-6.2, SWM-6.4, SWM-6.13  What drops and moves cost the player whose turn it is."""
    if viewer < 0 or t.over or not t.asked >> viewer & 1:
        return []
    purse = t.water[viewer]
    if is_on(t, DROP_TURNS.number):
        most = min(int(payable(t, viewer)) + 1, int(t.reserve[viewer]))
        drops = [int(price_of_drops(t, n)) for n in range(1, most + 1)]
        inside = max(int(t.inside(viewer, temple)) for temple in range(4))
        return [
            Price(DROP.number, "water", purse, drops),
            Price(TEMPLE_DROP.number, "water", purse, [0] * inside),
        ]
    if is_on(t, MOVE_TURNS.number):
        # However many go together, it is one move.
        stack = max(int(t.on(viewer, p)) for p in range(POSITIONS))
        return [Price(MOVE.number, "water", purse, [int(price_of_move(t, viewer))] * stack)]
    return []


def contest(t: Swarm) -> Contest | None:
    """A battle or duel under way, or leaders shown for something else while they can be betrayed."""
    fight = t.frame_of([FIGHT])
    if fight:
        return battle(t, fight)
    duel = t.frame_of([DUEL_STEP])
    if duel:
        return Contest("Duel", -1, [duellist(t, seat, duel) for seat in seats_of(TIED.inside(duel))])
    if is_on(t, TREASON.number):
        shown = [("leader", leader) for leader in range(LEADERS) if SHOWN.of(t) >> leader & 1]
        return Contest("Shown", -1, [Side(t.active, [], shown)])
    return None


def battle(t: Swarm, fight: list[int]) -> Contest:
    """SWM-7.7  Before the plans are turned up, only the armies; then commitment, leader and tactics too."""
    p = WHERE.inside(fight)
    sides = []
    for number, seat in enumerate([ONE.inside(fight), TWO.inside(fight)]):
        facts = [Fact(t.on(seat, p), "troop", "troops")]
        cards: list[tuple[str, int]] = []
        if fight[1] > 1:
            leader, tactic = LED_BY.of(t.plan, number), TACTIC.of(t.plan, number)
            facts.append(Fact(COMMITTED.of(t.plan, number), "committed"))
            if leader != NO_LEADER:
                cards.append(("leader", int(leader)))
            if tactic != NO_TACTIC:
                cards.append(("covert", int(tactic)))
        sides.append(Side(seat, facts, cards))
    return Contest("Battle", p, sides)


def duellist(t: Swarm, seat: int, duel: list[int]) -> Side:
    sent = int(sent_by(SENT.inside(duel), seat))
    shown = duel[1] == 2 and sent != NO_LEADER
    return Side(seat, [Fact(score_of(t, seat), "point", "points")], [("leader", sent)] if shown else [])
