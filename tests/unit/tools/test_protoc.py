from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tools import protoc

BELL = """\
syntax = "proto3";
package nurselog.api.bell.v1;
import "google/api/annotations.proto";
import "google/protobuf/any.proto";
service BellService {
  rpc Ring(RingRequest) returns (stream RingResponse) {
    option (google.api.http) = {get: "/v1/bell"};
  }
}
message RingRequest {}
message RingResponse { google.protobuf.Any tone = 1; }
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, "bell/v1/bell.proto", BELL)
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    path = root / "protos/nurselog/api" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def made(root: Path) -> set[str]:
    gen = root / "gen"
    return {path.relative_to(gen).as_posix() for path in gen.rglob("*.py*") if path.is_file()}


def test_code_and_stubs_are_made_for_messages_and_services(root: Path) -> None:
    assert protoc.generate(root)

    assert made(root) == {
        f"nurselog/api/bell/v1/bell_pb2{kind}" for kind in (".py", ".pyi", "_grpc.py", "_grpc.pyi")
    }


def test_the_namespace_stays_open_for_the_other_roots(root: Path) -> None:
    protoc.generate(root)

    assert not list((root / "gen").rglob("__init__.py"))


def test_stubs_speak_asyncio(root: Path) -> None:
    protoc.generate(root)

    stub = (root / "gen/nurselog/api/bell/v1/bell_pb2_grpc.pyi").read_text(encoding="utf-8")
    assert "UnaryStreamMultiCallable" in stub
    assert "AsyncIterator" in stub


def test_the_generated_code_imports_with_only_gen_on_the_path(root: Path) -> None:
    protoc.generate(root)

    code = "from nurselog.api.bell.v1 import bell_pb2_grpc; print(bell_pb2_grpc.BellServiceStub.__name__)"
    shell = {"PYTHONPATH": str(root / "gen"), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path += {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
        env=shell,
    )
    assert done.stdout.strip() == "BellServiceStub"


def test_nothing_is_written_when_no_input_changed(root: Path) -> None:
    protoc.generate(root)
    before = {path: path.stat().st_mtime_ns for path in (root / "gen").rglob("*.py")}

    assert not protoc.generate(root)
    assert {path: path.stat().st_mtime_ns for path in (root / "gen").rglob("*.py")} == before


def test_an_unchanged_file_keeps_its_time_when_another_changes(root: Path) -> None:
    protoc.generate(root)
    code = root / "gen/nurselog/api/bell/v1/bell_pb2.py"
    before = code.stat().st_mtime_ns

    write(root, "horn/v1/horn.proto", 'syntax = "proto3"; package nurselog.api.horn.v1; message Horn {}')

    assert protoc.generate(root)
    assert code.stat().st_mtime_ns == before
    assert (root / "gen/nurselog/api/horn/v1/horn_pb2.py").is_file()


def test_what_a_removed_proto_made_is_removed(root: Path) -> None:
    write(root, "horn/v1/horn.proto", 'syntax = "proto3"; package nurselog.api.horn.v1; message Horn {}')
    protoc.generate(root)

    (root / "protos/nurselog/api/horn/v1/horn.proto").unlink()
    protoc.generate(root)

    assert not (root / "gen/nurselog/api/horn").exists()
    assert (root / "gen/nurselog/api/bell").exists()


def test_a_broken_proto_fails_with_protocs_words_and_leaves_the_old_code(root: Path) -> None:
    protoc.generate(root)
    before = made(root)
    write(root, "bell/v1/bell.proto", BELL.replace("message RingRequest {}", "message {"))

    with pytest.raises(protoc.ProtocFailed, match=r"bell\.proto:10"):
        protoc.generate(root)

    assert made(root) == before
    assert not protoc.is_fresh(root)


def test_many_callers_at_once_do_not_disturb_each_other(root: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        written = list(pool.map(lambda _: protoc.generate(root), range(8)))

    assert written.count(True) == 1
    assert protoc.is_fresh(root)


def test_what_a_killed_run_left_is_cleared(root: Path) -> None:
    left = root / "gen/.new-killed"
    left.mkdir(parents=True)
    (left / "half.py").write_text("x = ", encoding="utf-8")

    protoc.generate(root)

    assert not left.exists()


def test_no_protos_make_no_code(tmp_path: Path) -> None:
    protoc.generate(tmp_path)

    assert made(tmp_path) == set()


def test_this_checkout_is_fresh() -> None:
    assert protoc.is_fresh(), "run `make protos`"
