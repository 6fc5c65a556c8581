"""The end of a turn and the beginning of the next (chapter 8)."""

from nurselog.games.cascadia.events import Ended, News, Revealed
from nurselog.games.cascadia.market import can_refill, drop_rightmost, refill, settle
from nurselog.games.cascadia.state import Phase, State, is_solo
from nurselog.rules.api import Audience, Chance, Seat, seats


def finish_turn(state: State, chance: Chance) -> tuple[State, tuple[News, ...]]:
    """The display is refilled and the next seat is to decide, or the play is over (rules 8.1 to 8.3)."""
    market, left = drop_rightmost(state.market) if is_solo(state) else (state.market, ())
    state = state._replace(market=market, turn=state.turn + 1)
    if not can_refill(market):
        state, shown = reveal(state._replace(phase=Phase.OVER), *seats(len(state.boards)))
        return state, (*left, *shown, Ended())
    market, refilled = refill(market, chance)
    seat = next_seat(state)
    market, wiped = settle(market, seat, chance)
    following = state._replace(
        market=market, active=seat, phase=Phase.MARKET, wiped=False, spent=False, independent=False
    )
    return following, (*left, *refilled, *wiped)


def reveal(state: State, *owners: Seat) -> tuple[State, tuple[News, ...]]:
    """The cards that these seats hold hidden are seen by all (rule 23.10)."""
    held = [(seat, species) for seat, species in enumerate(state.hidden) if seat in owners]
    shown = [
        Revealed(seat, species, state.terms.cards[species]) for seat, species in held if species is not None
    ]
    if not shown:
        return state, ()
    hidden = tuple([None if seat in owners else species for seat, species in enumerate(state.hidden)])
    return state._replace(hidden=hidden), tuple(shown)


def next_seat(state: State) -> Seat:
    """Clockwise (rule 3.1)."""
    return Seat(Audience((state.active + 1) % len(state.boards)))
