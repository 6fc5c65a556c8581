from __future__ import annotations

import contextlib
from typing import Any

import pytest
from google.api import http_pb2
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import NotFound, Refusal, Unimplemented
from nurselog.gateway.http_rule import (
    Matcher,
    TemplateError,
    Variable,
    bindings,
    overlap,
    parse,
    split,
)

TABLE = "/v1/{name=games/*/tables/*}"


def matcher(*rules: str) -> Matcher[str]:
    pairs = [rule.split(" ", 1) for rule in rules]
    return Matcher((verb, parse(path), f"{verb} {path}") for verb, path in pairs)


def test_a_variable_takes_several_segments() -> None:
    template = parse(TABLE)
    assert template.segments == ("v1", "games", "*", "tables", "*")
    assert template.variables == (Variable("name", 1, 5),)
    assert template.read(("v1", "games", "go", "tables", "e0-1")) == {"name": "games/go/tables/e0-1"}


def test_a_variable_without_a_pattern_takes_one_segment() -> None:
    assert parse("/v1/{table.name}/x").segments == ("v1", "*", "x")


def test_two_stars_take_the_rest() -> None:
    found = matcher("GET /v1/{path=files/**}").match("GET", "/v1/files/a/b/c")
    assert found.variables == {"path": "files/a/b/c"}


def test_two_stars_take_at_least_one_segment() -> None:
    with pytest.raises(NotFound):
        matcher("GET /v1/{path=files/**}").match("GET", "/v1/files")


@pytest.mark.parametrize(
    "text", ["", "v1", "/", "/v1//x", "/v1/{name", "/v1/{=x}", "/v1/**/x", "/v1/{a=b/{c}}", "/a:"]
)
def test_a_broken_template_is_refused(text: str) -> None:
    with pytest.raises(TemplateError):
        parse(text)


def test_star_does_not_swallow_a_custom_verb() -> None:
    rules = matcher(f"GET {TABLE}", f"GET {TABLE}:watch", f"POST {TABLE}:start")
    assert rules.match("GET", "/v1/games/go/tables/e0-1").target == f"GET {TABLE}"
    assert rules.match("GET", "/v1/games/go/tables/e0-1:watch").target == f"GET {TABLE}:watch"
    assert rules.match("GET", "/v1/games/go/tables/e0-1:watch").variables == {"name": "games/go/tables/e0-1"}
    with pytest.raises(NotFound):
        rules.match("GET", "/v1/games/go/tables/e0-1:nothing")


def test_a_custom_verb_of_a_literal() -> None:
    rules = matcher("POST /v1/sessions", "POST /v1/sessions:renew")
    assert rules.match("POST", "/v1/sessions:renew").target == "POST /v1/sessions:renew"


def test_an_encoded_colon_is_no_custom_verb() -> None:
    rules = matcher("GET /v1/{name=games/*}", "GET /v1/{name=games/*}:watch")
    assert rules.match("GET", "/v1/games/a%3Awatch").variables == {"name": "games/a:watch"}


def test_the_path_is_split_before_it_is_decoded() -> None:
    with pytest.raises(NotFound):
        matcher("GET /v1/{name=games/*}").match("GET", "/v1/games/a%2Fb")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games/", "/v1//games", "//v1/games/go", "/v1/games/.", "/v1/games/..", "/v1/games/%2e%2E",
        "/v1/games/%00", "/v1/games/%FF", "/v1/games/%0a", "v1/games/go", "", "/", "*", "/v1/games/:watch",
    ],
)  # fmt: skip
def test_no_resource_has_such_an_address(path: str) -> None:
    with pytest.raises(NotFound) as refused:
        matcher("GET /v1/{name=games/*}", "GET /v1/{name=games/*}:watch").match("GET", path)
    assert refused.value.reason == "ROUTE_NOT_FOUND"


def test_a_segment_is_decoded_once() -> None:
    assert split("/a%2520b")[0] == ("a%20b",)
    assert split("/%E2%82%AC") == (("€",), "")


