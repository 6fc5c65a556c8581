"""Chapter 11: who knows what."""

from nurselog.api.games.orca_isles.v1 import orca_isles_pb2 as pb
from nurselog.games.orca_isles import RULES
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.orca_isles import card, cards, play, result, seat, sorted_cards, state

HANDS = "8h ks 2c / 3d 9c / 4c"
MIDDLE = state(
    HANDS, at={1: "1:5d.6d 2:+7d.7h"}, discard="jk1 2h", turn=3, history=((result(1, "kd", "0:kc", 0),),)
)


def seen(position: State, audience: Audience) -> pb.View:
    view = RULES.view(position, audience)
    assert isinstance(view, pb.View)
    return view


def test_r11_1_a_hand_is_seen_by_its_owner_only() -> None:
    view = seen(MIDDLE, seat(1))

    assert [list(hand.cards) for hand in view.hands] == [[], ["9c", "3d"], []]
    assert [hand.count for hand in view.hands] == [3, 2, 1]
    assert not any(hand.cards for hand in seen(MIDDLE, SPECTATORS).hands)


def test_r11_1_at_the_end_all_hands_are_shown() -> None:
    over = MIDDLE._replace(history=((),) * 5)

    view = seen(over, SPECTATORS)
    assert [len(hand.cards) for hand in view.hands] == [3, 2, 1]
    assert (view.phase, view.active_seat, view.turn, list(view.coming_seats)) == (pb.PHASE_OVER, -1, 0, [])


def test_r11_2_cards_under_an_orca_are_known_to_their_owner_or_lie_face_up() -> None:
    def under(audience: Audience) -> list[tuple[int, int, list[str]]]:
        return [(orca.seat, orca.count, list(orca.cards)) for orca in seen(MIDDLE, audience).isles[0].orcas]

    assert under(seat(1)) == [(1, 2, ["5d", "6d"]), (2, 2, ["7d", "7h"])]
    assert under(seat(0)) == under(SPECTATORS) == [(1, 2, []), (2, 2, ["7d", "7h"])]


def test_r11_3_what_lies_open_is_seen_by_all() -> None:
    view = seen(MIDDLE, SPECTATORS)

    assert [isle.card for isle in view.isles] == ["8c", "qd"]
    assert [place.card for place in view.gather] == ["3h", "4h", "5h"]
    assert list(view.discard) == ["jk1", "2h"]
    assert view.deck_size == len(MIDDLE.deck)


def test_r11_3_orcas_and_turns_are_seen_by_all() -> None:
    view = seen(play(state(HANDS), "g.2", "g.deck").state, SPECTATORS)

    assert [place.orca for place in view.gather] == [-1, 0, -1]
    assert [place.card for place in view.gather] == ["3h", "", "5h"]
    assert list(view.deck_orcas) == [1]
    assert list(view.coming_seats) == [2, 0, 1, 2]
    assert [hand.orcas_left for hand in view.hands] == [1, 1, 2]
    assert (view.active_seat, view.round, view.turn, view.first_seat) == (2, 1, 3, 0)


def test_r11_3_an_orca_that_waits_for_its_cards_is_seen_at_its_isle() -> None:
    view = seen(play(state(HANDS), "h.2").state, SPECTATORS)

    assert (view.phase, view.hunting_isle) == (pb.PHASE_HUNT, 2)
    assert [(orca.seat, orca.count) for orca in view.isles[1].orcas] == [(0, 0)]


def test_r11_3_points_and_the_last_catch_are_seen_by_all() -> None:
    view = seen(MIDDLE, SPECTATORS)

    assert [(list(one.sets), list(one.wins)) for one in view.points] == [([1, 0, 0], [2, 0, 0])]
    (found,) = view.last_results
    assert (found.card, list(found.winners), found.bonus) == ("kd", [0], 2)
    assert [(one.kind, one.points) for one in found.catches] == [(pb.SET_KIND_PAIR, 1)]


def test_r11_3_what_the_last_move_did_is_seen_by_all() -> None:
    (event,) = seen(play(state(HANDS), "g.deck").state, seat(0)).last_events

    assert (event.drawn.seat, event.drawn.card) == (0, "")


# --- 11.4 Dealing again


def again(position: State, audience: Audience, number: int = 0) -> State:
    return RULES.redeal(position, audience, SeededChance(b"again", "test", number))


def worlds(position: State, audience: Audience) -> list[State]:
    return [again(position, audience, number) for number in range(30)]


def test_r11_4_own_cards_stay() -> None:
    for other in worlds(MIDDLE, seat(1)):
        assert other.hands[1] == MIDDLE.hands[1]
        assert other.parties[0][0] == MIDDLE.parties[0][0]


def test_r11_4_hidden_cards_are_dealt_again() -> None:
    found = worlds(MIDDLE, seat(0))

    assert len({other.hands[1] for other in found}) > 1
    assert len({other.parties[0][0].cards for other in found}) > 1
    assert {other.parties[0][1] for other in found} == {MIDDLE.parties[0][1]}


def test_r11_4_a_card_taken_openly_stays_with_its_seat_in_hand_or_at_an_isle() -> None:
    position = play(state(HANDS, turn=1), "g.1").state
    position = play(position._replace(turn=1), "h.1", "c.9c").state

    found = worlds(position, seat(0))
    assert all(card("3h") in (*other.hands[1], *other.parties[0][0].cards) for other in found)
    assert {card("3h") in other.hands[1] for other in found} == {True, False}


def test_r11_4_once_cards_are_turned_up_an_open_card_that_is_not_there_is_in_the_hand() -> None:
    position = state("8h ks 2c 3s / 3d 9c 3c 4s / 4c 2d 5s", turn=5, shown=" / 3d 9c / ", at={1: "1:6d"})

    after = play(position, "g.1").state

    assert after.shown[1] == sorted_cards("3d 9c 8c")
    assert all(set(after.shown[1]) <= set(other.hands[1]) for other in worlds(after, seat(0)))


def test_r11_4_a_card_turned_up_at_an_isle_is_no_more_in_the_hand() -> None:
    position = state("8h ks 2c 3s / 3d 9c 3c 4s / 4c 2d 5s", turn=5, shown=" / 3d 6d / ", at={1: "1:6d"})

    assert play(position, "g.1").state.shown[1] == sorted_cards("3d 8c")


def test_r11_4_what_came_into_the_deck_later_cannot_be_in_a_hand_from_before() -> None:
    position = state(HANDS, deck="", discard="jk1 2h 5c 6c 7c")

    after = play(position, "g.deck", chance=ScriptedChance(shuffles=[cards("jk1 2h 5c 6c 7c")])).state

    for other in worlds(after, SPECTATORS):
        old = [one for hand in other.hands for one in hand if one in cards("8h ks 2c 3d 9c 4c")]
        assert len(old) == 6
        assert len(set(other.hands[0]) & set(cards("jk1 2h 5c 6c 7c"))) == 1


def test_r11_4_at_the_end_only_the_deck_is_hidden() -> None:
    over = MIDDLE._replace(history=((),) * 5)

    assert again(over, SPECTATORS).hands == over.hands
    assert again(over, SPECTATORS).deck != over.deck
