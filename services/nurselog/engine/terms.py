"""What a table was opened with, ready for use: options, clock, leaver policy, durability."""

from __future__ import annotations

from dataclasses import dataclass

from nurselog.api.common.v1 import clock_pb2
from nurselog.api.game.v1 import table_pb2
from nurselog.api.log.v1 import commit_pb2
from nurselog.engine.clock_kinds import Bronstein, Byoyomi, Fischer, Kind, PerTurn, Reserve
from nurselog.engine.clocks import Rule
from nurselog.engine.log import Ack
from nurselog.engine.running import Week, week_of
from nurselog.rules.api import AnyRules, Options
from nurselog.rules.fold import LeaverPolicy

LIVE_MS = 60 * 60 * 1000
"""A clock with less than this for the first turn is a live one: its players are there."""

_POLICIES = {
    table_pb2.LEAVER_POLICY_TIMEOUT_MOVES: LeaverPolicy.TIMEOUT_MOVES,
    table_pb2.LEAVER_POLICY_BOT: LeaverPolicy.BOT,
    table_pb2.LEAVER_POLICY_RESIGN: LeaverPolicy.RESIGN,
}
_ACKS: dict[int, Ack] = {
    table_pb2.DURABILITY_MEMORY: "memory",
    table_pb2.DURABILITY_DISK: "disk",
    table_pb2.DURABILITY_REPLICA: "replica",
}


@dataclass(frozen=True, slots=True)
class Terms:
    """A stored setting and what its parts mean."""

    setting: commit_pb2.TableSetting
    options: Options
    rule: Rule | None
    policy: LeaverPolicy
    ack: Ack

    @property
    def seat_count(self) -> int:
        return self.setting.seat_count

    @property
    def is_correspondence(self) -> bool:
        """Whether the table is played over days."""
        return self.rule is not None and not is_live(self.rule.kind)

    @property
    def is_live(self) -> bool:
        """Whether the players have to be there."""
        return self.rule is not None and is_live(self.rule.kind)


def read_terms(rules: AnyRules, stored: bytes) -> Terms:
    """The terms in the bytes of a `TableSetting`."""
    setting = commit_pb2.TableSetting.FromString(stored)
    declared = {
        option.name: setting.options.get(option.name, option.default) for option in rules.spec.options
    }
    return Terms(
        setting=setting,
        options=Options(declared),
        rule=read_rule(setting.clock),
        policy=_POLICIES[setting.leaver_policy],
        ack=_ACKS[setting.durability],
    )


def read_rule(clock: clock_pb2.ClockSetting) -> Rule | None:
    """The rule of a clock; None for no clock."""
    kind = kind_of(clock)
    if kind is None:
        return None
    return Rule(
        kind,
        first_ms=clock.first_move_ms,
        lag_ms=clock.lag_ms,
        lag_bank_ms=clock.lag_bank_ms,
        absence_ms=clock.absence_leave_ms,
        week=read_week(clock.pauses),
    )


def read_week(pauses: clock_pb2.Pauses) -> Week | None:
    """The week with these pauses; None without any. Raises ValueError if the clocks would never run."""
    quiet = (pauses.quiet_from_minute, pauses.quiet_until_minute)
    return week_of(weekends=pauses.weekends, quiet=quiet, offset_minutes=pauses.utc_offset_minutes)


def is_live(kind: Kind) -> bool:
    """Whether the players have to be there."""
    return kind.budget(kind.start()) < LIVE_MS


def kind_of(clock: clock_pb2.ClockSetting) -> Kind | None:  # noqa: PLR0911 - one line per kind
    """The kind of a clock; None for no clock."""
    match clock.WhichOneof("kind"):
        case "fischer":
            return Fischer(clock.fischer.initial_ms, clock.fischer.add_ms, clock.fischer.cap_ms)
        case "reserve":
            return Reserve(clock.reserve.initial_ms, clock.reserve.add_ms)
        case "bronstein":
            return Bronstein(clock.bronstein.initial_ms, clock.bronstein.delay_ms)
        case "delay":
            return Bronstein(clock.delay.initial_ms, clock.delay.delay_ms)
        case "byoyomi":
            return Byoyomi(clock.byoyomi.main_ms, clock.byoyomi.periods, clock.byoyomi.period_ms)
        case "per_turn":
            return PerTurn(clock.per_turn.time_ms)
        case _:
            return None
