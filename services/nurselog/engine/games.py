"""The games an engine serves, each with everything that serves it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.resources import files

from nurselog.api.game.v1 import game_pb2, game_service_pb2
from nurselog.chassis.errors import NotFound
from nurselog.engine.address import address_of
from nurselog.engine.attendance import Attendance
from nurselog.engine.deals import DealBook
from nurselog.engine.hub import Hub
from nurselog.engine.keeper import Keeper
from nurselog.engine.live import finished
from nurselog.engine.lobby import Lobby
from nurselog.engine.records import Records
from nurselog.engine.steward import Steward
from nurselog.engine.tables import Accepted, Tables
from nurselog.engine.vacations import Vacations
from nurselog.rules.api import AnyRules
from nurselog.rules.registry import GROUP


@dataclass(frozen=True, slots=True)
class Hosted:
    """One game and those who serve its tables."""

    rules: AnyRules
    keeper: Keeper
    tables: Tables
    steward: Steward
    lobby: Lobby
    hub: Hub
    records: Records
    deals: DealBook
    attendance: Attendance
    vacations: Vacations

    async def submit(self, player: str, request: game_service_pb2.SubmitMoveRequest) -> Accepted:
        """Judges and stores a move; a table that only the archive knows is refused as ended."""
        try:
            return await self.tables.submit(player, request)
        except NotFound:
            address = address_of(request.name)
            if await self.records.archived(address) is None:
                raise
            raise finished(address) from None


class Games:
    """By name."""

    def __init__(self, hosted: Iterator[Hosted] | list[Hosted]) -> None:
        self._hosted = {one.rules.spec.name: one for one in hosted}

    def __iter__(self) -> Iterator[Hosted]:
        return iter(sorted(self._hosted.values(), key=lambda one: one.rules.spec.name))

    def of_table(self, name: str) -> Hosted:
        """The game in the name of a table."""
        _, _, rest = name.partition("/")
        return self.of_game("games/" + rest.partition("/")[0])

    def of_game(self, name: str, field: str = "name") -> Hosted:
        """The game of `games/{game}`, which came in this field."""
        found = self._hosted.get(name.removeprefix("games/")) if name.startswith("games/") else None
        if found is None:
            raise NotFound("GAME_NOT_FOUND", "No such game is served here.", field=field, game=name[:128])
        return found


def game_message(rules: AnyRules, *, full: bool) -> game_pb2.Game:
    """What a front-end may know of a game; the rules text and the notation only in full."""
    spec, wire = rules.spec, rules.wire
    return game_pb2.Game(
        name=f"games/{spec.name}",
        title=spec.title,
        summary=spec.summary,
        rules_version=spec.rules_version,
        min_seats=spec.min_seats,
        max_seats=spec.max_seats,
        options=[
            game_pb2.GameOption(
                name=option.name,
                description=option.description,
                default_value=option.default,
                choices=option.choices,
            )
            for option in spec.options
        ],
        features=spec.features,
        higher_is_better=spec.higher_is_better,
        max_plies=spec.max_plies,
        move_type=wire.move_type.DESCRIPTOR.full_name,
        view_type=wire.view_type.DESCRIPTOR.full_name,
        event_type=wire.event_type.DESCRIPTOR.full_name,
        position_type=wire.position_type.DESCRIPTOR.full_name if wire.position_type else "",
        rules_text=rules_text(spec.name) if full else "",
        notation=[game_pb2.NotationExample(text=text, meaning=meaning) for text, meaning in spec.notation]
        if full
        else (),
    )


def rules_text(game: str) -> str:
    """The game's RULES.md, which lies beside its code; empty if it has none."""
    for entry in entry_points(group=GROUP, name=game):
        page = files(entry.module).joinpath("RULES.md")
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return ""
