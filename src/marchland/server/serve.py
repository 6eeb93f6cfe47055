"""Starting the server."""

from __future__ import annotations

import gc
import json
import logging
import socket
import threading
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import platformdirs
import uvicorn

from marchland.engine.errors import UsageError
from marchland.server import redact
from marchland.server.app import create_app
from marchland.server.routes.client import STATIC
from marchland.server.services import Config
from marchland.server.sockets import LARGEST_MESSAGE


def default_database() -> str:
    folder = Path(platformdirs.user_data_dir("marchland", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'marchland.sqlite'}"


def free_port(host: str, wanted: int, strict: bool) -> int:
    """The wanted port, or the next free one where nobody asked for just that."""
    for port in range(wanted, wanted + (1 if strict else 20)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise UsageError(f"Port {wanted} of {host} is taken; choose another with --port.")


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str = "",
    bot_pause: float = 0.4,
    open_browser: bool = False,
    log_level: str = "warning",
    house: Mapping[str, Mapping[str, Any]] | None = None,
    proxies: Sequence[str] = (),
) -> None:
    """Serve until interrupted."""
    redact.install()
    logging.basicConfig(level=log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
    chosen = free_port(host, port or 8000, strict=port is not None)
    app = create_app(Config(database or default_database(), bot_pause, house=house or {}, proxies=tuple(proxies)))
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    address = f"http://{shown}:{chosen}/"
    print(f"Marchland is at {address}  (stop with Ctrl-C)", flush=True)
    if not (STATIC / "index.html").is_file():
        print("The browser client is not built yet: run 'make web'.", flush=True)
    if open_browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    # uvicorn takes a socket that was refused with a status for one that was forgotten.
    logging.getLogger("uvicorn.error").addFilter(lambda line: "without completing handshake" not in str(line.msg))
    # What is loaded now stays: the garbage collector need not walk through it while people play.
    gc.freeze()
    uvicorn.run(
        app,
        host=host,
        port=chosen,
        log_level=log_level,
        ws_max_size=LARGEST_MESSAGE * 2,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,  # addresses.py decides whom to believe
    )


def openapi_text() -> str:
    """The OpenAPI document as it is committed for the client."""
    app = create_app(Config("sqlite://"))
    app.state.services.bot_pool.close()
    app.state.services.archive.close()
    return json.dumps(app.openapi(), indent=1, sort_keys=True) + "\n"
