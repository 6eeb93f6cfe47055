"""Rebellion: nations with a capital, an economy and small armies; occupation and peace. RULES.md is its rulebook."""
