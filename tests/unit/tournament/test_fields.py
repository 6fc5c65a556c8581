"""A refusal names a field that the contract has."""

from __future__ import annotations

from dataclasses import fields

import pytest
from google.protobuf.descriptor import Descriptor

from nurselog.api.tournament.v1.tournament_service_pb2 import CreateTournamentRequest
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument
from nurselog.tournament.fields import ROUNDS, field_path
from nurselog.tournament.formats.terms import Cut, FormatName, Preset, Terms
from nurselog.tournament.pure import check, check_stages, pairing_refusals
from nurselog.tournament.values import Refused
from tests.unit.tournament.formats.test_checks import CONTRADICTIONS

F = FormatName
DUELS = Terms(format=F.SWISS)


def exists(path: str) -> bool:
    """Whether a path leads from a request to create a tournament down to a field."""
    here: Descriptor | None = CreateTournamentRequest.DESCRIPTOR
    for step in path.split("."):
        field = None if here is None else here.fields_by_name.get(step.partition("[")[0])
        if field is None or ("[" in step) > field.is_repeated:
            return False
        here = field.message_type
    return True


@pytest.mark.parametrize(("terms", "entrants", "field"), CONTRADICTIONS)
def test_every_refused_setting_is_one_of_the_contract(terms: Terms, entrants: int, field: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        check(terms, entrants, 2)

    path = str(refused.value.field)
    assert exists(path)
    assert path == field_path(field, terms.format, 2)
    assert path != "tournament.stages[1]"


@pytest.mark.parametrize("form", FormatName)
@pytest.mark.parametrize("field", [one.name for one in fields(Terms)])
def test_every_setting_has_its_place_in_the_contract(form: FormatName, field: str) -> None:
    path = field_path(field, form, 1)

    assert exists(path)
    known = field != "format" and (field != "rounds" or form in ROUNDS)
    assert (path != "tournament.stages[0]") is known


@pytest.mark.parametrize(
    ("terms", "entrants", "path"),
    [
        (Terms(format=F.ARENA), 0, "tournament.stages[0].arena.duration_s"),
        (Terms(format=F.SWISS, seats=(3,)), 0, "tournament.tables.seat_counts"),
        (Terms(format=F.PODS, seats=(4, 5), preferred=3), 0, "tournament.tables.preferred_seats"),
        (Terms(format=F.SWISS, points=Preset.PODIUM), 0, "tournament.stages[0].scoring"),
        (Terms(format=F.SINGLE, seats=(3, 4), advance=3), 0, "tournament.stages[0].elimination.advance"),
        (Terms(format=F.SINGLE, third_place=True), 3, "tournament.stages[0].elimination.third_place"),
        (Terms(format=F.SWISS, rounds=8), 8, "tournament.stages[0].swiss.rounds"),
        (Terms(format=F.PODS, seats=(3, 4), rounds=6), 16, "tournament.stages[0].pods.rounds"),
        (Terms(format=F.DUPLICATE, rounds=101), 0, "tournament.stages[0].duplicate.deals"),
        (Terms(format=F.ROUND_ROBIN, groups=4), 7, "tournament.stages[0].round_robin.groups"),
        (Terms(format=F.SWISS, best_of=3, games=2), 0, "tournament.stages[0].series.fixed"),
        (Terms(format=F.SINGLE, boards=4), 0, "tournament.entry.boards"),
        (Terms(format=F.SWISS, cut=Cut(rank=1)), 0, "tournament.stages[0].qualifiers"),
        (DUELS, 1, "tournament.entrant_count"),
    ],
)
def test_by_check(terms: Terms, entrants: int, path: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        check(terms, entrants, 1)

    assert refused.value.field == path
    assert exists(path)


@pytest.mark.parametrize(
    ("chain", "path"),
    [
        ((Terms(format=F.SWISS, cut=Cut(rank=4)),), "tournament.stages[0].qualifiers"),
        ((Terms(format=F.SWISS, carry_points=True),), "tournament.stages[0].carry_points"),
        (
            (DUELS, Terms(format=F.SINGLE, cut=Cut(group_place=2))),
            "tournament.stages[1].qualifiers_by_group",
        ),
        ((Terms(format=F.ARENA), DUELS), "tournament.stages[0].arena.duration_s"),
    ],
)
def test_by_chain(chain: tuple[Terms, ...], path: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        check_stages(chain)

    assert refused.value.field == path
    assert exists(path)


@pytest.mark.parametrize(("field", "path"), [("seats", "tournament.tables.seat_counts"), ("blocks", "name")])
def test_a_round_that_cannot_be_paired_names_a_setting_or_the_tournament(field: str, path: str) -> None:
    with pytest.raises(FailedPrecondition) as refused, pairing_refusals():
        raise Refused("PAIRING_IMPOSSIBLE", "No.", field)

    assert refused.value.field == path
