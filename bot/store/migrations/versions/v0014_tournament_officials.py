"""What the channel of a tournament was told, which of its tables stand still, and how far gifts were looked for."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of tournaments that run already nothing is told anew."""
    op.add_column("tournaments", sa.Column("told", sa.Integer, nullable=False, server_default="1"))
    op.execute("UPDATE tournaments SET told = (SELECT count(*) FROM tournament_log WHERE tournament = tournaments.id)")
    op.add_column("tournament_games", sa.Column("held", sa.Text, nullable=False, server_default=""))
    op.add_column("tournament_games", sa.Column("looked", sa.Integer, nullable=False, server_default="0"))
