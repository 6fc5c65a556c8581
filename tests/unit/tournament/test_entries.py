"""Who may enter, leave, rest, come back and stay apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import entrant_pb2, tournament_pb2
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument, PermissionDenied, Refusal
from nurselog.tournament import entries, life
from nurselog.tournament.book import Book, Entry
from nurselog.tournament.entries import enter, last_late_round, request_bye, turn
from nurselog.tournament.teams import Entering
from nurselog.tournament.values import EntrantId, EntrantState
from tests.support.books import (
    ORGANIZER,
    commit,
    decided,
    open_book,
    play,
    running_book,
    settings,
    table_pairing,
)

FOUR = ("ann", "bob", "cyd", "dan")
STATES = list(EntrantState)
ALLOWED = {
    ("active", "paused"),
    ("active", "withdrawn"),
    ("active", "disqualified"),
    ("paused", "active"),
    ("paused", "withdrawn"),
    ("paused", "disqualified"),
    ("withdrawn", "active"),
    ("withdrawn", "disqualified"),
}


def caller(name: str) -> tuple[str, str]:
    return f"players/{name}", name.title()


def reason_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.reason


@pytest.mark.parametrize("before", STATES)
@pytest.mark.parametrize("after", STATES)
def test_states_of_entrants_change_along_known_ways_only(before: EntrantState, after: EntrantState) -> None:
    book = open_book(*FOUR)
    book.entrants[EntrantId("ann")].state = before

    if before is after:
        assert not turn(book, "ann", after, ORGANIZER, "because")
    elif (before, after) in ALLOWED:
        decided(book, lambda b: turn(b, "ann", after, ORGANIZER, "because"))
        assert book.entrants[EntrantId("ann")].state is after
    else:
        with pytest.raises(FailedPrecondition):
            turn(book, "ann", after, ORGANIZER, "because")


def test_an_entrant_speaks_for_itself_only() -> None:
    book = open_book(*FOUR)

    assert turn(book, "ann", EntrantState.PAUSED, "players/ann")
    with pytest.raises(PermissionDenied):
        turn(book, "ann", EntrantState.PAUSED, "players/bob")
    with pytest.raises(PermissionDenied):
        turn(book, "ann", EntrantState.DISQUALIFIED, "players/ann")


def test_a_team_needs_its_boards_and_at_most_its_substitutes() -> None:
    wanted = settings()
    wanted.entry.boards, wanted.entry.substitutes = 2, 1
    book = open_book(wanted=wanted)

    def team(*names: str, by: str = "ann") -> Entering:
        return Entering(caller=caller(by), players=tuple(caller(one) for one in names), team="The Larks")

    assert reason_of(lambda: enter(book, team("ann"))) == "FIELD_INVALID"
    assert reason_of(lambda: enter(book, team("ann", "bob", "cyd", "dan"))) == "FIELD_INVALID"
    assert reason_of(lambda: enter(book, team("ann", "ann"))) == "ENTRANT_DUPLICATE"
    assert reason_of(lambda: enter(book, team("bob", "cyd"))) == "NOT_OWNER"
    decided(book, lambda b: enter(b, team("ann", "bob", "cyd")))
    assert list(book.entrants) == ["team-the-larks"]
    assert reason_of(lambda: enter(book, team("ann", "dan", by="dan"))) == "ENTRANT_DUPLICATE"
    assert reason_of(lambda: enter(book, team("eve", "fay", by="eve"))) == "ENTRANT_DUPLICATE"


def test_5_1_late_entries_come_until_half_of_the_rounds() -> None:
    book = running_book(*FOUR, rounds=5)
    assert last_late_round(book) == 2
    play(book, table_pairing("p1", "ann", "bob"))

    decided(book, lambda b: enter(b, Entering(caller=caller("eve"))))

    late = book.entrants[EntrantId("eve")]
    assert (late.first_round, late.number) == (2, 5)
    play(book, table_pairing("p1", "ann", "cyd"))
    assert reason_of(lambda: enter(book, Entering(caller=caller("fay")))) == "ENTRY_CLOSED"


def test_late_entries_can_be_ruled_out() -> None:
    wanted = settings()
    wanted.entry.late_rounds = -1

    assert reason_of(lambda: enter(running_book(*FOUR, wanted=wanted), Entering(caller=caller("eve")))) == (
        "ENTRY_CLOSED"
    )


@pytest.mark.parametrize(
    ("number", "reason"), [(1, ""), (2, ""), (3, "BYE_NOT_ALLOWED"), (4, "BYE_NOT_ALLOWED")]
)
def test_5_1_there_is_no_bye_in_the_last_round(number: int, reason: str) -> None:
    book = running_book(*FOUR, rounds=3)

    if reason:
        assert reason_of(lambda: request_bye(book, "ann", number, "players/ann")) == reason
    else:
        decided(book, lambda b: request_bye(b, "ann", number, "players/ann"))
        assert book.entrants[EntrantId("ann")].byes == {number}
        assert not request_bye(book, "ann", number, "players/ann")


def test_a_bye_is_asked_for_before_the_round_is_paired() -> None:
    book = play(running_book(*FOUR, rounds=3), table_pairing("p1", "ann", "bob"))

    assert reason_of(lambda: request_bye(book, "ann", 1, "players/ann")) == "BYE_NOT_ALLOWED"


def test_a_block_names_two_who_entered_and_the_same_again_changes_nothing() -> None:
    book = open_book(*FOUR)
    wish = entrant_pb2.Block(reason="family")

    assert reason_of(lambda: entries.block(book, wish, ["ann", "ann"])) == "FIELD_INVALID"
    assert reason_of(lambda: entries.block(book, wish, ["ann", "zoe"])) == "ENTRANT_NOT_FOUND"
    decided(book, lambda b: entries.block(b, wish, ["ann", "bob"]))
    assert not entries.block(book, wish, ["bob", "ann"])


@given(st.lists(st.tuples(st.sampled_from(FOUR), st.sampled_from(STATES), st.sampled_from([*FOUR, "olga"]))))
def test_whatever_is_asked_nobody_vanishes_and_disqualified_stay_so(
    asked: list[tuple[str, EntrantState, str]],
) -> None:
    book = open_book(*FOUR)
    sent_away: set[str] = set()
    for name, state, by in asked:
        try:
            decided(book, lambda b: turn(b, name, state, f"players/{by}", "because"))  # noqa: B023 - called at once
        except Refusal:
            continue
        if book.entrants[EntrantId(name)].state is EntrantState.DISQUALIFIED:
            sent_away.add(name)

    assert set(book.entrants) == set(FOUR)
    assert all(book.entrants[EntrantId(one)].state is EntrantState.DISQUALIFIED for one in sent_away)


def larks(*agreed: str) -> Book:
    """A tournament of teams of two, into which ann brought a team with bob; who agreed entered with it."""
    wanted = settings()
    wanted.entry.boards, wanted.entry.substitutes = 2, 1
    book = open_book(wanted=wanted)
    named = (("players/ann", "Queen"), ("players/bob", "Fool"))
    decided(book, lambda b: enter(b, Entering(caller=caller("ann"), players=named, team="The Larks")))
    for name in agreed:
        decided(book, lambda b: enter(b, Entering(caller=caller(name), team="the larks")))  # noqa: B023 - called at once
    return book


def the_larks(book: Book) -> Entry:
    return book.entrants[EntrantId("team-the-larks")]


def test_who_was_named_by_a_captain_is_invited_and_not_bound() -> None:
    book = larks()

    assert the_larks(book).members == (("players/ann", "Ann"),)
    assert the_larks(book).state is EntrantState.PAUSED
    assert dict(the_larks(book).players)["players/bob"] == "bob"  # not what the captain says
    decided(book, lambda b: enter(b, Entering(caller=caller("bob"), players=(caller("bob"), caller("cyd")))))
    assert book.player_of["players/bob"] == "team-2"
    again = Entering(caller=caller("bob"), team="The Larks")
    assert reason_of(lambda: enter(book, again)) == "ENTRANT_DUPLICATE"


def test_who_agrees_plays_under_its_own_name_and_the_team_is_complete() -> None:
    book = larks("bob")

    assert the_larks(book).members == (("players/ann", "Ann"), ("players/bob", "Bob"))
    assert the_larks(book).state is EntrantState.ACTIVE
    assert book.player_of == {"players/ann": "team-the-larks", "players/bob": "team-the-larks"}
    stranger = Entering(caller=caller("eve"), players=(caller("eve"), caller("fay")), team="The Larks")
    assert reason_of(lambda: enter(book, stranger)) == "ENTRANT_DUPLICATE"


@pytest.mark.parametrize("agreed", [(), ("bob",)])
def test_a_member_takes_only_itself_out_of_a_team(agreed: tuple[str, ...]) -> None:
    book = larks(*agreed)

    decided(book, lambda b: turn(b, "team-the-larks", EntrantState.WITHDRAWN, "players/bob"))

    assert (the_larks(book).state, the_larks(book).state_reason) == (EntrantState.PAUSED, "incomplete")
    assert book.player_of == {"players/ann": "team-the-larks"}
    assert reason_of(lambda: turn(book, "team-the-larks", EntrantState.ACTIVE, "players/ann")) == (
        "ENTRANT_STATE_WRONG"
    )


def test_who_is_only_invited_does_not_speak_for_the_team() -> None:
    book = larks()

    with pytest.raises(PermissionDenied):
        turn(book, "team-the-larks", EntrantState.ACTIVE, "players/bob")
    with pytest.raises(PermissionDenied):
        request_bye(book, "team-the-larks", 1, "players/bob")


def test_a_captain_who_withdraws_frees_all_and_comes_back_with_those_who_are_free() -> None:
    book = larks("bob")
    decided(book, lambda b: turn(b, "team-the-larks", EntrantState.WITHDRAWN, "players/ann"))
    assert not book.player_of

    decided(book, lambda b: turn(b, "team-the-larks", EntrantState.ACTIVE, "players/ann"))
    assert set(book.player_of) == {"players/ann", "players/bob"}

    decided(book, lambda b: turn(b, "team-the-larks", EntrantState.WITHDRAWN, "players/ann"))
    decided(book, lambda b: enter(b, Entering(caller=caller("bob"), players=(caller("bob"), caller("cyd")))))
    assert reason_of(lambda: turn(book, "team-the-larks", EntrantState.ACTIVE, "players/ann")) == (
        "ENTRANT_DUPLICATE"
    )
    decided(book, lambda b: turn(b, "team-the-larks", EntrantState.DISQUALIFIED, ORGANIZER, "because"))
    assert book.player_of == {"players/bob": "team-2"}


def test_an_organiser_enters_by_hand_who_is_not_asked() -> None:
    wanted = settings()
    wanted.entry.boards = 2
    book = open_book(wanted=wanted)
    named = (("players/gus", "Gus"), ("players/hal", "Hal"))

    decided(book, lambda b: enter(b, Entering(caller=(ORGANIZER, "Olga"), players=named, team="Owls")))

    assert book.entrants[EntrantId("team-owls")].members == named
    assert book.entrants[EntrantId("team-owls")].state is EntrantState.ACTIVE


def test_there_are_no_teams_where_players_enter_for_themselves() -> None:
    assert reason_of(lambda: enter(open_book(), Entering(caller=caller("ann"), team="Larks"))) == (
        "FIELD_INVALID"
    )


def test_an_incomplete_team_does_not_hold_up_the_start() -> None:
    book = larks()
    for first, second in (("cyd", "dan"), ("eve", "fay"), ("gus", "hal")):
        named = (caller(first), caller(second))
        decided(book, lambda b: enter(b, Entering(caller=(ORGANIZER, "Olga"), players=named)))  # noqa: B023 - called at once
    decided(book, lambda b: turn(b, "team-the-larks", EntrantState.WITHDRAWN, "players/bob"))

    life.check_field(book)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("entry.boards", lambda s: setattr(s.entry, "boards", 4)),
        ("entry.max_entrants", lambda s: setattr(s.entry, "max_entrants", 3)),
        ("entry.partners", lambda s: setattr(s.entry, "partners", 2)),
        ("tables.game", lambda s: setattr(s.tables, "game", "games/signal_fire")),
    ],
)
def test_terms_do_not_change_against_those_who_entered(
    field: str, change: Callable[[tournament_pb2.Tournament], None]
) -> None:
    book = open_book(*FOUR)
    wanted = settings()
    change(wanted)

    with pytest.raises(InvalidArgument) as refused:
        life.update(book, wanted)
    assert (refused.value.reason, refused.value.field) == (
        "TOURNAMENT_SETTING_INVALID",
        f"tournament.{field}",
    )
    assert life.update(open_book(), wanted)  # while nobody entered it may

    if field in ("entry.boards", "entry.partners"):
        commit(book, TournamentChange(settings=wanted))  # as it was possible once
        with pytest.raises(InvalidArgument):
            life.start(book)


@pytest.mark.parametrize(
    ("field", "size"), [("entry.boards", (3, 0)), ("entry.substitutes", (1, 0)), ("entry.boards", (0, 0))]
)
def test_teams_stay_as_great_as_they_entered(field: str, size: tuple[int, int]) -> None:
    book = larks("bob")
    wanted = settings()
    wanted.entry.boards, wanted.entry.substitutes = size

    with pytest.raises(InvalidArgument) as refused:
        life.update(book, wanted)
    assert refused.value.field == f"tournament.{field}"
