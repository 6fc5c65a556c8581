"""What an event must have come to, recomputed by hand from its published pairings."""

from __future__ import annotations

import asyncio
import csv
import io
from collections import Counter

from tests.support.clients import Json, Refused
from tests.support.contest import Contestant, Organiser

POINT = 840
BYE = {"PAIRING_KIND_BYE": 1.0, "PAIRING_KIND_REQUESTED_BYE": 0.5}


async def all_pairings(organiser: Organiser) -> list[Json]:
    """The pairings of all rounds."""
    rounds = await organiser.all("/rounds", "rounds")
    found: list[Json] = []
    for one in rounds:
        number = one["name"].rpartition("/")[2]
        found += await organiser.all(f"/rounds/{number}/pairings", "pairings")
    return found


def counted(pairing: Json) -> list[Json]:
    """The tables of a pairing that count."""
    return [one for one in pairing.get("tables", []) if not one.get("voidReason")]


def duel_points(pairings: list[Json]) -> Counter[str]:
    """Points of a swiss of single tables: 1, 1/2, 0."""
    points: Counter[str] = Counter()
    for pairing in pairings:
        names = [one["entrant"] for one in pairing["entrants"]]
        if pairing["kind"] != "PAIRING_KIND_TABLE":
            points[names[0]] += int(BYE[pairing["kind"]] * POINT)
            continue
        (table,) = counted(pairing)
        for line in table["seats"]:
            points[line["entrant"]] += _duel_share(line, table["seats"])
    return points


def _duel_share(line: Json, lines: list[Json]) -> int:
    if line["kind"] != "SEAT_RESULT_KIND_PLAYED":
        return POINT if line["kind"] == "SEAT_RESULT_KIND_FORFEIT_WIN" else 0
    level = sum(other["place"] == line["place"] for other in lines)
    return POINT // 2 if level == 2 else POINT * int(line["place"] == 1)


def pod_points(pairings: list[Json], bye: int) -> Counter[str]:
    """Points of pods by share; `bye` is what a bye is worth."""
    points: Counter[str] = Counter()
    for pairing in pairings:
        names = [one["entrant"] for one in pairing["entrants"]]
        if pairing["kind"] != "PAIRING_KIND_TABLE":
            points[names[0]] += bye
            continue
        (table,) = counted(pairing)
        came = [line for line in table["seats"] if line["kind"] != "SEAT_RESULT_KIND_FORFEIT_LOSS"]
        for line in came:
            points[line["entrant"]] += _share(line, came, table.get("housePlaces", []))
    return points


def _share(line: Json, came: list[Json], house: list[int]) -> int:
    if line["kind"] == "SEAT_RESULT_KIND_FORFEIT_WIN":
        return POINT
    places = [*(int(other["place"]) for other in came), *house]
    own = int(line["place"])
    worse = sum(place > own for place in places)
    level = places.count(own) - 1
    return POINT * (2 * worse + level) // (2 * (len(places) - 1))


def rated_tables(pairings: list[Json]) -> Counter[str]:
    """How many rated tables each entrant played: those that ended by play, without a house bot."""
    games: Counter[str] = Counter()
    for pairing in pairings:
        for table in counted(pairing):
            if (
                table.get("table")
                and not table.get("housePlaces")
                and all(line.get("total") is not None for line in played(table))
            ):
                games.update(line["entrant"] for line in played(table))
    return games


def played(table: Json) -> list[Json]:
    """The lines of those who played."""
    return [line for line in table["seats"] if line["kind"] == "SEAT_RESULT_KIND_PLAYED"]


async def games_rated(contestant: Contestant, ladder: str, *, at_least: int) -> int:
    """How many rated tables the ladder counts, once it counts so many; results come by a stream."""
    async with asyncio.timeout(60):
        while True:
            answer = await contestant.insist("GET", f"/v1/{contestant.player}/ratings")
            ratings = answer.get("ratings", [])
            games = sum(int(one["games"]) for one in ratings if one["ladder"] == f"ladders/{ladder}")
            if games >= at_least:
                return games
            await asyncio.sleep(0.1)


def nobody_met_twice(pairings: list[Json]) -> bool:
    """Whether all who met, met once."""
    met = Counter(
        tuple(sorted((one["entrant"], other["entrant"])))
        for pairing in pairings
        for index, one in enumerate(pairing["entrants"])
        for other in pairing["entrants"][index + 1 :]
    )
    return max(met.values(), default=1) == 1


async def exports_agree(organiser: Organiser, standings: list[Json]) -> None:
    """The texts for other tools say what the standings say."""
    sheet = await organiser.get("/exports/standings.csv")
    rows = list(csv.DictReader(io.StringIO(sheet["text"])))
    assert [row["entrant"] for row in rows] == [one["entrant"].rpartition("/")[2] for one in standings]
    assert [round(float(row["points"]) * POINT) for row in rows] == [one["points"] for one in standings]
    if "report.trf" in await offered(organiser):
        report = await organiser.get("/exports/report.trf")
        lines = [line for line in report["text"].splitlines() if line.startswith("001")]
        points = {int(line[4:8]): float(line[80:84]) for line in lines}
        assert sorted(points.values()) == sorted(one["points"] / POINT for one in standings)


async def offered(organiser: Organiser) -> set[str]:
    """The exports that this tournament has."""
    found = set()
    for name in ("standings.csv", "pairings.csv", "report.trf"):
        try:
            await organiser.get(f"/exports/{name}")
        except Refused as refusal:
            if refusal.reason != "EXPORT_NOT_FOUND":
                raise
        else:
            found.add(name)
    return found
