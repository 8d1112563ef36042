"""Which message names the champion of a tournament, and how much had happened when it was posted."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of tournaments that are over everything was announced that had happened."""
    op.add_column("tournaments", sa.Column("announcement", sa.BigInteger))
    op.add_column("tournaments", sa.Column("proclaimed", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE tournaments SET proclaimed = (SELECT count(*) FROM tournament_log WHERE tournament = tournaments.id)"
        " WHERE ended IS NOT NULL"
    )
