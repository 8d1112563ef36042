"""A pace for each table, clocks and misses for each seat, people with their hours, and standing orders."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables; what was due stays due."""
    op.add_column("games", sa.Column("pace", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("seats", sa.Column("stead", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("away", sa.Float))
    op.add_column("outbox", sa.Column("piled", sa.Boolean, nullable=False, server_default=sa.false()))
    _timers()
    _people()
    _clocks()
    _missed()
    _orders()


def _timers() -> None:
    """Let a seat have timers for several questions: SQLite changes no key in place."""
    op.rename_table("timers", "old_timers")
    op.drop_index("ix_timers_due")
    op.create_table(
        "timers",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("decision", sa.Text, primary_key=True),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("stopped", sa.Float),
    )
    columns = "game, seat, kind, decision, due"
    op.execute(
        f"INSERT INTO timers ({columns}, asked) SELECT {columns}, "
        "coalesce((SELECT max(time) FROM actions WHERE actions.game = old_timers.game), due) FROM old_timers"
    )
    op.drop_table("old_timers")
    op.create_index("ix_timers_due", "timers", ["due"])


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("notify", sa.Text, nullable=False),
        sa.Column("heads_up", sa.Boolean, nullable=False),
        sa.Column("away_from", sa.Float),
        sa.Column("away_until", sa.Float),
        sa.Column("change", sa.Float),
    )
    op.create_index("ix_people_change", "people", ["change"])


def _clocks() -> None:
    op.create_table(
        "clocks",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("left", sa.Float),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("longest", sa.Float, nullable=False),
    )


def _missed() -> None:
    op.create_table(
        "missed",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_missed_game", "missed", ["game"])


def _orders() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("action", sa.JSON, nullable=False),
        sa.Column("always", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_orders_game", "orders", ["game"])
