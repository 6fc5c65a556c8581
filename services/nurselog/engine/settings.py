"""What an engine can be told."""

from __future__ import annotations

from pydantic import Field

from nurselog.chassis.config import Settings


class EngineSettings(Settings):
    """Of one process that serves tables of one game, or of several."""

    games: str = Field(default="", description="The games to serve, separated by commas; empty serves all.")
    archive_dir: str = Field(
        default="data/archive", description="Folder to which finished tables are written."
    )
    archived_ttl_s: int = Field(
        default=24 * 3600, ge=0, description="Seconds for which an archived table stays in the store as well."
    )
    open_ttl_s: int = Field(
        default=24 * 3600,
        ge=1,
        description="Seconds after which a table that nobody starts or joins is forgotten.",
    )
    cached_tables: int = Field(
        default=5_000, ge=1, description="Tables kept folded in memory; watched ones stay beyond that."
    )
    cached_idle_s: float = Field(
        default=300.0,
        gt=0,
        description="Seconds after which a table that nobody uses or watches leaves memory.",
    )
    lag_ms: int = Field(
        default=500,
        ge=0,
        description="How late a move may arrive after its live clock ran out and still count.",
    )
    lag_bank_ms: int = Field(
        default=3_000, ge=0, description="How late the moves of a seat may arrive in all at a live table."
    )
    absence_warn_s: float = Field(
        default=60.0,
        gt=0,
        description="How long a seat of a rated live table is without connection before the table is warned.",
    )
    absence_leave_s: float = Field(
        default=120.0, gt=0, description="How long after that warning the seat has left."
    )
    presence_s: float = Field(
        default=10.0, gt=0, description="How often an engine notes whose players are there at live tables."
    )
    first_move_ms: int = Field(
        default=180_000, ge=0, description="Limit of a seat's first decision under live clocks; 0 sets none."
    )
    check_in_ms: int = Field(
        default=172_800_000,
        ge=0,
        description="Limit of a seat's first decision at tables of tournaments over days; 0 sets none.",
    )
    bot_ms: int = Field(
        default=30_000, ge=1, description="How long a bot may think before the house moves for it."
    )
    watch_queue: int = Field(
        default=64,
        ge=2,
        description="Frames that may wait for a slow watcher before it gets a fresh view instead.",
    )
    heartbeat_s: float = Field(
        default=15.0, gt=0, description="Silence after which a watcher gets a sign of life."
    )
    check_s: float = Field(
        default=2.0,
        gt=0,
        description="How often watched tables are compared with the log: a lost bell costs this.",
    )
