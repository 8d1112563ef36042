"""When the next session with Discord may begin."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table("session_starts", sa.Column("time", sa.Float, nullable=False))
