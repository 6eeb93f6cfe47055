"""Bazaar: a small game of secret bids, auctions and deals. RULES.md beside this file is its rulebook."""
