"""How much of a game its thread tells, and which messages of the outbox stand together in one."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("games", sa.Column("telling", sa.Text, nullable=False, server_default="story"))
    op.add_column("outbox", sa.Column("page", sa.Integer))
