"""Games that tell somebody what must not be known, or iterate a set."""

from dataclasses import replace
from typing import Final

from google.protobuf.struct_pb2 import Struct
from google.protobuf.wrappers_pb2 import StringValue

from nurselog.rules.api import (
    Audience,
    Chance,
    Event,
    Options,
    Seat,
    Step,
)
from tests.support.stones import Pile, Stones, Take
from tests.support.tidepools import Move, News, Pick, Pool, Tidepools
from tests.support.unlawful.book import SEAT_0, breaks


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
        return step._replace(events=(*step.events, Event(News("best", seat, best))))


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


class IteratesASet(Stones):
    """Lists moves in the order of a set of texts."""

    def legal_moves(self, state: Pile, seat: Seat) -> tuple[Take, ...]:
        texts = {self.notation.format(move) for move in super().legal_moves(state, seat)}
        return tuple(self.notation.parse(text) for text in texts)


ITERATES_A_SET: Final = IteratesASet()
