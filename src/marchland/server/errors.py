"""What the server refuses, beyond what the engine does."""

import math

from marchland.engine.errors import MarchlandError


class NotFound(MarchlandError):
    """No such match, invite or link."""


class Forbidden(MarchlandError):
    """Not yours to do."""


class NoSeat(Forbidden):
    """Whoever asks has no seat, or none any more."""

    def __init__(self) -> None:
        super().__init__("You have no seat in this match.")


class NotSaved(MarchlandError):
    """What was entered could not be written, and has not happened."""


class NoRoom(NotSaved):
    """The disk is full."""

    def __init__(self) -> None:
        super().__init__("The disk of the server is full: this could not be saved and has not happened.")


class Busy(NotSaved):
    """Another program holds the database."""

    def __init__(self) -> None:
        super().__init__("Another program holds the database of the server: this has not happened; try again.")


class Stale(MarchlandError):
    """The client acted on a state that is no more."""


class TooMany(MarchlandError):
    """More than one may ask for; `wait` is how many seconds until there is one again."""

    def __init__(self, what: str, wait: float) -> None:
        self.wait = max(1, math.ceil(wait))
        super().__init__(f"Too many {what}; wait {self.wait} {'second' if self.wait == 1 else 'seconds'}.")
