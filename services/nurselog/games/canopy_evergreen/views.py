"""What an audience may know of a state (chapter 15), built from nothing else.

A view is made of parts, each a view with little in it, serialized: one after the other they are the whole, as
Protobuf merges what is concatenated. Parts that stay the same from move to move are made once and kept.
"""

from functools import lru_cache
from typing import Final

from nurselog.api.games.canopy_evergreen.v1 import canopy_evergreen_pb2 as pb
from nurselog.games.canopy_evergreen.components import (
    NAME,
    NOTHING,
    PATH_NAME,
    SHIFT_EFFECT,
    SPACE_NAME,
    SPACES,
    SPECIES_NAME,
    TOKEN_NAME,
    WILD_NAME,
    Card,
    Kind,
    Space,
    Token,
    Wild,
    bits,
    deck_for,
)
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.scoring import prospects
from nurselog.games.canopy_evergreen.season import seed_limit
from nurselog.games.canopy_evergreen.state import (
    ORDER,
    Batch,
    Phase,
    Pile,
    Slot,
    State,
    asked,
    card_of,
    group_of,
    known_to,
    shift_of,
)
from nurselog.games.canopy_evergreen.wire.events import event_to_proto
from nurselog.rules.api import Audience
from nurselog.rules.parts import part

NOBODY: Final = -1


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    shift = shift_of(state.shifts)
    parts = (
        moment_part(state),
        printed_part(state.setting.seats),
        hidden_part(state, audience),
        shift_part(shift),
        *[player_part(at, forest._replace(ledger=()), shift) for at, forest in enumerate(state.forests)],
    )
    return pb.View.FromString(b"".join(parts))


def moment_part(state: State) -> bytes:
    """What is open to all, and may be another after each move."""
    over = state.phase is Phase.OVER
    deciding, phase = (NOBODY, Phase.OVER) if over else asked(state)
    return pb.View(
        phase=phase.value,
        active_seat=NOBODY if over else state.active,
        deciding_seat=deciding,
        season=state.season,
        look_order=() if over else look_order(state.setting.seats, state.active),
        pile_in_hand=pile_in_hand(state),
        deck_size=len(state.deck),
        seed_deck_size=len(state.seeds),
        mat=[WILD_NAME[wild] for wild in state.market],
        wildlife_deck_size=len(state.wild_deck),
        wildlife_deck_bottom=[WILD_NAME[wild] for wild in state.wild_deck[: state.wild_known]],
        waiting=[waiting_view(batch) for batch in state.batches if batch.cards],
        card_in_hand="" if state.pending == NOTHING else NAME[state.pending],
        drawn_size=len(hidden_in_hand(state)),
        chosen_piles=[number + 1 for number in state.eyed],
        called_name=state.named,
        discard=discards(state.gone),
        unseen_discard_size=len(state.unseen),
        fire_demands=state.demands if state.phase is Phase.WILDFIRE else (),
        disease_demands=state.sickness if state.phase in (Phase.WILDFIRE, Phase.DISEASE) else (),
        seeds_kept=state.kept if phase is Phase.SEEDS else 0,
        seed_limit=seed_limit(state) if phase is Phase.SEEDS else 0,
        migrated_seats=bits(state.migrated),
        last_taker=state.last_taker,
    ).SerializeToString()


def hidden_part(state: State, audience: Audience) -> bytes:
    """What this audience knows of hidden cards, and how it learnt of the last move."""
    mine = sets_of(state, audience)
    return pb.View(
        piles=[pile_view(at, pile, audience, mine) for at, pile in enumerate(state.piles)],
        drawn=known(hidden_in_hand(state), audience),
        known_discard=known(state.unseen, audience),
        known_sets=[set_view(state, group, audience) for group in mine],
        last_events=[event_to_proto(event.seen_by(audience)) for event in state.last],
    ).SerializeToString()


@part(128)
def printed_part(seats: int) -> pb.View:
    """What cards there are."""
    return pb.View(card_counts=card_counts(seats), card_names=NAME)


@part(128)
def shift_part(shift: str) -> pb.View:
    """The Shifting Seasons card that holds."""
    return pb.View(shift=shift, shift_effect=SHIFT_EFFECT.get(shift, ""))


@lru_cache
def look_order(seats: int, active: int) -> tuple[int, ...]:
    """The piles of the active seat, numbered from 1."""
    return tuple(number + 1 for number in ORDER[seats, active])


def card_counts(seats: int) -> tuple[int, ...]:
    """How many there are of each forest card."""
    deck = deck_for(seats)
    return tuple(deck.count(card) for card in range(len(NAME)))


