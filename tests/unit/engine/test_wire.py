from __future__ import annotations

from google.protobuf.wrappers_pb2 import StringValue
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.game.v1.table_pb2 import TableUpdate
from nurselog.engine.wire import any_field, field


@given(st.text(max_size=200), st.sampled_from([0, 1, 127, 128, 4095, 4096, 20_000, 3_000_000]))
def test_bytes_put_together_are_the_message(text: str, size: int) -> None:
    text = text or "x"
    value = StringValue(value=(text * (size // len(text) + 1))[:size])
    put_together = field(3, text.encode()) + any_field(4, value)
    read = TableUpdate.FromString(put_together)
    made = TableUpdate(resume_token=text)
    made.events.add().Pack(value)
    assert read == made
