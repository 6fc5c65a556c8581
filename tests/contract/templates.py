"""Path templates of google.api.http, read only as far as the rules need it.

On purpose not the gateway's own reader: two readings of one grammar check each other.
"""

from __future__ import annotations

import re

_VARIABLE = re.compile(r"\{(?P<name>[a-z_.]+)(?:=(?P<pattern>[^}]+))?\}")


def variables(path: str) -> tuple[str, ...]:
    """`/v1/{name=games/*}` -> `("name",)`."""
    return tuple(match["name"] for match in _VARIABLE.finditer(path))


def overlap(one: str, other: str) -> bool:
    """Whether some request path fits both templates."""
    one_parts, one_verb = _split(one)
    other_parts, other_verb = _split(other)
    return one_verb == other_verb and _meet(one_parts, other_parts)


def _split(path: str) -> tuple[list[str], str]:
    """Segments with variables written out, and the custom verb: `*` never swallows a verb (AIP-136)."""
    plain = _VARIABLE.sub(lambda match: match["pattern"] or "*", path)
    plain, _, verb = plain.partition(":")
    return plain.strip("/").split("/"), verb


def _meet(one: list[str], other: list[str]) -> bool:
    if "**" in (*one[:1], *other[:1]):  # takes all that is left, which may be nothing
        return True
    if not one or not other:
        return one == other
    same = one[0] == other[0] or "*" in (one[0], other[0])
    return same and _meet(one[1:], other[1:])
