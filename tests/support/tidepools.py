"""A toy with everything: hidden hands, simultaneous choices, a chained decision, luck, options.

Everybody picks a card at the same time. The highest card wins a prize (with `bonus`, luck adds up to two),
which its owner keeps, or gives away doubled. Then everybody draws. The play ends when all hands are empty.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from google.protobuf.struct_pb2 import Struct
from google.protobuf.wrappers_pb2 import StringValue

from nurselog.rules.api import (
    Audience,
    Chance,
    Decision,
    Event,
    GameSpec,
    Options,
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
    flag_option,
    seats,
)
from nurselog.rules.chance import shuffle
from tests.support.stones import ToyGame, ToyWire, struct

T = TypeVar("T")

CARDS = tuple(range(1, 13))


@dataclass(frozen=True, slots=True)
class Pick:
    card: int


@dataclass(frozen=True, slots=True)
class Keep:
    pass


@dataclass(frozen=True, slots=True)
class Give:
    to: Seat


Move = Pick | Keep | Give


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    picks: tuple[int | None, ...]
    points: tuple[int, ...]
    bonus: bool
    seen: tuple[int, ...] = ()
    prize: int = 0
    winner: Seat | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats(len(self.hands))


@dataclass(frozen=True, slots=True)
class News:
    what: str
    seat: Seat
    number: int = 0


class TidepoolsNotation:
    def parse(self, text: str) -> Move:
        if text == "k":
            return Keep()
        number = text[1:]
        if not (number.isascii() and number.isdigit()) or str(int(number)) != number:
            raise Unreadable(f"{text!r} is no move")
        if text[0] == "p":
            return Pick(int(number))
        if text[0] == "g":
            return Give(Seat(Audience(int(number))))
        raise Unreadable(f"{text!r} is no move")

    def format(self, move: Move) -> str:
        match move:
            case Pick(card):
                return f"p{card}"
            case Give(to):
                return f"g{to}"
            case Keep():
                return "k"


class TidepoolsWire(ToyWire):
    def move_to_proto(self, move: Move) -> StringValue:
        return StringValue(value=TidepoolsNotation().format(move))

    def move_from_proto(self, message: Any) -> Move:
        return TidepoolsNotation().parse(message.value)

    def event_to_proto(self, event: News) -> Struct:
        return struct(what=event.what, seat=event.seat, number=event.number)


class Tidepools(ToyGame):
    spec = GameSpec(
        name="tidepools",
        title="Tide Pools",
        summary="Pick a card, all at once.",
        rules_version="1",
        min_seats=2,
        max_seats=3,
        max_plies=18,
        options=(flag_option("bonus", "Luck adds to the prizes."),),
        features=("luck", "hidden_information", "simultaneous"),
        notation=(("p7", "picks the card 7"), ("k", "keeps the prize"), ("g1", "gives it to seat 1")),
    )
    notation = TidepoolsNotation()
    wire = TidepoolsWire()

    def setup(self, options: Options, seat_count: int, chance: Chance) -> Step[Pool, News]:
        deck = shuffle(chance, CARDS)
        hands = tuple(deck[2 * seat : 2 * seat + 2] for seat in range(seat_count))
        return Step(
            Pool(
                deck=deck[2 * seat_count :],
                hands=hands,
                picks=(None,) * seat_count,
                points=(0,) * seat_count,
                bonus=options.flag("bonus"),
            ),
            tuple(
                Event(News("dealt", seat), ((seat, News("dealt", seat, sum(hands[seat]))),))
                for seat in seats(seat_count)
            ),
        )

    def decisions(self, state: Pool) -> tuple[Decision, ...]:
        if state.winner is not None:
            return (Decision(state.winner, "prize"),)
        return tuple(
            Decision(seat, "pick") for seat in state.seats if state.hands[seat] and state.picks[seat] is None
        )

    def legal_moves(self, state: Pool, seat: Seat) -> tuple[Move, ...]:
        if state.winner is not None:
            others = (Give(other) for other in state.seats if other != seat)
            return (Keep(), *others) if seat == state.winner else ()
        return tuple(Pick(card) for card in state.hands[seat]) if state.picks[seat] is None else ()

    def reject(self, state: Pool, seat: Seat, move: Move) -> Rejection | None:
        if isinstance(move, Pick):
            if state.winner is not None or state.picks[seat] is not None:
                return Rejection("not_now", "2.1", "There is nothing to pick now.")
            if move.card not in state.hands[seat]:
                return Rejection("not_in_hand", "2.2", f"You do not hold {move.card}.")
            return None
        if state.winner != seat:
            return Rejection("not_yours", "3.1", "The prize is not yours.")
        if isinstance(move, Give) and (move.to == seat or move.to not in state.seats):
            return Rejection("no_such_seat", "3.2", "A prize is given to another seat.")
        return None

    def apply(self, state: Pool, seat: Seat, move: Move, chance: Chance) -> Step[Pool, News]:
        if isinstance(move, Pick):
            return self._pick(state, seat, move.card, chance)
        taker, points = (move.to, 2 * state.prize) if isinstance(move, Give) else (seat, state.prize)
        after = replace(
            state, points=_changed(state.points, taker, state.points[taker] + points), prize=0, winner=None
        )
        return Step(after, (Event(News("prize", taker, points)),), undoable=True)

    def _pick(self, state: Pool, seat: Seat, card: int, chance: Chance) -> Step[Pool, News]:
        hand = tuple(other for other in state.hands[seat] if other != card)
        after = replace(
            state,
            hands=_changed(state.hands, seat, hand),
            picks=_changed(state.picks, seat, card),
        )
        picked = Event(News("picked", seat), ((seat, News("picked", seat, card)),))
        if None in after.picks:
            return Step(after, (picked,), undoable=True)
        return self._reveal(after, picked, chance)

    def _reveal(self, state: Pool, picked: Event[News], chance: Chance) -> Step[Pool, News]:
        cards = [card for card in state.picks if card is not None]
        winner = state.seats[cards.index(max(cards))]
        drawn = state.deck[: len(state.hands)] if len(state.deck) >= len(state.hands) else ()
        after = replace(
            state,
            deck=state.deck[len(drawn) :],
            hands=tuple((*hand, drawn[seat]) if drawn else hand for seat, hand in enumerate(state.hands)),
            picks=(None,) * len(cards),
            seen=(*state.seen, *cards),
            prize=1 + (chance.below(3) if state.bonus else 0),
            winner=winner,
        )
        shown = [Event(News("shown", seat, card)) for seat, card in zip(state.seats, cards, strict=True)]
        draws = [
            Event(News("drawn", seat), ((seat, News("drawn", seat, drawn[seat])),))
            for seat in state.seats
            if drawn
        ]
        return Step(after, (picked, *shown, *draws))

    def label(self, state: Pool, seat: Seat, move: Move) -> str:
        match move:
            case Pick(card):
                return f"Pick the {card}."
            case Give(to):
                return f"Give {2 * state.prize} points to seat {to}."
            case Keep():
                return f"Keep {state.prize} points."

    def timeout_move(self, state: Pool, seat: Seat) -> Move:
        return self.legal_moves(state, seat)[0]

    def view(self, state: Pool, audience: Audience) -> Struct:
        mine: dict[str, Any] = {}
        if audience in state.seats:
            mine = {"hand": sorted(state.hands[audience]), "pick": state.picks[audience]}
        return struct(
            hands=[len(hand) for hand in state.hands],
            picked=[pick is not None for pick in state.picks],
            deck=len(state.deck),
            seen=list(state.seen),
            points=list(state.points),
            prize=state.prize,
            winner=state.winner,
            **mine,
        )

    def outcome(self, state: Pool) -> Outcome | None:
        if self.decisions(state):
            return None
        places = competition_places(dict(zip(state.seats, state.points, strict=True)))
        return Outcome(
            "hands_empty",
            tuple(Placement(seat, places[seat], Points(state.points[seat])) for seat in state.seats),
        )

    def score(self, state: Pool) -> tuple[ScoreSheet, ...]:
        return tuple(
            ScoreSheet(seat, (ScoreLine("prizes", "Prizes", Points(state.points[seat])),))
            for seat in state.seats
        )

    def redeal(self, state: Pool, audience: Audience, chance: Chance) -> Pool:
        unknown = [seat for seat in state.seats if seat != audience]
        picked = [seat for seat in unknown if state.picks[seat] is not None]
        pool = iter(
            shuffle(
                chance,
                [
                    *state.deck,
                    *(card for seat in unknown for card in state.hands[seat]),
                    *(pick for seat in picked if (pick := state.picks[seat]) is not None),
                ],
            )
        )
        deck = tuple(next(pool) for _ in state.deck)
        hands = tuple(
            tuple(next(pool) for _ in hand) if seat in unknown else hand
            for seat, hand in enumerate(state.hands)
        )
        picks = tuple(next(pool) if seat in picked else pick for seat, pick in enumerate(state.picks))
        return replace(state, deck=deck, hands=hands, picks=picks)

    def components(self, state: Pool) -> tuple[str, ...]:
        cards = [*state.deck, *state.seen]
        cards += [card for hand in state.hands for card in hand]
        cards += [pick for pick in state.picks if pick is not None]
        return tuple(f"{card:02}" for card in sorted(cards))


def _changed(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


TIDEPOOLS = Tidepools()
