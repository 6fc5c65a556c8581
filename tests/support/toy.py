"""The messages of a game from outside, compiled when a test asks for them: nothing of ours knows them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path

from google.protobuf import descriptor_pb2, message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message

HERE = Path(__file__).parent
PREFIX = "type.googleapis.com/toy.v1."


@cache
def files() -> dict[str, descriptor_pb2.FileDescriptorProto]:
    """`toy.proto` and what it imports, as an engine's reflection tells it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "toy.binpb"
        command = [sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={HERE}"]
        command += [f"--proto_path={resources.files('grpc_tools').joinpath('_proto')}"]
        command += ["--include_imports", f"--descriptor_set_out={out}", "toy.proto"]
        subprocess.run(command, check=True)
        found = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes())
    return {file.name: file for file in found.file}


@cache
def pool() -> DescriptorPool:
    """A pool of its own, as another process would have."""
    made = DescriptorPool()
    for file in files().values():  # protoc lists a file after its imports
        made.AddSerializedFile(file.SerializeToString())
    return made


@cache
def kind(name: str) -> type[Message]:
    """The class of a toy message."""
    return message_factory.GetMessageClass(pool().FindMessageTypeByName(f"toy.v1.{name}"))
