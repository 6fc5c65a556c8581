"""Line-ups of teams: the captain says who plays from the next round on, in the order of the boards."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument, PermissionDenied
from nurselog.tournament import changes, show
from nurselog.tournament.book import Book, State
from nurselog.tournament.course import inputs
from nurselog.tournament.lineups import explained, set_lineup
from nurselog.tournament.pure import format_named
from nurselog.tournament.values import EntrantId
from tests.support.books import ORGANIZER, commit, decided, entrant, open_book, settings

LARKS = ("ann", "bob", "cyd")
OWLS = ("dan", "eve")


def league(*, running: bool = True, boards: int = 2) -> Book:
    """Two teams at two boards; the Larks have a substitute."""
    wanted = settings(tournament_pb2.Stage(round_robin=tournament_pb2.RoundRobin(double=True)))
    wanted.entry.boards, wanted.entry.substitutes = boards, 1
    book = open_book(wanted=wanted)
    commit(book, changes.entered(entrant("larks", *LARKS)), changes.entered(entrant("owls", *OWLS)))
    if running:
        begun = TournamentChange.StageBegun(stage=1, entrants=["larks", "owls"], ratings=[1500] * 2, rounds=2)
        commit(book, changes.moved(State.TOURNAMENT_STATE_RUNNING), TournamentChange(stage_begun=begun))
    return book


def line_up(book: Book, *players: str, reason: str = "Bob is ill.", caller: str = "players/ann") -> Book:
    return decided(book, lambda b: set_lineup(b, "larks", named(players), reason, caller))


def named(players: Sequence[str]) -> list[str]:
    return [f"players/{one}" for one in players]


def lineup(book: Book) -> list[str]:
    """As the next round would be paired."""
    (team,) = (one for one in inputs(book)[1].entrants if one.id == "larks")
    return [one.partition("/")[2] for one in team.lineup]


def refusal(book: Book, *players: str, **more: str) -> InvalidArgument:
    with pytest.raises(InvalidArgument) as refused:
        line_up(book, *players, **more)
    return refused.value


def test_who_rests_is_left_out_and_the_others_move_up() -> None:
    book = line_up(league(), "ann", "cyd")

    assert lineup(book) == ["ann", "cyd"]
    assert [one.player for one in show.entrant(book, book.entrants[EntrantId("larks")]).players] == named(
        LARKS
    )


def test_it_stays_until_it_is_changed_again() -> None:
    book = line_up(line_up(league(), "ann", "cyd"), *LARKS, reason="Bob is back.")

    assert lineup(book) == list(LARKS)
    told = show.entrant(book, book.entrants[EntrantId("larks")])
    assert (list(told.lineup), told.lineup_reason) == (named(LARKS), "Bob is back.")


def test_the_next_pairing_has_it_with_the_reason() -> None:
    book = line_up(league(), "ann", "cyd")
    terms, event = inputs(book)

    (match,) = explained(book, format_named(terms.format).pair(terms, event))

    larks = match.lineups[match.seats.index(EntrantId("larks"))]
    assert list(larks) == named(("ann", "cyd"))
    reason = match.reasons[-1]
    assert (reason.kind, reason.entrant, reason.text) == ("lineup", "larks", "Bob is ill.")
    commit(book, changes.round_paired(1, [match], (book.version, "")))
    shown = show.pairing(book, book.rounds[0], book.rounds[0].pairings[match.id])
    assert {one.display_name: list(one.lineup) for one in shown.entrants} == {
        "Larks": named(("ann", "cyd")),
        "Owls": named(OWLS),
    }


def test_a_round_that_is_paired_keeps_the_line_up_it_was_published_with() -> None:
    book = league()
    terms, event = inputs(book)
    pairings = format_named(terms.format).pair(terms, event)
    commit(book, changes.round_paired(1, pairings, (book.version, "")), changes.round_published(1, 0))

    line_up(book, "ann", "cyd")

    (match,) = book.rounds[0].pairings.values()
    assert named(LARKS) in [list(one) for one in match.pairing.lineups]


def test_before_the_start_the_captain_gives_the_order_of_the_boards_after_it_nobody() -> None:
    book = line_up(league(running=False), "cyd", "ann", "bob", reason="")
    assert [player for player, _ in book.entrants[EntrantId("larks")].players] == named(("cyd", "ann", "bob"))

    refused = refusal(league(), "cyd", "ann")

    assert (refused.reason, refused.field) == ("LINEUP_INVALID", "players")


def test_after_the_start_it_needs_a_reason() -> None:
    assert refusal(league(), "ann", "cyd", reason=" ").field == "reason"


@pytest.mark.parametrize(
    "players",
    [("ann", "dan"), ("ann", "ann"), (), ("ann", "bob", "cyd", "zoe")],
    ids="-".join,
)
def test_others_twice_or_too_few_are_refused(players: tuple[str, ...]) -> None:
    refused = refusal(league(), *players)

    assert (refused.reason, refused.field) == ("LINEUP_INVALID", "players")


def test_half_of_the_boards_are_enough() -> None:
    assert lineup(line_up(league(), "cyd")) == ["cyd"]


@pytest.mark.parametrize("caller", ["players/bob", "players/dan", "players/zoe"])
def test_only_the_captain_and_the_organiser_say_it(caller: str) -> None:
    with pytest.raises(PermissionDenied):
        line_up(league(), "ann", "cyd", caller=caller)
    assert lineup(line_up(league(), "ann", "cyd", caller=ORGANIZER)) == ["ann", "cyd"]


def test_the_same_again_changes_nothing() -> None:
    book = line_up(league(), "ann", "cyd")

    assert set_lineup(book, "larks", named(("ann", "cyd")), "Again.", "players/ann") == []


def test_when_one_who_plays_leaves_the_team_the_substitutes_move_up() -> None:
    book = line_up(league(), "ann", "bob", reason="As ever.")
    left = TournamentChange.Left(entrant="larks", player="players/bob")

    commit(book, TournamentChange(left=left))

    assert lineup(book) == ["ann", "cyd"]


def test_players_who_sit_alone_have_no_line_up_and_a_finished_event_no_next_round() -> None:
    alone = open_book("ann", "bob")
    with pytest.raises(InvalidArgument):
        set_lineup(alone, "ann", ["players/ann"], "", "players/ann")
    over = commit(league(), changes.moved(State.TOURNAMENT_STATE_FINISHED))
    with pytest.raises(FailedPrecondition):
        line_up(over, "ann", "cyd")
