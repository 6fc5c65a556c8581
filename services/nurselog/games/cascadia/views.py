"""What may be known of a state (chapter 20), built from nothing else. Everybody may know the same.

Parts that stay the same from move to move are made once and kept; a view copies them.
"""

from functools import lru_cache
from typing import Final

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia.board import Board, places_for
from nurselog.games.cascadia.components import (
    EDGES,
    HABITAT_LETTER,
    HABITAT_NAME,
    HABITATS,
    IS_KEYSTONE,
    SHOWS,
    SPECIES,
    SPECIES_NAME,
    TILE_NAME,
    TURNS,
    Habitat,
    Species,
    Tile,
)
from nurselog.games.cascadia.legal import reject_free_wipe
from nurselog.games.cascadia.scoring.cards import card_for
from nurselog.games.cascadia.scoring.findings import Finding
from nurselog.games.cascadia.scoring.tally import all_bonuses, tally
from nurselog.games.cascadia.state import Bag, Phase, State, own_board
from nurselog.games.cascadia.terms import Terms
from nurselog.games.cascadia.wire import event_to_proto
from nurselog.rules.api import Audience, Seat, seats
from nurselog.rules.hexes import Hex, Hexes, axial, name, names

NOBODY: Final = -1

PHASE: Final = {
    Phase.MARKET: pb.PHASE_MARKET,
    Phase.PLACE: pb.PHASE_PLACE,
    Phase.ROTATE: pb.PHASE_ROTATE,
    Phase.OVER: pb.PHASE_OVER,
}


def view(state: State, audience: Audience) -> pb.View:  # noqa: ARG001 - all know the same
    """The table as everybody sees it."""
    owners = seats(len(state.boards))
    market = state.market
    won = all_bonuses(state.terms, state.boards)
    return pb.View(
        phase=PHASE[state.phase],
        active_seat=NOBODY if state.phase is Phase.OVER else state.active,
        turns_played=state.turn,
        turns_left=TURNS * len(state.boards) - state.turn,
        terms=terms_view(state.terms),
        display=[place_view(*place) for place in enumerate(zip(market.tiles, market.tokens, strict=True))],
        stack_size=len(market.stack),
        bag=bag_view(market.bag),
        nature_supply=market.nature,
        turn=turn_view(state),
        environments=[environment(seat, state.boards[seat]) for seat in owners],
        scores=[score_view(seat, state.terms, state.boards[seat], won[seat]) for seat in owners],
        last_events=[event_to_proto(event) for event in state.last],
    )


@lru_cache(maxsize=256)
def terms_view(terms: Terms) -> pb.Terms:
    """What the table has agreed on, as a message, not to be changed."""
    return pb.Terms(
        edition=terms.edition.value,
        variant=terms.variant.value,
        cards=[
            pb.Terms.Card(
                species=SPECIES_NAME[species],
                letter=terms.cards[species] if terms.cards else "",
                text=card_for(terms, species).text,
            )
            for species in SPECIES
        ],
        habitat_bonus=terms.habitat_bonus,
    )


@lru_cache(maxsize=4096)
def place_view(number: int, lying: tuple[Tile | None, Species | None]) -> pb.Place:
    """A place of the display, as a message, not to be changed."""
    tile, token = lying
    return pb.Place(
        number=number + 1,
        tile=tile_name(tile),
        shows=shown(tile),
        edges=edges(tile, 0),
        token=token_name(token),
    )


@lru_cache(maxsize=1024)
def bag_view(bag: Bag) -> tuple[pb.Count, ...]:
    """The tokens in the bag, as messages, not to be changed."""
    return tuple(pb.Count(species=SPECIES_NAME[species], count=bag[species]) for species in SPECIES)


def turn_view(state: State) -> pb.Turn:
    """What the active seat may do beside taking, and what it holds."""
    can_wipe = state.phase is Phase.MARKET and reject_free_wipe(state) is None
    placing = state.phase is Phase.PLACE and state.token is not None
    return pb.Turn(
        free_wipe=can_wipe,
        independent_pick=state.independent,
        nature_spent=state.spent,
        tile=tile_name(state.tile),
        tile_shows=shown(state.tile),
        tile_edges=edges(state.tile, 0),
        tile_cell="" if state.cell is None else name(state.cell),
        token=token_name(state.token),
        token_cells=token_cells(own_board(state), state.token) if placing else (),
    )


def token_cells(board: Board, token: Species | None) -> tuple[str, ...]:
    """Where the token may be placed."""
    return () if token is None else names(places_for(board, token))


@lru_cache(maxsize=4096)
def environment(seat: Seat, board: Board) -> pb.Environment:
    """What lies before a seat, as a message, not to be changed."""
    laid = zip(board.cells, board.tiles, board.turns, board.tokens, strict=True)
    return pb.Environment(
        seat=seat,
        hexes=[hex_view(*one) for one in laid],
        open_cells=names(board.open),
        nature_tokens=board.nature,
    )


@lru_cache(maxsize=65536)
def hex_view(cell: Hex, tile: Tile, turns: int, token: Species | None) -> pb.Hex:
    """A hex, as a message, not to be changed."""
    q, r = axial(cell)
    return pb.Hex(
        cell=name(cell),
        q=q,
        r=r,
        tile=TILE_NAME[tile],
        rotation=turns,
        edges=edges(tile, turns),
        shows=shown(tile),
        token=token_name(token),
        keystone=IS_KEYSTONE[tile],
    )


@lru_cache(maxsize=4096)
def score_view(seat: Seat, terms: Terms, board: Board, won: tuple[int, ...]) -> pb.Score:
    """What an environment is worth now, as a message, not to be changed."""
    worth = tally(terms, board, won)
    return pb.Score(
        seat=seat,
        total=worth.total,
        animals=[animals_view(species, worth.findings[species]) for species in SPECIES],
        corridors=[
            corridor_view(habitat, worth.corridors[habitat], worth.bonuses[habitat]) for habitat in HABITATS
        ],
        nature=worth.nature,
    )


def animals_view(species: Species, finding: Finding) -> pb.Score.Animals:
    """What a species is worth."""
    return pb.Score.Animals(
        species=SPECIES_NAME[species],
        points=finding.points,
        sets=finding.evidence,
        reason=finding.reason,
    )


def corridor_view(habitat: Habitat, cells: Hexes, bonus: int) -> pb.Score.Corridor:
    """The largest corridor of a habitat."""
    return pb.Score.Corridor(habitat=HABITAT_NAME[habitat], size=len(cells), bonus=bonus, cells=names(cells))


def tile_name(tile: Tile | None) -> str:
    """The name of a tile; empty for none."""
    return "" if tile is None else TILE_NAME[tile]


def token_name(token: Species | None) -> str:
    """The name of a token; empty for none."""
    return "" if token is None else SPECIES_NAME[token]


def shown(tile: Tile | None) -> tuple[str, ...]:
    """The animals that a tile shows; none for none."""
    return () if tile is None else tuple([SPECIES_NAME[species] for species in SHOWS[tile]])


def edges(tile: Tile | None, turns: int) -> str:
    """The sides of a tile, `mmmfff`; empty for none."""
    return "" if tile is None else "".join([HABITAT_LETTER[habitat] for habitat in EDGES[tile][turns]])
