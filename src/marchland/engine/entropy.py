"""Where the key of fair dice comes from if nobody is to choose it: a part of the server's and one of every seat that
adds one, all promised by their hashes (see `commitment`) before any of them is shown.

    key = sha256("marchland dice 1", the server's part, and for each seat that has added its number (a byte), its part)
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from marchland.engine.dice import commitment
from marchland.engine.errors import RecordError

DOMAIN: Final = b"marchland dice 1"
BYTES: Final = 32  # of every part


class Entropy:
    """The server's part; by seat the hash that was given before the match, and the part that was opened. Both are empty
    where there is none."""

    server: bytes
    hashes: list[str]
    parts: list[bytes]

    def __init__(self, server: bytes, hashes: Sequence[str], parts: Sequence[bytes]) -> None:
        self.server = server
        self.hashes = list(hashes)
        self.parts = list(parts)

    def key(self) -> bytes:
        text = DOMAIN + self.server
        for seat, part in enumerate(self.parts):
            if part:
                text += bytes([seat]) + part
        return hashlib.sha256(text).digest()

    def to_data(self) -> dict[str, Any]:
        return {
            "server": self.server.hex(),
            "hashes": [given or None for given in self.hashes],
            "parts": [part.hex() or None for part in self.parts],
        }


def entropy_from_data(data: object, seats: int) -> Entropy:
    """As it stands in a record; every part must fit its hash."""
    if not isinstance(data, dict):
        raise RecordError("What was added to the dice is described by an object.")
    try:
        hashes = [str(given or "") for given in data["hashes"]]
        parts = [bytes.fromhex(part or "") for part in data["parts"]]
        found = Entropy(bytes.fromhex(data["server"]), hashes, parts)
    except (KeyError, TypeError, ValueError) as fault:
        raise RecordError(f"What was added to the dice is malformed: {fault!r}.") from fault
    if len(hashes) != seats or len(parts) != seats:
        raise RecordError("What was added to the dice is not given by seat.")
    if len(found.server) != BYTES or any(part and len(part) != BYTES for part in parts):
        raise RecordError(f"Whatever is added to the dice has {BYTES} bytes.")
    for seat, part in enumerate(parts):
        if part and commitment(part) != hashes[seat]:
            raise RecordError(f"What seat {seat} added to the dice does not fit the hash that it gave before.")
    return found
