"""What an audience may know of a state (chapter 8), built from nothing else."""

from typing import Final

from nurselog.api.games.trail.v1 import trail_pb2 as pb
from nurselog.games.trail.components import PLACES, SPOT_NAME, SPOTS, Spots
from nurselog.games.trail.scoring import LEFT, landmark_points, trail_points
from nurselog.games.trail.state import (
    OVER,
    PACKING,
    PAYING,
    RECOVERING,
    TAKING_ACES,
    TREKKING,
    Phase,
    State,
    deciding,
    reachable,
)
from nurselog.games.trail.wire import Fields, event_fields, name_of
from nurselog.rules.api import Audience, Seat, seats
from nurselog.rules.cards import NAME, Card, Cards
from nurselog.rules.parts import Numbers, part, pile

PHASE_TO_PROTO: Final = {
    PACKING: pb.PHASE_PACK,
    TAKING_ACES: pb.PHASE_ACES,
    TREKKING: pb.PHASE_TREK,
    PAYING: pb.PHASE_PAY,
    RECOVERING: pb.PHASE_RECOVER,
    OVER: pb.PHASE_OVER,
}

PICK: Final = Numbers(pb.View, "pick")
ACE_COUNT: Final = Numbers(pb.View, "ace_count")
ACES: Final = pile(pb.View, "aces", NAME)
DISCARDED: Final = pile(pb.View, "discarded", NAME)
GONE: Final = pile(pb.View, "gone", NAME)

PACK: Final = pile(pb.Player, "pack", NAME)
PACK_COUNT: Final = Numbers(pb.Player, "pack_count")
HAND: Final = pile(pb.Player, "hand", NAME)
HAND_COUNT: Final = Numbers(pb.Player, "hand_count")
POINTS: Final = Numbers(pb.Player, "points")


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    who = deciding(state)
    news: Fields = {"deciding": who, "last_events": [event_fields(one) for one in state.last]}
    found = pb.View(**news)
    chooses_ace = state.phase is TAKING_ACES and audience in who
    found.MergeFromString(b"".join(common(state, chooses_ace=chooses_ace)))
    for seat in seats(len(state.packs)):
        found.players.add().MergeFromString(b"".join(player_parts(state, seat, own=seat == audience)))
    return found


def common(state: State, *, chooses_ace: bool) -> tuple[bytes, ...]:
    """What belongs to no seat; aces for the seat that takes one (rule 8.1)."""
    return (
        trail(state.trail, state.open_spots),
        progress(state.phase, state.first, state.round, state.order),
        PICK[len(state.drafted[0]) + 1] if state.phase is PACKING else b"",
        ACE_COUNT[len(state.aces)],
        ACES(state.aces) if chooses_ace else b"",
        pb.View(target=SPOT_NAME[state.target]).SerializeToString() if state.target is not None else b"",
        pb.View(trailblazers=state.blazers).SerializeToString() if state.blazers else b"",
        DISCARDED(state.pool),
        GONE(state.gone),
    )


@part(1024)
def trail(cards: Cards, open_spots: tuple[bool, ...]) -> pb.View:
    """The trail, its cards where they lie face up."""
    return pb.View(
        trail=[
            pb.Spot(
                name=SPOT_NAME[spot],
                card=NAME[cards[spot]] if open_spots[spot] else "",
                landmark=PLACES[spot].is_landmark,
            )
            for spot in SPOTS
        ]
    )


@part(1024)
def progress(phase: Phase, first: Seat, number: int, order: tuple[Seat, ...]) -> pb.View:
    """What is decided, and who takes turns in this round."""
    return pb.View(phase=PHASE_TO_PROTO[phase], first_player=first, round=number, order=order)


# --- Seats


def player_parts(state: State, seat: Seat, *, own: bool) -> tuple[bytes, ...]:
    """A seat's cards and trek; its secrets for the seat itself only (rules 8.1 and 6.5)."""
    pack, hand, trek = state.packs[seat], state.hands[seat], state.treks[seat]
    picked, back = state.picks[seat], state.back[seat]
    return (
        place(seat, trek, () if back else reachable(state, seat), back),
        PACK_COUNT[len(pack)],
        PACK(pack) if own or state.phase is OVER else b"",
        HAND_COUNT[len(hand)],
        HAND(hand) if own else b"",
        b"" if picked is None else pick(picked if own else None),
        POINTS[points(tuple([state.trail[spot] for spot in trek]), len(pack))],
    )


@part(1024)
def place(seat: Seat, trek: Spots, ahead: Spots, turned_back: bool) -> pb.Player:  # noqa: FBT001 - a key
    """Where a seat has been, and where it can go."""
    return pb.Player(seat=seat, trek=spot_names(trek), ahead=spot_names(ahead), turned_back=turned_back)


@part(64)
def pick(card: Card | None) -> pb.Player:
    """A seat has chosen a card; which, for the seat itself only."""
    return pb.Player(picked=True, pick=name_of(card))


def spot_names(spots: Spots) -> list[str]:
    """The names of some spots."""
    return [SPOT_NAME[spot] for spot in spots]


def points(passed: Cards, left: int) -> int:
    """What a seat would score if it turned back now (rule 7.5)."""
    return trail_points(passed) + landmark_points(passed) + LEFT * left
