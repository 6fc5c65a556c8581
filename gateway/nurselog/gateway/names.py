"""Names that people give themselves: what may stand in one."""

from __future__ import annotations

import unicodedata

from nurselog.chassis.errors import InvalidArgument

LONGEST = 40
LETTERS_OF_MARKS = 3
"""Marks (accents) that may follow each other; more of them climb over the lines around."""

_UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, invisible and direction-changing characters, and what Unicode has not assigned."""


def clean(name: str) -> str:
    """The name in normal form, trimmed; refused if it cannot be shown safely. Empty stays empty."""
    name = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if not name:
        return ""
    if len(name) > LONGEST:
        raise _refusal(f"A display name has at most {LONGEST} characters.")
    if any(unicodedata.category(letter) in _UNFIT for letter in name):
        raise _refusal("A display name has only characters that can be seen.")
    if _stacked(name):
        raise _refusal("A display name does not stack marks upon marks.")
    return name


def _stacked(name: str) -> bool:
    run = LETTERS_OF_MARKS  # a mark needs a letter to stand on
    for letter in name:
        run = run + 1 if unicodedata.category(letter).startswith("M") else 0
        if run > LETTERS_OF_MARKS:
            return True
    return False


def _refusal(sentence: str) -> InvalidArgument:
    return InvalidArgument("FIELD_INVALID", sentence, field="display_name")
