"""A random walk through a game: the same setting always walks the same way.

Tests, golden files and measurements are made of walks; bots are not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from nurselog.rules import house as _house
from nurselog.rules.api import HOUSE, AnyRules, Options, Seat
from nurselog.rules.chance import SeededChance, luck_key, seed_hash
from nurselog.rules.fold import Advance, LeaverPolicy, Play, advance, begin
from nurselog.rules.record import Record

SCOPE: Final = "walk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """All that decides a walk."""

    options: Options
    seat_count: int
    seed: int = 0
    """Of the luck, and of what is chosen."""
    stop: int | None = None
    """The walk ends after so many moves, if the play has not ended before."""
    policy: LeaverPolicy = LeaverPolicy.TIMEOUT_MOVES
    with_house: bool = False
    """Whether seats take back, run out of time and leave as well."""

    @property
    def secret(self) -> bytes:
        return self.seed.to_bytes(32, "big")

    @property
    def key(self) -> bytes:
        return luck_key(self.secret, ("",) * (self.seat_count + 1))


class StuckPlay(RuntimeError):
    """A play that is not over, and yet the seat that is to decide has no legal move."""


def walk(rules: AnyRules, setting: Setting) -> Iterator[Advance[Any]]:
    """The commits of a random play, the setup first. Raises `StuckPlay`."""
    made = begin(rules, setting.options, setting.seat_count, SeededChance(setting.key, SCOPE, 0))
    yield made
    while not made.play.is_over and (setting.stop is None or made.play.version < setting.stop):
        play = made.play
        will = SeededChance(setting.key, "will", play.version)
        chance = SeededChance(setting.key, SCOPE, play.version + 1)
        seat, move = _chosen(rules, play, will, with_house=setting.with_house)
        made = advance(rules, play, seat, move, chance, policy=setting.policy)
        yield made


def _chosen(rules: AnyRules, play: Play[Any], will: SeededChance, *, with_house: bool) -> tuple[Seat, Any]:
    seat = play.decisions[will.below(len(play.decisions))].seat
    if play.house.departed(seat):
        return seat, _house.TIMEOUT
    if with_house and will.below(6) == 0:
        return _chosen_by_the_house(play, seat, will)
    moves = rules.legal_moves(play.state, seat)
    if not moves:
        raise StuckPlay(f"version {play.version}: seat {seat} has a decision and no legal move")
    return seat, moves[will.below(len(moves))]


def _chosen_by_the_house(play: Play[Any], seat: Seat, will: SeededChance) -> tuple[Seat, str]:
    if play.earlier and will.below(2):
        return play.taken_back_by, _house.UNDO
    moves = [_house.TIMEOUT] * 6 + [_house.LEAVE, _house.RESIGN, _house.REMOVE, _house.FORFEIT]
    if will.below(100) == 0:
        return HOUSE, (_house.ABORT, _house.OVERRULE)[will.below(2)]
    return seat, moves[will.below(len(moves))]


def record_of(rules: AnyRules, setting: Setting, commits: list[Advance[Any]]) -> Record:
    """The record of a walk, its seed revealed."""
    return Record(
        game=rules.spec.name,
        rules_version=rules.spec.rules_version,
        table=SCOPE,
        options=dict(setting.options),
        policy=setting.policy,
        seat_names=tuple(f"walker {seat}" for seat in range(setting.seat_count)),
        outcome=commits[-1].play.outcome,
        seed_hash=seed_hash(setting.secret),
        seed=setting.secret,
        scope=SCOPE,
        entries=tuple(commit.entry for commit in commits),
    )
