"""No secret comes into a log, whoever writes it and at whatever level: all records are made here."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from websockets.frames import Frame

INSTEAD = "[secret]"

# What comes before a secret: the path or parameter of a link, the name of a cookie.
SECRET = re.compile(
    r"((?:/(?:seats?|invites?|handovers?)/|\binvite=|\bmarchland(?:_seat)?=))[^/?&;\s\"'\\]+", re.IGNORECASE
)


def redacted(text: str) -> str:
    return SECRET.sub(rf"\1{INSTEAD}", text)


def redact_part(part: Any) -> Any:
    """A part of a message; one that has no secret stays what it is, since formats may count on that."""
    if part is None or isinstance(part, int | float):
        return part
    if isinstance(part, Frame):
        # What people are sent and say is theirs; and a link in it may be cut where it is not recognised.
        return f"{part.opcode.name} [{len(part.data)} bytes]"
    text = str(part)
    clean = redacted(text)
    return part if clean == text else clean


def install() -> None:
    make = logging.getLogRecordFactory()

    def made(*arguments: Any, **how: Any) -> logging.LogRecord:
        record = make(*arguments, **how)
        record.msg = redact_part(record.msg)
        if isinstance(record.args, Mapping):
            record.args = {name: redact_part(part) for name, part in record.args.items()}
        elif record.args:
            record.args = tuple(redact_part(part) for part in record.args)
        if record.exc_info:
            # Formatters take it as it is once it is there.
            record.exc_text = redacted(logging.Formatter().formatException(record.exc_info))
        return record

    logging.setLogRecordFactory(made)
