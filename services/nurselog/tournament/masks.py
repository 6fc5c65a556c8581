"""Which fields of a message change, and the change itself: masks as in https://google.aip.dev/161. Pure."""

from __future__ import annotations

from typing import Any, Final

from google.protobuf.descriptor import Descriptor

WHOLE: Final = "*"
"""Everything: what is not set is cleared."""


def leads(message: Descriptor, path: str) -> bool:
    """Whether a path names a field, however deep; lists and maps are changed as a whole."""
    head, dot, rest = path.partition(".")
    field = message.fields_by_name.get(head)
    if field is None or not dot:
        return field is not None
    inner = field.message_type
    return not field.is_repeated and inner is not None and leads(inner, rest)


def assign(target: Any, source: Any, path: str) -> None:
    """Makes one field of `target`, however deep, what it is in `source`; all beside it stays."""
    head, _, rest = path.partition(".")
    if rest:
        assign(getattr(target, head), getattr(source, head), rest)
        return
    field, value = target.DESCRIPTOR.fields_by_name[head], getattr(source, head)
    target.ClearField(head)
    if field.is_repeated:
        getattr(target, head).MergeFrom(value)
    elif field.has_presence and not source.HasField(head):
        return
    elif field.message_type is None:
        setattr(target, head, value)
    else:
        inner = getattr(target, head)
        inner.SetInParent()
        inner.MergeFrom(value)
