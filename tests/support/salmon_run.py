"""Positions of Salmon Run, written as people write cards: `state("in_play: 2h 4h; deck: 7s", row="kc")`."""

from typing import Any

from nurselog.games.salmon_run.components import ACES, THREES
from nurselog.games.salmon_run.events import News
from nurselog.games.salmon_run.legal import reject
from nurselog.games.salmon_run.notation import NOTATION
from nurselog.games.salmon_run.play import apply
from nurselog.games.salmon_run.state import Phase, Player, State, Terms, Turn, owned
from nurselog.rules.api import Audience, Chance, Rejection, Seat, Step
from nurselog.rules.cards import CARD_OR_JOKER_NAMED, DECK_WITH_JOKERS, Card, Cards
from nurselog.rules.chance import ScriptedChance

SORTED = ("hand", "in_play", "shown")


def seat(index: int) -> Seat:
    return Seat(Audience(index))


def card(name: str) -> Card:
    return CARD_OR_JOKER_NAMED[name]


def cards(text: str) -> Cards:
    return tuple(CARD_OR_JOKER_NAMED[name] for name in text.split())


def player(text: str = "", *, seen: int = 0) -> Player:
    """A player by piles: `in_play: 2h 4h; deck: 7s 9c`; tops are last."""
    piles: dict[str, Any] = {}
    for pile in filter(None, text.split(";")):
        name, _, found = pile.partition(":")
        name = name.strip()
        piles[name] = tuple(sorted(cards(found))) if name in SORTED else cards(found)
    return Player(seen=seen, **piles)


def state(
    me: str = "",
    other: str = "",
    *,
    row: str = "",
    aces: str | None = None,
    threes: str | None = None,
    acc_deck: str | None = None,
    acc_discard: str = "",
    active: int = 0,
    round: int = 0,  # noqa: A002 - the field's name
    turns: int = 0,
    school: bool = False,
    dogged: bool = False,
    max_turns: int = 200,
    seen: int = 0,
    turn: Turn | None = None,
) -> State:
    """A position in the turn of the active seat, `me`; all cards not named are in the acclimation deck."""
    mine, theirs = player(me, seen=seen), player(other)
    players = (theirs, mine) if active else (mine, theirs)
    found_aces = ACES if aces is None else cards(aces)
    found_threes = THREES if threes is None else cards(threes)
    named = {*found_aces, *found_threes, *cards(row), *cards(acc_discard)}
    named |= {card for one in players for card in owned(one) + one.removed}
    rest = tuple(card for card in DECK_WITH_JOKERS if card not in named)
    return State(
        terms=Terms(school=school, dogged=dogged, max_turns=max_turns),
        phase=Phase.TURN,
        active=seat(active),
        starts=((), (), (), ()),
        aces=found_aces if aces is not None else tuple(one for one in ACES if is_free(one, players)),
        threes=found_threes if threes is not None else tuple(one for one in THREES if is_free(one, players)),
        acc_deck=rest if acc_deck is None else cards(acc_deck),
        row=cards(row),
        acc_discard=cards(acc_discard),
        players=players,
        turn=turn or Turn(),
        round=round,
        turns=turns,
    )


def is_free(one: Card, players: tuple[Player, Player]) -> bool:
    return all(one not in owned(player) + player.removed for player in players)


def chance(*shuffles: str, below: tuple[int, ...] = ()) -> ScriptedChance:
    """Luck whose shuffles come out so; the last card of a shuffled deck is its top."""
    return ScriptedChance(shuffles=[cards(text) for text in shuffles], below=below)


def play(position: State, *moves: str, luck: Chance | None = None) -> Step[State, News]:
    """The step of the last of these moves, each made by the active seat and each legal."""
    luck = chance() if luck is None else luck
    step: Step[State, News] = Step(position)
    for text in moves:
        found = refusal(step.state, text)
        assert found is None, f"{text}: {found}"
        step = apply(step.state, step.state.active, NOTATION.parse(text), luck)
    return step


def refusal(position: State, text: str, *, by: int | None = None) -> Rejection | None:
    """Why a move is rejected; made by the active seat unless said otherwise."""
    return reject(position, position.active if by is None else seat(by), NOTATION.parse(text))


def rejected(position: State, text: str, *, by: int | None = None) -> tuple[str, str]:
    """Code and rule of a refusal."""
    found = refusal(position, text, by=by)
    assert found is not None, text
    return found.code, found.rule
