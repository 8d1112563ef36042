"""Results on record, from which ratings are worked out; whether a table counts, and whether a server wants that."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables and the column; of what was opened before only the games of tournaments count."""
    op.add_column("games", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    games = sa.table("games", sa.column("id"), sa.column("rated"))
    of_tournaments = sa.table("tournament_games", sa.column("game"))
    op.execute(games.update().where(games.c.id.in_(sa.select(of_tournaments.c.game))).values(rated=sa.true()))
    op.create_table(
        "outcomes",
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False, index=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("conduct", sa.Text, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ratings", sa.Boolean, nullable=False),
    )
