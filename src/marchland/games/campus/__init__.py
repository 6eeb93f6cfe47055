"""Campus: a small Risk in the buildings of a campus. RULES.md beside this file is its rulebook."""
