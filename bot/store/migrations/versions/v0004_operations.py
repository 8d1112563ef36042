"""Lost threads, games put aside, and a log that keeps its proof when a person is forgotten.

The hash of an action covered the number of the person who acted, so that it could not be deleted. From now on it covers
a hash of that number and a random salt. Every log is sealed anew here; an action that did not carry the right hash
before is left alone, so that whoever checks the log still finds it.
"""

from hashlib import sha256
from secrets import token_hex
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from bot.store.schema import only

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ACTIONS = sa.table(
    "actions",
    *(sa.column(name) for name in ("game", "version", "seat", "user", "salt", "who", "via", "action", "state_hash")),
    *(sa.column(name) for name in ("draws", "events", "time", "prev_hash", "hash")),
)

Row = dict[str, Any]


def upgrade() -> None:
    """Add the columns, and seal the logs."""
    op.add_column("games", sa.Column("lost", sa.Float))
    op.add_column("games", sa.Column("aside", sa.Float))
    op.add_column("actions", sa.Column("salt", sa.Text, nullable=False, server_default=""))
    op.add_column("actions", sa.Column("who", sa.Text, nullable=False, server_default=""))
    op.create_index("outbox_homeless", "outbox", ["game", "id"], **only("outcome = 'homeless'"))
    for game in list(op.get_bind().scalars(sa.select(ACTIONS.c.game).distinct())):
        _seal(game)


def _seal(game: str) -> None:
    log = sa.select(ACTIONS).where(ACTIONS.c.game == game).order_by(ACTIONS.c.version)
    old = new = ""
    for found in op.get_bind().execute(log).mappings().all():
        row = dict(found)
        first = row["version"] == 0
        sound = row["hash"] == _digest(row, row["user"]) and (first or row["prev_hash"] == old)
        old = row["hash"]
        if sound:
            row |= _sealed(row, row["prev_hash"] if first else new)
            _keep(row)
        new = row["hash"]


def _sealed(row: Row, previous: str) -> Row:
    salt = "" if row["user"] is None else token_hex(16)
    who = "" if row["user"] is None else sha256(f"{salt} {row['user']}".encode()).hexdigest()
    row = row | {"salt": salt, "who": who, "prev_hash": previous}
    return row | {"hash": _digest(row, who)}


def _digest(row: Row, who: object) -> str:
    about = (row["game"], row["version"], row["seat"], who, row["via"])
    what = tuple(row[name] for name in ("action", "state_hash", "draws", "events", "time", "prev_hash"))
    return sha256(msgspec.json.encode(about + what)).hexdigest()


def _keep(row: Row) -> None:
    this = (ACTIONS.c.game == row["game"]) & (ACTIONS.c.version == row["version"])
    changed = {name: row[name] for name in ("salt", "who", "prev_hash", "hash")}
    op.get_bind().execute(sa.update(ACTIONS).where(this).values(changed))
