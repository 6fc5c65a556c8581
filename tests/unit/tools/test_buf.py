from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import buf

GOOD = """\
syntax = "proto3";

package nurselog.api.bell.v1;

import "google/api/annotations.proto";

// Rings.
service BellService {
  // Gets a bell.
  rpc GetBell(GetBellRequest) returns (Bell) {
    option (google.api.http) = {get: "/v1/{name=bells/*}"};
  }
}

// Request for GetBell.
message GetBellRequest {
  // Which.
  string name = 1;
}

// A bell.
message Bell {
  // Its name.
  string name = 1;
  // How loud it is.
  int32 loudness = 2;
}
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "config", "user.email", "test@example.org")
    git(tmp_path, "config", "user.name", "test")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", "empty")
    write(tmp_path, GOOD)
    return tmp_path


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True)


def write(root: Path, text: str) -> None:
    path = root / "protos/nurselog/api/bell/v1/bell.proto"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def commit(root: Path) -> None:
    git(root, "add", "protos")
    git(root, "commit", "--quiet", "--message", "contract")


def test_a_good_contract_has_no_findings(repository: Path) -> None:
    assert buf.lint(repository) == ()


@pytest.mark.parametrize(
    ("good", "bad", "finding"),
    [
        ("// How loud it is.\n", "\n", "comment"),
        ("loudness", "Loudness", "lower_snake_case"),
        ("BellService", "Bells", 'suffixed with "Service"'),
        ("// Gets a bell.\n", "", "comment"),
        ("GetBellRequest", "BellQuery", "GetBellRequest"),
        ('import "google/api', 'import "google/protobuf/any.proto";\nimport "google/api', "unused"),
    ],
)
def test_each_breach_is_found_with_its_place(repository: Path, good: str, bad: str, finding: str) -> None:
    write(repository, GOOD.replace(good, bad))

    (first, *_) = buf.lint(repository)
    assert first.startswith("nurselog/api/bell/v1/bell.proto:")
    assert finding in first


def test_methods_may_return_their_resource(repository: Path) -> None:
    assert "returns (Bell)" in GOOD
    assert buf.lint(repository) == ()


def test_against_a_main_without_contract_nothing_can_break(repository: Path) -> None:
    assert buf.breaking("main", repository) is None


def test_a_removed_field_breaks(repository: Path) -> None:
    commit(repository)
    write(repository, GOOD.replace("  // How loud it is.\n  int32 loudness = 2;\n", ""))

    (finding,) = buf.breaking("main", repository) or ()
    assert '"loudness"' in finding


def test_a_changed_type_breaks(repository: Path) -> None:
    commit(repository)
    write(repository, GOOD.replace("int32 loudness", "string loudness"))

    assert buf.breaking("main", repository)


def test_an_added_field_does_not_break(repository: Path) -> None:
    commit(repository)
    write(
        repository,
        GOOD.replace("int32 loudness = 2;", "int32 loudness = 2;\n  // Its tone.\n  int32 tone = 3;"),
    )

    assert buf.breaking("main", repository) == ()


def test_a_branch_is_compared_with_main_as_it_left_it(repository: Path) -> None:
    commit(repository)
    git(repository, "checkout", "--quiet", "-b", "branch")
    write(repository, GOOD.replace("int32 loudness", "string loudness"))
    commit(repository)

    (base,) = buf.bases(repository)
    assert buf.breaking(base, repository)


def test_the_last_release_is_a_promise_too(repository: Path) -> None:
    commit(repository)
    git(repository, "tag", "v1.0.0")
    write(repository, GOOD.replace("int32 loudness", "string loudness"))
    commit(repository)

    main, release = buf.bases(repository)
    assert buf.breaking(main, repository) == ()
    assert release == "v1.0.0"
    assert buf.breaking(release, repository)


def test_our_contract_has_no_findings() -> None:
    assert buf.lint() == ()
