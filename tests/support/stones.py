"""A toy without secrets: take one to three stones from a pile; who takes the last one wins."""

from dataclasses import dataclass, replace
from typing import Any

from google.protobuf.struct_pb2 import Struct
from google.protobuf.wrappers_pb2 import StringValue

from nurselog.rules.api import (
    Audience,
    Chance,
    Decision,
    Event,
    GameSpec,
    Options,
    OptionSpec,
    Outcome,
    Placement,
    Points,
    Rejection,
    ScoreLine,
    ScoreSheet,
    Seat,
    Step,
    Unreadable,
    competition_places,
    seats,
)


@dataclass(frozen=True, slots=True)
class Take:
    count: int


@dataclass(frozen=True, slots=True)
class Pile:
    stones: int
    taken: tuple[int, ...]
    turn: Seat
    last: Seat | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    seat: Seat
    count: int


class ToyGame:
    """What toys do not have: a score pad, teams."""

    def score_position(self, position: Any) -> tuple[ScoreSheet, ...]:
        return ()

    def place_position(self, position: Any) -> tuple[Placement, ...]:
        return ()

    def teams(self, state: Any) -> tuple[tuple[Seat, ...], ...]:
        return ()


class ToyWire:
    """The messages of toys: moves are their text, all else is a struct."""

    move_type = StringValue
    event_type = Struct
    view_type = Struct
    position_type = Struct


class StonesNotation:
    def parse(self, text: str) -> Take:
        if text not in {"t1", "t2", "t3"}:
            raise Unreadable(f"{text!r} is no move: t1, t2 or t3")
        return Take(int(text[1:]))

    def format(self, move: Take) -> str:
        return f"t{move.count}"


class StonesWire(ToyWire):
    def move_to_proto(self, move: Take) -> StringValue:
        return StringValue(value=StonesNotation().format(move))

    def move_from_proto(self, message: Any) -> Take:
        return StonesNotation().parse(message.value)

    def event_to_proto(self, event: Taken) -> Struct:
        return struct(seat=event.seat, taken=event.count)


class Stones(ToyGame):
    spec = GameSpec(
        name="stones",
        title="Stones",
        summary="Take stones.",
        rules_version="1",
        min_seats=1,
        max_seats=4,
        max_plies=12,
        options=(OptionSpec("pile", "How many stones.", ("7", "12"), "7"),),
        notation=(("t2", "takes two stones"),),
    )
    notation = StonesNotation()
    wire = StonesWire()

    def setup(self, options: Options, seat_count: int, chance: Chance) -> Step[Pile, Taken]:
        return Step(Pile(options.number("pile"), (0,) * seat_count, Seat(Audience(0))))

    def decisions(self, state: Pile) -> tuple[Decision, ...]:
        return (Decision(state.turn, "take"),) if state.stones else ()

    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        if not state.stones or seat != state.turn:
            return ()
        return tuple(Take(count) for count in range(1, min(3, state.stones) + 1))

    def reject(self, state: Pile, seat: Seat, move: Take) -> Rejection | None:
        if not state.stones or seat != state.turn:
            return Rejection("not_your_turn", "1.1", f"Seat {seat} is not to move.")
        if move.count > state.stones:
            return Rejection("too_many", "1.2", f"There are only {state.stones} stones.")
        return None

    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        taken = tuple(
            count + move.count if other == seat else count for other, count in enumerate(state.taken)
        )
        following = Seat(Audience((seat + 1) % len(taken)))
        after = replace(state, stones=state.stones - move.count, taken=taken, turn=following, last=seat)
        return Step(after, (Event(Taken(seat, move.count)),), undoable=True)

    def label(self, state: Pile, seat: Seat, move: Take) -> str:
        return f"Take {move.count} of {state.stones} stones."

    def timeout_move(self, state: Pile, seat: Seat) -> Take:
        return Take(1)

    def view(self, state: Pile, audience: Audience) -> Struct:
        return struct(stones=state.stones, taken=list(state.taken), turn=state.turn)

    def outcome(self, state: Pile) -> Outcome | None:
        if state.stones:
            return None
        places = competition_places({seat: int(seat == state.last) for seat in seats(len(state.taken))})
        sheets = self.score(state)
        return Outcome(
            "pile_empty",
            tuple(Placement(sheet.seat, places[sheet.seat], sheet.total) for sheet in sheets),
        )

    def score(self, state: Pile) -> tuple[ScoreSheet, ...]:
        return tuple(
            ScoreSheet(seat, (ScoreLine("stones", "Stones taken", Points(state.taken[seat])),))
            for seat in seats(len(state.taken))
        )

    def redeal(self, state: Pile, audience: Audience, chance: Chance) -> Pile:
        return state

    def components(self, state: Pile) -> tuple[str, ...]:
        return ("stone",) * (state.stones + sum(state.taken))


def struct(**values: Any) -> Struct:
    message = Struct()
    message.update(values)
    return message


STONES = Stones()
