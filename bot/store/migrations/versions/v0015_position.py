"""The position from which a table goes on that was begun elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("position", sa.Text, nullable=False, server_default=""))
