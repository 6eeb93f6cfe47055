"""The games and their rules."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response

from marchland.engine.numbers import BOARD
from marchland.engine.picture import Picture
from marchland.server import catalogue
from marchland.server.errors import NotFound
from marchland.server.lasting import UNCHANGED, lasting
from marchland.server.services import Services, Use
from marchland.server.specs import Brief, Catalogue, Clause, GameCard


def add(app: FastAPI) -> None:
    def known(game: str, use: Services) -> str:
        if game not in use.games:
            raise NotFound(f"There is no game {game!r}.")
        return game

    @app.get("/api/games")
    async def games(use: Use) -> list[GameCard]:
        return [catalogue.card(game) for game in use.games.values()]

    @app.get("/api/games/{game}", response_model=Catalogue, responses=UNCHANGED)
    async def one_game(game: str, request: Request, use: Use) -> Response:
        house = use.config.house.get(game, {})
        # A match may be by the rulebook again but for the board, so its cards are not here.
        board = tuple((name, said) for name, said in house.items() if name == BOARD)
        return lasting(request, catalogue.catalogue(known(game, use), board, tuple(house.items())))

    @app.get("/api/games/{game}/rules", response_model=list[Clause], responses=UNCHANGED)
    async def rules(game: str, request: Request, use: Use) -> Response:
        return lasting(request, catalogue.rules(known(game, use)))

    @app.get("/api/games/{game}/sample", response_model=Picture, responses=UNCHANGED)
    async def sample(game: str, request: Request, use: Use) -> Response:
        """What a table of the game looks like in the middle of a match."""
        return lasting(request, catalogue.sample(known(game, use)))

    @app.get("/api/games/{game}/brief", response_model=Brief, responses=UNCHANGED)
    async def brief(game: str, request: Request, use: Use) -> Response:
        return lasting(request, catalogue.brief(known(game, use)))
