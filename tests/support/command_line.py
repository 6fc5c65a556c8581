"""The commands a person types, run against a stack."""

from __future__ import annotations

import asyncio
import os
import sys

from tests.support.stack import Stack

PATIENCE_S = 240


async def nurselog(*arguments: str, stack: Stack, typed: str = "") -> tuple[int, str]:
    """Runs the command; its exit code and what it printed."""
    env = {**os.environ, "NURSELOG_DATA": str(stack.data), "HOME": str(stack.data), "COLUMNS": "160"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "nurselog.cli", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=env,
    )
    out, _ = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE_S)
    assert process.returncode is not None
    return process.returncode, out.decode()
