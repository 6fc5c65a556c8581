"""Chapter 7: who lights, and where."""

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.events import Chosen, Lit, Shown, Won
from nurselog.games.signal_fire.state import Phase, State
from nurselog.rules.api import Decision
from tests.support.signal_fire import (
    card,
    fire,
    fires,
    play,
    public,
    rejected,
    seat,
    seats,
    state,
    texts,
    trick,
)

ON_TIES = "2h 3d 8s 4s 5h 6c th ac 9h"
"""Trumps diamonds on a2, spades on a3 and b1, clubs on b3 and c2, hearts on c1."""


def tie(cards: str, tokens: str, leader: int = 0) -> State:
    """After a trick on a map with all trumps; the hands are what is played.

    A leader cannot lead a trump face up, so it is others who tie, unless all play face down.
    """
    hands = ["", "", "", ""]
    for at, name in enumerate(cards.split()):
        hands[(leader + at) % 4] = name.removeprefix("-")
    return trick(state(" / ".join(hands), map=ON_TIES, tokens=tokens, leader=leader), cards).state


def test_r7_1_the_winner_lights() -> None:
    position = trick(state("6d / 9s / jd / 3h"), "6d 9s jd -3h").state

    assert RULES.decisions(position) == (Decision(seat(2), "light"),)
    assert texts(position) == ["l.r", "l.v"]


def test_r7_1_tied_opponents_both_light_the_winner_first() -> None:
    position = tie("-2h 9h 9s 3c", "c1 a3 a1 a1", leader=3)

    assert position.asked == seats(0, 1)
    after = play(position, "l.r", "l.v").state
    assert after.fires == fires("100 000", "000 100")


def test_r7_1_the_winner_of_the_other_team_lights_first() -> None:
    position = tie("-2c 9h 9s 3c", "a3 a1 a1 c1", leader=2)

    assert position.winner == seat(3)
    assert position.asked == seats(3, 0)


def test_r7_1_a_team_lights_one_fire_even_if_both_tie() -> None:
    position = play(tie("2h 9s 3h 9d", "a1 a3 a1 a2"), "c.3").state

    assert position.asked == seats(3)
    assert sum(play(position, "l.r").state.fires[1]) == 1


def test_r7_2_of_tied_teammates_the_winner_decides_who_lights() -> None:
    position = tie("2c 9d 3c 9s", "a2 a1 a3 a1", leader=3)

    assert RULES.decisions(position) == (Decision(seat(0), "choose_lighter"),)
    assert texts(position) == ["c.0", "c.2"]
    step = play(position, "c.2")
    assert public(step) == [Chosen(seat(0), seat(2))]
    assert step.state.asked == seats(2)


def test_r7_2_the_lighter_need_not_be_the_winner_who_still_leads() -> None:
    position = play(tie("2c 9d 3c 9s", "a2 a1 a3 a1", leader=3), "c.2", "l.r").state

    assert position.fires == fires("001 000")
    assert position.winner == seat(0)


def test_r7_2_others_cannot_be_chosen() -> None:
    assert rejected(tie("2c 9d 3c 9s", "a2 a1 a3 a1", leader=3), "c.1") == ("not_tied", "7.2")


def test_r7_2_in_the_other_team_the_one_who_played_earlier_decides() -> None:
    position = tie("2h 9d 9h 9s", "c1 a3 a1 a2", leader=2)

    assert position.winner == seat(0)
    assert position.sides == (seats(0), seats(3, 1))
    assert RULES.decisions(position) == (Decision(seat(3), "choose_lighter"),)
    assert play(position, "c.1").state.asked == seats(0, 1)


def test_r7_2_both_teams_may_have_to_choose() -> None:
    position = tie("-9h -9s -9c -9d", "c1 a3 c2 a2")

    assert position.asked == seats(0, 1)
    after = play(position, "c.2").state
    assert after.phase is Phase.CHOOSE
    assert play(after, "c.3").state.asked == seats(2, 3)


def test_r3_3_the_lighter_of_the_winners_team_counts_as_more_recent() -> None:
    assert play(tie("-9h -9s -9c -9d", "c1 a3 c2 a2"), "c.2", "c.3").state.recent == seats(2, 3)


def test_r7_3_the_fire_is_lit_at_the_tokens_column_or_row() -> None:
    position = trick(state("6d / 9s / jd / 3h", tokens="c2 a3 b3 a1"), "6d -9s jd -3h").state

    assert play(position, "l.r").state.fires == fires("001 000")
    assert play(position, "l.v").state.fires == fires("000 010")


def test_r7_3_from_the_centre_both_middles_can_be_lit() -> None:
    position = trick(state("6d / 9s / jd / 3h", tokens="c2 a3 b2 a1"), "6d -9s jd -3h").state

    assert public(play(position, "l.r"))[0] == Lit(seat(2), fire("r2"))
    assert public(play(position, "l.v"))[0] == Lit(seat(2), fire("vb"))


def test_r7_3_a_place_holds_several_fires() -> None:
    position = trick(state("6d / 9s / jd / 3h", lit=fires("020 000")), "6d 9s jd -3h").state

    assert play(position, "l.r").state.fires == fires("030 000")


def test_r7_5_cards_face_down_are_turned_up_after_the_fire() -> None:
    position = trick(state("6d / 9s / jd / 3h"), "6d 9s jd -3h")

    assert not [news for news in public(position) if isinstance(news, Shown)]
    step = play(position.state, "l.r")
    assert public(step)[:2] == [Lit(seat(2), fire("r2")), Shown(((seat(3), card("3h")),))]


def test_r7_5_they_are_turned_up_after_the_second_fire_of_a_tie() -> None:
    position = tie("-2h 9h 9s 3c", "c1 a3 a1 a1", leader=3)

    first = play(position, "l.r")
    assert public(first) == [Lit(seat(0), fire("r1"))]
    assert Shown(((seat(3), card("2h")),)) in public(play(first.state, "l.r"))


def test_r12_5_lighting_may_be_taken_back_unless_cards_were_turned_up() -> None:
    face_up = trick(state("6d / 9s / jd / 3d"), "6d 9s jd 3d").state
    with_hidden = trick(state("6d / 9s / jd / 3h"), "6d 9s jd -3h").state

    assert play(face_up, "l.r").undoable
    assert not play(with_hidden, "l.r").undoable


def test_r12_5_choosing_the_lighter_may_be_taken_back() -> None:
    assert play(tie("2c 9d 3c 9s", "a2 a1 a3 a1", leader=3), "c.2").undoable


def test_who_ties_is_told_to_all() -> None:
    position = state("9h / 9s / 3c / 2h", map=ON_TIES, tokens="c1 a3 a1 a1", leader=3)

    assert public(trick(position, "-2h 9h 9s 3c"))[-1] == Won(seat(0), (seats(0), seats(1)))
