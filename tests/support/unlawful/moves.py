"""Games that declare something wrong, or break a law of moves."""

from dataclasses import replace
from itertools import count
from typing import Any

from nurselog.rules.api import (
    Decision,
    OptionSpec,
    Rejection,
    Seat,
)
from tests.support.stones import Pile, Stones, StonesNotation, StonesWire, Take
from tests.support.tidepools import Give, Move, Pool, Tidepools
from tests.support.unlawful.book import SEAT_0, breaks, declared

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
