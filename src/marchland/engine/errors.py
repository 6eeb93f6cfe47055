"""What can go wrong, each with one sentence for the person who caused it."""


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


class EngineError(Exception):
    """A fault in the rules code itself, never caused by a player."""
