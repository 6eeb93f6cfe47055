"""Many matches: tournaments and what they tell."""
