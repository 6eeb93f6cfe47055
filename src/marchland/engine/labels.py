"""What the numbers of a game are called: regions, cards, seats."""

import difflib
from collections.abc import Mapping, Sequence

from marchland.engine.errors import UsageError


class Labels:
    """What each number of each domain is called in one game: a short code and a full name."""

    codes: dict[str, list[str]]
    names: dict[str, list[str]]

    def __init__(self) -> None:
        self.codes = {}
        self.names = {}

    def put(self, domain: str, codes: Sequence[str], names: Sequence[str] = ()) -> None:
        self.codes[domain] = list(codes)
        self.names[domain] = list(names or codes)

    def code(self, domain: str, value: int) -> str:
        return self._of(self.codes, domain, value)

    def name(self, domain: str, value: int) -> str:
        return self._of(self.names, domain, value)

    def _of(self, labels: Mapping[str, list[str]], domain: str, value: int) -> str:
        if domain == "seat" and domain not in labels:
            return f"seat {value}"
        if domain not in labels:
            return str(value)
        known = labels[domain]
        # Naming never fails: a refusal has to name what does not exist, too.
        return known[value] if 0 <= value < len(known) else f"{domain} {value}"

    def number(self, domain: str, word: str) -> int:
        """The value meant by a code, a full name or, for counts and seats, a numeral."""
        wanted = word.strip().lower()
        if domain in self.codes:
            for labels in (self.codes[domain], self.names[domain]):
                for value, label in enumerate(labels):
                    if label.lower() == wanted:
                        return value
            raise UsageError(f"There is no {domain} called {word.strip()!r}{self._nearest(domain, wanted)}.")
        if domain == "seat":
            wanted = wanted.removeprefix("seat").strip()
        if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 9:
            raise UsageError(f"{word.strip()!r} is not a {domain}; a whole number is meant there.")
        return int(wanted)

    def _nearest(self, domain: str, wanted: str) -> str:
        known = {label.lower(): label for label in self.codes[domain] + self.names[domain]}
        close = difflib.get_close_matches(wanted, list(known), 1)
        return f"; did you mean {known[close[0]]}?"[:-1] if close else ""
