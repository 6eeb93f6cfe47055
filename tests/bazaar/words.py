"""Actions and sentences of Bazaar."""

from typing import Final

from marchland.engine.common_words import COMMON
from marchland.engine.words import Words

BAZAAR: Final = Words(COMMON)  # which has accept, decline, withdraw, pass and bid

BAZAAR.domain("good", 2)
BAZAAR.domain("card", 5)

LAY: Final = BAZAAR.kind("lay", "lay a token at {stall}", "stall:good")
LIFT: Final = BAZAAR.kind("lift", "lift a token from {stall}", "stall:good")
READY: Final = BAZAAR.kind("ready", "ready")
DELIVER: Final = BAZAAR.kind("deliver", "deliver {card}", "card:card")
GIVE: Final = BAZAAR.kind("give", "give a coin to {to}", "to:seat")
SELL: Final = BAZAAR.kind("sell", "sell {card}", "card:card")

NEW_ROUND: Final = BAZAAR.phrase("BAZ-2.2", "Round {n}")
DEALT: Final = BAZAAR.phrase("BAZ-1.3", "You are dealt {card:card}")
HAS_BID: Final = BAZAAR.phrase("BAZ-3.2", "{who:seat} has bid {n}")
COMES: Final = BAZAAR.phrase("BAZ-3.3", "{who:seat} comes as number {n}")
HAS_LAID: Final = BAZAAR.phrase("BAZ-4.4", "Trader {trader} has {n} tokens at the {stall:good} stall")
EARNS: Final = BAZAAR.phrase("BAZ-4.4", "{who:seat} earns {n} at the {stall:good} stall")
LOT_OPENS: Final = BAZAAR.phrase("BAZ-5.1", "Lot {n} is put up")
LOT_IS: Final = BAZAAR.phrase("BAZ-5.2", "You look at the lot: {card:card}")
BUYS: Final = BAZAAR.phrase("BAZ-5.4", "{who:seat} buys the lot for {n}")
BOUGHT: Final = BAZAAR.phrase("BAZ-5.4", "You have bought {card:card}")
UNSOLD: Final = BAZAAR.phrase("BAZ-5.5", "Nobody bids, and the card goes under the pile")
WANTED: Final = BAZAAR.phrase("BAZ-6.1", "The palace wants {good:good}")
DELIVERS: Final = BAZAAR.phrase("BAZ-6.3", "{who:seat} delivers {card:card}")
REWARDED: Final = BAZAAR.phrase("BAZ-6.3", "The palace pays {who:seat} {n}")
FULL: Final = BAZAAR.phrase("BAZ-6.5", "The storehouse of the palace is full")
GIVES: Final = BAZAAR.phrase("BAZ-7.1", "{who:seat} gives {to:seat} a coin")
SELLS: Final = BAZAAR.phrase("BAZ-8.1", "{who:seat} sells {card:card} for {n}")
HANDS_OVER: Final = BAZAAR.phrase("BAZ-9.5", "{who:seat} hands {to:seat} {n} coins and {cards} cards")
HANDED: Final = BAZAAR.phrase("BAZ-9.5", "{who:seat} hands {to:seat} {card:card}")
COUNTS: Final = BAZAAR.phrase("BAZ-10.1", "{who:seat} owns {n}")

ASK_BID: Final = BAZAAR.phrase("BAZ-3.1", "Bid in secret for your place in the order.")
AWAIT_BIDS: Final = BAZAAR.phrase("BAZ-3.1", "The others are bidding for the order")
ASK_LAY: Final = BAZAAR.phrase("BAZ-4.1", "Lay tokens for trader {trader}; {n} are left. Then say ready.")
AWAIT_TRADERS: Final = BAZAAR.phrase("BAZ-4.1", "Tokens are being laid at the stalls")
ASK_RAISE: Final = BAZAAR.phrase("BAZ-5.3", "Bid more than {n} for the lot, or pass.")
AWAIT_RAISE: Final = BAZAAR.phrase("BAZ-5.3", "{who:seat} may bid more than {n}")
ASK_DELIVER: Final = BAZAAR.phrase("BAZ-6.2", "Deliver {good:good} to the palace, or pass.")
AWAIT_PALACE: Final = BAZAAR.phrase("BAZ-6.2", "The palace waits for {good:good}")
ASK_GIVE: Final = BAZAAR.phrase("BAZ-7.1", "Give somebody a coin, or pass.")
AWAIT_GIVE: Final = BAZAAR.phrase("BAZ-7.1", "{who:seat} may give coins")
ASK_SELL: Final = BAZAAR.phrase("BAZ-8.1", "Sell a card, or pass.")
AWAIT_SELL: Final = BAZAAR.phrase("BAZ-8.1", "{who:seat} may sell cards")

BID_RANGE: Final = BAZAAR.phrase("BAZ-3.1", "You can bid from 0 to {n}")
NONE_LEFT: Final = BAZAAR.phrase("BAZ-4.1", "This trader has laid all its tokens")
NONE_THERE: Final = BAZAAR.phrase("BAZ-4.1", "This trader has no token at the {stall:good} stall")
NO_MORE_LIFTS: Final = BAZAAR.phrase("BAZ-4.2", "A trader lifts at most {n} tokens in a round")
RAISE_RANGE: Final = BAZAAR.phrase("BAZ-5.3", "The next bid is from {n} to {most}")
NOT_WANTED: Final = BAZAAR.phrase("BAZ-6.2", "The palace wants {good:good}")
NOT_HELD: Final = BAZAAR.phrase("BAZ-1.3", "You do not hold {card:card}")
GIVE_OTHERS: Final = BAZAAR.phrase("BAZ-7.1", "Coins are given to another player")
DEALS_OFF: Final = BAZAAR.phrase("BAZ-9.1", "This match is played without deals")
DEALS_CLOSED: Final = BAZAAR.phrase("BAZ-9.1", "While a secret decision is open no offer can be made")
BAD_OFFER: Final = BAZAAR.phrase("BAZ-9.2", "An offer has up to 99 coins and one card each way, and not nothing at all")
CANNOT_GIVE: Final = BAZAAR.phrase("BAZ-9.3", "You do not have what you offer")
STANDS_ALREADY: Final = BAZAAR.phrase("BAZ-9.4", "An offer of yours to {to:seat} stands already")
NO_MORE_OFFERS: Final = BAZAAR.phrase("BAZ-9.4", "You have made {n} offers in this round")
