"""What a game master needs: pauses, assistants, regents, motions and rulings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables."""
    op.add_column("games", sa.Column("paused", sa.Float))
    op.add_column("games", sa.Column("assistants", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("games", sa.Column("assistant_role", sa.BigInteger))
    op.add_column("seats", sa.Column("regent", sa.Text, nullable=False, server_default=""))
    _motions()
    _rulings()


def _motions() -> None:
    op.create_table(
        "motions",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
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
    op.create_index("ix_motions_game", "motions", ["game"])


def _rulings() -> None:
    op.create_table(
        "rulings",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("appeal", sa.Text, nullable=False),
        sa.Column("judges", sa.JSON, nullable=False),
        sa.Column("verdicts", sa.JSON, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rulings_guild", "rulings", ["guild"])
