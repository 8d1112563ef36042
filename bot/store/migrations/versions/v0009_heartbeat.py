"""When a Herald was last at work."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table("heartbeat", sa.Column("time", sa.Float, nullable=False))
