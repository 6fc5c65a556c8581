"""The functions of scoring in the store: the files of `lua/` are one library."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_PARTS = ("head", "ladders", "seasons", "boards", "results")


@cache
def functions() -> str:
    """The function library of scoring, for `Libraries.add`."""
    folder = files("nurselog.scoring").joinpath("lua")
    return "\n".join(folder.joinpath(f"{part}.lua").read_text() for part in _PARTS)
