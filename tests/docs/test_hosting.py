"""docs/hosting.md, followed as far as a test can: its server, behind its nginx, with its backups."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from docs.pages import SOURCES, Block, blocks_of, follow
from server.world import TIMEOUT, free_port, wait_until

PAGE = "docs/hosting.md"
PUBLIC = "https://games.example"


class Host:
    """The machine of the page, in a folder: its paths and ports are other ones here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = {name: free_port() for name in ("8000", "443 ssl", "80")}
        for place in (
            "var/lib/marchland",
            "var/backups/marchland",
            "var/log/nginx",
            "etc/letsencrypt/live/games.example",
        ):
            (folder / place).mkdir(parents=True)

    def here(self, text: str) -> str:
        text = re.sub(r"(?<![\w.])/(var|etc)/", lambda found: f"{self.folder}/{found[1]}/", text)
        text = text.replace("--port 8000", f"--port {self.ports['8000']}")
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.ports['8000']}")
        for name in ("80", "443 ssl"):
            text = text.replace(f"listen {name};", f"listen 127.0.0.1:{self.ports[name]}{name.lstrip('0348')};")
        return text

    def block(self, name: str) -> str:
        (found,) = (block.text for block in blocks_of(PAGE) if block.name == name)
        return self.here(found)

    @contextlib.contextmanager
    def server(self) -> Iterator[None]:
        """What systemd would start."""
        (line,) = re.findall(r"^ExecStart=\S+/marchland (.*)$", self.block("marchland.service"), re.M)
        with (self.folder / "server.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "marchland", *shlex.split(line)],
                env={**os.environ, "PYTHONPATH": str(SOURCES)},
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        try:
            address = f"http://127.0.0.1:{self.ports['8000']}"
            wait_until(lambda: answers(address, process), "the server answers")
            yield
        finally:
            process.terminate()
            process.wait(TIMEOUT)
        assert (self.folder / "server.log").read_text() == ""

    @contextlib.contextmanager
    def nginx(self) -> Iterator[None]:
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None or shutil.which("openssl") is None:
            pytest.skip("nginx or openssl is not installed here")
        certificate = self.folder / "etc/letsencrypt/live/games.example"
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", "/CN=games.example", "-addext", "subjectAltName=DNS:games.example"),
                *("-keyout", certificate / "privkey.pem", "-out", certificate / "fullchain.pem"),
            ],
            check=True,
            capture_output=True,
        )
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in kinds)
        configuration = self.folder / "nginx.conf"
        configuration.write_text(
            f"daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log warn; events {{}}\n"
            f"http {{ access_log {self.folder}/default.log; {temporary}\n{self.block('marchland.conf')}\n}}\n"
        )
        process = subprocess.Popen([program, "-p", self.folder, "-c", configuration], stderr=subprocess.DEVNULL)
        try:
            wait_until(lambda: answers(f"http://127.0.0.1:{self.ports['80']}", process), "nginx answers")
            yield
        finally:
            process.terminate()
            process.wait(TIMEOUT)

    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.folder / "etc/letsencrypt/live/games.example/fullchain.pem")


def answers(address: str, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "it has ended"
    with contextlib.suppress(httpx.TransportError):
        httpx.get(f"{address}/api/me", headers={"host": "games.example"}, timeout=TIMEOUT)
        return True
    return False


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def visitor(host: Host, address: str, verify: ssl.SSLContext | bool = True) -> httpx.Client:
    return httpx.Client(
        base_url=address, headers={"host": "games.example", "origin": PUBLIC}, verify=verify, timeout=TIMEOUT
    )


NEW_MATCH = {"game": "campus", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}], "start": True}


