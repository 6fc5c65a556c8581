"""Knock-out pods: the best of each pod go on, new pods are filled by snake, until one pod is left."""

from collections.abc import Mapping, Sequence
from typing import Final

from nurselog.rules.chance import shuffle
from nurselog.tournament.formats.api import Sheet
from nurselog.tournament.formats.checks import require
from nurselog.tournament.formats.knock_out import ranking
from nurselog.tournament.formats.places import STILL_IN, rows_by_exit
from nurselog.tournament.formats.terms import SeatChoice, Terms
from nurselog.tournament.luck import Luck, round_luck
from nurselog.tournament.pairing.sizes import pod_sizes
from nurselog.tournament.values import (
    EntrantId,
    Event,
    Pairing,
    PairingKind,
    PlayedPairing,
    Reason,
    ReasonKind,
    Refused,
    Round,
)

COLUMNS: Final = (4, 4, 4, 4)
"""16 in pods of four: 1-5-9-13, 2-6-10-14, 3-7-11-15, 4-8-12-16."""


def check_pods(terms: Terms, entrants: int) -> None:
    """Fewer must go on than sat down, and every round must be cut into allowed pods."""
    fewer = terms.advance < min(terms.seats)
    require(fewer, "advance", "Fewer go on than sit at the smallest table")
    require(terms.best_of == 1, "best_of", "Pods have no best of k")
    if entrants:
        _survivors_by_round(terms, entrants)


def rounds(terms: Terms, entrants: int) -> int:
    return len(_survivors_by_round(terms, entrants))


def by_snake(count: int, sizes: Sequence[int]) -> list[list[int]]:
    """Places 0 .. count - 1 in pods: 1 .. k, then k .. 1, and so on; full pods are passed over."""
    if tuple(sizes) == COLUMNS:
        return [list(range(pod, count, len(sizes))) for pod in range(len(sizes))]
    pods: list[list[int]] = [[] for _ in sizes]
    place, forward = 0, True
    while place < count:
        for pod in range(len(sizes)) if forward else reversed(range(len(sizes))):
            if len(pods[pod]) < sizes[pod]:
                pods[pod].append(place)
                place += 1
        forward = not forward
    return pods


def pair(terms: Terms, event: Event) -> tuple[Pairing, ...]:
    alive = _active_survivors(terms, event)
    if len(alive) < 2:
        raise Refused("ENTRANTS_TOO_FEW", f"{len(alive)} active entrants cannot be paired.")
    sizes, over = _sizes(terms, len(alive))
    luck = round_luck(event, "seats")
    free, playing = alive[:over], alive[over:]
    pods = [[playing[place] for place in pod] for pod in by_snake(len(playing), sizes)]
    tables = [_table(terms, event, index, pod, luck) for index, pod in enumerate(pods, 1)]
    return (*tables, *(_free(event, len(tables) + index, one) for index, one in enumerate(free, 1)))


def survivors(terms: Terms, event: Event) -> list[EntrantId]:
    """Who is still in, in the order in which the next pods are filled."""
    alive = [one.id for one in event.entrants]
    for number in event.rounds:
        alive = _after(terms, event, number)
    return alive


def standings(terms: Terms, event: Event) -> Sheet:
    """By round of exit; in the last pod by the places there."""
    exits: dict[EntrantId, int] = {}
    alive = [one.id for one in event.entrants]
    for number in event.rounds:
        over = number is not event.rounds[-1] or _closed(terms, event, number)
        following = _after(terms, event, number) if over else alive
        exits.update({one: number.number for one in alive if one not in following})
        alive = following
    if finished(terms, event):
        exits.update({one: STILL_IN - place for place, one in enumerate(_last_order(terms, event))})
    return Sheet((), rows_by_exit(terms, event, exits))


def finished(terms: Terms, event: Event) -> bool:
    """After the round of the last pod, or when all but one have left."""
    if not event.rounds or not _closed(terms, event, event.rounds[-1]):
        return False
    return _was_last_pod(event.rounds[-1]) or len(_active_survivors(terms, event)) < 2


def _was_last_pod(number: Round) -> bool:
    return len(number.pairings) == 1 and number.pairings[0].pairing.kind is PairingKind.TABLE


def _last_order(terms: Terms, event: Event) -> list[EntrantId]:
    """The last pod from first to last; where all others left, who is still there before those who are not."""
    if _was_last_pod(event.rounds[-1]):
        return list(_ranked(terms, event, event.rounds[-1])[0])
    active = _active_survivors(terms, event)
    return [*active, *(one for one in survivors(terms, event) if one not in active)]


def _active_survivors(terms: Terms, event: Event) -> list[EntrantId]:
    people = {one.id: one for one in event.entrants}
    return [one for one in survivors(terms, event) if people[one].active]


def _closed(terms: Terms, event: Event, number: Round) -> bool:
    return len(_ranked(terms, event, number)) == len(number.pairings)


def _ranked(terms: Terms, event: Event, number: Round) -> list[tuple[EntrantId, ...]]:
    """The entrants of each decided pairing, best first."""
    seeds = {one.id: one.number for one in event.entrants}
    found = (ranking(terms, played, seeds, terms.advance) for played in number.pairings)
    return [order for order in found if order]


def _after(terms: Terms, event: Event, number: Round) -> list[EntrantId]:
    """Who goes on: all first of their pods by seed, then all second, ...; who had a bye counts as first."""
    seeds = {one.id: one.number for one in event.entrants}
    going = [
        (place, seeds[one], one)
        for played in number.pairings
        for place, one in enumerate(_going_on(terms, played, seeds))
    ]
    return [one for _, _, one in sorted(going)]


def _going_on(terms: Terms, played: PlayedPairing, seeds: Mapping[EntrantId, int]) -> tuple[EntrantId, ...]:
    """The best of a pod; all of one that decided nothing, because its round ended before it began."""
    order = ranking(terms, played, seeds, terms.advance)
    return order[: terms.advance] if order else played.pairing.seats


def _sizes(terms: Terms, count: int) -> tuple[tuple[int, ...], int]:
    """Pods and byes; too few for the smallest allowed pod meet at one table all the same."""
    if count <= min(terms.seats):
        return (count,), 0
    return pod_sizes(count, terms.seats, terms.size)


def _survivors_by_round(terms: Terms, entrants: int) -> list[int]:
    """How many begin each round."""
    counts = [entrants]
    while True:
        sizes, over = _sizes(terms, counts[-1])
        if len(sizes) == 1 and not over:
            return counts
        following = sum(min(terms.advance, size) for size in sizes) + over
        require(following < counts[-1], "advance", f"{counts[-1]} entrants would never become fewer")
        counts.append(following)


def _table(terms: Terms, event: Event, index: int, pod: Sequence[EntrantId], luck: Luck) -> Pairing:
    choosing = terms.seat_choice is SeatChoice.CHOOSE
    slot = f"u{event.next_round}.{index}"
    return Pairing(
        id=f"p{index}",
        seats=tuple(shuffle(luck, pod)),
        slot=slot,
        choosers=tuple(pod) if choosing else (),
        reasons=(Reason(ReasonKind.BRACKET, event.next_round, text=slot),),
    )


def _free(event: Event, index: int, one: EntrantId) -> Pairing:
    slot = f"u{event.next_round}.{index}"
    return Pairing(
        id=f"p{index}",
        seats=(one,),
        kind=PairingKind.WALKOVER,
        slot=slot,
        reasons=(Reason(ReasonKind.EMPTY_SLOT, 0, text=slot),),
    )
