from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import InvalidArgument
from nurselog.gateway.json_codec import loads

TWICE = {
    "outside": '{"a": 1, "a": 1}',
    "inside": '{"b": {"a": 1, "a": 2}}',
    "in a list": '[{"c": [], "a": {}, "a": null}]',
    "written in two ways": '{"a": 1, "\\u0061": 2}',
    "beside colons": '{"at": "12:30:00", "a": 1, "a": 2}',
}

names = st.text(alphabet='ab:"\\é', max_size=3)
values = st.recursive(
    st.none() | st.integers() | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
)


@pytest.mark.parametrize("text", TWICE.values(), ids=TWICE.keys())
@pytest.mark.parametrize("kind", [str, str.encode, lambda text: memoryview(text.encode())])
def test_a_name_that_an_object_says_twice(text: str, kind: Any) -> None:
    with pytest.raises(InvalidArgument, match="'a' is given twice") as refused:
        loads(kind(text))
    assert refused.value.reason == "REQUEST_MALFORMED"


@given(values)
def test_whatever_says_each_name_once_is_read(value: Any) -> None:
    assert loads(json.dumps(value)) == value
    assert loads(json.dumps(value, ensure_ascii=False, indent=1).encode()) == value


@given(st.dictionaries(names, values, min_size=1, max_size=3), st.data())
def test_one_name_too_many_is_found_wherever_it_stands(value: dict[str, Any], data: st.DataObject) -> None:
    again = data.draw(st.sampled_from(sorted(value)))
    text = f"[{json.dumps(value)[:-1]}, {json.dumps(again)}: 1}}]"
    with pytest.raises(InvalidArgument):
        loads(text)
