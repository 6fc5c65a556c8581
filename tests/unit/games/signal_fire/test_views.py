"""Chapter 12: who knows what."""

from google.protobuf.message import Message

from nurselog.api.games.signal_fire.v1 import signal_fire_pb2 as pb
from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.state import State
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.chance import SeededChance
from tests.support.signal_fire import bidding, cards, fires, play, seat, state, trick

HANDS = "7c 9d / kc 9h / 3s ac / 8d 9c"
EXAMPLE = state("6d 2c / 9s 4c / jd 7h / 3h 7s")


def seen(position: State, audience: Audience) -> pb.View:
    message: Message = RULES.view(position, audience)
    assert isinstance(message, pb.View)
    return message


def test_r12_1_a_hand_is_seen_by_its_owner_only() -> None:
    view = seen(EXAMPLE, seat(1))

    assert [list(one.hand) for one in view.seats] == [[], ["9s", "4c"], [], []]
    assert [one.hand_size for one in view.seats] == [2, 2, 2, 2]
    assert not any(one.hand for one in seen(EXAMPLE, SPECTATORS).seats)


def test_r12_2_that_a_seat_has_bid_is_seen_by_all_the_card_by_its_owner() -> None:
    position = play(bidding(HANDS), "b.7c").state

    assert [one.has_bid for one in seen(position, seat(2)).seats] == [True, False, False, False]
    assert [one.bid for one in seen(position, seat(2)).seats] == ["", "", "", ""]
    assert seen(position, seat(0)).seats[0].bid == "7c"
    assert list(seen(position, SPECTATORS).deciding_seats) == [1, 2, 3]


def test_r12_2_all_bids_are_seen_once_they_are_turned_up() -> None:
    position = play(bidding(HANDS), "b.7c", "b.kc", "b.3s", "b.8d").state

    view = seen(position, SPECTATORS)
    assert [one.bid for one in view.seats] == ["7c", "kc", "3s", "8d"]
    assert (view.phase, view.leader, list(view.waiting_seats)) == (pb.PHASE_PLACE, 1, [1, 3, 0, 2])


def test_r12_2_a_card_face_down_is_hidden_until_the_fire_is_lit() -> None:
    won = trick(EXAMPLE, "6d 9s jd -3h").state

    assert [one.card for one in seen(won, SPECTATORS).trick] == ["6d", "9s", "jd", ""]
    assert [one.card for one in seen(won, seat(3)).trick] == ["6d", "9s", "jd", "3h"]
    lit = play(won, "l.r").state
    assert [one.card for one in seen(lit, SPECTATORS).trick] == ["6d", "9s", "jd", "3h"]


def test_r12_2_four_cards_face_down_are_seen_at_once() -> None:
    won = trick(EXAMPLE, "-6d -9s -jd -3h").state

    assert [one.card for one in seen(won, SPECTATORS).trick] == ["6d", "9s", "jd", "3h"]


def test_r12_3_the_open_map_with_its_tokens_is_seen_by_all() -> None:
    view = seen(EXAMPLE, SPECTATORS)

    assert [place.card for place in view.map] == ["", "3d", "8s", "4s", "", "6c", "td", "ac", ""]
    assert [place.face_down for place in view.map] == [one in (0, 4, 8) for one in range(9)]
    assert {place.name: list(place.tokens) for place in view.map if place.tokens} == {
        "a1": [3],
        "a2": [2],
        "a3": [1],
        "c2": [0],
    }
    assert [one.trump for one in view.seats] == ["c", "s", "d", ""]


def test_r12_3_only_the_last_trick_may_be_looked_at() -> None:
    position = play(trick(EXAMPLE, "6d 9s jd -3h").state, "l.r", "m.b1").state
    later = play(trick(position, "7h -7s -2c -4c").state, "l.v").state

    view = seen(position, SPECTATORS)
    assert [one.card for one in view.last_trick] == ["6d", "9s", "jd", "3h"]
    assert (view.last_winner, view.spent_size, view.trick_number) == (2, 0, 2)
    while later.phase.value == "move":
        later = play(later, RULES.notation.format(RULES.legal_moves(later, later.asked[0])[0])).state
    view = seen(later, SPECTATORS)
    assert [one.card for one in view.last_trick] == ["7h", "7s", "2c", "4c"]
    assert view.spent_size == 4


def test_r12_3_fires_scores_and_who_lights_are_seen_by_all() -> None:
    position = state(
        "6d / 9s / jd / 3d", lit=fires("100 001", "020 000"), history=(fires("111 111", "210 000"),)
    )

    view = seen(trick(position, "6d 9s jd 3d").state, SPECTATORS)

    assert [(list(team.ridge), list(team.valley)) for team in view.teams] == [
        ([1, 0, 0], [0, 0, 1]),
        ([0, 2, 0], [0, 0, 0]),
    ]
    assert [(team.team, team.fires, team.total) for team in view.teams] == [(1, 2, 12), (2, 2, 3)]
    assert [(one.round, list(one.points)) for one in view.results] == [(1, [12, 3])]
    assert (view.winner, [list(one.seats) for one in view.lighting]) == (2, [[2]])
    assert view.led_suit == "d"
    assert view.round == 2


def test_r12_3_what_the_last_move_did_is_seen_by_all() -> None:
    (event,) = seen(play(EXAMPLE, "d.6d").state, seat(0)).last_events

    assert (event.card_played.seat, event.card_played.card, event.card_played.face_down) == (0, "", True)


# --- 12.4 Dealing again


def again(position: State, audience: Audience, number: int = 0) -> State:
    return RULES.redeal(position, audience, SeededChance(b"again", "test", number))


def test_r12_4_own_cards_and_all_that_lay_open_stay() -> None:
    position = RULES.setup(RULES.spec.complete({}, 4), 4, SeededChance(b"x", "test", 0)).state

    other = again(position, seat(1))

    assert other.hands[1] == position.hands[1]
    assert other.hands[0] != position.hands[0]
    assert [other.map[one] for one in (1, 2, 3, 5, 6, 7)] == [position.map[one] for one in (1, 2, 3, 5, 6, 7)]
    assert RULES.components(other) == RULES.components(position)


def test_r12_4_hidden_bids_are_dealt_again_but_not_the_own() -> None:
    position = RULES.setup(RULES.spec.complete({}, 4), 4, SeededChance(b"x", "test", 0)).state
    first = RULES.notation.format(RULES.legal_moves(position, seat(0))[0])
    position = play(position, first).state

    found = {again(position, seat(1), number).bids[0] for number in range(20)}
    assert len(found) > 1
    assert {again(position, seat(0), number).bids[0] for number in range(20)} == {position.bids[0]}


def test_r12_4_a_hand_never_gets_a_suit_that_it_is_known_to_lack() -> None:
    position = state("6d 2c 7d / 9s 4c 8s / jd 7h 2s / 3h 7s kd", trick="6d")
    shows_void = play(position, "p.9s").state

    for number in range(50):
        other = again(shows_void, SPECTATORS, number)
        assert not set(other.hands[1]) & set(cards("2d 5d 6d 7d jd kd"))


def test_r12_4_a_card_face_down_is_dealt_again_for_the_others() -> None:
    position = play(EXAMPLE, "d.6d").state

    assert len({again(position, seat(1), number).trick[0].card for number in range(20)}) > 1
    assert {again(position, seat(0), number).trick[0].card for number in range(20)} == set(cards("6d"))
