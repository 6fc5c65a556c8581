"""The one door to the pure half: formats by name, and its refusals as those of the house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nurselog.chassis.errors import FailedPrecondition, InvalidArgument
from nurselog.tournament.fields import OF_TOURNAMENT, field_path
from nurselog.tournament.formats.api import Format
from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.stages import check_chain
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.values import Refused


def format_named(name: FormatName) -> Format:
    """The format of this name."""
    return FORMATS[name]


def check(terms: Terms, entrants: int, stage: int) -> None:
    """Refuses terms that cannot be played by so many (0: by any number), with the field."""
    try:
        format_named(terms.format).check(terms, entrants)
    except Refused as refused:
        field = field_path(refused.field, terms.format, stage)
        raise InvalidArgument("TOURNAMENT_SETTING_INVALID", refused.message, field=field) from None


def check_stages(chain: tuple[Terms, ...]) -> None:
    """Refuses stages that cannot follow each other, with the field."""
    try:
        check_chain(chain)
    except Refused as refused:
        number, own = _stage_and_field(refused.field)
        field = field_path(own, chain[number - 1].format, number)
        raise InvalidArgument("TOURNAMENT_SETTING_INVALID", refused.message, field=field) from None


def _stage_and_field(where: str) -> tuple[int, str]:
    """`stages[1].cut` is of stage 2."""
    stage, _, field = where.partition(".")
    return int(stage.removeprefix("stages[").removesuffix("]")) + 1, field


def _of_tournament(refused: Refused) -> str:
    """The setting that lets no round be paired; the tournament itself where it is none (blocks, entrants)."""
    own = OF_TOURNAMENT.get(refused.field)
    return f"tournament.{own}" if own else "name"


@contextmanager
def pairing_refusals() -> Iterator[None]:
    """A round that cannot be paired is a precondition that failed."""
    try:
        yield
    except Refused as refused:
        raise FailedPrecondition(
            "PAIRING_IMPOSSIBLE", refused.message, field=_of_tournament(refused), cause=refused.reason
        ) from None
