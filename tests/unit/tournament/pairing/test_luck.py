"""The same seed gives the same pairing on any machine, whatever order sets and dicts have there."""

import subprocess
import sys
from pathlib import Path

import pytest

from nurselog.tournament.luck import luck_of, numbered
from tests.support.tournaments import SEED, entrants

ROOT = Path(__file__).parents[4]

PLAY = """
from dataclasses import replace
from hashlib import sha256
from nurselog.tournament.formats.terms import FormatName, Terms
from tests.support.tournaments import event, played_out
terms = {terms}
start = event({count})
clubs = tuple(replace(one, club=f"c{{one.number % 5}}") for one in start.entrants)
now = played_out(terms, replace(start, entrants=clubs))
print(sha256(repr(now).encode()).hexdigest())
"""


def _digest(terms: str, count: int, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PLAY.format(terms=terms, count=count)],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed},
        text=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("terms", "count"),
    [
        ("Terms(format=FormatName.SWISS, rounds=5, clubs_apart=True)", 33),
        ("Terms(format=FormatName.PODS, seats=(3, 4), rounds=4)", 27),
        ("Terms(format=FormatName.ROUND_ROBIN, groups=2)", 11),
        ("Terms(format=FormatName.DOUBLE)", 13),
        ("Terms(format=FormatName.SINGLE, seats=(3, 4))", 21),
        ("Terms(format=FormatName.DUPLICATE, seats=(4,), rounds=3)", 16),
    ],
)
def test_same_seed_same_pairing(terms: str, count: int) -> None:
    assert _digest(terms, count, "1") == _digest(terms, count, "2")


def test_start_numbers_do_not_depend_on_the_order_of_entry() -> None:
    some = entrants(20)
    assert numbered(some, SEED, by_rating=False) == numbered(reversed(some), SEED, by_rating=False)


def test_luck_of_another_round_or_purpose_is_another() -> None:
    draws = [
        luck_of(SEED, purpose, number).below(1 << 30) for purpose in ("pods", "seats") for number in (1, 2)
    ]
    assert len(set(draws)) == 4
