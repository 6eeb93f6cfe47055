"""What everybody sees of Rebellion, in a form that needs no knowledge of the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from marchland.engine.auction import LOT
from marchland.engine.picture import (
    LAST_ROUND,
    AuctionShown,
    CardShown,
    Contest,
    Fact,
    Mark,
    Picture,
    Piece,
    Region,
    Seat,
    Side,
)
from marchland.engine.picture import NOBODY as NEUTRAL
from marchland.engine.sayings import listed
from marchland.engine.sets import size
from marchland.games.rebellion.attack import ATTACK
from marchland.games.rebellion.battle import BATTLE, LOSS
from marchland.games.rebellion.ending import points
from marchland.games.rebellion.food import need, production
from marchland.games.rebellion.force import ATTACKER, DEFENDER, INSIDE, TARGET, force_soldiers
from marchland.games.rebellion.income import income, upkeep
from marchland.games.rebellion.ledger import cautions, counted, ledger
from marchland.games.rebellion.modifiers import attack_total, defence_total
from marchland.games.rebellion.overseas import CAPTAIN_SALE
from marchland.games.rebellion.peace import CEDED, CLAIMED, PAID, PARTNER, REPLY, TREATY
from marchland.games.rebellion.purchases import prices
from marchland.games.rebellion.revolts import BRIBERY
from marchland.games.rebellion.sea_battle import SEA_BATTLE, SEA_LOSS
from marchland.games.rebellion.sea_picture import (
    loading,
    sea_contest,
    sea_region,
    sea_sketch,
    ship_sites,
    voyage_effects,
    voyage_paths,
)
from marchland.games.rebellion.settings import ROUND_LIMIT, economy, weather
from marchland.games.rebellion.sheet_picture import (
    auction_shown,
    captain_auction,
    cards_in_hand,
    cards_on_table,
    chances_of_cards,
    effects,
    plague_facts,
    sheet_facts,
    sheet_marks,
    sheet_sketch,
)
from marchland.games.rebellion.table import ARMS, BUILDINGS, REBELS, TRIBE, UNITS, Rebellion
from marchland.games.rebellion.turn import MAIN
from marchland.games.rebellion.voyages import HARBOUR, VOYAGE
from marchland.games.rebellion.warfare import BROKEN, GIVER, GUARANTOR, KIND, MADE, NO_ATTACK, SUM, TAKER
from marchland.games.rebellion.world import PROVINCES, SEAS, WORLD

NEUTRALS: Final = {REBELS: "rebels", TRIBE: "tribe"}


def picture(t: Rebellion, viewer: i64) -> Picture:
    bill = prices(t, viewer) if in_main(t, viewer) else chances_of_cards(t, viewer)
    return Picture(
        regions=t.regions_shown(PROVINCES + SEAS),
        seats=[seat_shown(t, seat, viewer) for seat in range(t.seats)],
        facts=[Fact(int(ROUND_LIMIT.of(t)), LAST_ROUND), *plague_facts(t)],
        banner=sky(t),
        sites=ship_sites(t, viewer),
        done_at=done_at(t, viewer),
        prices=bill,
        cautions=cautions(t, viewer, bill) if in_main(t, viewer) else [],
        ledger=ledger(t, viewer),
        auction=auction(t),
        contest=contest(t),
        paths=voyage_paths(t, viewer),
        hand=cards_in_hand(t, viewer),
        open=cards_on_table(t, viewer),
    )


def sky(t: Rebellion) -> CardShown | None:
    """REB-15.1  The weather, and for how long it lasts."""
    if not weather(t) or t.round == 0:
        return None
    left = "until the end of the round" if t.weather_left <= 1 else f"for {t.weather_left} rounds"
    return CardShown(NEUTRAL, "weather", int(t.weather), left)


# -- the board -------------------------------------------------------------------------------------------------------


def sketch(t: Rebellion) -> list[int]:
    """What region_of shows, as numbers."""
    found: list[int] = []
    for province in range(PROVINCES):
        # Two words that fit into a register each, and what is seldom there.
        army: i64 = (t.holder[province] + 1) << 3 | (t.owner[province] + 1)
        for arm in range(ARMS):
            army = army << 12 | t.count[province * ARMS + arm]
        founder = t.original_owner(province)
        land: i64 = (founder + 1) << 4 | (t.level[founder] if founder >= 0 else 0)
        land = (land << 3 | (t.origin[province] + 1)) << 8 | t.annexed[province]
        land = (land << 8 | t.tokens[province]) << 8 | t.robbery[province]
        for building in range(len(BUILDINGS)):
            land = land << 1 | (1 if t.stands(building, province) else 0)
        land = land << 2 | t.bunker_level(province)
        found.append((sheet_sketch(t, province) << 64 | int(army)) << 64 | int(land))
    return found + [sea_sketch(t, sea) for sea in range(PROVINCES, PROVINCES + SEAS)]


def region_of(t: Rebellion, region: int) -> Region:
    """REB-4.1  The holder's units by arm; the owner's mark where another holds the land."""
    if region >= PROVINCES:
        return sea_region(t, region)
    holder = int(t.holder[region])
    seat = holder if 0 <= holder < t.seats else NEUTRAL
    pieces = [
        Piece(seat, int(t.count[region * ARMS + arm]), UNITS[arm])
        for arm in range(ARMS)
        if t.count[region * ARMS + arm]
    ]
    return Region(seat, int(t.soldiers(region)), marks_of(t, region), pieces)


def marks_of(t: Rebellion, province: int) -> list[Mark]:
    found: list[Mark] = []
    founder = int(t.original_owner(province))
    if founder >= 0:
        found.append(Mark("capital", founder, int(t.level[founder])))
    holder, owner = int(t.holder[province]), int(t.owner[province])
    if owner >= 0 and owner != holder:
        found.append(Mark("occupied", owner, int(t.annexed[province])))
    if holder in NEUTRALS:
        found.append(Mark(NEUTRALS[holder], int(t.origin[province])))
    for building in range(len(BUILDINGS)):
        if t.stands(building, province):
            found.append(Mark(BUILDINGS[building], count=int(t.bunker_level(province)) if building == 3 else 0))
    if t.tokens[province]:
        found.append(Mark("red token", count=int(t.tokens[province])))
    if t.robbery[province]:
        found.append(Mark("robbery", count=int(t.robbery[province])))
    return [*found, *sheet_marks(t, province)]


# -- the seats -------------------------------------------------------------------------------------------------------


def seat_shown(t: Rebellion, seat: i64, viewer: i64) -> Seat:
    """The ledger: REB-5 next income and upkeep, REB-14 food and need, REB-25.4 points; and wars and pledges."""
    if not t.lives(seat):
        return Seat([Fact(0, "province", "provinces")], out=True)
    found = [Fact(int(t.coins[seat]), "coin", "coins")]
    if t.capital[seat] >= 0:
        found += [
            Fact(int(size(t.owned(seat))), "province", "provinces"),
            Fact(int(t.soldiers_of(seat)), "soldier", "soldiers"),
            Fact(int(income(t, seat, t.weather)), "income"),
            Fact(int(upkeep(t, seat)), "upkeep"),
        ]
        if economy(t):
            found += [
                Fact(int(t.food[seat]), "food"),
                Fact(int(need(t, seat)), "food needed"),
                Fact(int(production(t, seat, t.weather)), "next harvest"),
            ]
        found.append(Fact(int(points(t, seat)), "point", "points"))
    found += sheet_facts(t, seat)
    sheet = [*voyage_effects(t, seat, viewer), *effects(t, seat)]
    return Seat(found, notes=notes(t, seat), aim=aim(t, seat), sheet=sheet)


def aim(t: Rebellion, seat: i64) -> str:
    """REB-25.1, REB-25.4"""
    if t.round == 0:
        return ""
    held, others = int(t.enemy_seats_held(seat)), int(t.seats) - 1
    return f"{held} of {others} {'capital' if others == 1 else 'capitals'}, {points(t, seat)} points"


def notes(t: Rebellion, seat: i64) -> list[str]:
    found: list[str] = []
    enemies = [other for other in range(t.seats) if t.at_war(seat, other)]
    if enemies:
        found.append("at war with " + ", ".join(f"seat {other}" for other in enemies))
    for row in t.pledges:
        if row[GIVER] == seat:
            what = "not to attack" if row[KIND] == NO_ATTACK else "to pay"
            by = f", seat {row[GUARANTOR]} as guarantor" if row[GUARANTOR] >= 0 else ""
            end = ", broken" if row[BROKEN] else ""
            coins = counted(row[SUM], "coin")
            found.append(f"pledged seat {row[TAKER]} {what} in round {row[MADE]} ({coins}{by}{end})")
    return found


# -- what is asked ---------------------------------------------------------------------------------------------------


def in_main(t: Rebellion, viewer: i64) -> bool:
    """REB-3.3  Whether the viewer is in its Main phase and asked."""
    return not t.over and viewer == t.active and t.asked >> viewer & 1 != 0 and t.step() is MAIN


def done_at(t: Rebellion, viewer: i64) -> dict[str, int]:
    """REB-6.2, REB-6.5, REB-10.1  What is done in the capital, or where the viewer recruits; REB-16.5  and in the port
    where a ship is loaded."""
    if not t.over and t.depth() and t.step() is VOYAGE and viewer == t.active:
        return {"load": HARBOUR.inside(t.frame_of([VOYAGE]))}
    if not in_main(t, viewer):
        return {}
    place = int(t.recruiting_place(viewer))
    found = {"recruit": place} if place >= 0 else {}
    if t.holds_own_capital(viewer):
        found |= {"exchange": place, "upgrade_capital": place}
    return found


def auction(t: Rebellion) -> AuctionShown | None:
    """REB-24.13  The rebels of a province, and who bids for them; REB-20.25  or a captain's secret."""
    if t.over or t.depth() == 0:
        return None
    if t.step() is CAPTAIN_SALE:
        return captain_auction(t)
    if t.step() is not BRIBERY:
        return None
    frame = t.frame_of([BRIBERY])
    title = f"The rebels of {WORLD.regions[LOT.inside(frame)].name}"
    return auction_shown(t, frame, BRIBERY.order(t), title, "The highest bid gets the province and its units.")


