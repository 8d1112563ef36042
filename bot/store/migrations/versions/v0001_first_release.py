"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

from bot.store.schema import only

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    _games()
    _seats()
    _record()
    _timers()
    _outbox()
    _people()


def _game(*, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=primary_key, nullable=False)


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("thread", sa.BigInteger),
        sa.Column("panel", sa.BigInteger),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("fault", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("deadline_hours", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_games_thread", "games", ["thread"])


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        _game(),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("left", sa.Float),
    )
    op.create_index("ix_seats_user", "seats", ["user"])
    op.create_index("one_holder", "seats", ["game", "id"], unique=True, **only('"left" IS NULL'))
    op.create_index("one_seat_each", "seats", ["game", "user"], unique=True, **only('"left" IS NULL'))


def _record() -> None:
    op.create_table(
        "actions",
        _game(primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("via", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("state_hash", sa.Text, nullable=False),
        sa.Column("draws", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("prev_hash", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshots",
        _game(primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def _timers() -> None:
    op.create_table(
        "timers",
        _game(primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
    )
    op.create_index("ix_timers_due", "timers", ["due"])


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _game(),
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
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_by_game", "outbox", ["game", "id"])
    op.create_index("outbox_pending", "outbox", ["game", "id"], **only("outcome IS NULL"))


def _people() -> None:
    op.create_table(
        "drafts",
        _game(primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("tag", sa.Text, nullable=False),
        sa.Column("fields", sa.JSON, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("told", sa.Float, nullable=False),
    )
