"""What may be known of a state (chapter 20), built from nothing else. Everybody may know the same.

A view is made of parts, each a view with little in it, serialized: one after the other they are the whole, as
Protobuf merges what is concatenated. Parts that stay the same from move to move are made once and kept.
"""

from typing import Final

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia.board import Board
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
    Habitat,
    Species,
    Tile,
)
from nurselog.games.cascadia.fitting import cells_for_tile, cells_for_token, rotations_at
from nurselog.games.cascadia.legal import reject_free_wipe
from nurselog.games.cascadia.scoring.cards import text_for
from nurselog.games.cascadia.scoring.findings import Finding
from nurselog.games.cascadia.scoring.tally import all_bonuses, has_bonuses, tally
from nurselog.games.cascadia.state import Bag, Phase, State, terms_known_to
from nurselog.games.cascadia.terms import Terms, turns_of
from nurselog.games.cascadia.wire import event_to_proto
from nurselog.rules.api import Audience, Seat, seats
from nurselog.rules.hexes import Hex, Hexes, axial, name, names
from nurselog.rules.parts import part

NOBODY: Final = -1

PHASE: Final = {
    Phase.MARKET: pb.PHASE_MARKET,
    Phase.PLACE: pb.PHASE_PLACE,
    Phase.ROTATE: pb.PHASE_ROTATE,
    Phase.OVER: pb.PHASE_OVER,
}


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it; all see the same, but for cards that are hidden (rule 23.10)."""
    terms, market, boards = terms_known_to(state, audience), state.market, state.boards
    won = all_bonuses(terms, boards)
    places = enumerate(zip(market.tiles, market.tokens, strict=True), start=1)
    owners = seats(len(boards))
    parts = (
        moment_part(state),
        terms_part(terms),
        bag_part(market.bag),
        *[place_part(number, *lying) for number, lying in places],
        *[environment_part(seat, boards[seat]) for seat in owners],
        *[score_part(seat, terms, boards[seat], won[seat]) for seat in owners],
    )
    return pb.View.FromString(b"".join(parts))


def moment_part(state: State) -> bytes:
    """What is another after each move."""
    return pb.View(
        phase=PHASE[state.phase],
        active_seat=NOBODY if state.phase is Phase.OVER else state.active,
        turns_played=state.turn,
        turns_left=turns_of(state.terms) * len(state.boards) - state.turn,
        stack_size=len(state.market.stack),
        nature_supply=state.market.nature,
        turn=turn_view(state),
        last_events=[event_to_proto(event) for event in state.last],
        hidden_cards=[
            pb.HiddenCard(seat=seat, species=SPECIES_NAME[species])
            for seat, species in enumerate(state.hidden)
            if species is not None
        ],
    ).SerializeToString()


@part(256)
def terms_part(terms: Terms) -> pb.View:
    """What the table has agreed on."""
    cards = [
        pb.Terms.Card(
            species=SPECIES_NAME[species],
            letter=terms.letters(species),
            text=text_for(terms, species),
        )
        for species in SPECIES
    ]
    agreed = pb.Terms(
        edition=terms.edition.value,
        variant=terms.variant.value,
        cards=cards,
        habitat_bonus=has_bonuses(terms),
        special_rule=terms.special.value,
    )
    return pb.View(terms=agreed)


@part(1024)
def bag_part(bag: Bag) -> pb.View:
    """The tokens in the bag."""
    return pb.View(bag=[pb.Count(species=SPECIES_NAME[species], count=bag[species]) for species in SPECIES])


@part(4096)
def place_part(number: int, tile: Tile | None, token: Species | None) -> pb.View:
    """A place of the display."""
    place = pb.Place(
        number=number,
        tile=tile_name(tile),
        shows=shown(tile),
        edges=edges(tile, 0),
        token=token_name(token),
    )
    return pb.View(display=[place])


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
        token_cells=names(cells_for_token(state)) if placing else (),
        tile_cells=names(cells_for_tile(state))
        if state.phase is Phase.PLACE and state.tile is not None
        else (),
        tile_rotations=() if state.cell is None else rotations_at(state, state.cell),
    )


@part(4096)
def environment_part(seat: Seat, board: Board) -> pb.View:
    """What lies before a seat."""
    rest = pb.Environment(seat=seat, open_cells=names(board.open), nature_tokens=board.nature)
    laid = zip(board.cells, board.tiles, board.turns, board.tokens, strict=True)
    hexes = [hex_part(*one) for one in laid]
    return pb.View(environments=[pb.Environment.FromString(b"".join((rest.SerializeToString(), *hexes)))])


@part(16384)
def hex_part(cell: Hex, tile: Tile, turns: int, token: Species | None) -> pb.Environment:
    """A hex of an environment."""
    q, r = axial(cell)
    shown_hex = pb.Hex(
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
    return pb.Environment(hexes=[shown_hex])


@part(4096)
def score_part(seat: Seat, terms: Terms, board: Board, won: tuple[int, ...]) -> pb.View:
    """What an environment is worth now."""
    worth = tally(terms, board, won)
    parts = (
        pb.Score(seat=seat, total=worth.total, nature=worth.nature).SerializeToString(),
        *[animals_part(species, worth.findings[species]) for species in SPECIES],
        *[
            corridor_part(one, worth.corridors[one], worth.land[one].points, worth.bonuses[one])
            for one in HABITATS
        ],
    )
    return pb.View(scores=[pb.Score.FromString(b"".join(parts))])


@part(4096)
def animals_part(species: Species, finding: Finding) -> pb.Score:
    """What a species is worth, as a part of a score."""
    animals = pb.Score.Animals(
        species=SPECIES_NAME[species],
        points=finding.points,
        sets=finding.evidence,
        reason=finding.reason,
    )
    return pb.Score(animals=[animals])


@part(4096)
def corridor_part(habitat: Habitat, cells: Hexes, points: int, bonus: int) -> pb.Score:
    """The largest corridor of a habitat, and what the habitat scores, as a part of a score."""
    corridor = pb.Score.Corridor(
        habitat=HABITAT_NAME[habitat], size=len(cells), points=points, bonus=bonus, cells=names(cells)
    )
    return pb.Score(corridors=[corridor])


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
