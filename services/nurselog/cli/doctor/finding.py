"""What a check says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `advice` says what to do where something is wrong."""

    area: str
    what: str
    state: State = "ok"
    advice: str = ""


def wrong(area: str, what: str, advice: str) -> Finding:
    """Something that must be mended."""
    return Finding(area, what, "wrong", advice)


def note(area: str, what: str, advice: str = "") -> Finding:
    """Something worth knowing that stops nobody."""
    return Finding(area, what, "note", advice)
