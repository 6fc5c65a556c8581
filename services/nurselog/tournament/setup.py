"""From a wished tournament to complete settings: everything checked, every default filled in. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nurselog.api.common.v1.clock_pb2 import ClockSetting
from nurselog.api.game.v1 import table_pb2
from nurselog.api.game.v1.game_pb2 import Game
from nurselog.api.tournament.v1 import tournament_pb2 as pb
from nurselog.chassis.errors import InvalidArgument
from nurselog.tournament.clocks import choices_s
from nurselog.tournament.formats.checks import MOST_SEATS
from nurselog.tournament.formats.terms import FormatName
from nurselog.tournament.pure import check, check_stages
from nurselog.tournament.stage_terms import format_of_stage, terms_of

LONGEST_TITLE: Final = 120
LONGEST_TEXT: Final = 4000
MOST_ENTRANTS: Final = 5000
MOST_STAGES: Final = 8
LONGEST_S: Final = 366 * 86_400
EARLIEST_S: Final = 1_577_836_800
LATEST_S: Final = 4_102_444_800
"""The beginnings of 2020 and of 2100."""
POD_SEATS: Final = range(3, 9)
LIVE: Final = ClockSetting(reserve=ClockSetting.Reserve(initial_ms=300_000, add_ms=30_000))
"""The live preset: a reserve of 5 minutes and 30 seconds a turn."""


def complete(wanted: pb.Tournament, game: Game, organizer: str) -> pb.Tournament:
    """The settings as they are kept; refuses what no tournament can have, by field.

    What a table of the game can have is the engine's to say (`trials`); formats say more in `check_terms`.
    """
    settings = pb.Tournament(
        title=wanted.title.strip(),
        description=wanted.description,
        organizer=organizer,
        tables=wanted.tables,
        stages=wanted.stages,
        entry=wanted.entry,
        schedule=wanted.schedule,
    )
    _check_texts(settings)
    _check_numbers(settings)
    _check_stages(settings)
    _complete_tables(settings, game)
    choices = choices_s(settings)
    if settings.schedule.round_s and settings.schedule.round_s <= choices:
        raise wrong("schedule.round_s", f"The choice of seats alone may take {choices} seconds.")
    return settings


def check_terms(settings: pb.Tournament) -> pb.Tournament:
    """The same settings, if the formats of their stages can play them; refuses them by field."""
    chain = tuple(terms_of(settings, number) for number in range(1, len(settings.stages) + 1))
    for number, terms in enumerate(chain, 1):
        check(terms, 0, number)
    check_stages(chain)
    return settings


def wrong(field: str, sentence: str) -> InvalidArgument:
    """A setting that cannot be."""
    return InvalidArgument("TOURNAMENT_SETTING_INVALID", sentence, field=f"tournament.{field}")


def _check_texts(settings: pb.Tournament) -> None:
    if not 1 <= len(settings.title) <= LONGEST_TITLE or not settings.title.isprintable():
        raise wrong("title", f"A title has 1 to {LONGEST_TITLE} printable characters.")
    if len(settings.description) > LONGEST_TEXT or not _is_prose(settings.description):
        raise wrong(
            "description", f"A description has at most {LONGEST_TEXT} printable characters, and lines."
        )


def _is_prose(text: str) -> bool:
    """Whether a text is of printable characters, tabs and ends of lines."""
    return all(one.isprintable() or one in "\n\r\t" for one in text)


def _check_numbers(settings: pb.Tournament) -> None:
    entry, schedule = settings.entry, settings.schedule
    limits = {
        "entry.max_entrants": (entry.max_entrants, 0, MOST_ENTRANTS),
        "entry.late_rounds": (entry.late_rounds, -1, 1000),
        "entry.boards": (entry.boards, 0, 20),
        "entry.substitutes": (entry.substitutes, 0, 20),
        "entry.partners": (entry.partners, 0, 4),
        "schedule.round_s": (schedule.round_s, 0, LONGEST_S),
        "schedule.break_s": (schedule.break_s, 0, LONGEST_S),
        "schedule.choose_s": (schedule.choose_s, 0, LONGEST_S),
    }
    for field, (value, least, most) in limits.items():
        if not least <= value <= most:
            raise wrong(field, f"{field} is from {least} to {most}.")
    if entry.substitutes and not entry.boards:
        raise wrong("entry.substitutes", "Only teams that play at boards have substitutes.")
    _check_start(schedule)
    if entry.boards and entry.partners:
        raise wrong("entry.partners", "A team plays at boards, or sits at one table as partners.")


def _check_start(schedule: pb.Schedule) -> None:
    """A time that people can mean."""
    start = schedule.start_time
    if schedule.HasField("start_time") and not EARLIEST_S <= start.seconds < LATEST_S:
        raise wrong("schedule.start_time", "A tournament starts in the years 2020 to 2099.")


def _check_stages(settings: pb.Tournament) -> None:
    if not 1 <= len(settings.stages) <= MOST_STAGES:
        raise wrong("stages", f"A tournament has 1 to {MOST_STAGES} stages.")
    for index, stage in enumerate(settings.stages):
        where = f"stages[{index}]"
        _check_series(stage.series, where)
        if len(stage.title) > LONGEST_TITLE or not (stage.title.isprintable() or not stage.title):
            raise wrong(f"{where}.title", f"A title has at most {LONGEST_TITLE} printable characters.")
        if stage.WhichOneof("format") is None:
            raise wrong(where, "A stage has a format.")
        if (index > 0) != (stage.qualifiers > 0):
            raise wrong(f"{where}.qualifiers", "Every stage but the first says how many come into it.")
        for field, value in _counts(stage):
            if value < 0 or value > 10_000_000:
                raise wrong(f"{where}.{field}", f"{field} is no such number.")


def _check_series(series: pb.Series, where: str) -> None:
    if series.best_of not in (0, 1, 3, 5):
        raise wrong(f"{where}.series.best_of", "A series is the best of 1, 3 or 5.")
    if not 0 <= series.fixed <= 9 or (series.fixed and series.best_of):
        raise wrong(f"{where}.series.fixed", "A series is the best of some, or exactly 1 to 9 tables.")


def _counts(stage: pb.Stage) -> Iterator[tuple[str, int]]:
    kind = stage.WhichOneof("format")
    own = getattr(stage, str(kind))
    for field in own.DESCRIPTOR.fields:
        value = getattr(own, field.name)
        if isinstance(value, int) and field.name != "max_replays":
            yield f"{kind}.{field.name}", int(value)
    if kind == "elimination" and stage.elimination.max_replays < -1:
        yield "elimination.max_replays", stage.elimination.max_replays


def _complete_tables(settings: pb.Tournament, game: Game) -> None:
    tables = settings.tables
    if not tables.clock.WhichOneof("kind"):
        tables.clock.CopyFrom(LIVE)
    if tables.durability == table_pb2.DURABILITY_UNSPECIFIED:
        tables.durability = table_pb2.DURABILITY_DISK
    tables.lower_is_better = not game.higher_is_better
    wished = sorted(set(tables.seat_counts)) or _seats(settings, game)
    del tables.seat_counts[:]
    tables.seat_counts.extend(wished)
    for count in wished:
        if not 1 <= count <= MOST_SEATS:
            raise InvalidArgument(
                "SEAT_COUNT_INVALID",
                f"A table has 1 to {MOST_SEATS} seats, not {count}.",
                field="tournament.tables.seat_counts",
                seat_count=count,
                min_seats=1,
                max_seats=MOST_SEATS,
            )
        if settings.entry.partners and count % settings.entry.partners:
            raise wrong("tables.seat_counts", "Partners fill a table completely.")
    if tables.preferred_seats and tables.preferred_seats not in wished:
        raise wrong("tables.preferred_seats", "The preferred number of seats is one of the allowed.")


def _seats(settings: pb.Tournament, game: Game) -> list[int]:
    """The numbers of seats that the format and the game share."""
    formats = {format_of_stage(stage) for stage in settings.stages}
    if settings.entry.partners:
        return [2 * settings.entry.partners]
    if FormatName.PODS in formats:
        return [count for count in POD_SEATS if game.min_seats <= count <= game.max_seats] or [3]
    if formats == {FormatName.DUPLICATE}:
        return [game.min_seats]
    return [2]
