"""The score pad: sheets and places for the end of a play at a real table (chapter 9)."""

from collections.abc import Sequence
from typing import Final

from google.protobuf.message import Message

from nurselog.games.trail.components import LONGEST_TREK, PACKED, PLACES, is_ace
from nurselog.games.trail.scoring import placements, sheet
from nurselog.games.trail.spec import SPEC
from nurselog.games.trail.wire import Treks, position_from_proto
from nurselog.rules.api import Placement, PositionImpossible, ScoreSheet, seats
from nurselog.rules.cards import JACK, NAME, RANK, Card, Cards, read_card
from nurselog.rules.notation import read_at

FULL_PACK: Final = PACKED + 1
"""Seven cards and an ace."""

OPEN_STEP: Final = 1
"""The second card of a trek lies face up from the start, so nothing is recovered for it."""


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    treks = read(position_from_proto(position))
    return tuple(sheet(seat, *treks[seat]) for seat in seats(len(treks)))


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(score_position(position))


def read(players: Treks) -> tuple[tuple[Cards, int], ...]:
    """Treks and packs, checked in every way that chapter 9 names. Raises `PositionImpossible`."""
    if not SPEC.min_seats <= len(players) <= SPEC.max_seats:
        raise PositionImpossible("players", f"There are three or four players, not {len(players)}.")
    treks = tuple(read_trek(trek, f"players[{at}].trek") for at, (trek, _) in enumerate(players))
    for step in range(LONGEST_TREK):
        check_row(treks, step)
    check_rows_apart(treks)
    for at, (trek, (_, left)) in enumerate(zip(treks, players, strict=True)):
        check_pack(trek, left, f"players[{at}].pack_count")
    return tuple((trek, left) for trek, (_, left) in zip(treks, players, strict=True))


def read_trek(found: Sequence[str], path: str) -> Cards:
    """The cards a seat trekked past. Raises `PositionImpossible`."""
    if len(found) > LONGEST_TREK:
        raise PositionImpossible(path, f"A trek has {LONGEST_TREK} cards at most, not {len(found)}.")
    return tuple(read_trail_card(name, f"{path}[{at}]") for at, name in enumerate(found))


def read_trail_card(name: str, path: str) -> Card:
    """A card of the trail. Raises `PositionImpossible`."""
    card = read_at(path, read_card, name)
    if is_ace(card):
        raise PositionImpossible(path, "No ace lies on the trail.")
    return card


def is_landmark(card: Card) -> bool:
    """Whether a card is a face card."""
    return RANK[card] >= JACK


def capacity(step: int, *, landmarks: bool) -> int:
    """How many landmarks, or numeric cards, lie in the row of a step (rule 1.3)."""
    row = LONGEST_TREK - step
    return sum(place.row == row and place.is_landmark is landmarks for place in PLACES)


def check_row(treks: Sequence[Cards], step: int) -> None:
    """Rule 9.2: no more different cards of a kind in a row than lie there. Raises `PositionImpossible`."""
    met: dict[bool, list[Card]] = {False: [], True: []}
    for at, trek in enumerate(treks):
        if step >= len(trek) or trek[step] in met[is_landmark(trek[step])]:
            continue
        kind = is_landmark(trek[step])
        met[kind].append(trek[step])
        if len(met[kind]) > capacity(step, landmarks=kind):
            raise PositionImpossible(
                f"players[{at}].trek[{step}]",
                f"{NAME[trek[step]]} cannot lie in row {LONGEST_TREK - step}: "
                f"there are {capacity(step, landmarks=kind)} {'face' if kind else 'numeric'} cards.",
            )


def check_rows_apart(treks: Sequence[Cards]) -> None:
    """Rule 9.3: a card lies in one row only. Raises `PositionImpossible`."""
    row: dict[Card, int] = {}
    for at, trek in enumerate(treks):
        for step, card in enumerate(trek):
            if row.setdefault(card, step) != step:
                raise PositionImpossible(
                    f"players[{at}].trek[{step}]", f"{NAME[card]} lies in row {LONGEST_TREK - row[card]}."
                )


def check_pack(trek: Cards, left: int, path: str) -> None:
    """Rule 9.4: no more cards are left than can be. Raises `PositionImpossible`."""
    most = FULL_PACK - sum(least_cost(step, card) for step, card in enumerate(trek))
    if not 0 <= left <= most:
        raise PositionImpossible(path, f"After this trek 0 to {most} cards are left, not {left}.")


def least_cost(step: int, card: Card) -> int:
    """What a card takes at least: one card, or two for a landmark; less one where a card may be recovered."""
    return 1 + is_landmark(card) - (step != OPEN_STEP)
