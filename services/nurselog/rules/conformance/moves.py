"""Laws of moves: what is legal, what is refused, how moves are written."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from nurselog.rules.api import AnyRules, Rejection, Seat, Unreadable
from nurselog.rules.conformance.suite import LawBroken, Played, law, require
from nurselog.rules.fold import Play

MOST_LEGAL_MOVES: Final = 400
LONGEST_LABEL: Final = 120
FOREIGN_MOVES: Final = 40

_TOKEN: Final = re.compile(r"[^!@\sA-Z][!-@\[-~]*")
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_RULE: Final = re.compile(r"[A-Z]{0,3}-?[0-9]+(\.[0-9]+)*[a-z]?")


def _menus(played: Played) -> Iterator[tuple[Play[Any], Seat, tuple[Any, ...]]]:
    """Each version, each seat, the legal moves."""
    for play in played.plays:
        for seat in played.seats:
            yield play, seat, played.legal_moves(play, seat)


def _texts(rules: AnyRules, moves: tuple[Any, ...]) -> list[str]:
    return [rules.notation.format(move) for move in moves]


def _at(play: Play[Any], seat: Seat) -> str:
    return f"version {play.version}, seat {seat}"


@law
def each_seat_has_at_most_one_decision(played: Played) -> None:
    for play in played.plays:
        deciding = [decision.seat for decision in played.rules.decisions(play.state)]
        require(len(set(deciding)) == len(deciding), f"version {play.version}: a seat has two decisions")
        require(set(deciding) <= set(played.seats), f"version {play.version}: nobody sits in {deciding}")


@law
def who_is_to_decide_can(played: Played) -> None:
    for play, seat, moves in _menus(played):
        if not play.is_over and play.decision_of(seat):
            require(moves, f"{_at(play, seat)} is to decide and has no legal move")


@law
def who_is_not_to_decide_has_no_moves(played: Played) -> None:
    for play, seat, moves in _menus(played):
        if not play.decision_of(seat):
            require(not moves, f"{_at(play, seat)} has nothing to decide and {len(moves)} legal moves")


@law
def choices_are_small(played: Played) -> None:
    for play, seat, moves in _menus(played):
        require(len(moves) <= MOST_LEGAL_MOVES, f"{_at(play, seat)} has {len(moves)} legal moves")


@law
def legal_moves_are_unique(played: Played) -> None:
    for play, seat, moves in _menus(played):
        texts = _texts(played.rules, moves)
        require(len(set(texts)) == len(texts), f"{_at(play, seat)} can play a move twice: {texts}")


@law
def legal_moves_come_in_one_order(played: Played) -> None:
    for play, seat, moves in _menus(played):
        again = played.rules.legal_moves(play.state, seat)
        require(moves == again, f"{_at(play, seat)}: the list is another when asked again")


@law
def legal_moves_are_not_rejected(played: Played) -> None:
    for play, seat, moves in _menus(played):
        for move in moves:
            refusal = played.rules.reject(play.state, seat, move)
            text = played.rules.notation.format(move)
            require(refusal is None, f"{_at(play, seat)}: {text} is listed and rejected: {refusal}")


@law
def what_is_not_listed_is_rejected(played: Played) -> None:
    known = {text: move for *_, moves in _menus(played) for text, move in _by_text(played.rules, moves)}
    foreign = list(known.items())[-FOREIGN_MOVES:]
    for play, seat, moves in _menus(played):
        listed = set(_texts(played.rules, moves))
        for text, move in foreign:
            if text not in listed:
                refusal = played.rules.reject(play.state, seat, move)
                require(refusal is not None, f"{_at(play, seat)}: {text} is not listed and not rejected")
                _require_sound(refusal, text)


def _by_text(rules: AnyRules, moves: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    return ((rules.notation.format(move), move) for move in moves)


def _require_sound(refusal: Rejection | None, text: str) -> None:
    if refusal is not None:
        require(_WORD.fullmatch(refusal.code), f"{text} is rejected with the code {refusal.code!r}")
        require(_RULE.fullmatch(refusal.rule), f"{text} is rejected by the rule {refusal.rule!r}")
        require(refusal.message, f"{text} is rejected without a sentence")


@law
def texts_are_tokens_and_invertible(played: Played) -> None:
    notation = played.rules.notation
    for *_, moves in _menus(played):
        for move in moves:
            text = notation.format(move)
            require(_TOKEN.fullmatch(text), f"{text!r} is not one lower-case ASCII token")
            require(notation.parse(text) == move, f"{text} is read as another move: {notation.parse(text)}")


@law
def other_texts_are_unreadable(played: Played) -> None:
    texts = {text for *_, moves in _menus(played) for text in _texts(played.rules, moves)}
    for text in islice(sorted(texts), FOREIGN_MOVES):
        for other in _mutations(text):
            _require_read_back(played.rules, other)


def _mutations(text: str) -> Iterator[str]:
    yield from ("", text[:-1], text[1:], text + text, text.upper(), f" {text}", f"{text}\n", f"{text}.")
    for place, old in enumerate(text):
        for new in ("0", "9", "z", "-", ".", "\u0661", "\u00e9"):
            if new != old:
                yield text[:place] + new + text[place + 1 :]


def _require_read_back(rules: AnyRules, text: str) -> None:
    try:
        move = rules.notation.parse(text)
    except Unreadable:
        return
    except Exception as crash:
        raise LawBroken(f"{text!r} is not refused as unreadable, but by {crash!r}") from crash
    written = rules.notation.format(move)
    require(written == text, f"{text!r} is read as the move that is written {written!r}")


@law
def wire_messages_are_invertible(played: Played) -> None:
    wire = played.rules.wire
    for *_, moves in _menus(played):
        for move in moves:
            message = wire.move_to_proto(move)
            require(isinstance(message, wire.move_type), f"{move} becomes a {type(message).__name__}")
            sent = wire.move_type.FromString(message.SerializeToString())
            require(wire.move_from_proto(sent) == move, f"{move} comes back as {wire.move_from_proto(sent)}")


@law
def an_empty_message_is_no_accident(played: Played) -> None:
    """An empty message is unreadable, or a move that is written as one."""
    wire, empty = played.rules.wire, played.rules.wire.move_type()
    try:
        move = wire.move_from_proto(empty)
    except Unreadable:
        return
    except Exception as crash:
        raise LawBroken(f"an empty message is not refused as unreadable, but by {crash!r}") from crash
    require(wire.move_to_proto(move) == empty, f"an empty message is read as {move}, which is not written so")


@law
def labels_tell_moves_apart(played: Played) -> None:
    for play, seat, moves in _menus(played):
        labels = [played.rules.label(play.state, seat, move) for move in moves]
        for text in labels:
            require(text.isascii() and text.isprintable() and text.strip(), f"{text!r} is no sentence")
            require(len(text) <= LONGEST_LABEL, f"{text!r} is no short sentence")
        require(len(set(labels)) == len(labels), f"{_at(play, seat)}: two moves have one label: {labels}")


@law
def the_timeout_move_is_legal(played: Played) -> None:
    for play, seat, moves in _menus(played):
        if play.decision_of(seat):
            move = played.rules.timeout_move(play.state, seat)
            require(move in moves, f"{_at(play, seat)}: the clock would play {move}")
