"""Chapter 16, first part: ports (REB-16.1, REB-16.2, REB-17.13, REB-17.14). Which of them are open the table knows."""

from __future__ import annotations

from mypy_extensions import i64

from marchland.engine.sets import lowest
from marchland.games.rebellion.settings import seafaring
from marchland.games.rebellion.table import Rebellion
from marchland.games.rebellion.world import ALONG


def open_ports(t: Rebellion, seat: i64) -> i64:
    """REB-16.1, REB-17.14  The provinces whose port is of use to a player, as a set; REB-27.4  none without the sea."""
    return t.open_ports(seat) if seafaring(t) else 0


def has_open_port(t: Rebellion, seat: i64) -> bool:
    """REB-16.1  To use the sea a player owns a port."""
    return open_ports(t, seat) != 0


def harbour_seas(t: Rebellion, seat: i64) -> i64:
    """REB-16.1  A port serves every sea on its coast: the seas that a player's open ports serve."""
    found: i64 = 0
    left = open_ports(t, seat)
    while left:
        found |= ALONG[lowest(left)]
        left &= left - 1
    return found
