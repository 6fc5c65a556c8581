"""Rules 12.5 and 12.6: what stays where it is when a position is dealt again for an audience."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.components import CARD_NAMED, NAME
from nurselog.games.forage.memory import bit
from nurselog.games.forage.state import State, cards_of
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.chance import SeededChance
from tests.support.forage import play, state

THREE = "7h | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c"
LYING = {"r1c4": "2h 3h 4h", "r3c1": "2d 3d", "r2c3": "ah", "r3c4": "qs qh"}
FOUR = "7h 8h | 9c ts / as | 2s 3s 4d / kd ks | qd qs / kh | qh 5h 6h"
ALL = (0, 1, 2, SPECTATORS)


def knowing(position: State, name: str) -> set[int]:
    """Which audiences know where a card lies."""
    known = position.known[CARD_NAMED[name]]
    everybody = (*range(len(position.hands)), SPECTATORS)
    return {one for one in everybody if known & bit(Audience(one), len(position.hands))}


def redealt(position: State, audience: int, luck: int = 0) -> State:
    return RULES.redeal(position, Audience(audience), SeededChance(luck.to_bytes(4, "big"), "test", 0))


# --- 12.5 What is remembered


def test_r12_5_at_the_start_one_knows_the_own_hand_and_all_open_cards() -> None:
    options = RULES.spec.complete({"first_seat": "0"}, 3)
    position = RULES.setup(options, 3, SeededChance(b"forage", "test", 0)).state

    for index, hand in enumerate(position.hands):
        assert knowing(position, NAME[hand.revealed[0]]) == set(ALL)
        assert [knowing(position, NAME[card]) for card in hand.hidden] == [{index}] * 3
    assert all(position.known[card] == 0 for pile in position.ground for card in pile)


def test_r12_5_what_is_turned_up_is_known_to_all() -> None:
    position = play(state(THREE, lying=LYING), "m0.r2c3").state

    assert knowing(position, "ah") == set(ALL)


def test_r12_5_a_card_taken_openly_is_known_to_be_in_the_hand() -> None:
    position = play(state(THREE, at="r2c3", lying=LYING, face_up="r2c3"), "s0.8d").state

    assert knowing(position, "ah") == set(ALL)
    assert knowing(position, "8d") == {0}


def test_r12_5_until_a_hidden_card_of_the_hand_leaves() -> None:
    position = state(THREE, at="r2c3", lying=LYING, face_up="r2c3")

    position = play(position, "s0.8d", "s0.9c").state

    assert knowing(position, "ah") == {0}


def test_r12_5_the_only_hidden_card_is_followed() -> None:
    position = state("7h 6h 5h | 8d / as | 2s 3s 4d / kd | qd 5s 6c", at="r2c3", lying=LYING, face_up="r2c3")

    position = play(position, "s0.8d", "e", "e", "e", "s0.ah").state

    assert knowing(position, "ah") == set(ALL)  # it went and came back, the only card that could


def test_r12_5_a_cache_is_remembered_after_leaving_it() -> None:
    position = play(state(THREE, at="r2c3", lying=LYING), "m0.r1c4", "m0.r2c3").state

    assert [knowing(position, name) for name in ("2h", "3h", "4h")] == [{0}] * 3


def test_r12_5_until_somebody_else_exchanges_some_of_its_cards() -> None:
    position = state(THREE, at="r1c4 / r2c3", lying=LYING)

    position = play(position, "m0.r2c3", "e", "m0.r1c4", "g0.2s", "t.3h").state

    assert [knowing(position, name) for name in ("2h", "3h", "4h", "2s")] == [{1}] * 4


def test_r12_5_a_cache_exchanged_as_a_whole_is_followed_into_the_hand() -> None:
    position = state(THREE, at="r3c1 / r3c2", lying=LYING)

    position = play(position, "m0.r3c2", "e", "m0.r3c1", "g0.2s+3s").state

    assert [knowing(position, name) for name in ("2d", "3d")] == [{0, 1}] * 2
    assert [knowing(position, name) for name in ("2s", "3s", "4d")] == [{1}] * 3


def test_r12_5_who_stands_on_the_cache_follows_every_card() -> None:
    position = state(THREE, at="r1c4 / r1c4", lying=LYING)

    position = play(position, "g0.9c+8d", "t.2h+3h").state

    assert [knowing(position, name) for name in ("2h", "3h", "4h", "8d", "9c")] == [{0, 1}] * 5
    assert knowing(position, "ts") == {0}


def test_r12_5_open_cards_are_followed_into_a_cache() -> None:
    position = play(state(THREE, at="r1c4", lying=LYING), "g0.7h", "t.3h").state

    assert knowing(position, "7h") == knowing(position, "3h") == set(ALL)
    assert knowing(position, "2h") == {0}


def test_r12_5_a_top_card_is_followed() -> None:
    position = state(THREE, at="r3c4! / r3c4!", lying=LYING)

    position = play(position, "s0.8d").state

    assert knowing(position, "qh") == {0, 1}
    assert knowing(position, "8d") == {0}


def test_r12_5_an_open_card_on_the_stack_is_remembered_by_all() -> None:
    position = play(state(THREE, at="r3c4!", lying=LYING), "s0.7h").state

    assert knowing(position, "7h") == knowing(position, "qh") == set(ALL)


def test_r12_5_hidden_cards_drawn_after_a_set_are_known_to_their_owner() -> None:
    position = play(
        state("7h | 7d 7c ts / as | 2s 3s 4d / kd | qd 5s 6c", lying={"r3c4": "th jh qh kh"}), "p.7c+7d+7h"
    ).state

    assert knowing(position, "jh") == {0}
    assert knowing(position, "kh") == knowing(position, "7c") == set(ALL)


def test_r12_5_who_had_seen_the_top_card_follows_it_into_the_hand() -> None:
    position = state(
        "7h 6h | 7d 7c / as | 2s 3s 4d / kd | qd 5s 6c", at="r3c3 / r3c4!", lying={"r3c4": "th jh qh kh"}
    )

    after = play(position, "p.7c+7d+7h").state

    assert knowing(after, "kh") == set(ALL)
    assert knowing(after, "qh") == {0}


def test_r12_5_partners_who_meet_remember_each_others_cards() -> None:
    position = state(FOUR, at="r2c3 / r3c4 / r2c4", lying={"r2c4": "ah"}, teams=True)

    position = play(position, "0:m0.r2c4", "0:m0.r2c3").state

    assert knowing(position, "qd") == knowing(position, "9c") == {0, 2}


def test_r12_5_others_lose_track_of_what_partners_exchange() -> None:
    position = state(FOUR, at="r2c3 / r3c4 / r2c3", teams=True)
    known = [3 if NAME[card] in ("9c", "qd", "qs") else bits for card, bits in enumerate(position.known)]
    position = position._replace(known=tuple(known))

    position = play(position, "0:x.9c", "0:t.qd").state

    assert [knowing(position, name) for name in ("9c", "qd", "qs")] == [{0, 2}, {0, 2}, {0}]


# --- 12.6 Dealing again


@pytest.mark.parametrize("audience", ALL)
def test_r12_6_what_the_audience_knows_stays_and_all_else_moves(audience: int) -> None:
    position = play(state(THREE, at="r1c4 / r3c4!", lying=LYING, face_up="r2c3"), "g0.8d", "t.3h").state

    worlds = [redealt(position, audience, luck) for luck in range(30)]

    for card, known in enumerate(position.known):
        places = {where(world, card) for world in worlds}
        assert (len(places) == 1) == bool(known & bit(Audience(audience), 3)), NAME[card]


def where(position: State, card: int) -> str:
    for index, hand in enumerate(position.hands):
        if card in cards_of(hand):
            return f"hand {index}"
    return next(
        f"cell {cell}.{pile.index(card)}" for cell, pile in enumerate(position.ground) if card in pile
    )


def test_r12_6_an_exchange_that_others_cannot_see_is_dealt_again_as_well() -> None:
    position = play(state(THREE, at="r1c4", lying=LYING), "g0.8d").state

    for luck in range(30):
        world = redealt(position, 1, luck)
        assert world.trade is not None
        assert set(world.trade.given) <= set(world.hands[0].hidden)
        assert RULES.legal_moves(world, position.trade.seat)  # type: ignore[union-attr]


def test_r12_6_each_other_audience_knows_the_same_places() -> None:
    position = play(state(THREE, at="r1c4", lying=LYING), "m0.r2c3").state

    for luck in range(10):
        world = redealt(position, 1, luck)
        assert [knowing(world, NAME[card]) for card in world.hands[0].hidden] == [{0}] * 3
        assert [knowing(world, NAME[card]) for card in world.ground[0]] == [{0}] * 3