def test_the_wrong_verb_is_told_the_right_ones() -> None:
    with pytest.raises(Unimplemented) as refused:
        matcher("GET /v1/games", "POST /v1/games").match("DELETE", "/v1/games")
    assert refused.value.reason == "METHOD_NOT_ALLOWED"
    assert refused.value.metadata == {"allow": "GET, HEAD, OPTIONS, POST"}


def test_head_is_answered_where_get_is() -> None:
    rules = matcher("GET /v1/games", "POST /v1/tables")
    assert rules.match("HEAD", "/v1/games").target == "GET /v1/games"
    with pytest.raises(Unimplemented):
        rules.match("HEAD", "/v1/tables")


def test_options_lists_the_verbs() -> None:
    rules = matcher("GET /v1/games", "POST /v1/games:find")
    assert rules.allow("/v1/games") == ("GET", "HEAD", "OPTIONS")
    assert rules.allow("/v1/games:find") == ("OPTIONS", "POST")
    with pytest.raises(NotFound):
        rules.allow("/v1/nothing")


def test_a_literal_that_leads_nowhere_does_not_hide_a_star() -> None:
    rules = matcher("GET /a/{x=*}/c", "GET /{y=*}/b/d")
    assert rules.match("GET", "/a/b/d").target == "GET /{y=*}/b/d"


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("/v1/sessions/me", "/v1/{name=sessions/*}", True),
        ("/v1/{name=results/*/*}", "/v1/{parent=players/*}/results", False),
        ("/a/{x=**}", "/a/b/c", True),
        ("/a/{x=**}", "/b/{x=**}", False),
        ("/a/{x=*}:go", "/a/{x=*}", False),
        ("/a/b", "/a", False),
    ],
)
def test_overlap(one: str, other: str, both: bool) -> None:  # noqa: FBT001 - the expected answer
    assert overlap(parse(one), parse(other)) is both
    assert overlap(parse(other), parse(one)) is both


def test_two_rules_never_match_one_request() -> None:
    with pytest.raises(TemplateError, match="same requests"):
        matcher("GET /v1/sessions/me", "GET /v1/{name=sessions/*}")
    matcher("GET /v1/sessions/me", "POST /v1/{name=sessions/*}")


def test_additional_bindings_and_bodies() -> None:
    rule = http_pb2.HttpRule(post="/v1/a:b", body="*", response_body="item")
    rule.additional_bindings.add(get="/v1/{x}")
    rule.additional_bindings.add(custom=http_pb2.CustomHttpPattern(kind="PURGE", path="/v1/c"))
    found = [(one.verb, one.template.text, one.body, one.response_body) for one in bindings(rule)]
    assert found == [("POST", "/v1/a:b", "*", "item"), ("GET", "/v1/{x}", "", ""), ("PURGE", "/v1/c", "", "")]


def test_a_rule_without_an_address_is_refused() -> None:
    with pytest.raises(TemplateError):
        list(bindings(http_pb2.HttpRule()))


segments = st.lists(st.sampled_from(["a", "b", "*"]), min_size=1, max_size=4)


@given(one=segments, other=segments, path=st.lists(st.sampled_from("abc"), min_size=1, max_size=4))
def test_templates_that_do_not_overlap_never_share_a_path(
    one: list[str], other: list[str], path: list[str]
) -> None:
    def hits(template: list[str]) -> bool:
        return len(template) == len(path) and all(t in ("*", p) for t, p in zip(template, path, strict=True))

    if not overlap(parse("/" + "/".join(one)), parse("/" + "/".join(other))):
        assert not (hits(one) and hits(other))


@given(path=st.text(max_size=40))
def test_any_path_is_answered_with_a_match_or_a_refusal(path: str) -> None:
    rules: Matcher[Any] = matcher(f"GET {TABLE}", "GET /v1/{name=games/*}", f"POST {TABLE}:start")
    with contextlib.suppress(Refusal):
        rules.match("GET", path)
