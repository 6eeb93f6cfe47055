"""Tests of the engine: what holds for every game, and its parts one by one."""
