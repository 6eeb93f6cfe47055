"""What the audit of dependencies makes of the reports that it gets."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

AUDIT = Path(__file__).parents[2] / ".ci" / "audit.py"
spec = importlib.util.spec_from_file_location("audit", AUDIT)
assert spec is not None and spec.loader is not None
audit: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(audit)

SOUND = {"name": "orjson", "version": "3.11", "vulns": []}
NO_FIX = {"name": "left", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": [], "description": ""}]}
FIXED = {
    "name": "right",
    "version": "2",
    "vulns": [{"id": "PYSEC-2", "fix_versions": ["2.1", "3.0"], "description": ""}],
}
UNKNOWN = {"name": "alembic", "skip_reason": "Dependency not found on PyPI and could not be audited"}

NOTHING: dict[str, Any] = {"auditReportVersion": 2, "vulnerabilities": {}}
UNREACHED = {"message": "405 Method Not Allowed", "statusCode": 405, "error": {"summary": "", "detail": ""}}


def python(*packages: Any) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def npm(fix: Any) -> str:
    package = {"name": "vite", "severity": "high", "range": "<7", "fixAvailable": fix}
    return json.dumps({"auditReportVersion": 2, "vulnerabilities": {"vite": package}})


def test_a_python_package_with_a_fix_is_told_from_one_without() -> None:
    assert audit.python_findings(python(SOUND)) == []
    found = audit.python_findings(python(SOUND, NO_FIX, FIXED, UNKNOWN))
    assert found == [("left 1: PYSEC-1", ""), ("right 2: PYSEC-2", "2.1, 3.0")]


def test_a_package_of_the_client_with_a_fix_is_told_from_one_without() -> None:
    assert audit.npm_findings(json.dumps(NOTHING)) == []
    assert audit.npm_findings(npm(False)) == [("vite <7: high", "")]
    assert audit.npm_findings(npm(True)) == [("vite <7: high", "a newer version")]
    assert audit.npm_findings(npm({"name": "vite", "version": "7.1"})) == [("vite <7: high", "vite 7.1")]


@pytest.mark.parametrize("report", ["", "no network", "null", "[]", json.dumps(UNREACHED), python(UNKNOWN, UNKNOWN)])
def test_a_database_that_cannot_be_reached_is_no_finding(report: str) -> None:
    for findings in (audit.python_findings, audit.npm_findings):
        with pytest.raises(audit.Unreached):
            findings(report)


@pytest.mark.parametrize(
    ("packages", "code"), [([SOUND], 0), ([SOUND, NO_FIX], 0), ([SOUND, FIXED], 1), ([UNKNOWN], 0)], ids=str
)
def test_only_a_vulnerability_with_a_fix_fails(
    packages: list[Any], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "python_report", lambda: python(*packages))
    monkeypatch.setattr(audit, "npm_report", lambda folder: json.dumps(UNREACHED))
    assert audit.main() == code
    told = capsys.readouterr().out
    assert told.count("skipped") == len(audit.FOLDERS) + (packages == [UNKNOWN])
    assert ("fixed by 2.1, 3.0" in told) == (code == 1)


def test_a_program_that_is_missing_is_no_finding() -> None:
    with pytest.raises(audit.Unreached):
        audit.report_of("no-such-program-anywhere")
