"""The end of a turn (chapter 7) and of a round (chapter 8)."""

from typing import Any, Final

from nurselog.games.salmon_run.events import (
    HandDrawn,
    KeptCurrent,
    News,
    RoundEnded,
    TurnBegan,
    TurnEnded,
    for_all,
    more_for,
)
from nurselog.games.salmon_run.piles import Row, hand_drawn, refilled
from nurselog.games.salmon_run.runs import complete
from nurselog.games.salmon_run.state import (
    OVER,
    PLAYING,
    SEATS,
    Player,
    State,
    Turn,
    acting,
    finisher,
    objective,
    objectives,
    other,
    with_player,
)
from nurselog.games.salmon_run.tally import round_points, tally_of, total_so_far
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.chance import shuffle

Events = tuple[Event[News], ...]
Players = tuple[Player, Player]
Changes = dict[str, Any]
"""Fields of a state, by name."""

NEW_TURN: Final = Turn()


def end_turn(state: State, done: tuple[News, ...], chance: Chance) -> Step[State, News]:
    """Discard, draw, keep current; then the next turn begins, or the round ends (rules 7.1 to 7.5)."""
    seat, before = state.active, acting(state)
    player = hand_drawn(before, chance)
    row, moving = kept_current(state, chance)
    players, turns = with_player(state, seat, player), state.turns + 1
    piles: Changes = {"row": row.cards, "acc_deck": row.deck, "acc_discard": row.discard, "turns": turns}
    reshuffled = bool(before.discard or before.in_play) and not player.discard
    turned = TurnEnded(seat, before.in_play, len(player.hand), (), reshuffled)
    if complete(objective(state), player.run) or turns >= state.terms.max_turns:
        ended = state._replace(players=players, **piles)
        return end_round(ended, tuple(map(for_all, (*done, turned, moving))), chance)
    drawn = TurnEnded(seat, before.in_play, len(player.hand), player.hand, reshuffled)
    events = (*map(for_all, done), more_for(seat, drawn, turned), for_all(moving))
    return pass_on(state, players, events, other(seat), piles)


def kept_current(state: State, chance: Chance) -> tuple[Row, KeptCurrent]:
    """The oldest card of the row goes to the discard pile, then the row is refilled (rule 7.3)."""
    left, rest = state.row[:1], state.row[1:]
    row = refilled(rest, state.acc_deck, state.acc_discard + left, chance)
    return row, KeptCurrent(left[0] if left else None, row.cards[len(rest) :], row.reshuffled)


def pass_on(
    state: State, players: Players, events: Events, seat: Seat, piles: Changes | None = None
) -> Step[State, News]:
    """The turn of a seat begins: it plays its whole hand face up (rule 3.1)."""
    deck, hand, _, run, discard, removed, seen, shown = players[seat]
    if shown:
        shown = tuple([card for card in shown if card not in hand])
    player = Player(deck, (), hand, run, discard, removed, seen, shown)
    events = (*events, for_all(TurnBegan(seat, hand)))
    begun = state._replace(
        phase=PLAYING,
        active=seat,
        players=(players[0], player) if seat else (player, players[1]),
        turn=NEW_TURN,
        last=seen_by_all(events),
        **(piles or {}),
    )
    return Step(begun, events)


def seen_by_all(events: Events) -> tuple[News, ...]:
    """What everybody learns of some events."""
    return tuple([event.public for event in events])


def end_round(state: State, events: Events, chance: Chance) -> Step[State, News]:
    """The round is scored; the next one begins, or the play is over (chapter 8)."""
    tallies = (tally_of(state.players[0]), tally_of(state.players[1]))
    points = (round_points(tallies[0], state.terms), round_points(tallies[1], state.terms))
    news = RoundEnded(state.round, points, finisher(state))
    scored = state._replace(tallies=(*state.tallies, tallies))
    events = (*events, for_all(news))
    if len(scored.tallies) == len(objectives(state.terms)):
        over = scored._replace(phase=OVER, turn=NEW_TURN, last=seen_by_all(events))
        return Step(over, events)
    return begin_round(scored, events, chance)


def begin_round(state: State, events: Events, chance: Chance) -> Step[State, News]:
    """Each seat shuffles all its cards and draws three; who has less starts (rules 8.2 and 8.3)."""
    starter = next_starter(state)
    first, second = (gathered(player, chance) for player in state.players)
    players = (first, second)
    hands = tuple([hand_news(seat, players[seat]) for seat in SEATS])
    return pass_on(state, players, (*events, *hands), starter, {"round": state.round + 1, "turns": 0})


def hand_news(seat: Seat, player: Player) -> Event[News]:
    """The number of cards drawn for all, the cards for their owner."""
    count = len(player.hand)
    return more_for(seat, HandDrawn(seat, count, player.hand), HandDrawn(seat, count))


def gathered(player: Player, chance: Chance) -> Player:
    """Deck, hand, discard pile and run are shuffled, and a hand is drawn (rule 8.2)."""
    cards = tuple(sorted(player.deck + player.hand + player.discard + player.run))
    return hand_drawn(Player(deck=shuffle(chance, cards), removed=player.removed), chance)


def next_starter(state: State) -> Seat:
    """The seat with the lower total; of level seats the one that did not take the last turn (rule 8.3)."""
    return min(SEATS, key=lambda seat: (total_so_far(state, seat), seat == state.active))
