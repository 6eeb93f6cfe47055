"""Swarm: desert factions, a roaming swarm, secret battle plans, traitors, auctions. RULES.md is its rulebook."""
