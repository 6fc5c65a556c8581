"""What a hand is worth (chapter 8) and who came where (chapter 9); the single rules are in `effects`."""

from dataclasses import dataclass

from nurselog.games.forest_sky.components import (
    FOREST_NAME,
    FORESTS,
    HAND_SIZE,
    MARK,
    NAME,
    TITLE,
    VALUE,
    Card,
    Cards,
    Forest,
    Mark,
    names,
)
from nurselog.games.forest_sky.effects import EFFECTS, Finding
from nurselog.games.forest_sky.state import LOCKS_TO_END, Forests, State, is_over
from nurselog.rules.api import (
    Outcome,
    Placement,
    Points,
    ScoreLine,
    ScoreSheet,
    Seat,
    competition_places,
    seats,
)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A hand with one of the forests: what each of its rules finds, and the cards whose rules count."""

    forest: Forest
    findings: dict[Card, Finding]
    counted: Cards

    @property
    def total(self) -> int:
        """The points of the rules that count."""
        return sum(self.findings[card].points for card in self.counted)


def appraise(hand: Cards, forests: Forests, forest: Forest) -> Appraisal:
    """What the hand scores with one forest; the forest's own rules never count (rule 8.1)."""
    findings = {card: EFFECTS[card].find(card, hand, forests[forest]) for card in hand}
    return Appraisal(forest, findings, counted(findings))


def counted(findings: dict[Card, Finding]) -> Cards:
    """The rules that are met: all without mark, the best with a talon, the best with a feather (rule 8.2)."""
    met = [card for card in findings if findings[card].points]
    by_mark = {mark: [card for card in met if MARK[card] is mark] for mark in Mark}
    limited = [by_mark[mark] for mark in (Mark.TALON, Mark.FEATHER) if by_mark[mark]]
    return (*by_mark[Mark.NONE], *(max(cards, key=lambda card: findings[card].points) for cards in limited))


def best_appraisal(hand: Cards, forests: Forests) -> Appraisal:
    """With the better forest; forest a if both are worth the same (rule 8.3)."""
    return max((appraise(hand, forests, forest) for forest in FORESTS), key=lambda found: found.total)


def sheet(seat: Seat, hand: Cards, forests: Forests) -> ScoreSheet:
    """The forest that is used, then a line for each card in the hand."""
    best = best_appraisal(hand, forests)
    return ScoreSheet(seat, (forest_line(best, hand, forests), *(card_line(best, card) for card in hand)))


def forest_line(best: Appraisal, hand: Cards, forests: Forests) -> ScoreLine:
    """Which forest is used, and what the other one would have given."""
    other = appraise(hand, forests, FORESTS[1 - best.forest])
    return ScoreLine(
        category="forest",
        label=f"Forest {FOREST_NAME[best.forest]}",
        points=Points(0),
        evidence=names(forests[best.forest]),
        reason=f"{best.total} points; forest {FOREST_NAME[other.forest]} gives {other.total}",
    )


def card_line(best: Appraisal, card: Card) -> ScoreLine:
    """What the rule of a card in the hand gives, and why it counts or does not."""
    finding = best.findings[card]
    return ScoreLine(
        category=f"card.{NAME[card]}",
        label=f"{TITLE[card]}: {EFFECTS[card].text}",
        points=Points(finding.points),
        evidence=names(finding.evidence),
        reason=finding.reason if card in best.counted or not finding.points else outdone(best, card),
        counted=card in best.counted,
    )


def outdone(best: Appraisal, card: Card) -> str:
    """Why a rule that is met does not count (rule 8.2)."""
    winner = next(other for other in best.counted if MARK[other] is MARK[card])
    return f"{best.findings[card].reason}; but only one {MARK[card].value} rule counts: {TITLE[winner]}"


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets as if the play ended now; a fourth card in a hand is no part of it yet (rule 8.8)."""
    return tuple(
        sheet(seat, state.hands[seat][:HAND_SIZE], state.forests) for seat in seats(len(state.hands))
    )


def placements(hands: tuple[Cards, ...], forests: Forests) -> tuple[Placement, ...]:
    """Most points first; of level hands the one with the lower lowest card, or both (chapter 9)."""
    totals = {seat: best_appraisal(hands[seat], forests).total for seat in seats(len(hands))}
    keys = {seat: (total, -min(VALUE[card] for card in hands[seat])) for seat, total in totals.items()}
    places = competition_places(keys)
    return tuple(Placement(seat, places[seat], Points(total)) for seat, total in totals.items())


def outcome(state: State) -> Outcome | None:
    """`five_locks` or `stalled`, once the play is over (rules 7.1 and 7.2)."""
    if not is_over(state):
        return None
    reason = "five_locks" if len(state.locked) >= LOCKS_TO_END else "stalled"
    return Outcome(reason, placements(state.hands, state.forests))
