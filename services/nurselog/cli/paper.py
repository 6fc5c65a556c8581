"""What commands print on, and how they end where nothing goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import typer
from rich.console import Console

from nurselog.cli.rest import Refused
from nurselog.cli.target import Target


def paper(*, stderr: bool = False, soft_wrap: bool = False) -> Console:
    """A terminal that prints text as it is: names of people may look like markup."""
    return Console(stderr=stderr, soft_wrap=soft_wrap, highlight=False, markup=False)


@contextmanager
def told(console: Console, target: Target) -> Iterator[None]:
    """Says to people why a call of a backend came to nothing, and ends the command with exit code 1."""
    try:
        yield
    except Refused as refusal:
        sentence = f"{refusal} ({refusal.field})" if refusal.field else str(refusal)
    except (httpx.UnsupportedProtocol, httpx.InvalidURL):
        sentence = f"{target.url} is no address of a backend: they look like http://127.0.0.1:8080"
    except httpx.ConnectError:
        sentence = f"Nothing answers at {target.url}. Start the backend: nurselog up"
    except httpx.TransportError as error:
        sentence = f"{target.url} stopped answering: {str(error) or type(error).__name__}"
    except OSError as error:
        sentence = str(error)
    else:
        return
    console.print(sentence, style="red")
    raise typer.Exit(1)
