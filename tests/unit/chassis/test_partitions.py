from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot

from nurselog.chassis.partitions import ALPHABET, TAGS, key, new_table_id, tag_for, tag_of


def test_the_tags_lie_in_64_different_ranges_of_256_slots() -> None:
    ranges = [key_slot(key(tag, "table", "x").encode()) // 256 for tag in TAGS]
    assert ranges == list(range(64))


def test_a_tag_is_two_letters_of_the_alphabet() -> None:
    assert len(set(TAGS)) == 64
    assert all(len(tag) == 2 and set(tag) <= set(ALPHABET) for tag in TAGS)


def test_the_tags_never_change() -> None:
    assert (TAGS[0], TAGS[2], TAGS[31], TAGS[63]) == ("bh", "e0", "a9", "fr")


def test_the_hash_of_a_name_never_changes() -> None:
    assert (new_table_id(b"seed"), tag_for("players/ann")) == ("bk-f6mj191x", "bb")


@given(st.binary())
def test_the_same_seed_makes_the_same_table_id(seed: bytes) -> None:
    table = new_table_id(seed)
    assert table == new_table_id(seed)
    assert tag_of(table) == table[:2]


@given(st.text())
def test_whatever_has_a_name_has_a_partition(name: str) -> None:
    assert tag_for(name) == tag_for(name.encode()) in TAGS


def test_table_ids_spread_over_all_partitions() -> None:
    assert {tag_of(new_table_id(str(number).encode())) for number in range(2000)} == set(TAGS)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "e0",
        "e0-",
        "zz-k3v9q2ma",
        "e0-k3v9q2m",
        "e0-k3v9q2maa",
        "e0-K3V9Q2MA",
        "e0_k3v9q2ma",
        "e0-k3v9q2mu",
    ],
)
def test_what_is_no_table_id_has_no_partition(wrong: str) -> None:
    with pytest.raises(ValueError, match="not a table id"):
        tag_of(wrong)


def test_keys_of_a_partition_share_its_hash_tag() -> None:
    assert key("e0", "table", "e0-k3v9q2ma", "log") == "{e0}:table:e0-k3v9q2ma:log"
