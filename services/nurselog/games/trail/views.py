"""What an audience may know of a state (chapter 8), built from nothing else."""

from functools import lru_cache
from typing import Final

from nurselog.api.games.trail.v1 import trail_pb2 as pb
from nurselog.games.trail.components import PLACES, SPOT_NAME, SPOTS, Spots
from nurselog.games.trail.scoring import LEFT, landmark_points, trail_points, trekked
from nurselog.games.trail.state import Phase, State, deciding, reachable
from nurselog.games.trail.wire import Fields, event_fields, name_of
from nurselog.rules.api import Audience, Seat, seats
from nurselog.rules.cards import NAME, Cards, names

PHASE_TO_PROTO: Final = {
    Phase.PACK: pb.PHASE_PACK,
    Phase.ACES: pb.PHASE_ACES,
    Phase.TREK: pb.PHASE_TREK,
    Phase.PAY: pb.PHASE_PAY,
    Phase.RECOVER: pb.PHASE_RECOVER,
    Phase.OVER: pb.PHASE_OVER,
}


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    who = deciding(state)
    chooses_ace = state.phase is Phase.ACES and audience in who
    fields: Fields = {
        "phase": PHASE_TO_PROTO[state.phase],
        "deciding": who,
        "first_player": state.first,
        "trail": trail_fields(state.trail, state.open_spots),
        "players": [player_fields(state, seat, audience) for seat in seats(len(state.packs))],
        "pick": len(state.drafted[0]) + 1 if state.phase is Phase.PACK else 0,
        "ace_count": len(state.aces),
        "aces": names(state.aces) if chooses_ace else (),
        "round": state.round,
        "order": state.order,
        "target": "" if state.target is None else SPOT_NAME[state.target],
        "trailblazers": state.blazers,
        "discarded": names(state.pool),
        "gone": names(state.gone),
        "last_events": [event_fields(one) for one in state.last],
    }
    return pb.View(**fields)


@lru_cache(maxsize=1024)
def trail_fields(trail: Cards, open_spots: tuple[bool, ...]) -> list[Fields]:
    """The trail, its cards where they lie face up; not to be changed."""
    return [
        {
            "name": SPOT_NAME[spot],
            "card": NAME[trail[spot]] if open_spots[spot] else "",
            "landmark": PLACES[spot].is_landmark,
        }
        for spot in SPOTS
    ]


def player_fields(state: State, seat: Seat, audience: Audience) -> Fields:
    """A seat's cards and trek; its secrets for the seat itself only (rules 8.1 and 6.5)."""
    pack, hand, own = state.packs[seat], state.hands[seat], seat == audience
    picked = state.picks[seat]
    ahead = () if state.back[seat] else reachable(state, seat)
    return {
        "seat": seat,
        "pack_count": len(pack),
        "pack": names(pack) if own or state.phase is Phase.OVER else (),
        "hand_count": len(hand),
        "hand": names(hand) if own else (),
        "picked": picked is not None,
        "pick": name_of(picked) if own else "",
        "trek": spot_names(state.treks[seat]),
        "ahead": spot_names(ahead),
        "turned_back": state.back[seat],
        "points": points(trekked(state, seat), len(pack)),
    }


def spot_names(spots: Spots) -> list[str]:
    """The names of some spots."""
    return [SPOT_NAME[spot] for spot in spots]


def points(passed: Cards, left: int) -> int:
    """What a seat would score if it turned back now (rule 7.5)."""
    return trail_points(passed) + landmark_points(passed) + LEFT * left
