"""Laws of information: nobody learns what must not be known.

The witness is `redeal`: another world that looks the same to one audience. Whatever that audience is shown
must be the same in both worlds; otherwise it could tell them apart.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from nurselog.rules.api import AnyRules, Audience, Seat, Step
from nurselog.rules.canonical import digest
from nurselog.rules.conformance.suite import Moment, Played, law, require, world_for
from nurselog.rules.fold import Play

T = TypeVar("T")

REDEALS: Final = 20
MOST_LOOKS: Final = 1_000
"""So many pairs of a version and an audience are looked at in one play."""


def _worlds(played: Played) -> Iterator[tuple[Play[Any], Audience, Any]]:
    """Each version, each audience, a state that looks the same to it."""
    for play in _some(played, played.plays):
        for audience in played.audiences:
            yield play, audience, played.other_world(play, audience)


def _some(played: Played, items: Sequence[T]) -> Sequence[T]:
    """All versions of a short play; of a long one some, evenly spread, in each play others."""
    step = 1 + len(items) * len(played.audiences) // MOST_LOOKS
    return items[played.setting.seed % step :: step]


def _differs(play: Play[Any], audience: Audience, what: str) -> str:
    return (
        f"version {play.version}: {what} of {world_for(audience)} tells worlds apart that must look the same"
    )


@law
def views_have_their_message_and_repeat(played: Played) -> None:
    view_type = played.rules.wire.view_type
    for play in played.plays:
        for audience in played.audiences:
            view = played.rules.view(play.state, audience)
            require(isinstance(view, view_type), f"a view is a {type(view).__name__}")
            require(view == played.rules.view(play.state, audience), "a view is another when asked again")


@law
def a_view_does_not_leak(played: Played) -> None:
    for play, audience, other in _worlds(played):
        require(_looks_same(played, play, other, audience), _differs(play, audience, "the view"))


@law
def legal_moves_do_not_leak(played: Played) -> None:
    rules = played.rules
    for play, audience, other in _worlds(played):
        require(
            rules.decisions(other) == rules.decisions(play.state), _differs(play, audience, "the decisions")
        )
        decision = play.decision_of(audience)
        if decision is None:
            continue
        seat = decision.seat
        here, there = played.legal_moves(play, seat), rules.legal_moves(other, seat)
        same = _menu(rules, other, seat, there) == _menu(rules, play.state, seat, here)
        require(same, _differs(play, audience, "the list of legal moves"))
        same = rules.timeout_move(other, seat) == rules.timeout_move(play.state, seat)
        require(same, _differs(play, audience, "the timeout move"))


def _menu(rules: AnyRules, state: Any, seat: Seat, moves: tuple[Any, ...]) -> list[tuple[str, str]]:
    return [(rules.notation.format(move), rules.label(state, seat, move)) for move in moves]


@law
def a_redealt_world_has_the_same_components(played: Played) -> None:
    for play, audience, other in _worlds(played):
        same = played.rules.components(other) == played.rules.components(play.state)
        require(same, f"version {play.version}: redealt for {world_for(audience)}, components differ")


@law
def a_redealt_world_is_another(played: Played) -> None:
    """Where something is hidden at the start, redealing must be able to find another world."""
    if "hidden_information" not in played.rules.spec.features:
        return
    state = played.plays[0].state
    found = {
        digest(played.rules.redeal(state, audience, played.luck(f"redeal {audience}", number)))
        for audience in played.audiences
        for number in range(REDEALS)
    }
    require(len(found) > 1, "redealing the setup always gives the same world, and yet something is hidden")


@law
def events_tell_no_more_than_views(played: Played) -> None:
    """The same move in a world that looks the same before and after it is told in the same words."""
    for moment, audience, other in _worlds_at(played, _moments(played)):
        there = _elsewhere(played, moment, other)
        if there is None or not _looks_same(played, moment.made.play, there.state, audience):
            continue
        told = [event.seen_by(audience) for event in moment.made.events]
        same = told == [event.seen_by(audience) for event in there.events]
        where = f"version {moment.made.play.version}: {moment.text}"
        require(same, f"{where}: the events tell {world_for(audience)} more than the view: {told}")


@law
def undoable_steps_reveal_nothing(played: Played) -> None:
    """Whoever could not tell two worlds apart before a step that can be taken back cannot do so after it."""
    undoable = [moment for moment in _moments(played) if moment.made.play.earlier]
    for moment, audience, other in _worlds_at(played, undoable):
        if not _looks_same(played, moment.before, other, moment.seat):
            continue
        there = _elsewhere(played, moment, other)
        if there is not None:
            same = _looks_same(played, moment.made.play, there.state, audience)
            require(
                same, f"{moment.text} can be taken back, and yet it shows {world_for(audience)} something"
            )


def _moments(played: Played) -> Sequence[Moment]:
    return _some(played, tuple(played.moments))


def _worlds_at(played: Played, moments: Iterable[Moment]) -> Iterator[tuple[Moment, Audience, Any]]:
    """Each commit, each audience, worlds that looked the same to it before the commit."""
    for moment in moments:
        for audience in played.audiences:
            yield moment, audience, played.other_world(moment.before, audience)
            if audience != moment.seat:
                other = played.other_world(moment.before, moment.seat)
                if _looks_same(played, moment.before, other, audience):
                    yield moment, audience, other


def _looks_same(played: Played, here: Play[Any], there: Any, audience: Audience) -> bool:
    view = played.rules.view
    return bool(view(here.state, audience) == view(there, audience))


def _elsewhere(played: Played, moment: Moment, other: Any) -> Step[Any, Any] | None:
    """The moment's move in another world, where it is legal there, with the same luck."""
    rules = played.rules
    move = rules.notation.parse(moment.text)
    if rules.reject(other, moment.seat, move) is not None:
        return None
    return rules.apply(other, moment.seat, move, played.same_luck(moment))