@lru_cache(maxsize=1024)
def discards(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The open discards, sorted."""
    return tuple(NAME[card] for card in sorted(cards))


def hidden_in_hand(state: State) -> tuple[Slot, ...]:
    """What was drawn and not placed yet: after three passes, by Owl, Elk or Pine Cones."""
    return state.shown if state.drawn == NOTHING else (*state.shown, state.drawn)


def known(slots: tuple[Slot, ...], audience: Audience) -> list[str]:
    """The cards among the slots that the audience has seen; Owl and Seed cards stay in their order."""
    if audience < 0:
        return []
    return [NAME[card_of(slot)] for slot in slots if known_to(slot, audience)]


def pile_in_hand(state: State) -> int:
    """The pile that is kept or passed; 0 for none."""
    if state.phase is not Phase.LOOK:
        return 0
    return ORDER[state.setting.seats, state.active][state.place] + 1


def pile_view(at: int, pile: Pile, audience: Audience, mine: list[int]) -> pb.Pile:
    """A pile: its size, its token, and what the audience has seen of it (rule 15.2)."""
    token = pile.token
    return pb.Pile(
        pile=at + 1,
        size=len(pile.cards),
        known=sorted(known(pile.cards, audience)),
        token="" if token is None else SPECIES_NAME[token.species],
        token_owner=NOBODY if token is None else token.owner,
        token_copied=token is not None and token.copied,
        from_sets=[count_of(pile.cards, group, audience) for group in mine],
    )


def waiting_view(batch: Batch) -> pb.Waiting:
    """Cards that wait to be added."""
    return pb.Waiting(seat=batch.owner, cards=[NAME[card] for card in batch.cards])


def sets_of(state: State, audience: Audience) -> list[int]:
    """The Elk sets that the audience knows, counted from 1 (rule 15.3)."""
    if audience < 0 or state.phase is Phase.OVER or audience not in state.groups:
        return []
    return [at + 1 for at, owner in enumerate(state.groups) if owner == audience]


def count_of(slots: tuple[Slot, ...], group: int, audience: Audience) -> int:
    """How many of the slots are from a set, without those that are known one by one."""
    return sum(group_of(slot) == group and not known_to(slot, audience) for slot in slots)


def set_view(state: State, group: int, audience: Audience) -> pb.KnownSet:
    """What is left of a set, wherever it lies hidden."""
    slots = [*state.deck, *state.unseen, *state.shown]
    slots += [slot for pile in state.piles for slot in pile.cards]
    slots += [] if state.drawn == NOTHING else [state.drawn]
    left = [card_of(slot) for slot in slots if group_of(slot) == group and not known_to(slot, audience)]
    in_deck = count_of(state.deck, group, audience)
    return pb.KnownSet(cards=[NAME[card] for card in sorted(left)], in_deck=in_deck)


@part(4096)
def player_part(seat: int, forest: Forest, shift: str) -> pb.View:
    """A forest; all of it is open."""
    rest = pb.Player(
        seat=seat,
        points=forest.points,
        food=forest.food,
        cards=[NAME[card] for card, count in enumerate(forest.cards) for _ in range(count)],
        tokens=[TOKEN_NAME[token] for token in forest.tokens],
        spent_tokens=[TOKEN_NAME[token] for token in forest.spent],
        sun_or_rain=forest.sun_or_rain,
    )
    parts = (
        rest.SerializeToString(),
        *[wildlife_part(wild, is_used(forest, wild)) for wild in forest.wild],
        *[tree_part(*tree(forest, space)) for space in SPACES if forest.heights[space]],
        *[path_part(*path) for path in enumerate(forest.path_tokens)],
        *[prospect_part(category, gain.points) for category, gain in prospects(forest, shift)],
    )
    return pb.View(players=[pb.Player.FromString(b"".join(parts))])


def is_used(forest: Forest, wild: Wild) -> bool:
    """Whether the token of a wildlife is used or lies on a pile."""
    return wild % 3 == Kind.ACTIVE and bool(forest.used >> wild // 3 & 1)


@part(256)
def wildlife_part(wild: Wild, used: bool) -> pb.Player:  # noqa: FBT001 - the key of a cache
    """A wildlife and the side of its token, as a part of a player."""
    return pb.Player(wildlife=[pb.Wildlife(card=WILD_NAME[wild], used=used)])


def tree(forest: Forest, space: Space) -> tuple[Space, int, int, bool]:
    """What grows on a space: its height, its multiplier, and whether it has an award."""
    return space, forest.heights[space], forest.tops[space], bool(forest.awards >> space & 1)


@part(1024)
def tree_part(space: Space, height: int, multiplier: int, awarded: bool) -> pb.Player:  # noqa: FBT001
    """A tree, as a part of a player."""
    shown = pb.Tree(space=SPACE_NAME[space], height=height, multiplier=multiplier, awarded=awarded)
    return pb.Player(trees=[shown])


@part(1024)
def path_part(at: int, token: Token) -> pb.Player:
    """The token that still lies on a path, as a part of a player."""
    if token == NOTHING:
        return pb.Player()
    return pb.Player(paths=[pb.Path(path=PATH_NAME[at], token=TOKEN_NAME[token])])


@part(1024)
def prospect_part(category: str, points: int) -> pb.Player:
    """What a category would give now, as a part of a player."""
    return pb.Player(prospects=[pb.Prospect(category=category, points=points)])
