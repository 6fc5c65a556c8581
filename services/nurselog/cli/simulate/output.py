"""Where a simulation is written: `summary.json` and the drawings, into one folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from nurselog.cli.simulate import plots
from nurselog.cli.simulate.figures import Json

SUMMARY = "summary.json"


def write(folder: Path, summary: Json, draw: Callable[[Path], list[Path]]) -> list[Path]:
    """Writes everything; the files. Without matplotlib that is the summary alone."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SUMMARY
    path.write_text(json.dumps(summary, indent=1) + "\n")
    return [path, *(draw(folder) if plots.can_draw() else ())]
