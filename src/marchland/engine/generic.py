"""The type variable of games: which table a game lays out. `Game` alone is a game of any table.

Not compiled: what only a type checker knows (the default) and what runs are written differently here.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from marchland.engine.table import Table

    T = TypeVar("T", bound=Table, default=Table, covariant=True)
else:
    from typing import TypeVar

    T = TypeVar("T", covariant=True)
