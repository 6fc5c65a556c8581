"""How a fold refuses.

Unreadable                what is no move of the game at all (of the api)
Refused                   a readable move that is not accepted now
+-- SeatLeft              the seat resigned, left or was removed
+-- PlayOver              nothing is to be decided any more
+-- DecisionClosed        the seat has nothing to decide now
+-- NothingToUndo         the seat has no own commit that may be taken back
+-- Illegal               the game's rejection, with the rule's number
ReplayMismatch            a log that the rules do not reproduce
"""

from nurselog.rules.api import Rejection


class Refused(Exception):
    """A readable move that is not accepted now."""


class SeatLeft(Refused):
    """The seat resigned, left or was removed; the leaver policy plays it."""


class PlayOver(Refused):
    """Nothing is to be decided any more."""


class DecisionClosed(Refused):
    """The seat has nothing to decide now."""


class NothingToUndo(Refused):
    """The seat has no own commit that may be taken back."""


class Illegal(Refused):
    """The game's rules reject the move."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.message)
        self.rejection = rejection


class ReplayMismatch(ValueError):
    """A log that these rules do not reproduce; `version` is where."""

    def __init__(self, version: int, message: str) -> None:
        super().__init__(f"version {version}: {message}")
        self.version = version
