from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.names import LONGEST, clean


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  Ann  B ", "Ann  B"),
        ("", ""),
        ("   ", ""),
        ("Zoe\u0301", "Zo\u00e9"),
        ("Łukasz", "Łukasz"),
        ("山田", "山田"),
        ("x" * 40, "x" * 40),
        ("🦉", "🦉"),
    ],
)
def test_names_that_may_stand(name: str, cleaned: str) -> None:
    assert clean(name) == cleaned


@pytest.mark.parametrize(
    "name",
    [
        "x" * 41,
        "a\nb",
        "a\tb",
        "a\x00b",
        "a\u202eb",  # right-to-left override
        "a\u2066b",
        "a\u200bb",  # zero width
        "a\u2028b",
        "\ue000",  # private use
        "\U000e0041",  # tag
        "a" + "\u0301" * 8,
        "\u0489x",  # a mark with nothing to stand on
    ],
)
def test_names_that_may_not(name: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        clean(name)
    assert (refused.value.reason, refused.value.field) == ("FIELD_INVALID", "display_name")


@given(name=st.text(max_size=60))
def test_what_passes_can_be_seen_and_passes_again(name: str) -> None:
    try:
        cleaned = clean(name)
    except InvalidArgument:
        return
    assert len(cleaned) <= LONGEST
    assert clean(cleaned) == cleaned
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") for letter in cleaned)
