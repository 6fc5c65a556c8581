"""The public face of tournaments: one line per call. What they do is in `reading` and `organising`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import grpc

from nurselog.api.tournament.v1 import entrant_pb2, round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.api.tournament.v1.tournament_service_pb2_grpc import TournamentServiceServicer
from nurselog.tournament import life
from nurselog.tournament.attending import Attending
from nurselog.tournament.organising import Organising, cancelling
from nurselog.tournament.reading import Reading
from nurselog.tournament.values import EntrantState
from nurselog.tournament.watching import Watching

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class TournamentService(TournamentServiceServicer):
    """Everybody reads, organisers decide, entrants speak for themselves."""

    def __init__(
        self, reading: Reading, organising: Organising, attending: Attending, watching: Watching
    ) -> None:
        self._reading = reading
        self._organising = organising
        self._attending = attending
        self._watching = watching

    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, _: Context
    ) -> tournament_pb2.Tournament:
        return await self._organising.create(request)

    async def GetTournament(self, request: pb.GetTournamentRequest, _: Context) -> tournament_pb2.Tournament:
        return await self._reading.tournament(request)

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, _: Context
    ) -> pb.ListTournamentsResponse:
        return await self._reading.tournaments(request)

    async def UpdateTournament(
        self, request: pb.UpdateTournamentRequest, _: Context
    ) -> tournament_pb2.Tournament:
        return await self._organising.update(request)

    async def OpenTournament(
        self, request: pb.OpenTournamentRequest, _: Context
    ) -> tournament_pb2.Tournament:
        return await self._organising.advance(request.name, life.open_entries)

    async def StartTournament(
        self, request: pb.StartTournamentRequest, _: Context
    ) -> tournament_pb2.Tournament:
        return await self._organising.advance(request.name, life.start)

    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, _: Context
    ) -> tournament_pb2.Tournament:
        return await self._organising.move(request.name, cancelling(request.reason))

    async def EnterTournament(self, request: pb.EnterTournamentRequest, _: Context) -> entrant_pb2.Entrant:
        return await self._attending.enter(request)

    async def GetEntrant(self, request: pb.GetEntrantRequest, _: Context) -> entrant_pb2.Entrant:
        return await self._reading.entrant(request)

    async def ListEntrants(self, request: pb.ListEntrantsRequest, _: Context) -> pb.ListEntrantsResponse:
        return await self._reading.entrants(request)

    async def WithdrawEntrant(self, request: pb.WithdrawEntrantRequest, _: Context) -> entrant_pb2.Entrant:
        return await self._attending.turn(request.name, EntrantState.WITHDRAWN, request.reason)

    async def PauseEntrant(self, request: pb.PauseEntrantRequest, _: Context) -> entrant_pb2.Entrant:
        return await self._attending.turn(request.name, EntrantState.PAUSED)

    async def ResumeEntrant(self, request: pb.ResumeEntrantRequest, _: Context) -> entrant_pb2.Entrant:
        return await self._attending.turn(request.name, EntrantState.ACTIVE)

    async def DisqualifyEntrant(
        self, request: pb.DisqualifyEntrantRequest, _: Context
    ) -> entrant_pb2.Entrant:
        return await self._attending.turn(request.name, EntrantState.DISQUALIFIED, request.reason)

    async def RequestBye(self, request: pb.RequestByeRequest, _: Context) -> entrant_pb2.Entrant:
        return await self._attending.request_bye(request)

    async def SetLineup(self, request: pb.SetLineupRequest, _: Context) -> entrant_pb2.Entrant:
        return await self._attending.set_lineup(request)

    async def ChooseSeat(self, request: pb.ChooseSeatRequest, _: Context) -> round_pb2.Pairing:
        return await self._attending.choose_seat(request)

    async def AddBlock(self, request: pb.AddBlockRequest, _: Context) -> entrant_pb2.Block:
        return await self._organising.add_block(request)

    async def PairRound(self, request: pb.PairRoundRequest, _: Context) -> round_pb2.Round:
        return await self._organising.pair(request)

    async def PublishRound(self, request: pb.PublishRoundRequest, _: Context) -> round_pb2.Round:
        return await self._organising.publish(request)

    async def RepairRound(self, request: pb.RepairRoundRequest, _: Context) -> round_pb2.Round:
        return await self._organising.repair(request)

    async def ExtendRound(self, request: pb.ExtendRoundRequest, _: Context) -> round_pb2.Round:
        return await self._organising.extend(request)

    async def GetRound(self, request: pb.GetRoundRequest, _: Context) -> round_pb2.Round:
        return await self._reading.the_round(request)

    async def ListRounds(self, request: pb.ListRoundsRequest, _: Context) -> pb.ListRoundsResponse:
        return await self._reading.rounds(request)

    async def ListPairings(self, request: pb.ListPairingsRequest, _: Context) -> pb.ListPairingsResponse:
        return await self._reading.pairings(request)

    async def GetPairing(self, request: pb.GetPairingRequest, _: Context) -> round_pb2.Pairing:
        return await self._reading.pairing(request)

    async def GetPairingInputs(self, request: pb.GetPairingInputsRequest, _: Context) -> pb.PairingInputs:
        return await self._reading.pairing_inputs(request)

    async def CorrectResult(self, request: pb.CorrectResultRequest, _: Context) -> round_pb2.Pairing:
        return await self._organising.correct(request)

    async def ListMyTables(self, request: pb.ListMyTablesRequest, _: Context) -> pb.ListMyTablesResponse:
        return await self._reading.my_tables(request)

    async def ListStandings(self, request: pb.ListStandingsRequest, _: Context) -> pb.ListStandingsResponse:
        return await self._reading.standings(request)

    async def GetExport(self, request: pb.GetExportRequest, _: Context) -> pb.Export:
        return await self._reading.export(request)

    async def SignalPresence(
        self, request: pb.SignalPresenceRequest, _: Context
    ) -> pb.SignalPresenceResponse:
        return await self._watching.signal(request)

    async def WatchTournament(
        self, request: pb.WatchTournamentRequest, _: Context
    ) -> AsyncIterator[pb.TournamentUpdate]:
        async for update in self._watching.watch(request):
            yield update
