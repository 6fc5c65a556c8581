"""Mutated requests to every route of our own OpenAPI: no 5xx, and no answer that the schema does not know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from tests.support.clients import Faces, NdjsonClient
from tests.support.stack import Stack

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(600)]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 6
"""For each route and each mode; ten times as many found nothing either when this was written."""


@dataclass(frozen=True, slots=True)
class World:
    """What a generated request is aimed at every second time, so that it gets past the door."""

    game: str
    table: str
    player: str
    token: str

    def aim(self, case: Any, number: int) -> None:
        """Puts real names in the path; a real stream would not end, so those keep what was made up."""
        if number % 2 and not case.operation.label.endswith(":watch"):
            real = {"game": self.game, "table": self.table, "player": self.player.removeprefix("players/")}
            case.path_parameters.update(
                {name: real.get(name, old) for name, old in case.path_parameters.items()}
            )


async def make_world(faces: Faces) -> World:
    async with NdjsonClient(faces) as ann, NdjsonClient(faces) as bob:
        await ann.enter("ann")
        await bob.enter("bob")
        wish = {"seatCount": 2, "startWhenFull": True}
        table = await ann.call("POST", "/v1/games/forest_sky/tables", wish)
        await bob.call("POST", f"/v1/{table['name']}:takeSeat", {})
        return World("forest_sky", table["name"].rpartition("/")[2], ann.player, ann.token)


async def test_every_route_answers_mutated_requests_as_its_schema_says(stack: Stack, faces: Faces) -> None:
    world = await make_world(faces)
    schema = await asyncio.to_thread(schemathesis.openapi.from_url, f"{faces.http}/v1/openapi.json")
    found = list(schema.get_all_operations())
    operations = [one.ok() for one in found if isinstance(one, Ok)]
    assert len(operations) == len(found) > 20, "a route cannot be read"

    problems = await asyncio.to_thread(lambda: [p for one in operations for p in examine(one, faces, world)])

    assert problems == []
    logged = [line for log in (stack.data / "logs").glob("*.log") for line in faults(log.read_text())]
    assert logged == [], "an answer was fine, but something failed behind it"


def examine(operation: Any, faces: Faces, world: World) -> list[str]:
    """Valid and invalid requests to one route; what went wrong, in words."""
    problems = []
    for mode in modes(operation):
        try:
            requests(operation.as_strategy(generation_mode=mode), faces, world)()
        except Exception as problem:  # noqa: BLE001 - all routes are examined, then all problems shown
            problems.append(f"{operation.label}: {problem}")
    return problems


def modes(operation: Any) -> tuple[GenerationMode, ...]:
    """A route that takes nothing but names in its path, which are any text, takes no invalid request."""
    if operation.query or operation.body:
        return GenerationMode.POSITIVE, GenerationMode.NEGATIVE
    return (GenerationMode.POSITIVE,)


def requests(strategy: Any, faces: Faces, world: World) -> Callable[[], None]:
    """A property over the requests of a strategy."""
    sent = 0
    headers = {"Authorization": f"Bearer {world.token}"}

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def property_(case: Any) -> None:
        nonlocal sent
        sent += 1
        world.aim(case, sent)
        answer = case.call(base_url=faces.http, headers=headers, timeout=20)
        case.validate_response(answer, checks=CHECKS)

    return property_


def faults(log: str) -> list[str]:
    """Entries that speak of a fault of ours."""
    return [line for line in log.splitlines() if '"level":"error"' in line]
