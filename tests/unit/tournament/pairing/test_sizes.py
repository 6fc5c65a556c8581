import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.tournament.pairing.sizes import pod_sizes
from nurselog.tournament.values import Refused


@pytest.mark.parametrize(
    ("count", "allowed", "sizes", "byes"),
    [
        (12, (3, 4), (4, 4, 4), 0),
        (13, (3, 4), (4, 3, 3, 3), 0),
        (14, (3, 4), (4, 4, 3, 3), 0),
        (15, (3, 4), (4, 4, 4, 3), 0),
        (6, (3, 4), (3, 3), 0),
        (5, (3, 4), (4,), 1),
        (14, (4,), (4, 4, 4), 2),
    ],
)
def test_pods_are_cut_as_published(
    count: int, allowed: tuple[int, ...], sizes: tuple[int, ...], byes: int
) -> None:
    assert pod_sizes(count, allowed, 4) == (sizes, byes)


@given(count=st.integers(8, 300), allowed=st.sets(st.integers(3, 8), min_size=1))
def test_everybody_sits_or_has_a_bye_and_byes_are_few(count: int, allowed: set[int]) -> None:
    sizes, byes = pod_sizes(count, allowed, max(allowed))
    assert sum(sizes) + byes == count
    assert set(sizes) <= allowed
    assert byes < min(allowed)
    assert list(sizes) == sorted(sizes, reverse=True)


def test_too_few_for_one_table_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        pod_sizes(2, (3, 4), 4)
    assert (refused.value.reason, refused.value.field) == ("ENTRANTS_TOO_FEW", "seats")
