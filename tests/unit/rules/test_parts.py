"""Parts that are joined say what one message says, and are written once."""

import pytest
from google.protobuf.descriptor_pb2 import FileOptions, UninterpretedOption
from google.protobuf.struct_pb2 import ListValue, Value
from google.protobuf.type_pb2 import Enum, EnumValue, Field, Syntax, Type

from nurselog.rules.parts import Numbers, inside, part, pile


def test_a_number_is_written_as_the_field_and_once() -> None:
    numbers = Numbers(Field, "number")

    assert numbers[7] == Field(number=7).SerializeToString()
    assert numbers[7] is numbers[7]
    assert numbers[0] == b""


def test_a_pile_is_written_card_by_card_in_its_order() -> None:
    written = pile(Type, "oneofs", ("as", "2s", "3s"))

    assert Type.FromString(written((2, 0))) == Type(oneofs=["3s", "as"])
    assert written(()) == b""


def test_parts_that_are_joined_are_one_message() -> None:
    whole = Numbers(Type, "syntax")[1] + pile(Type, "oneofs", ("as",))((0,))

    assert Type.FromString(whole) == Type(syntax=Syntax.SYNTAX_PROTO3, oneofs=["as"])


def test_a_part_is_made_once_for_each_choice_of_arguments() -> None:
    made: list[str] = []

    @part(4)
    def member(name: str, number: int) -> Enum:
        made.append(name)
        return Enum(enumvalue=[EnumValue(name=name, number=number)])

    assert (
        member("a", 1)
        == member("a", 1)
        == Enum(enumvalue=[EnumValue(name="a", number=1)]).SerializeToString()
    )
    assert member("b", 2) != member("a", 1)
    assert made == ["a", "b"]


def test_a_part_forgets_what_was_asked_for_longest_ago() -> None:
    made: list[int] = []

    @part(1)
    def value(number: int) -> ListValue:
        made.append(number)
        return ListValue(values=[Value(number_value=number)])

    for number in (1, 2, 1):
        value(number)
    assert made == [1, 2, 1]


@pytest.mark.parametrize("length", [0, 1, 127, 128, 255, 256, 300, 20_000])
def test_a_message_is_put_into_a_field_of_another(length: int) -> None:
    member = EnumValue(name="a" * length, number=7)
    put = inside(Enum, "enumvalue")

    assert put(member.SerializeToString()) == Enum(enumvalue=[member]).SerializeToString()
    assert Enum.FromString(put(b"") + put(member.SerializeToString())) == Enum(
        enumvalue=[EnumValue(), member]
    )


def test_fields_of_great_numbers_are_put_as_others() -> None:
    put = inside(FileOptions, "uninterpreted_option")

    assert put(b"") == FileOptions(uninterpreted_option=[UninterpretedOption()]).SerializeToString()
