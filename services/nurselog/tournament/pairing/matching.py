"""Matchings of least cost: the one place that knows the graph library."""

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

import rustworkx

TOP: Final = 1 << 60
"""A weight is this minus the cost, so that the heaviest matching is the cheapest."""


class Edge(NamedTuple):
    """Two nodes that may be matched, and what it costs (a whole number below 2^60)."""

    one: int
    other: int
    cost: int


Pairs: TypeAlias = list[tuple[int, int]]


def perfect(nodes: int, edges: Iterable[Edge]) -> Pairs | None:
    """The cheapest matching that covers all nodes (0 .. nodes - 1), lower node first, if there is one."""
    pairs = widest(nodes, edges)
    return pairs if 2 * len(pairs) == nodes else None


def widest(nodes: int, edges: Iterable[Edge]) -> Pairs:
    """The cheapest among the matchings that cover most nodes, sorted."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(one, other, TOP - cost) for one, other, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)
