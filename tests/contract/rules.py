"""The rules of the contract that buf has no word for: one function each, from a contract to findings.

They follow Google's API Improvement Proposals (the number stands with the rule) and the house's own
promises. A finding is `full name: what is wrong`. Exceptions stand in `exceptions.py`, each beside its
reason. What buf judges (names, comments on everything, enums that start unspecified) is not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

import grpc
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor

from tests.contract.model import (
    Contract,
    HttpRule,
    http_rules,
    is_identifier,
    is_internal,
    is_output_only,
    is_required,
)
from tests.contract.templates import overlap, variables

Rule = Callable[[Contract], Iterator[str]]

VERBS = {"Get": "GET", "List": "GET", "Watch": "GET", "Update": "PATCH", "Delete": "DELETE"}
"""What a method's first word asks for (AIP-131 to 135); any other word is a POST (AIP-133, 136)."""


def public_methods_have_an_http_rule(contract: Contract) -> Iterator[str]:
    """AIP-127. Without one the gateway would not show the method on any face."""
    for method in contract.public_methods:
        if not http_rules(method):
            yield f"{method.full_name}: no http rule; an internal method lives in an internal package"


def internal_methods_have_no_http_rule(contract: Contract) -> Iterator[str]:
    """An http rule is what makes a method public, so one here would open a back door."""
    for method in contract.methods:
        if is_internal(method.full_name) and http_rules(method):
            yield f"{method.full_name}: internal, but has an http rule"


def public_messages_hold_nothing_internal(contract: Contract) -> Iterator[str]:
    """What the store keeps never travels: it holds decks and seeds."""
    for field in contract.fields:
        kind = field.message_type or field.enum_type
        if kind is not None and is_internal(kind.full_name) and not is_internal(field.full_name):
            yield f"{field.full_name}: shows the internal {kind.full_name}"


def no_two_http_rules_match_one_request(contract: Contract) -> Iterator[str]:
    for one, other in combinations(contract.http_rules, 2):
        if one.verb == other.verb and overlap(one.path, other.path):
            yield f"{other.method}: {other.verb} {other.path} also matches {one.method}, {one.path}"


def http_verbs_fit_the_method(contract: Contract) -> Iterator[str]:
    """AIP-131 to 136."""
    for method, rule in _public_rules(contract):
        first_word = re.findall("[A-Z][a-z]+", method.name)[0]
        if rule.verb != VERBS.get(first_word, "POST"):
            yield f"{method.full_name}: {rule.verb}, but {first_word} is a {VERBS.get(first_word, 'POST')}"


def http_paths_are_versioned(contract: Contract) -> Iterator[str]:
    """AIP-185."""
    for method, rule in _public_rules(contract):
        version = method.containing_service.file.package.rpartition(".")[2]
        if not rule.path.startswith(f"/{version}/"):
            yield f"{method.full_name}: {rule.path} does not start with /{version}/"


def path_variables_are_required_strings(contract: Contract) -> Iterator[str]:
    """AIP-127, 203. An optional part of a path cannot be left out."""
    for method, rule in _public_rules(contract):
        for name in variables(rule.path):
            field = method.input_type.fields_by_name.get(name)
            if field is None or field.type != FieldDescriptor.TYPE_STRING:
                yield f"{method.full_name}: the path names {name!r}, which is no text field of the request"
            elif not is_required(field):
                yield f"{field.full_name}: part of the path, so REQUIRED"


def bodies_go_with_verbs_that_have_one(contract: Contract) -> Iterator[str]:
    """AIP-127, 131 to 136."""
    for method, rule in _public_rules(contract):
        wants_body = rule.verb in {"POST", "PATCH"}
        if wants_body != bool(rule.body):
            yield f"{method.full_name}: {rule.verb} {'without' if wants_body else 'with'} body"


def lists_have_pages(contract: Contract) -> Iterator[str]:
    """AIP-158: from the first day, since adding them later breaks clients."""
    for method in contract.public_methods:
        if not method.name.startswith("List"):
            continue
        wanted = {
            ("page_size", FieldDescriptor.TYPE_INT32): method.input_type,
            ("page_token", FieldDescriptor.TYPE_STRING): method.input_type,
            ("next_page_token", FieldDescriptor.TYPE_STRING): method.output_type,
        }
        for (name, kind), message in wanted.items():
            field = message.fields_by_name.get(name)
            if field is None or field.type != kind:
                yield f"{message.full_name}: needs {name}"


def lists_hold_one_kind_of_thing(contract: Contract) -> Iterator[str]:
    """AIP-132, 158: the pages count one repeated field."""
    for method in contract.public_methods:
        repeated = [field.name for field in method.output_type.fields if field.is_repeated]
        if method.name.startswith("List") and len(repeated) != 1:
            yield f"{method.output_type.full_name}: repeats {repeated}, not one thing"


def updates_have_a_field_mask(contract: Contract) -> Iterator[str]:
    """AIP-134."""
    for method in contract.public_methods:
        mask = method.input_type.fields_by_name.get("update_mask")
        if method.name.startswith("Update") and not _is_message(mask, "google.protobuf.FieldMask"):
            yield f"{method.input_type.full_name}: needs a google.protobuf.FieldMask update_mask"


