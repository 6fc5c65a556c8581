"""Partners who take their turns at the same time: a person with a bot, against two bots."""

from __future__ import annotations

import pytest

from tests.support.command_line import nurselog
from tests.support.stack import Stack

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]


async def test_nobody_waits_for_a_partner_who_was_faster(stack: Stack) -> None:
    typed = "1\n" * 1000
    options = ("--seats", "4", "-o", "teams=on", "-o", "max_turns=60")

    code, out = await nurselog("play", "forage", *options, stack=stack, typed=typed)

    assert code == 0, out
    assert "Score sheet of you" in out