def test_the_server_behind_nginx(host: Host) -> None:
    with host.server(), host.nginx():
        plain = httpx.get(f"http://127.0.0.1:{host.ports['80']}/rules/campus", headers={"host": "games.example"})
        assert (plain.status_code, plain.headers["location"]) == (301, f"{PUBLIC}/rules/campus")

        secure = f"https://127.0.0.1:{host.ports['443 ssl']}"
        with visitor(host, secure, verify=False) as web:
            assert web.get("/api/server").json() == {"public_url": PUBLIC, "addresses": [], "local": False}
            made = web.post("/api/guests", json={"name": "Ann"})
            assert made.status_code == 200, made.text
            cookie = made.headers["set-cookie"]
            assert "Secure" in cookie
            session = {"cookie": cookie.partition(";")[0]}
            match = web.post("/api/matches", json=NEW_MATCH, headers=session).json()
            # Another site gets nowhere, and what is too large neither.
            elsewhere = web.post("/api/guests", json={"name": "M"}, headers={"origin": "http://games.example"})
            assert elsewhere.status_code == 403
            assert web.post("/api/guests", content=b"x" * 70000).status_code == 413
            # Links that are secrets are not in the log; other requests are.
            web.post("/api/invites/a-secret-invite")
            web.get("/seat/a-secret-seat")
            web.get("/rules/campus")
        asyncio.run(played_over_a_socket(host, match["id"], session))
        httpx.get(f"http://127.0.0.1:{host.ports['80']}/seat/a-secret-seat", headers={"host": "games.example"})
    with host.nginx(), visitor(host, secure, verify=False) as web:
        # The server is stopped, for an upgrade perhaps.
        assert web.get("/seat/a-secret-seat").status_code == 502
    log = (host.folder / "var/log/nginx/marchland.log").read_text()
    assert "/rules/campus" in log
    logs = [path.read_text() for path in (host.folder / "var/log/nginx").iterdir()] + [
        (host.folder / name).read_text() for name in ("nginx.log", "default.log")
    ]
    assert not any("secret" in text for text in logs)


async def played_over_a_socket(host: Host, match: str, session: dict[str, str]) -> None:
    address = f"wss://games.example:{host.ports['443 ssl']}/api/matches/{match}/socket"
    async with connect(
        address,
        host="127.0.0.1",
        ssl=host.trusted(),
        origin=Origin(PUBLIC),
        additional_headers=session,
        max_size=None,
        proxy=None,
    ) as socket:
        state = httpx.Response(200, content=await asyncio.wait_for(socket.recv(), TIMEOUT)).json()
        assert (state["type"], state["seat"]) == ("state", 0)


def test_every_visitor_has_limits_of_their_own(host: Host) -> None:
    """Without --behind-proxy the proxy would be the one who asks too often."""
    with host.server(), visitor(host, f"http://127.0.0.1:{host.ports['8000']}") as web:
        flood = {"x-forwarded-for": "203.0.113.1"}
        while web.post("/api/invites/none", headers=flood).status_code != 429:
            pass
        assert web.post("/api/invites/none", headers={"x-forwarded-for": "203.0.113.2"}).status_code == 404


def test_the_backups(host: Host) -> None:
    backup, refused, restore = (block for block in blocks_of(PAGE) if block.language == "console")

    def do(block: Block) -> None:
        follow(block._replace(text=host.here(block.text)), host.folder)

    with host.server():
        with visitor(host, f"http://127.0.0.1:{host.ports['8000']}") as web:
            made = web.post("/api/guests", json={"name": "Ann"})
            session = {"cookie": made.headers["set-cookie"].partition(";")[0]}
            match = web.post("/api/matches", json=NEW_MATCH, headers=session).json()["id"]
        do(backup)
        do(refused)
    do(restore)
    with host.server(), visitor(host, f"http://127.0.0.1:{host.ports['8000']}") as web:
        assert web.get(f"/api/matches/{match}", headers=session).json()["status"] == "running"


def test_the_line_for_cron(host: Host) -> None:
    (line,) = (block.text for block in blocks_of(PAGE) if block.text.startswith("15 4 * * * marchland "))
    command = host.here(line).partition(" marchland ")[2].replace("\\%", "%")
    with host.server():
        program, rest = command.split(" ", 1)
        assert program == "/opt/marchland/.venv/bin/marchland"
        for _ in range(2):
            script = f"{shlex.quote(sys.executable)} -m marchland {rest}"
            done = subprocess.run(["sh", "-c", script], env={**os.environ, "PYTHONPATH": str(SOURCES)}, check=False)
            assert done.returncode == 0
    assert len(list((host.folder / "var/backups/marchland").iterdir())) == 1


def test_the_unit_is_one(host: Host) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here")
    unit = host.folder / "marchland.service"
    program = shutil.which("true")
    unit.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={program}", host.block("marchland.service"), flags=re.M))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_caddyfile_is_one(host: Host) -> None:
    if shutil.which("caddy") is None:
        pytest.skip("Caddy is not installed here")
    file = host.folder / "Caddyfile"
    file.write_text(host.block("Caddyfile"))
    done = subprocess.run(
        ["caddy", "validate", "--config", file, "--adapter", "caddyfile"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
