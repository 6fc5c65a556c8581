"""`nurselog record`: reads the record of a play, and finds out whether it tells the truth."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.text import Text

from nurselog.cli.paper import paper
from nurselog.cli.show import sheet_of_rules
from nurselog.rules.api import HOUSE, AnyRules, OptionProblem
from nurselog.rules.fold import Advance, ReplayMismatch
from nurselog.rules.record import Record, RecordError, read_record
from nurselog.rules.registry import BrokenGame, UnknownGame, load_rules
from nurselog.rules.verify import Report, replay_record, verify

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Read and verify the record of a play.")
console = paper()

File = Annotated[Path, typer.Argument(help="The record; - reads standard input.")]


@app.command("verify")
def verify_command(file: File) -> None:
    """Replay a record: rules, digests, result, luck against the revealed seed.

    Exit code 1 if it lies, 2 if its luck cannot be proven.
    """
    record, rules = _load(file)
    report = verify(record, rules)
    console.print(verdict(report))
    if not report.ok:
        raise typer.Exit(1)
    if report.unproven:
        raise typer.Exit(2)


@app.command("show")
def show_command(file: File) -> None:
    """Tell a play move by move, and its score sheets."""
    record, rules = _load(file)
    table = f", table {record.table or '-'}: {', '.join(record.seat_names)}"
    console.print(Text.assemble((rules.spec.title, "bold"), table))
    last: Advance[object] | None = None
    try:
        for step in replay_record(record, rules):
            console.print(_ply(record, rules, last, step))
            last = step
    except (ReplayMismatch, OptionProblem) as problem:
        _fail(str(problem))
    if last is not None:
        for sheet in rules.score(last.play.state):
            console.print(sheet_of_rules(sheet, record.seat_names[sheet.seat]))
        console.print(_ending(record, last))


def verdict(report: Report) -> Text:
    """What verifying found, for people."""
    if report.ok and report.unproven:
        return Text(
            f"The record keeps the rules ({report.commits} commits replayed, "
            f"{report.digests} digests equal), but its luck is not proven: it reveals no seed for "
            f"{report.unproven} answers.",
            "yellow",
        )
    if report.ok:
        luck = (
            f"{report.answers} answers of luck follow from the seed" if report.answers else "no luck to check"
        )
        return Text(
            f"The record is true: {report.commits} commits replayed, {report.digests} digests equal, {luck}."
        )
    lines = (f"\n  {finding.code}: {finding.message}" for finding in report.findings)
    return Text.assemble(("The record does not tell the truth:", "red"), *lines)


def _load(file: Path) -> tuple[Record, AnyRules]:
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except OSError as problem:
        _fail(f"{file} cannot be read: {problem.strerror}.")
    except UnicodeDecodeError:
        _fail(f"{file} is no record of a play: it is not text.")
    if not text.lstrip().startswith("["):
        _fail(f'{file} is no record of a play: a record begins with tags such as [Game "forest_sky"].')
    try:
        record = read_record(text)
        return record, load_rules(record.game)
    except (RecordError, UnknownGame, BrokenGame) as problem:
        _fail(f"{file}: {problem}")


def _fail(sentence: str) -> NoReturn:
    paper(stderr=True).print(sentence, style="red")
    raise typer.Exit(1)


def _ply(record: Record, rules: AnyRules, before: Advance[object] | None, step: Advance[object]) -> str:
    entry = step.entry
    who = "house" if entry.seat == HOUSE else record.seat_names[entry.seat]
    return f"{step.play.version:>4}. {who:<16} {entry.move:<12} {_label(rules, before, step)}".rstrip()


def _label(rules: AnyRules, before: Advance[object] | None, step: Advance[object]) -> str:
    entry = step.entry
    if before is None or entry.move.startswith("!"):
        return ""
    return rules.label(before.play.state, entry.seat, rules.notation.parse(entry.move))


def _ending(record: Record, last: Advance[object]) -> str:
    outcome = last.play.outcome
    if outcome is None:
        return "The play goes on."
    places = ", ".join(f"{record.seat_names[one.seat]} {one.place}." for one in outcome.placements)
    return f"Ended by {outcome.reason}: {places}"
