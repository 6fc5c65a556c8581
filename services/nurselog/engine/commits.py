"""Commits as bytes: what stands between the fold's `Entry` and the log."""

from __future__ import annotations

from nurselog.api.log.v1 import commit_pb2
from nurselog.rules.api import Audience, Seat
from nurselog.rules.chance import Luck
from nurselog.rules.fold import Entry


def pack(entry: Entry, request_id: str) -> bytes:
    """The bytes of a commit."""
    commit = commit_pb2.Commit(seat=entry.seat, move=entry.move, digest=entry.digest, request_id=request_id)
    if entry.luck:
        commit.bounds.extend([luck.bound for luck in entry.luck])
        commit.answers.extend([luck.answer for luck in entry.luck])
    return commit.SerializeToString()


def unpack(data: bytes) -> tuple[Entry, str]:
    """The entry of a commit, and the request it answers."""
    commit = commit_pb2.Commit.FromString(data)
    luck = tuple(map(Luck, commit.bounds, commit.answers))
    return Entry(Seat(Audience(commit.seat)), commit.move, luck, commit.digest), commit.request_id
