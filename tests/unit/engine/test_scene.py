"""What is put together from bytes reads as the message that says it plainly."""

from __future__ import annotations

import pytest

from nurselog.api.game.v1 import table_pb2 as pb
from nurselog.engine import facts
from nurselog.engine.history import Moment
from nurselog.engine.live import LiveTable
from nurselog.engine.rendering import StepFrames, token
from nurselog.engine.scene import clock_messages, legal_texts
from nurselog.rules.api import AnyRules, Audience, audiences
from tests.support.engine_world import ANN, BOB, CID, World, fischer
from tests.support.toy_games import TOYS


def plainly(table: LiveTable, moment: Moment, audience: Audience) -> pb.TableUpdate:
    play, rules = moment.play, table.rules
    update = pb.TableUpdate(
        kind=pb.UPDATE_KIND_STEP,
        version=play.version,
        resume_token=token(table.epoch, play.version),
        seat=moment.mover,
        house_move=moment.house_move,
        legal_moves=legal_texts(rules, moment, audience),
    )
    for event in moment.events:
        update.events.add().Pack(rules.wire.event_to_proto(event.seen_by(audience)))
    view = update.view
    view.name, view.version, view.seat = table.address.name, play.version, audience
    view.state = pb.TABLE_STATE_PLAYING if play.outcome is None else pb.TABLE_STATE_FINISHED
    view.decisions.extend(facts.decision_message(decision) for decision in play.decisions)
    view.game_view.Pack(rules.view(play.state, audience))
    view.can_undo = play.can_undo(audience)
    view.left_seats.extend(departure.seat for departure in play.departures)
    if moment.clocks.rule is not None:
        view.clocks.extend(clock_messages(moment))
    if play.outcome is not None:
        view.outcome.CopyFrom(facts.outcome_message(play.outcome))
    return update


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.spec.name)
@pytest.mark.parametrize("timed", [False, True])
async def test_every_step_of_a_play_for_every_audience(rules: AnyRules, *, timed: bool) -> None:
    world = World(rules)
    name = await world.table(3, clock=fischer(60_000) if timed else None)
    await world.submit(name, CID, "!leave")
    while (table := await world.live(name)).play.decisions:
        seat = table.play.decisions[0].seat
        move = rules.legal_moves(table.play.state, seat)[0]
        await world.submit(name, (ANN, BOB, CID)[seat], rules.notation.format(move))
    for moment in table.past:
        for audience in audiences(3):
            frame = StepFrames(table, moment).of(audience, legal=True)
            assert normal(pb.TableUpdate.FromString(frame), rules) == normal(
                plainly(table, moment, audience), rules
            )


def normal(update: pb.TableUpdate, rules: AnyRules) -> pb.TableUpdate:
    """Maps have no order in bytes: read what is packed, and pack it in one order."""
    packed = [(event, rules.wire.event_type) for event in update.events]
    for one, kind in [*packed, (update.view.game_view, rules.wire.view_type)]:
        one.value = kind.FromString(one.value).SerializeToString(deterministic=True)
    return update
