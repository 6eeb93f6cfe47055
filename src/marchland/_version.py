"""The version of this Marchland. It stands in pyproject.toml, which installing turns into metadata."""

import tomllib
from importlib import metadata
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "pyproject.toml"


def version() -> str:
    """In a tree of sources what its pyproject.toml says, whatever else is installed."""
    try:
        project = tomllib.loads(SOURCES.read_text(encoding="utf-8"))["project"]
        if project["name"] == "marchland":
            return str(project["version"])
    except (OSError, ValueError, KeyError):
        pass
    return metadata.version("marchland")
