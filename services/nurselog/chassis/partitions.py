"""The 64 partitions of the store: their tags, the keys in them, and the ids of tables. No connection here.

A tag is the part of a key in braces, so everything of one partition lives in one Redis Cluster slot and can
be changed by one function
(https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags). Tag number i lies in
the slots 256*i .. 256*i+255: nodes that hold equal shares of the slots hold equal shares of the tags.
"""

from __future__ import annotations

from hashlib import blake2b

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: no i, l, o, u, so that a spoken id survives."""

TAGS: tuple[str, ...] = tuple(
    (  # noqa: SIM905 - four lines instead of 64
        "bh bd e0 e8 aa am ap ax ea em ep ex fh fd a0 a8 "
        "bm ba e1 e9 ad ah aq ay ed eh eq ey fm fa a1 a9 "
        "bj bb e2 bs ac ak ar az ec ek er ez fj fb a2 fs "
        "bk bc e3 br ab aj as f2 eb ej es b2 fk fc a3 fr"
    ).split()
)
"""All tags, in the order of their slots. Data lives under them: never change one."""

HOUSE = "house"
"""Who opens the tables that no player opens: matchmaking, tournaments."""

_KNOWN = frozenset(TAGS)
_ID_LENGTH = 8


def key(tag: str, *parts: str) -> str:
    """The name of a key in a partition: `key("e0", "table", "e0-k3v9q2ma", "log")`."""
    return f"{{{tag}}}:{':'.join(parts)}"


def tag_of(table_id: str) -> str:
    """The partition of a table, read from its id; ValueError for what cannot be an id of ours."""
    tag, dash, rest = table_id.partition("-")
    if dash and tag in _KNOWN and len(rest) == _ID_LENGTH and all(letter in ALPHABET for letter in rest):
        return tag
    raise ValueError(f"not a table id: {table_id!r}")


def tag_for(name: str | bytes) -> str:
    """The partition of anything else that has a name (a player, a pool), the same for ever."""
    return TAGS[_digest(name)[0] % len(TAGS)]


def new_table_id(seed: bytes) -> str:
    """A table id that depends on `seed` only, so a repeated request names the same table again."""
    digest = _digest(seed)
    letters = "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[1 : 1 + _ID_LENGTH])
    return f"{TAGS[digest[0] % len(TAGS)]}-{letters}"


def requested_table_id(game: str, creator: str, request_id: str, attempt: int = 0) -> str:
    """The id of the table that a request opens, known to who asks before the answer comes.

    `attempt` counts how often the id belonged to the table of another request.
    """
    return new_table_id(f"{game}\n{creator}\n{request_id}\n{attempt}".encode())


def _digest(name: str | bytes) -> bytes:
    data = name.encode() if isinstance(name, str) else name
    return blake2b(data, digest_size=16, person=b"nurselog-part").digest()
