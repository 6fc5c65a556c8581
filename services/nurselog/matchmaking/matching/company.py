"""Who can sit with a ticket: the next ones above it that may sit with all before them. One at a time. Pure.

`sweep` finds the same for all tickets of a large pool at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nurselog.matchmaking.matching.columns import Candidate, Columns

Company = Callable[[Sequence[int], int], Candidate]


def companies(columns: Columns, seats: int) -> Company:  # noqa: C901 - as below
    """How those are found who can sit with the ticket at `order[at]`, from there on, `seats` at most.

    Takes the next ticket that may sit with all before it, again and again. A function made once for
    each pass, because it is called for every ticket: it looks up nothing, and compares where `min` and
    `max` would take four times as long.
    """
    ratings, waits, windows, reliefs, sizes, regions, guarded = columns.rows
    avoid, reach = columns.avoid, columns.reach
    urgency, lookahead = columns.terms.urgency, columns.terms.lookahead
    make = tuple.__new__

    def company(order: Sequence[int], at: int) -> Candidate:  # noqa: C901 - one hot loop
        first = order[at]
        members: tuple[int, ...] = (first,)
        low = high = ratings[first]
        count, oldest, least, relief = sizes[first], waits[first], windows[first], reliefs[first]
        region, careful = regions[first], guarded[first]
        for other in order[at + 1 : at + 1 + lookahead]:
            spread = ratings[other] - low
            if count >= seats or spread > reach:
                break
            window, ease = windows[other], reliefs[other]
            if window > least:  # noqa: PLR1730
                window = least
            if ease < relief:  # noqa: PLR1730
                ease = relief
            if (spread > window and spread > ease) or not region & regions[other]:
                continue
            if count + sizes[other] > seats:
                continue
            if careful and guarded[other] and any([avoid(member, other) for member in members]):  # noqa: C419
                continue
            members += (other,)
            count += sizes[other]
            high, least, relief = ratings[other], window, ease
            region &= regions[other]
            careful = careful or guarded[other]
            if waits[other] > oldest:  # noqa: PLR1730
                oldest = waits[other]
        spread = high - low
        return make(Candidate, (spread - urgency * oldest, members, spread, oldest, count, least))

    return company


def alone(columns: Columns, one: int) -> Candidate:
    """A ticket by itself."""
    rows = columns.rows
    wait = rows.waits[one]
    return Candidate(-columns.terms.urgency * wait, (one,), 0.0, wait, rows.sizes[one], rows.windows[one])
