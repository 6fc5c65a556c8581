import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.tournament.pairing.brackets import Decided, Match, double, filled, seed_order, single
from nurselog.tournament.values import EntrantId
from tests.support.tournaments import eid


def test_seeds_of_sixteen_stand_as_published() -> None:
    assert seed_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_the_two_best_seeds_can_meet_in_the_final_only() -> None:
    order = seed_order(32)
    assert (order.index(1) < 16) != (order.index(2) < 16)


Origin = frozenset[tuple[int, int]]
"""Who may come into a place of the lower bracket: (seed, upper round lost)."""


def _earliest_second_meeting(entrants: int, orders: tuple[str, ...] | None = None) -> int:
    """The first lower round in which two who met above may stand against each other again."""
    matches = double(entrants, orders=orders)
    upper, met = _upper(matches)
    lower: dict[str, Origin] = {}
    for match in matches:
        if match.slot.startswith("l"):
            sides = [_origin(source.kind, source.slot, upper, lower) for source in match.sources]
            lower[match.slot] = sides[0] | sides[1]
            for one, lost in sides[0]:
                for other, other_lost in sides[1]:
                    if met.get(frozenset((one, other))) == min(lost, other_lost) and lost != other_lost:
                        return int(match.slot[1:].partition(".")[0])
    raise AssertionError("nobody meets again")


def _upper(matches: list[Match]) -> tuple[dict[str, frozenset[int]], dict[frozenset[int], int]]:
    may: dict[str, frozenset[int]] = {}
    met: dict[frozenset[int], int] = {}
    for match in matches:
        if match.slot.startswith("u"):
            one, other = (frozenset({s.seed}) if s.kind == "seed" else may[s.slot] for s in match.sources)
            may[match.slot] = one | other
            met.update({frozenset((a, b)): int(match.slot[1:].partition(".")[0]) for a in one for b in other})
    return may, met


def _origin(kind: str, slot: str, upper: dict[str, frozenset[int]], lower: dict[str, Origin]) -> Origin:
    if kind == "winner":
        return lower[slot]
    return frozenset((seed, int(slot[1:].partition(".")[0])) for seed in upper[slot])


@pytest.mark.parametrize(("entrants", "earliest"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_who_met_above_meets_again_late(entrants: int, earliest: int) -> None:
    assert _earliest_second_meeting(entrants) == earliest


@pytest.mark.parametrize("entrants", [8, 16, 32])
def test_in_natural_order_they_would_meet_at_once(entrants: int) -> None:
    assert _earliest_second_meeting(entrants, ("natural",)) == 2


@given(count=st.integers(2, 40), luck=st.randoms(use_true_random=False), twice=st.booleans())
def test_any_results_lead_to_a_champion_without_holes(count: int, luck: object, twice: bool) -> None:  # noqa: FBT001
    seeds = [eid(number) for number in range(1, count + 1)]
    matches = double(count) if twice else single(count, third_place=count >= 4)
    results: dict[str, Decided] = {}
    defeats = dict.fromkeys(seeds, 0)
    while ready := filled(matches, seeds, results).ready:
        for slot, pair in ready.items():
            won, lost = luck.sample(pair, 2)  # type: ignore[attr-defined]
            results[slot] = Decided(won, lost)
            if slot != "third":
                defeats[lost] += 1
    found = filled(matches, seeds, results)
    assert set(found.decided) == {match.slot for match in matches}
    champion = found.decided[matches[-1].slot].winner
    _assert_everybody_lost_enough(defeats, champion, twice=twice)


def _assert_everybody_lost_enough(
    defeats: dict[EntrantId, int], champion: EntrantId | None, *, twice: bool
) -> None:
    assert champion is not None
    others = {one: lost for one, lost in defeats.items() if one != champion}
    assert set(others.values()) == {2 if twice else 1}
    assert defeats[champion] <= (1 if twice else 0)


@given(count=st.integers(2, 64))
def test_byes_go_to_the_best_seeds(count: int) -> None:
    size = 1 << (count - 1).bit_length()
    firsts = [match.sources for match in single(count) if match.slot.startswith("u1.")]
    playing = {one.seed for pair in firsts for one in pair if all(source.seed <= count for source in pair)}
    assert playing == set(range(size - count + 1, count + 1))
