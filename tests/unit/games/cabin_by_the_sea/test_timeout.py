"""Rule 6.5: what is played for an absent player."""

import pytest

from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.state import PLAYER, State
from nurselog.rules.chance import SeededChance
from tests.support.cabin_by_the_sea import FULL, state


def absent(position: State) -> str:
    return RULES.notation.format(RULES.timeout_move(position, PLAYER))


def test_r6_5_the_open_card_that_skips_the_fewest_ranks_is_used() -> None:
    assert absent(state(stacks="2d / qh", sea_card="9d", supply="2c", beach="kh")) == "u.beach"
    assert absent(state(stacks="8d / th", sea_card="9d", supply="2c", beach="kh")) == "u.sea"


def test_r6_5_what_goes_on_a_stack_comes_before_what_opens_one() -> None:
    assert absent(state(stacks="2d", sea_card="9h", supply="2c", beach="kd")) == "u.beach"


def test_r6_5_what_opens_a_stack_comes_before_the_unseen() -> None:
    assert absent(state(stacks="2d", sea_card="9h", supply="2c", beach="kh")) == "u.sea"


def test_r6_5_the_unseen_comes_before_what_would_be_lost() -> None:
    assert absent(state(stacks=FULL, sea_card="9h", supply="2h", beach="kh")) == "u.supply"
    assert absent(state(stacks=FULL, beach="kh", tide="2h", tide_face_down=True)) == "u.tide"


def test_r6_5_the_cheapest_is_lost() -> None:
    assert absent(state(stacks=FULL, sea_card="9h", beach="kh")) == "u.sea"
    assert absent(state(stacks=FULL, beach="kh", tide="2h")) == "u.tide"


@pytest.mark.parametrize(
    ("stacks", "chosen", "expected"),
    [
        ("2d / 7d / 4d", "8d", "p.2"),
        ("9d / 7h", "8d", "p.new"),
        ("2d / kd / td", "ad", "p.2"),
        ("ad / 9d", "td", "p.2"),
        ("ad / 9d", "3d", "p.1"),
    ],
)
def test_r6_5_it_is_built_where_the_fewest_ranks_are_skipped(stacks: str, chosen: str, expected: str) -> None:
    assert absent(state(stacks=stacks, chosen=chosen)) == expected


def test_r6_5_nothing_is_stockpiled() -> None:
    assert absent(state(stacks=FULL, sea_card="9h", beach="kh", stockpiling=True)) == "u.sea"


def test_r6_5_the_absent_do_better_than_chance() -> None:
    def average(*, absent_player: bool) -> float:
        total = 0
        for game in range(30):
            chance = SeededChance(bytes([game]), "test", 0)
            position = RULES.setup(RULES.spec.complete({}, 1), 1, chance).state
            while RULES.decisions(position):
                moves = RULES.legal_moves(position, PLAYER)
                chosen = moves[chance.below(len(moves))]
                move = RULES.timeout_move(position, PLAYER) if absent_player else chosen
                position = RULES.apply(position, PLAYER, move, chance).state
            total += RULES.score(position)[0].total
        return total / 30

    assert average(absent_player=True) < average(absent_player=False) - 5
