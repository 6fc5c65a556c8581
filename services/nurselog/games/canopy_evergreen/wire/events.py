"""Events as messages: the fields of an event are the fields of its message."""

import re
from dataclasses import fields
from functools import lru_cache
from typing import Final, get_args

from nurselog.api.games.canopy_evergreen.v1 import canopy_evergreen_pb2 as pb
from nurselog.games.canopy_evergreen.events import News


def _field(kind: type) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()


_FIELDS: Final = {
    kind: (_field(kind), tuple(field.name for field in fields(kind))) for kind in get_args(News)
}


@lru_cache(maxsize=8192)
def event_to_proto(event: News) -> pb.Event:
    """The message of an event, as one audience sees it; not to be changed."""
    name, parts = _FIELDS[type(event)]
    message = getattr(pb.Event, type(event).__name__)(**{part: getattr(event, part) for part in parts})
    return pb.Event(**{name: message})
