from typing import cast

import pytest
from google.protobuf.message import Message

from nurselog.api.games.salmon_run.v1 import salmon_run_pb2 as pb
from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.events import (
    Acclimated,
    BonusUsed,
    CardPlayed,
    DeckChosen,
    DecksBuilt,
    HandDrawn,
    KeptCurrent,
    LookedAt,
    News,
    Reshuffled,
    Returned,
    RoundEnded,
    RunEntered,
    ToppedUp,
    TurnBegan,
    TurnEnded,
)
from nurselog.rules.api import Unreadable
from nurselog.rules.cards import Suit
from tests.support.salmon_run import card, cards, seat

Two = ["4h", "7h"]


@pytest.mark.parametrize(
    "message",
    [
        pb.Move(),
        pb.View(),
        pb.Move(choose_start=pb.Move.ChooseStart()),
        pb.Move(choose_start=pb.Move.ChooseStart(deck=5)),
        pb.Move(enter_run=pb.Move.EnterRun(cards=["4h"])),
        pb.Move(enter_run=pb.Move.EnterRun(cards=["4h", "4h"])),
        pb.Move(enter_run=pb.Move.EnterRun(cards=["4h", "7h", "8h"])),
        pb.Move(acclimate=pb.Move.Acclimate()),
        pb.Move(acclimate=pb.Move.Acclimate(card="5d", spend=["5d"])),
        pb.Move(acclimate=pb.Move.Acclimate(card="5D")),
        pb.Move(use_bonus=pb.Move.UseBonus(cards=Two)),
        pb.Move(use_bonus=pb.Move.UseBonus(suit=cast("pb.Suit.ValueType", 9), cards=Two)),
        pb.Move(use_bonus=pb.Move.UseBonus(suit=pb.SUIT_HEARTS, cards=["4h"])),
        pb.Move(use_bonus=pb.Move.UseBonus(suit=pb.SUIT_HEARTS, cards=Two, boost="kc")),
        pb.Move(use_bonus=pb.Move.UseBonus(suit=pb.SUIT_DIAMONDS, cards=["4d", "7d"])),
        pb.Move(put_on_top=pb.Move.PutOnTop(card="jk3")),
        pb.Move(put_back=pb.Move.PutBack()),
        pb.Move(put_back=pb.Move.PutBack(removed="4h", order=["4h"])),
        pb.Move(enter_alone=pb.Move.EnterAlone()),
    ],
)
def test_a_message_that_is_no_move_is_unreadable(message: Message) -> None:
    with pytest.raises(Unreadable):
        RULES.wire.move_from_proto(message)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (pb.Move(enter_run=pb.Move.EnterRun(cards=["7h", "4h"])), "r.4h.7h"),
        (pb.Move(acclimate=pb.Move.Acclimate(card="ks", spend=["8h", "7h"])), "a.ks.7h.8h"),
        (pb.Move(use_bonus=pb.Move.UseBonus(suit=pb.SUIT_HEARTS, cards=["kh", "8h"])), "h.8h.kh"),
        (pb.Move(put_on_top=pb.Move.PutOnTop()), "t"),
    ],
)
def test_the_order_of_pairs_and_payments_does_not_matter_in_messages(message: pb.Move, text: str) -> None:
    assert RULES.notation.format(RULES.wire.move_from_proto(message)) == text


@pytest.mark.parametrize(
    ("news", "message"),
    [
        (
            DecksBuilt((cards("2c 4d 7s"),), seat(1)),
            {"decks_built": {"decks": [{"cards": ["2c", "4d", "7s"]}], "first_chooser": 1}},
        ),
        (DeckChosen(seat(1), 0, cards("4h 7h")), {"deck_chosen": {"seat": 1, "deck": 1, "cards": Two}}),
        (TurnBegan(seat(1), cards("4h 7h")), {"turn_began": {"seat": 1, "cards": Two}}),
        (RunEntered(seat(1), cards("4h 7h")), {"run_entered": {"seat": 1, "cards": Two}}),
        (
            Acclimated(seat(1), card("kc"), cards("4h 7h")),
            {"acclimated": {"seat": 1, "card": "kc", "spent": Two}},
        ),
        (
            BonusUsed(seat(1), Suit.DIAMONDS, cards("4d 7d"), card("kc")),
            {"bonus_used": {"seat": 1, "suit": 2, "cards": ["4d", "7d"], "boosted": "kc"}},
        ),
        (Reshuffled(seat(1), 7), {"reshuffled": {"seat": 1, "size": 7}}),
        (CardPlayed(seat(1), card("kc")), {"card_played": {"seat": 1, "card": "kc"}}),
        (LookedAt(seat(1), 2, cards("4h 7h")), {"looked_at": {"seat": 1, "count": 2, "cards": Two}}),
        (LookedAt(seat(1), 2), {"looked_at": {"seat": 1, "count": 2}}),
        (ToppedUp(seat(1), card("kc")), {"topped_up": {"seat": 1, "card": "kc"}}),
        (ToppedUp(seat(1), None), {"topped_up": {"seat": 1}}),
        (Returned(seat(1), 2, card("kc")), {"returned": {"seat": 1, "count": 2, "removed": "kc"}}),
        (
            TurnEnded(seat(1), cards("4h 7h"), 3, cards("kc"), reshuffled=True),
            {"turn_ended": {"seat": 1, "discarded": Two, "drawn": 3, "hand": ["kc"], "reshuffled": True}},
        ),
        (HandDrawn(seat(1), 3, cards("kc")), {"hand_drawn": {"seat": 1, "count": 3, "hand": ["kc"]}}),
        (
            KeptCurrent(card("kc"), cards("4h 7h"), reshuffled=True),
            {"kept_current": {"left": "kc", "revealed": Two, "reshuffled": True}},
        ),
        (
            RoundEnded(1, (44, -2), seat(1)),
            {"round_ended": {"objective": 2, "points": [44, -2], "finisher": 1}},
        ),
        (RoundEnded(2, (0, 0), None), {"round_ended": {"objective": 3, "points": [0, 0], "finisher": -1}}),
    ],
)
def test_events_as_messages(news: News, message: dict[str, object]) -> None:
    assert RULES.wire.event_to_proto(news) == pb.Event(**message)  # type: ignore[arg-type]  # nested dicts are fine
