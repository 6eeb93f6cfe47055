"""MARCHLAND_INTERPRETED=1 runs the Python sources even where the compiled build is installed."""

import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path

HERE = str(Path(__file__).parent)


def prefer_sources() -> None:
    """Find modules of this package by their .py files only."""

    def finder(path: str) -> FileFinder:
        if not path.startswith(HERE):
            raise ImportError
        return FileFinder(path, (SourceFileLoader, [".py"]))

    sys.path_hooks.insert(0, finder)
    for path in list(sys.path_importer_cache):
        if path.startswith(HERE):
            del sys.path_importer_cache[path]
