"""A person at a table: follows it, shows it, asks for moves, until the end or until the person leaves."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from nurselog.cli.draw import Scene, draw
from nurselog.cli.menu import HELP, Answer, Play, Puzzled, menu, read_answer
from nurselog.cli.rest import Json, Refused, Rest
from nurselog.cli.show import sheet_of_json


class Sitting:
    """`await sitting.run()`: True if the table came to its end."""

    def __init__(self, rest: Rest, console: Console, table: str) -> None:
        self._rest = rest
        self._console = console
        self._table = table
        self._path = f"/v1/{table}"
        self._game = table.split("/")[1]
        self._scene = Scene(-1, ())

    async def run(self) -> bool:
        """Plays. Quitting leaves the seat to oneself: `--table` comes back to it."""
        self._console.print(f"Table {self._table}")
        async for update in self._rest.keep_following(f"{self._path}:watch"):
            if update.get("table"):
                self._know(update["table"])
            view = update.get("view")
            if view is None:
                continue
            if not self._scene.names or view.get("seat", 0) != self._scene.seat:
                self._know(await self._rest.get(self._path), view.get("seat", 0))
            self._tell(update)
            if view["state"] == "TABLE_STATE_FINISHED":
                await self._end(view)
                return True
            if self._mine(view) and not await self._decide(view):
                self._console.print(f"Come back with: nurselog play {self._game} --table {self._table}")
                return False
        return False

    def _know(self, table: Json, seat: int | None = None) -> None:
        names = tuple(s.get("occupant", {}).get("displayName", "nobody") for s in table.get("seats", ()))
        self._scene = Scene(self._scene.seat if seat is None else seat, names)

    def _tell(self, update: Json) -> None:
        mover = update.get("seat", 0)
        if update.get("kind") == "UPDATE_KIND_STEP" and mover not in (self._scene.seat, -1):
            what = update.get("houseMove") or "moved"
            self._console.print(f"{self._scene.name(mover)}: {what}", style="dim")

    def _mine(self, view: Json) -> Json | None:
        decisions: Sequence[Json] = view.get("decisions", ())
        return next((one for one in decisions if one.get("seat", 0) == self._scene.seat), None)

    async def _decide(self, view: Json) -> bool:
        """Asks until the decision is answered, by whomever; False if the person leaves."""
        decision = self._mine(view)
        assert decision is not None
        self._show(view)
        while moves := await self._legal_moves(decision):
            self._console.print(menu(moves, can_undo=bool(view.get("canUndo"))))
            answer = await self._ask(moves)
            if answer == "quit":
                return False
            if await self._carry_out(answer, decision, view):
                return True
        return True

    async def _legal_moves(self, decision: Json) -> list[Json]:
        answer = await self._rest.get(f"{self._path}/legalMoves", seat=self._scene.seat)
        same = answer.get("decision", {}).get("decisionId", 0) == decision.get("decisionId", 0)
        return list(answer.get("moves", ())) if same else []

    async def _ask(self, moves: Sequence[Json]) -> Answer:
        self._console.print("Your move: ", style="bold", end="")
        line = await asyncio.to_thread(sys.stdin.readline)
        line = line.encode("utf-8", "replace").decode("utf-8")  # a terminal may send bytes that are no text
        if not line:
            self._console.print()
            return "quit"
        if not sys.stdin.isatty():
            self._console.print(line.rstrip())
        return read_answer(line, moves)

    async def _carry_out(self, answer: Answer, decision: Json, view: Json) -> bool:
        """True if the table went on by it."""
        match answer:
            case Play(notation):
                return await self._submit(notation, decision)
            case "undo":
                return await self._submit("!undo", None)
            case "resign":
                return await self._submit("!resign", None)
            case "view":
                self._show(view)
            case Puzzled(sentence):
                self._console.print(sentence, style="yellow")
            case _:
                self._console.print(HELP)
        return False

    async def _submit(self, notation: str, decision: Json | None) -> bool:
        body: Json = {"seat": self._scene.seat, "notation": notation, "requestId": secrets.token_hex(8)}
        if decision is not None:
            body["decisionId"] = decision.get("decisionId", 0)
        try:
            await self._rest.post(f"{self._path}:submitMove", body)
        except Refused as refusal:
            rule = refusal.metadata.get("rule")
            self._console.print(f"{refusal.message}{f' (rule {rule})' if rule else ''}", style="yellow")
            return refusal.reason in ("DECISION_CLOSED", "TABLE_FINISHED", "TURN_EXPIRED")
        return True

    def _show(self, view: Json) -> None:
        self._console.print()
        self._console.print(draw(self._game, view.get("gameView", {}), self._scene))

    async def _end(self, view: Json) -> None:
        self._show(view)
        answer = await self._rest.get(f"{self._path}/scoreSheets")
        for sheet in answer.get("sheets", ()):
            self._console.print(sheet_of_json(sheet, self._scene.name(sheet.get("seat", 0))))
        outcome = answer.get("outcome", {})
        places = (
            f"{self._scene.name(one.get('seat', 0))} {one.get('place', 0)}."
            for one in outcome.get("placements", ())
        )
        self._console.print(Text(f"Ended by {outcome.get('reason', '')}:", "bold"), ", ".join(places))
