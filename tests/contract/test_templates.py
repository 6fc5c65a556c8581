from __future__ import annotations

import pytest

from tests.contract.templates import overlap, variables


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/v1/games", "/v1/games"),
        ("/v1/{name=games/*}", "/v1/games/chess"),
        ("/v1/{name=games/*}", "/v1/games/{game}"),
        ("/v1/{name=files/**}", "/v1/files/a/b"),
        ("/v1/{name=files/**}", "/v1/files"),
        ("/v1/{name=games/*}:close", "/v1/games/chess:close"),
    ],
)
def test_templates_that_share_a_request_overlap(one: str, other: str) -> None:
    assert overlap(one, other)
    assert overlap(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/v1/games", "/v1/tables"),
        ("/v1/{name=games/*}", "/v1/games"),
        ("/v1/{name=games/*}", "/v1/games/chess/tables"),
        ("/v1/{name=games/*}", "/v1/{name=games/*}:close"),
        ("/v1/{name=games/*}:open", "/v1/{name=games/*}:close"),
        ("/v1/{name=games/*}/view", "/v1/{name=games/*}/record"),
    ],
)
def test_templates_that_share_no_request_do_not_overlap(one: str, other: str) -> None:
    assert not overlap(one, other)
    assert not overlap(other, one)


def test_variables_are_found_with_and_without_pattern() -> None:
    assert variables("/v1/{parent=games/*}/tables/{table}:close") == ("parent", "table")
