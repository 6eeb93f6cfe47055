"""No secret comes into a log, whoever writes it and at whatever level: all records are made here."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from websockets.frames import Frame

INSTEAD = "[secret]"
VALUE = r"\s*(?:=|%(?:25)*3d)\s*[\"']?"  # what may stand between a name and its value


def spelled(word: str) -> str:
    """A word of an address as a pattern. Any letter may be written by its number there, and that again: %69, %2569."""
    return "".join(f"(?:{re.escape(each)}|%(?:25)*(?:{ord(each):x}|{ord(each.upper()):x}))" for each in word)


# What comes before a secret: the path or parameter of a link, the name of a cookie. Behind such a path nothing is known
# to be harmless.
LINKS = "|".join(spelled(word) for word in ("seat", "invite", "handover"))
SECRET = re.compile(
    rf"({spelled('/')}(?:{LINKS}){spelled('s')}?{spelled('/')}+)[^\s\"'\\]+"
    rf"|({spelled('invite')}{VALUE})[^&\s\"'\\]+"
    rf"|(\bmarchland(?:_seat)?{VALUE})[^;\s\"'\\]+",
    re.IGNORECASE,
)


def redacted(text: str) -> str:
    return SECRET.sub(rf"\1\2\3{INSTEAD}", text)


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
