"""marchland serve, marchland openapi: the browser game."""

import argparse
from importlib import import_module
from types import ModuleType

from marchland.cli.arguments import Verbs, add_database, new_verb, whole
from marchland.cli.numbers import add_house, house_of_games
from marchland.engine.errors import UsageError
from marchland.games import every, load
from marchland.server.addresses import network_of
from marchland.server.site import LOOPBACK, public_address


def add(verbs: Verbs) -> None:
    parser = new_verb(
        verbs,
        "serve",
        "play in the browser: start the server",
        "Start the server of the browser game. Matches are kept in a database and survive a restart.",
        [
            "serve --open                            play on this machine",
            "serve --host 0.0.0.0 --port 8000        let friends in your network join",
            "serve --database sqlite:///club.sqlite  keep the matches in a file of your choice",
            "serve --game ./ridge                    a game of your own in the lobby",
            "serve --behind-proxy --public-url https://games.example   on the internet; see docs/hosting.md",
        ],
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=whole, help="the port to listen on (default: 8000, or the next one free)")
    add_database(parser)
    parser.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help="the address that people type, as https://games.example; the server answers for no other",
    )
    parser.add_argument(
        "--behind-proxy",
        nargs="*",
        metavar="ADDRESS",
        help="believe the reverse proxies at these addresses or networks (default: on this machine) who is asking",
    )
    parser.add_argument(
        "--bot-pause", type=float, default=0.4, metavar="SECONDS", help="how long bots wait (default: 0.4)"
    )
    add_house(parser, ", with the game before it, GAME:…; new matches begin with it")
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="GAME",
        help="a game that is not installed, by its path or module (repeat it for several)",
    )
    parser.add_argument("--open", action="store_true", help="open the lobby in your browser")
    levels = ["debug", "info", "warning", "error"]
    parser.add_argument("--log", default="warning", choices=levels, help="how much the server tells (default: warning)")
    parser.set_defaults(run=run_server)
    new_verb(
        verbs,
        "openapi",
        "print the OpenAPI document of the server",
        "Print the OpenAPI 3.1 document of the server, with the messages of its sockets.",
        ["openapi > openapi.json"],
    ).set_defaults(run=print_openapi)


def run_server(arguments: argparse.Namespace) -> int:
    if arguments.port is not None and not 1 <= arguments.port <= 65535:
        raise UsageError(f"A port is a number from 1 to 65535, not {arguments.port}.")
    if not 0 <= arguments.bot_pause <= 60:
        raise UsageError("Bots wait between 0 and 60 seconds.")
    public_url = public_address(arguments.public_url) if arguments.public_url else ""
    proxies = proxies_of(arguments.behind_proxy)
    server = server_part("serve")
    for said in arguments.game:
        load(said)
    server.serve(
        host=arguments.host,
        port=arguments.port,
        database=arguments.database,
        bot_pause=arguments.bot_pause,
        open_browser=arguments.open,
        house=house_of_games(every(), arguments.house, arguments.board),
        log_level=arguments.log,
        public_url=public_url,
        proxies=proxies,
    )
    return 0


def proxies_of(said: list[str] | None) -> tuple[str, ...]:
    """Nobody's word is taken for where a request comes from, unless proxies are named or said to be on this machine."""
    if said is None:
        return ()
    return tuple(str(network_of(each)) for each in said) or LOOPBACK


def print_openapi(arguments: argparse.Namespace) -> int:
    print(server_part("serve").openapi_text(), end="")
    return 0


def server_part(name: str) -> ModuleType:
    """The server's packages are an extra: without them everything else still works."""
    try:
        return import_module(f"marchland.server.{name}")
    except ModuleNotFoundError as missing:
        raise UsageError(
            f"The server needs the package {missing.name!r}; install it with: pip install 'marchland[server]'."
        ) from missing
