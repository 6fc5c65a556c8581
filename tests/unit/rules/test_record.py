import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.rules.api import HOUSE, EndedBy, Outcome, Placement, Points, seats
from nurselog.rules.chance import GREATEST_BOUND, Luck
from nurselog.rules.fold import Entry, LeaverPolicy
from nurselog.rules.record import Record, RecordError, read_record, write_record
from tests.support.plays import seat

PAGE = (Path(__file__).parents[3] / "docs" / "record.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
words = st.from_regex(r"[a-z0-9_]{1,6}", fullmatch=True)
lucks = st.integers(1, GREATEST_BOUND).flatmap(
    lambda bound: st.builds(Luck, st.just(bound), st.integers(0, bound - 1))
)
tokens = st.from_regex(r"[a-z0-9.+*/=_,-]{1,8}", fullmatch=True)


@st.composite
def entries(draw: st.DrawFn, seat_count: int) -> tuple[Entry, ...]:
    luck = st.lists(lucks, max_size=3).map(tuple)
    digests = st.binary(min_size=8, max_size=8) | st.just(b"")
    setup = Entry(HOUSE, "@setup", draw(luck), draw(digests))
    moves = tokens | st.sampled_from(["!timeout", "!undo", "!leave"])
    seat_of = st.integers(0, seat_count - 1).map(seat)
    return (setup, *draw(st.lists(st.builds(Entry, seat_of, moves, luck, digests), max_size=4)))


def outcomes(seat_count: int) -> st.SearchStrategy[Outcome]:
    placements = st.tuples(
        *(
            st.builds(
                Placement,
                st.just(one),
                st.integers(1, seat_count),
                st.integers(-999, 999).map(Points),
                st.sampled_from(EndedBy),
            )
            for one in seats(seat_count)
        )
    )
    return st.builds(Outcome, words, placements) | st.just(Outcome("aborted", ()))


@st.composite
def records(draw: st.DrawFn) -> Record:
    count = draw(st.integers(1, 4))
    commits = draw(entries(count))
    time = st.integers(0, 2**42)
    return Record(
        game=draw(words),
        rules_version=draw(words),
        seat_names=tuple(draw(st.lists(texts, min_size=count, max_size=count))),
        entries=commits,
        table=draw(texts),
        date=draw(texts),
        options=draw(st.dictionaries(words, words, max_size=3)),
        policy=draw(st.sampled_from(LeaverPolicy)),
        outcome=draw(st.none() | outcomes(count)),
        seed_hash=draw(words),
        seed=draw(st.binary(max_size=32)),
        scope=draw(words),
        salts=tuple(draw(st.just([]) | st.lists(texts, min_size=count + 1, max_size=count + 1))),
        times=draw(st.just(()) | st.tuples(*[time] * len(commits))),
        more=tuple(draw(st.just([]) | st.lists(st.tuples(st.just("Event"), texts), max_size=1))),
    )


@given(record=records())
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    assert read_record(write_record(record)) == record


def test_the_example_of_the_page_is_written_as_it_stands_there() -> None:
    assert write_record(read_record(EXAMPLE)) == EXAMPLE


def test_the_example_of_the_page_is_read() -> None:
    record = read_record(EXAMPLE)
    assert record.seat_names == ("ann", "bob")
    assert record.options == {"bonus": "on"}
    assert record.salts == ("pepper", "", "")
    assert record.entries[2] == Entry(seat(1), "!timeout", (Luck(3, 2),), bytes.fromhex("5f9ce78f5452c9af"))
    assert record.times[1] == 1764453609440


def test_several_tags_may_share_a_line() -> None:
    record = read_record('[Game "stones"]  [Rules "1"] [Seat0 "an \\"n\\" ]"]\r\n\r\n0. @setup {}\r\n')
    assert (record.game, record.seat_names, record.seat_count) == ("stones", ('an "n" ]',), 1)
    assert (record.outcome, record.policy, record.times) == (None, LeaverPolicy.TIMEOUT_MOVES, ())


def test_notes_mean_nothing() -> None:
    noted = EXAMPLE.replace("\n0. ", "\n    [Game]\n0. ").replace("\n1. ", "\n    1. 0:p1\n1. ")
    assert read_record(noted) == read_record(EXAMPLE)


def test_a_stopped_play_has_a_reason_and_no_result() -> None:
    record = read_record(EXAMPLE)
    stopped = replace(record, outcome=Outcome("aborted", ()))
    assert '[Result "*"]\n[Reason "aborted"]' in write_record(stopped)


HEAD = '[Game "stones"]\n[Rules "1"]\n[Seat0 "ann"]\n'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "tag Seat0: is missing"),
        ('[Game "stones"]\n[Rules "1"]\n', 3, "tag Seat0: is missing"),
        ('[Rules "1"]\n[Seat0 "ann"]', 2, "tag Game: is missing"),
        ('[Game ""]\n[Rules "1"]\n[Seat0 "ann"]', 1, "tag Game: is missing"),
        ("[Game stones]", 1, "a tag is"),
        ('[Game "stones"] and', 1, "a tag is"),
        ('[game "stones"]', 1, "a tag is"),
        ('[Game "\\q"]', 1, "no JSON string"),
        ('[Game "a"]\n[Game "a"]', 2, "tag Game is given twice"),
        (HEAD + '[Seat2 "cid"]', 4, "tag Seat2: Seat1 is missing before it"),
        (HEAD + '[Seat00 "cid"]', 4, "tag Seat00: Seat1 is missing before it"),
        (HEAD + '[Options "a"]', 4, "tag Options: options are"),
        (HEAD + '[Policy "mercy"]', 4, "tag Policy: is one of timeout_moves, bot, resign"),
        (HEAD + '[Seed "xy"]', 4, "tag Seed: is not hexadecimal"),
        (HEAD + '[Scope "\u00e9"]', 4, "tag Scope: is not ASCII"),
        (HEAD + '[Salt0 "a"]', 4, "tag Salt0: all seats have a salt"),
        (HEAD + '[Result "12-x"]', 4, "tag Result: is totals"),
        (HEAD + '[Result "12"]', 4, "tag Result: Result, Places and EndedBy"),
        (HEAD + '[Result "12"]\n[Places "1"]\n[EndedBy "played"]', 6, "tag Reason: is missing"),
        (
            HEAD + '[Result "12"]\n[Places "x"]\n[EndedBy "played"]\n[Reason "end"]',
            5,
            "tag Places: Places are",
        ),
        (
            HEAD + '[Result "12"]\n[Places "1"]\n[EndedBy "bored"]\n[Reason "end"]',
            5,
            "tag Places: Places are",
        ),
        (HEAD + "\n0. @setup", 5, "a move is"),
        (HEAD + "\n0. @SETUP {}", 5, "a move is"),
        (HEAD + "\n0. @setup {} ;abc", 5, "a move is"),
        (HEAD + "\n0. @setup { }", 5, "luck is"),
        (HEAD + "\n0. @setup {3}", 5, "luck is"),
        (HEAD + "\n0. @setup {3:1  3:1}", 5, "luck is"),
        (HEAD + "\n0. @setup {3:3}", 5, "luck answers below its bound"),
        (HEAD + "\n0. @setup {0:0}", 5, "luck answers below its bound"),
        (HEAD + "\n0. @setup {4294967297:0}", 5, "luck answers below its bound"),
        (HEAD + "\n1. 0:t1 {}", 5, "version 1 stands where 0 is expected"),
        (HEAD + "\n0. @setup {}\n0. 0:t1 {}", 6, "version 0 stands where 1 is expected"),
        (HEAD + "\n0. @setup {}\n1. 1:t1 {}", 6, "tag Seat1: is missing, and yet that seat plays t1"),
        (HEAD + "\n0. @setup {}\n1. \u0661:t1 {}", 6, "a move is"),
        (HEAD + '\n0. @setup {}\n[Date "today"]', 6, "a tag after the first move"),
        (HEAD + "\n0. @setup {} @12\n1. 0:t1 {}", 6, "either every move has its time, or none has"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        read_record(text)
    assert (caught.value.line, str(caught.value).startswith(f"line {line}: ")) == (line, True)


@given(text=st.text(max_size=60) | st.lists(st.sampled_from(EXAMPLE.split("\n"))).map("\n".join))
def test_any_text_is_a_record_or_refused_as_one(text: str) -> None:
    try:
        record: Any = read_record(text)
    except RecordError:
        return
    assert read_record(write_record(record)) == record
