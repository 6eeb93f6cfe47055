"""Ridge: marching in secret over nine regions. RULES.md beside this file is the rulebook."""
