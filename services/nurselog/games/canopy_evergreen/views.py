"""What an audience may know of a state (chapter 15), built from nothing else."""

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

NOBODY: Final = -1


def view(state: State, audience: Audience) -> pb.View:
    """The table as the audience sees it."""
    over = state.phase is Phase.OVER
    deciding, phase = (NOBODY, Phase.OVER) if over else asked(state)
    shift = shift_of(state.shifts)
    mine = sets_of(state, audience)
    waiting = hidden_in_hand(state)
    return pb.View(
        phase=phase.value,
        active_seat=NOBODY if over else state.active,
        deciding_seat=deciding,
        season=state.season,
        players=[
            player(seat, forest._replace(ledger=()), shift) for seat, forest in enumerate(state.forests)
        ],
        piles=[pile_view(at, pile, audience, mine) for at, pile in enumerate(state.piles)],
        look_order=() if over else look_order(state.setting.seats, state.active),
        pile_in_hand=pile_in_hand(state),
        deck_size=len(state.deck),
        seed_deck_size=len(state.seeds),
        mat=[WILD_NAME[wild] for wild in state.market],
        wildlife_deck_size=len(state.wild_deck),
        wildlife_deck_bottom=[WILD_NAME[wild] for wild in state.wild_deck[: state.wild_known]],
        waiting=[waiting_view(batch) for batch in state.batches if batch.cards],
        card_in_hand="" if state.pending == NOTHING else NAME[state.pending],
        drawn_size=len(waiting),
        drawn=known(waiting, audience),
        chosen_piles=[number + 1 for number in state.eyed],
        called_name=state.named,
        discard=discards(state.gone),
        unseen_discard_size=len(state.unseen),
        known_discard=known(state.unseen, audience),
        known_sets=[set_view(state, group, audience) for group in mine],
        fire_demands=state.demands if state.phase is Phase.WILDFIRE else (),
        disease_demands=state.sickness if state.phase in (Phase.WILDFIRE, Phase.DISEASE) else (),
        seeds_kept=state.kept if phase is Phase.SEEDS else 0,
        seed_limit=seed_limit(state) if phase is Phase.SEEDS else 0,
        shift=shift,
        shift_effect=SHIFT_EFFECT.get(shift, ""),
        migrated_seats=bits(state.migrated),
        card_counts=card_counts(state.setting.seats),
        card_names=NAME,
        last_taker=state.last_taker,
        last_events=[event_to_proto(event.seen_by(audience)) for event in state.last],
    )


@lru_cache
def look_order(seats: int, active: int) -> tuple[int, ...]:
    """The piles of the active seat, numbered from 1."""
    return tuple(number + 1 for number in ORDER[seats, active])


@lru_cache
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


@lru_cache(maxsize=4096)
def player(seat: int, forest: Forest, shift: str) -> pb.Player:
    """A forest as a message, not to be changed; all of it is open."""
    return pb.Player(
        seat=seat,
        points=forest.points,
        food=forest.food,
        cards=[NAME[card] for card, count in enumerate(forest.cards) for _ in range(count)],
        wildlife=[wildlife(forest, wild) for wild in forest.wild],
        trees=[tree(forest, space) for space in SPACES if forest.heights[space]],
        paths=[
            pb.Path(path=PATH_NAME[at], token=TOKEN_NAME[token])
            for at, token in enumerate(forest.path_tokens)
            if token != NOTHING
        ],
        tokens=[TOKEN_NAME[token] for token in forest.tokens],
        spent_tokens=[TOKEN_NAME[token] for token in forest.spent],
        sun_or_rain=forest.sun_or_rain,
        prospects=[
            pb.Prospect(category=category, points=gain.points) for category, gain in prospects(forest, shift)
        ],
    )


def wildlife(forest: Forest, wild: int) -> pb.Wildlife:
    """A wildlife and the side of its token."""
    used = wild % 3 == Kind.ACTIVE and bool(forest.used >> wild // 3 & 1)
    return pb.Wildlife(card=WILD_NAME[wild], used=used)


def tree(forest: Forest, space: int) -> pb.Tree:
    """A tree."""
    return pb.Tree(
        space=SPACE_NAME[space],
        height=forest.heights[space],
        multiplier=forest.tops[space],
        awarded=bool(forest.awards >> space & 1),
    )
