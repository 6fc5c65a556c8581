"""Each rule finds what it is there for: tried on a small contract that breaks exactly that rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract import rules
from tests.contract.model import Contract

GOOD = """\
syntax = "proto3";
package nurselog.api.bell.v1;
import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
import "google/protobuf/field_mask.proto";
import "nurselog/api/log/v1/commit.proto";

// Rings.
service BellService {
  // Gets.
  rpc GetBell(GetBellRequest) returns (Bell) {
    option (google.api.http) = {get: "/v1/{name=bells/*}"};
  }
  // Lists.
  rpc ListBells(ListBellsRequest) returns (ListBellsResponse) {
    option (google.api.http) = {get: "/v1/bells"};
  }
  // Casts.
  rpc CreateBell(CreateBellRequest) returns (Bell) {
    option (google.api.http) = {post: "/v1/bells" body: "*"};
  }
  // Tunes.
  rpc UpdateBell(UpdateBellRequest) returns (Bell) {
    option (google.api.http) = {patch: "/v1/{name=bells/*}" body: "*"};
  }
  // Listens.
  rpc WatchBell(GetBellRequest) returns (stream Bell) {
    option (google.api.http) = {get: "/v1/{name=bells/*}:watch"};
  }
}
// A bell.
message Bell {
  // Its name.
  string name = 1 [(google.api.field_behavior) = IDENTIFIER];
  // Ringing or not.
  string state = 2 [(google.api.field_behavior) = OUTPUT_ONLY];
  // How often it rang.
  int32 count = 3;
  // When.
  double rang_at_ms = 4;
}
// Request.
message GetBellRequest {
  // Which.
  string name = 1 [(google.api.field_behavior) = REQUIRED];
}
// Request.
message ListBellsRequest {
  // How many.
  int32 page_size = 1;
  // Where.
  string page_token = 2;
}
// Response.
message ListBellsResponse {
  // The bells.
  repeated Bell bells = 1;
  // Where the next page starts.
  string next_page_token = 2;
}
// Request.
message CreateBellRequest {
  // Makes a repeat harmless.
  string request_id = 1;
}
// Request.
message UpdateBellRequest {
  // Which.
  string name = 1 [(google.api.field_behavior) = REQUIRED];
  // What.
  google.protobuf.FieldMask update_mask = 2;
}
// Reasons.
enum ErrorReason {
  // Never sent.
  ERROR_REASON_UNSPECIFIED = 0;
  // The bell is broken. FAILED_PRECONDITION.
  ERROR_REASON_BROKEN = 1;
}
"""

GAME = """\
syntax = "proto3";
package nurselog.api.games.bells.v1;
// M.
message Move {}
// E.
message Event {}
// V.
message View {}
// P.
message Position {}
"""

LOG = """\
syntax = "proto3";
package nurselog.api.log.v1;
import "google/api/annotations.proto";
// Writes.
service LogService {
  // Appends.
  rpc Append(Commit) returns (Commit);
}
// What is stored.
message Commit {
  // May be wide: it never travels.
  int64 time_ms = 1;
}
"""

PUBLIC, GAMES, STORED = "bell/v1/bell.proto", "games/bells/v1/bells.proto", "log/v1/commit.proto"

BREACHES = [
    (
        rules.public_methods_have_an_http_rule,
        PUBLIC,
        'option (google.api.http) = {get: "/v1/{name=bells/*}"};',
        "",
    ),
    (
        rules.internal_methods_have_no_http_rule,
        STORED,
        "returns (Commit);",
        'returns (Commit) { option (google.api.http) = {get: "/v1/log"}; }',
    ),
    (
        rules.public_messages_hold_nothing_internal,
        PUBLIC,
        "int32 count = 3;",
        "nurselog.api.log.v1.Commit count = 3;",
    ),
    (rules.no_two_http_rules_match_one_request, PUBLIC, '{get: "/v1/bells"}', '{get: "/v1/bells/all"}'),
    (rules.http_verbs_fit_the_method, PUBLIC, 'post: "/v1/bells"', 'put: "/v1/bells"'),
    (rules.http_paths_are_versioned, PUBLIC, '{get: "/v1/bells"}', '{get: "/v2/bells"}'),
    (
        rules.path_variables_are_required_strings,
        PUBLIC,
        'get: "/v1/{name=bells/*}"}',
        'get: "/v1/{bell=bells/*}"}',
    ),
    (
        rules.path_variables_are_required_strings,
        PUBLIC,
        "string name = 1 [(google.api.field_behavior) = REQUIRED]",
        "string name = 1",
    ),
    (rules.bodies_go_with_verbs_that_have_one, PUBLIC, 'post: "/v1/bells" body: "*"', 'post: "/v1/bells"'),
    (rules.lists_have_pages, PUBLIC, "int32 page_size = 1;", "int32 limit = 1;"),
    (rules.lists_have_pages, PUBLIC, "string next_page_token = 2;", "string token = 2;"),
    (
        rules.lists_hold_one_kind_of_thing,
        PUBLIC,
        "string next_page_token = 2;",
        "repeated string next_page_token = 2;",
    ),
    (rules.updates_have_a_field_mask, PUBLIC, "google.protobuf.FieldMask update_mask", "string update_mask"),
    (rules.repeats_are_harmless, PUBLIC, "string request_id = 1;", "string id = 1;"),
    (
        rules.states_are_output_only,
        PUBLIC,
        "string state = 2 [(google.api.field_behavior) = OUTPUT_ONLY]",
        "string state = 2",
    ),
    (rules.watching_streams_and_nothing_else_does, PUBLIC, "rpc WatchBell", "rpc HearBell"),
    (
        rules.watching_streams_and_nothing_else_does,
        PUBLIC,
        "WatchBell(GetBellRequest)",
        "WatchBell(stream GetBellRequest)",
    ),
    (rules.numbers_stay_numbers_in_json, PUBLIC, "int32 count", "uint64 count"),
    (rules.fractions_are_for_times_only, PUBLIC, "double rang_at_ms", "double loudness"),
    (rules.fractions_are_for_times_only, PUBLIC, "double rang_at_ms", "float rang_at_ms"),
    (rules.comments_are_sentences, PUBLIC, "// How often it rang.", "// how often"),
    (rules.error_reasons_name_their_code, PUBLIC, "broken. FAILED_PRECONDITION.", "broken."),
    (
        rules.games_never_show_their_state,
        GAMES,
        "message Move {}",
        "message Move {}\n// S.\nmessage DeckState {}",
    ),
    (rules.games_have_the_same_rooms, GAMES, "message View {}", "message Picture {}"),
]


def contract(root: Path, changed: str = "", good: str = "", bad: str = "") -> Contract:
    for name, text in {PUBLIC: GOOD, GAMES: GAME, STORED: LOG}.items():
        path = root / "protos/nurselog/api" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        assert good in text or name != changed
        path.write_text(text.replace(good, bad) if name == changed else text, encoding="utf-8")
    return Contract.read(root)


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_a_good_contract_passes(rule: rules.Rule, tmp_path: Path) -> None:
    assert list(rule(contract(tmp_path))) == []


@pytest.mark.parametrize(("rule", "file", "good", "bad"), BREACHES, ids=lambda v: getattr(v, "__name__", ""))
def test_a_breach_is_found(rule: rules.Rule, file: str, good: str, bad: str, tmp_path: Path) -> None:
    findings = list(rule(contract(tmp_path, file, good, bad)))

    assert findings
    assert all(finding.startswith("nurselog.api.") for finding in findings)


def test_every_rule_was_tried() -> None:
    assert {rule for rule, *_ in BREACHES} == set(rules.RULES)
