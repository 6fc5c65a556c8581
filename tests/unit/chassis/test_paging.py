from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import InvalidArgument
from nurselog.chassis.paging import page_size, read_number, read_place, read_token, write_place, write_token


@given(scope=st.text(), cursor=st.text())
def test_a_token_gives_its_cursor_back(scope: str, cursor: str) -> None:
    assert read_token(write_token(scope, cursor), scope) == cursor


@given(scope=st.text(), other=st.text(), cursor=st.text())
def test_a_token_serves_no_other_list(scope: str, other: str, cursor: str) -> None:
    if scope != other:
        with pytest.raises(InvalidArgument, match="PAGE_TOKEN_INVALID"):
            read_token(write_token(scope, cursor), other)


@given(token=st.text(min_size=1))
def test_a_stranger_s_token_is_refused(token: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        read_token(token, "list")
    assert refused.value.field == "page_token"


@given(number=st.integers(0, 2**53), name=st.text())
def test_a_number_and_a_place_come_back(number: int, name: str) -> None:
    assert read_number(write_token("list", str(number)), "list") == number
    assert read_place(write_place("list", number, name), "list") == (number, name)


def test_the_first_page_has_neither_number_nor_place() -> None:
    assert read_number("", "list") is None
    assert read_place("", "list") is None


NO_NUMBERS = ["", "ann", "-5", "+5", " 7", "7\n", "007", "1_0", "1.5", "1e3", "٣", "²", "9" * 17, "9" * 5000]


@pytest.mark.parametrize("cursor", NO_NUMBERS, ids=ascii)
def test_a_token_made_by_a_stranger_who_knows_how_says_no_more_than_ours(cursor: str) -> None:
    for read, token in (
        (read_number, write_token("list", cursor)),
        (read_place, write_token("list", f"{cursor} name")),
    ):
        with pytest.raises(InvalidArgument, match="PAGE_TOKEN_INVALID"):
            read(token, "list")


@pytest.mark.parametrize(("asked", "given_"), [(0, 50), (1, 1), (100, 100), (1000, 100)])
def test_a_page_has_the_asked_size_within_limits(asked: int, given_: int) -> None:
    assert page_size(asked) == given_


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="FIELD_INVALID"):
        page_size(-1)
