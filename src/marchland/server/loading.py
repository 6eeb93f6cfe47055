"""Matches from disk: their entries carried out once more, in one go or in slices between which others go on."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from marchland.engine.dice import dice_from_data
from marchland.engine.errors import EngineError, MarchlandError, UsageError
from marchland.engine.format1 import action_said
from marchland.engine.game import Game
from marchland.engine.match import Entry, Match, entry_of, offer_entry
from marchland.engine.offers import packed_once
from marchland.engine.timeline import Timeline
from marchland.games import named
from marchland.server.bots import seat_name
from marchland.server.entropy import gathered
from marchland.server.storage import LATE, UNDO, EntryRow, SavedMatch

log = logging.getLogger("marchland.server")

SLICE = 0.001  # seconds; what others have to wait longer, at worst, each time that they wait

R = TypeVar("R")


@dataclass(frozen=True)
class Restored:
    """A match as it is on disk."""

    saved: SavedMatch
    game: Game
    opening: dict[str, Any]  # the dice as they lay before the deal
    timeline: Timeline

    @property
    def id(self) -> str:
        return str(self.saved.row["id"])

    @property
    def match(self) -> Match:
        return self.timeline.match


class Slices:
    """Long work on the event loop, a slice at a time: of all that is under way, one slice a turn."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()

    async def run(self, work: Generator[None, None, R]) -> R:
        while True:
            async with self.turn:
                end = time.perf_counter() + SLICE
                try:
                    next(work)
                    while time.perf_counter() < end:
                        next(work)
                except StopIteration as done:
                    result: R = done.value
                    return result
                await asyncio.sleep(SLICE)


def whole(work: Generator[None, None, R]) -> R:
    """Long work where nobody waits."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: R = done.value
            return result


def restoring(saved: SavedMatch, game: Game) -> Generator[None, None, Restored]:
    """If the rules have changed since the match began, it goes on from a snapshot."""
    identity = str(saved.row["id"])
    timeline: Timeline | None = None
    if saved.row["rules"] == game.version:
        timeline = yield from _replaying(saved, game, None)
    for snapshot in reversed(saved.snapshots if timeline is None else []):
        try:
            timeline = yield from _replaying(saved, game, snapshot)
            break
        except (MarchlandError, EngineError) as fault:
            log.warning("match %s does not go on from entry %d: %s", identity, snapshot["number"], fault)
    if timeline is None:
        raise MarchlandError("This match was begun by older rules and has no snapshot to go on from.")
    timeline.match.ended = json.loads(saved.row["ended"]) if saved.row["ended"] else None
    return Restored(saved, game, json.loads(saved.row["dice"]), timeline)


def _replaying(saved: SavedMatch, game: Game, snapshot: dict[str, Any] | None) -> Generator[None, None, Timeline]:
    names = [seat_name(seat) for seat in saved.seats]
    options = json.loads(saved.row["options"])
    base = json.loads(snapshot["data"]) if snapshot is not None else None
    start = snapshot["number"] if snapshot is not None else 0
    counts = json.loads(snapshot["counts"] or "[]") if snapshot is not None else []
    match = Match(game, len(names), options, dice_from_data(json.loads(saved.row["dice"])), names, base)
    match.entropy = gathered(json.loads(saved.row["dice"]))
    timeline = Timeline(match, start, counts)
    for row in saved.entries:
        if row.number > timeline.n:
            entry = entry_in(game, row)
            if entry is not None:
                timeline.enter(entry)
                if row.type == LATE:
                    timeline.bind(row.seat)
            else:
                timeline.undo(row.seat, lenient=True)
            yield
    return timeline


def game_of(name: str) -> Game:
    try:
        return named(name)
    except UsageError as fault:
        raise MarchlandError(f"This server has no game {name!r}; it can be started with --game PATH.") from fault


def entry_in(game: Game, row: EntryRow) -> Entry | None:
    """What was entered, by its row on disk; None is an undo."""
    if row.type == UNDO:
        return None
    if row.type == "offer":
        offer = json.loads(row.body)
        give, ask = ([packed_once(asset) for asset in offer[side]] for side in ("give", "ask"))
        return offer_entry(row.seat, offer["to"], give, ask)
    if row.type == "do":
        return Entry(row.seat, action_said(game, row.body))
    return entry_of(game, row.seat, row.body)
