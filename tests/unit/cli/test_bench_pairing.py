from __future__ import annotations

from rich.console import Console

from nurselog.cli.bench.pairing import measure, table_of


def test_rounds_of_small_fields_are_measured_and_shown() -> None:
    result = measure(share=0.01)
    assert [row["format"] for row in result["rows"]] == ["swiss", "swiss", "pods"]
    assert all(row["pairing_s"] > 0 for row in result["rows"])
    console = Console(width=120)
    with console.capture() as shown:
        console.print(table_of(result))
    assert "standings" in shown.get()
