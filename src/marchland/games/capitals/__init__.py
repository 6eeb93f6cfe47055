"""Capitals: secret bids in EUR, events and action cards on a map of the world; hold every capital and win."""
