"""The build hook (hatchling) that fills gen/ before a wheel or an editable install is made.

It only calls `tools/protoc.py`, which knows the work. Whoever installs the project need not know
that code is generated.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, Protocol, cast

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class _Protoc(Protocol):
    """What we use of tools/protoc.py."""

    def generate(self, root: Path) -> bool: ...


class GenerateProtos(BuildHookInterface[Any]):
    """Hatchling finds this class by its base; it runs for the wheel target only, editable or not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Generates the code; a contract that protoc refuses fails the build with protoc's words."""
        if self.target_name == "wheel":
            _protoc(Path(self.root)).generate(Path(self.root))


def _protoc(root: Path) -> _Protoc:
    """Loads our tool by its path: while a build runs, the project's own folders cannot be imported."""
    spec = importlib.util.spec_from_file_location("nurselog_tools_protoc", root / "tools" / "protoc.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(root / "tools" / "protoc.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("_Protoc", module)
