"""The mechanism of any game; knows no game."""
