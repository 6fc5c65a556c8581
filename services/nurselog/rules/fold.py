"""A play as the fold of its log: `begin`, then `advance` once per commit, or `replay` from what was stored.

What a `Play` holds is a function of the entries alone, so all who read the same log have the same play.
Who may sit where, clocks and storage are not here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from nurselog.rules import house as _house
from nurselog.rules.api import (
    HOUSE,
    AnyRules,
    Chance,
    Decision,
    Options,
    Outcome,
    Seat,
    Step,
    Unreadable,
)
from nurselog.rules.canonical import digest
from nurselog.rules.chance import Luck, LuckMismatch, RecordedChance, RecordingChance
from nurselog.rules.house import Departure, House, LeaverPolicy
from nurselog.rules.play import Advance, Entry, OpenDecision, Play
from nurselog.rules.refusals import (
    DecisionClosed,
    Illegal,
    NothingToUndo,
    PlayOver,
    Refused,
    ReplayMismatch,
    SeatLeft,
)

__all__ = [
    "Advance",
    "DecisionClosed",
    "Departure",
    "Entry",
    "Illegal",
    "LeaverPolicy",
    "Luck",
    "NothingToUndo",
    "OpenDecision",
    "Play",
    "PlayOver",
    "Refused",
    "ReplayMismatch",
    "SeatLeft",
    "Unreadable",
    "advance",
    "begin",
    "follow",
    "replay",
]


def begin(rules: AnyRules, options: Options, seat_count: int, chance: Chance) -> Advance[Any]:
    """Version 0. Options are complete and the number of seats is allowed."""
    luck = RecordingChance(chance)
    step = rules.setup(options, seat_count, luck)
    before = Play(-1, step.state, (), None, _house.new_house(seat_count), ply=-1)
    return _commit(rules, before, _Move(HOUSE, _house.SETUP, before.house), step, luck, _NO_DEPARTURE)


def advance(
    rules: AnyRules,
    play: Play[Any],
    seat: Seat,
    move: object,
    chance: Chance,
    *,
    policy: LeaverPolicy,
) -> Advance[Any]:
    """The next version. The move is a text in notation, a house move, or the game's own value.

    `seat` is whose move it is or whom the house's move concerns; `HOUSE` for `!abort` and `!overrule`.
    Whether the caller may send a house move is the caller's business: `house.SEAT_MOVES` are those of
    players. Raises `Unreadable` or `Refused`.
    """
    if isinstance(move, str):
        if move.startswith("!"):
            return _house_move(rules, play, seat, move, chance, policy)
        move = rules.notation.parse(move)
    if play.house.departures and policy is not LeaverPolicy.BOT and play.house.departed(seat):
        raise SeatLeft(f"Seat {seat} has left; the house plays it.")
    _check_open(play, seat)
    rejection = rules.reject(play.state, seat, move)
    if rejection is not None:
        raise Illegal(rejection)
    luck = RecordingChance(chance)
    step = rules.apply(play.state, seat, move, luck)
    made = _Move(seat, rules.notation.format(move), play.house.after_move(seat), undoable=step.undoable)
    return _commit(rules, play, made, step, luck, policy)


def replay(
    rules: AnyRules, options: Options, seat_count: int, entries: Iterable[Entry], *, policy: LeaverPolicy
) -> Iterator[Advance[Any]]:
    """The commits of a whole log, one by one. Raises `ReplayMismatch` where the rules contradict the log."""
    rest = iter(entries)
    for entry in rest:
        chance = RecordedChance(entry.luck)
        try:
            first = begin(rules, options, seat_count, chance)
        except LuckMismatch as mismatch:
            raise ReplayMismatch(0, str(mismatch)) from mismatch
        _compare(first, entry, chance)
        yield first
        yield from follow(rules, first.play, rest, policy=policy)


def follow(
    rules: AnyRules, play: Play[Any], entries: Iterable[Entry], *, policy: LeaverPolicy
) -> Iterator[Advance[Any]]:
    """The commits after a known play, one by one. Raises `ReplayMismatch`."""
    for entry in entries:
        chance = RecordedChance(entry.luck)
        try:
            made = advance(rules, play, entry.seat, entry.move, chance, policy=policy)
        except (LuckMismatch, Refused, Unreadable) as problem:
            raise ReplayMismatch(play.version + 1, f"{entry.move}: {problem}") from problem
        _compare(made, entry, chance)
        yield made
        play = made.play


def _compare(made: Advance[Any], entry: Entry, chance: RecordedChance) -> None:
    version = made.play.version
    if (entry.seat, entry.move) != (made.entry.seat, made.entry.move):
        told, is_ = f"{entry.seat}:{entry.move}", f"{made.entry.seat}:{made.entry.move}"
        raise ReplayMismatch(version, f"the log says {told}, the canonical text is {is_}")
    if chance.remaining:
        raise ReplayMismatch(version, f"{chance.remaining} recorded answers of luck were never asked for")
    if entry.digest and entry.digest != made.entry.digest:  # a record written by hand has none
        told, is_ = entry.digest.hex(), made.entry.digest.hex()
        raise ReplayMismatch(version, f"the log's digest is {told}, the rules make {is_}")


# --- One commit -------------------------------------------------------------------------------------------

_NO_DEPARTURE: Final = LeaverPolicy.TIMEOUT_MOVES


class _Move(NamedTuple):
    seat: Seat
    text: str
    house: House
    undoable: bool = False


def _check_open(play: Play[Any], seat: Seat) -> None:
    if play.outcome is not None:
        raise PlayOver("The play is over.")
    if play.decision_of(seat) is None:
        raise DecisionClosed(f"Seat {seat} has nothing to decide now.")


def _commit(
    rules: AnyRules,
    play: Play[Any],
    made: _Move,
    step: Step[Any, Any],
    luck: RecordingChance,
    policy: LeaverPolicy,
) -> Advance[Any]:
    state = step.state
    version = play.version + 1
    decisions = _still_open(play.decisions, rules.decisions(state), made.seat, version)
    outcome: Outcome | None = None
    if not decisions:
        outcome = _natural_end(rules, state, made.house, policy)
    elif made.house.departures:
        outcome = _house.ended_early(rules, state, made.house, policy)
        decisions = () if outcome else decisions
    earlier: tuple[Any, ...] = ()
    undone = 0
    if made.undoable:
        same_run = play.taken_back_by == made.seat
        earlier = (*play.earlier, play.state) if same_run else (play.state,)
        undone = play.undone if same_run else 0
    return Advance(
        Play(version, state, decisions, outcome, made.house, made.seat, earlier, undone, play.ply + 1),
        Entry(made.seat, made.text, tuple(luck.luck), digest(state)),
        step.events,
    )


def _natural_end(rules: AnyRules, state: object, house: House, policy: LeaverPolicy) -> Outcome:
    outcome = rules.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{rules.spec.name}: nobody has anything to decide, and yet the play is not over")
    return _house.settle(rules, state, outcome, house, policy)


def _still_open(
    before: Sequence[OpenDecision], now: Sequence[Decision], mover: Seat, version: int
) -> tuple[OpenDecision, ...]:
    """A decision keeps its id unless it is the mover's own: that one was answered, and opens anew."""
    ids = {(seat, kind): opened for seat, kind, opened in before if seat != mover}
    return tuple([OpenDecision(one.seat, one.kind, ids.get((one.seat, one.kind), version)) for one in now])


