"""Laws of steps: what a move does to a state, and what it may not do."""

from typing import Any

from nurselog.rules.api import Event
from nurselog.rules.canonical import NotCanonical, canonical, checked, digest
from nurselog.rules.chance import RecordingChance
from nurselog.rules.conformance.suite import LawBroken, Moment, Played, law, require
from nurselog.rules.walk import SCOPE


def _repeated(played: Played, moment: Moment) -> Any:
    rules = played.rules
    move = rules.notation.parse(moment.text)
    return rules.apply(moment.before.state, moment.seat, move, played.same_luck(moment))


@law
def a_move_leaves_the_state_before_it_untouched(played: Played) -> None:
    for moment in played.moments:
        before = canonical(moment.before.state)
        _repeated(played, moment)
        require(canonical(moment.before.state) == before, f"{moment.text} changes the state it is applied to")


@law
def states_hold_what_their_classes_declare(played: Played) -> None:
    for play in played.plays:
        try:
            found = checked(play.state)
        except NotCanonical as problem:
            raise LawBroken(f"version {play.version}: {problem}") from problem
        require(found == canonical(play.state), f"version {play.version} holds what no class declares")


@law
def the_same_move_with_the_same_luck_does_the_same(played: Played) -> None:
    for moment in played.moments:
        step = _repeated(played, moment)
        require(digest(step.state) == moment.made.entry.digest, f"{moment.text} leads to another state")
        require(step.events == moment.made.events, f"{moment.text} tells other events when repeated")


@law
def components_are_conserved(played: Played) -> None:
    all_of_them = played.rules.components(played.plays[0].state)
    require(list(all_of_them) == sorted(all_of_them), f"components are not sorted: {all_of_them}")
    for play in played.plays[1:]:
        now = played.rules.components(play.state)
        lost = f"{sorted(set(all_of_them) ^ set(now))}" if set(all_of_them) != set(now) else "their numbers"
        require(now == all_of_them, f"version {play.version}: components differ from the setup: {lost}")


@law
def undoable_steps_draw_no_luck(played: Played) -> None:
    for moment in played.moments:
        if moment.made.play.earlier:
            require(not moment.made.entry.luck, f"{moment.text} drew luck and can be taken back")


@law
def luck_and_simultaneous_decisions_are_declared(played: Played) -> None:
    features = played.rules.spec.features
    for commit in played.commits:
        if "luck" not in features:
            require(not commit.entry.luck, f"{commit.entry.move} drew luck, a feature that is not declared")
        if "simultaneous" not in features:
            deciding = len(commit.play.decisions)
            require(deciding <= 1, f"{deciding} seats decide at once, a feature that is not declared")


@law
def events_have_a_message_for_everybody(played: Played) -> None:
    wire = played.rules.wire
    for commit in played.commits:
        for event in commit.events:
            _require_private_once(played, event)
            for audience in played.audiences:
                message = wire.event_to_proto(event.seen_by(audience))
                name = type(message).__name__
                require(isinstance(message, wire.event_type), f"{commit.entry.move} is told by a {name}")


def _require_private_once(played: Played, event: Event[Any]) -> None:
    seats = [seat for seat, _ in event.private]
    require(len(set(seats)) == len(seats), f"a seat is told twice: {event}")
    require(set(seats) <= set(played.seats), f"a seat is told that is not there: {event}")


@law
def the_setup_is_decided_by_options_seats_and_luck(played: Played) -> None:
    chance = RecordingChance(played.luck(SCOPE, 0))
    step = played.rules.setup(played.setting.options, played.setting.seat_count, chance)
    first = played.commits[0]
    require(digest(step.state) == first.entry.digest, "the setup comes to another state when repeated")
    require(tuple(chance.luck) == first.entry.luck, "the setup draws other luck when repeated")
    require(step.events == first.events, "the setup tells other events when repeated")
