"""Plans in place of standing orders: each becomes a plan of one entry."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

ORDERS = sa.table(
    "orders",
    *(sa.column(name) for name in ("id", "game", "seat", "user", "decision", "words", "answer", "created")),
    sa.column("action", sa.JSON),
    sa.column("always", sa.Boolean),
)


def upgrade() -> None:
    """Make the table of plans, and turn every standing order into one."""
    plans = op.create_table(
        "plans",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", sa.Text, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("entries", sa.JSON, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("otherwise", sa.Text, nullable=False),
        sa.Column("round", sa.Text, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("passed", sa.Integer),
        sa.Column("warned", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_plans_game", "plans", ["game"])
    for order in op.get_bind().execute(sa.select(ORDERS).order_by(ORDERS.c.id)).mappings().all():
        values = {name: order[name] for name in ("game", "seat", "user", "decision", "words", "created")}
        entry = {"answer": order["answer"], "action": order["action"], "then": "again" if order["always"] else "next"}
        scope = "always" if order["always"] else "question"
        rest = {
            "entries": [entry],
            "scope": scope,
            "otherwise": "ask",
            "round": "",
            "rank": order["id"],
            "warned": False,
        }
        op.get_bind().execute(plans.insert().values(**values, **rest))
    op.drop_index("ix_orders_game", "orders")
    op.drop_table("orders")
