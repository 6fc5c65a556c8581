"""What a final position at a real table must be like (chapter 13)."""

from collections.abc import Sequence

from nurselog.games.forage.components import CARD_NAMED, DECKS_FOR, FACE, TITLE, Cards
from nurselog.games.forage.sets import points_of, worth
from nurselog.games.forage.spec import FEWEST_IN_TEAMS, SPEC
from nurselog.games.forage.state import POINTS_TO_WIN, TEAM_POINTS_TO_WIN
from nurselog.rules.api import PositionImpossible

Sets = tuple[Cards, ...]
"""The sets of a seat."""

Names = Sequence[Sequence[Sequence[str]]]
"""For each seat its sets, as names of cards."""


def checked(players: Names, *, teams: bool) -> tuple[Sets, ...]:
    """The sets of each seat. Raises `PositionImpossible`."""
    check_seats(len(players), teams=teams)
    found = [
        [read_set(names, f"players[{seat}].sets[{at}]") for at, names in enumerate(sets)]
        for seat, sets in enumerate(players)
    ]
    check_copies(found)
    sets = tuple(tuple(own) for own in found)
    check_points(sets, teams=teams)
    return sets


def check_seats(count: int, *, teams: bool) -> None:
    """Rule 13.2."""
    if not SPEC.min_seats <= count <= SPEC.max_seats:
        raise PositionImpossible("players", f"There are two to eight players, not {count}.")
    if teams and (count % 2 or count < FEWEST_IN_TEAMS):
        raise PositionImpossible("teams", f"Teams of two are four, six or eight players, not {count}.")


def read_set(names: Sequence[str], path: str) -> Cards:
    """The cards of a set, sorted (rule 13.3)."""
    for at, name in enumerate(names):
        if name not in CARD_NAMED:
            problem = f"{name[:20]!r} is no card; cards are named like as, th, qd, 2c."
            raise PositionImpossible(f"{path}.cards[{at}]", problem)
    cards = tuple(sorted(CARD_NAMED[name] for name in names))
    if worth(cards) is None:
        raise PositionImpossible(path, "Those cards are no set.")
    return cards


def check_copies(found: list[list[Cards]]) -> None:
    """No card is there more often than there are decks (rule 13.3)."""
    left = dict.fromkeys(FACE, DECKS_FOR[len(found)])
    for seat, sets in enumerate(found):
        for at, cards in enumerate(sets):
            for card in cards:
                left[FACE[card]] -= 1
                if left[FACE[card]] < 0:
                    problem = f"There are not so many cards {TITLE[FACE[card]]} in the decks."
                    raise PositionImpossible(f"players[{seat}].sets[{at}]", problem)


def check_points(sets: tuple[Sets, ...], *, teams: bool) -> None:
    """The play ends with the first winning set, so there is one winner, and one set beyond (rule 13.4)."""
    goal, winner = (TEAM_POINTS_TO_WIN if teams else POINTS_TO_WIN), ""
    for seat in range(len(sets) // 2 if teams else len(sets)):
        path = f"players[{seat}].sets"
        points = [points_of(cards) for cards in side_sets(sets, seat, teams=teams)]
        if sum(points) < goal:
            continue
        if sum(points) - max(points) >= goal:
            raise PositionImpossible(path, f"{goal} points were there before the last set.")
        if winner:
            raise PositionImpossible(path, f"{winner} has {goal} points already; the play ended then.")
        winner = path


def side_sets(sets: tuple[Sets, ...], seat: int, *, teams: bool) -> Sets:
    """The sets of a seat or of its team."""
    return sets[seat] + sets[seat + len(sets) // 2] if teams else sets[seat]
