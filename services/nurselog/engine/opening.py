"""From a wish for a table to its setting.

Everything checked, every default filled in. Pure but for the secrets.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from nurselog.api.common.v1 import clock_pb2
from nurselog.api.game.v1 import table_pb2
from nurselog.api.log.v1 import commit_pb2
from nurselog.chassis.errors import InvalidArgument
from nurselog.engine.clock_settings import HouseClocks
from nurselog.engine.deals import Deal
from nurselog.rules.api import AnyRules, OptionProblem
from nurselog.rules.chance import seed_hash

LONGEST_SALT = 64
LONGEST_REQUEST_ID = 128
_INVITE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a creator asks for; zero and empty mean the default."""

    creator: str
    request_id: str
    seat_count: int = 0
    options: Mapping[str, str]
    visibility: int = 0
    clock: clock_pb2.ClockSetting | None = None
    leaver_policy: int = 0
    rated: bool = False
    durability: int = 0
    start_when_full: bool = False
    seats_assigned: bool = False
    tournament: str = ""
    deal: Deal | None = None


def setting_of(rules: AnyRules, wish: Wish, seed: bytes, clocks: HouseClocks) -> commit_pb2.TableSetting:
    """The complete setting of a table. Refuses what the game or the house does not have."""
    seat_count = wish.seat_count or rules.spec.min_seats
    setting = commit_pb2.TableSetting(
        game=rules.spec.name,
        rules_version=rules.spec.rules_version,
        options=_options(rules, wish.options, seat_count),
        seat_count=seat_count,
        visibility=_visibility(wish),
        leaver_policy=_policy(wish, seat_count),
        rated=wish.rated,
        durability=_durability(wish),
        creator=wish.creator,
        seed_hash=bytes.fromhex(seed_hash(seed)),
        start_when_full=wish.start_when_full,
        request_id=wish.request_id,
        seats_assigned=wish.seats_assigned,
        deal=wish.deal.name if wish.deal else "",
        tournament=wish.tournament,
    )
    if setting.visibility == table_pb2.VISIBILITY_PRIVATE:
        setting.invite_code = "".join(secrets.choice(_INVITE_LETTERS) for _ in range(10))
    if wish.clock is not None:
        complete = clocks.complete(wish.clock, rated=wish.rated, in_tournament=bool(wish.tournament))
        if complete is not None:
            setting.clock.CopyFrom(complete)
    if wish.rated and seat_count > 1 and not setting.HasField("clock"):
        raise InvalidArgument("FIELD_INVALID", "A rated table of several seats has a clock.", field="rated")
    return setting


def check_request_id(request_id: str, longest: int) -> None:
    """A request id is short."""
    if len(request_id) > longest:
        raise InvalidArgument(
            "FIELD_INVALID", f"A request id has at most {longest} characters.", field="request_id"
        )


def check_salt(salt: str) -> str:
    """A salt is short and stands in the record, so it is printable."""
    if len(salt) > LONGEST_SALT or not (salt.isprintable() or not salt):
        raise InvalidArgument("FIELD_INVALID", "A salt has at most 64 printable characters.", field="salt")
    return salt


def _options(rules: AnyRules, chosen: Mapping[str, str], seat_count: int) -> dict[str, str]:
    try:
        return dict(rules.spec.complete(chosen, seat_count))
    except OptionProblem as problem:
        if not problem.option and "" not in chosen:
            raise InvalidArgument(
                "SEAT_COUNT_INVALID",
                str(problem),
                field="seat_count",
                min_seats=rules.spec.min_seats,
                max_seats=rules.spec.max_seats,
            ) from None
        reason = "OPTION_UNKNOWN" if problem.unknown else "OPTION_INVALID"
        option = problem.option[:64]
        raise InvalidArgument(reason, str(problem), field=f"options[{option}]", option=option) from None


def _visibility(wish: Wish) -> table_pb2.Visibility.ValueType:
    visibility = _known(table_pb2.Visibility, wish.visibility, "visibility")
    return table_pb2.Visibility.ValueType(visibility or table_pb2.VISIBILITY_PUBLIC)


def _policy(wish: Wish, seat_count: int) -> table_pb2.LeaverPolicy.ValueType:
    policy = _known(table_pb2.LeaverPolicy, wish.leaver_policy, "leaver_policy")
    if policy:
        return table_pb2.LeaverPolicy.ValueType(policy)
    return table_pb2.LEAVER_POLICY_RESIGN if seat_count <= 2 else table_pb2.LEAVER_POLICY_TIMEOUT_MOVES


def _durability(wish: Wish) -> table_pb2.Durability.ValueType:
    durability = _known(table_pb2.Durability, wish.durability, "durability")
    if durability:
        return table_pb2.Durability.ValueType(durability)
    return table_pb2.DURABILITY_DISK if wish.rated else table_pb2.DURABILITY_MEMORY


def _known(kind: object, value: int, field: str) -> int:
    if value not in kind.values():  # type: ignore[attr-defined] # the stubs do not say what enum wrappers share
        raise InvalidArgument("FIELD_INVALID", f"{field} has no value {value}.", field=field)
    return value
