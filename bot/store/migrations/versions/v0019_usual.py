"""Which plans are a player's usual answer, given by a press after the same answer three times."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("plans", sa.Column("usual", sa.Boolean, nullable=False, server_default=sa.false()))
