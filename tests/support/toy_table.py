"""Tables of the toy: each seat moves a piece by `s1` to `s6`; whoever stands on square 20 wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from google.protobuf.message import Message

from nurselog.api.game.v1 import game_service_pb2, table_pb2
from nurselog.chassis import context
from nurselog.chassis.errors import Aborted, FailedPrecondition, InvalidArgument, PermissionDenied
from tests.support import toy

GOAL = 20
LONGEST_STEP = 6

Push = Callable[[bytes], None]


@dataclass(eq=False)
class Reader:
    """Somebody who watches, from a seat or as a spectator (-1)."""

    seat: int
    push: Push


@dataclass
class ToyTable:
    """One play of the toy."""

    name: str
    players: list[str] = field(default_factory=list)
    squares: list[int] = field(default_factory=lambda: [0, 0])
    version: int = 0
    epoch: str = "e1"
    invite: str = ""
    padding: int = 0
    """Characters that make each view larger."""
    readers: set[Reader] = field(default_factory=set)
    answered: dict[tuple[str, str], int] = field(default_factory=dict)
    steps: list[tuple[int, int]] = field(default_factory=list)

    @property
    def winner(self) -> int | None:
        """The seat that has reached the goal."""
        return next((seat for seat, square in enumerate(self.squares) if square >= GOAL), None)

    def submit(self, player: str, request: game_service_pb2.SubmitMoveRequest) -> tuple[int, bool]:
        """The version of the move, and whether it had been made before."""
        if player not in self.players:
            raise PermissionDenied("NOT_YOUR_SEAT", "You do not sit here.")
        key = (player, request.request_id)
        if key in self.answered:
            return self.answered[key], True
        if self.winner is not None:
            raise FailedPrecondition("TABLE_FINISHED", "The table has ended.")
        if request.HasField("decision_id") and request.decision_id != self.version:
            raise Aborted("DECISION_CLOSED", "Too late.", version=self.version)
        self.step(self.players.index(player), _steps(request))
        self.answered[key] = self.version
        return self.version, False

    def step(self, seat: int, steps: int) -> None:
        """Moves a piece, and tells everybody."""
        if not 1 <= steps <= LONGEST_STEP:
            raise FailedPrecondition("MOVE_ILLEGAL", "At most six steps.", rule="1.2")
        self.squares[seat] += steps
        self.version += 1
        self.steps.append((seat, steps))
        for reader in tuple(self.readers):
            reader.push(self.update(reader.seat, table_pb2.UPDATE_KIND_STEP).SerializeToString())

    def watch(self, reader: Reader, token: str) -> None:
        """Begins, or goes on after a token."""
        epoch, _, version = token.partition(".")
        if not token:
            reader.push(self.update(reader.seat, table_pb2.UPDATE_KIND_SNAPSHOT).SerializeToString())
        elif epoch != self.epoch:
            reader.push(self.update(reader.seat, table_pb2.UPDATE_KIND_RESYNC).SerializeToString())
        else:
            for missed in range(int(version) + 1, self.version + 1):
                update = self.update(reader.seat, table_pb2.UPDATE_KIND_STEP, at=missed)
                reader.push(update.SerializeToString())
        self.readers.add(reader)

    def update(self, seat: int, kind: int, at: int | None = None) -> table_pb2.TableUpdate:
        """What a seat learns at a version."""
        version = self.version if at is None else at
        update = table_pb2.TableUpdate(
            kind=cast("Any", kind), version=version, resume_token=f"{self.epoch}.{version}", seat=-1
        )
        update.view.CopyFrom(self.view(seat, version))
        if kind == table_pb2.UPDATE_KIND_STEP:
            update.seat, steps = self.steps[version - 1]
            update.events.add().Pack(toy.kind("Event")(moved=steps))
        return update

    def view(self, seat: int, version: int | None = None) -> table_pb2.TableView:
        """What a seat knows."""
        version = self.version if version is None else version
        squares = [sum(steps for who, steps in self.steps[:version] if who == seat_) for seat_ in (0, 1)]
        view = table_pb2.TableView(name=self.name, version=version, seat=seat)
        view.state = table_pb2.TABLE_STATE_PLAYING if max(squares) < GOAL else table_pb2.TABLE_STATE_FINISHED
        view.decisions.add(seat=0, kind="turn", decision_id=version)
        game_view: Any = toy.kind("View")(squares=squares)
        if seat >= 0 or self.padding:
            game_view.hand = f"hand {seat}" + " " * self.padding
        view.game_view.Pack(game_view)
        return view

    def seat_of(self, player: str | None, request: Message) -> int:
        """The seat a caller may look from; refused if it may not look at all."""
        said = cast("Any", request)
        wished = said.seat if said.HasField("seat") else None
        if player in self.players and not getattr(said, "as_spectator", False):
            if wished not in (None, self.players.index(player)):
                raise PermissionDenied("NOT_YOUR_SEAT", "The seat belongs to another player.")
            return self.players.index(player)
        if wished is not None:
            raise PermissionDenied("NOT_YOUR_SEAT", "The seat belongs to another player.")
        if self.invite and said.invite_code != self.invite and context.current_invite() != self.invite:
            raise PermissionDenied("INVITE_REQUIRED", "The table is private.")
        return -1

    def message(self) -> table_pb2.Table:
        """The table as a resource."""
        table = table_pb2.Table(name=self.name, version=self.version, state=table_pb2.TABLE_STATE_PLAYING)
        for index, player in enumerate(self.players):
            table.seats.add(index=index).occupant.player = player
        return table


def _steps(request: game_service_pb2.SubmitMoveRequest) -> int:
    if request.HasField("move"):
        move = toy.kind("Move")()
        request.move.Unpack(move)
        return int(cast("Any", move).steps)
    if not (request.notation.startswith("s") and request.notation[1:].isdigit()):
        raise InvalidArgument("MOVE_UNREADABLE", f"Cannot read {request.notation!r}.", field="notation")
    return int(request.notation[1:])
