"""The options of a rulebook: what a group may agree on before a match. In code they are settings, because options
are the legal actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mypy_extensions import i64

from marchland.engine.errors import UsageError

if TYPE_CHECKING:
    from marchland.engine.table import Table


class Setting:
    """One option: named values, or a range of whole numbers. A value is kept as an int: its index, or the number.

    LAYOUT = Setting("layout", …, ["fixed", "shuffled"]), then LAYOUT.of(t) == LAYOUT.value("fixed").
    """

    index: i64  # its place among the settings of its game

    def __init__(
        self,
        name: str,
        clause: str,
        text: str,
        values: list[str] | None = None,
        least: int = 0,
        most: int = 0,
        default: str = "",
        title: str = "",
    ) -> None:
        self.name = name
        self.title = title or name[:1].upper() + name[1:].replace("_", " ")  # as a label
        self.clause = clause
        self.text = text
        self.values = values
        self.least = least
        self.most = most
        self.default = default
        self.index = -1

    def of(self, t: Table) -> i64:
        """What this table has chosen."""
        return t.settings[self.index]

    def on(self, t: Table) -> bool:
        """Of an option that is off or on, no or yes: whether it is on."""
        return t.settings[self.index] == 1

    def value(self, word: str) -> int:
        """The int by which a named value is kept."""
        assert self.values is not None
        return self.values.index(word)

    def allowed(self) -> str:
        return ", ".join(self.values) if self.values is not None else f"{self.least} to {self.most}"

    def number(self, value: object) -> int:
        """The int that stands for a value as people write it."""
        said = ("yes" if value else "no") if isinstance(value, bool) else str(value).strip()
        if self.values is not None:
            if said in self.values:
                return self.values.index(said)
        elif said.isascii() and said.isdigit() and len(said) < 10 and self.least <= int(said) <= self.most:
            return int(said)
        raise UsageError(f"Option {self.name} cannot be {said!r}; allowed: {self.allowed()}.")

    def word(self, number: int) -> str | int:
        least, most = (0, len(self.values) - 1) if self.values is not None else (self.least, self.most)
        if not least <= number <= most:
            raise ValueError(f"option {self.name} has no value number {number}")
        return self.values[number] if self.values is not None else number

    def schema(self) -> dict[str, object]:
        """JSON Schema of this option."""
        described: dict[str, object] = {"description": self.text, "clause": self.clause}
        if self.values is not None:
            return {"type": "string", "enum": list(self.values), "default": self.default, **described}
        return {
            "type": "integer",
            "minimum": self.least,
            "maximum": self.most,
            "default": int(self.default),
            **described,
        }


class Settings:
    """All options of a game, in the order of its rulebook."""

    def __init__(self, every: list[Setting]) -> None:
        self.every = every
        for place, setting in enumerate(every):
            setting.index = place
            setting.number(setting.default)  # or a sentence when the game is imported
        self.index = {setting.name: number for number, setting in enumerate(every)}

    def numbers(self, chosen: Mapping[str, object]) -> list[int]:
        """Defaults, with what was chosen in their place."""
        for name in chosen:
            if name not in self.index:
                known = ", ".join(setting.name for setting in self.every) or "none"
                raise UsageError(f"There is no option {name!r}; the options are: {known}.")
        return [setting.number(chosen.get(setting.name, setting.default)) for setting in self.every]

    def words(self, numbers: list[int]) -> dict[str, str | int]:
        return {setting.name: setting.word(number) for setting, number in zip(self.every, numbers, strict=True)}

    def schema(self) -> dict[str, object]:
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {setting.name: setting.schema() for setting in self.every},
        }
