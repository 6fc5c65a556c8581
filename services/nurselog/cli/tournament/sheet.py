"""A tournament drawn for a terminal: head, standings with tie-breaks, cross-table, a round. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from nurselog.cli.rest import Json

POINT = 840
MARKS = {
    "bye": "bye",
    "requested_bye": "½ bye",
    "late_bye": "½ late",
    "walkover": "w/o",
    "forfeit_win": "+",
    "forfeit_loss": "-",
    "absent": "",
}
STATES = {"DRAFT": "dim", "OPEN": "cyan", "RUNNING": "green", "FINISHED": "bold", "CANCELLED": "red"}


def head(tournament: Json) -> Text:
    """One line: title, state, round."""
    state = tournament["state"].removeprefix("TOURNAMENT_STATE_")
    text = Text.assemble((tournament["title"], "bold"), "  ", (state.lower(), STATES.get(state, "")))
    text.append(f"  {tournament.get('entrantCount', 0)} entrants")
    if tournament.get("currentRound"):
        planned = tournament.get("roundCount", 0)
        text.append(f"  round {tournament['currentRound']}" + (f" of {planned}" if planned else ""))
    if tournament.get("trouble"):
        text.append(f"\n{tournament['trouble']}", style="red")
    return text


def standings(lines: Sequence[Json]) -> Table:
    """Everybody's place, points and tie-breaks."""
    names = [one["name"] for one in lines[0].get("tieBreaks", ())] if lines else []
    table = Table(title="Standings", title_justify="left", box=None, pad_edge=False)
    for title, side in (("", "right"), ("name", "left"), ("points", "right")):
        table.add_column(title, justify=side)  # type: ignore[arg-type] # rich knows these words
    shown = [name for name in names if name != "points"]
    for name in shown:
        table.add_column(name.replace("_", " "), justify="right")
    for line in lines:
        values = {one["name"]: one.get("text", "") for one in line.get("tieBreaks", ())}
        place = str(line["place"])
        table.add_row(place, line["displayName"], line["pointsText"], *(values.get(n, "") for n in shown))
    return table


def crosstable(lines: Sequence[Json]) -> Table:
    """Who met whom in each round: the opponents' places, the seat, and what it brought."""
    places = {line["entrant"]: index for index, line in enumerate(lines, 1)}
    count = max((len(line.get("rounds", ())) for line in lines), default=0)
    table = Table(title="Rounds", title_justify="left", box=None, pad_edge=False)
    table.add_column("#", justify="right")
    table.add_column("name")
    for number in range(1, count + 1):
        table.add_column(str(number), justify="right")
    table.add_column("sum", justify="right")
    for index, line in enumerate(lines, 1):
        cells = [_cell(one, places) for one in line.get("rounds", ())]
        cells += [""] * (count - len(cells))
        table.add_row(str(index), line["displayName"], *cells, line["pointsText"])
    return table


def _cell(one: Json, places: Mapping[str, int]) -> str:
    """`12a 1`: met number 12 from the first seat and got a point."""
    kind = one.get("kind", "")
    if kind != "played":
        return str(MARKS.get(kind, kind))
    met = ",".join(str(places.get(name, "?")) for name in one.get("opponents", ()))
    seat = "abcdefgh"[one["seat"]] if 0 <= one.get("seat", -1) < 8 else ""
    return f"{met}{seat} {points(one.get('points', 0))}"


def round_sheet(shown: Json, pairings: Sequence[Json]) -> Table:
    """The pairings of a round and how they stand."""
    state = shown["state"].removeprefix("ROUND_STATE_").lower()
    number = shown["name"].rpartition("/")[2]
    table = Table(title=f"Round {number}: {state}", title_justify="left", box=None, pad_edge=False)
    for title in ("", "seats", "result", "table", "because"):
        table.add_column(title)
    for pairing in pairings:
        table.add_row(
            pairing["name"].rpartition("/")[2],
            " - ".join(one["displayName"] for one in pairing.get("entrants", ())),
            _result(pairing),
            " ".join(one.get("table", "").rpartition("/")[2] for one in pairing.get("tables", ())),
            "; ".join(_reason(one) for one in pairing.get("reasons", ()) if _tells(one)),
        )
    return table


def seating(pairing: Json) -> str:
    """Who sits where at the first table, and who is to choose."""
    seats = " ".join(f"{seat}: {one['displayName']}" for seat, one in enumerate(pairing.get("entrants", ())))
    return f"{seats}  {_waits(pairing)}".rstrip()


def _waits(pairing: Json) -> str:
    """For whom a pairing waits, if it is for somebody's word."""
    if pairing.get("trouble"):
        return "waits for its result by hand"
    names = {one["entrant"]: one["displayName"] for one in pairing.get("entrants", ()) if "entrant" in one}
    chooser = pairing.get("seatChoice", {}).get("entrant", "")
    return f"{names.get(chooser, chooser)} chooses a seat" if chooser else ""


def _result(pairing: Json) -> str:
    kind = pairing["kind"].removeprefix("PAIRING_KIND_").lower().replace("_", " ")
    if not pairing.get("decided"):
        return _waits(pairing) if kind == "table" else kind
    gained = " - ".join(points(one.get("points", 0)) for one in pairing.get("entrants", ()))
    return gained if kind == "table" else f"{kind} {gained}"


def _tells(reason: Json) -> bool:
    return reason["kind"] not in ("difference", "meetings") or bool(reason.get("value"))


def _reason(reason: Json) -> str:
    words = reason["kind"].replace("_", " ")
    value = reason.get("value", 0)
    if not value:
        return str(reason.get("text") or words)
    return f"{words} {points(value) if reason['kind'] == 'difference' else value}"


def points(units: int) -> str:
    """Points of 1/840 for people: `2`, `2½`, `0.67`."""
    whole, rest = divmod(units, POINT)
    if not rest:
        return str(whole)
    if 2 * rest == POINT:
        return f"{whole or ''}½"
    return f"{units / POINT:.2f}"
