"""What an audience may know of a state (chapter 11), built from nothing else.

Most parts of a view stay as they are from move to move. So parts are views, too, each with some fields only.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from nurselog.api.games.orca_isles.v1 import orca_isles_pb2 as pb
from nurselog.games.orca_isles.components import ROUNDS, Isle, Seats
from nurselog.games.orca_isles.events import News, Party, Result
from nurselog.games.orca_isles.scoring import tally
from nurselog.games.orca_isles.state import SEATS, State, active_seat, is_over, turns_in_round
from nurselog.games.orca_isles.wire import card_name, event_to_proto, result_to_proto
from nurselog.rules.api import Audience, Seat
from nurselog.rules.cards import NAME, Card, Cards, names
from nurselog.rules.parts import part, pile

NOBODY: Final = -1
DISCARD: Final = pile(pb.View, "discard", NAME)


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    return pb.View.FromString(b"".join(parts(state, audience)))


def parts(state: State, audience: Audience) -> Iterator[bytes]:
    """All parts of a view."""
    over, count = is_over(state), len(state.hands)
    coming = coming_seats(state)
    yield course(over, coming[:1], len(state.history), state.turn, state.first)
    yield waiting(state.hunting, coming, state.good_instincts)
    for seat in SEATS[:count]:
        hand = state.hands[seat]
        seen = hand if over or seat == audience else ()
        yield hand_part(seat, len(hand), seen, coming.count(seat))
    for number, (card, parties) in enumerate(zip(state.isles, state.parties, strict=True), start=1):
        if state.hunting is not None and number == state.hunting + 1:
            parties = (*parties, Party(coming[0], (), face_up=False))  # noqa: PLW2901 - one more is arriving
        yield isle_part(number, card, tuple([as_seen(party, audience) for party in parties]))
    for place, (card, orca) in enumerate(zip(state.gather, state.gatherers, strict=True), start=1):
        yield gather_place(place, card, orca)
    yield deck_part(len(state.deck), state.drawers)
    yield DISCARD(state.discard)
    yield results_part(state.history, count)
    for news in state.last:
        yield last_event(news)


def coming_seats(state: State) -> Seats:
    """The seats that still have turns in this round, in order."""
    if is_over(state):
        return ()
    count, left = len(state.hands), turns_in_round(state) - state.turn
    return order(active_seat(state), count, left)


@lru_cache
def order(active: Seat, count: int, length: int) -> Seats:
    """So many seats, clockwise round and round."""
    return tuple([SEATS[(active + at) % count] for at in range(length)])


@part(4096)
def course(over: bool, deciding: Seats, rounds_done: int, turn: int, first: Seat) -> pb.View:  # noqa: FBT001 - a key
    return pb.View(
        active_seat=NOBODY if over else deciding[0],
        round=min(rounds_done + 1, ROUNDS),
        turn=0 if over else turn + 1,
        first_seat=first,
    )


@part(4096)
def waiting(hunting: Isle | None, coming: Seats, good_instincts: bool) -> pb.View:  # noqa: FBT001 - a key
    placing = pb.PHASE_PLACE if hunting is None else pb.PHASE_HUNT
    return pb.View(
        phase=placing if coming else pb.PHASE_OVER,
        hunting_isle=0 if hunting is None else hunting + 1,
        coming_seats=coming,
        good_instincts=good_instincts,
    )


@part(8192)
def hand_part(seat: Seat, count: int, cards: Cards, orcas_left: int) -> pb.View:
    """A hand: its cards where the audience may see them, else their number (rules 11.1 and 9.1)."""
    hand = pb.Hand(seat=seat, count=count, cards=names(cards), orcas_left=orcas_left)
    return pb.View(hands=[hand])


SeenParty = tuple[Seat, int, Cards, bool]


def as_seen(party: Party, audience: Audience) -> SeenParty:
    """An orca with its cards, as far as the audience may see them (rule 11.2)."""
    visible = party.face_up or party.seat == audience
    return party.seat, len(party.cards), party.cards if visible else (), party.face_up


@part(8192)
def isle_part(number: int, card: Card | None, parties: tuple[SeenParty, ...]) -> pb.View:
    orcas = [
        pb.Orca(seat=seat, count=count, cards=names(cards), face_up=face_up)
        for seat, count, cards, face_up in parties
    ]
    return pb.View(isles=[pb.Isle(number=number, card=card_name(card), orcas=orcas)])


@part(4096)
def gather_place(number: int, card: Card | None, orca: Seat | None) -> pb.View:
    """A place for a gather card, and who took it."""
    place = pb.GatherPlace(number=number, card=card_name(card), orca=NOBODY if orca is None else orca)
    return pb.View(gather=[place])


@part(4096)
def deck_part(size: int, drawers: Seats) -> pb.View:
    """The deck and the orcas there."""
    return pb.View(deck_size=size, deck_orcas=drawers)


@part(4096)
def results_part(history: tuple[tuple[Result, ...], ...], seat_count: int) -> pb.View:
    """The points of finished rounds, and what was found in the last one."""
    last = history[-1] if history else ()
    points = [
        round_points(number, results, SEATS[:seat_count]) for number, results in enumerate(history, start=1)
    ]
    return pb.View(points=points, last_results=[result_to_proto(result) for result in last])


def round_points(number: int, results: tuple[Result, ...], seats: Seats) -> pb.RoundPoints:
    """What the seats got in a round."""
    tallies = [tally(results, seat) for seat in seats]
    return pb.RoundPoints(
        round=number, sets=[one.sets for one in tallies], wins=[one.wins for one in tallies]
    )


@part(4096)
def last_event(news: News) -> pb.View:
    return pb.View(last_events=[event_to_proto(news)])
