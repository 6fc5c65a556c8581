"""Games that break one law each, under the name of the law that must find it."""

from dataclasses import replace
from itertools import count
from typing import Any, Final

from google.protobuf.struct_pb2 import Struct
from google.protobuf.wrappers_pb2 import Int32Value, StringValue

from nurselog.rules.api import (
    AnyRules,
    Audience,
    Chance,
    Decision,
    Event,
    Options,
    OptionSpec,
    Outcome,
    Points,
    Rejection,
    ScoreLine,
    ScoreSheet,
    Seat,
    Step,
)
from tests.support.stones import Pile, Stones, StonesNotation, StonesWire, Take, Taken
from tests.support.tidepools import Give, Move, News, Pick, Pool, Tidepools

SEAT_0: Final = Seat(Audience(0))

UNLAWFUL: Final[dict[str, list[AnyRules]]] = {}


def breaks(law: str) -> Any:
    """Files the game under the law it breaks."""

    def file(game: type[Any]) -> type[Any]:
        UNLAWFUL.setdefault(law, []).append(game())
        return game

    return file


def declared(base: type[Any], law: str, **spec: Any) -> None:
    """Files a game that declares something wrong."""
    breaks(law)(type("Misdeclared", (base,), {"spec": replace(base.spec, **spec)}))


# --- Declarations -------------------------------------------------------------------------------------------

declared(Stones, "a_game_is_declared", name="Stones!")
declared(Stones, "a_game_is_declared", features=("luck", "fun"))
declared(Stones, "a_game_is_declared", summary=" ")
declared(Stones, "options_are_declared", options=(OptionSpec("pile", "Stones.", ("7", "12"), "8"),))
declared(Stones, "options_are_declared", options=(OptionSpec("pile", "Stones.", ("7",), "7"),))
declared(Stones, "options_are_declared", options=(OptionSpec("pile", "", ("7", "12"), "7"),))
declared(Stones, "examples_of_the_notation_can_be_read", notation=())
declared(Stones, "examples_of_the_notation_can_be_read", notation=(("t9", "takes nine"),))
declared(Stones, "plays_end_within_the_declared_bound", max_plies=3)
declared(Tidepools, "luck_and_simultaneous_decisions_are_declared", features=("luck", "hidden_information"))
declared(Tidepools, "luck_and_simultaneous_decisions_are_declared", features=("simultaneous",))


# --- Moves --------------------------------------------------------------------------------------------------


@breaks("each_seat_has_at_most_one_decision")
class DecidesTwice(Stones):
    def decisions(self, state: Pile) -> tuple[Decision, ...]:
        return super().decisions(state) * 2


@breaks("who_is_to_decide_can")
class NothingToPlay(Tidepools):
    def legal_moves(self, state: Pool, seat: Seat) -> tuple[Move, ...]:
        return () if seat == SEAT_0 else super().legal_moves(state, seat)


@breaks("who_is_not_to_decide_has_no_moves")
class MovesOutOfTurn(Stones):
    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        return super().legal_moves(state, state.turn)


@breaks("choices_are_small")
class TooMuchChoice(Stones):
    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        return super().legal_moves(state, seat) * 401


@breaks("legal_moves_are_unique")
class ListsTwice(Stones):
    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        return super().legal_moves(state, seat) * 2


@breaks("legal_moves_come_in_one_order")
class Shuffles(Stones):
    calls = count()

    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        moves = super().legal_moves(state, seat)
        return moves if next(self.calls) % 2 else moves[::-1]


@breaks("legal_moves_are_not_rejected")
class RejectsTheListed(Stones):
    def reject(self, state: Pile, seat: Seat, move: Take) -> Rejection | None:
        if move.count == 3:
            return Rejection("no_threes", "1.3", "Threes are never taken.")
        return super().reject(state, seat, move)


