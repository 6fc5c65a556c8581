from __future__ import annotations

import pytest

from nurselog.chassis.believed import Believed
from nurselog.chassis.errors import Unavailable


class Source:
    def __init__(self) -> None:
        self.now = 0.0
        self.silent = False
        self.asked = 0

    async def ask(self, name: str) -> str:
        self.asked += 1
        if self.silent:
            raise Unavailable("SERVICE_UNAVAILABLE", "Nobody answers.")
        return f"{name} {self.asked}"


async def test_what_was_said_is_believed_for_a_while_and_longer_while_nobody_answers() -> None:
    source = Source()
    believed = Believed(source.ask, 60, lambda: source.now)

    assert [await believed.of("a"), await believed.of("a")] == ["a 1", "a 1"]
    source.now = 60
    assert await believed.of("a") == "a 2"
    source.now, source.silent = 600, True
    assert await believed.of("a") == "a 2"


async def test_who_never_spoke_is_unavailable() -> None:
    source = Source()
    source.silent = True
    with pytest.raises(Unavailable):
        await Believed(source.ask, 60).of("a")
