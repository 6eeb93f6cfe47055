"""What is seen of expeditions, captives and agents: markers on the land, each player's sheet, cards, the captain's
auction."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.auction import HOLDER, OUT, STANDING
from marchland.engine.picture import AuctionShown, CardShown, Effect, Fact, Mark, Price
from marchland.engine.sayings import counted
from marchland.engine.sealed import Sealed
from marchland.games.rebellion.agents import (
    ACTIONS,
    AGENT_BUY,
    AGENT_PRICE,
    COUNTERINTELLIGENCE,
    DEAL_CARD,
    FREE_CAPTIVE,
    NOTHING,
    Dealing,
    has_dealt,
    in_set,
)
from marchland.games.rebellion.buildings import FARM_HANDS
from marchland.games.rebellion.expeditions import EXPEDITION_INTERNAL
from marchland.games.rebellion.expeditions import PRICE as INTERNAL_PRICE
from marchland.games.rebellion.food import BURNING
from marchland.games.rebellion.income import COMPENSATION, END_TOKENS, GREEN_TOKENS, RICH_TRIBE, SABOTAGE
from marchland.games.rebellion.modifiers import PER_CANNONBALLS, WEAPON
from marchland.games.rebellion.overseas import CAPTAIN_SALE, EXPEDITION_OVERSEAS, overseas_allowed, overseas_price
from marchland.games.rebellion.plots import HARDER, uncountered
from marchland.games.rebellion.settings import CAPTIVE_WORDING, FREE_CAPTIVE_ROLL, SLAVES, SURE, agents, expeditions
from marchland.games.rebellion.sheets import CAPTIVE_CELLS, DUE_ROUND, NO_CARD, OVERSEAS, SENDER, SITE
from marchland.games.rebellion.table import Rebellion
from marchland.games.rebellion.world import WORLD

DECK = "card"


# -- the land --------------------------------------------------------------------------------------------------------


def sheet_marks(t: Rebellion, province: int) -> list[Mark]:
    found: list[Mark] = []
    for word, lands in (
        ("mineral", t.minerals),
        ("rich mineral", t.rich_minerals),
        ("coconut tree", t.trees),
        ("black marker", t.black),
    ):
        if lands >> province & 1:
            found.append(Mark(word))
    for row in t.expeditions:
        if row[SITE] == province:
            found.append(Mark("expedition", row[SENDER], turns_left(t, row)))
    if t.explored >> province & 1 and not any(row[SITE] == province for row in t.expeditions):
        found.append(Mark("explored"))
    if t.captive_land >> province & 1:
        for nation in range(t.seats):
            n = int(t.captives_of(province, nation))
            if n:
                found.append(Mark(captive_word(t), nation, n))
    return found


def captive_word(t: Rebellion) -> str:
    """REB-22.1  As the group says it."""
    return "slaves" if CAPTIVE_WORDING.of(t) == SLAVES else "captives"


def turns_left(t: Rebellion, row: list[int]) -> int:
    """Until an expedition is due."""
    return max(0, row[DUE_ROUND] - int(t.round))


def sheet_sketch(t: Rebellion, province: int) -> int:
    """What sheet_marks shows, as a number."""
    value = 0
    for lands in (t.minerals, t.rich_minerals, t.trees, t.black, t.explored):
        value = value * 2 + int(lands >> province & 1)
    for row in t.expeditions:
        if row[SITE] == province:
            value = (value * 8 + row[SENDER] + 1) * 16 + turns_left(t, row)
    if t.captive_land >> province & 1:
        for cell in range(CAPTIVE_CELLS):
            value = value * 1024 + int(t.captives[province * CAPTIVE_CELLS + cell])
    return value


# -- the sheets ------------------------------------------------------------------------------------------------------


def plague_facts(t: Rebellion) -> list[Fact]:
    return [Fact(int(t.plague), "turn of plague", "turns of plague")] if t.plague else []


def sheet_facts(t: Rebellion, seat: i64) -> list[Fact]:
    """REB-1.11  What a sheet counts, as far as there is any."""
    counted = [
        (int(t.agents[seat]), "agent", "agents"),
        (int(t.fruit[seat]), "coconut", "coconuts"),
        (int(t.fruit_bought[seat]), "bought coconut", "bought coconuts"),
    ]
    return [Fact(n, one, many) for n, one, many in counted if n]


def effects(t: Rebellion, seat: i64) -> list[Effect]:
    """REB-1.11  What a sheet says: expeditions under way, what they brought, what agents did."""
    return [*under_way(t, seat), *brought(t, seat), *plotted(t, seat)]


def under_way(t: Rebellion, seat: i64) -> list[Effect]:
    found: list[Effect] = []
    for row in t.expeditions:
        if row[SENDER] == seat:
            inland = row[SITE] != OVERSEAS
            where = f"In {WORLD.regions[row[SITE]].name}" if inland else "Overseas"
            lands = [row[SITE]] if inland else []
            clause = "REB-19.3" if inland else "REB-20.3"
            found.append(Effect("Expedition", where, clause, turns_left(t, row), "expedition", lands))
    return found


def brought(t: Rebellion, seat: i64) -> list[Effect]:
    """REB-20.5 to REB-20.26  What overseas expeditions have left on a sheet."""
    vouchers, farms = int(t.vouchers[seat]), int(t.farm_hands[seat])
    found = [
        Effect("Rich tribe", f"Income {RICH_TRIBE.of(t)} larger", "REB-20.19", n, "treasure")
        for n in t.rich_tribe[seat]
    ]
    found += [
        Effect("Compensation", f"Income {COMPENSATION.of(t)} smaller", "REB-20.9", n, "compensation")
        for n in t.compensation[seat]
    ]
    if t.next_price[seat]:
        text = f"The next one overseas costs {overseas_price(t, seat)} coins"
        found.append(Effect("Price of expeditions", text, "REB-20.5", 0, "expedition"))
    if vouchers:
        found.append(Effect("Road builders", f"{counted(vouchers, 'road')} for nothing", "REB-20.17", 0, "road"))
    if farms:
        text = f"{counted(farms, 'farm')} for {FARM_HANDS.of(t)} coins less"
        found.append(Effect("Farm hands", text, "REB-20.23", 0, "farm"))
    if t.weapons[seat]:
        text = f"{WEAPON.of(t) * t.weapons[seat]} more in every battle"
        found.append(Effect("New weapon", text, "REB-20.15", 0, "weapon"))
    if t.cannonballs[seat]:
        text = f"Each cannon takes {PER_CANNONBALLS.of(t) * t.cannonballs[seat]} more from bunkers"
        found.append(Effect("Cannonballs", text, "REB-20.15", 0, "cannonballs"))
    if t.environment[seat]:
        text = f"Robbery that ends leaves {counted(int(GREEN_TOKENS.of(t)), 'red token')}, not {END_TOKENS.of(t)}"
        found.append(Effect("Environmentalists", text, "REB-20.21", int(t.environment[seat]), "environmentalists"))
    if t.plague and t.bringer == seat:
        text = "Everybody loses soldiers each turn until it has passed"
        found.append(Effect("Plague", text, "REB-21.2", int(t.plague), "disease"))
    return found


def plotted(t: Rebellion, seat: i64) -> list[Effect]:
    """REB-23.4, REB-23.9, REB-23.10"""
    found: list[Effect] = []
    if has_dealt(t, seat):
        found.append(Effect("Agents' cards", "Dealt to everybody, face down", "REB-23.4", 0, "counterintelligence"))
    if t.sabotaged[seat]:
        text = f"The next income {SABOTAGE.of(t) * t.sabotaged[seat]} smaller"
        found.append(Effect("Sabotage", text, "REB-23.9", 0, "sabotage"))
    if t.burned[seat]:
        text = f"The next harvest {BURNING.of(t) * t.burned[seat]} smaller"
        found.append(Effect("Burning food", text, "REB-23.9", 0, "burning food"))
    if t.incited[seat]:
        text = f"{counted(t.incited[seat], 'mutiny')} as the next turn begins"
        found.append(Effect("Incitement", text, "REB-23.10", 0, "incitement"))
    return found


# -- cards -----------------------------------------------------------------------------------------------------------


def cards_in_hand(t: Rebellion, viewer: i64) -> list[CardShown]:
    """REB-23.4  While a player deals: the cards of the set that are not dealt yet."""
    found: list[CardShown] = []
    if t.over or not isinstance(t.step(), Sealed):
        return found
    for seat in t.deciders():
        if t.sees(viewer, seat):
            for card in range(ACTIONS):
                if in_set(t, card) and not DEAL_CARD.is_dealt(t.sealed[seat], card):
                    found.append(CardShown(seat, DECK, card))
    return found


def cards_on_table(t: Rebellion, viewer: i64) -> list[CardShown]:
    """REB-23.4  Those that the viewer has dealt, before their targets; REB-23.6  once they are turned up, all."""
    found: list[CardShown] = []
    if not t.over and t.depth() and isinstance(t.step(), Dealing) and 0 <= viewer < len(t.sealed):
        for action in t.sealed[viewer]:
            if DEAL_CARD.fits(action):
                target = int(DEAL_CARD.b(action))
                found.append(CardShown(target, DECK, int(DEAL_CARD.a(action)), f"before seat {target}", secret=True))
    for dealer in range(int(t.seats)):
        if not t.cards_up and not t.sees(viewer, dealer):
            continue
        for target in range(int(t.seats)):
            card = int(t.dealt[dealer * t.seats + target])
            if card not in (NO_CARD, NOTHING):
                whose = f"before seat {target}" if dealer == viewer else f"from seat {dealer}"
                found.append(CardShown(target, DECK, card, whose, secret=not t.cards_up))
    return found


def chances_of_cards(t: Rebellion, viewer: i64) -> list[Price]:
    """REB-23.7, REB-23.8  While a player deals: how likely each card succeeds with each player. None costs anything."""
    made: list[Price] = []
    if t.over or not t.depth() or not isinstance(t.step(), Dealing) or viewer not in t.deciders():
        return made
    for card in range(ACTIONS):
        for target in range(t.seats):
            text = chance_of_card(t, card, target)
            if text:
                action = int(DEAL_CARD.of(card, target))
                made.append(Price(int(DEAL_CARD.number), "coins", int(t.coins[viewer]), [], action, action, text))
    return made


def chance_of_card(t: Rebellion, card: int, target: int) -> str:
    if card == COUNTERINTELLIGENCE:
        return ""
    if card == FREE_CAPTIVE and FREE_CAPTIVE_ROLL.of(t) == SURE:
        return "succeeds without a roll"
    chance = 100 - int(uncountered(t, target, card))
    return f"{chance} %, against counterintelligence {max(0, chance - int(HARDER.of(t)))} %"


# -- what is asked ---------------------------------------------------------------------------------------------------


def sheet_prices(t: Rebellion, viewer: i64, purse: int) -> list[Price]:
    made: list[Price] = []
    if expeditions(t):
        made.append(Price(int(EXPEDITION_INTERNAL.number), "coins", purse, [int(INTERNAL_PRICE.of(t))]))
    if overseas_allowed(t):
        made.append(Price(int(EXPEDITION_OVERSEAS.number), "coins", purse, [int(overseas_price(t, viewer))]))
    if agents(t):
        made.append(Price(int(AGENT_BUY.number), "coins", purse, [int(AGENT_PRICE.of(t))]))
    return made


def captain_auction(t: Rebellion) -> AuctionShown:
    """REB-20.25"""
    return auction_shown(
        t,
        t.frame_of([CAPTAIN_SALE]),
        CAPTAIN_SALE.order(t),
        "The turncoat captain",
        "The highest bid gets whatever the expedition has found, good or bad.",
    )


def auction_shown(t: Rebellion, frame: list[int], bidders: list[int], title: str, text: str) -> AuctionShown:
    """REB-1.13"""
    return AuctionShown(
        deck="",
        card=-1,
        standing=STANDING.inside(frame),
        holder=HOLDER.inside(frame) - 1,
        bidders=bidders,
        passed=[seat for seat in bidders if OUT.inside(frame) >> seat & 1],
        currency="coins",
        title=title,
        text=text,
    )
