"""The words that every game has: answers to offers, passing, bidding. A game's own words continue them."""

from typing import Final

from marchland.engine.words import Words

COMMON: Final = Words()

ACCEPT: Final = COMMON.kind("accept", "accept offer {offer}", "offer")
DECLINE: Final = COMMON.kind("decline", "decline offer {offer}", "offer")
WITHDRAW: Final = COMMON.kind("withdraw", "withdraw offer {offer}", "offer")
PASS: Final = COMMON.kind("pass", "pass")
BID: Final = COMMON.kind("bid", "bid {n}", "n")

OVER: Final = COMMON.phrase("", "The match is over")
NOT_YOUR_DECISION: Final = COMMON.phrase("", "It is not your decision now")
NO_OFFERS: Final = COMMON.phrase("", "No offer can be made now")
NO_ANSWERS: Final = COMMON.phrase("", "Offers cannot be answered now")
NO_SUCH_OFFER: Final = COMMON.phrase("", "There is no such offer for you to answer")
UNPAYABLE: Final = COMMON.phrase("", "One of you does not have what the offer promises")
PROPOSED: Final = COMMON.phrase("", "{maker:seat} makes {to:seat} an offer")
ACCEPTED: Final = COMMON.phrase("", "{who:seat} accepts the offer of {maker:seat}")
DECLINED: Final = COMMON.phrase("", "{who:seat} declines the offer of {maker:seat}")
WITHDRAWN: Final = COMMON.phrase("", "{maker:seat} withdraws the offer to {to:seat}")
BIDS: Final = COMMON.phrase("", "{who:seat} bids {n}")
PASSES: Final = COMMON.phrase("", "{who:seat} passes")
