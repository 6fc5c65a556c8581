"""What a legal move does (chapters 4 to 9). Nothing here asks whether the move is allowed."""

from nurselog.games.alaska.components import (
    BEAR,
    BESIDE,
    EAGLE,
    SALMON,
    TOURIST,
    Card,
    Cards,
    River,
    Section,
    cast_value,
    without,
)
from nurselog.games.alaska.events import (
    AnglerPlaced,
    Answered,
    BearRoamed,
    CastMade,
    CatchSettled,
    EagleFlew,
    HandLost,
    News,
    SalmonLost,
    SalmonPlaced,
)
from nurselog.games.alaska.moves import (
    Cast,
    EndTurn,
    Move,
    Pass,
    PlaceSalmon,
    PlayAngler,
    PlayBear,
    PlayEagle,
    UseBear,
)
from nurselog.games.alaska.state import Catch, State, Tally, answering, left_of
from nurselog.games.alaska.turns import (
    Told,
    end_turn,
    flow,
    go_on,
    pass_turn,
    with_hand,
    without_anglers,
)
from nurselog.rules.api import Chance, Event, Seat, Step


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:  # noqa: ARG001 - luck ends with the deal
    """The state after a legal move."""
    told: Told = []
    after = applied(state, seat, move, told)
    return Step(after._replace(last=tuple([event.public for event in told])), tuple(told))


def applied(state: State, seat: Seat, move: Move, told: Told) -> State:
    """What each kind of move does."""
    match move:
        case PlaceSalmon(section):
            return place_salmon(state, section, told)
        case UseBear() | Pass():
            return answer(state, seat, told, uses=isinstance(move, UseBear))
        case _:
            return acted(state, move, told)


def acted(state: State, move: Cast | PlayAngler | PlayEagle | PlayBear | EndTurn, told: Told) -> State:
    """What the active seat does with its hand."""
    match move:
        case Cast(cards, section):
            return cast(state, cards, section, told)
        case PlayAngler(angler, river):
            return play_angler(state, angler, river, told)
        case PlayEagle(section, river):
            return play_eagle(state, section, river, told)
        case PlayBear():
            return play_bear(state, told)
        case EndTurn():
            return end_turn(state, told)


def place_salmon(state: State, section: Section, told: Told) -> State:
    """The left neighbour puts a salmon into the river (rule 4.1); after the last one the flows run."""
    told.append(Event(SalmonPlaced(left_of(state, state.active), section)))
    placed = state._replace(salmon=with_salmon(state, section, present=True), to_place=state.to_place - 1)
    return placed if placed.to_place else flow(placed, told)


def with_salmon(state: State, section: Section, *, present: bool) -> tuple[bool, ...]:
    """The sections with a salmon in one of them, or without."""
    return (*state.salmon[:section], present, *state.salmon[section + 1 :])


def spend(state: State, cards: Cards) -> State:
    """Cards go from the active hand to the discard pile."""
    rest = without(state.hands[state.active], cards)
    return with_hand(state, rest)._replace(discard=state.discard + cards)


def cast(state: State, cards: Cards, section: Section | None, told: Told) -> State:
    """Hook an angler, catch a salmon, or miss (chapter 6)."""
    spent = spend(state, cards)
    value = sum(cast_value(card) for card in cards)
    if value > len(BESIDE):
        return miss(spent, cards, told)
    river = River(value - 1)
    angler = state.anglers[river]
    if angler is not None:
        told.append(Event(CastMade(state.active, cards, hooked=angler)))
        return hook_tourist(spent, river, told) if angler == TOURIST else hook_local(spent, river, told)
    found = [section] if section is not None else [beside for beside in BESIDE[river] if state.salmon[beside]]
    if not found:
        return miss(spent, cards, told)
    told.append(Event(CastMade(state.active, cards, section=found[0])))
    return catch(spent, found[0])


def miss(state: State, cards: Cards, told: Told) -> State:
    """Nothing there (rule 6.5)."""
    told.append(Event(CastMade(state.active, cards)))
    return go_on(state, told)


def hook_tourist(state: State, river: River, told: Told) -> State:
    """The tourist and the rest of the hand go, and so does the turn, without drawing (rule 6.2)."""
    hand = state.hands[state.active]
    told.append(Event(HandLost(state.active, hand)))
    gone = spend(state, hand)
    gone = gone._replace(anglers=without_anglers(gone.anglers, (river,)), discard=(*gone.discard, TOURIST))
    return pass_turn(gone, told)


