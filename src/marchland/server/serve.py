"""Starting the server."""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any

import sqlalchemy as sa
import uvicorn

from marchland.engine.errors import UsageError
from marchland.server import redact
from marchland.server.addresses import Proxies
from marchland.server.app import create_app
from marchland.server.database import (
    check_place,
    default_url,
    examine,
    file_of,
    refuse_unfinished,
    revisions,
    unfit,
)
from marchland.server.errors import NotSaved
from marchland.server.lock import Lock
from marchland.server.protocol import MatchProtocol, requests_behind
from marchland.server.routes.client import STATIC
from marchland.server.services import Config, Services
from marchland.server.site import EVERYWHERE, Site
from marchland.server.sockets import LARGEST_MESSAGE

FIRST_PORT = 8000


def listen(host: str, wanted: int | None) -> socket.socket:
    """A socket at the wanted port, or where nobody asked for one at the first that is free."""
    try:
        found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as fault:
        raise UsageError(f"There is no host {host!r} to listen on; --host takes an address of this machine.") from fault
    family, _, _, _, (address, *_) = found[0]
    # One of many machines at once can be listened on, and nobody is heard.
    if (ip := ip_address(str(address).partition("%")[0])).is_multicast or str(ip) == "255.255.255.255":
        raise UsageError(f"{host} is not an address of this machine; see --host.")
    first, tries = (wanted, 1) if wanted is not None else (FIRST_PORT, 20)
    for port in range(first, first + tries):
        # By the protocol asyncio knows that small answers must not wait for more to send.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((address, port))
            made.listen(2048)
            return made
        except OSError as fault:
            made.close()
            # One of a single network (fe80::1) is invalid where that is not named.
            if fault.errno in (errno.EADDRNOTAVAIL, errno.EINVAL):
                raise UsageError(f"{host} is not an address of this machine; see --host.") from fault
            if fault.errno in (errno.EACCES, errno.EPERM):
                raise UsageError(f"You are not allowed to listen on port {port}; choose one above 1023.") from fault
    raise UsageError(f"Port {first} of {host} is taken; choose another with --port.")


def prepare(services: Services) -> None:
    """Bring the database up to date, or say why that cannot be."""
    store = services.store
    shown = file_of(store.url) or sa.make_url(store.url).render_as_string()
    store.full = True  # if it is, the sentence below says so, and not the log
    try:
        store.thread.submit(store.migrate).result()
    except sa.exc.SQLAlchemyError as fault:
        raise unfit(shown, fault) from fault
    except NotSaved as fault:
        raise unfit(shown, fault.__cause__ or fault) from fault
    store.full = False


# What uvicorn complains of without need: a socket that was refused with a status, which it takes for one that was
# forgotten, and what anybody can send.
NOTHING_WRONG = ("ASGI callable returned without completing handshake", "Invalid UTF-8 sequence received")
A_MINUTE = 60.0


# What anybody can have written as often as they like, by its logger.
SELDOM = [
    ("asyncio", "socket.accept() out of system resource"),
    ("asyncio", "socket.send() raised exception"),
    ("uvicorn.error", "Invalid HTTP request received"),
    ("uvicorn.error", "Unsupported upgrade request"),
]


class Seldom(logging.Filter):
    """Lets lines that begin like this through once a minute."""

    def __init__(self, beginning: str) -> None:
        super().__init__()
        self.beginning = beginning
        self.last = -A_MINUTE

    def filter(self, record: logging.LogRecord) -> bool:
        if not str(record.msg).startswith(self.beginning):
            return True
        if record.created - self.last < A_MINUTE:
            return False
        self.last = record.created
        return True


def allow_many_connections() -> None:
    """As many as the system lets a process have; it begins with fewer."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):  # some systems say that there is no limit, and have one
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str = "",
    bot_pause: float = 0.4,
    open_browser: bool = False,
    log_level: str = "warning",
    house: Mapping[str, Mapping[str, Any]] | None = None,
    public_url: str = "",
    proxies: Sequence[str] = (),
) -> None:
    """Serve until interrupted."""
    redact.install()
    logging.basicConfig(level=log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
    url = database or default_url()
    file = file_of(url)
    with contextlib.ExitStack() as held:
        lock = None
        ready = False  # whether the database is up to date, so that what would do that need not be loaded
        if file is not None:
            check_place(file)
            refuse_unfinished(file)
            lock = held.enter_context(Lock(file))
            ready = examine(file) == revisions()[-1]
        listening = held.enter_context(listen(host, port))
        site = Site(public_url, host, int(listening.getsockname()[1]))
        shown = "localhost" if host in ("127.0.0.1", *EVERYWHERE) else f"[{host}]" if ":" in host else host
        address = f"{public_url or f'http://{shown}:{site.port}'}/"
        if lock is not None:
            lock.sign(f"The server at {address}")
        app = create_app(Config(url, bot_pause, house=house or {}, site=site, proxies=tuple(proxies)))
        if not ready:
            prepare(app.state.services)
        print(f"Marchland is at {address}  (stop with Ctrl-C)", flush=True)
        if not (STATIC / "index.html").is_file():
            print("The browser client is not built yet: run 'make web'.", flush=True)
        if open_browser:
            threading.Timer(0.8, webbrowser.open, [address]).start()
        logging.getLogger("uvicorn.error").addFilter(lambda line: not str(line.msg).startswith(NOTHING_WRONG))
        for logger, beginning in SELDOM:
            logging.getLogger(logger).addFilter(Seldom(beginning))
        allow_many_connections()
        # What is loaded now stays: the garbage collector need not walk through it while people play. It walks often and
        # not far, so that nobody waits for it: of every 2,000 objects, of what is left of 10,000, and seldom of all.
        gc.freeze()
        gc.set_threshold(2_000, 5, 50)
        # Whoever plays waits for the interpreter whenever something has been sent; threads that read the database, or
        # draw and pack what is large, may keep it no longer than this. It would be ten times as long.
        sys.setswitchinterval(0.0005)
        settings = uvicorn.Config(
            app,
            log_level=log_level,
            http=requests_behind(Proxies(proxies)),
            ws=MatchProtocol,
            ws_max_size=LARGEST_MESSAGE * 2,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
            server_header=False,
            proxy_headers=False,  # addresses.py decides whom to believe
        )
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(settings).run([listening])


def openapi_text() -> str:
    """The OpenAPI document as it is committed for the client."""
    app = create_app(Config("sqlite://"))
    app.state.services.bot_pool.close()
    app.state.services.archive.close()
    return json.dumps(app.openapi(), indent=1, sort_keys=True) + "\n"