def contest(t: Rebellion) -> Contest | None:
    """REB-8.4  The battle that is fought, with what each side adds."""
    if t.over or t.depth() == 0:
        return None
    step = t.step()
    if step is TREATY or step is REPLY:
        return conference(t)
    if step is ATTACK:
        target = int(t.frame_of([ATTACK])[2])
        attacker = Side(int(t.active), [Fact(int(force_soldiers(t)), "soldier", "soldiers")])
        return Contest("Attack", target, [attacker, defender_of(t, target, [])])
    if step is VOYAGE:
        return loading(t)
    if step is SEA_BATTLE or step is SEA_LOSS:
        return sea_contest(t)
    if step is not BATTLE and step is not LOSS:
        return None
    target = int(t.battle[TARGET])
    seat = int(t.battle[ATTACKER])
    adds = Fact(int(attack_total(t)), "added to the roll")
    attacker = Side(seat if seat < t.seats else NEUTRAL, [Fact(int(force_soldiers(t)), "soldier", "soldiers"), adds])
    title = "Battle"
    if t.battle[INSIDE]:
        title = "Tribe" if t.battle[DEFENDER] == TRIBE else "Revolt"
    return Contest(
        title, target, [attacker, defender_of(t, target, [Fact(int(defence_total(t)), "added to the roll")])]
    )