# --- Moves of the house -----------------------------------------------------------------------------------


def _house_move(
    rules: AnyRules, play: Play[Any], seat: Seat, text: str, chance: Chance, policy: LeaverPolicy
) -> Advance[Any]:
    if play.outcome is not None:
        raise PlayOver("The play is over.")
    match text:
        case _house.TIMEOUT:
            return _timeout(rules, play, seat, chance, policy)
        case _house.UNDO:
            return _undo(rules, play, seat)
        case _house.ABORT | _house.OVERRULE:
            return _stop(play, text, play.house)
        case _ if seat == HOUSE and (missing := _house.no_shows_of(text, play.seat_count)):
            return _stop(play, text, replace(play.house, no_shows=missing))
        case _ if _house.is_note(text, by_house=seat == HOUSE):
            return _note(play, seat, text)
        case _:
            return _depart(rules, play, seat, text, policy)


def _timeout(
    rules: AnyRules, play: Play[Any], seat: Seat, chance: Chance, policy: LeaverPolicy
) -> Advance[Any]:
    _check_open(play, seat)
    luck = RecordingChance(chance)
    step = rules.apply(play.state, seat, rules.timeout_move(play.state, seat), luck)
    house = play.house.after_timeout(seat, play.version + 1, policy)
    return _commit(rules, play, _Move(seat, _house.TIMEOUT, house), step, luck, policy)


def _undo(rules: AnyRules, play: Play[Any], seat: Seat) -> Advance[Any]:
    if not play.can_undo(seat):
        raise NothingToUndo(f"Seat {seat} has made no move that can be taken back, or took back too often.")
    state, version = play.earlier[-1], play.version + 1
    decisions = _still_open(play.decisions, rules.decisions(state), seat, version)
    earlier, undone = play.earlier[:-1], play.undone + 1
    before = Play(version, state, decisions, None, play.house, seat, earlier, undone, play.ply - 1)
    return Advance(before, Entry(seat, _house.UNDO, (), digest(state)), ())


def _depart(rules: AnyRules, play: Play[Any], seat: Seat, text: str, policy: LeaverPolicy) -> Advance[Any]:
    ended_by = _house.departing(text)
    if ended_by is None:
        raise Unreadable(f"The house has no move {text[:60]!r}.")
    _check_seated(play, seat)
    house = play.house.depart(seat, ended_by, play.version + 1)
    outcome = _house.ended_early(rules, play.state, house, policy)
    return _beside_the_game(play, seat, text, house, outcome)


def _check_seated(play: Play[Any], seat: Seat) -> None:
    if not 0 <= seat < play.seat_count or play.house.departed(seat):
        raise SeatLeft(f"Nobody sits in seat {seat} any more.")


def _note(play: Play[Any], seat: Seat, text: str) -> Advance[Any]:
    """A commit that changes nothing in the play: what could be taken back still can."""
    if seat != HOUSE:
        _check_seated(play, seat)
    return Advance(play._replace(version=play.version + 1), Entry(seat, text, (), digest(play.state)), ())


def _stop(play: Play[Any], text: str, house: House) -> Advance[Any]:
    """A play without a result."""
    reason = _house.OVERRULED if text == _house.OVERRULE else _house.ABORTED
    return _beside_the_game(play, HOUSE, text, house, Outcome(reason, ()))


def _beside_the_game(
    play: Play[Any], seat: Seat, text: str, house: House, outcome: Outcome | None
) -> Advance[Any]:
    """A commit that leaves the game's state and its decisions alone, or ends them."""
    decisions = play.decisions if outcome is None else ()
    after = Play(play.version + 1, play.state, decisions, outcome, house, ply=play.ply)
    return Advance(after, Entry(seat, text, (), digest(play.state)), ())
