"""A spectator with nothing but a web socket."""

from __future__ import annotations

import json

from websockets.asyncio.client import connect


class Spectator:
    """Follows a table to its end, and remembers what it was told in which order."""

    def __init__(self, socket_url: str) -> None:
        self._url = socket_url
        self.versions: list[int] = []
        self.resyncs = 0
        self.hands_seen = 0

    async def watch(self, table: str) -> None:
        """Returns when the table has ended."""
        async with connect(self._url, proxy=None) as socket:
            await socket.send(json.dumps({"id": 1, "subscribe": {"name": table, "asSpectator": True}}))
            async for text in socket:
                frame = json.loads(text)
                if "error" in frame:
                    raise RuntimeError(f"the spectator was refused: {frame['error'].get('message')}")
                if "push" in frame and self._see(frame["push"]["update"]):
                    return

    @property
    def gapless(self) -> bool:
        """Whether no version was left out; a resync says honestly where one was."""
        steps = zip(self.versions, self.versions[1:], strict=False)
        return sum(after != before + 1 for before, after in steps) <= self.resyncs

    def _see(self, update: dict[str, object]) -> bool:
        view = update.get("view")
        if not isinstance(view, dict):
            return False
        if update["kind"] != "UPDATE_KIND_HEARTBEAT":
            self.versions.append(int(view.get("version", 0)))
        self.resyncs += update["kind"] == "UPDATE_KIND_RESYNC"
        finished = view["state"] == "TABLE_STATE_FINISHED"
        if not finished:
            hands = view.get("gameView", {}).get("hands", ())
            self.hands_seen += sum(bool(hand.get("cards")) for hand in hands)
        return bool(finished)
