"""A player that knows HTTP and JSON, and nothing else of us."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx

Json = dict[str, Any]


class RestPlayer:
    """Opens a session, waits for an opponent, plays random legal moves to the end."""

    face = "REST"

    def __init__(self, url: str, name: str, luck: random.Random) -> None:
        self.name = name
        self.player = ""
        self.moves = 0
        self._luck = luck
        self._http = httpx.AsyncClient(base_url=url, timeout=httpx.Timeout(20, read=120), trust_env=False)

    async def enter(self) -> None:
        """Gets a guest's session."""
        session = await self._post("/v1/sessions", {"displayName": self.name})
        self.player = session["player"]
        self._http.headers["Authorization"] = f"Bearer {session['token']}"

    async def find_table(self, game: str) -> str:
        """Files a ticket and follows it until there is a table."""
        pool = {"game": f"games/{game}", "seatCounts": [2], "rated": True}
        ticket = await self._post("/v1/tickets", {"pool": pool})
        async for news in self._lines(f"/v1/{ticket['name']}:watch"):
            if "assignment" in news:
                return str(news["assignment"]["table"])
        raise RuntimeError(f"{self.name} found nobody to play with")

    async def play(self, table: str, tell: Callable[[str, str], None]) -> None:
        """Follows the table and answers each decision, until the table has ended."""
        async for update in self._lines(f"/v1/{table}:watch", includeLegalMoves="true"):
            view = update.get("view", {})
            if view.get("state") == "TABLE_STATE_FINISHED":
                return
            if moves := update.get("legalMoves"):
                await self._submit(table, view, self._luck.choice(moves), tell)

    async def close(self) -> None:
        """Leaves."""
        await self._http.aclose()

    async def _submit(self, table: str, view: Json, notation: str, tell: Callable[[str, str], None]) -> None:
        seat = view.get("seat", 0)
        decision = next(one for one in view["decisions"] if one.get("seat", 0) == seat)
        number = decision.get("decisionId", 0)
        body = {"seat": seat, "decisionId": number, "requestId": f"demo-{number}", "notation": notation}
        await self._post(f"/v1/{table}:submitMove", body)
        self.moves += 1
        tell(self.name, notation)

    async def _post(self, path: str, body: Json) -> Json:
        answer = await self._http.post(path, json=body)
        answer.raise_for_status()
        found: Json = answer.json()
        return found

    async def _lines(self, path: str, **query: str) -> AsyncIterator[Json]:
        headers = {"Accept": "application/x-ndjson"}
        async with self._http.stream("GET", path, params=query, headers=headers) as answer:
            answer.raise_for_status()
            async for line in answer.aiter_lines():
                if line:
                    yield json.loads(line)
