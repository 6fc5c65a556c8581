"""The house bots: players like any other, who learn of their decisions from the outbox.

They answer by `GameService`, use what every client may use (legal moves, submit) and know no rules.
"""
