from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis import context
from nurselog.chassis.context import Caller, acting_as, from_metadata, to_metadata
from nurselog.chassis.errors import Unauthenticated

names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)


@given(name=st.none() | names, invite=st.none() | st.just("k3v9"))
def test_a_caller_survives_the_way_to_another_process(name: str | None, invite: str | None) -> None:
    who = Caller(player="players/g-3f9k2m", name=name, request_id="r1", invite=invite)
    assert from_metadata(to_metadata(who)) == who


@given(name=names)
def test_metadata_is_ascii(name: str) -> None:
    assert all(value.isascii() for _, value in to_metadata(Caller(name=name)))


def test_a_call_without_a_request_id_gets_one() -> None:
    first, second = from_metadata(None), from_metadata(())
    assert first.request_id
    assert first.request_id != second.request_id


def test_binary_metadata_is_not_ours() -> None:
    assert from_metadata([("nurselog-player", b"players/x")]).player is None


def test_nobody_calls_outside_a_call() -> None:
    assert context.caller() is context.NOBODY
    assert context.current_request_id() == ""
    with pytest.raises(Unauthenticated) as refused:
        context.require_player()
    assert refused.value.reason == "SESSION_REQUIRED"


async def test_tasks_do_not_see_each_other_s_caller() -> None:
    async def seen(player: str) -> str:
        with acting_as(Caller(player=player)):
            await asyncio.sleep(0)
            return context.require_player()

    assert await asyncio.gather(*map(seen, ["players/a", "players/b"])) == ["players/a", "players/b"]


def test_the_caller_before_comes_back() -> None:
    with acting_as(Caller(player="players/a")):
        with acting_as(Caller(player="players/b")):
            assert context.current_player() == "players/b"
        assert context.current_player() == "players/a"
