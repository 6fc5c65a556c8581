"""Addresses as people may see them."""

from __future__ import annotations

from urllib.parse import urlsplit


def without_password(url: str) -> str:
    """The address of a store without what lets one in."""
    parts = urlsplit(url)
    if parts.password is None and parts.username is None:
        return url
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
