"""Pages of lists: how many entries, and where the next page begins (https://google.aip.dev/158).

`limit = page_size(request.page_size)`, `cursor = read_token(request.page_token, scope)`, and at the end
`write_token(scope, cursor)`. The scope names the list (method, parent, filters), so that a token serves no
other list. Whoever knows how tokens are made can make one: what is in it is read as carefully as a field.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hashlib import blake2b

from nurselog.chassis.errors import InvalidArgument

DEFAULT_SIZE = 50
LARGEST_SIZE = 100

_MARK = 6
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")


def page_size(asked: int, *, default: int = DEFAULT_SIZE, largest: int = LARGEST_SIZE) -> int:
    """The number of entries of a page: 0 asks for the default, too many get the largest page."""
    if asked < 0:
        raise InvalidArgument(
            "FIELD_INVALID", "A page has no negative size.", field="page_size", page_size=asked
        )
    return min(asked, largest) if asked else default


def write_token(scope: str, cursor: str) -> str:
    """The token behind which the page after `cursor` begins; opaque to callers, not secret."""
    return urlsafe_b64encode(_mark(scope, cursor) + cursor.encode()).decode().rstrip("=")


def read_token(token: str, scope: str) -> str | None:
    """The cursor in a token of this list; None for the first page."""
    if not token:
        return None
    try:
        data = urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4))
        cursor = data[_MARK:].decode()
    except (Error, ValueError):
        raise _invalid() from None
    if write_token(scope, cursor) != token:
        raise _invalid()
    return cursor


def read_number(token: str, scope: str) -> int | None:
    """The number in a token of a list that counts; None for the first page."""
    cursor = read_token(token, scope)
    return None if cursor is None else _number(cursor)


def read_place(token: str, scope: str) -> tuple[int, str] | None:
    """The place in a token of a list sorted by a number and then by a name; None for the first page."""
    cursor = read_token(token, scope)
    if cursor is None:
        return None
    number, _, name = cursor.partition(" ")
    return _number(number), name


def write_place(scope: str, number: int, name: str) -> str:
    """The token of `read_place`."""
    return write_token(scope, f"{number} {name}")


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise _invalid()
    return int(text)


def _mark(scope: str, cursor: str) -> bytes:
    return blake2b(f"{scope}\n{cursor}".encode(), digest_size=_MARK, person=b"nurselog-page").digest()


def _invalid() -> InvalidArgument:
    return InvalidArgument(
        "PAGE_TOKEN_INVALID",
        "The page token is not one of ours, or belongs to another list.",
        field="page_token",
    )