@breaks("what_is_not_listed_is_rejected")
class AcceptsTheUnlisted(Tidepools):
    def reject(self, state: Pool, seat: Seat, move: Move) -> Rejection | None:
        return None if isinstance(move, Give) else super().reject(state, seat, move)


@breaks("what_is_not_listed_is_rejected")
class AcceptsAnybody(Stones):
    def reject(self, state: Pile, seat: Seat, move: Take) -> Rejection | None:
        return super().reject(state, state.turn, move)


@breaks("what_is_not_listed_is_rejected")
class RejectsWithoutRule(Stones):
    def reject(self, state: Pile, seat: Seat, move: Take) -> Rejection | None:
        refusal = super().reject(state, seat, move)
        return refusal and replace(refusal, rule="house rule")


class ShoutingNotation(StonesNotation):
    def parse(self, text: str) -> Take:
        return super().parse(text.lower())

    def format(self, move: Take) -> str:
        return super().format(move).upper()


class ForgetfulNotation(StonesNotation):
    def parse(self, text: str) -> Take:
        super().parse(text)
        return Take(1)


class LenientNotation(StonesNotation):
    def parse(self, text: str) -> Take:
        return super().parse(text.strip().lower())


class CrashingNotation(StonesNotation):
    def parse(self, text: str) -> Take:
        return Take(int(text[1:])) if text[0] == "t" else super().parse(text)


def written(law: str, notation: StonesNotation) -> None:
    breaks(law)(type("Miswritten", (Stones,), {"notation": notation}))


written("texts_are_tokens_and_invertible", ShoutingNotation())
written("texts_are_tokens_and_invertible", ForgetfulNotation())
written("other_texts_are_unreadable", LenientNotation())
written("other_texts_are_unreadable", CrashingNotation())
written("a_record_is_read_as_it_was_written", ShoutingNotation())


class ForgetfulWire(StonesWire):
    def move_from_proto(self, message: Any) -> Take:
        return Take(1)


class CrashingWire(StonesWire):
    def move_from_proto(self, message: Any) -> Take:
        return Take(int(message.value[1:] or "1"))


def wired(law: str, wire: StonesWire) -> None:
    breaks(law)(type("Miswired", (Stones,), {"wire": wire}))


wired("wire_messages_are_invertible", ForgetfulWire())
wired("an_empty_message_is_no_accident", CrashingWire())


@breaks("labels_tell_moves_apart")
class OneLabel(Stones):
    def label(self, state: Pile, seat: Seat, move: Take) -> str:
        return "Take some stones."


@breaks("labels_tell_moves_apart")
class ForeignLabel(Stones):
    def label(self, state: Pile, seat: Seat, move: Take) -> str:
        return f"Nimm {move.count} St\u00fccke."


@breaks("the_timeout_move_is_legal")
class GreedyClock(Stones):
    def timeout_move(self, state: Pile, seat: Seat) -> Take:
        return Take(3)


# --- Steps --------------------------------------------------------------------------------------------------


@breaks("a_move_leaves_the_state_before_it_untouched")
class ChangesInPlace(Stones):
    calls = count()

    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        object.__setattr__(state, "last", Seat(Audience(next(self.calls))))
        return step


@breaks("the_same_move_with_the_same_luck_does_the_same")
@breaks("a_replay_gives_the_same_commits")
@breaks("a_record_is_verified")
class HasLuckOfItsOwn(Stones):
    calls = count()

    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        return replace(step, state=replace(step.state, last=Seat(Audience(next(self.calls)))))


@breaks("the_setup_is_decided_by_options_seats_and_luck")
class OpensAnew(Stones):
    calls = count()

    def setup(self, options: Options, seat_count: int, chance: Chance) -> Step[Pile, Taken]:
        step = super().setup(options, seat_count, chance)
        return replace(step, state=replace(step.state, last=Seat(Audience(next(self.calls)))))


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
        return replace(super().apply(state, seat, move, chance), undoable=True)


