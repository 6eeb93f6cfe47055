"""Tables on which an expedition is due."""

from __future__ import annotations

from typing import Any

from rebellion.table import (
    RebellionTable,
    at,
    land,
    lay,
)

DRY = {"mod_weather": "off"}
PORT = land(0, buildings=["port"])


def inland(rolls: list[int], congo: dict[str, Any] | None = None, **entries: Any) -> RebellionTable:
    """S6 of seat 0, with an expedition in Congo that is due."""
    provinces = {"CAF": congo or land(0, markers=["explored"]), **entries.pop("provinces", {})}
    return lay(
        rolls,
        step="expeditions",
        round=3,
        capital=["SAF", "JAP", "GRL", "WAU"],
        provinces=provinces,
        expeditions=[[0, "CAF", 3]],
        options={**DRY, **entries.pop("options", {})},
        **entries,
    )


def home(rolls: list[int], **entries: Any) -> RebellionTable:
    """S6 of seat 0, with an overseas expedition that is due."""
    return lay(
        rolls,
        step="expeditions",
        round=5,
        expeditions=[[0, None, 5]],
        options={**DRY, **entries.pop("options", {})},
        **entries,
    )


def bit_of(province: str) -> int:
    return 1 << at(province)