def repeats_are_harmless(contract: Contract) -> Iterator[str]:
    """AIP-155: whoever did not get the answer must be able to ask again."""
    for method in contract.methods:
        repeatable = "request_id" in method.input_type.fields_by_name
        if method.name.startswith(("Create", "Submit")) and not repeatable:
            yield f"{method.input_type.full_name}: needs request_id"


def states_are_output_only(contract: Contract) -> Iterator[str]:
    """AIP-216: a state changes by a method of its own, never by writing it."""
    for message in contract.messages:
        name, state = (message.fields_by_name.get(field) for field in ("name", "state"))
        if name and state and is_identifier(name) and not is_output_only(state):
            yield f"{state.full_name}: state, so OUTPUT_ONLY"


def watching_streams_and_nothing_else_does(contract: Contract) -> Iterator[str]:
    """A reader of the name knows what comes back. Client streams have no REST form at all."""
    for method in contract.public_methods:
        if method.client_streaming:
            yield f"{method.full_name}: a stream from the client cannot be had over REST"
        if method.server_streaming != method.name.startswith("Watch"):
            yield f"{method.full_name}: streams go with the name Watch..., and only with it"


def numbers_stay_numbers_in_json(contract: Contract) -> Iterator[str]:
    """64-bit integers become texts in JSON, and a JavaScript client adds "1" to "2"."""
    wide = {
        FieldDescriptor.CPPTYPE_INT64,
        FieldDescriptor.CPPTYPE_UINT64,
    }
    for field in contract.fields:
        if field.cpp_type in wide and not is_internal(field.full_name):
            yield f"{field.full_name}: 64 bits wide; use int32"


def fractions_are_for_times_only(contract: Contract) -> Iterator[str]:
    """Scores and counts are whole. Milliseconds since 1970 need 53 bits, which a double has."""
    fractions = {FieldDescriptor.CPPTYPE_FLOAT, FieldDescriptor.CPPTYPE_DOUBLE}
    for field in contract.fields:
        is_time = field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE and field.name.endswith("_ms")
        if field.cpp_type in fractions and not is_time:
            yield f"{field.full_name}: a fraction that is no time in ms"


def comments_are_sentences(contract: Contract) -> Iterator[str]:
    """That there is a comment, buf checks; it must also read like one."""
    for name, comment in contract.comments.items():
        if not re.match(r"[A-Z`0-9]", comment) or comment[-1] not in ".?!:":
            yield f"{name}: {comment!r} is no sentence"


def error_reasons_name_their_code(contract: Contract) -> Iterator[str]:
    """A client that reads the enum knows which gRPC code a reason comes with."""
    codes = "|".join(code.name for code in grpc.StatusCode)
    for enum in contract.enums:
        if enum.name != "ErrorReason":
            continue
        for value in enum.values[1:]:
            name = f"{enum.full_name}.{value.name}"
            if not re.search(rf"\b({codes})( \(HTTP \d+\))?\.$", contract.comments.get(name, "")):
                yield f"{name}: the comment ends with the gRPC code"


def games_never_show_their_state(contract: Contract) -> Iterator[str]:
    """State never travels: it holds what seats hide from each other. A view is cut from it."""
    for message in contract.messages:
        package = message.file.package
        if package.startswith("nurselog.api.games.") and message.name.endswith("State"):
            yield f"{message.full_name}: a game has views, never a state"


def games_have_the_same_rooms(contract: Contract) -> Iterator[str]:
    """Who has read the contract of one game finds everything in the others."""
    for package in sorted({file.package for file in contract.files}):
        if not package.startswith("nurselog.api.games."):
            continue
        found = {message.name for message in contract.messages if message.file.package == package}
        for name in ("Move", "Event", "View", "Position"):
            if name not in found:
                yield f"{package}: needs a message {name}"


def _public_rules(contract: Contract) -> Iterator[tuple[MethodDescriptor, HttpRule]]:
    for method in contract.public_methods:
        for rule in http_rules(method):
            yield method, rule


def _is_message(field: FieldDescriptor | None, name: str) -> bool:
    kind: Descriptor | None = field.message_type if field else None
    return kind is not None and kind.full_name == name


RULES: tuple[Rule, ...] = (
    public_methods_have_an_http_rule,
    internal_methods_have_no_http_rule,
    public_messages_hold_nothing_internal,
    no_two_http_rules_match_one_request,
    http_verbs_fit_the_method,
    http_paths_are_versioned,
    path_variables_are_required_strings,
    bodies_go_with_verbs_that_have_one,
    lists_have_pages,
    lists_hold_one_kind_of_thing,
    updates_have_a_field_mask,
    repeats_are_harmless,
    states_are_output_only,
    watching_streams_and_nothing_else_does,
    numbers_stay_numbers_in_json,
    fractions_are_for_times_only,
    comments_are_sentences,
    error_reasons_name_their_code,
    games_never_show_their_state,
    games_have_the_same_rooms,
)
