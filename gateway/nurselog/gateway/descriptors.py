"""What travels: the public part of the contract, and the messages of the games.

The public part is known when we are built: `gen/nurselog/api/descriptor_set.binpb`, less everything
internal. A method is public if it has a `google.api.http` annotation. The games' own messages (moves,
views, events, positions) are told by the engines (`reflection.py`), so a game from outside needs no
change here.

Promises: a `Types` never changes. Who learns of new messages makes another one; the contract's own files
always win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import cast

from google.api import annotations_pb2
from google.protobuf import descriptor_pb2, message_factory
from google.protobuf.descriptor import Descriptor, FileDescriptor, MethodDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.rpc import error_details_pb2

from nurselog.gateway.http_rule import Binding, bindings

Files = Mapping[str, descriptor_pb2.FileDescriptorProto]

REALTIME_FRAMES = ("nurselog.api.gateway.v1.ClientFrame", "nurselog.api.gateway.v1.ServerFrame")

BESIDE = (
    "nurselog/api/gateway/v1/realtime.proto",  # the frames of the web socket
    "nurselog/api/common/v1/errors.proto",  # the reasons of refusals
    error_details_pb2.DESCRIPTOR.name,  # their details
)
"""Public files that no service of the contract imports."""


class UnknownType(LookupError):
    """No message has this full name, so far."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Method:
    """A public method; `path` is its name in gRPC."""

    path: str
    service: str
    name: str
    input: Descriptor
    output: Descriptor
    client_streaming: bool
    server_streaming: bool
    bindings: tuple[Binding, ...]

    @property
    def is_read(self) -> bool:
        """Whether repeating a call is harmless by its nature."""
        return any(one.verb == "GET" for one in self.bindings)


class Types:
    """All messages that are known, and the public methods."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self._pool = DescriptorPool()
        self._classes: dict[str, type[Message]] = {}
        for file in in_order(files):
            self._pool.AddSerializedFile(without_comments(file))
        self.methods = tuple(self._methods())

    @property
    def pool(self) -> DescriptorPool:
        """For reflection: what is in it is public."""
        return self._pool

    @property
    def services(self) -> tuple[str, ...]:
        """The full names of the public services."""
        return tuple(dict.fromkeys(method.service for method in self.methods))

    def message(self, name: str) -> Descriptor:
        """The message with this full name."""
        try:
            found: Descriptor = self._pool.FindMessageTypeByName(name)
        except KeyError:
            raise UnknownType(name) from None
        return found

    def new(self, name: str) -> type[Message]:
        """The class of the message with this full name."""
        if (found := self._classes.get(name)) is None:
            found = self._classes[name] = message_factory.GetMessageClass(self.message(name))
        return found

    def _methods(self) -> Iterable[Method]:
        for name in sorted(self.files):
            file: FileDescriptor = self._pool.FindFileByName(name)
            for service in file.services_by_name.values():
                yield from (_method(one) for one in service.methods if is_public(one))


@cache
def contract() -> Files:
    """The public files of the contract with their comments, and what they depend on."""
    packed = resources.files("nurselog.api").joinpath("descriptor_set.binpb").read_bytes()
    files = {file.name: file for file in descriptor_pb2.FileDescriptorSet.FromString(packed).file}
    for file in files.values():
        for service in file.service:
            _drop_internal(service)
    roots = [name for name, file in files.items() if any(service.method for service in file.service)]
    return closure({**_built_in(error_details_pb2.DESCRIPTOR), **files}, [*roots, *BESIDE])


@cache
def all_comments() -> Files:
    """Every file of the house with its comments, which an engine's reflection leaves out."""
    packed = resources.files("nurselog.api").joinpath("descriptor_set.binpb").read_bytes()
    return {file.name: file for file in descriptor_pb2.FileDescriptorSet.FromString(packed).file}


def is_public(method: MethodDescriptor | descriptor_pb2.MethodDescriptorProto) -> bool:
    """Whether a method may be called by strangers."""
    options = method.GetOptions() if isinstance(method, MethodDescriptor) else method.options
    return bool(options.HasExtension(annotations_pb2.http))


def descriptor_of(message: Message | type[Message]) -> Descriptor:
    """The descriptor of a message (its stubs name two types for one thing)."""
    return cast("Descriptor", message.DESCRIPTOR)


def closure(files: Files, roots: Iterable[str]) -> Files:
    """The files named by `roots` and all they import."""
    found: dict[str, descriptor_pb2.FileDescriptorProto] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = files[name]
            waiting += files[name].dependency
    return found


def in_order(files: Files) -> list[descriptor_pb2.FileDescriptorProto]:
    """The files, each after those it imports."""
    placed: dict[str, descriptor_pb2.FileDescriptorProto] = {}

    def place(name: str) -> None:
        if name not in placed:
            for dependency in files[name].dependency:
                place(dependency)
            placed[name] = files[name]

    for name in sorted(files):
        place(name)
    return list(placed.values())


def without_comments(file: descriptor_pb2.FileDescriptorProto) -> bytes:
    """The serialised file as a pool wants it, and as two versions of a file can be compared."""
    copy = descriptor_pb2.FileDescriptorProto()
    copy.CopyFrom(file)
    copy.ClearField("source_code_info")
    return copy.SerializeToString(deterministic=True)


def _built_in(file: FileDescriptor) -> Files:
    """A file of Google's that our protos do not import, and what it imports."""
    found = {name: one for inner in file.dependencies for name, one in _built_in(inner).items()}
    found[file.name] = descriptor_pb2.FileDescriptorProto.FromString(file.serialized_pb)
    return found


def _drop_internal(service: descriptor_pb2.ServiceDescriptorProto) -> None:
    public = [method for method in service.method if is_public(method)]
    del service.method[:]
    service.method.extend(public)


def _method(method: MethodDescriptor) -> Method:
    service = method.containing_service.full_name
    return Method(
        path=f"/{service}/{method.name}",
        service=service,
        name=method.name,
        input=method.input_type,
        output=method.output_type,
        client_streaming=method.client_streaming,
        server_streaming=method.server_streaming,
        bindings=tuple(bindings(method.GetOptions().Extensions[annotations_pb2.http])),
    )
