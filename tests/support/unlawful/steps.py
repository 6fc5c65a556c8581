"""Games that break a law of steps, ends or scores."""

from dataclasses import replace
from itertools import count
from typing import Any

from google.protobuf.struct_pb2 import Struct
from google.protobuf.wrappers_pb2 import Int32Value

from nurselog.rules.api import (
    Audience,
    Chance,
    Event,
    Options,
    Outcome,
    Points,
    ScoreLine,
    ScoreSheet,
    Seat,
    Step,
)
from tests.support.stones import Pile, Stones, StonesWire, Take, Taken
from tests.support.tidepools import Move, News, Pool, Tidepools
from tests.support.unlawful.book import SEAT_0, breaks
from tests.support.unlawful.moves import wired


@breaks("a_move_leaves_the_state_before_it_untouched")
class ChangesInPlace(Stones):
    calls = count()

    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        object.__setattr__(state, "last", Seat(Audience(next(self.calls))))
        return step


@breaks("states_hold_what_their_classes_declare")
class SeatsInHalves(Stones):
    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        return step._replace(state=replace(step.state, last=seat / 1))  # type: ignore[arg-type]


@breaks("the_same_move_with_the_same_luck_does_the_same")
@breaks("a_replay_gives_the_same_commits")
@breaks("a_record_is_verified")
class HasLuckOfItsOwn(Stones):
    calls = count()

    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        return step._replace(state=replace(step.state, last=Seat(Audience(next(self.calls)))))


@breaks("the_setup_is_decided_by_options_seats_and_luck")
class OpensAnew(Stones):
    calls = count()

    def setup(self, options: Options, seat_count: int, chance: Chance) -> Step[Pile, Taken]:
        step = super().setup(options, seat_count, chance)
        return step._replace(state=replace(step.state, last=Seat(Audience(next(self.calls)))))


@breaks("components_are_conserved")
class LosesStones(Stones):
    def components(self, state: Pile) -> tuple[str, ...]:
        return ("stone",) * state.stones


@breaks("components_are_conserved")
class Disorderly(Tidepools):
    def components(self, state: Pool) -> tuple[str, ...]:
        return super().components(state)[::-1]


@breaks("undoable_steps_draw_no_luck")
@breaks("undoable_steps_reveal_nothing")
class TakesBackEverything(Tidepools):
    def apply(self, state: Pool, seat: Seat, move: Move, chance: Chance) -> Step[Pool, News]:
        return super().apply(state, seat, move, chance)._replace(undoable=True)


class WrongEvents(StonesWire):
    def event_to_proto(self, event: Taken) -> Struct:
        return Int32Value(value=event.count)  # type: ignore[return-value]


wired("events_have_a_message_for_everybody", WrongEvents())


@breaks("events_have_a_message_for_everybody")
class TellsNobody(Stones):
    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        absent = Seat(Audience(len(state.taken)))
        return step._replace(events=(Event(Taken(seat, 0), ((absent, Taken(seat, 1)),)),))


@breaks("a_play_is_over_exactly_when_nobody_decides")
class OverTooSoon(Stones):
    def outcome(self, state: Pile) -> Outcome | None:
        return super().outcome(replace(state, stones=0)) if state.stones < 3 else None


def ended(law: str, **changes: Any) -> None:
    """Files a game whose last seat is placed wrongly, or that ends for a wrong reason."""
    reason = changes.pop("reason", "pile_empty")

    def outcome(_: Stones, state: Pile) -> Outcome | None:
        ending = Stones.outcome(Stones(), state)
        if ending is None:
            return None
        *others, last = ending.placements
        return Outcome(reason, (*others, replace(last, **changes)))

    breaks(law)(type("Misplaced", (Stones,), {"outcome": outcome}))


ended("an_outcome_places_every_seat", place=7)
ended("an_outcome_places_every_seat", seat=Seat(Audience(9)))
ended("an_outcome_places_every_seat", reason="The pile is empty")
ended("the_outcome_has_the_totals_of_the_sheets", total=Points(99))


@breaks("a_score_is_valid_at_any_time")
class ScoresHalves(Stones):
    def score(self, state: Pile) -> tuple[ScoreSheet, ...]:
        line = ScoreLine("stones", "Stones", state.stones / 2)  # type: ignore[arg-type]
        return tuple(replace(sheet, lines=(line,)) for sheet in super().score(state))


@breaks("a_score_is_valid_at_any_time")
class ScoresTheLastOnly(Stones):
    def score(self, state: Pile) -> tuple[ScoreSheet, ...]:
        return super().score(state)[-1:] if state.stones else super().score(state)


@breaks("teams_are_all_the_seats_and_share_a_place")
class LoneTeam(Stones):
    spec = replace(Stones.spec, features=("teams",), min_seats=2)

    def teams(self, state: Pile) -> tuple[tuple[Seat, ...], ...]:
        return ((SEAT_0,),)


@breaks("teams_are_all_the_seats_and_share_a_place")
class RivalsInATeam(Stones):
    spec = replace(Stones.spec, features=("teams",), min_seats=2)

    def teams(self, state: Pile) -> tuple[tuple[Seat, ...], ...]:
        return (tuple(Seat(Audience(seat)) for seat in range(len(state.taken))),)
