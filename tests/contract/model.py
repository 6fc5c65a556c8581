"""The contract as the rules read it: descriptors, HTTP rules and comments, straight from the protos.

Built from protoc's image, not from gen/: comments are only there, and a rule can be tried on a small
contract of its own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from google.api import annotations_pb2, field_behavior_pb2, http_pb2
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, MethodDescriptor

from tools import buf
from tools.protoc import ROOT

INTERNAL = ("nurselog.api.log.", "nurselog.api.engine.", "nurselog.api.ratings.")
"""Packages that no face ever shows."""


@dataclass(frozen=True, kw_only=True)
class HttpRule:
    """One binding of a method: `GET /v1/{name=games/*}`."""

    method: str
    verb: str
    path: str
    body: str


@dataclass(frozen=True, repr=False)
class Contract:
    """All files of ours, Google's left out."""

    image: descriptor_pb2.FileDescriptorSet

    @classmethod
    def read(cls, root: Path = ROOT) -> Contract:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "image.binpb"
            buf.image(root, path)
            return cls(descriptor_pb2.FileDescriptorSet.FromString(path.read_bytes()))

    @cached_property
    def pool(self) -> descriptor_pool.DescriptorPool:
        pool = descriptor_pool.DescriptorPool()
        for file in self.image.file:
            pool.AddSerializedFile(file.SerializeToString())
        return pool

    @cached_property
    def files(self) -> tuple[descriptor_pb2.FileDescriptorProto, ...]:
        return tuple(file for file in self.image.file if file.package.startswith("nurselog."))

    @cached_property
    def methods(self) -> tuple[MethodDescriptor, ...]:
        return tuple(
            method
            for file in self.files
            for service in self.pool.FindFileByName(file.name).services_by_name.values()
            for method in service.methods
        )

    @cached_property
    def public_methods(self) -> tuple[MethodDescriptor, ...]:
        return tuple(method for method in self.methods if not is_internal(method.full_name))

    @cached_property
    def messages(self) -> tuple[Descriptor, ...]:
        """All messages, nested ones too; not the entries of maps, which the compiler invents."""
        return tuple(
            message
            for file in self.files
            for top in self.pool.FindFileByName(file.name).message_types_by_name.values()
            for message in _with_nested(top)
            if not message.GetOptions().map_entry
        )

    @cached_property
    def fields(self) -> tuple[FieldDescriptor, ...]:
        return tuple(field for message in self.messages for field in message.fields)

    @cached_property
    def enums(self) -> tuple[EnumDescriptor, ...]:
        """All enums, those nested in a message too."""
        top = (
            enum
            for file in self.files
            for enum in self.pool.FindFileByName(file.name).enum_types_by_name.values()
        )
        return (*top, *(enum for message in self.messages for enum in message.enum_types))

    @cached_property
    def http_rules(self) -> tuple[HttpRule, ...]:
        return tuple(rule for method in self.methods for rule in http_rules(method))

    @cached_property
    def comments(self) -> dict[str, str]:
        """Full name -> the comment above it, for everything that may have one."""
        return {name: text for file in self.files for name, text in _comments(file)}


def is_internal(full_name: str) -> bool:
    return full_name.startswith(INTERNAL)


def is_required(field: FieldDescriptor) -> bool:
    return field_behavior_pb2.REQUIRED in _behavior(field)


def is_identifier(field: FieldDescriptor) -> bool:
    """Whether this field is what makes its message a resource."""
    return field_behavior_pb2.IDENTIFIER in _behavior(field)


def is_output_only(field: FieldDescriptor) -> bool:
    return field_behavior_pb2.OUTPUT_ONLY in _behavior(field)


def _behavior(field: FieldDescriptor) -> list[int]:
    return list(field.GetOptions().Extensions[field_behavior_pb2.field_behavior])


def http_rules(method: MethodDescriptor) -> tuple[HttpRule, ...]:
    """Every binding of the method; none if it is internal."""
    options = method.GetOptions()
    if not options.HasExtension(annotations_pb2.http):
        return ()
    first: http_pb2.HttpRule = options.Extensions[annotations_pb2.http]
    return tuple(_http_rule(method, binding) for binding in (first, *first.additional_bindings))


def _http_rule(method: MethodDescriptor, binding: http_pb2.HttpRule) -> HttpRule:
    verb = binding.WhichOneof("pattern") or ""
    path = binding.custom.path if verb == "custom" else str(getattr(binding, verb))
    return HttpRule(method=method.full_name, verb=verb.upper(), path=path, body=binding.body)


def _with_nested(message: Descriptor) -> Iterator[Descriptor]:
    yield message
    for nested in message.nested_types:
        yield from _with_nested(nested)


# Where the children of a file, message, enum or service live in the descriptor's own numbering
# (google/protobuf/descriptor.proto, `SourceCodeInfo.Location.path`): number -> their field.
_FILE = {4: "message_type", 5: "enum_type", 6: "service"}
_MESSAGE = {2: "field", 3: "nested_type", 4: "enum_type", 8: "oneof_decl"}
_CHILDREN = {
    "DescriptorProto": _MESSAGE,
    "EnumDescriptorProto": {2: "value"},
    "ServiceDescriptorProto": {2: "method"},
    "FileDescriptorProto": _FILE,
}


def _comments(file: descriptor_pb2.FileDescriptorProto) -> Iterator[tuple[str, str]]:
    for location in file.source_code_info.location:
        if location.leading_comments and (name := _name_at(file, list(location.path))):
            yield name, location.leading_comments.strip()


def _name_at(file: descriptor_pb2.FileDescriptorProto, path: list[int]) -> str | None:
    """The full name of what a path leads to; `None` for options, numbers and other small print."""
    here: Any = file
    names = [file.package]
    for number, index in zip(path[::2], path[1::2], strict=False):
        children = _CHILDREN.get(type(here).__name__, {}).get(number)
        if children is None:
            return None
        here = getattr(here, children)[index]
        names.append(str(here.name))
    return ".".join(names) if len(path) % 2 == 0 and len(names) > 1 else None