def hook_local(state: State, river: River, told: Told) -> State:
    """A caught salmon and the local go; without a salmon nothing happens (rule 6.3)."""
    tally = state.tallies[state.active]
    if tally.kept:
        local = state.anglers[river]
        told.append(Event(SalmonLost(state.active)))
        state = with_tally(state, tally._replace(kept=tally.kept - 1, to_locals=tally.to_locals + 1))
        state = state._replace(anglers=without_anglers(state.anglers, (river,)))
        state = state._replace(discard=state.discard + (SALMON,) + (() if local is None else (local,)))
    return go_on(state, told)


def with_tally(state: State, tally: Tally) -> State:
    """The state with another tally for the active seat."""
    seat = state.active
    return state._replace(tallies=(*state.tallies[:seat], tally, *state.tallies[seat + 1 :]))


def catch(state: State, section: Section, *, by_eagle: bool = False) -> State:
    """A salmon leaves the river; whose it is the other seats' bears decide (rules 6.4, 8.1 and 8.4)."""
    tally = state.tallies[state.active]
    counted = tally._replace(by_cast=tally.by_cast + (not by_eagle), by_eagle=tally.by_eagle + by_eagle)
    nobody: tuple[bool | None, ...] = (None,) * (len(state.hands) - 1)
    caught = state._replace(salmon=with_salmon(state, section, present=False), catch=Catch(nobody))
    return with_tally(caught, counted)


def play_angler(state: State, angler: Card, river: River, told: Told) -> State:
    """An angler sits down; a tourist scares a local away (rules 7.1 and 7.2)."""
    scared = state.anglers[river]
    told.append(Event(AnglerPlaced(state.active, angler, river, scared)))
    placed = with_hand(state, without(state.hands[state.active], (angler,)))
    placed = placed._replace(anglers=(*placed.anglers[:river], angler, *placed.anglers[river + 1 :]))
    if scared is not None:
        placed = placed._replace(discard=(*placed.discard, scared))
    return go_on(placed, told)


def play_eagle(state: State, section: Section | None, river: River | None, told: Told) -> State:
    """An eagle takes a salmon or an angler, or finds neither (rules 8.1 and 8.2)."""
    told.append(Event(EagleFlew(state.active, section, river)))
    spent = spend(state, (EAGLE,))
    if section is not None:
        return catch(spent, section, by_eagle=True)
    angler = None if river is None else spent.anglers[river]
    if river is not None and angler is not None:
        spent = spent._replace(
            anglers=without_anglers(spent.anglers, (river,)), discard=(*spent.discard, angler)
        )
    return go_on(spent, told)


def play_bear(state: State, told: Told) -> State:
    """All anglers go (rule 8.3)."""
    gone = tuple([angler for angler in state.anglers if angler is not None])
    told.append(Event(BearRoamed(state.active, len(gone))))
    spent = spend(state, (BEAR,))
    return go_on(spent._replace(anglers=(None,) * len(BESIDE), discard=spent.discard + gone), told)


def answer(state: State, seat: Seat, told: Told, *, uses: bool) -> State:
    """A seat says whether it uses a bear; the first one clockwise that does settles the catch (rule 8.4)."""
    told.append(Event(Answered(seat)))
    given = () if state.catch is None else state.catch.answers
    index = answering(state, seat)
    answers = (*given[:index], uses, *given[index + 1 :])
    for steps, known in enumerate(answers, start=1):
        if known is None:
            return state._replace(catch=Catch(answers))
        if known:
            return take_away(state, left_of(state, state.active, steps), told)
    return keep(state, told)


def take_away(state: State, seat: Seat, told: Told) -> State:
    """A bear takes the salmon; both go to the discard pile (rule 8.4)."""
    told.append(Event(CatchSettled(seat)))
    tally = state.tallies[state.active]
    hands = (*state.hands[:seat], without(state.hands[seat], (BEAR,)), *state.hands[seat + 1 :])
    lost = with_tally(state, tally._replace(to_bears=tally.to_bears + 1))
    return go_on(lost._replace(hands=hands, discard=(*lost.discard, BEAR, SALMON), catch=None), told)


def keep(state: State, told: Told) -> State:
    """The salmon lies before its catcher."""
    told.append(Event(CatchSettled(None)))
    tally = state.tallies[state.active]
    return go_on(with_tally(state, tally._replace(kept=tally.kept + 1))._replace(catch=None), told)
