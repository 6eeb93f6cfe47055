"""Ask the databases of known vulnerabilities about everything that is installed: `make audit`.

Exits 1 for a vulnerability that has a fix. One that has none yet is listed. Where a database cannot be reached nothing
is known, and nothing fails: a line says so.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 180  # seconds
FOLDERS = ("web", "tests/browser", "boards")  # where npm has a lock file

# What it is, its fixes ("" for none yet).
Finding = tuple[str, str]


class Unreached(Exception):
    """The database did not answer, or knows nothing of what was asked."""


def python_findings(report: str) -> list[Finding]:
    """What pip-audit has found. It skips whatever its database does not know, also where that is everything."""
    try:
        packages = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        raise Unreached("pip-audit has not answered") from None
    known = [package for package in packages if "skip_reason" not in package]
    if len(known) <= len(packages) // 2:
        raise Unreached(f"the database knows only {len(known)} of {len(packages)} packages")
    return [
        (f"{package['name']} {package['version']}: {found['id']}", ", ".join(found["fix_versions"]))
        for package in known
        if package["name"] != "pip"  # which comes with Python
        for found in package["vulns"]
    ]


def npm_findings(report: str) -> list[Finding]:
    try:
        packages: dict[str, Any] = json.loads(report)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        raise Unreached("npm audit has not answered") from None
    found = []
    for name, package in packages.items():
        fix = package["fixAvailable"]
        fixed_by = f"{fix['name']} {fix['version']}" if isinstance(fix, dict) else "a newer version" if fix else ""
        found.append((f"{name} {package['range']}: {package['severity']}", fixed_by))
    return found


def report_of(*command: str, folder: Path = ROOT) -> str:
    try:
        return subprocess.run(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False
        ).stdout.decode(errors="replace")
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise Unreached(f"{command[0]}: {fault}") from fault


def python_report() -> str:
    more = ("--local", "--skip-editable", "--format", "json", "--progress-spinner", "off")
    return report_of(sys.executable, "-m", "pip_audit", *more)


def npm_report(folder: str) -> str:
    return report_of(sys.executable, str(ROOT / "web" / "build.py"), "--npm", folder, "audit", "--json")


def main() -> int:
    fixable = 0
    for name in ("Python", *FOLDERS):
        try:
            found = python_findings(python_report()) if name == "Python" else npm_findings(npm_report(name))
        except Unreached as why:
            print(f"audit of {name}: skipped, {why}.")
            continue
        print(f"audit of {name}: {len(found)} known vulnerabilities.")
        for what, fix in found:
            print(f"  {what}; {f'fixed by {fix}' if fix else 'no fix yet'}")
            fixable += bool(fix)
    return 1 if fixable else 0


if __name__ == "__main__":
    raise SystemExit(main())
