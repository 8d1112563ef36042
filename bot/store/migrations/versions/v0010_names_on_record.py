"""Salts of the names that stand in the logs of games."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the names of tables that have begun stand in no log, and need no salt."""
    op.add_column("seats", sa.Column("salt", sa.Text, nullable=False, server_default=""))
