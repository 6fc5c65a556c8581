"""All formats by name."""

from collections.abc import Mapping
from typing import Final

from nurselog.tournament.formats.api import Format
from nurselog.tournament.formats.arena import Arena
from nurselog.tournament.formats.duplicate import Duplicate
from nurselog.tournament.formats.elimination import Elimination
from nurselog.tournament.formats.pods import Pods
from nurselog.tournament.formats.round_robin import RoundRobin
from nurselog.tournament.formats.swiss import Swiss
from nurselog.tournament.formats.terms import FormatName

FORMATS: Final[Mapping[FormatName, Format]] = {
    FormatName.SWISS: Swiss(),
    FormatName.PODS: Pods(),
    FormatName.ROUND_ROBIN: RoundRobin(),
    FormatName.SINGLE: Elimination(),
    FormatName.DOUBLE: Elimination(),
    FormatName.ARENA: Arena(),
    FormatName.DUPLICATE: Duplicate(),
}
