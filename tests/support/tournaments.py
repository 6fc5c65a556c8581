"""Events as tests write them: entrants by number, rounds by results, and artificial players."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from nurselog.rules.chance import SeededChance
from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.values import (
    Entrant,
    EntrantId,
    Event,
    Pairing,
    PairingKind,
    PlayedPairing,
    Round,
    SeatKind,
    SeatResult,
    TableResult,
)

DUELS = Terms(format=FormatName.SWISS)
SEED = b"a seed of tests"


def eid(number: int) -> EntrantId:
    return EntrantId(f"e{number}")


def entrants(count: int) -> tuple[Entrant, ...]:
    """e1 .. en, the better rating first."""
    return tuple(
        Entrant(id=eid(number), number=number, rating=2000 - number) for number in range(1, count + 1)
    )


def event(count: int, *rounds: Round, seed: bytes = SEED) -> Event:
    return Event(entrants=entrants(count), rounds=rounds, seed=seed)


def table(
    members: Sequence[EntrantId], placements: Sequence[int], totals: Sequence[int] | None = None
) -> TableResult:
    """A table played to the end, members in seat order."""
    given: Sequence[int | None] = totals if totals is not None else [None] * len(members)
    lines = zip(members, placements, given, strict=True)
    return TableResult(
        seats=tuple(
            SeatResult(entrant=member, seat=seat, placement=placement, total=total)
            for seat, (member, placement, total) in enumerate(lines)
        )
    )


def duel(first: int, second: int, result: str) -> PlayedPairing:
    """`1-0`, `0-1` or `=` between two numbers; `+-`, `-+`, `--` by forfeit."""
    members = (eid(first), eid(second))
    pairing = Pairing(id=f"p{first}-{second}", seats=members)
    if set(result) <= {"+", "-"}:
        return PlayedPairing(pairing=pairing, tables=(_forfeit(members, result),))
    places = {"1-0": (1, 2), "0-1": (2, 1), "=": (1, 1)}[result]
    return PlayedPairing(pairing=pairing, tables=(table(members, places),))


def bye(number: int, kind: PairingKind = PairingKind.BYE) -> PlayedPairing:
    return PlayedPairing(pairing=Pairing(id=f"b{number}", seats=(eid(number),), kind=kind))


def pod(*members: int, placements: Sequence[int], totals: Sequence[int] | None = None) -> PlayedPairing:
    seats = tuple(eid(member) for member in members)
    name = "p" + "-".join(map(str, members))
    return PlayedPairing(pairing=Pairing(id=name, seats=seats), tables=(table(seats, placements, totals),))


def rounds(*pairings: Sequence[PlayedPairing]) -> tuple[Round, ...]:
    return tuple(Round(number=number, pairings=tuple(some)) for number, some in enumerate(pairings, 1))


def _forfeit(members: Sequence[EntrantId], signs: str) -> TableResult:
    kinds = {"+": (SeatKind.FORFEIT_WIN, 1), "-": (SeatKind.FORFEIT_LOSS, 2)}
    return TableResult(
        seats=tuple(
            SeatResult(entrant=member, seat=seat, placement=kinds[sign][1], kind=kinds[sign][0])
            for seat, (member, sign) in enumerate(zip(members, signs, strict=True))
        )
    )


Judge = Callable[[Sequence[EntrantId], SeededChance], Sequence[int]]
"""Says who came where at a table."""


def by_luck(members: Sequence[EntrantId], chance: SeededChance) -> Sequence[int]:
    """Competition ranks out of luck; one table in five is level somewhere."""
    levels = [chance.below(5 * len(members)) // 2 for _ in members]
    return [1 + sum(other > level for other in levels) for level in levels]


def played(terms: Terms, before: Event, pairings: Iterable[Pairing], judge: Judge = by_luck) -> Round:
    """The next round with every table played to the end."""
    form, chance = FORMATS[terms.format], SeededChance(b"players", "play", before.next_round)
    done = []
    for pairing in pairings:
        one = PlayedPairing(pairing=pairing)
        while orders := form.orders(terms, before, one):
            found = tuple(
                replace(_table(terms, pairing, order.seats, judge, chance), board=order.board)
                for order in orders
            )
            one = replace(one, tables=(*one.tables, *found))
        done.append(one)
    return Round(number=before.next_round, pairings=tuple(done))


def played_out(terms: Terms, start: Event, judge: Judge = by_luck, most: int = 100) -> Event:
    """The event after all its rounds."""
    form, now = FORMATS[terms.format], start
    while not form.finished(terms, now) and len(now.rounds) < most:
        now = replace(now, rounds=(*now.rounds, played(terms, now, form.pair(terms, now), judge)))
    return now


def _table(
    terms: Terms, pairing: Pairing, seats: Sequence[str], judge: Judge, chance: SeededChance
) -> TableResult:
    members = [EntrantId(seat) for seat in seats]
    if terms.boards:
        owner = {
            player: team
            for team, lineup in zip(pairing.seats, pairing.lineups, strict=True)
            for player in lineup
        }
        members = [owner[seat] for seat in seats]
    result = table(members, judge(members, chance))
    return replace(result, teams=(0, 1, 0, 1)) if terms.rotating_partners else result
