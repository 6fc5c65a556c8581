from __future__ import annotations

import httpx
import pytest
import typer

from nurselog.cli.paper import paper, told
from nurselog.cli.rest import Refused
from nurselog.cli.target import Target

HERE = Target("http://127.0.0.1:1", "", "named")
WRONG = Refused(
    400,
    {
        "message": "There is no such option.",
        "details": [
            {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "OPTION_UNKNOWN"},
            {"fieldViolations": [{"field": "options[red]"}]},
        ],
    },
)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (WRONG, "OPTION_UNKNOWN: There is no such option. (options[red])"),
        (httpx.ConnectError("no"), "Nothing answers at http://127.0.0.1:1. Start the backend: nurselog up"),
        (httpx.ReadTimeout(""), "http://127.0.0.1:1 stopped answering: ReadTimeout"),
        (httpx.UnsupportedProtocol("no"), "http://127.0.0.1:1 is no address of a backend"),
        (FileNotFoundError(2, "No such file", "/x/y"), "[Errno 2] No such file: '/x/y'"),
    ],
)
def test_what_went_wrong_is_a_sentence_and_an_exit_code(error: Exception, sentence: str) -> None:
    terminal = paper()
    with terminal.capture() as printed, pytest.raises(typer.Exit) as end, told(terminal, HERE):
        raise error
    assert (end.value.exit_code, printed.get().startswith(sentence[:70])) == (1, True)


def test_nothing_is_told_of_what_went_well() -> None:
    terminal = paper()
    with terminal.capture() as printed, told(terminal, HERE):
        pass
    assert printed.get() == ""
