"""Rule 23.10: each seat knows one card only."""

import pytest

from nurselog.api.games.cascadia.v1 import cascadia_pb2 as pb
from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.components import (
    BEAR,
    ELK,
    FOX,
    HAWK,
    SPECIES,
    Species,
)
from nurselog.games.cascadia.events import Opened, Revealed
from nurselog.games.cascadia.scoring.tally import tallies
from nurselog.games.cascadia.state import Phase, State
from nurselog.games.cascadia.terms import UNKNOWN, Special
from nurselog.rules.api import SPECTATORS, Event, Options
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.cascadia import (
    play,
    seat,
    starter,
)


def options(seat_count: int, special: Special, /, **chosen: str) -> Options:
    return RULES.spec.complete({"special_rule": special.value, **chosen}, seat_count)


def table(seat_count: int, special: Special, number: int = 0, /, **chosen: str) -> State:
    chance = SeededChance(b"special", "test", number)
    return RULES.setup(options(seat_count, special, **chosen), seat_count, chance).state


def hidden(number: int = 0) -> State:
    return table(3, Special.HIDDEN_CARDS, number)


def letters(position: State, who: int) -> list[str]:
    view = RULES.view(position, SPECTATORS if who < 0 else seat(who))
    assert isinstance(view, pb.View)
    return [card.letter for card in view.terms.cards]


def test_r23_10_each_seat_knows_its_own_card_only() -> None:
    position = hidden()
    held = [one for one in position.hidden if one is not None]

    assert len({*held}) == 3
    assert letters(position, -1).count(UNKNOWN) == 3
    for who in range(3):
        assert letters(position, who).count(UNKNOWN) == 2
        assert letters(position, who)[held[who]] == position.terms.cards[held[who]]


def test_r23_10_others_do_not_see_what_it_is_worth() -> None:
    position = hidden()
    species = held_by(position, 0)
    own = starter(species + 1)
    position = position._replace(
        boards=(own._replace(tokens=(species, None, None)), *position.boards[1:]),
        terms=position.terms._replace(cards="aaaaa"),
    )

    def points(who: int) -> int:
        view = RULES.view(position, seat(who))
        assert isinstance(view, pb.View)
        return view.scores[0].animals[species].points

    assert points(1) == points(2) == 0
    assert points(0) == tallies(position.terms, position.boards)[0].findings[species].points


def held_by(position: State, who: int) -> Species:
    species = position.hidden[who]
    assert species is not None
    return species


def test_r23_10_the_events_of_the_beginning_tell_no_more() -> None:
    chance = SeededChance(b"special", "test", 0)
    opened = RULES.setup(options(3, Special.HIDDEN_CARDS), 3, chance).events[0]

    assert isinstance(opened, Event)
    assert isinstance(opened.public, Opened)
    assert opened.public.cards.count(UNKNOWN) == 3
    assert [one.cards.count(UNKNOWN) for _, one in opened.private if isinstance(one, Opened)] == [2, 2, 2]


@pytest.mark.parametrize("text", ["n", "n.1"])
def test_r23_10_spending_shows_the_own_card(text: str) -> None:
    position = hidden()
    mover = position.active
    rich = tuple(own._replace(nature=1) for own in position.boards)
    position = position._replace(boards=rich)
    luck = ScriptedChance(below=[0] * 8)

    step = play(position, text, luck=luck)

    assert step.state.hidden[mover] is None
    assert letters(step.state, -1).count(UNKNOWN) == 2
    species = held_by(position, mover)
    shown = Revealed(mover, species, position.terms.cards[species])
    assert [event.public for event in step.events if isinstance(event.public, Revealed)] == [shown]
    assert not step.undoable


def test_r23_10_a_card_that_was_shown_is_not_shown_again() -> None:
    position = hidden()
    rich = tuple(own._replace(nature=2) for own in position.boards)
    once = play(position._replace(boards=rich), "n.1", luck=ScriptedChance(below=[0] * 8)).state
    again = play(once, "n", luck=ScriptedChance())

    assert [type(event.public).__name__ for event in again.events] == ["Spent"]
    assert again.undoable


def test_r23_10_at_the_end_all_cards_are_shown() -> None:
    chance = SeededChance(b"end", "test", 1)
    position = hidden()
    while decisions := RULES.decisions(position):
        position = RULES.apply(
            position, decisions[0].seat, RULES.timeout_move(position, decisions[0].seat), chance
        ).state

    assert position.phase is Phase.OVER
    assert position.hidden == (None, None, None)
    assert UNKNOWN not in letters(position, -1)


def test_r23_10_cards_that_are_named_are_open() -> None:
    position = table(3, Special.HIDDEN_CARDS, bear="a", elk="b", hawk="a")

    assert {one for one in position.hidden if one is not None} == {SPECIES[2], FOX}
    assert [letters(position, -1)[species] for species in (BEAR, ELK, HAWK)] == ["a", "b", "a"]


def test_r23_10_whoever_is_dealt_for_again_does_not_know_the_card() -> None:
    position = hidden()
    species = held_by(position, 1)
    seen = {
        RULES.redeal(position, seat(0), SeededChance(b"again", "test", number)).terms.cards[species]
        for number in range(30)
    }
    own = {
        RULES.redeal(position, seat(1), SeededChance(b"again", "test", number)).terms.cards[species]
        for number in range(30)
    }

    assert seen == {*"abc"}
    assert own == {position.terms.cards[species]}
