"""The tables of the database. A change here needs a migration beside it."""

from typing import Any

import sqlalchemy as sa

APPLICATION_ID = 0x48524C44
"""SQLite's mark in the file's header that says that it is Herald's."""

HEAD = "0019"
"""The newest migration."""

metadata = sa.MetaData()


def only(condition: str) -> dict[str, Any]:
    """Return what makes an index cover only some rows, in either kind of database."""
    return {f"{kind}_where": sa.text(condition) for kind in ("sqlite", "postgresql")}


games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("thread", sa.BigInteger, index=True),
    sa.Column("panel", sa.BigInteger),
    sa.Column("owner", sa.BigInteger, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("fault", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("deadline_hours", sa.Float, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("paused", sa.Float),
    sa.Column("assistants", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("assistant_role", sa.BigInteger),
    sa.Column("master_role", sa.BigInteger),
    sa.Column("lost", sa.Float),
    sa.Column("aside", sa.Float),
    sa.Column("pace", sa.JSON, nullable=False, server_default="{}"),
    sa.Column("figures", sa.Text, nullable=False, server_default=""),
    sa.Column("position", sa.Text, nullable=False, server_default=""),
    sa.Column("telling", sa.Text, nullable=False, server_default="story"),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("again", sa.Text, nullable=False, server_default=""),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("word", sa.Text, nullable=False),
    sa.Column("salt", sa.Text, nullable=False, server_default=""),
    sa.Column("joined", sa.Float, nullable=False),
    sa.Column("left", sa.Float),
    sa.Column("regent", sa.Text, nullable=False, server_default=""),
    sa.Column("stead", sa.Text, nullable=False, server_default=""),
    sa.Column("away", sa.Float),
    sa.Column("looked", sa.Integer),
    sa.Index("one_holder", "game", "id", unique=True, **only('"left" IS NULL')),
    sa.Index("one_seat_each", "game", "user", unique=True, **only('"left" IS NULL')),
)

actions = sa.Table(
    "actions",
    metadata,
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("salt", sa.Text, nullable=False, server_default=""),
    sa.Column("who", sa.Text, nullable=False, server_default=""),
    sa.Column("via", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("state_hash", sa.Text, nullable=False),
    sa.Column("draws", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("prev_hash", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

timers = sa.Table(
    "timers",
    metadata,
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("decision", sa.Text, primary_key=True),
    sa.Column("due", sa.Float, nullable=False, index=True),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Column("stopped", sa.Float),
)

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("next_try", sa.Float, nullable=False),
    sa.Column("outcome", sa.Text),
    sa.Column("settled", sa.Float),
    sa.Column("message", sa.BigInteger),
    sa.Column("piled", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("page", sa.Integer),
    sa.Index("outbox_by_game", "game", "id"),
    sa.Index("outbox_pending", "game", "id", **only("outcome IS NULL")),
    sa.Index("outbox_homeless", "game", "id", **only("outcome = 'homeless'")),
    sqlite_autoincrement=True,
)

drafts = sa.Table(
    "drafts",
    metadata,
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("tag", sa.Text, nullable=False),
    sa.Column("fields", sa.JSON, nullable=False),
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("told", sa.Float, nullable=False),
)

motions = sa.Table(
    "motions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("by", sa.BigInteger, nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("about", sa.JSON, nullable=False),
    sa.Column("voters", sa.JSON, nullable=False),
    sa.Column("needed", sa.Integer, nullable=False),
    sa.Column("ayes", sa.JSON, nullable=False),
    sa.Column("nays", sa.JSON, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("outcome", sa.Text),
    sqlite_autoincrement=True,
)

rulings = sa.Table(
    "rulings",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("guild", sa.BigInteger, nullable=False, index=True),
    sa.Column("user", sa.BigInteger, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("appeal", sa.Text, nullable=False),
    sa.Column("judges", sa.JSON, nullable=False),
    sa.Column("verdicts", sa.JSON, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_to", sa.Integer),
    sa.Column("notify", sa.Text, nullable=False),
    sa.Column("heads_up", sa.Boolean, nullable=False),
    sa.Column("away_from", sa.Float),
    sa.Column("away_until", sa.Float),
    sa.Column("change", sa.Float, index=True),
)

clocks = sa.Table(
    "clocks",
    metadata,
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("left", sa.Float),
    sa.Column("used", sa.Float, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("longest", sa.Float, nullable=False),
)

missed = sa.Table(
    "missed",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False),
    sa.Column("decision", sa.Text, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sqlite_autoincrement=True,
)

plans = sa.Table(
    "plans",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False),
    sa.Column("decision", sa.Text, nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("entries", sa.JSON, nullable=False),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("otherwise", sa.Text, nullable=False),
    sa.Column("round", sa.Text, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("passed", sa.Integer),
    sa.Column("warned", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("usual", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_autoincrement=True,
)

heartbeat = sa.Table("heartbeat", metadata, sa.Column("time", sa.Float, nullable=False))

session_starts = sa.Table("session_starts", metadata, sa.Column("time", sa.Float, nullable=False))

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("guild", sa.BigInteger, nullable=False, index=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("message", sa.BigInteger),
    sa.Column("secrets", sa.JSON, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("told", sa.Integer, nullable=False, server_default="1"),
    sa.Column("announcement", sa.BigInteger),
    sa.Column("proclaimed", sa.Integer, nullable=False, server_default="0"),
)

tournament_log = sa.Table(
    "tournament_log",
    metadata,
    sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry", sa.Text, nullable=False),
)

tournament_games = sa.Table(
    "tournament_games",
    metadata,
    sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("heat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, nullable=False, unique=True),
    sa.Column("announced", sa.JSON, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("stopped", sa.Float),
    sa.Column("lost", sa.Float, nullable=False),
    sa.Column("held", sa.Text, nullable=False, server_default=""),
    sa.Column("looked", sa.Integer, nullable=False, server_default="0"),
)

outcomes = sa.Table(
    "outcomes",
    metadata,
    sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("guild", sa.BigInteger, nullable=False, index=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("conduct", sa.Text, nullable=False),
)

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("ratings", sa.Boolean, nullable=False),
)
