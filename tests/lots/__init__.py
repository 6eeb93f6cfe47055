"""Lots: the shortest game that there can be, with one secret and one decision. RULES.md is its rulebook."""
