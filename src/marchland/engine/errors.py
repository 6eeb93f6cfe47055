"""What can go wrong, each with one sentence for the person who caused it."""

import os
import traceback
from pathlib import Path
from typing import Final

OURS: Final = str(Path(__file__).parents[1])
PYTHONS: Final = os.path.dirname(os.__file__)
LONGEST: Final = 200


class MarchlandError(Exception):
    """Bad input of any kind; the message is a whole sentence that can be shown as it is."""


class UsageError(MarchlandError):
    """Something named in a request does not exist or does not fit: unknown game, option, seat count."""


class BoardError(MarchlandError):
    """A board file contradicts itself."""


class RecordError(MarchlandError):
    """A record cannot be read, or does not verify."""


class IllegalAction(MarchlandError):
    """An action that is not among the options; `clause` names the rule that forbids it."""

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(f"{sentence} ({clause})" if clause else sentence)
        self.sentence = sentence
        self.clause = clause


class PlayError(MarchlandError):
    """A match cannot go on, or not in this way, because a bot or the rules have failed."""


class EngineError(Exception):
    """A fault in the rules code itself, never caused by a player."""


def told(fault: BaseException) -> str:
    """What went wrong in code that is not ours, and where, for the middle of a sentence; ours is a sentence already."""
    said = " ".join(str(fault).split()).rstrip(".")
    if isinstance(fault, MarchlandError):
        return said
    said = f"{type(fault).__name__}: {said[:LONGEST]}" if said else type(fault).__name__
    # Python itself says where the syntax is wrong.
    place = "" if isinstance(fault, SyntaxError) else place_of(fault)
    return f"{said} ({place})" if place else said


def in_short(fault: BaseException) -> str:
    """What was raised and where, without its words: those may name what not everybody has seen."""
    raised = fault
    # Compiled code keeps no cause, but the context.
    while isinstance(raised, PlayError) and (before := raised.__cause__ or raised.__context__) is not None:
        raised = before
    place = place_of(raised)
    return f"{type(raised).__name__} in {place}" if place else type(raised).__name__


def place_of(fault: BaseException) -> str:
    """Where something was raised: in the innermost file that is neither Python's nor ours, if there is one."""
    frames = traceback.extract_tb(fault.__traceback__)
    theirs = [frame for frame in frames if _is_theirs(frame.filename)]
    if not frames or (isinstance(fault, ImportError) and not theirs):
        return ""
    frame = (theirs or frames)[-1]
    return f"{'/'.join(Path(frame.filename).parts[-2:])}, line {frame.lineno}"


def _is_theirs(file: str) -> bool:
    # Compiled code names its files by relative paths.
    if not os.path.isabs(file) or file.startswith(OURS):
        return False
    return not file.startswith(PYTHONS) or "site-packages" in file
