"""Names are of plain ASCII: what only looks like a digit names nothing."""

from __future__ import annotations

import pytest

from nurselog.chassis.errors import InvalidArgument
from nurselog.scoring.names import read_window


@pytest.mark.parametrize("name", ["", "all", "2026", "2026-11", "2026-W48", "2026-11-30"])
def test_windows_of_time(name: str) -> None:
    assert read_window(name) == (name or "all")


NO_WINDOWS = ["٢٠٢٦", "2026-1\N{ARABIC-INDIC DIGIT ONE}", "2026\n", "{2026}", "ALL"]


@pytest.mark.parametrize("name", NO_WINDOWS, ids=ascii)
def test_no_windows(name: str) -> None:
    with pytest.raises(InvalidArgument, match="FIELD_INVALID"):
        read_window(name)
