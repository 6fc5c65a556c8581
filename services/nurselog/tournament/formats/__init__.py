"""Formats of a tournament behind one protocol, their terms, and chains of them."""