class WrongEvents(StonesWire):
    def event_to_proto(self, event: Taken) -> Struct:
        return Int32Value(value=event.count)  # type: ignore[return-value]


wired("events_have_a_message_for_everybody", WrongEvents())


@breaks("events_have_a_message_for_everybody")
class TellsNobody(Stones):
    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        absent = Seat(Audience(len(state.taken)))
        return replace(step, events=(Event(Taken(seat, 0), ((absent, Taken(seat, 1)),)),))


# --- Ends ---------------------------------------------------------------------------------------------------


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


# --- Information --------------------------------------------------------------------------------------------


@breaks("views_have_their_message_and_repeat")
class WrongView(Stones):
    def view(self, state: Pile, audience: Audience) -> Struct:
        return StringValue(value=str(state.stones))  # type: ignore[return-value]


@breaks("a_view_does_not_leak")
class ShowsTheDeck(Tidepools):
    def view(self, state: Pool, audience: Audience) -> Struct:
        view = super().view(state, audience)
        view.update({"next": state.deck[0] if state.deck else 0})
        return view


@breaks("a_view_does_not_leak")
class ShowsToSpectators(Tidepools):
    def view(self, state: Pool, audience: Audience) -> Struct:
        return super().view(state, SEAT_0 if audience < 0 else audience)


@breaks("legal_moves_do_not_leak")
class LabelsTell(Tidepools):
    def label(self, state: Pool, seat: Seat, move: Move) -> str:
        best = max((pick or 0 for pick in state.picks), default=0)
        return f"{super().label(state, seat, move)} To beat: {best}."


@breaks("legal_moves_do_not_leak")
class ClockCheats(Tidepools):
    def timeout_move(self, state: Pool, seat: Seat) -> Move:
        moves = super().legal_moves(state, seat)
        return moves[max((pick or 0 for pick in state.picks), default=0) % len(moves)]


@breaks("a_redealt_world_has_the_same_components")
class RedealLosesCards(Tidepools):
    def redeal(self, state: Pool, audience: Audience, chance: Chance) -> Pool:
        return replace(super().redeal(state, audience, chance), deck=())


@breaks("a_redealt_world_is_another")
class RedealsNothing(Tidepools):
    def redeal(self, state: Pool, audience: Audience, chance: Chance) -> Pool:
        return state


@breaks("events_tell_no_more_than_views")
class TellsThePick(Tidepools):
    def apply(self, state: Pool, seat: Seat, move: Move, chance: Chance) -> Step[Pool, News]:
        step = super().apply(state, seat, move, chance)
        if not isinstance(move, Pick):
            return step
        best = max((card for hand in state.hands for card in hand), default=0)
        return replace(step, events=(*step.events, Event(News("best", seat, best))))


@breaks("undoable_steps_reveal_nothing")
class ShowsATopCardAndTakesBack(Tidepools):
    spec = replace(Tidepools.spec, options=())

    def setup(self, options: Options, seat_count: int, chance: Chance) -> Step[Pool, News]:
        return super().setup(Options({"bonus": "off"}), seat_count, chance)

    def view(self, state: Pool, audience: Audience) -> Struct:
        shown = state.deck[0] if any(state.picks) and state.deck else 0
        view = super().view(state, audience)
        view.update({"top": shown})
        return view

    def redeal(self, state: Pool, audience: Audience, chance: Chance) -> Pool:
        if not any(state.picks) or not state.deck:
            return super().redeal(state, audience, chance)
        below = super().redeal(replace(state, deck=state.deck[1:]), audience, chance)
        return replace(below, deck=(state.deck[0], *below.deck))


# --- Two processes ------------------------------------------------------------------------------------------


class IteratesASet(Stones):
    """Lists moves in the order of a set of texts."""

    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        texts = {self.notation.format(move) for move in super().legal_moves(state, seat)}
        return tuple(self.notation.parse(text) for text in texts)


ITERATES_A_SET: Final = IteratesASet()
