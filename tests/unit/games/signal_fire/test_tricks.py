"""Chapter 6: who wins a trick, with an oracle that knows nothing of `tricks`."""

from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.signal_fire.components import CELLS, SEATS
from nurselog.games.signal_fire.events import Shown, Won
from nurselog.games.signal_fire.state import Laid, State
from nurselog.games.signal_fire.tricks import judge
from nurselog.rules.cards import DECK, NAME
from tests.support.signal_fire import card, public, seat, seats, state, trick

EXAMPLE = state("6d / 9s / jd / 3h")


def winner(cards: str, *, tokens: str = "c2 a3 a2 a1", leader: int = 0) -> int:
    return judge(state(trick=cards, tokens=tokens, leader=leader)).winner


def test_r6_1_the_printed_example() -> None:
    step = trick(EXAMPLE, "6d 9s jd -3h")

    assert public(step)[-1] == Won(seat(2), (seats(2),))


def test_r6_1_the_lowest_own_trump_beats_the_led_suit() -> None:
    assert winner("kd 2s qd 3d", tokens="c2 a3 c2 c2") == 1


def test_r6_1_the_led_suit_beats_other_suits() -> None:
    assert winner("2d as ah ac", tokens="a1 a1 a1 a1") == 0


def test_r6_1_another_players_trump_is_not_ones_own() -> None:
    assert winner("3d as 4d 5d", tokens="a3 a1 a1 a1") == 3


def test_r6_1_a_card_face_down_loses_to_everything() -> None:
    assert winner("2d -ad -ks -kd", tokens="a1 a2 a3 a1") == 0


def test_r6_1_the_led_suit_as_own_trump_is_a_trump() -> None:
    assert winner("3d kd 2d qd", tokens="a1 a1 a2 a1") == 2


def test_r6_2_within_a_class_the_higher_value_wins_and_the_ace_is_highest() -> None:
    assert winner("kd ad qd 2d", tokens="a1 a1 a1 a1") == 1


def test_r5_4_who_opens_after_a_face_down_lead_sets_the_led_suit() -> None:
    assert winner("-ad 3h 9d 4h", tokens="a1 a1 a1 a1") == 3


def test_r6_3_four_cards_face_down_count_as_face_up() -> None:
    step = trick(EXAMPLE, "-6d -9s -jd -3h")

    shown = Shown(tuple((seat(one), card(name)) for one, name in enumerate(("6d", "9s", "jd", "3h"))))
    assert public(step)[-2:] == [shown, Won(seat(2), (seats(2),))]


def test_r6_3_then_the_leaders_own_trump_may_be_led() -> None:
    assert winner("-2c -9d -jd -3h", tokens="c2 a1 a1 a1") == 0


def test_r6_3_then_the_led_suit_is_that_of_the_leader() -> None:
    assert winner("-2h -9d -jd -3h", tokens="a1 a1 a1 a1") == 3


def test_r6_4_of_tied_trumps_the_one_in_the_led_suit_wins() -> None:
    assert winner("9d 9s 3d 2d", tokens="a2 a3 a1 a1") == 0
    assert winner("3d 9s 9d 2d", tokens="a1 a3 a2 a1") == 2


def test_r6_4_if_none_is_of_the_led_suit_the_one_played_first_wins() -> None:
    assert winner("3h 9s 9d 2h", tokens="a1 a3 a2 a1") == 1


def test_r6_4_order_of_playing_not_of_seats_decides() -> None:
    assert winner("2h 3h 9s 9d", tokens="a3 a2 a1 a1", leader=2) == 0


def oracle(position: State) -> set[int]:
    """All seats that no other beats, found by comparing cards in pairs as the printed summary says it."""
    trick = position.trick
    open_cards = [laid for laid in trick if not laid.face_down]
    counted = open_cards or list(trick)
    led = NAME[counted[0].card][1]

    def beats(one: Laid, other: Laid) -> bool:
        if one not in counted or other not in counted:
            return one in counted and other not in counted
        return (quality(one), height(one)) > (quality(other), height(other))

    def quality(laid: Laid) -> str:
        suit, token = NAME[laid.card][1], position.tokens[laid.seat]
        if token not in (0, 4, 8, None) and NAME[position.map[token]][1] == suit:
            return "trump"
        return "led" if suit == led else "another"

    def height(laid: Laid) -> int:
        return "23456789tjqka".index(NAME[laid.card][0])

    return {laid.seat for laid in trick if not any(beats(other, laid) for other in trick)}


@given(
    deal=st.permutations(DECK),
    down=st.tuples(*[st.booleans()] * 4),
    tokens=st.tuples(*[st.sampled_from(CELLS)] * 4),
    leader=st.sampled_from(SEATS),
)
def test_r6_the_winner_is_one_that_no_other_beats_and_all_such_light(
    deal: list[int], down: tuple[bool, ...], tokens: tuple[int, ...], leader: int
) -> None:
    names = [f"{'-' if down[one] else ''}{NAME[deal[9 + one]]}" for one in range(4)]
    on_map = " ".join(NAME[one] for one in deal[:9])
    position = state(trick=" ".join(names), map=on_map, leader=leader)
    position = position._replace(tokens=tuple(CELLS[token] for token in tokens))

    verdict = judge(position)

    assert {one for side in verdict.sides for one in side} == oracle(position)
    assert verdict.winner in verdict.sides[0]
