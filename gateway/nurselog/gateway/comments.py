"""What the contract says about itself: the comment above each message, field, method and enum value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from google.protobuf import descriptor_pb2

from nurselog.gateway.descriptors import Files

Comments = Mapping[str, str]
"""Full name -> comment, paragraphs apart by an empty line."""


Place: TypeAlias = tuple[tuple[int, ...], str]


def comments_of(files: Files) -> Comments:
    """All comments of all files."""
    found: dict[str, str] = {}
    for file in files.values():
        said = {
            tuple(place.path): _text(place.leading_comments)
            for place in file.source_code_info.location
            if place.leading_comments
        }
        for path, name in _names(file):
            if path in said:
                found[name] = said[path]
    return found


def _names(file: descriptor_pb2.FileDescriptorProto) -> Iterator[Place]:
    """The full name of everything, with its path as `SourceCodeInfo` counts it."""
    for index, message in enumerate(file.message_type):
        yield from _in_message((4, index), message, file.package)
    for index, enum in enumerate(file.enum_type):
        yield from _in_enum((5, index), enum, file.package)
    for index, service in enumerate(file.service):
        name = f"{file.package}.{service.name}"
        yield (6, index), name
        yield from (
            ((6, index, 2, one), f"{name}.{method.name}") for one, method in enumerate(service.method)
        )


def _in_message(
    path: tuple[int, ...], message: descriptor_pb2.DescriptorProto, scope: str
) -> Iterator[Place]:
    name = f"{scope}.{message.name}"
    yield path, name
    for index, field in enumerate(message.field):
        yield (*path, 2, index), f"{name}.{field.name}"
    for index, inner in enumerate(message.nested_type):
        yield from _in_message((*path, 3, index), inner, name)
    for index, enum in enumerate(message.enum_type):
        yield from _in_enum((*path, 4, index), enum, name)


def _in_enum(path: tuple[int, ...], enum: descriptor_pb2.EnumDescriptorProto, scope: str) -> Iterator[Place]:
    name = f"{scope}.{enum.name}"
    yield path, name
    # Values are siblings of their enum in protobuf's scopes; here they stand below it.
    yield from (((*path, 2, index), f"{name}.{value.name}") for index, value in enumerate(enum.value))


def _text(comment: str) -> str:
    """A comment without the marks of its lines; lines of a paragraph are joined."""
    paragraphs = "\n".join(line.strip() for line in comment.strip().splitlines()).split("\n\n")
    return "\n\n".join(" ".join(paragraph.split("\n")) for paragraph in paragraphs)