def conference(t: Rebellion) -> Contest:
    """REB-11.4, REB-11.5  The terms of peace as they stand: whose land becomes whose, what goes back, what is paid."""
    frame = t.frame_of([TREATY, REPLY])
    one, other = int(t.active), PARTNER.inside(frame)
    claimed, ceded, paid = CLAIMED.inside(frame), CEDED.inside(frame), PAID.inside(frame)
    sides = [party(t, one, other, claimed, ceded, paid), party(t, other, one, ceded, claimed, -paid)]
    text = "Occupied land that nobody claims goes back, and the war ends."
    return Contest("Peace conference", NEUTRAL, sides, text=text)


def party(t: Rebellion, seat: int, other: int, gains: int, cedes: int, pays: int) -> Side:
    back = int(t.titled[seat] & t.held[other]) & ~cedes
    said = [f"gets {named(gains)}"] if gains else []
    said += [f"gets back {named(back)}"] if back else []
    said += [f"pays {pays} coin{'' if pays == 1 else 's'}"] if pays > 0 else []
    text = "; ".join(said)
    return Side(seat, [Fact(int(t.coins[seat]), "coin", "coins")], text=text[:1].upper() + text[1:])


def named(provinces: int) -> str:
    return listed([region.name for number, region in enumerate(WORLD.regions[:PROVINCES]) if provinces >> number & 1])


def defender_of(t: Rebellion, target: int, more: list[Fact]) -> Side:
    """REB-19.8  A tribe defends land that is not its own yet."""
    tribal = t.step() is not ATTACK and t.battle[DEFENDER] == TRIBE
    holder = TRIBE if tribal else int(t.holder[target])
    seat = holder if 0 <= holder < t.seats else NEUTRAL
    return Side(seat, [Fact(int(t.soldiers(target)), "soldier", "soldiers"), *more])
